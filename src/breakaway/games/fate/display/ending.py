"""How a match of FATE ended, and which of its plays a replay marks, according to the rows of plays."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.display.gridiron import Told
from breakaway.games.fate.counts.statistics import PlayRow
from breakaway.games.fate.rules.terms import FREE_KICK, KICKOFF, OVERTIME
from breakaway.games.fate.text import names as called
from breakaway.games.words import ordinal

KICKS = (  # by what was declared
    *("", marked("Punt"), marked("Field goal"), marked("Kneel"), marked("Spike"), marked("Kickoff")),
    marked("Free kick"),
)


def told(names: Names) -> Told:
    """The functions that put rows of plays into words, with the names of this match."""
    return Told(names, play, lambda row: situation(names, row), quarter)


def quarter(n: int) -> str:
    """A quarter as a graph names it: Q1 to Q4, then OT."""
    return say("Q{number}", number=n) if n < OVERTIME else _("OT")


def play(row: PlayRow) -> str:
    """The name of a play: `Long against Blitz`, `Field goal`."""
    if row.declared:
        return _(KICKS[row.declared])
    call, against = called.play(row.call, row.overlay), called.defense(row.defense)
    return called.upper_first(say("{play} against {defense}", play=call, defense=against))


def situation(names: Names, row: PlayRow) -> str:
    """The situation before a play: `Fourth quarter, 1:30 left, Mudlarks, 3rd and 8 at own 40`."""
    time = say(
        "{quarter}, {time} left", quarter=called.upper_first(called.quarter(row.quarter)), time=called.time(row.clock)
    )
    where = f"{time}, {called.team(names, row.offense)}"
    if row.is_try or not row.down or not row.to_go or row.declared in (KICKOFF, FREE_KICK):
        return where
    down, at = ordinal(row.down), called.at_spot(row.ball)
    return say("{where}, {down} and {to_go} {at}", where=where, down=down, to_go=row.to_go, at=at)
