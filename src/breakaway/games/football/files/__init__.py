"""Reads and checks football's tables and players' own files, and makes the config of a match from them."""
