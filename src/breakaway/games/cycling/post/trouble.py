"""The error that the referee's desk raises."""

from __future__ import annotations

from breakaway.core.language import Trouble


class DeskError(Trouble):
    """The desk cannot do what was asked and has changed nothing.

    The message says what is wrong, where, and what would be right.
    """
