"""Breakaway Football: the card game, as code. A file is a chapter of the book, a function is a rule."""
