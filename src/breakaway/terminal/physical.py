"""People roll the dice and draw the cards themselves: each is asked for by its name, and typed in.

Nothing is lost when the program is left meanwhile: the choices of the turn are sealed, and its dice are asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.observation import Observation
from breakaway.terminal.commands import Commands
from breakaway.terminal.session import Session
from breakaway.terminal.trouble import Trouble

BACK = {"undo", "back", "u"}


class ChooseAgain(Exception):
    """Nothing of the turn was typed yet, and the person wants to choose otherwise."""


class Dealer:
    """Asks for the dice and cards of one turn, until all that the rules want is there."""

    def __init__(self, play: Session) -> None:
        self.play, self.table, self.screen, self.desk = play, play.table, play.screen, play.desk
        self.typed: list[int] = []
        self.labels: list[str] = []
        self.told = 0  # how many events of the turn were told already

    def play_turn(self) -> int:
        """Plays the turn; returns how many of its events were told meanwhile. Raises ChooseAgain and Left."""
        while True:
            try:
                self.table.play_turn(self.typed)
            except NeedsOutcome as needed:
                self._tell()
                self._ask(needed)
            else:
                return self.told

    def observation(self) -> Observation[Any, Any]:
        """What the people at this screen may see together."""
        people = self.table.people
        return self.table.match.observation(people[0] if len(people) == 1 else -1)

    def _tell(self) -> None:
        """What has led to the next die or card, in full: whoever rolls wants to know for which chart."""
        events = self.table.so_far(self.typed)
        self.screen.show(self.desk.full(self.observation(), events[self.told :]))
        self.told = max(self.told, len(events))

    def _ask(self, needed: NeedsOutcome) -> None:
        """One outcome more, or one less."""
        observation = self.observation()
        hint = self.desk.outcome_hint(observation, needed.label, needed.sides)
        said = [
            ("", f"The {needed.label}: {hint}."),
            ("undo   ", "take back what you typed last, or your choice"),
        ]
        commands = Commands(self.play, observation, said)
        while True:
            line = self.screen.ask(f"{needed.label} ({hint})> ").strip()
            if line.casefold() in BACK:
                self._take_back()
                return
            if not line:
                self.screen.say("Roll or draw, then type the result; undo takes back the last one.")
            elif not commands.run(line) and self._take(observation, needed, line):
                return

    def _take(self, observation: Observation[Any, Any], needed: NeedsOutcome, line: str) -> bool:
        """Whether what was typed is an outcome that can come now."""
        try:
            outcome = self.desk.read_outcome(observation, needed.label, needed.sides, line)
        except Trouble as error:
            self.screen.say(str(error))
            return False
        if not self._can_be([*self.typed, outcome]):
            said = self.table.game.words.outcome(needed.label, outcome)
            self.screen.say(f"{said} is not possible: it has been drawn, or is not in the pile.")
            return False
        self.typed.append(outcome)
        self.labels.append(needed.label)
        return True

    def _can_be(self, typed: Sequence[int]) -> bool:
        """Whether the rules take these outcomes."""
        try:
            self.table.so_far(typed)
        except BadOutcome:
            return False
        return True

    def _take_back(self) -> None:
        """The last outcome; before the first the choice itself."""
        if not self.typed:
            raise ChooseAgain
        said = self.table.game.words.outcome(self.labels.pop(), self.typed.pop())
        self.told = min(self.told, len(self.table.so_far(self.typed)))
        self.screen.say(f"Taken back: {said}. Type it in again.")
