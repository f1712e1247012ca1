"""Orders as people write them are read, and every mistake is named."""

from __future__ import annotations

import pytest

from breakaway.core.game import BadOrder
from breakaway.core.observation import Observation
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.text.words import checked_names
from tests.cycling.looking import DEFAULT, line_up_observation, mistakes, observation, position

WHOLE = [12, 7, 9, 5]


# --- a turn's orders


@pytest.mark.parametrize(
    "text",
    [
        "A12 B7 C9 D5",
        "a12 b7 c9 d5",
        "D5 C9 B7 A12",
        "A 12 B 7 C 9 D 5",
        "A: 12, B: 7, C: 9, D: 5",
        "A=12; B=7; C=9; D=5.",
        "A12,B7,C9,D5",
        "A12 and B7 and C9 and D5",
        "A12\nB7\nC9\nD5",
        "A12\r\nB7\r\nC9\r\nD5\r\n",
        "\n\n  A12 B7\n\n  C9 D5  \n",
        "A12 B7 # the sprint\nC9 D5 // and home",
        "# my orders\nA12 B7 C9 D5\n# good luck",
        "Red: A12 B7 C9 D5",
        "Red\nA12 B7 C9 D5",
        "red, A12 B7 C9 D5",
        "Percy Vere 12, Ann 7, Bo 9, Émile 5",
        "percy vere: 12\nANN: 7\nbo 9\némile 5",
        "Percy Vere 12 B7 Bo=9 D5",
        "A012 B07 C9 D0005",
        "\tA12\tB7\tC9\tD5",
        "A12\u00a0B7\u2003C9 D5",
        "turn 4: A12 B7 C9 D5",
        "Turn 4\nA12 B7 C9 D5",
        "Red, turn 4: A12 B7 C9 D5",
        "Zug 4: A12 B7 C9 D5",
        "stage 1, turn 4: A12 B7 C9 D5",
        "turn 1.4: A12 B7 C9 D5",
        "E\u0301mile 5, Percy Vere 12, Ann 7, Bo 9",
    ],
)
def test_orders_are_read_as_people_write_them(text):
    assert observation().read(text) == (WHOLE, False)


def test_riders_whose_names_begin_alike_are_told_apart():
    assert observation(seat=1).read("Al Fine 9, Al 7, Dip 12, Cy 5") == (WHOLE, False)


def test_a_number_of_twos_and_sevens_is_a_card_in_hand_not_a_place():
    assert observation().read("A1 B7 C3 D6") == ([1, 7, 3, 6], False)


def test_a_partial_order_says_so():
    assert observation().read("A12 partial") == ([12, 0, 0, 0], True)
    assert observation().read("PARTIAL\nC9 A12") == ([12, 0, 9, 0], True)
    assert observation().read("partial") == ([0, 0, 0, 0], True)


def test_a_finished_or_dropped_rider_needs_no_card():
    assert observation(gone="D").read("A12 B7 C9") == ([12, 7, 9, 0], False)
    assert observation(dropped="CD").read("A12 B7") == ([12, 7, 0, 0], False)
    assert observation(dropped="CD").read("A12 B7 D6") == ([12, 7, 0, 6], False)
    assert observation(dropped="ABCD").read("none") == ([0, 0, 0, 0], False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A11 B7 C9 D5", [(1, "BA-6.2", "A does not hold 11; legal: 1 4 10 12")]),
        ("A12 B7\nC9 D7", [(2, "BA-6.2", "D does not hold 7; legal: 5 6")]),
        ("A12 B7 C9", [(0, "BA-8.1", "no card was given for D; legal: 5 6")]),
        ("A12 B7 C9 D0", [(1, "BA-6.2", "D does not hold 0; legal: 5 6")]),
        ("A12 B7 C9 D5 A10", [(1, "BA-8.1", "A has a second card, 10; give each rider one card")]),
        ("A12 B7 C9 D5 E3", [(1, "BA-8.1", "cannot read 'E3'; expected riders and cards like A12 B7 C9 D5")]),
        (
            "A12 B7 C9 D5\n\nplease",
            [(3, "BA-8.1", "cannot read 'please'; expected riders and cards like A12 B7 C9 D5")],
        ),
        ("A12 B7 C9 D99999", [(1, "BA-8.1", "cannot read 'D99999'; expected riders and cards like A12 B7 C9 D5")]),
        ("A12 B7 C9 D-5", [(1, "BA-8.1", "cannot read 'D-5'; expected riders and cards like A12 B7 C9 D5")]),
        ("A12 B7 C9 D5.5", [(1, "BA-8.1", "cannot read '5'; expected riders and cards like A12 B7 C9 D5")]),
        ("Blue A12 B7 C9 D5", [(1, "BA-8.1", "cannot read 'Blue'; expected riders and cards like A12 B7 C9 D5")]),
    ],
)
def test_a_mistake_is_named_with_its_line_its_rule_and_the_legal_cards(text, expected):
    assert mistakes(observation(), text) == expected


def test_several_mistakes_are_all_named_in_the_order_of_their_lines():
    assert mistakes(observation(), "D9\nA12 B6\nC4 x") == [
        (1, "BA-6.2", "D does not hold 9; legal: 5 6"),
        (2, "BA-6.2", "B does not hold 6; legal: 7 9"),
        (3, "BA-6.2", "C does not hold 4; legal: 3 9"),
        (3, "BA-8.1", "cannot read 'x'; expected riders and cards like A12 B7 C9 D5"),
    ]
    assert str(BadOrder(mistakes(observation(), "A11 B6 C9 D5"))).splitlines() == [
        "line 1: A does not hold 11; legal: 1 4 10 12",
        "line 1: B does not hold 6; legal: 7 9",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A12", [(0, f"no card was given for {g}; legal: {c}") for g, c in (("B", "7 9"), ("C", "3 9"), ("D", "5 6"))]),
        ("A12 B6 C9", [(0, "no card was given for D; legal: 5 6"), (1, "B does not hold 6; legal: 7 9")]),
    ],
)
def test_every_missing_card_is_named_beside_other_mistakes(text, expected):
    assert [(line, told) for line, _, told in mistakes(observation(), text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "A12 B7 C9 D5 if Blue A is ahead, else D6",
        "A12 if I lead\nB7 C9 D5",
        "IF caught A10 otherwise A12",
        "A12 unless Blue moves",
        "D5 then D6",
        "A12 or A10 B7 C9 D5",
        "when it rains A1",
    ],
)
def test_conditional_orders_are_refused_by_8_2(text):
    assert mistakes(observation(), text)[0][:2] == (1, "BA-8.2")


def test_mistakes_of_one_line_are_sorted_by_rider_and_each_is_told_once():
    assert [told for _, _, told in mistakes(observation(), "D9 B6 A12 A10 A10 C9 x")] == [
        "A has a second card, 10; give each rider one card",
        "B does not hold 6; legal: 7 9",
        "D does not hold 9; legal: 5 6",
        "cannot read 'x'; expected riders and cards like A12 B7 C9 D5",
    ]


def test_a_rider_off_the_track_takes_no_card():
    assert mistakes(observation(gone="D"), "A12 B7 C9 D5") == [
        (1, "BA-8.1", "D is off the track and cannot play a card")
    ]


def test_a_partial_order_must_still_be_right_in_what_it_has():
    assert mistakes(observation(), "A11 partial") == [(1, "BA-6.2", "A does not hold 11; legal: 1 4 10 12")]


def test_an_order_is_not_a_letter():
    assert mistakes(observation(), "A12 B7 C9 D5" + " " * 4000)[0][0] == 0
    assert "at most 4000 characters" in mistakes(observation(), "x" * 4001)[0][2]


# --- for which turn


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("turn 3: A12 B7 C9 D5", "these orders are for turn 3, but it is now turn 4"),
        ("Zug 5: A12 B7 C9 D5", "these orders are for turn 5, but it is now turn 4"),
        ("turn 0: A12 B7 C9 D5", "these orders are for the line-ups, but it is now turn 4"),
        ("line-up: A12 B7 C9 D5", "these orders are for the line-ups, but it is now turn 4"),
        ("stage 2 turn 4: A12 B7 C9 D5", "these orders are for stage 2, turn 4, but it is now turn 4"),
    ],
)
def test_an_order_for_another_turn_is_refused_with_both_ba_8_1(text, fault):
    assert mistakes(observation(), text) == [(1, "BA-8.1", fault)]


def test_a_line_up_for_a_turn_is_refused_and_one_that_says_so_is_taken_ba_8_1():
    text = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
    assert (
        line_up_observation().read(f"line-up: {text}.")
        == line_up_observation().read(f"Turn 0: {text}")
        == (DEFAULT, False)
    )
    told = mistakes(line_up_observation(), f"turn 1: {text}")
    assert told == [(1, "BA-8.1", "these orders are for turn 1, but it is now the line-ups")]


# --- a Spy's namings


def test_a_spy_names_up_to_four_rivals():
    looking = observation(profile="spy")
    # seat 0 is riders 0 to 3; Sky Blue A is rider 4 (code 5), Green D is rider 11 (code 12)
    assert looking.read("A12 B7 C9 D5\nspy Sky Blue A, Green D") == ([*WHOLE, 5, 12, 0, 0], False)
    assert looking.read("spy: green d, Green D, dip\nA12 B7 C9 D5") == ([*WHOLE, 12, 12, 5, 0], False)
    assert looking.read("A12 B7 C9 D5") == ([*WHOLE, 0, 0, 0, 0], False)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("spy Red A", "not a rival on the track"),
        ("spy Percy Vere", "not a rival on the track"),
        ("spy Pink A", "unknown rider 'Pink A'"),
        ("spy Green A, Green B, Green C, Green D, Sky Blue A", "one too many"),
    ],
)
def test_a_spys_mistakes_are_named(line, fault):
    found = mistakes(observation(profile="spy"), f"A12 B7 C9 D5\n{line}")
    assert [(where, rule) for where, rule, _ in found] == [(2, "BA-V4")]
    assert fault in found[0][2]


def test_a_naming_that_could_be_of_several_names_them_all():
    at = position(profile="spy", names={"teams": ["Red", "Team Sky", "Team Polti"]})
    looking = Observation(GAME, at.state, at.config, 0, at.names)
    assert mistakes(looking, "A12 B7 C9 D5\nspy Team A") == [
        (2, "BA-V4", "'Team A' could be any of these: Team Sky A, Team Polti A")
    ]
    assert looking.read("A12 B7 C9 D5\nspy Sky A") == ([*WHOLE, 5, 0, 0, 0], False)


def test_outside_a_spy_race_nobody_names_anybody():
    assert mistakes(observation(), "A12 B7 C9 D5\nspy Green A") == [
        (2, "BA-V4", "you can name rivals only in a Spy race")
    ]


# --- line-ups


@pytest.mark.parametrize(
    "text",
    [
        "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6",
        "a 10 10 10\nb 8 8 9\nc 3 8 9\nd 5 5 6",
        "D 5 5 6 C 3 8 9 B 8 8 9 A 10 10 10",
        "A: 10, 10, 10; B: 8, 8, 9; C: 3, 8, 9; D: 5, 5, 6",
        "A10 10 10 B8 8 9 C3 8 9 D5 5 6",
        "Red: A 10 10 10 # strong\nB 8 8 9 C 3 8 9 D 5 5 6",
        "Percy Vere 10 10 10 Ann 8 8 9 Bo 3 8 9 Émile 5 5 6",
        "A 10 10 10. B 8 8 9. C 3 8 9. D 5 5 6.",
    ],
)
def test_line_ups_are_read_as_people_write_them(text):
    assert line_up_observation().read(text) == (DEFAULT, False)


def test_a_line_up_may_have_a_fourth_card_for_a():
    assert line_up_observation().read("A 1 2 12 15 B 2 10 13 C 3 6 11 D 1 1 14") == (
        [1, 2, 12, 15, 2, 10, 13, 3, 6, 11, 1, 1, 14],
        False,
    )


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "A 10 10 11 B 8 8 9 C 3 8 9 D 5 5 6",
            [(1, "A (10 10 11) needs 3 or 4 cards from 1 to 15 that add up to at most 30")],
        ),
        ("A 10 10 10\nB 8 9 9\nC 3 8 9\nD 5 5 7", [(2, "B (8 9 9)"), (4, "D (5 5 7)")]),
        ("A 10 10 10 B 8 8 9 C 3 8 9", [(0, "D (no card) needs 3 cards from 1 to 15 that add up to at most 16")]),
        ("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5", [(1, "D (5 5)")]),
        ("A 0 10 10 B 8 8 9 C 3 8 9 D 5 5 6", [(1, "A (10 10)")]),
        ("A 16 1 1 B 8 8 9 C 3 8 9 D 5 5 6", [(1, "A (16 1 1)")]),
        ("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6 hello", [(1, "cannot read 'hello'")]),
        ("10 10 10", [(1, "cannot read '10'")]),
        ("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6 A 1 1 1", [(1, "A already has cards")]),
        ("", [(0, "A (no card)"), (0, "B (no card)"), (0, "C (no card)"), (0, "D (no card)")]),
    ],
)
def test_mistakes_in_a_line_up_are_named(text, faults):
    found = mistakes(line_up_observation(), text)
    assert {rule for _, rule, _ in found} == {"BA-3.1"}
    assert [line for line, _, _ in found][: len(faults)] == [line for line, _ in faults]
    assert all(any(line == where and part in told for where, _, told in found) for line, part in faults)


def test_a_conditional_line_up_is_refused():
    assert mistakes(line_up_observation(), "A 10 10 10 if B 8 8 9")[0][1] == "BA-8.2"


def test_a_partial_line_up_leaves_riders_to_the_default():
    assert line_up_observation().read("A 1 1 1 partial") == ([1, 1, 1, 0, *[0] * 9], True)


# --- names


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        ({"teams": ["Red"]}, "2 teams need 2 names, not 1"),
        ({"teams": ["Red", "red"]}, "same name"),
        ({"teams": ["Red", "  Red "]}, "same name"),
        ({"teams": ["Red", ""]}, "must begin with a letter"),
        ({"teams": ["Red", "7up"]}, "must begin with a letter"),
        ({"teams": ["Red", "x" * 41]}, "at most 40"),
        ({"teams": ["Red", "<b>"]}, "must begin with a letter"),
        ({"teams": ["Red", "partial"]}, "means something else"),
        ({"teams": ["Red", "If"]}, "means something else"),
        ({"teams": ["Red", "b"]}, "means something else"),
        ({"teams": ["Red", "Blue"], "riders": {"Red": ["Al", "Bo", "Cy"]}}, "four riders"),
        ({"teams": ["Red", "Blue"], "riders": {"Pink": ["Al", "Bo", "Cy", "Di"]}}, "must name a team"),
        ({"teams": ["Red", "Blue"], "riders": {"Red": ["Al", "Bo", "Cy", "Blue"]}}, "same name"),
    ],
)
def test_names_that_an_order_could_not_tell_apart_are_refused(names, fault):
    with pytest.raises(ValueError, match=fault):
        checked_names(names, 2)


def test_good_names_are_kept_with_their_blanks_put_right():
    names = {"teams": [" Red  Star", "Ö-Team"], "riders": {"Ö-Team": ["O'Neil", "Al B.", "Bo 2", "Zoë"]}}
    assert checked_names(names, 2) == {
        "teams": ["Red Star", "Ö-Team"],
        "riders": {"Ö-Team": ["O'Neil", "Al B.", "Bo 2", "Zoë"]},
    }


@pytest.mark.parametrize("text", ["A12 B7 C9 D5 none", "none A12", "A12 B7 none\nC9 D5"])
def test_none_beside_cards_is_refused(text):
    """BA-8.1: the word was dropped."""
    with pytest.raises(BadOrder, match="'none' means no card at all; leave it out, or leave out"):
        observation().read(text)
