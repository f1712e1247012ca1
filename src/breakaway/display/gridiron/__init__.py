"""Drawings that both football games share: turf, jerseys and counters."""
