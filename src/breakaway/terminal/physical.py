"""Matches with the players' own dice and cards.

The program asks for each die or card by name, and the players type the result. Players can leave the program at any
point: the turn's choices stay sealed, and the program asks for the dice again later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.language import Trouble
from breakaway.core.observation import Observation
from breakaway.display.outcomes import outcome_of
from breakaway.terminal.commands import Commands
from breakaway.terminal.session import Session

BACK = {"undo", "back", "u"}


class ChooseAgain(Exception):
    """The player wants to change a choice, and no outcome of the turn has been typed yet."""


class Dealer:
    """Asks for the dice and cards of one turn until the turn is complete."""

    def __init__(self, play: Session) -> None:
        self.play, self.table, self.screen, self.desk = play, play.table, play.screen, play.desk
        self.typed: list[int] = []
        self.labels: list[str] = []
        self.shown = 0  # how many events of the turn have been shown

    def play_turn(self) -> int:
        """Plays the turn.

        Returns how many of the turn's events the players have already seen. Raises ChooseAgain or Left.
        """
        while True:
            try:
                self.table.play_turn(self.typed)
            except NeedsOutcome as needed:
                self._tell()
                self._ask(needed)
            else:
                return self.shown

    def observation(self) -> Observation[Any, Any]:
        """The observation that all players at this screen may see."""
        people = self.table.people
        return self.table.match.observation(people[0] if len(people) == 1 else -1)

    def _tell(self) -> None:
        """Shows everything that led to the next die or card, so that the players know which table they are rolling
        on.
        """
        events = self.table.so_far(self.typed)
        self.screen.show(self.desk.full(self.observation(), events[self.shown :]))
        self.shown = max(self.shown, len(events))

    def _ask(self, needed: NeedsOutcome) -> None:
        """Asks until the player types one more outcome or takes one back."""
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
        """Accepts a typed outcome if it is possible now. Returns whether the outcome was accepted."""
        try:
            outcome = self.desk.read_outcome(observation, needed.label, needed.sides, line)
        except Trouble as error:
            self.screen.say(str(error))
            return False
        if not self._can_be([*self.typed, outcome]):
            said = outcome_of(observation, needed.label, outcome).label
            self.screen.say(f"{needed.label}: {said} is not possible: already drawn, or not in the pile.")
            return False
        self.typed.append(outcome)
        self.labels.append(needed.label)
        return True

    def _can_be(self, typed: Sequence[int]) -> bool:
        """Whether these outcomes are possible."""
        try:
            self.table.so_far(typed)
        except BadOutcome:
            return False
        return True

    def _take_back(self) -> None:
        """Takes back the last outcome. Raises ChooseAgain if there is none."""
        if not self.typed:
            raise ChooseAgain
        label = self.labels.pop()
        said = outcome_of(self.observation(), label, self.typed.pop()).label
        self.shown = min(self.shown, len(self.table.so_far(self.typed)))
        self.screen.say(f"Taken back: {label}, {said}. Type it in again.")
