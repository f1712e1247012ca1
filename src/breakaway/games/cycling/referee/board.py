"""The referee of a real board: one person types what the people around the table play, and reads out what to move."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from breakaway.core.observation import Observation
from breakaway.core.rules import DECLARED, Event
from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.race_files import DeskError, at_work, find_team, read_past, turn_name
from breakaway.games.cycling.rules.events import (
    CARDS,
    DREW,
    DROPS,
    ENDINGS,
    LIMITED,
    LINES,
    MOVED,
    SPECIAL_CARD,
    part_of,
    rider_of,
)
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, ON_TRACK
from breakaway.games.cycling.text.words import LETTERS, short_name, team_name

Seen = Observation[Race, RaceConfig]
HELP = """Red 10 8 3 5       a team's cards, A to D, for its riders on the road; after a semicolon, the next team's
Red A10 B8 C3 D5   the same by letters; before the start, a line-up: Red A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6
go                 close the turn: riders without a card play their highest
deal Red 5 3 7 3   check the new cards that a team took from the real deck, A to D
where              read out every square, front to back
cards              read out the new cards of the last turn again
undo               take back the last turn
drop Red D         mark a rider as dropped
show Red           a team shows everybody its cards, in the boxed game
quit               leave; everything is saved, and the same command goes on"""


class BoardTable:
    """A race on a real board, in a referee's file at `path`. `out` prints a text.

    Whoever types sees all cards, as people do who lay them on the table. Nothing secret is printed besides.
    """

    def __init__(self, path: Path, out: Callable[[str], None]) -> None:
        self.path, self.out = path, out
        self.last: list[Event] = []

    def begin(self) -> None:
        """Says where the race stands, and how to go on."""
        self.out("Type help for everything that you can type.")
        self.where()
        self._waiting()

    def take(self, line: str) -> bool:
        """Carries out one line. Returns False to leave. A mistake is said, and changes nothing."""
        words = line.split()
        if not words:
            return True
        command, rest = words[0].casefold(), " ".join(words[1:])
        plain: dict[str, Callable[[], None]] = {
            "help": lambda: self.out(HELP),
            "go": self._close,
            "where": self.where,
            "cards": self._deal,
            "undo": self._undo,
        }
        if command in ("quit", "exit") and not rest:
            return False
        try:
            if command in plain and not rest:
                plain[command]()
            elif command == "deal":
                self._check(rest)
            elif command == "drop":
                self.out(desk.drop(self.path, rest))
            elif command == "show":
                self._show(rest)
            else:
                self._orders(line)
        except DeskError as error:
            self.out(str(error))
        return True

    # --- orders

    def _orders(self, line: str) -> None:
        """Takes the cards of one team or of several. The turn closes by itself once all teams have given theirs."""
        for part in filter(None, (each.strip() for each in line.split(";"))):
            team, text = self._parted(part)
            desk.take_orders(self.path, team, text)
            self.out(f"{team} is in.")
        status = desk.status(self.path)
        if not status.missing and not status.partial:
            self._close()
        else:
            self._waiting()

    def _parted(self, part: str) -> tuple[str, str]:
        """The team that a text begins with, by its full name, and its order as the desk reads it. Raises DeskError."""
        with at_work(self.path) as match:
            teams, view = match.names["teams"], match.state
            said = re.match(r"(.*?)(?=\s+(?:[A-Da-d]\s*[:=]?\s*\d|\d))", part)
            if said is None:
                example = f"{teams[0]} 10 8 3 5"
                raise DeskError(f"cannot read {part[:40]!r}; write a team and its cards: {example}, or type help")
            seat = find_team(teams, said[1].rstrip(" :"))
            text = part[said.end() :].strip()
            cards = re.split(r"[\s,]+", text)
            if all(each.isascii() and each.isdigit() for each in cards) and view.phase != LINE_UP:
                riders = [g for g in range(GRADES) if view.status[seat * GRADES + g] == ON_TRACK]
                if len(cards) != len(riders):
                    letters = ", ".join(LETTERS[g] for g in riders)
                    raise DeskError(f"{teams[seat]} needs {len(riders)} cards, for {letters}, not {len(cards)}")
                text = " ".join(f"{LETTERS[g]}{card}" for g, card in zip(riders, cards, strict=True))
            return str(teams[seat]), text

    def _close(self) -> None:
        before = len(read_past(self.path, whole=True).moments)
        closed = desk.run(self.path)
        past = read_past(self.path, whole=True)
        self.last = [event for moment in past.moments[before:] for event in moment.events]
        self.out("\n".join([f"{closed.turn}:", *closed.stand_ins]))
        self._read_out()
        if closed.over:
            self.out("The race is over.")
            return
        self._waiting()

    def _undo(self) -> None:
        self.out(desk.undo(self.path))
        self.last = []
        self.where()
        self._waiting()

    def _show(self, team: str) -> None:
        with at_work(self.path) as match:
            seat = find_team(match.names["teams"], team)
            events = match.show(seat)
            hands = match.observation().view.hand
            said = [
                f"{LETTERS[grade]} {' '.join(str(card) for card in hands[seat * GRADES + grade] if card)}"
                for grade in range(GRADES)
            ]
            self.out("\n".join([*desk.with_rules(match, events), ", ".join(said)]))

    # --- reading out

    def _observed(self) -> Seen:
        with at_work(self.path) as match:
            return match.observation()

    def _read_out(self) -> None:
        """Everything that hands do on the board after a turn: who moves where, what the lines give, the new cards."""
        observation = self._observed()
        seen = observation.told(self.last)
        sentences = dict(zip(map(id, seen), observation.sentences(seen), strict=True))
        lines, n = [], 0
        for event in seen:
            if event.rule == MOVED:
                n += 1
                rider = short_name(observation.names, event.rider)
                lines.append(f"{n:>3}. {rider}: {squares(event.card)}, from {place(event.before)} to {event.square}")
            elif part_of(event) == LINES:
                lines.append(f"     {sentences[id(event)]}")
        if n:
            self.out("\n".join(["Move, in this order:", *lines]))
        self._deal()
        for event in seen:
            if part_of(event) in (DROPS, ENDINGS):
                self.out(f"{sentences[id(event)]}.")

    def _deal(self) -> None:
        """The new cards, team by team."""
        observation, cards = self._observed(), drawn(self.last)
        if not cards:
            return
        lines = ["Deal:"]
        for team in range(observation.config.teams):
            own = [(rider % GRADES, card) for rider, card in sorted(cards.items()) if rider // GRADES == team]
            if own:
                said = ", ".join(f"{LETTERS[grade]} {card}" for grade, card in own)
                lines.append(f"     {team_name(observation.names, team)}: {said}")
        self.out("\n".join(lines))

    def where(self) -> None:
        """Every rider's square, front to back."""
        observation = self._observed()
        view, config = observation.view, observation.config
        if view.phase == LINE_UP or not view.field:
            self.out(f"Open: {turn_name(view, config)}.")
            return
        if config.blind:
            raise DeskError("in a Blind race, squares are secret: there is nothing to read out to a table")
        found: dict[int, list[str]] = {}
        for rider in view.queue[: view.field]:
            found.setdefault(int(view.square[rider]), []).append(short_name(observation.names, rider))
        lines = [f"     {place(square)}: {', '.join(riders)}" for square, riders in found.items()]
        self.out("\n".join(["On the road, front to back (on one square, who came first goes first):", *lines]))

    def _waiting(self) -> None:
        status = desk.status(self.path)
        if not status.over:
            self.out(
                f"{status.turn}. Waiting for: {', '.join([*status.missing, *status.partial]) or 'nobody; type go'}."
            )

    # --- the real deck

    def _check(self, text: str) -> None:
        """Compares the cards that a team took from the real deck with those that the rules give. Raises DeskError."""
        observation, cards = self._observed(), drawn(self.last)
        if not cards:
            raise DeskError("no cards have been dealt yet since this was started")
        said = re.match(r"(.*?)\s+(\d[\d\s,]*)$", text)
        if said is None:
            raise DeskError("write a team and its new cards, A to D: deal Red 5 3 7 3")
        seat = find_team(observation.names["teams"], said[1].rstrip(" :"))
        taken = [int(card) for card in re.split(r"[\s,]+", said[2].strip(" ,"))]
        own = {rider: card for rider, card in sorted(cards.items()) if rider // GRADES == seat}
        name = team_name(observation.names, seat)
        if len(taken) != len(own):
            letters = ", ".join(LETTERS[rider % GRADES] for rider in own)
            raise DeskError(f"{name} draws {len(own)} cards, for {letters}, not {len(taken)}")
        wrong = [rider for (rider, card), got in zip(own.items(), taken, strict=True) if card != got]
        for rider in wrong:
            self.out(f"Not right: {self._why(observation, rider)}")
        if not wrong:
            self.out(f"{name}'s cards are right.")

    def _why(self, observation: Seen, rider: int) -> str:
        told = observation.told(self.last)
        own = [e for e in told if rider_of(e) == rider and (e.rule in (DREW, LIMITED) or e.rule in SPECIAL_CARD)]
        return f"{observation.sentences(own[-1:])[0]} ({own[-1].rule})" if own else short_name(observation.names, rider)


def drawn(events: Sequence[Event]) -> dict[int, int]:
    """The new card of each rider, from a turn's events."""
    return {rider_of(each): each.card for each in events if each.rule == DREW or is_special(each)}


def is_special(event: Event) -> bool:
    """Whether an event gives a rider another card than the string ahead of him."""
    return part_of(event) == CARDS and event.rule != DREW and "card" in DECLARED[event.rule].fields


def squares(n: int) -> str:
    """A distance in words."""
    return "1 square" if n == 1 else f"{n} squares"


def place(square: int) -> str:
    """A square in words."""
    return f"square {square}" if square else "the start"
