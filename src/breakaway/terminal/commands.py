"""The commands that work at any prompt: those for all games, and those that a game's desk adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from breakaway.core.language import Trouble
from breakaway.core.observation import Observation
from breakaway.records.play_by_play import played_in
from breakaway.terminal.desk import Command, Lookup, upper_first
from breakaway.terminal.screen import Left
from breakaway.terminal.session import Session

ALIASES = {
    "?": "help",
    "h": "help",
    "points": "table",
    "board": "field",
    "hand": "hands",
    "exit": "quit",
    "q": "quit",
    "rule": "rules",
}
ASKING = {"suggest", "umpire", "undo", "resign", "quit"}  # these ask a question or leave the prompt: no paging needed
ORDER = ("help", "field", "hands", "matchups", "riders", "table", "box", "log", "why", "rules", "suggest", "standing")


class Commands:
    """The commands at one prompt. Everything that commands show comes from one observation."""

    def __init__(
        self, play: Session, observation: Observation[Any, Any], first: Sequence[tuple[str, str]] | None = None
    ) -> None:
        self.play, self.observation = play, observation
        self.screen, self.desk, self.match = play.screen, play.desk, play.match
        self.known: dict[str, tuple[str, Callable[[str], None], bool]] = {}
        self.first = first  # what `help` shows first in place of how to write choices
        self.add("help", "this", self._help)
        for name, command in self.desk.commands.items():
            self.add(name, command.says, self._of_game(command), command.bare)
        self.add("log", "what happened in the last turn, and why; log 3: in the last three turns", self._log)
        self.add(
            "rules",
            f"all rules; one by its id, as in rules {example_id(play)}; or those with certain words",
            self._rules,
        )
        self.add("save", "where the match is saved (after every choice)", self._save)
        self.add("quit", "leave; the match is saved", self._quit)

    def add(self, name: str, says: str, run: Callable[[str], None], bare: bool = False) -> None:
        """Adds a command. With `bare`, the name counts as a command only if nothing follows it on the line."""
        self.known[name] = says, run, bare

    def names(self) -> list[str]:
        """The names of all commands, in the order in which help lists them."""
        last = ("undo", "resign", "save", "quit")
        first = [name for name in ORDER if name in self.known]
        rest = [name for name in self.known if name not in ORDER and name not in last]
        return [*first, *rest, *(name for name in last if name in self.known)]

    def run(self, line: str) -> bool:
        """Runs the command in a typed line. Returns False if the line is not a command."""
        word, _, rest = line.partition(" ")
        name = ALIASES.get(word.casefold(), word.casefold())
        if name not in self.known:
            return False
        _, command, bare = self.known[name]
        if bare and rest.strip():
            return False
        if name in ASKING:
            command(rest.strip())
        else:
            with self.screen.paging():
                command(rest.strip())
        return True

    def _of_game(self, command: Command) -> Callable[[str], None]:
        def show(rest: str) -> None:
            look = Lookup(self.observation, self.match.log, rest, self.screen.color, self.screen.width, self._played)
            self.screen.show(command.show(look))

        return show

    def _played(self) -> Sequence[Any]:
        return played_in(self.match)

    def _help(self, rest: str) -> None:
        for label, text in self.desk.help(self.observation) if self.first is None else self.first:
            self.screen.hang(f"  {label}" if label else "", text)
        self.screen.say("At any prompt:")
        for name in self.names():
            self.screen.hang(f"  {name:<9} ", self.known[name][0])

    def _log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and int(rest[:6]) > 0):
            self.screen.say(f"log: expected a number of turns, as in 'log 3', not {rest[:40]!r}")
            return
        last = self.match.log[-int(rest[:6] or 1) :]
        if not last:
            self.screen.say("Nothing has happened yet.")
        for number, events in last:
            self.screen.head(upper_first(self.play.name_of(number)))
            self.screen.show(self.desk.full(self.observation, events))

    def _rules(self, rest: str) -> None:
        from breakaway.terminal import rulebook

        try:
            rulebook.rules_on(self.screen, self.match.game, rest)
        except Trouble as error:
            self.screen.say(str(error))

    def _save(self, rest: str) -> None:
        self.screen.say_whole(f"Saved after every choice, in {self.play.place.said}")

    def _quit(self, rest: str) -> None:
        raise Left(0)


def example_id(play: Session) -> str:
    """The id of one of the game's rules, as an example of what players may type."""
    rules = play.table.game.rules
    entries = list(rules.entries)
    return entries[len(entries) // 2].removeprefix(f"{rules.prefix}-") if entries else "1"
