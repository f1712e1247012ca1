"""The review of a match: calls and cards add up to the whole swing, and a match in progress stays secret."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.game import seats_in
from breakaway.core.language import UserError
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.judged import BLUNDER, MISTAKE, JudgedChoice, followed_by
from breakaway.display.review import document, graph, review_of
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.advice import advise
from breakaway.games.football.lab.odds import IN_PLAY, Outlook, Situation, position
from breakaway.games.football.lab.review import FootballJudge, FootballReviewer, last_time_out
from breakaway.games.football.lab.review import review as reviewed
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.manifest import Kit
from breakaway.lab.review import as_shown
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of
from breakaway.records.record_file import Record
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
        assert all((choice.best.what, choice.chosen.what, choice.where))
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
    assert [section.title for section in made.sections][:2] == [
        "Every choice, judged",
        "Chance of winning through the match",
    ]
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


def test_a_match_against_sheets_has_no_rating() -> None:
    """The levels were measured against each other: against sheets, a master lost as much as a newcomer."""
    match = new_match(sheets=(1,))
    play(match, turns=9, seed=4)
    match.resign(0)
    found = reviewed(match)
    assert not found.levels
    assert "How strong the teams played is not said" in found.foot
    assert "is not said" not in reviewed(new_match()).foot


def test_a_match_of_an_edition_that_nobody_knows_has_no_review_and_no_traceback() -> None:
    match = new_match()
    play(match, turns=9, seed=4)
    match.resign(0)
    header, *rest = match.record.lines
    unknown = Record([{**header, "edition": "1-11111111-22222222"}, *rest])
    with pytest.raises(UserError, match="nothing to review"):
        review_of(unknown)


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


def judged(s: Football, config: Any = CONFIG, called: bool = False) -> JudgedChoice | None:
    """What is said about a time out that the offense calls here, or does not."""
    return last_time_out(PlayedStep(1, s, s, [], []), config, called)


def test_a_time_out_before_the_last_card_is_judged_by_the_table_for_one_card_more() -> None:
    """BF-110: the card that comes back is one play more."""
    s = last_card(4, -2, time_outs=(1, 0))
    more = position(CONFIG, Situation(quarter=4, score=(38, 40), cards=2, down=2, line=8, time_outs=(0, 0)))
    none = last_card(4, -2, time_outs=(0, 0))
    kept, called = judged(s), judged(s, called=True)
    assert kept
    assert called
    assert [each.chance for each in kept.options] == [chance_to_win(each, CONFIG, 0) for each in (more, none)]
    assert (kept.chosen.what, kept.best.what) == ("No time out", "A time out")
    assert kept.cost > 0
    assert called.cost == 0


def test_a_time_out_is_not_judged_while_a_later_one_has_the_same_effect() -> None:
    earlier = position(CONFIG, Situation(quarter=4, score=(38, 40), cards=3, down=2, line=8))
    earlier.phase = terms.CALL
    assert judged(earlier) is None
    assert judged(last_card(3, -2)) is None
    assert judged(last_card(4, -2, time_outs=(0, 3))) is None


def test_a_last_time_out_is_not_judged_if_an_incompletion_can_bring_the_last_card_back() -> None:
    s = last_card(4, -2, time_outs=(1, 0))
    late = resolve("fire", "lightning", house={"late_incompletions": True})[0]
    assert judged(s)
    assert judged(s, late) is None


def test_the_opening_flip_is_luck() -> None:
    match = new_match()
    before = copy(match.state)
    match.resolve()
    judge = FootballJudge(match)
    taken = judge.take(PlayedStep(1, before, match.state, [], []), judge.outlook.of(before))
    assert (before.phase, taken.skill) == (terms.START, (0, 0))


def played(coaches_: tuple[str, str], seed: int = 1, turns: int = 10_000) -> Match[Any, Any]:
    """A match of two coaches."""
    match, rng = new_match(), random.Random(seed)
    while turns and not match.is_over():
        for seat in match.choosers():
            seen = match.observation(seat)
            coach = coaches.find(GAME, coaches_[seat])
            match.choose(seat, coaches.ask(GAME, coach, seen.view, match.config, seat, rng.randrange(2**32)))
        match.resolve()
        turns -= 1
    return match


@pytest.fixture(scope="module")
def first_half() -> Match[Any, Any]:
    """Most of a half between the champion and a player with one fixed defense for each formation."""
    return played(("champion", "casual"), turns=90)


def test_all_calls_of_a_mix_are_worth_the_same_to_a_tenth_of_a_point(first_half: Match[Any, Any]) -> None:
    mixes = [each for each in reviewed(first_half).choices if each.mix]
    assert len(mixes) > 20
    for each in mixes:
        assert max(option.chance for option in each.options) - min(option.chance for option in each.mix) <= 1_000
        assert sum(option.share for option in each.mix) == pytest.approx(ONE, abs=100)


def test_the_champion_loses_next_to_nothing_and_the_player_of_habit_does(first_half: Match[Any, Any]) -> None:
    found = reviewed(first_half)
    champion, casual = found.verdict_on(0), found.verdict_on(1)
    assert champion.counts[MISTAKE] == champion.counts[BLUNDER] == 0
    assert casual.lost > 10 * champion.lost


@pytest.mark.slow
@pytest.mark.parametrize("sheets", [(), (1,)])
def test_advice_at_the_table_equals_the_verdict_of_the_review_on_the_same_position(sheets: tuple[int, ...]) -> None:
    """What a coach suggests is good in the review, with the same chance of winning."""
    match = new_match(sheets=sheets)
    play(match, turns=60, seed=5)
    reviewer, compared = FootballReviewer(match), Counter[int]()
    for step in steps_of(match):
        for seat in seats_in(GAME.choosers(step.before, match.config)):
            said = advise(Observation(GAME, step.before, match.config, seat, match.record.header["names"]))
            for judged in reviewer.judged(step)[:1]:
                chances = {option.chance for option in judged.options}
                assert {each.chance for each in said[:3]} <= chances, step.before.phase
                assert judged.best.chance - max(each.chance for each in said) <= 1_000
                compared[int(step.before.phase)] += 1
    assert len(compared) >= 4


def test_a_call_is_judged_from_what_its_seat_saw(first_half: Match[Any, Any]) -> None:
    """Whatever the other side has called face down, the worth of a defense is the same."""
    reviewer = FootballReviewer(first_half)
    seen = 0
    for step in steps_of(first_half):
        if step.before.phase != terms.DEFENSE:
            continue
        twin, seat = copy(step.before), int(step.before.offense)
        for code in range(terms.PLAYS):
            held = twin.card[seat][code // 2] == terms.HAND
            if held and CONFIG.card_formation[seat][code // 2] == twin.formation[seat]:
                twin.call[seat] = code
        seen += twin.call[seat] != step.before.call[seat]
        assert reviewer.judged(replace(step, before=twin)) == reviewer.judged(step)
    assert seen


def test_an_opponent_is_known_by_his_other_calls_alone() -> None:
    """The call in question would be hindsight; without any other call, he is expected to call the best mix."""
    best = {3: 600, 5: 400}
    assert as_shown([], 1, 7, best) == as_shown([(7, 1, 3)], 1, 7, best)
    often = as_shown([(n, 1, 5) for n in range(8)], 1, 99, best)
    assert often[5] / sum(often.values()) == pytest.approx(0.7)  # 8 calls of the mix, 40% of them 5s, and 8 of his own
    far = as_shown([(n, 2, 5) for n in range(8)], 1, 99, best)
    assert far[5] / sum(far.values()) == pytest.approx(0.52)  # 8 of his own elsewhere count as 2 here


def test_a_review_tells_whoever_follows_how_far_it_is(first_half: Match[Any, Any]) -> None:
    heard = list[tuple[int, int]]()
    with followed_by(lambda done, of: heard.append((done, of))):
        reviewed(first_half)
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1] > 50
