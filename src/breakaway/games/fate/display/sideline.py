"""FATE's sideline as plain data: everything that a page shows beside the field, made from a view and events.

    sideline = of(view, config, names, seat, events)
    sideline.headline, sideline.sides[0].score, sideline.rows, sideline.trail ...

`events` contains the events that this seat may see, oldest first (`Observation.told`). This module never reads the full
state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.core.game import Names
from breakaway.core.language import _, many, say
from breakaway.core.rules import DECLARED, Event
from breakaway.display.gridiron import Counter, team_classes
from breakaway.games.fate.display.faces import clock_in_words
from breakaway.games.fate.display.svg import Trail, drive, has_ball, notice
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import GOAL, OVERTIME, SIDES, TRY, WHISTLE
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.sentences import SENTENCES


@dataclass(frozen=True)
class SideView:
    """One side of the scoreboard. `coach` is empty if the side has no roster."""

    side: int
    name: str
    class_: str
    score: int
    has_ball: bool
    time_outs: Counter
    coach: str
    out: tuple[str, ...]


@dataclass(frozen=True)
class Roll:
    """A roll of four dice: its total and its result."""

    total: int
    text: str
    rule: str


@dataclass(frozen=True)
class Sideline:
    """Everything that a page shows beside the field."""

    headline: str
    quarter: str
    time: str
    sides: tuple[SideView, SideView]
    rows: tuple[tuple[str, str], ...]
    trail: Trail | None


def of(view: Fate, config: FateConfig, names: Names, seat: int, events: Sequence[Event] = ()) -> Sideline:
    """The sideline for a seat, or for a spectator (-1).

    Seats and spectators get the same sideline, because no part of the state is hidden.
    """
    sides = (side(view, config, names, 0), side(view, config, names, 1))
    return Sideline(
        headline=headline(view, names),
        quarter=called.upper_first(called.quarter(max(1, view.quarter))),
        time=called.time(view.clock),
        sides=sides,
        rows=tuple(board_rows(view, names, sides)),
        trail=drive(events),
    )


def headline(view: Fate, names: Names) -> str:
    """The headline: `2nd & 3`, `The try`, or a notice while there is no ball on the field."""
    if not has_ball(view):
        return notice(view, names)
    if view.phase == WHISTLE:
        return _("The play is over")
    if view.phase == TRY or view.try_down:
        return _("The try")
    if view.marker >= GOAL:
        return say("{down} & goal", down=called.ordinal(view.down))
    return say("{down} & {to_go}", down=called.ordinal(view.down), to_go=view.marker - view.ball)


def side(view: Fate, config: FateConfig, names: Names, number: int) -> SideView:
    """One side of the scoreboard."""
    rosters = names.get("rosters", ())
    people = rosters[number] if number < len(rosters) else {}
    most = 2 if view.quarter == OVERTIME else 3
    return SideView(
        side=number,
        name=called.team(names, number),
        class_=team_classes(names)[number],
        score=view.score[number],
        has_ball=has_ball(view) and view.offense == number,
        time_outs=Counter(view.time_outs[number], max(most, view.time_outs[number])),
        coach=str(people["coach"]["name"]) if people else "",
        out=tuple(hurt(view, names, number)),
    )


def hurt(view: Fate, names: Names, number: int) -> list[str]:
    """The players of a side who are out, by name if there is a roster."""
    return [
        called.man(names, number, position, man)
        for position, bits in enumerate(view.men_out[number])
        for man in range(bits.bit_length())
        if bits >> man & 1
    ]


def has_total(event: Event) -> bool:
    """Whether an event includes the total of a roll."""
    return "total" in DECLARED[event.rule].fields


def rolls(events: Sequence[Event], names: Names) -> list[Roll]:
    """The rolls of all events that include a total."""
    return [Roll(event.total, SENTENCES[event.rule](event, names), event.rule) for event in events if has_total(event)]


def board_rows(view: Fate, names: Names, sides: Sequence[SideView]) -> list[tuple[str, str]]:
    """The scoreboard and the field as pairs of a label and a value, for people who cannot see the drawing."""
    found = [(_("Clock"), clock_in_words(view))]
    if has_ball(view):
        team = called.team(names, view.offense)
        attack = say("{team}, to the left", team=team) if view.offense else say("{team}, to the right", team=team)
        found += [
            (_("Possession"), attack),
            (_("Ball"), called.spot(view.ball)),
            (_("Down"), headline(view, names)),
        ]
        if view.marker < GOAL and not view.try_down:
            found.append((_("Line to gain"), called.spot(view.marker)))
    else:
        found.append((_("Next"), notice(view, names)))
    for each in (sides[i] for i in range(SIDES)):
        points = many("{n} point", "{n} points", each.score)
        left = many("{n} time out left", "{n} time outs left", each.time_outs.left)
        found.append((each.name, ", ".join([points, left, *(say("{man} is out", man=man) for man in each.out)])))
    return found
