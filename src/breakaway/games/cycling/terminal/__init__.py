"""The race at the terminal: the line-up, the hands with what each card would do, the news and the tables."""
