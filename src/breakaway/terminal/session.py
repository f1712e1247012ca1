"""What all prompts of a match on one screen have in common: the match, its players and answers given in advance."""

from __future__ import annotations

from breakaway.core.observation import Observation
from breakaway.games.manifest import kit_of
from breakaway.players.seated_match import Table, adviser
from breakaway.terminal.desks import find_desk
from breakaway.terminal.keep import Place
from breakaway.terminal.screen import Screen


class Session:
    """A match at one screen."""

    def __init__(self, table: Table, place: Place, screen: Screen) -> None:
        self.table, self.place, self.screen = table, place, screen
        self.match = table.match
        self.desk = find_desk(table.game)
        self.match.names = self.desk.checked_names(self.match.names, self.match.config)
        self.names = self.desk.seat_names(self.match.names)
        self.shared = len(table.people) > 1
        self.seen = False  # whether a shared screen is showing something secret
        self.again: set[int] = set()  # seats that choose again, although their order is sealed
        self.later: dict[int, str] = {}  # what a seat has already typed for its next question
        self.once: dict[int, list[str]] = {}  # a seat's instructions before one was added for a single play
        self.has_coach = bool(adviser(table.game) or kit_of(table.game).advice)
        self._asked: set[int] = set()  # the seats that asked the coach about their current choice

    def note_asked(self, seat: int) -> None:
        """Notes that a seat of a shared screen asked the coach. A club match also keeps this note for the browser."""
        if not self.shared or seat in self._asked:
            return
        self._asked.add(seat)
        if self._is_in_club:
            from breakaway.club.club import store_of
            from breakaway.club.helping import note_asked

            store = store_of(self.table)
            note_asked(store.database, store.id, seat, len(self.match.log))

    def asked_coach(self) -> list[str]:
        """A line for each seat that asked the coach during the last turn. In the club, the line gives the total
        number of choices so far.
        """
        asked, self._asked = sorted(self._asked), set()
        if not self._is_in_club:
            return [f"{self.names[seat]} asked the coach this turn." for seat in asked]
        from breakaway.club.club import store_of
        from breakaway.club.helping import times_asked

        store = store_of(self.table)
        times = {seat: times_asked(store.database, store.id, seat) for seat in asked}
        return [f"{self.names[seat]} has asked the coach about {choices(n)}." for seat, n in times.items()]

    @property
    def _is_in_club(self) -> bool:
        return hasattr(self.match.store, "database")

    def answer_standing(self) -> None:
        """Lets standing instructions answer what they can, and shows a line for each answer."""
        for seat, name in self.table.answer_instructions():
            if self.shared or name in self.desk.manner.silent:
                continue  # other players must not learn of instructions
            self.screen.say(f"Standing instruction of {self.names[seat]}, {name!r}: answered.", style="dim")

    def hold_once(self, seat: int, name: str) -> None:
        """For one play, puts the standing instruction `name` before the seat's other instructions.

        An empty name does nothing.
        """
        if name and seat not in self.once:
            self.once[seat] = list(self.match.instructions.get(seat, ()))
            self.match.instruct(seat, [name, *(each for each in self.once[seat] if each != name)])

    def end_once(self, seat: int) -> None:
        """Restores the seat's earlier instructions once the play for which `hold_once` changed them is over."""
        if seat in self.once and self.desk.begins_play(self.match.observation(seat)):
            self.match.instruct(seat, self.once.pop(seat))

    def name_of(self, number: int) -> str:
        """The name of a turn in its game, such as `turn 4`. `number` is the turn's number in the record."""
        i = number - 1 - (len(self.match.log) - len(self.match.history))  # turns of an older edition have no position
        if i < 0:
            return f"turn {number} of the record"
        return self.desk.where(
            Observation(self.table.game, self.match.history[i][0], self.match.config, -1, self.match.names)
        )


def choices(n: int) -> str:
    """`n` choices in words, such as `1 choice` or `2 choices`."""
    return f"{n} choice{'' if n == 1 else 's'}"
