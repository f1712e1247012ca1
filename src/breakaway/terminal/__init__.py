"""Playing, watching and looking things up at a terminal. Shows only what an `Observation` contains, and has no rules.
"""
