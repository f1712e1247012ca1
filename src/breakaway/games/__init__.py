"""One folder for each game, found by its kit. No code outside that folder names the game."""
