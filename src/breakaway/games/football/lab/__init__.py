"""Football in the lab: exact odds, equilibria, what positions are worth, and the targets of its data."""
