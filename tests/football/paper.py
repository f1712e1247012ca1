"""Reads the printed pages of a football table back: nothing but their text, as a person at the table does.

What is read here comes out of the PDFs. It knows the game's words, but none of its data.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from itertools import pairwise

from pypdf import PdfReader

from breakaway.display.printing import Printing, as_pdf, pages_of

CODES = [f"{word} {suit}" for word in ("Mike", "Smoke", "Jet", "Gold") for suit in ("Joker", "Razor", "Dragon")]
PLANS, STRATEGIES = ["Green 18", "Blue 80", "Red 98"], ["Eagle", "Stunt", "Twist"]
DISTANCES, DOWNS = ["5 or more lines", "3 or 4 lines", "1 or 2 lines"], ["1st down", "2nd down", "3rd or 4th down"]


def texts_of(name: str, **wished: object) -> list[str]:
    """The text of each page of a printed sheet."""
    order = Printing(**wished)  # type: ignore[arg-type]
    made = as_pdf(pages_of("football", name, order), order, name)
    return [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]


def number(text: str) -> int:
    return int(re.sub(r"\s", "", text))


def names_in(row: str, names: list[str]) -> list[str]:
    """The names that stand one after the other in a row, the longest first where one begins with another."""
    found, rest = [], row.strip()
    while rest:
        name = max((each for each in names if rest.startswith(each)), key=len, default="")
        assert name, f"{rest!r} begins with none of {names}"
        found.append(name)
        rest = rest[len(name) :].strip()
    return found


@dataclass
class Half:
    """A play on a card, as it is printed."""

    kind: str
    type: str
    strength: int
    marks: list[str]


@dataclass
class Sheets:
    """The two solo sheets of a team."""

    front: dict[tuple[int, int], list[str]] = field(default_factory=dict)  # class, state: six strategies
    back: dict[tuple[int, str, int], str] = field(default_factory=dict)  # class, strategy, die: formation and call
    chart: dict[tuple[int, int], list[str]] = field(default_factory=dict)  # row, column: six formations
    plan: dict[int, str] = field(default_factory=dict)
    late: dict[str, str] = field(default_factory=dict)
    codes: dict[tuple[str, int], str] = field(default_factory=dict)
    plays: dict[tuple[str, int], str] = field(default_factory=dict)  # code, class: a play, or the drawn card
    fourth: list[int] = field(default_factory=list)
    words: str = ""


class Paper:
    """Everything that lies on the table: the cards, charts and sheets of two teams."""

    def __init__(self, home: str, away: str, **wished: object) -> None:
        teams = {"teams": (home, away), **wished}
        self.deck = read_deck("\n".join(texts_of("game-day-cards", **teams)[::2]))
        self.chart, self.kinds, self.spy = read_matchups(texts_of("matchups", **teams)[0])
        table = " ".join(texts_of("field", **teams)[0].split())
        self.kickoff = {
            "-1": spot_in(table, r"-1 or 0 (own \d+)"),
            "0": spot_in(table, r"-1 or 0 (own \d+)"),
            **{n: spot_in(table, rf" {n} (own \d+) ") for n in "123"},
            "TD": "touchdown" if "TD touchdown" in table else "",
            "football": spot_in(table, r"kickers' ball at the (opp \d+)"),
        }
        self.goals = {
            (100 - int(yards)) // 5: int(need)
            for yards, need in re.findall(r"opp (\d+) (\d)(?= )", table.split("needs")[1])
        }
        self.extra_point, self.onside = map(
            int, re.findall(r"Extra point: (\d) or more. Onside kick: (\d) or more", table)[0]
        )
        self.plays, self.formations, self.calls, self.sheets = [], [], [], []
        for team in (home, away):
            alone = {**teams, "teams": (team,)}
            plays, classes = read_plays("\n".join(texts_of("play-cards", **alone)[::2]))
            self.plays.append(plays)
            self.formations.append(classes)
            self.calls.append(read_calls("\n".join(texts_of("defense-cards", **alone)[::2])))
            self.sheets.append(read_sheets(texts_of("solo-sheets", **alone), classes, [*self.chart]))


def spot_in(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    assert found, pattern
    return found[1]


def read_deck(text: str) -> list[dict[str, str]]:
    """The Game Day cards in the order of their numbers."""
    card = re.compile(
        r"DEFENSE\n(?P<d>\S+)\nOFFENSE\n(?P<o>\S+)\n(?P<title>[^/]+?)\n(?:(?P<side>OFFENSE|DEFENSE)\n)?"
        r"(?P<kind>Run|Pass)\n(?P<event>[^\n]+)\n(?P<n>\d+)/54\nFIELD GOAL\n(?P<fg>\S+)\nPUNT\n(?P<punt>\w+)"
    )
    found = [each.groupdict() for each in card.finditer(text)]
    return sorted(found, key=lambda each: int(each["n"]))


def read_plays(text: str) -> tuple[dict[str, Half], list[str]]:
    """The plays by card and side, and the names of the formations by class."""
    found, classes = {}, ["", "", ""]
    half = re.compile(r"(\d+[ab]) ?(Run|Pass)\n(\D+?) ?(\d+)\n")
    for each, after in pairwise([*half.finditer(text), None]):
        assert each
        rest = text[each.end() : after.start() if after else len(text)]
        marks = [mark for mark in ("minimum gain 1", "low percentage", "orange token", "blue token") if mark in rest]
        found[each[1]] = Half(each[2].casefold(), each[3].strip(), int(each[4]), marks)
    for name, kind in re.findall(r"\n([^\n]+) \((run heavy|balanced|pass heavy)\)", text):
        classes[("run heavy", "balanced", "pass heavy").index(kind)] = name
    return found, classes


def read_calls(text: str) -> dict[str, tuple[str, int, int]]:
    """The calls by card and side: type, and strength against runs and passes."""
    half = re.compile(r"(\d+[ab])[ \n]?([^\n]+)\nRUN ?(\d+) ?PASS ?(\d+)\n")
    return {code: (name, int(run), int(passing)) for code, name, run, passing in half.findall(text)}


def read_matchups(text: str) -> tuple[dict[str, dict[str, str]], dict[str, str], dict[tuple[int, str, str], str]]:
    """The chart of matchups by defense and play, the kind of each play, and the spy table."""
    chart_text, spy_text = text.split("Spy table\n")
    lines = chart_text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("kind "))
    kinds = lines[at].split()[1:]
    rows = {}
    for line in lines[at + 1 :]:
        if found := re.match(r"(.+?) ((?:DEFENSE|offense|-)(?: (?:DEFENSE|offense|-)){9})$", line):
            rows[found[1]] = found[2].split()
    words = [
        "Inside Run", "Outside Run", "Draw", "Counter", "Screen", "Short", "Slant", "Medium", "Play Action", "Long",
    ]  # fmt: skip
    types = names_in(" ".join(lines[at - 1 : at]), words)
    chart = {name: dict(zip(types, cells, strict=True)) for name, cells in rows.items()}
    spy = {}
    for die, line in re.findall(r"\n([1-6]) ([^\n]+)", spy_text):
        cells = iter(names_in(line, [*chart, "-"]))
        for strategy in STRATEGIES:
            for kind in ("run", "pass"):
                spy[int(die), strategy, kind] = next(cells)
    return chart, dict(zip(types, kinds, strict=True)), spy


def read_sheets(pages: list[str], classes: list[str], defenses: list[str]) -> Sheets:
    """The two sheets of a team. `classes`: its formations. `defenses`: the types of defense."""
    sheets = Sheets()
    defense, offense = pages
    for at, part in enumerate(defense.split("Spy table")[0].split("Game State 1 2 3 4 5 6\n")[1:]):
        front, back = part.split("roll Eagle Stunt Twist\n")
        for line in front.strip().split("\n"):
            band, *cells = line.split()
            for state in states_in(band):
                sheets.front[at, state] = cells
        calls = re.findall(rf"(\S[^\n:]*?: (?:{'|'.join(defenses)}) \d+-\d+)", re.sub(r"\n(?![1-6] )", " ", back))
        for n, call in enumerate(calls[:18]):
            sheets.back[at, STRATEGIES[n % 3], n // 3 + 1] = re.sub(r"^[1-6] (?=\S+.*:)", "", call).strip()
    flat = offense.split("\n")
    for line in flat:
        for row, distance in enumerate(DISTANCES):
            for column, down in enumerate(DOWNS):
                if line.startswith(f"{distance} {down} "):
                    sheets.chart[row, column] = names_in(line.removeprefix(f"{distance} {down} "), classes)
        if found := re.match(r"([\d+, -]+) (Green 18|Blue 80|Red 98)$", line):
            sheets.plan |= dict.fromkeys(states_in(found[1]), found[2])
        if found := re.match(r"(Losing|Tied|Winning) (.+)$", line):
            sheets.late[found[1].casefold()] = found[2]
    codes, plays = offense.split("roll Green 18 Blue 80 Red 98\n")[1].split("\nPlay by code\n")
    for line in codes.strip().split("\n"):
        die, row = line.split(" ", 1)
        for plan, code in zip(PLANS, names_in(row, CODES), strict=True):
            sheets.codes[plan, int(die)] = code
    block = plays.split("The drawn card:")[0].replace("\n", " ")
    for code, rest in zip(CODES, re.split("|".join(CODES), block)[1:], strict=True):
        cells = re.findall(r"the drawn card|\d+[ab] .*?(?=\d+[ab] |the drawn card|$)", rest.strip())
        assert len(cells) == 3, (code, rest)
        for at, cell in enumerate(cells):
            sheets.plays[code, at] = cell.strip()
    sheets.fourth = [int(each) for each in re.findall(r"\nRoll ([\d ]+)", offense)[0].split()]
    sheets.words = " ".join(offense.split())
    return sheets


def states_in(band: str) -> list[int]:
    """The Game States of a band: `2-4, 6`, `9+`. There are 16, counted from 0."""
    found = []
    for part in band.split(","):
        low, _dash, high = part.strip().rstrip("+").partition("-")
        found += range(int(low), 16 if part.strip().endswith("+") else int(high or low) + 1)
    return found
