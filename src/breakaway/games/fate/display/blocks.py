"""FATE's log as blocks, one for each play, and the latest play as the page animates it."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import say
from breakaway.core.rules import Event
from breakaway.display.endings import turns_of
from breakaway.display.gridiron import percent, team_classes
from breakaway.display.match_page import DiceRoll, Motion, PlayBlock, TurnLog
from breakaway.games.fate.display import story
from breakaway.games.fate.display.result import PlayEvents, down_of, outcome, plays_of, yards_of
from breakaway.games.fate.display.svg import LINE
from breakaway.games.fate.rules import happened
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.rules.terms import GOAL, HURT_WHO, OPTION, RUN_OUTSIDE, WHISTLE
from breakaway.games.fate.rules.whistle import is_declared
from breakaway.games.fate.text import names as called

KICKS = (happened.PUNT_DECLARED, happened.FIELD_GOAL_DECLARED, happened.KICKED_OFF)


def blocks(observation: FateObservation, log: TurnLog) -> tuple[PlayBlock, ...]:
    """The match play by play, oldest first. A down that has only begun is not yet a play."""
    turn_of = turns_of(log)
    found = []
    for play in plays_of(log):
        found.append(_block(observation, play, max(turn_of[id(each)] for each in play.events)))
    return tuple(found)


def _block(observation: FateObservation, play: PlayEvents, turn: int) -> PlayBlock:
    """One play: its down, both calls, the yards, and every step with its rule."""
    events = play.events
    began = down_of(events)
    call = _call(events)
    lines = tuple(each for each in story.lines(observation, events) if each.kind != "head")
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
    if began.spot + began.to_go >= GOAL:
        return say("{team}, {down} & goal, {spot}", team=team, down=down, spot=called.spot(began.spot))
    spot = called.spot(began.spot)
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
    kicked = any(each.rule in KICKS for each in events)
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
