"""How the club's tables came to be, step by step."""
