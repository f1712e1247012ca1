"""How matches are counted, from what was told and where the ball was."""

from __future__ import annotations

from breakaway.core.rule import rule
from breakaway.core.told import Statistics, Told, forget, said, was_told
from breakaway.games.football.counts import tellings
from breakaway.games.football.counts.play_rows import (
    BLOCKED,
    DOWNS,
    EXTRA_POINT,
    FIELD_GOAL,
    FIRST_DOWN,
    FREE,
    FUMBLE,
    GAIN,
    GOOD,
    HAIL_MARY,
    HOME_AWAY,
    INCOMPLETE,
    INTERCEPTION,
    KICKED,
    KICKOFF,
    KNEEL,
    LOSS,
    NO_GAIN,
    NO_GOOD,
    NO_PLAY,
    ONSIDE,
    OTHER_TOUCHDOWN,
    PUNT,
    SAFETY,
    TOUCHBACK,
    TOUCHDOWN,
    MatchRow,
    PlayRow,
    words,
)
from breakaway.games.football.rules import clock
from breakaway.games.football.rules.state import (
    BETWEEN,
    CALL,
    DEFENSE_WINS,
    FREE_KICK,
    KICK,
    NEITHER,
    NONE,
    OFFENSE_WINS,
    OVER,
    PASS,
    RUN,
    SEATS,
    Football,
    FootballBook,
    other,
)


@rule()
def observe(
    before: Football, after: Football, book: FootballBook, told: Told, match: MatchRow, rows: list[PlayRow], at: int
) -> int:
    """A play begins with its call or kick and ends when everything on the field is done."""
    row = rows[at]
    if row.kind == 0:
        called = before.phase == CALL and after.phase != CALL
        if not (called or before.phase == KICK or before.phase == FREE_KICK):
            return at
        begin(before, book, told, match, row)
    if after.phase != BETWEEN and after.phase != OVER:
        return at
    finish(after, book, told, row)
    add_up(after, told, row, match)
    rows[at + 1].drive = 1 if was_told(told, tellings.DRIVE) else 0
    forget(told)
    return at + 1


@rule()
def begin(s: Football, book: FootballBook, told: Told, match: MatchRow, row: PlayRow) -> None:
    """The situation before the play."""
    new_drive = row.drive
    row.drive = 0
    row.quarter = s.quarter
    row.offense = s.offense
    row.is_try = s.try_down
    for seat in range(SEATS):
        row.points[seat] = s.score[seat]
    row.kind = KICKOFF
    row.play_type = NONE
    row.call = NONE
    row.defense_type = NONE
    row.game_day = NONE
    row.breakaway = NONE
    if was_told(told, tellings.OPENING):
        match.receiver = said(told, tellings.OPENING, 1)
    if s.phase != CALL:
        return
    row.kind = RUN
    row.line = s.line
    if s.try_down == 1:
        return
    row.cards_left = clock.cards_left(s, book)
    row.down = s.down
    row.to_go = s.marker - s.line
    match.drives[s.offense] += new_drive
    row.drive = match.drives[0] + match.drives[1]


@rule()
def finish(s: Football, book: FootballBook, told: Told, row: PlayRow) -> None:
    """What was called, and what came of it."""
    read_kick(told, row)
    if was_told(told, tellings.PLAY):
        read_calls(book, told, row)
    if was_told(told, tellings.MOVED):
        row.lines = said(told, tellings.MOVED, 2) - row.line
    for seat in range(SEATS):
        row.scored[seat] = s.score[seat] - row.points[seat]
    row.challenged = told.count[tellings.CHALLENGE]
    row.first_down = 1 if was_told(told, tellings.FIRST_DOWN) or was_told(told, tellings.AUTOMATIC) else 0
    row.turnover = turnovers_of(told, row, 0) + turnovers_of(told, row, 1)
    row.penalty = penalty_of(told)
    row.result = what_came(told, row)
    row.next_offense = s.offense
    row.next_line = s.line


@rule()
def read_kick(told: Told, row: PlayRow) -> None:
    """Which kick or other thing than a play it was, if it was one."""
    if was_told(told, tellings.EXTRA_POINT) or was_told(told, tellings.EXTRA_POINT_BLOCKED):
        row.kind = EXTRA_POINT
        row.kick = said(told, tellings.EXTRA_POINT, 2)
    elif was_told(told, tellings.FIELD_GOAL):
        row.kind = FIELD_GOAL
        row.kick = said(told, tellings.FIELD_GOAL_VALUE, 1)
    elif was_told(told, tellings.PUNT):
        row.kind = PUNT
        row.kick = said(told, tellings.PUNTED, 1)
    elif was_told(told, tellings.HAIL_MARY):
        row.kind = HAIL_MARY
    elif was_told(told, tellings.KNEEL):
        row.kind = KNEEL
    elif was_told(told, tellings.ONSIDE):
        row.kind = ONSIDE
    elif was_told(told, tellings.FREE_KICK):
        row.kind = FREE
        row.kick = said(told, tellings.FREE_KICK, 1)
    elif was_told(told, tellings.KICKOFF):
        row.kick = said(told, tellings.KICKOFF, 2)


@rule()
def read_calls(book: FootballBook, told: Told, row: PlayRow) -> None:
    """The two calls, their matchup and the card."""
    row.call = said(told, tellings.PLAY, 1)
    row.play_type = said(told, tellings.PLAY, 2)
    row.kind = book.type_kind[row.play_type]
    row.strength = said(told, tellings.PLAY, 3)
    if not was_told(told, tellings.DEFENDS):
        return
    row.defense_type = said(told, tellings.DEFENDS, 1)
    row.defense_strength = said(told, tellings.DEFENDS, 2)
    row.game_day = said(told, tellings.CARD, 0)
    row.base = said(told, tellings.BASE, 2)
    row.breakaway = NEITHER
    if was_told(told, tellings.OFFENSE_BREAKAWAY):
        row.breakaway = OFFENSE_WINS
        row.taken = said(told, tellings.OFFENSE_PICKS, 1) + 1
    elif was_told(told, tellings.DEFENSE_BREAKAWAY):
        row.breakaway = DEFENSE_WINS
        row.taken = said(told, tellings.DEFENSE_PICKS, 1) + 1


@rule()
def turnovers_of(told: Told, row: PlayRow, seat: int) -> int:
    """How often the seat lost the ball in the play: fumbles and interceptions, those of returns too; not downs."""
    lost = 0
    if seat == row.offense and row.is_try == 0:
        lost += told.count[tellings.TURNOVER] + told.count[tellings.HAIL_MARY_INTERCEPTED]
    for returned in (tellings.PUNT_FUMBLED, tellings.RETURN_FUMBLED):
        if was_told(told, returned) and said(told, returned, 0) == seat and row.is_try == 0:
            lost += 1
    if was_told(told, tellings.KICKOFF_FUMBLED) and said(told, tellings.KICKOFF_FUMBLED, 0) != seat:
        lost += 1
    return lost


@rule()
def penalty_of(told: Told) -> int:
    """1 False Start, 2 Holding, 3 an illegal call, 0 none."""
    if was_told(told, tellings.FALSE_START):
        return 1
    if was_told(told, tellings.HOLDING):
        return 2
    return 3 if was_told(told, tellings.ILLEGAL) else 0


@rule()
def what_came(told: Told, row: PlayRow) -> int:
    """The result of the row, the most important first."""
    offense = row.offense
    if was_told(told, tellings.TOUCHDOWN):
        return TOUCHDOWN if said(told, tellings.TOUCHDOWN, 0) == offense else OTHER_TOUCHDOWN
    if row.is_try == 1 and row.penalty == 0:
        return GOOD if row.scored[offense] > 0 else NO_GOOD
    if was_told(told, tellings.SAFETY):
        return SAFETY
    if was_told(told, tellings.FIELD_GOAL_GOOD):
        return GOOD
    if was_told(told, tellings.KICK_BLOCKED):
        return BLOCKED
    if row.kind == FIELD_GOAL:
        return NO_GOOD
    if was_told(told, tellings.HAIL_MARY_INTERCEPTED):
        return INTERCEPTION
    if was_told(told, tellings.TURNOVER):
        by_run = row.kind == RUN or was_told(told, tellings.BREAKAWAY_FUMBLE)
        return FUMBLE if by_run else INTERCEPTION
    if row.penalty != 0:
        return NO_PLAY
    if row.kind not in (RUN, PASS, HAIL_MARY, KNEEL):
        return what_came_of_kick(told, row)
    return what_was_gained(told, row)


@rule()
def what_came_of_kick(told: Told, row: PlayRow) -> int:
    """A fumbled return, an onside kick kept or not, a touchback, or a kick."""
    if was_told(told, tellings.PUNT_FUMBLED) or was_told(told, tellings.RETURN_FUMBLED):
        return FUMBLE
    if was_told(told, tellings.KICKOFF_FUMBLED):
        return FUMBLE
    if row.kind == ONSIDE:
        return GOOD if was_told(told, tellings.ONSIDE_KEPT) else NO_GOOD
    if was_told(told, tellings.TOUCHBACK) or was_told(told, tellings.KICKOFF_TOUCHBACK):
        return TOUCHBACK
    return KICKED


@rule()
def what_was_gained(told: Told, row: PlayRow) -> int:
    """Of a play that ended with the ball dead: downs, a first down, an incompletion, lines."""
    if was_told(told, tellings.DOWNS):
        return DOWNS
    if was_told(told, tellings.FIRST_DOWN):
        return FIRST_DOWN
    if was_told(told, tellings.INCOMPLETE) or was_told(told, tellings.HAIL_MARY_FAILS):
        return INCOMPLETE
    if row.lines > 0:
        return GAIN
    return NO_GAIN if row.lines == 0 else LOSS


@rule()
def add_up(s: Football, told: Told, row: PlayRow, match: MatchRow) -> None:
    """Adds a finished row to the match's totals."""
    match.quarters = s.quarter
    for seat in range(SEATS):
        match.turnovers[seat] += turnovers_of(told, row, seat)
    seat = row.offense
    if row.is_try == 0:
        match.touchdowns[seat] += row.result == TOUCHDOWN
        match.return_touchdowns[other(seat)] += row.result == OTHER_TOUCHDOWN
    if row.challenged > 0:
        match.challenges[said(told, tellings.CHALLENGE, 0)] += 1
    if row.kind == PUNT:
        match.punts[seat] += 1
    elif row.kind == FIELD_GOAL:
        match.field_goals_tried[seat] += 1
        match.field_goals[seat] += row.result == GOOD
    elif row.is_try == 0 and row.kind in (RUN, PASS, HAIL_MARY, KNEEL):
        add_up_play(row, match)


@rule()
def add_up_play(row: PlayRow, match: MatchRow) -> None:
    """Adds a play from scrimmage; a penalty that voids it is all that counts. A Hail Mary is a pass, a kneel a run."""
    seat = row.offense
    match.first_downs[seat] += row.first_down
    if row.penalty != 0:
        match.penalties[seat] += 1
        return
    match.plays[seat] += 1
    if row.kind == RUN or row.kind == KNEEL:
        match.runs[seat] += 1
        match.run_lines[seat] += row.lines
    else:
        match.passes[seat] += 1
        match.pass_lines[seat] += row.lines
    match.incompletions[seat] += row.result == INCOMPLETE
    match.interceptions[seat] += row.result == INTERCEPTION
    match.offense_breakaways[seat] += row.breakaway == OFFENSE_WINS
    match.defense_breakaways[seat] += row.breakaway == DEFENSE_WINS
    if row.down == 4:
        match.fourth_downs[seat] += 1
        match.fourth_downs_made[seat] += row.first_down == 1 or row.result == TOUCHDOWN


STATISTICS = Statistics(
    row=PlayRow,
    match=MatchRow,
    observe=observe,
    most=1,
    words=words,
    seats=lambda book: HOME_AWAY,
    flags=frozenset({"is_try", "first_down"}),
)
