"""What can happen in a match, and the rules that refuse or end something."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.rulebook import load_rulebook
from breakaway.games.football.rules.event_words import *  # noqa: F403
from breakaway.games.football.rules.kick_events import *  # noqa: F403
from breakaway.games.football.rules.play_events import *  # noqa: F403
from breakaway.games.football.rules.solo_events import *  # noqa: F403
from breakaway.games.football.rules.state import HouseRules

# --- The events of football. Each event is declared once, in one of three chapters, in the order of the rule
# book: `play_events.py`, `kick_events.py` and `solo_events.py`. All of them are read from here.
#
# An event lists its numbers in the order in which the rules report them. The compilable rules import the names of the
# events they report. Code that reads events uses names such as `happened.BALL_MOVED` and `event.lines`. Units, and
# sentences that depend on the numbers, and groups are in `event_words.py`.


# --- The rule ids of Breakaway Football, with their numbers.


BOOK = load_rulebook(Path(__file__).parents[1] / "rules.toml", HouseRules)

NO_SUCH_CARD = BOOK["BF-005"]
QUICK_RELEASE_SPENT = BOOK["BF-012"]
ABILITY_SPENT = BOOK["BF-009"]
NOT_IN_HAND = BOOK["BF-030"]
ILLEGAL_LONG = BOOK["BF-080"]
ILLEGAL_MEDIUM = BOOK["BF-081"]
TRY_CHOICE = BOOK["BF-123"]
GIVE_UP_AS_MANY = BOOK["BF-107"]
NOT_IN_DISCARDS = BOOK["BF-111"]
NOTHING_TO_BRING_BACK = BOOK["BF-R27"]
NO_TIME_OUT_IN_TRY = BOOK["BF-127"]
NO_TIME_OUTS_LEFT = BOOK["BF-113"]
TIME_BETWEEN_DOWNS = BOOK["BF-R52"]
TOO_FAR = BOOK["BF-133"]
NOT_FOURTH_DOWN = BOOK["BF-153"]
NO_COFFIN = BOOK["BF-193"]
HAIL_MARY_TOO_NEAR = BOOK["BF-R47"]
ONE_CALL = BOOK["BF-R44"]
FORCE_TURNOVER_SPENT = BOOK["BF-011"]
DOWN_CHOICE = BOOK["BF-022"]

FULL_TIME = BOOK["BF-101"]
DRAW = BOOK["BF-190"]
OVERTIME_SCORE = BOOK["BF-189"]
OVERTIME_LEADER = BOOK["BF-R31"]
SUDDEN_DEATH = BOOK["BF-191"]
TIE_STANDS = BOOK["BF-184"]
SUDDEN_DEATH_DRAW = BOOK["BF-R32"]
