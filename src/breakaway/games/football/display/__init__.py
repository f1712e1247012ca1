"""Everything that screens show of a match of Breakaway Football, including the drawings."""
