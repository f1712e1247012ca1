"""Whether players may ask during a match what a coach would do. This is agreed before the match and kept in its record.

Players alone against coaches may always ask unless they decide otherwise. Between people, nobody may ask unless they
agree that all may. The records of older versions say nothing about it: in those matches everybody may ask.
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
    """What was asked for: `on`, `off`, or None for the default. Raises Trouble for anything else."""
    if text not in (None, "", ON, OFF):
        raise Trouble(say("Help from the coach: write on or off, not {asked}.", asked=repr(text[:40])))
    return text or None


def with_advice(start: Start, asked: str | None) -> Start:
    """The start of a match with what is agreed about help: what was `asked` for, or the default."""
    people = sum(seat["by"] == HUMAN for seat in start.seats)
    if not asked and people < 2:
        return start
    return replace(start, options={**start.options, ADVICE: asked or OFF})


def began_with(header: Mapping[str, Any]) -> int:
    """How many people a match began with. `header` is that of its record."""
    return sum(seat["by"] == HUMAN for seat in header["seats"])


def may_ask(options: Mapping[str, Any], people: int = 0, began: int = 0) -> bool:
    """Whether players may ask, by the options in a match's record.

    What was agreed among people does not bind one who plays on alone. `people` is how many play now, and `began` how
    many the match began with.
    """
    return options.get(ADVICE) != OFF or people == 1 < began


def advice_says(options: Mapping[str, Any], people: int, began: int = 0) -> str:
    """What a match between so many `people` agreed about help, in a sentence. Empty if there is nothing to say.

    `options` and `began` are those of `may_ask`.
    """
    if not may_ask(options, people, began):
        return _("Nobody may ask a coach for help in this match.")
    if people < 2:
        return ""
    return _("Each player may ask what a coach would do. After the turn, the others are told that a player asked.")


def refused_advice() -> str:
    """Why a player gets no help in a match that does not allow it."""
    return _("This match was set up without help from coaches. You can allow their help only when you open a table.")
