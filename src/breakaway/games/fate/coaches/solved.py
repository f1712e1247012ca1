"""The solved game in a few megabytes: chances of winning in every situation of the basic game, and what each call does.

The lab solves FATE football (`lab/solver.py`) and makes data/solved.bin (`lab/compress.py`). This module reads the file
in plain Python. It has no rules of its own: the outcomes of plays and kicks in the file come from the game's rules, and
tests compare what follows them here with the engine.

A part of the match has one table. For each moment (units left, time outs, lead) the table has a few numbers, and for
each situation (down, yard line, distance) a few others; the chance of winning is the sum of their products.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

from breakaway.core.state import json_of
from breakaway.games.fate.coaches.matrix_game import solved as solve_matrix
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.clock_and_downs import SAFETY_LINE
from breakaway.games.fate.rules.possession import LONG_PLAY
from breakaway.games.fate.rules.state import Fate, other

FILE = Path(__file__).parents[1] / "data" / "solved.bin"
FIRST_HALF, SECOND_HALF, OVERTIME = 1, 2, terms.OVERTIME  # periods
CAP = 25  # yards to go; longer distances count as this
YARDS = terms.GOAL - 1
ROWS = YARDS + 3 * YARDS * CAP  # first downs, then second to fourth downs with each distance
CALLS, DEFENSES = 10, 5
LONG_CALLS = (5, 9)
LONG_FROM = terms.GOAL - 20  # from this yard line on, Long is not allowed
STAGES = FIRST, AGAIN, SUDDEN, CHASE, AHEAD = range(5)  # of an overtime, see lab/overtime.py
LATE = {FIRST_HALF: 12, SECOND_HALF: 60}  # with more units left, nobody takes a time out
END = 12  # the last units of a half have a table of their own
STEP = 10_000  # the numbers of a moment are in ten-thousandths
MOST_KEPT = 512  # moments
TRY_AT, FREE_AT = terms.GOAL - 2, SAFETY_LINE


class GameMoment(NamedTuple):
    """The time and score, as the owner of the ball sees them."""

    period: int
    left: int  # units in the half, or in the overtime
    mine: int  # time outs
    theirs: int
    stage: int  # in the first half, 1 if the owner receives the second half's kickoff; in overtime, its stage
    lead: int

    def turned(self, stage: int) -> GameMoment:
        """The same moment as the rival sees it, with his `stage`."""
        return GameMoment(self.period, self.left, self.theirs, self.mine, stage, -self.lead)

    def later(self, left: int, mine: int = 0, theirs: int = 0) -> GameMoment:
        """The moment with this many units left, after time outs of both sides."""
        return self._replace(left=left, mine=self.mine - mine, theirs=self.theirs - theirs)


class PlayEnd(NamedTuple):
    """What a play does: yards gained, whether the ball is lost, and units of the clock."""

    gain: int
    lost: bool
    units: int


class NextPlace(NamedTuple):
    """What comes next: a down, or what follows a score. `mine`: whether the side that had the ball has it now."""

    kind: int
    mine: bool
    row: int = 0


DOWN, TRY, SAFETY, KICKOFF = range(4)


def row_of(down: int, ball: int, to_go: int) -> int:
    """The number of a down in the table."""
    if down == 1:
        return ball - 1
    return YARDS + ((down - 2) * YARDS + ball - 1) * CAP + min(CAP, to_go) - 1


def follows(down: int, ball: int, to_go: int, each: PlayEnd) -> NextPlace:
    """What follows an outcome of a play from scrimmage."""
    spot = ball + each.gain
    if each.lost:
        return NextPlace(DOWN, False, terms.GOAL - spot - 1)
    if spot >= terms.GOAL:
        return NextPlace(TRY, True)
    if spot <= 0:
        return NextPlace(SAFETY, True)
    if each.gain >= to_go:
        return NextPlace(DOWN, True, spot - 1)
    if down == 4:
        return NextPlace(DOWN, False, terms.GOAL - spot - 1)
    return NextPlace(DOWN, True, row_of(down + 1, spot, to_go - each.gain))


@dataclass
class SolvedPart:
    """The table of a part of the match. `data` is its numbers, packed; they are unpacked when they are first needed."""

    knots: list[int]  # units left for which there are numbers; between two, the chance changes along a straight line
    tools: int
    most: int  # leads; larger ones count as this
    rank: int
    scale: list[float]
    rows: bytes
    moments: bytes
    kicks: bytes

    @cached_property
    def of_rows(self) -> list[array[int]]:
        """The numbers of each situation."""
        flat = unpack(self.rows)
        count = len(flat) // self.rank
        return [flat[i::count] for i in range(count)]

    @cached_property
    def of_moments(self) -> array[int]:
        """The numbers of all moments: by number, tools, knot and lead."""
        return unpack(self.moments)

    @cached_property
    def of_kicks(self) -> array[int]:
        """The chances before a kickoff and a free kick, by kick, tools, knot and lead."""
        return unpack(self.kicks)

    @cached_property
    def between(self) -> dict[int, tuple[int, int, float]]:
        """For each number of units left, the knots before and after it, and how far it is on the way."""
        found = {}
        for left in range(self.knots[0], self.knots[-1] + 1):
            i = max(k for k in range(len(self.knots)) if self.knots[k] <= left)
            j = min(i + 1, len(self.knots) - 1)
            found[left] = (i, j, (left - self.knots[i]) / (self.knots[j] - self.knots[i]) if j > i else 0.0)
        return found

    def places(self, tools: int, left: int, lead: int) -> tuple[int, int, float]:
        """Where the numbers of a moment stand: at its two knots, and how far it is from the first to the second."""
        i, j, far = self.between[left]
        width = 2 * self.most + 1
        base, at = tools * len(self.knots), max(-self.most, min(self.most, lead)) + self.most
        return (base + i) * width + at, (base + j) * width + at, far

    @property
    def size(self) -> int:
        """How many moments there are."""
        return self.tools * len(self.knots) * (2 * self.most + 1)


def pack(numbers: Sequence[int]) -> bytes:
    """Packs whole numbers of 16 bits: the change from each to the next, low bytes first, compressed."""
    changes = array("H", ((after - before) % 65536 for before, after in zip([0, *numbers], numbers, strict=False)))
    raw = little(changes).tobytes()
    return zlib.compress(raw[0::2] + raw[1::2], 9)


def unpack(packed: bytes) -> array[int]:
    """The reverse of `pack`."""
    both = zlib.decompress(packed)
    raw = bytearray(len(both))
    raw[0::2], raw[1::2] = both[: len(both) // 2], both[len(both) // 2 :]
    sums = array("Q", accumulate(little(array("H", raw))))
    low = little(sums).tobytes()
    raw[0::2], raw[1::2] = low[0::8], low[1::8]
    return little(array("h", bytes(raw)))


def little(numbers: array[int]) -> array[int]:
    """The numbers with their low bytes first, as the file has them, on every machine."""
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


class Solved:
    """The solved basic game."""

    def __init__(self, header: dict[str, Any], parts: dict[str, SolvedPart]) -> None:
        self.parts = parts
        self.time_outs: int = header.get("time_outs", 3)  # that the tables tell apart; 0 if nobody takes any
        self.outcomes = [PlayEnd(gain, bool(lost), units) for gain, lost, units in header["outcomes"]]
        self.lists: list[tuple[list[int], list[float]]] = [(which, chance) for which, chance in header["lists"]]
        self.cells: list[list[int]] = header["cells"]  # by call and defense, a number in `lists`
        self.two: list[list[float]] = header["two"]
        self.one: float = header["one"]
        self.punts = [_ends(each) for each in header["punts"]]
        self.field_goals = [_ends(each) for each in header["field_goals"]]
        closed = [row for call, row in enumerate(self.two) if call not in LONG_CALLS]
        self.good, mix, self.two_stop, _gap = solve_matrix([x for row in closed for x in row], len(closed))
        it = iter(mix)
        self.two_mix = [0.0 if call in LONG_CALLS else next(it) for call in range(CALLS)]
        self._kept: dict[tuple[str, int, int, int], list[float]] = {}

    # --- The chance of winning for the owner of the ball.

    def part(self, m: GameMoment) -> tuple[SolvedPart, int, str]:
        """The table of a moment, the number of its tools there, and its name."""
        if m.period == OVERTIME:
            return self.parts["overtime"], (m.stage * 3 + min(2, m.mine)) * 3 + min(2, m.theirs), "overtime"
        name = "first" if m.period == FIRST_HALF else "second"
        if m.left > LATE[m.period]:
            return self.parts[name], m.stage, name
        name += "_end" if m.left <= END else "_late"
        most = self.time_outs
        return self.parts[name], ((most + 1) * m.stage + min(most, m.mine)) * (most + 1) + min(most, m.theirs), name

    def numbers(self, m: GameMoment) -> tuple[SolvedPart, list[float]]:
        """The numbers of a moment, scaled for those of situations."""
        part, tools, name = self.part(m)
        key = name, tools, m.left, m.lead
        found = self._kept.get(key)
        if found is None:
            i, j, far = part.places(tools, m.left, m.lead)
            size, all_ = part.size, part.of_moments
            low = all_[i::size]
            high = all_[j::size] if far else low
            found = [(a + far * (b - a)) * s for a, b, s in zip(low, high, part.scale, strict=True)]
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return part, found

    def before_down(self, row: int, m: GameMoment) -> float:
        """The chance of winning before a down, with that row in the table."""
        if m.left <= 0:
            return self.at_end(m)
        part, numbers = self.numbers(m)
        return within(sum(map(mul, part.of_rows[row], numbers)))

    def before_kick(self, free: bool, m: GameMoment) -> float:
        """The chance of winning for the side that kicks off or, after a safety, kicks free."""
        if m.left <= 0:
            return self.at_end(m)
        part, tools, _name = self.part(m)
        i, j, far = part.places(tools, m.left, m.lead)
        shift = part.size if free else 0
        low, high = part.of_kicks[shift + i], part.of_kicks[shift + j]
        return (low + far * (high - low)) / STEP

    def before_try(self, m: GameMoment) -> float:
        """The chance of winning before a try; the touchdown's points are in the lead."""
        return max(self.tries(m))

    def tries(self, m: GameMoment) -> tuple[float, float]:
        """What a kick after a touchdown is worth, and what a try for two."""
        none, one, two = (self.before_kick(False, m._replace(lead=m.lead + points)) for points in range(3))
        return self.one * one + (1 - self.one) * none, self.good * two + (1 - self.good) * none

    def at_end(self, m: GameMoment) -> float:
        """The chance of winning when the period is over."""
        if m.period == OVERTIME:
            return (0.5, 0.5, 0.5, 0.0, 1.0)[m.stage]
        if m.period == SECOND_HALF:
            return 1.0 if m.lead > 0 else 0.5 if m.lead == 0 else 0.0
        start = GameMoment(SECOND_HALF, 2 * terms.QUARTER, 3, 3, 0, -m.lead if m.stage else m.lead)
        kicks = self.before_kick(False, start)
        return 1.0 - kicks if m.stage else kicks

    # --- What follows a play or a kick, for the side that had the ball.

    def reached(self, place: NextPlace, m: GameMoment, kicked: int = 0) -> float:
        """The chance of winning at a place. `m` is the moment of the side that had the ball. `kicked`: whether a punt
        or a field goal (1) or a kickoff (2) led there.
        """
        if m.period == OVERTIME:
            return self.reached_in_overtime(place, m, kicked)
        stage = 1 - m.stage if m.period == FIRST_HALF else 0
        if place.kind == DOWN:
            return self.before_down(place.row, m) if place.mine else 1.0 - self.before_down(place.row, m.turned(stage))
        if place.kind == TRY:
            if place.mine:
                return self.before_try(m._replace(lead=m.lead + 6))
            return 1.0 - self.before_try(m._replace(lead=m.lead - 6).turned(stage))
        if place.kind == SAFETY:
            return self.before_kick(True, m._replace(lead=m.lead - 2))
        return self.before_kick(False, m._replace(lead=m.lead + 3))

    def reached_in_overtime(self, place: NextPlace, m: GameMoment, kicked: int) -> float:
        """The chance of winning at a place in overtime."""
        if place.kind in (TRY, SAFETY):
            return 1.0 if place.kind == TRY and place.mine else 0.0
        if place.kind == KICKOFF:
            if m.stage in (SUDDEN, AHEAD):
                return 1.0
            return self.before_kick(False, m._replace(stage=SUDDEN if m.stage == CHASE else AHEAD, lead=0))
        if place.mine:
            stage = m.stage
            if kicked == 1:
                if stage == CHASE:
                    return 0.0
                stage = AGAIN if stage == FIRST else stage
            elif kicked == 2:
                if stage == AHEAD:
                    return 1.0
                stage = SUDDEN
            return self.before_down(place.row, m._replace(stage=stage, lead=0))
        if m.stage == CHASE:
            return 0.0
        stage = SUDDEN
        if kicked == 2 and m.stage in (FIRST, AHEAD):
            stage = FIRST if m.stage == FIRST else CHASE
        return 1.0 - self.before_down(place.row, m._replace(lead=0).turned(stage))

    def long_play(self, m: GameMoment) -> tuple[int, bool]:
        """The units left after a play of two units, and whether a time out would save one."""
        quarter = terms.QUARTER if m.period != OVERTIME and m.left > terms.QUARTER else 0
        if m.left - quarter < LONG_PLAY or (m.period != OVERTIME and m.left == terms.TWO_MINUTES + 1):
            return m.left - 1, False
        return m.left - LONG_PLAY, True

    def counts_time_outs(self, m: GameMoment) -> bool:
        """Whether the tables say what a time out after a play at this moment is worth."""
        return m.period == OVERTIME or (self.time_outs > 0 and m.left - 1 <= LATE[m.period])

    def after(self, place: NextPlace, m: GameMoment, units: int) -> float:
        """The chance of winning after a play that led to a place and takes one or two units of the clock."""
        if units < LONG_PLAY:
            return self.reached(place, m.later(m.left - 1))
        left, matters = self.long_play(m)
        found = self.reached(place, m.later(left))
        if not matters or not self.counts_time_outs(m):
            return found
        mine = self.reached(place, m.later(m.left - 1, mine=1)) if m.mine else None
        theirs = self.reached(place, m.later(m.left - 1, theirs=1)) if m.theirs else None
        for mine_now in (False, True) if place.mine else (True, False):  # the side with the ball is asked first
            if mine_now and mine is not None:
                found = max(found, mine)
            if not mine_now and theirs is not None:
                found = min(found, theirs)
        return found

    def after_kick(self, ends: list[tuple[NextPlace, float]], m: GameMoment) -> float:
        """The chance of winning before a punt or a field goal with these ends."""
        later = m.later(m.left - 1)
        return sum(p * self.reached(place, later, 1) for place, p in ends)

    def grid(self, m: GameMoment, down: int, ball: int, to_go: int) -> list[list[float]]:
        """The chance of winning after each legal call against each defense; rows of closed calls are empty."""
        worth: dict[tuple[NextPlace, int], float] = {}
        each_worth = []
        for each in self.outcomes:
            key = follows(down, ball, to_go, each), each.units
            if key not in worth:
                worth[key] = self.after(*key[:1], m, each.units)
            each_worth.append(worth[key])
        lists = [sum(p * each_worth[o] for o, p in zip(which, chance, strict=True)) for which, chance in self.lists]
        closed = LONG_CALLS if ball >= LONG_FROM else ()
        return [[] if call in closed else [lists[i] for i in self.cells[call]] for call in range(CALLS)]

    def calls(self, m: GameMoment, down: int, ball: int, to_go: int) -> tuple[float, list[float], list[float]]:
        """The chance of winning if the offense makes a play, its best mix of calls, and the defense's."""
        grid = self.grid(m, down, ball, to_go)
        legal = [call for call in range(CALLS) if grid[call]]
        value, mix, stops, _gap = solve_matrix([x for call in legal for x in grid[call]], len(legal))
        p = [0.0] * CALLS
        for call, share in zip(legal, mix, strict=True):
            p[call] = share
        return value, p, stops

    def kicks(self, m: GameMoment, ball: int) -> dict[int, float]:
        """The chance of winning after a punt and, in range, a field goal, by declaration."""
        found = {terms.PUNT_IT: self.after_kick(self.punts[ball - 1], m)}
        if self.field_goals[ball - 1]:
            found[terms.KICK_IT] = self.after_kick(self.field_goals[ball - 1], m)
        return found


def within(chance: float) -> float:
    """The chance, or the nearest possible one."""
    return max(0.0, min(1.0, chance))


def _ends(listed: list[list[Any]]) -> list[tuple[NextPlace, float]]:
    return [(NextPlace(kind, bool(mine), row), p) for kind, mine, row, p in listed]


def moment(s: Fate) -> GameMoment:
    """The moment of a state, as the side with the ball (or the kicker) sees it."""
    mine, theirs, lead = (
        s.time_outs[s.offense],
        s.time_outs[other(s.offense)],
        s.score[s.offense] - s.score[other(s.offense)],
    )
    if s.quarter == terms.OVERTIME:
        return GameMoment(OVERTIME, max(1, min(terms.QUARTER, s.clock)), mine, theirs, stage_of(s, lead), 0)
    left = max(1, s.clock) + (terms.QUARTER if s.quarter % 2 else 0)
    if s.quarter <= 2:
        return GameMoment(FIRST_HALF, left, mine, theirs, int(s.offense == s.opening_kicker), lead)
    return GameMoment(SECOND_HALF, left, mine, theirs, 0, lead)


def stage_of(s: Fate, lead: int) -> int:
    """The stage of an overtime for the side with the ball."""
    if s.had_ball[other(s.offense)] == 1:
        return CHASE if lead < 0 else SUDDEN
    if s.had_ball[s.offense] == 1:
        return AHEAD if lead > 0 else AGAIN
    return FIRST


# --- The file.


def write(header: dict[str, Any], parts: dict[str, SolvedPart]) -> bytes:
    """The contents of the file."""
    blocks = []
    listed = {}
    for name, part in parts.items():
        listed[name] = {
            "knots": part.knots,
            "tools": part.tools,
            "most": part.most,
            "rank": part.rank,
            "scale": part.scale,
            "sizes": [len(part.rows), len(part.moments), len(part.kicks)],
        }
        blocks += [part.rows, part.moments, part.kicks]
    head = zlib.compress(json.dumps({**header, "parts": listed}, separators=(",", ":")).encode(), 9)
    return len(head).to_bytes(4, "little") + head + b"".join(blocks)


def read(raw: bytes) -> Solved:
    """Reads the contents of the file."""
    at = 4 + int.from_bytes(raw[:4], "little")
    header = json_of(zlib.decompress(raw[4:at]))
    parts = {}
    for name, each in header.pop("parts").items():
        blocks = []
        for size in each.pop("sizes"):
            blocks.append(raw[at : at + size])
            at += size
        parts[name] = SolvedPart(**each, rows=blocks[0], moments=blocks[1], kicks=blocks[2])
    return Solved(header, parts)


@cache
def shipped() -> Solved:
    """The solved game that comes with the program."""
    return read(FILE.read_bytes())
