"""The rule ids of FATE Accelerated Football, with their numbers."""

from pathlib import Path

from breakaway.core.rulebook import load_rulebook
from breakaway.games.fate.rules.options import HouseRules

BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

FULL_TIME = BOOK["FF-013"]
OVERTIME_ENDS = BOOK["FF-G31"]
ONE_OFFENSE_DIE = BOOK["FF-032"]
NO_MINUS = BOOK["FF-034"]
NO_DEFENSE_MINUS = BOOK["FF-037"]
ONE_DEFENSE_DIE = BOOK["FF-038"]
NO_PLAY_ACTION = BOOK["FF-040"]
NO_DRAW = BOOK["FF-041"]
NO_LONG = BOOK["FF-042"]
TOO_FAR = BOOK["FF-096"]
DRAW_INSIDE_ONLY = BOOK["FF-G6"]
NO_TWO_POINT = BOOK["FF-G19"]
NO_SIDELINE = BOOK["FF-G28"]
NOT_PLAYED = BOOK["FF-G49"]
CHOOSE = BOOK["FF-002"]
NOT_IN_GROUP = BOOK["FF-131"]
GROUNDING_NEEDS = BOOK["FF-147"]
UMPIRE_NOT_NOW = BOOK["FF-G45"]
