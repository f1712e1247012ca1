"""Whatever is wrong in a data file, its reader says so in our words: no traceback, and no inside of a library."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError
from breakaway.display import how_to_play
from breakaway.games.cycling.files import load_tracks
from breakaway.games.cycling.referee.commands import rider_names
from breakaway.games.cycling.referee.race_files import DeskError
from breakaway.games.fate.files import read_roster
from breakaway.games.football.files.config import check
from breakaway.games.manifest import NoSuchGame, find
from breakaway.lab.simulation_files import PLAN, plan_from, said_in
from breakaway.players.settings import requested
from breakaway.records.entries import BadRecord
from breakaway.testing import cases
from breakaway.testing.cases import BadCase
from breakaway.web.lessons import read_lesson
from tests.depth import DEPTH

SHIPPED = Path("src/breakaway/games")
INSIDE = re.compile(
    r"function-|pydantic|Input should|type=|\binput_|ValidationError|validat|Value error|Traceback|\b(str|int|dict)\b"
    r"|NoneType|object at 0x|unhashable|subscriptable|KeyError|<class|literal|model_|_type\b|datetime|instance"
    r"|another value"
)
OURS = BadData, BadCase, BadRecord, DeskError, UserError, NoSuchGame
TOKEN = re.compile(
    r'"[^"\n]*"|-?\b\d+\b|\btrue\b|\bfalse\b|\[[^\[\]\n]*\]|\{[^{}\n]*\}|^\w+(?= =)|[\[\]=,]', re.MULTILINE
)
ODD = (
    *("-1", "0", "7", "99999", "1" * 25, "1.5", "-0.0", "nan", "inf", '""', '"x"', '"Ärger, 1-2: 3"', f'"{"a" * 200}"'),
    *(
        "true",
        "[]",
        "[[]]",
        "[1, 'a']",
        "[{}]",
        "{}",
        "{a = 1}",
        "1979-05-27",
        "07:32:00",
        "1979-05-27T07:32:00Z",
        "sped",
    ),
    *("", "]", "=", "\x00", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]"),
)
TOUR = """
name = "A tour"
hands = "fresh"
stages = [
  "postal",
  {name = "One", length = 24, loop = false, sprints = [12], sprint_points = [3, 2, 1], finish_points = [6, 4, 2]},
  {name = "Two", length = 30, sprints = [], sprint_points = [3, 2, 1], finish_points = [6, 4, 2]},
]
"""
RIDERS = '[riders]\nRed = ["Ann", "Bo", "Cy", "Di"]\nBlue = ["Ed", "Flo", "Gus", "Hal"]\n'
SIMULATED = {
    "format": 1,
    "game": "cycling",
    "edition": "1",
    "options": {},
    "names": {},
    "seats": [{"name": "Red", "by": "random"}],
    "coaches": ["random"],
    "seed": 1,
    "plays": False,
    "book": {},
}


def deck(path: Path) -> None:
    """A football file of any kind: `check` lists its mistakes."""
    if found := check(path):
        raise BadData("\n".join(found))


def run_cases(path: Path) -> None:
    """The first cases of a file."""
    for case in islice(cases.load(path), 3):
        result = cases.run(find(case.game), case)
        if result.failures:
            raise BadCase("\n".join(result.failures))


def plan(path: Path) -> None:
    """What a simulation noted about itself."""
    plan_from(said_in(path.parent))


def house(path: Path) -> None:
    """House rules, a line each."""
    requested("cycling", [line for line in path.read_text().splitlines() if line and "," not in line])


def text_of(name: str) -> str:
    """A shipped file."""
    return (SHIPPED / name).read_text(encoding="utf-8")


FILES: dict[str, tuple[str, str, Callable[[Path], Any]]] = {
    "tour": ("tour.toml", TOUR, lambda path: load_tracks(str(path))),
    "track": ("own.toml", text_of("cycling/data/tracks/postal.toml"), lambda path: load_tracks(str(path))),
    "riders": ("riders.toml", RIDERS, rider_names),
    "team": ("team.toml", text_of("football/data/teams/fire.toml"), deck),
    "template": ("team.toml", text_of("football/data/template.toml"), deck),
    "deck": ("deck.toml", text_of("football/data/deck.toml"), deck),
    "matchups": ("matchups.toml", text_of("football/data/matchups.toml"), deck),
    "roster": ("roster.toml", text_of("fate/data/rosters/mudlarks.toml"), lambda path: read_roster(str(path))),
    "lesson": ("lesson.toml", text_of("cycling/lesson.toml"), read_lesson),
    "howto": ("howto.toml", text_of("fate/howto.toml"), how_to_play.read.__wrapped__),
    "race cases": ("cases.toml", Path("tests/cases/cycling/finish.toml").read_text(), run_cases),
    "football cases": ("cases.toml", min(Path("tests/cases/football").glob("*.toml")).read_text(), run_cases),
    "fate cases": ("cases.toml", min(Path("tests/cases/fate").glob("*.toml")).read_text(), run_cases),
    "house rules": ("house", "cap=12\ncrowd=0\nties=arrival\nblind=true\n", house),
    "plan": (PLAN, json.dumps(SIMULATED, indent=1), plan),
}


@st.composite
def damaged(draw: Any, text: str) -> str:
    """The text with one or two of its words replaced, dropped or doubled."""
    for _ in range(draw(st.integers(1, 2))):
        places = list(TOKEN.finditer(text))
        found = places[draw(st.integers(0, len(places) - 1))]
        new = draw(st.sampled_from((*ODD, found[0] * 2, f"{found[0]}, {found[0]}")))
        text = text[: found.start()] + new + text[found.end() :]
    return text


def said(read: Callable[[Path], Any], path: Path) -> str:
    """What the reader of a file says is wrong with it, or nothing."""
    try:
        read(path)
    except OURS as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("examples", [25, pytest.param(400 * DEPTH, marks=pytest.mark.slow)])
def test_a_damaged_file_is_refused_in_our_words(tmp_path: Path, kind: str, examples: int) -> None:
    name, whole, read = FILES[kind]
    path = tmp_path / name

    @seed(11)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(text=damaged(whole))
    def check(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        message = said(read, path)
        for line in message.replace(str(tmp_path), "").splitlines():
            if "not TOML" not in line:
                assert not INSIDE.search(re.sub(r"'[^']*'|\"[^\"]*\"", "", line)), message

    check()
