"""What happened in a turn, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from breakaway.core.events import Event
from breakaway.display.document import Line, Part
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.news import LINE_NEWS, RaceWindow
from breakaway.terminal.paper import tied


def report(observation: RaceWindow, events: Sequence[Event], mine: list[int]) -> list[Part]:
    """What the seat may know of a turn, own riders first."""
    return _lines(news.report(observation, events, mine))


def brief(observation: RaceWindow, events: Sequence[Event]) -> list[Part]:
    """What everybody may know of a turn, in a few lines."""
    return _lines(news.brief(observation, events))


def digest(observation: RaceWindow, events: Sequence[Event], teams: Sequence[int] | None = None) -> list[Part]:
    """The same without riders who got no points at a line, for a small screen; of moves those of `teams` alone."""
    return _lines(news.brief(observation, events, scorers=True, teams=teams))


def full(observation: RaceWindow, events: Sequence[Event]) -> list[Part]:
    """Every sentence with its rule, as it was told."""
    return _lines(news.everything(observation, events))


def _lines(found: Sequence[Line]) -> list[Part]:
    """Labels of teams are of one width, so that their riders stand below each other."""
    wide = max((len(each.label) for each in found if each.kind != LINE_NEWS), default=0)
    return [replace(each, text=whole(each.text), label=f" {_label(each, wide)}") for each in found]


def whole(text: str) -> str:
    """A rider's move stays in one piece at the end of a line: only between riders there are three spaces."""
    return "   ".join(tied(each) for each in text.split("   ")) if "   " in text else text


def _label(each: Line, wide: int) -> str:
    if not each.label:
        return ""
    return f"{each.label}: " if each.kind == LINE_NEWS else f"{each.label:{wide}}  "
