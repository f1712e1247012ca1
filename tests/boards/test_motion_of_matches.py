"""The motion of whole matches, as a page gets it: one for each play, the same at each reload, true to the record."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree

import pytest

from breakaway.core.chance import Thrown
from breakaway.core.rules import SPECTATOR, Event
from breakaway.display.match_page import Motion, Scene, find_page
from breakaway.games.cycling.game import GAME as RACE
from breakaway.games.cycling.rules.events import MOVED
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.games.cycling.rules.terms import ON_TRACK
from breakaway.games.fate.game import GAME as FATE
from breakaway.games.fate.rules import events as fate
from breakaway.games.football.game import GAME as FOOTBALL
from breakaway.games.football.rules import events as football
from breakaway.records.match import Match
from tests.boards.race_states import with_class
from tests.club.starts import fate_match, football_match, race
from tests.football.matches import some_order

BREAKAWAYS = (football.OFFENSE_BROKE_AWAY, football.DEFENSE_BROKE_AWAY)
FACES = {-1: "-", 0: "0", 1: "+"}


@dataclass
class Shown:
    """A play that a page shows for the first time, with everything that has happened since the one before."""

    motion: Motion
    scene: Scene
    events: list[Event]
    thrown: list[Thrown]
    view: Any
    config: Any


def plays(match: Match[Any, Any], turns: int, seed: int = 5) -> Iterator[Shown]:
    """Plays a match by chance. Each motion keeps its name and stays as it is, and tells spectators the same."""
    rng, named, page = random.Random(seed), dict[str, Motion](), find_page(match.game)
    events, dice = list[Event](), list[Thrown]()
    while not match.is_over() and turns:
        turns -= 1
        for seat in match.choosers():
            match.choose(seat, some_order(match, seat, rng))
        events += match.resolve()
        last = match.thrown(len(match.log), 1)
        dice += [each for some in last.values() for each in some]
        found = []
        for seat in (0, SPECTATOR):
            at = match.observation(seat)
            log = [(number, at.told(some)) for number, some in match.log]
            found.append(page.scene(at, log, thrown=match.thrown(len(match.log))))
        mine, theirs = (each.motion for each in found)
        assert (mine is None) == (theirs is None)
        if mine is None or theirs is None:
            continue
        assert replace(mine, good=0) == replace(theirs, good=0)
        if mine.play in named:
            assert named[mine.play] == mine, "a play that was shown has changed"
            continue
        named[mine.play] = mine
        yield Shown(mine, found[0], events, dice, match.observation(0).view, match.config)
        events, dice = [], []


def of(events: list[Event], rule: str) -> list[Event]:
    return [each for each in events if each.rule == rule]


@pytest.mark.parametrize("turns", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_football_shows_each_play_with_both_cards_the_numbers_the_game_day_card_the_balls_way_and_a_banner(
    turns: int,
) -> None:
    count = 0
    for each in plays(Match.new(FOOTBALL, football_match()), turns):
        called, against, drawn = (
            of(each.events, rule) for rule in (football.PLAY_SHOWN, football.DEFENSE_SHOWN, football.CARD_DRAWN)
        )
        assert each.motion.banner
        assert each.motion.start is not None
        assert each.motion.end is not None
        assert 0 <= each.motion.start <= 100
        assert 0 <= each.motion.end <= 100
        assert len(called) <= 1, "people play one play at a time"
        strengths = [str(some.strength) for some in (*called, *against)]
        assert [face.value for face in each.motion.faces] == strengths
        assert (each.motion.last is not None) == bool(called and drawn)
        broke = [some for rule in BREAKAWAYS for some in of(each.events, rule)]
        if of(each.events, football.BASE_FOUND):
            assert each.motion.sums[0] == ("Breakaway!" if broke else strengths[0])
        count += bool(called)
    assert count >= turns // 6 or (turns > 60 and count > 60)


@pytest.mark.sample(1)
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("turns", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_fate_shows_each_play_with_the_dice_of_the_record_and_their_total(turns: int, advanced: bool) -> None:
    count = 0
    for each in plays(Match.new(FATE, fate_match(advanced=advanced)), turns):
        openers = of(each.events, fate.CALLS_SHOWN)
        assert len(openers) <= 1, "each call is a play of its own"
        assert len(each.motion.dice) == (4 if each.motion.sums else 0)
        if not each.motion.dice:
            continue
        assert each.motion.dice in [tuple(FACES[face] for face in faces) for _label, faces in each.thrown]
        pieces = [int(re.sub(r".* ", "", piece).replace("−", "-")) for piece in each.motion.sums]
        assert pieces[0] == each.motion.dice.count("+") - each.motion.dice.count("-")
        assert sum(pieces[:-1]) == pieces[-1] or abs(pieces[-1]) == 4  # FF-G8: no total beyond that
        count += 1
    assert count > 10


@pytest.mark.parametrize("profile", ["boxed", "postal", "pursuit", "blind"])
def test_the_race_shows_each_turn_riders_that_glide_strings_and_new_cards(profile: str) -> None:
    match = Match.new(RACE, race(("human",) * 4, profile=profile))
    count = 0
    for each in plays(match, 40):
        assert each.motion.banner
        config: RaceConfig = each.config
        board = ElementTree.fromstring(f"<stage>{each.scene.board}</stage>")
        glides = [rider for rider in with_class(board, "rider") if "data-from" in rider.attrib]
        rode = len(of(each.events, MOVED))
        stands = sum("rider" in each.get("class", "").split() for each in board.iter())
        assert len(glides) == (0 if config.blind else min(2 * rode, stands))
        assert all(float(rider.attrib["data-from"]) < 0 for rider in glides)
        if each.scene.ask:
            new = [one.order for row in each.scene.ask.rows for one in row.options if one.is_new]
            view = each.view
            assert new == [
                f"{'ABCD'[r]}{view.drawn[r]}" for r in range(4) if view.drawn[r] and view.status[r] == ON_TRACK
            ]
        count += 1
    assert count >= 4
