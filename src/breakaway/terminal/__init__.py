"""Playing, watching and looking things up in the terminal.

Shows only what an `Observation` contains. Contains no rules.
"""
