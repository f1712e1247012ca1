"""FATE Accelerated Football as a `Game`, with its invariants and its adjudication cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from breakaway.core.chance import Chance
from breakaway.core.data_files import BadData
from breakaway.core.game import BadOrder, Game, Result, SetUp
from breakaway.core.language import Names
from breakaway.core.observation import Observation
from breakaway.games.fate.files import SHAPE, misstated, resolve
from breakaway.games.fate.rules import interface, kicks, possession, terms, umpire_rulings
from breakaway.games.fate.rules.events import BOOK
from breakaway.games.fate.rules.interface import (
    INSTRUCTIONS,
    MAX_SLOTS,
    bound,
    choosers,
    codes,
    determinize,
    ended,
    redact,
    refuse,
    result,
    seat_count,
    side_of,
    slot_codes,
    slots,
    step,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, FirstFateConfig
from breakaway.games.fate.rules.terms import CALL, DECLARE, GOAL, LAST_PHASE, MEN, OVERTIME, PLUS, QUARTER, SIDES, SPIKE
from breakaway.games.fate.rules.umpire_rulings import RULINGS
from breakaway.games.fate.statistics import STATISTICS
from breakaway.games.fate.text import ahead, names, orders, words
from breakaway.games.fate.text.names import POSITION_LETTERS, RULINGS_SAID
from breakaway.games.fate.text.words import FateWords
from breakaway.testing.cases import BadCase

# --- Checks the conditions that must always hold in a match, and makes random legal configs.
#
# The laws in `core` use these checks and configs.


def invariants(s: Fate, config: FateConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    faults = []
    if not 1 <= s.phase <= LAST_PHASE:
        faults.append(f"phase {s.phase}")
    if not 0 <= s.clock <= QUARTER or not 1 <= s.quarter <= OVERTIME:
        faults.append(f"{s.clock} units left in quarter {s.quarter}")
    for side in range(SIDES):
        if not 0 <= s.time_outs[side] <= 3 or s.score[side] < 0 or s.score[side] == 1:
            faults.append(f"side {side} has {s.time_outs[side]} time outs and {s.score[side]} points")
        for out, men in zip(s.out[side], s.men_out[side], strict=True):
            if out < 0 or men < 0 or men.bit_count() != min(out, MEN):
                faults.append(f"side {side}: {out} men are out, but the bits are {men:b}")
    if s.offense not in range(SIDES):
        faults.append(f"offense {s.offense}")
    if s.phase in (DECLARE, CALL) and not (0 < s.ball < GOAL and 1 <= s.down <= 4 and s.ball < s.marker <= GOAL):
        faults.append(f"down {s.down} at {s.ball}, marker {s.marker}")
    return faults


def sample(chance: Chance) -> FateConfig:
    """A random legal config: the printed tables with random house rules."""
    from breakaway.core.data_files import sampled_house
    from breakaway.games.fate.files import resolve

    return resolve(sampled_house(FateConfig, chance))[0]


# --- Reads the positions in FATE football's test cases; tests/cases/fate/README.md describes every field.


SEAT_NAMES = ("Home", "Away")
PLATOONS = ("Home offense", "Home defense", "Away offense", "Away defense")
QUESTIONS = {
    terms.CHOICE: "toss",
    terms.KICK: "kick",
    terms.DECLARE: "declare",
    terms.CALL: "call",
    terms.TRY: "try",
    terms.TIME: "time",
    terms.TIME_DEFENSE: "time",
    terms.OPTION: "penalty",
    terms.HURT_WHO: "injured",
    terms.WHISTLE: "play on",
}
FIELDS = """
    quarter clock offense ball down to_go score time_outs opening_kicker had_ball phase options out picker
"""
GIVEN = set(FIELDS.split())


def whole(what: str, value: Any, low: int = 0, high: int = 99) -> int:
    """Checks and returns a whole number from `low` to `high`; raises BadCase."""
    if type(value) is not int or not low <= value <= high:
        raise BadCase(f"{what}: expected a whole number from {low} to {high}, found {value!r}")
    return value


def by_side(what: str, value: Any, high: int) -> list[tuple[int, int]]:
    """Reads a whole number for each side, as in `{ Home = 7, Away = 3 }`; raises BadCase."""
    if not isinstance(value, dict):
        raise BadCase(f"{what}: expected a table with Home and Away, found {value!r}")
    return [(side_called(name), whole(what, number, 0, high)) for name, number in value.items()]


def side_called(text: Any) -> int:
    """The number of a side: 0 for Home, 1 for Away. Raises BadCase for any other name."""
    if text not in SEAT_NAMES:
        raise BadCase(f"unknown side {text!r}; choose Home or Away")
    return SEAT_NAMES.index(text)


def ball_of(text: Any) -> int:
    """The ball's yard line: 30 for `own 30`, 70 for `opp 30`. Raises BadCase."""
    found = re.fullmatch(r"(?:the )?(?:(own|opp) (\d+)|(50))", str(text))
    if not found or (found[2] and not 1 <= int(found[2]) <= 50):
        raise BadCase(f"ball: expected 'own 1' to 'own 49', '50', or 'opp 49' to 'opp 1', found {text!r}")
    if found[3]:
        return terms.GOAL // 2
    return int(found[2]) if found[1] == "own" else terms.GOAL - int(found[2])


def clock_of(text: Any) -> int:
    """Reads a time such as `2:15` and returns it in units of 15 seconds; raises BadCase."""
    found = re.fullmatch(r"(\d+):(00|15|30|45)", str(text))
    if not found or int(found[1]) * 4 + int(found[2]) // 15 > terms.QUARTER:
        raise BadCase(f"clock: expected '0:15' to '15:00' in steps of 15 seconds, found {text!r}")
    return int(found[1]) * 4 + int(found[2]) // 15


class FateCases:
    """Reads and compares the positions in FATE football's test cases."""

    def passes(self, state: Fate, words: Iterable[str]) -> bool:
        """Whether the game has stopped for the umpire, and the case goes on without saying so.

        A ruling on the play is given at the stop. After a declared kick, a ruling is about the kick.
        """
        said = set(words)
        if state.phase != terms.WHISTLE or QUESTIONS[terms.WHISTLE] in said:
            return False
        return interface.is_declared(state) or said.isdisjoint(RULINGS)

    def split(self, seen: Observation[Fate, FateConfig], text: str) -> tuple[str, str]:
        """A call or declaration, and the instruction that `time` beside it gives, as at the terminal. Raises
        BadOrder.
        """
        if seen.view.phase not in (terms.CALL, terms.DECLARE):
            return text, ""
        words, wants_time = orders.without_time(" ".join(text.casefold().split()))
        if not wants_time:
            return text, ""
        declared = seen.read(words)[0][0]
        rule, text = ahead.no_time_out(seen.view, seen.config, seen.seat, declared)
        if rule:
            raise BadOrder([(1, rule, text)])
        return words, orders.ONCE

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """The position before the first turn; raises BadCase."""
        unknown = sorted(set(given) - GIVEN)
        if unknown:
            raise BadCase(f"given: unknown field {unknown[0]!r}; known: {', '.join(sorted(GIVEN))}")
        options = given.get("options", {})
        if not isinstance(options, dict):
            raise BadCase(f"options: expected a table, found {options!r}")
        try:
            config, _ = resolve(options)
        except BadData as error:
            raise BadCase(str(error)) from None
        s = interface.start(config)
        self._numbers(given, s)
        self._phase(given, s, config)
        return SetUp(config, {"teams": list(SEAT_NAMES)}, s)

    def _numbers(self, given: dict[str, Any], s: Fate) -> None:
        s.quarter = whole("quarter", given.get("quarter", 1), 1, terms.OVERTIME)
        s.clock = clock_of(given.get("clock", "10:00"))
        s.offense = side_called(given.get("offense", "Home"))
        s.ball = ball_of(given.get("ball", "own 25"))
        s.down = whole("down", given.get("down", 1), 1, 4)
        s.marker = min(terms.GOAL, s.ball + whole("to_go", given.get("to_go", 10), 1))
        s.opening_kicker = side_called(given.get("opening_kicker", "Away"))
        for side, points in by_side("score", given.get("score", {}), 99):
            s.score[side] = points
        for side, left in by_side("time_outs", given.get("time_outs", {"Home": 0, "Away": 0}), 3):
            s.time_outs[side] = left
        s.picker = side_called(given.get("picker", "Home"))
        for named, men in dict(given.get("out", {})).items():
            whose, _, position = str(named).partition(" ")
            if position not in POSITION_LETTERS:
                raise BadCase(f"out: expected a side and a position such as 'Home OG', found {named!r}")
            side, at = side_called(whose), POSITION_LETTERS.index(position)
            s.out[side][at] = whole("out", men, 0, terms.MEN)
            s.men_out[side][at] = (1 << men) - 1
        for side, had in by_side("had_ball", given.get("had_ball", {}), 1):
            s.had_ball[side] = had

    def _phase(self, given: dict[str, Any], s: Fate, config: FateConfig) -> None:
        phase = given.get("phase", "call")
        simple = {"call": terms.CALL, "declare": terms.DECLARE, "toss": terms.TOSS, "try": terms.TRY}
        if phase in simple:
            s.phase = simple[phase]
        elif phase == "kickoff":
            kicks.prepare_kickoff(s, config, s.offense)
        elif phase == "free kick":
            s.phase, s.declared = terms.PUNT, terms.FREE_KICK
        else:
            raise BadCase(f"phase: expected one of {', '.join([*simple, 'kickoff', 'free kick'])}, found {phase!r}")
        if phase == "try":
            possession.clear_play(s)
            s.ball, s.marker = terms.GOAL - 2, terms.GOAL
        if s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE:
            s.clock, s.series = 0, s.offense

    def seat(self, names: Names, text: str) -> int:
        """The seat of a side, or of a platoon such as `Home offense`; raises BadCase."""
        return PLATOONS.index(text) if text in PLATOONS else side_called(text)

    def compare(self, expect: dict[str, Any], at: SetUp, after: Fate) -> list[str]:
        """The differences between the state after the turn and the case's expectations; raises BadCase for an unknown
        field.
        """
        found = facts(after, at.config)
        unknown = sorted(set(expect) - set(found))
        if unknown:
            raise BadCase(f"expect: unknown field {unknown[0]!r}; known: {', '.join(sorted(found))}")
        faults = []
        for field, wanted in expect.items():
            there = found[field]()
            if field != "out" and isinstance(there, dict) and isinstance(wanted, dict):
                there = {name: there.get(name) for name in wanted}
            if field == "ball":
                wanted, there = str(wanted).removeprefix("the "), str(there).removeprefix("the ")
            if wanted != there:
                faults.append(f"{field}: expected {wanted!r}, found {there!r}")
        return faults


def facts(s: Fate, config: FateConfig) -> dict[str, Callable[[], Any]]:
    """The facts that a case may state. Each fact is worked out only when it is needed."""
    by_name = dict(zip(SEAT_NAMES, range(terms.SIDES), strict=True))
    return {
        "ball": lambda: names.spot(s.ball),
        "offense": lambda: SEAT_NAMES[s.offense],
        "down": lambda: s.down,
        "to_go": lambda: s.marker - s.ball,
        "quarter": lambda: s.quarter,
        "clock": lambda: names.time(s.clock),
        "score": lambda: {name: s.score[i] for name, i in by_name.items()},
        "time_outs": lambda: {name: s.time_outs[i] for name, i in by_name.items()},
        "out": lambda: {
            f"{name} {position}": s.out[i][p]
            for name, i in by_name.items()
            for p, position in enumerate(POSITION_LETTERS)
            if s.out[i][p]
        },
        "question": lambda: QUESTIONS.get(s.phase, ""),
        "asked": lambda: asked(s, config),
        "over": lambda: s.phase == terms.OVER,
        "winner": lambda: winner(s, config),
    }


def asked(s: Fate, config: FateConfig) -> list[str]:
    """The names of the seats that choose now."""
    called = PLATOONS if config.platoons else SEAT_NAMES
    return [name for seat, name in enumerate(called) if choosers(s, config) >> seat & 1]


def winner(s: Fate, config: FateConfig) -> str:
    """The name of the winning side, or `nobody`."""
    r = Result()
    result(s, config, r)
    seats = 4 if config.platoons else 2
    first = [seat for seat in range(seats) if r.rank[seat] == 1]
    return "nobody" if len(first) == seats else SEAT_NAMES[first[0] * terms.SIDES // seats]


# --- FATE Accelerated Football as a `Game`: its rules and texts combined in the form that the core expects of any game.


SECOND: Game[Fate, FateConfig] = Game(
    name="fate",
    title="FATE Accelerated Football",
    edition="2",
    rules=BOOK,
    state=Fate,
    config=FateConfig,
    seats=(2, 4),
    max_slots=MAX_SLOTS,
    start=interface.start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    slot_codes=slot_codes,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    ended=ended,
    bound=bound,
    seat_count=seat_count,
    side_of=side_of,
    words=FateWords(),
    invariants=invariants,
    sample=sample,
    instructions=INSTRUCTIONS,
    instructions_say=words.SAYS,
    given=("no early time outs",),
    ahead=ahead.FateAhead(),
    ruling=umpire_rulings.ruling,
    rulings=umpire_rulings.RULINGS,
    rulings_say=RULINGS_SAID,
    cases=FateCases(),
    statistics=STATISTICS,
    named=SHAPE,
    more_options=(),
    misstated=misstated,
    dice_are_open=True,
    is_fate_roll=lambda label: label not in ("toss", "one die"),
    most_codes=lambda config: max(PLUS, SPIKE) + 1,
)

FIRST = replace(SECOND, edition="1", config=FirstFateConfig)
GAME = replace(SECOND, earlier=(FIRST,))
