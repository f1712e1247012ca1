"""The race as a picture: `strip` for plain text and terminals, `svg` for pages and print."""

from breakaway.boards.cycling_svg import svg
from breakaway.boards.cycling_text import strip

__all__ = ["strip", "svg"]
