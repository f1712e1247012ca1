"""Playing, watching and looking things up at a terminal.

This package holds no rules: an `Observation` says what to show.
"""
