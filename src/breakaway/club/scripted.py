"""Matches that go by a script, as lessons do: one person chooses, all other orders and all of chance are written down.

They are matches like others: the rules play every turn, the record holds every order and outcome, and can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from breakaway.club.club import Club, retried
from breakaway.club.typed import TYPED
from breakaway.coaches.table import HUMAN, SCRIPTED
from breakaway.core.game import Order
from breakaway.core.language import _
from breakaway.core.match import NotNow, Start
from breakaway.games.registry import find
from breakaway.setting.request import Request
from breakaway.setting.start import find_setting, make_start

LESSON = "lesson"  # the option of a record's first line that names the script


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
    club: Club,
    match_id: str,
    turns: Sequence[ScriptedTurn],
    turn: int,
    chosen: tuple[int, Order, bool] | None = None,
) -> None:
    """Seals what a person has `chosen` (seat, order, whether partial) and plays these turns, in one transaction.

    `turn` is `Look.turn` of the page where it was chosen: NotNow when the match has gone on since. Raises Refused, and
    BadOrder, NeedsOutcome and BadOutcome where the script does not fit; then nothing is changed.
    """

    def work() -> None:
        with club.at_work(match_id) as table:
            match = table.match
            if turn != len(match.log):
                raise NotNow(_("the turn for which this was chosen has been played"))
            if chosen:
                match.choose(*chosen)
            for each in turns:
                for seat, text in each.orders.items():
                    order, partial = match.window(seat).read(text)
                    match.choose(seat, order, partial)
                table.play_turn(each.chance)

    retried(work)
