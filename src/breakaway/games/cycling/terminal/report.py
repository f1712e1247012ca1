"""What happened in a turn, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from breakaway.core.rules import Event
from breakaway.display.document import Line, Part
from breakaway.display.renderers import tied
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.news import LINE_NEWS
from breakaway.games.cycling.rules.state import RaceObservation


def report(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
    """What the seat may know of a turn, with the riders of the seats in `mine` first."""
    return _lines(news.report(observation, events, mine))


def brief(observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
    """What the seat may know of a turn, in a few lines."""
    return _lines(news.brief(observation, events))


def digest(observation: RaceObservation, events: Sequence[Event], teams: Sequence[int] | None = None) -> list[Part]:
    """A brief report. Its results at lines name only the riders who scored.

    If `teams` is not None, the report has only the moves of these teams.
    """
    return _lines(news.brief(observation, events, scorers=True, teams=teams))


def full(observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
    """Every event as a sentence with its rule, in the order in which they happened."""
    return _lines(news.everything(observation, events))


def _lines(found: Sequence[Line]) -> list[Part]:
    """The lines, with team labels padded to the same width so that the riders are aligned."""
    wide = max((len(each.label) for each in found if each.kind != LINE_NEWS), default=0)
    return [replace(each, text=whole(each.text), label=f" {_label(each, wide)}") for each in found]


def whole(text: str) -> str:
    """The text, changed so that a line never wraps within a rider's move. Three spaces separate the riders."""
    return "   ".join(tied(each) for each in text.split("   ")) if "   " in text else text


def _label(each: Line, wide: int) -> str:
    if not each.label:
        return ""
    return f"{each.label}: " if each.kind == LINE_NEWS else f"{each.label:{wide}}  "
