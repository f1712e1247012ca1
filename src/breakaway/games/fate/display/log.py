"""The log of a match, play by play: blocks, results, box score and ending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from breakaway.core.language import Names, _, many, marked, say
from breakaway.core.observation import Observation
from breakaway.core.rules import DECLARED, DETAIL, HEADLINE, Event
from breakaway.core.rules import banner as banner_of
from breakaway.core.state import copy
from breakaway.core.statistics import box_rows
from breakaway.display.document import Grid, Line
from breakaway.display.endings import turns_of
from breakaway.display.gridiron import DrivesInWords, part_once, percent, team_classes
from breakaway.display.match_page import WITH_RULES, DiceRoll, Motion, PlayBlock, TurnLog, why
from breakaway.games.fate.display.field import LINE, has_total
from breakaway.games.fate.rules import events as happened
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import is_declared, side_of
from breakaway.games.fate.rules.state import Fate, FateObservation
from breakaway.games.fate.rules.terms import (
    FREE_KICK,
    GOAL,
    HURT_WHO,
    KICKOFF,
    NONE,
    OPTION,
    OVERTIME,
    QUARTERS,
    RUN_OUTSIDE,
    SIDES,
    WHISTLE,
)
from breakaway.games.fate.statistics import PlayRow, total_of
from breakaway.games.fate.text import names as called
from breakaway.games.words import ordinal

# --- What happened in a FATE match, play by play: lines with their rules, and each roll with its table.


DICE = marked("dice")  # for a table without a name
TABLES = {  # by the roll that an event belongs to; an event with a table of its own has a title
    "toss": marked("toss"),
    "kickoff": marked("kickoff: where the ball is fielded"),
    "fumble": marked("fumble recovery"),
    "pass": marked("completion"),
    "yards": marked("yards of the pass"),
    "pass rush": marked("Pass Rush"),
    "screen": marked("screen"),
    "punt": marked("punt"),
    "field goal": marked("field goals"),
    "extra point": marked("extra point"),
    "contest": marked("contest between players"),
    "event": marked("Fate event?"),
    "what happened": marked("what happened"),
    "interception": marked("interception"),
    "penalty": marked("penalties"),
    "who is hurt": marked("who is hurt"),
}
ROLLS_NOTE = marked(
    "The total to look up in the table: four dice, plus what the matrix, the players or the house rules add."
)


def table_of(rule: str) -> str:
    """The name of the table in which a roll under this rule is looked up."""
    return _(DECLARED[rule].title or TABLES.get(DECLARED[rule].part, DICE))


def groups(log: TurnLog) -> list[list[Event]]:
    """The events play by play: a down with all its events, a kickoff, the toss.

    A try is not announced, and a down that is replayed after a penalty is not announced again. A try or a replayed down
    begins with its call. The clock is reported after the next down has been announced. Until a play is called, events
    therefore belong to the previous play. A ruling of the umpire takes back the announcement of the next down (FF-G45).
    """
    found: list[list[Event]] = [[]]
    for _turn, some in log:
        for event in some:
            again = event.rule in happened.PLAYS and any(each.rule in happened.PLAYS for each in found[-1])
            if again or (event.rule in happened.BEGINS and found[-1]):
                found.append([])
            announced = len(found) > 1 and all(each.rule == happened.DOWN_BEGAN for each in found[-1])
            if announced and event.rule == happened.UMPIRE_RULED:
                found.pop()
            elif announced and event.rule not in happened.BEGINS and event.rule not in happened.PLAYS:
                found[-2].append(event)
                continue
            found[-1].append(event)
    return [group for group in found if group]


def story_lines(observation: FateObservation, events: Sequence[Event]) -> list[Line]:
    """A line for each event, except details."""
    shown = [each for each in events if DECLARED[each.rule].weight > DETAIL]
    return [_line(observation, each) for each in shown]


def _line(observation: FateObservation, event: Event) -> Line:
    text = observation.game.words.event(event, observation.names, observation.config)
    text = called.upper_first(text)
    if event.rule == happened.DOWN_BEGAN:
        return Line(text, kind="head")
    kind = ""
    if event.rule == happened.CALLS_SHOWN:
        kind = "run" if event.base <= RUN_OUTSIDE else "pass"
    rules = (event.rule, *DECLARED[event.rule].cites)
    style = "bold" if DECLARED[event.rule].weight == HEADLINE else ""
    return Line(text, "", style, tuple(why(observation.game, rule) for rule in rules), kind)


def latest(plays: Sequence[Sequence[Event]]) -> Sequence[Event]:
    """The last play with at least one event besides the announcement of its down."""
    return next((play for play in reversed(plays) if any(each.rule != happened.DOWN_BEGAN for each in play)), ())


def shown_calls(view: Fate, events: Sequence[Event]) -> Fate:
    """The view with the calls from these events filled in.

    The match clears the calls when the next play is declared.
    """
    found = copy(view)
    for each in events:
        if each.rule == happened.CALLS_SHOWN and view.base == NONE:
            found.base, found.overlay, found.defense = each.base, each.overlay, each.defense
    return found


def rolls(observation: FateObservation, events: Sequence[Event]) -> Grid:
    """Every roll of a play: table, total, outcome and rule."""
    rolled = [each for each in events if has_total(each)]
    rows = tuple(
        (
            table_of(each.rule),
            called.signed(each.total),
            observation.game.words.event(each, observation.names, observation.config),
        )
        for each in rolled
    )
    rules = tuple(why(observation.game, each.rule) for each in rolled)
    heads = (_("table used"), _("rolled"), _("result"))
    return Grid(_("The rolls of this play"), heads, rows, rules, _(ROLLS_NOTE), folded=False, right=(1,))


def score(observation: FateObservation, log: TurnLog) -> Grid:
    """Points by quarter. The points of an unfinished quarter are only in the last column."""
    ends = {
        each.quarter: (each.home, each.away) for _, some in log for each in some if each.rule == happened.QUARTER_OVER
    }
    rows = []
    for side in (0, 1):
        before, cells = 0, list[str]()
        for quarter in range(1, QUARTERS + 1):
            after = ends[quarter][side] if quarter in ends else None
            cells.append("" if after is None else str(after - before))
            before = before if after is None else after
        rows.append((called.team(observation.names, side), *cells, str(observation.view.score[side])))
    heads = ("", *map(str, range(1, QUARTERS + 1)), _("points"))
    return Grid(_("Score by quarter"), heads, tuple(rows), folded=False)


# --- What came of each play: the result in a few words, and the yards that it gained.


class PlayEvents(NamedTuple):
    """A play, a kick or a try: its events, where it began, and the event that announces the next down.

    `start` is in yards from the offense's own goal line. It is None if no event says where the play began.
    """

    events: list[Event]
    start: int | None = None
    following: Event | None = None

    @property
    def standing(self) -> list[Event]:
        """The events without how the play was settled before a ruling of the umpire, who takes that back (FF-G45)."""
        ruled = max((i for i, each in enumerate(self.events) if each.rule == happened.UMPIRE_RULED), default=0)
        return [each for i, each in enumerate(self.events) if i >= ruled or each.rule not in happened.SETTLED]


def plays_of(log: TurnLog) -> list[PlayEvents]:
    """The match play by play. A down that has only begun is not yet a play."""
    found, marked_to = list[PlayEvents](), None
    for events, after in pairwise([*groups(log), []]):
        down, following = down_of(events), down_of(after)
        start = down.spot if down else marked_to
        if any(one.rule != happened.DOWN_BEGAN for one in events):
            found.append(PlayEvents(events, start, following))
        marks = [one.spot for one in events if one.rule == happened.PENALTY_MARKED]
        goes_on = marks and not any(one.rule in happened.SCORED for one in events)
        marked_to = marks[-1] if goes_on else None  # a down that is replayed is not announced again
    return found


def down_of(events: Sequence[Event]) -> Event | None:
    """The event that announces a play's down. None for kickoffs, tries and replayed downs."""
    return next((each for each in events if each.rule == happened.DOWN_BEGAN), None)


def yards_of(play: PlayEvents) -> int | None:
    """The yards that a play gained, from where it began to where it ended.

    None if the play had no roll for yards, does not count or is not over, and for tries: no event says where they end.
    """
    first = next((each for each in play.standing if each.rule in happened.GAINS or each.rule in happened.SCORED), None)
    if first is None or first.rule in happened.SCORED or play.start is None:  # after a score comes the try
        return None
    end = _end(play, first.seat)
    return None if end is None else end - play.start


def _end(play: PlayEvents, side: int) -> int | None:
    """Where a play of this side ended, in yards from its own goal line. None if the play does not count or is not over.

    A fumble does not move the ball. The next down therefore begins where the play ended, whoever has the ball.
    """
    told = {each.rule: each for each in play.standing}
    if scored := told.get(happened.TOUCHDOWN_SCORED):
        return terms.GOAL if scored.seat == side else 0
    if happened.SAFETY_SCORED in told:
        return 0
    if is_void(play):
        return None
    if ended := told.get(happened.LOST_ON_DOWNS, play.following):
        return int(ended.spot if ended.seat == side else terms.GOAL - ended.spot)
    return None


def is_void(play: PlayEvents) -> bool:
    """Whether a penalty cancels the play. A play that was settled after a penalty counts."""
    told = {each.rule for each in play.standing}
    return happened.PENALTY_MARKED in told and told.isdisjoint((*happened.STANDS, *happened.SETTLED))


def outcome(observation: FateObservation, play: PlayEvents) -> tuple[str, int]:
    """The result of a play in a few words, and whether it was good (1), bad (-1) or neither (0) for the viewer."""
    events, gained = play.standing, yards_of(play)
    side = next((each.seat for each in events if each.rule in happened.PLAYS), -1)
    viewer = side if observation.seat < 0 else side_of(observation.config, observation.seat)
    good = 1 if side in (-1, viewer) else -1
    if is_void(play):
        return "", 0
    banners = [each for each in events if DECLARED[each.rule].banner]
    if banners:  # a score counts first: the try after a returned kick is told in the same play
        ended = next((each for each in banners if each.rule in happened.SCORED), banners[-1])
        text = banner_of(ended, observation.names)
        if ended.rule in happened.SCORED:  # a return can score for the side that did not play
            return text, 1 if viewer in (-1, ended.seat) else -1
        return text, -good if ended.rule in happened.FAILED else good
    if any(each.rule == happened.FUMBLE_RECOVERED and each.seat != side for each in events) and side >= 0:
        return _("Fumble lost"), -good
    if gained is None:
        return "", 0
    if gained == 0:
        return _("No gain"), -good
    if gained < 0:
        return many("Loss of {n} yard", "Loss of {n} yards", -gained), -good
    return many("Gain of {n} yard", "Gain of {n} yards", gained), good


# --- FATE's log as blocks, one for each play, and the latest play as the page animates it.


def blocks(observation: FateObservation, log: TurnLog, most: int | None = None) -> tuple[PlayBlock, ...]:
    """The match play by play, oldest first, or its latest `most` plays. A down that has only begun is not yet a play.

    Only the newest plays come with their rules.
    """
    turn_of, plays = turns_of(log), plays_of(log)
    latest = plays if most is None else plays[-most:]
    found = []
    for number, play in enumerate(latest, 1):
        turn, has_rules = max(turn_of[id(each)] for each in play.events), number > len(latest) - WITH_RULES
        told = "play", has_rules, turn, tuple(play.events), play.start, play.following
        found.append(part_once(observation, told, partial(_block, observation, play, turn, has_rules)))
    return tuple(found)


def _block(observation: FateObservation, play: PlayEvents, turn: int, has_rules: bool) -> PlayBlock:
    """One play: its down, both calls, the yards, and every step, with its rules if it `has_rules`."""
    events = play.events
    began = down_of(events)
    call = _call(events)
    lines = tuple(each for each in story_lines(observation, events) if each.kind != "head")
    if not has_rules:
        lines = tuple(replace(each, whys=()) for each in lines)
    yards = yards_of(play)
    side = began.seat if began else -1
    return PlayBlock(
        title=_title(call) if call else "",
        lines=lines,
        where=_where(observation, began) if began else "",
        kind=("run" if call.base <= RUN_OUTSIDE else "pass") if call else "",
        gain=f"{yards:+d}".replace("-", "−") if yards else "0" if yards == 0 else "",
        good=outcome(observation, play)[1],
        turn=turn,
        class_=team_classes(observation.names)[side] if side >= 0 else "",
    )


def _call(events: Sequence[Event]) -> Event | None:
    return next((each for each in events if each.rule == happened.CALLS_SHOWN), None)


def _title(call: Event) -> str:
    play = called.upper_first(called.play(call.base, call.overlay))
    return say("{play} vs. {defense}", play=play, defense=called.upper_first(called.defense(call.defense)))


def _where(observation: FateObservation, began: Event) -> str:
    team = called.team(observation.names, began.seat)
    down = called.ordinal(began.down)
    spot = called.spot_of(observation.names, began.seat, began.spot)
    if began.spot + began.to_go >= GOAL:
        return say("{team}, {down} & goal, {spot}", team=team, down=down, spot=spot)
    return say("{team}, {down} & {to_go}, {spot}", team=team, down=down, to_go=began.to_go, spot=spot)


def motion(observation: FateObservation, log: TurnLog, roll: DiceRoll | None) -> Motion | None:
    """The latest play, for the page to show once: its dice, their total, the path of the ball, and the result.

    None while a question about the play is open, for example about a penalty or an injury, and before a declared kick
    is rolled.
    """
    phase = observation.view.phase
    if phase in (OPTION, HURT_WHO) or (phase == WHISTLE and is_declared(observation.view)):
        return None
    plays = plays_of(log)
    if not plays:
        return None
    events = plays[-1].events
    banner, good = outcome(observation, plays[-1])
    start, end = _way(observation, events)
    kicked = any(each.rule in happened.KICKS for each in events)
    call = _call(events)
    return Motion(
        play=str(len(plays)),
        banner=banner,
        good=good,
        dice=roll.faces if roll else (),
        sums=_sums(roll),
        start=start,
        end=end,
        flies=kicked or (call is not None and call.base > RUN_OUTSIDE),
    )


def _sums(roll: DiceRoll | None) -> tuple[str, ...]:
    """The parts of a roll's total, followed by the total: `dice −2`, `matrix −1`, `−3`."""
    if roll is None:
        return ()
    return (*(f"{label} {value}" for label, value in roll.pieces), roll.total)


def _way(observation: FateObservation, events: Sequence[Event]) -> tuple[float | None, float | None]:
    """Where the ball was before the play and where it is afterwards, in percent of the field's length."""
    began = down_of(events)
    if began is None:
        return None, None
    view = observation.view
    return _at(began.seat, began.spot), _at(view.offense, view.ball)


def _at(seat: int, yards: int) -> float:
    held = max(0, min(GOAL, yards))
    return round(percent((held if seat == 0 else GOAL - held) / LINE), 2)


# --- FATE's box score as a table of the totals from `statistics`.


NOTE = marked(
    "A play canceled by a penalty counts only in the rows “Penalties marked off” and “Time of possession”. The time "
    "that a kickoff takes is credited to the receivers. A kick returned for a touchdown is measured from where it was "
    "fielded."
)


def box_score(observation: Observation[Any, Any], rows: Sequence[PlayRow]) -> Grid:
    """The box score: a row for each figure, a column for each side."""
    heads = ("", *(called.team(observation.names, side) for side in range(SIDES)))
    return Grid(_("Box score"), heads, tuple(map(tuple, box_rows(total_of(rows), SIDES))), note=_(NOTE))


# --- How a match of FATE ended, and which of its plays a replay marks, according to the rows of plays.


KICK_WORDS = (  # by what was declared
    *("", marked("Punt"), marked("Field goal"), marked("Kneel"), marked("Spike"), marked("Kickoff")),
    marked("Free kick"),
)


def told(names: Names) -> DrivesInWords:
    """The functions that put rows of plays into words, with the names of this match."""
    return DrivesInWords(names, play, lambda row: situation(names, row), quarter)


def quarter(n: int) -> str:
    """A quarter as a graph names it: Q1 to Q4, then OT."""
    return say("Q{number}", number=n) if n < OVERTIME else _("OT")


def play(row: PlayRow) -> str:
    """The name of a play: `Long against Blitz`, `Field goal`."""
    if row.declared:
        return _(KICK_WORDS[row.declared])
    call, against = called.play(row.call, row.overlay), called.defense(row.defense)
    return called.upper_first(say("{play} against {defense}", play=call, defense=against))


def situation(names: Names, row: PlayRow) -> str:
    """The situation before a play: `Fourth quarter, 1:30 left, Mudlarks, 3rd and 8 at the Mudlarks 40`."""
    time = say(
        "{quarter}, {time} left", quarter=called.upper_first(called.quarter(row.quarter)), time=called.time(row.clock)
    )
    where = f"{time}, {called.team(names, row.offense)}"
    if row.is_try or not row.down or not row.to_go or row.declared in (KICKOFF, FREE_KICK):
        return where
    down, at = ordinal(row.down), called.at_spot_of(names, row.offense, row.ball)
    return say("{where}, {down} and {to_go} {at}", where=where, down=down, to_go=row.to_go, at=at)
