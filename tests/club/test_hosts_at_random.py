"""Hosts and players who do anything at any time, on two servers: both agree, play goes on, and the record holds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from breakaway.club import host_requests
from breakaway.club.absences import keep_time, overdue, pause
from breakaway.club.closing import archive, go_on, stop
from breakaway.club.club import Club, open_club
from breakaway.club.hosting import (
    NO_SEAT,
    add_chair,
    announce,
    close_now,
    dry_run,
    enter_order,
    extend,
    pause_all,
    reopen_seat,
    resume,
    roll_back,
    rule_as_host,
    rulings_of_host,
    substitute,
    why_no_entry,
)
from breakaway.club.schema import CLOSE, COACH, OVER, RUNNING, WAIT
from breakaway.club.take_backs import agree_back, ask_back, take_back
from breakaway.club.time_control import DAY, NONE, Pace, Terms
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow, Refused
from breakaway.mail.host_acts import carry_out
from breakaway.records.match import Start
from breakaway.records.verify import Grade
from tests.club.clocks import Wall
from tests.club.starts import answer_host, any_order, fate_match, football_match, race, sit

STEPS = 120


def start_of(game: str, rng: Random) -> Start:
    if game == "cycling":
        profile = rng.choice(["boxed", "postal", "pursuit", "blind", "spy"])
        return race(("human", "human", "random"), profile=profile)
    return football_match() if game == "football" else fate_match(("human",) * rng.choice([2, 4]))


def acts_at(club: Club, match_id: str, wall: Wall, rng: Random) -> dict[str, Callable[[], object]]:
    """What somebody may try now. About half of it is refused."""
    look = club.look(match_id)
    back = max(0, look.turn - rng.choice([1, 1, 2, 4]))
    seat, names = rng.randrange(len(look.seats)), list(look.observation.game.instructions)
    of_host: dict[str, Any] = {"turn": look.turn, "reason": "A reason"}

    def play() -> None:
        for each in look.waiting:
            if rng.random() < 0.9:
                club.choose(match_id, each, any_order(club, match_id, each, rng.getrandbits(60)))

    def enter() -> None:
        order = any_order(club, match_id, seat, 3) if seat in look.waiting else [0]
        club.do(match_id, partial(enter_order, seat=seat, order=order, **of_host))

    def sleep() -> None:
        wall.on(rng.choice([60, DAY // 5, DAY, 3 * DAY]))
        for each, _closes in overdue(club):
            keep_time(club, each)

    def agree() -> None:
        for each in range(len(look.seats)):
            club.do(match_id, partial(agree_back, seat=each))

    def rule() -> None:
        with club.held(match_id) as table:
            found = rulings_of_host(table)
        if found:
            club.do(match_id, partial(rule_as_host, codes=rng.choice(found).codes, **of_host))

    def ask() -> None:
        act = rng.choice(["stop", "close", "back", "rule", "seat", "archive", "open"])
        given = {"turn": str(look.turn), "goal": str(back), "ruling": str(rng.randrange(8)), "reason": "A reason"}
        carry_out(club, match_id, act, {**given, "seat": str(seat), "player": "empty"}, NO_SEAT)
        turn = look.turn if act in ("close", "back", "rule") else None
        host_requests.ask(club, match_id, NO_SEAT, act, given, "A reason", turn)

    def answer_all() -> None:
        for each in range(len(look.seats)):
            answer_host(club, match_id, each, agrees=rng.random() < 0.9)

    rare: dict[str, Callable[[], object]] = {
        "substitute": lambda: substitute(club, match_id, seat, "random", "He is ill"),
        "resign": lambda: club.resign(match_id, seat),
    }
    return {
        "play": play,
        "order": enter,
        "back": lambda: club.do(match_id, partial(roll_back, goal=back, **of_host)),
        "close": lambda: club.do(match_id, partial(close_now, **of_host)),
        "extend": lambda: extend(club.database, match_id, rng.choice([1, 24, 336]), "A storm"),
        "pause": lambda: pause_all(club.database, match_id, rng.choice([1, 10]), "Christmas"),
        "resume": lambda: resume(club.database, match_id, "All are back"),
        "announce": lambda: announce(club.database, match_id, "Hello"),
        "reopen": lambda: sit(club, reopen_seat(club, match_id, seat, "He is ill"), "Somebody"),
        "sleep": sleep,
        "players' pause": lambda: pause(club.database, match_id, 1),
        "ask": lambda: club.do(match_id, partial(ask_back, seat=seat)),
        "agree": agree,
        "take back": lambda: club.do(match_id, partial(take_back, seat=seat)),
        "stop": lambda: stop(club.database, match_id, "A reason"),
        "open": lambda: go_on(club.database, match_id, "A reason"),
        "archive": lambda: archive(club.database, match_id, "A reason"),
        "rule": rule,
        "host's request": ask,
        "answers": answer_all,
        "instruct": lambda: club.instruct(match_id, seat, rng.sample(names, min(1, len(names)))),
        **(rare if rng.random() < 0.1 else {}),
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cycling", "football", "fate"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_host_does_two_servers_agree_and_the_record_holds(url: str, game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    servers = [open_club(url), open_club(url)]
    wall = Wall(servers[0])
    servers[1].database.now = servers[0].database.now
    late = CLOSE if game == "cycling" else rng.choice([COACH, WAIT])
    terms = rng.choice([NONE, Terms(DAY, late, pace=Pace(pause=9))])
    made = servers[0].create(game, start_of(game, rng), terms=terms, host=NO_SEAT, within=add_chair("a-link"))
    for token in made.tokens.values():
        sit(servers[0], token)
    for _ in range(STEPS):
        club = rng.choice(servers)
        acts = acts_at(club, made.id, wall, rng)
        name = rng.choice([*acts, *["play"] * 6])
        with suppress(UserError, NotNow, Refused):
            acts[name]()
        club.resolve(made.id)
        looks = [
            (each.look(made.id), *(each.look(made.id, n) for n in range(3 if game == "cycling" else 2)))
            for each in servers
        ]
        assert [each.stamp for each in looks[0]] == [each.stamp for each in looks[1]], name
        look, listed = looks[0][0], club.listed(made.id)
        if listed.status == OVER:
            break
        if listed.status == RUNNING and not look.holding and not listed.stopped:
            assert look.waiting or look.is_held, f"after {name!r} the match waits for nobody"
        with club.held(made.id) as table:
            assert set(dry_run(table).ready).isdisjoint(look.waiting)
            assert all(why_no_entry(table, n) for n in range(len(look.seats)) if n not in table.match.choosers())
    again = open_club(url)
    again.database.now = servers[0].database.now
    assert again.look(made.id).stamp == servers[1].look(made.id).stamp, "also after a restart"
    assert again.check(made.id).grade is not Grade.INCONSISTENT
    for each in (*servers, again):
        each.close()
