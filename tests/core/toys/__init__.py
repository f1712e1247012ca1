"""Three small games, one of each kind that will stand on core: a race, a card game and a dice game."""
