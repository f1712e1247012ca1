"""Playing, watching and looking things up at a terminal. An `Observation` says what to show: no rules are here."""
