"""What the lab works out for FATE Accelerated Football."""
