"""What the sources say of the components stands in the data files, and no fit may move it.

The expected values are copied by hand from the specification (section 1) and its sources.
"""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from breakaway.football.cards import Library, resolve
from breakaway.football.data_files import DATA
from breakaway.football.state import BLOCKED, FALSE_START, HOLDING, NONE, PASS, RUN, TOUCHDOWN_CORNER

MATCHUPS = {  # printed or public; O the offense's breakaway, D the defense's, n neither
    ("Outside Run", "Tight Run"): "O",
    ("Short", "Press"): "D",
    ("Long", "2 Man Under"): "D",
    ("Inside Run", "Goal Line"): "D",
    ("Short", "Blitz"): "O",
    ("Short", "Goal Line"): "n",
    ("Short", "Zone"): "n",
    ("Medium", "Prevent"): "n",
    ("Long", "Prevent"): "n",
    ("Screen", "Prevent"): "n",
}
FIELD_GOALS = {BLOCKED: 3, 3: 2, 4: 3, 5: 6, 6: 8, 7: 21, 8: 8, 9: 3}
FIRE_STUNT = [  # against Pass Heavy, die 1 to 6
    "Dime: Zone 0-5",
    "Nickel: Tight Run 2-2",
    "Dime: Press 0-5",
    "Dime: Blitz 0-5",
    "Dime: Man to Man 1-4",
    "Dime: 2 Man Under 0-4",
]
FIRE_CODES = {
    "Green 18": "Mike Joker, Smoke Dragon, Smoke Razor, Gold Dragon, Jet Dragon, Gold Razor",
    "Blue 80": "Smoke Razor, Jet Dragon, Mike Joker, Jet Razor, Gold Joker, Mike Razor",
    "Red 98": "Mike Dragon, Jet Razor, Gold Dragon, Smoke Joker, Smoke Dragon, Jet Joker",
}
ABILITIES = {
    "lightning": ("kicking", None),
    "pharaohs": ("force turnover", 1),
    "vultures": ("force turnover", 1),
    "sharks": ("quick release", 2),
}


def team(name):
    return tomllib.loads((DATA / "teams" / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("play", "defense"), MATCHUPS)
def test_an_attested_matchup_is_as_the_sources_have_it(play, defense):
    matchups = Library().matchups
    found = matchups.chart[matchups.defense_types.index(defense)][matchups.types.index(play)]
    assert "nOD"[found] == MATCHUPS[play, defense]


def test_field_goal_values_are_those_that_the_printed_table_gives():
    assert Counter(card.field_goal for card in Library().deck.cards) == FIELD_GOALS


def test_the_two_printed_cards_are_as_printed():
    """False Start: run, corner TD, 8 and 4; Holding: pass, corner 0, 6 and 11."""
    cards = {card.event: card for card in Library().deck.cards if card.event in (FALSE_START, HOLDING)}
    start, hold = cards[FALSE_START], cards[HOLDING]
    assert (start.kind, start.offense_corner, start.field_goal, start.punt) == (RUN, TOUCHDOWN_CORNER, 8, 4)
    assert (hold.kind, hold.offense_corner, hold.field_goal, hold.punt) == (PASS, 0, 6, 11)


def test_events_and_values_that_were_seen_are_in_the_deck():
    """Offense run +2, offense pass +1, a card with 7 and 9, punts of 4, 9 and 11, an automatic touchdown, turnovers."""
    texts = tomllib.loads((DATA / "deck.toml").read_text(encoding="utf-8"))["cards"]
    assert any(each["side"] == "offense" and each["card"].startswith("run +2") for each in texts)
    assert any(each["side"] == "offense" and each["card"].startswith("pass +1") for each in texts)
    assert any("fg 7, punt 9" in each["card"] for each in texts)
    assert {4, 9, 11} <= {card.punt for card in Library().deck.cards}
    assert sum("touchdown" in each["card"] for each in texts) == 1


def test_the_sheets_of_the_fire_that_are_printed_are_as_printed():
    fire = team("fire")
    assert fire["formations"] == {"run_heavy": "I-Form", "balanced": "Pro Set", "pass_heavy": "Shotgun"}
    assert fire["defense_sheet"]["calls"]["Shotgun"]["Stunt"] == FIRE_STUNT
    assert fire["offense_sheet"]["codes"] == {plan: codes.split(", ") for plan, codes in FIRE_CODES.items()}
    assert fire["offense_sheet"]["plan"] == {"Green 18": "2-3", "Blue 80": "4-6", "Red 98": "7+"}
    assert fire["offense_sheet"]["late"] == {"losing": "Red 98", "tied": "Blue 80", "winning": "Green 18"}
    card, side = int(fire["offense_sheet"]["plays"]["Shotgun"]["Jet Dragon"][:-1]) - 1, "b"
    assert fire["offense_sheet"]["plays"]["Shotgun"]["Jet Dragon"].endswith(side)
    assert fire["offense"][card]["plays"][1].startswith("Short 4")


@pytest.mark.parametrize("name", ABILITIES)
def test_an_ability_that_is_known_is_the_team_s(name):
    ability = team(name)["ability"]
    assert (ability["name"], ability.get("uses")) == ABILITIES[name]


def test_strengths_that_were_seen_are_on_cards():
    """Run 2; Short 2, 3, 4; Screen 5; Medium 6; Long 8; runs of 4 and passes of 7 for the spy."""
    seen = Counter()
    for name in Library().teams:
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
    book, _ = resolve()
    goal_line = Library().matchups.defense_types.index("Goal Line")
    for seat in (0, 1):
        calls = [code for code in range(20) if book.call_type[seat][code] == goal_line]
        assert calls
        assert all(book.call_pass[seat][code] == 0 for code in calls)
    assert NONE not in {book.call_pass[0][0]}
