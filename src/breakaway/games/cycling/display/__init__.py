"""What a page shows of a match of Breaking Away, with its drawings."""
