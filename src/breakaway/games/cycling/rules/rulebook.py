"""The rule ids of the race, with their numbers."""

from pathlib import Path

from breakaway.core.rulebook import load_rulebook
from breakaway.games.cycling.rules.options import HouseRules

BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

MISSING_CARD = BOOK["BA-8.1"]
NOT_IN_HAND = BOOK["BA-6.2"]
BAD_LINE_UP = BOOK["BA-3.1"]
BAD_NAMING = BOOK["BA-V4"]
NOT_ON_TRACK = BOOK["BA-10.1"]
RACE_END = BOOK["BA-R13"]
PURSUIT_END = BOOK["BA-V2"]
