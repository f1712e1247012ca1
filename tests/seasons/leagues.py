"""Seasons for the tests: a league whose table was worked out by hand, and quick ways to enter results."""

from __future__ import annotations

from typing import Any

from breakaway.seasons.rounds import begun
from breakaway.seasons.season import BY_HAND, Season
from breakaway.seasons.terms import SeasonTerms, checked_terms

EIGHT = ["Tom", "Ada", "Vera", "Gus", "Marek", "Ann", "Jonas", "Bluebelle"]
TEAMS = ["Maulers", "Lightning", "Sharks", "Stackers", "Pharaohs", "Fire", "Rhinos", "Eclipse"]

# The drawn league of the direction for these pages. Its table was added up by hand, from these scores alone.
THURSDAYS = """
Tom 27-27 Jonas | Bluebelle 13-31 Ada | Vera 14-3 Marek | Ann 20-21 Gus
Bluebelle 13-20 Tom | Jonas 7-13 Marek | Ann 13-14 Ada | Vera 21-6 Gus
Tom 24-6 Marek | Ann 27-3 Bluebelle | Jonas 7-24 Gus | Vera 17-27 Ada
Ann 10-27 Tom | Marek 3-27 Gus | Vera 13-0 Bluebelle | Jonas 27-20 Ada
Tom 20-14 Gus | Vera 30-7 Ann | Marek 14-0 Ada | Jonas 10-24 Bluebelle
Vera 14-17 Tom | Gus 7-20 Ada | Jonas 20-27 Ann | Marek 14-0 Bluebelle
Tom - Ada | Jonas - Vera | Gus - Bluebelle | Marek - Ann
"""


def terms(names: list[str] | int = 4, stages: list[dict[str, Any]] | None = None, **said: Any) -> SeasonTerms:
    """Terms for entrants with these `names`, or so many with invented ones."""
    listed = [f"P{i}" for i in range(names)] if isinstance(names, int) else names
    data = {
        "title": "Thursday League",
        "game": "football",
        "entrants": [{"name": name} for name in listed],
        "stages": stages or [{"kind": "round_robin"}],
        **said,
    }
    return checked_terms(data, "terms")


def season(names: list[str] | int = 4, stages: list[dict[str, Any]] | None = None, **said: Any) -> Season:
    """A season that has begun."""
    return begun(terms(names, stages, **said))


def from_scores(text: str, names: list[str], **said: Any) -> Season:
    """A league whose rounds are the lines of `text`."""
    made = Season.of(terms(names, **said))
    for number, row in enumerate(text.strip().splitlines(), 1):
        matches = []
        for each in row.split("|"):
            home, score, away = each.split()
            matches.append((names.index(home), score, names.index(away)))
        made.add({"kind": "round", "stage": 0, "number": number, "matches": [[a, b] for a, _score, b in matches]})
        for n, (_a, score, _b) in enumerate(matches, 1):
            if score != "-":
                enter(made, f"1.{number}.{n}", *map(int, score.split("-")))
    return made


def enter(season: Season, match_id: str, *score: int) -> None:
    """Enters a score by hand."""
    season.enter(match_id, score, how=BY_HAND, reason="as played")


def order_of(rows: Any, names: list[str]) -> list[str]:
    """The names in the order of a table."""
    return [names[row.entrant] for row in rows]
