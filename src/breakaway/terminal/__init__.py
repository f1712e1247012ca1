"""Playing, watching and looking things up at a terminal. No rules here: all that is shown is an `Observation`'s."""
