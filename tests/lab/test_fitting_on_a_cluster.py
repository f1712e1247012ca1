"""The fitting tools find the same on a Dask cluster as in threads. Real processes, without our folder of tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from breakaway.cli.lab import Machines

from .test_cluster import free_port, scheduler, worker

ROOT = Path(__file__).parents[2]


def tool(name: str, *words: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / name), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=500)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "words",
    [
        ("fit_winning.py", "fate", "--measure", "--matches", 6000),
        ("fit_football.py", "measure", "--matches", 200),
    ],
)
def test_a_fitting_tool_prints_the_same_figures_on_a_cluster(
    words: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # so that no worker finds our tools
    port = free_port()
    alone = tool(*words)
    with scheduler(port), worker(port), worker(port):
        shared = tool(*words, "--engine", "dask", "--cluster", f"tcp://127.0.0.1:{port}")
    assert alone.returncode == shared.returncode == 0, alone.stderr + shared.stderr
    assert len(alone.stdout) > 400
    assert alone.stdout == shared.stdout


@pytest.mark.slow
def test_a_killed_worker_changes_no_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import cloudpickle
    import tools
    from tools import winning_fate
    from tools.winning_chain import Counts
    from tools.winning_played import counted

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    pieces, port = list(winning_fate.pieces(20_000, 5)), free_port()

    def counts(engine: Any, after_first: Any) -> Counts:
        found = Counts()
        for number, each in enumerate(counted(winning_fate, engine, pieces)):
            found.add(each.keys, each.times)
            if number == 0:
                after_first()
        found.merge()
        return found

    with Machines("threads", 2).opened() as threads:
        wanted = counts(threads, lambda: None)
    cloudpickle.register_pickle_by_value(tools)
    machines = Machines("dask", cluster=f"tcp://127.0.0.1:{port}")
    with scheduler(port), worker(port) as first, worker(port), machines.opened() as cluster:
        found = counts(cluster, first.kill)  # -9
        assert first.wait(timeout=30) != 0
    assert wanted.times.sum() > 1_500_000
    assert np.array_equal(found.keys, wanted.keys)
    assert np.array_equal(found.times, wanted.times)


@pytest.mark.slow
def test_workers_with_other_rules_or_data_are_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    with scheduler(port):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")  # compiles other code
        with worker(port):
            monkeypatch.delenv("NUMBA_BOUNDSCHECK")
            words = ("--matches", 600, "--engine", "dask", "--cluster", f"tcp://127.0.0.1:{port}")
            found = tool("fit_winning.py", "fate", "--measure", *words)
    assert found.returncode == 1
    assert "has different rules or data for fate" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.slow
def test_options_that_make_no_sense_end_in_a_line() -> None:
    found = tool("fit_winning.py", "fate", "--measure", "--cluster", "tcp://localhost:1")
    assert (found.returncode, found.stderr) == (1, "--cluster needs --engine dask\n")


@pytest.mark.slow
def test_fates_games_of_calls_are_solved_alike_on_a_cluster_that_loses_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cloudpickle
    import tools
    from tools import fate_book, fate_values

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(fate_values, "TURNS", 60)
    payoff = np.random.default_rng(4).normal(size=(fate_values.SIZE, len(fate_book.CALLS), len(fate_book.DEFENSES)))

    def solved(engine: Any, after_first: Any) -> tuple[Any, Any, list[str]]:
        value, kept = fate_values.balance(engine, payoff, None)
        after_first()
        again, (rows, columns) = fate_values.balance(engine, payoff, kept)
        lines = fate_book.calls_lines(dict.fromkeys(fate_book.CLOCKS, payoff), engine)
        return value, np.concatenate([again, rows.ravel(), columns.ravel()]), lines

    with Machines("threads", 2).opened() as threads:
        wanted = solved(threads, lambda: None)
    cloudpickle.register_pickle_by_value(tools)
    port = free_port()
    machines = Machines("dask", cluster=f"tcp://127.0.0.1:{port}")
    with scheduler(port), worker(port) as first, worker(port), machines.opened() as cluster:
        found = solved(cluster, first.kill)  # -9
        assert first.wait(timeout=30) != 0
    assert np.array_equal(found[0], wanted[0])
    assert np.array_equal(found[1], wanted[1])
    assert found[2] == wanted[2]
    assert len(wanted[2]) > 200
