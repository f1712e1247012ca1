"""A team's two solo sheets, as written in a team file and as numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import Field

from breakaway.core.data_files import Strict
from breakaway.games.football.files.matchups import Matchups
from breakaway.games.football.files.shared import Evidence, Faults
from breakaway.games.football.rules.terms import AS_DRAWN, AS_USUAL, CARDS, STATES
from breakaway.games.football.text.cards import Call, find_name, parse_call, parse_card
from breakaway.games.football.text.names import CODES, DISTANCES, DOWNS, PLANS, STRATEGIES

SITUATIONS = ("losing", "tied", "winning")
LEAST_STATE = 2  # first down, one line to go

Die = Field(min_length=6, max_length=6)


class DefenseSheet(Strict):
    """The defense sheet.

    Its front gives a strategy for each formation, Game State and roll of the die. Its back gives a call for each
    formation, strategy and roll.
    """

    front: dict[str, dict[str, str]]
    calls: dict[str, dict[str, list[str]]]
    evidence: Evidence | None = None


class OffenseSheet(Strict):
    """The offense sheet.

    Its front gives a formation for each distance, down and roll of the die. The front also gives a plan for each Game
    State, and a code for each plan and roll.

    Its back gives a play for each formation and code.
    """

    formation: dict[str, dict[str, str]]
    plan: dict[str, str]
    late: dict[str, str]
    codes: dict[str, list[str]]
    plays: dict[str, dict[str, str]]
    evidence: Evidence | None = None


@dataclass
class SheetNumbers:
    """The sheets as numbers for the config. `back_formation` has names, because their numbers depend on both teams."""

    front: list[int] = field(default_factory=lambda: [0] * (3 * STATES * 6))
    back: list[Call] = field(default_factory=lambda: [Call(0, 0, 0)] * 54)
    back_formation: list[str] = field(default_factory=lambda: [""] * 54)
    formation_chart: list[int] = field(default_factory=lambda: [0] * 54)
    strategy_by_state: list[int] = field(default_factory=lambda: [0] * STATES)
    strategy_late: list[int] = field(default_factory=lambda: [AS_USUAL] * 3)
    code_chart: list[int] = field(default_factory=lambda: [0] * 18)
    code_play: list[int] = field(default_factory=lambda: [0] * 36)


def parse_band(text: str) -> range:
    """Reads a band of Game States: `2-4`, `5` or `7+`. Game States above the last one are treated as the last.

    Raises ValueError.
    """
    found = re.fullmatch(r"\s*(\d{1,2})(?:\s*-\s*(\d{1,2})|(\+))?\s*", text)
    if found:
        least = int(found[1])
        most = STATES - 1 if found[3] else int(found[2] or least)
        if LEAST_STATE <= least <= most < STATES:
            return range(least, most + 1)
    raise ValueError(f"expected Game States of {LEAST_STATE} or more, such as '2-4', '5' or '7+', not {text!r}")


def parse_dice(text: str, names: Sequence[str], what: str) -> list[int]:
    """Reads `Eagle 1-2, Twist 3-4, Stunt 5-6`, and returns for each roll the number of its name. Raises ValueError.

    Every roll must appear exactly once. `what` says what the names stand for.
    """
    rolls: dict[int, int] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*(.*?)\s+([1-6])(?:\s*-\s*([1-6]))?\s*", part)
        if not found:
            raise ValueError(f"expected a name and its rolls, as in '{names[0]} 1-2', not {part.strip()!r}")
        number = find_name(found[1], names, what)
        for roll in range(int(found[2]), int(found[3] or found[2]) + 1):
            if roll in rolls:
                raise ValueError(f"roll {roll} appears twice in {text!r}")
            rolls[roll] = number
    missing = [str(roll) for roll in range(1, 7) if roll not in rolls]
    if missing:
        raise ValueError(f"{text!r} has no name for a roll of {', '.join(missing)}")
    return [rolls[roll] for roll in range(1, 7)]


def parse_side(text: str) -> int:
    """Reads `7b`, the second play of card 7, as a number counted from 0. `drawn` stands for the drawn card's play.

    Raises ValueError.
    """
    if text.strip().casefold() == "drawn":
        return AS_DRAWN
    found = re.fullmatch(r"\s*(\d{1,2})\s*([ab])\s*", text)
    if not found or not 1 <= int(found[1]) <= CARDS:
        raise ValueError(f"expected a card and its side, such as '7b' (cards 1 to {CARDS}), or 'drawn', not {text!r}")
    return (int(found[1]) - 1) * 2 + "ab".index(found[2])


def all_there(where: str, table: dict[str, object], names: Sequence[str], faults: Faults) -> list[str]:
    """The expected names that occur in a table. Reports missing and unknown names as mistakes."""
    for name in table:
        if name not in names:
            faults.add(where, f"unknown name {name!r}; known: {', '.join(names)}")
    for name in names:
        if name not in table:
            faults.add(where, f"{name!r} is missing")
    return [name for name in names if name in table]


def read_bands(where: str, bands: dict[str, object], faults: Faults) -> list[str]:
    """The band of each Game State. Reports gaps and overlaps as mistakes."""
    by_state = [""] * STATES
    for band in bands:
        for state in faults.attempt(where, range(0), parse_band, band):
            if by_state[state]:
                faults.add(where, f"Game State {state} is in both {by_state[state]!r} and {band!r}")
            by_state[state] = band
    missing = [str(state) for state in range(LEAST_STATE, STATES) if not by_state[state]]
    if missing:
        faults.add(
            where,
            f"no row covers Game State {', '.join(missing)}; the last row can cover all higher ones, as '9+' does",
        )
    by_state[:LEAST_STATE] = [by_state[LEAST_STATE]] * LEAST_STATE
    return by_state


def put_defense_sheet(
    numbers: SheetNumbers, sheet: DefenseSheet, formations: list[str], matchups: Matchups, faults: Faults
) -> None:
    """Reads the defense sheet and stores its values as numbers."""
    where = "defense_sheet: front"
    for name in all_there(where, dict(sheet.front), formations, faults):
        rows = sheet.front[name]
        by_state = read_bands(f"{where}: {name}", dict(rows), faults)
        for state, band in enumerate(by_state):
            text = rows.get(band, "Eagle 1-6")
            at = (formations.index(name) * STATES + state) * 6
            dice = faults.attempt(f"{where}: {name}: {band}", [0] * 6, parse_dice, text, STRATEGIES, "strategy")
            numbers.front[at : at + 6] = dice
    where = "defense_sheet: calls"
    for name in all_there(where, dict(sheet.calls), formations, faults):
        for strategy in all_there(f"{where}: {name}", dict(sheet.calls[name]), STRATEGIES, faults):
            calls = sheet.calls[name][strategy]
            if len(calls) != 6:
                faults.add(f"{where}: {name}: {strategy}", f"expected 6 calls, one for each roll, not {len(calls)}")
            for die, text in enumerate(calls[:6]):
                at = (formations.index(name) * 3 + STRATEGIES.index(strategy)) * 6 + die
                path = f"{where}: {name}: {strategy}: roll {die + 1}"
                read = faults.attempt(path, ("", Call(0, 0, 0)), _sheet_call, text, matchups)
                numbers.back_formation[at], numbers.back[at] = read


def _sheet_call(text: str, matchups: Matchups) -> tuple[str, Call]:
    formation, calls = parse_card(text)
    if len(calls) != 1:
        raise ValueError(f"expected one call, as in 'Dime: Zone 0-5', not {text!r}")
    return formation, parse_call(calls[0], matchups.defense_types)


def put_offense_sheet(
    numbers: SheetNumbers, sheet: OffenseSheet, formations: list[str], classes: list[int], faults: Faults
) -> None:
    """Reads the offense sheet and stores its values as numbers.

    `classes` are the formation classes of the team's cards.
    """
    where = "offense_sheet: formation"
    for distance in all_there(where, dict(sheet.formation), DISTANCES, faults):
        for down in all_there(f"{where}: {distance}", dict(sheet.formation[distance]), DOWNS, faults):
            text = sheet.formation[distance][down]
            at = (DISTANCES.index(distance) * 3 + DOWNS.index(down)) * 6
            path = f"{where}: {distance}: {down}"
            dice = faults.attempt(path, [0] * 6, parse_dice, text, formations, "formation")
            numbers.formation_chart[at : at + 6] = dice
    _put_plans(numbers, sheet, faults)
    where = "offense_sheet: plays"
    for name in all_there(where, dict(sheet.plays), formations, faults):
        for code in all_there(f"{where}: {name}", dict(sheet.plays[name]), CODES, faults):
            path, text = f"{where}: {name}: {code}", sheet.plays[name][code]
            play = faults.attempt(path, AS_DRAWN, parse_side, text)
            if play != AS_DRAWN and classes[play // 2] != formations.index(name):
                faults.add(
                    path, f"card {play // 2 + 1} is a {formations[classes[play // 2]]} card; expected a {name} card"
                )
            numbers.code_play[formations.index(name) * 12 + CODES.index(code)] = play


def _put_plans(numbers: SheetNumbers, sheet: OffenseSheet, faults: Faults) -> None:
    """Reads the plan for each Game State, the plans for late in a half, and each plan's codes."""
    where = "offense_sheet: plan"
    plans = {band: plan for plan, band in sheet.plan.items()}
    all_there(where, dict(sheet.plan), PLANS, faults)
    for state, band in enumerate(read_bands(where, dict(plans), faults)):
        numbers.strategy_by_state[state] = PLANS.index(plans[band]) if plans.get(band) in PLANS else 0
    for situation in all_there("offense_sheet: late", dict(sheet.late), SITUATIONS, faults):
        plan, names = sheet.late[situation], [*PLANS, "as usual"]
        number = faults.attempt(f"offense_sheet: late: {situation}", 0, find_name, plan, names, "plan")
        numbers.strategy_late[SITUATIONS.index(situation)] = AS_USUAL if number == len(PLANS) else number
    where = "offense_sheet: codes"
    for plan in all_there(where, dict(sheet.codes), PLANS, faults):
        codes = sheet.codes[plan]
        if len(codes) != 6:
            faults.add(f"{where}: {plan}", f"expected 6 codes, one for each roll, not {len(codes)}")
        for die, code in enumerate(codes[:6]):
            at = PLANS.index(plan) * 6 + die
            path = f"{where}: {plan}: roll {die + 1}"
            numbers.code_chart[at] = faults.attempt(path, 0, find_name, code, CODES, "code")
