"""Drawings that both games of football share: the turf, the jerseys, the marks."""
