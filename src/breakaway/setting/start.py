"""Turns a request into the start of a match, using the game's `Setting`."""

from __future__ import annotations

import random
import secrets
from typing import Any

from breakaway.coaches.table import HUMAN
from breakaway.core.fair import secret_of_seed
from breakaway.core.game import Game, Names
from breakaway.core.match import Start
from breakaway.games.registry import find, kit_of, load
from breakaway.setting.plain import PlainSetting
from breakaway.setting.request import Request
from breakaway.setting.settings import Setting


def find_setting(game: Game[Any, Any]) -> Setting:
    """The `Setting` that sets up matches of a game."""
    place = kit_of(game).setup
    setting: Setting = load(place) if place else PlainSetting(game)
    return setting


def make_start(request: Request, by: list[str]) -> Start:
    """The start of a match in which `by[seat]` plays each seat. Raises Trouble if the request cannot be met."""
    setting = find_setting(find(request.game))
    config, options, names = setting.set_up(request, by)
    called = setting.seat_names(names)
    seats = [{"name": name, "by": player} for name, player in zip(called, by, strict=True)]
    secret, salts = secret_and_salts(request.seed, len(by))
    chance = "typed" if request.physical else "sampled"
    return Start(config, options, names, seats, chance, secret, salts, seeded=request.seed is not None)


def secret_and_salts(seed: int | None, seats: int) -> tuple[bytes, tuple[str, ...]]:
    """The secret that determines a match's dice and cards, and the salts of its seats. Without a seed, the secret is
    new and there are no salts.
    """
    if seed is None:
        return secrets.token_bytes(32), ()
    rng = random.Random(f"salts {seed}")
    return secret_of_seed(seed), tuple(f"{rng.getrandbits(64):016x}" for _ in range(seats))


def config_of(request: Request) -> tuple[Any, Names]:
    """The config and names of a match between people. Raises Trouble if the request cannot be met."""
    game = find(request.game)
    config, _, names = find_setting(game).set_up(request, [HUMAN] * game.seats[0])
    return config, names
