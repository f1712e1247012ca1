"""Why a match refused a choice."""

from __future__ import annotations

from typing import Any

from breakaway.core.observation import Refusal


class Refused(Exception):
    """A choice that the rules forbid. Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.rule})" if refusal.rule else refusal.text)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,), vars(self)


class NotNow(Exception):
    """A request at the wrong time: a seat chose out of turn, or a turn was closed too early. Nothing was changed."""
