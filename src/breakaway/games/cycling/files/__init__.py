"""Reads and checks the tables of Breaking Away and users' own files, and makes the config of a match from them."""
