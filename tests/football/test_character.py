"""A team's character shows in play: sheets against sheets, over the same seeds."""

from __future__ import annotations

from collections import Counter
from functools import cache

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders, play_on
from breakaway.games.football.files.book import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import RUN

MATCHES = 40


@cache
def played(team):
    """What a team did and allowed in its matches against the Lightning."""
    book, seen = resolve(team, "lightning", (0, 1))[0], Counter()
    for seed in range(MATCHES):
        s, chance, log = GAME.start(book), sampled(seed), []

        def chances(i, chance=chance):
            start_step(chance)
            return chance

        play_on(GAME, s, book, blank_orders(GAME), chances, log)
        seen["allowed"] += s.score[1]
        for event in log:
            if event.rule == "BF-022" and event.args[0] == 0:
                seen["runs" if book.type_kind[event.args[2]] == RUN else "passes"] += 1
            elif event.rule == "BF-232" and event.args[0] == 0:
                seen["fourth downs"] += 1
                seen["gone for"] += event.args[3] >= event.args[4]
    return seen


def run_share(team):
    return played(team)["runs"] / (played(team)["runs"] + played(team)["passes"])


def boldness(team):
    return played(team)["gone for"] / played(team)["fourth downs"]


def test_maulers_run_and_pharaohs_pass():
    assert run_share("maulers") > 0.6
    assert run_share("pharaohs") < 0.4
    assert 0.4 < run_share("fire") < 0.6


def test_vultures_are_cautious_on_fourth_down_and_pharaohs_and_eclipse_bold():
    assert boldness("vultures") < boldness("fire") < min(boldness("pharaohs"), boldness("eclipse"))
