"""Goes through a finished match step by step, and notes how each side's chance of winning changed, and why.

Each game adds a `Judge`, which estimates what states are worth and how much of a step was skill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from breakaway.core.data_files import read_toml
from breakaway.core.game import Game, sides
from breakaway.core.odds import ONE
from breakaway.core.rules import EventLog, note_all
from breakaway.display.endings import verdict
from breakaway.display.gridiron import team_classes
from breakaway.display.judged import ForReader, JudgedChoice, RatedLevel, judged_so_far
from breakaway.display.review import Review, Swing
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of
from breakaway.records.record_file import checkpoint


@dataclass(frozen=True)
class Taken:
    """What a step changed: what the state was worth after it, and how much of the change came from choices.

    The rest of the change is luck. `choices` are the choices of this step that could be judged.
    """

    after: Sequence[int]
    skill: Sequence[int]
    choices: Sequence[JudgedChoice] = ()


class Judge(Protocol):
    """A game's estimate of what states are worth: each side's chance of winning, in millionths."""

    def worth(self, state: Any) -> Sequence[int]:
        """What a state is worth to each side."""

    def take(self, step: PlayedStep, now: Sequence[int]) -> Taken:
        """What a step changed. `now`: what the state was worth to each side before the step."""

    def told(self, row: Any) -> tuple[str, str | ForReader, str]:
        """Texts for a finished row of statistics: the part of the match, the situation, and what was played."""


class Worths(Protocol):
    """What states of a game for two sides are worth to the first side, in millionths."""

    def of(self, s: Any) -> int:
        """What a state is worth."""


class TwoSides:
    """The part of a `Judge` that all football games share. `words` names quarters, situations and plays."""

    def __init__(self, outlook: Worths, words: Any) -> None:
        self.outlook = outlook
        self.words = words

    def worth(self, state: Any) -> tuple[int, int]:
        """What a state is worth to both sides."""
        return both(self.outlook.of(state))

    def told(self, row: Any) -> tuple[str, str | ForReader, str]:
        """The quarter, the situation and the play of a row."""
        if not row.quarter:
            return "", "", ""
        return self.words.quarter(row.quarter), ForReader(self.words.situation, row), self.words.play(row)


@dataclass(frozen=True)
class Explained:
    """The explanations in a game's reviews: where the chances come from (`lead`), the words for skill and luck
    (`heads`), what these words mean (`sources`), and what was assumed or not judged (`foot`).
    """

    lead: str
    heads: tuple[str, str]
    sources: str
    foot: Sequence[str]


def measured_levels(file: Path, game: Game[Any, Any]) -> list[RatedLevel]:
    """The levels of a game with their Elo numbers and what they lose with a choice, from the game's file."""
    found = read_toml(file)["levels"] if file.exists() else {}
    return [
        RatedLevel(coaches.label(game, name), each["elo"], each["loss"], each["spread"]) for name, each in found.items()
    ]


def review_of_two(
    match: Match[Any, Any], judge: Judge, words: Any, says: Explained, levels: Sequence[RatedLevel] = ()
) -> Review:
    """Reviews a finished match of two teams.

    `judge`, `words`, `says` (the explanations) and `levels` come from the game.
    """
    found, said = Walk(match, judge).go(), verdict(match.observation())
    return Review(
        (words.team(0), words.team(1)),
        team_classes(match.names),
        said.says if said else "",
        says.lead,
        found.moments,
        found.choices,
        says.heads,
        says.sources,
        " ".join(filter(None, says.foot)),
        sides(match.game, match.config),
        levels=levels,
    )


PRIOR = 8  # how many calls the best mix counts for, in a guess from an opponent's own calls
ELSEWHERE = 4  # so many calls in other situations count as one in this


def as_shown(seen: Sequence[tuple[int, int, int]], kind: int, turn: int, best: dict[int, int]) -> dict[int, int]:
    """How often an opponent makes each call, as weights: from the `best` mix and from the calls `seen` in a match.

    Each call seen has its turn, the kind of its situation and what was called. `turn` is that of the call in question,
    which would be hindsight, and `kind` its situation.
    """
    total = sum(best.values()) or 1
    often = Counter[int]()
    for when, where, call in seen:
        if when != turn:
            often[call] += ELSEWHERE if where == kind else 1
    return {call: PRIOR * ELSEWHERE * weight * 1000 // total + 1000 * often[call] for call, weight in best.items()}


def for_side(side: int, worth: float) -> int:
    """A side's chance of winning in millionths, worked out from the first side's chance (`worth`)."""
    return round(worth if side == 0 else ONE - worth)


def both(chance: int) -> tuple[int, int]:
    """The chances of both sides, worked out from the first side's `chance`."""
    return chance, ONE - chance


class Walk:
    """A walk through a match. `moments` and `choices` are complete after `go`."""

    def __init__(self, match: Match[Any, Any], judge: Judge) -> None:
        self.match, self.judge = match, judge
        self.moments: list[Swing] = []
        self.choices: list[JudgedChoice] = []
        self.now: Sequence[int] = ()
        self.skill: list[int] = []
        self.start: Sequence[int] = ()
        self._open: list[JudgedChoice] = []  # choices of the play under way

    def go(self) -> Walk:
        """Goes through the whole match. A play ends with its row of statistics, and includes all changes up to then."""
        counted = self.match.game.statistics
        assert counted is not None
        log, total, row = EventLog(), counted.match(), counted.row()
        turn = done_so_far = 0
        steps = list(steps_of(self.match))
        choices = [bool(self.match.game.choosers(step.before, self.match.config)) for step in steps]
        for step, is_choice in zip(steps, choices, strict=True):
            checkpoint()
            self._step(step)
            done_so_far += is_choice
            judged_so_far(done_so_far, sum(choices))
            turn = step.turn
            note_all(log, step.events, self.match.game.rules)
            rows = [row, *(counted.row() for _ in range(counted.most))]
            done = counted.observe(step.before, step.after, self.match.config, log, total, rows, 0)
            for finished in rows[:done]:
                self._end(turn, *self.judge.told(finished))
            row = rows[done]
        self._rest(turn)
        return self

    def _step(self, step: PlayedStep) -> None:
        if not self.now:
            self.now = self.start = self.judge.worth(step.before)
            self.skill = [0] * len(self.now)
        taken = self.judge.take(step, self.now)
        self.skill = [one + two for one, two in zip(self.skill, taken.skill, strict=True)]
        self._open += taken.choices
        self.now = taken.after

    def _end(self, turn: int, part: str, where: str | ForReader, play: str) -> None:
        """Ends a play, and credits it with all changes since the previous play."""
        luck = [now - was - skill for now, was, skill in zip(self.now, self.start, self.skill, strict=True)]
        self.moments.append(Swing(turn, self.start, self.now, self.skill, luck, part, where, play))
        self.choices += [replace(each, where=each.where or where) for each in self._open]
        self.start, self.skill, self._open = self.now, [0] * len(self.now), []

    def _rest(self, turn: int) -> None:
        """Adds what happened after the last finished row."""
        if not self.moments:
            if self.now:
                self._end(turn, "", "", "")
            return
        last = self.moments.pop()
        self.skill = [one + two for one, two in zip(self.skill, last.skill, strict=True)]
        self.start = last.before
        self._end(turn, last.part, last.where, last.play)
