"""Help while playing comes from what the seat sees: it is the same whatever is true behind the blanks."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest

from breakaway.core.chance import sampled
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import copy, to_json
from breakaway.display.review import advice
from breakaway.games.cycling import files as race_files
from breakaway.games.football.coaches.evaluation import evaluate
from breakaway.games.football.files import config as football_files
from breakaway.games.football.lab.advice import advise, how_often, to_discard
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.play import illegal_by
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


def test_a_card_to_give_up_is_named_by_its_two_plays_because_not_every_hand_shows_its_number() -> None:
    """BF-R26: before a drive, a side with too many cards gives up some."""
    match = Match.new(find("football"), football_match(), None)
    seen = match.observation(0)
    state = copy(seen._state)
    state.phase, state.owed[0] = terms.DISCARD, 2
    found = to_discard(Observation(seen.game, state, seen.config, 0, seen.names))
    cards = [int(each) - 1 for each in re.findall(r"\d+", found[0].order)]
    assert len(cards) == 2
    plays = [" / ".join(seen.names["cards"][0][card]["plays"]) for card in cards]
    assert found[0].what == f"Cards {plays[0]}, {plays[1]}"


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
        if game == "cycling":  # first the order by which a review judges, whatever careless riders make of it
            assert found[0].reason.startswith("The team director's order")
            chances = chances[1:]
        if not any("snaps" in each.reason for each in found):  # of a mixture, what comes most often is first
            assert [each // 1000 for each in chances] == sorted([each // 1000 for each in chances], reverse=True)
        for each in found:
            assert 0 <= each.chance <= ONE
            assert each.reason
            order, is_partial = seen.read(each.order)
            assert not is_partial
            assert seen.why_not(order) is None
    assert said > 1


def football_at(at: Situation, phase: int = terms.CALL, sheet: int = -1, **given: Any) -> Observation[Any, Any]:
    """What the seat sees that has the ball, or that answers in another phase, in a football position."""
    config = football_files.resolve("lightning", "fire", (), given.pop("house", None))[0]
    if sheet >= 0:
        config.sheet[sheet] = 1
    s = position(config, at)
    for name, value in given.items():
        setattr(s, name, value)
    s.phase = phase
    seat = 1 if phase in (terms.DEFENSE, terms.AUDIBLE_DEFENSE) else 0
    return Observation(find("football"), s, config, seat, football_files.names("lightning", "fire"))


def test_on_a_try_the_kick_is_suggested_as_an_extra_point() -> None:
    """BF-124: one point, with a field goal value of 3 or more."""
    (kick,) = (each for each in advice(football_at(Situation(two_point=True))) if each.order == "kick")
    assert kick.what == "Extra point"
    assert kick.reason == "One point if the field goal value is 3 or more."


def test_football_suggests_the_mixture_that_the_champion_plays() -> None:
    """The plays that come most often, each with the chance that it has against the mixture of calls."""
    seen = football_at(Situation(line=8, down=2), house={"audibles": False})
    best = evaluate(seen)
    often = sorted(zip(best.play_mix, best.plays, strict=True), reverse=True)
    found = advice(seen)
    assert [each.order for each in found] == [play for _share, play in often[:3]]
    for (share, _play), each in zip(often, found, strict=False):
        assert each.reason == f"Do this on about {round(10 * share)} of 10 snaps."
        assert each.chance == pytest.approx(best.chance * ONE, abs=1_000)
    assert found[0].what.startswith(found[0].order.split()[1])  # `7b, Short 4 min` for `pass 7b`


@pytest.mark.parametrize("seat", [0, 1])
def test_against_a_sheet_football_suggests_the_best_answer_to_its_dice(seat: int) -> None:
    """BF-200: its tables are printed. Nothing is mixed."""
    phase, shown = (terms.CALL, {}) if seat == 0 else (terms.DEFENSE, {"formation": [1, 0]})
    seen = football_at(Situation(line=8, down=2), phase, 1 - seat, **shown)
    best = evaluate(seen)
    found = advice(seen)
    assert found[0].chance == round(max(best.sheet) * ONE)
    choices = best.plays if seat == 0 else best.calls
    assert found[0].order == choices[best.sheet.index(max(best.sheet))]
    assert not any("snaps" in each.reason for each in found)


def test_a_punt_from_deep_in_the_own_half_comes_before_any_play() -> None:
    found = advice(football_at(Situation(line=2, down=4, marker=10)))
    assert found[0].order.startswith("punt")
    assert all(each.order.startswith(("punt", "coffin")) for each in found[:2])
    assert found[2].reason.startswith("Only if you go for it. Do this ")
    assert found[2].chance < found[0].chance


def test_before_a_seldom_call_the_advice_does_not_say_never() -> None:
    assert [how_often(share) for share in (0.01, 0.1, 0.94, 0.96)] == [
        "Do this on about 1 of 20 snaps.",
        "Do this on about 1 of 10 snaps.",
        "Do this on about 9 of 10 snaps.",
        "Do this almost every time.",
    ]


def test_a_side_of_a_card_that_is_clearly_better_is_not_mixed_with_the_other() -> None:
    """BF-085: shares are told only where both sides of the card win alike."""
    clear = mixed = 0
    for code, call in product(range(0, terms.PLAYS, 6), (0, 14)):
        shown = football_at(Situation(line=8, down=2))
        config = shown.config
        given = {"formation": [config.card_formation[0][code // 2], config.defense_formation[1][call // 2]]}
        found = advice(football_at(Situation(line=8, down=2), terms.AUDIBLE, call=[code, call], **given))
        if len(found) == 2 and abs(found[0].chance - found[1].chance) >= 2_000:
            assert found[0].chance > found[1].chance
            assert "snaps" not in found[0].reason
            clear += 1
        mixed += "snaps" in found[0].reason
    assert clear
    assert mixed


PURE = (terms.TOSS, terms.KICK, terms.TIME, terms.OFFENSE_TIME, terms.CHALLENGE, terms.CHALLENGE_DEFENSE, terms.PENALTY)
PURE += (terms.OFFENSE_PICK, terms.DEFENSE_PICK, terms.ICE, terms.KICK_EFFECT, terms.DISCARD)


def is_illegal(seen: Observation[Any, Any], order: list[int]) -> bool:
    """Whether the order calls a play that is a penalty this near to a goal line (BF-080)."""
    view, config = seen.view, seen.config
    action = order[view.returns] if view.phase == terms.CALL else terms.PLAYS
    return action < terms.PLAYS and illegal_by(config, view.line, config.play_type[seen.seat][action]) != 0


@pytest.mark.slow
@pytest.mark.parametrize("sheet", [False, True])
def test_football_suggests_in_a_whole_match_what_the_champion_chooses(sheet: bool) -> None:
    game, rng, answered = find("football"), random.Random(5), set[int]()
    config = football_files.resolve("lightning", "fire")[0]
    config.sheet[1] = int(sheet)
    match = Match.new(game, Start(config, {}, football_files.names("lightning", "fire"), ["human", "human"]), None)
    while not match.is_over():
        for seat in match.choosers():
            seen = match.observation(seat)
            order = coaches.ask(game, coaches.find(game, "champion"), seen.view, config, seat, rng.randrange(2**32))
            found = [each.order for each in advise(seen)]
            phase = seen.view.phase
            if is_illegal(seen, order):  # a penalty on purpose is nothing to suggest
                assert seen.write(order) not in found
            elif phase in PURE or sheet:
                assert found[0] == seen.write(order), (phase, found)
            elif phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
                assert seen.write(order) in found
            answered.add(phase)
            match.choose(seat, order)
        match.resolve()
    assert len(answered) >= 6


def test_nobody_advises_a_spectator() -> None:
    seen = questions("fate", fate_match(), 2)[-1]
    assert advice(Observation(seen.game, seen.view, seen.config, SPECTATOR)) == []
