"""What came of each play: the result in a few words, and the yards that it gained."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from breakaway.core.language import _, many, marked
from breakaway.core.rules import Event
from breakaway.display.match_page import TurnLog
from breakaway.games.fate.display.story import PLAYS, groups
from breakaway.games.fate.rules import happened, terms
from breakaway.games.fate.rules.contract import side_of
from breakaway.games.fate.rules.state import FateObservation

SCORED = (happened.TOUCHDOWN_SCORED, happened.KICK_RETURNED_ALL_THE_WAY, happened.SAFETY_SCORED)
ENDINGS = (
    ((happened.TOUCHDOWN_SCORED, happened.KICK_RETURNED_ALL_THE_WAY), marked("Touchdown!"), 1),
    ((happened.FIELD_GOAL_GOOD,), marked("The field goal is good"), 1),
    ((happened.SAFETY_SCORED,), marked("Safety!"), -1),
    (
        (happened.SCREEN_PICKED, happened.ANY_PASS_PICKED, happened.DEEP_PASS_PICKED, happened.TIPPED_PASS_PICKED),
        marked("Intercepted!"),
        -1,
    ),
    ((happened.LOST_ON_DOWNS,), marked("Turned over on downs"), -1),
    ((happened.SACKED_BY_RUSH,), marked("Sacked"), -1),
    (
        (happened.PASS_INCOMPLETE, happened.RUSH_INCOMPLETE, happened.QUICK_PASS_TIED),
        marked("Incomplete"),
        -1,
    ),
)
SETTLED = (happened.TOUCHDOWN_SCORED, happened.SAFETY_SCORED, happened.LOST_ON_DOWNS)  # told once penalties are settled
GAINS = (happened.RAN_INSIDE, happened.RAN_OUTSIDE, happened.PASS_CAUGHT)
# Penalties after which the play still counts.
STANDS = {happened.MARKED_FROM_END, happened.MARKED_FROM_RETURN, happened.DOWN_COUNTED}


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
        return [each for i, each in enumerate(self.events) if i >= ruled or each.rule not in SETTLED]


def plays_of(log: TurnLog) -> list[PlayEvents]:
    """The match play by play. A down that has only begun is not yet a play."""
    found, marked_to = list[PlayEvents](), None
    for events, after in pairwise([*groups(log), []]):
        down, following = down_of(events), down_of(after)
        start = down.spot if down else marked_to
        if any(one.rule != happened.DOWN_BEGAN for one in events):
            found.append(PlayEvents(events, start, following))
        marks = [one.spot for one in events if one.rule == happened.PENALTY_MARKED]
        goes_on = marks and not any(one.rule in SCORED for one in events)
        marked_to = marks[-1] if goes_on else None  # a down that is replayed is not announced again
    return found


def down_of(events: Sequence[Event]) -> Event | None:
    """The event that announces a play's down. None for kickoffs, tries and replayed downs."""
    return next((each for each in events if each.rule == happened.DOWN_BEGAN), None)


def yards_of(play: PlayEvents) -> int | None:
    """The yards that a play gained, from where it began to where it ended.

    None if the play had no roll for yards, does not count or is not over, and for tries: no event says where they end.
    """
    first = next((each for each in play.standing if each.rule in (*GAINS, *SCORED)), None)
    if first is None or first.rule in SCORED or play.start is None:  # after a score comes the try
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
    return happened.PENALTY_MARKED in told and not STANDS.union(SETTLED) & told


def outcome(observation: FateObservation, play: PlayEvents) -> tuple[str, int]:
    """The result of a play in a few words, and whether it was good (1), bad (-1) or neither (0) for the viewer."""
    events, gained = play.standing, yards_of(play)
    side = next((each.seat for each in events if each.rule in PLAYS), -1)
    viewer = side if observation.seat < 0 else side_of(observation.config, observation.seat)
    good = 1 if side in (-1, viewer) else -1
    if is_void(play):
        return "", 0
    for rules, text, sign in ENDINGS:
        ended = next((each for each in events if each.rule in rules), None)
        if ended and ended.rule in SCORED:  # a return can score for the side that did not play
            return _(text), 1 if viewer in (-1, ended.seat) else -1
        if ended:
            return _(text), good * sign
    if any(each.rule == happened.FUMBLE_RECOVERED and each.seat != side for each in events) and side >= 0:
        return _("Fumble lost"), -good
    if gained is None:
        return "", 0
    if gained == 0:
        return _("No gain"), -good
    if gained < 0:
        return many("Loss of {n} yard", "Loss of {n} yards", -gained), -good
    return many("Gain of {n} yard", "Gain of {n} yards", gained), good
