"""The race's board on a page: the course, the road and its riders, in every state that a race can be in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from breakaway.core.game import Names
from breakaway.core.observation import Observation
from breakaway.games.cycling.display.stage import stage
from breakaway.games.cycling.files.config import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.replacement import put_in_race_order
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import BY_REFEREE, FINISHED, GRADES, ON_TRACK, OVER, RACING
from tests.cycling.random_races import ridden

NAMES: Names = {
    "teams": ["Red", "Rouge", "Blue", "Black", "Green", "Grey", "Gold", "Golden", "Vert", "Violet", "Öre", "Đỏ"]
}
SIZES = ("width", "height", "r", "rx", "ry")


def at_the_start(teams: int = 6, profile: str = "postal") -> tuple[Race, RaceConfig]:
    """Before the line-ups: nobody is on the track yet."""
    config, _ = resolve(profile, teams)
    return GAME.start(config), config


def riding(squares: dict[int, int], teams: int = 6, profile: str = "postal", turn: int = 5) -> tuple[Race, RaceConfig]:
    """These riders (by number) on these squares, with cards 7, 5 and 3; nobody else is on the track."""
    s, config = at_the_start(teams, profile)
    s.phase, s.turn, s.field = RACING, turn, len(squares)
    for i, (rider, square) in enumerate(squares.items()):
        s.queue[i] = rider
        s.status[rider], s.square[rider] = ON_TRACK, square
        s.hand[rider], s.line_up[rider] = [7, 5, 3, 0], [7, 5, 3, 0]
    put_in_race_order(s)
    return s, config


def board(s: Race, config: RaceConfig, seat: int = 0) -> ElementTree.Element:
    """The stage of the match page as elements, without the namespace."""
    text = stage(Observation(GAME, s, config, seat, NAMES))
    return ElementTree.fromstring(f"<stage>{text}</stage>")


def size(value: str) -> float:
    return float(value.removesuffix("%"))


def faults(drawing: ElementTree.Element) -> Iterator[str]:
    """What no browser should have to draw: sizes below zero, numbers that are none, places outside the course."""
    for each in drawing.iter():
        for key, value in each.attrib.items():
            if re.search(r"nan|inf\b|e[+-]\d", value) and key not in ("class", "aria-label", "id", "aria-labelledby"):
                yield f"{each.tag} {key}={value}"
            if key in SIZES and size(value) < 0:
                yield f"{each.tag} {key}={value} is negative"
            if value.endswith("%") and not 0 <= size(value) <= 100:
                yield f"{each.tag} {key}={value} is outside"
        across = each.get("x", ""), each.get("width", "")
        if all(value.endswith("%") for value in across) and sum(map(size, across)) > 100:
            yield f"{each.tag} ends outside the course"


ALL = range(6 * GRADES)
STATES = {
    "before the line-ups": at_the_start(),
    "at the start": riding(dict.fromkeys(ALL, 0), turn=1),
    "across the first line": riding({rider: 40 + rider % 2 for rider in ALL}),
    "across the second line": riding({rider: 80 + rider % 2 for rider in ALL}),
    "before the finish": riding({rider: 118 + rider % 3 for rider in ALL}),
    "one far behind": riding({**dict.fromkeys(ALL, 110), 3: 1}),
    "one left": riding({7: 64}),
    "on a second lap": riding({rider: 35 + rider for rider in ALL}, profile="pursuit"),
    "more than a lap apart": riding({0: 90, 4: 41, 5: 3}, profile="pursuit"),
    "twelve teams at the start": riding(dict.fromkeys(range(48), 0), teams=12, turn=1),
    "twelve teams apart": riding({rider: 2 * rider + 1 for rider in range(48)}, teams=12),
    "blind": riding({rider: 30 + rider for rider in ALL}, profile="blind"),
    "blind at the start": riding(dict.fromkeys(ALL, 0), profile="blind", turn=1),
}


def withdrawn() -> tuple[Race, RaceConfig]:
    """Dropped riders far behind, and a team with nobody left."""
    s, config = riding({rider: 60 if rider % GRADES else 20 for rider in range(5 * GRADES)})
    for rider in range(0, 5 * GRADES, GRADES):
        s.dropped[rider] = BY_REFEREE
    return s, config


def through(beyond: int, left: dict[int, int] | None = None) -> tuple[Race, RaceConfig]:
    """Red's and Rouge's riders have just finished, so many squares beyond the line; `left` are still on the track."""
    s, config = riding(left or {})
    for rider in range(2 * GRADES):
        if rider not in (left or {}):
            s.status[rider], s.square[rider], s.played[rider] = FINISHED, 120 + beyond + rider % 3, 9
            s.place[rider] = rider + 1
    if not left:
        s.phase = OVER
    return s, config


STATES |= {
    "withdrawn riders": withdrawn(),
    "all past the finish": through(4),
    "all far past the finish": through(12),
    "some past the finish": through(1, {12: 119, 13: 120}),
}


@pytest.mark.parametrize("seat", [-1, 0, 5])
@pytest.mark.parametrize("state", STATES)
def test_every_size_is_positive_and_the_course_stays_in_its_frame(state: str, seat: int) -> None:
    assert list(faults(board(*STATES[state], seat))) == []


@pytest.mark.parametrize("seed", range(1, 7))
def test_random_races_are_drawn_without_a_fault_to_their_end(seed: int) -> None:
    config, turns = ridden(seed)
    for turn in turns:
        assert list(faults(board(turn.after, config, seed % config.teams))) == []


def frames(s: Race, config: RaceConfig) -> list[tuple[float, float]]:
    """The left and right edge of each frame on the course, in per cent."""
    found = [each for each in board(s, config).iter("rect") if each.get("class") == "seen"]
    return [(size(each.attrib["x"]), size(each.attrib["x"]) + size(each.attrib["width"])) for each in found]


def test_the_frame_on_the_course_holds_every_rider_also_beyond_the_finish() -> None:
    for s, config in (STATES["one far behind"], STATES["some past the finish"], STATES["all far past the finish"]):
        ((left, right),) = frames(s, config)
        dots = [size(each.attrib["cx"]) for each in board(s, config).iter("circle") if "dot" in each.attrib["class"]]
        assert dots
        assert all(left < dot < right for dot in dots)


def test_on_a_loop_the_frame_goes_on_behind_the_line_and_is_left_out_when_the_road_is_a_whole_lap() -> None:
    assert len(frames(*riding({0: 5, 1: 6}, profile="pursuit"))) == 1
    behind, before = frames(*riding({0: 39, 1: 42}, profile="pursuit"))
    assert behind[1] > 97 > behind[0] > 90
    assert before[0] < 3 < before[1] < behind[0]
    assert frames(*STATES["more than a lap apart"]) == []
