"""Breakaway Football: the card game as code.

In `rules`, each file is a chapter of the rule book, and each function is a rule.
"""
