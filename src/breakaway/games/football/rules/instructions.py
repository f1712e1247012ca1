"""Standing instructions, which answer in place of a seat.

When the seat's turn comes, the first instruction that gives a legal order decides.
"""

from __future__ import annotations

from collections.abc import Callable

from breakaway.games.football.rules import setup, terms
from breakaway.games.football.rules.best_of import EITHER, best_of
from breakaway.games.football.rules.play import card_strength
from breakaway.games.football.rules.scoring import LONGEST_FIELD_GOAL, kick_distance
from breakaway.games.football.rules.state import Football, FootballConfig

Instruction = Callable[[Football, FootballConfig, int], "list[int] | None"]


def always(phases: tuple[int, ...], code: int) -> Instruction:
    """An instruction that gives the same answer in all of the `phases`."""
    return lambda view, config, seat: [code] if view.phase in phases else None


def challenge_a_turnover(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Spends a flag only to challenge a turnover against this seat."""
    if view.phase not in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return None
    mine = view.offense == seat and config.event[view.game_day] == terms.TURNOVER
    return [1 if mine else 0]


def better_corner(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Picks the card's event or its corner, whichever wins more often."""
    if view.phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return [best_of(view, config, seat, EITHER)]
    return None


def last_time_out_unless_first_down(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Calls time for the defense before the offense's last card, unless the offense has just made a first down."""
    return [1 if view.down > 1 else 0] if view.phase == terms.TIME else None


def last_time_out_outside_range(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Calls time for the defense before the offense's last card, unless the offense can try a field goal."""
    if view.phase != terms.TIME:
        return None
    return [1 if kick_distance(view.line) > LONGEST_FIELD_GOAL else 0]


def discard_weakest(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Gives up the weakest cards."""
    if view.phase != terms.DISCARD or view.owed[seat] <= 0:
        return None
    held = [card for card in range(terms.CARDS) if view.card[seat][card] == terms.HAND]
    held.sort(key=lambda card: (card_strength(config, seat, card), card))
    return sorted(held[: view.owed[seat]])


def better_penalty(view: Football, config: FootballConfig, seat: int) -> list[int] | None:
    """Accepts or declines a Holding penalty, whichever wins more often."""
    return [best_of(view, config, seat, EITHER)] if view.phase == terms.PENALTY else None


INSTRUCTIONS: dict[str, Instruction] = {
    "never audible": always((terms.AUDIBLE, terms.AUDIBLE_DEFENSE), 0),
    "never challenge": always((terms.CHALLENGE, terms.CHALLENGE_DEFENSE), 0),
    "challenge a turnover": challenge_a_turnover,
    "take the better corner": better_corner,
    "take the better penalty": better_penalty,
    "never onside": always((terms.KICK,), 0),
    "never ice": always((terms.ICE,), 0),
    "no last time out": always((terms.TIME, terms.OFFENSE_TIME), 0),
    "every last time out": always((terms.TIME, terms.OFFENSE_TIME), 1),
    "last time out unless first down": last_time_out_unless_first_down,
    "last time out only outside field-goal range": last_time_out_outside_range,
    "always receive": always((terms.TOSS,), setup.RECEIVE),
    "discard the weakest": discard_weakest,
    "no kick into a touchback": always((terms.KICK_EFFECT,), 0),
}
LATE = "last time out unless first down"  # answers for a late player in slow play
