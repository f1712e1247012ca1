"""The bots in `examples/` play, and are as good as they say."""

from __future__ import annotations

import json
import runpy
import shutil
from pathlib import Path
from statistics import fmean, stdev

import pytest

import breakaway
from breakaway.api.named_bots import load_bot
from breakaway.players import coaches
from tests.terminal.session import call

EXAMPLES = Path(__file__).parents[2] / "examples"


def bot(name: str):
    return load_bot(str(EXAMPLES / name))


def leads(game: breakaway.Game, mine, matches: int, first_seed: int = 10_000) -> list[float]:
    """The bot's leads over a random coach in so many matches of two teams, in every other one from the second seat."""
    found = []
    for seed in range(first_seed, first_seed + matches):
        seat = seed % 2
        score = breakaway.play(game, ["random", mine] if seat else [mine, "random"], seed).result.score
        found.append(score[seat] - score[1 - seat])
    return found


def is_better_than_chance(found: list[float]) -> bool:
    """Whether the mean lead is more than three standard errors above 0."""
    return fmean(found) > 3 * stdev(found) / len(found) ** 0.5


def test_the_first_bot_is_ten_lines_and_plays_every_game():
    lines = (EXAMPLES / "first_bot.py").read_text().partition('"""\n\n\n')[2].splitlines()
    assert len(lines) <= 10
    for game in breakaway.game_names():
        state = breakaway.load(game).new(1)
        made = bot("first_bot.py:Highest")()
        for _ in range(5):
            answers = {seat: made.choose(state.observe(seat), state.legal(seat), None) for seat in state.to_move}
            state = state.apply(answers)
        assert state.turn >= 5


def test_the_search_gives_the_same_order_whatever_is_hidden():
    """It only ever sees its observation: in a twin of the state it chooses the same."""
    import random

    game = breakaway.load("cycling", teams=2, profile="blind")
    state = game.new(3)
    for _ in range(3):
        state = state.apply({seat: state.legal(seat).random(random.Random(seat)) for seat in state.to_move})
    twin = breakaway.determinize(state.observe(0), 9)
    assert twin.hash != state.hash
    one, two = (bot("search_bot.py:OneTurn")() for _ in range(2))
    seen = [each.observe(0) for each in (state, twin)]
    assert one.choose(seen[0], seen[0].legal, random.Random(5)) == two.choose(seen[1], seen[1].legal, random.Random(5))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "matches"), [("cycling", 12), ("football", 12), ("fate", 4)])
def test_the_search_beats_random_coaches(game, matches):
    loaded = breakaway.load(game, teams=2) if game == "cycling" else breakaway.load(game)
    found = leads(loaded, bot("search_bot.py:OneTurn")(), matches)
    assert fmean(found) > 0
    assert game == "football" or is_better_than_chance(found)  # its leads vary more: that would take 40 matches


@pytest.mark.slow
def test_the_bot_that_learns_beats_random_coaches_afterwards(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "learning_bot.py", tmp_path)
    monkeypatch.setattr("sys.argv", ["learning_bot.py"])
    runpy.run_path("learning_bot.py", run_name="__main__")
    assert "Learned. The table is in learned.json." in capsys.readouterr().out
    learner = load_bot("learning_bot.py:Learner")()
    before = json.dumps(learner.table)
    found = leads(breakaway.load("fate"), learner, 12)
    assert is_better_than_chance(found)
    assert json.loads(before) == {kind: known for kind, known in learner.table.items() if known}  # it only plays now
    try:
        done = call(capsys, "watch", "fate", "--coaches", "learning_bot.py:Learner,random", "--json")
        assert done.returncode == 0
    finally:
        coaches.OWN.clear()
