"""Game Day cards: drawing them, and whether their event is for the play that was called (rules 33 to 36)."""

from __future__ import annotations

from breakaway.core.chance import Chance, pick
from breakaway.core.events import Log, tell
from breakaway.core.rule import rule
from breakaway.football.state import DECK, KICKING, NO_EVENT, Football, FootballBook


@rule("BF-002", "BF-016", "BF-R37")
def shuffle(s: Football, book: FootballBook) -> None:
    """All 54 cards are in the deck again."""
    for card in range(DECK):
        s.deck[card] = book.copies[card]


@rule("BF-026", "BF-002", "BF-R37")
def draw_card(s: Football, book: FootballBook, chance: Chance, log: Log) -> int:
    """One Game Day card of those not yet drawn; an empty deck is shuffled first."""
    left = 0
    for each in range(DECK):
        left += s.deck[each]
    if left == 0:
        shuffle(s, book)
        tell(log, "BF-R37")
    card = pick(chance, "Game Day card", s.deck)
    s.deck[card] -= 1
    return card


@rule("BF-033", "BF-034", "BF-036", "BF-057", "BF-069")
def event_on_play(s: Football, book: FootballBook) -> int:
    """The event of the drawn card when it is of the play's kind and was not challenged, else no event."""
    if s.ignored == 1 or book.event_kind[s.game_day] != book.type_kind[s.play_type]:
        return NO_EVENT
    return int(book.event[s.game_day])


@rule("BF-010")
def kick_value(s: Football, book: FootballBook, seat: int, value: int) -> int:
    """A field goal or punt value as this team kicks it: a kicking ability adds to it, a block stays a block."""
    if value > 0 and book.ability[seat] == KICKING:
        return int(value + book.ability_amount[seat])
    return int(value)
