"""Works out who plays each seat of a match from the names that were typed."""

from __future__ import annotations

from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.game import Game
from breakaway.core.language import many, say
from breakaway.core.trouble import Trouble
from breakaway.games.registry import kit_of


def favourite(game: Game[Any, Any]) -> str:
    """The coach that plays by default."""
    return kit_of(game).favourite


def adviser(game: Game[Any, Any]) -> str:
    """The coach that gives a person advice. Empty if the game's default coach plays at random."""
    found = favourite(game)
    return found if found != "random" else ""


def players(game: Game[Any, Any], text: str | None, first: str, count: int, people: bool) -> list[str]:
    """Who plays each of the `count` seats, read from `a,b,...`. The last player named plays all remaining seats.

    If `text` is None, reads `first` instead. `people` says whether a person may take a seat. Raises Trouble for an
    unknown coach, for too many names, or for a person in a match that only coaches can play.
    """
    named = [part.strip() for part in (first if text is None else text).split(",")]
    for name in named:
        if name == HUMAN and not people:
            raise Trouble(
                say("only coaches can play here; to play a seat yourself, type: breakaway play {game}", game=game.name)
            )
        persons = [HUMAN] if people else []
        own = coaches.own_names(game)
        if name not in [*kit_of(game).rules_play, *persons, *coaches.names(game), *own]:
            if name in coaches.OWN:
                listed = ", ".join(coaches.OWN[name].games)
                raise Trouble(say("the bot {name} plays only these games: {games}", name=name, games=listed))
            raise Trouble(coaches.unknown(game, name, [*persons, *own]))
    if len(named) > count:
        raise Trouble(
            many(
                "you named {players} players, but there is only {n} seat for them",
                "you named {players} players, but there are only {n} seats for them",
                count,
                players=len(named),
            )
        )
    return named + [named[-1]] * (count - len(named))
