"""What a match answers when it takes a choice not."""

from __future__ import annotations

from breakaway.core.observation import Refusal


class Refused(Exception):
    """A choice that the rules forbid; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.rule})" if refusal.rule else refusal.text)
        self.refusal = refusal


class NotNow(Exception):
    """A choice of a seat that does not choose now, or a turn closed too early; nothing was changed."""
