"""A match with its seats. People are asked on a page or at a terminal; coaches answer on their own."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from breakaway import coaches
from breakaway.core.chance import NeedsOutcome
from breakaway.core.events import Event
from breakaway.core.fair import Script
from breakaway.core.game import Game, blank_orders, play_on
from breakaway.core.language import _, say
from breakaway.core.match import Match
from breakaway.core.record import Patient
from breakaway.core.state import copy
from breakaway.core.trouble import Trouble

HUMAN = "human"
SHEET = "sheet"  # the rules of the game play this seat, so nobody asks it anything
SCRIPTED = "lesson"  # a lesson plays this seat with orders that are written in advance


class Table:
    """One match with its seats. Players of the seats in `done` have left their orders incomplete on purpose.

    `by[seat]` names the player of each seat. Without `by`, the record says who plays, and an unknown coach raises
    NoSuchCoach. With `by`, an unknown name means a bot that this program has not loaded, and the match waits for that
    bot. Raises Trouble.
    """

    def __init__(self, game: Game[Any, Any], match: Match[Any, Any], by: Sequence[str] | None = None) -> None:
        self.game, self.match = game, match
        said = [str(seat.get("by", "")) for seat in match.record.header["seats"]]
        self.by = said if by is None else list(by)
        if len(self.by) != game.seat_count(match.config):
            raise Trouble(
                say(
                    "the record names {named} seats, but the match has {seats}",
                    named=len(self.by),
                    seats=game.seat_count(match.config),
                )
            )
        if "" in self.by:
            raise Trouble(_("this match cannot be played at a terminal: its record does not say who plays each team"))
        self.people = [seat for seat, player in enumerate(self.by) if player == HUMAN]
        own = coaches.own_names(game)
        nobody = (HUMAN, SHEET, SCRIPTED, *own)
        self.bots: dict[int, coaches.OwnBot] = {}
        for seat, player in enumerate(self.by):
            if player in own:
                self.bots[seat] = coaches.OWN[player].sit()
            elif by is not None and player not in (*nobody, *coaches.names(game)):
                self.bots[seat] = coaches.Missing(player)
        played = {seat: player for seat, player in enumerate(self.by) if player not in nobody and seat not in self.bots}
        self.coaches = {seat: coaches.find(game, player) for seat, player in played.items()}
        self.physical = match.record.header["chance"] == "typed"
        self.done: set[int] = set()

    def to_ask(self) -> list[int]:
        """The seats of the people who still owe an order."""
        missing = set(self.match.missing())
        return [seat for seat in self.people if seat in missing and seat not in self.done]

    def unwritten(self) -> AbstractContextManager[None]:
        """A context manager that keeps sealed orders in memory.

        The orders are saved together with the turn, or can be worked out again.
        """
        store = self.match.store
        return store.only_coaches() if isinstance(store, Patient) else nullcontext()

    def answer_instructions(self, seats: Container[int] | None = None) -> list[tuple[int, str]]:
        """Lets standing instructions answer where they can, either for all seats or only for `seats`.

        Returns which instruction answered for which seat.
        """
        said = []
        for seat in self.match.answer_instructions(seats):
            observation, order = self.match.observation(seat), self.match.sealed[seat].order
            for name in self.match.instructions[seat]:
                if self.game.instructions[name](copy(observation.view), self.match.config, seat) == order:
                    said.append((seat, name))
                    break
        return said

    def answer(self) -> None:
        """Seals an order for every coach that has not given one yet.

        Each order depends only on the match's secret, the turn and the coach's view.

        Raises Trouble if the record says that sheets play a seat but the record's options say otherwise.
        """
        match = self.match
        with self.unwritten():
            for seat in match.missing():
                if self.by[seat] == SHEET:
                    raise Trouble(
                        say(
                            "the record says that sheets play seat {seat}, but its options say otherwise",
                            seat=seat + 1,
                        )
                    )
                if seat in self.bots:
                    order, link = self.bots[seat].order(match, seat, self._thinking(seat))
                    match.choose(seat, order, link=link)
                elif seat in self.coaches:
                    self._choose(seat, self.coaches[seat])

    def stand_in(self, seat: int, name: str) -> None:
        """Lets the coach called `name` seal one order in place of a player. Raises NoSuchCoach."""
        with self.unwritten():
            self._choose(seat, coaches.find(self.game, name))

    def _choose(self, seat: int, coach: coaches.Coach) -> None:
        match = self.match
        seed = self._thinking(seat)
        match.choose(seat, coaches.ask(self.game, coach, match.observation(seat).view, match.config, seat, seed))

    def _thinking(self, seat: int) -> int:
        """The seed for the random choices of this seat's coach in this turn."""
        return coaches.thinking_seed(self.match.secret, seat, len(self.match.log) + 1)

    def play_turn(self, typed: Sequence[int] | None = None) -> Sequence[Event]:
        """Lets the coaches answer and plays the turn. The rules decide anything that a player left open on purpose.

        If people type the outcomes and the next one is missing from `typed`, raises NeedsOutcome and changes nothing.
        The error says what people have to roll or draw next.
        """
        self.answer()
        with self.unwritten():
            events = self.match.close(typed) if self.done else self.match.resolve(typed)
        self.done.clear()
        if self.match.is_over():
            for bot in self.bots.values():
                bot.end(self.match)
        return events

    def so_far(self, typed: Sequence[int]) -> list[Event]:
        """The events of this turn up to the next die or card, based on the outcomes `typed` so far."""
        events: list[Event] = []
        orders = blank_orders(self.game)
        for seat, sealed in self.match.sealed.items():
            orders[seat][: len(sealed.order)] = sealed.order
        with suppress(NeedsOutcome):
            play_on(self.game, copy(self.match.state), self.match.config, orders, Script(typed), events)
        return events
