"""A match with a person, a coach or a bot in each seat, and the help that they agreed on."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Any

from breakaway.core.chance import BadOutcome, NeedsCell, NeedsOutcome, Script
from breakaway.core.game import Game, Order, blank_orders, play_on
from breakaway.core.language import UserError, _, many, say
from breakaway.core.rules import Event
from breakaway.core.state import copy
from breakaway.games.manifest import kit_of
from breakaway.players import coaches
from breakaway.records.entries import ADVICE as ADVICE
from breakaway.records.entries import OFF as OFF
from breakaway.records.entries import ON as ON
from breakaway.records.match import Match, Start
from breakaway.records.record_file import DelayingStore

# --- A match with its seats. People are asked on a page or at a terminal; coaches answer on their own.


HUMAN = "human"
SHEET = "sheet"  # the rules of the game play this seat, so nobody asks it anything
SCRIPTED = "lesson"  # a lesson plays this seat with orders that are written in advance


class Table:
    """One match with its seats. Players of the seats in `done` have left their orders incomplete on purpose.

    `by[seat]` names the player of each seat. Without `by`, the record says who plays, and an unknown coach raises
    NoSuchCoach. With `by`, an unknown name means a bot that this program has not loaded, and the match waits for that
    bot. Raises UserError.
    """

    def __init__(self, game: Game[Any, Any], match: Match[Any, Any], by: Sequence[str] | None = None) -> None:
        self.game, self.match = game, match
        said = [str(seat.get("by", "")) for seat in match.record.header["seats"]]
        self.by = said if by is None else list(by)
        if len(self.by) != game.seat_count(match.config):
            raise UserError(
                say(
                    "the record names {named} seats, but the match has {seats}",
                    named=len(self.by),
                    seats=game.seat_count(match.config),
                )
            )
        if "" in self.by:
            raise UserError(_("this match cannot be played at a terminal: its record does not say who plays each team"))
        self.people = [seat for seat, player in enumerate(self.by) if player == HUMAN]
        match.people = self.people
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
        self.deciding: list[int] = []  # seats of the rules for which people at this table make the open decisions

    def to_ask(self) -> list[int]:
        """The seats of the people who still owe an order."""
        missing = set(self.match.missing())
        return [seat for seat in (*self.people, *self.deciding) if seat in missing and seat not in self.done]

    def unwritten(self) -> AbstractContextManager[None]:
        """A context manager that keeps sealed orders in memory.

        The orders are saved together with the turn, or can be worked out again.
        """
        store = self.match.store
        return store.only_coaches() if isinstance(store, DelayingStore) else nullcontext()

    def answer_instructions(self, seats: Container[int] | None = None) -> list[tuple[int, str]]:
        """Lets standing instructions answer where they can, either for all seats or only for `seats`.

        Returns which instruction answered for which seat.
        """
        said = []
        for seat in self.match.answer_instructions(seats):
            observation, order = self.match.observation(seat), self.match.sealed[seat].order
            for name in self.match.instructions_of(seat):
                if self.game.instructions[name](copy(observation.view), self.match.config, seat) == order:
                    said.append((seat, name))
                    break
        return said

    def answer(self) -> None:
        """Seals an order for every coach that has not given one yet.

        Each order depends only on the match's secret, the turn and the coach's view.

        Raises UserError if the record says that sheets play a seat but the record's options say otherwise.
        """
        match = self.match
        with self.unwritten():
            for seat in match.missing():
                own = self.own_answer(seat) if self.by[seat] == SHEET else None
                if own is not None:
                    match.choose(seat, own)
                elif self.by[seat] == SHEET:
                    raise UserError(
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

    def own_answer(self, seat: int) -> Order | None:
        """The answer that the rules would give for a seat that they play, if they let a person decide."""
        asks = self.game.own_answer
        return asks(copy(self.match.state), self.match.config, seat) if asks else None

    def recommended(self, seat: int) -> Order | None:
        """The answer of the rules that a person who decides for this seat may read. None if the match has no advice."""
        recommends = self.game.recommends
        return None if recommends is not None and not recommends(self.match.config) else self.own_answer(seat)

    def stand_in(self, seat: int, name: str) -> None:
        """Lets the coach called `name` seal one order in place of a player. Raises NoSuchCoach."""
        with self.unwritten():
            self._choose(seat, coaches.find(self.game, name))

    def _choose(self, seat: int, coach: coaches.Coach) -> None:
        match = self.match
        seed = self._thinking(seat)
        view = match.observation(seat).view
        match.choose(seat, coaches.ask(self.game, coach, view, match.config, seat, seed, match.turns()))

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
        return self._rehearsed(typed)[0]

    def rehearse(self, typed: Sequence[int]) -> None:
        """Plays this turn with the outcomes `typed` so far, on a copy of the state.

        Raises NeedsOutcome or NeedsCell if something is missing, and BadOutcome for an impossible outcome.
        """
        state = copy(self.match.state)
        play_on(self.game, state, self.match.asking(state), self._orders(), Script(typed), [])

    def possible(self, typed: Sequence[int]) -> list[int]:
        """The outcomes `typed` so far up to the first one that cannot be.

        With people's own cards, an entry can make the sheets decide otherwise earlier in the same turn.
        """
        found = list(typed)
        while found:
            try:
                self.so_far(found)
            except BadOutcome:
                found.pop()
            else:
                break
        return found

    def labels(self, typed: Sequence[int]) -> list[str]:
        """What each of the outcomes `typed` so far was rolled or drawn for."""
        return [label for each in self._rehearsed(typed)[1].drawn for label in each.labels[: each.asked]]

    def _rehearsed(self, typed: Sequence[int]) -> tuple[list[Event], Script]:
        """Plays this turn with the outcomes `typed` so far, on a copy of the state."""
        events, script = list[Event](), Script(typed)
        with suppress(NeedsOutcome, NeedsCell):
            state = copy(self.match.state)
            play_on(self.game, state, self.match.asking(state), self._orders(), script, events)
        return events, script

    def _orders(self) -> list[Order]:
        """The orders that are sealed for this turn."""
        orders = blank_orders(self.game)
        for seat, sealed in self.match.sealed.items():
            slots = self.game.slots(self.match.state, self.match.config, seat)
            orders[seat][:slots] = sealed.order[:slots]
        return orders


# --- Works out who plays each seat of a match from the names that were typed.


def favourite(game: Game[Any, Any]) -> str:
    """The coach that plays by default."""
    return kit_of(game).favourite


def adviser(game: Game[Any, Any]) -> str:
    """The coach that gives a person advice. Empty if the game's default coach plays at random."""
    found = favourite(game)
    return found if found != "random" else ""


def players(game: Game[Any, Any], text: str | None, first: str, count: int, people: bool) -> list[str]:
    """Who plays each of the `count` seats, read from `a,b,...`. The last player named plays all remaining seats.

    If `text` is None, reads `first` instead. `people` says whether a person may take a seat. Raises UserError for an
    unknown coach, for too many names, or for a person in a match that only coaches can play.
    """
    named = [part.strip() for part in (first if text is None else text).split(",")]
    for name in named:
        if name == HUMAN and not people:
            raise UserError(
                say("only coaches can play here; to play a seat yourself, type: breakaway play {game}", game=game.name)
            )
        persons = [HUMAN] if people else []
        own = coaches.own_names(game)
        if name not in [*kit_of(game).rules_play, *persons, *coaches.names(game), *own]:
            if name in coaches.OWN:
                listed = ", ".join(coaches.OWN[name].games)
                raise UserError(say("the bot {name} plays only these games: {games}", name=name, games=listed))
            raise UserError(coaches.unknown(game, name, [*persons, *own]))
    if len(named) > count:
        raise UserError(
            many(
                "you named {players} players, but there is only {n} seat for them",
                "you named {players} players, but there are only {n} seats for them",
                count,
                players=len(named),
            )
        )
    return named + [named[-1]] * (count - len(named))


# --- Whether players may ask during a match what a coach would do.
#
# Players agree on this before the match, and the record keeps their agreement.
#
# A person who plays alone against coaches may ask for help, unless that person turned help off for the match. In a
# match between several people, nobody may ask unless everyone has agreed to this. Records of older versions do not
# mention help; in those matches everybody may ask.


def asked_advice(text: str | None) -> str | None:
    """The setting for help that the `text` asks for: `on`, `off`, or None for the default. Raises UserError for any
    other text.
    """
    if text not in (None, "", ON, OFF):
        raise UserError(say("Help from the coach: write “on” or “off”, not {asked}.", asked=repr(text[:40])))
    return text or None


def with_advice(start: Start, asked: str | None) -> Start:
    """The `start` of a match with its setting for help: the one that was `asked` for, or else the default."""
    people = sum(seat["by"] == HUMAN for seat in start.seats)
    if not asked and people < 2:
        return start
    return replace(start, options={**start.options, ADVICE: asked or OFF})


def began_with(header: Mapping[str, Any]) -> int:
    """The number of people who played when a match began. `header` is the first entry of its record."""
    return sum(seat["by"] == HUMAN for seat in header["seats"])


def may_ask(options: Mapping[str, Any], people: int = 0, began: int = 0) -> bool:
    """Whether players may ask for help, according to the `options` in a match's record.

    An agreement among several people does not bind a player who plays on alone. `people` is the number of people who
    play now, and `began` the number at the start of the match.
    """
    return options.get(ADVICE) != OFF or people == 1 < began


def advice_says(options: Mapping[str, Any], people: int, began: int = 0) -> str:
    """A sentence about the agreement on help in a match. Empty if there is nothing to say.

    `options`, `people` and `began` mean the same as in `may_ask`.
    """
    if not may_ask(options, people, began):
        return _("Nobody may ask a coach for help in this match.")
    if people < 2:
        return ""
    return _("Each player may ask what a coach would do. After the turn, the others are told that a player asked.")


def refused_advice() -> str:
    """Why a player gets no help in a match that does not allow it."""
    return _("This match does not allow help from coaches. You can allow it only when you open a table.")
