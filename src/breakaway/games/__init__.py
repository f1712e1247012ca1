"""A folder for each game. The program finds a game by the kit in its folder; no code outside that folder names it."""
