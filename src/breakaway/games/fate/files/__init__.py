"""Reads and checks the tables of FATE Accelerated Football and users' files, and makes the config of a match."""
