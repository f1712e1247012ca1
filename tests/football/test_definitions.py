"""Rules that no single play shows: what is in the box, how a match is set up, what lies open and what does not."""

from __future__ import annotations

import pytest

from breakaway.core.chance import sampled, scripted
from breakaway.core.game import legal, play_on, settle
from breakaway.core.observation import Observation
from breakaway.core.rules import RULES, SPECTATOR
from breakaway.games.football.files.cards import our_matchups
from breakaway.games.football.files.config import Library, names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import best_answers, cards_and_clock, events, scoring, solo, terms, win_chances
from breakaway.games.football.rules.scoring import start_drive


def fresh(sheets=(), **house):
    config = resolve("lightning", "fire", sheets, house)[0]
    return GAME.start(config), config


def at_first_call(sheets=(), seed=1, **house):
    """The first position in which somebody is asked."""
    s, config = fresh(sheets, **house)
    settle(GAME, s, config, lambda i: sampled(seed + i), None)
    return s, config


def after(s, config, order, seed=1):
    orders = [[0] * terms.CARDS, [0] * terms.CARDS]
    seat = GAME.choosers(s, config).bit_length() - 1
    orders[seat][: len(order)] = order
    play_on(GAME, s, config, orders, lambda i: sampled(seed + i), None)


def test_a_match_begins_in_quarter_1_with_three_time_outs_and_two_flags_each():
    """BF-003, BF-014, BF-015, BF-018: four flag tokens are two for each side."""
    s, _ = fresh()
    assert (s.quarter, s.time_outs, s.flags) == (1, [3, 3], [2, 2 + 1])  # the Fire's ability is one flag more
    assert fresh(flags=1)[0].flags == [1, 2]


def test_halftime_alone_gives_time_outs_back_and_a_gain_can_score_a_touchdown():
    """BF-114 and BF-122, as the functions cite them."""
    citing = {rule: {each.function for each in RULES if rule in each.ids} for rule in ("BF-114", "BF-122")}
    assert citing["BF-114"] == {cards_and_clock.half_time}
    assert {scoring.gain, scoring.touchdown} <= citing["BF-122"]


def test_all_54_cards_are_in_the_deck_and_all_15_in_each_hand_and_nothing_is_called():
    """BF-004, BF-016, BF-017."""
    s, config = fresh()
    assert s.deck == config.copies
    assert sum(s.deck) == 54
    assert s.card == [[terms.HAND] * 15] * 2
    assert s.call == [terms.NONE, terms.NONE]


def test_two_people_or_one_or_none_sit_at_the_table():
    """BF-001: seats are people's or the sheets'; several people may share a seat."""
    for sheets in ((), (0,), (1,), (0, 1)):
        s, config = at_first_call(sheets)
        asked = {seat for seat in range(2) if GAME.choosers(s, config) >> seat & 1}
        assert asked.isdisjoint(sheets)
        assert bool(asked) == (len(sheets) < 2)


def test_every_card_s_plays_have_a_kind_a_type_and_a_strength():
    """BF-007: the type says whether it is a run or a pass."""
    config = resolve("maulers", "pharaohs")[0]
    for seat in range(2):
        for play in range(2 * terms.CARDS):
            assert config.type_kind[config.play_type[seat][play]] in (terms.RUN, terms.PASS)
            assert 1 <= config.play_strength[seat][play] <= 12


def test_the_chart_on_the_board_says_what_the_cards_say():
    """BF-038: a defense card's two lists and the board's two tables are one chart."""
    ours, config = our_matchups(), resolve("lightning", "fire")[0]
    for row, defense in enumerate(ours.file.defense):
        for column, play in enumerate(ours.types):
            expected = (
                terms.DEFENSE_WINS if play in defense.wins else terms.OFFENSE_WINS if play in defense.loses else 0
            )
            assert config.matchup[row][column] == expected


def test_a_coach_may_look_at_his_own_card_and_at_nobody_else_s():
    """BF-089: the view shows one's own call; of the other's only the formation (BF-021, BF-023)."""
    s, config = at_first_call()
    offense, defense = s.offense, 1 - s.offense
    after(s, config, [4, 0])
    assert s.phase == terms.DEFENSE
    views = {seat: Observation(GAME, s, config, seat).view for seat in (offense, defense, SPECTATOR)}
    assert [views[seat].call[offense] for seat in (offense, defense, SPECTATOR)] == [
        4,
        terms.UNSEEN_CALL,
        terms.UNSEEN_CALL,
    ]
    assert {view.formation[offense] for view in views.values()} == {config.card_formation[offense][2]}


def test_hidden_discards_look_like_cards_in_hand():
    """BF-R46: as a house rule the other side does not know which cards were given up, only how many."""
    s, config = fresh(hidden_discards=True)
    s.phase, s.card[0][3], s.given[0] = terms.CALL, terms.GIVEN, 1
    assert set(Observation(GAME, s, config, 1).view.card[0]) == {terms.UNSEEN}
    assert Observation(GAME, s, config, 0).view.card[0][3] == terms.GIVEN
    s, config = fresh()
    s.card[0][3] = terms.GIVEN
    assert Observation(GAME, s, config, 1).view.card[0][3] == terms.GIVEN


def test_against_the_sheets_the_person_s_call_is_met_at_once_and_nobody_audibles():
    """BF-199, BF-203: the person plays face up, the sheet answers after; no question lies between (BF-090)."""
    s, config = at_first_call((1,), seed=3)
    assert s.offense == 0
    before = s.plays
    after(s, config, [0, 0], seed=9)
    assert s.defense_type != terms.NONE
    assert s.plays >= before
    assert s.turned == [0, 0]


def test_a_sheet_defends_with_formations_and_attacks_with_one_pile():
    """BF-200: its defenses are read by formation off the sheet, its offense is one draw pile of 15."""
    s, config = fresh((1,))
    assert all(0 <= formation < terms.CALLS for formation in config.back_formation[1])
    assert s.card[1].count(terms.HAND) == 15


def test_four_orange_and_four_blue_tokens_lie_ready():
    """BF-201: two dice and four tokens of each color, or as many as the difficulty switch says (BF-067, BF-068)."""
    assert fresh((1,))[0].tokens == [[0, 4, 4]] * 2
    assert fresh((1,), spy_tokens=6)[0].tokens == [[0, 6, 6]] * 2


def test_spent_and_burnt_cards_are_shuffled_into_the_next_drive():
    """BF-228, BF-217: a sheet has its 15 cards at the start of each drive."""
    s, config = fresh((1,))
    s.offense = 1
    s.card[1] = [terms.SPENT] * 6 + [terms.BURNT] * 5 + [terms.HAND] * 4
    start_drive(s, config, 5, None)
    assert s.card[1] == [terms.HAND] * 15


@pytest.mark.parametrize("team", sorted(Library().teams))
def test_a_target_of_seven_is_never_reached_without_a_modifier(team):
    """BF-233, BF-R42: four columns of targets; level and early there are no modifiers."""
    s, config = fresh()
    config = resolve("lightning", team, (1,))[0]
    assert len(config.fourth_target[1]) == 4
    s.offense, s.quarter = 1, 2
    assert best_answers.fourth_down_modifier(s, config, 1) == 0
    for column, marker in enumerate((4, 10, 16, 20)):
        s.marker, s.line, s.down = marker, marker - 1, 4
        goes = 0
        for die in range(6):
            goes += solo.fourth_down(s, config, scripted([die]), None) == win_chances.GO
        assert goes == max(0, min(6, 7 - config.fourth_target[1][column]))


def test_an_untimed_fourth_down_is_rolled_for_and_not_knelt_away():
    """BF-230, BF-232: leading by three with the last card to come; Home has called time."""
    s, config = fresh((1,))
    s.offense, s.quarter, s.score, s.card[0] = 1, 4, [7, 10], [terms.HAND] + [1] * 14
    s.phase, s.line, s.marker, s.down, s.untimed = terms.CALL, 8, 10, 4, 1
    log = []
    solo.declare_play(s, config, scripted([0]), log)
    assert any(event.rule == events.FOURTH_DOWN_ROLLED for event in log)
    assert s.phase == terms.PUNT


def test_losing_by_much_and_losing_late_make_bolder():
    """BF-232: modifiers are the same for every team."""
    s, config = fresh((1,))
    s.offense, s.score = 1, [20, 0]
    much = best_answers.fourth_down_modifier(s, config, 1)
    s.quarter, s.card[0] = 4, [terms.HAND] * 3 + [1] * 12
    assert 0 < much < best_answers.fourth_down_modifier(s, config, 1)
    s.score = [0, 20]
    assert best_answers.fourth_down_modifier(s, config, 1) < 0


def test_menus_name_only_what_the_rules_allow():
    s, config = at_first_call()
    menu = legal(GAME, s, config, s.offense, [])
    assert 0 in menu
    assert 31 not in menu  # no punt on first down (BF-153)


def test_names_say_what_the_book_has_only_as_numbers():
    told = names("lightning", "fire")
    assert len(told["cards"][0]) == 15
    assert len(told["deck"]) == 54


def test_who_gives_up_cards_is_told_which_and_the_other_side_only_how_many():
    """BF-R46, BF-107, BF-227."""
    for hidden in (True, False):
        s, config = fresh(hidden_discards=hidden)
        s.owed[0] = 2
        told = []
        cards_and_clock.give_up(s, config, 0, [3, 7], told)
        which = [event for event in told if event.rule == "BF-227"]
        assert [event.args for event in which] == [(0, 3), (0, 7)]
        assert all(event.is_for(0) for event in which)
        assert [event.is_for(1) for event in which] == [not hidden] * 2
        assert [event.args for event in told if event.rule == "BF-107" and event.is_for(1)] == [(0, 2)]


def test_a_sheet_uses_quick_release_with_a_strong_pass_only():
    """BF-012: the strength from which it does stands in data/sense.toml."""
    config = resolve("lightning", "sharks", (1,))[0]
    s = GAME.start(config)
    s.offense, least = 1, config.policy[1][best_answers.QUICK_RELEASE_FROM]
    for play in range(2 * terms.CARDS):
        s.call[1], s.ability[1] = play, 0
        best_answers.use_quick_release(s, config, 1)
        is_pass = config.type_kind[config.play_type[1][play]] == terms.PASS
        assert s.ability[1] == int(is_pass and config.play_strength[1][play] >= least)
    s.uses[1], s.ability[1] = 0, 0
    for play in range(2 * terms.CARDS):
        s.call[1] = play
        best_answers.use_quick_release(s, config, 1)
    assert s.ability[1] == 0


def test_a_sheet_s_kick_costs_the_weakest_card_of_its_pile_and_a_try_none():
    """BF-129, BF-R38: burnt cards come back before a pile is empty."""
    s, config = fresh((1,))
    s.offense = 1
    strength = [max(config.play_strength[1][2 * card : 2 * card + 2]) for card in range(terms.CARDS)]
    weakest = strength.index(min(strength))
    assert solo.weakest_card(s, config, 1) == weakest
    s.card[1][weakest] = terms.SPENT
    left = [each for card, each in enumerate(strength) if card != weakest]
    assert strength[solo.weakest_card(s, config, 1)] == min(left)
    s.card[1] = [terms.BURNT] * terms.CARDS
    assert solo.weakest_in_pile(s, config, 1) == weakest
    s.card[1] = [terms.SPENT] * terms.CARDS
    assert solo.weakest_in_pile(s, config, 1) == weakest
    s.try_down, s.card[1] = 1, [terms.HAND] * terms.CARDS
    assert solo.weakest_card(s, config, 1) == 0
