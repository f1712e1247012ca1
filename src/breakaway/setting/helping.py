"""Whether players may ask during a match what a coach would do.

Players agree on this before the match, and the record keeps their agreement.

A person who plays alone against coaches may ask for help, unless that person turned help off for the match. In a match
between several people, nobody may ask unless everyone has agreed to this. Records of older versions do not mention
help; in those matches everybody may ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from breakaway.coaches.table import HUMAN
from breakaway.core.language import _, say
from breakaway.core.match import Start
from breakaway.core.trouble import Trouble

ADVICE = "advice"  # the option's name in a record, in a form and on the command line
ON, OFF = "on", "off"


def asked_advice(text: str | None) -> str | None:
    """The setting for help that the `text` asks for: `on`, `off`, or None for the default. Raises Trouble for any other
    text.
    """
    if text not in (None, "", ON, OFF):
        raise Trouble(say("Help from the coach: write “on” or “off”, not {asked}.", asked=repr(text[:40])))
    return text or None


def with_advice(start: Start, asked: str | None) -> Start:
    """The `start` of a match with its setting for help: the one that was `asked` for, or else the default."""
    people = sum(seat["by"] == HUMAN for seat in start.seats)
    if not asked and people < 2:
        return start
    return replace(start, options={**start.options, ADVICE: asked or OFF})


def began_with(header: Mapping[str, Any]) -> int:
    """The number of people who played when a match began. `header` is the first entry of its record."""
    return sum(seat["by"] == HUMAN for seat in header["seats"])


def may_ask(options: Mapping[str, Any], people: int = 0, began: int = 0) -> bool:
    """Whether players may ask for help, according to the `options` in a match's record.

    An agreement among several people does not bind a player who plays on alone. `people` is the number of people who
    play now, and `began` the number at the start of the match.
    """
    return options.get(ADVICE) != OFF or people == 1 < began


def advice_says(options: Mapping[str, Any], people: int, began: int = 0) -> str:
    """A sentence about the agreement on help in a match. Empty if there is nothing to say.

    `options`, `people` and `began` mean the same as in `may_ask`.
    """
    if not may_ask(options, people, began):
        return _("Nobody may ask a coach for help in this match.")
    if people < 2:
        return ""
    return _("Each player may ask what a coach would do. After the turn, the others are told that a player asked.")


def refused_advice() -> str:
    """Why a player gets no help in a match that does not allow it."""
    return _("This match does not allow help from coaches. You can allow it only when you open a table.")
