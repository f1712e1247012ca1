"""Names, choices and sentences of FATE."""
