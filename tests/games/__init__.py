"""How games are found, and one that is added from outside."""
