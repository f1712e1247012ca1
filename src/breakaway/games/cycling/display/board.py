"""The race as a picture: `strip` for plain text and terminals, `svg` for pages and print."""

from breakaway.games.cycling.display.svg import svg
from breakaway.games.cycling.display.text import strip

__all__ = ["strip", "svg"]
