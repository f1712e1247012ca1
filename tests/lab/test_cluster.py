"""Simulations on Dask: the same bytes as on threads, whatever happens to workers and schedulers. Real processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest

from breakaway.cli.lab import Machines
from breakaway.core.language import UserError
from breakaway.lab.simulate import CHUNK, pieces
from breakaway.lab.simulation_files import UNFINISHED, Folder, finished, is_folder, name_of

PROGRAM = Path(sys.executable).with_name("breakaway")
DASK = Path(sys.executable).with_name("dask")
GAME = ("fate", "--seed", "7")
OTHER_VERSION = "import importlib.metadata as m; m.version = lambda name: '9.9'"


@pytest.mark.parametrize(
    ("machines", "says"),
    [
        (Machines("ray"), "--engine: expected threads or dask, not ray"),
        (Machines(cluster="tcp://localhost:1"), "--cluster needs --engine dask"),
        (Machines("dask", 2, "tcp://localhost:1"), "a cluster has its own workers"),
        (Machines("dask", 0), "--workers: expected a number from 1 to 256, not 0"),
    ],
)
def test_engines_that_make_no_sense_are_refused(machines, says):
    with pytest.raises(UserError, match=says):
        machines.check()


def test_missing_chunks_are_those_between_the_finished_ones():
    assert list(pieces([], CHUNK + 7)) == [(0, CHUNK), (CHUNK, 7)]
    kept = [(0, CHUNK), (2 * CHUNK, 100)]
    assert list(pieces(kept, 3 * CHUNK)) == [(CHUNK, CHUNK), (2 * CHUNK + 100, CHUNK - 100)]
    assert not list(pieces([(0, CHUNK)], 100))


def test_a_folder_is_named_by_a_slash_or_an_address(tmp_path):
    assert [is_folder(out) for out in ("a/", "s3://bucket/a", str(tmp_path), "a.parquet")] == [True, True, True, False]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def running(*words):
    """A process of a cluster, in a session of its own, which ends with everything that it has started."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([DASK, *map(str, words)], start_new_session=True, **quiet)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def scheduler(port):
    """A scheduler that answers: on a busy machine a minute may pass before it does."""
    words = ("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--scheduler-file")
    with tempfile.TemporaryDirectory() as folder, running(*words, f"{folder}/at") as process:
        until = time.monotonic() + 120
        while not Path(folder, "at").is_file():  # it writes the file as soon as it answers
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield process


def worker(port, *words):
    place = f"tcp://127.0.0.1:{port}"
    return running("worker", place, "--nthreads", 1, "--no-dashboard", "--no-nanny", "--death-timeout", 120, *words)


def simulate(folder, matches, out, *words):
    return [PROGRAM, "simulate", *GAME, "--matches", str(matches), "--out", f"{folder}/{out}", *map(str, words)]


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=400)


def done(command):
    found = run(command)
    assert found.returncode == 0, found.stdout + found.stderr
    return found


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def on(port):
    return "--engine", "dask", "--cluster", f"tcp://127.0.0.1:{port}"


@pytest.mark.slow
def test_processes_write_the_same_bytes_as_threads_and_every_reader_takes_the_folder(tmp_path):
    done(simulate(tmp_path, 1200, "threads/"))
    done(simulate(tmp_path, 1200, "dask/", "--engine", "dask", "--workers", 2))
    done(simulate(tmp_path, 1200, "one.parquet", "--engine", "dask", "--workers", 1))
    assert len(files(tmp_path / "threads")) == 3
    assert files(tmp_path / "threads") == files(tmp_path / "dask")
    rows = pl.read_parquet(tmp_path / "dask" / "matches" / "*.parquet")
    assert rows["match"].to_list() == list(range(1, 1201))
    assert rows.equals(pl.read_parquet(tmp_path / "one.parquet"))
    said = done([PROGRAM, "report", str(tmp_path / "dask"), "--html", str(tmp_path / "a.html")]).stdout
    assert "1,200" in said


@pytest.mark.slow
def test_results_that_had_come_before_their_worker_was_killed_still_count():
    """They are lost where they were made, and the scheduler has them made again; but this machine has them already."""
    port, long = free_port(), 3  # seconds
    machines = Machines("dask", cluster=f"tcp://127.0.0.1:{port}")
    with scheduler(port), worker(port) as first, worker(port), machines.opened() as cluster:
        results = cluster.finished(time.sleep, [long] * 4)
        found = [next(results)]
        time.sleep(2 * long)
        first.kill()
        time.sleep(long / 3)
        found += results
    assert sorted(found) == [(n, None) for n in range(4)]


@pytest.mark.slow
def test_a_killed_worker_and_a_new_scheduler_change_no_byte_and_lose_no_chunk(tmp_path):
    matches, port = 40 * CHUNK, free_port()
    parts = tmp_path / "dask" / "matches"
    with scheduler(port), worker(port) as first, worker(port):
        with subprocess.Popen(simulate(tmp_path, matches, "dask/", *on(port)), stdout=subprocess.PIPE) as command:
            while not parts.is_dir() or len(list(parts.glob("*.parquet"))) < 3:
                assert command.poll() is None
                time.sleep(0.02)
            first.kill()  # -9
            before = len(list(parts.glob("*.parquet")))
            command.communicate(timeout=300)
        assert before < 40
        assert command.returncode == 0
    written = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet")}
    assert len(written) == 40
    other = free_port()
    with scheduler(other), worker(other):
        done(simulate(tmp_path, matches + CHUNK, "dask/", *on(other)))
    again = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet")}
    assert written.items() < again.items()  # no finished chunk was written again
    done(simulate(tmp_path, matches + CHUNK, "threads/"))
    assert files(tmp_path / "threads") == files(tmp_path / "dask")
    assert json.loads((tmp_path / "dask" / "plan.json").read_text())["seed"] == 7


@pytest.mark.slow
def test_a_cluster_that_cannot_serve_is_refused_in_a_line(tmp_path):
    port = free_port()
    nobody = run(simulate(tmp_path, 10, "a/", *on(port)))
    assert (nobody.returncode, nobody.stderr.count("\n")) == (1, 1)
    assert f"--cluster tcp://127.0.0.1:{port}: no Dask scheduler answers there" in nobody.stderr
    with scheduler(port), worker(port, "--preload", OTHER_VERSION):
        other = run(simulate(tmp_path, 10, "a/", *on(port)))
    assert other.returncode == 1
    assert "has breakaway 9.9, but this machine has" in other.stderr
    assert "Traceback" not in nobody.stderr + other.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_an_error_without_words_says_how_long_we_waited(monkeypatch):
    import distributed

    def hung(*_address, **_timeout):
        raise TimeoutError  # as Dask does when a busy scheduler takes the connection and does not say who it is

    monkeypatch.setattr(distributed, "Client", hung)
    machines = Machines("dask", cluster="tcp://127.0.0.1:1")
    with pytest.raises(UserError, match=r"answers there \(no answer within 30 seconds\)"), machines.opened():
        pass


@pytest.mark.slow
def test_a_scheduler_that_dies_is_reported_in_a_line_and_its_chunks_are_kept(tmp_path):
    matches, port = 40 * CHUNK, free_port()
    parts = tmp_path / "dask" / "matches"
    with (
        scheduler(port) as head,
        worker(port),
        subprocess.Popen(
            simulate(tmp_path, matches, "dask/", *on(port)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as command,
    ):
        while not parts.is_dir() or len(list(parts.glob("*.parquet"))) < 3:
            assert command.poll() is None
            time.sleep(0.02)
        os.killpg(head.pid, signal.SIGKILL)
        said = command.communicate(timeout=300)[1]
    last = said.splitlines()[-1]
    assert command.returncode == 1
    assert f"the scheduler of tcp://127.0.0.1:{port} does not answer any more. All finished chunks are kept" in last
    assert "Traceback" not in said
    assert len(list(parts.glob("*.parquet"))) >= 3


def written(folder, *chunks):
    """A folder with empty files for these chunks: what they hold, the first match and the number of matches."""
    for what, first, count in chunks:
        (folder / what).mkdir(parents=True, exist_ok=True)
        (folder / what / name_of(first, count)).write_bytes(b"")
    return Folder(str(folder))


def test_of_two_chunks_that_begin_with_one_match_the_longer_one_counts(tmp_path):
    """A run for 750 matches was killed, and one for 1,000 went on."""
    folder = written(tmp_path, ("matches", 0, 500), ("matches", 500, 250), ("matches", 500, 500))
    assert finished(folder, ["matches"]) == [(0, 500), (500, 500)]


def test_a_file_at_an_address_of_a_disk_gets_its_name_when_it_is_complete(tmp_path):
    folder = Folder(f"file://{tmp_path}/run")
    folder.make(["matches"])
    assert folder.shows_half_files
    folder.write("matches/a.parquet", b"rows")
    assert folder.names("matches") == ["a.parquet"]
    assert folder.read("matches/a.parquet") == b"rows"
    (tmp_path / "run" / "matches" / f"b.parquet.1{UNFINISHED}").write_bytes(b"ro")
    folder.tidy()
    assert [path.name for path in (tmp_path / "run" / "matches").iterdir()] == ["a.parquet"]
    folder.drop("matches/a.parquet")
    folder.drop("matches/a.parquet")
    assert folder.names("matches") == []
    assert not Folder("memory://run").shows_half_files


@pytest.mark.slow
def test_what_an_ended_run_left_is_not_read_and_a_folder_without_matches_is_refused_in_a_line(tmp_path):
    done(simulate(tmp_path, 500, "run/", "--plays"))
    folder, stray = tmp_path / "run", tmp_path / "run" / "plays" / name_of(500, 250)
    stray.write_bytes((folder / "plays" / name_of(0, 500)).read_bytes())
    done(simulate(tmp_path, 500, "run/", "--plays"))
    assert not stray.exists(), "its matches are missing, so readers would count its plays twice"
    for each in (*folder.glob("*/*.parquet"),):
        each.unlink()
    found = run([PROGRAM, "simulate", "--replay", str(folder), "1"])
    assert (found.returncode, found.stderr.count("\n")) == (1, 1)
    assert "has no matches" in found.stderr
