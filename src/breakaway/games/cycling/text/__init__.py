"""Reads and writes the orders of Breaking Away, and puts its events into words."""
