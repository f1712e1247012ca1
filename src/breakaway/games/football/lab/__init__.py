"""Football in the lab: exact odds, equilibria, the worth of positions, and targets for the game's data."""
