"""Playing, watching and looking things up at a terminal. No rules here: an `Observation` says what to show."""
