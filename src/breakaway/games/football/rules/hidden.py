"""What a seat may see.

Before the reveal, a seat does not see the other seat's call. Under the house rule `hidden_discards`, it also does not
see which cards the other seat gave up.
"""

from __future__ import annotations

from breakaway.core.chance import Chance, pick, start_step
from breakaway.core.rules import rule
from breakaway.core.state import zeros
from breakaway.games.football.rules import penalties, terms
from breakaway.games.football.rules.state import Football, FootballConfig


@rule("BF-021", "BF-023")
def is_face_down(s: Football) -> bool:
    """Whether there is a face-down call now."""
    return bool(s.phase in (terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE, terms.REVEAL))


@rule("BF-021", "BF-023", "BF-R46")
def redact(s: Football, config: FootballConfig, seat: int) -> None:
    """Blanks out what this seat must not know.

    Of the other side's face-down card, or of a card that a sheet has drawn, a seat sees only the formation. Hidden
    discards look like cards in hand.
    """
    if s.phase == terms.DEFENSE and s.drawn_card != terms.NONE:
        s.drawn_card = terms.UNSEEN_CALL
    for each in range(terms.SEATS):
        if each == seat:
            continue
        if is_face_down(s) and s.call[each] != terms.NONE:
            s.call[each] = terms.UNSEEN_CALL
            s.ability[each] = 0
        if s.offense != each:
            s.time_after = 0
        if config.hidden_discards == 1 and config.sheet[each] == 0:
            for card in range(terms.CARDS):
                if s.card[each][card] == terms.HAND or s.card[each][card] == terms.GIVEN:
                    s.card[each][card] = terms.UNSEEN


@rule("BF-021", "BF-023", "BF-R46")
def determinize(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Fills the blanks with a possible call of the visible formation and the right number of hidden discards."""
    if s.drawn_card == terms.UNSEEN_CALL:
        fill_drawn_card(s, config, chance)
    for each in range(terms.SEATS):
        called = terms.NONE
        if s.call[each] == terms.UNSEEN_CALL:
            if each == s.offense:
                fill_offense(s, config, each, chance)
                called = s.call[each] // 2
            else:
                fill_defense(s, config, each, chance)
        fill_discards(s, each, called, chance)


@rule("BF-219")
def fill_drawn_card(s: Football, config: FootballConfig, chance: Chance) -> None:
    """Guesses the sheet's drawn card: a card of the visible formation from the draw pile, where it stays until it is
    played.
    """
    seat = s.offense
    weights = zeros(terms.CARDS)
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.HAND and config.card_formation[seat][card] == s.formation[seat]:
            weights[card] = 1
    start_step(chance)
    s.drawn_card = pick(chance, "guessed card", weights)


@rule("BF-021", "BF-022")
def fill_offense(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Guesses the offense's play: one of the visible formation, from a card that may be in hand."""
    weights = zeros(terms.PLAYS)
    for card in range(terms.CARDS):
        held = s.card[seat][card] == terms.HAND or s.card[seat][card] == terms.UNSEEN or s.try_down == 1
        if held and config.card_formation[seat][card] == s.formation[seat]:
            for play in range(2 * card, 2 * card + 2):
                forbidden = config.illegal_call_forbidden == 1 and penalties.illegal_by(
                    config, s.line, config.play_type[seat][play]
                )
                if not forbidden:
                    weights[play] = 1
    start_step(chance)
    s.call[seat] = pick(chance, "guessed play", weights)


@rule("BF-023", "BF-R44")
def fill_defense(s: Football, config: FootballConfig, seat: int, chance: Chance) -> None:
    """Guesses the defense's call: one of the visible formation.

    If the card was turned around, it must have two calls.
    """
    weights = zeros(terms.CALLS)
    for card in range(config.defenses[seat]):
        if config.defense_formation[seat][card] == s.formation[seat]:
            two = config.call_type[seat][2 * card + 1] != terms.NONE
            if two or s.turned[seat] == 0:
                weights[2 * card] = 1
            if two:
                weights[2 * card + 1] = 1
    start_step(chance)
    s.call[seat] = pick(chance, "guessed call", weights)


@rule("BF-R46")
def fill_discards(s: Football, seat: int, called: int, chance: Chance) -> None:
    """Guesses which hidden cards were given up.

    The number of hidden discards is known, and the called card is never one of them. All other hidden cards are in
    hand.
    """
    left = s.given[seat]
    unseen = zeros(terms.CARDS)
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.UNSEEN:
            unseen[card] = 0 if card == called and s.try_down == 0 else 1
        else:
            left = left - 1 if s.card[seat][card] == terms.GIVEN else left
    for _ in range(terms.CARDS):
        total = 0
        for card in range(terms.CARDS):
            total += unseen[card]
        if left > 0 and total > 0:
            start_step(chance)
            card = pick(chance, "guessed discard", unseen)
            s.card[seat][card] = terms.GIVEN
            unseen[card] = 0
            left -= 1
    for card in range(terms.CARDS):
        if s.card[seat][card] == terms.UNSEEN:
            s.card[seat][card] = terms.HAND
