"""Everything that all games use to show a match: documents, pages and drawings. Contains no rules of any game."""
