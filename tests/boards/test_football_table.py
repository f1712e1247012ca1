"""The hand and the turn bar of football's page: positions by hand, what beats what, and nothing that stays secret."""

from __future__ import annotations

from typing import Any

import pytest

from breakaway.core.chance import sampled
from breakaway.core.language import spoken
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Half, Scene
from breakaway.games.football.display.page import PAGE
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import (
    AUDIBLE,
    CALL,
    CHALLENGE,
    CHALLENGE_DEFENSE,
    DEFENSE,
    DEFENSE_WINS,
    DISCARD,
    DISCARDED,
    ICE,
    KICK,
    NONE,
    OFFENSE_WINS,
    OVER,
    PENALTY,
    TIME,
    TOSS,
)
from breakaway.games.manifest import find

from ..football.matches import new_match, play

TEAMS = ("lightning", "fire")
MEDIUM = 27  # 14b of the Lightning: Medium 5 from Shotgun
SPECTATOR = -1


def seen(seat: int, sheets: tuple[int, ...] = (), house: dict[str, object] | None = None, **given: Any) -> Observation:
    """What a seat sees of a position: by default Lightning's 2nd and 4 at its own 30."""
    config, _ = resolve(*TEAMS, sheets, house=house or {})
    calls = given.pop("call", [NONE, NONE])
    view = Football(**{"phase": CALL, "quarter": 2, "line": 6, "down": 2, "marker": 10, "then": CALL, **given})
    view.call, view.game_day, view.drawn_card = calls, given.get("game_day", NONE), NONE
    view.deck, view.time_outs = list(config.copies), [3, 3]
    return Observation(find("football"), view, config, seat, names(*TEAMS))


def scene(seat: int, **given: Any) -> Scene:
    return scene_of(seen(seat, **given), [])


def halves(shown: Scene) -> list[Half]:
    return [half for row in shown.hand for card in row.cards for half in card.halves]


# --- the hand


def test_the_offense_chooses_from_all_plays_of_its_hand_by_formation() -> None:
    """BF-006, BF-022: fifteen cards with two plays each."""
    shown = scene(0)
    assert len(halves(shown)) == 30
    assert [row.note for row in shown.hand] == ["run heavy", "balanced", "pass heavy"]
    assert {half.order for half in halves(shown)} == {f"{card}{side}" for card in range(1, 16) for side in "ab"}


def test_the_defense_chooses_from_all_its_calls() -> None:
    """BF-005, BF-008, BF-023."""
    shown = scene(1, phase=DEFENSE, call=[MEDIUM, NONE])
    (row,) = shown.hand
    assert len(row.cards) == 10
    assert all(half.order and len(half.chips) == 2 for half in halves(shown))
    assert {card.layout for card in row.cards} == {"calls"}


def test_what_a_play_beats_and_loses_to_is_the_book_s_chart() -> None:
    """BF-008, BF-037, BF-047: every half against every cell of the chart, from both sides of the ball."""
    config, words = resolve(*TEAMS)[0], names(*TEAMS)
    types, defenses = words["types"], words["defense_types"]
    for half in halves(scene(0)):
        at = types.index(half.name)
        for kind, name in enumerate(defenses):
            assert (name in half.beats) == (config.matchup[kind][at] == OFFENSE_WINS)
            assert (name in half.loses) == (config.matchup[kind][at] == DEFENSE_WINS)
    for half in halves(scene(1, phase=DEFENSE, call=[MEDIUM, NONE])):
        row = config.matchup[defenses.index(half.name)]
        for at, name in enumerate(types):
            assert (name in half.beats) == (row[at] == DEFENSE_WINS)
            assert (name in half.loses) == (row[at] == OFFENSE_WINS)


def test_a_touched_play_says_where_it_comes_from_and_what_it_beats() -> None:
    found = {half.order: half for half in halves(scene(0))}["14b"]
    assert (found.label, found.says) == ("Medium 5 from Shotgun", "Beats Zone; loses to Blitz.")


def test_a_play_that_is_illegal_here_names_its_rule() -> None:
    """BF-080: no Long Pass from the opponent's 10. It can be called, and costs the line (BF-R18)."""
    long = [half for half in halves(scene(0, line=18, marker=20)) if half.name == "Long"]
    assert long
    assert {half.against.rule for half in long if half.against} == {"BF-080"}
    assert all("(BF-080)" in half.says and half.order for half in long)
    assert not any(half.against for half in halves(scene(0, line=16, marker=20)))


def test_who_waits_sees_the_hand_that_comes_next_but_cannot_press_it() -> None:
    waits = scene(1)
    assert waits.ask is None
    assert {card.layout for row in waits.hand for card in row.cards} == {"calls"}
    assert not any(half.order for half in halves(waits))
    called = scene(0, phase=DEFENSE, call=[MEDIUM, NONE])
    assert [half.label for half in halves(called) if "chosen" in half.kind] == ["Medium 5 from Shotgun"]
    assert not any(half.order for half in halves(called))


def test_a_team_that_scored_waits_with_its_defense_and_the_receiver_with_its_plays() -> None:
    """BF-140: the scorer kicks off."""
    given = {"phase": KICK, "then": KICK}
    assert {card.layout for row in scene(0, **given).hand for card in row.cards} == {"calls"}
    assert {card.layout for row in scene(1, **given).hand for card in row.cards} == {"halves"}


def test_cards_to_give_up_have_ticks_and_keep_what_they_beat() -> None:
    """BF-107: as many cards as the other side's drive used."""
    at = seen(0, phase=DISCARD, then=KICK, offense=1)
    at.view.owed[0] = at._state.owed[0] = 2
    shown = PAGE.scene(at, [])
    cards = [card for row in shown.hand for card in row.cards]
    assert len(cards) == 15
    assert all(card.pick and card.halves[0].loses + card.halves[0].beats for card in cards)
    assert shown.ask is not None
    assert shown.ask.buttons[0].order == "discard"
    assert shown.ask.question == "Give up 2 cards to even up the hands."


def test_cards_to_take_back_are_those_that_were_discarded() -> None:
    """BF-R27."""
    at = seen(0, phase=DISCARD, then=KICK, offense=1)
    for state in (at.view, at._state):
        state.owed[0] = -1
        state.card[0][2] = state.card[0][8] = DISCARDED
    shown = PAGE.scene(at, [])
    assert sorted(card.pick.order for row in shown.hand for card in row.cards if card.pick) == ["3", "9"]


@pytest.mark.parametrize("phase", [TOSS, KICK, TIME, CHALLENGE, PENALTY, ICE, AUDIBLE, OVER])
def test_a_question_without_cards_has_no_hand(phase: int) -> None:
    seat = {TOSS: 0, KICK: 0, TIME: 1, ICE: 1}.get(phase, 0)
    shown = scene(seat, phase=phase, after_own_score=1, game_day=0, call=[MEDIUM, 0])
    assert (shown.ask is None) == (phase == OVER)
    assert shown.hand == ()


def test_all_other_cards_lie_in_a_tab() -> None:
    titles = [row.title for tab in scene(0).tabs if tab.icon == "cards" for row in tab.hands]
    assert titles == ["Lightning's hand", "Lightning's defense", "Fire's hand", "Fire's defense"]


# --- the turn bar


@pytest.mark.parametrize(
    ("seat", "given", "said"),
    [
        (
            0,
            {"line": 10, "down": 1, "marker": 16},
            ("Your call. 1st and 6 at the 50.", "First-down flag at their 20."),
        ),
        (0, {}, ("Your call. 2nd and 4 at your 30.", "First-down flag at the 50.")),
        (
            0,
            {"line": 17, "down": 3, "marker": 20},
            ("Your call. 3rd and goal at their 15.", "The line to gain is the goal line."),
        ),
        (0, {"try_down": 1, "line": 18}, ("Your try. Kick, or go for two?", "The ball is at their 10.")),
        (
            0,
            {"phase": DEFENSE, "offense": 1, "line": 7, "call": [NONE, 27], "formation": [0, 2]},
            ("Your defense. Fire has 2nd and 3 at their 35.", "Fire shows Shotgun (pass heavy)."),
        ),
        (
            0,
            {"phase": DEFENSE, "offense": 1, "line": 13, "marker": 16, "call": [NONE, 27], "formation": [0, 2]},
            ("Your defense. Fire has 2nd and 3 at your 35.", "Fire shows Shotgun (pass heavy)."),
        ),
    ],
)
def test_the_turn_bar_says_what_is_asked_and_where(seat: int, given: dict[str, Any], said: tuple[str, str]) -> None:
    ask = scene(seat, **given).ask
    assert ask is not None
    assert (ask.question, ask.note) == said


@pytest.mark.parametrize(
    ("seat", "given", "said"),
    [
        (0, {"phase": DEFENSE, "call": [27, NONE]}, ("You called Medium 5.", "Fire is choosing its defense.")),
        (1, {}, ("Lightning is choosing its play.", "Lightning has 2nd and 4 at their 30.")),
        (
            SPECTATOR,
            {"line": 12, "marker": 16},
            ("Lightning is choosing its play.", "Lightning has 2nd and 4 at the Fire 40."),
        ),
        (
            1,
            {"phase": KICK, "then": KICK, "after_own_score": 1},
            ("Lightning is choosing its kick.", "Lightning kicks off."),
        ),
        (
            0,
            {"phase": CHALLENGE_DEFENSE, "game_day": 0},
            ("Fire is thinking about a challenge.", "You have 2nd and 4 at your 30."),
        ),
        (1, {"phase": OVER}, ("", "")),
    ],
)
def test_who_waits_reads_for_whom(seat: int, given: dict[str, Any], said: tuple[str, str]) -> None:
    shown = scene(seat, **given)
    assert shown.ask is None
    assert (shown.waits, shown.waits_note) == said


@pytest.mark.parametrize("phase", [TOSS, KICK, TIME, CALL, DEFENSE, AUDIBLE, CHALLENGE, PENALTY, ICE])
def test_every_question_has_its_words_for_who_is_asked_and_for_who_waits(phase: int) -> None:
    given = {"phase": phase, "after_own_score": 1, "game_day": 0, "call": [MEDIUM, 0]}
    shown = [scene(seat, **given) for seat in (0, 1, SPECTATOR)]
    asked = [each for each in shown if each.ask]
    assert len(asked) == 1
    assert asked[0].ask is not None
    assert asked[0].ask.question
    assert asked[0].ask.note
    assert all(each.waits and each.waits_note for each in shown if each.ask is None)


def test_an_order_that_is_sealed_is_said_in_a_sentence() -> None:
    ask = PAGE.scene(seen(0), [], [MEDIUM, 0]).ask
    assert ask is not None
    assert ask.made == "You called Medium 5."
    assert ask.press == "Call it"


def test_the_title_has_the_score() -> None:
    at = seen(0)
    at.view.score = [7, 3]
    assert PAGE.scene(at, []).stands == "Lightning 7, Fire 3"


def test_in_german_the_turn_bar_is_german() -> None:
    with spoken("de"):
        ask = scene(0, line=10, down=1, marker=16).ask
        assert ask is not None
        assert "the 50" not in ask.question
        assert "Your" not in ask.question


def test_a_try_against_the_seat_says_so() -> None:
    """BF-123."""
    ask = scene(1, phase=DEFENSE, try_down=1, line=18, call=[MEDIUM, NONE], formation=[2, 0]).ask
    assert ask is not None
    assert ask.question == "Your defense. Lightning has the ball at your 10 for the try."


# --- secrets


@pytest.mark.sample(1)
@pytest.mark.parametrize("house", [{"hidden_discards": True}, {}])
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_a_seat_s_page_is_the_same_when_only_hidden_things_differ(seat: int, house: dict[str, object]) -> None:
    """BF-021, BF-023, BF-R46: no call before it is turned, and no hidden discard, is anywhere in the scene."""
    differed = 0
    match = new_match(house=house)
    for turn in range(24):
        play(match, 1, turn)
        if turn > 3:
            at = match.observation(seat)
            other = copy(at.view)
            match.game.determinize(other, match.config, seat, sampled(7))
            twin = Observation(match.game, other, match.config, seat, match.names)
            log = [(number, at.told(events)) for number, events in match.log]
            differed += other != match.state
            assert PAGE.scene(at, log) == PAGE.scene(twin, log)
    assert differed


def test_who_waits_does_not_learn_which_of_its_cards_the_other_side_could_turn() -> None:
    """BF-087, BF-R45: whether an audible is asked depends on the formation, and the words on nothing else."""
    shown = {scene(1, phase=AUDIBLE, call=[code, 0], formation=[2, 0]).waits_note for code in (24, 27, 29)}
    assert shown == {"Lightning is thinking about an audible."}


def test_where_nobody_chooses_the_bar_has_no_words_of_its_own() -> None:
    """The page then names the players it waits for."""
    shown = scene(1, phase=terms.REVEAL, call=[MEDIUM, 0])
    assert (shown.ask, shown.waits, shown.waits_note) == (None, "", "")


def test_every_call_on_the_page_can_be_made_when_a_time_out_brings_back_the_strongest_card_bf_110() -> None:
    """BF-110: of the Lightning's discards, card 12 (Long 8) comes back; 15 is as strong, but has the higher number."""
    cards = [[DISCARDED] * 15, [terms.HAND] * 15]
    cards[0][12] = terms.HAND
    asked = seen(0, card=cards, returns=1)
    calls = [half.order for half in halves(PAGE.scene(asked, [])) if half.order]
    assert calls == ["12a", "12b", "13a", "13b"]
    for call in calls:
        assert asked.read(call)[0][0] == 11
