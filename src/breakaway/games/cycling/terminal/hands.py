"""The table that a team sees before it gives orders: each rider, and what his cards would do if nobody else moved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from breakaway.core.game import Order
from breakaway.display.document import Grid, Line, Part
from breakaway.games.cycling.display.hands import cards_of, crossed_by, line_letter, line_name, own_name, riding
from breakaway.games.cycling.display.standing import everybody
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, ON_TRACK
from breakaway.games.cycling.text.words import LETTERS, ordinal


def card_text(observation: RaceObservation, rider: int, card: int, copies: int) -> str:
    """A card as `12→36 (5)`: the card, the square that it leads to, and the new card, then the lines on the way."""
    view, config = observation.view, observation.config
    square, drawn = observation.preview(rider % GRADES, card)
    new = "" if config.blind or drawn == 0 else f" ({drawn})"
    lines = "".join(
        f" {line_letter(view, config, line)}" for line in crossed_by(view, config, view.square[rider], square)
    )
    return f"{card}→{square}{new}{lines}" + (f" x{copies}" if copies > 1 else "")


def hands_table(observation: RaceObservation) -> Grid:
    """A row for each rider of the seat: his square and his cards."""
    view = observation.view
    rows = []
    for rider in range(observation.seat * GRADES, observation.seat * GRADES + GRADES):
        if view.status[rider] != ON_TRACK:
            place = view.place[rider]
            rows.append([own_name(observation, rider), "-", f"finished {ordinal(place)}" if place else "finished"])
            continue
        copies = Counter(cards_of(view, rider))
        cells = [card_text(observation, rider, card, copies[card]) for card in sorted(copies, reverse=True)]
        mark = " dropped" if view.dropped[rider] else ""
        led = " leads" if view.led_alone == rider else ""
        rows.append([own_name(observation, rider) + mark + led, str(view.square[rider]), *cells])
    return Grid("", ("rider", "square", "his cards"), rows, right=(1,))


def legend(observation: RaceObservation) -> str:
    """Explains how to read the table, with one of its cards as an example."""
    view, config = observation.view, observation.config
    riders = riding(observation, observation.seat)
    if not riders:
        return ""
    rider = riders[0]
    card = cards_of(view, rider)[0]
    square, drawn = observation.preview(rider % GRADES, card)
    shown = f"{card}→{square}" + (f" ({drawn})" if drawn and not config.blind else "")
    new = f", new card {drawn} if nobody else moved" if drawn and not config.blind else ""
    lines = {
        line
        for each in riders
        for other in cards_of(view, each)
        for line in crossed_by(view, config, view.square[each], view.square[each] + other)
    }
    signs = [f"{line_letter(view, config, line)} = across {line_name(view, config, line)}" for line in sorted(lines)]
    return "; ".join([f"{shown} = card {card} to {square}{new}", *signs])


def spied_cards(observation: RaceObservation) -> list[Part]:
    """In a Spy race, the cards that last turn's namings revealed."""
    view, config = observation.view, observation.config
    if not config.spy or observation.seat < 0:
        return []
    parts: list[str] = []
    for rider in range(config.teams * GRADES):
        if rider // GRADES != observation.seat and view.spied[observation.seat][rider] and cards_of(view, rider):
            cards = " ".join(map(str, cards_of(view, rider)))
            parts.append(f"{observation.names['teams'][rider // GRADES]} {LETTERS[rider % GRADES]} {cards}")
    return [Line("Spied: " + " · ".join(parts))] if parts else []


def default_order(observation: RaceObservation) -> Order | None:
    """The default line-up (BA-R16), which a bare Enter chooses, or None during the race."""
    view, config = observation.view, observation.config
    if view.phase != LINE_UP:
        return None
    order = [0] * FIRST_SLOT[GRADES]
    for grade in range(GRADES):
        for i in range(FIRST_SLOT[grade + 1] - FIRST_SLOT[grade]):
            order[FIRST_SLOT[grade] + i] = int(config.default_hand[grade][i])
    return order


def rider_rows(observation: RaceObservation) -> list[Part]:
    """All riders on the track, front to back, with what the seat may know of them."""
    return [replace(everybody(observation), title="")] if observation.view.field else [Line("Nobody is on the track.")]
