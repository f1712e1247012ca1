"""Help while playing comes from what the seat sees: it is the same whatever is true behind the blanks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from breakaway.core.chance import sampled
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import copy, to_json
from breakaway.display.review import advice
from breakaway.games.cycling import files as race_files
from breakaway.games.football.files import config as football_files
from breakaway.games.football.lab import review
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from tests.club.starts import fate_match, football_match, race


def hidden_football() -> Start:
    """Football whose discards are secret."""
    config, options = football_files.resolve("lightning", "fire", (), {"hidden_discards": True})
    plain = football_match()
    return Start(config, options, plain.names, plain.seats, secret=plain.secret, salts=plain.salts)


def spy_race() -> Start:
    """A race in which rivals' squares and cards are secret."""
    config, options = race_files.resolve("spy", 3, None)
    plain = race(("human",) * 3)
    return Start(config, options, plain.names, plain.seats, secret=plain.secret, salts=plain.salts)


def questions(game_name: str, start: Start, turns: int) -> list[Observation[Any, Any]]:
    """Observations of seats that are asked, in a match that coaches play by chance."""
    game = find(game_name)
    match, found, rng = Match.new(game, start, None), list[Observation[Any, Any]](), random.Random(1)
    for _ in range(turns):
        if match.is_over():
            break
        for seat in match.choosers():
            found.append(match.observation(seat))
            coach = coaches.find(game, "random")
            order = coaches.ask(game, coach, match.observation(seat).view, match.config, seat, rng.randrange(2**32))
            match.choose(seat, order)
        match.resolve()
    return found


def twin(seen: Observation[Any, Any], seed: int) -> Observation[Any, Any]:
    """Another truth that looks the same to this seat."""
    state = copy(seen.view)
    seen.game.determinize(state, seen.config, seen.seat, sampled(seed))
    return Observation(seen.game, state, seen.config, seen.seat, seen.names)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start", "turns"), [("football", hidden_football, 12), ("cycling", spy_race, 3)])
def test_advice_is_the_same_when_only_hidden_things_change(game: str, start: Any, turns: int) -> None:
    differed = 0
    for seen in questions(game, start(), turns)[-4:]:
        other = twin(seen, 99)
        differed += to_json(other._state) != to_json(seen._state)
        assert to_json(other.view) == to_json(seen.view)
        assert advice(other) == advice(seen)
    assert differed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "start", "turns"), [("fate", fate_match, 12), ("football", football_match, 14), ("cycling", race, 2)]
)
def test_every_suggestion_is_a_legal_order_and_the_best_comes_first(game: str, start: Any, turns: int) -> None:
    said = 0
    for seen in questions(game, start(), turns):
        found = advice(seen)
        said += len(found) > 1
        chances = [each.chance for each in found]
        assert chances == sorted(chances, reverse=True)
        for each in found:
            assert 0 <= each.chance <= ONE
            assert each.reason
            order, is_partial = seen.read(each.order)
            assert not is_partial
            assert seen.why_not(order) is None
    assert said > 1


def test_on_a_try_the_kick_is_suggested_as_an_extra_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """BF-124: one point, with a field goal value of 3 or more. The plays for two points are left out to save time."""
    monkeypatch.setattr(review, "strongest", lambda s, config: [])
    config = football_files.resolve("lightning", "fire")[0]
    game, words = find("football"), football_files.names("lightning", "fire")
    (kick,) = advice(Observation(game, position(config, Situation(two_point=True)), config, 0, words))
    assert (kick.order, kick.what) == ("kick", "Extra point")
    assert kick.reason == "One point if the field goal value is 3 or more."


def test_nobody_advises_a_spectator() -> None:
    seen = questions("fate", fate_match(), 2)[-1]
    assert advice(Observation(seen.game, seen.view, seen.config, SPECTATOR)) == []
