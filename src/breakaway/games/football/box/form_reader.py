"""Names, rows and bands that somebody types into the fields of a form for a set, read as at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from breakaway.core.language import UserError, _, say
from breakaway.games.football.box.cells import USUAL_FORMATIONS, rolls_in
from breakaway.games.football.files.own_words import call_in, expected, fold, formation_and_rest, named
from breakaway.games.football.files.teams import parse_band
from breakaway.games.football.text.orders import Call
from breakaway.players.field_reader import NOTHING

NAME = re.compile(r"[^\W_](?:[\w '&.+-]{0,28}[^\W\d_])?")
SHOWN = re.compile(r"[^\W_][\w '&.+-]{0,29}")


# --- Names, rows and bands.


def name_in(text: str) -> str:
    """A name that files can hold. Raises UserError."""
    if not NAME.fullmatch(text):
        raise UserError(
            say(
                "a name has at most 30 letters, digits and spaces, and no digit at its end; this is not one: {typed}",
                typed=repr(text[:40]),
            )
        )
    return text


def shown_in(text: str) -> str:
    """The name of a formation that a defense shows, such as 4-3. Raises UserError."""
    if not SHOWN.fullmatch(text):
        raise UserError(
            say(
                "a formation has at most 30 letters, digits and spaces; this is not one: {typed}", typed=repr(text[:40])
            )
        )
    return text


def row_in(text: str, names: Sequence[str], what: str) -> dict[int, int]:
    """A row of a sheet: the number of the name for each roll from 0. Raises UserError.

    `Eagle 1-2, Twist 4` names the rolls; `E, S, ?, T, T, T` says all six in order. `what` is the kind of name.
    """
    if re.search(r"\d", text):
        return rolls_in(text, names, what)
    parts = [each.strip() for each in (text.split(",") if "," in text else text.split(" "))]
    if len(parts) != 6:
        right = say("a name and its rolls, as in {name} 1-2, or six names for the rolls 1 to 6", name=names[0])
        raise expected(right, text)
    return {roll: named(each, names, what) for roll, each in enumerate(parts) if each not in NOTHING}


def states_in(text: str) -> list[int]:
    """The Game States in `2-4, 7+`. Raises ValueError."""
    return [state for part in text.split(",") for state in parse_band(part)]


def call_on_sheet(text: str, types: Sequence[str], formations: Sequence[str]) -> tuple[str, Call]:
    """Reads `Dime: Zone 0/5`. `formations` are those that are known. Raises UserError."""
    formation, rest = formation_and_rest(text, types, [*formations, *USUAL_FORMATIONS])
    if not formation:
        raise expected(_("a formation and a defense, as in Dime: Zone 0/5"), text)
    return shown_in(formation[:1].upper() + formation[1:]), call_in(rest, types)


def is_rest(text: str) -> bool:
    """Whether a text says all that is not named elsewhere."""
    return fold(text) in ("rest", "the rest", "all others", fold(_("the rest")))
