"""Breaking Away in words: choices and events, both ways."""
