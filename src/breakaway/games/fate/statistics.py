"""Counts the events of a FATE match in rows of statistics. All other figures are computed from these rows.

The box score on pages and at the terminal, the totals, the reports and the Parquet files all add up these rows. No
other code counts the events again. Each column says at its declaration what it counts.

A play is a call that is settled. Kicks, kneels, spikes and tries do not count, nor do plays that a penalty voided. It
is a run, a pass or a sack. A sack counts only if the Pass Rush makes it. A pass is complete, incomplete or intercepted.
Everything else is a run. If the ball is fumbled away, the play keeps the kind it had until then. Penalties, injuries
and time of a void play are in the row of the next play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from breakaway.core.language import marked
from breakaway.core.rules import EventLog, forget, rule, said_at, told_at, was_told, was_told_since
from breakaway.core.state import number
from breakaway.core.statistics import Statistics, count, one_of, rules_read_by, value
from breakaway.games.fate.rules import terms, win_chances
from breakaway.games.fate.rules.events import (
    ANY_PASS_PICKED,
    BALL_TAKEN,
    CALLS_SHOWN,
    DEEP_PASS_PICKED,
    FUMBLE_RECOVERED,
    KICK_FIELDED,
    KICK_RECOVERED,
    KICK_RETURNED,
    KICK_RETURNED_ALL_THE_WAY,
    KICKED_OFF,
    PENALTY_MARKED,
    PICK_LOST_A_YARD,
    PICK_RETURNED,
    PLAYER_OUT,
    PUNT_RECOVERED,
    PUNT_RETURNED,
    PUNT_RETURNED_ALL_THE_WAY,
    PUNTED,
    QUARTERBACK_RAN,
    SACKED_BY_RUSH,
    SCREEN_PICKED,
    TIPPED_PASS_PICKED,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.names import BASE_WORDS, DEFENSE_WORDS

# --- The statistics of a match: a row for each play, kick and two-point try, and totals for each side.


DECLARED = ("play", "punt", "field goal", "kneel", "spike", "kickoff", "free kick")
OVERLAYS = ("", "", "", "", "", "", "draw", "play action")
NO_PLAY, A_RUN, A_PASS, A_SACK = range(4)
KINDS = ("", "run", "pass", "sack")
A_KICK, A_PICK = 1, 2
RETURNS = ("", "kick", "interception")
HOME_AWAY = ("home", "away")
TOUCHDOWN, SAFETY = 6, 2  # the points by which a score is recognized
RESULTS = (
    "",
    "run",
    "complete",
    "incomplete",
    "sacked",
    "intercepted",
    "kicked",
    "good",
    "missed",
    "touchback",
    "knelt",
    "fumbled",
)


@dataclass(slots=True)
class PlayRow:
    """One play, kick or two-point try: the situation before it, and its result.

    A play that did not count has no row. Its penalties, injuries and time are in the row of the next play. If no play
    follows, they are in a row without a quarter.
    """

    quarter: int = value("the quarter; 5 is overtime")
    clock: int = value("units of 15 seconds left before the play")
    offense: int = value("the side that has the ball or kicks", codes=HOME_AWAY)
    down: int = value("1 to 4")
    to_go: int = value("yards to a first down")
    ball: int = value("where the ball is, in yards from the offense's own goal line")
    is_try: int = value("whether the row is a two-point try", flag=True)
    declared: int = value(f"what was declared: {one_of(DECLARED)}", codes=DECLARED)
    call: int = value("the offense's call", codes=BASE_WORDS)
    overlay: int = value("draw or play action, if the call had one", codes=OVERLAYS)
    defense: int = value("the defense's call", codes=DEFENSE_WORDS)
    result: int = value(f"the result: {one_of(RESULTS)}", codes=RESULTS)
    yards: int = value("yards as the dice give them, or of a kick")
    counts_as: int = value("run, pass or sack; empty if the row is no play", codes=KINDS)
    gained: int = value("yards that are counted: as far as the goal lines, and 0 for a pass that is not caught")
    is_caught: int = value("whether a pass was caught, even if it was fumbled away later", flag=True)
    is_first_down: int = value("whether the play gained the yards to go and kept the ball", flag=True)
    points: list[int] = count(terms.SIDES, "the score before the play")
    scored: list[int] = count(terms.SIDES, "points that the play scored for the side; no row has extra points")
    returned: int = value("what the other side returned: a kick or an interception", codes=RETURNS)
    return_yards: int = value("yards of this return")
    lost: list[int] = count(terms.SIDES, "how many times the side lost the ball: interceptions and fumbles")
    penalties: list[int] = count(terms.SIDES, "penalties marked off against the side since the play before")
    injuries: list[int] = count(terms.SIDES, "players of the side put out since the play before")
    time: list[int] = count(terms.SIDES, "time of possession since the play before, in units of 15 seconds")


@dataclass(slots=True)
class MatchRow:
    """Totals of a match by side: the sums of its rows."""

    quarters: int = value("quarters played; 5 with overtime")
    plays: list[int] = count(
        terms.SIDES, "calls that were settled, except those that a penalty voided", label=marked("Plays")
    )
    yards: list[int] = count(terms.SIDES, "yards of all plays, as far as the goal lines", label=marked("Yards"))
    runs: list[int] = count(
        terms.SIDES,
        "plays that are no passes or sacks",
        label=marked("Runs"),
        box=marked("{runs} for {run_yards}"),
    )
    # These and others without a label stand in the rows of the box score whose text names them, or in files only.
    run_yards: list[int] = count(terms.SIDES, "yards of the runs", speaks=called.yards)
    passes: list[int] = count(
        terms.SIDES,
        "passes that were complete, incomplete or intercepted",
        label=marked("Passes"),
        box=marked("{completions} of {passes} for {pass_yards}"),
    )
    completions: list[int] = count(
        terms.SIDES,
        "passes that were caught, even if the ball was fumbled away later; a pass that was intercepted and won back is "
        "not one",
    )
    pass_yards: list[int] = count(terms.SIDES, "yards of the passes", speaks=called.yards)
    sacks: list[int] = count(
        terms.SIDES,
        "sacks of the side's quarterback by the Pass Rush",
        label=marked("Sacked"),
        box=marked("{sacks} for {sack_yards}"),
    )
    sack_yards: list[int] = count(terms.SIDES, "yards lost by them", speaks=lambda lost: called.yards(-lost))
    first_downs: list[int] = count(
        terms.SIDES,
        "plays that gained the yards to go and kept the ball; a first down by a penalty does not count",
        label=marked("First downs from plays"),
    )
    interceptions: list[int] = count(
        terms.SIDES, "passes of the side that the other side held when the play ended", in_box=False
    )
    fumbles: list[int] = count(
        terms.SIDES,
        "plays in which the other side recovered the ball, or the offense won it back from an interceptor",
        in_box=False,
    )
    kick_returns: list[int] = count(
        terms.SIDES,
        "returns of kickoffs, free kicks and punts",
        label=marked("Kicks returned"),
        box=marked("{kick_returns} for {kick_return_yards}"),
    )
    kick_return_yards: list[int] = count(
        terms.SIDES,
        "yards of these returns; one that goes all the way is measured from where the ball was fielded",
        speaks=called.yards,
    )
    pick_returns: list[int] = count(
        terms.SIDES,
        "returns of interceptions",
        label=marked("Interceptions returned"),
        box=marked("{pick_returns} for {pick_return_yards}"),
    )
    pick_return_yards: list[int] = count(terms.SIDES, "yards of these returns", speaks=called.yards)
    turnovers: list[int] = count(
        terms.SIDES,
        "times that the side lost the ball by an interception or a fumble, also on a return",
        label=marked("Turnovers"),
    )
    penalties: list[int] = count(
        terms.SIDES,
        "penalties marked off against the side; a ball taken on the 35 after a kickoff out of bounds counts too",
        label=marked("Penalties marked off"),
    )
    injuries: list[int] = count(
        terms.SIDES,
        "players of the side put out, whoever chose them and however long they are missed; an injury that does not "
        "count by a house rule is none",
        in_box=False,
    )
    punts: list[int] = count(terms.SIDES, "punts that were declared and settled", label=marked("Punts"))
    field_goals: list[int] = count(
        terms.SIDES,
        "field goals that were good",
        label=marked("Field goals"),
        box=marked("{field_goals} of {field_goals_tried}"),
    )
    field_goals_tried: list[int] = count(terms.SIDES, "field goals that were declared and settled")
    touchdowns: list[int] = count(terms.SIDES, "touchdowns that the side scored", in_box=False)
    safeties: list[int] = count(terms.SIDES, "safeties that the side scored", in_box=False)
    time: list[int] = count(
        terms.SIDES,
        "time of possession, in units of 15 seconds. What a play takes off the clock, void or not, belongs to the "
        "offense, and for a kickoff or free kick to the receivers",
        label=marked("Time of possession"),
        speaks=called.time,
    )


@rule()
def observe(
    before: Fate, after: Fate, config: FateConfig, log: EventLog, match: MatchRow, rows: list[PlayRow], at: int
) -> int:
    """Adds one step of a match to the statistics. Returns the number of finished rows.

    A play that counts is entered when the rules settle it. Its row is finished when the clock has run for the play.
    """
    row = rows[at]
    match.quarters = after.quarter
    if before.phase == terms.SETTLE:
        settle(before, after, log, row)
    elif before.phase == terms.BETWEEN:
        run_clock(before, after, row)
    note_penalties(log, row)
    note_injuries(log, row)
    if after.phase != terms.OVER and (before.phase != terms.BETWEEN or row.quarter == 0):
        return at
    left_over = 0  # of plays that did not count
    for side in range(terms.SIDES):
        left_over += row.time[side] + row.penalties[side] + row.injuries[side]
    if row.quarter == 0 and left_over == 0:
        return at
    add_up(row, match)
    forget(log)
    return at + 1


@rule()
def remember(before: Fate, s: Fate) -> None:
    """Copies what `observe` needs from the state in which a step begins: the phase and, if the step settles a play or
    runs the clock, the situation and the play.
    """
    before.phase = s.phase
    if s.phase != terms.SETTLE and s.phase != terms.BETWEEN:
        return
    before.quarter, before.clock, before.offense, before.declared = s.quarter, s.clock, s.offense, s.declared
    before.down, before.marker, before.ball, before.try_down = s.down, s.marker, s.ball, s.try_down
    before.base, before.overlay, before.defense = s.base, s.overlay, s.defense
    before.result, before.gain = s.result, s.gain
    for side in range(terms.SIDES):
        before.score[side] = s.score[side]


@rule()
def run_clock(before: Fate, after: Fate, row: PlayRow) -> None:
    """Adds the time that ran off the clock to the offense's time; after a kickoff or free kick, to the receivers'."""
    units = before.clock - (after.clock if after.quarter == before.quarter else 0)
    side = row.offense if row.quarter > 0 else before.offense
    declared = row.declared if row.quarter > 0 else before.declared
    row.time[other(side) if declared in (terms.KICKOFF, terms.FREE_KICK) else side] += units


@rule()
def note_penalties(log: EventLog, row: PlayRow) -> None:
    """Records all penalties marked off since the last row.

    A ball taken at the 35 after a kickoff out of bounds counts as a penalty on the kickers.
    """
    if not was_told(log, PENALTY_MARKED) and not was_told(log, BALL_TAKEN):
        return
    for side in range(terms.SIDES):
        row.penalties[side] = 0
    for i in range(log.n):
        if told_at(log, i, PENALTY_MARKED):
            row.penalties[said_at(log, i, PENALTY_MARKED, "seat")] += 1
        elif told_at(log, i, BALL_TAKEN):
            row.penalties[other(said_at(log, i, BALL_TAKEN, "seat"))] += 1


@rule()
def note_injuries(log: EventLog, row: PlayRow) -> None:
    """Records all players who had to leave since the last row, for the side that they play for."""
    if not was_told(log, PLAYER_OUT):
        return
    for side in range(terms.SIDES):
        row.injuries[side] = 0
    for i in range(log.n):
        if told_at(log, i, PLAYER_OUT):
            row.injuries[said_at(log, i, PLAYER_OUT, "seat")] += 1


@rule()
def settle(before: Fate, after: Fate, log: EventLog, row: PlayRow) -> None:
    """Fills in the row of a play: the situation before the play, and the result."""
    row.quarter, row.clock, row.offense = before.quarter, before.clock, before.offense
    row.down, row.to_go, row.ball = before.down, before.marker - before.ball, before.ball
    row.is_try, row.declared, row.overlay = before.try_down, before.declared, before.overlay
    row.call = before.base if before.base != terms.NONE else len(BASE_WORDS)
    row.defense = before.defense if before.defense != terms.NONE else len(DEFENSE_WORDS)
    row.result, row.yards = before.result, before.gain
    for side in range(terms.SIDES):
        row.points[side] = before.score[side]
        row.scored[side] = after.score[side] - before.score[side]
    began = begun_at(log)
    if row.declared == terms.PLAY and row.is_try == 0:
        judge(row, before_fumble(log, row, began))
    follow_ball(log, row, began)


@rule()
def begun_at(log: EventLog) -> int:
    """The index of the event that begins the play. Earlier events belong to plays that did not count."""
    began = 0
    for i in range(log.n):
        if told_at(log, i, CALLS_SHOWN) or told_at(log, i, KICKED_OFF) or told_at(log, i, PUNTED):
            began = i
    return began


@rule()
def was_picked(log: EventLog, began: int) -> bool:
    """Whether the pass was intercepted, whatever happened afterwards."""
    is_short = was_told_since(log, began, SCREEN_PICKED) or was_told_since(log, began, ANY_PASS_PICKED)
    return bool(
        is_short or was_told_since(log, began, DEEP_PASS_PICKED) or was_told_since(log, began, TIPPED_PASS_PICKED)
    )


@rule()
def before_fumble(log: EventLog, row: PlayRow, began: int) -> int:
    """The result of a play; if the ball was fumbled away, the result before the fumble."""
    if row.result != terms.FUMBLED:
        return row.result
    if was_told_since(log, began, SACKED_BY_RUSH):
        return terms.SACKED
    if was_picked(log, began):
        return terms.INTERCEPTED
    is_run = row.call <= terms.RUN_OUTSIDE or was_told_since(log, began, QUARTERBACK_RAN)
    return terms.RAN if is_run else terms.COMPLETE


@rule()
def follow_ball(log: EventLog, row: PlayRow, began: int) -> None:
    """Records returns and lost balls. A return reported without yards is measured from where the ball was fielded."""
    start = 0
    for i in range(began, log.n):
        if told_at(log, i, KICK_FIELDED):
            start = said_at(log, i, KICK_FIELDED, "line")
        elif told_at(log, i, PUNTED):
            start = terms.GOAL - row.ball - said_at(log, i, PUNTED, "yards")
        elif told_at(log, i, KICK_RETURNED):
            row.returned, row.return_yards = A_KICK, said_at(log, i, KICK_RETURNED, "yards")
        elif told_at(log, i, PUNT_RETURNED):
            row.returned, row.return_yards = A_KICK, said_at(log, i, PUNT_RETURNED, "yards")
        elif told_at(log, i, KICK_RETURNED_ALL_THE_WAY) or told_at(log, i, PUNT_RETURNED_ALL_THE_WAY):
            row.returned, row.return_yards = A_KICK, terms.GOAL - start
        elif told_at(log, i, PICK_RETURNED):
            row.returned, row.return_yards = A_PICK, said_at(log, i, PICK_RETURNED, "yards")
        elif told_at(log, i, PICK_LOST_A_YARD):
            row.returned, row.return_yards = A_PICK, -1
        elif told_at(log, i, KICK_RECOVERED):
            row.lost[other(row.offense)] += said_at(log, i, KICK_RECOVERED, "seat") == row.offense
        elif told_at(log, i, PUNT_RECOVERED):
            row.lost[other(row.offense)] += said_at(log, i, PUNT_RECOVERED, "seat") == row.offense
        elif told_at(log, i, FUMBLE_RECOVERED):
            row.lost[other(said_at(log, i, FUMBLE_RECOVERED, "seat"))] += row.result == terms.FUMBLED
    row.lost[row.offense] += was_picked(log, began)


@rule()
def is_picked(row: PlayRow) -> bool:
    """Whether a pass was intercepted. A touchback by the interceptor is an interception too."""
    return bool(row.result == terms.INTERCEPTED or row.result == terms.TOUCHBACK)


@rule()
def judge(row: PlayRow, came: int) -> None:
    """Records the kind of play and the yards gained; `came` is the result before any fumble."""
    gained = max(-row.ball, min(terms.GOAL - row.ball, row.yards))
    if came == terms.SACKED:
        row.counts_as = A_SACK
    elif came in (terms.COMPLETE, terms.INCOMPLETE, terms.INTERCEPTED, terms.TOUCHBACK):
        row.counts_as = A_PASS
    else:
        row.counts_as = A_RUN
    row.is_caught = 1 if came == terms.COMPLETE else 0
    row.gained = 0 if row.counts_as == A_PASS and row.is_caught == 0 else gained
    is_held = row.result != terms.FUMBLED and not is_picked(row)
    row.is_first_down = 1 if is_held and gained >= row.to_go else 0


@rule()
def add_up(row: PlayRow, match: MatchRow) -> None:
    """Adds a row to the totals: the play for the side with the ball, everything else for the side that it concerns."""
    side = row.offense
    for each in range(terms.SIDES):
        match.turnovers[each] += row.lost[each]
        match.penalties[each] += row.penalties[each]
        match.injuries[each] += row.injuries[each]
        match.time[each] += row.time[each]
        match.touchdowns[each] += row.scored[each] == TOUCHDOWN
        match.safeties[each] += row.is_try == 0 and row.scored[each] == SAFETY
    if row.returned == A_KICK:
        match.kick_returns[other(side)] += 1
        match.kick_return_yards[other(side)] += row.return_yards
    elif row.returned == A_PICK:
        match.pick_returns[other(side)] += 1
        match.pick_return_yards[other(side)] += row.return_yards
    if row.declared == terms.PUNT_IT:
        match.punts[side] += 1
    elif row.declared == terms.KICK_IT:
        match.field_goals_tried[side] += 1
        match.field_goals[side] += row.result == terms.GOOD
    elif row.counts_as != NO_PLAY:
        add_up_play(row, match)


@rule()
def add_up_play(row: PlayRow, match: MatchRow) -> None:
    """Adds a play from scrimmage to the totals of the side that had the ball."""
    side = row.offense
    match.plays[side] += 1
    match.yards[side] += row.gained
    match.first_downs[side] += row.is_first_down
    match.interceptions[side] += is_picked(row)
    match.fumbles[side] += row.result == terms.FUMBLED
    if row.counts_as == A_SACK:
        match.sacks[side] += 1
        match.sack_yards[side] -= row.gained
    elif row.counts_as == A_PASS:
        match.passes[side] += 1
        match.completions[side] += row.is_caught
        match.pass_yards[side] += row.gained
    else:
        match.runs[side] += 1
        match.run_yards[side] += row.gained


def total_of(rows: Iterable[PlayRow]) -> MatchRow:
    """The totals of these rows, for the match so far."""
    total = MatchRow()
    for row in rows:
        add_up(row, total)
    return total


def is_over(row: PlayRow) -> bool:
    """Whether the row has a settled play, not just what is left over from plays that did not count."""
    return row.quarter > 0


STATISTICS = Statistics(
    row=PlayRow,
    match=MatchRow,
    observe=observe,
    remember=remember,
    reads=rules_read_by(observe),
    most=1,
    words=lambda config, names: {},
    seats=lambda config: HOME_AWAY,
    is_over=is_over,
)


# --- Writes a row for each situation between plays. tools/fit_winning.py works out win chances from these rows.


@dataclass(slots=True)
class BetweenDowns:
    """A situation between two plays, seen from the side that has the ball or kicks off."""

    quarter: int = number()  # 5 for overtime
    plays_left: int = number()  # units of the clock
    offense: int = number()
    cell: int = number()
    lead: int = number()
    my_time_outs: int = number()
    their_time_outs: int = number()
    receives_next: int = number()  # 1: receives the kickoff of the second half
    turn: int = number()  # of overtime


@dataclass(slots=True)
class NoFateTotals:
    """Empty totals, because this module writes only rows."""

    unused: int = number()


@rule()
def observe_positions(
    before: Fate, after: Fate, config: FateConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    forget(log)
    if after.phase == terms.CALL or not win_chances.is_between(after) or win_chances.is_between(before):
        return at
    row, side = rows[at], after.offense
    row.quarter, row.plays_left = after.quarter, after.clock
    row.offense, row.cell = side, win_chances.cell(after)
    row.lead = after.score[side] - after.score[other(side)]
    row.my_time_outs, row.their_time_outs = after.time_outs[side], after.time_outs[other(side)]
    row.receives_next = 1 if side == after.opening_kicker else 0
    row.turn = win_chances.overtime_turn(after)
    return at + 1


# --- Writes a row for each situation between plays, with the chance of winning from the table in rules/win_chances.py.


@dataclass(slots=True)
class ForetoldDown(BetweenDowns):
    """A situation between two plays, seen from the side that has the ball or kicks off, with its chance of winning."""

    chance: int = number()  # in millionths


@rule()
def observe_foretold(
    before: Fate, after: Fate, config: FateConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    next_at = observe_positions(before, after, config, log, match, rows, at)
    if next_at > at:
        rows[at].chance = win_chances.offense_chance(after, config)
    return next_at
