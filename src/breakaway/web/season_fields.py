"""The fields of the form for a new season: what each is called, what it may hold, and how they are grouped on the page.

The form can say what a file of terms can. `season_terms.py` turns what the fields hold into terms, and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from breakaway.core.language import _, many, say
from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import find_setting
from breakaway.seasons.terms import (
    KNOCKOUT,
    LONGEST_NAME,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    RACES,
    ROUND_ROBIN,
    SWISS,
    USUAL_DAYS,
    Leaving,
    TablePoints,
    Tie,
    has_courses,
)

MOST_STAGES, FIRST_STAGES = 6, 2  # so many can a form have, and so many has a new one
DOUBLE = "double"  # a round robin with two legs
USUAL_ROUNDS = 3  # of a Swiss stage or races
MOST_HOURS = 14 * 24
LONGEST_PEOPLE = 6000
STAGE = ("kind", "take", "rounds", "first", "days", "name", "drawn", "scale", "profile", "track")
MAIN_OF_STAGE = ("kind", "rounds", "first", "days")  # of the first stage, above the folds
POINTS = tuple(TablePoints.model_fields)
TIES = tuple(f"tie.{n}" for n in range(1, len(get_args(Tie)) + 1))
NUMBER, DATE, SELECT, BOX, LINES, TEXT = "number", "date", "select", "checkbox", "lines", "text"

Given = Mapping[str, str]  # what the form's fields hold, by name
Faults = dict[str, list[str]]  # what is wrong, by the field's name


@dataclass(frozen=True)
class SeasonField:
    """A field of the form: its name in the form, its label, its `kind`, and what it may hold.

    `note` says what an empty field means. `least`, `most`: the limits of a number. `longest`: of a text, in characters.
    `choices`: values with their labels.
    """

    name: str
    label: str
    kind: str = TEXT
    note: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 1
    most: int = 100
    longest: int = 60
    is_needed: bool = False


@dataclass(frozen=True)
class TermsGroup:
    """A folded part of the form: its `id` on the page, its title, what is in it in a few words, and its fields.

    `is_open`: whether it is shown open, because something in it is wrong or was just added.
    """

    id: str
    title: str
    says: str
    fields: tuple[SeasonField, ...]
    is_open: bool = False


def kinds() -> tuple[tuple[str, str], ...]:
    """What a stage can be, with the labels of the form."""
    return (
        (ROUND_ROBIN, _("League: everybody meets everybody once")),
        (DOUBLE, _("League: everybody meets everybody twice")),
        (SWISS, _("Swiss tournament: one meets somebody with as many points")),
        (KNOCKOUT, _("Cup: the loser is out")),
        (RACES, _("Series of races: everybody rides in each race")),
    )


def stage_fields(n: int) -> dict[str, SeasonField]:
    """The fields of the stage with the number `n`, from 1, by their names in a file of terms."""
    start = f"stage.{n}."
    none = (("", _("No stage")),) if n > 1 else ()
    opened = (
        _("Empty: the next round begins when one is over.") if n == 1 else _("Empty: when the stage before is over.")
    )
    drawn = (("", _("They play once more")), ("better_seed", _("The better seed goes on")))
    found = (
        SeasonField("kind", _("Kind"), SELECT, choices=none + kinds()),
        SeasonField("take", _("How many go on to it"), NUMBER, _("Empty: all."), least=2, most=MOST_ENTRANTS),
        SeasonField(
            "rounds",
            _("Rounds of a Swiss tournament or races"),
            NUMBER,
            say("Empty: {n}.", n=USUAL_ROUNDS),
            most=MOST_ROUNDS,
        ),
        SeasonField("first", _("Day by which the first round is played"), DATE, opened),
        SeasonField("days", _("Days from round to round"), NUMBER, say("Empty: {n}.", n=USUAL_DAYS), most=366),
        SeasonField(
            "name", _("Name of the stage"), TEXT, _("Empty: League, Swiss, Cup or Races."), longest=LONGEST_NAME
        ),
        SeasonField("drawn", _("After a draw in a cup"), SELECT, choices=drawn),
        SeasonField(
            "scale",
            _("Points for places in races"),
            TEXT,
            _("Such as 10, 6, 4 for the first three. Empty: the points of the races."),
        ),
        SeasonField("profile", _("Set of rules of races"), TEXT, _course_note("profile"), longest=400),
        SeasonField("track", _("Track of races"), TEXT, _course_note("track"), longest=400),
    )
    return {each.name: replace(each, name=start + each.name) for each in found if n > 1 or each.name != "take"}


def shipped_courses(game: str, field: str) -> list[str]:
    """What ships with a `game` for the `field` profile or track. Empty: it has none. Raises NoSuchGame."""
    if not has_courses(game):
        return []
    asked = next(each for each in find_setting(find(game)).form().first if each.name == field)
    return [value for value, _label in asked.choices if value]


def _course_note(field: str) -> str:
    names = dict.fromkeys(each for game in GAMES for each in shipped_courses(game, field))
    return say("One for all races, or one for each, with commas: {names}. Empty: as usual.", names=", ".join(names))


def main_fields() -> tuple[SeasonField, ...]:
    """The fields above the folds."""
    first = stage_fields(1)
    says = _(
        "Name, team. Add a level of the computer, such as club, if the computer plays. Without a team, a match is "
        "played elsewhere."
    )
    people = _("Who takes part, one in each line")
    return (
        SeasonField("title", _("Title"), longest=60, is_needed=True),
        SeasonField("game", _("Game"), SELECT, choices=tuple((name, find(name).title) for name in GAMES)),
        SeasonField("people", people, LINES, says, longest=LONGEST_PEOPLE, is_needed=True),
        *(first[each] for each in MAIN_OF_STAGE),
        SeasonField("hours", _("Hours for each choice"), NUMBER, _("Empty: there is no time limit."), most=MOST_HOURS),
        SeasonField(
            "rated",
            _("The matches count for ratings"),
            BOX,
            _("Only what is played here counts, not what is entered by hand."),
        ),
    )


def point_fields() -> tuple[SeasonField, ...]:
    """The fields for points, ties, and what becomes of the matches of those who leave."""
    usual = TablePoints()
    labels = {
        "win": _("Points for a win"),
        "draw": _("Points for a draw"),
        "loss": _("Points for a loss"),
        "bye": _("Points for a round without an opponent"),
    }
    points = [
        SeasonField(
            f"points.{each}", labels.get(each, each), NUMBER, say("Empty: {n}.", n=getattr(usual, each)), least=0
        )
        for each in POINTS
    ]
    ties = (("", "–"), *tie_labels().items())
    broken = [SeasonField(name, say("Tie-break {n}", n=n), SELECT, choices=ties) for n, name in enumerate(TIES, 1)]
    leaving = {
        "half": _("Before half are played, they count for nothing; after that, the opponents win the rest"),
        "annul": _("They count for nothing"),
        "forfeit": _("The results stand, and the opponents win the rest"),
    }
    choices = tuple((each, leaving.get(each, each)) for each in get_args(Leaving))
    return (*points, *broken, SeasonField("leaving", _("Matches of somebody who leaves"), SELECT, choices=choices))


def tie_labels() -> dict[str, str]:
    """The tie-breaks that there are, with the labels of the form."""
    labels = {
        "head_to_head": _("points in the matches among those who are level"),
        "difference": _("the difference"),
        "scored": _("points scored"),
        "wins": _("matches or races won"),
        "last": _("the better place in the last race"),
        "lot": _("lots"),
    }
    return {each: labels.get(each, each) for each in get_args(Tie)}


def decks_field() -> SeasonField:
    """The field in which the owner of a server names a folder with the entrants' own teams and cards."""
    note = _("A folder on this computer. Empty: the teams that ship with the game.")
    return SeasonField("decks", _("Own teams and cards"), TEXT, note, longest=400)


def groups(given: Given, faults: Faults, stages: int, opened: int = 0) -> list[TermsGroup]:
    """The folded parts for so many `stages`, then points and ties. `opened`: a stage that was just added."""
    found = []
    for n in range(1, stages + 1):
        fields = [each for name, each in stage_fields(n).items() if n > 1 or name not in MAIN_OF_STAGE]
        title = _("More about the first stage") if n == 1 else say("Stage {n} of the season", n=n)
        group = _group(f"stage-{n}", title, fields, given, faults)
        kind = dict(kinds()).get(given.get(f"stage.{n}.kind", ""), "") if n > 1 else ""
        says = kind.partition(":")[0] or (_("No stage") if n > 1 else group.says)
        found.append(replace(group, says=says, is_open=group.is_open or n == opened))
    return [*found, _group("points", _("Points and ties"), point_fields(), given, faults)]


def _group(id_: str, title: str, fields: Sequence[SeasonField], given: Given, faults: Faults) -> TermsGroup:
    usual = [each.choices[0][0] if each.choices else "" for each in fields]
    n = sum(given.get(each.name, "") not in ("", first) for each, first in zip(fields, usual, strict=True))
    says = many("{n} field is filled in", "{n} fields are filled in", n) if n else _("nothing is filled in")
    return TermsGroup(id_, title, says, tuple(fields), any(each.name in faults for each in fields))


def labels_of(names: Iterable[str], stages: int) -> dict[str, str]:
    """The labels of the fields with these `names` in a form with so many `stages`, each with its stage."""
    known = {each.name: each.label for each in (*main_fields(), *point_fields(), decks_field())}
    for n in range(2, stages + 1):
        stage = say("Stage {n} of the season", n=n)
        known |= {each.name: f"{stage}, {each.label}" for each in stage_fields(n).values()}
    first = {each.name: each.label for each in stage_fields(1).values()}
    return {each: known.get(each) or first.get(each, "") for each in names}
