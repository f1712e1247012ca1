"""Cards, deck and sheets: the attested cells, typed in from the specification, and all teams."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from breakaway.core.state import fits
from breakaway.games.football.files.cards import DATA, our_matchups
from breakaway.games.football.files.config import Library, check, resolve
from breakaway.games.football.rules import terms

TEAMS = ["eclipse", "fire", "lightning", "maulers", "pharaohs", "rhinos", "sharks", "stackers", "vultures"]
ELITE = ["rhinos", "stackers", "vultures"]
TYPES = our_matchups().types
DEFENSES = our_matchups().defense_types


def wins(defense, play):
    """What the chart says of a defense against a play."""
    return our_matchups().chart[DEFENSES.index(defense)][TYPES.index(play)]


def fire_config():
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
    assert sum(kind == terms.RUN for kind in our_matchups().kinds) >= 3


def test_no_run_makes_a_breakaway_against_blitz():
    """The rule book's example, a run against Blitz, does not say which run."""
    assert all(
        wins("Blitz", play) == terms.NEITHER
        for play, kind in zip(TYPES, our_matchups().kinds, strict=True)
        if kind == terms.RUN
    )


def test_goal_line_alone_beats_inside_run_and_press_alone_beats_short():
    beaten = {play: [d for d in DEFENSES if wins(d, play) == terms.DEFENSE_WINS] for play in TYPES}
    assert beaten["Inside Run"] == ["Goal Line"]
    assert beaten["Short"] == ["Press"]


@pytest.mark.parametrize("defense", ["Goal Line", "Tight Run", "Wide Run", "Man to Man"])
def test_each_defense_that_spies_on_runs_beats_some_run(defense):
    assert any(
        wins(defense, p) == terms.DEFENSE_WINS
        for p, k in zip(TYPES, our_matchups().kinds, strict=True)
        if k == terms.RUN
    )


@pytest.mark.parametrize("defense", ["Zone", "2 Man Under", "Press", "Blitz"])
def test_each_defense_that_spies_on_passes_beats_some_pass(defense):
    assert any(
        wins(defense, p) == terms.DEFENSE_WINS
        for p, k in zip(TYPES, our_matchups().kinds, strict=True)
        if k == terms.PASS
    )


def test_prevent_beats_nothing():
    assert all(wins("Prevent", play) != terms.DEFENSE_WINS for play in TYPES)


def test_every_play_can_be_beaten_and_every_defense_too():
    chart = our_matchups().chart
    assert all(any(row[at] == terms.DEFENSE_WINS for row in chart) for at in range(len(TYPES)))
    assert all(terms.OFFENSE_WINS in row for row in chart)


def test_about_a_tenth_of_all_cells_are_breakaways_for_each_side():
    cells = Counter(cell for row in our_matchups().chart for cell in row)
    assert 8 <= cells[terms.OFFENSE_WINS] <= 12
    assert 8 <= cells[terms.DEFENSE_WINS] <= 12


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
    expected = [[terms.NONE if c == "-" else DEFENSES.index(SHORT_NAMES.get(c, c)) for c in row] for row in rows]
    assert fire_config().spy == expected


def test_the_types_that_rules_speak_of_are_in_the_book():
    """BF-080, BF-081, BF-165."""
    config = fire_config()
    named = (TYPES[config.long_type], TYPES[config.medium_type], DEFENSES[config.prevent_type])
    assert named == ("Long", "Medium", "Prevent")


# --- the deck


def deck():
    return Library().deck


def test_the_deck_has_54_cards():
    """BF-002."""
    config = fire_config()
    assert sum(config.copies) == 54


def test_corners_are_those_that_exist_and_each_of_them_occurs():
    """BF-036, BF-052."""
    assert {card.defense_corner for card in deck().cards} == {0, -1, -2, terms.FOOTBALL}
    assert {card.offense_corner for card in deck().cards} == {-1, 0, 1, 2, 3, terms.TOUCHDOWN_CORNER, terms.FOOTBALL}


def test_some_event_is_a_turnover_of_each_form():
    turnovers = [card for card in deck().cards if card.event == terms.TURNOVER]
    assert {card.kind for card in turnovers} == {terms.RUN, terms.PASS}
    assert any(card.spot != terms.NONE for card in turnovers)
    assert any(card.returned for card in turnovers)


def test_modifiers_go_from_minus_3_to_plus_3_for_runs_and_passes():
    for kind in (terms.RUN, terms.PASS):
        values = {card.value for card in deck().cards if card.event == terms.MODIFIER and card.kind == kind}
        assert values == {-3, -2, -1, 1, 2, 3}


def test_every_card_has_an_event_and_punts_go_from_4_to_11():
    assert all(card.event != terms.NO_EVENT for card in deck().cards)
    assert {card.punt for card in deck().cards} == {terms.BLOCKED, 4, 5, 6, 7, 8, 9, 10, 11}


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
        config, options = resolve(*teams, sheets=(0, 1))
        assert fits(config)
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
    assert not [p for p in read("maulers").plays if our_matchups().kind(p.type) == terms.PASS and p.strength >= 7]
    assert (
        len([p for p in read("pharaohs").plays if our_matchups().kind(p.type) == terms.PASS and p.strength >= 7]) >= 5
    )


def test_maulers_run_most_and_pharaohs_least():
    runs = {name: sum(our_matchups().kind(p.type) == terms.RUN for p in read(name).plays) for name in TEAMS}
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
