"""Views of the club's matches: matches in lists, and one match as one seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from breakaway.club.holding import holding
from breakaway.club.offers import Offer, seen_by
from breakaway.club.seats import Seat
from breakaway.club.tables import EMPTY, RUNNING
from breakaway.club.terms import Terms
from breakaway.core.chance import Thrown
from breakaway.core.game import is_given_up, left_by
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.players.seated_match import SCRIPTED, began_with
from breakaway.records.entries import EndEntry, Entry, Line, TurnEntry
from breakaway.records.match import Match, Sealed


@dataclass(frozen=True)
class Listed:
    """A match in a list. `turn`: how many turns have been played. `mine`: the reader's own seats.

    `waiting`: the seats of the players whose orders are missing. If a match is neither over nor waiting for anybody,
    call `resolve`.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: str  # open, running or over
    visibility: str  # link or public
    turn: int
    waiting: list[int]
    created: datetime
    updated: datetime
    seats: list[Seat]
    mine: list[int]
    terms: Terms
    began: datetime  # when the current choice became known
    host: int  # the seat of the player who opened the table
    offer: Offer | None = None  # the offer of a rematch

    @property
    def is_scripted(self) -> bool:
        """Whether a script plays the other seats, as in a lesson (`scripted.play_scripted`)."""
        return _is_scripted(self.seats)

    @property
    def my_turn(self) -> bool:
        """Whether the reader has to give an order."""
        return any(seat in self.mine for seat in self.waiting)

    @property
    def waiting_names(self) -> list[str]:
        """The names of the seats that the match is waiting for."""
        return [self.seats[seat].name for seat in self.waiting]

    @property
    def is_timed(self) -> bool:
        """Whether a clock runs: the match is in progress, and it has a deadline and more than one player."""
        people = sum(seat.is_for_people for seat in self.seats)
        return self.terms.due is not None and self.status == RUNNING and people > 1

    @property
    def closes(self) -> datetime | None:
        """When the current turn closes: at the deadline, or after the grace period. None if no clock runs."""
        return self.terms.closes if self.is_timed else None

    @property
    def due(self) -> datetime | None:
        """The deadline for the players whose orders are missing.

        None if there is no deadline or no order is missing.
        """
        return self.terms.due if self.is_timed and self.waiting else None


@dataclass(frozen=True)
class Look:
    """A match as one seat (-1: a spectator) may see it. `stamp` changes if and only if something changes for this seat.

    `turn` and `waiting` mean the same as in `Listed`. `log` contains each turn's events as this seat may see them.
    `sealed` and `instructions` belong to this seat. `commitment` is the SHA-256 of the secret. `secret` (hexadecimal)
    is shown after the end of the match.
    """

    id: str
    stamp: str
    observation: Observation[Any, Any]
    header: Line
    turn: int
    is_over: bool
    waiting: list[int]
    log: list[tuple[int, list[Event]]]
    thrown: dict[int, list[Thrown]]  # the Fate dice of the latest turns, in a game that rolls them openly
    sealed: Sealed | None
    instructions: list[str]
    commitment: str
    chains: dict[int, str]  # the latest value that each seat has shown of its hash chain (`core.links`)
    secret: str | None
    seats: list[Seat]
    gone: list[int]  # seats that have resigned, first to last
    resigned: int | None  # the seat whose resignation ended the match
    left: list[int]  # seats whose side has not resigned
    may_resign: bool
    would_end: bool  # whether the match ends when this seat resigns
    entries: int  # number of entries in the record: grows with every turn played or taken back, never with a secret
    due: datetime | None  # the deadline for the seats in `waiting` and `holding`
    closes: datetime | None  # when the turn closes, even if nobody is missing anymore
    late: list[int]  # the seats in `waiting` whose time is up
    holding: list[int]  # the seats that want to wait for the deadline before the turn is played
    answered: dict[int, str]  # each late seat of the last turn, with the coach that chose for it
    offer: Offer | None  # the offer of a rematch, as this seat may see it
    begins: bool  # whether the first die or card comes as soon as all seats are taken

    @property
    def is_scripted(self) -> bool:
        """Whether a script plays the other seats, as in a lesson."""
        return _is_scripted(self.seats)


def _is_scripted(seats: Sequence[Seat]) -> bool:
    return any(seat.by == SCRIPTED for seat in seats)


def look_at(match: Match[Any, Any], seat: int, listed: Listed, now: datetime) -> Look:
    """A seat's view of a match `now`, with its details `listed` in the database. It stays as it is."""
    header, last = match.record.header, match.fold.last
    waiting = [each for each in match.missing() if listed.seats[each].is_for_people]
    sealed, instructions = match.sealed.get(seat), list(match.instructions.get(seat, ()))
    closes, offer = listed.closes, seen_by(listed.offer, seat, listed.visibility)
    late = waiting if closes and closes <= now else []
    holds = [] if match.is_over() else holding(match, listed.seats, closes, now)
    seen = (waiting, sealed, instructions, list(listed.seats), late, offer, (closes, holds, listed.terms.off))
    entries, observation = len(match.record.lines), match.observation(seat)
    return Look(
        id=listed.id,
        stamp=sha256(repr((entries, *seen)).encode()).hexdigest()[:16],
        observation=observation,
        header=_public(header),
        turn=len(match.log),
        is_over=match.is_over(),
        waiting=waiting,
        log=[(number, observation.told(events)) for number, events in match.log],
        thrown=match.thrown(len(match.log)),
        sealed=sealed,
        instructions=instructions,
        commitment=header["commitment"],
        chains={seat: shown.value for seat, shown in match.fold.chains.items()},
        secret=last.secret if isinstance(last, EndEntry) else None,
        seats=list(listed.seats),
        gone=list(match.gone),
        resigned=match.resigned,
        left=left_by(match.game, match.config, match.gone),
        may_resign=match.may_resign(seat),
        would_end=is_given_up(match.game, match.config, [*match.gone, seat]),
        entries=entries,
        due=listed.terms.due if closes and (waiting or holds) else None,
        closes=closes,
        late=late,
        holding=holds,
        answered=_answered(last, len(listed.seats)),
        offer=offer,
        begins=waits_to_begin(match, listed.seats),
    )


def waits_to_begin(match: Match[Any, Any], seats: Sequence[Seat]) -> bool:
    """Whether a match that begins with a die roll or card draw has to wait until an empty seat is taken, because the
    random numbers from that seat are still missing.
    """
    has_begun = match.fold.turns > 0 or match.is_over() or bool(match.choosers())
    return not has_begun and any(seat.by == EMPTY for seat in seats)


def _public(header: Line) -> Line:
    """The parts of a record's first line that everybody may know.

    In older editions, the first line does not say whether the match has a seed.
    """
    names = ("game", "edition", "options", "names", "book_hash", "chance")
    return {
        **{name: header[name] for name in names},
        "seeded": header.get("seeded", False),
        "began": began_with(header),
    }


def _answered(last: Entry, seats: int) -> dict[int, str]:
    """The coach that chose for each late seat, as noted in a turn's entry.

    Does not trust the entry, which may come from a stranger.
    """
    found = (last.answered if isinstance(last, TurnEntry) else None) or {}
    return {seat: found[str(seat)][:40] for seat in range(seats) if str(seat) in found}
