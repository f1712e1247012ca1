"""What a page shows of a match of Breakaway Football, and its drawings."""
