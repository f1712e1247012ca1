"""Breakaway Football in words: writes choices and events as text, and reads choices."""
