"""Ten thousand lines of nonsense and half-sense at the prompt: always an answer, never a crash, nothing half taken."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from breakaway.games.cycling.rules.interface import highest_cards
from breakaway.games.cycling.rules.terms import RACING
from breakaway.players.settings import requested
from breakaway.terminal import play
from tests.terminal.session import Person

PIECES = (
    *("A", "B", "C", "D", "a", "E", "0", "-1", "1", "3", "5", "8", "10", "15", "99", "99999999", "1e9", "٣", "𝟛"),
    *("A10", "B9", "C9", "D6", "A3", "B3", "C3", "D3", "Red", "Blue", "Blue A", "Blue B", "y", "yes", "if", "and"),
    *("partial", "spy", "none", "help", "rules", "log", "riders", "table", "field", "save", "", " ", "\t"),
    *(",", ";", ":", "=", "#", "//", "'", '"', "\\", "%s", "{}", "é", "车", "\u2028", "\u202e", "\x00", "\x1b[2J"),
)


def nonsense(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.7:
        return rng.choice(("", " ", " ")).join(rng.choice(PIECES) for _ in range(rng.randrange(8)))
    if kind < 0.9:
        return "".join(f"{letter}{rng.choice((3, 4, 5, 6, 7, 8, 9, 10))} " for letter in "ABCD")
    if kind < 0.97:
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(40))).replace("\n", "")
    return rng.choice(("A10 ", "\x00", "spy ", " ", "rules ", "log 99999")) * rng.randrange(1, 3000)


class Fuzzer(Person):
    """Types nonsense, and looks after each line whether what is sealed is whole."""

    def __init__(self, seed: int, lines: int) -> None:
        super().__init__(self.next_line)
        self.rng, self.left = random.Random(seed), lines
        self.play: play.PlaySession | None = None
        self.before: object = None

    def next_line(self, prompt: str) -> str | None:
        said = self.paper.getvalue()
        self.paper.seek(0)
        self.paper.truncate()
        assert "\x1b" not in said
        assert "\x00" not in said
        assert said, "an answer to every line"
        assert self.play
        match = self.play.match
        sealed = {seat: (list(o.order), o.partial) for seat, o in match.sealed.items()}
        if "That was not accepted" in said:
            assert sealed == self.before
        for seat, (order, partial) in sealed.items():
            assert match.observation(seat).why_not(order, partial) is None
        self.before = sealed
        self.left -= 1
        if self.left <= 0:
            return None
        observation = match.observation(0)
        if observation.view.phase == RACING and self.rng.random() < 0.04:
            return observation.write(
                highest_cards(observation.view, match.config, 0) or []
            )  # else no race gets anywhere
        return nonsense(self.rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_2500_fuzzed_lines_are_each_answered(
    seed: int, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fuzzer = Fuzzer(seed, 2500)
    plain = play.PlaySession.__init__

    def remember(self: play.PlaySession, *args: object) -> None:
        plain(self, *args)  # type: ignore[arg-type]
        fuzzer.play = self

    monkeypatch.setattr(play.PlaySession, "__init__", remember)
    n = turns = 0
    while fuzzer.left > 0:
        n += 1
        profile = ("postal", "spy", "pursuit", "boxed")[(seed + n) % 4]
        wishes = requested(teams="2", seed=n, profile=profile, record=str(tmp_path / f"{n}"))
        assert play.start(wishes, "random", fuzzer) == 0
        assert fuzzer.play
        turns += len(fuzzer.play.match.log)
        fuzzer.paper.write("next match")
    assert turns > 50, "the lines never got beyond the start"
