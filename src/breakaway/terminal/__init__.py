"""Playing, watching and looking things up at a terminal. No rules here: whatever is shown comes through a `Window`."""
