"""Positions that are alike for one play, because the play has the same outcomes in all of them.

For exact odds, each state is replaced with one representative of all states like it. Drawing a chain of cards then
takes about a thousand states, instead of one for each order of the cards. This module makes no decisions: it only
blanks fields that no rule reads before the play is over, and merges cards that no rule can tell apart.
"""

from __future__ import annotations

from collections.abc import Callable

from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig

ONLY_CORNERS = (
    terms.CHAIN,
    terms.KICK_CHAIN,
    terms.PUNT_RETURN,
)  # from this phase on, only the offense corners of cards matter
AFTER_THE_DRAW = (
    *ONLY_CORNERS,
    terms.HAIL_MARY,
    terms.FREE_KICK,
    terms.BETWEEN,
    terms.OVER,
)  # the calls no longer matter, apart from the kind of play


def is_play_over(s: Football) -> bool:
    """Whether the play, kick or return is over: the next down or a kick follows, or the match has ended."""
    return bool(s.phase == terms.BETWEEN or s.phase == terms.OVER)


def alike_in(config: FootballConfig) -> Callable[[Football], None]:
    """A function that replaces a state by the one that represents it for the current play, with this config."""
    corners = _firsts([(config.offense_corner[card],) for card in range(terms.DECK)])
    hails = _firsts([(_hail_mary(config.field_goal[card]), config.offense_corner[card]) for card in range(terms.DECK)])
    punts = _firsts([(config.punt[card], config.offense_corner[card]) for card in range(terms.DECK)])
    first_of_kind = {config.type_kind[i]: i for i in reversed(range(terms.TYPES))}

    def alike(s: Football) -> None:
        if s.phase not in AFTER_THE_DRAW:
            return
        if is_play_over(s):
            s.deck = [0] * terms.DECK
            s.gain = s.hail_cards = s.spent_token = 0
            s.play_type = terms.NONE
        elif s.phase in ONLY_CORNERS:
            _gather(s, corners)
        else:
            _gather(s, hails if s.phase == terms.HAIL_MARY else punts)
        if s.play_type != terms.NONE:
            s.play_type = first_of_kind[config.type_kind[s.play_type]]
        s.game_day = terms.NONE
        if s.last_play != terms.NONE or is_play_over(s):  # otherwise this has already happened after an earlier card
            _forget_calls(s)
            _forget_which_cards(s, config)

    return alike


def _hail_mary(value: int) -> int:
    """A card's class for a Hail Mary: a 9, a block, or anything else."""
    return value if value in (terms.BLOCKED, 9) else -1


def _firsts(classes: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """A pair for each card that is not the first of its class: the card, and the first card of its class."""
    first: dict[tuple[int, ...], int] = {}
    return [(card, first[each]) for card, each in enumerate(classes) if first.setdefault(each, card) != card]


def _gather(s: Football, firsts: list[tuple[int, int]]) -> None:
    """Counts every card of a class as the first card of that class."""
    deck = s.deck
    for card, first in firsts:
        if deck[card]:
            deck[first] += deck[card]
            deck[card] = 0


def _forget_calls(s: Football) -> None:
    """Blanks the strengths of the calls.

    The gain already includes the strengths, and no rule reads them before the next calls.
    """
    s.strength = s.low = s.minimum = s.base = 0
    s.defense_type = s.last_play = terms.NONE
    s.defense_value = s.ignored = s.iced = s.coffin = s.weighed = 0
    s.breakaway = terms.NEITHER
    for seat in range(terms.SEATS):
        s.formation[seat], s.ability[seat], s.turned[seat] = terms.NONE, 0, 0


def _forget_which_cards(s: Football, config: FootballConfig) -> None:
    """Sorts each seat's cards: the clock needs only the number of cards in each pile, whichever they are.

    A called card is still marked as called.
    """
    seat = s.offense
    card = s.drawn_card if config.sheet[seat] == 1 else s.call[seat] // 2
    is_called = s.call[seat] != terms.NONE and card < len(s.card[seat]) and s.card[seat][card] == terms.HAND
    over = is_play_over(s)
    for each in range(terms.SEATS):
        s.card[each].sort()  # the cards in hand come first
        s.call[each] = terms.NONE
    s.drawn_card = terms.NONE
    if is_called and not over:
        s.call[seat] = 0
        s.drawn_card = 0 if config.sheet[seat] == 1 else terms.NONE
