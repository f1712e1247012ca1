"""FATE Accelerated Football as a `Game`: its rules and texts combined in the form that the core expects of any game."""

from __future__ import annotations

from dataclasses import replace

from breakaway.core.game import Game
from breakaway.games.fate.cases import FateCases
from breakaway.games.fate.counts.statistics import STATISTICS
from breakaway.games.fate.files.rosters import SHAPE
from breakaway.games.fate.invariants import invariants, sample
from breakaway.games.fate.rules import setup, umpire
from breakaway.games.fate.rules.contract import (
    MAX_SLOTS,
    bound,
    choosers,
    codes,
    ended,
    refuse,
    result,
    seat_count,
    side_of,
    slot_codes,
    slots,
    step,
)
from breakaway.games.fate.rules.hidden import determinize, redact
from breakaway.games.fate.rules.instructions import INSTRUCTIONS
from breakaway.games.fate.rules.rulebook import BOOK
from breakaway.games.fate.rules.state import Fate, FateConfig, FirstFateConfig
from breakaway.games.fate.rules.terms import PLUS, SPIKE
from breakaway.games.fate.text import standing
from breakaway.games.fate.text.names import RULINGS_SAID
from breakaway.games.fate.text.words import FateWords

SECOND: Game[Fate, FateConfig] = Game(
    name="fate",
    title="FATE Accelerated Football",
    edition="2",
    rules=BOOK,
    state=Fate,
    config=FateConfig,
    seats=(2, 4),
    max_slots=MAX_SLOTS,
    start=setup.start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    slot_codes=slot_codes,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    ended=ended,
    bound=bound,
    seat_count=seat_count,
    side_of=side_of,
    words=FateWords(),
    invariants=invariants,
    sample=sample,
    instructions=INSTRUCTIONS,
    instructions_say=standing.SAYS,
    ruling=umpire.ruling,
    rulings=umpire.RULINGS,
    rulings_say=RULINGS_SAID,
    cases=FateCases(),
    statistics=STATISTICS,
    named=SHAPE,
    dice_are_open=True,
    most_codes=lambda config: max(PLUS, SPIKE) + 1,
)

FIRST = replace(SECOND, edition="1", config=FirstFateConfig)
GAME = replace(SECOND, earlier=(FIRST,))
