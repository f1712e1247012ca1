"""The end card of a match page in any game: who won, how the score developed, and the play that decided the match."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.club.snapshot import Snapshot
from breakaway.display.endings import Ending, ending, lead
from breakaway.display.match_page import find_page


@dataclass(frozen=True)
class EndCard:
    """The end of a match, with a drawing of how its score developed (empty if there are no rows of plays)."""

    ending: Ending
    drawing: str


def ending_of(found: Snapshot) -> EndCard | None:
    """The end card. None while the match runs, and after a lesson."""
    look = found.look
    if not look.is_over or look.is_scripted:
        return None
    said = ending(find_page(look.observation.game), look.observation, found.dated)
    return EndCard(said, lead(said.course) if said.course else "")
