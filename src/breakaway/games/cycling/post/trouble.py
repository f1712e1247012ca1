"""What the desk says when it cannot do what was asked."""

from __future__ import annotations

from breakaway.core.trouble import Trouble


class DeskError(Trouble):
    """The desk cannot do what was asked, and has changed nothing; says what, where, and what would be right."""
