"""One folder for each game, found by its kit. Nothing outside that folder names the game."""
