"""The review of a match: calls and cards add up to the whole swing, and a running match stays secret."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.trouble import Trouble
from breakaway.core.winning import ONE
from breakaway.games.football.lab.judged import GO
from breakaway.games.football.lab.outlook import IN_PLAY, Outlook
from breakaway.games.football.lab.review import Reviewer
from breakaway.games.football.lab.review_page import document, graph
from breakaway.games.football.rules import terms
from breakaway.terminal.review import as_html, review, review_of
from tests.football.matches import new_match, play, some_order


def adds_up(match: Any) -> Any:
    """Checks that calls and cards are the whole way from the first chance to the last, in each play and in all."""
    found = Reviewer(match).review()
    assert found.plays
    for each in found.plays:
        assert each.calls + each.cards == each.after - each.before
        assert 0 <= each.after <= ONE
    for one, two in pairwise(found.plays):
        assert one.after == two.before
    whole = found.plays[-1].after - found.plays[0].before
    assert sum(each.calls + each.cards for each in found.plays) == whole
    for choice in found.judged:
        assert choice.cost >= 0
        assert len(choice.options) > 1
    return found


def test_calls_and_cards_add_up_to_the_swing_of_the_first_plays() -> None:
    match = new_match()
    play(match, turns=20)
    adds_up(match)


@pytest.mark.slow
@pytest.mark.parametrize(("sheets", "seed"), [((0,), 3), ((0, 1), 4)])
def test_calls_and_cards_add_up_to_the_swing_of_whole_matches(sheets: tuple[int, ...], seed: int) -> None:
    match = new_match(sheets=sheets)
    play(match, seed=seed)
    found = adds_up(match)
    one, two = match.state.score
    assert found.plays[0].before == ONE // 2
    assert found.plays[-1].after == (ONE if one > two else 0 if one < two else ONE // 2)
    made = document(match, found)
    assert [section.title for section in made.sections][:2] == ["Chance of winning, play by play", "Skill and luck"]
    assert as_html(made) == as_html(document(match, found))


def test_the_mean_over_a_play_s_ends_lies_between_the_best_and_the_worst_of_them() -> None:
    match = new_match(sheets=(0, 1), chance="sampled")
    reviewer = Reviewer(match)
    state = match.state
    state.phase, state.line, state.down, state.marker, state.declared = terms.FIELD_GOAL, 17, 4, 20, 30
    mean = reviewer.worth.of(state)
    ends = Outlook(match.config).odds.spread(state, max_steps=50).ends
    each = [reviewer.worth.of(end.state) for end in ends]
    assert terms.FIELD_GOAL in IN_PLAY
    assert min(each) < mean < max(each)


def test_a_graph_has_a_bar_for_each_play_from_low_to_high() -> None:
    assert graph([0, ONE // 2, ONE]) == "▁▅██"


def test_nobody_is_judged_for_a_play_that_is_no_fourth_down() -> None:
    match = new_match()
    play(match, turns=6)
    found = Reviewer(match).review()
    assert all(each.phase != terms.CALL or GO in each.options for each in found.judged)


def test_a_running_match_has_no_review_whatever_is_hidden_in_it() -> None:
    said = set()
    for seed in (1, 2):
        match = new_match()
        play(match, turns=9, seed=4)
        seat = match.choosers()[0]
        match.choose(seat, some_order(match, seat, random.Random(seed)))  # sealed: nobody else may know it
        with pytest.raises(Trouble, match="still running") as refused:
            review_of(match.record)
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_game_without_reviews_says_which_games_have_them() -> None:
    record = new_match().record
    record.header["game"] = "fate"
    with pytest.raises(Trouble, match="Games with reviews: football"):
        review_of(record)


def test_a_page_is_not_written_into_a_folder_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakaway.terminal.review.record_of", lambda name: None)
    monkeypatch.setattr("breakaway.terminal.review.review_of", lambda record: None)
    with pytest.raises(Trouble, match="there is no folder"):
        review("match", str(tmp_path / "nowhere" / "page.html"))
