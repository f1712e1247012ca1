"""Breakaway Football at the terminal."""
