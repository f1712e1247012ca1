"""`breakaway watch`: shows a match between coaches turn by turn, or prints only the result as JSON."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

from breakaway.core.observation import Observation
from breakaway.games.manifest import find
from breakaway.players.coaches import label
from breakaway.players.seated_match import Table
from breakaway.players.settings import Request, make_start
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Memory
from breakaway.terminal.desk import Desk, Lookup, ended, upper_first
from breakaway.terminal.desks import find_desk
from breakaway.terminal.keep import Saved, asked_path
from breakaway.terminal.screen import Screen


def watch(request: Request, named: str | None, as_json: bool) -> None:
    """Plays a match between coaches and shows it. With `as_json`, prints only the result.

    `named` lists the names of the coaches, as typed.
    """
    game = find(request.game)
    desk = find_desk(game)
    by = desk.watched(request, named)
    seed = random.SystemRandom().randrange(2**31) if request.seed is None else request.seed
    begun = make_start(request.model_copy(update={"seed": seed}), by)
    store = Saved(asked_path(request.record)) if request.record else Memory()
    match: Match[Any, Any] = Match.new(game, begun, store)
    table = Table(game, match)
    if as_json:
        while not match.is_over():
            table.play_turn()
        print(json.dumps(summary(match, desk, seed), ensure_ascii=False))
        return
    tell(Screen(), desk, table, seed)
    if request.record:
        print(f"\nThe record: {request.record}")


def tell(screen: Screen, desk: Desk, table: Table, seed: int) -> None:
    """Plays a match and shows each turn: what happened, then the board. The title shows the `seed`."""
    match = table.match
    screen.head(f"{table.game.title}, seed {seed}")
    screen.show(desk.welcome(match.observation(), match.record.header["options"]))
    names = desk.seat_names(match.names)
    screen.say(", ".join(f"{name} ({label(table.game, player)})" for name, player in zip(names, table.by, strict=True)))
    while not match.is_over():
        title = upper_first(desk.where(match.observation()))
        events = table.play_turn()
        screen.head(title)
        screen.show(desk.brief(Lookup(match.observation(), match.log, "", screen.color, screen.width), events))
        screen.say()
        screen.show(desk.field(match.observation(), screen.color, screen.width))
    screen.head(desk.manner.end)
    screen.show(
        ended(desk, Lookup(match.observation(), match.log, "", screen.color, screen.width, partial(played_in, match)))
    )


def summary(match: Match[Any, Any], desk: Desk, seed: int) -> dict[str, Any]:
    """The result as one dictionary. Points are exact, so a race writes them as text. `winner` is null if several
    teams share the win.
    """
    game = match.game
    names = desk.seat_names(match.names)
    look = Lookup(match.observation(), match.log, "", False, 80, partial(played_in, match))
    befores = [Observation(game, state, match.config, -1, match.names) for state, _ in match.history]
    standing = match.observation().standing
    first, rule = [names[seat] for seat in standing.winners], standing.rule
    said = [each for _, events in match.log for each in events if each.rule == rule]
    says = game.words.event(said[-1], match.names, match.config) if said else game.rules.entries[rule].says
    return {
        "game": game.name,
        "seed": seed,
        "teams": names,
        "coaches": {seat["name"]: seat["by"] for seat in match.record.header["seats"]},
        "winner": first[0] if len(first) == 1 else None,
        "ended": {"rule": rule, "says": says},
        **desk.summary(look, match.record.header["options"], befores),
    }
