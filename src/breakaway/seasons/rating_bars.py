"""Ratings as bars on one scale with the computer's levels, before a browser's template lays them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from breakaway.core.language import _
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.seasons.ratings import MIDDLE, PROVISIONAL, Rating, chance_before, level_ratings, ratings_by_game
from breakaway.seasons.season import Season

STEP = 100  # Elo points: a scale begins and ends at a multiple of it
# Percent of the scale: names of levels that are closer would overlap, on a phone and on a wide screen.
APART_ON_PHONE, APART = 34, 14
APART_FOR_EXAMPLE = 100  # Elo points, of which the page says what they mean


@dataclass(frozen=True)
class RatingLevel:
    """A level of the computer on the scale: its name, its fixed Elo number, and where it stands, in percent.

    `is_named`: whether there is room for its name under the scale; `is_spared`: only on a wide screen.
    """

    label: str
    elo: int
    at: float
    is_named: bool
    is_spared: bool


@dataclass(frozen=True)
class RatingBar:
    """Somebody's rating with its interval on the scale, in percent. `entrant`: who it is in the season now, or None."""

    name: str
    entrant: int | None
    rating: Rating
    at: float
    low: float
    wide: float


@dataclass(frozen=True)
class RatingScale:
    """The ratings of a game on one scale, the best first, with what the numbers mean in a sentence."""

    game: str
    bars: tuple[RatingBar, ...]
    levels: tuple[RatingLevel, ...]
    means: str
    provisional: str


def rating_scale(season: Season) -> RatingScale:
    """The ratings of the people of a `season`, from its own rated matches alone. Raises UserError if a library is
    missing.
    """
    game = season.terms.game
    found = ratings_by_game([season])[game]
    people = {player.name: each for player, each in found.items() if not player.is_computer}
    now = {each.name: i for i, each in enumerate(season.entrants)}
    sides = 2 if len(season.entrants) == 2 or _meets_in_pairs(season) else len(season.entrants)
    return scale_of(game, people, {name: now.get(name) for name in people}, sides)


def _meets_in_pairs(season: Season) -> bool:
    return all(len(each.sides) == 2 for each in season.matches.values())


def scale_of(
    game: str, people: Mapping[str, Rating], entrants: Mapping[str, int | None], sides: int = 2
) -> RatingScale:
    """These ratings of `people` in a `game` as bars on one scale with its levels.

    `entrants`: who they are in a season, by name. `sides`: how many sides its matches have.
    """
    levels = level_ratings(game)
    ends = [MIDDLE, *levels.values()]
    ends += [end for each in people.values() for end in (each.elo - each.error, each.elo + each.error)]
    low, high = min(ends) // STEP * STEP, -(-max(ends) // STEP) * STEP

    def at(elo: int) -> float:
        return round(100 * (elo - low) / max(STEP, high - low), 2)

    bars = [
        RatingBar(
            name,
            entrants.get(name),
            each,
            at(each.elo),
            at(each.elo - each.error),
            round(at(each.elo + each.error) - at(each.elo - each.error), 2),
        )
        for name, each in people.items()
    ]
    places = {name: at(elo) for name, elo in levels.items()}
    always = _with_room(places, [*places][:1] + [*places][-1:], APART_ON_PHONE)
    named = _with_room(places, always, APART)
    shown = [
        RatingLevel(coaches.label(find(game), name), elo, at(elo), name in named, name not in always)
        for name, elo in levels.items()
    ]
    return RatingScale(find(game).title, tuple(bars), tuple(shown), _meaning(sides), _until_when())


def _with_room(places: Mapping[str, float], chosen: Sequence[str], apart: float) -> list[str]:
    """The `chosen` levels, and those between that are far enough `apart` from all that are named."""
    found = [*chosen]
    for name, at in places.items():
        if all(abs(at - places[each]) >= apart for each in found):
            found.append(name)
    return found


def _meaning(sides: int) -> str:
    percent = round(100 * chance_before(APART_FOR_EXAMPLE, sides))
    if sides == 2:
        text = _(
            "{middle} is the middle of the computer’s levels. "
            "Whoever stands {n} points above an opponent wins about {percent} of 100 matches against him."
        )
    else:
        text = _(
            "{middle} is the middle of the computer’s levels. "
            "Whoever stands {n} points above a rival ends before him in about {percent} of 100 races."
        )
    return text.format(middle=MIDDLE, n=APART_FOR_EXAMPLE, percent=percent)


def _until_when() -> str:
    text = _(
        "The bar is where the true strength lies nine times in ten. "
        "Dashed: provisional, until the interval is below ± {n}."
    )
    return text.format(n=PROVISIONAL)
