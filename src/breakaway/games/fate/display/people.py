"""The coaches as characters, and the players of both teams: who plays, their ratings, and who is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from breakaway.core.game import Names
from breakaway.core.language import _
from breakaway.display.document import Grid
from breakaway.games.fate.files.advanced import APPROACH_NAMES
from breakaway.games.fate.rules.approaches import rating
from breakaway.games.fate.rules.injuries import man_on_field
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.rules.terms import APPROACHES, MEN
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.names import POSITION_LETTERS


def coach_of(names: Names, side: int) -> Mapping[str, Any] | None:
    """A side's coach as a character; None if the side has no roster."""
    rosters = names.get("rosters", ())
    people = rosters[side] if side < len(rosters) else {}
    coach: Mapping[str, Any] | None = people["coach"] if people else None
    return coach


def men_of(observation: FateObservation, side: int) -> Grid:
    """A team's players, with a row for each position: who plays, his current ratings, and who is out."""
    view, config, rows = observation.view, observation.config, []
    for position, letters in enumerate(POSITION_LETTERS):
        ratings = [str(rating(view, config, side, position, approach)) for approach in range(APPROACHES)]
        gone = [number for number in range(MEN) if view.men_out[side][position] >> number & 1]
        plays = called.man_name(observation.names, side, position, man_on_field(view, side, position))
        out = ", ".join(called.man_name(observation.names, side, position, number) for number in gone)
        rows.append((letters, plays, *ratings, out))
    return Grid("", ("", _("who plays"), *APPROACH_NAMES, _("out")), rows, right=range(2, 2 + APPROACHES))
