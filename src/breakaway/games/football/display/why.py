"""The path by which a sheet came to its last call: die, chart, row, column, result; from what was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from breakaway.core.events import Event
from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.games.football.text import names as called
from breakaway.games.football.text.sentences import SENTENCES

Row = tuple[str, str, str, str, str]  # chart, row, column, die, result
Reader = Callable[[Sequence[int], Names], Row]


def _state(a: int) -> str:
    return say("Game State {state}", state=a)


def _spy(a: Sequence[int], n: Names, result: str) -> Row:
    return (_("spy table"), "", f"{called.STRATEGIES[a[0]]} {_(called.KINDS[a[1]])}", str(a[2]), result)


def _fourth(a: Sequence[int], n: Names) -> Row:
    if a[3] >= a[4]:
        result = say("target {target}: goes for it", target=a[4])
    else:
        result = say("target {target}: kicks", target=a[4])
    modifiers = say("with modifiers {total}", total=a[3])
    return (_("fourth-down chart"), modifiers, called.milestone(a[1]), str(a[2]), result)


def _class(i: int) -> str:
    return _(called.CLASSES[i])


DEFENSE: dict[str, Reader] = {
    "BF-204": lambda a, n: (
        _("defense, front"), _state(a[2]), _class(a[1]), str(a[3]), called.STRATEGIES[a[4]],
    ),
    "BF-208": lambda a, n: _spy(a, n, say("{call}: it wins", call=called.defense_type(n, a[3]))),
    "BF-215": lambda a, n: _spy(a, n, say("{call}: does not win", call=called.defense_type(n, a[3]))),
    "BF-209": lambda a, n: (
        _("defense, back"), _class(a[1]), called.STRATEGIES[a[2]], str(a[3]),
        say("{call}, strength {strength}", call=called.defense_type(n, a[4]), strength=a[5]),
    ),
}  # fmt: skip
OFFENSE: dict[str, Reader] = {
    "BF-232": _fourth,
    "BF-218": lambda a, n: (
        _("offense, formation"), _(called.DISTANCES_SAID[a[1]]), _(called.DOWNS_SAID[a[2]]), str(a[3]), _class(a[4]),
    ),
    "BF-219": lambda a, n: (_("draw pile"), "", _class(a[1]), "", _("a card of it")),
    "BF-220": lambda a, n: (_("offense, plan"), _state(a[1]), "", "", called.PLANS[a[2]]),
    "BF-221": lambda a, n: (_("offense, codes"), "", called.PLANS[a[1]], str(a[2]), called.CODES[a[3]]),
    "BF-223": lambda a, n: (_("offense, back"), _("drawn card"), "", "", called.play(n, a[0], a[1])),
    "BF-222": lambda a, n: (_("offense, back"), _class(a[1]), _("by the code"), "", called.play(n, a[0], a[2])),
}  # fmt: skip
ASIDES = {
    *("BF-083", "BF-206", "BF-207", "BF-230", "BF-231", "BF-234", "BF-235", "BF-236", "BF-237", "BF-238", "BF-R38"),
}
BEGINS = {"defense": {"BF-204", "BF-238"}, "offense": {"BF-232", "BF-236", "BF-218"}}
WHOSE = {"BF-204", "BF-209", "BF-218", "BF-222", "BF-232"}  # these name the team whose sheet it is
LAST_PLAY, NOW, LAST_CALL = (
    marked("offense: the sheet's last play"),
    marked("offense: the sheet's call now"),
    marked("defense: the sheet's last call"),
)


@dataclass(frozen=True)
class Path:
    """How one call came about: rows of chart, row, column, die, result, each with its rule; then what went beside."""

    title: str
    rows: tuple[tuple[str, Row], ...]
    asides: tuple[tuple[str, str], ...]


def paths(told: Sequence[Event], names: Names) -> list[Path]:
    """The last calls of the sheets: the offense's last play, what it is about to do, and the defense's last call."""
    played = next((i for i in range(len(told) - 1, -1, -1) if told[i].rule == "BF-222"), -1)
    found: list[Path] = []
    for title, events, readers, begins in (
        (LAST_PLAY, told[: played + 1], OFFENSE, BEGINS["offense"]),
        (NOW, told[played + 1 :], OFFENSE, BEGINS["offense"]),
        (LAST_CALL, told, DEFENSE, BEGINS["defense"]),
    ):
        path = last_path(events, readers, begins)
        if path:
            team = next((each.args[0] for each in path if each.rule in WHOSE), None)
            text = _(title)
            if team is not None:
                text = say("{team}, {call}", team=called.team(names, team), call=text)
            rows = tuple((each.rule, readers[each.rule](each.args, names)) for each in path if each.rule in readers)
            beside = [each for each in path if each.rule not in readers]
            asides = tuple((each.rule, SENTENCES[each.rule](each.args, names)) for each in beside)
            found.append(Path(text, rows, asides))
    return found


def last_path(told: Sequence[Event], readers: dict[str, Reader], begins: set[str]) -> list[Event]:
    """The events of the last call, from its first die on."""
    own = {*readers, *ASIDES}
    at = next((i for i in range(len(told) - 1, -1, -1) if told[i].rule in readers), None)
    if at is None:
        return []
    first = at
    while first > 0 and told[first].rule not in begins:
        first -= 1
    while first > 0 and told[first - 1].rule in begins:
        first -= 1
    return [each for each in told[first : at + 2] if each.rule in own]
