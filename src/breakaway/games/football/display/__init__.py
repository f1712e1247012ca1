"""Everything that screens show of a Breakaway Football match, including the drawings."""
