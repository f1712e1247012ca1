"""What a page shows of a match of FATE Accelerated Football, including the drawings."""
