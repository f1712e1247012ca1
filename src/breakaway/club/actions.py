"""What a seat does: choose, withdraw, resign, rule, enter dice, ask for help. Then the turn is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sqlalchemy import Connection, case, select, update

from breakaway.club import match_views
from breakaway.club.database import Database
from breakaway.club.match_views import SeatView, may_answer
from breakaway.club.schema import of_seat, seats, second_places
from breakaway.club.seats import Seat, changes, holding, lapse
from breakaway.club.second_places import because
from breakaway.club.store import store_of
from breakaway.core.chance import BadOutcome, NeedsCell, NeedsOutcome, Script
from breakaway.core.game import BadOrder, Order, blank_orders, play_on
from breakaway.core.language import _, many, say
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.games.manifest import find, kit_of
from breakaway.players.seated_match import HUMAN, SCRIPTED, Table, advice_says, may_ask
from breakaway.players.settings import Request, find_setting, make_start
from breakaway.records.entries import RulingEntry
from breakaway.records.match import Match, Start

# --- The actions that people can take at a table. Each action is a function of the table, to be run in one transaction.


Action: TypeAlias = Callable[[Table, int], object]  # what a seat does


class TooLate(NotNow):
    """The choice is for a turn that has already been played."""

    def __init__(self) -> None:
        super().__init__(_("this choice is too late: its turn has already been played"))


MOST_PRESSES = 8  # for each seat: a browser sends one at a time, so even several devices need no more
LONGEST_PRESS = 40  # characters


def is_taken(table: Table, seat: int, press: str) -> bool:
    """Whether a choice that a browser calls `press` was sealed before. An empty `press` never was."""
    return bool(press) and press in store_of(table).found.presses.get(seat, ())


def note_press(table: Table, seat: int, press: str) -> None:
    """Notes the id of a choice that is being sealed, in the same transaction. Does nothing if `press` is no such id."""
    if not (press.isascii() and press.isalnum() and len(press) <= LONGEST_PRESS):
        return
    store = store_of(table)
    known = [*store.found.presses.get(seat, ()), press][-MOST_PRESSES:]

    def note(connection: Connection, match_id: str) -> None:
        connection.execute(update(seats).where(of_seat(seats, match_id, seat)).values(presses=" ".join(known)))

    store.also(note)


def choose(
    table: Table, seat: int, order: Order, partial: bool = False, turn: int | None = None, link: str = ""
) -> None:
    """Seals an order or, with `partial`, the part of it that has been chosen so far. Raises NotNow, TooLate or Refused.

    Ignores a `link` that does not continue the seat's hash chain, so that a bad link never costs a player a choice.

    `turn` is `SeatView.turn` of the page that showed the choice. Raises NotNow if that turn has already been played.
    """
    if turn is not None and turn != table.match.turn:
        raise TooLate
    check_person(table, seat)
    _check_not_rolling(table)
    table.match.choose(seat, order, partial, link if table.match.fold.may_link(seat, link) else "")
    store = store_of(table)
    if store.found.listed.seats[seat].entered is not None:  # from now on, the order is not the host's

        def own(connection: Connection, match_id: str) -> None:
            connection.execute(update(seats).where(of_seat(seats, match_id, seat)).values(entered=None))

        store.also(own)


def withdraw(table: Table, seat: int, turn: int | None = None) -> None:
    """Takes back a player's sealed order before the turn closes. Raises NotNow.

    `turn` is `SeatView.turn` of the page that showed the order, or None for the order of this turn.
    """
    check_person(table, seat)
    _check_not_rolling(table)
    if turn is not None and turn != table.match.turn:
        raise NotNow(_("this order can no longer be withdrawn: its turn has already been played"))
    store = store_of(table)
    closes = store.found.listed.closes
    if closes is not None and closes <= store.database.now():
        raise NotNow(_("This turn is closing, so its orders can no longer be changed."))
    table.match.withdraw(seat)


def anchor(table: Table, seat: int, value: str) -> None:
    """Starts a player's own hash chain (`core.chance`): `value` is its anchor. Raises NotNow."""
    check_person(table, seat)
    table.match.anchor(seat, value)


def instruct(table: Table, seat: int, names: Sequence[str]) -> None:
    """Replaces a seat's standing instructions. Raises NotNow unless the game has all of them."""
    check_person(table, seat)
    table.match.instruct(seat, names)


def resign(table: Table, seat: int) -> None:
    """Resigns for a player. The match goes on if more than one side is left. Raises NotNow."""
    check_open(table)
    if seat not in table.people:
        raise NotNow(_("no player has this seat, so nobody can resign from it"))
    if match_views.decides(table.match, seat):
        raise NotNow(_("the sheets play this seat, so nobody can resign from it"))
    table.match.resign(seat)
    store_of(table).also(lapse)  # those who have resigned are asked no more


def check_decides(table: Table, seat: int, places: Iterable[int]) -> None:
    """Raises NotNow if two coaches share a seat, and the open decision is the other one's. `places`: those that the
    asker has at the seat (`Found.places`).
    """
    pair = store_of(table).found.listed.pairs.get(seat)
    if pair is not None and not pair.may_decide(places):
        raise NotNow(say("{because} Nothing was changed.", because=because(table.match, seat)))


def agree_to_resign(table: Table, seat: int, places: Collection[int]) -> None:
    """Resigns for a seat (`resign`). If two coaches share it, both have to want it: the first of them only says so, and
    that lapses with the turn. `places`: as for `check_decides`. Raises NotNow.
    """
    pair = store_of(table).found.listed.pairs.get(seat)
    if pair is not None and pair.came is not None and len(places) == 1:
        wants = pair.wants_to_resign(table.match.turn)
        if wants is None or wants in places:
            check_open(table)
            if not table.match.may_resign(seat):
                raise NotNow(_("This seat cannot resign now."))
            return _note_wish(table, seat, resigns=min(places), resigns_at=table.match.turn)
    return resign(table, seat)


def drop_wish_to_resign(table: Table, seat: int) -> None:
    """Takes back or declines what one of a seat's two coaches wants: to resign."""
    _note_wish(table, seat, resigns=None, resigns_at=None)


def _note_wish(table: Table, seat: int, **values: int | None) -> None:
    def note(connection: Connection, match_id: str) -> None:
        connection.execute(update(second_places).where(of_seat(second_places, match_id, seat)).values(values))

    store_of(table).also(note)


def show(table: Table, seat: int) -> None:
    """A player shows everybody what only this seat knows, for example its cards. Never taken back. Raises NotNow."""
    check_open(table)
    if seat not in table.people:
        raise NotNow(_("no player has this seat, so nobody can choose for it"))
    table.match.show(seat)


def check_person(table: Table, seat: int) -> None:
    """Raises NotNow unless a person plays this seat and the match goes on."""
    if seat not in table.people or store_of(table).found.listed.stopped:
        check_open(table)
        raise NotNow(_("no player has this seat, so nobody can choose for it"))


def check_open(table: Table) -> None:
    """Raises NotNow if the match is closed: by its host, or because somebody has left its season."""
    if store_of(table).found.listed.stopped:
        raise NotNow(_("This match is closed. Nobody can choose until it is opened again."))


def _check_not_rolling(table: Table) -> None:
    """Raises NotNow if the players' own dice or cards come next, because a player who has seen a die could choose
    better.
    """
    if table.physical and table.match.choosers() and not table.match.missing():
        raise NotNow(_("All choices have been made. Now roll the dice and draw the cards."))


def waiting_for(table: Table) -> list[int]:
    """The seats of the players whose orders are missing, including seats that are still empty."""
    listed = store_of(table).found.listed
    return [seat for seat in table.match.missing() if listed.seats[seat].is_for_people]


def rolls(table: Table) -> bool:
    """Whether all choices are in and the players now roll their own dice and draw their cards."""
    return table.physical and SCRIPTED not in table.by and not table.match.is_over() and not waiting_for(table)


# --- the match goes on


def waits_to_begin(table: Table) -> bool:
    """Whether a match that begins with a die roll or card draw has to wait until an empty seat is taken, because the
    random numbers from that seat are still missing.
    """
    return match_views.waits_to_begin(table.match, store_of(table).found.listed.seats)


def advance(table: Table) -> bool:
    """Plays one turn if no order is missing.

    Returns whether another turn can be played right after this one. If a seat has started a hash chain, the first roll
    waits until every seat is taken, so that the roll depends on random numbers from all browsers. Does nothing in
    scripted matches: only `play_scripted` advances them. If players roll their own dice, seals the coaches'
    orders and stops at the first die or card.
    """
    if SCRIPTED in table.by or not _is_ready(table) or (table.match.fold.chains and waits_to_begin(table)):
        return False
    try:
        table.play_turn([] if table.physical else None)
    except (NeedsOutcome, NeedsCell):
        return False
    return _is_ready(table)


def _is_ready(table: Table) -> bool:
    """Lets standing instructions answer if their time has come. Returns whether all players' orders are in and none is
    held.
    """
    if table.match.is_over():
        return False
    store = store_of(table)
    began, now, listed = store.began, store.database.now(), store.found.listed
    if listed.stopped:
        return False
    table.answer_instructions(may_answer(table.match, listed, now - began))
    if listed.held == table.match.fold.turns and (listed.closes is None or listed.closes > now):
        return False  # the host keeps this turn open, at most until its deadline
    return not table.to_ask() and not holding(table.match, listed.seats, listed.closes, now)


# --- An umpire's rulings at a table.
#
# Any player may make a ruling, in words that the game defines, and everybody sees whose ruling it is.


@dataclass(frozen=True)
class Ruling:
    """A ruling: the game's words for it, the turn after which it was made, and the seat that made it (None if
    the record does not say).
    """

    words: str
    turn: int
    seat: int | None


def rulings_now(observation: Observation[Any, Any]) -> list[str]:
    """The words for all rulings that are possible now, as far as this seat can tell."""
    game, view, config = observation.game, observation.view, observation.config
    return [
        words for words, code in game.rulings.items() if game.ruling and not game.ruling(copy(view), config, code, [])
    ]


def rule(table: Table, seat: int, words: str, turn: int) -> None:
    """Makes an umpire's ruling in the game's own `words`, and notes `seat` as its author. Raises NotNow or Refused.

    `turn` is `SeatView.turn` of the page where the player made the ruling. Raises NotNow if another turn has been
    played in the meantime.
    """
    match = table.match
    check_open(table)
    if words not in match.game.rulings:
        raise NotNow(f"unknown ruling {words[:40]!r}")
    if turn != match.turn:
        raise NotNow("this ruling is too late: another play has begun")
    if table.physical and not match.missing():
        raise NotNow("all choices are in: roll the dice and draw the cards before you make a ruling")
    match.ruling(match.game.rulings[words], by=seat)


def take_ruling_back(table: Table) -> None:
    """Takes back the last ruling. Raises NotNow if anything has happened since that ruling."""
    check_open(table)
    if not is_last_ruling(table.match):
        raise NotNow("there is no ruling to take back")
    table.match.undo()


def is_last_ruling(match: Match[Any, Any]) -> bool:
    """Whether the match's latest entry is a ruling that players can make, and so take back.

    What a host ruled, and cards that a team has shown, are not theirs to take back.
    """
    last = match.fold.last
    return isinstance(last, RulingEntry) and last.code in match.game.rulings.values()


def rulings_of(match: Match[Any, Any]) -> list[Ruling]:
    """All rulings that were not taken back, in order."""
    words = {code: each for each, code in match.game.rulings.items()}
    entries = enumerate(each.entry for each in match.fold.standing)
    rulings = [(turn, entry) for turn, entry in entries if isinstance(entry, RulingEntry)]
    return [Ruling(words.get(entry.code, str(entry.code)), turn, entry.by) for turn, entry in rulings]


# --- For players who roll their own dice and draw their own cards: asks for each outcome, and confirms turns.
#
# The outcomes of a turn are saved only when all of them are confirmed. Until then, the server can ask for the outcomes
# again.


TYPED = "typed"  # the value of `chance` in such a record's first line


@dataclass(frozen=True)
class Needed:
    """The next die or card after the outcomes in `typed`.

    `label` names the die or card, and `possible` lists its possible outcomes. `possible` is empty when the turn is
    complete. `names` lists the labels of the typed outcomes. `events` lists the events so far that this seat may see.
    """

    observation: Observation[Any, Any]
    turn: int
    typed: list[int]
    names: list[str]
    label: str
    possible: list[int]
    events: list[Event]
    refused: bool  # whether a typed outcome was impossible or not needed; `typed` ends before it


def needed(table: Table, seat: int, typed: Sequence[int]) -> Needed | None:
    """The next die or card after the outcomes in `typed`, as a seat may see it.

    None if there is nothing to roll or draw.
    """
    if not table.physical or table.match.is_over() or table.match.missing():
        return None
    took, names = list[int](), list[str]()
    events, wants = _trial(table, took)
    for outcome in typed:
        found = _tried(table, [*took, outcome]) if wants else None
        if wants is None or found is None:
            break
        took.append(outcome)
        names.append(wants.label)
        events, wants = found
    label = wants.label if wants else ""
    sides = range(wants.sides) if wants else range(0)
    observation = table.match.observation(seat)
    return Needed(
        observation=observation,
        turn=table.match.turn,
        typed=took,
        names=names,
        label=label,
        possible=[k for k in sides if _tried(table, [*took, k])],
        events=observation.told(events),
        refused=len(took) < len(typed),
    )


def confirm(table: Table, typed: Sequence[int], turn: int) -> None:
    """Plays the turn with the outcomes in `typed`. Raises NotNow, NeedsOutcome or BadOutcome.

    `turn` is `Needed.turn` of the page where the outcomes were typed. Raises NotNow if another player has confirmed the
    turn in the meantime.
    """
    check_open(table)
    if not table.physical:
        raise NotNow(_("the program rolls the dice and draws the cards for this match: there is nothing to type in"))
    if turn != table.match.turn:
        raise NotNow(_("these dice and cards are too late: their turn has already been played"))
    table.play_turn(typed)


def _tried(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None] | None:
    """Like `_trial`, but returns None if these outcomes are impossible."""
    try:
        return _trial(table, typed)
    except BadOutcome:
        return None


def _trial(table: Table, typed: Sequence[int]) -> tuple[list[Event], NeedsOutcome | None]:
    """Plays the turn with these outcomes on a copy of the match.

    Returns the events and the next die or card (None if the turn is complete).
    """
    match, events, orders = table.match, list[Event](), blank_orders(table.game)
    for seat, sealed in match.sealed.items():
        orders[seat][: len(sealed.order)] = sealed.order
    script = Script(typed)
    try:
        play_on(match.game, copy(match.state), match.config, orders, script, events)
    except NeedsOutcome as wants:
        return events, wants
    script.outcomes()
    return events, None


# --- Scripted matches, such as lessons: one player chooses, and a script gives all other orders and all outcomes of
# chance.
#
# In all other respects, scripted matches are ordinary ones: the rules play every turn, and the record contains every
# order and can be checked.


LESSON = "lesson"  # the option in a record's first line that names the script


class NoScript(NotNow):
    """The cards or the script have changed since the match began."""

    def __init__(self) -> None:
        super().__init__(_("This lesson was started with an older version. Start it again from the front page."))


@dataclass(frozen=True)
class ScriptedTurn:
    """One turn of a script: the orders of the other seats, as players type them, and the turn's outcomes of chance."""

    orders: Mapping[int, str] = field(default_factory=dict)
    chance: Sequence[int] = ()


def scripted_start(request: Request, lesson: str) -> Start:
    """The start of a match with a player in the first seat. The script plays all other seats.

    `lesson` is the name of the script. Raises UserError.
    """
    seats = len(find_setting(find(request.game)).players(request, None))
    start = make_start(request, [HUMAN, *[SCRIPTED] * (seats - 1)])
    return replace(start, chance=TYPED, options={**start.options, LESSON: lesson})


def play_scripted(
    table: Table, turns: Sequence[ScriptedTurn], turn: int, chosen: tuple[int, Order, bool] | None = None
) -> None:
    """Seals the order that the player has `chosen` (seat, order, and whether it is partial) and plays these `turns`.

    `turn` is `SeatView.turn` of the page that showed the choice. Raises TooLate if another turn has been played in the
    meantime, or NoScript if the script does not fit. In both cases, the match stays as it is.
    """
    match = table.match
    if turn != match.turn:
        raise TooLate
    try:
        if chosen:
            match.choose(*chosen)
        for each in turns:
            match.answer_ahead()
            for seat, text in each.orders.items():
                order, partial = match.observation(seat).read(text)
                match.choose(seat, order, partial)
            table.play_turn(each.chance)
    except (Refused, BadOrder, NeedsOutcome, BadOutcome):  # the cards have changed since the match began
        raise NoScript from None


# --- Help from coaches in a match: what was agreed, and for how many choices each player has asked for help.
#
# The other players are told only about turns that are over. If opponents were told at once, they would know that a
# player is still choosing. Noting a request changes neither the match's version nor its stamp, so no open page notices
# anything.


def note_asked(database: Database, match_id: str, seat: int, turn: int) -> None:
    """Notes in the `database` that the seat asked for help after `turn` turns. Asking again about the same choice does
    not count.
    """
    mine = (seats.c.match == match_id) & (seats.c.seat == seat)
    again = seats.c.helped_turn == turn
    counted = case((again, seats.c.helped), else_=seats.c.helped + 1)
    with changes(database) as connection:
        connection.execute(update(seats).where(mine).values(helped=counted, helped_turn=turn))


def times_asked(database: Database, match_id: str, seat: int) -> int:
    """The number of choices for which the player of a seat has asked for help, from the `database`."""
    mine = (seats.c.match == match_id) & (seats.c.seat == seat)
    with database.reading() as connection:
        return connection.scalar(select(seats.c.helped).where(mine)) or 0


def people_in(seated: Sequence[Seat]) -> int:
    """How many seats of a match are for people. `seated` lists all seats of the match."""
    return sum(each.is_for_people for each in seated)


def advice_of(
    game: str, options: Mapping[str, Any], seated: Sequence[Seat], began: int = 0, people: int | None = None
) -> str:
    """The agreement about help in a match of this `game`, in a sentence. Empty if there is nothing to say.

    `options` come from the match's record, and `seated` lists all its seats. `began` is the number of people at the
    start of the match. `people`: how many play now, if it is not one for each seat that is for people
    (`SeatView.people`).
    """
    if not kit_of(find(game)).advice or any(each.by == SCRIPTED for each in seated):
        return ""
    return advice_says(options, people_in(seated) if people is None else people, began)


def may_ask_at(look: SeatView) -> bool:
    """Whether the players of a match may ask a coach."""
    return may_ask(look.header["options"], look.people, look.header["began"])


def asked_coach(look: SeatView) -> list[str]:
    """Sentences that say about how many choices each player has asked a coach. Leaves out the current choice.
    Spectators are told only at the end of the match.
    """
    is_told = look.observation.seat != SPECTATOR or look.is_over
    if not is_told or look.is_scripted or look.people < 2:
        return []
    counts = [(each.name, each.asked_by(look.turn)) for each in look.seats]
    return [
        many(
            "{name} has asked the coach about {n} choice.",
            "{name} has asked the coach about {n} choices.",
            n,
            name=name,
        )
        for name, n in counts
        if n
    ]
