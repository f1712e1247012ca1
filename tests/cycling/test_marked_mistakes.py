"""Marked mistakes of a race are ridden again with other draws than the review's."""

from __future__ import annotations

import pytest

from breakaway.core.game import seats_in
from breakaway.display.judged import INACCURACY
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.review import ahead, director_order, judged, looks_for, margin
from breakaway.records.play_by_play import steps_of
from tests.cycling.test_review import ridden

OTHERS = 600  # quick races for each order
UNSEEN = 60_000  # the first of their draws; the review rides at most the first 1,200


@pytest.mark.slow
def test_marked_mistakes_lose_as_much_in_quick_races_with_other_draws() -> None:
    """Each loss lies within the interval of the review and that of the other races together."""
    match = ridden(("random", "directeur") * 3)
    steps, checked = list(steps_of(match)), 0
    looks = looks_for(match.config, len(steps))
    for step in steps:
        seats = seats_in(GAME.choosers(step.before, match.config))
        would = {seat: director_order(match, step.before, seat) for seat in seats}
        for seat in seats:
            made = judged(match, step, seat, looks, "", would).choice
            if made.grade < INACCURACY:
                continue
            mine, other = (
                ahead(step.before, match.config, OTHERS, {seat: order}, UNSEEN).wins
                for order in (step.orders[seat], would[seat])
            )
            gains = [one[seat] - two[seat] for one, two in zip(other, mine, strict=True)]
            off = abs(sum(gains) / len(gains) - made.cost)
            assert off <= made.error + margin(gains, match.config.teams), (step.turn, seat)
            checked += 1
    assert checked >= 4
