"""One folder for each game, found by its kit. Nothing outside a game's own folder names it."""
