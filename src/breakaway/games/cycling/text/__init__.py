"""Orders and sentences of Breaking Away."""
