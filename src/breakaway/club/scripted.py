"""Matches that go by a script, as lessons do: one person chooses, all other orders and all of chance are written down.

They are matches like others: the rules play every turn, the record holds every order and outcome, and can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from breakaway.club.typed import TYPED
from breakaway.coaches.table import HUMAN, SCRIPTED, Table
from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _
from breakaway.core.match import NotNow, Refused, Start
from breakaway.games.registry import find
from breakaway.setting.request import Request
from breakaway.setting.start import find_setting, make_start

LESSON = "lesson"  # the option of a record's first line that names the script


class NoScript(NotNow):
    """The match was begun with cards, or a script, that have been changed since."""

    def __init__(self) -> None:
        super().__init__(_("This lesson was started with an older version. Start it again from the front page."))


@dataclass(frozen=True)
class ScriptedTurn:
    """One turn: orders, as people write them, by seat, but for the person's own; and its outcomes of chance."""

    orders: Mapping[int, str] = field(default_factory=dict)
    chance: Sequence[int] = ()


def scripted_start(request: Request, lesson: str) -> Start:
    """The beginning of a match whose first seat is a person's and whose others are the script's.

    `lesson` is the name of the script. Raises Trouble.
    """
    seats = len(find_setting(find(request.game)).players(request, None))
    start = make_start(request, [HUMAN, *[SCRIPTED] * (seats - 1)])
    return replace(start, chance=TYPED, options={**start.options, LESSON: lesson})


def play_scripted(
    table: Table, turns: Sequence[ScriptedTurn], turn: int, chosen: tuple[int, Order, bool] | None = None
) -> None:
    """Seals what a person has `chosen` (seat, order, whether partial) and plays these turns.

    `turn` is `Look.turn` of the page where it was chosen: NotNow when the match has gone on since. Raises NoScript
    where the script does not fit; then nothing is changed.
    """
    match = table.match
    if turn != len(match.log):
        raise NotNow(_("this choice is too late: its turn has been played"))
    try:
        if chosen:
            match.choose(*chosen)
        for each in turns:
            for seat, text in each.orders.items():
                order, partial = match.observation(seat).read(text)
                match.choose(seat, order, partial)
            table.play_turn(each.chance)
    except (Refused, BadOrder, NeedsOutcome, BadOutcome):  # begun with cards that have been changed since
        raise NoScript from None
