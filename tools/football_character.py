"""The documents' statements about teams and their cards, as constraints that a fit never breaks.

`broken` names the sentences that the data break. A search refuses every fit that breaks one. Each sentence has its
source: SF are the solo rules and questions, RB is the rule book. Where a document says "much lower" or "nearly all",
the number in the tables here is ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any

Team = dict[str, Any]  # a team's file as tables
Teams = dict[str, Team]

CORE = ("maulers", "pharaohs", "lightning", "fire")  # RB: the box has these four
ELITE = ("stackers", "rhinos", "vultures")
RUNS = frozenset({"Inside Run", "Outside Run", "Draw", "Counter"})
HIGH = {"run": 4, "pass": 7}  # SF: high value is a run of 4 or higher, a pass of 7 or higher (206, 207)
TOKENS = 4

# SF: "Some teams lack high-value plays, like the Maulers passing game". The Pharaohs' runs are ours, as the other one.
LACKS = {("maulers", "pass"), ("pharaohs", "run")}
LEAST_HIGH = 2  # plays of a kind, unless the team lacks them
MOST_HIGH = 0.45  # share of the plays of a kind: high values are its strongest plays, not the usual ones

# RB and SF show these; the box has only the core teams, so core cards have them. "run": a run of any type.
SEEN = {("run", 2), ("Short", 2), ("Short", 3), ("Short", 4), ("Screen", 5), ("Medium", 6), ("Long", 8)}
SEEN_CALLS = {("Blitz", "run", 1), ("Zone", "pass", 5)}  # RB: strength 2 against a Blitz of 1; SF: a Zone of 5
LOW = {"Inside Run": 3, "Short": 4}  # SF: "these low-value plays"; the most that one may have

# Targets of fourth down by milestone (232, 233): on the die alone 7 is never reached.
COLUMNS = ("own_20", "midfield", "their_20", "goal")
BOLD = ("pharaohs", "eclipse")
CAUTIOUS = ("vultures",)
FOURTH = {
    **dict.fromkeys(BOLD, ((3, 6), (3, 6), (3, 6), (3, 5))),
    **dict.fromkeys(CAUTIOUS, ((9, 10),) * 4),
}
USUAL = ((7, 8), (7, 8), (7, 8), (6, 8))  # for every other team


@dataclass(frozen=True)
class Trait:
    """A sentence about the data, its source, and the check that finds what breaks it."""

    says: str
    source: str
    breaks: Callable[[Teams], Iterator[str]]


def plays(team: Team) -> list[tuple[str, int]]:
    """The type and the strength of each of a team's plays."""
    texts = (play for card in team["offense"] for play in card["plays"])
    parts = (text.removesuffix(" low").removesuffix(" min").rsplit(" ", 1) for text in texts)
    return [(name, int(strength)) for name, strength in parts]


def calls(team: Team) -> list[tuple[str, int, int]]:
    """The type of each of a team's defense calls and its strengths against runs and passes."""
    parts = (text.rsplit(" ", 1) for card in team["defense"] for text in card["calls"])
    return [(name, *map(int, strengths.split("-"))) for name, strengths in parts]


def kind_of(play: str) -> str:
    """Whether a play is a run or a pass."""
    return "run" if play in RUNS else "pass"


def high_values(team: Team, kind: str) -> tuple[int, int]:
    """How many plays of a kind have a high value, and how many there are."""
    strengths = [strength for name, strength in plays(team) if kind_of(name) == kind]
    return sum(strength >= HIGH[kind] for strength in strengths), len(strengths)


def fourth_limits(name: str) -> tuple[tuple[int, int], ...]:
    """The least and the highest target of a team in each column."""
    return FOURTH.get(name, USUAL)


def _high(teams: Teams) -> Iterator[str]:
    for name, team in teams.items():
        for kind in HIGH:
            found, of = high_values(team, kind)
            if (name, kind) in LACKS:
                if found:
                    yield f"{name}: {found} of {kind}"
            elif not LEAST_HIGH <= found <= MOST_HIGH * of:
                yield f"{name}: {found} of {of} of {kind}"


def _tokens(teams: Teams) -> Iterator[str]:
    found, _ = high_values(teams["maulers"], "run")
    if found < TOKENS:
        yield f"{found}"


def _seen(teams: Teams) -> Iterator[str]:
    found = {each for name in CORE for each in plays(teams[name])}
    found |= {("run", strength) for name, strength in found if name in RUNS}
    yield from (f"{name} {strength}" for name, strength in sorted(SEEN - found))


def _seen_calls(teams: Teams) -> Iterator[str]:
    found = set()
    for name in CORE:
        for call, run, passing in calls(teams[name]):
            found |= {(call, "run", run), (call, "pass", passing)}
    yield from (f"{call} with {strength} against a {kind}" for call, kind, strength in sorted(SEEN_CALLS - found))


def _low(teams: Teams) -> Iterator[str]:
    for name, team in teams.items():
        yield from (f"{name}: {play} {n}" for play, n in plays(team) if n > LOW.get(play, n))


def _stopped(teams: Teams) -> Iterator[str]:
    for play, at in (("Inside Run", 1), ("Short", 2)):
        stops = [
            call[at] >= strength
            for mine in CORE
            for theirs in CORE
            if mine != theirs
            for name, strength in plays(teams[mine])
            if name == play
            for call in calls(teams[theirs])
        ]
        if mean(stops) <= 0.5:
            yield f"{play}: {100 * mean(stops):.0f}%"


def _fourth(teams: Teams) -> Iterator[str]:
    for name, team in teams.items():
        for column, (low, high) in zip(COLUMNS, fourth_limits(name), strict=True):
            if not low <= team["fourth_down"][column] <= high:
                yield f"{name}: {column} {team['fourth_down'][column]}, not {low} to {high}"


def _elite(teams: Teams) -> Iterator[str]:
    cards = {name: len(team["defense"]) for name, team in teams.items()}
    formations = {name: len({card["formation"] for card in team["defense"]}) for name, team in teams.items()}
    strength = {name: mean(run + passing for _, run, passing in calls(team)) for name, team in teams.items()}
    for name in ELITE:
        others = [other for other in teams if other not in ELITE]
        if not (
            cards[name] < min(cards[other] for other in others)
            and formations[name] < min(formations[other] for other in others)
            and strength[name] > max(strength[other] for other in others)
        ):
            yield name


def _drawn(teams: Teams) -> Iterator[str]:
    for name in CORE:
        for where, team in ((name, teams[name]), (f"{name}, expert", teams[name].get("expert"))):
            for formation, codes in team["offense_sheet"]["plays"].items() if team else ():
                if codes["Gold Joker"] != "drawn":
                    yield f"{where}: {formation}"


TRAITS = (
    Trait(
        "Nearly every team has high-value runs and passes, as its strongest plays", "SF, Using Spy Run/Spy Pass", _high
    ),
    Trait("The Maulers can use four separate high-value runs in a half", "SF, Using Spy Run/Spy Pass", _tokens),
    Trait("Every strength that a document shows is on a core card", "RB, Game Play, Prevent; SF, FAQ", _seen),
    Trait("Every defense strength that a document shows is on a core card", "RB, Game Play; SF, FAQ", _seen_calls),
    Trait("Inside Run and Short are low-value plays", "SF, FAQ, Minimum Gain", _low),
    Trait(
        "A defense typically stops Inside Run and Short, except for the minimum gain", "SF, FAQ, Minimum Gain", _stopped
    ),
    Trait(
        "On the die alone, Pharaohs and Eclipse go for it on fourth down, the others hardly ever do, and "
        "the Vultures least of all",
        "SF, FAQ, 4th Down chart",
        _fourth,
    ),
    Trait("An elite defense has fewer cards and formations, and is stronger", "SF, FAQ, number of cards", _elite),
    Trait("On a Gold Joker, every core team plays the drawn card", "SF, Formation Play Calls", _drawn),
)


def broken(teams: Teams) -> list[str]:
    """Each sentence that the data break, and what breaks it."""
    return [f"{trait.says} ({trait.source}): {each}" for trait in TRAITS for each in trait.breaks(teams)]


def broken_texts(texts: dict[str, str]) -> list[str]:
    """The same for the texts of team files, by team. Leaves out the deck's text."""
    return broken({name: tomllib.loads(text) for name, text in texts.items() if name != "deck"})
