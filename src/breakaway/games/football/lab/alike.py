"""Positions that are alike for one play: what comes of it is the same, whatever else differs.

Exact odds turn each state into the representative of all that are alike, so that a chain of cards has about a thousand
states instead of as many as there are orders of the cards. Nothing is decided here: only what no rule will read before
the play is over is blanked, and only cards between which no rule will tell are counted as one.
"""

from __future__ import annotations

from collections.abc import Callable

from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig

ONLY_CORNERS = (
    terms.CHAIN,
    terms.KICK_CHAIN,
    terms.PUNT_RETURN,
)  # from here on a card's offense corner is all that is looked at
AFTER_THE_DRAW = (
    *ONLY_CORNERS,
    terms.HAIL_MARY,
    terms.FREE_KICK,
    terms.BETWEEN,
    terms.OVER,
)  # the calls have had their say


def is_play_over(s: Football) -> bool:
    """Whether play, kick or return is done: what follows is the next down, a kick, or nothing any more."""
    return bool(s.phase == terms.BETWEEN or s.phase == terms.OVER)


def alike_in(config: FootballConfig) -> Callable[[Football], None]:
    """What turns a state of a match with this config into its representative for the play that is on."""
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
        if s.last_play != terms.NONE or is_play_over(s):  # else it was done a card ago
            _forget_calls(s)
            _forget_which_cards(s, config)

    return alike


def _hail_mary(value: int) -> int:
    """A Hail Mary tells a 9 and a block from all the rest."""
    return value if value in (terms.BLOCKED, 9) else -1


def _firsts(classes: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The cards that are not the first of their class, each with the first one."""
    first: dict[tuple[int, ...], int] = {}
    return [(card, first[each]) for card, each in enumerate(classes) if first.setdefault(each, card) != card]


def _gather(s: Football, firsts: list[tuple[int, int]]) -> None:
    """All cards of a class are counted as the first one."""
    deck = s.deck
    for card, first in firsts:
        if deck[card]:
            deck[first] += deck[card]
            deck[card] = 0


def _forget_calls(s: Football) -> None:
    """What the calls were worth has gone into the gain; nothing reads it again before the next calls."""
    s.strength = s.low = s.minimum = s.base = 0
    s.defense_type = s.last_play = terms.NONE
    s.defense_value = s.ignored = s.iced = s.coffin = s.return_of = 0
    s.breakaway = terms.NEITHER
    for seat in range(terms.SEATS):
        s.formation[seat], s.ability[seat], s.turned[seat] = terms.NONE, 0, 0


def _forget_which_cards(s: Football, config: FootballConfig) -> None:
    """How many cards are in which pile matters to the clock, not which they are. The called card stays a called one."""
    seat = s.offense
    card = s.drawn_card if config.sheet[seat] == 1 else s.call[seat] // 2
    is_called = s.call[seat] != terms.NONE and card < len(s.card[seat]) and s.card[seat][card] == terms.HAND
    over = is_play_over(s)
    for each in range(terms.SEATS):
        s.card[each].sort()  # the hand comes first
        s.call[each] = terms.NONE
    s.drawn_card = terms.NONE
    if is_called and not over:
        s.call[seat] = 0
        s.drawn_card = 0 if config.sheet[seat] == 1 else terms.NONE
