"""Lets a tool play matches in threads, or on a Dask cluster as `breakaway simulate` does: `--engine`, `--cluster`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

import tools
from breakaway.cli.lab import DASK, ENGINES, THREADS, Machines
from breakaway.core.language import UserError
from breakaway.lab.simulate import Engine


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say what plays the matches."""
    parser.add_argument(
        "--engine", choices=ENGINES, default=THREADS, help="threads, or dask for processes and clusters"
    )
    parser.add_argument("--workers", type=int, help="threads or processes on this machine; default: one for each core")
    parser.add_argument("--cluster", metavar="ADDRESS", help="the Dask scheduler, as in tcp://host:8786")


@contextmanager
def opened(asked: argparse.Namespace) -> Iterator[Engine]:
    """A context with the engine that was asked for. Ends the program with one line if there is trouble.

    The workers of a cluster need breakaway, but not this folder of tools: the work brings the tools' functions along.
    """
    machines = Machines(asked.engine, asked.workers, asked.cluster)
    try:
        machines.check()
        with machines.opened() as engine:
            if asked.engine == DASK:
                import cloudpickle

                cloudpickle.register_pickle_by_value(tools)
            yield engine
    except UserError as error:
        raise SystemExit(str(error)) from None
