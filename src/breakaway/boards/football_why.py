"""The path by which a sheet came to its last call: die, chart, row, column, result; from what was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from breakaway.core.events import Event
from breakaway.core.game import Names
from breakaway.football import names as called
from breakaway.football.sentences import SENTENCES

Row = tuple[str, str, str, str, str]  # chart, row, column, die, result
Reader = Callable[[Sequence[int], Names], Row]

DEFENSE: dict[str, Reader] = {
    "BF-204": lambda a, n: (
        "defense, front", f"Game State {a[2]}", called.CLASSES[a[1]], str(a[3]),
        called.STRATEGIES[a[4]],
    ),
    "BF-208": lambda a, n: (
        "spy table", "", f"{called.STRATEGIES[a[0]]} {called.KINDS[a[1]]}", str(a[2]),
        f"{called.defense_type(n, a[3])}: it wins",
    ),
    "BF-215": lambda a, n: (
        "spy table", "", f"{called.STRATEGIES[a[0]]} {called.KINDS[a[1]]}", str(a[2]),
        f"{called.defense_type(n, a[3])}: does not win",
    ),
    "BF-209": lambda a, n: (
        "defense, back", called.CLASSES[a[1]], called.STRATEGIES[a[2]], str(a[3]),
        f"{called.defense_type(n, a[4])}, strength {a[5]}",
    ),
}  # fmt: skip
OFFENSE: dict[str, Reader] = {
    "BF-232": lambda a, n: (
        "fourth-down chart", f"with modifiers {a[3]}", called.MILESTONES[a[1]], str(a[2]),
        f"target {a[4]}: " + ("goes for it" if a[3] >= a[4] else "kicks"),
    ),
    "BF-218": lambda a, n: (
        "offense, formation", f"{called.DISTANCES_SAID[a[1]]} lines", called.DOWNS_SAID[a[2]], str(a[3]),
        called.CLASSES[a[4]],
    ),
    "BF-219": lambda a, n: ("draw pile", "", called.CLASSES[a[1]], "", "a card of it"),
    "BF-220": lambda a, n: ("offense, plan", f"Game State {a[1]}", "", "", called.PLANS[a[2]]),
    "BF-221": lambda a, n: (
        "offense, codes", "", called.PLANS[a[1]], str(a[2]), called.CODES[a[3]]
    ),
    "BF-223": lambda a, n: ("offense, back", "drawn card", "", "", called.play(n, a[0], a[1])),
    "BF-222": lambda a, n: (
        "offense, back", called.CLASSES[a[1]], "by the code", "", called.play(n, a[0], a[2])
    ),
}  # fmt: skip
ASIDES = {
    *("BF-083", "BF-206", "BF-207", "BF-230", "BF-231", "BF-234", "BF-235", "BF-236", "BF-237", "BF-238", "BF-R38"),
}
BEGINS = {"defense": {"BF-204", "BF-238"}, "offense": {"BF-232", "BF-236", "BF-218"}}
WHOSE = {"BF-204", "BF-209", "BF-218", "BF-222", "BF-232"}  # these name the team whose sheet it is
LAST_PLAY, NOW, LAST_CALL = (
    "offense: the sheet's last play",
    "offense: the sheet's call now",
    "defense: the sheet's last call",
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
            whose = f"{called.team(names, team)}, " if team is not None else ""
            rows = tuple((each.rule, readers[each.rule](each.args, names)) for each in path if each.rule in readers)
            beside = [each for each in path if each.rule not in readers]
            asides = tuple((each.rule, SENTENCES[each.rule](each.args, names)) for each in beside)
            found.append(Path(whose + title, rows, asides))
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
