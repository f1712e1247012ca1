"""Printed kick values and those that a kicking ability makes of them stand beside each other wherever one is named."""

from __future__ import annotations

import re

import pytest

from breakaway.core.observation import Observation
from breakaway.display.document import Grid
from breakaway.games.football import terminal
from breakaway.games.football.display import hand, question
from breakaway.games.football.display.card_faces import game_day_face
from breakaway.games.football.display.question import beside
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import CALL, FIELD_GOAL_CALL, HAND, KICK, NONE, PUNT_CALL, TOSS
from breakaway.games.manifest import find
from breakaway.terminal.game_desk import Lookup


def observation(
    teams: tuple[str, str], seat: int = 0, house: dict[str, object] | None = None, **given: int
) -> Observation:
    config, _ = resolve(*teams, house=house or {})
    view = Football(**{"phase": CALL, "quarter": 2, "line": 11, "down": 4, "marker": 16, "then": CALL, **given})
    view.call, view.game_day = [NONE, NONE], NONE
    view.card[0] = view.card[1] = [HAND] * 15
    view.deck = list(config.copies)
    return Observation(find("football"), view, config, seat, names(*teams))


def test_a_value_is_printed_with_what_the_ability_makes_of_it() -> None:
    """BF-010: a block stays a block, and without the ability there is one value."""
    with_ability, without = resolve("lightning", "fire")[0], resolve("sharks", "fire")[0]
    assert [beside(with_ability, value) for value in (0, 3, 9)] == ["blocked", "3 (4)", "9 (10)"]
    assert [beside(without, value) for value in (0, 3, 9)] == ["blocked", "3", "9"]


def test_the_deck_at_the_terminal_lists_both_values() -> None:
    for teams, values in ((("lightning", "fire"), ["9 (10)", "8 (9)"]), (("sharks", "fire"), ["9", "8"])):
        at = observation(teams)
        at.config.field_goal[0], at.config.punt[0] = 9, 8
        parts = terminal.deck(Lookup(at, [], "", False, 100))
        (grid,) = parts
        assert isinstance(grid, Grid)
        assert list(grid.rows[0])[4:6] == values
        assert ("in parentheses" in grid.note) == (len(values[0]) > 1)


def test_a_page_s_card_says_both_values() -> None:
    config = resolve("lightning", "fire")[0]
    config.field_goal[0], config.punt[0] = 9, 8
    says = hand.game_day_card(config, names("lightning", "fire"), 0).says
    assert says.endswith("field goal 9 (10), punt 8 (9)")


# Widths in ems in DejaVu Sans Bold, the widest font that Linux browsers use; all its digits are equally wide.
BOLD = {**dict.fromkeys("0123456789", 0.696), "(": 0.457, ")": 0.457, " ": 0.348}


@pytest.mark.parametrize("value", [3, 9, 10, 11, 12])
def test_both_values_stay_inside_the_card_and_apart(value: int) -> None:
    """The card is 120 wide; a value stands in the middle of 48, the one for punts as far from the other edge."""
    config = resolve("lightning", "fire")[0]
    config.field_goal[0] = config.punt[0] = value
    drawn = game_day_face(hand.game_day_card(config, names("lightning", "fire"), 0))
    found = re.findall(r'font-size="([\d.]+)" text-anchor="middle">([^<]*\([^<]*)</text>', drawn)
    assert [text for _size, text in found] == [f"{value} ({value + 1})"] * 2
    for size, text in found:
        assert float(size) * sum(BOLD[each] for each in text) < 47, (size, text)


@pytest.mark.parametrize(
    ("teams", "seat", "said"),
    [
        (
            ("lightning", "fire"),
            0,
            "field goal, value 9 needed; with your kicking ability, a printed value of 8 is enough",
        ),
        (("fire", "lightning"), 0, "field goal, value 9 needed"),
    ],
)
def test_the_value_that_is_needed_is_named_as_printed_too(teams: tuple[str, str], seat: int, said: str) -> None:
    """BF-132: from the opponent's 45 the distance is 9; a printed 8 counts 9 with an ability of 1."""
    found = dict(question.actions(observation(teams, seat)))
    assert found[question.ACTION_KEYS[FIELD_GOAL_CALL]] == said
    assert PUNT_CALL in question.ACTION_KEYS


def test_an_onside_kick_names_the_printed_value_where_the_ability_is_for_it() -> None:
    """BF-R34, BF-152."""
    usual = "with a field goal value of 8 or 9 you keep the ball at the 50; otherwise the other side gets it there"
    kickoff = {"phase": KICK, "after_own_score": 1}
    for house, says in (
        ({}, usual),
        ({"onside_with_ability": True}, f"{usual}; with your kicking ability, a printed value of 7 is enough"),
    ):
        answers = question.answers_with_keys(observation(("lightning", "fire"), house=house, **kickoff))
        assert [meaning for _, word, meaning in answers if word == "onside"] == [says]


@pytest.mark.parametrize(
    ("quarter", "kicking", "note"),
    [
        (
            1,
            "you kick off now and receive the second-half kickoff",
            "The side that kicks off now receives the second-half kickoff.",
        ),
        (5, "you kick off, so the other side gets the ball first", "Lightning 10, Fire 10."),
    ],
)
def test_the_winner_of_a_flip_hears_of_a_second_half_only_before_the_first(
    quarter: int, kicking: str, note: str
) -> None:
    """BF-R29, BF-187: overtime is one period, which the flip begins."""
    at = observation(("lightning", "fire"), house={"winner_chooses": True}, phase=TOSS, quarter=quarter)
    at.view.score = [10, 10] if quarter > 4 else [0, 0]
    assert [meaning for _, _, meaning in question.answers_with_keys(at)] == ["you get the ball first", kicking]
    assert question.question_and_note(at)[1] == note
