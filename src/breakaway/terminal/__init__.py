"""Playing, watching and looking things up at a terminal. It shows only what an `Observation` gives, and has no
rules.
"""
