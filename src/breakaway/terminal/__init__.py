"""Playing, watching and looking things up at a terminal. An `Observation` says what to show; the rules are elsewhere."""
