"""Cards, deck and sheets: the attested cells, typed in from the specification, and all teams."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from breakaway.core.state import fits
from breakaway.football.cards import Library, names, resolve
from breakaway.football.check_files import check
from breakaway.football.data_files import DATA
from breakaway.football.matchup_files import our_matchups
from breakaway.football.state import (
    AS_DRAWN,
    BLOCKED,
    DEFENSE_WINS,
    EVENT_TOUCHDOWN,
    FALSE_START,
    FOOTBALL,
    FORCE_TURNOVER,
    HOLDING,
    KICKING,
    MODIFIER,
    NEITHER,
    NO_EVENT,
    NONE,
    OFFENSE_WINS,
    PASS,
    QUICK_RELEASE,
    RUN,
    STATES,
    TOUCHDOWN_CORNER,
    TURNOVER,
)

TEAMS = ["eclipse", "fire", "lightning", "maulers", "pharaohs", "rhinos", "sharks", "stackers", "vultures"]
ELITE = ["rhinos", "stackers", "vultures"]
TYPES = our_matchups().types
DEFENSES = our_matchups().defense_types


def wins(defense, play):
    """What the chart says of a defense against a play."""
    return our_matchups().chart[DEFENSES.index(defense)][TYPES.index(play)]


def fire_book():
    return resolve("lightning", "fire", sheets=(1,))[0]


def read(name):
    return Library().team(name)


# --- types and matchups


def test_the_nine_defenses_and_the_six_known_plays_are_there_and_there_are_ten_plays():
    """BF-007, BF-008."""
    nine = ["Goal Line", "Tight Run", "Wide Run", "Man to Man", "Zone", "2 Man Under", "Press", "Blitz", "Prevent"]
    assert list(DEFENSES) == nine
    assert {"Inside Run", "Outside Run", "Screen", "Short", "Medium", "Long"} <= set(TYPES)
    assert len(TYPES) == 10


def test_at_least_three_types_are_runs():
    assert sum(kind == RUN for kind in our_matchups().kinds) >= 3


ATTESTED = [
    ("Outside Run", "Tight Run", OFFENSE_WINS),
    ("Short", "Press", DEFENSE_WINS),
    ("Long", "2 Man Under", DEFENSE_WINS),
    ("Inside Run", "Goal Line", DEFENSE_WINS),
    ("Short", "Blitz", OFFENSE_WINS),
    ("Short", "Goal Line", NEITHER),
    ("Short", "Zone", NEITHER),
    ("Medium", "Prevent", NEITHER),
    ("Long", "Prevent", NEITHER),
    ("Screen", "Prevent", NEITHER),
]


@pytest.mark.parametrize(("play", "defense", "result"), ATTESTED)
def test_each_attested_matchup_stands_in_the_chart(play, defense, result):
    """BF-037, BF-038, BF-047."""
    assert wins(defense, play) == result


def test_no_run_makes_a_breakaway_against_blitz():
    """The rule book's example, a run against Blitz, does not say which run."""
    assert all(
        wins("Blitz", play) == NEITHER for play, kind in zip(TYPES, our_matchups().kinds, strict=True) if kind == RUN
    )


def test_goal_line_alone_beats_inside_run_and_press_alone_beats_short():
    beaten = {play: [d for d in DEFENSES if wins(d, play) == DEFENSE_WINS] for play in TYPES}
    assert beaten["Inside Run"] == ["Goal Line"]
    assert beaten["Short"] == ["Press"]


@pytest.mark.parametrize("defense", ["Goal Line", "Tight Run", "Wide Run", "Man to Man"])
def test_each_defense_that_spies_on_runs_beats_some_run(defense):
    assert any(wins(defense, p) == DEFENSE_WINS for p, k in zip(TYPES, our_matchups().kinds, strict=True) if k == RUN)


@pytest.mark.parametrize("defense", ["Zone", "2 Man Under", "Press", "Blitz"])
def test_each_defense_that_spies_on_passes_beats_some_pass(defense):
    assert any(wins(defense, p) == DEFENSE_WINS for p, k in zip(TYPES, our_matchups().kinds, strict=True) if k == PASS)


def test_prevent_beats_nothing():
    assert all(wins("Prevent", play) != DEFENSE_WINS for play in TYPES)


def test_every_play_can_be_beaten_and_every_defense_too():
    chart = our_matchups().chart
    assert all(any(row[at] == DEFENSE_WINS for row in chart) for at in range(len(TYPES)))
    assert all(OFFENSE_WINS in row for row in chart)


def test_about_a_tenth_of_all_cells_are_breakaways_for_each_side():
    cells = Counter(cell for row in our_matchups().chart for cell in row)
    assert 8 <= cells[OFFENSE_WINS] <= 12
    assert 8 <= cells[DEFENSE_WINS] <= 12


SPY = """
Man,Zone,Tight,Press,Tight,Blitz
Man,Zone,-,Press,Goal Line,Blitz
Man,2 Man,-,Blitz,Goal Line,-
Wide,2 Man,Wide,-,Tight,-
Wide,2 Man,Wide,-,Tight,Blitz
Man,Zone,Tight,Blitz,Goal Line,-
"""
SHORT_NAMES = {"Man": "Man to Man", "Tight": "Tight Run", "Wide": "Wide Run", "2 Man": "2 Man Under"}


def test_the_spy_table_is_the_printed_one():
    """BF-208."""
    rows = [line.split(",") for line in SPY.split("\n") if line]
    expected = [[NONE if c == "-" else DEFENSES.index(SHORT_NAMES.get(c, c)) for c in row] for row in rows]
    assert fire_book().spy == expected


def test_the_types_that_rules_speak_of_are_in_the_book():
    """BF-080, BF-081, BF-165."""
    book = fire_book()
    named = (TYPES[book.long_type], TYPES[book.medium_type], DEFENSES[book.prevent_type])
    assert named == ("Long", "Medium", "Prevent")


# --- the deck


def deck():
    return Library().deck


def test_the_deck_has_54_cards():
    """BF-002."""
    book = fire_book()
    assert sum(book.copies) == 54


def test_field_goal_values_occur_as_derived():
    """BF-130, BF-132: blocked 3, then 2 3 6 8 21 8 3 cards for 3 to 9."""
    counts = Counter(card.field_goal for card in deck().cards)
    assert counts == {BLOCKED: 3, 3: 2, 4: 3, 5: 6, 6: 8, 7: 21, 8: 8, 9: 3}


def test_field_goals_succeed_as_often_as_printed():
    """95 95 95 91 85 74 60 20 5 %, within a point."""
    values = [card.field_goal for card in deck().cards]
    for distance, percent in zip(range(1, 10), (95, 95, 95, 91, 85, 74, 60, 20, 5), strict=True):
        assert abs(100 * sum(value >= distance for value in values) / 54 - percent) < 1


def test_false_start_and_holding_are_the_known_cards():
    """BF-070, BF-073."""
    cards = {card.event: card for card in deck().cards if card.event in (FALSE_START, HOLDING)}
    start, hold = cards[FALSE_START], cards[HOLDING]
    assert (start.kind, start.offense_corner, start.field_goal, start.punt) == (RUN, TOUCHDOWN_CORNER, 8, 4)
    assert (hold.kind, hold.offense_corner, hold.field_goal, hold.punt) == (PASS, 0, 6, 11)


def test_the_other_known_cards_are_there():
    cards = deck().cards
    assert any((card.field_goal, card.punt) == (7, 9) for card in cards)
    assert any((card.event, card.kind, card.value, card.side) == (MODIFIER, RUN, 2, 0) for card in cards)
    assert any((card.event, card.kind, card.value, card.side) == (MODIFIER, PASS, 1, 0) for card in cards)
    assert sum(card.event == EVENT_TOUCHDOWN for card in cards) == 1


def test_corners_are_those_that_exist_and_each_of_them_occurs():
    """BF-036, BF-052."""
    assert {card.defense_corner for card in deck().cards} == {0, -1, -2, FOOTBALL}
    assert {card.offense_corner for card in deck().cards} == {-1, 0, 1, 2, 3, TOUCHDOWN_CORNER, FOOTBALL}


def test_some_event_is_a_turnover_of_each_form():
    turnovers = [card for card in deck().cards if card.event == TURNOVER]
    assert {card.kind for card in turnovers} == {RUN, PASS}
    assert any(card.spot != NONE for card in turnovers)
    assert any(card.returned for card in turnovers)


def test_modifiers_go_from_minus_3_to_plus_3_for_runs_and_passes():
    for kind in (RUN, PASS):
        values = {card.value for card in deck().cards if card.event == MODIFIER and card.kind == kind}
        assert values == {-3, -2, -1, 1, 2, 3}


def test_every_card_has_an_event_and_punts_go_from_4_to_11():
    assert all(card.event != NO_EVENT for card in deck().cards)
    assert {card.punt for card in deck().cards} == {BLOCKED, 4, 5, 6, 7, 8, 9, 10, 11}


# --- the teams


def test_the_nine_teams_are_there():
    """BF-001."""
    assert sorted(Library().teams) == TEAMS


@pytest.mark.parametrize("name", TEAMS)
def test_every_team_is_in_order(name):
    """BF-004, BF-006, BF-170: 15 cards of two plays, in all classes; Inside Run and Short always with minimum gain."""
    team = read(name)
    assert check(DATA / "teams" / f"{name}.toml") == []
    assert len(team.plays) == 30
    assert team.has_sheets
    assert all(team.card_formation.count(number) >= 4 for number in range(3))


@pytest.mark.parametrize("name", TEAMS)
def test_every_team_makes_a_whole_book_in_either_seat(name):
    for teams in ((name, "fire"), ("fire", name)):
        book, options = resolve(*teams, sheets=(0, 1))
        assert fits(book)
        json.dumps(options)


@pytest.mark.parametrize("name", TEAMS)
def test_defenses_have_ten_cards_and_elite_ones_fewer(name):
    """BF-005."""
    cards = len(read(name).defense_formations)
    assert 7 <= cards <= 8 if name in ELITE else cards == 10


@pytest.mark.parametrize("name", TEAMS)
def test_long_passes_of_8_and_more_are_low_percentage(name):
    long = [play for play in read(name).plays if TYPES[play.type] == "Long"]
    assert long
    assert all(play.low for play in long if play.strength >= 8)


def test_elite_defenses_are_stronger():
    def strength(name):
        calls = [call for call in read(name).calls if call]
        return sum(call.run + call.passing for call in calls) / len(calls)

    assert min(strength(name) for name in ELITE) > max(strength(name) for name in TEAMS if name not in ELITE)


def test_maulers_have_no_pass_of_7_and_pharaohs_have_many():
    """SF: the blue tokens of the Maulers are never exhausted (vector 22)."""
    assert not [p for p in read("maulers").plays if our_matchups().kind(p.type) == PASS and p.strength >= 7]
    assert len([p for p in read("pharaohs").plays if our_matchups().kind(p.type) == PASS and p.strength >= 7]) >= 5


def test_maulers_run_most_and_pharaohs_least():
    runs = {name: sum(our_matchups().kind(p.type) == RUN for p in read(name).plays) for name in TEAMS}
    assert max(runs, key=runs.get) == "maulers"
    assert min(runs, key=runs.get) == "pharaohs"


def test_vultures_are_cautious_on_fourth_down_and_pharaohs_and_eclipse_bold():
    """BF-232."""
    targets = {}
    for name in TEAMS:
        fourth = read(name).file.fourth_down
        targets[name] = fourth.own_20 + fourth.midfield + fourth.their_20 + fourth.goal
    assert max(targets, key=targets.get) == "vultures"
    assert set(sorted(targets, key=targets.get)[:2]) == {"pharaohs", "eclipse"}


def test_the_known_abilities():
    """BF-010, BF-011, BF-012."""
    known = {name: read(name).ability for name in TEAMS}
    assert known["lightning"].ability == KICKING
    assert known["pharaohs"] == known["vultures"] == (FORCE_TURNOVER, 0, 1)
    assert known["sharks"] == (QUICK_RELEASE, 0, 2)
    assert known["rhinos"].uses == 3


# --- the Fire's sheets


def test_fire_calls_its_formations_as_printed():
    assert names("lightning", "fire")["formations"][1] == ["I-Form", "Pro Set", "Shotgun"]


FIRE_STUNT = [
    ("Dime", "Zone", 0, 5),
    ("Nickel", "Tight Run", 2, 2),
    ("Dime", "Press", 0, 5),
    ("Dime", "Blitz", 0, 5),
    ("Dime", "Man to Man", 1, 4),
    ("Dime", "2 Man Under", 0, 4),
]


def test_fire_calls_against_pass_heavy_in_a_stunt():
    """BF-209, vector 16."""
    book, words = fire_book(), names("lightning", "fire")
    for die, (formation, call, run, passing) in enumerate(FIRE_STUNT):
        at = (2 * 3 + 1) * 6 + die  # pass heavy, Stunt
        assert words["defense_formations"][book.back_formation[1][at]] == formation
        assert (DEFENSES[book.back_type[1][at]], book.back_run[1][at], book.back_pass[1][at]) == (call, run, passing)


@pytest.mark.parametrize("state", [2, 3, 4])
def test_fire_answers_pass_heavy_in_states_2_to_4_and_a_5_with_a_stunt(state):
    """BF-204."""
    assert fire_book().front[1][(2 * STATES + state) * 6 + 4] == 1


def test_fire_plans_by_game_state():
    """BF-220."""
    assert fire_book().strategy_by_state[1][2:] == [0, 0, 1, 1, 1, *[2] * 9]


def test_fire_late_in_a_half():
    """BF-224, vector 23: losing Red 98, tied Blue 80, winning Green 18."""
    assert fire_book().strategy_late[1] == [2, 1, 0]


def test_fire_draws_a_shotgun_on_first_and_3_to_4_with_a_6():
    """BF-218, vector 17."""
    assert fire_book().formation_chart[1][(1 * 3 + 0) * 6 + 5] == 2


def test_fire_shows_no_i_form_on_third_down_with_3_or_more_to_go_and_its_rows_ascend():
    chart = fire_book().formation_chart[1]
    rows = [chart[at : at + 6] for at in range(0, 54, 6)]
    assert 0 not in rows[2] + rows[5]
    assert all(row == sorted(row) for row in rows)


FIRE_CODES = """
Mike Joker | Smoke Razor | Mike Dragon
Smoke Dragon | Jet Dragon | Jet Razor
Smoke Razor | Mike Joker | Gold Dragon
Gold Dragon | Jet Razor | Smoke Joker
Jet Dragon | Gold Joker | Smoke Dragon
Gold Razor | Mike Razor | Jet Joker
"""


def code(text):
    word, suit = text.split()
    return ["Mike", "Smoke", "Jet", "Gold"].index(word) * 3 + ["Joker", "Razor", "Dragon"].index(suit)


def test_fire_codes_are_the_printed_ones():
    """BF-221."""
    rows = [[code(cell.strip()) for cell in line.split("|")] for line in FIRE_CODES.split("\n") if line]
    expected = [row[plan] for plan in range(3) for row in rows]
    assert fire_book().code_chart[1] == expected


def test_fire_shotgun_jet_dragon_is_a_short_pass_of_4_and_gold_joker_the_drawn_card():
    """BF-222, BF-223."""
    book = fire_book()
    play = book.code_play[1][2 * 12 + code("Jet Dragon")]
    assert (TYPES[book.play_type[1][play]], book.play_strength[1][play]) == ("Short", 4)
    assert all(book.code_play[1][number * 12 + code("Gold Joker")] == AS_DRAWN for number in range(3))
