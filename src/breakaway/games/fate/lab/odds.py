"""The exact odds of FATE football's calls: every play against every defense, worked out with the game's own rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.game import Order, blank_orders
from breakaway.core.odds import ONE, Odds
from breakaway.display.document import Grid, Line, Part
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.asked import USUAL, At, situation
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.rules import setup
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import (
    CALL,
    COMPLETE,
    EVENT,
    INTERCEPTED,
    NO_DIE,
    OVERTIME,
    PLAY,
    QUARTER,
    RAN,
    SACKED,
    SETTLE,
)
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE, OVERLAYS
from breakaway.lab.odds import Answer, Made

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
    s = setup.start(config)
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
    seats = setup.coach_of(config, OFFENSE_SIDE, True), setup.coach_of(config, DEFENSE_SIDE, False)
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
    at = situation(typed)
    config, _ = made()
    if at.two_point and config.two_point == 0:
        raise BadData("--two-point: this match does not allow two-point tries (two_point=false); leave out this option")
    odds = odds_of(config, at)
    wins = chances_of(config, list(odds), at)
    if as_json:
        return {**as_table(odds, at), "wins": wins}
    return [*as_parts(odds, at), Line(), wins_grid(wins, at)]


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
