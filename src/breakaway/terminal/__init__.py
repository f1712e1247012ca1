"""Playing, watching and looking things up at a terminal. Shows only what an `Observation` gives, and has no rules."""
