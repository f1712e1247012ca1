"""What the lab works out for Breaking Away."""
