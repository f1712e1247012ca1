"""A folder for each game.

The program finds each game by the kit in its folder. No code outside the folder mentions the game's name.
"""
