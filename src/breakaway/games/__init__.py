"""A folder for each game.

The program finds each game by the kit in its folder. No code outside a game's folder mentions that game's name.
"""
