"""What happened, in a few lines: the calls, the card, what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.events import Event
from breakaway.core.window import Window
from breakaway.games.football.display import brief
from breakaway.games.football.display.brief import HEADED
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules.state import Football, FootballBook
from breakaway.terminal.paper import Line, Part

FootballWindow = Window[Football, FootballBook]
BEFORE = {"BF-206", "BF-207", "BF-232", "BF-235"}  # told before the play that they belong to


def report(window: FootballWindow, events: Sequence[Event]) -> list[Part]:
    """The news of a turn, in brief."""
    lines = brief.briefs(window.told(events), window.names)
    return [Line(line.text, "  ", style="bold" if line.strong else "") for line in lines]


def watched(window: FootballWindow, events: Sequence[Event], story: Story) -> list[Part]:
    """The same for somebody who watches: before each play where it begins."""
    parts: list[Part] = []
    pending: list[Event] = []
    ahead: list[Event] = []
    for each in window.told(events):
        if each.rule in BEFORE:
            ahead.append(each)
            continue
        if each.rule in HEADED:
            parts += report(window, pending)
            pending, ahead = ahead, []
            parts.append(Line(brief.headline(window.names, story, each.rule == "BF-142"), style="bold"))
        pending.append(each)
        story.take(each)
    return [*parts, *report(window, [*pending, *ahead])]


def plays(window: FootballWindow, events: Sequence[Event], story: Story) -> list[tuple[str, Sequence[Event]]]:
    """A turn cut where a play begins, each play with its headline."""
    return brief.plays(window.told(events), window.names, story)


def full(window: FootballWindow, events: Sequence[Event]) -> list[Part]:
    """Every sentence with its rule id."""
    return [
        Line(window.game.words.event(each, window.names, window.book), "  ", each.rule) for each in window.told(events)
    ]
