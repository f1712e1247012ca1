"""Names, choices and sentences of Breakaway Football."""
