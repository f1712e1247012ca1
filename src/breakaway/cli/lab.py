"""Runs the lab's commands, and shows the results in the terminal."""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakaway.core.game import Game
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.lab.odds import Made, answer
from breakaway.players.coaches import OWN, is_plain
from breakaway.players.seated_match import SHEET
from breakaway.players.settings import Request, find_setting, make_start
from breakaway.terminal.screen import Screen

if TYPE_CHECKING:
    from breakaway.api.own_bots import Many
    from breakaway.api.plain_data import Result
    from breakaway.display.document import Document
    from breakaway.lab.simulate import Cluster, Engine, SimulationResult

NEEDED = ("matplotlib", "numba", "polars", "rich")
NOBODY = "random"  # the coach of a seat that never chooses
LARGEST = 10**9  # matches
ENGINES = THREADS, DASK = ("threads", "dask")


@dataclass(frozen=True)
class Machines:
    """What plays the matches: `workers` threads or, if `engine` is `dask`, a cluster.

    The cluster is either an existing one, named by its address, or one that is started for this run.
    """

    engine: str = THREADS
    workers: int | None = None
    cluster: str | None = None

    def check(self) -> None:
        """Raises UserError for values that do not fit together."""
        if self.engine not in ENGINES:
            raise UserError(f"--engine: expected {' or '.join(ENGINES)}, not {self.engine}")
        if self.cluster is not None and self.engine != DASK:
            raise UserError("--cluster needs --engine dask")
        if self.cluster is not None and self.workers is not None:
            raise UserError(
                "--workers is for this machine, and a cluster has its own workers: leave out --workers or --cluster"
            )
        if self.workers is not None and not 1 <= self.workers <= 256:
            raise UserError(f"--workers: expected a number from 1 to 256, not {self.workers}")

    @property
    def count(self) -> int:
        """The number of threads or processes on this machine."""
        return self.workers or os.cpu_count() or 1

    def on_cluster(self) -> AbstractContextManager[Cluster]:
        """A context with the cluster. Raises UserError if none answers."""
        from breakaway.lab.dask_cluster import opened

        return opened(self.cluster, self.count)

    def opened(self) -> AbstractContextManager[Engine]:
        """A context with the engine, threads or a cluster. Raises UserError if no cluster answers."""
        from breakaway.lab.simulate import Threads

        return self.on_cluster() if self.engine == DASK else nullcontext(Threads(self.count))


def simulate(
    request: Request, matches: int, coaches: str | None, out: str | None, plays: bool, machines: Machines
) -> int:
    """Plays many `matches` between `coaches`, writes them to the Parquet file or folder `out`, and reports on them.

    `machines` says which engine plays the matches. Without `out`, only reports on the matches. With `plays`, also
    writes a row for each play. Returns the exit status. Raises UserError.
    """
    if not 1 <= matches <= LARGEST:
        raise UserError(f"--matches: expected a number from 1 to {LARGEST}, not {matches}")
    machines.check()
    if out is None and machines.cluster is not None:
        raise UserError("--cluster needs --out: name a folder that all machines share, or an address like s3://...")
    game = find(request.game)
    by = find_setting(game).watched(request, coaches)
    seed = random.SystemRandom().randrange(2**31) if request.seed is None else request.seed
    start = make_start(request.model_copy(update={"seed": seed}), by)
    if _plays_in_processes(game, by, bool(out or plays), machines) and coaches:
        from breakaway.api.own_bots import Many

        return _simulate_own(Many(game.name, start, coaches), matches, seed, machines.count)
    need_the_lab()
    from breakaway.lab.simulate import ProgressBar
    from breakaway.lab.simulate import simulate as run
    from breakaway.lab.simulation_files import Plan

    plan = Plan(game, start, [NOBODY if player == SHEET else player for player in by], seed, plays)
    with ExitStack() as stack:
        where = out or str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "matches.parquet")
        cluster = stack.enter_context(machines.on_cluster()) if machines.engine == DASK else None
        bar = stack.enter_context(ProgressBar(f"{game.title}, seed {seed}"))
        done = run(plan, matches, where, machines.count, bar, cluster)
        bar.stop()
        tell(done, out, matches, seed)
    return 130 if done.stopped else 0


def _plays_in_processes(game: Game[Any, Any], by: Sequence[str], keeps: bool, machines: Machines) -> bool:
    """Whether matches are played as ordinary Python: with a coach or an own bot that the lab cannot compile, or with
    own bots if more than two different coaches play.

    `keeps`: whether rows are kept, which only the lab can do. Raises UserError.
    """
    for name in by:
        if is_plain(game, name) and machines.engine == DASK:
            raise UserError(f"the coach {name} needs --engine threads: leave out --engine dask")
        if is_plain(game, name) and keeps:
            raise UserError(f"the coach {name} plays in ordinary Python: leave out --out and --plays")
    if any(is_plain(game, name) for name in by):
        return True
    mine = {player for player in by if player in OWN}
    if mine and machines.engine == DASK:
        raise UserError("your own bots need --engine threads: leave out --engine dask")
    uncompiled = any(OWN[player].coach is None for player in mine)
    if uncompiled and keeps:
        raise UserError("--out and --plays need bots that are marked with @breakaway.compilable; see docs/python.md")
    return uncompiled or (bool(mine) and len({*by}) > 2 and not keeps)


def _simulate_own(many: Many, matches: int, seed: int, workers: int) -> int:
    """Plays `matches` with the user's own bots, in `workers` processes, and says who won. Returns the exit status."""
    from breakaway.lab.simulate import ProgressBar

    results: list[Result] = []
    stopped = False
    with ProgressBar(f"{find(many.game).title}, seed {seed}") as bar:
        bar.begin(0, matches)
        try:
            for each in many.play(matches, seed, workers):
                results.append(each)
                bar.advance(1)
        except KeyboardInterrupt:
            stopped = True
        bar.stop()
    print(own_summary(many, results))
    print(
        f"The seed: {seed}. Match 1 has this seed, match 2 the next number, and so on. To see a match, give its seed "
        "to breakaway watch."
    )
    return 130 if stopped else 0


def own_summary(many: Many, results: Sequence[Result]) -> str:
    """Lines that say how often each seat won or shared a win in these `results`, with 95% intervals."""
    from breakaway.lab.report import between, share

    lines, n = [f"{len(results)} matches"], len(results)
    for seat, each in enumerate(many.start.seats if results else ()):
        wins = sum(seat in result.winners for result in results)
        said = f"{share(wins, n)}, 95% interval {between(wins, n)}"
        lines.append(f"{each['name']} ({each['by']}): won or shared {wins}, {said}")
    return "\n".join(lines)


def tell(done: SimulationResult, out: str | None, matches: int, seed: int) -> None:
    """Prints a summary of a simulation, and where its files are.

    `matches` is the requested number of matches, and `out` is the requested file.
    """
    if done.waiting:
        print(
            f"Stopped: {done.waiting} matches are kept, but the first ones are still missing. To go on, run the same "
            f"command with --seed {seed}."
        )
        return
    if done.matches == 0:
        print("Stopped before any match was finished. Nothing was saved.")
        return
    from breakaway.lab.report import summary
    from breakaway.lab.simulation_files import fetched

    with fetched(done.named, plays=False) as first:
        print(summary(first))
    print(f"The seed: {seed}")
    if not out:
        return
    if done.stopped:
        print(
            f"Stopped: {done.matches} of {matches} matches are saved. To go on, run the same command with "
            f"--seed {seed}."
        )
    elif done.new == 0:
        print(
            f"The {'folder' if os.path.isdir(done.named) or '://' in done.named else 'file'} already had all matches."
        )
    for what, path in done.files.items():
        print(f"The {what}: {path}")
    print(f"More: breakaway report {done.named}")


def replay_row(file: str, row: int, record: str | None) -> None:
    """Replays the match of a `row` and shows its full log. Writes the match's record if `record` names a file.

    Raises UserError.
    """
    need_the_lab()
    from breakaway.lab.rerun_one import record_of_row
    from breakaway.lab.simulation_files import fetched
    from breakaway.terminal.replay import replay

    with tempfile.TemporaryDirectory() as spare, fetched(file) as rows:
        path = Path(record) if record else Path(spare) / "row.match"
        if path.exists():
            raise UserError(f"{path} already exists; name another file with --record")
        print(record_of_row(rows, row, path))
        replay(str(path), False)
    if record:
        print(f"\nThe record: {record}")


def need_the_lab() -> None:
    """Raises UserError if the lab's libraries are not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        how = "pip install 'breakaway[lab]'; in a clone: .venv/bin/pip install '.[lab]'"
        raise UserError(f"the lab needs {', '.join(missing)}: {how}")


def report(file: str, html: str | None) -> None:
    """Prints the report of a simulation and writes it as HTML. Raises UserError."""
    need_the_lab()
    from breakaway.lab.report import page_of, report_of
    from breakaway.lab.simulation_files import fetched

    with fetched(file) as path:
        page = page_of(path if path == Path(file) else Path(path.name), Path(html) if html else None)
        _publish(report_of(path), page)


def compare(first: str, second: str, html: str | None) -> None:
    """Prints how the simulation in the file `second` differs from that in `first`, and writes the comparison as HTML.

    `html` names the HTML file. Raises UserError.
    """
    need_the_lab()
    from breakaway.lab.compare import compared
    from breakaway.lab.report import page_of
    from breakaway.lab.simulation_files import fetched

    with fetched(first) as one, fetched(second) as other:
        beside = (other if other == Path(second) else Path(other.name)).with_name(f"{one.stem}-{other.stem}.html")
        _publish(compared(one, other), page_of(other, Path(html) if html else beside))


def ladder(request: Request, named: str | None, pairs: int, keep: str | None, html: str | None) -> int:
    """Plays the levels of a game, or the `named` players, against each other, and reports their Elo numbers.

    `keep` names the file for finished pairings. Returns the exit status. Raises UserError.
    """
    need_the_lab()
    from breakaway.lab import ladder as rungs
    from breakaway.lab.simulate import ProgressBar

    if not 2 <= pairs <= LARGEST:
        raise UserError(f"--pairs: expected a number from 2 to {LARGEST}, not {pairs}")
    players, page = rungs.players_of(request.game, named), Path(html or f"{request.game}-ladder.html")
    if not page.parent.is_dir():  # before hours of play
        raise UserError(f"--html: {page} cannot be written: there is no folder {page.parent}")
    seed = random.SystemRandom().randrange(2**31) if request.seed is None else request.seed
    asked = request.model_copy(update={"seed": seed})
    try:
        with ProgressBar(f"{find(request.game).title}, seed {seed}") as bar:
            bar.begin(0, pairs * len(players) * (len(players) - 1))
            kept = rungs.KeptPairings(Path(keep) if keep else None)
            cells = rungs.climbed(asked, players, pairs, seed, kept, bar.advance)
    except KeyboardInterrupt:
        more = f"To go on, run the same command with --seed {seed}." if keep else "With --keep FILE, it could go on."
        print(f"Stopped. {more}")
        return 130
    _publish(rungs.told(request.game, players, cells, pairs, seed), page)
    return 0


def _publish(found: Document, page: Path) -> None:
    """Shows a report in the terminal and writes it to the file `page`. Raises UserError."""
    from breakaway.lab.report import write_page

    write_page(found, page)
    screen = Screen()
    screen.tell(found)
    screen.say()
    screen.say_whole(f"The report as a page, with charts: {page}")


def odds(game: str, made: Made, typed: dict[str, Any], equilibrium: bool, as_json: bool) -> None:
    """Prints the exact odds of a game, as text or as JSON. Raises BadData or NoSuchGame.

    `made`, `typed` and `equilibrium` mean the same as for `lab.odds.answer`.
    """
    found = answer(game, made, typed, equilibrium, as_json)
    if isinstance(found, dict):
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        Screen().show(found)
