"""The coach `oracle`: plays the solved game, from the file that the lab made."""

from __future__ import annotations

from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.game import Game, Order
from breakaway.games.fate.coaches import book
from breakaway.games.fate.coaches.book import answer_plainly, put_defense, put_legal_play
from breakaway.games.fate.coaches.solved import (
    DOWN,
    FIRST,
    FIRST_HALF,
    KICKOFF,
    OVERTIME,
    SAFETY,
    TRY,
    GameMoment,
    NextPlace,
    Solved,
    moment,
    row_of,
    shipped,
)
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.players.coaches import Coach

PARTS_OF_ONE = 1 << 24  # a mix is drawn in these parts of certainty


def oracle(game: Game[Any, Any]) -> Coach:
    """The `oracle` coach."""
    return oracle_order


def oracle_order(view: Fate, config: FateConfig, seat: int, chance: Chance, spare: Fate, out: Order) -> None:
    """Writes an order: a random call from the best mix, or the answer that wins most often.

    The game is solved with the printed tables and without house rules. With other rules, the coach plays as if there
    were none of them; what the basic game does not ask, it answers as `book` does.
    """
    for slot in range(len(out)):
        out[slot] = 0
    start_step(chance)
    side, found = side_of(config, seat), shipped()
    if view.phase == terms.CALL:
        call(view, config, seat, side, chance, found, out)
    elif view.phase == terms.DECLARE:
        out[0] = declaration(view, config, seat, found)
    elif view.phase == terms.TRY:
        kick, two = found.tries(moment(view))
        out[0] = terms.GO_FOR_TWO if two > kick and config.two_point == 1 else terms.KICK_POINT
    elif view.phase in (terms.TIME, terms.TIME_DEFENSE):
        out[0] = int(takes_time_out(view, side, found))
    elif view.phase == terms.CHOICE and not (view.quarter == OVERTIME and config.overtime == terms.OT_COLLEGE):
        out[0] = terms.RECEIVE if receiving(view, found) >= 0.5 else terms.KICK_OFF
    elif view.phase == terms.OPTION:
        out[0] = book.judged(view, config, side, spare)
    else:
        answer_plainly(view, config, seat, out)


def call(view: Fate, config: FateConfig, seat: int, side: int, chance: Chance, found: Solved, out: Order) -> None:
    """Writes a call, drawn from the best mix. If this match forbids that play, writes Short, which is always legal."""
    plays, stops = mixes(view, found)
    if side != view.offense:
        put_defense(drawn(chance, stops), out)
        return
    put_legal_play(view, config, seat, drawn(chance, plays), out)


def mixes(s: Fate, found: Solved) -> tuple[list[float], list[float]]:
    """The best mixes of both sides before the calls."""
    if s.try_down == 1:
        return found.two_mix, found.two_stop
    _value, plays, stops = found.calls(moment(s), s.down, s.ball, max(1, s.marker - s.ball))
    return plays, stops


def drawn(chance: Chance, mix: list[float]) -> int:
    """A random number, each as likely as its share of the mix."""
    at, total = below(chance, "by the solved game", PARTS_OF_ONE), 0.0
    for i, share in enumerate(mix):
        total += share * PARTS_OF_ONE
        if at < total:
            return i
    return max(range(len(mix)), key=lambda i: mix[i])


def declaration(s: Fate, config: FateConfig, seat: int, found: Solved) -> int:
    """The declaration that wins most often: a play, a punt or a field goal; a kneel if kneels run out the clock."""
    if config.kneel == 1 and book.is_won(s):
        return terms.KNEEL
    m = moment(s)
    value, _plays, _stops = found.calls(m, s.down, s.ball, max(1, s.marker - s.ball))
    best = terms.PLAY
    for code, worth in found.kicks(m, s.ball).items():
        if worth > value and book.is_open(s, config, seat, code):
            best, value = code, worth
    return best


def takes_time_out(s: Fate, side: int, found: Solved) -> bool:
    """Whether a side takes the time out that it is offered after a play of two units."""
    worth = time_out_worths(s, side, found)
    if worth is None:
        return False
    declined, taken = worth
    return taken > declined if side == s.offense else taken < declined


def time_out_worths(s: Fate, side: int, found: Solved) -> tuple[float, float] | None:
    """The chance of the side with the ball if this side declines the time out that it is offered, and if it takes it.

    None if the tables do not know what a time out is worth.
    """
    m = moment(s)
    if not found.counts_time_outs(m):
        return None
    place = {
        terms.TRY: NextPlace(TRY, True),
        terms.KICK: NextPlace(KICKOFF, True),
        terms.PUNT: NextPlace(SAFETY, True),
    }.get(s.then, NextPlace(DOWN, True, row_of(s.down, s.ball, max(1, s.marker - s.ball))))
    if place.kind != DOWN:  # the points of a score stand already
        m = m._replace(lead=m.lead - {TRY: 6, KICKOFF: 3, SAFETY: -2}[place.kind])
    mine = side == s.offense
    taken = found.reached(place, m.later(m.left - 1, mine=int(mine), theirs=int(not mine)))
    left, _matters = found.long_play(m)
    declined = found.reached(place, m.later(left))
    if mine and m.theirs:
        declined = min(declined, found.reached(place, m.later(m.left - 1, theirs=1)))
    return declined, taken


def receiving(s: Fate, found: Solved) -> float:
    """The chance of winning for the side that receives the kickoff."""
    if s.quarter == OVERTIME:
        return 1.0 - found.before_kick(False, GameMoment(OVERTIME, terms.QUARTER, 2, 2, FIRST, 0))
    return 1.0 - found.before_kick(False, GameMoment(FIRST_HALF, 2 * terms.QUARTER, 3, 3, 1, 0))
