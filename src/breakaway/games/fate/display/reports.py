"""Chapters of a report, how to play, and outcomes to tap."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.document import Figure
from breakaway.display.gridiron import WIDE, Teller, drives
from breakaway.display.how_to_play import HowTo, ReachedPosition, cut, row
from breakaway.display.match_page import Outcome
from breakaway.display.reports import Chapter, MatchHistory
from breakaway.games.fate.display import field as faces
from breakaway.games.fate.display.field import LINE, drive, field, has_ball, in_words, rolls
from breakaway.games.fate.display.field import field as whole_field
from breakaway.games.fate.display.log import blocks
from breakaway.games.fate.display.page import stands
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.names import upper_first

# --- A FATE match told drive by drive.


class FateChapters:
    """Tells the story of a FATE match, with a chapter for each drive."""

    def chapters(self, told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
        """The chapters of a match, one for each drive."""
        return drives(told, blocks(told.now, told.log), TELLER, since)


def figure(observation: FateObservation, events: Sequence[Event]) -> Figure | None:
    """The field during a drive, with its plays so far."""
    view, names, way = observation.view, observation.names, drive(events)
    if way is None or not has_ball(view):
        return None
    key = f"field-{len(events)}"
    words = in_words(view, names, way)
    return Figure("", field(view, observation.config, names, way, key=key), words)


TELLER = Teller(
    offense=lambda observation: int(observation.view.offense),
    team=lambda observation, side: called.team(observation.names, side),
    figure=figure,
    stands=stands,
)
CHAPTERS = FateChapters()


# --- Draws the positions for FATE's how-to-play page (`howto.toml`).


def field_shown(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the field with the current drive. `show` gives the first and last yard of the part to draw."""
    seen = position.observation
    drawn = whole_field(
        seen.view, seen.config, seen.names, drive(position.events()), False, f"field-{len(position.log)}"
    )
    first, last = (WIDE.point(int(yard) / LINE, 0)[0] for yard in show)
    return cut(drawn, first, 0, last - first, WIDE.across)


def dice(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the rolls of the last turn, each with its result.

    `show` gives the total of each roll's dice before anything is added.
    """
    seen, found = position.observation, list[str]()
    for each, thrown in zip(rolls(seen.told(position.log[-1]), seen.names), show, strict=True):
        text = upper_first(each.text)
        found.append(faces.dice(text, each.total, faces.faces_of(int(thrown)), text))
    return row(found, "rolls")


def calls(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws calls with their dice. `show` lists the calls as players type them."""
    found = []
    for each in show:
        order, _partial = position.observation.read(each)
        found.append(row([faces.thrown_in(order), svg.element("b", upper_first(each))], "call"))
    return row(found, "calls")


def matrix(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the matrix with the last calls highlighted."""
    return faces.matrix(position.observation.view, position.observation.config)


def clock(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the clock in ticks of 15 seconds."""
    return faces.clock(position.observation.view)


DRAWINGS = {"field": field_shown, "dice": dice, "calls": calls, "matrix": matrix, "clock": clock}
HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", DRAWINGS)


# --- FATE's coin, for people who toss it themselves. The sides of the coin are the names of the two teams.


def outcome(observation: FateObservation, label: str, k: int) -> Outcome | None:
    """The winner of the toss. None for a roll of dice, because `game.words` describes it.

    `label` names the roll, and `k` is its outcome, counted from 0.
    """
    return Outcome(k, called.team(observation.names, k)) if label == "toss" else None
