"""Breaking Away as a `Game`: its rules and texts combined in the form that the core expects of every game."""

from __future__ import annotations

from breakaway.core.game import Game
from breakaway.games.cycling.cases import RaceCases
from breakaway.games.cycling.counts.statistics import STATISTICS
from breakaway.games.cycling.invariants import invariants, sample
from breakaway.games.cycling.rules import finish
from breakaway.games.cycling.rules.contract import (
    bound,
    candidate,
    candidates,
    choosers,
    codes,
    highest_cards,
    lowest_cards,
    preview,
    refuse,
    ruling,
    slot_codes,
    slots,
    start,
    step,
)
from breakaway.games.cycling.rules.determinize import determinize
from breakaway.games.cycling.rules.hidden import redact
from breakaway.games.cycling.rules.rulebook import BOOK
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import SLOTS, UNIT
from breakaway.games.cycling.text import standing
from breakaway.games.cycling.text.words import SHAPE, RaceWords, points_text

GAME: Game[Race, RaceConfig] = Game(
    name="cycling",
    title="Breaking Away",
    edition="1",
    rules=BOOK,
    state=Race,
    config=RaceConfig,
    seats=(2, 12),
    max_slots=SLOTS,
    start=start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    slot_codes=slot_codes,
    candidates=candidates,
    candidate=candidate,
    step=step,
    redact=redact,
    determinize=determinize,
    result=finish.result,
    ended=finish.ended,
    bound=bound,
    seat_count=lambda config: int(config.teams),
    words=RaceWords(),
    invariants=invariants,
    preview=preview,
    absent=0,
    sample=sample,
    instructions={"highest": highest_cards, "lowest": lowest_cards},
    instructions_say=standing.SAYS,
    ruling=ruling,
    cases=RaceCases(),
    statistics=STATISTICS,
    unit=UNIT,
    points=points_text,
    named=SHAPE,
)
