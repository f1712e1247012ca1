"""Scripted matches, such as lessons: one player chooses, and a script gives all other orders and all outcomes of
chance.

In all other respects, scripted matches are ordinary ones: the rules play every turn, and the record contains every
order and can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from breakaway.club.typed import TYPED
from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _
from breakaway.core.observation import NotNow, Refused
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN, SCRIPTED, Table
from breakaway.players.settings import Request, find_setting, make_start
from breakaway.records.match import Start

LESSON = "lesson"  # the option in a record's first line that names the script


class NoScript(NotNow):
    """The cards or the script have changed since the match began."""

    def __init__(self) -> None:
        super().__init__(_("This lesson was started with an older version. Start it again from the front page."))


@dataclass(frozen=True)
class ScriptedTurn:
    """One turn of a script: the orders of the other seats, as players type them, and the turn's outcomes of chance."""

    orders: Mapping[int, str] = field(default_factory=dict)
    chance: Sequence[int] = ()


def scripted_start(request: Request, lesson: str) -> Start:
    """The start of a match with a player in the first seat. The script plays all other seats.

    `lesson` is the name of the script. Raises Trouble.
    """
    seats = len(find_setting(find(request.game)).players(request, None))
    start = make_start(request, [HUMAN, *[SCRIPTED] * (seats - 1)])
    return replace(start, chance=TYPED, options={**start.options, LESSON: lesson})


def play_scripted(
    table: Table, turns: Sequence[ScriptedTurn], turn: int, chosen: tuple[int, Order, bool] | None = None
) -> None:
    """Seals the order that the player has `chosen` (seat, order, and whether it is partial) and plays these `turns`.

    `turn` is `Look.turn` of the page that showed the choice. Raises NotNow if another turn has been played in the
    meantime, or NoScript if the script does not fit. In both cases, the match stays as it is.
    """
    match = table.match
    if turn != len(match.log):
        raise NotNow(_("this choice is too late: its turn has already been played"))
    try:
        if chosen:
            match.choose(*chosen)
        for each in turns:
            for seat, text in each.orders.items():
                order, partial = match.observation(seat).read(text)
                match.choose(seat, order, partial)
            table.play_turn(each.chance)
    except (Refused, BadOrder, NeedsOutcome, BadOutcome):  # the cards have changed since the match began
        raise NoScript from None
