"""The automatic opponents of Breaking Away."""
