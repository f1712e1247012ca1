"""Breakaway Football in words: choices and events, both ways."""
