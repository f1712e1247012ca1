"""`make bench ARGS="lab FOLDER"` measures two checkouts side by side, each with its own copy of bench/lab.py."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAYS = """import sys
for line in sys.stdin:
    print({rates}[line.strip()], 7, flush=True)
"""


@pytest.fixture
def lab(monkeypatch, tmp_path):
    """bench/lab.py with two measures and three rounds, beside a checkout that only prints rates."""
    spec = importlib.util.spec_from_file_location("bench_lab", ROOT / "bench" / "lab.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "MEASURES", {"football": None, "chess": None})
    monkeypatch.setattr(module, "ROUNDS", 3)
    monkeypatch.setattr(module, "HERE", checkout(tmp_path / "here", {"football": 300, "chess": 40}))
    monkeypatch.setenv("COLUMNS", "100")
    return module


def checkout(folder: Path, rates: dict[str, int]) -> Path:
    (folder / "bench").mkdir(parents=True)
    (folder / "bench" / "lab.py").write_text(PLAYS.format(rates=rates))
    return folder


def test_the_ratio_is_ours_over_theirs_and_what_they_cannot_measure_is_not_compared(lab, tmp_path, capsys):
    there = checkout(tmp_path / "there", {"football": 200})  # ends with a KeyError when it is asked for chess
    assert lab.main([str(there)]) == 0
    rows = [re.split(r"\s*│\s*", line.strip("│ \n")) for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert rows == [
        ["football", "300", "300", "1.50", "1.50 to 1.50", "yes"],
        ["chess", "40", "40", "not there"],
    ]


def test_a_folder_that_is_no_checkout_is_refused(lab, tmp_path, capsys):
    assert lab.main([str(tmp_path)]) == 1
    assert "is not a checkout of Breakaway: it has no bench/lab.py" in capsys.readouterr().err
