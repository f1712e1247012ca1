"""What somebody asked for, on the command line or in a form, and the match that it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.game import Game
from breakaway.core.language import many, say
from breakaway.core.trouble import Trouble
from breakaway.games.registry import kit_of


@dataclass(frozen=True)
class Wishes:
    """The options that `play` and `watch` share, as typed."""

    game: str = "cycling"
    teams: str | None = None  # the race: how many; football: the folder of one's own teams
    profile: str | None = None
    house: tuple[str, ...] | list[str] = ()
    track: str | None = None
    seed: int | None = None
    record: str | None = None
    home: str | None = None
    versus: str | None = None  # the other team, at home or away
    physical: bool = False  # people roll and draw themselves


def favourite(game: Game[Any, Any]) -> str:
    """The coach that plays when nobody is named."""
    return kit_of(game).favourite


def adviser(game: Game[Any, Any]) -> str:
    """The coach whose advice a person can ask for; empty when there is none but chance."""
    found = favourite(game)
    return found if found != "random" else ""


def players(
    game: Game[Any, Any], text: str | None, first: str, count: int, people: bool, rules_play: tuple[str, ...] = ()
) -> list[str]:
    """Who plays each of `count` seats, from `a,b,...`: the last one named takes all further seats.

    Raises Trouble for a coach that is not there, and for a person where only coaches play.
    """
    named = [part.strip() for part in (first if text is None else text).split(",")]
    for name in named:
        if name == HUMAN and not people:
            raise Trouble(say("only coaches can be watched; to play yourself: breakaway play {game}", game=game.name))
        known = [*rules_play, *([HUMAN] if people else []), *coaches.names(game)]
        if name not in known:
            raise Trouble(
                say(
                    "nobody is called {name}; {game} can be played by: {known}",
                    name=repr(name),
                    game=game.title,
                    known=", ".join(known),
                )
            )
    if len(named) > count:
        raise Trouble(
            many(
                "{players} players are named for {n} seat",
                "{players} players are named for {n} seats",
                count,
                players=len(named),
            )
        )
    return named + [named[-1]] * (count - len(named))


def house_rules(texts: tuple[str, ...] | list[str]) -> dict[str, Any]:
    """`last_place=1,crowd=0` as a table: whole numbers, true and false, else text. Raises Trouble."""
    rules: dict[str, Any] = {}
    for part in ",".join(texts).split(","):
        if not part.strip():
            continue
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not name or not value:
            raise Trouble(say("--house: expected NAME=VALUE, not {text}", text=repr(part.strip())))
        if name in rules:
            raise Trouble(say("--house: {name} is given twice", name=name))
        rules[name] = read_value(value)
    return rules


def read_value(text: str) -> int | bool | str:
    """A value as people type it."""
    if text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    try:
        return int(text)
    except ValueError:
        return text


def number_of_teams(wishes: Wishes, usual: int, most: int) -> int:
    """`--teams` as a number; raises Trouble."""
    text = "" if wishes.teams is None else str(wishes.teams).strip()
    if wishes.teams is None:
        return usual
    if not (text.isascii() and text.isdigit() and 2 <= int(text[:4]) <= most):
        raise Trouble(say("--teams: expected a number from 2 to {most}, not {text}", most=most, text=repr(text)))
    return int(text[:4])
