"""Runs work on a Dask cluster: on processes that this command starts, or on the workers of a scheduler elsewhere.

A chunk is seeded by its number, never by its worker, and written as a whole. So any worker may play a chunk, even
twice: the rows are always the same. Workers are checked before they get work, because another version of breakaway
could write different rows.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from breakaway.core.language import UserError
from breakaway.core.state import json_of
from breakaway.core.version import version
from breakaway.lab.simulation_files import PLAN, Folder, Parts, plan_from

PATIENCE = 30  # seconds that a scheduler or its first worker may take to answer
AHEAD = 3  # pieces of work for each thread that are given out at a time
FINISHING = 60  # seconds that workers may take to finish what they have begun
WITHOUT = "pip install 'breakaway[dask]'; in a clone: .venv/bin/pip install '.[lab,dask]'"
KEPT = "All finished chunks are kept: run the same command again to go on."
LOGS = ("distributed", "distributed.client", "tornado.application")  # each has a level of its own


@contextmanager
def opened(address: str | None, workers: int) -> Iterator[DaskCluster]:
    """A context with the cluster of the scheduler at an `address` or, without an address, a cluster of `workers`
    processes that this command starts.

    Raises UserError if Dask is not installed, or if no scheduler with workers answers.
    """
    if find_spec("distributed") is None:
        raise UserError(f"--engine dask needs the 'dask' extra: {WITHOUT}")
    from distributed import Client

    with _quiet():
        if address is None:
            from distributed import LocalCluster

            with (
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # a free port, so that two commands do not collide
                    silence_logs=logging.CRITICAL,
                    preload=["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"],  # Ctrl-C is for us alone
                ) as ours,
                Client(ours) as client,
            ):
                yield DaskCluster(client, "the cluster of this command")
            return
        try:
            client = Client(address, timeout=PATIENCE)
        except (OSError, ValueError, ImportError) as error:
            why = (str(error).splitlines() or [f"no answer within {PATIENCE} seconds"])[
                0
            ]  # a TimeoutError says nothing
            raise UserError(
                f"--cluster {address}: no Dask scheduler answers there ({why}); start one with: dask scheduler"
            ) from None
        with client:
            yield DaskCluster(client, address)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask's own log messages off the screen. Errors that matter become UserError."""
    logs = {name: logging.getLogger(name) for name in LOGS}
    before = {name: log.level for name, log in logs.items()}
    for log in logs.values():
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, log in logs.items():
            log.setLevel(before[name])


class DaskCluster:
    """An engine with the workers of a Dask scheduler."""

    def __init__(self, client: Any, address: str) -> None:
        """Raises UserError if there are no workers, or if one has another version of breakaway."""
        self.client, self.address = client, address
        self._kept = ""  # what a message about lost machines says of the work so far
        self._threads, self._counted = 0, -1.0  # the threads of all workers, and when they were counted
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise UserError(
                f"--cluster {address}: the cluster has no workers; start some with: dask worker {address}"
            ) from None
        for worker, there in sorted(self._ask(_version_there()).items()):
            if there != version():
                has = f"breakaway {there}" if there else "no breakaway"
                raise UserError(
                    f"worker {worker} has {has}, but this machine has {version()}; install the same version on both"
                )

    def _ask(self, question: Callable[[], Any]) -> dict[str, Any]:
        """Every worker's answer to a question. Raises UserError if a worker cannot answer."""
        found: dict[str, Any] = self.client.run(question, on_error="return")
        for worker, answer in sorted(found.items()):
            if isinstance(answer, BaseException):
                raise UserError(f"worker {worker} cannot play: {type(answer).__name__}: {answer}")
        return found

    def chunks(self, parts: Parts, asked: list[tuple[int, int]]) -> Generator[tuple[int, Any], None, None]:
        """Plays the chunks that are `asked` for. See `Engine.finished`. Raises UserError if a worker would write
        different rows.
        """
        self._kept = f" {KEPT}"
        said = json.dumps(parts.said, ensure_ascii=False)
        for worker, wrong in sorted(self._ask(partial(version_mismatch, said, str(parts.folder.address))).items()):
            if wrong:
                raise UserError(f"worker {worker} {wrong}")
        yield from self.finished(partial(play_piece, said, parts.folder.address, parts.is_result), asked)

    def finished(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        """See `engines.Engine.finished`. `work` must be a function that can be pickled, or a `partial` of one.

        Classes and functions that exist only on this machine travel with the work if cloudpickle is told to send them.
        """
        import cloudpickle
        from distributed import as_completed, wait

        packed, numbered = cloudpickle.dumps(work), enumerate(items)
        going: dict[Any, int] = {}
        results = as_completed(with_results=True, raise_errors=False)

        def give() -> None:
            try:
                most = self._room()
                for number, item in numbered:
                    future = self.client.submit(run_task, packed, cloudpickle.dumps(item), pure=False)
                    going[future] = number
                    results.add(future)
                    if len(going) >= most:
                        return
            except OSError:
                raise self._gone() from None

        try:
            give()
            while going:
                future, result = next(results)
                number = going.pop(future)
                if not isinstance(result, Done):
                    raise self._trouble(future, result)
                yield number, result.value  # good even if its worker is gone by now, and `future` therefore lost
                give()
        finally:
            if going and self.client.status == "running":
                with suppress(TimeoutError, OSError):
                    wait(list(going), timeout=FINISHING)
                self.client.cancel(list(going))

    def _room(self) -> int:
        """How many pieces of work to give out at a time. Recounts the threads of all workers from time to time."""
        if time.monotonic() >= self._counted + 1:
            self._threads, self._counted = sum(self.client.nthreads().values()), time.monotonic()
        return max(2, AHEAD * self._threads)

    def _gone(self) -> UserError:
        return UserError(f"the scheduler of {self.address} does not answer any more.{self._kept}")

    def _trouble(self, future: Any, result: Any) -> Exception:
        """The error to raise for work that has failed."""
        from distributed import KilledWorker

        if future.status in ("cancelled", "lost") or self.client.status != "running":
            return self._gone()
        error = result[1] if isinstance(result, tuple) else result
        if isinstance(error, KilledWorker):
            return UserError(f"{self.address}: several workers were lost with the same chunk.{self._kept}")
        return error if isinstance(error, Exception) else UserError(f"{self.address}: {error}")


# --- what workers do


def _version_there() -> Callable[[], str]:
    """A function that asks a worker for its version. The function also runs on a worker without breakaway."""

    def ask() -> str:
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("breakaway")
        except PackageNotFoundError:
            return ""

    return ask


@lru_cache(maxsize=8)
def _unpacked(packed: bytes) -> Any:
    import cloudpickle

    return cloudpickle.loads(packed)


class Done(NamedTuple):
    """What a piece of work has returned; nothing that goes wrong on the way looks like it."""

    value: Any


def run_task(packed: bytes, item: bytes) -> Done:
    """Does a piece of work. Unpacks the work only once in each process, so that later pieces can use what earlier ones
    have kept.
    """
    import cloudpickle

    return Done(_unpacked(packed)(cloudpickle.loads(item)))


def version_mismatch(said: str, folder: str) -> str:
    """Why this process would write different rows, or write them elsewhere. Empty if it would do neither."""
    asked = json_of(said)
    here = plan_from(asked).says()
    for key, word in (("version", "breakaway"), ("edition", asked["game"])):
        if here[key] != asked[key]:
            return f"has {word} {here[key]}, but this machine has {asked[key]}; install the same version on both"
    if here["engine"] != asked["engine"]:
        return (
            "has different rules, or a different Python or Numba version; install the same lock file on both machines"
        )
    if json.dumps(here, ensure_ascii=False) != said:
        return "reads the simulation's settings differently from this machine; install the same version on both"
    there = Folder(folder)
    if not there.exists(PLAN):
        return f"cannot see {folder}; with --out, name a folder that all machines share, or an address like s3://..."
    return ""


@lru_cache(maxsize=4)
def _writer(said: str, folder: str, is_result: bool) -> Any:
    """The `Worker` that plays a simulation's chunks in this process.

    Compiles the rules. Raises UserError if this process has another version of breakaway.
    """
    from distributed import get_worker

    from breakaway.lab.simulate import Worker

    if wrong := version_mismatch(said, folder):  # a worker that joined later
        raise UserError(f"worker {get_worker().address} {wrong}")
    plan = plan_from(json_of(said))
    worker = Worker(plan, Parts(plan, f"{folder}/" if is_result else folder.removesuffix(".parts")))
    worker.compile()
    return worker


_first = threading.Lock()  # the threads of a worker compile only once


def play_piece(said: str, folder: str, is_result: bool, piece: tuple[int, int]) -> int:
    """Plays a chunk and writes it into a folder, unless another worker, now lost, has already done so.

    Returns the number of matches in the chunk.
    """
    with _first:
        worker = _writer(said, folder, is_result)
    if not worker.parts.has(*piece):
        worker.play(*piece)
    return piece[1]
