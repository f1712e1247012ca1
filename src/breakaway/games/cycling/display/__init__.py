"""What a page shows of a Breaking Away match, including its drawings."""
