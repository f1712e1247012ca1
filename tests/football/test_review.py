"""The review of a match: calls and cards add up to the whole swing, and a match in progress stays secret."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.language import UserError
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.review import document, graph, review_of
from breakaway.games.football.coaches.evaluation import evaluate
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import IN_PLAY, Outlook, Situation, position
from breakaway.games.football.lab.review import FootballJudge, Judged, between_plays
from breakaway.games.football.lab.review import review as reviewed
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.manifest import Kit
from breakaway.records.play_by_play import PlayedStep
from breakaway.terminal.replay import as_html, review
from tests.depth import DEPTH
from tests.football.matches import new_match, play, some_order

CONFIG = resolve("fire", "lightning")[0]


def adds_up(match: Any) -> Any:
    """Checks that calls and cards are the whole way from the first chance to the last, in each play and in all."""
    found = reviewed(match)
    assert found.moments
    for each in found.moments:
        for side in (0, 1):
            assert each.skill[side] + each.luck[side] == each.after[side] - each.before[side]
        assert each.after[0] + each.after[1] == ONE
    for one, two in pairwise(found.moments):
        assert one.after == two.before
    whole = found.moments[-1].after[0] - found.moments[0].before[0]
    assert sum(each.skill[0] + each.luck[0] for each in found.moments) == whole
    for choice in found.choices:
        assert choice.cost >= 0
        assert all((choice.best, choice.chosen, choice.where))
    return found


def test_calls_and_cards_add_up_to_the_swing_of_the_first_plays() -> None:
    match = new_match()
    play(match, turns=20)
    adds_up(match)


@pytest.mark.slow
@pytest.mark.parametrize(("sheets", "seed"), [((0,), 3), ((0, 1), 4)][:DEPTH])
def test_calls_and_cards_add_up_to_the_swing_of_whole_matches(sheets: tuple[int, ...], seed: int) -> None:
    match = new_match(sheets=sheets)
    play(match, seed=seed)
    found = adds_up(match)
    one, two = match.state.score
    assert found.moments[0].before == (ONE // 2, ONE // 2)
    assert found.moments[-1].after[0] == (ONE if one > two else 0 if one < two else ONE // 2)
    made = document(found)
    assert [section.title for section in made.sections][:2] == ["Chance of winning, play by play", "Skill and luck"]
    assert as_html(made) == as_html(document(found))


@pytest.mark.slow
def test_the_mean_over_a_play_s_ends_lies_between_the_best_and_the_worst_of_them() -> None:
    match = new_match(sheets=(0, 1), chance="sampled")
    worth = FootballJudge(match).outlook
    state = match.state
    state.phase, state.line, state.down, state.marker, state.declared = terms.FIELD_GOAL, 17, 4, 20, 30
    mean = worth.of(state)
    ends = Outlook(match.config).odds.spread(state, max_steps=50).ends
    each = [worth.of(end.state) for end in ends]
    assert terms.FIELD_GOAL in IN_PLAY
    assert min(each) < mean < max(each)


def test_a_graph_has_a_bar_for_each_play_from_low_to_high() -> None:
    assert graph([0, ONE // 2, ONE]) == "▁▅██"


def test_a_running_match_has_no_review_whatever_is_hidden_in_it() -> None:
    said = set()
    for seed in (1, 2):
        match = new_match()
        play(match, turns=9, seed=4)
        seat = match.choosers()[0]
        match.choose(seat, some_order(match, seat, random.Random(seed)))  # sealed: nobody else may know it
        with pytest.raises(UserError, match="still in progress") as refused:
            review_of(match.record)
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_game_without_reviews_says_which_games_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakaway.display.review.kit_of", lambda game: Kit("tugs", "tugs_game.rules:GAME"))
    with pytest.raises(UserError, match="Games with reviews: football, fate, cycling"):
        review_of(new_match().record)


def test_a_page_is_not_written_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no folder"):
        review("match", str(tmp_path / "nowhere" / "page.html"))


def last_card(quarter: int, lead: int, **more: Any) -> Football:
    """A second down at the own 40 that is still to be called, with one card left and a card that can come back."""
    s = position(CONFIG, Situation(quarter=quarter, score=(40 + lead, 40), cards=1, down=2, line=8, **more))
    s.phase = terms.CALL
    return s


def left_alone(s: Football, config: Any = CONFIG, about: int = terms.TIME, **changed: Any) -> list[Judged]:
    """What is judged if the offense kneels here."""
    after = copy(s)
    for name, value in changed.items():
        setattr(after, name, value)
    return [each for each in between_plays(Outlook(config), PlayedStep(1, s, after, [], [])) if each.phase == about]


def test_a_time_out_before_the_last_card_is_judged_by_the_table_for_one_card_more() -> None:
    s = last_card(4, -2, time_outs=(1, 0))
    (judged,) = left_alone(s)
    more = position(CONFIG, Situation(quarter=4, score=(38, 40), cards=2, down=2, line=8, time_outs=(0, 0)))
    none = last_card(4, -2, time_outs=(0, 0))
    assert judged.options == {0: chance_to_win(none, CONFIG, 0), 1: chance_to_win(more, CONFIG, 0)}
    assert (judged.chosen, judged.best) == (0, 1)
    assert judged.cost > 0
    (judged,) = left_alone(s, time_outs=[0, 0])
    assert (judged.chosen, judged.cost) == (1, 0)


def test_a_time_out_is_not_judged_while_a_later_one_has_the_same_effect() -> None:
    earlier = position(CONFIG, Situation(quarter=4, score=(38, 40), cards=3, down=2, line=8))
    earlier.phase = terms.CALL
    assert left_alone(earlier) == []
    assert left_alone(last_card(3, -2)) == []
    assert left_alone(last_card(4, -2, time_outs=(0, 3))) == []


def test_a_last_time_out_is_not_judged_if_an_incompletion_can_bring_the_last_card_back() -> None:
    s = last_card(4, -2, time_outs=(1, 0))
    late = resolve("fire", "lightning", house={"late_incompletions": True})[0]
    assert left_alone(s)
    assert left_alone(s, late) == []


@pytest.mark.slow
def test_a_time_out_on_fourth_down_is_not_going_for_it() -> None:
    s = last_card(4, -2, time_outs=(1, 0))
    s.down = 4
    assert left_alone(s, about=terms.CALL, time_outs=[0, 0]) == []
    (judged,) = left_alone(s, about=terms.CALL, declared=terms.PUNT_CALL, phase=terms.PUNT)
    assert judged.chosen == terms.PUNT_CALL


def test_the_opening_flip_is_luck() -> None:
    match = new_match()
    before = copy(match.state)
    match.resolve()
    judge = FootballJudge(match)
    taken = judge.take(PlayedStep(1, before, match.state, [], []), judge.outlook.of(before))
    assert (before.phase, taken.skill) == (terms.START, (0, 0))


@pytest.mark.parametrize("sheets", [(), (1,)])
def test_going_for_it_is_judged_by_the_best_mixture_or_by_the_best_odds_against_a_sheet(
    sheets: tuple[int, ...],
) -> None:
    config = resolve("fire", "lightning", sheets)[0]
    s = position(config, Situation(down=4, line=9, marker=10))
    s.phase = terms.CALL
    after = copy(s)
    after.phase, after.declared = terms.PUNT, terms.PUNT_CALL
    (judged,) = between_plays(Outlook(config), PlayedStep(1, s, after, [], []))
    seen = evaluate(Observation(GAME, s, config, 0))
    assert judged.options[0] == round(max(seen.sheet, default=seen.chance) * ONE)
    assert judged.chosen == terms.PUNT_CALL
