"""How strong people are: a rating for each game, with an interval, worked out from results alone.

The ratings are those of the Plackett-Luce model (the library openskill): matches have two sides or more, and places can
be shared. They are shown as Elo numbers. The levels of the computer keep the ratings that the ladder measured, so that
people's numbers mean the same in every season. The same results in the same order always give the same ratings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from breakaway.core.data_files import toml_of
from breakaway.core.language import UserError, _, what_to_install
from breakaway.players.seated_match import HUMAN
from breakaway.seasons.season import PLAYED, Season

MIDDLE = 1500  # Elo of somebody of whom nothing is known: the mean of the levels of the computer
MEAN, DOUBT = 25.0, 25.0 / 3  # the same in the library's numbers
LUCK = DOUBT / 2  # how much a single match varies, in the library's numbers
PER_POINT = 400 / math.log(10) / (LUCK * math.sqrt(2))  # Elo points in one of the library's
NINE_IN_TEN = 1.645
PROVISIONAL = 100  # a rating counts once its interval is narrower than this to either side
MEASURED = 0.1  # the doubt about a level of the computer, in the library's numbers


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points. The true strength lies within `error` points of it nine times in ten."""

    elo: int
    error: int
    matches: int

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known: the interval is still wide."""
        return self.error >= PROVISIONAL


@dataclass(frozen=True, order=True)
class RatedPlayer:
    """Who is rated: a person by name, or a coach or level of the computer (`is_computer`) by its name.

    A person may be called like a level.
    """

    name: str
    is_computer: bool = False


@dataclass(frozen=True)
class RatedMatch:
    """A match that counts: who played, and their places, from 1."""

    players: tuple[RatedPlayer, ...]
    rank: tuple[int, ...]


def level_ratings(game: str) -> dict[str, int]:
    """The Elo numbers of the levels of the computer in a `game`, as the ladder measured them. Empty without the lab."""
    found = files(f"breakaway.games.{game}").joinpath("lab", "levels.toml")
    levels = toml_of(found.read_text(encoding="utf-8"))["levels"] if found.is_file() else {}
    return {name: each["elo"] for name, each in levels.items()}


def ratings_of(matches: Iterable[RatedMatch], levels: Mapping[str, int] | None = None) -> dict[RatedPlayer, Rating]:
    """The rating of everybody after these `matches`, in their order. `levels` of the computer have fixed Elo numbers,
    by name.

    Raises UserError if the library is missing.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise UserError(what_to_install(error, _("a rating"), "seasons")) from None
    model = PlackettLuce(mu=MEAN, sigma=DOUBT, beta=LUCK)
    fixed = {RatedPlayer(name, is_computer=True): elo for name, elo in (levels or {}).items()}
    known = {each: model.rating(mu=MEAN + (elo - MIDDLE) / PER_POINT, sigma=MEASURED) for each, elo in fixed.items()}
    played: dict[RatedPlayer, int] = {}
    for match in matches:
        if len(set(match.players)) != len(match.players):
            continue  # against oneself, as between two seats of one level
        sides = [[known.setdefault(each, model.rating())] for each in match.players]
        for each, (after,) in zip(match.players, model.rate(sides, ranks=list(match.rank)), strict=True):
            played[each] = played.get(each, 0) + 1
            if each not in fixed:
                known[each] = after
    return {
        each: Rating(
            round(MIDDLE + (known[each].mu - MEAN) * PER_POINT),
            math.ceil(NINE_IN_TEN * known[each].sigma * PER_POINT),
            count,
        )
        for each, count in played.items()
    }


def ratings_by_game(seasons: Sequence[Season]) -> dict[str, dict[RatedPlayer, Rating]]:
    """The ratings that follow from the rated matches of these `seasons`, by game and player. Raises UserError if the
    library is missing.

    Games are in the order of the seasons, players in the order of their ratings; those of the computer are among them.
    """
    found = {}
    for game in dict.fromkeys(each.terms.game for each in seasons):
        matches = rated_matches([each for each in seasons if each.terms.game == game])
        rated = ratings_of(matches, level_ratings(game)) if matches else {}
        found[game] = dict(sorted(rated.items(), key=lambda item: (-item[1].elo, item[0])))
    return found


def chance_before(points: int, sides: int = 2) -> float:
    """The chance that somebody who is rated so many `points` above an opponent ends before him, in a match of so many
    `sides`. In the model, each further side adds to the luck of a match.
    """
    return 1 / (1 + 10 ** (-points / 400 * math.sqrt(2 / sides)))


def rated_matches(seasons: Sequence[Season]) -> list[RatedMatch]:
    """The matches of rated `seasons` that count: those that were played and whose records are known.

    A forfeit, a match that counts for nothing and a result that somebody entered by hand do not count. A computer's
    entrant counts as its level. Somebody who was replaced counts under the name he had then. Whoever had left a race
    did not ride in it.
    """
    found = []
    for season in seasons:
        if not season.terms.rated:
            continue
        replay = Season.of(season.terms)
        for line in season.lines[1:]:
            replay.add(line)
            if line["kind"] != "result" or line["how"] != PLAYED:
                continue
            match = season.matches.get(line["match"])
            if match is None or match.result is None or match.result.record != line.get("record", ""):
                continue  # corrected or taken back later
            rode = [side for side, each in enumerate(match.sides) if each not in match.result.absent]
            players = tuple(_player(replay, match.sides[side]) for side in rode)
            found.append(RatedMatch(players, tuple(match.result.rank[side] for side in rode)))
    return found


def _player(season: Season, entrant: int) -> RatedPlayer:
    this = season.entrants[entrant]
    return RatedPlayer(this.name) if this.by == HUMAN else RatedPlayer(this.by, is_computer=True)
