"""The race at the terminal: the line-up, the riders' cards and what each would do, the news and the tables."""
