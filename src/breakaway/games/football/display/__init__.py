"""What screens show of a match of Breakaway Football, and its drawings."""
