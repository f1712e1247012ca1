"""What a form for a new season holds, as terms with all that is wrong at its field; and terms as what the form holds.

Visitors name no files: rosters and tracks are those that ship with the game. The owner of the server can name files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from secrets import randbelow
from typing import Any

from breakaway.club.time_control import HOUR
from breakaway.core.language import UserError, _, say
from breakaway.games.manifest import GAMES, find
from breakaway.players.seated_match import HUMAN
from breakaway.players.settings import SWITCH, ZONES, Field, house_fields, requested
from breakaway.seasons.rounds import begun
from breakaway.seasons.season import Season
from breakaway.seasons.simulated import entrant_faults, shipped_rosters
from breakaway.seasons.terms import BELONGS, RACES, ROUND_ROBIN, SWISS, SeasonTerms, examined_terms
from breakaway.web.open_table import changed_house, usual_house
from breakaway.web.season_fields import (
    DOUBLE,
    FIRST_STAGES,
    MOST_STAGES,
    POINTS,
    STAGE,
    TIES,
    USUAL_ROUNDS,
    Faults,
    Given,
    SeasonField,
    kinds,
    main_fields,
    point_fields,
    shipped_courses,
    stage_fields,
)

HOUSE = "house"  # the beginning of the names of fields with house rules, such as `house.football.flags`
ONE_FOR_EACH = ("profile", "track")  # fields of a stage with a name for each race
LISTS = ("scale", *ONE_FOR_EACH)


@dataclass
class AskedSeason:
    """What a form asks for: the season and the seconds for each choice, or what is wrong, by the field's name.

    There is no `season` if the terms are wrong. Faults of no field in particular have the name "".
    """

    season: Season | None = None
    seconds: int | None = None
    faults: Faults = field(default_factory=dict)

    def add(self, name: str, text: str) -> None:
        """Adds what is wrong with the field of this `name`, once."""
        there = self.faults.setdefault(name, [])
        if text not in there:
            there.append(text)


def stages_in(given: Given) -> int:
    """How many stages the form shows: as many as it had, and all that are filled in."""
    had = given.get("stages", "")
    filled = [n for n in range(1, MOST_STAGES + 1) if any(given.get(f"stage.{n}.{each}") for each in STAGE)]
    return max(FIRST_STAGES, *filled, int(had) if had in map(str, range(1, MOST_STAGES + 1)) else 0)


def asked_season(given: Given, is_owner: bool) -> AskedSeason:
    """The season for which a form asks. `is_owner`: whether the owner of the server sends it, who may name files."""
    asked = AskedSeason()
    game = given.get("game", "")
    if game not in GAMES:
        asked.add("game", _("Choose a game."))
        return asked
    hours = _number(asked, given, next(each for each in main_fields() if each.name == "hours"))
    asked.seconds = hours and hours * HOUR
    lines = [each.strip() for each in given.get("people", "").splitlines() if each.strip()]
    stages, numbers = _stages(asked, given, game, is_owner)
    data: dict[str, Any] = {
        "title": given.get("title", ""),
        "game": game,
        "entrants": [_entrant(asked, line, game, is_owner) for line in lines],
        "stages": stages,
        "points": _points(asked, given),
        "house": _house(asked, given, game),
        "rated": bool(given.get("rated")),
        "leaving": given.get("leaving") or "half",
        "seed": randbelow(2**53),  # nobody knows it: it decides the lots and what the computer's matches bring
    }
    chosen = [name for name in TIES if given.get(name)]
    if chosen:
        data["ties"] = [given[name] for name in chosen]
    if decks := given.get("decks", ""):
        data["decks"] = decks
        if not is_owner:
            asked.add("decks", _("Only the owner of this server can name a folder."))
    terms = _terms(asked, data, numbers, lines, chosen)
    if terms is None or asked.faults:
        return asked
    try:
        asked.season = begun(terms)
    except UserError as error:  # a library is missing
        asked.add("", str(error))
        return asked
    for path, text in entrant_faults(asked.season):
        asked.add(_field_of(path, data, numbers, chosen), text)
    return asked


def _terms(
    asked: AskedSeason, data: Any, numbers: Sequence[int], lines: Sequence[str], ties: Sequence[str]
) -> SeasonTerms | None:
    """The terms in `data`, once they have been checked; what is wrong is added at its field."""
    terms, faults = examined_terms(data)
    told = set(asked.faults)  # what is wrong with the form itself says more
    for path, text in faults:
        name = _field_of(path, data, numbers, ties)
        if path[0] == "entrants" and len(path) > 1 and isinstance(path[1], int) and terms is None:
            text = f"{lines[path[1]][:80]!r}: {text}"
        if name not in told:
            asked.add(name, text)
    return terms


def _field_of(path: tuple[str | int, ...], data: Any, numbers: Sequence[int], ties: Sequence[str]) -> str:
    """The name of the field of the form that holds what is at a `path` in the terms. Stages have these `numbers`."""
    top, *more = path
    if top == "entrants":
        return "people"
    if top == "stages":
        if not more or not isinstance(more[0], int):
            return "stage.1.kind"
        name = str(more[1]) if len(more) > 1 else "kind"
        return f"stage.{numbers[more[0]]}.{'kind' if name == 'legs' else name}"
    if top == "points":
        return f"points.{more[0] if more else POINTS[0]}"
    if top == "ties":
        return ties[more[0]] if more and isinstance(more[0], int) and more[0] < len(ties) else TIES[0]
    if top == HOUSE:
        return f"{HOUSE}.{data['game']}" + (f".{more[0]}" if more else "")
    return str(top)


# --- The parts of the form.


def _stages(asked: AskedSeason, given: Given, game: str, is_owner: bool) -> tuple[list[dict[str, Any]], list[int]]:
    """The stages in the form, and their numbers in it. A stage without a kind is no stage."""
    found, numbers = [], []
    for n in range(1, stages_in(given) + 1):
        kind = given.get(f"stage.{n}.kind", "")
        if not kind and n > 1:
            filled = [each for each in STAGE if given.get(f"stage.{n}.{each}")]
            if filled:
                asked.add(f"stage.{n}.kind", _("Choose a kind, or empty the other fields of this stage."))
            continue
        if kind not in dict(kinds()):
            asked.add(f"stage.{n}.kind", _("Choose a kind of season."))
            continue
        found.append(_stage(asked, given, n, game, is_owner))
        numbers.append(n)
    return found, numbers


def _stage(asked: AskedSeason, given: Given, n: int, game: str, is_owner: bool) -> dict[str, Any]:
    chosen, fields = given[f"stage.{n}.kind"], stage_fields(n)
    kind = ROUND_ROBIN if chosen == DOUBLE else chosen
    stage: dict[str, Any] = {"kind": kind, "legs": 2} if chosen == DOUBLE else {"kind": kind}
    for name, each in fields.items():
        text = given.get(each.name, "")
        if name == "kind" or not text:
            continue
        if name in BELONGS and kind not in BELONGS[name]:
            labels = {value: label.partition(":")[0] for value, label in kinds()}
            fits = ", ".join(labels[one] for one in BELONGS[name])
            asked.add(each.name, say("Only for: {kinds}. Leave this field empty.", kinds=fits))
        elif name in ("take", "rounds", "days"):
            stage[name] = _number(asked, given, each)
        elif name == "first":
            stage[name] = _day(asked, each.name, text)
        elif name in LISTS:
            stage[name] = _list_of(asked, each.name, text, name, game, is_owner)
        else:
            stage[name] = text
    if kind in (SWISS, RACES):
        stage.setdefault("rounds", USUAL_ROUNDS)
    if "days" in stage and "first" not in stage:
        asked.add(fields["days"].name, _("Days from round to round need the day of the first round."))
        del stage["days"]
    return {name: value for name, value in stage.items() if value is not None}


def _day(asked: AskedSeason, name: str, text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        asked.add(name, _("The first day is a date such as 2026-10-22."))
        return None


def _list_of(asked: AskedSeason, name: str, text: str, kind: str, game: str, is_owner: bool) -> list[Any] | None:
    """The points for places, or the courses, in a field of the form (`name`)."""
    parts = [each.strip() for each in text.split(",")]
    if kind == "scale":
        if not all(each.isascii() and each.isdigit() and len(each) < 5 for each in parts):
            asked.add(name, _("Whole numbers with commas between them, such as 10, 6, 4."))
            return None
        return [int(each) for each in parts]
    there = shipped_courses(game, kind)
    known = {called.casefold(): each for each in there for called in (_(each), each)}
    wrong = [each for each in parts if each.casefold() not in known]
    if wrong and there and not is_owner:
        text = say("there is no {name}; there are: {there}", name=repr(wrong[0][:40]), there=", ".join(there))
        asked.add(name, text)
        return None
    return [known.get(each.casefold(), each) for each in parts]


def _points(asked: AskedSeason, given: Given) -> dict[str, int]:
    values = {each.name: _number(asked, given, each) for each in point_fields() if each.name.startswith("points.")}
    return {name.removeprefix("points."): value for name, value in values.items() if value is not None}


def _house(asked: AskedSeason, given: Given, game: str) -> dict[str, str]:
    """The house rules that the form changes, each checked alone, so that each mistake is told at its field."""
    held, changed = house_given(game, given), dict[str, str]()
    for each in house_fields(find(game)):
        try:
            one = changed_house((each,), held)
            requested(game, one)
        except UserError as error:
            asked.add(f"{HOUSE}.{game}.{each.name}", str(error).replace("--", ""))
        else:
            changed |= one
    return changed


def house_given(game: str, given: Given) -> dict[str, str]:
    """What the fields of a `game`'s house rules hold, under the names that `open_table` knows, such as `house.flags`.

    A form without them, such as one that a program sends, means the rules as in the book.
    """
    start = f"{HOUSE}.{game}."
    if f"{HOUSE}.{game}" not in given:
        return usual_house(house_fields(find(game)))
    return {f"{HOUSE}.{key.removeprefix(start)}": value for key, value in given.items() if key.startswith(start)}


def _entrant(asked: AskedSeason, line: str, game: str, is_owner: bool) -> dict[str, str]:
    """The entrant in a line: a name, perhaps a team, a level of the computer, and a roster that ships with the game."""
    parts = [each.strip() for each in line.split(",")]
    rosters, called = shipped_rosters(game), repr(line[:80])
    if len(parts) > (4 if rosters else 3):
        expected = (
            say("{line}: expected a name, a team, a level and a roster, parted by commas", line=called)
            if rosters
            else say("{line}: expected a name, a team and a level, parted by commas", line=called)
        )
        asked.add("people", expected)
    elif len(parts) > 3 and parts[3] not in ("", *rosters) and not is_owner:
        there = ", ".join(rosters)
        asked.add("people", say("{line}: there is no such roster; there are: {there}", line=called, there=there))
    parts = [*parts[:2], *(each or HUMAN for each in parts[2:3]), *parts[3:4]]
    return dict(zip(("name", "team", "by", "roster"), parts, strict=False))


def _number(asked: AskedSeason, given: Given, asks: SeasonField) -> int | None:
    """The number in a field, or None if it is empty or wrong."""
    text = given.get(asks.name, "")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 6 and asks.least <= int(text) <= asks.most:
        return int(text)
    limits = {"name": asks.label, "least": asks.least, "most": asks.most}
    asked.add(asks.name, say("{name}: a whole number from {least} to {most}", **limits))
    return None


# --- Terms as what the form holds.


def given_from(terms: SeasonTerms, seconds: int | None, is_owner: bool) -> dict[str, str]:
    """What the form holds for a season with these `terms`, and this time (`seconds`) for each choice. Files on the
    server's disk are told only its owner (`is_owner`).
    """
    given = {
        "title": terms.title,
        "game": terms.game,
        "people": "\n".join(_lines(terms, is_owner)),
        "hours": str(max(1, seconds // HOUR)) if seconds else "",
        "rated": "1" if terms.rated else "",
        "leaving": terms.leaving,
        "decks": (terms.decks or "") if is_owner else "",
        **{f"points.{each}": str(getattr(terms.points, each)) for each in terms.points.model_fields_set},
        **dict(zip(TIES, terms.ties or (), strict=False)),
    }
    if terms.ties == []:
        given[TIES[0]] = "lot"
    for n, stage in enumerate(terms.stages, 1):
        for name in stage_fields(n):
            given[f"stage.{n}.{name}"] = _stage_text(stage, name, terms.game, is_owner)
    house = usual_house(house_fields(find(terms.game)))
    for each in house_fields(find(terms.game)):
        if each.name in terms.house:
            house |= dict(_held(each, terms.house[each.name]))
    shown = {f"{HOUSE}.{terms.game}.{key.removeprefix('house.')}": value for key, value in house.items()}
    return {**given, f"{HOUSE}.{terms.game}": "1", **shown}


def _stage_text(stage: Any, name: str, game: str, is_owner: bool) -> str:
    """What the form's field `name` holds for a `stage`."""
    if name == "kind":
        return DOUBLE if stage.legs == 2 else str(stage.kind)
    value = getattr(stage, name)
    if value is None or value == "replay":
        return ""
    if name in ONE_FOR_EACH and not is_owner and not set(value) <= set(shipped_courses(game, name)):
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _lines(terms: SeasonTerms, is_owner: bool) -> Iterator[str]:
    """A line for each entrant."""
    rosters = shipped_rosters(terms.game)
    for each in terms.entrants:
        roster = each.roster if is_owner or each.roster in rosters else ""
        parts = [each.name, each.team, "" if each.by == HUMAN else each.by, roster]
        while not parts[-1]:
            parts.pop()
        yield ", ".join(parts)


def _held(asks: Field, typed: str) -> Mapping[str, str]:
    """What a field of the form holds for a house rule as people type it."""
    name = f"house.{asks.name}"
    if asks.kind == ZONES:
        return {f"{name}.{i}": part for i, part in enumerate(typed.split("/"), 1)}
    if asks.kind == SWITCH:
        return {name: "1" if typed.casefold() in ("on", "true", "yes", "1") else ""}
    return {name: typed}
