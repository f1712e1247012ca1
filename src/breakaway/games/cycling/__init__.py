"""Breaking Away, the postal cycling race by John Harrington.

In `rules`, each file is a chapter and each function a rule.
"""
