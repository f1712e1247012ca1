"""Playing, watching and looking things up at a terminal. An `Observation` says what to show; rules are elsewhere."""
