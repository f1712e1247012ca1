"""Numbers and names that records hold are permanent, and new ones may stand anywhere (docs/decisions/0009)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import check_numbers
from tools.check_numbers import LIST, Held, against_code, against_earlier, faults, listed, used_twice

from breakaway.core.rulebook import load_rulebook
from breakaway.games import manifest as games

ROOT = Path(__file__).parents[2]
PLAYED = {name: games.find(name) for name in ("football", "fate", "cycling")}
OPTION = '    middle: int = switch(False, "{id}", "Middle", "A house rule that stands in the middle.")\n'


def test_the_list_agrees_with_the_code_and_with_its_own_past():
    assert faults(ROOT, PLAYED) == []


# --- the rule book


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        ("", "X-3 has no number; give it n = 8, and never change that number"),
        ("n = 7, ", "X-3 has the number 7, which belongs to X-2; give it n = 8"),
        ("n = 0, ", "X-3 has the number 0, which is not a whole number from 1 to 999; give it n = 8"),
        ("n = 1000, ", "X-3 has the number 1000, which is not a whole number from 1 to 999"),
        ("n = true, ", "X-3 has the number True, which is not a whole number"),
        ("n = '8', ", "X-3 has the number '8', which is not a whole number"),
    ],
)
def test_a_rule_book_refuses_a_rule_without_a_number_of_its_own(tmp_path, number, fault):
    path = tmp_path / "rules.toml"
    rows = ['id = "X-1", n = 3, ', 'id = "X-2", n = 7, ', f'id = "X-3", {number}']
    path.write_text(
        'prefix = "X"\ntitle = "X"\n[[chapter]]\ntitle = "c"\nrule = [\n'
        + "".join(f'  {{ {row}kind = "action", says = "a" }},\n' for row in rows)
        + "]\n",
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match=re.escape(f"rules.toml: {fault}")):
        load_rulebook(path)


def test_rules_keep_the_numbers_that_they_had_by_their_place_until_28_november_2026():
    stood = {"football": ("BF-001", 287), "fate": ("FF-001", 198), "cycling": ("BA-2.1", 57)}
    for name, (first, count) in stood.items():
        book = PLAYED[name].rules
        assert book[first] == 1
        assert set(range(1, count + 1)) <= set(book.by_number)


# --- the list against the code

KNOWN = listed(
    """
    [game.rules]
    "X-1" = 1
    "X-2" = { was = 2, withdrawn = "0.3.0" }
    [game.events]
    "X-1" = ["seat", "lines"]
    [game.options.ends]
    early = 0
    late = 1
    [game.state]
    hand = [4]
    [game.numbers.phases]
    in = "terms"
    START = 1
    OVER = 2
    """
)
CODE = {name: held for name, held in KNOWN.items() if not held.withdrawn}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({("game", "rules", "X-1"): 3}, "game: rules X-1 has moved: it is 3, and records hold 1. Put it back"),
        ({("game", "rules", "X-1"): None}, "game: rules X-1 is gone from the code: records may hold it."),
        ({("game", "rules", "X-2"): 2}, "game: rules X-2 was withdrawn in 0.3.0 and cannot come back"),
        ({("game", "rules", "X-9"): 9}, 'game: rules X-9 is new: add `"X-9" = 9` in [game.rules] to'),
        ({("game", "events", "X-1"): ["lines", "seat"]}, 'game: events X-1 has moved: it is ["lines", "seat"]'),
        ({("game", "events", "X-1"): ["seat"]}, 'game: events X-1 has moved: it is ["seat"]'),
        ({("game", "events", "X-1"): ["seat", "lines", "down"]}, "game: events X-1 has new fields: its line in"),
        ({("game", "options", "ends", "early"): 2}, "game: options ends early has moved: it is 2"),
        ({("game", "options", "ends", "early"): None}, "game: options ends early is gone from the code"),
        ({("game", "state", "hand"): [5]}, "game: state hand has moved: it is [5], and records hold [4]"),
        ({("game", "numbers", "phases", "OVER"): 3}, "game: OVER (phases) has moved: it is 3"),
        ({("game", "numbers", "?", "NEW"): 3}, "game: NEW is new: add `NEW = 3` in a group to"),
    ],
)
def test_a_number_that_moved_is_gone_or_is_not_listed_is_refused(change, fault):
    found = CODE | {name: Held(value) for name, value in change.items()}
    found = {name: held for name, held in found.items() if held.value is not None}
    (told,) = against_code(KNOWN, found)
    assert told.startswith(fault)


@pytest.mark.parametrize(
    ("name", "number", "fault"),
    [
        (("game", "rules", "X-3"), 1, "game: rules X-3 has the number 1 of game: rules X-1: the next free number is 3"),
        (("game", "rules", "X-3"), 2, "game: rules X-3 has the number 2 of game: rules X-2: the next free number is 3"),
        (("game", "options", "ends", "never"), 1, "game: options ends never has the number 1 of"),
        (("game", "numbers", "phases", "PAUSE"), 2, "game: PAUSE (phases) has the number 2 of"),
    ],
)
def test_a_number_that_is_used_twice_is_refused_even_if_the_other_use_was_withdrawn(name, number, fault):
    (told,) = used_twice({**KNOWN, name: Held(number)})
    assert told.startswith(fault)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({("game", "rules", "X-1"): None}, "game: rules X-1 is gone from tests/records/numbers.toml, where abc has it"),
        ({("game", "rules", "X-1"): Held(4)}, "game: rules X-1 has moved in tests/records/numbers.toml: abc has 1"),
        ({("game", "rules", "X-2"): Held(2)}, "game: rules X-2 was withdrawn in 0.3.0 and cannot come back (abc)"),
        ({("game", "events", "X-1"): Held(["seat"])}, "game: events X-1 has moved in"),
    ],
)
def test_the_list_may_not_forget_what_an_earlier_version_of_it_said(change, fault):
    now = {name: held for name, held in (KNOWN | change).items() if held is not None}
    (told,) = against_earlier(now, KNOWN, "abc")
    assert told.startswith(fault)


def test_the_list_may_grow_and_mark_lines_as_withdrawn():
    grown = KNOWN | {
        ("game", "rules", "X-1"): Held(1, "0.4.0"),
        ("game", "rules", "X-3"): Held(3),
        ("game", "events", "X-1"): Held(["seat", "lines", "down"]),
    }
    assert list(against_earlier(grown, KNOWN, "abc")) == []


def test_a_line_that_was_changed_and_committed_long_ago_is_still_found(tmp_path):
    def git(*words: str) -> None:
        named = ("-c", "user.name=Ada Example", "-c", "user.email=ada@example.org")
        subprocess.run(["git", *named, *words], cwd=tmp_path, check=True, capture_output=True)

    path = tmp_path / LIST
    path.parent.mkdir(parents=True)
    text = (ROOT / LIST).read_text(encoding="utf-8")
    git("init", "-q")
    for each in (text + "\n[cycling.numbers.lost]\nin = 'terms'\nFLAT_TIRE = 4\n", text, text + "\n"):
        path.write_text(each, encoding="utf-8")
        git("add", "-A")
        git("commit", "-q", "-m", "A step")
    (told,) = faults(tmp_path, PLAYED)
    assert told.startswith("cycling: FLAT_TIRE (lost) is gone from tests/records/numbers.toml, where ")


def test_a_name_that_stands_twice_in_the_list_is_told_with_its_line(tmp_path):
    (tmp_path / LIST).parent.mkdir(parents=True)
    (tmp_path / LIST).write_text('[football.rules]\n"BF-001" = 1\n"BF-001" = 2\n', encoding="utf-8")
    (told,) = faults(tmp_path, PLAYED)
    assert told.startswith("tests/records/numbers.toml cannot be read, perhaps because a name stands twice: ")
    assert "line 3" in told


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise KeyError('X-1')", "toy cannot be loaded: no rule 'X-1'"),
        ("raise ValueError('rules.toml: X-1 has no number')", "toy cannot be loaded: rules.toml: X-1 has no number"),
        ("FIRST = 1\n(ONLY,) = {1, 2}", "toy cannot be loaded: toy.py, line 2: too many values to unpack"),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why_and_where(code, said):
    with pytest.raises((KeyError, ValueError)) as raised:
        exec(compile(code, "toy.py", "exec"), {})
    assert check_numbers.not_loaded("toy", raised.value).startswith(said)


def test_a_whole_number_written_out_in_terms_has_to_be_listed():
    assert list(
        check_numbers.assigned("A, B = 1, 2\nC = -3\nD = A + 1\nE = (1, 2)\nF = 'x', 3\nG, H = range(2)\n")
    ) == [
        ["A", "B"],
        ["C"],
    ]


def test_the_tool_adds_a_line_for_what_is_new_and_changes_no_other():
    text = (ROOT / LIST).read_text(encoding="utf-8")
    new = {
        ("football", "rules", "BF-X"): Held(999),
        ("fate", "options", "chain", "poem"): Held(5),
        ("fate", "options", "luck", "3"): Held(0),
        ("fate", "options", "luck", "good"): Held(1),
        ("cycling", "config", "luck"): Held([4, 4]),
        ("tugs", "options", "rope"): Held("number"),
    }
    made = check_numbers.extended(text, new)
    assert listed(made) == listed(text) | new
    before, after = text.splitlines(), made.splitlines()
    assert [line for line in after if line not in before] == [
        '"BF-X" = 999',
        "chain = { prose = 3, table = 4, poem = 5 }",
        'luck = { "3" = 0, good = 1 }',
        "luck = [4, 4]",
        "[tugs.options]",
        'rope = "number"',
    ]
    assert [line for line in before if line not in after] == ["chain = { prose = 3, table = 4 }"]
    assert check_numbers.extended(text, {}) == text


def test_the_tool_writes_the_lines_that_it_asks_for(tmp_path):
    path = tmp_path / LIST
    path.parent.mkdir(parents=True)
    text = (ROOT / LIST).read_text(encoding="utf-8")
    lost = [line for line in text.splitlines(keepends=True) if line.startswith(('flags = "number"', "overlay = "))]
    path.write_text("".join(line for line in text.splitlines(keepends=True) if line not in lost), encoding="utf-8")
    told = faults(tmp_path, PLAYED)
    assert len(told) == 4  # a number, two values of a choice, and a field of the state
    assert all(each.endswith("(python tools/check_numbers.py --write)") for each in told)
    check_numbers.write(tmp_path, PLAYED)
    assert faults(tmp_path, PLAYED) == []
    assert listed(path.read_text(encoding="utf-8")) == listed(text)


# --- the middle


@pytest.mark.slow
def test_a_rule_an_event_and_an_option_in_the_middle_change_no_record_case_or_stored_match(tmp_path):
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name, game in PLAYED.items():
        folder = tmp_path / "src" / "breakaway" / "games" / name
        id_ = f"{game.rules.prefix}-MIDDLE"
        free = max(game.rules.by_number) + 1
        row = f'  {{ id = "{id_}", n = {free}, kind = "action", says = "A rule in the middle." }},\n'
        insert(folder / "rules.toml", r"^  \{ id = ", row)
        chapter = "play_events.py" if name == "football" else "events.py"
        insert(folder / "rules" / chapter, r"^[A-Z_]+ = event\(", f'MIDDLE = event("{id_}")\n')
        insert(
            folder / "rules" / "state.py",
            r"^    \w+: int = (number_of|switch|one_of|on|off|of_advanced)\(",
            OPTION.format(id=id_),
        )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    checked = [
        f"import breakaway; assert breakaway.__file__.startswith({str(tmp_path)!r})",
        "from breakaway.games import manifest as games",
        "books = [games.find(name) for name in ('football', 'fate', 'cycling')]",
        "assert all(next(n for n, id in enumerate(b.rules.entries) if 'MIDDLE' in id) < 150 for b in books)",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(checked)], env=environment, check=True)
    tests = ["tests/records/test_golden.py", "tests/club/test_stored.py"]
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    played = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout
    cases = [str(path) for path in sorted((ROOT / "tests" / "cases").rglob("*.toml"))]
    run = [sys.executable, "-c", "from breakaway.cli.main import main; main()", "cases", *cases]
    played = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout


def insert(path: Path, before: str, text: str) -> None:
    """Puts the text before the middle one of the lines that match a pattern."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    places = [i for i, line in enumerate(lines) if re.match(before, line)]
    lines.insert(places[len(places) // 2], text)
    path.write_text("".join(lines), encoding="utf-8")
