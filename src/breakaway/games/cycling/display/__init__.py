"""What a page shows of a Breaking Away match, with its drawings."""
