"""Reads orders in emails for a game that has no scribe of its own: one order on each line, in the game's notation."""

from __future__ import annotations

from itertools import islice

from breakaway.core.game import BadOrder
from breakaway.core.language import _, say
from breakaway.core.observation import NAMED, NamedTurn, Observation
from breakaway.games.manifest import kit_of, load, turns_of
from breakaway.post.reading import Piece, Scribe, Seen

SHOWN = 12


class PlainScribe:
    """A line is an order if the game can read it. A turn may stand before it: `turn 9: kick`.

    `played` counts the turns of the record so far. If it is None, lines name no turns.
    """

    conditional = ""

    def __init__(self, played: int | None = None) -> None:
        self.played = played

    def turn(self, row: str, observation: Seen) -> tuple[NamedTurn | None, str]:
        """The turn that a line begins with, and the rest of the line."""
        said = NAMED.match(row.lstrip()) if self.played is not None else None
        if said is None:
            return None, row
        return NamedTurn(None, int(said[1])), row.lstrip()[said.end() :].lstrip(" :,.")

    def turn_fault(self, turn: NamedTurn, observation: Seen) -> str:
        """Why orders for this turn are not accepted now; empty for the open turn."""
        turns, played = turns_of(observation.game), self.played or 0
        now = turns.now(observation, played)
        return "" if turn == now else another_turn(turns.text(observation, turn), turns.text(observation, now))

    def piece(self, row: str, observation: Seen) -> Piece:
        """The whole line, if the game can read it as an order."""
        text = row.strip().strip("*_").rstrip(".!;")
        try:
            observation.read(text)
        except BadOrder:
            return Piece(unknown=text)
        return Piece(text, is_order=True, slots=("order",))

    def names_players(self, row: str, observation: Seen) -> bool:
        """Always False, because in these games a condition matters only in a line that contains an order."""
        return False

    def legal(self, observation: Seen) -> list[str]:
        """The first few legal choices, in the game's notation. If an order consists of several choices, one complete
        legal order.
        """
        if not observation.is_asked():
            return []
        if observation.slots() == 1:
            codes = observation.menu([])
            some = [observation.write([code]).replace("\n", "; ") for code in islice(codes, SHOWN)]
            return [*some, *([_("and more")] if len(codes) > SHOWN else [])]
        order: list[int] = []
        while len(order) < observation.slots() and (menu := observation.menu(order)):
            order.append(menu[0])
        return [observation.write(order).replace("\n", "; ")] if len(order) == observation.slots() else []

    def how(self, observation: Seen) -> list[str]:
        """Tells the player to write the order on a line of its own."""
        return [_("Write your order on a line of its own. The email for each turn lists what you can choose.")]


def scribe_of(observation: Observation[object, object], played: int | None = None) -> Scribe:
    """The scribe for this match's game: its own, or a plain one. `played` counts the turns of the record so far."""
    place = kit_of(observation.game).mail
    found: Scribe = load(place) if place else PlainScribe(played)
    return found


def another_turn(meant: str, now: str) -> str:
    """Why an order is refused: the turn that it is `meant` for, and the turn that is open `now`."""
    return say("This order is for {meant}. The match is at {now}.", meant=meant, now=now)
