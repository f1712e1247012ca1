"""Simulations: the same rows whatever the workers, nothing lost on Ctrl-C, and any row told again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from breakaway.core.language import UserError
from breakaway.games import manifest as games
from breakaway.lab.batches import ChunkPlayer, seeds_of
from breakaway.lab.compile_cache import sources
from breakaway.lab.compiling import take
from breakaway.lab.rerun_one import play_again, record_of_row
from breakaway.lab.simulate import CHUNK, simulate
from breakaway.lab.simulation_files import MATCHES, ROWS, Plan, files_of, said_in
from breakaway.players.settings import make_start, requested
from breakaway.records.record_file import read_record
from breakaway.records.replay import verify

from ..core.random_matches import random_config
from ..depth import DEPTH

PROGRAM = Path(sys.executable).with_name("breakaway")


@pytest.mark.parametrize("name", games.GAMES)
def test_code_is_compiled_anew_when_a_rule_book_changes(name):
    """Numbers of rules are constants in compiled code, and an id that is put in shifts them."""
    assert [path.parent.name for path in sources(games.find(name)) if path.name == "rules.toml"] == [name]


class Quiet:
    """Shows nothing, and stops as somebody's Ctrl-C would after so many chunks."""

    def __init__(self, stop_after=10**9):
        self.left, self.begun = stop_after, None

    def compiling(self):
        pass

    def begin(self, done, total):
        self.begun = (done, total)

    def advance(self, matches):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def plan_of(seed=3, plays=True, game="football", **wishes):
    by = {"football": ["sheet", "sheet"], "fate": ["random", "random"], "cycling": ["highest", "random", "highest"]}[
        game
    ]
    start = make_start(requested(game, seed=seed, **wishes), by)
    return Plan(games.find(game), start, ["random" if each == "sheet" else each for each in by], seed, plays)


def run(tmp_path, matches, name="a", workers=2, bar=None, **plan):
    out = tmp_path / f"{name}.parquet"
    return out, simulate(plan_of(**plan), matches, out, workers, bar or Quiet())


def tables(out, plays=True):
    return {what: pl.read_parquet(path) for what, path in files_of(out, plays).items()}


def same(one, other):
    return one.keys() == other.keys() and all(one[what].equals(other[what]) for what in one)


@pytest.mark.slow
def test_rows_are_the_same_with_one_worker_and_with_three(tmp_path):
    matches = 2 * CHUNK + 7
    alone, _ = run(tmp_path, matches, "alone", workers=1)
    together, _ = run(tmp_path, matches, "together", workers=3)
    assert same(tables(alone), tables(together))
    assert tables(alone)[MATCHES]["match"].to_list() == list(range(1, matches + 1))
    for what, path in files_of(alone, True).items():
        assert path.read_bytes() == files_of(together, True)[what].read_bytes()


@pytest.mark.slow
def test_matches_without_plays_are_the_same_matches(tmp_path):
    with_plays, _ = run(tmp_path, 30, "with")
    without, _ = run(tmp_path, 30, "without", plays=False)
    assert tables(without, plays=False)[MATCHES].equals(tables(with_plays)[MATCHES])


@pytest.mark.slow
def test_another_seed_gives_other_matches_and_more_matches_the_same_first_ones(tmp_path):
    few, _ = run(tmp_path, 20, "few")
    more, _ = run(tmp_path, 50, "more")
    other, _ = run(tmp_path, 20, "other", seed=4)
    assert tables(more)[MATCHES].head(20).equals(tables(few)[MATCHES])
    assert not tables(other)[MATCHES].drop("seed").equals(tables(few)[MATCHES].drop("seed"))


@pytest.mark.slow
def test_what_ctrl_c_stops_keeps_whole_chunks_and_the_same_command_goes_on(tmp_path):
    whole, _ = run(tmp_path, 6 * CHUNK, "whole")
    out, stopped = run(tmp_path, 6 * CHUNK, bar=Quiet(stop_after=2))
    assert stopped.stopped
    assert stopped.matches in range(2 * CHUNK, 6 * CHUNK, CHUNK)
    assert tables(out)[MATCHES].height == stopped.matches
    assert tables(out)[ROWS]["match"].max() == stopped.matches
    assert not (tmp_path / "a.parquet.parts").exists()
    bar = Quiet()
    _, done = run(tmp_path, 6 * CHUNK, bar=bar)
    assert bar.begun == (stopped.matches, 6 * CHUNK)
    assert (done.matches, done.new, done.stopped) == (6 * CHUNK, 6 * CHUNK - stopped.matches, False)
    assert same(tables(out), tables(whole))


@pytest.mark.slow
def test_chunks_that_a_killed_program_left_are_taken_up(tmp_path):
    whole, _ = run(tmp_path, 3 * CHUNK, "whole")
    out, _ = run(tmp_path, CHUNK, "first")
    folder = tmp_path / "a.parquet.parts"
    for what in (MATCHES, ROWS):
        (folder / what).mkdir(parents=True)
    (folder / "plan.json").write_text(json.dumps(plan_of().says(), ensure_ascii=False))
    for what, path in files_of(out, True).items():
        path.rename(folder / what / f"{0:012}-{CHUNK}.parquet")
    (folder / MATCHES / f"{CHUNK:012}-{CHUNK}.parquet").write_bytes(b"half a chunk: its plays are missing")
    bar = Quiet()
    out, _ = run(tmp_path, 3 * CHUNK, bar=bar)
    assert bar.begun[0] == CHUNK
    assert same(tables(out), tables(whole))


@pytest.mark.slow
def test_a_file_of_another_simulation_is_never_overwritten(tmp_path):
    out, _ = run(tmp_path, 10)
    before = out.read_bytes()
    with pytest.raises(UserError, match="has a simulation with different settings"):
        run(tmp_path, 10, seed=4)
    with pytest.raises(UserError, match="has a simulation with different settings"):
        run(tmp_path, 10, house=["flags=1"])
    assert out.read_bytes() == before
    notes = tmp_path / "notes.parquet"
    notes.write_text("mine")
    with pytest.raises(UserError, match="breakaway simulate did not write this file"):
        run(tmp_path, 10, "notes")
    assert notes.read_text() == "mine"
    with pytest.raises(UserError, match="there is no folder"):
        simulate(plan_of(), 10, tmp_path / "none" / "a.parquet", 1, Quiet())


@pytest.mark.slow
def test_the_file_says_all_that_its_rows_follow_from(tmp_path):
    out, _ = run(tmp_path, 5, house=["flags=1"])
    said = said_in(out)
    assert (said["game"], said["seed"], said["holds"], said["coaches"]) == ("football", 3, ROWS, ["random", "random"])
    assert said["options"]["flags"] == 1
    assert [seat["by"] for seat in said["seats"]] == ["sheet", "sheet"]
    assert said_in(files_of(out, True)[MATCHES])["holds"] == MATCHES


@pytest.mark.slow
@pytest.mark.parametrize("game", games.GAMES)
def test_every_row_of_a_chunk_comes_out_the_same_interpreted(game):
    found = games.find(game)
    rows = 0
    for number in range(4 * DEPTH):
        config = random_config(found, 40 + number)
        by = [
            ("random", "highest" if game == "cycling" else "random")[seat % 2]
            for seat in range(found.seat_count(config))
        ]
        chunk, at = ChunkPlayer(found, config, by).play(number, 0, 4, True), 0
        for i in range(4):
            again = play_again(found, config, by, int(chunk.seeds[i]))
            assert take(found.statistics.match, chunk.matches, i) == again.totals
            assert list(chunk.results["score"][i]) == again.result.score
            for row in again.rows:
                assert take(found.statistics.row, chunk.rows, at) == row
                at += 1
        rows += at
        assert at == len(chunk.rows)
    assert rows > 500


def test_seeds_of_matches_do_not_depend_on_where_a_chunk_begins():
    whole = list(seeds_of(11, 0, 5000))
    assert list(seeds_of(11, 1200, 100)) == whole[1200:1300]
    assert len({*whole, *seeds_of(12, 0, 5000)}) == 10_000


@pytest.mark.slow
@pytest.mark.parametrize("game", games.GAMES)
def test_a_row_is_told_again_with_a_record_that_verifies(tmp_path, game):
    out, _ = run(tmp_path, 12, game=game)
    rows = pl.read_parquet(out)
    row = rows.height - 5
    says = record_of_row(out, row, tmp_path / "again.match")
    assert f"match {rows['match'][row - 1]}, row {rows['row'][row - 1]} of it" in says
    record = read_record(tmp_path / "again.match")
    assert verify(games.find(game), record) is None
    assert record.lines[-1]["kind"] == "end"
    record_of_row(files_of(out, True)[MATCHES], 12, tmp_path / "last.match")
    totals = pl.read_parquet(files_of(out, True)[MATCHES]).row(11, named=True)
    assert read_record(tmp_path / "last.match").lines[-1]["why"] == totals["ended"]


@pytest.mark.slow
def test_rows_that_are_not_there_or_come_out_otherwise_are_refused(tmp_path):
    out, _ = run(tmp_path, 2)
    count = pl.read_parquet(out).height
    for row in (0, count + 1):
        with pytest.raises(UserError, match=f"has no row {row}: it has rows 1 to {count}"):
            record_of_row(out, row, tmp_path / "a.match")
    said = pl.read_parquet_metadata(out)["breakaway"]
    pl.read_parquet(out).with_columns(line=pl.col("line") + 1).write_parquet(
        tmp_path / "bent.parquet", metadata={"breakaway": said}
    )
    with pytest.raises(UserError, match="ends differently"):
        record_of_row(tmp_path / "bent.parquet", 3, tmp_path / "a.match")
    assert not (tmp_path / "a.match").exists()


def program(*words, cwd):
    return subprocess.run([PROGRAM, *words], cwd=cwd, capture_output=True, text=True, timeout=540)


@pytest.mark.sample("words3")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["football", "--matches", "0"], "--matches: expected a number from 1"),
        (["football", "--workers", "0"], "--workers: expected a number from 1 to 256"),
        (["football", "--coaches", "nobody"], "unknown coach 'nobody'"),
        (["football", "--engine", "ray"], "--engine: expected threads or dask, not ray"),
        (["football", "--cluster", "tcp://localhost:1"], "--cluster needs --engine dask"),
        (["rugby"], "unknown game 'rugby'"),
        ([], "name a game"),
        (["--replay", "none.parquet", "1"], "there is no such file"),
        (["cycling", "--coaches", "random,highest,directeur"], "at most two different coaches"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_line(tmp_path, words, says):
    done = program("simulate", *words, cwd=tmp_path)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_ctrl_c_at_the_program_keeps_whole_chunks(tmp_path):
    out = tmp_path / "a.parquet"
    words = [PROGRAM, "simulate", "football", "--matches", "1000000", "--seed", "8", "--plays", "--out", out]
    restored = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **restored) as running:
        parts = tmp_path / "a.parquet.parts"
        while len(list(parts.rglob("*.parquet"))) < 12:
            time.sleep(0.1)
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=120)
        assert running.returncode == 130
    kept = pl.read_parquet(out)["match"].max()
    assert kept % CHUNK == 0
    assert kept >= 6 * CHUNK
    assert f"Stopped: {kept} of 1000000 matches are saved" in said
    assert not parts.exists()


MANY = 1_500_000 * DEPTH  # plays
GROWTH = (
    80_000  # kilobytes that the memory may differ by between half a million plays and many; a chunk's tables are 20,000
)

MEMORY = """
import resource, sys
from breakaway.cli.main import main
sys.argv = ["breakaway", *sys.argv[1:]]
try:
    main()
finally:
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(tmp_path, name, matches, workers):
    words = ["simulate", "football", "--matches", matches, "--seed", 9, "--plays", "--workers", workers]
    command = [sys.executable, "-c", MEMORY, *map(str, words), "--out", str(tmp_path / f"{name}.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1500, check=True)
    return int(done.stdout.split("peak")[1])


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_many_plays_need_no_more_memory_than_few_and_are_the_same_with_two_workers(tmp_path):
    few = peak(tmp_path, "few", 6_000, 2)
    two = peak(tmp_path, "two", 19_000 * DEPTH, 2)
    one = peak(tmp_path, "one", 19_000 * DEPTH, 1)
    assert abs(two - few) < GROWTH, (few, two)
    assert one < two + GROWTH
    rows = [pl.scan_parquet(tmp_path / f"{name}.parquet") for name in ("one", "two")]
    assert rows[0].select(pl.len()).collect().item() >= MANY
    for what, path in files_of(tmp_path / "one.parquet", True).items():
        assert path.read_bytes() == files_of(tmp_path / "two.parquet", True)[what].read_bytes()
