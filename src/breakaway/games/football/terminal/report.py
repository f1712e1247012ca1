"""What happened, in a few lines: the calls, the card, the result."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.rules import Event
from breakaway.display.document import Line, Part, Why
from breakaway.games.football.display import brief
from breakaway.games.football.display.brief import PLAYED
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.state import FootballObservation

BEFORE = {
    happened.ORANGE_SPENT,
    happened.BLUE_SPENT,
    happened.COFFIN_AIMED,
    happened.FOURTH_DOWN_ROLLED,
    happened.DIE_OVERRULED,
    happened.KICK_WEIGHED,
    happened.KICKED_ANYWAY,
    happened.SPY_WON,
}  # these come before the play that they belong to
# These belong to the play that is ahead if it has begun already.
GOES_WITH = {happened.DECK_SHUFFLED, happened.KICKER_ICED, happened.ICING_TAKEN_BACK}


def report(observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
    """A brief report on the events of a turn."""
    lines = brief.briefs(observation, observation.told(events))
    return [Line(line.text, "  ", line.style) for line in lines]


def watched(observation: FootballObservation, events: Sequence[Event], story: Story) -> list[Part]:
    """A brief report on the events of a turn for spectators, with a headline for each play."""
    parts: list[Part] = []
    pending: list[Event] = []
    ahead: list[Event] = []
    for each in observation.told(events):
        if each.rule in BEFORE or (ahead and each.rule in GOES_WITH):
            ahead.append(each)
            continue
        if each.rule in PLAYED:
            parts += report(observation, pending)
            pending, ahead = ahead, []
            kickoff = each.rule in (happened.KICKOFF_RETURNED, happened.KICKED_ONSIDE)
            parts.append(Line(brief.headline(observation.names, story, kickoff), style="bold"))
        pending.append(each)
        story.take(each)
    return [*parts, *report(observation, [*pending, *ahead])]


def plays(observation: FootballObservation, events: Sequence[Event], story: Story) -> list[tuple[str, Sequence[Event]]]:
    """Splits a turn into plays, each with its headline."""
    return brief.plays(observation.told(events), observation.names, story)


def full(observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
    """The full sentence of every event, with its rule id."""
    return [
        Line(observation.game.words.event(each, observation.names, observation.config), "  ", whys=(Why(each.rule),))
        for each in observation.told(events)
    ]
