"""The statistics of a match: a row for each play, the totals, and the words for the codes in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import marked
from breakaway.core.state import number, table
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import PLAYS, SEATS
from breakaway.games.football.text.names import side

# Kinds of rows. Runs and passes have their numbers from the rules.
FIELD_GOAL, PUNT, HAIL_MARY, KNEEL, KICKOFF, ONSIDE, FREE, EXTRA_POINT = range(3, 11)

# Results. TOUCHDOWN and SAFETY happen to the side that had the ball; OTHER_TOUCHDOWN is the other side's.
(
    GAIN,
    NO_GAIN,
    LOSS,
    INCOMPLETE,
    FIRST_DOWN,
    TOUCHDOWN,
    GOOD,
    NO_GOOD,
    DOWNS,
    FUMBLE,
    INTERCEPTION,
    BLOCKED,
    KICKED,
    TOUCHBACK,
    SAFETY,
    OTHER_TOUCHDOWN,
    NO_PLAY,
) = range(1, 18)
KINDS = (
    "",
    "run",
    "pass",
    "field goal",
    "punt",
    "Hail Mary",
    "kneel",
    "kickoff",
    "onside kick",
    "free kick",
    "extra point",
)
RESULTS = (
    "",
    "gain",
    "no gain",
    "loss",
    "incomplete",
    "first down",
    "touchdown",
    "good",
    "no good",
    "downs",
    "fumble",
    "interception",
    "blocked",
    "kicked",
    "touchback",
    "safety",
    "return touchdown",
    "no play",
)
# How a drive ended; empty if it goes on or ends with a period.
BY_TOUCHDOWN, BY_FIELD_GOAL, BY_MISS, BY_PUNT, BY_DOWNS, BY_FUMBLE, BY_INTERCEPTION, BY_BLOCK, BY_SAFETY = range(1, 10)
ENDINGS = (
    "",
    marked("touchdown"),
    marked("field goal"),
    marked("missed field goal"),
    marked("punt"),
    marked("downs"),
    marked("fumble"),
    marked("interception"),
    marked("blocked kick"),
    marked("safety"),
)
FALSE_START, HOLDING, ILLEGAL_CALL = range(1, 4)  # penalties; Holding is on the defense, the others on the offense
PENALTIES = ("", "False Start", "Holding", "illegal call")
MATCHUPS = ("neither", "offense", "defense")
TAKEN = ("", "event", "corner", "forced turnover")
COUNTS_AS = ("", "run", "pass")
HOME_AWAY = ("home", "away")


@dataclass(slots=True)
class PlayRow:
    """One play, kick or try. The ball's line is counted from the offense's own goal line, and is 0 for a kickoff."""

    drive: int = number()  # 1 for the match's first; 0 for kickoffs and tries. Before the play: 1 if a drive begins
    quarter: int = number()
    cards_left: int = number()
    offense: int = number()
    down: int = number()
    to_go: int = number()
    line: int = number()
    points: list[int] = table(SEATS)  # before the play
    is_try: int = number()
    kind: int = number()
    counts_as: int = number()  # RUN or PASS; 0 if the row is no play
    call: int = number()
    play_type: int = number()
    strength: int = number()
    defense_type: int = number()
    defense_strength: int = number()
    breakaway: int = number()
    taken: int = number()
    base: int = number()
    game_day: int = number()  # the first card drawn in the play
    challenged: int = number()
    challenger: int = number()
    penalty: int = number()
    at_fault: int = number()
    lines: int = number()  # gained by a run, a pass, a Hail Mary or a kneel
    kick: int = number()  # value of a field goal or extra point, lines of a punt or free kick, corner of a kickoff
    result: int = number()
    ending: int = number()  # how the drive ended, if this row is its last one
    completed: int = number()
    incomplete: int = number()
    first_down: int = number()
    turnover: int = number()
    lost: list[int] = table(SEATS)  # how many times each side lost the ball
    scored: list[int] = table(SEATS)
    next_offense: int = number()
    next_line: int = number()


@dataclass(slots=True)
class MatchRow:
    """The totals of a match by seat: the sums of its rows.

    Turnovers are counted under the side that lost the ball, and breakaways under the offense.
    """

    quarters: int = number()
    receiver: int = number()  # the seat that receives the opening kickoff
    drives: list[int] = table(SEATS)
    plays: list[int] = table(SEATS)  # runs (kneels too) and passes (Hail Marys too) from scrimmage
    runs: list[int] = table(SEATS)
    passes: list[int] = table(SEATS)
    run_lines: list[int] = table(SEATS)
    pass_lines: list[int] = table(SEATS)
    completions: list[int] = table(SEATS)
    incompletions: list[int] = table(SEATS)
    first_downs: list[int] = table(SEATS)
    offense_breakaways: list[int] = table(SEATS)
    defense_breakaways: list[int] = table(SEATS)
    turnovers: list[int] = table(SEATS)
    interceptions: list[int] = table(SEATS)
    touchdowns: list[int] = table(SEATS)
    return_touchdowns: list[int] = table(SEATS)
    field_goals: list[int] = table(SEATS)
    field_goals_tried: list[int] = table(SEATS)
    punts: list[int] = table(SEATS)
    fourth_downs: list[int] = table(SEATS)  # plays on fourth down
    fourth_downs_made: list[int] = table(SEATS)
    penalties: list[int] = table(SEATS)
    challenges: list[int] = table(SEATS)


def words(config: FootballConfig, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """The words for the codes in rows. Types and cards have the names that this match uses."""
    return {
        "offense": HOME_AWAY,
        "next_offense": HOME_AWAY,
        "receiver": HOME_AWAY,
        "kind": KINDS,
        "call": [side(code) for code in range(PLAYS)],
        "play_type": names["types"],
        "defense_type": names["defense_types"],
        "breakaway": MATCHUPS,
        "taken": TAKEN,
        "game_day": names["deck"],
        "challenger": HOME_AWAY,
        "penalty": PENALTIES,
        "at_fault": HOME_AWAY,
        "result": RESULTS,
        "ending": ENDINGS,
        "counts_as": COUNTS_AS,
    }
