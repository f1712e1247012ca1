"""Ten thousand lines of nonsense and half-sense at football's prompts: always an answer, never a crash."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.terminal.matches import Player, sit_down

PIECES = (
    *("1a", "1b", "15b", "16a", "0a", "99a", "3", "a", "7c", "-1", "1e9", "٣a", "quick", "q", "special", "s", "t", "u"),
    *("fg", "field goal", "field", "punt", "coffin", "hail", "hail mary", "kneel", "time out", "time out after"),
    *("e", "event", "c", "corner", "force", "n", "no", "y", "yes", "challenge", "accept", "decline", "ice", "onside"),
    *("stay", "audible", "receive", "w", "discard", "take back", "1 2 3", "2 4 6 8", "15 14", "standing"),
    *("off", "clear", "kick"),
    *("never audible", "help", "hands", "matchups", "box", "log", "why", "rules", "deck", "save", "undo"),
    *("suggest", ""),
    *(",", ";", ":", "=", "#", "/", "'", '"', "\\", "%s", "{}", "é", "车", "\u2028", "\u202e", "\x00", "\x1b[2J", "\t"),
)  # fmt: skip


def nonsense(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.75:
        return rng.choice(("", " ", " ", ", ")).join(rng.choice(PIECES) for _ in range(rng.randrange(1, 6)))
    if kind < 0.9:
        return rng.choice(PIECES)
    if kind < 0.97:
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(40))).replace("\n", "")
    return rng.choice(("1a ", "\x00", "discard 1 ", " ", "rules ", "log 99999", "standing 1,")) * rng.randrange(1, 2000)


class Fuzzer(Player):
    """Types nonsense, and looks after each line whether what is sealed is legal."""

    left = 0

    def answer_to(self, prompt: str) -> str | None:
        assert self.play
        said, match = self.paper.getvalue(), self.play.match
        self.paper.seek(0)
        self.paper.truncate()
        assert said, "an answer to every line"
        assert "\x1b" not in said
        assert "\x00" not in said
        for seat, sealed in match.sealed.items():
            assert match.observation(seat).why_not(sealed.order) is None
        self.left -= 1
        if self.left <= 0:
            return None
        chance = 0.15 if match.record.header["chance"] == "sampled" else 0.6
        return self.usual(prompt) if self.rng.random() < chance else nonsense(self.rng)


def fuzz(tmp_path: Path, seed: int, lines: int) -> None:
    fuzzer = Fuzzer(seed)
    fuzzer.left = lines
    n = turns = 0
    while fuzzer.left > 0:
        n += 1
        how = (None, "human", "random")[(seed + n) % 3]
        house = [["coffin=0"], ["hidden_discards=1", "winner_chooses=1"], ["illegal_call_forbidden=1"]][n % 3]
        teams = [("sharks", "rhinos"), ("vultures", "pharaohs"), ("lightning", "fire")][n % 3]
        wished = {"seed": n, "house": house, "versus": teams[1], "physical": n % 4 == 1, "box": "ours"}
        assert sit_down(tmp_path / f"{n}", fuzzer, how, [teams[0]], **wished) == 0
        assert fuzzer.play
        turns += len(fuzzer.play.match.log)
        fuzzer.paper.write("next match")
    assert turns > lines // 40, "the lines never got beyond the start"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_2500_fuzzed_lines_are_each_answered(seed: int, tmp_path: Path) -> None:
    fuzz(tmp_path, seed, 2500)
