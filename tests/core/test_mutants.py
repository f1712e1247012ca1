"""`make mutants` plants the faults that it says it plants, notes what a test reaches, and changes nothing else."""

from __future__ import annotations

import ast
import builtins
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.faults import faults_in, with_probes
from tools.mutants import known
from tools.planting import files

ROOT = Path(__file__).parents[2]
SOURCE = '''
"""A module."""
LIMIT = 3 > 2


@decorated(limit=5)
def opens(door: Door, hour: int = 8) -> bool:
    """Whether a door opens."""
    if door.is_locked and not door.has_key:
        return False
    log.warning("%s", hour + 1)
    door.opened += 1
    door.ring()
    return hour < 20 or hour in [each for each in door.hours if each]


class House:
    rooms = 3 + 1

    async def enter(self):
        """Goes in."""
        self.at = "hall" if self.lit else f"{1}"
        await self.light()
        return self.at
'''


def changes() -> set[tuple[int, str, str]]:
    """Line, function and changed line of each fault."""
    return {(fault.line, fault.function, fault.after) for fault in faults_in("a.py", SOURCE.encode())}


def test_each_kind_of_fault_is_found_and_nothing_outside_the_bodies_of_functions() -> None:
    in_opens = [
        (9, "if door.is_locked or not door.has_key:"),
        (9, "if door.is_locked and door.has_key:"),
        (9, "if True:"),
        (9, "if False:"),
        (10, "return True"),
        (12, "pass"),
        (12, "door.opened += 2"),
        (13, "pass"),
        (14, "return True"),
        (14, "return False"),
        (14, "return hour <= 20 or hour in [each for each in door.hours if each]"),
        (14, "return hour < 21 or hour in [each for each in door.hours if each]"),
        (14, "return hour < 20 and hour in [each for each in door.hours if each]"),
        (14, "return hour < 20 or hour not in [each for each in door.hours if each]"),
        (14, "return hour < 20 or hour in [each for each in door.hours if True]"),
    ]
    in_house = [
        (22, "pass"),
        (22, 'self.at = "hall" if True else f"{1}"'),
        (22, 'self.at = "hall" if False else f"{1}"'),
        (23, "pass"),
        (24, "return None"),
    ]
    assert changes() == {
        *((line, "opens", text) for line, text in in_opens),
        *((line, "House.enter", text) for line, text in in_house),
    }


def test_a_planted_fault_changes_its_line_and_no_other() -> None:
    for fault in faults_in("a.py", SOURCE.encode()):
        before, after = SOURCE.splitlines(), fault.planted(SOURCE.encode()).decode().splitlines()
        assert [n for n, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]] == [fault.line]
        assert after[fault.line - 1].strip() == fault.after
        assert before[fault.line - 1].strip() == fault.before


def test_an_operator_between_lines_with_umlauts_and_brackets_is_found() -> None:
    text = 'def f(a, b):\n    return ("ä" in a  # or not\n        and (b or not a)\n        and len("ö") == b)\n'
    found = [fault.planted(text.encode()).decode() for fault in faults_in("a.py", text.encode())]
    assert text.replace("b or not", "b and not") in found
    assert text.replace("== b", "!= b") in found
    assert text.replace("and (", "or (").replace("and len", "or len") in found
    assert text.replace("or not a)", "or a)") in found


def test_a_probe_stands_before_every_statement_of_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '''
def f(n):
    """A docstring."""
    for each in range(n):
        if each:
            pass
        elif n > 1:
            n = 0
    try:
        return n
    finally:
        class Inner:
            x = 1
'''
    reached: list[tuple[int, int]] = []
    monkeypatch.setattr(builtins, "__reached__", lambda *where: reached.append(where), raising=False)
    names: dict[str, object] = {}
    exec(compile(with_probes(text.encode(), "a.py", 7), "a.py", "exec"), names)
    function = names["f"]
    assert callable(function)
    assert function.__doc__ == "A docstring."
    assert function(1) == 1
    assert reached == [(7, line) for line in (4, 5, 7, 9, 10, 12)]


@pytest.mark.slow
def test_a_fault_can_be_planted_in_every_file_and_its_statement_has_a_probe() -> None:
    for path in files():
        source = path.read_bytes()
        probes = {
            probe.args[1].value
            for probe in ast.walk(with_probes(source, str(path), 0))
            if isinstance(probe, ast.Call) and isinstance(probe.func, ast.Name) and probe.func.id == "__reached__"
            if isinstance(probe.args[1], ast.Constant)
        }
        found = faults_in(str(path), source)
        assert found or path.name == "__init__.py" or path.name == "schema.py"
        assert {fault.statement for fault in found} <= probes


def test_each_known_fault_still_exists_and_has_a_reason_or_a_test() -> None:
    names = {fault.name for path in files() for fault in faults_in(str(path.relative_to(ROOT)), path.read_bytes())}
    gone = [name for name in known() if name not in names]
    assert not gone, "the code has changed: is this entry of tools/known_faults.toml still needed?"
    for each in known().values():
        if "noticed_by" in each:
            path, _, test = each["noticed_by"].partition("::")
            assert f"def {test.partition('[')[0]}(" in (ROOT / path).read_text()
        else:
            assert len(each["why"].split()) > 4


@pytest.mark.slow
def test_a_nursery_plants_a_fault_and_says_which_test_noticed(tmp_path: Path) -> None:
    path = ROOT / "src/breakaway/club/seats.py"
    source = path.read_text()
    condition = "seats[seat].holds == match.turn"
    assert condition in source
    test = "tests/club/test_away.py::test_a_held_order_waits_for_the_deadline_until_its_player_is_ready[sqlite]"
    jobs = [
        {"file": str(path), "source": text, "tests": [test], "limit": 120}
        for text in (source, source.replace(condition, "seats[seat].holds is not None"), "while True: pass")
    ]
    jobs[2]["limit"] = 3
    done = subprocess.run(
        [sys.executable, "-m", "tools.planting", str(tmp_path / "tests")],
        input="".join(json.dumps(job) + "\n" for job in jobs),
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [
        {"noticed": False, "by": ""},
        {"noticed": True, "by": test},
        {"noticed": True, "by": "the time limit"},
    ]
    assert path.read_text() == source
