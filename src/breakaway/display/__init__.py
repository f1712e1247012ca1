"""Everything that all games use to show a match: documents, pages and drawings. It holds no rules."""
