"""One seat's prompt: the position, then lines until an order is sealed. Commands work at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from breakaway import coaches
from breakaway.core.game import BadOrder, Order
from breakaway.core.match import NotNow, Refused, Sealed
from breakaway.terminal.screen import Left
from breakaway.terminal.trouble import Trouble
from breakaway.terminal.wishes import favourite

if TYPE_CHECKING:
    from breakaway.terminal.play import Play

COMMANDS = {
    "help": "this",
    "field": "the position again",
    "riders": "everybody with his cards",
    "table": "the points by team and rider",
    "log": "all that happened in the last turn and why; log 3: in the last three",
    "rules": "all rules; rules 6.5: one of them",
    "suggest": "what a coach would order in your place",
    "save": "where the match is kept (it is saved all the time)",
    "quit": "leave; the match is kept",
}
ALIASES = {"?": "help", "h": "help", "points": "table", "board": "field", "exit": "quit", "q": "quit", "rule": "rules"}
YES = {"y", "yes", "ok"}


class Prompt:
    """Asks one seat for its order. Only what the seat's window shows is ever printed."""

    def __init__(self, play: Play, seat: int) -> None:
        self.play, self.seat = play, seat
        self.screen, self.desk, self.match = play.screen, play.desk, play.match
        self.window = self.match.window(seat)
        self.blank = [self.match.game.absent or 0] * self.window.slots()
        self.suggested: Order | None = None

    @property
    def draft(self) -> Order:
        """What was noted so far, rider by rider; it is kept sealed with the match."""
        sealed: Sealed | None = self.match.sealed.get(self.seat)
        return list(sealed.order) if sealed else list(self.blank)

    def choose(self) -> bool:
        """Asks until the order is sealed; True when it was left partial on purpose. Raises Left."""
        self._show()
        if any(self.draft):
            self.screen.say(f"Noted before: {self._written(self.draft)}")
        self._invite()
        while True:
            line = self.screen.ask(f"{self.play.names[self.seat]}, {self.desk.where(self.window)}> ").strip()
            if self._command(line):
                continue
            done = self._order(line)
            if done is not None:
                return done

    def _show(self) -> None:
        name = self.play.names[self.seat]
        self.screen.head(f"{self.desk.where(self.window).capitalize()}: you ride {name}")
        self.screen.show(self.desk.situation(self.window, self.draft, self.screen.color, self.screen.width))

    def _invite(self) -> None:
        text = self.desk.invitation(self.window, self.draft)
        more = "help, riders, table, log, rules, suggest, quit"
        if len(text) + len(more) + 5 > self.screen.width:
            self.screen.say(text)
            text = ""
        self.screen.hang(text and f"{text}   ", f"({more})")

    # --- orders

    def _order(self, line: str) -> bool | None:
        """Takes an order; None when there is none yet, else whether it stays partial."""
        suggested, self.suggested = self.suggested, None
        if suggested and line.casefold() in YES:
            return self._seal(suggested, partial=False)
        if not line:
            return self._empty()
        try:
            return self._read(self.desk.tidy(self.window, line))
        except (NotNow, Refused) as error:
            self.screen.say(str(error))
        return None

    def _empty(self) -> bool | None:
        """Enter alone: takes what is published for that, or asks; nothing is ever chosen behind anybody's back."""
        order = self.desk.default(self.window)
        if order is not None and not any(self.draft):
            return self._seal(order, partial=False)
        self.screen.say("Nothing was typed, so nothing is played.")
        self._suggest("")
        return None

    def _read(self, text: str) -> bool | None:
        """An order, whole or in parts; nothing of a line is taken when anything in it is wrong."""
        try:
            order, says_partial = self._whole_or_part(text)
        except BadOrder as error:
            self._refuse(error)
            return None
        merged = self.desk.merged(self.window, self.draft, order)
        if self.window.why_not(merged) is None:
            return self._seal(merged, partial=False)
        self._seal(merged, partial=True)
        open_ = ", ".join(self.desk.open_slots(self.window, merged))
        if says_partial:
            self.screen.say(f"Played as it is: {self._written(merged)}. Left open: {open_}.")
            return True
        self.screen.say(f"Noted: {self._written(merged)}. Still open: {open_}.")
        return None

    def _whole_or_part(self, text: str) -> tuple[Order, bool]:
        """The order, and whether the person says that it is partial; a part that is right needs no such word."""
        try:
            return self.window.read(text)
        except BadOrder as whole:
            order, _ = self.window.read(f"{text}\npartial")
            if not any(order):
                raise whole from None
            return order, False

    def _refuse(self, error: BadOrder) -> None:
        for line, rule, text in error.mistakes:
            where = f"line {line}: " if line > 1 else ""
            self.screen.say(f"  {where}{text}" + (f"  ({rule})" if rule else ""))
        kept = f" Noted before: {self._written(self.draft)}." if any(self.draft) else ""
        self.screen.say(f"Nothing was taken.{kept}")

    def _seal(self, order: Order, partial: bool) -> bool:
        """On disk before it returns. On a shared screen nothing of it is shown again."""
        self.match.choose(self.seat, order, partial)
        if not partial and not self.play.shared:
            self.screen.say(f"Sealed: {self._written(order)}", "dim")
        return partial

    def _written(self, order: Order) -> str:
        return self.window.write(order).replace("\n", " ").removesuffix(" partial")

    # --- commands

    def _command(self, line: str) -> bool:
        """Runs a command; False when the line is none."""
        word, _, rest = line.partition(" ")
        name = ALIASES.get(word.casefold(), word.casefold())
        if name not in COMMANDS:
            return False
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "field": self._field,
            "riders": self._riders,
            "table": self._table,
            "log": self._log,
            "rules": self._rules,
            "suggest": self._suggest,
            "save": self._save,
            "quit": self._quit,
        }
        commands[name](rest.strip())
        return True

    def _help(self, rest: str) -> None:
        for label, text in self.desk.help(self.window):
            self.screen.hang(f"  {label}" if label else "", text)
        self.screen.say("At any time:")
        for name, says in COMMANDS.items():
            self.screen.hang(f"  {name:<9}", says)

    def _field(self, rest: str) -> None:
        self._show()

    def _riders(self, rest: str) -> None:
        self.screen.show(self.desk.pieces(self.window))

    def _table(self, rest: str) -> None:
        self.screen.show(self.desk.standings(self.window))

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 1
        last = self.match.log[-count:] if count else []
        if not last:
            self.screen.say("Nothing has happened yet.")
        for number, events in last:
            self.screen.head(self.play.name_of(number).capitalize())
            self.screen.show(self.desk.full(self.window, events))

    def _rules(self, rest: str) -> None:
        from breakaway.terminal import rulebook

        try:
            rulebook.rules_on(self.screen, self.match.game, rest)
        except Trouble as error:
            self.screen.say(str(error))

    def _suggest(self, rest: str) -> None:
        """A coach's order, from what this seat sees and nothing else."""
        game, name = self.match.game, favourite(self.match.game)
        coach = coaches.find(game, name)
        order = coaches.ask(game, coach, self.window.view, self.match.book, self.seat, len(self.match.log))
        self.suggested = order
        self.screen.say(f"The coach {name} would order {self._written(order)}. Type y to order that, or your own.")

    def _save(self, rest: str) -> None:
        self.screen.say_whole(f"Saved all the time, choice by choice, in {self.play.path}")

    def _quit(self, rest: str) -> None:
        raise Left(0)
