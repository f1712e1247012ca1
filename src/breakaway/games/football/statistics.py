"""Gathers the statistics of a match of Breakaway Football, with a row for each play.

All other figures are sums of these rows. Pages and the terminal add up the rows for the box score, the line score and
the drives. JSON, totals, reports and Parquet files use the same rows. No other part of the program counts the events
again. Lengths are in lines of five yards.

Each column says at its declaration what it counts. A play is a run or a pass from scrimmage (BF-022). A Hail Mary is a
pass (BF-175), a kneel is a run (BF-181). Punts, field goals and tries are not plays, nor is anything that a penalty
voids. Penalties and challenges count on tries too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from breakaway.core.language import marked
from breakaway.core.rules import EventLog, forget, rule, said, times_told, was_told
from breakaway.core.state import number, overwrite
from breakaway.core.statistics import Statistic, Statistics, count, derived, one_of, rules_read_by, value
from breakaway.games.football.rules import cards_and_clock, terms, win_chances
from breakaway.games.football.rules.events import (
    AUTOMATIC_FIRST_DOWN,
    BALL_MOVED,
    BASE_FOUND,
    BREAKAWAY_FUMBLED,
    CARD_DRAWN,
    DEFENSE_BROKE_AWAY,
    DEFENSE_PICKED,
    DEFENSE_SHOWN,
    DRIVE_BEGAN,
    EXTRA_POINT_KICKED,
    EXTRA_POINT_STOPPED,
    FALSE_STARTED,
    FIELD_GOAL_KICKED,
    FIELD_GOAL_SCORED,
    FIELD_GOAL_TRIED,
    FLAG_THROWN,
    FREELY_KICKED,
    HAIL_MARY_DROPPED,
    HAIL_MARY_PICKED_OFF,
    HAIL_MARY_THROWN,
    HOLDING_ACCEPTED,
    ILLEGALLY_CALLED,
    KICK_STOPPED,
    KICKED_ONSIDE,
    KICKOFF_DOWNED,
    KICKOFF_DROPPED,
    KICKOFF_RETURNED,
    KNELT,
    LOST_BY_CORNER,
    LOST_ON_DOWNS,
    MARKER_REACHED,
    OFFENSE_BROKE_AWAY,
    OFFENSE_PICKED,
    ONSIDE_HELD,
    OPENING_RECEIVED,
    PASS_INCOMPLETE,
    PASS_INTERCEPTED,
    PLAY_SHOWN,
    PUNT_CALLED,
    PUNT_DOWNED,
    PUNT_DROPPED,
    PUNT_LANDED,
    RETURN_DROPPED,
    SAFETY_SCORED,
    TOUCHBACK_TAKEN,
    TOUCHDOWN_SCORED,
    TURNED_OVER_TO,
)
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import PLAYS, SEATS
from breakaway.games.football.text.names import side

# --- The statistics of a match: a row for each play, the totals, and the words for the codes in them.


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
    marked("run"),
    marked("pass"),
    marked("field goal"),
    marked("punt"),
    marked("Hail Mary"),
    marked("kneel"),
    marked("kickoff"),
    marked("onside kick"),
    marked("free kick"),
    marked("extra point"),
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
    """One play, kick or try. The ball's line is counted from the offense's own goal line, and is 0 for a kickoff.

    A column that does not apply is empty or 0. Before the play, `drive` is 1 if a drive begins.
    """

    drive: int = value("the number of the possession in this match, from 1; 0 for kickoffs and tries")
    quarter: int = value("from 1; 5 and higher are overtime")
    cards_left: int = value("offense cards left before the play (they are the clock)")
    offense: int = value("the side that has the ball or kicks: `home` or `away`", codes=HOME_AWAY)
    down: int = value("1 to 4")
    to_go: int = value("lines to a first down")
    line: int = value("where the ball is")
    points: list[int] = count(SEATS, "the score before the play")
    is_try: int = value("whether the row is a try after a touchdown", flag=True)
    kind: int = value(one_of(KINDS), codes=KINDS)
    counts_as: int = value("run or pass; empty for a kick, a try, or a play that a penalty voided", codes=COUNTS_AS)
    call: int = value("the card that was called, and which side of it, such as `7b`")
    play_type: int = value("the type of the play, such as Draw")
    strength: int = value("the strength of the play on its card")
    defense_type: int = value("the type of the defense, such as Zone")
    defense_strength: int = value("the strength of the defense on its card or sheet, against a run or against a pass")
    breakaway: int = value("which side's breakaway it is: `neither`, `offense`, `defense`", codes=MATCHUPS)
    taken: int = value("what was chosen in a breakaway: `event`, `corner`, `forced turnover`", codes=TAKEN)
    base: int = value("the base gain", rules=(BASE_FOUND,))
    game_day: int = value("the first Game Day card")
    challenged: int = value("challenge flags on the play")
    challenger: int = value("the side that threw the flag", codes=HOME_AWAY)
    penalty: int = value("False Start, Holding or illegal call", codes=PENALTIES)
    at_fault: int = value("the side that the penalty is against", codes=HOME_AWAY)
    lines: int = value("lines gained by a run, a pass, a Hail Mary or a kneel")
    kick: int = value(
        "the value of a kick: the value of a field goal or extra point, the lines of a punt or free kick, or the "
        "corner of a kickoff"
    )
    result: int = value(f"the result, or the most important one if there are several: {one_of(RESULTS)}", codes=RESULTS)
    ending: int = value(
        f"how the drive ended with this row: {one_of(ENDINGS)}; empty if the drive goes on, or ends with a half or the "
        "match",
        codes=ENDINGS,
    )
    completed: int = value("whether a pass was caught", flag=True)
    incomplete: int = value("whether a pass was incomplete", flag=True)
    first_down: int = value("whether the play made a first down", flag=True)
    turnover: int = value("how many times the ball was lost, except on downs")
    lost: list[int] = count(SEATS, "how many times this side lost the ball")
    scored: list[int] = count(SEATS, "points that the side scored in this row")
    next_offense: int = value("who has the ball after this row", codes=HOME_AWAY)
    next_line: int = value("where the ball is then, counted from that side's goal line")


@dataclass(slots=True)
class MatchRow:
    """The totals of a match by seat: the sums of its rows."""

    quarters: int = value("quarters played, including periods of overtime")
    receiver: int = value("who received the opening kickoff", codes=HOME_AWAY)
    drives: list[int] = count(SEATS, "possessions with at least one call", rules=(DRIVE_BEGAN,), in_box=False)
    plays: list[int] = count(
        SEATS,
        "runs and passes from scrimmage, except those that a penalty voided",
        rules=(PLAY_SHOWN,),
        label=marked("plays"),
    )
    lines: ClassVar[Statistic] = derived(
        "lines gained by runs and passes",
        lambda total, seat: int(total.run_lines[seat] + total.pass_lines[seat]),
        label=marked("lines gained"),
    )
    runs: list[int] = count(
        SEATS,
        "the runs among these plays, including kneels",
        rules=(KNELT,),
        label=marked("runs"),
        box=marked("{runs} for {run_lines}"),
    )
    passes: list[int] = count(
        SEATS,
        "the passes among these plays, including Hail Marys",
        rules=(HAIL_MARY_THROWN,),
        label=marked("passes"),
        box=marked("{completions} of {passes} for {pass_lines}"),
    )
    run_lines: list[int] = count(
        SEATS, "lines gained by runs; a run that loses the ball gains none", rules=(BALL_MOVED,)
    )
    pass_lines: list[int] = count(
        SEATS,
        "lines gained by passes; an incomplete pass, or one that loses the ball, gains none",
        rules=(BALL_MOVED,),
    )
    completions: list[int] = count(
        SEATS,
        "passes that were caught, even if the ball was fumbled away afterwards",
        rules=(BREAKAWAY_FUMBLED,),
        key="completed",
    )
    incompletions: list[int] = count(
        SEATS,
        "incomplete passes, including those on fourth down, where the play's `result` is `downs`",
        rules=(PASS_INCOMPLETE, HAIL_MARY_DROPPED),
        in_box=False,
    )
    first_downs: list[int] = count(
        SEATS,
        "first downs, including automatic ones; a touchdown does not count",
        rules=(MARKER_REACHED, AUTOMATIC_FIRST_DOWN),
        label=marked("first downs"),
    )
    offense_breakaways: list[int] = count(
        SEATS, "offense breakaways on the side's own plays", rules=(OFFENSE_BROKE_AWAY,), in_box=False
    )
    defense_breakaways: list[int] = count(
        SEATS, "defense breakaways on the side's own plays", rules=(DEFENSE_BROKE_AWAY,), in_box=False
    )
    breakaways: ClassVar[Statistic] = derived(
        "breakaways that the side created, on offense and on defense",
        lambda total, seat: int(total.offense_breakaways[seat] + total.defense_breakaways[other(seat)]),
        label=marked("breakaways"),
    )
    turnovers: list[int] = count(
        SEATS,
        "times that the side lost the ball by a fumble, an interception or a blocked kick, including those on returns, "
        "but not on downs or on a try",
        rules=(
            TURNED_OVER_TO,
            KICK_STOPPED,
            PUNT_DROPPED,
            KICKOFF_DROPPED,
            RETURN_DROPPED,
            HAIL_MARY_PICKED_OFF,
        ),
        label=marked("turnovers"),
    )
    interceptions: list[int] = count(
        SEATS,
        "interceptions thrown from scrimmage, including those returned for a touchdown",
        rules=(PASS_INTERCEPTED, LOST_BY_CORNER, HAIL_MARY_PICKED_OFF),
        in_box=False,
    )
    touchdowns: list[int] = count(
        SEATS, "touchdowns by the side with the ball", rules=(TOUCHDOWN_SCORED,), in_box=False
    )
    return_touchdowns: list[int] = count(SEATS, "touchdowns on the return of a kick or a turnover", in_box=False)
    penalties: list[int] = count(
        SEATS,
        "penalties against the side: a False Start, an illegal call, an accepted Holding; on tries too",
        rules=(FALSE_STARTED, HOLDING_ACCEPTED, ILLEGALLY_CALLED),
        label=marked("penalties"),
    )
    field_goals: list[int] = count(
        SEATS,
        "field goals that were good",
        rules=(FIELD_GOAL_SCORED,),
        label=marked("field goals"),
        box=marked("{field_goals} of {field_goals_tried}"),
    )
    field_goals_tried: list[int] = count(
        SEATS,
        "field goals that were kicked, blocked or not; extra points do not count",
        rules=(FIELD_GOAL_KICKED,),
        key="field_goal_tries",
    )
    punts: list[int] = count(SEATS, "punts, blocked or not", rules=(PUNT_CALLED,), label=marked("punts"))
    fourth_downs: list[int] = count(SEATS, "runs and passes on fourth down", in_box=False)
    fourth_downs_made: list[int] = count(
        SEATS, "runs and passes on fourth down that made a first down or a touchdown", in_box=False
    )
    challenges: list[int] = count(
        SEATS,
        "challenge flags that the side threw; on tries too",
        rules=(FLAG_THROWN,),
        label=marked("challenges"),
    )


def words(config: FootballConfig, names: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """The words for the codes that depend on the match: types and cards have the names that this match uses."""
    return {
        "call": [side(code) for code in range(PLAYS)],
        "play_type": names["types"],
        "defense_type": names["defense_types"],
        "game_day": names["deck"],
    }


# --- Works out the statistics of matches from their events and the positions of the ball.


@rule()
def observe(
    before: Football,
    after: Football,
    config: FootballConfig,
    log: EventLog,
    match: MatchRow,
    rows: list[PlayRow],
    at: int,
) -> int:
    """Adds one step of a match to the statistics.

    A play begins with its call or kick, and ends when the action on the field is over. Fills the row at `at`, adds a
    finished row to the totals in `match`, and returns the index of the current row.
    """
    row = rows[at]
    if row.kind == 0:
        called = before.phase == terms.CALL and after.phase != terms.CALL
        if not (called or before.phase == terms.KICK or before.phase == terms.FREE_KICK):
            if after.phase == terms.BETWEEN and not was_told(log, OPENING_RECEIVED):
                forget(log)  # the end of a play that an earlier edition began
            return at
        begin(before, config, log, match, row)
    if after.phase != terms.BETWEEN and after.phase != terms.OVER:
        return at
    finish(after, config, log, row)
    add_up(row, match)
    rows[at + 1].drive = 1 if was_told(log, DRIVE_BEGAN) else 0
    forget(log)
    return at + 1


@rule()
def remember(before: Football, s: Football) -> None:
    """Copies what `observe` needs from the state in which a step begins: the phase and, if a play can begin with this
    step, everything.
    """
    before.phase = s.phase
    if s.phase in (terms.CALL, terms.KICK, terms.FREE_KICK):
        overwrite(before, s)


@rule()
def begin(s: Football, config: FootballConfig, log: EventLog, match: MatchRow, row: PlayRow) -> None:
    """Fills a row with the situation before the play."""
    new_drive = row.drive
    row.drive = 0
    row.quarter = s.quarter
    row.offense = s.offense
    row.is_try = s.try_down
    for seat in range(terms.SEATS):
        row.points[seat] = s.score[seat]
    row.kind = KICKOFF
    row.play_type = terms.NONE
    row.call = terms.NONE
    row.defense_type = terms.NONE
    row.game_day = terms.NONE
    row.breakaway = terms.NONE
    row.challenger = terms.NONE
    row.at_fault = terms.NONE
    if was_told(log, OPENING_RECEIVED):
        match.receiver = said(log, OPENING_RECEIVED, "receiver")
    if s.phase != terms.CALL:
        return
    row.kind = terms.RUN
    row.line = s.line
    if s.try_down == 1:
        return
    row.cards_left = cards_and_clock.cards_left(s, config)
    row.down = s.down
    row.to_go = s.marker - s.line
    row.drive = max(1, match.drives[0] + match.drives[1] + new_drive)


@rule()
def finish(s: Football, config: FootballConfig, log: EventLog, row: PlayRow) -> None:
    """Fills a row with the calls and the result."""
    read_kick(log, row)
    if was_told(log, PLAY_SHOWN):
        read_calls(config, log, row)
    if was_told(log, BALL_MOVED):
        row.lines = said(log, BALL_MOVED, "line") - row.line
    for seat in range(terms.SEATS):
        row.scored[seat] = s.score[seat] - row.points[seat]
    row.challenged = times_told(log, FLAG_THROWN)
    if row.challenged > 0:
        row.challenger = said(log, FLAG_THROWN, "seat")
    row.first_down = 1 if was_told(log, MARKER_REACHED) or was_told(log, AUTOMATIC_FIRST_DOWN) else 0
    for seat in range(terms.SEATS):
        row.lost[seat] = turnovers_of(log, row, seat)
    row.turnover = row.lost[0] + row.lost[1]
    row.penalty = penalty_of(log)
    if row.penalty != 0:
        row.at_fault = other(row.offense) if row.penalty == HOLDING else row.offense
    row.ending = ending_of(log, row)
    row.result = what_came(log, row)
    judge(log, row)
    row.next_offense = s.offense
    row.next_line = s.line


@rule()
def judge(log: EventLog, row: PlayRow) -> None:
    """Decides what kind of play the row counts as. A Hail Mary counts as a pass, and a kneel as a run.

    Tries do not count, nor do plays voided by a penalty.
    """
    if row.is_try == 1 or row.penalty != 0:
        return
    if row.kind == terms.RUN or row.kind == KNEEL:
        row.counts_as = terms.RUN
    elif row.kind == terms.PASS or row.kind == HAIL_MARY:
        row.counts_as = terms.PASS
        if was_told(log, PASS_INCOMPLETE) or was_told(log, HAIL_MARY_DROPPED):
            row.incomplete = 1  # on fourth down too, where the result is downs
        elif row.ending != BY_INTERCEPTION:
            row.completed = 1


@rule()
def read_kick(log: EventLog, row: PlayRow) -> None:
    """Reads from the events whether the play is a Hail Mary, a kneel or a kind of kick, and notes this in the row."""
    if was_told(log, EXTRA_POINT_KICKED) or was_told(log, EXTRA_POINT_STOPPED):
        row.kind = EXTRA_POINT
        row.kick = said(log, EXTRA_POINT_KICKED, "value")
    elif was_told(log, FIELD_GOAL_TRIED):
        row.kind = FIELD_GOAL
        row.kick = said(log, FIELD_GOAL_KICKED, "value")
    elif was_told(log, PUNT_CALLED):
        row.kind = PUNT
        row.kick = said(log, PUNT_LANDED, "lines")
    elif was_told(log, HAIL_MARY_THROWN):
        row.kind = HAIL_MARY
    elif was_told(log, KNELT):
        row.kind = KNEEL
    elif was_told(log, KICKED_ONSIDE):
        row.kind = ONSIDE
    elif was_told(log, FREELY_KICKED):
        row.kind = FREE
        row.kick = said(log, FREELY_KICKED, "lines")
    elif was_told(log, KICKOFF_RETURNED):
        row.kick = said(log, KICKOFF_RETURNED, "corner")


@rule()
def read_calls(config: FootballConfig, log: EventLog, row: PlayRow) -> None:
    """Reads the two calls, their matchup and the card from the events."""
    row.call = said(log, PLAY_SHOWN, "play")
    row.play_type = said(log, PLAY_SHOWN, "type")
    row.kind = config.type_kind[row.play_type]
    row.strength = said(log, PLAY_SHOWN, "strength")
    if not was_told(log, DEFENSE_SHOWN):
        return
    row.defense_type = said(log, DEFENSE_SHOWN, "type")
    row.defense_strength = said(log, DEFENSE_SHOWN, "strength")
    row.game_day = said(log, CARD_DRAWN, "card")
    row.base = said(log, BASE_FOUND, "base")
    row.breakaway = terms.NEITHER
    if was_told(log, OFFENSE_BROKE_AWAY):
        row.breakaway = terms.OFFENSE_WINS
        row.taken = said(log, OFFENSE_PICKED, "answer") + 1
    elif was_told(log, DEFENSE_BROKE_AWAY):
        row.breakaway = terms.DEFENSE_WINS
        row.taken = said(log, DEFENSE_PICKED, "answer") + 1


@rule()
def turnovers_of(log: EventLog, row: PlayRow, seat: int) -> int:
    """How many times the seat lost the ball on this play: by a fumble, an interception or a blocked kick.

    Those on returns count; a turnover on downs does not.
    """
    lost = 0
    if was_told(log, KICK_STOPPED):  # a blocked extra point is another event
        lost += said(log, KICK_STOPPED, "seat") == seat
    if seat == row.offense and row.is_try == 0:
        lost += times_told(log, TURNED_OVER_TO) + times_told(log, HAIL_MARY_PICKED_OFF)
    if row.is_try == 0:
        if was_told(log, PUNT_DROPPED):
            lost += said(log, PUNT_DROPPED, "seat") == seat
        if was_told(log, RETURN_DROPPED):
            lost += said(log, RETURN_DROPPED, "seat") == seat
    if was_told(log, KICKOFF_DROPPED):
        lost += said(log, KICKOFF_DROPPED, "kicker") != seat
    return lost


@rule()
def penalty_of(log: EventLog) -> int:
    """The penalty that was marked off, or 0."""
    if was_told(log, FALSE_STARTED):
        return FALSE_START
    if was_told(log, HOLDING_ACCEPTED):
        return HOLDING
    return ILLEGAL_CALL if was_told(log, ILLEGALLY_CALLED) else 0


@rule()
def ending_of(log: EventLog, row: PlayRow) -> int:
    """How the drive ended with this play, or 0 if the drive goes on.

    If several reasons apply, the first one is used.
    """
    if row.drive == 0:
        return 0
    if was_told(log, KICK_STOPPED):
        return BY_BLOCK
    if row.kind == PUNT:
        return BY_PUNT
    if row.kind == FIELD_GOAL:
        return BY_FIELD_GOAL if was_told(log, FIELD_GOAL_SCORED) else BY_MISS
    if was_told(log, TURNED_OVER_TO):
        by_run = row.kind == terms.RUN or was_told(log, BREAKAWAY_FUMBLED)
        return BY_FUMBLE if by_run else BY_INTERCEPTION
    if was_told(log, HAIL_MARY_PICKED_OFF):
        return BY_INTERCEPTION
    if was_told(log, TOUCHDOWN_SCORED):
        return BY_TOUCHDOWN
    if was_told(log, SAFETY_SCORED):
        return BY_SAFETY
    return BY_DOWNS if was_told(log, LOST_ON_DOWNS) else 0


@rule()
def what_came(log: EventLog, row: PlayRow) -> int:
    """The result of the play. If a play has several results, the most important one is used."""
    offense = row.offense
    if was_told(log, TOUCHDOWN_SCORED):
        scorer = said(log, TOUCHDOWN_SCORED, "seat")
        return TOUCHDOWN if scorer == offense else OTHER_TOUCHDOWN
    if row.is_try == 1 and row.penalty == 0:
        return GOOD if row.scored[offense] > 0 else NO_GOOD
    if was_told(log, SAFETY_SCORED):
        return SAFETY
    if was_told(log, FIELD_GOAL_SCORED):
        return GOOD
    if was_told(log, KICK_STOPPED):
        return BLOCKED
    if row.kind == FIELD_GOAL:
        return NO_GOOD
    if row.ending == BY_FUMBLE:
        return FUMBLE
    if row.ending == BY_INTERCEPTION:
        return INTERCEPTION
    if row.penalty != 0:
        return NO_PLAY
    if row.kind not in (terms.RUN, terms.PASS, HAIL_MARY, KNEEL):
        return what_came_of_kick(log, row)
    return what_was_gained(log, row)


@rule()
def what_came_of_kick(log: EventLog, row: PlayRow) -> int:
    """The result of a kick: a fumbled return, an onside kick recovered or lost, a touchback, or a plain kick."""
    if was_told(log, PUNT_DROPPED) or was_told(log, RETURN_DROPPED):
        return FUMBLE
    if was_told(log, KICKOFF_DROPPED):
        return FUMBLE
    if row.kind == ONSIDE:
        return GOOD if was_told(log, ONSIDE_HELD) else NO_GOOD
    if was_told(log, PUNT_DOWNED) or was_told(log, KICKOFF_DOWNED) or was_told(log, TOUCHBACK_TAKEN):
        return TOUCHBACK
    return KICKED


@rule()
def what_was_gained(log: EventLog, row: PlayRow) -> int:
    """The result of a play that ended with the ball dead: turnover on downs, first down, incompletion, gain or loss."""
    if was_told(log, LOST_ON_DOWNS):
        return DOWNS
    if was_told(log, MARKER_REACHED):
        return FIRST_DOWN
    if was_told(log, PASS_INCOMPLETE) or was_told(log, HAIL_MARY_DROPPED):
        return INCOMPLETE
    if row.lines > 0:
        return GAIN
    return NO_GAIN if row.lines == 0 else LOSS


@rule()
def add_up(row: PlayRow, match: MatchRow) -> None:
    """Adds a finished row to the match's totals."""
    match.quarters = max(match.quarters, row.quarter)
    seat = row.offense
    for each in range(terms.SEATS):
        match.turnovers[each] += row.lost[each]
        match.penalties[each] += row.at_fault == each
        match.challenges[each] += row.challenger == each
    if row.drive > match.drives[0] + match.drives[1]:
        match.drives[seat] += 1
    if row.is_try == 0:
        match.touchdowns[seat] += row.result == TOUCHDOWN
        match.return_touchdowns[other(seat)] += row.result == OTHER_TOUCHDOWN
    match.first_downs[seat] += row.first_down
    if row.kind == PUNT:
        match.punts[seat] += 1
    elif row.kind == FIELD_GOAL:
        match.field_goals_tried[seat] += 1
        match.field_goals[seat] += row.result == GOOD
    elif row.counts_as != 0:
        add_up_play(row, match)


@rule()
def add_up_play(row: PlayRow, match: MatchRow) -> None:
    """Adds a play from scrimmage."""
    seat = row.offense
    match.plays[seat] += 1
    if row.counts_as == terms.RUN:
        match.runs[seat] += 1
        match.run_lines[seat] += row.lines
    else:
        match.passes[seat] += 1
        match.pass_lines[seat] += row.lines
        match.completions[seat] += row.completed
        match.incompletions[seat] += row.incomplete
        match.interceptions[seat] += row.ending == BY_INTERCEPTION
    match.offense_breakaways[seat] += row.breakaway == terms.OFFENSE_WINS
    match.defense_breakaways[seat] += row.breakaway == terms.DEFENSE_WINS
    if row.down == 4:
        match.fourth_downs[seat] += 1
        match.fourth_downs_made[seat] += row.first_down == 1 or row.result == TOUCHDOWN


def total_of(rows: Iterable[PlayRow]) -> MatchRow:
    """The totals of these rows, which are the rows of the match so far."""
    total = MatchRow()
    for row in rows:
        add_up(row, total)
    return total


STATISTICS = Statistics(
    row=PlayRow,
    match=MatchRow,
    observe=observe,
    remember=remember,
    reads=rules_read_by(observe),
    most=1,
    words=words,
    seats=lambda config: HOME_AWAY,
)


# --- Drives and points by quarter, worked out from the rows of plays and the current state of the match.


# The endings of drives stay English in data, for other programs. Tables translate them.
HALF_TIME, END_OF_PERIOD = marked("halftime"), marked("end of the period")
END_OF_GAME = marked("end of the game")
RETURN_TOUCHDOWN, RETURNED_TRY = marked("return for a touchdown"), marked("returned try")
TOUCHDOWN_POINTS, FIRST_OVERTIME = 6, 5


@dataclass
class Drive:
    """One possession, from its first down to its end. A drive in progress does not have a result yet.

    Points scored outside any drive are recorded as a Drive whose `start` is None.
    """

    team: int
    quarter: int
    start: int | None
    plays: int = 0
    lines: int = 0
    result: str = ""
    points: int = 0


def drives_in(rows: Sequence[PlayRow], view: Football) -> list[Drive]:
    """All drives, and points scored outside drives, in the order in which they began.

    In a view, the last drive may still be in progress.
    """
    found, number, quarter = list[Drive](), 0, 0
    going: Drive | None = None  # the drive of the previous row
    scored: Drive | None = None  # the drive of the last touchdown: the points of its try belong to it
    for row in rows:
        if going and row.drive != number:
            going.result = going.result or _period(quarter, row.quarter)
            going = None
        if row.drive > 0:
            if going is None:
                going, number = Drive(row.offense, row.quarter, row.line), row.drive
                found.append(going)
            _add(going, row)
        for team in range(terms.SEATS):
            if row.scored[team]:
                made = _maker(row, team, scored if row.is_try else going)
                if made is None:
                    made = Drive(team, row.quarter, None, result=_outside(row, team))
                    found.append(made)
                made.points += row.scored[team]
                scored = made if row.scored[team] == TOUCHDOWN_POINTS else scored
        quarter = row.quarter
    if going:
        going.result = going.result or (END_OF_GAME if view.phase == terms.OVER else _period(quarter, view.quarter))
    if _has_drive(view) and (going is None or going.result):
        found.append(Drive(view.offense, view.quarter, view.line))
    return found


def _add(drive: Drive, row: PlayRow) -> None:
    """Adds a `row` to the `drive`."""
    drive.result = ENDINGS[row.ending]
    if row.counts_as:
        drive.plays += 1
        drive.lines += row.lines


def _maker(row: PlayRow, team: int, drive: Drive | None) -> Drive | None:
    """The drive on which `team` scored, or None if the other side scored or the play was not part of a drive."""
    return drive if team == row.offense and (row.is_try or row.drive) else None


def _outside(row: PlayRow, team: int) -> str:
    """Says how a side scored points outside a drive."""
    if row.is_try:
        return RETURNED_TRY
    return RETURN_TOUCHDOWN if row.scored[team] == TOUCHDOWN_POINTS else ENDINGS[BY_SAFETY]


def _period(before: int, after: int) -> str:
    """The name of the half or period that ended between these two quarters, or "" if none ended."""
    if before < 3 <= after < FIRST_OVERTIME:
        return HALF_TIME
    return END_OF_PERIOD if FIRST_OVERTIME <= after != before else ""


def _has_drive(view: Football) -> bool:
    """Whether a drive is in progress."""
    is_played = view.phase not in (terms.START, terms.TOSS, terms.OVER)
    return bool(is_played and view.then == terms.CALL and view.try_down == 0)


def points_by_quarter(rows: Sequence[PlayRow], view: Football) -> list[list[int]]:
    """Each side's points by quarter, for the first four quarters and any overtime that has begun.

    A play in progress does not count yet.
    """
    points = [[0] * max(4, view.quarter) for _ in range(terms.SEATS)]
    for row in rows:
        for team in range(terms.SEATS):
            points[team][row.quarter - 1] += row.scored[team]
    return points


# --- A row for each situation between plays. tools/fit_winning.py works out the chances of winning from these rows.


@dataclass(slots=True)
class BetweenPlays:
    """A situation between two plays, seen from the side that has the ball or kicks off."""

    quarter: int = number()  # 5 for any overtime
    plays_left: int = number()
    offense: int = number()
    cell: int = number()
    lead: int = number()
    my_time_outs: int = number()
    their_time_outs: int = number()
    flags: int = number()  # mine, less theirs
    receives_next: int = number()  # 1: receives the kickoff of the second half
    turn: int = number()  # of overtime


@dataclass(slots=True)
class NoTotals:
    """The totals of a match. This module keeps no totals."""

    unused: int = number()


@rule()
def observe_positions(
    before: Football, after: Football, config: FootballConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    forget(log)
    is_next = after.phase in (terms.CALL, terms.KICK, terms.FREE_KICK)
    if not is_next or before.phase not in (terms.BETWEEN, terms.OFFENSE_TIME, terms.TIME):
        return at
    row, seat = rows[at], after.offense
    row.quarter, row.plays_left = min(5, after.quarter), win_chances.plays_left(after, config)
    row.offense, row.cell = seat, win_chances.cell_of(after)
    row.lead = after.score[seat] - after.score[other(seat)]
    row.my_time_outs, row.their_time_outs = after.time_outs[seat], after.time_outs[other(seat)]
    row.flags = after.flags[seat] - after.flags[other(seat)]
    row.receives_next = 1 if seat == after.opening_kicker else 0
    row.turn = win_chances.overtime_turn(after)
    return at + 1


# --- A row for each situation between plays, with the chance of winning that the table gives.


@dataclass(slots=True)
class Foretold(BetweenPlays):
    """A situation between two plays, seen from the side that has the ball or kicks off, with its chance of winning."""

    chance: int = number()  # in millionths


@rule()
def observe_foretold(
    before: Football, after: Football, config: FootballConfig, log: EventLog, match: Any, rows: Any, at: int
) -> int:
    """Writes a row if a step has led to a situation between plays. Returns the index of the next row."""
    next_at = observe_positions(before, after, config, log, match, rows, at)
    if next_at > at:
        rows[at].chance = win_chances.offense_chance(after, config)
    return next_at
