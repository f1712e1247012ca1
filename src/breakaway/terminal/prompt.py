"""One seat's prompt: shows the position, then reads lines until an order is sealed. Commands work at any time."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from breakaway.core.game import BadOrder, Order, is_given_up
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.display.advice import advice
from breakaway.display.document import Line, Part
from breakaway.display.review import percent
from breakaway.games.manifest import kit_of
from breakaway.players import coaches
from breakaway.players.seated_match import adviser, began_with, may_ask, refused_advice
from breakaway.records.match import Sealed, harms_nobody
from breakaway.terminal import standing
from breakaway.terminal.commands import Commands
from breakaway.terminal.desk import upper_first
from breakaway.terminal.paper import drawn, wrap
from breakaway.terminal.screen import ROOMY
from breakaway.terminal.session import Session

YES = {"y", "yes", "ok"}


class TakenBack(Exception):
    """The player wants to take back the last turn."""


class Ruled(Exception):
    """The umpire has made a ruling, so another seat or another question may be next."""


class Resigned(Exception):
    """The seat has resigned. The match is over, or goes on without this player."""


class Prompt:
    """Asks one seat for its order. Prints only what the seat's observation shows."""

    def __init__(self, play: Session, seat: int) -> None:
        self.play, self.seat = play, seat
        self.screen, self.desk, self.match = play.screen, play.desk, play.match
        self.game = play.table.game
        self.observation = self.match.observation(seat)
        self.blank = [self.game.absent or 0] * self.observation.slots()
        self.whole: Order | None = (
            None  # an order typed piece by piece: complete, but not sealed until the player confirms
        )
        self.earlier: list[Order] = []  # the draft before each piece
        self.short = 0  # how much of the situation to leave out on a small screen
        self.suggested: tuple[Order, str] | None = None  # the order, and the answer to the question after it
        self.commands = Commands(play, self.observation)
        self.commands.add("field", "the position again", lambda rest: self._show(again=True), bare=True)
        if play.has_coach:
            self.commands.add(
                "suggest", "what a coach would order in your place, and how likely it wins", self._suggest
            )
        if self.game.instructions:
            self.commands.add("standing", "answers given in advance: see, set and clear them", self._standing)
        if self.game.rulings:
            known = ", ".join(self.game.rulings)
            self.commands.add("umpire", f"the umpire's ruling on the last play: {known}", self._umpire)
        if self.match.may_resign(seat):
            self.commands.add("resign", "give up the match; you are asked first", self._resign, bare=True)
        what = "the last turn, to type its dice and cards again" if play.table.physical else "your last choice"
        self.commands.add("undo", f"take back what you typed last, or {what}", self._undo, bare=True)

    @property
    def draft(self) -> Order:
        """The codes noted so far for the order, which the match keeps sealed."""
        sealed: Sealed | None = self.match.sealed.get(self.seat)
        return list(sealed.order) if sealed else list(self.blank)

    @property
    def noted(self) -> Order:
        """The draft, or the complete order that is not sealed yet."""
        return self.draft if self.whole is None else self.whole

    @property
    def is_noted(self) -> bool:
        """Whether this seat has already noted anything."""
        return any(self.noted) if self.game.absent is not None else self.seat in self.match.sealed

    def choose(self) -> bool:
        """Asks until the order is sealed. Returns True if the player left the order partial on purpose. Raises Left."""
        self._show()
        self.screen.show(self._said_below())
        was_missing = self.seat in self.match.missing()
        while True:
            line = self.screen.ask(self._prompt()).strip()
            if self.commands.run(line):
                if was_missing and self.seat not in self.match.missing():
                    return False  # a standing instruction has answered
                continue
            done = self._order(line)
            if done is not None:
                return done

    def _show(self, again: bool = False) -> None:
        """Shows as much of the position as fits below the report on the screen, or all of it if `again` is set."""
        name = self.play.names[self.seat]
        where, you = upper_first(self.desk.where(self.observation)), f"ou {self.desk.manner.verb} {name}"
        self.screen.head(f"{where} Y{you}" if where.endswith("?") else f"{where}: y{you}")
        self.short = 0 if again else next((n for n in (0, 1) if self._fits(n)), 2)
        self.screen.show(self._situation(again))

    def _situation(self, again: bool = False) -> list[Part]:
        color, width = self.screen.color, self.screen.width
        return self.desk.situation(self.observation, self.noted, color, width, again, self.short)

    def _fits(self, short: int) -> bool:
        """Whether the shortened situation, the lines below it and the prompt fit into the space left on the screen."""
        self.short = short
        below = [*self._situation(), *self._said_below()]
        rows = len(drawn(below, self.screen.width, color=False))
        return self.screen.printed + rows + len(wrap(self._prompt(), self.screen.width)) <= self.screen.height

    def _prompt(self) -> str:
        return f"{self.play.names[self.seat]}, {self.desk.where(self.observation)}> "

    def _said_below(self) -> list[Part]:
        """The lines below the situation: the draft, an example of what to type, and the commands."""
        parts: list[Part] = []
        if self.is_noted:
            more = "" if self.game.absent is not None else ". Enter keeps it."
            parts.append(Line(f"Noted before: {self._written(self.noted)}{more}"))
        text = self.desk.invitation(self.observation, self.noted)
        names = [name for name in self.commands.names() if name not in ("help", "field", "save")]
        more = ", ".join(["help", *([] if self.short else names)])
        if len(text) + len(more) + 5 > self.screen.width:
            return [*parts, *([Line(text)] if text else []), Line(f"({more})")]
        return [*parts, Line(f"({more})", text and f"{text}   ")]

    # --- orders

    def _order(self, line: str) -> bool | None:
        """Handles a typed order. Returns None if no order is sealed yet, otherwise whether the order stays partial."""
        suggested, self.suggested = self.suggested, None
        if suggested and line.casefold() in YES:
            return self._seal_whole(*suggested)
        if not line:
            return self._empty()
        try:
            return self._read(self.desk.tidy(self.observation, line))
        except (NotNow, Refused) as error:
            self.screen.say(str(error))
        return None

    def _empty(self) -> bool | None:
        """Handles an empty line: seals a complete order, accepts the announced default, keeps the pieces noted so far,
        or asks again.

        The program never makes up a choice. Returns what `_order` returns.
        """
        if self.whole is not None:
            return self._seal(self.whole, partial=False)
        order = self.desk.default(self.observation)
        if order is not None and not any(self.draft):
            return self._seal(order, partial=False)
        if self.game.absent is None and self.is_noted:
            return False
        self.screen.say("You typed nothing, so nothing was played.")
        if adviser(self.game) and self._may_ask and not self.play.shared:
            self._suggest_one()
        else:
            self.screen.say(self.desk.invitation(self.observation, self.noted))
        return None

    def _read(self, text: str) -> bool | None:
        """Reads a complete order or a part of one. Refuses a line with a mistake. Returns what `_order` returns."""
        try:
            typed = self.desk.split(self.observation, text)
            order, says_partial = self._whole_or_part(typed.now) if typed.now else ([], False)
        except BadOrder as error:
            self._refuse(error)
            return None
        if not typed.now:
            self.play.hold_once(self.seat, typed.once)
            self.screen.say(typed.says)
            return None
        merged = self.desk.merged(self.observation, self.noted, order)
        whole_line = self.game.absent is None or not any(self.noted) or self.observation.why_not(order) is None
        if self.observation.why_not(merged) is None and whole_line:
            return self._seal_whole(merged, typed.later, typed.once)
        self.earlier.append(self.noted)
        if self.game.absent is None:
            return self._seal_whole(merged)  # refused, with the reason
        if self.observation.why_not(merged) is None:
            self.whole = merged
            self._say_whole()
            return None
        self._seal(merged, partial=True)
        open_ = ", ".join(self.desk.open_slots(self.observation, merged))
        if says_partial:
            self.screen.say(f"Played as it is: {self._written(merged)}. Left open: {open_}.")
            return True
        self._say_open()
        return None

    def _say_whole(self) -> None:
        """Asks the player to confirm an order typed piece by piece, because the last piece may have a typing
        mistake.
        """
        self.screen.say(f"Complete: {self._written(self.noted)}. Press Enter to seal it, or type a new order.")

    def _say_open(self) -> None:
        open_ = ", ".join(self.desk.open_slots(self.observation, self.draft))
        self.screen.say(f"Noted: {self._written(self.draft)}. Still open: {open_}.")

    def _whole_or_part(self, text: str) -> tuple[Order, bool]:
        """The order in `text`, and whether the player marks it as partial.

        Also accepts a partial order without this mark.
        """
        try:
            return self.observation.read(text)
        except BadOrder as whole:
            if self.game.absent is None:
                raise
            order, _ = self.observation.read(f"{text}\npartial")
            if not any(order):
                raise whole from None
            return order, False

    def _refuse(self, error: BadOrder) -> None:
        for line, rule, text in error.mistakes:
            where = f"line {line}: " if line > 1 else ""
            self.screen.say(f"  {where}{text}" + (f"  ({rule})" if rule else ""))
        kept = f" Noted before: {self._written(self.noted)}." if self.is_noted else ""
        self.screen.say(f"That was not accepted.{kept}")

    def _seal(self, order: Order, partial: bool) -> bool:
        """Seals an order and saves it before anything else is shown. A shared screen does not show the order again.

        If the turn needs no other order, the choice is written together with the turn, unless players must first roll
        dice for it.
        """
        last = self.game.absent is None and self.match.missing() == [self.seat] and not self.play.table.physical
        with self.play.table.unwritten() if last else nullcontext():
            self.match.choose(self.seat, order, partial)
        if not (partial or self.play.shared or self.desk.manner.open_news or self.screen.height < ROOMY):
            self.screen.say(f"Sealed: {self._written(order)}", "dim")
        return partial

    def _seal_whole(self, order: Order, later: str = "", once: str = "") -> bool:
        """Seals a complete order and keeps answers typed for later questions. Keeps nothing if the order is refused."""
        done = self._seal(order, partial=False)
        self.play.hold_once(self.seat, once)
        if later:
            self.play.later[self.seat] = later
        return done

    def _written(self, order: Order) -> str:
        return self.observation.write(order).replace("\n", " ").removesuffix(" partial")

    # --- commands

    def _suggest(self, rest: str) -> None:
        """Suggests a coach's order; with `best`, lists the best choices by their chance of winning."""
        if not self._may_ask:
            self.screen.say(refused_advice())
            return
        if adviser(self.game) and not rest:
            self.play.note_asked(self.seat)
            self._suggest_one()
            if kit_of(self.game).advice:
                self.screen.say("Type suggest best for three choices with their chances of winning.", "dim")
            return
        found = advice(self.observation)
        if found:
            self.play.note_asked(self.seat)
        for n, each in enumerate(found, 1):
            self.screen.say(f"{n}. {each.order}: wins {percent(each.chance)}. {each.reason}")
        if not found:
            self.screen.say("The coach has nothing to say about this question.")

    @property
    def _may_ask(self) -> bool:
        """Whether players of this match may ask the coach."""
        header = self.match.record.header
        return may_ask(header["options"], len(self.play.table.people), began_with(header))

    def _suggest_one(self) -> None:
        """Suggests a coach's order. Also suggests an answer to the next question if that question is already known."""
        order = self._advice(self.observation)
        after, later = self.desk.follows(self.observation, order), ""
        if after:
            later = after.write(self._advice(after))
        self.suggested = order, later
        name = coaches.label(self.game, adviser(self.game))
        says = later or self._written(order)
        self.screen.say(f"The coach ({name}) would order {says}. Type y to order that, or type your own order.")

    def _advice(self, observation: Observation[Any, Any]) -> Order:
        coach = coaches.find(self.game, adviser(self.game))
        return coaches.ask(self.game, coach, observation.view, self.match.config, self.seat, len(self.match.log))

    def _standing(self, rest: str) -> None:
        standing.command(self.screen, self.match, self.seat, rest)
        self.play.answer_standing()

    def _umpire(self, rest: str) -> None:
        """Makes a ruling as the table's umpire. The record keeps the ruling just like a choice."""
        code = self.game.rulings.get(" ".join(rest.casefold().split()))
        if code is None:
            self.screen.say(f"umpire: expected one of {', '.join(self.game.rulings)}, not {rest[:40]!r}")
            return
        try:
            self.match.ruling(code, self.seat)
        except (NotNow, Refused) as error:
            self.screen.say(f"The umpire cannot make that ruling now: {error}")
            return
        raise Ruled

    def _resign(self, rest: str) -> None:
        """Resigns for this seat if the player confirms it."""
        last = is_given_up(self.game, self.match.config, [*self.match.gone, self.seat])
        says = "the other side wins" if last else "the rules for absent players choose for you from now on"
        answer = self.screen.ask(f"{self.play.names[self.seat]} resigns, and {says}. Type yes to resign: ")
        if answer.strip().casefold() != "yes":
            self.screen.say("Nothing was changed.")
            return
        self.match.resign(self.seat)
        raise Resigned

    def _undo(self, rest: str) -> None:
        """Takes back the last piece of the order that the player has noted.

        If nothing is noted, takes back the last turn, provided that this harms nobody. With the players' own dice, any
        turn can be taken back, because all players are at the table.
        """
        if self.game.absent is not None and self.is_noted:
            self._unnote()
        elif self.play.table.physical or harms_nobody(self.match, self.seat):
            raise TakenBack
        else:
            self.screen.say(
                "There is nothing to take back: others have chosen since then, or something was revealed or drawn."
            )

    def _unnote(self) -> None:
        """Removes the last piece from the draft.

        After a restart the pieces are unknown, so this clears the whole draft.
        """
        before = self.earlier.pop() if self.earlier else list(self.blank)
        self.whole = None
        if before != self.draft:
            self.match.choose(self.seat, before, partial=True)
        if any(before):
            self._say_open()
        else:
            self.screen.say("Taken back: nothing is noted now.")
