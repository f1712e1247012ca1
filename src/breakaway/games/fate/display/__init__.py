"""What a page shows of a match of FATE Accelerated Football, and its drawings."""
