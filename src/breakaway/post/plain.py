"""Reads orders in emails for a game that has no scribe of its own: one order on each line, in the game's notation."""

from __future__ import annotations

from itertools import islice

from breakaway.core.game import BadOrder
from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.games.registry import kit_of, load
from breakaway.post.reading import NamedTurn, Piece, Scribe, Seen

SHOWN = 12


class PlainScribe:
    """A line is an order if the game can read it. Emails for a game without its own scribe do not name turns."""

    conditional = ""

    def turn(self, row: str, observation: Seen) -> tuple[NamedTurn | None, str]:
        """No turn, and the line unchanged."""
        return None, row

    def turn_fault(self, turn: NamedTurn, observation: Seen) -> str:
        """An empty text: these games have no turns to name."""
        return ""

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


PLAIN = PlainScribe()


def scribe_of(observation: Observation[object, object]) -> Scribe:
    """The scribe for this match's game: its own, or a plain one."""
    place = kit_of(observation.game).mail
    found: Scribe = load(place) if place else PLAIN
    return found
