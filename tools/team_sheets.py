"""A team's solo sheets in its file: reads them as tables, and writes tables back, line by line.

`Fixed` is what the documents show of a team's sheets. A fit (tools/fit_sheets.py) never changes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import EXPERT_SHEETS
from breakaway.games.football.text.names import CODES, PLANS, STRATEGIES
from tools.sheet_payoffs import call_numbers, calls_of


@dataclass
class Defense:
    """A defense sheet: how many faces of a die each strategy has, and a call for each strategy and die."""

    front: list[list[list[int]]]  # [formation][band][strategy]: faces
    back: list[list[list[int]]]  # [formation][strategy][die]: a call, by its number in `calls_of`

    def copy(self) -> Defense:
        """A copy that may be changed."""
        return Defense([[b[:] for b in f] for f in self.front], [[s[:] for s in f] for f in self.back])


@dataclass
class Offense:
    """An offense sheet: six codes for each plan, and a play for each formation and code."""

    codes: list[list[int]]  # [plan][die]
    plays: list[list[int]]  # [formation][code]: a play, or AS_DRAWN

    def copy(self) -> Offense:
        """A copy that may be changed."""
        return Offense([row[:] for row in self.codes], [row[:] for row in self.plays])


def fires_front(sheet: Defense) -> bool:
    """Whether a front shows what the solo rules show of the Fire's row for the Game States 2 to 4.

    Roll 5 against a pass-heavy formation is Stunt. Of the dots of the row, which stand for dice, one is left for Eagle
    against a balanced formation, and two against a pass-heavy one.
    """
    balanced, pass_heavy = sheet.front[1][0], sheet.front[2][0]
    eagle, stunt = STRATEGIES.index("Eagle"), STRATEGIES.index("Stunt")
    return balanced[eagle] == 1 and pass_heavy[eagle] == 2 and pass_heavy[stunt] >= 2


@dataclass
class Fixed:
    """What the documents show of a team's sheets."""

    calls: set[tuple[int, int]] = field(default_factory=set)  # formation and strategy of a defense sheet's back
    plays: set[tuple[int, int]] = field(default_factory=set)  # formation and code of an offense sheet's back
    codes: bool = False  # the codes of the three plans
    front: Callable[[Defense], bool] = lambda sheet: True
    drawn: bool = True  # whether Gold Joker stays the drawn card, in the same place
    least: int = 1  # how many faces each strategy keeps in each row of a front


FIXED = {
    "fire": Fixed(
        calls={(2, STRATEGIES.index("Stunt"))},
        plays={(2, CODES.index("Jet Dragon"))},
        codes=True,
        front=fires_front,
    )
}
ORDER = (0, 2, 1)  # how a front's row lists the strategies: Eagle, Twist, Stunt


def section(text: str, name: str) -> tuple[int, int]:
    """Where the lines of a table of a TOML text begin and end. Raises ValueError if there is no such table."""
    head = re.search(rf"^\[{re.escape(name)}\].*\n", text, re.M)
    if head is None:
        raise ValueError(f"there is no table {name}")
    at = head.end()
    end = text.find("\n[", at)
    return at, len(text) if end < 0 else end + 1


def quoted(name: str) -> str:
    """A name as a TOML key."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'


def dice(names: Sequence[str], faces: Sequence[int]) -> str:
    """`Eagle 1-2, Twist 3-6`, from how many faces each name has."""
    parts, face = [], 1
    for name, many in zip(names, faces, strict=True):
        if many:
            parts.append(f"{name} {face}" if many == 1 else f"{name} {face}-{face + many - 1}")
            face += many
    return ", ".join(parts)


def with_expert(text: str) -> str:
    """A team's file with an expert set, at first the same as its standard set."""
    if "\n[expert." in text:
        return text
    at = re.search(r"^(?:#.*\n)*\[defense_sheet\.", text, re.M)
    if at is None:
        raise ValueError("the team has no sheets")
    tables = re.sub(r"^\[", "[expert.", text[at.start() :], flags=re.M)
    tables = re.sub(r"^#.*\n", "", tables, flags=re.M)
    head = "# The expert set of both sheets. It is laid out as the standard set above.\n"
    return text.rstrip() + "\n\n" + head + tables.strip() + "\n"


class TeamSheets:
    """A team's sheets in its file: reads them as tables and writes tables back, line by line."""

    def __init__(self, team: str, path: Path, expert: bool) -> None:
        self.team, self.path, self.prefix = team, path, "expert." if expert else ""
        self.text = path.read_text(encoding="utf-8")
        read = Library(path.parent).team(team)
        config = resolve(team, team, sheets=(0, 1), house=EXPERT_SHEETS if expert else {}, teams_dir=path.parent)[0]
        self.formations = read.formations
        self.bands = self._bands()
        self.calls = calls_of(config, 0)
        self.texts = self._call_texts(config, read)
        self.plays = [text for card in read.file.offense for text in card.plays]
        self.chart = [int(each) for each in config.formation_chart[0]]
        self.plans = [int(each) for each in config.strategy_by_state[0]]
        self.defense = Defense(
            [[[self._face(config, f, band, s) for s in range(3)] for band in self.bands] for f in range(3)],
            [[[self._call(config, (f * 3 + s) * 6 + die) for die in range(6)] for s in range(3)] for f in range(3)],
        )
        self.offense = Offense(
            [[int(config.code_chart[0][plan * 6 + die]) for die in range(6)] for plan in range(3)],
            [[int(config.code_play[0][f * 12 + code]) for code in range(12)] for f in range(3)],
        )

    def _bands(self) -> list[range]:
        begin, end = section(self.text, f"{self.prefix}defense_sheet.front.{quoted(self.formations[0])}")
        rows = re.findall(r'^"(\d+)(?:-(\d+)|(\+))?"', self.text[begin:end], re.M)
        return [range(int(a), terms.STATES if plus else int(b or a) + 1) for a, b, plus in rows]

    @staticmethod
    def _face(config: Any, f: int, band: range, s: int) -> int:
        at = (f * terms.STATES + band[0]) * 6
        return [int(each) for each in config.front[0][at : at + 6]].count(s)

    def _call(self, config: Any, at: int) -> int:
        return self.calls.index(
            (int(config.back_type[0][at]), int(config.back_run[0][at]), int(config.back_pass[0][at]))
        )

    def _call_texts(self, config: Any, read: Any) -> list[list[str]]:
        """By call: its texts on cards, which differ in the formation."""
        texts: list[list[str]] = [[] for _ in self.calls]
        codes = [code for code in range(2 * config.defenses[0]) if config.call_type[0][code] != terms.NONE]
        names = [f"{card.formation}: {text}" for card in read.file.defense for text in card.calls]
        for code, text in zip(codes, names, strict=True):
            texts[self.calls.index(call_numbers(config, 0, code))].append(text)
        return texts

    def written(self) -> str:
        """The file's text with these sheets."""
        text = self.text
        for f, name in enumerate(self.formations):
            text = self._put(text, f"defense_sheet.front.{quoted(name)}", partial(self._front, f))
            text = self._put(text, f"defense_sheet.calls.{quoted(name)}", partial(self._back, f))
            text = self._put(text, f"offense_sheet.plays.{quoted(name)}", partial(self._plays, f))
        return self._put(text, "offense_sheet.codes", self._codes)

    def _put(self, text: str, name: str, write: Callable[[str], str]) -> str:
        begin, end = section(text, f"{self.prefix}{name}")
        return text[:begin] + write(text[begin:end]) + text[end:]

    def _front(self, f: int, old: str) -> str:
        names = [STRATEGIES[s] for s in ORDER]
        for number, row in enumerate(self.defense.front[f]):
            low = self.bands[number][0]
            text = dice(names, [row[s] for s in ORDER])
            old = re.sub(rf'^("{low}(?:\D[^"]*)?") = "[^"]*"', rf'\1 = "{text}"', old, flags=re.M)
        return old

    def _back(self, f: int, old: str) -> str:
        """The table with the calls of now.

        A cell whose call has not changed keeps its formation. A new call gets the heaviest of its formations against a
        run-heavy offense, and the lightest against a pass-heavy one: cards stand in this order, the light ones first.
        """
        for s, name in enumerate(STRATEGIES):
            found = re.search(rf"^{name} = \[(.*?)^\]", old, re.M | re.S)
            before = re.findall(r'"([^"]+)"', found[1]) if found else []
            calls = [
                f'"{text if text in self.texts[call] else self._nearest(f, self.texts[call])}"'
                for text, call in zip(before, self.defense.back[f][s], strict=True)
            ]
            table = f"{name} = [\n  {', '.join(calls[:3])},\n  {', '.join(calls[3:])},\n]"
            old = re.sub(rf"^{name} = \[.*?^\]", table, old, flags=re.M | re.S)
        return old

    @staticmethod
    def _nearest(f: int, texts: list[str]) -> str:
        return texts[(len(texts) - 1, len(texts) // 2, 0)[f]]

    def _codes(self, old: str) -> str:
        for plan, row in zip(PLANS, self.offense.codes, strict=True):
            text = ", ".join(f'"{CODES[code]}"' for code in row)
            old = re.sub(rf'^"{plan}" = \[.*\]', f'"{plan}" = [{text}]', old, flags=re.M)
        return old

    def _plays(self, f: int, old: str) -> str:
        for code, play in enumerate(self.offense.plays[f]):
            if play != terms.AS_DRAWN:
                text = re.sub(r"( min| low)+$", "", self.plays[play])
                line = f'"{CODES[code]}" = "{play // 2 + 1}{"ab"[play % 2]}"'
                old = re.sub(rf'^"{CODES[code]}" = .*', f"{line:<26}# {text}", old, flags=re.M)
        return old
