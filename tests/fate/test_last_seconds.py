"""What `breakaway odds fate --situation` says of the last seconds of matches, worked out again from the rule book.

Nothing here calls the rules, the odds or the solver of the program: the tables are typed from the book, every line of
play is followed to the end of the match, and SciPy's linear programming solves each pair of calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from breakaway.games.fate.files import resolve
from breakaway.games.fate.lab.situation_odds import answer

CONFIG = resolve()[0]
CLOSE = 0.003  # of a chance: the file is packed

# --- The book's tables. A total of -4 to +4 is an index from 0 to 8.

WAYS = (1, 4, 10, 16, 19, 16, 10, 4, 1)  # of 81, FF-005
DEFENSES = ("run", "neutral", "pass", "prevent", "blitz")
PR = 99  # a Pass Rush
MATRIX = {  # FF-048, FF-058, FF-079
    "run inside": (-1, 0, 0, 0, 0),
    "run outside": (-1, 0, 0, 0, 0),
    "screen": (-1, 0, 1, 2, 2),
    "quick": (0, 0, -1, 0, 2),
    "short": (1, 0, 0, -1, PR),
    "long": (2, 0, 0, -2, PR),
}
DRAW, PLAY_ACTION = (1, 0, -1, -1, 2), (1, 0, -1, -2, PR)  # added to the row of the play, FF-G4
RUN = {
    "run inside": (
        (-1, 0, 1, 2, 3, 5, 7, 9, 0),
        (10, 11, 12, 13, 14, 16, 18, 20, 0),
        (20, 22, 25, 30, 35, 40, 45, 50, 60),
    ),
    "run outside": (
        (-7, -5, -1, 2, 4, 6, 8, 9, 0),
        (10, 12, 13, 14, 15, 16, 18, 20, 0),
        (22, 25, 30, 35, 40, 50, 60, 80, 100),
    ),
}
DIFFICULTY = {"quick": -1, "short": 0, "long": 1}
PASS = {
    "quick": ((1, 2, 3, 4, 5, 6, 8), (20, 22, 24, 25, 30, 40, 50, 80, 100)),
    "short": ((8, 10, 11, 13, 15, 16, 18), (22, 24, 25, 30, 40, 50, 60, 90, 100)),
    "long": ((20, 22, 25, 28, 30, 38, 45), (50, 52, 55, 58, 60, 65, 80, 95, 100)),
}
SACK = -7  # FF-G9
FIELD_GOALS = ((19, -3), (29, -2), (39, -1), (49, 0), (53, 1), (57, 2), (59, 3), (63, 4))  # up to these yards, FF-094
CALLS = (
    *((each, None) for each in MATRIX),
    ("run inside", DRAW),
    ("run outside", DRAW),
    ("short", PLAY_ACTION),
    ("long", PLAY_ACTION),
)


def clamped(total: int) -> int:
    """The index of a total (FF-049)."""
    return max(-4, min(4, total)) + 4


Ends = dict[tuple[str, int], Fraction]  # by what happened and the gain


def rolls() -> Iterator[tuple[int, Fraction]]:
    for total, ways in zip(range(-4, 5), WAYS, strict=True):
        yield total, Fraction(ways, 81)


def ran(kind: str, modifier: int) -> dict[int, Fraction]:
    """The gains of a run: +3 and +4 go on to Short Gain, and from there to Long Gain (FF-050 to FF-053, FF-G1)."""
    first, short, long = RUN[kind]
    found: dict[int, Fraction] = defaultdict(Fraction)
    for a, p in rolls():
        if clamped(a + modifier) < 7:
            found[first[clamped(a + modifier)]] += p
            continue
        for b, q in rolls():
            if b < 3:
                found[short[b + 4]] += p * q
                continue
            for c, r in rolls():
                found[long[c + 4]] += p * q * r
    return found


def caught(kind: str) -> dict[int, Fraction]:
    """The gains of a completed pass (FF-067 to FF-069)."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for a, p in rolls():
        if a < 3:
            found[PASS[kind][0][a + 4]] += p
            continue
        for b, q in rolls():
            found[PASS[kind][1][b + 4]] += p * q
    return found


def add(found: Ends, p: Fraction, what: str, gains: dict[int, Fraction]) -> None:
    for gain, q in gains.items():
        found[what, gain] += p * q


def rushed(found: Ends, kind: str, share: Fraction, modifier: int) -> None:
    """A Pass Rush (FF-070 to FF-077)."""
    for a, p in rolls():
        at = clamped(a + modifier) - 4
        if at <= -2:
            found["play", SACK] += share * p
        elif at == -1:
            add(found, share * p, "play", ran("run outside", 0))
        elif at <= 1:
            found["incomplete", 0] += share * p
        else:
            add(found, share * p, "play", caught(kind))


@cache
def ends(call: int, defense: int) -> Ends:
    """What a call leads to against a defense."""
    kind, overlay = CALLS[call]
    found: Ends = defaultdict(Fraction)
    modifier = MATRIX[kind][defense]
    if overlay is not None:
        modifier += overlay[defense]
    if modifier >= PR:
        rushed(found, kind, Fraction(1), 0)
        return found
    if kind in RUN:
        add(found, Fraction(1), "play", ran(kind, modifier))
        return found
    for a, p in rolls():
        at = clamped(a + modifier) - 4
        if kind == "screen":
            if at == -4:
                found["intercepted", 0] += p
            elif at == -3:
                found["incomplete", 0] += p
            else:
                add(found, p, "play", {max(1, at) * gain: q for gain, q in ran("run outside", 0).items()})
        elif a + modifier > DIFFICULTY[kind]:
            add(found, p, "play", caught(kind))
        elif a + modifier == DIFFICULTY[kind] and kind != "quick":
            rushed(found, kind, p, 1)
        else:
            found["incomplete", 0] += p
    return found


def test_the_calls_gain_what_the_book_says_in_the_mean() -> None:
    """Section 5 of the rules has these means; they guard the tables above against slips of the pen."""
    wanted = {
        0: (2.3526, 4.0220, 4.0220, 4.0220, 4.0220),
        1: (1.3543, 4.0804, 4.0804, 4.0804, 4.0804),
        2: (3.6270, 4.8864, 6.5991, 8.9164, 8.9164),
        3: (4.2040, 4.2040, 2.6065, 4.2040, 6.3901),
        4: (11.1437, 7.6062, 7.6062, 4.2030, 2.4843),
        5: (23.5785, 8.8832, 8.8832, 1.0662, 5.8077),
        8: (13.8559, 7.6062, 4.2030, 0.5054, 2.4843),
        9: (29.3269, 8.8832, 3.7151, 0.0000, 5.8077),
    }
    for call, means in wanted.items():
        for defense, mean in enumerate(means):
            got = sum(p * gain for (_what, gain), p in ends(call, defense).items())
            assert float(got) == pytest.approx(mean, abs=1e-4), (call, defense)
            assert sum(ends(call, defense).values()) == 1


# --- Kicks.


def from_kickoff() -> list[tuple[str, int, Fraction]]:
    """Where a kickoff from the own 35 ends: the receivers' yard line, their touchdown, or the kickers' ball."""
    found: list[tuple[str, int, Fraction]] = []
    for a, p in rolls():
        if a > 0:  # FF-008
            found.append(("caught", 20, p))
            continue
        start = {-4: 10, -3: 8, -2: 5, -1: 2, 0: 0}[a]
        for b, q in rolls():
            if b == -4:  # FF-010, FF-011
                kickers = Fraction(sum(WAYS[:4]), 81)
                found += [("caught", start + 5, p * q * (1 - kickers)), ("kept", 95 - start, p * q * kickers)]
            elif b == 4:
                found.append(("scored", 0, p * q))
            else:
                found.append(("caught", start + (8, 10, 15, 20, 30, 40, 50)[b + 3], p * q))
    return found


def from_punt(ball: int) -> list[tuple[str, int, Fraction]]:
    """Where a punt ends (FF-087 to FF-092, FF-G21, FF-G22)."""
    found: list[tuple[str, int, Fraction]] = []
    for a, p in rolls():
        start = 100 - (ball + 40 + 5 * a)
        if start <= 0:
            found.append(("caught", 20, p))
            continue
        for b, q in rolls():
            if b == -4:
                kickers = Fraction(sum(WAYS[:4]), 81)
                found += [("caught", start, p * q * (1 - kickers)), ("kept", 100 - start, p * q * kickers)]
            elif b == -3:
                found.append(("caught", start, p * q))
            else:
                back = start + (4, 6, 10, 15, 20, 30, 100)[b + 2]
                found.append(("scored", 0, p * q) if back >= 100 else ("caught", back, p * q))
    return found


def good(ball: int) -> float:
    """The chance of a field goal: the yards to the goal and 17 (FF-093 to FF-096); 0 if it is too far."""
    yards = 100 - ball + 17
    for most, least in FIELD_GOALS:
        if yards <= most:
            return sum(WAYS[least + 4 :]) / 81
    return 0.0


# --- The end of a match, for the side with the ball: `left` units of 15 seconds, its lead, its and the rival's time
# outs.


def value_of(grid: list[list[float]]) -> float:
    """The value of a game of calls, by linear programming."""
    from scipy.optimize import linprog

    game = np.array(grid)
    n, m = game.shape
    found = linprog(
        [*([0.0] * n), -1.0],
        A_ub=np.column_stack([-game.T, np.ones(m)]),
        b_ub=np.zeros(m),
        A_eq=[[*([1.0] * n), 0.0]],
        b_eq=[1.0],
        bounds=[*([(0.0, None)] * n), (None, None)],
    )
    return float(found.x[-1])


def over(lead: int) -> float:
    """A match that is over, or goes into an overtime that either side wins as often."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@cache
def two_points() -> float:
    """The chance of a two-point try from the 2 (FF-G19). Long needs more than 20 yards to the goal (FF-G11)."""
    calls = [i for i, (kind, _overlay) in enumerate(CALLS) if kind != "long"]
    return value_of(
        [[float(sum(p for (_w, gain), p in ends(i, j).items() if gain >= 2)) for j in range(5)] for i in calls]
    )


@cache
def kick_off(left: int, lead: int, mine: int, theirs: int) -> float:
    """For the side that kicks off."""
    if left <= 0:
        return over(lead)
    return sum(float(p) * x for x, p in after_kick(left, lead, mine, theirs, None))


def after_kick(left: int, lead: int, mine: int, theirs: int, ball: int | None) -> list[tuple[float, Fraction]]:
    """What follows a kickoff, or a punt from `ball`, for the side that kicks."""
    found = []
    for what, at, p in from_kickoff() if ball is None else from_punt(ball):
        if what == "scored":
            found.append((1 - a_try(left - 1, -lead + 6, theirs, mine), p))
        elif what == "kept":
            found.append((first_down(at, left - 1, lead, mine, theirs), p))
        else:
            found.append((1 - first_down(at, left - 1, -lead, theirs, mine), p))
    return found


@cache
def a_try(left: int, lead: int, mine: int, theirs: int) -> float:
    """For the side that has scored a touchdown: a kick of 18 or 19 yards (FF-095), or two points."""
    kick, two = 80 / 81, two_points()
    none, one, both = (kick_off(left, lead + more, mine, theirs) for more in (0, 1, 2))
    return max(kick * one + (1 - kick) * none, two * both + (1 - two) * none)


def first_down(ball: int, left: int, lead: int, mine: int, theirs: int) -> float:
    return down_at(1, ball, min(10, 100 - ball), left, lead, mine, theirs)


def at_end_of(
    play: str, gain: int, down: int, ball: int, to_go: int, left: int, lead: int, mine: int, theirs: int
) -> float:
    """After a play that has ended, with this much time left."""
    spot = ball + gain
    if play == "intercepted":  # at scrimmage (FF-G25)
        return 1 - first_down(100 - ball, left, -lead, theirs, mine)
    if spot >= 100:
        return a_try(left, lead + 6, mine, theirs)
    if spot <= 0:  # a safety, and a free kick from the own 20 (FF-G15, FF-G17)
        if left <= 0:
            return over(lead - 2)
        return sum(float(p) * x for x, p in after_kick(left, lead - 2, mine, theirs, 20))
    if gain >= to_go:
        return first_down(spot, left, lead, mine, theirs)
    if down == 4:
        return 1 - first_down(100 - spot, left, -lead, theirs, mine)
    return down_at(down + 1, spot, to_go - gain, left, lead, mine, theirs)


@cache
def after(
    play: str, gain: int, down: int, ball: int, to_go: int, left: int, lead: int, mine: int, theirs: int
) -> float:
    """After a play: an incompletion takes one unit, any other two, or one if a side takes a time out (FF-016, FF-021,
    FF-024). The side with the ball is asked first.
    """
    now = play, gain, down, ball, to_go
    if play == "incomplete":
        return at_end_of(*now, left - 1, lead, mine, theirs)
    value = at_end_of(*now, max(0, left - 2), lead, mine, theirs)
    if theirs:
        value = min(value, at_end_of(*now, left - 1, lead, mine, theirs - 1))
    return max(value, at_end_of(*now, left - 1, lead, mine - 1, theirs)) if mine else value


def calls(down: int, ball: int, to_go: int, left: int, lead: int, mine: int, theirs: int) -> float:
    """The value of a play from scrimmage."""
    grid = []
    for i, (kind, _overlay) in enumerate(CALLS):
        if kind == "long" and 100 - ball <= 20:
            continue
        grid.append(
            [
                sum(
                    float(p) * after(play, gain, down, ball, to_go, left, lead, mine, theirs)
                    for (play, gain), p in ends(i, j).items()
                )
                for j in range(5)
            ]
        )
    return value_of(grid)


def punt(ball: int, left: int, lead: int, mine: int, theirs: int) -> float:
    return sum(float(p) * x for x, p in after_kick(left, lead, mine, theirs, ball))


def field_goal(ball: int, left: int, lead: int, mine: int, theirs: int) -> float:
    """A kick takes one unit. After a miss, the rival is first and ten 7 yards back, or at its 20 (FF-G13)."""
    chance, back = good(ball), max(20, 100 - ball + 7)
    missed = 1 - first_down(min(99, back), left - 1, -lead, theirs, mine)
    return chance * kick_off(left - 1, lead + 3, mine, theirs) + (1 - chance) * missed


@cache
def down_at(down: int, ball: int, to_go: int, left: int, lead: int, mine: int, theirs: int) -> float:
    """The chance of winning before a down."""
    if left <= 0:
        return over(lead)
    now = left, lead, mine, theirs
    found = [calls(down, ball, to_go, *now), punt(ball, *now)]
    return max(found[0], found[1], field_goal(ball, *now)) if good(ball) else max(found)


# --- The command against this.


def said(text: str) -> dict[str, float]:
    """What the command says: the chance of winning, and of each declaration."""
    found = answer(text, CONFIG, True, as_json=True)
    assert isinstance(found, dict)
    return {"wins": float(found["wins"]), **{k: float(v) for k, v in found.get("declarations", {}).items()}}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "worked_out"),
    [
        ("1st and 10 at opp 10, 0:15 left, down 7", lambda: down_at(1, 90, 10, 1, -7, 0, 0)),
        ("2nd and 4 at opp 4, 0:15 left, down 8", lambda: down_at(2, 96, 4, 1, -8, 0, 0)),
        ("1st and 10 at own 40, 0:15 left, tied", lambda: down_at(1, 40, 10, 1, 0, 0, 0)),
        ("4th and 3 at opp 46, 0:15 left, down 1", lambda: down_at(4, 54, 3, 1, -1, 0, 0)),
        ("a try, 0:15 left, down 1, time outs 0-0", lambda: a_try(1, -1, 0, 0)),
        ("a kickoff, 0:30 left, up 2, time outs 0-0", lambda: kick_off(2, 2, 0, 0)),
        ("a free kick, 0:30 left, up 2, time outs 0-0", lambda: punt(20, 2, 2, 0, 0)),
        ("4th and 7 at opp 30, 0:30 left, down 2, time outs 0-0", lambda: down_at(4, 70, 7, 2, -2, 0, 0)),
        ("3rd and 10 at opp 45, 0:30 left, down 3, time outs 0-0", lambda: down_at(3, 55, 10, 2, -3, 0, 0)),
        ("1st and 10 at opp 40, 0:30 left, down 2, time outs 1-0", lambda: down_at(1, 60, 10, 2, -2, 1, 0)),
        ("4th and 10 at own 20, 0:45 left, up 3, time outs 0-0", lambda: down_at(4, 20, 10, 3, 3, 0, 0)),
        ("3rd and 8 at own 2, 0:30 left, up 2, time outs 0-1", lambda: down_at(3, 2, 8, 2, 2, 0, 1)),
    ],
)
def test_the_command_says_what_the_book_leads_to(text, worked_out) -> None:  # type: ignore[no-untyped-def]
    assert said(text)["wins"] == pytest.approx(worked_out(), abs=CLOSE)
