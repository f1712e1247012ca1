"""What is counted of a match of Breaking Away, from what its rules tell."""
