"""What a page shows of a match of Breaking Away, and its drawings."""
