"""Teams and riders are found however people's keyboards write them, and points are read as they are meant."""

from __future__ import annotations

import pytest

from breakaway.games.cycling.rules.terms import UNIT
from breakaway.games.cycling.text.orders import teams_called
from breakaway.games.cycling.text.words import checked_names, exact_points, find_rider, points_text

TEAMS = ["Team Telekom", "L’Équipe", "Team Blue"]
NAMES = {"teams": TEAMS, "riders": {"L’Équipe": ["Zoë", "O'Neil", "Bo", "Cy"]}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Telekom", [0]),
        ("tele", [0]),
        ("team telekom", [0]),
        ("L'E\u0301quipe", [1]),
        ("équipe", [1]),
        ("Team", [0, 2]),
        ("kom", []),
        ("", []),
    ],
)
def test_a_team_is_found_by_each_of_its_words_and_several_are_all_named(text, found):
    assert teams_called(TEAMS, text) == found


@pytest.mark.parametrize(
    ("text", "rider"),
    [
        ("Telekom C", 2),
        ("L`équipe a", 4),
        ("Zoe\u0308", 4),
        ("o’neil", 5),
        ("Team A", None),
        ("Telekom", None),
        ("Telekom E", None),
        ("A", None),
    ],
)
def test_a_rider_is_found_by_his_teams_words_and_by_his_own_name(text, rider):
    assert find_rider(NAMES, text, 3) == rider


def test_names_that_differ_only_in_their_quotes_or_in_how_accents_are_typed_are_the_same():
    for one, two in (("L’Or", "L'Or"), ("É1", "E\u03011")):
        with pytest.raises(ValueError, match="the same name"):
            checked_names({"teams": [one, two]}, 2)
    riders = {"l'e\u0301quipe": ["Ann", "Bo", "Cy", "Di"]}
    assert checked_names({"teams": TEAMS, "riders": riders}, 3)["riders"] == {"L’Équipe": ["Ann", "Bo", "Cy", "Di"]}


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ([1], "names must be a table"),
        ({"teams": 7}, "names.teams must be a list"),
        ({"teams": TEAMS, "riders": [1]}, "names.riders must be a table"),
        ({"teams": TEAMS, "riders": {"L’Équipe": 7}}, "names.riders.L’Équipe must be a list"),
        ({"teams": TEAMS, "riders": {"L’Équipe": [1, 2, 3, 4]}}, r"names.riders.L’Équipe\[0\] must be a string"),
    ],
)
def test_names_of_another_shape_say_what_is_expected(names, says):
    with pytest.raises(ValueError, match=says):
        checked_names(names, 3)


@pytest.mark.parametrize(
    ("numerator", "denominator", "text", "exact"),
    [
        (9, 1, "9", "9"),
        (0, 1, "0", "0"),
        (71, 2, "35½", "71/2"),
        (1, 2, "½", "1/2"),
        (25, 3, "8⅓", "25/3"),
        (15, 4, "3¾", "15/4"),
        (26, 11, "2⁴⁄₁₁", "26/11"),
        (-1, 2, "-½", "-1/2"),
    ],
)
def test_shared_points_are_written_as_mixed_numbers_ba_r11(numerator, denominator, text, exact):
    units = numerator * UNIT // denominator
    assert (points_text(units), exact_points(units)) == (text, exact)
