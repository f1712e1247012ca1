"""Tests of the mail that the server sends and gets."""
