"""Matches with people's own cards on pages: where sets are kept, and each entry, saved at once.

The owner's browser uses the folder of the terminal's sets. The sets of all other visitors are in the database, locked,
under the hash of the browser that opened the table (docs/decisions/0017-sets-of-own-cards.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from breakaway.club.actions import check_open, check_person
from breakaway.club.actions import choose as seal
from breakaway.club.club import Club, retried
from breakaway.club.database import Database
from breakaway.club.match_snapshot import Requester
from breakaway.club.match_views import Found
from breakaway.club.schema import OVER, own_sets
from breakaway.club.seats import changes, hash_of
from breakaway.club.store import store_of
from breakaway.core.chance import BadOutcome, NeedsCell, NeedsOutcome
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError, _, marked, say
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.core.rules import Event
from breakaway.core.state import json_of
from breakaway.display.document import Line
from breakaway.display.match_page import outcome_of, told_line
from breakaway.games.manifest import kit_of, load
from breakaway.players.own_cards import (
    BETWEEN,
    ORDER,
    OTHERWISE,
    OUTCOME,
    OWN,
    Answers,
    Asks,
    BoxQuestion,
    EnteredLine,
    OwnCards,
    PageOwner,
    Shelf,
    dice_and_rest,
    parted,
)
from breakaway.players.seated_match import Table
from breakaway.players.set_folders import Shelves
from breakaway.players.set_forms import SetForms
from breakaway.records.entries import TurnEntry
from breakaway.records.record_file import ChangedUnderUs

# --- Where sets are kept.


BOX = "box"  # the option of a record that names its set
MOST_SETS = 12  # of one browser
LARGEST = 256 * 1024  # bytes of a set's files


def cards_of(game: Any) -> OwnCards | None:
    """What a game offers to people who play with their own cards."""
    place = kit_of(game).own_cards
    found: OwnCards | None = load(place) if place else None
    return found


def forms_of(game: Any) -> SetForms | None:
    """The pages on which people type in a whole set of a game."""
    place = kit_of(game).own_forms
    found: SetForms | None = load(place) if place else None
    return found


def is_boxed(found: Found) -> bool:
    """Whether a match (`found`) is played here with somebody's own cards, which only its players may see."""
    return BOX in found.listed.options and not found.listed.is_uploaded


class DatabaseShelf:
    """A visitor's set in the database (`players.own_cards.Shelf`).

    `also` runs work in the transaction that saves the entry, so that the set and the record cannot disagree.
    """

    def __init__(
        self,
        database: Database,
        holder: str,
        game: str,
        name: str,
        also: Callable[[Callable[[Connection, str], None]], None],
    ) -> None:
        self.database, self.name, self._also = database, name, also
        self._where = (own_sets.c.holder == holder) & (own_sets.c.game == game) & (own_sets.c.name == name)
        self._key = {"holder": holder, "game": game, "name": name}
        self._version = 0
        self._next: str | None = None

    def texts(self) -> dict[str, str]:
        """The texts of its files, by name. A set that does not exist yet is empty. Raises UserError."""
        with self.database.reading() as connection:
            row = connection.execute(select(own_sets.c.files, own_sets.c.version).where(self._where)).first()
        self._version = row.version if row else 0
        return texts_in(self.database, row.files) if row else {}

    def keep(self, texts: Mapping[str, str]) -> None:
        """Replaces its files at the end of this transaction. Raises UserError."""
        written = json.dumps(dict(texts), ensure_ascii=False)
        if len(written.encode()) > LARGEST:
            raise UserError(_("this set is too large: the server keeps at most 256 KiB of each"))
        if self._next is None:
            self._also(self._write)
        self._next = self.database.keys.lock(written)

    def _write(self, connection: Connection, match_id: str) -> None:
        row = {"files": self._next, "version": self._version + 1, "used": self.database.now()}
        if self._version:
            ours = self._where & (own_sets.c.version == self._version)
            if connection.execute(update(own_sets).where(ours).values(row)).rowcount != 1:
                raise ChangedUnderUs(_("this set was changed at another table; nothing was written"))
        else:
            self.check_room(connection)
            connection.execute(insert(own_sets).values(**self._key, **row))

    def is_there(self) -> bool:
        """Whether the set was begun."""
        self.texts()
        return self._version > 0

    def check_room(self, connection: Connection) -> None:
        """Raises UserError if its browser may not begin another set."""
        held = connection.scalar(select(func.count()).where(own_sets.c.holder == self._key["holder"]))
        if (held or 0) >= MOST_SETS:
            raise UserError(say("this browser has {n} sets already; delete one first", n=MOST_SETS))


def texts_in(database: Database, files: str) -> dict[str, str]:
    """The texts of a set's files as the database keeps them. Raises UserError if another key locked them."""
    found: dict[str, str] = json_of(database.keys.unlock(files))
    return found


def place_for(who: Sequence[str], is_owner: bool, name: str, cards: OwnCards, is_named: bool = False) -> str:
    """Where the set of this name is kept for a browser with the secrets of `who`.

    `is_owner`: whether it is the owner's browser, whose sets are in the folder that `cards` names. `is_named`: whether
    the place has to say the name, too, because the record has another one.
    """
    if is_owner:
        home: Any = cards.home(name)
        return str(home.folder)
    return f"{OWN}{hash_of(who[0])}" + (f":{name}" if is_named else "")


def own_names(database: Database, secrets: Iterable[str], is_owner: bool, shelves: Shelves, game: str) -> list[str]:
    """The names of the sets of a game that a browser may use.

    `secrets` and `is_owner` say whose browser it is. The sets are in the `database`, or in a folder that `shelves`
    names.
    """
    if is_owner:
        return shelves.at_home()
    with database.reading() as connection:
        ours = own_sets.c.holder.in_([hash_of(each) for each in secrets]) & (own_sets.c.game == game)
        return list(connection.scalars(select(own_sets.c.name).where(ours).order_by(own_sets.c.name)))


def own_texts(
    database: Database, secrets: Sequence[str], is_owner: bool, shelves: Shelves, game: str, name: str
) -> dict[str, str]:
    """The files of a browser's set of this name. Empty if the set is new. Raises UserError.

    `secrets` and `is_owner` say whose browser it is. The set is in the `database`, or in a folder that `shelves` names.
    """
    if not shelves.is_name(name):
        said = _("A set's name may have only letters, digits, - and _, not {name}.")
        raise UserError(said.format(name=repr(name[:40])))
    if is_owner:
        return shelves.home(name).texts()
    return DatabaseShelf(database, hash_of(secrets[0]), game, name, lambda work: None).texts()


def texts_to_play(
    database: Database, secrets: Sequence[str], is_owner: bool, cards: OwnCards, game: str, name: str
) -> dict[str, str]:
    """Like `own_texts`, for a match that enters cards into the set: a new one must not be one too many.

    `database`, `secrets`, `is_owner`, `cards`, `game` and `name` are those of `own_texts`. Raises UserError.
    """
    texts = own_texts(database, secrets, is_owner, cards, game, name)
    if not is_owner:
        shelf = DatabaseShelf(database, hash_of(secrets[0]), game, name, lambda work: None)
        if not shelf.is_there():
            with database.reading() as connection:
                shelf.check_room(connection)
    return texts


def stamp_of_set(texts: Mapping[str, str]) -> str:
    """A text that changes with the `texts` of a set's files, so that nobody overwrites what they have not seen."""
    return sha256(json.dumps(sorted(texts.items())).encode()).hexdigest()[:16]


def keep_set(
    database: Database,
    secrets: Sequence[str],
    is_owner: bool,
    shelves: Shelves,
    game: str,
    name: str,
    stamp: str,
    texts: Mapping[str, str],
) -> None:
    """Replaces the files of a browser's set of this `name` by these `texts`, all or none.

    `stamp` says which files the visitor has seen (`stamp_of_set`). `database`, `secrets`, `is_owner`, `shelves`,
    `game` and `name` are those of `own_texts`. Raises ChangedUnderUs if the set was changed meanwhile, and UserError if
    it is too large.
    """
    works: list[Callable[[Connection, str], None]] = []
    shelf: Shelf = (
        shelves.home(name) if is_owner else DatabaseShelf(database, hash_of(secrets[0]), game, name, works.append)
    )
    if stamp_of_set(shelf.texts()) != stamp:
        raise ChangedUnderUs(_("this set was changed on another page meanwhile; nothing was saved"))
    if len(json.dumps(dict(texts), ensure_ascii=False).encode()) > LARGEST:
        raise UserError(_("this set is too large: the server keeps at most 256 KiB of each"))
    shelf.keep(texts)
    if works:
        try:
            with changes(database) as connection:
                for work in works:
                    work(connection, "")
        except IntegrityError:  # another page has just begun a set of this name
            raise ChangedUnderUs(_("this set was changed on another page meanwhile; nothing was saved")) from None


def is_in_play(club: Club, secrets: Sequence[str], is_owner: bool, game: str, name: str) -> bool:
    """Whether a match of this browser with its set of this `name` is open, in which each card keeps its place.

    `secrets`, `is_owner` and `game` are those of `own_texts`.
    """
    return any(True for _match in _played_with(club, secrets, is_owner, game, name))


def lies_face_down(club: Club, secrets: Sequence[str], is_owner: bool, game: str, name: str) -> bool:
    """Whether a card lies face down in a match of two people, one of them with this browser and its set of this `name`.

    The set may know the card already, or a new name on it. `secrets`, `is_owner` and `game` are those of `own_texts`.
    """
    found = _played_with(club, secrets, is_owner, game, name)
    return any(club.do(each, lambda table: table.match.has_face_down) for each in found)


def _played_with(club: Club, secrets: Sequence[str], is_owner: bool, game: str, name: str) -> Iterator[str]:
    """The open matches of this browser with its set of this `name`."""
    for each in club.matches(None if is_owner else secrets):
        if each.game != game or not each.mine or BOX not in each.options or each.status == OVER:
            continue
        second = club.do(each.id, lambda table: table.match.place).partition(BETWEEN)[2]
        if name in (each.options[BOX], re.split(r"[:/\\]", second)[-1]):
            yield each.id


def meets_again(club: Club, match_id: str, secrets: Sequence[str], is_owner: bool, place: str) -> bool:
    """Whether the same two browsers play another open match in which one of them has the same set as in this one.

    A new card that lies face down at one table is in the set already, and would show at the other (BF-021, BF-023).
    `secrets` and `is_owner` say whose browser brings the set at this `place` to the match `match_id`.
    """
    listed = club.found(match_id).listed
    here = _sets_at(club.do(match_id, lambda table: table.match.place), str(listed.options[BOX]), place)
    for each in club.matches(None if is_owner else secrets):
        if each.id == match_id or each.game != listed.game or not each.mine or BOX not in each.options:
            continue
        there = _sets_at("", "") if each.status == OVER else _sets_at(club.do(each.id, _place), str(each.options[BOX]))
        same = set(here) & set(there)
        if same and sorted(here.values()) == sorted(there.values()):
            return True
    return False


def _place(table: Table) -> str:
    return table.match.place


def _sets_at(places: str, name: str, brought: str = "") -> dict[str, str]:
    """The sets at a table (`places`), each with whose it is. `name`: that of the first. `brought`: the second.

    Empty if the second one has not been brought yet.
    """
    first, _both, second = places.partition(BETWEEN)
    second = second or brought
    if not first or not second:
        return {}
    first = f"{first}:{name}" if first.startswith(OWN) else first
    return {each: each.split(":")[1] if each.startswith(OWN) else "" for each in (first, second)}


def forget_set(database: Database, secrets: Iterable[str], game: str, name: str) -> bool:
    """Deletes the set of this `name` of a visitor with these `secrets` from the `database`.

    Returns whether there was one.
    """
    ours = own_sets.c.holder.in_([hash_of(each) for each in secrets])
    with changes(database) as connection:
        gone = delete(own_sets).where(ours & (own_sets.c.game == game) & (own_sets.c.name == name))
        return bool(connection.execute(gone).rowcount)


def shelf_of(table: Table, cards: OwnCards) -> Shelf:
    """Where the set of a match is kept. Of two people with a set each, the second one's is only about their team."""
    match = table.match
    first, both, second = match.place.partition(BETWEEN)
    shelf = _shelf_at(table, cards, first)
    if not both:
        return shelf
    return cards.pair(match, shelf, _shelf_at(table, cards, second) if second else None)


def _shelf_at(table: Table, cards: OwnCards, place: str) -> Shelf:
    match, store = table.match, store_of(table)
    if place.startswith(OWN):
        holder, _by, name = place.removeprefix(OWN).partition(":")
        name = name or str(match.record.header["options"][BOX])
        return DatabaseShelf(store.database, holder, match.game.name, name, store.also)
    if not place:  # never the owner's folder: a visitor could have chosen the name
        raise NotNow(_("Nobody knows where the set of this match is kept."))
    return cards.at(Path(place))


def owner_of(table: Table, screen: Answers) -> PageOwner:
    """What remembers the cards of the people at a table. Raises NotNow in a match without own cards."""
    cards = cards_of(table.game)
    if cards is None or BOX not in table.match.record.header["options"] or not table.physical:
        raise NotNow(_("This match is not played with cards of your own."))
    return cards.sit(table.match, shelf_of(table, cards), screen)


# --- What is asked now.


def stamp_of(table: Table) -> str:
    """A text that changes with each answer, so that none counts for another question.

    It depends on the match's secret, because how much was entered tells whether a face-down card is a new one.
    """
    match = table.match
    about = len(match.record.lines), match.typed, sorted(match.sealed), len(match.entered), match.place, match.secret
    return sha256(repr(about).encode()).hexdigest()[:12]


def persons(table: Table) -> list[int]:
    """The seats of the people at a table. A seat of the rules for which a person decides is not one of them."""
    decides = table.game.decides
    decided = decides(table.match.config) if decides else ()
    return [seat for seat in table.people if seat not in decided]


def asked_seat(table: Table, seat: int) -> int:
    """The seat that has to choose: this one, or another that its player decides for.

    Where one person sits at a table with own cards, every seat for people is that person's.
    """
    missing = table.match.missing()
    if seat in missing or len(persons(table)) > 1:
        return seat
    return next((each for each in table.people if each in missing), seat)


def lacks_set(table: Table, seat: int) -> bool:
    """Whether the player of this `seat` has a set of their own at this table and has not said yet which one."""
    others = persons(table)[1:]
    return seat in others and table.match.place.endswith(BETWEEN)


def bring_set(table: Table, seat: int, place: str) -> None:
    """Brings the set at this `place` to the table, for the team of the `seat`. Raises NotNow or UserError.

    Nobody needs to bring a set twice: later entries need the one of before.
    """
    check_person(table, seat)
    if not lacks_set(table, seat):
        raise NotNow(_("The set for this team is at the table already."))
    before = table.match.place
    table.match.place = before + place
    try:
        owner_of(table, Answers())  # reads it, and enters what is known
    except (NotNow, UserError):
        table.match.place = before
        raise
    table.match.note_typed(list(table.match.typed))


def needs_of(table: Table) -> NeedsOutcome | NeedsCell | None:
    """The die, card or cell that the turn needs next. None if a person has to choose, and after the end."""
    if table.match.is_over() or table.match.missing():
        return None
    try:
        table.rehearse(table.match.typed)
    except (NeedsOutcome, NeedsCell) as needs:
        return needs
    return None


@dataclass(frozen=True)
class OpenBox:
    """What a page shows to somebody who plays with their own cards.

    `question`: None if somebody else has to choose, and after the end. `told`: what has happened in this turn.
    `typed`: the outcomes typed so far, each with its name. `may_undo`: whether there is anything to take back.
    `shares` and `unseen`: how much of the set is known. `is_home`: whether the set is the owner's own folder.
    `lacks_set`: whether this player has to bring a set of their own first. `asks_another`: the name of the other seat
    of this browser that has to choose now, if there is one.
    """

    name: str
    stamp: str
    question: BoxQuestion | None
    told: list[Line]
    typed: list[tuple[str, str]]
    may_undo: bool
    entries: list[EnteredLine]
    shares: list[tuple[str, int, int]]
    unseen: list[str]
    is_home: bool
    lacks_set: bool = False
    asks_another: str = ""


def open_box(club: Club, match_id: str, asker: Requester, mine: Sequence[int]) -> OpenBox:
    """What the seat of the `asker` is asked now. Raises NoSuchMatch, NotNow and the errors of `Requester.seat`.

    `mine`: all seats that this browser plays.
    """

    def look() -> OpenBox:
        with club.held(match_id) as table, club.changing(table):
            seat = asker.seat(store_of(table).found)
            return _opened(table, seat, mine)

    return retried(look)


def _opened(table: Table, seat: int, mine: Sequence[int]) -> OpenBox:
    owner, match = owner_of(table, Answers()), table.match
    mend(table)
    needs = needs_of(table)
    question = None
    lacks = lacks_set(table, seat)
    if lacks:
        pass
    elif isinstance(needs, NeedsOutcome):
        question = owner.die(needs, lambda k: _can_be(table, [*match.typed, k]))
    elif isinstance(needs, NeedsCell):
        question = owner.cell(needs)
    elif asked_seat(table, seat) in match.missing():
        question = _choice(table, owner, seat)
    observation = match.observation(seat)
    rolling = not match.is_over() and not match.missing()
    labels = table.labels(match.typed) if rolling else []
    typed = [(label, outcome_of(observation, label, k).label) for label, k in zip(labels, match.typed, strict=False)]
    return OpenBox(
        name=str(match.record.header["options"][BOX]),
        stamp=stamp_of(table),
        question=question,
        told=_told(owner, observation, table.so_far(match.typed)) if rolling else [],
        typed=typed,
        may_undo=not lacks and not why_not_back(table, seat, mine, owner),
        entries=owner.entries(seat),
        shares=owner.shares(seat),
        unseen=owner.unseen(seat),
        is_home=not _place_of(table, seat).startswith(OWN),
        lacks_set=lacks,
        asks_another=_asks_another(table, seat, mine),
    )


def _place_of(table: Table, seat: int) -> str:
    """Where the set with the cards of this `seat` is kept."""
    first, both, second = table.match.place.partition(BETWEEN)
    return second if both and seat in persons(table)[1:] else first


def _asks_another(table: Table, seat: int, mine: Sequence[int]) -> str:
    """The name of another person's seat at this screen that has to choose now. Empty if there is none."""
    missing, both = table.match.missing(), persons(table)
    other = next((each for each in both if each in mine and each in missing and each != seat), None)
    if other is None or seat in missing or seat not in both:
        return ""
    return store_of(table).found.listed.seats[other].name


def _choice(table: Table, owner: PageOwner, seat: int) -> BoxQuestion:
    """The question to the seat that has to choose. If it is not the player's own, says for whom it is decided."""
    asked = asked_seat(table, seat)
    question, own = owner.choice(asked), table.recommended(asked) if asked != seat else None
    if asked == seat:
        return question
    observation = table.match.observation(asked)
    said = [say("You decide for {team}.", team=store_of(table).found.listed.seats[asked].name)]
    said += [say("The program would answer: {order}.", order=observation.write(own))] if own is not None else []
    return replace(question, hint=" ".join([*said, question.hint]))


def _told(owner: PageOwner, observation: Observation[Any, Any], events: Sequence[Event]) -> list[Line]:
    found = [(each, told_line(observation, each)) for each in observation.told(events)]
    return [replace(line, text=owner.said(observation, each, line.text)) for each, line in found]


def _can_be(table: Table, typed: Sequence[int]) -> bool:
    try:
        table.so_far(typed)
    except BadOutcome:
        return False
    return True


# --- Answers.


@dataclass
class Answered:
    """What became of an answer.

    `asks`: a question that comes up while the answer is read, with the answer and what was answered since (`line`,
    `more`). `ahead`: what was typed beyond. `refused`: why the answer was refused. `said`: what to tell people.
    """

    asks: Asks | None = None
    line: str = ""
    more: list[str] = field(default_factory=list)
    ahead: str = ""
    refused: str = ""
    said: list[str] = field(default_factory=list)


class AnotherQuestion(NotNow):
    """The answer is for a question that was answered already."""

    def __init__(self) -> None:
        super().__init__(_("That was answered already. This is the next question."))


def _check(table: Table, seat: int, stamp: str) -> None:
    check_person(table, seat)
    if stamp != stamp_of(table):
        raise AnotherQuestion


def answer(table: Table, seat: int, line: str, more: Sequence[str], ahead: str, stamp: str, said: Answered) -> None:
    """Answers the question with a `line`, and the next ones with what is left of it and `ahead`. Fills in `said`.

    `more` answers what is asked while the line is read, and `stamp` says which question the page showed. Each part is
    saved as soon as it is understood: what is refused later in a line takes nothing back. Raises NotNow.
    """
    _check(table, seat, stamp)
    screen = Answers(more)
    owner = owner_of(table, screen)
    line, is_first = line.strip(), True
    if not line:
        said.refused = _("Tap or type an answer first.")
        return
    mend(table)
    while line or not is_first:
        seat = asked_seat(table, seat)
        try:
            text, rest = _one(table, seat, owner, line, is_first)
        except Asks as asks:
            said.asks, said.line, said.more = asks, asks.args[1], list(more)
            said.ahead = " ".join(filter(None, (asks.args[2], ahead)))
            break
        except BadOrder as error:
            refused = "; ".join(mistake for _line, _rule, mistake in error.mistakes)
            said.refused, said.line, said.ahead = refused, line, ahead
            break
        except (Refused, UserError, NotNow) as error:
            refused = error.refusal.text if isinstance(error, Refused) else str(error)
            said.refused, said.line, said.ahead = refused, line, ahead
            break
        is_first, line = False, " ".join(filter(None, (rest, ahead)))
        ahead, more = "", ()
        if not text:  # nothing more is asked that this line could answer
            said.ahead = line
            break
    said.said = screen.said


def _one(table: Table, seat: int, owner: PageOwner, line: str, is_first: bool) -> tuple[str, str]:
    """Answers one question with the beginning of a line. Returns the text that was used, and the rest of the line.

    The text is empty if the line answers nothing. Raises Asks with the text that is being read and the rest.
    """
    match = table.match
    while True:
        try:
            table.play_turn(match.typed)
        except NeedsCell as needs:
            if not is_first:
                return "", line
            _reading(partial(owner.fill, needs, line), line, "")
            if mend(table):
                owner.screen.say(_(OTHERWISE))
            _go_on(table, owner)
            return line, ""
        except NeedsOutcome as needs:
            found = owner.chosen(needs.label, lambda k: _can_be(table, [*match.typed, k]), needs.sides)
            if found is not None:
                match.note_typed([*match.typed, found])
                continue
            if not line:
                return "", ""
            dice, rest = dice_and_rest(line)
            text, rest = (
                (dice[0], " ".join(filter(None, (*dice[1:], rest)))) if needs.sides == 6 and dice else (line, "")
            )
            _take(table, seat, owner, needs, text, rest)
            _go_on(table, owner)
            return text, rest
        except NotNow:
            if match.is_over() or seat not in match.missing():
                return "", line
            return _choose(table, seat, owner, line, is_first)
        else:
            owner.played()


def _reading(work: Callable[[], Any], text: str, rest: str) -> Any:
    try:
        return work()
    except Asks as asks:
        asks.args = (asks.question, text, rest)
        raise


def _take(table: Table, seat: int, owner: PageOwner, needs: NeedsOutcome, text: str, rest: str) -> None:
    match = table.match
    observation = match.observation(seat)
    k = _reading(lambda: owner.outcome(observation, needs.label, needs.sides, text), text, rest)
    if mend(table):
        owner.screen.say(_(OTHERWISE))
        return
    while not _can_be(table, [*match.typed, k]) and (found := _unasked(table, owner)) is not None:
        match.note_typed([*match.typed, found])
    now = needs_of(table)
    if isinstance(now, NeedsCell) or (isinstance(now, NeedsOutcome) and now.label != needs.label):
        owner.screen.say(_(OTHERWISE))
        return
    if not _can_be(table, [*match.typed, k]):
        label = outcome_of(match.observation(seat), needs.label, k).label
        owner.step_back(len(match.typed), len(match.log), OUTCOME)
        said = _("{what}: {outcome} is not possible: already drawn, or not in the pile")
        raise UserError(said.format(what=_(needs.label), outcome=label))
    match.note_typed([*match.typed, k])


def _unasked(table: Table, owner: PageOwner) -> int | None:
    """The next outcome of the turn, if nobody needs to type it."""
    needs, match = needs_of(table), table.match
    if not isinstance(needs, NeedsOutcome):
        return None
    return owner.chosen(needs.label, lambda k: _can_be(table, [*match.typed, k]), needs.sides)


def mend(table: Table) -> bool:
    """Drops outcomes that can no longer be: with what was entered, the sheets decide otherwise earlier in this turn.

    Returns whether there were any.
    """
    match, typed = table.match, table.possible(table.match.typed)
    if len(typed) == len(match.typed):
        return False
    match.note_typed(typed)
    return True


def _choose(table: Table, seat: int, owner: PageOwner, line: str, is_first: bool) -> tuple[str, str]:
    """Seals the order at the beginning of a line."""
    if not line:
        return "", ""

    def is_order(text: str) -> bool:
        if not owner.may_be_order(seat, text):
            return False
        try:
            found = table.match.observation(seat)
            order = found.read(owner.tidy(found, owner.order(seat, text, quiet=True)))[0]
        except (Asks, BadOrder, NotNow, Refused, UserError):
            return False
        return found.why_not(order) is None

    dice = dice_and_rest(line)[0]
    text, rest = parted(line, is_order, owner)
    if not text and dice and not is_first:
        return "", line
    text, rest = (text, rest) if text else (line, "")
    words = _reading(lambda: owner.order(seat, text), text, rest)
    observation = table.match.observation(seat)
    order, is_partial = observation.read(owner.tidy(observation, words))
    seal(table, seat, order, is_partial)
    _go_on(table, owner)
    return text, rest


def _go_on(table: Table, owner: PageOwner) -> None:
    """Lets the coaches answer, takes outcomes that nobody needs to type, and plays turns that need nothing more."""
    match = table.match
    while not match.is_over() and not table.to_ask():
        try:
            table.play_turn(match.typed)
        except NeedsOutcome as needs:
            found = owner.chosen(needs.label, lambda k: _can_be(table, [*match.typed, k]), needs.sides)
            if found is None:
                return
            match.note_typed([*match.typed, found])
        except (NeedsCell, NotNow):
            return
        else:
            owner.played()


# --- Taking back and correcting.


def why_not_back(table: Table, seat: int, mine: Sequence[int], owner: PageOwner) -> str:
    """Why the player of this `seat` cannot take back the last thing that was typed. Empty if they can.

    `mine`: all seats that this browser plays. `owner`: what remembers the people's cards. Two people who share a
    screen agree on what is taken back, but not on a card that lies face down: only who has called it takes it back.
    With a browser each, nobody takes back a call that the other one has seen.
    """
    match, both = table.match, persons(table)
    if not (match.typed or match.history or _is_begun(table)):
        return _("There is nothing to take back.")
    if len(both) < 2:
        return ""
    is_shared = {*both} <= {*mine}
    if not match.missing():
        return "" if is_shared or _has_typed(table, owner) else _(FACE_UP)
    if _is_begun(table):
        return "" if seat in match.missing() else _(FACE_DOWN)
    called = (match.history[-1][1] or {}) if match.history else {}
    if match.turns_face_up() < len(match.log):
        return "" if seat in called else _(FACE_DOWN)
    return "" if is_shared else _(FACE_UP)


FACE_DOWN = marked("The last call lies face down. Only its player can take it back.")
FACE_UP = marked("The other side has seen that. Ask them on the page of the whole table.")


def step_back(table: Table, seat: int, mine: Sequence[int], stamp: str, said: Answered) -> None:
    """Takes back the last thing that was typed: an entry, an outcome with its entry, or a choice.

    If nothing was typed in this turn, play goes back to the last outcome of the turn before. `stamp` says which
    question the page showed, and `said` is filled in. `mine`: all seats that this browser plays. Raises NotNow.
    """
    check_open(table)
    _check(table, seat, stamp)
    match, screen = table.match, Answers()
    owner = owner_of(table, screen)
    if refused := why_not_back(table, seat, mine, owner):
        raise NotNow(refused)
    if not match.typed and not _is_begun(table):
        standing = (each.entry for each in reversed(match.fold.standing))
        last = next((each for each in standing if isinstance(each, TurnEntry)), None)
        if not match.history or last is None:
            raise NotNow(_("There is nothing to take back."))
        outcomes = list(last.chance)
        match.undo()
        match.note_typed(outcomes)
        owner = owner_of(table, screen)
    turn = len(match.log)
    labels, typed, what = table.labels(match.typed), list(match.typed), ""
    while not (what := owner.step_back(len(typed), turn, "")) and typed:
        k = typed.pop()
        if owner.chosen(labels[len(typed)], lambda k: True, 1) is None:  # somebody has typed it
            what = f"{_(labels[len(typed)])}: {outcome_of(match.observation(seat), labels[len(typed)], k).label}"
            owner.step_back(len(typed), turn, OUTCOME)
            break
    match.note_typed(typed)
    if not what:
        what = _("your choice")
        for each in [each for each in table.people if each in match.sealed]:
            match.withdraw(each)
        owner.step_back(0, turn, ORDER)
    mend(table)
    said.said = [*screen.said, say("Taken back: {what}.", what=what)]


def _is_begun(table: Table) -> bool:
    """Whether something was entered or chosen since the last turn."""
    match, turn = table.match, len(table.match.log)
    chosen = not match.missing() and any(seat in match.sealed for seat in table.people)
    return chosen or any(each.get("turn") == turn for each in match.entered)


def _has_typed(table: Table, owner: PageOwner) -> bool:
    """Whether somebody has typed an outcome or an entry in this turn since the last choice."""
    match = table.match
    if any(owner.chosen(label, lambda k: True, 1) is None for label in table.labels(match.typed)):
        return True
    last = match.entered[-1] if match.entered else {}
    return last.get("turn") == len(match.log) and last.get("came_with") != ORDER


def correct(table: Table, seat: int, n: int, words: str, more: Sequence[str], stamp: str, said: Answered) -> None:
    """Enters the entry `n` again with the right `words`. Turns that were played stay as they are.

    `more` answers what is asked while the words are read, and `stamp` says which entries the page showed. Fills in
    `said`. Raises NotNow or UserError.
    """
    _check(table, seat, stamp)
    screen = Answers(more)
    try:
        what = owner_of(table, screen).correct(seat, n, words)
        mend(table)
    except Asks as asks:
        said.asks, said.line, said.more = asks, words, list(more)
        return
    said.said = [*screen.said, say("Corrected: {what}. Turns that were played stay as they are.", what=what)]
