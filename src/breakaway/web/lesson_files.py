"""Lessons as data files: what is said, where the learner is led, and the script of all others and of chance.

A step says what is seen and what is meant, and ends with one choice of the learner's: `order`, as a page's buttons
write it, called `label` on the page; or, where it is `free`, any. `turns` are what is then played: first the turn of
that choice, then those up to the learner's next one. Each has `orders` by seat, counted from 1, and outcomes of
`chance`, as a record has them. The learner has seat 1, which a later turn may play for him where little hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from breakaway.club.scripted import ScriptedTurn
from breakaway.core.data import BadData, Strict, checked, place, read_toml
from breakaway.games.registry import GAMES, find

LEARNER = 0  # the learner's seat


class TurnFile(Strict):
    """One turn of the script."""

    orders: dict[str, str] = Field(default_factory=dict)
    chance: list[int] = Field(default_factory=list)

    def turn(self) -> ScriptedTurn:
        """The same, as the club plays it."""
        return ScriptedTurn({int(seat) - 1: text for seat, text in self.orders.items()}, self.chance)


class StepFile(Strict):
    """What is said before one choice of the learner's, and what follows it."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    label: str = ""
    order: str = ""
    free: bool = False
    rules: list[str] = Field(min_length=1)
    turns: list[TurnFile] = Field(min_length=1)


class EndFile(Strict):
    """What was learned."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    rules: list[str] = Field(min_length=1)


class Lesson(Strict):
    """A lesson of one game."""

    game: str
    title: str = Field(min_length=1)
    match: dict[str, Any]  # as a request says it
    before: list[TurnFile] = Field(default_factory=list)
    steps: list[StepFile] = Field(min_length=1)
    end: EndFile

    def begins(self) -> list[int]:
        """How many turns have been played when each step, and at last the end, begins."""
        found = [len(self.before)]
        for step in self.steps:
            found.append(found[-1] + len(step.turns))
        return found


@cache
def names() -> tuple[str, ...]:
    """The games of which there is a lesson."""
    return tuple(name for name in GAMES if path_of(name).is_file())


def path_of(name: str) -> Path:
    """Where the lesson of a game stands, if it has one."""
    return GAMES.folder(name) / "lesson.toml"


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game that has one (see `names`)."""
    return read_lesson(path_of(name))


def read_lesson(path: Path) -> Lesson:
    """A lesson from its file; raises BadData naming each field that is wrong, and what would be right."""
    found = checked(Lesson, read_toml(path), str(path))
    wrong = list(mistakes(found))
    if wrong:
        raise BadData("\n".join(f"{path}: {each}" for each in wrong))
    return found


def mistakes(found: Lesson) -> Iterator[str]:
    """What a model cannot see: games, rules and seats that there are, and either an order or a free choice."""
    if found.game not in GAMES:
        yield f"{place('game')}: unknown game {found.game!r}; there are: {', '.join(GAMES)}"
        return
    config = find(found.game).rules.entries
    listed: list[tuple[Sequence[str | int], list[str]]] = [(("steps", i), s.rules) for i, s in enumerate(found.steps)]
    for where, ids in [*listed, (("end",), found.end.rules)]:
        for n, each in enumerate(ids):
            if each not in config:
                yield f"{place(*where, 'rules', n)}: {found.game} has no rule {each!r}; see: breakaway rules"
    for i, step in enumerate(found.steps):
        if step.free == bool(step.order):
            yield f"{place('steps', i, 'order')}: expected an order, or free = true, and not both"
        if step.order and not step.label:
            yield f"{place('steps', i, 'label')}: is missing: what people read for {step.order!r}"
    most = find(found.game).seats[1]
    for path, turn, is_first in scripts(found):
        for seat in turn.orders:
            if not (seat.isascii() and seat.isdigit() and 1 <= int(seat) <= most):
                yield f"{place(*path, 'orders', seat)}: expected a seat from 1 to {most}"
            elif is_first and int(seat) - 1 == LEARNER:
                yield f"{place(*path, 'orders', seat)}: this is the learner's own choice: write it in order"


def scripts(found: Lesson) -> Iterator[tuple[Sequence[str | int], TurnFile, bool]]:
    """All turns with their places in the file, and whether each is the turn of a choice of the learner's."""
    for i, turn in enumerate(found.before):
        yield ("before", i), turn, False
    for i, step in enumerate(found.steps):
        for n, turn in enumerate(step.turns):
            yield ("steps", i, "turns", n), turn, n == 0
