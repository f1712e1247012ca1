"""`make bench ARGS="lab FOLDER"` measures two checkouts side by side, each with its own copy of bench/lab.py."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
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


# --- every measurement, once and small


def test_peers_are_installed_with_pip_where_uv_is_missing(load, monkeypatch, tmp_path):
    peers = load("peers")
    asked = []

    def run(command, **_more):
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, "RATE\tchess\t12.5\n", "")

    monkeypatch.setattr(peers.shutil, "which", lambda name: None)
    monkeypatch.setattr(peers.subprocess, "run", run)
    monkeypatch.setattr(peers, "user_cache_path", lambda name: tmp_path)
    (tmp_path / "peers" / "chess").mkdir(parents=True)
    assert peers.theirs(("chess", "board"), "chess", "")[1:] == ([("chess", 12.5)], "")
    assert asked[0][1:3] == ["-m", "venv"]
    assert asked[1][1:4] == ["-m", "pip", "install"]
    assert asked[1][-2:] == ["chess", "board"]


@pytest.fixture
def load(monkeypatch):
    """Loads a module of bench/, which can import the modules beside it."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))

    def loaded(name):
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return loaded


SMALL = {
    "run": {"ROUNDS": 1, "SECONDS": 0.05},
    "simulate": {"ROUNDS": 1, "MATCHES": 200},
    "lab": {"ROUNDS": 1},
    "web": {"STREAMS": 4, "CHOICES": 4, "AT_ONCE": 2, "SECONDS": 0.5},
    "streams": {"PAIRS": 2, "WATCHING": (0, 2), "EVERY": 0.5, "SECONDS": 1.5},
    "strangers": {"SECONDS": 0.5, "WARM": 0.5, "STREAMS": 4, "PAGES": 2, "ATTACKS": ("drafts", "rules")},
    "workers": {"PAIRS": 2, "ROUNDS": 1, "SECONDS": 0.5},
    "page": {"CHOICES": 2},
    "peers": {"ROUNDS": 1, "SECONDS": 0.05, "SAMPLE": 1, "PEERS": ()},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_measurement_runs_to_its_table(load, monkeypatch, tmp_path, capsys, name):
    """`make bench` measures all of this, only longer. Figures of other programs are left out: they need a network."""
    module = load(name)
    for constant, value in SMALL[name].items():
        assert hasattr(module, constant)
        monkeypatch.setattr(module, constant, value)
    monkeypatch.setattr(sys, "argv", ["bench/run.py", *(["cycling"] if name == "run" else [])])
    monkeypatch.setenv("COLUMNS", "150")
    if name == "lab":  # the others are measured alike
        monkeypatch.setattr(
            module, "MEASURES", {what: made for what, made in module.MEASURES.items() if "cycling" in what}
        )
    if name == "peers":
        monkeypatch.setattr(module, "RESULTS", tmp_path / "results.md")
    if name == "streams":
        monkeypatch.setattr(module.boardgame, "is_possible", lambda: False)
    if name == "page" and not any(map(shutil.which, module.NAMES)):
        pytest.skip("this machine has no Chromium")
    assert (module.main([]) if name == "lab" else module.main()) == 0
    assert re.search(r"\d", capsys.readouterr().out)
