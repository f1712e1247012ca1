"""Breakaway Football as a `Game`: its rules and texts combined in the form that the core expects of every game."""

from __future__ import annotations

from dataclasses import replace

from breakaway.core.game import Game
from breakaway.games.football.cases import FootballCases
from breakaway.games.football.counts.statistics import STATISTICS
from breakaway.games.football.invariants import invariants, sample
from breakaway.games.football.rules import setup
from breakaway.games.football.rules.contract import (
    LONGEST_MATCH,
    choosers,
    codes,
    ended,
    refuse,
    result,
    slot_codes,
    slots,
    step,
)
from breakaway.games.football.rules.hidden import determinize, redact
from breakaway.games.football.rules.instructions import INSTRUCTIONS, LATE
from breakaway.games.football.rules.rulebook import BOOK
from breakaway.games.football.rules.state import FirstFootballConfig, Football, FootballConfig
from breakaway.games.football.rules.terms import CALLS, CARDS, OFFENSE_CODES, SEATS
from breakaway.games.football.rules.winning import TABLE
from breakaway.games.football.text import standing
from breakaway.games.football.text.names import SHAPE
from breakaway.games.football.text.words import FootballWords

SECOND: Game[Football, FootballConfig] = Game(
    name="football",
    title="Breakaway Football",
    edition=f"2-{TABLE.hash[:8]}",  # sheets decide by the table of win chances, so it belongs to the edition
    rules=BOOK,
    state=Football,
    config=FootballConfig,
    seats=(2, 2),
    max_slots=CARDS,
    start=setup.start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    ended=ended,
    bound=lambda config: LONGEST_MATCH,
    seat_count=lambda config: SEATS,
    words=FootballWords(),
    invariants=invariants,
    sample=sample,
    instructions=INSTRUCTIONS,
    instructions_say=standing.SAYS,
    late=LATE,
    cases=FootballCases(),
    statistics=STATISTICS,
    slot_codes=slot_codes,
    most_codes=lambda config: max(OFFENSE_CODES, CALLS, CARDS),
    named=SHAPE,
)

FIRST = replace(SECOND, edition=f"1-{TABLE.hash[:8]}", config=FirstFootballConfig)
GAME = replace(SECOND, earlier=(FIRST,))
