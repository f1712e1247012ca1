"""Lessons as data files: their text, the choices that the learner should make, and the script for other seats and for
chance.

A step explains what the learner sees and ends with one choice: `order`, written as the page's buttons write it. The
panel takes the name of the learner's choice from the page. In a `free` step, any choice is accepted. `turns` are played
next: first the turn of the learner's choice, then the turns up to the next choice. Each turn has `orders` by seat,
counted from 1, and outcomes of `chance`, as in a record. The learner has seat 1. Later turns of a step may also have
orders for the learner's seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from breakaway.club.actions import ScriptedTurn
from breakaway.core.data_files import BadData, Strict, checked, place, read_toml
from breakaway.games.manifest import GAMES, find

LEARNER = 0  # the learner's seat


class TurnFile(Strict):
    """One turn of the script."""

    orders: dict[str, str] = Field(default_factory=dict)
    chance: list[int] = Field(default_factory=list)

    def turn(self) -> ScriptedTurn:
        """This turn as the club plays it."""
        return ScriptedTurn({int(seat) - 1: text for seat, text in self.orders.items()}, self.chance)


class StepFile(Strict):
    """One step: the text before the learner's choice, and the turns after it."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    order: str = ""
    free: bool = False
    rules: list[str] = Field(min_length=1)
    turns: list[TurnFile] = Field(min_length=1)


class EndFile(Strict):
    """The end of a lesson: what the learner has learned."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    rules: list[str] = Field(min_length=1)


class Lesson(Strict):
    """A lesson on one game."""

    game: str
    title: str = Field(min_length=1)
    match: dict[str, Any]  # the fields of a request
    before: list[TurnFile] = Field(default_factory=list)
    steps: list[StepFile] = Field(min_length=1)
    end: EndFile

    def begins(self) -> list[int]:
        """For each step, and then for the end: how many turns have been played when it begins."""
        found = [len(self.before)]
        for step in self.steps:
            found.append(found[-1] + len(step.turns))
        return found


@cache
def names() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(name for name in GAMES if path_of(name).is_file())


def path_of(name: str) -> Path:
    """The file of a game's lesson, which need not exist."""
    return GAMES.folder(name) / "lesson.toml"


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game that has one (see `names`)."""
    return read_lesson(path_of(name))


def read_lesson(path: Path) -> Lesson:
    """Reads a lesson. Raises BadData, which names each wrong field and says what would be right."""
    found = checked(Lesson, read_toml(path), str(path))
    wrong = list(mistakes(found))
    if wrong:
        raise BadData("\n".join(f"{path}: {each}" for each in wrong))
    return found


def mistakes(found: Lesson) -> Iterator[str]:
    """Finds mistakes that the data model misses: unknown games, rules or seats, and steps without exactly one
    choice.
    """
    if found.game not in GAMES:
        yield f"{place('game')}: unknown game {found.game!r}; known: {', '.join(GAMES)}"
        return
    entries = find(found.game).rules.entries
    listed: list[tuple[Sequence[str | int], list[str]]] = [(("steps", i), s.rules) for i, s in enumerate(found.steps)]
    for where, ids in [*listed, (("end",), found.end.rules)]:
        for n, each in enumerate(ids):
            if each not in entries:
                yield f"{place(*where, 'rules', n)}: {found.game} has no rule {each!r}; see: breakaway rules"
    for i, step in enumerate(found.steps):
        if step.free == bool(step.order):
            yield f"{place('steps', i, 'order')}: expected either an order or free = true"
    most = find(found.game).seats[1]
    for path, turn, is_first in scripts(found):
        for seat in turn.orders:
            if not (seat.isascii() and seat.isdigit() and 1 <= int(seat) <= most):
                yield f"{place(*path, 'orders', seat)}: expected a seat from 1 to {most}"
            elif is_first and int(seat) - 1 == LEARNER:
                yield f"{place(*path, 'orders', seat)}: this is the learner's own choice; write it as the step's order"


def scripts(found: Lesson) -> Iterator[tuple[Sequence[str | int], TurnFile, bool]]:
    """All turns, each with its place in the file, and whether the learner makes a choice in it."""
    for i, turn in enumerate(found.before):
        yield ("before", i), turn, False
    for i, step in enumerate(found.steps):
        for n, turn in enumerate(step.turns):
            yield ("steps", i, "turns", n), turn, n == 0
