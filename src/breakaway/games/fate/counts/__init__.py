"""What is counted of a match of FATE Accelerated Football, from what its rules tell."""
