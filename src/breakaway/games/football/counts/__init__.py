"""What is counted of a match of Breakaway Football, from what its rules tell."""
