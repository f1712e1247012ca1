"""Breaking Away, the postal cycling race by John Harrington.

In `rules`, each file is a chapter of the rule book, and each function is a rule.
"""
