"""What the sources say of the components stands in the data files, and no fit may move it.

The expected values are copied by hand from the specification (section 1) and its sources.
"""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from breakaway.games.football.files.cards import DATA, our_matchups
from breakaway.games.football.files.config import Library, names, resolve
from breakaway.games.football.rules import terms

TEAMS = sorted(Library().teams)
TYPES = our_matchups().types
DEFENSES = our_matchups().defense_types


def wins(defense, play):
    """What the chart says of a defense against a play."""
    return our_matchups().chart[DEFENSES.index(defense)][TYPES.index(play)]


def deck():
    return Library().deck


@pytest.fixture(params=["standard", "expert"])
def fire_config(request):
    """The Fire as a sheet, with each set of its sheets: what is printed stands in both."""
    return resolve("lightning", "fire", sheets=(1,), house={"solo_sheets": request.param})[0]


def read(name):
    return Library().team(name)


def team(name):
    return tomllib.loads((DATA / "teams" / f"{name}.toml").read_text(encoding="utf-8"))


# --- matchups and deck


ATTESTED = [
    ("Outside Run", "Tight Run", terms.OFFENSE_WINS),
    ("Short", "Press", terms.DEFENSE_WINS),
    ("Long", "2 Man Under", terms.DEFENSE_WINS),
    ("Inside Run", "Goal Line", terms.DEFENSE_WINS),
    ("Short", "Blitz", terms.OFFENSE_WINS),
    ("Short", "Goal Line", terms.NEITHER),
    ("Short", "Zone", terms.NEITHER),
    ("Medium", "Prevent", terms.NEITHER),
    ("Long", "Prevent", terms.NEITHER),
    ("Screen", "Prevent", terms.NEITHER),
]


@pytest.mark.parametrize(("play", "defense", "result"), ATTESTED)
def test_each_attested_matchup_stands_in_the_chart(play, defense, result):
    """BF-037, BF-038, BF-047."""
    assert wins(defense, play) == result


def test_field_goal_values_occur_as_derived():
    """BF-130, BF-132: blocked 3, then 2 3 6 8 21 8 3 cards for 3 to 9."""
    counts = Counter(card.field_goal for card in deck().cards)
    assert counts == {terms.BLOCKED: 3, 3: 2, 4: 3, 5: 6, 6: 8, 7: 21, 8: 8, 9: 3}


def test_field_goals_succeed_as_often_as_printed():
    """95 95 95 91 85 74 60 20 5%, within a point."""
    values = [card.field_goal for card in deck().cards]
    for distance, percent in zip(range(1, 10), (95, 95, 95, 91, 85, 74, 60, 20, 5), strict=True):
        assert abs(100 * sum(value >= distance for value in values) / 54 - percent) < 1


def test_false_start_and_holding_are_the_known_cards():
    """BF-070, BF-073."""
    cards = {card.event: card for card in deck().cards if card.event in (terms.FALSE_START, terms.HOLDING)}
    start, hold = cards[terms.FALSE_START], cards[terms.HOLDING]
    assert (start.kind, start.offense_corner, start.field_goal, start.punt) == (terms.RUN, terms.TOUCHDOWN_CORNER, 8, 4)
    assert (hold.kind, hold.offense_corner, hold.field_goal, hold.punt) == (terms.PASS, 0, 6, 11)


def test_the_other_known_cards_are_there():
    cards = deck().cards
    assert any((card.field_goal, card.punt) == (7, 9) for card in cards)
    assert {4, 9, 11} <= {card.punt for card in cards}
    assert any((card.event, card.kind, card.value, card.side) == (terms.MODIFIER, terms.RUN, 2, 0) for card in cards)
    assert any((card.event, card.kind, card.value, card.side) == (terms.MODIFIER, terms.PASS, 1, 0) for card in cards)
    assert sum(card.event == terms.EVENT_TOUCHDOWN for card in cards) == 1


# --- teams


def test_the_known_abilities():
    """BF-010, BF-011, BF-012."""
    known = {name: read(name).ability for name in TEAMS}
    assert known["lightning"].ability == terms.KICKING
    assert known["pharaohs"] == known["vultures"] == (terms.FORCE_TURNOVER, 0, 1)
    assert known["sharks"] == (terms.QUICK_RELEASE, 0, 2)
    assert known["rhinos"].uses == 3


def test_strengths_that_were_seen_are_on_cards_of_the_core_teams():
    """Run 2; Short 2, 3, 4; Screen 5; Medium 6; Long 8; runs of 4 and passes of 7 for the spy."""
    seen = Counter()
    for name in ("maulers", "pharaohs", "lightning", "fire"):
        for card in team(name)["offense"]:
            for play in card["plays"]:
                kind, strength = play.removesuffix(" min").removesuffix(" low").rsplit(" ", 1)
                seen["run" if "Run" in kind else kind, int(strength)] += 1
    wanted = {
        ("run", 2),
        ("run", 4),
        ("Short", 2),
        ("Short", 3),
        ("Short", 4),
        ("Screen", 5),
        ("Medium", 6),
        ("Long", 8),
    }
    assert wanted <= set(seen)


def test_a_goal_line_defense_has_nothing_against_passes():
    config, _ = resolve()
    goal_line = Library().matchups.defense_types.index("Goal Line")
    for seat in (0, 1):
        calls = [code for code in range(20) if config.call_type[seat][code] == goal_line]
        assert calls
        assert all(config.call_pass[seat][code] == 0 for code in calls)


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


def test_fire_calls_against_pass_heavy_in_a_stunt(fire_config):
    """BF-209, vector 16."""
    config, words = fire_config, names("lightning", "fire")
    for die, (formation, call, run, passing) in enumerate(FIRE_STUNT):
        at = (2 * 3 + 1) * 6 + die  # pass heavy, Stunt
        assert words["defense_formations"][config.back_formation[1][at]] == formation
        assert (DEFENSES[config.back_type[1][at]], config.back_run[1][at], config.back_pass[1][at]) == (
            call,
            run,
            passing,
        )


@pytest.mark.parametrize("state", [2, 3, 4])
def test_fire_answers_pass_heavy_in_states_2_to_4_and_a_5_with_a_stunt(state, fire_config):
    """BF-204."""
    assert fire_config.front[1][(2 * terms.STATES + state) * 6 + 4] == 1


def test_fire_plans_by_game_state(fire_config):
    """BF-220."""
    assert fire_config.strategy_by_state[1][2:] == [0, 0, 1, 1, 1, *[2] * 9]


def test_fire_late_in_a_half(fire_config):
    """BF-224, vector 23: losing Red 98, tied Blue 80, winning Green 18."""
    assert fire_config.strategy_late[1] == [2, 1, 0]


def test_fire_draws_a_shotgun_on_first_and_3_to_4_with_a_6(fire_config):
    """BF-218, vector 17."""
    assert fire_config.formation_chart[1][(1 * 3 + 0) * 6 + 5] == 2


def test_fire_shows_no_i_form_on_third_down_with_3_or_more_to_go_and_its_rows_ascend(fire_config):
    chart = fire_config.formation_chart[1]
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


def test_fire_codes_are_the_printed_ones(fire_config):
    """BF-221."""
    rows = [[code(cell.strip()) for cell in line.split("|")] for line in FIRE_CODES.split("\n") if line]
    expected = [row[plan] for plan in range(3) for row in rows]
    assert fire_config.code_chart[1] == expected


def test_fire_shotgun_jet_dragon_is_a_short_pass_of_4_and_gold_joker_the_drawn_card(fire_config):
    """BF-222, BF-223."""
    config = fire_config
    play = config.code_play[1][2 * 12 + code("Jet Dragon")]
    assert (TYPES[config.play_type[1][play]], config.play_strength[1][play]) == ("Short", 4)
    assert all(config.code_play[1][number * 12 + code("Gold Joker")] == terms.AS_DRAWN for number in range(3))
