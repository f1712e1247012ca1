"""Breakaway Football: the card game as code. Each file is a chapter of the rule book, each function a rule."""
