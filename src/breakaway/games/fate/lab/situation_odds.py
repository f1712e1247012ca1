"""Answers `breakaway odds fate --situation`: the chance of winning, both best mixes, and what each call gives away."""

from __future__ import annotations

import re
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.display.document import Grid, Line, Part
from breakaway.games.fate.coaches.solved import CALLS, DEFENSES, GameMoment, Solved, moment, shipped
from breakaway.games.fate.game import ball_of, clock_of
from breakaway.games.fate.lab.words import answer_name, call_name, defense_name
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.possession import TO_GAIN
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.text.names import spot
from breakaway.games.words import ordinal
from breakaway.testing.cases import BadCase

# --- Reads a situation such as `2nd and 7 at own 40, 3:15 left, down 4`.


EXAMPLE = "2nd and 7 at own 40, 3:15 left, down 4"
KNOWN = (
    f"write it as in '{EXAMPLE}'. You can add: 'in the 2nd quarter' or 'in overtime', 'time outs 2-1' (the offense's "
    "first), 'receives the second half'. In place of the down: 'a kickoff', 'a free kick', 'a try'"
)
NUMBERS = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "first": 1, "second": 2, "third": 3, "fourth": 4}
KICKED = {"a kickoff": (terms.KICK_SPOT, terms.KICKOFF, 35), "a free kick": (terms.PUNT, terms.FREE_KICK, 20)}


def read(text: str, config: FateConfig) -> Fate:
    """The state that a typed situation describes. The offense is side 0. Raises BadData.

    Without a quarter, the clock is that of the fourth; without time outs, both sides have all of them.
    """
    s = interface.start(config)
    s.quarter, s.opening_kicker, s.phase, s.declared = terms.QUARTERS, 1, terms.CALL, terms.PLAY
    s.ball, s.down, s.marker = 25, 1, 35
    given_time_outs = False
    for i, part in enumerate(text.casefold().split(",")):
        words = " ".join(part.split())
        if i == 0:
            first(words, s)
        elif found := re.fullmatch(r"(\d+:\d\d) left(?: (in .+))?", words):
            s.clock = clock(found[1])
            if found[2]:
                s.quarter = quarter(found[2])
        elif words.startswith("in "):
            s.quarter = quarter(words)
        elif found := re.fullmatch(r"(up|ahead|leading by|down|behind|trailing by) (?:by )?(\d{1,2})", words):
            s.score[0 if found[1] in ("up", "ahead", "leading by") else 1] = int(found[2])
        elif found := re.fullmatch(r"time outs (\d)[-:](\d)", words):
            s.time_outs, given_time_outs = [int(found[1]), int(found[2])], True
        elif words == "receives the second half":
            s.opening_kicker = 0
        elif words not in ("tied", "level"):
            raise BadData(f"--situation: {part.strip()[:40]!r} is not understood; {KNOWN}")
    most = 2 if s.quarter == terms.OVERTIME else 3
    if not given_time_outs:
        s.time_outs = [most, most]
    if max(s.time_outs) > most:
        raise BadData(f"--situation: a side has at most {most} time outs then")
    if s.quarter == terms.OVERTIME:
        overtime(s)
    return s


def first(words: str, s: Fate) -> None:
    """Reads what comes next: a down, a kick or a try. Raises BadData."""
    if words in KICKED:
        s.phase, s.declared, s.ball = KICKED[words]
        s.marker = terms.GOAL
        return
    if words == "a try":
        s.phase, s.ball, s.marker = terms.TRY, terms.GOAL - 2, terms.GOAL
        return
    found = re.fullmatch(r"(1st|2nd|3rd|4th|first|second|third|fourth) (?:and|&) (goal|\d+) (?:at|on) (.+)", words)
    if not found:
        raise BadData(f"--situation: the down {words[:40]!r} is not understood; {KNOWN}")
    try:
        s.ball = ball_of(found[3])
    except BadCase as error:
        raise BadData(f"--situation: {error}") from None
    s.down, left = NUMBERS[found[1]], terms.GOAL - s.ball
    to_go = left if found[2] == "goal" else int(found[2])
    if not 1 <= to_go <= left:
        raise BadData(f"--situation: expected 1 to {left} yards to go at {spot(s.ball)}, not {to_go}")
    if s.down == 1 and to_go != min(TO_GAIN, left):
        raise BadData(f"--situation: first down at {spot(s.ball)} has {min(TO_GAIN, left)} to go, not {to_go}")
    s.marker = s.ball + to_go


def clock(text: str) -> int:
    """The units of a time such as 3:15. Raises BadData."""
    try:
        return clock_of(text)
    except BadCase as error:
        raise BadData(f"--situation: {error}") from None


def quarter(words: str) -> int:
    """The quarter named by words such as `in the 2nd quarter`. Raises BadData."""
    if words == "in overtime":
        return terms.OVERTIME
    found = re.fullmatch(r"in the (\w+) quarter", words)
    if not found or found[1] not in NUMBERS:
        raise BadData(f"--situation: {words!r} names no quarter; write 'in the 2nd quarter' or 'in overtime'")
    return NUMBERS[found[1]]


def overtime(s: Fate) -> None:
    """Sets who has had the ball in overtime, by the lead: level, 3 ahead or 3 behind. Raises BadData.

    Level, the offense is the first to have the ball. A kickoff with a lead follows the field goal of the first.
    """
    lead = s.score[0] - s.score[1]
    if lead == -3:
        s.had_ball[1] = 1
    elif lead == 3 and s.phase == terms.KICK_SPOT:
        s.had_ball[0] = 1
    elif lead != 0:
        raise BadData("--situation: in overtime, the sides are level, or the offense is down 3, or kicks off up 3")


# --- The answer.


def answer(text: str, config: FateConfig, usual: bool, as_json: bool) -> list[Part] | dict[str, Any]:
    """The chance of winning, both mixes and what each call gives away, as parts of a document or as data.

    `usual`: whether the match is the basic game without house rules, which alone is solved. Raises BadData.
    """
    if not usual:
        raise BadData("--situation: only the basic game without house rules is solved; leave out --option and --teams")
    s, found = read(text, config), shipped()
    if s.phase != terms.CALL:
        return before_kick(s, found, as_json)
    m, to_go = moment(s), s.marker - s.ball
    grid = found.grid(m, s.down, s.ball, to_go)
    play, mix, stops = found.calls(m, s.down, s.ball, to_go)
    options = {terms.PLAY: play, **found.kicks(m, s.ball)}
    value = max(options.values())
    legal = [call for call in range(CALLS) if grid[call]]
    attack = {call: play - sum(q * x for q, x in zip(stops, grid[call], strict=True)) for call in legal}
    defend = {stop: sum(mix[call] * grid[call][stop] for call in legal) - play for stop in range(DEFENSES)}
    worth = {side: of_time_out(found, s, m, side, value) for side in (0, 1)}
    if as_json:
        return {
            "situation": text,
            "wins": round(value, 4),
            "declarations": {DECLARED[code]: round(x, 4) for code, x in options.items()},
            "offense": {call_name(call): shares(mix[call], attack[call]) for call in legal},
            "defense": {defense_name(stop): shares(stops[stop], defend[stop]) for stop in range(DEFENSES)},
            "time_out": {name: round(x, 4) for name, x in zip(("mine", "theirs"), worth.values(), strict=True)},
        }
    named = f"{ordinal(s.down)} and {to_go} at {spot(s.ball)}"
    best = max(options, key=lambda code: options[code])
    parts: list[Part] = [
        Line(f"{named}: if both sides play as well as they can, the offense wins {of_100(value)} of 100."),
        Line(", ".join(f"{answer_name(terms.DECLARE, code)} {of_100(x)}" for code, x in options.items()), "  "),
        Line(f"Best: {answer_name(terms.DECLARE, best)}.", "  "),
        Line(),
        Grid(
            "Wins, of 100, after each call",
            ["", *(defense_name(stop) for stop in range(DEFENSES)), "calls it", "gives away"],
            [[call_name(call), *map(of_100, grid[call]), percent(mix[call]), of_100(attack[call])] for call in legal]
            + [
                ["calls it", *(percent(each) for each in stops)],
                ["gives away", *(of_100(defend[stop]) for stop in range(DEFENSES))],
            ],
        ),
        Line(),
        Line(f"A time out is worth {of_100(worth[0])} of 100 to the offense and {of_100(worth[1])} to the defense."),
    ]
    return parts


DECLARED = {terms.PLAY: "play", terms.PUNT_IT: "punt", terms.KICK_IT: "field goal"}


def before_kick(s: Fate, found: Solved, as_json: bool) -> list[Part] | dict[str, Any]:
    """The chance of winning before a kick or a try."""
    m = moment(s)
    if s.phase != terms.TRY:
        value = found.before_kick(s.phase == terms.PUNT, m)
        if as_json:
            return {"wins": round(value, 4)}
        return [Line(f"If both sides play as well as they can, the kickers win {of_100(value)} of 100.")]
    kick, two = found.tries(m)
    if as_json:
        return {"wins": round(max(kick, two), 4), "kick": round(kick, 4), "two": round(two, 4)}
    return [Line(f"The kick for one point wins {of_100(kick)} of 100, the try for two {of_100(two)}.")]


def of_time_out(found: Solved, s: Fate, m: GameMoment, side: int, value: float) -> float:
    """What a side's next time out is worth to it: how much less it would win with one fewer; 0 if it has none."""
    if (m.theirs if side else m.mine) == 0:
        return 0.0
    without = m.later(m.left, mine=1 - side, theirs=side)
    play, _mix, _stops = found.calls(without, s.down, s.ball, s.marker - s.ball)
    other = max(play, *found.kicks(without, s.ball).values())
    return max(0.0, other - value if side else value - other)


def shares(share: float, away: float) -> dict[str, float]:
    """How often to make a call, and what it gives away."""
    return {"share": round(share, 4), "gives_away": round(max(0.0, away), 4)}


def of_100(chance: float) -> str:
    """A chance or a difference, of 100."""
    return f"{abs(100 * chance):.1f}"


def percent(share: float) -> str:
    """A share of a mix, or a dash if the call is never made."""
    return f"{100 * share:.1f}%" if share >= 5e-4 else "–"
