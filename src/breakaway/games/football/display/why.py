"""Reads from the events how a sheet made its last call: the chart, row, column, die and result of each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.terms import NONE
from breakaway.games.football.text import names as called
from breakaway.games.football.text.longer import SAID
from breakaway.games.football.text.sentences import SENTENCES

Row = tuple[str, str, str, str, str]  # chart, row, column, die, result
Reader = Callable[[Event, Names], Row]


def _state(state: int) -> str:
    return say("Game State {state}", state=state)


def _spy(e: Event, n: Names, result: str) -> Row:
    return (_("spy table"), "", f"{called.STRATEGIES[e.strategy]} {_(called.KINDS[e.kind])}", str(e.die), result)


def _ignored(e: Event, n: Names) -> str:
    if e.call == NONE:
        return _("no spy call")
    return say("{call} does not beat the play", call=called.defense_type(n, e.call))


def _fourth(e: Event, n: Names) -> Row:
    result = say("target {target}: {action}", target=e.target, action=_(SAID[e.action]))
    modifiers = say("{total} with modifiers", total=e.total)
    return (_("fourth-down chart"), modifiers, called.milestone(e.milestone), str(e.die), result)


def _class(i: int) -> str:
    return _(called.CLASSES[i])


DEFENSE: dict[str, Reader] = {
    happened.STRATEGY_ROLLED: lambda e, n: (
        _("defense, front"), _state(e.state), _class(e.formation), str(e.die), called.STRATEGIES[e.strategy],
    ),
    happened.SPY_WON: lambda e, n: _spy(e, n, say("{call} beats the play", call=called.defense_type(n, e.call))),
    happened.SPY_IGNORED: lambda e, n: _spy(e, n, _ignored(e, n)),
    happened.SHEET_DEFENDED: lambda e, n: (
        _("defense, back"), _class(e.formation), called.STRATEGIES[e.strategy], str(e.die),
        say("{call}, strength {strength}", call=called.defense_type(n, e.call), strength=e.strength),
    ),
}  # fmt: skip
OFFENSE: dict[str, Reader] = {
    happened.FOURTH_DOWN_ROLLED: _fourth,
    happened.FORMATION_ROLLED: lambda e, n: (
        _("offense, formation"), _(called.DISTANCES_SAID[e.row]), _(called.DOWNS_SAID[e.column]), str(e.die),
        _class(e.formation),
    ),
    happened.FORMATION_DRAWN: lambda e, n: (_("draw pile"), "", _class(e.formation), "", _("a card of this formation")),
    happened.PLAN_SET: lambda e, n: (_("offense, plan"), _state(e.state), "", "", called.PLANS[e.plan]),
    happened.CODE_ROLLED: lambda e, n: (
        _("offense, codes"), "", called.PLANS[e.plan], str(e.die), called.CODES[e.code],
    ),
    happened.PLAY_AS_DRAWN: lambda e, n: (_("offense, back"), _("drawn card"), "", "", called.play(n, e.seat, e.play)),
    happened.PLAY_BY_CODE: lambda e, n: (
        _("offense, back"), _class(e.formation), "", "", called.play(n, e.seat, e.play),
    ),
}  # fmt: skip
ASIDES = {
    happened.CARD_TURNED,
    happened.ORANGE_SPENT,
    happened.BLUE_SPENT,
    happened.UNTIMED_DOWN,
    happened.TIME_OUT_PLAYED,
    happened.DIE_OVERRULED,
    happened.KICK_WEIGHED,
    happened.KICKED_ANYWAY,
    happened.CARD_BURNT,
    happened.DRAWN_STANDS_IN,
    happened.CARDS_DEFENDED,
    happened.PILE_RECYCLED,
}
BEGINS = {
    "defense": {happened.STRATEGY_ROLLED, happened.CARDS_DEFENDED},
    "offense": {happened.FOURTH_DOWN_ROLLED, happened.CARD_BURNT, happened.FORMATION_ROLLED},
}
WHOSE = {  # these events name the team of the sheet
    happened.STRATEGY_ROLLED,
    happened.SHEET_DEFENDED,
    happened.FORMATION_ROLLED,
    happened.PLAY_BY_CODE,
    happened.FOURTH_DOWN_ROLLED,
}
LAST_PLAY, NOW, LAST_CALL = (
    marked("offense: the sheet's last play"),
    marked("offense: the sheet's current call"),
    marked("defense: the sheet's last call"),
)


@dataclass(frozen=True)
class Path:
    """How a sheet made one call. Each of the `rows` has a chart, row, column, die and result; `asides` are remarks.
    Rows and remarks have rule ids.
    """

    title: str
    rows: tuple[tuple[str, Row], ...]
    asides: tuple[tuple[str, str], ...]


def paths(events: Sequence[Event], names: Names) -> list[Path]:
    """The latest calls of the sheets: the offense's last play, its current call, and the defense's last call."""
    played = next((i for i in range(len(events) - 1, -1, -1) if events[i].rule == happened.PLAY_BY_CODE), -1)
    found: list[Path] = []
    for title, some, readers, begins in (
        (LAST_PLAY, events[: played + 1], OFFENSE, BEGINS["offense"]),
        (NOW, events[played + 1 :], OFFENSE, BEGINS["offense"]),
        (LAST_CALL, events, DEFENSE, BEGINS["defense"]),
    ):
        path = last_path(some, readers, begins)
        if path:
            team = next((each.seat for each in path if each.rule in WHOSE), None)
            text = _(title)
            if team is not None:
                text = say("{team}, {call}", team=called.team(names, team), call=text)
            rows = tuple((each.rule, readers[each.rule](each, names)) for each in path if each.rule in readers)
            beside = [each for each in path if each.rule not in readers]
            asides = tuple((each.rule, SENTENCES[each.rule](each, names)) for each in beside)
            found.append(Path(text, rows, asides))
    return found


def last_path(events: Sequence[Event], readers: dict[str, Reader], begins: set[str]) -> list[Event]:
    """The events of the last call, from its first die on. `readers` has the rules that belong to a call, and `begins`
    has those that begin a call.
    """
    own = {*readers, *ASIDES}
    at = next((i for i in range(len(events) - 1, -1, -1) if events[i].rule in readers), None)
    if at is None:
        return []
    first = at
    while first > 0 and events[first].rule not in begins:
        first -= 1
    while first > 0 and events[first - 1].rule in begins:
        first -= 1
    return [each for each in events[first : at + 2] if each.rule in own]
