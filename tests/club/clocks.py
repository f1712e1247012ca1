"""A clock on the wall that tests turn by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from breakaway.club.club import Club

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


class Wall:
    """A clock that stands still until it is turned."""

    def __init__(self, *clubs: Club) -> None:
        self.moment = NOON
        for club in clubs:
            club.database.now = self

    def __call__(self) -> datetime:
        return self.moment

    def on(self, seconds: float) -> None:
        """Turns it on."""
        self.moment += timedelta(seconds=seconds)
