"""Which seats have resigned, and what that means for a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from breakaway.core.game import Game, result_of

S = TypeVar("S")
B = TypeVar("B")


def sides(game: Game[S, B], config: B) -> list[int]:
    """The side of each seat. Each seat is a side of its own, unless several seats form one side."""
    return [game.side_of(config, seat) if game.side_of else seat for seat in range(game.seat_count(config))]


def can_resign(game: Game[S, B], config: B, seat: int) -> bool:
    """Whether a seat can ever resign: only if there are two sides, or if the rules provide for absent players."""
    of = sides(game, config)
    return 0 <= seat < len(of) and (len(set(of)) == 2 or game.absent is not None)


def left_by(game: Game[S, B], config: B, gone: Sequence[int]) -> list[int]:
    """The seats of sides that have not resigned. `gone` lists the seats that resigned, each for its whole side."""
    of = sides(game, config)
    lost = {of[seat] for seat in gone}
    return [seat for seat, side in enumerate(of) if side not in lost]


def is_given_up(game: Game[S, B], config: B, gone: Sequence[int]) -> bool:
    """Whether only one side is left when the seats in `gone` have resigned."""
    of = sides(game, config)
    return bool(gone) and len({of[seat] for seat in left_by(game, config, gone)}) == 1


def final(game: Game[S, B], s: S, config: B, gone: Sequence[int] = ()) -> dict[str, Any]:
    """The result for a record's last line: why the match ended (a rule id or ''), and scores and ranks by seat.

    If all sides but one have resigned (`gone` lists the seats in the order of their resignations), the remaining side
    ranks first, whatever the score. The other sides rank by how long they stayed in the match.
    """
    r = result_of(game, s, config)
    seats = game.seat_count(config)
    rank = r.rank[:seats]
    if is_given_up(game, config, gone):
        ahead = [left_by(game, config, gone[: n + 1]) for n in range(len(gone))]
        rank = [1 + next((len(each) for each in ahead if seat not in each), 0) for seat in range(seats)]
    return {"why": game.rules.id_of(r.why) if r.why else "", "score": r.score[:seats], "rank": rank}
