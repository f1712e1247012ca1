"""FATE Accelerated Football at the terminal."""
