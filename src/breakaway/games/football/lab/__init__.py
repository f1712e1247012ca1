"""The football part of the lab: exact odds, equilibria, the value of positions, and targets for the game's data."""
