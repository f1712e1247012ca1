"""What the race's page draws and says is made of what its seat may know: the same bytes whatever stays hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from breakaway.core.chance import sampled
from breakaway.core.game import blank_orders, seats_in
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.display.endings import lead, scene_of
from breakaway.games.cycling.display.page import PAGE
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import OVER, UNIT
from breakaway.games.cycling.statistics import MoveRow
from breakaway.players.coaches import ask as ask_coach
from breakaway.players.coaches import find
from tests.boards.race_states import NAMES
from tests.core.races import SHORT

TEAMS = 3
Log = list[tuple[int, list[Event]]]


@dataclass
class Moment:
    """A position of a race, with everything that has happened so far."""

    s: Race
    config: RaceConfig
    log: Log


def moments(profile: str, seed: int) -> Iterator[Moment]:
    """A race by chance to its end, in which teams now and then send nothing."""
    config, _ = resolve(profile, TEAMS, None, SHORT)
    s, log, rng, chance = GAME.start(config), Log(), random.Random(seed), sampled(seed)
    coach = find(GAME, "random")
    yield Moment(copy(s), config, [])
    while seats := seats_in(GAME.choosers(s, config)):
        orders, events = blank_orders(GAME), list[Event]()
        for seat in seats:
            if rng.random() < 0.85:
                view = Observation(GAME, s, config, seat).view
                given = ask_coach(GAME, coach, view, config, seat, rng.getrandbits(60))
                orders[seat][: len(given)] = given
        GAME.step(s, config, orders, chance, events)
        log.append((len(log) + 1, events))
        yield Moment(copy(s), config, list(log))


def shown(moment: Moment, seat: int) -> bytes:
    """All that the page makes of a position for a seat: drawings, panels, ghosts, log, banner, tables, end."""
    observation = Observation(GAME, moment.s, moment.config, seat, NAMES)
    said = [PAGE.scene(observation, moment.log), PAGE.moments(observation, moment.log, ())]
    if moment.s.phase == OVER:
        said += [PAGE.ending(observation, ()), scene_of(observation, moment.log)]
    given_up = Observation(GAME, moment.s, moment.config, seat, NAMES, range(1, TEAMS))
    return repr([*said, scene_of(given_up, moment.log[-1:])]).encode()


def twin(moment: Moment, seat: int, seed: int) -> Moment:
    """The same for this seat: other squares, cards and line-ups of its rivals, and no event that it was not told."""
    other = copy(moment.s)
    GAME.redact(other, moment.config, seat)
    GAME.determinize(other, moment.config, seat, sampled(seed))
    log = [(turn, [each for each in events if each.is_for(seat)]) for turn, events in moment.log]
    return Moment(other, moment.config, log)


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", ["blind", "spy", "boxed"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_byte_of_the_page_depends_on_hidden_squares_cards_or_news_ba_v3_ba_v4_ba_v6(profile: str, seed: int) -> None:
    differ = 0
    for n, moment in enumerate(moments(profile, seed)):
        for seat in (SPECTATOR, 0, TEAMS - 1):
            other = twin(moment, seat, 100 * seed + n)
            differ += other.s != moment.s
            assert shown(moment, seat) == shown(other, seat), f"turn {n}, seat {seat}"
    assert differ > 10, "the twins were to differ"


def test_a_leak_of_the_drawing_would_be_seen() -> None:
    (*_, late) = list(moments("blind", 1))[:4]
    peeking = Moment(late.s, late.config, late.log)
    other = twin(late, 0, 7)
    assert shown(peeking, 0) == shown(other, 0)
    assert shown(peeking, 1) != shown(other, 1), "the team itself sees its own squares and cards"


def test_in_an_open_race_only_the_cards_that_are_not_yet_played_are_secret_and_they_are_in_no_position() -> None:
    for moment in moments("postal", 3):
        for seat in (SPECTATOR, 0):
            other = twin(moment, seat, 5)
            assert other.s == moment.s
            assert shown(other, seat) == shown(moment, seat)


@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_the_end_of_a_blind_race_tells_no_rivals_cards_and_squares_ba_v3(seat: int) -> None:
    *_, last = moments("blind", 1)
    observation = Observation(GAME, last.s, last.config, seat, NAMES)
    rows = [MoveRow(team=0, rider=1, turn=4, card=card, before=25 - card, square=25) for card in (3, 5)]
    for row in rows:
        row.points, row.finish = 6 * UNIT, 1
    ends = [PAGE.ending(observation, [(4, row)]) for row in rows]
    assert ends[0] == ends[1]
    assert ends[0].key
    assert ends[0].key.gain == "1st at the finish: 6 points"
    assert ends[0].course
    assert lead(ends[0].course)
    own = [PAGE.ending(Observation(GAME, last.s, last.config, 0, NAMES), [(4, row)]) for row in rows]
    assert [end.key.text for end in own if end.key] == [
        "Plays 3 and rides from square 22 to 25.",
        "Plays 5 and rides from square 20 to 25.",
    ]
