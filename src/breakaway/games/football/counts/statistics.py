"""Works out the statistics of matches from their events and the positions of the ball."""

from __future__ import annotations

from collections.abc import Iterable

from breakaway.core.rules import EventLog, Statistics, forget, rule, said, was_told
from breakaway.core.state import overwrite
from breakaway.games.football.counts import numbers, play_rows
from breakaway.games.football.counts.play_rows import HOME_AWAY, MatchRow, PlayRow, words
from breakaway.games.football.rules import clock, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other


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
            if after.phase == terms.BETWEEN and not was_told(log, numbers.OPENING_RECEIVED):
                forget(log)  # the end of a play that an earlier edition began
            return at
        begin(before, config, log, match, row)
    if after.phase != terms.BETWEEN and after.phase != terms.OVER:
        return at
    finish(after, config, log, row)
    add_up(row, match)
    rows[at + 1].drive = 1 if was_told(log, numbers.DRIVE_BEGAN) else 0
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
    row.kind = play_rows.KICKOFF
    row.play_type = terms.NONE
    row.call = terms.NONE
    row.defense_type = terms.NONE
    row.game_day = terms.NONE
    row.breakaway = terms.NONE
    row.challenger = terms.NONE
    row.at_fault = terms.NONE
    if was_told(log, numbers.OPENING_RECEIVED):
        match.receiver = said(log, numbers.OPENING_RECEIVED, numbers.OPENING_RECEIVED_RECEIVER)
    if s.phase != terms.CALL:
        return
    row.kind = terms.RUN
    row.line = s.line
    if s.try_down == 1:
        return
    row.cards_left = clock.cards_left(s, config)
    row.down = s.down
    row.to_go = s.marker - s.line
    row.drive = max(1, match.drives[0] + match.drives[1] + new_drive)


@rule()
def finish(s: Football, config: FootballConfig, log: EventLog, row: PlayRow) -> None:
    """Fills a row with the calls and the result."""
    read_kick(log, row)
    if was_told(log, numbers.PLAY_SHOWN):
        read_calls(config, log, row)
    if was_told(log, numbers.BALL_MOVED):
        row.lines = said(log, numbers.BALL_MOVED, numbers.BALL_MOVED_LINE) - row.line
    for seat in range(terms.SEATS):
        row.scored[seat] = s.score[seat] - row.points[seat]
    row.challenged = log.count[numbers.FLAG_THROWN]
    if row.challenged > 0:
        row.challenger = said(log, numbers.FLAG_THROWN, numbers.FLAG_THROWN_SEAT)
    row.first_down = 1 if was_told(log, numbers.MARKER_REACHED) or was_told(log, numbers.AUTOMATIC_FIRST_DOWN) else 0
    for seat in range(terms.SEATS):
        row.lost[seat] = turnovers_of(log, row, seat)
    row.turnover = row.lost[0] + row.lost[1]
    row.penalty = penalty_of(log)
    if row.penalty != 0:
        row.at_fault = other(row.offense) if row.penalty == play_rows.HOLDING else row.offense
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
    if row.kind == terms.RUN or row.kind == play_rows.KNEEL:
        row.counts_as = terms.RUN
    elif row.kind == terms.PASS or row.kind == play_rows.HAIL_MARY:
        row.counts_as = terms.PASS
        if was_told(log, numbers.PASS_INCOMPLETE) or was_told(log, numbers.HAIL_MARY_DROPPED):
            row.incomplete = 1  # on fourth down too, where the result is downs
        elif row.ending != play_rows.BY_INTERCEPTION:
            row.completed = 1


@rule()
def read_kick(log: EventLog, row: PlayRow) -> None:
    """Reads from the events whether the play is a Hail Mary, a kneel or a kind of kick, and notes this in the row."""
    if was_told(log, numbers.EXTRA_POINT_KICKED) or was_told(log, numbers.EXTRA_POINT_STOPPED):
        row.kind = play_rows.EXTRA_POINT
        row.kick = said(log, numbers.EXTRA_POINT_KICKED, numbers.EXTRA_POINT_KICKED_VALUE)
    elif was_told(log, numbers.FIELD_GOAL_TRIED):
        row.kind = play_rows.FIELD_GOAL
        row.kick = said(log, numbers.FIELD_GOAL_KICKED, numbers.FIELD_GOAL_KICKED_VALUE)
    elif was_told(log, numbers.PUNT_CALLED):
        row.kind = play_rows.PUNT
        row.kick = said(log, numbers.PUNT_LANDED, numbers.PUNT_LANDED_LINES)
    elif was_told(log, numbers.HAIL_MARY_THROWN):
        row.kind = play_rows.HAIL_MARY
    elif was_told(log, numbers.KNELT):
        row.kind = play_rows.KNEEL
    elif was_told(log, numbers.KICKED_ONSIDE):
        row.kind = play_rows.ONSIDE
    elif was_told(log, numbers.FREELY_KICKED):
        row.kind = play_rows.FREE
        row.kick = said(log, numbers.FREELY_KICKED, numbers.FREELY_KICKED_LINES)
    elif was_told(log, numbers.KICKOFF_RETURNED):
        row.kick = said(log, numbers.KICKOFF_RETURNED, numbers.KICKOFF_RETURNED_CORNER)


@rule()
def read_calls(config: FootballConfig, log: EventLog, row: PlayRow) -> None:
    """Reads the two calls, their matchup and the card from the events."""
    row.call = said(log, numbers.PLAY_SHOWN, numbers.PLAY_SHOWN_PLAY)
    row.play_type = said(log, numbers.PLAY_SHOWN, numbers.PLAY_SHOWN_TYPE)
    row.kind = config.type_kind[row.play_type]
    row.strength = said(log, numbers.PLAY_SHOWN, numbers.PLAY_SHOWN_STRENGTH)
    if not was_told(log, numbers.DEFENSE_SHOWN):
        return
    row.defense_type = said(log, numbers.DEFENSE_SHOWN, numbers.DEFENSE_SHOWN_TYPE)
    row.defense_strength = said(log, numbers.DEFENSE_SHOWN, numbers.DEFENSE_SHOWN_STRENGTH)
    row.game_day = said(log, numbers.CARD_DRAWN, numbers.CARD_DRAWN_CARD)
    row.base = said(log, numbers.BASE_FOUND, numbers.BASE_FOUND_BASE)
    row.breakaway = terms.NEITHER
    if was_told(log, numbers.OFFENSE_BROKE_AWAY):
        row.breakaway = terms.OFFENSE_WINS
        row.taken = said(log, numbers.OFFENSE_PICKED, numbers.OFFENSE_PICKED_ANSWER) + 1
    elif was_told(log, numbers.DEFENSE_BROKE_AWAY):
        row.breakaway = terms.DEFENSE_WINS
        row.taken = said(log, numbers.DEFENSE_PICKED, numbers.DEFENSE_PICKED_ANSWER) + 1


@rule()
def turnovers_of(log: EventLog, row: PlayRow, seat: int) -> int:
    """How many times the seat lost the ball on this play by a fumble or an interception, including any on returns.

    A turnover on downs does not count.
    """
    lost = 0
    if seat == row.offense and row.is_try == 0:
        lost += log.count[numbers.TURNED_OVER_TO] + log.count[numbers.HAIL_MARY_PICKED_OFF]
    if row.is_try == 0:
        if was_told(log, numbers.PUNT_DROPPED):
            lost += said(log, numbers.PUNT_DROPPED, numbers.PUNT_DROPPED_SEAT) == seat
        if was_told(log, numbers.RETURN_DROPPED):
            lost += said(log, numbers.RETURN_DROPPED, numbers.RETURN_DROPPED_SEAT) == seat
    if was_told(log, numbers.KICKOFF_DROPPED):
        lost += said(log, numbers.KICKOFF_DROPPED, numbers.KICKOFF_DROPPED_KICKER) != seat
    return lost


@rule()
def penalty_of(log: EventLog) -> int:
    """The penalty that was marked off, or 0."""
    if was_told(log, numbers.FALSE_STARTED):
        return play_rows.FALSE_START
    if was_told(log, numbers.HOLDING_ACCEPTED):
        return play_rows.HOLDING
    return play_rows.ILLEGAL_CALL if was_told(log, numbers.ILLEGALLY_CALLED) else 0


@rule()
def ending_of(log: EventLog, row: PlayRow) -> int:
    """How the drive ended with this play, or 0 if the drive goes on.

    If several reasons apply, the first one is used.
    """
    if row.drive == 0:
        return 0
    if was_told(log, numbers.KICK_STOPPED):
        return play_rows.BY_BLOCK
    if row.kind == play_rows.PUNT:
        return play_rows.BY_PUNT
    if row.kind == play_rows.FIELD_GOAL:
        return play_rows.BY_FIELD_GOAL if was_told(log, numbers.FIELD_GOAL_SCORED) else play_rows.BY_MISS
    if was_told(log, numbers.TURNED_OVER_TO):
        by_run = row.kind == terms.RUN or was_told(log, numbers.BREAKAWAY_FUMBLED)
        return play_rows.BY_FUMBLE if by_run else play_rows.BY_INTERCEPTION
    if was_told(log, numbers.HAIL_MARY_PICKED_OFF):
        return play_rows.BY_INTERCEPTION
    if was_told(log, numbers.TOUCHDOWN_SCORED):
        return play_rows.BY_TOUCHDOWN
    if was_told(log, numbers.SAFETY_SCORED):
        return play_rows.BY_SAFETY
    return play_rows.BY_DOWNS if was_told(log, numbers.LOST_ON_DOWNS) else 0


@rule()
def what_came(log: EventLog, row: PlayRow) -> int:
    """The result of the play. If a play has several results, the most important one is used."""
    offense = row.offense
    if was_told(log, numbers.TOUCHDOWN_SCORED):
        scorer = said(log, numbers.TOUCHDOWN_SCORED, numbers.TOUCHDOWN_SCORED_SEAT)
        return play_rows.TOUCHDOWN if scorer == offense else play_rows.OTHER_TOUCHDOWN
    if row.is_try == 1 and row.penalty == 0:
        return play_rows.GOOD if row.scored[offense] > 0 else play_rows.NO_GOOD
    if was_told(log, numbers.SAFETY_SCORED):
        return play_rows.SAFETY
    if was_told(log, numbers.FIELD_GOAL_SCORED):
        return play_rows.GOOD
    if was_told(log, numbers.KICK_STOPPED):
        return play_rows.BLOCKED
    if row.kind == play_rows.FIELD_GOAL:
        return play_rows.NO_GOOD
    if row.ending == play_rows.BY_FUMBLE:
        return play_rows.FUMBLE
    if row.ending == play_rows.BY_INTERCEPTION:
        return play_rows.INTERCEPTION
    if row.penalty != 0:
        return play_rows.NO_PLAY
    if row.kind not in (terms.RUN, terms.PASS, play_rows.HAIL_MARY, play_rows.KNEEL):
        return what_came_of_kick(log, row)
    return what_was_gained(log, row)


@rule()
def what_came_of_kick(log: EventLog, row: PlayRow) -> int:
    """The result of a kick: a fumbled return, an onside kick recovered or lost, a touchback, or a plain kick."""
    if was_told(log, numbers.PUNT_DROPPED) or was_told(log, numbers.RETURN_DROPPED):
        return play_rows.FUMBLE
    if was_told(log, numbers.KICKOFF_DROPPED):
        return play_rows.FUMBLE
    if row.kind == play_rows.ONSIDE:
        return play_rows.GOOD if was_told(log, numbers.ONSIDE_HELD) else play_rows.NO_GOOD
    if was_told(log, numbers.PUNT_DOWNED) or was_told(log, numbers.KICKOFF_DOWNED):
        return play_rows.TOUCHBACK
    return play_rows.KICKED


@rule()
def what_was_gained(log: EventLog, row: PlayRow) -> int:
    """The result of a play that ended with the ball dead: turnover on downs, first down, incompletion, gain or loss."""
    if was_told(log, numbers.LOST_ON_DOWNS):
        return play_rows.DOWNS
    if was_told(log, numbers.MARKER_REACHED):
        return play_rows.FIRST_DOWN
    if was_told(log, numbers.PASS_INCOMPLETE) or was_told(log, numbers.HAIL_MARY_DROPPED):
        return play_rows.INCOMPLETE
    if row.lines > 0:
        return play_rows.GAIN
    return play_rows.NO_GAIN if row.lines == 0 else play_rows.LOSS


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
        match.touchdowns[seat] += row.result == play_rows.TOUCHDOWN
        match.return_touchdowns[other(seat)] += row.result == play_rows.OTHER_TOUCHDOWN
    match.first_downs[seat] += row.first_down
    if row.kind == play_rows.PUNT:
        match.punts[seat] += 1
    elif row.kind == play_rows.FIELD_GOAL:
        match.field_goals_tried[seat] += 1
        match.field_goals[seat] += row.result == play_rows.GOOD
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
        match.interceptions[seat] += row.ending == play_rows.BY_INTERCEPTION
    match.offense_breakaways[seat] += row.breakaway == terms.OFFENSE_WINS
    match.defense_breakaways[seat] += row.breakaway == terms.DEFENSE_WINS
    if row.down == 4:
        match.fourth_downs[seat] += 1
        match.fourth_downs_made[seat] += row.first_down == 1 or row.result == play_rows.TOUCHDOWN


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
    reads=frozenset(numbers.reads.numbers),
    most=1,
    words=words,
    seats=lambda config: HOME_AWAY,
    flags=frozenset({"is_try", "completed", "incomplete", "first_down"}),
)
