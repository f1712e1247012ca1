"""Exact odds of one play, and how they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.game import Order, blank_orders
from breakaway.core.odds import ONE, Odds
from breakaway.display.document import Grid, Line, Part
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME, ball_of
from breakaway.games.fate.lab import situation_odds
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.rules import interface
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import (
    CALL,
    COMPLETE,
    EVENT,
    GOAL,
    INTERCEPTED,
    NO_DIE,
    OVERTIME,
    PLAY,
    QUARTER,
    RAN,
    SACKED,
    SETTLE,
)
from breakaway.games.fate.text.names import spot
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE, OVERLAYS
from breakaway.games.words import ordinal
from breakaway.lab.odds import Answer, Made
from breakaway.testing.cases import BadCase

# --- Reads the situation for `breakaway odds fate`. Refuses options that FATE does not use, and says why.


TRY_BALL, TO_GAIN = 98, 10
DEFAULTS: dict[str, object] = {
    "quarter": 1,
    "score": "0-0",
    "cards": 15,
    "flags": "0,0",
    "time_outs": "3,3",
    "deck": "full",
    "drawn": "",
    "ball": "own 25",
    "down": 1,
}
ALL_CALLS = "FATE odds always cover all calls; leave this out, and name house rules with --option"
NO_CHANGE = "this does not change FATE odds; leave it out"
NO_CARDS = "FATE has no cards; leave it out"
NO_NAMES = "names do not change odds; ratings come from rosters: --teams FILE,FILE with --option advanced=true"
REFUSED = {
    **dict.fromkeys(("call", "against", "offense", "defense"), ALL_CALLS),
    **dict.fromkeys(("team", "versus"), NO_NAMES),
    "abilities": "FATE has ratings instead: --option advanced=true, and rosters with --teams FILE,FILE",
    "time_outs": NO_CHANGE,
    **dict.fromkeys(("cards", "deck", "drawn"), NO_CARDS),
    "flags": "FATE has no challenge flags; leave it out",
}


@dataclass(frozen=True)
class At:
    """The situation in which a play begins. If the user typed no situation, yards count as if the field had no end."""

    ball: int = 25  # from the offense's own goal line
    down: int = 1
    to_go: int = TO_GAIN
    two_point: bool = False
    quarter: int = field(default=1, compare=False)  # for the chance of winning; 15:00 are left
    score: tuple[int, int] = field(default=(0, 0), compare=False)  # the offense's points first

    @property
    def is_last(self) -> bool:
        """Whether all that matters is reaching the line to gain, as on fourth down and on a try."""
        return self.down == 4 or self.two_point

    def gained(self, yards: int) -> int:
        """The yards that count as gained: in a typed situation, only those between the goal lines."""
        return yards if self == USUAL else max(-self.ball, min(GOAL - self.ball, yards))

    def heading(self) -> list[Part]:
        """A line about the situation; empty if the user typed no situation."""
        if self == USUAL:
            return []
        where = "A two-point try from the 2" if self.two_point else self.where().capitalize()
        return [Line(f"{where}; yards end at the goal lines."), Line()]

    def where(self) -> str:
        """Down, distance and spot: `3rd and 4 at own 30`."""
        return f"{ordinal(self.down)} and {self.to_go} at {spot(self.ball)}"

    def goal(self) -> str:
        """What the offense is trying to achieve: two points, or a first down or touchdown."""
        return "Two points" if self.two_point else "First down or touchdown"

    def as_json(self) -> dict[str, Any]:
        """The situation as data for other programs."""
        place = {"ball": spot(self.ball), "down": self.down, "to_go": self.to_go, "two_point": self.two_point}
        return {**place, "field_ends": self != USUAL}


USUAL = At()


def situation(typed: dict[str, Any]) -> At:
    """Reads the typed situation; raises BadData for an option that is wrong or that FATE does not use."""
    for name, why in REFUSED.items():
        if typed.get(name) and typed[name] != DEFAULTS.get(name):
            raise BadData(f"--{name.replace('_', '-')}: {why}")
    return replace(place(typed), quarter=quarter(typed.get("quarter") or 1), score=score(typed.get("score") or "0-0"))


def quarter(typed: int) -> int:
    """Checks the typed quarter. Raises BadData."""
    if not 1 <= typed <= OVERTIME:
        raise BadData(f"--quarter: expected 1 to 4, or 5 for overtime, not {typed}")
    return typed


def score(typed: str) -> tuple[int, int]:
    """Reads the typed score. Raises BadData."""
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", typed.strip(), re.ASCII)
    if not found:
        raise BadData(f"--score: expected the offense's points first, as in 7-10, not {typed[:20]!r}")
    return int(found[1]), int(found[2])


def place(typed: dict[str, Any]) -> At:
    """Reads the typed spot, down and distance. Raises BadData."""
    ball, down, to_go = typed.get("ball", "own 25"), typed.get("down", 1), typed.get("to_go")
    if typed.get("two_point"):
        if ball != DEFAULTS["ball"] or down != DEFAULTS["down"] or to_go is not None:
            raise BadData("--two-point: a try is played from the 2; leave out --ball, --down and --to-go")
        return At(TRY_BALL, 1, GOAL - TRY_BALL, True)
    try:
        line = ball_of(" ".join(str(ball).split()).casefold())
    except BadCase as error:
        raise BadData(f"--{error}") from None
    if not 1 <= down <= 4:
        raise BadData(f"--down: expected a whole number from 1 to 4, not {down}")
    if to_go is None:
        return At(line, down, min(TO_GAIN, GOAL - line))
    if not 1 <= to_go <= GOAL - line:
        raise BadData(f"--to-go: expected a number of yards from 1 to {GOAL - line} (the goal line), not {to_go}")
    return At(line, down, to_go)


# --- The exact odds of FATE football's calls: every play against every defense, worked out with the game's own rules.


OFFENSE_SIDE, DEFENSE_SIDE = 0, 1
CALLS: dict[str, Order] = {
    "run_inside": [*OFFENSE["run inside"], NO_DIE],
    "run_outside": [*OFFENSE["run outside"], NO_DIE],
    "screen": [*OFFENSE["screen"], NO_DIE],
    "quick": [*OFFENSE["quick"], NO_DIE],
    "short": [*OFFENSE["short"], NO_DIE],
    "long": [*OFFENSE["long"], NO_DIE],
    "draw_inside": [*OFFENSE["run inside"], OVERLAYS["draw"]],
    "draw_outside": [*OFFENSE["run outside"], OVERLAYS["draw"]],
    "play_action_short": [*OFFENSE["short"], OVERLAYS["play action"]],
    "play_action_long": [*OFFENSE["long"], OVERLAYS["play action"]],
}


@dataclass(frozen=True)
class Odd:
    """The odds of a call against a defense. `made` is the chance of reaching the line to gain or the goal line."""

    yards: Fraction
    complete: Fraction
    intercepted: Fraction
    sacked: Fraction
    made: Fraction


def before_the_calls(config: FateConfig, at: At = USUAL) -> Fate:
    """The state before either coach calls: first and ten at the offense's own 25, unless `at` says otherwise."""
    s = interface.start(config)
    s.phase, s.clock, s.offense = CALL, QUARTER, OFFENSE_SIDE
    s.down, s.ball, s.marker, s.try_down = at.down, at.ball, at.ball + at.to_go, int(at.two_point)
    return s


def legal_calls(config: FateConfig, at: At = USUAL) -> dict[str, Order]:
    """The calls that this match allows the offense in a situation."""
    found = {}
    s = before_the_calls(config, at)
    for name, dice in CALLS.items():
        order = [*dice, *[0] * (GAME.max_slots - len(dice))]
        if not any(GAME.refuse(s, config, 0, order, slot) for slot in range(len(dice))):
            found[name] = order
    return found


def odds_of(config: FateConfig, at: At = USUAL) -> dict[str, dict[str, Odd]]:
    """The odds of each call against each defense."""
    s = before_the_calls(config, at)
    seats = interface.coach_of(config, OFFENSE_SIDE, True), interface.coach_of(config, DEFENSE_SIDE, False)
    odds = Odds(GAME, config, stop=lambda s: s.phase in (EVENT, SETTLE))  # before fate events
    found: dict[str, dict[str, Odd]] = {}
    for name, order in legal_calls(config, at).items():
        found[name] = {}
        for defense, dice in DEFENSE.items():
            orders = blank_orders(GAME)
            orders[seats[0]][: len(order)] = order
            orders[seats[1]][: len(dice)] = dice
            found[name][defense] = _summed([(end.state, end.p) for end in odds.spread(s, orders).ends], at)
    return found


def _summed(ends: list[tuple[Fate, Fraction]], at: At) -> Odd:
    def chance_of(holds: Callable[[Fate], bool]) -> Fraction:
        return sum((p for s, p in ends if holds(s)), Fraction(0))

    yards = sum((p * at.gained(s.gain) for s, p in ends), Fraction(0))
    return Odd(
        yards,
        chance_of(lambda s: s.result == COMPLETE),
        chance_of(lambda s: s.result == INTERCEPTED),
        chance_of(lambda s: s.result == SACKED),
        chance_of(lambda s: s.result in (RAN, COMPLETE) and s.spot >= s.marker),
    )


def is_pass(call: str) -> bool:
    """Whether a call can be completed, as a pass or a screen can."""
    base = CALLS[call]
    return base[0] == NO_DIE or call == "screen"


def equilibrium(odds: dict[str, dict[str, Odd]], at: At = USUAL) -> dict[str, Any]:
    """The best mixes of calls and their value: in yards or, on the last down, as the chance of reaching the line to
    gain.
    """
    from breakaway.lab.odds import solve

    defenses, counts = list(DEFENSE), "made" if at.is_last else "yards"
    found = solve([[float(getattr(row[each], counts)) for each in defenses] for row in odds.values()])
    return {
        "value": round(found.value, 6),
        "offence": {name: round(p, 6) for name, p in zip(odds, found.rows, strict=True) if p > 0},
        "defence": {name: round(p, 6) for name, p in zip(defenses, found.columns, strict=True) if p > 0},
    }


def answer(made: Made, typed: dict[str, Any], in_balance: bool, as_json: bool) -> Answer:
    """The odds of all calls under these house rules, as parts of a document or as data for JSON."""
    if typed.get("situation"):
        return of_situation(made, typed, as_json)
    at = situation(typed)
    config, _ = made()
    if at.two_point and config.two_point == 0:
        raise BadData("--two-point: this match does not allow two-point tries (two_point=false); leave out this option")
    odds = odds_of(config, at)
    wins = chances_of(config, list(odds), at)
    if as_json:
        return {**as_table(odds, at), "wins": wins}
    return [*as_parts(odds, at), Line(), wins_grid(wins, at)]


def of_situation(made: Made, typed: dict[str, Any], as_json: bool) -> Answer:
    """The answer to `--situation`, which says all by itself. Raises BadData for any other option."""
    for name, value in typed.items():
        if name != "situation" and value and value != DEFAULTS.get(name):
            raise BadData(f"--{name.replace('_', '-')}: --situation says everything; leave this out")
    config, _ = made()
    return situation_odds.answer(str(typed["situation"]), config, config == resolve()[0], as_json)


def chances_of(config: FateConfig, calls: list[str], at: At) -> dict[str, dict[str, float]]:
    """The offense's chance of winning after each call against each defense, at the beginning of a quarter."""
    s = before_the_calls(config, at)
    s.quarter, s.score = at.quarter, list(at.score)
    s.opening_kicker, s.declared = DEFENSE_SIDE, PLAY
    grid, names, defenses = FateOutlook(config).grid(s), list(CALLS), list(DEFENSE)
    return {
        name: {defense: round(grid[names.index(name), d] / ONE, 4) for d, defense in enumerate(defenses)}
        for name in calls
        if (names.index(name), 0) in grid
    }


def wins_grid(wins: dict[str, dict[str, float]], at: At) -> Grid:
    """The offense's chances of winning as a table."""
    when = f"quarter {at.quarter}" if at.quarter < OVERTIME else "overtime"
    title = f"Wins, of 100, with 15:00 left in {when} at {at.score[0]}-{at.score[1]}"
    rows = [[name.replace("_", " "), *(f"{100 * row[each]:.1f}" for each in DEFENSE)] for name, row in wins.items()]
    return Grid(title, ["", *DEFENSE], rows)


def as_table(odds: dict[str, dict[str, Odd]], at: At = USUAL) -> dict[str, Any]:
    """The odds as data: decimals and exact fractions."""
    calls = {
        name: {
            defense: {
                **{what: round(float(getattr(odd, what)), 6) for what in WHAT},
                "exact": {what: str(getattr(odd, what)) for what in WHAT},
            }
            for defense, odd in row.items()
        }
        for name, row in odds.items()
    }
    return {"situation": at.as_json(), "calls": calls, "equilibrium": equilibrium(odds, at)}


WHAT = ("yards", "complete", "intercepted", "sacked", "made")


def as_parts(odds: dict[str, dict[str, Odd]], at: At = USUAL) -> list[Part]:
    """The odds as parts of a document: expected yards, completions, and the mixes of the equilibrium.

    If the user typed a situation, the parts include the chances of reaching the line to gain.
    """
    passes = {name: row for name, row in odds.items() if is_pass(name)}
    grids = [_grid("Expected yards", odds, lambda odd: f"{float(odd.yards):.4f}")]
    if at != USUAL:
        grids.append(_grid(f"{at.goal()}, of 100", odds, lambda odd: f"{float(100 * odd.made):.2f}"))
    grids.append(_grid("Completed, intercepted, sacked, of 100", passes, _ends))
    mix = equilibrium(odds, at)
    if at.is_last:
        counts = "only the two points matter" if at.two_point else "only reaching the line to gain matters"
        held = f"If {counts}, neither side can do better than {100 * mix['value']:.2f} of 100:"
    else:
        held = f"If only yards matter, neither side can do better than {mix['value']:.4f} yards:"
    shares = {
        side: ", ".join(f"{name.replace('_', ' ')} {p:.4f}" for name, p in mix[key].items())
        for side, key in (("offense", "offence"), ("defense", "defence"))  # programs read the keys of the JSON
    }
    parts = [part for grid in grids for part in (grid, Line())]
    return [*at.heading(), *parts, Line(held), *(Line(text, f"  {side}: ") for side, text in shares.items())]


def _grid(title: str, odds: dict[str, dict[str, Odd]], text: Callable[[Odd], str]) -> Grid:
    rows = [[name.replace("_", " "), *(text(row[each]) for each in DEFENSE)] for name, row in odds.items()]
    return Grid(title, ["", *DEFENSE], rows)


def _ends(odd: Odd) -> str:
    """How many of 100 passes end in completions, interceptions and sacks: `62/0/1`."""
    return "/".join(f"{float(100 * getattr(odd, what)):.0f}" for what in WHAT[1:4])
