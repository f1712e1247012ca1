"""What came of each play on FATE's page: the result in words, its yards, and for whom it was good."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from breakaway.core.observation import NotNow, Refused
from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.display.match_page import orders
from breakaway.games.fate.display.log import PlayEvents, blocks, outcome, plays_of, yards_of
from breakaway.games.fate.display.page import PAGE
from breakaway.games.fate.rules import events
from breakaway.games.fate.rules.terms import FACEMASK, PLAY
from breakaway.games.fate.rules.umpire_rulings import FACEMASK_DEFENSE, FACEMASK_OFFENSE, GROUNDED
from breakaway.records.play_by_play import dated_in
from tests.boards.test_fate_page import a_match, asked


def told(rule: str, **numbers: int) -> Event:
    """An event with its numbers by name. The others are 0."""
    return Event(rule, EVERYONE, tuple(numbers.get(name, 0) for name in DECLARED[rule].fields))


@pytest.mark.slow
def test_the_yards_of_a_play_are_those_that_the_ball_moved_and_that_statistics_count() -> None:
    """Not those of the roll: contests (FF-102 to FF-104), screens (FF-083), the sideline (FF-G28), the goal line."""
    compared = 0
    for secret in (b"yards", b"more yards"):
        match = a_match(secret, advanced=True, sideline=True)
        log = list(asked(match, 1))[-1][1]
        rows = {turn: row for turn, row in dated_in(match) if row.declared == PLAY}
        for block in blocks(match.observation(0), log):
            row = rows.get(block.turn)
            if row is not None and block.gain:
                assert int(block.gain.replace("−", "-")) == row.gained, [line.text for line in block.lines]
                compared += 1
    assert compared > 60


RUN = (told(events.CALLS_SHOWN), told(events.RAN_INSIDE, yards=6))
MARKED_OFF = told(events.PENALTY_MARKED, seat=1)
OWN_44, OPPONENT_44 = told(events.DOWN_BEGAN, spot=44), told(events.DOWN_BEGAN, seat=1, spot=56)


@pytest.mark.parametrize(
    ("start", "more", "after", "gain"),
    [
        (40, [told(events.LOST_ON_DOWNS, spot=44)], OPPONENT_44, "+4"),
        (40, [told(events.FUMBLED_BY_FATE, live=1), told(events.FUMBLE_RECOVERED)], OWN_44, "+4"),
        (40, [told(events.FUMBLED_BY_FATE, live=1), told(events.FUMBLE_RECOVERED, seat=1)], OPPONENT_44, "+4"),
        (2, [told(events.SAFETY_SCORED, seat=1)], None, "−2"),
        (2, [told(events.FUMBLE_RECOVERED, seat=1), told(events.TOUCHDOWN_SCORED, seat=1)], None, "−2"),
        (23, [told(events.MARKED_FROM_END, seat=1), MARKED_OFF], OWN_44, "+21"),
        (40, [told(events.MARKED_FROM_SCRIMMAGE, seat=1), MARKED_OFF], None, ""),
        (40, [], None, ""),
        (None, [told(events.TRY_PLAYED)], None, ""),
    ],
)
def test_the_yards_of_a_play_end_where_the_ball_did_and_not_with_the_roll_for_6(
    start: int | None, more: list[Event], after: Event | None, gain: str
) -> None:
    """A contest takes 2 of 6 yards off (FF-102). A turnover on downs says where, and a fumble stays there (FF-G23).

    With 15 yards from the end of the play (FF-142), 6 yards are 21. Other penalties void the play (FF-G44).
    """
    began = [] if start is None else [told(events.DOWN_BEGAN, spot=start)]
    log = [(1, [*began, *RUN, *more, *([after] if after else [])])]
    (block,) = PAGE.scene(a_match(b"yards", rosters=False).observation(0), log).plays
    assert block.gain == gain


RETURNED = (events.KICKED_OFF, events.KICK_RETURNED_ALL_THE_WAY)
RULED = told(events.UMPIRE_RULED, seat=1, foul=FACEMASK)
TOUCHDOWN = told(events.TOUCHDOWN_SCORED)


@pytest.mark.parametrize(
    ("settled", "accepted", "gain", "result"),
    [
        ([OWN_44], [told(events.MARKED_FROM_END, seat=1), MARKED_OFF, told(events.DOWN_BEGAN, spot=61)], "+21", 1),
        ([OWN_44], [told(events.MARKED_FROM_SCRIMMAGE, seat=1), MARKED_OFF], "", 0),
        ([OWN_44], [OWN_44], "+4", 1),
        ([TOUCHDOWN], [told(events.MARKED_FROM_SCRIMMAGE, seat=1), MARKED_OFF], "", 0),
        ([TOUCHDOWN], [TOUCHDOWN], "+60", 1),
        ([told(events.LOST_ON_DOWNS, spot=44), OPPONENT_44], [MARKED_OFF], "", 0),
    ],
)
def test_what_came_of_a_play_before_the_umpire_ruled_on_it_no_longer_counts(
    settled: list[Event], accepted: list[Event], gain: str, result: int
) -> None:
    """FF-G45: a ruling puts the match back before the play was settled. Then it is settled anew."""
    log = [(1, [told(events.DOWN_BEGAN, spot=40), *RUN, *settled]), (1, [RULED]), (2, accepted)]
    scene = PAGE.scene(a_match(b"yards", rosters=False).observation(0), log)
    assert [(block.gain, block.good) for block in scene.plays] == [(gain, result)]


@pytest.mark.slow
def test_after_rulings_of_the_umpire_the_yards_of_all_plays_are_those_that_statistics_count() -> None:
    match, rng, ruled = a_match(b"ruled", rosters=False, advanced=True), random.Random(2), 0
    while not match.is_over():
        for seat in match.choosers():
            match.choose(seat, rng.choice(list(orders(match.observation(seat), []))))
        match.resolve()
        if rng.randrange(3) == 0:
            with suppress(NotNow, Refused):
                match.ruling(rng.choice((FACEMASK_OFFENSE, FACEMASK_DEFENSE, GROUNDED)))
                ruled += 1
    rows = {turn: row for turn, row in dated_in(match) if row.declared == PLAY}
    gains = [block for block in blocks(match.observation(0), match.log) if block.gain]
    found = [(int(block.gain.replace("−", "-")), rows[block.turn].gained) for block in gains if block.turn in rows]
    assert [pair for pair in found if pair[0] != pair[1]] == []
    assert ruled > 20
    assert len(found) > 20


@pytest.mark.slow
def test_a_touchdown_is_good_for_the_side_that_scores_it() -> None:
    """A fumble, an interception or a kick can be carried back for a touchdown of the side that did not play."""
    seen = set()
    for n in range(6):
        match = a_match(f"scored {n}".encode(), rosters=False, advanced=True)
        log = list(asked(match, n))[-1][1]
        for play in plays_of(log):
            scored = next((each.seat for each in play.events if each.rule == events.TOUCHDOWN_SCORED), None)
            if scored is not None:
                played = next((each.seat for each in play.events if each.rule == events.CALLS_SHOWN), -1)
                said = [outcome(match.observation(seat), play) for seat in (0, 1)]
                assert said[scored] == ("Touchdown!", 1)
                assert said[1 - scored] == ("Touchdown!", -1)
                seen.add(scored == played)
    assert seen == {True, False}


def test_a_penalty_before_a_score_does_not_say_where_the_try_began() -> None:
    """A kickoff is kicked again after a foul and returned all the way; then a try for two gains 3 yards."""
    again = [told(events.KICKED_OFF), told(events.PENALTY_MARKED, spot=30)]
    returned = [told(events.KICKED_OFF), told(events.TOUCHDOWN_SCORED)]
    shown = told(events.CALLS_SHOWN)
    a_try = [shown, told(events.RAN_INSIDE, yards=3), told(events.TRY_PLAYED)]
    plays = plays_of([(1, [*again, *returned, *a_try]), (2, [told(events.KICKED_OFF)])])
    assert next(yards_of(play) for play in plays if shown in play.events) is None


def test_a_lost_fumble_is_bad_and_a_play_that_a_penalty_cancels_is_nothing_for_anybody() -> None:
    observation = a_match(b"lost", rosters=False).observation(0)
    run = [
        told(events.DOWN_BEGAN, seat=0, spot=25),
        told(events.CALLS_SHOWN, seat=0),
        told(events.RAN_INSIDE, seat=0),
    ]
    lost = PlayEvents([*run, told(events.FUMBLE_RECOVERED, seat=1)], 25, told(events.DOWN_BEGAN, seat=1, spot=71))
    assert outcome(observation, lost) == ("Fumble lost", -1)
    kept = PlayEvents([*run, told(events.FUMBLE_RECOVERED, seat=0)], 25, told(events.DOWN_BEGAN, seat=0, spot=29))
    assert outcome(observation, kept) == ("Gain of 4 yards", 1)
    void = PlayEvents([*run, told(events.PENALTY_MARKED, seat=0, spot=20)], 25)
    assert outcome(observation, void) == ("", 0)
    again = PlayEvents([told(each) for each in (*RETURNED, events.PENALTY_MARKED)])
    assert outcome(observation, again) == ("", 0), "a kickoff is kicked again, however far it was returned"
    stands = PlayEvents([told(each) for each in (*RETURNED, events.TOUCHDOWN_SCORED)])
    assert outcome(observation, stands) == ("Touchdown!", 1)
