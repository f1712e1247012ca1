"""Cards as text: reads and writes `Short 4 min`, `Zone 0-5`, `run +2, d 0, o 1, fg 7, punt 9`.

Card files and adjudication cases use these forms. tests/cases/football/README.md explains these forms to people who
write cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from breakaway.core.language import marked
from breakaway.games.football.rules import terms

KINDS = {"run": terms.RUN, "pass": terms.PASS}
KIND_WORDS = {number: word for word, number in KINDS.items()}
CORNERS = {"td": terms.TOUCHDOWN_CORNER, "football": terms.FOOTBALL}
DEFENSE_CORNERS = {"0": 0, "-1": -1, "-2": -2, "turnover": terms.FOOTBALL}
OFFENSE_CORNERS = {"-1": -1, "0": 0, "1": 1, "2": 2, "3": 3, **CORNERS}
STRONGEST = 12  # in lines; the strongest known printed card has 8, the strongest of ours 9
# Name: number, default amount, default uses. An amount or uses of 0 means that the ability has none.
ABILITIES = {
    "none": (terms.NO_ABILITY, 0, 0),
    marked("kicking"): (terms.KICKING, 1, 0),
    marked("force turnover"): (terms.FORCE_TURNOVER, 0, 1),
    marked("quick release"): (terms.QUICK_RELEASE, 0, 2),
    marked("special defense"): (terms.SPECIAL_DEFENSE, 2, 3),
    marked("goal-line stand"): (terms.GOAL_LINE_STAND, 1, 0),
    marked("fourth down"): (terms.FOURTH_DOWN, 1, 0),
    marked("short yardage"): (terms.SHORT_YARDAGE, 1, 0),
    marked("extra flag"): (terms.EXTRA_FLAG, 1, 0),
}


class Play(NamedTuple):
    """One of the two plays of an offense card."""

    type: int
    strength: int
    low: int = 0
    minimum: int = 0


class Call(NamedTuple):
    """One call of a defense card: its type, and its strength against runs and against passes."""

    type: int
    run: int
    passing: int


class GameDay(NamedTuple):
    """A Game Day card. `side` is the side that its event concerns (0 offense, 1 defense), for display only."""

    event: int = terms.NO_EVENT
    side: int = 0
    kind: int = terms.RUN
    value: int = 0
    spot: int = terms.NONE
    returned: int = 0
    defense_corner: int = 0
    offense_corner: int = 0
    field_goal: int = 7
    punt: int = 8
    copies: int = 1


class Ability(NamedTuple):
    """A team's ability in numbers."""

    ability: int
    amount: int
    uses: int


def find_name(text: str, names: Sequence[str], what: str) -> int:
    """The position of a name in `names`, ignoring case. `what` is the kind of name. Raises a ValueError that lists the
    names.
    """
    folded = " ".join(text.split()).casefold()
    for number, name in enumerate(names):
        if name.casefold() == folded:
            return number
    raise ValueError(f"unknown {what} {text!r}; known: {', '.join(names)}")


def parse_play(text: str, types: Sequence[str]) -> Play:
    """Reads `Short 4 min` or `Long 8 low`: a type, a strength, and marks. Raises ValueError."""
    found = re.fullmatch(r"\s*([^\d].*?)\s+(\d+)((?:\s+(?:min|low))*)\s*", text)
    if not found or int(found[2]) > STRONGEST:
        form = f"a type, a strength of 0 to {STRONGEST} and perhaps 'min' or 'low', as in 'Short 2 min' or 'Long 8 low'"
        raise ValueError(f"expected {form}, not {text!r}")
    marks = found[3].split()
    return Play(find_name(found[1], types, "type of play"), int(found[2]), int("low" in marks), int("min" in marks))


def play_text(play: Play, types: Sequence[str]) -> str:
    """Writes a play so that `parse_play` can read it."""
    return f"{types[play.type]} {play.strength}{' low' * play.low}{' min' * play.minimum}"


def parse_call(text: str, types: Sequence[str]) -> Call:
    """Reads `Zone 0-5` or `Zone 0/5`: a type, and its strengths against runs and against passes. Raises ValueError."""
    found = re.fullmatch(r"\s*(.*?)\s+(\d+)\s*[-/]\s*(\d+)\s*", text)
    if not found or max(int(found[2]), int(found[3])) > STRONGEST:
        form = f"a type, its run and its pass strength (0 to {STRONGEST}), as in 'Zone 0-5'"
        raise ValueError(f"expected {form}, not {text!r}")
    return Call(find_name(found[1], types, "defense"), int(found[2]), int(found[3]))


def call_text(call: Call, types: Sequence[str]) -> str:
    """Writes a call so that `parse_call` can read it."""
    return f"{types[call.type]} {call.run}-{call.passing}"


def parse_card(text: str) -> tuple[str, list[str]]:
    """Reads `Dime: Zone 0-5 / Man to Man 1-4`: a formation and its plays or calls, still as text. Raises ValueError."""
    formation, colon, rest = text.partition(":")
    # Only a slash between spaces separates two plays: `Zone 0/5` contains a slash too.
    parts = [part.strip() for part in re.split(r"\s+/\s+", rest)]
    if not colon or not formation.strip() or not all(parts) or len(parts) > 2:
        raise ValueError(
            f"expected a formation, a colon and one or two plays, as in 'Dime: Zone 0-5 / Blitz 0-5', not {text!r}"
        )
    return formation.strip(), parts


def parse_ability(text: str) -> Ability:
    """Reads `kicking 1` or `force turnover`: a name and its amount. Raises a ValueError that lists the names."""
    found = re.fullmatch(r"\s*(.*?)(?:\s+(\d+))?\s*", text)
    assert found  # every text has this form
    names = list(ABILITIES)
    number, amount, uses = ABILITIES[names[find_name(found[1], names, "ability")]]
    return Ability(number, int(found[2]) if found[2] else amount, uses)


EVENTS = {
    "incomplete": terms.INCOMPLETE,
    "turnover": terms.TURNOVER,
    "turnover return": terms.TURNOVER,
    "false start": terms.FALSE_START,
    "holding": terms.HOLDING,
    "touchdown": terms.EVENT_TOUCHDOWN,
}
EVENT_KINDS = {
    terms.INCOMPLETE: terms.PASS,
    terms.FALSE_START: terms.RUN,
    terms.HOLDING: terms.PASS,
}  # the kind that an event needs
EVENT_FORMS = (
    "'none', 'run +2', 'pass -1', 'pass incomplete', 'run turnover', 'run turnover at -1', 'pass turnover', "
    "'pass turnover return', 'run false start', 'pass holding', 'run touchdown' or 'pass touchdown'"
)
SPOTS = 20  # spots count in lines from scrimmage; the field has 20
HIGHEST_MODIFIER = 9


def parse_event(text: str) -> GameDay:
    """Reads the event of a Game Day card: `run +2`, `run turnover at -1`, `none`. Raises ValueError.

    Everything else about the card keeps its default value.
    """
    words = " ".join(text.split()).casefold()
    wrong = ValueError(f"expected an event such as {EVENT_FORMS}, not {text!r}")
    if words == "none":
        return GameDay()
    kind_word, _, rest = words.partition(" ")
    if kind_word not in KINDS:
        raise wrong
    kind = KINDS[kind_word]
    if re.fullmatch(r"[+-]\d", rest) and rest[1] != "0":
        return GameDay(terms.MODIFIER, int(int(rest) < 0), kind, int(rest))
    spot = terms.NONE
    if found := re.fullmatch(r"turnover at ([+-]?\d{1,2})", rest):
        rest, spot = "turnover", int(found[1])
    event = EVENTS.get(rest)
    if event is None or EVENT_KINDS.get(event, kind) != kind or (abs(spot) > SPOTS and spot != terms.NONE):
        raise wrong
    returned = int(rest == "turnover return")
    if (kind == terms.RUN and returned) or (
        kind == terms.PASS and spot != terms.NONE
    ):  # 92, 97: a fumble is not returned, and an interception is where the pass was caught
        raise wrong
    return GameDay(event, int(event in (terms.INCOMPLETE, terms.TURNOVER, terms.HOLDING)), kind, 0, spot, returned)


def parse_game_day(text: str) -> GameDay:
    """Reads `run +2, d 0, o 1, fg 7, punt 9`, optionally with ` x3` for three copies. Raises ValueError.

    Missing parts default to no event, d 0, o 0, fg 7 and punt 8.
    """
    copies = 1
    if found := re.fullmatch(r"(.*?)\s+x\s*(\d{1,2})\s*", text):
        text, copies = found[1], int(found[2])
    if not 1 <= copies <= 54:
        raise ValueError(f"expected 1 to 54 copies, not {copies}")
    card, seen = GameDay(), set()
    for part in text.split(","):
        name, _, value = part.strip().partition(" ")
        field = name.casefold() if name.casefold() in ("d", "o", "fg", "punt") else "event"
        if field in seen:
            raise ValueError(f"{text!r} gives {field!r} twice")
        seen.add(field)
        card = (
            parse_event(part)._replace(**_corners(card))
            if field == "event"
            else _with_value(card, field, value.strip())
        )
    return card._replace(copies=copies)


def _corners(card: GameDay) -> dict[str, int]:
    return {name: getattr(card, name) for name in ("defense_corner", "offense_corner", "field_goal", "punt")}


def _with_value(card: GameDay, field: str, value: str) -> GameDay:
    """The card with one of its four corners set."""
    if field in ("d", "o"):
        corners = DEFENSE_CORNERS if field == "d" else OFFENSE_CORNERS
        number = corners.get(value.casefold().removeprefix("+"))
        if number is None:
            raise ValueError(f"{field}: expected {', '.join(corners)}, not {value!r}")
        return card._replace(**{"defense_corner" if field == "d" else "offense_corner": number})
    least, most = (3, 9) if field == "fg" else (1, 19)
    number = terms.BLOCKED if value.casefold() == "blocked" else int(value) if value.isdecimal() else terms.NONE
    if number != terms.BLOCKED and not least <= number <= most:
        raise ValueError(f"{field}: expected 'blocked' or {least} to {most}, not {value!r}")
    return card._replace(**{"field_goal" if field == "fg" else "punt": number})


def event_text(card: GameDay) -> str:
    """Writes an event so that `parse_event` can read it."""
    if card.event == terms.NO_EVENT:
        return "none"
    kind = KIND_WORDS[card.kind]
    if card.event == terms.MODIFIER:
        return f"{kind} {card.value:+d}"
    word = next(word for word, number in EVENTS.items() if number == card.event)
    at = f" at {card.spot:+d}" if card.spot != terms.NONE else ""
    return f"{kind} {word}{' return' * card.returned}{at}"


def game_day_text(card: GameDay) -> str:
    """Writes a Game Day card so that `parse_game_day` can read it."""
    defense = next(word for word, number in DEFENSE_CORNERS.items() if number == card.defense_corner)
    offense = next(word for word, number in OFFENSE_CORNERS.items() if number == card.offense_corner)
    kick, punt = (value if value != terms.BLOCKED else "blocked" for value in (card.field_goal, card.punt))
    corner = offense.upper() if offense == "td" else offense
    copies = f" x{card.copies}" if card.copies > 1 else ""
    return f"{event_text(card)}, d {defense}, o {corner}, fg {kick}, punt {punt}{copies}"
