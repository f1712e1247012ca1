"""Matches for the tests of the club, and people who play them by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from breakaway.club import actions as typed_in
from breakaway.club.actions import Needed
from breakaway.club.club import Club
from breakaway.club.host_requests import request_of
from breakaway.club.seats import Sitter
from breakaway.games.cycling.files import resolve
from breakaway.games.fate import files as fate
from breakaway.games.fate.files import read_roster
from breakaway.games.football.files import config as football
from breakaway.games.football.text.staff import read_staff
from breakaway.games.manifest import find
from breakaway.mail import host_acts
from breakaway.players import coaches
from breakaway.records.match import Start
from tests.core.races import SHORT

SECRET = b"the secret of the club's tests.."


def race(by: tuple[str, ...] = ("human", "random"), secret: bytes = SECRET, **more: Any) -> Start:
    """A race on a road so short that it is over after a handful of turns.

    By default, only arrival decides ties, and new cards have no limit.
    """
    house = more.pop("house", None)
    if "profile" not in more:
        house = {"cap": 0, "ties": "arrival", **(house or {})}
    config, options = resolve(more.pop("profile", "postal"), len(by), house, SHORT)
    names = {"teams": ["Röd", "Blue", "Green", "Gold", "Black", "Violet"][: len(by)]}
    seats = [{"name": name, "by": player} for name, player in zip(names["teams"], by, strict=True)]
    return Start(config, options, names, seats, secret=secret, salts=tuple("salt" for _ in by), **more)


def football_match(by: tuple[str, str] = ("human", "human"), secret: bytes = SECRET, **more: Any) -> Start:
    """Lightning against the Fire."""
    sheets = tuple(seat for seat, player in enumerate(by) if player == "sheet")
    config, options = football.resolve("lightning", "fire", sheets, {})
    names = football.names("lightning", "fire")
    seats = [{"name": name, "by": player} for name, player in zip(("Lightning", "Fire"), by, strict=True)]
    return Start(config, options, names, seats, secret=secret, salts=("one", "two"), **more)


def shared_football(typed: str = "Anna,Ben/Cleo,Dan", by: tuple[str, str] = ("human", "human")) -> Start:
    """The same match, with two coaches a side."""
    start = football_match(by)
    return replace(start, options={**start.options, "staff": read_staff(typed, [each == "human" for each in by])})


def fate_match(
    by: tuple[str, ...] = ("human", "human"), secret: bytes = SECRET, chance: str = "sampled", **house: Any
) -> Start:
    """Mudlarks against Gadgeteers, with the rosters that ship; four seats are platoons."""
    rosters = [read_roster("mudlarks"), read_roster("gadgeteers")]
    config, options = fate.resolve({**house, "platoons": len(by) == 4}, rosters)
    teams = [each.name for each in rosters]
    called = [f"{team} {each}" for team in teams for each in ("offense", "defense")] if len(by) == 4 else teams
    names = {"teams": teams, "rosters": [each.people() for each in rosters], "seats": called}
    seats = [{"name": name, "by": player} for name, player in zip(called, by, strict=True)]
    return Start(config, options, names, seats, chance, secret, tuple("salt" for _ in by))


def any_order(club: Club, match_id: str, seat: int, seed: int) -> list[int]:
    """Some legal order of a seat, from what it may see."""
    look = club.look(match_id, seat)
    game = find(look.header["game"])
    return coaches.ask(game, coaches.find(game, "random"), look.observation.view, look.observation.config, seat, seed)


def device_of(token: str) -> str:
    """The secret of the browser that sits down by an invitation."""
    return f"the-device-of-{token}"


def sit(club: Club, token: str, name: str = "") -> tuple[str, int]:
    """Somebody sits down by an invitation, in a browser of his own."""
    return club.sit(token, Sitter((device_of(token),), name))


def needed(club: Club, match_id: str, seat: int, typed: Sequence[int]) -> Needed | None:
    """What people have to roll or draw next."""
    return club.do(match_id, lambda table: typed_in.needed(table, seat, typed))


def play_typed(club: Club, match_id: str, typed: Sequence[int], turn: int) -> None:
    """They have rolled and drawn all of it."""
    club.do(match_id, lambda table: typed_in.confirm(table, typed, turn))
    club.resolve(match_id)


def play_out(club: Club, match_id: str, seed: int = 1, turns: int = 10**9) -> None:
    """The people choose by chance, to the end or for so many turns."""
    rng = random.Random(seed)
    club.resolve(match_id)
    for _ in range(turns):
        look = club.look(match_id)
        if look.is_over:
            return
        for seat in look.waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, rng.getrandbits(60)), turn=look.turn)
        club.resolve(match_id)


def answer_host(club: Club, match_id: str, seat: int, agrees: bool) -> host_acts.ActDone:
    """A player answers the request of the host that stands."""
    asked = club.do(match_id, lambda table: request_of(club, table))
    return host_acts.answer(club, match_id, seat, agrees, asked.mark if asked else "")
