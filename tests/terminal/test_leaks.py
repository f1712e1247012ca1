"""Nothing of what is hidden reaches the screen: two states that a seat cannot tell apart look the same to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from breakaway.core.chance import sampled
from breakaway.core.game import Game, blank_orders, seats_in
from breakaway.core.observation import Observation
from breakaway.core.state import copy, digest
from breakaway.display.renderers import drawn
from breakaway.games.cycling.setup import SETTING, make_names
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import requested
from breakaway.terminal.game_desk import Lookup, find_desk

GAME: Game[Any, Any] = find("cycling")
DESK = find_desk(GAME)
NAMES = make_names(3, ["Ants: Al, Bo, Cy, Di"])


def states(profile: str, seed: int, turns: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """The states of a random race, each with its book and what happened just before."""
    config = SETTING.set_up(requested(profile=profile), ["random"] * 3)[0]
    s, events, rng = GAME.start(config), list[Any](), random.Random(seed)
    coach = coaches.find(GAME, "random")
    for _ in range(turns):
        yield s, config, events
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, config)):
            order = coaches.ask(GAME, coach, Observation(GAME, s, config, seat).view, config, seat, rng.getrandbits(64))
            orders[seat][: len(order)] = order
        after = copy(s)
        events = []
        GAME.step(after, config, orders, sampled(1), events)
        s = after


def screen_of(s: Any, config: Any, events: list[Any], seat: int) -> str:
    """Everything that the terminal draws for a seat."""
    observation = Observation(GAME, s, config, seat, NAMES)
    look = Lookup(observation, [(1, events)], "", False, 80)
    parts = [
        *DESK.situation(observation, [0] * observation.slots(), False, 80),
        *DESK.situation(observation, [0] * observation.slots(), False, 80, short=2),
        *DESK.digest(observation, events, [seat], 80, 24),
        *DESK.digest(observation, events, [seat], 80, 8),
        *DESK.field(observation, True, 80),
        *DESK.standings(observation),
        *DESK.final(look),
        *DESK.report(observation, events, [seat]),
        *DESK.brief(look, events),
        *DESK.full(observation, events),
    ]
    for command in DESK.commands.values():
        parts += command.show(look)
    words = [
        DESK.where(observation),
        DESK.invitation(observation, [0] * observation.slots()),
        str(DESK.default(observation)),
    ]
    return "\n".join([*drawn(parts, 80, False), *words])


def twin_of(s: Any, config: Any, seat: int, seed: int) -> Any:
    """Another state that the seat cannot tell from this one."""
    twin = copy(s)
    GAME.redact(twin, config, seat)
    GAME.determinize(twin, config, seat, sampled(seed))
    return twin


@pytest.mark.sample("0-blind", "1-spy")
@pytest.mark.parametrize("profile", ["blind", "spy", "boxed"])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(seed: int, profile: str) -> None:
    differing = 0
    for s, config, events in states(profile, seed, 8):
        for seat in range(3):
            told = [each for each in events if each.is_for(seat)]
            twin = twin_of(s, config, seat, seed)
            differing += digest(twin) != digest(s)
            assert screen_of(s, config, events, seat) == screen_of(twin, config, told, seat)
    assert differing > 14, "the twins are the same states"


def test_a_leak_would_be_seen() -> None:
    for s, config, events in states("blind", 1, 3):
        last = s, config, events
    s, config, events = last
    other = copy(s)
    other.square[0] += 1
    assert screen_of(s, config, events, 0) != screen_of(other, config, events, 0)
