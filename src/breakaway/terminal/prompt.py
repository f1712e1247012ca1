"""One seat's prompt, with all its commands and one's own dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Protocol

from breakaway.core.chance import BadOutcome, NeedsCell, NeedsOutcome
from breakaway.core.game import BadOrder, Order, is_given_up
from breakaway.core.language import UserError, as_sentence
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.display.document import Line, Part
from breakaway.display.match_page import outcome_of
from breakaway.display.renderers import drawn, wrap
from breakaway.display.review import advice, percent
from breakaway.games.manifest import kit_of
from breakaway.players import coaches
from breakaway.players.own_cards import OTHERWISE, Owner, dice_and_rest, parted
from breakaway.players.seated_match import Table, adviser, began_with, may_ask, refused_advice
from breakaway.records.match import Match, Sealed, harms_nobody
from breakaway.records.play_by_play import played_in
from breakaway.terminal.game_desk import Command, Lookup, find_desk, upper_first
from breakaway.terminal.saved_matches import Place
from breakaway.terminal.screen import ROOMY, Screen, UserQuit

# --- The `standing` command: answers that a seat gives in advance.
#
# The match stores these answers, and uses each one when its question comes up.


OFF = ("off", "clear", "no", "none", "not")


def command(screen: Screen, match: Match[Any, Any], seat: int, rest: str) -> None:
    """Shows the standing instructions or changes them: `standing 3`, `standing off 3`, `standing clear`."""
    known, before = list(match.game.instructions), match.instructions_of(seat)
    try:
        after = changed(known, before, rest)
    except UserError as error:
        screen.say(as_sentence(str(error)))
        return
    if after != before:
        match.instruct(seat, after)
    screen.show(listed(match.game.instructions_say, known, after))


def listed(says: Mapping[str, str], known: Sequence[str], given: Sequence[str]) -> list[Part]:
    """All instructions by number. Instructions in force are marked and shown in bold."""
    parts: list[Part] = [
        Line("Standing instructions answer a question as soon as it comes up. If you play alone, a line says so.")
    ]
    for n, name in enumerate(known, 1):
        mark = "on " if name in given else "   "
        parts.append(Line(f"{mark} {name}", f"  {n:>2}  ", style="bold" if name in given else ""))
        parts += [Line(says[name], " " * 10, style="dim")] if name in says else []
    parts.append(Line("standing 3: on   standing off 3: off   standing clear: all off", style="dim"))
    return parts


def changed(known: Sequence[str], before: Sequence[str], rest: str) -> list[str]:
    """The new instructions after the player has typed `rest`. Raises UserError for an unknown name."""
    words = rest.casefold().split()
    off = bool(words) and words[0] in OFF
    if off and len(words) == 1:
        return [] if words[0] in ("clear", "none", "off") else list(before)
    after = list(before)
    for name in named(known, " ".join(words[1:] if off else words)):
        if name in after:
            after.remove(name)
        if not off:
            after.append(name)
    return after


def named(known: Sequence[str], text: str) -> list[str]:
    """The instructions that `text` lists, by number or by name, separated by commas. Raises UserError."""
    found = []
    for part in text.replace(",", " , ").split(" , ") if "," in text else [text]:
        part = " ".join(part.split())
        if not part:
            continue
        numbers = part.split()
        if all(each.isascii() and each.isdigit() for each in numbers):
            for each in numbers:
                if not 1 <= int(each[:6]) <= len(known):
                    raise UserError(f"unknown number {each[:6]}; choose a number from 1 to {len(known)}")
                found.append(known[int(each[:6]) - 1])
            continue
        fits = [name for name in known if name == part] or [name for name in known if part in name]
        if len(fits) != 1:
            raise UserError(f"unknown instruction {part[:40]!r}; type 'standing' to see all instructions")
        found += fits
    return found


# --- What all prompts of a match on one screen have in common: the match, its players and answers given in advance.


class TerminalOwner(Owner, Protocol):
    """The people's own cards and tables at one terminal: what they read out is remembered, and asked for only once."""

    def cell(self, needs: NeedsCell) -> bool:
        """Asks for what a rule needs to know. Returns False if the player takes back what was typed before it."""

    def add_commands(self, commands: Commands) -> None:
        """Adds the owner's commands to those of a prompt."""


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
        self.before: dict[int, Order] = {}  # what a seat had chosen in the turn that was taken back; Enter keeps it
        self.has_coach = bool(adviser(table.game) or kit_of(table.game).advice)
        self.ahead = ""  # what somebody typed beyond the answer to a question, for the questions that follow
        self.owner: TerminalOwner | None = self.desk.owner(self)
        self._asked: set[int] = set()  # the seats that asked the coach about their current choice

    def decider(self, seat: int) -> str:
        """The name of the one who decides now, among several people who share a seat; otherwise empty."""
        match, screen = self.match, self.screen
        look = Lookup(match.observation(), match.log, "", screen.color, screen.width, lambda: played_in(match))
        return self.desk.decider(look, match.record.header["options"], seat)

    def called(self, seat: int) -> str:
        """Whom to address: the seat's name, with the one who decides for it if several people share the seat."""
        who = self.decider(seat)
        return f"{who} for {self.names[seat]}" if who else self.names[seat]

    def note_asked(self, seat: int) -> None:
        """Notes that a seat of a shared screen asked the coach. A club match also keeps this note for the browser."""
        if not self.shared or seat in self._asked:
            return
        self._asked.add(seat)
        if self._is_in_club:
            from breakaway.club.actions import note_asked
            from breakaway.club.store import store_of

            store = store_of(self.table)
            note_asked(store.database, store.id, seat, self.match.turn)

    def asked_coach(self) -> list[str]:
        """A line for each seat that asked the coach during the last turn. In the club, the line gives the total
        number of choices so far.
        """
        asked, self._asked = sorted(self._asked), set()
        if not self._is_in_club:
            return [f"{self.names[seat]} asked the coach this turn." for seat in asked]
        from breakaway.club.actions import times_asked
        from breakaway.club.store import store_of

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


# --- The commands that work at any prompt: those for all games, and those that a game's desk adds.


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
        if play.owner:
            play.owner.add_commands(self)

    def add(self, name: str, says: str, run: Callable[[str], None], bare: bool = False) -> None:
        """Adds a command: what `help` `says` of it, and what to `run` with the rest of the line.

        With `bare`, the name counts as a command only if nothing follows it on the line.
        """
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
            screen, played = self.screen, lambda: played_in(self.match)
            screen.show(
                command.show(Lookup(self.observation, self.match.log, rest, screen.color, screen.width, played))
            )

        return show

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
        from breakaway.terminal import rules as rulebook

        try:
            rulebook.rules_on(self.screen, self.match.game, rest)
        except UserError as error:
            self.screen.say(as_sentence(str(error)))

    def _save(self, rest: str) -> None:
        self.screen.say_whole(f"Saved after every choice, in {self.play.place.said}")

    def _quit(self, rest: str) -> None:
        raise UserQuit(0)


def example_id(play: Session) -> str:
    """The id of one of the game's rules, as an example of what players may type."""
    rules = play.table.game.rules
    entries = list(rules.entries)
    return entries[len(entries) // 2].removeprefix(f"{rules.prefix}-") if entries else "1"


# --- One seat's prompt: shows the position, then reads lines until an order is sealed. Commands work at any time.


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
        # an order that is complete, but not sealed until the player confirms: typed piece by piece, or taken back
        self.whole: Order | None = play.before.pop(seat, None)
        if self.whole is not None and self.observation.why_not(self.whole) is not None:
            self.whole = None
        self.earlier: list[Order] = []  # the draft before each piece
        self.short = 0  # how much of the situation to leave out on a small screen
        self.suggested: Order | None = None
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
        if self.match.may_resign(seat) and seat not in play.table.deciding:
            self.commands.add("resign", "give up the match; you are asked first", self._resign, bare=True)
        if self.match.may_show(seat) and seat not in play.table.deciding:
            self.commands.add("show", "show everybody your cards, until the end; you are asked first", self._show_all)
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
        if self.game.absent is not None:
            return any(self.noted)
        return self.whole is not None or self.seat in self.match.sealed

    def choose(self) -> bool:
        """Asks until the order is sealed. Returns whether the player left it partial on purpose. Raises UserQuit."""
        self._show()
        self.screen.show(self._said_below())
        was_missing = self.seat in self.match.missing()
        while True:
            line = self._ahead() or self.screen.ask(self._prompt()).strip()
            if self.commands.run(line):
                if was_missing and self.seat not in self.match.missing():
                    return False  # a standing instruction has answered
                continue
            done = self._order(line)
            if done is not None:
                return done
            self.play.ahead = ""

    def _ahead(self) -> str:
        """What was typed ahead for this question, or nothing. A die's number in front is kept for its own question."""
        play = self.play
        if not play.ahead:
            return ""
        dice, rest = dice_and_rest(play.ahead)
        play.ahead = ""
        order, after = self._parted(rest)
        if not order:
            self.screen.say(f"Not used: {rest or ' '.join(dice)}. Answer this question first.", "dim")
            return ""
        play.ahead = " ".join([*dice, after])
        self.screen.say(f"{self._prompt()}{order}", "dim")
        return order

    def _parted(self, line: str) -> tuple[str, str]:
        return parted(line, self._is_order, self.play.owner)

    def _is_order(self, text: str) -> bool:
        """Whether a text is an order that is legal now."""
        owner = self.play.owner
        if owner is None or not owner.may_be_order(self.seat, text):
            return False
        try:
            order = self.observation.read(self.desk.tidy(self.observation, owner.order(self.seat, text, quiet=True)))[0]
        except (BadOrder, NotNow, Refused, UserError):
            return False
        return self.observation.why_not(order) is None

    def _show(self, again: bool = False) -> None:
        """Shows as much of the position as fits below the report on the screen, or all of it if `again` is set."""
        name = self.play.names[self.seat]
        verb = "decide for" if self.seat in self.play.table.deciding else self.desk.manner.verb
        where, you = upper_first(self.desk.where(self.observation)), f"ou {verb} {name}"
        who = self.play.decider(self.seat)
        you = f"{who}, y{you}" if who else f"Y{you}" if where.endswith("?") else f"y{you}"
        self.screen.head(f"{where} {you}" if where.endswith("?") else f"{where}: {you}")
        self.short = 0 if again else next((n for n in (0, 1) if self._fits(n)), 2)
        self.screen.show(self._situation(again))
        own = self.play.table.recommended(self.seat) if self.seat in self.play.table.deciding else None
        if own is not None:
            self.screen.say(f"The program would answer: {self._written(own)}.")

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
        return f"{self.play.called(self.seat)}, {self.desk.where(self.observation)}> "

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
            return self._seal(suggested, partial=False)
        if not line:
            return self._empty()
        try:
            owner = self.play.owner
            if owner is not None:
                text, rest = self._parted(line)
                self.play.ahead, line = (rest, text) if text else ("", line)
                line = owner.order(self.seat, line)
                self.observation = self.commands.observation = self.match.observation(self.seat)
            return self._read(self.desk.tidy(self.observation, line))
        except (NotNow, Refused, UserError) as error:
            self.screen.say(as_sentence(str(error)))
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
            order, says_partial = self._whole_or_part(text)
        except BadOrder as error:
            self._refuse(error)
            return None
        merged = self.desk.merged(self.observation, self.noted, order)
        whole_line = self.game.absent is None or not any(self.noted) or self.observation.why_not(order) is None
        if self.observation.why_not(merged) is None and whole_line:
            return self._seal(merged, partial=False)
        self.earlier.append(self.noted)
        if self.game.absent is None:
            return self._seal(merged, partial=False)  # refused, with the reason
        if self.observation.why_not(merged) is None:
            self.whole = merged
            # the last piece may have a typing mistake, so the player confirms the whole order
            self.screen.say(f"Complete: {self._written(self.noted)}. Press Enter to seal it, or type a new order.")
            return None
        self._seal(merged, partial=True)
        open_ = ", ".join(self.desk.open_slots(self.observation, merged))
        if says_partial:
            self.screen.say(f"Played as it is: {self._written(merged)}. Left open: {open_}.")
            return True
        self._say_open()
        return None

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
            said = f"Line {line}: {text}" if line > 1 else as_sentence(text)
            self.screen.say(f"  {said}" + (f"  ({rule})" if rule else ""))
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
        after = self.desk.follows(self.observation, order)
        self.suggested = [*order, *self._advice(after)] if after else order
        name = coaches.label(self.game, adviser(self.game))
        says = self._written(self.suggested)
        self.screen.say(f"The coach ({name}) would order {says}. Type y to order that, or type your own order.")

    def _advice(self, observation: Observation[Any, Any]) -> Order:
        coach = coaches.find(self.game, adviser(self.game))
        return coaches.ask(self.game, coach, observation.view, self.match.config, self.seat, len(self.match.log))

    def _standing(self, rest: str) -> None:
        command(self.screen, self.match, self.seat, rest)
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

    def _show_all(self, rest: str) -> None:
        """Shows everybody what only this seat knows, if the player confirms it. This is never taken back."""
        name = self.play.names[self.seat]
        answer = self.screen.ask(f"Everybody sees the cards of {name} until the end. Type yes to show them: ")
        if answer.strip().casefold() != "yes":
            self.screen.say("Nothing was changed.")
            return
        try:
            self.match.show(self.seat)
        except NotNow as error:
            self.screen.say(f"This is not possible now: {error}.")
            return
        raise Ruled

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


# --- Matches with the players' own dice and cards.
#
# The program asks for each die or card by name, and the players type the result. Players can leave the program at any
# point: the turn's choices stay sealed, and the program asks for the dice again later.


BACK = {"undo", "back", "u"}


class ChooseAgain(Exception):
    """The player wants to change a choice, and no outcome of the turn has been typed yet."""


class Dealer:
    """Asks for the dice and cards of one turn until the turn is complete."""

    def __init__(self, play: Session) -> None:
        self.play, self.table, self.screen, self.desk = play, play.table, play.screen, play.desk
        self.typed: list[int] = []
        self.labels: list[str] = []
        self.steps: list[tuple[int, int]] = []  # before each answer: how many outcomes were typed, and entries made
        self.shown = 0  # how many events of the turn have been shown
        self._go_on()

    def _go_on(self) -> None:
        """Takes up the outcomes that were typed before the program stopped."""
        match, owner = self.play.match, self.play.owner
        try:
            labels = self.table.labels(match.typed)
        except BadOutcome:
            labels = []
        if match.typed and len(labels) == len(match.typed):
            self.typed, self.labels = list(match.typed), labels
            self.steps = [(n, owner.learned if owner else 0) for n in range(len(labels))]
            said = [outcome_of(self.observation(), *each).label for each in zip(labels, self.typed, strict=True)]
            self.screen.say(f"Typed before: {'; '.join(said)}.", "dim")

    def play_turn(self) -> int:
        """Plays the turn.

        Returns how many of the turn's events the players have already seen. Raises ChooseAgain or UserQuit.
        """
        while True:
            try:
                self.table.play_turn(self.typed)
            except NeedsOutcome as needed:
                self._tell()
                self._ask(needed)
            except NeedsCell as needs:
                self._tell()
                self._ask_cell(needs)
            else:
                if self.play.owner:
                    self.play.owner.played()
                return self.shown

    def _ask_cell(self, needs: NeedsCell) -> None:
        """Asks for something on the people's own cards and sheets that a rule needs to know."""
        owner = self.play.owner
        assert owner is not None  # only a match with an owner has cells that nobody has entered
        before = len(self.typed), owner.learned
        if owner.cell(needs):
            self.steps.append(before)
            if len(self.table.possible(self.typed)) < len(self.typed):
                self._forget(len(self.table.possible(self.typed)))
                self.screen.say(OTHERWISE)
        else:
            self._take_back()

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
        observation, owner = self.observation(), self.play.owner
        found = owner.chosen(needed.label, lambda k: self._can_be([*self.typed, k]), needed.sides) if owner else None
        if found is not None:
            self._note(needed.label, found)
            return
        hint = self.desk.outcome_hint(observation, needed.label, needed.sides)
        said = [
            ("", f"The {needed.label}: {hint}."),
            ("undo   ", "take back what you typed last, or your choice"),
        ]
        commands = Commands(self.play, observation, said)
        while True:
            line = self._ahead(needed, f"{needed.label} ({hint})> ")
            if line.casefold() in BACK:
                self._take_back()
                return
            if not line:
                self.screen.say("Roll or draw, then type the result; undo takes back the last one.")
            elif not commands.run(line) and self._take(observation, needed, line):
                return

    def _take(self, observation: Observation[Any, Any], needed: NeedsOutcome, line: str) -> bool:
        """Accepts a typed outcome if it is possible now. Returns whether the outcome was accepted."""
        owner, before = self.play.owner, self.play.owner.learned if self.play.owner else 0
        try:
            read = owner.outcome if owner else self.desk.read_outcome
            outcome = read(observation, needed.label, needed.sides, line)
        except UserError as error:
            self.screen.say(as_sentence(str(error)))
            return False
        if owner is not None and owner.learned > before and self._decide_otherwise(needed):
            self.screen.say(OTHERWISE)
            return True
        if not self._can_be([*self.typed, outcome]):
            said = outcome_of(observation, needed.label, outcome).label
            self.screen.say(f"{needed.label}: {said} is not possible: already drawn, or not in the pile.")
            return False
        self.steps.append((len(self.typed), before))
        self._note(needed.label, outcome)
        return True

    def _decide_otherwise(self, needed: NeedsOutcome) -> bool:
        """Whether the turn needs something else now, after an entry. Forgets the outcomes that can no longer be."""
        self._forget(len(self.table.possible(self.typed)))
        try:
            self.table.rehearse(self.typed)
        except NeedsOutcome as now:
            return now.label != needed.label
        except NeedsCell:
            return True
        return False

    def _note(self, label: str, outcome: int) -> None:
        """Takes an outcome, and saves it before anything else is asked."""
        self.typed.append(outcome)
        self.labels.append(label)
        self.play.match.note_typed(self.typed)

    def _ahead(self, needed: NeedsOutcome, prompt: str) -> str:
        """The next answer: from what was typed ahead, or else typed now. What goes beyond one die is kept."""
        play = self.play
        line, was_ahead = play.ahead.strip(" ,;"), bool(play.ahead.strip(" ,;"))
        play.ahead = ""
        if not was_ahead:
            line = self.screen.ask(prompt).strip()
        if play.owner is None or line.casefold() in BACK:
            return line
        dice, rest = dice_and_rest(line)
        if needed.sides == 6 and dice:
            line, play.ahead = dice[0], " ".join([*dice[1:], rest])
        if was_ahead:
            self.screen.say(f"{prompt}{line}", "dim")
        return line

    def _can_be(self, typed: Sequence[int]) -> bool:
        """Whether these outcomes are possible."""
        try:
            self.table.so_far(typed)
        except BadOutcome:
            return False
        return True

    def _take_back(self) -> None:
        """Takes back the last outcome. Raises ChooseAgain if there is none."""
        self.play.ahead = ""
        if not self.steps:
            self._forget(0)
            raise ChooseAgain
        typed, learned = self.steps.pop()
        said = ""
        if typed < len(self.typed):
            said = (
                f"{self.labels[typed]}, {outcome_of(self.observation(), self.labels[typed], self.typed[typed]).label}"
            )
        self._forget(typed)
        entry = self.play.owner.restore(learned) if self.play.owner else ""
        self.shown = min(self.shown, len(self.table.so_far(self.typed)))
        self.screen.say(f"Taken back: {said or entry}. Type it in again.")

    def _forget(self, typed: int) -> None:
        """Keeps only the first outcomes."""
        if typed < len(self.typed):
            del self.typed[typed:], self.labels[typed:]
            self.play.match.note_typed(self.typed)
