"""The scores of matches in lists: what a spectator may see of each, in a few words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from breakaway.club.club import Club
from breakaway.club.matches import Listed, Look
from breakaway.club.schema import OVER
from breakaway.club.snapshot import Asker, snapshot
from breakaway.core.language import Trouble, language
from breakaway.core.rules import SPECTATOR
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene, Side

KEPT = 512  # scores that are kept in memory
AFRESH = 6  # the most scores that one page works out, 30 ms each; the rest wait until the page is opened again


@dataclass(frozen=True)
class Score:
    """A match in a few words: its sides with their points, and how far along it is (`stands`; empty before the first
    turn).

    `is_ranked`: whether the sides, which may be many, are listed best first.
    """

    sides: tuple[Side, ...]
    stands: str
    is_ranked: bool


class Scores:
    """Works out scores, and keeps each until something new is known about its match. Safe to use from several threads.

    A score comes from a spectator's view. A sealed order does not change what everybody may know, so it does not cause
    a score to be worked out again.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._guard = threading.Lock()
        self._made: OrderedDict[Hashable, Score | None] = OrderedDict()

    def of(self, listed: list[tuple[Listed, bool]]) -> dict[str, Score]:
        """The scores of these matches, by id. `listed` says for each match whether the reader plays in it.

        Players see a match without the delay for spectators. A match that cannot be read has no score.
        """
        found, afresh = {}, 0
        for match, plays in listed:
            is_late = bool(match.terms.delay) and not plays
            key = match.id, match.turn, match.began, match.status == OVER, is_late, language()
            with self._guard:
                is_known, score = key in self._made, self._made.get(key)
            if not is_known:
                afresh += 1
                if afresh > AFRESH:
                    continue
                score = self._score(match.id, is_late)
                with self._guard:
                    self._made[key] = score
                    if len(self._made) > KEPT:
                        self._made.popitem(last=False)
            if score:
                found[match.id] = score
        return found

    def _score(self, match_id: str, is_late: bool) -> Score | None:
        try:
            look = snapshot(self.club, match_id, Asker((), lambda _found: SPECTATOR)).look if is_late else None
            return score_of(look or self.club.look(match_id))
        except Trouble:
            return None


def score_of(look: Look) -> Score | None:
    """The score of a match, as a seat sees it. None if the game has no score."""
    scene = scene_of(look.observation, [])
    sides = sides_of(scene)
    if not sides:
        return None
    headline = scene.scoreboard.headline if scene.scoreboard else scene.headline
    more = scene.scoreboard.note if scene.scoreboard else ""
    stands = " · ".join(filter(None, (headline, more))) if look.turn else ""
    stands = scene.headline if look.is_over else stands
    return Score(sides, stands, scene.ranks is not None)


def sides_of(scene: Scene) -> tuple[Side, ...]:
    """The sides of a match with their points and colors: two sides in the order of their seats, more than two from best
    to worst.
    """
    if scene.scoreboard:
        return scene.scoreboard.sides
    return scene.ranks.sides if scene.ranks else ()
