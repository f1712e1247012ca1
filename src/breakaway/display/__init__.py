"""Drawings of the games, one module a game: pure functions from a view to text or to SVG. No rules stand here."""
