"""The lab's football part: exact odds, equilibria, the value of positions, and targets for the game's data."""
