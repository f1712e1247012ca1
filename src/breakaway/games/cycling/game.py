"""Breaking Away: its rules and words put together under the contract of all games."""

from __future__ import annotations

from breakaway.core.game import Game
from breakaway.games.cycling.audit import audit, sample
from breakaway.games.cycling.cases import RaceCases
from breakaway.games.cycling.counts.statistics import STATISTICS
from breakaway.games.cycling.rules import finish
from breakaway.games.cycling.rules.contract import (
    bound,
    choosers,
    codes,
    decree,
    highest_cards,
    lowest_cards,
    preview,
    refuse,
    slots,
    start,
    step,
)
from breakaway.games.cycling.rules.guess import guess
from breakaway.games.cycling.rules.hidden import hide
from breakaway.games.cycling.rules.rulebook import BOOK
from breakaway.games.cycling.rules.state import Race, RaceBook
from breakaway.games.cycling.rules.terms import SLOTS
from breakaway.games.cycling.text import standing
from breakaway.games.cycling.text.words import RaceWords

GAME: Game[Race, RaceBook] = Game(
    name="cycling",
    title="Breaking Away",
    edition="1",
    rules=BOOK,
    state=Race,
    book=RaceBook,
    seats=(2, 12),
    max_slots=SLOTS,
    start=start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    hide=hide,
    guess=guess,
    result=finish.result,
    bound=bound,
    seat_count=lambda book: int(book.teams),
    words=RaceWords(),
    audit=audit,
    preview=preview,
    absent=0,
    sample=sample,
    instructions={"highest": highest_cards, "lowest": lowest_cards},
    instructions_say=standing.SAYS,
    decree=decree,
    cases=RaceCases(),
    statistics=STATISTICS,
)
