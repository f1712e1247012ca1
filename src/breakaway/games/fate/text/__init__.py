"""Reads and writes the choices of FATE Accelerated Football, and puts its events into words."""
