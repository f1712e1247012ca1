"""How a match stands and how it ended, with the seats that have resigned.

A `Standings` is the only source of everything that names a winner: pages, emails, reports, lists, terminals, bots and
the last line of a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    if not gone:
        return False
    of = sides(game, config)
    return len({of[seat] for seat in left_by(game, config, gone)}) == 1


@dataclass(frozen=True)
class Standings:
    """How a match stands or, once `is_over`, how it ended. Each list has an entry for each seat.

    - `rule`: the id of the rule that ended the match. Empty while it goes on, and if resignations ended it.
    - `score`, `rank`: as in `Result`. After resignations, the remaining side ranks first, whatever the score, and the
      others rank by how long they stayed.
    - `sides`: each seat's side. `gone`: the seats that have resigned, in the order of their resignations.
    """

    is_over: bool
    rule: str
    score: tuple[int, ...]
    rank: tuple[int, ...]
    sides: tuple[int, ...]
    gone: tuple[int, ...] = ()

    @property
    def resigned(self) -> int | None:
        """The seat whose resignation ended the match, or None."""
        return self.gone[-1] if self.is_over and not self.rule else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1: several if they form a side, or share the win. None while the match goes on."""
        return tuple(seat for seat, rank in enumerate(self.rank) if rank == 1) if self.is_over else ()

    @property
    def won(self) -> tuple[int, ...]:
        """The sides that won, in ascending order. None while the match goes on."""
        return tuple(sorted({self.sides[seat] for seat in self.winners}))

    @property
    def by_side(self) -> dict[int, int]:
        """The first seat of each side."""
        return {side: self.sides.index(side) for side in sorted(set(self.sides))}


def standing(game: Game[S, B], s: S, config: B, gone: Sequence[int] = ()) -> Standings:
    """How a match stands in the state or view `s`, after the seats in `gone` have resigned."""
    r, of = result_of(game, s, config), sides(game, config)
    seats, given_up = len(of), is_given_up(game, config, gone)
    rank, by_rule = r.rank[:seats], r.why != 0 and game.choosers(s, config) == 0
    if given_up:
        ahead = [left_by(game, config, gone[: n + 1]) for n in range(len(gone))]
        rank = [1 + next((len(each) for each in ahead if seat not in each), 0) for seat in range(seats)]
    rule = game.rules.id_of(r.why) if by_rule else ""
    return Standings(by_rule or given_up, rule, tuple(r.score[:seats]), tuple(rank), tuple(of), tuple(gone))


def final(game: Game[S, B], s: S, config: B, gone: Sequence[int] = ()) -> dict[str, Any]:
    """The result for a record's last line: why the match ended (a rule id or ''), and scores and ranks by seat."""
    found, why = standing(game, s, config, gone), result_of(game, s, config).why
    return {"why": game.rules.id_of(why) if why else "", "score": list(found.score), "rank": list(found.rank)}
