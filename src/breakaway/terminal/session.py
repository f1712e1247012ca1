"""What all prompts of one match at one screen share: the match, who sits there, and what they have said ahead."""

from __future__ import annotations

from breakaway.coaches.table import Table
from breakaway.core.observation import Observation
from breakaway.terminal.desks import find_desk
from breakaway.terminal.keep import Place
from breakaway.terminal.screen import Screen


class Session:
    """One match at one screen."""

    def __init__(self, table: Table, place: Place, screen: Screen) -> None:
        self.table, self.place, self.screen = table, place, screen
        self.match = table.match
        self.desk = find_desk(table.game)
        self.match.names = self.desk.checked_names(self.match.names, self.match.config)
        self.names = self.desk.seat_names(self.match.names)
        self.shared = len(table.people) > 1
        self.seen = False  # whether something stands on a shared screen that is not for everybody
        self.again: set[int] = set()  # seats that choose again, though their order is sealed
        self.later: dict[int, str] = {}  # what a seat has typed already for its next question
        self.once: dict[int, list[str]] = {}  # instructions as they were before one was given for a single play

    def answer_standing(self) -> None:
        """Standing instructions answer what they can, and it is said in a line."""
        for seat, name in self.table.answer_instructions():
            if self.shared or name in self.desk.manner.silent:
                continue  # what somebody always does is nobody else's business
            self.screen.say(f"Standing instruction of {self.names[seat]}, {name!r}: answered.", style="dim")

    def hold_once(self, seat: int, name: str) -> None:
        """A standing instruction that holds for one play, before all others."""
        if name and seat not in self.once:
            self.once[seat] = list(self.match.instructions.get(seat, ()))
            self.match.instruct(seat, [name, *(each for each in self.once[seat] if each != name)])

    def end_once(self, seat: int) -> None:
        """That play is over."""
        if seat in self.once and self.desk.begins_play(self.match.observation(seat)):
            self.match.instruct(seat, self.once.pop(seat))

    def name_of(self, number: int) -> str:
        """The turn as the game counts it: the position before it says."""
        i = number - 1 - (len(self.match.log) - len(self.match.history))  # an older edition's turns have no position
        if i < 0:
            return f"turn {number} of the record"
        return self.desk.where(
            Observation(self.table.game, self.match.history[i][0], self.match.config, -1, self.match.names)
        )
