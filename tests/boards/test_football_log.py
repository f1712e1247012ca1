"""The log and the motion of football's page: plays by hand, from both seats, and each play of a match once."""

from __future__ import annotations

from typing import Any

import pytest

from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.display.match_page import Motion, PlayBlock
from breakaway.games.football.display import log as football_log
from breakaway.games.football.display.motion import motion, percent
from breakaway.games.football.display.page import PAGE
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.terms import CHALLENGE

from ..football.matches import new_match, play
from .test_football_table import MEDIUM, SPECTATOR, seen

ZONE, MAN = 0, 1  # types of defense in the book's order


def told(rule: str, **numbers: int) -> Event:
    """An event with its numbers by name."""
    return Event(rule, EVERYONE, tuple(numbers[name] for name in DECLARED[rule].fields))


def drive(seat: int, line: int) -> Event:
    return told(happened.DRIVE_BEGAN, seat=seat, line=line)


def calls(seat: int, strength: int = 6, against: int = 4, play: int = MEDIUM) -> list[Event]:
    """Both calls of a Medium pass, and their base gain."""
    kind = seen(0).config.play_type[seat][play]
    return [
        told(happened.PLAY_SHOWN, seat=seat, play=play, type=kind, strength=strength),
        told(happened.DEFENSE_SHOWN, seat=1 - seat, type=MAN, strength=against, spied=0),
        told(happened.BASE_FOUND, strength=strength, against=against, base=strength - against, extra=0),
        told(happened.CARD_DRAWN, card=0),
    ]


def moved(seat: int, lines: int, line: int) -> Event:
    return told(happened.BALL_MOVED, seat=seat, lines=lines, line=line)


def reaches(seat: int, marker: int) -> Event:
    return told(happened.MARKER_REACHED, seat=seat, marker=marker)


FIRST_DOWN = [drive(0, 8), *calls(0), moved(0, 2, 10), reaches(0, 16)]


def shown(events: list[Event], seat: int = 0) -> PlayBlock:
    """The last play of a match in which so much has happened."""
    at = seen(seat)
    return football_log.shown(at, football_log.blocks(at, [(1, events)])[-1])


def moves(events: list[Event], seat: int = 0, **given: Any) -> Motion:
    at = seen(seat, **given)
    found = motion(at, football_log.blocks(at, [(5, events)]))
    assert found is not None
    return found


# --- the log


def test_a_play_says_where_it_began_what_met_what_and_what_came_of_it() -> None:
    """BF-025, BF-028, BF-117: 6 minus 4 is two lines of five yards."""
    found = shown(FIRST_DOWN)
    assert found.where == "Lightning, 1st & 2, own 40"
    assert found.title.startswith("Medium 6 vs. ")
    assert found.title.endswith(" 4")
    assert (found.gain, found.kind) == ("+10", "pass")
    assert found.lines[0].text.startswith("6 − 4 = 2.")
    assert {"BF-022", "BF-024", "BF-025", "BF-028"} <= {why.rule for line in found.lines for why in line.whys}


@pytest.mark.parametrize(
    ("events", "gain", "good"),
    [
        ([*calls(0), moved(0, 2, 10)], "+10", 1),
        ([*calls(0, 2, 4), moved(0, -1, 7)], "−5", -1),
        ([*calls(0), told(happened.PASS_INCOMPLETE, seat=0, low=0), moved(0, 0, 8)], "0", 0),
        ([*calls(0), told(happened.PASS_INTERCEPTED, seat=0, lines=2), drive(1, 10)], "", -1),
        ([*calls(0), moved(0, 12, 20), told(happened.TOUCHDOWN_SCORED, seat=0)], "+60", 1),
        ([*calls(0, 1, 4), moved(0, -8, 0), told(happened.SAFETY_SCORED, seat=1)], "−40", -1),
        ([told(happened.FIELD_GOAL_TRIED, seat=0, distance=7), told(happened.FIELD_GOAL_SCORED, seat=0)], "", 1),
        (
            [told(happened.FIELD_GOAL_TRIED, seat=0, distance=7), told(happened.FIELD_GOAL_MISSED, seat=0, line=10)],
            "",
            -1,
        ),
        ([told(happened.PUNT_CALLED, seat=0), drive(1, 4)], "", 0),
        ([told(happened.KNELT, seat=0), moved(0, -1, 7)], "−5", -1),
    ],
)
def test_a_gain_has_its_sign_and_is_good_for_one_side_and_bad_for_the_other(
    events: list[Event], gain: str, good: int
) -> None:
    """BF-028, BF-122, BF-132, BF-136: the gain is the offense's, the color is the reader's."""
    events = [drive(0, 8), *events]
    assert [shown(events, seat).gain for seat in (0, 1, SPECTATOR)] == [gain] * 3
    assert [shown(events, seat).good for seat in (0, 1, SPECTATOR)] == [good, -good, 0]


def test_an_extra_point_is_a_play_of_its_own_after_the_touchdown() -> None:
    """BF-122, BF-124."""
    events = [drive(0, 8), *calls(0), moved(0, 12, 20), told(happened.TOUCHDOWN_SCORED, seat=0)]
    events.append(told(happened.EXTRA_POINT_KICKED, seat=0, points=1, value=5))
    found = football_log.blocks(seen(0), [(1, events)])
    titles = [football_log.title(seen(0), each) for each in found]
    assert titles[-1] == "Extra point"
    assert found[-1].after == (7, 0)
    assert found[-2].after == (6, 0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("sheets", [(), (1,)])
def test_each_play_of_a_match_is_told_once_and_in_order(sheets: tuple[int, ...]) -> None:
    match = new_match(sheets=sheets)
    play(match, 80, 4)
    at = match.observation(0)
    log = [(number, at.told(events)) for number, events in match.log]
    found = football_log.blocks(at, log)
    flat = [each for block in found for each in block.events]
    assert sorted(flat) == sorted(each for _number, events in log for each in events)
    openers = [each for _number, events in log for each in events if each.rule in happened.PLAYS]
    assert [block.opener for block in found if block.opener] == openers
    assert [block.turn for block in found] == sorted(block.turn for block in found)


def test_a_play_shows_up_in_the_replay_after_the_turn_that_settled_it() -> None:
    at = seen(0)
    lined_up = [told(happened.OFFENSE_LINED_UP, seat=0, formation=2)]
    log = [(1, [drive(0, 8)]), (2, lined_up), (3, calls(0)), (4, [moved(0, 2, 10), reaches(0, 16)]), (5, lined_up)]
    assert football_log.shown(at, football_log.blocks(at, log)[-1]).turn == 4


# --- the motion


@pytest.mark.parametrize(
    ("seat", "line", "at"), [(0, 0, 8.333), (0, 20, 91.667), (0, 10, 50), (1, 7, 62.5), (1, 20, 8.333)]
)
def test_a_line_lies_on_the_stage_where_the_field_draws_it(seat: int, line: int, at: float) -> None:
    """An end zone is a twelfth of the field, and home's goal is at the left."""
    assert percent(seat, line) == at


def test_a_pass_flies_from_its_line_to_its_end_with_cards_numbers_and_banner() -> None:
    found = moves(FIRST_DOWN)
    assert (found.start, found.end, found.flies) == (41.667, 50, True)
    assert found.sums == ("6", "−", "4", "=", "2")
    assert (found.faces[0].title, found.faces[0].value) == ("Medium", "6")
    assert found.faces[0].back == "Shotgun"
    assert found.faces[1].value == "4"
    assert found.last is not None
    assert found.banner == "Gain of 10. First down!"
    assert found.good == 1


@pytest.mark.parametrize(
    ("events", "start", "end", "flies", "banner"),
    [
        ([drive(1, 7), *calls(1, play=0), moved(1, -1, 6)], 62.5, 66.667, False, "Loss of 5."),
        ([drive(0, 8), told(happened.KNELT, seat=0), moved(0, -1, 7)], 41.667, 37.5, False, "Loss of 5."),
        (
            [drive(0, 8), *calls(0), moved(0, 12, 20), told(happened.TOUCHDOWN_SCORED, seat=0)],
            *(41.667, 95.833, True, "Touchdown Lightning!"),
        ),
        (
            [told(happened.KICKOFF_RETURNED, seat=1, card=0, corner=0), drive(1, 5)],
            *(37.5, 70.833, True, "Fire starts at its own 25."),
        ),
        (
            [drive(0, 8), told(happened.PUNT_CALLED, seat=0), drive(1, 4)],
            41.667,
            75,
            True,
            "Fire starts at its own 20.",
        ),
        (
            [
                drive(0, 14),
                told(happened.FIELD_GOAL_TRIED, seat=0, distance=6),
                told(happened.FIELD_GOAL_SCORED, seat=0),
            ],
            *(66.667, 97.917, True, "Field goal Lightning!"),
        ),
        (
            [drive(0, 8), *calls(0), told(happened.PASS_INTERCEPTED, seat=0, lines=2), drive(1, 8)],
            *(41.667, 58.333, True, "Intercepted!"),
        ),
        (
            [drive(0, 8), *calls(0), told(happened.PASS_INCOMPLETE, seat=0, low=0), moved(0, 0, 8)],
            *(41.667, 41.667, True, "Incomplete."),
        ),
    ],
)
def test_every_kind_of_play_shows_where_the_ball_went(
    events: list[Event], start: float, end: float, flies: bool, banner: str
) -> None:
    found = moves(events)
    assert (found.start, found.end, found.flies, found.banner) == (start, end, flies, banner)


def test_a_turn_shows_its_first_play_and_names_what_else_scored() -> None:
    """A sheet kicks on fourth down in the same turn."""
    events = [drive(1, 12), *calls(1), moved(1, 1, 13), told(happened.FIELD_GOAL_TRIED, seat=1, distance=8)]
    events.append(told(happened.FIELD_GOAL_SCORED, seat=1))
    found = moves(events)
    assert found.banner == "Gain of 5. Field goal Fire!"
    assert len(found.faces) == 2


def test_while_a_question_is_open_no_play_is_shown() -> None:
    """BF-056: the cards lie open on the table until the flag is thrown or not."""
    at = seen(0, phase=CHALLENGE, game_day=0)
    assert motion(at, football_log.blocks(at, [(5, [drive(0, 8), *calls(0)])])) is None


@pytest.mark.slow
@pytest.mark.parametrize("sheets", [(), (1,)])
def test_each_settled_play_has_a_name_of_its_own_that_a_reload_keeps(sheets: tuple[int, ...]) -> None:
    match, names = new_match(sheets=sheets), dict[str, Motion]()
    for turn in range(40):
        play(match, 1, turn)
        at = match.observation(0)
        log = [(number, at.told(events)) for number, events in match.log]
        found = PAGE.scene(at, log).motion
        assert found == PAGE.scene(match.observation(0), log).motion
        if found:
            assert names.setdefault(found.play, found) == found
    assert len(names) > 8
    assert all(each.banner for each in names.values())
