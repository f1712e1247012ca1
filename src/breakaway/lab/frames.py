"""Turns chunks into tables for Parquet: a column for each number, words for codes, a prefix for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from breakaway.core.game import Game
from breakaway.core.state import columns
from breakaway.lab.chunks import Chunk, statistics_of
from breakaway.lab.records import Records


class Frames:
    """Makes the tables for one game's chunks. `names` contains the names of teams and people."""

    def __init__(self, game: Game[Any, Any], config: Any, names: Mapping[str, Any]) -> None:
        self.game, self.counted, self.config = game, statistics_of(game), config
        self.seats = list(self.counted.seats(config))
        self.words = {column: distinct(texts) for column, texts in self.counted.words(config, names).items()}
        by_number = game.rules.by_number
        self.rules = [by_number[n].id if n in by_number else "" for n in range(max(by_number) + 1)]

    def matches(self, chunk: Chunk) -> pl.DataFrame:
        """A row for each match: its number (from 1), seed, ending, scores and places by seat, and totals."""
        scores, ranks = chunk.results["score"], chunk.results["rank"]
        unit = self.counted.scaled.get("score", 1)
        frame = self.begun(chunk, np.arange(len(chunk.seeds)))
        made = [*frame, pl.Series("ended", self.coded(chunk.results["why"], self.rules))]
        for seat, called in enumerate(self.seats):
            made.append(pl.Series(f"{called}_score", in_units(scores[:, seat], unit)))
        for seat, called in enumerate(self.seats):
            made.append(pl.Series(f"{called}_place", ranks[:, seat].astype(np.int8)))
        return pl.DataFrame(made + self.flat(self.counted.match, chunk.matches))

    def rows(self, chunk: Chunk) -> pl.DataFrame:
        """A row for each play, with the number and seed of its match and its own number in the match, from 1."""
        of = np.repeat(np.arange(len(chunk.seeds)), chunk.counts)
        starts = np.concatenate([[0], np.cumsum(chunk.counts)[:-1]])
        number = np.arange(len(chunk.rows)) - starts[of] + 1
        made = [*self.begun(chunk, of), pl.Series("row", number.astype(np.int32))]
        return pl.DataFrame(made + self.flat(self.counted.row, chunk.rows))

    def begun(self, chunk: Chunk, of: Any) -> list[pl.Series]:
        """The first columns of every table. `of` lists the index of each row's match in the chunk."""
        return [pl.Series("match", of + chunk.first + 1), pl.Series("seed", chunk.seeds[of])]

    def flat(self, cls: type[Any], found: Records) -> list[pl.Series]:
        """The fields of a flat class as columns; a field with a value for each seat becomes a column for each seat."""
        made = []
        for column in columns(cls):
            values = np.ascontiguousarray(found[column.name])
            if not column.shape:
                made.append(pl.Series(column.name, self.typed(column.name, values)))
                continue
            for seat, called in enumerate(self.seats):
                made.append(pl.Series(f"{called}_{column.name}", self.typed(column.name, values[:, seat])))
        return made

    def typed(self, name: str, values: Any) -> Any:
        """The values of a column: words, true or false, numbers in units of the game, or 16-bit integers."""
        if name in self.words:
            return self.coded(values, self.words[name])
        if name in self.counted.flags:
            return values != 0
        if name in self.counted.scaled:
            return in_units(values, self.counted.scaled[name])
        return values.astype(np.int16)

    def coded(self, values: Any, texts: Sequence[str]) -> pl.Series:
        """Codes as words. Null for an empty word and for a code without a word."""
        known = [i < len(texts) and texts[i] != "" for i in range(int(values.max(initial=0)) + 1)]
        kept = [text for text in texts if text]
        place = np.cumsum([text != "" for text in texts]) - 1
        codes = np.where(np.asarray(known, bool)[values], place[np.minimum(values, len(texts) - 1)], 0)
        found = pl.Series(codes.astype(np.uint32)).cat.to(pl.Enum(kept))
        return found.set(~pl.Series(np.asarray(known, bool)[values]), None)


def distinct(texts: Sequence[str]) -> list[str]:
    """The `texts`, made distinct: a repeated text gets a number."""
    seen: dict[str, int] = {}
    out = []
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        out.append(text if seen[text] == 1 or not text else f"{text} ({seen[text]})")
    return out


def in_units(values: Any, unit: int) -> Any:
    """Converts values from fractions of a unit to units. `unit` is how many fractions make one unit."""
    return values.astype(np.int32) if unit == 1 else values / unit
