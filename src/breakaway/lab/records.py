"""NumPy records of states, configs and chances, derived from their class declarations."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from breakaway.core.chance import Chance, Door
from breakaway.core.state import columns, from_json

S = TypeVar("S")
Records = np.ndarray[Any, Any]


def dtype_of(cls: Any) -> np.dtype[Any]:
    """The record type of a state or config class."""
    fields = [(c.name, c.kind, c.shape) if c.shape else (c.name, c.kind) for c in columns(cls)]
    return np.dtype(fields, align=True)


def records(cls: Any, n: int) -> Records:
    """An array of `n` records of the class, all zero."""
    return np.zeros(n, dtype_of(cls))


def put(s: Any, into: Records, i: int) -> None:
    """Writes a state as record `i` of the array `into`. Raises OverflowError if a number does not fit."""
    for c in columns(type(s)):
        try:
            into[c.name][i] = np.asarray(getattr(s, c.name), dtype=c.kind)
        except OverflowError as error:
            raise OverflowError(f"{type(s).__name__}.{c.name}: {error}") from None


def to_record(s: Any) -> Records:
    """A state as an array with one record."""
    out = records(type(s), 1)
    put(s, out, 0)
    return out


def take(cls: type[S], records_: Records, i: int) -> S:
    """Record `i` of `records_` as a plain state of this class."""
    row = records_[i]
    return from_json(cls, {c.name: row[c.name].tolist() for c in columns(cls)})


def chance_records(seeds: Any) -> Records:
    """Records of sampled chances, one for each of the seeds (64 bits, unsigned)."""
    seeds = np.atleast_1d(np.asarray(seeds, dtype=np.uint64))
    out = records(Door, len(seeds))
    out["rng"] = seeds
    return out


def take_chance(records_: Records, i: int) -> Chance:
    """Record `i` of `records_` as a plain `Chance`, without labels."""
    door = take(Door, records_, i)
    return Chance(**{c.name: getattr(door, c.name) for c in columns(Door)})
