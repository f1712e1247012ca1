"""Standing instructions, which answer in place of a seat.

When the seat's turn comes, the first instruction that gives a legal order decides.
"""

from __future__ import annotations

from collections.abc import Callable

from breakaway.games.football.rules import setup, terms
from breakaway.games.football.rules.best_of import EITHER, best_of
from breakaway.games.football.rules.play import card_strength
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
    "no last time out": always((terms.TIME,), 0),
    "always receive": always((terms.TOSS,), setup.RECEIVE),
    "discard the weakest": discard_weakest,
    "no kick into a touchback": always((terms.KICK_EFFECT,), 0),
}
