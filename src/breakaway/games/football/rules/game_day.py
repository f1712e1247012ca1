"""Game Day cards: how they are drawn, and whether their events fit the play (rules 33 to 36)."""

from __future__ import annotations

from breakaway.core.chance import Chance, pick_of
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules.happened import DECK_SHUFFLED, KICK_HELPED
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import DECK, INCOMPLETE, KICKING, MODIFIER, NO_EVENT


@rule("BF-002", "BF-016", "BF-R37")
def shuffle(s: Football, config: FootballConfig) -> None:
    """Puts all 54 cards back into the deck."""
    for card in range(DECK):
        s.deck[card] = config.copies[card]


@rule("BF-002")
def cards_in_deck(s: Football) -> int:
    """The number of Game Day cards that are still in the deck."""
    left = 0
    for copies in s.deck:
        left += copies
    return left


@rule("BF-026", "BF-002", "BF-R37")
def draw_card(s: Football, config: FootballConfig, chance: Chance, log: Log) -> int:
    """Draws a Game Day card from the deck. An empty deck is refilled first."""
    left = cards_in_deck(s)
    if left == 0:
        shuffle(s, config)
        tell(log, DECK_SHUFFLED)
        left = cards_in_deck(s)
    card = pick_of(chance, "Game Day card", s.deck, left)
    s.deck[card] -= 1
    return card


@rule("BF-033", "BF-034", "BF-036", "BF-057", "BF-069")
def event_on_play(s: Football, config: FootballConfig) -> int:
    """The event of the drawn card, or no event if it does not fit this kind of play or was challenged."""
    if s.ignored == 1 or config.event_kind[s.game_day] != config.type_kind[s.play_type]:
        return NO_EVENT
    return int(config.event[s.game_day])


@rule("BF-168", "BF-169", "BF-R22")
def is_incomplete(s: Football, config: FootballConfig, event: int) -> bool:
    """Whether this event makes the play an incomplete pass.

    A low-percentage pass is caught only if the card has a green modifier for passes.
    """
    if event == INCOMPLETE:
        return True
    if s.low == 0:
        return False
    if event == MODIFIER:
        return bool(config.event_value[s.game_day] <= 0)
    return bool(event == NO_EVENT and config.low_percentage_ignored_complete == 0)


@rule("BF-042", "BF-R5")
def stops_chain(config: FootballConfig, corner: int) -> bool:
    """Whether this corner ends a chain of cards: a 0 does and, under a house rule, a -1 too."""
    return bool(corner == 0 or (corner < 0 and config.minus_stops == 1))


@rule("BF-010")
def kick_value(s: Football, config: FootballConfig, seat: int, value: int) -> int:
    """A field goal or punt value with the team's kicking ability added. A block stays a block."""
    if value > 0 and config.ability[seat] == KICKING:
        return int(value + config.ability_amount[seat])
    return int(value)


@rule("BF-010")
def kicked(s: Football, config: FootballConfig, seat: int, value: int, log: Log) -> int:
    """The kick's final value. If the kicking ability changed the value, the event log also gets the printed one."""
    counts = kick_value(s, config, seat, value)
    if counts != value:
        tell(log, KICK_HELPED, seat, value, counts)
    return counts
