"""Thousands of snaps weighed by compiled code: `breakaway.evaluate_many`, and the vector environment's matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from breakaway.core.odds import ONE
from breakaway.core.state import overwrite
from breakaway.games.football.coaches.evaluation import as_evaluation, must_call
from breakaway.games.football.coaches.play_worth import UNKNOWN
from breakaway.games.football.coaches.snaps import Snap, weigh_snap
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.interface import asked, redact
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.lab.compiling import Records, driver, make_rules_compilable, put, records, take
from breakaway.players.evaluation import Evaluation, Evaluations

AT_ONCE = 1024  # positions in memory


def of_observations(observations: Sequence[FootballObservation]) -> list[Evaluation]:
    """An evaluation for each observation, in order, each equal to what `evaluate` gives. Raises UserError as it does.

    The first call on a machine compiles the coaches.
    """
    for each in observations:
        must_call(each)
    found, weigh = list[Evaluation](), drivers()[0]
    for first in range(0, len(observations), AT_ONCE):
        some = observations[first : first + AT_ONCE]
        configs = {id(each.config): each.config for each in some}
        places = {name: i for i, name in enumerate(configs)}
        views, held, snaps = (
            records(Football, len(some)),
            records(FootballConfig, len(configs)),
            records(Snap, len(some)),
        )
        for i, config in enumerate(configs.values()):
            put(config, held, i)
        for i, each in enumerate(some):
            put(each.view, views, i)
        which = np.array([places[id(each.config)] for each in some], np.int64)
        weigh(views, held, which, np.array([each.seat for each in some], np.int64), snaps)
        found += [as_evaluation(each.view, each.config, each.seat, take(Snap, snaps, i)) for i, each in enumerate(some)]
    return found


def of_states(states: Records, configs: Records, seats: Any) -> Evaluations:
    """What each of the seats thinks of its state, all with the one config, from its view.

    `states` are those of a vector environment, and `seats` the seats that it asks.
    """
    n = len(states)
    snaps, scratch, asks = records(Snap, n), records(Football, 1), np.zeros(n, bool)
    drivers()[1](states, configs, np.asarray(seats, np.int64), scratch, snaps, asks)
    attacks = asks & (states["phase"] == terms.CALL)

    def chances(name: str) -> Any:
        values = snaps[name]
        mine = np.where(attacks.reshape(-1, *[1] * (values.ndim - 1)), values, ONE - values) / ONE
        known = asks.reshape(-1, *[1] * (values.ndim - 1)) & (values != UNKNOWN)
        return np.where(known, mine, np.nan)

    def shares(name: str) -> Any:
        weights = snaps[name]
        return weights / np.maximum(1, weights.sum(axis=1, keepdims=True))

    return Evaluations(
        asks,
        chances("chance"),
        chances("worth"),
        shares("play_weight"),
        shares("call_weight"),
        chances("play_by_sheet"),
        chances("call_by_sheet"),
    )


class ManySnaps:
    """Football's compiled evaluation."""

    of_observations = staticmethod(of_observations)
    of_states = staticmethod(of_states)


MANY = ManySnaps()


@cache
def drivers() -> tuple[Any, Any]:
    """Two compiled functions: one weighs the snaps of views, the other those of states, as their seats see them."""
    make_rules_compilable(GAME)

    def weigh(views: Records, configs: Records, which: Any, seats: Any, snaps: Records) -> None:
        for i in range(len(views)):
            weigh_snap(views[i], configs[which[i]], seats[i], snaps[i])

    def look(states: Records, configs: Records, seats: Any, scratch: Records, snaps: Records, asks: Any) -> None:
        view, config = scratch[0], configs[0]
        for i in range(len(states)):
            phase = states[i].phase
            if (phase == terms.CALL or phase == terms.DEFENSE) and asked(states[i]) == seats[i]:
                asks[i] = True
                overwrite(view, states[i])
                redact(view, config, seats[i])
                weigh_snap(view, config, seats[i], snaps[i])

    return driver(GAME, weigh), driver(GAME, look)
