"""Cards as text, both ways, in the forms that the adjudication cases use."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.games.football.files.cards import our_matchups
from breakaway.games.football.files.config import Library
from breakaway.games.football.rules import terms
from breakaway.games.football.text.orders import (
    ABILITIES,
    Call,
    GameDay,
    Play,
    call_text,
    game_day_text,
    parse_ability,
    parse_call,
    parse_card,
    parse_game_day,
    parse_play,
    play_text,
)

TYPES = our_matchups().types
DEFENSES = our_matchups().defense_types


# --- cards as text


plays = st.builds(Play, st.integers(0, 9), st.integers(0, 12), st.integers(0, 1), st.integers(0, 1))
calls = st.builds(Call, st.integers(0, 8), st.integers(0, 12), st.integers(0, 12))


@given(plays)
@settings(max_examples=50, deadline=None)
def test_a_play_survives_writing_and_reading(play):
    assert parse_play(play_text(play, TYPES), TYPES) == play


@given(calls)
@settings(max_examples=50, deadline=None)
def test_a_call_survives_writing_and_reading(call):
    assert parse_call(call_text(call, DEFENSES), DEFENSES) == call


def test_every_card_of_the_deck_survives_writing_and_reading():
    for card in Library().deck.cards:
        assert parse_game_day(game_day_text(card))._replace(side=card.side) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("run +2, d 0, o 1, fg 7, punt 9", GameDay(terms.MODIFIER, 0, terms.RUN, 2, terms.NONE, 0, 0, 1, 7, 9, 1)),
        ("pass -1, d -2", GameDay(terms.MODIFIER, 1, terms.PASS, -1, terms.NONE, 0, -2, 0, 7, 8, 1)),
        ("none, o TD x3", GameDay(offense_corner=terms.TOUCHDOWN_CORNER, copies=3)),
        ("o football", GameDay(offense_corner=terms.FOOTBALL)),
        ("pass incomplete", GameDay(terms.INCOMPLETE, 1, terms.PASS)),
        ("run turnover at -1, d turnover", GameDay(terms.TURNOVER, 1, terms.RUN, 0, -1, 0, terms.FOOTBALL)),
        ("run turnover at +2", GameDay(terms.TURNOVER, 1, terms.RUN, 0, 2)),
        ("pass turnover return", GameDay(terms.TURNOVER, 1, terms.PASS, 0, terms.NONE, 1)),
        (
            "run false start, o TD, fg 8, punt 4",
            GameDay(terms.FALSE_START, 0, terms.RUN, 0, terms.NONE, 0, 0, 50, 8, 4),
        ),
        ("pass holding, fg 6, punt 11", GameDay(terms.HOLDING, 1, terms.PASS, 0, terms.NONE, 0, 0, 0, 6, 11)),
        (
            "pass touchdown, fg blocked, punt blocked",
            GameDay(terms.EVENT_TOUCHDOWN, 0, terms.PASS, 0, terms.NONE, 0, 0, 0, 0, 0),
        ),
        ("fg 9, run -3", GameDay(terms.MODIFIER, 1, terms.RUN, -3, terms.NONE, 0, 0, 0, 9)),
    ],
)
def test_game_day_cards_read_as_the_cases_write_them(text, card):
    assert parse_game_day(text) == card


@pytest.mark.parametrize(
    "text",
    [
        "run incomplete",  # only a pass can be incomplete
        "pass false start",
        "run holding",
        "run turnover return",  # a fumble is dead
        "pass turnover at -1",
        "run +0",
        "run 2",
        "jump +2",
        "run +2, d 1",
        "run +2, o 4",
        "run +2, fg 2",
        "run +2, fg 10",
        "run +2, punt 20",
        "run +2, pass +1",
        "run +2, o 1, o 2",
        "run +2 x0",
        "run +2, fg",
        "",
    ],
)
def test_what_is_no_game_day_card_is_refused(text):
    with pytest.raises(ValueError, match=r"expected|twice"):
        parse_game_day(text)


@pytest.mark.parametrize("text", ["Short", "4 min", "Short four", "Short 4 max", "Shrt 4", "Short 13", "", "Short -1"])
def test_what_is_no_play_is_refused(text):
    with pytest.raises(ValueError, match=r"expected|known"):
        parse_play(text, TYPES)


@pytest.mark.parametrize("text", ["Zone", "Zone 5", "Zone 0-13", "Zon 0-5", "0-5", ""])
def test_what_is_no_call_is_refused(text):
    with pytest.raises(ValueError, match=r"expected|known"):
        parse_call(text, DEFENSES)


def test_cards_are_a_formation_and_one_or_two_plays():
    assert parse_card("Dime: Zone 0-5 / Man to Man 1-4") == ("Dime", ["Zone 0-5", "Man to Man 1-4"])
    assert parse_card("Dime: Zone 0/5") == ("Dime", ["Zone 0/5"])
    with pytest.raises(ValueError, match="formation"):
        parse_card("Zone 0-5")


@pytest.mark.parametrize("name", ABILITIES)
def test_abilities_read_by_name_with_and_without_an_amount(name):
    number, amount, uses = ABILITIES[name]
    assert parse_ability(name) == (number, amount, uses)
    assert parse_ability(f"{name} 3") == (number, 3, uses)
