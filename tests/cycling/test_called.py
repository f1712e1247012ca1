"""A rider is called by any word of his own name that fits nobody else, in every reader of orders."""

from __future__ import annotations

import pytest

from breakaway.core.language import spoken
from breakaway.core.observation import Observation
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.text.words import find_rider, riders_called
from breakaway.mail.orders import read_letter, read_text, scribe_of
from breakaway.mail.received import open_text
from tests.cycling.looking import DEFAULT, line_up_observation, mistakes, position

NAMES = {
    "teams": ["Ada Racing", "Sky Blue", "Green"],
    "riders": {
        "Ada Racing": ["Ada Lovelace", "Grace Hopper", "Will Power", "Grace O'Malley"],
        "Sky Blue": ["Ann", "Ann Bell", "Cy Young", "Émile Zola"],
    },
}
WHOLE = [12, 7, 9, 5]


def looking(seat: int = 0, **where):
    at = position(names={"teams": ["Red", "Sky Blue", "Green"]}, **where)
    return Observation(GAME, at.state, at.config, seat, NAMES)


TEXTS = [
    "Ada 12 Hopper 7 Power 9 O'Malley 5",
    "ADA: 12, hopper: 7\nPower=9; o’malley 5",
    "Lovelace 12, Grace Hopper 7, Will 9, D5",
    "Ada Racing: Ada 12, B7, Will 9, D5",
    "turn 4: Ada 12, B7, C9, D5",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_word_of_a_name_that_fits_one_rider_of_the_team_means_him(text):
    seen = looking()
    assert seen.read(text) == (WHOLE, False), "typed in a browser or a terminal"
    assert read_text(seen, scribe_of(seen), text) == (WHOLE, False), "the referee's desk"
    assert read_letter(open_text(text), seen, scribe_of(seen)).order == WHOLE, "a mail"


def test_mails_have_words_around_the_names_and_those_of_the_language_are_no_riders():
    seen = looking()
    said = (
        "Hi,\n\nI will send this in a hurry.\nAda plays the 12, Hopper the 7, Power takes 9 and O'Malley 5.\n\nThanks"
    )
    assert read_letter(open_text(said), seen, scribe_of(seen)).order == WHOLE


@pytest.mark.parametrize("text", ["Ada 12, Grace 7, Will 9, D5", "A12 C9 D5\ngrace: 7"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_word_that_fits_several_riders_is_refused_with_all_of_them(text, language):
    seen = looking()
    fault = {
        "en": "could be any of these: B (Grace Hopper), D (Grace O'Malley)",
        "de": "kann mehrere meinen: B (Grace Hopper), D (Grace O'Malley)",
    }[language]
    with spoken(language):
        (one,) = mistakes(seen, text)
        assert fault in one[2]
        assert one[:2] == (1 + text.count("\n"), "BA-8.1")
        reading = read_letter(open_text(text), seen, scribe_of(seen))
        assert reading.order is None
        assert [each.why for each in reading.mistakes] == [one[2]]


def test_a_whole_name_means_its_rider_though_another_has_it_as_a_word():
    assert looking(seat=1).read("Ann 12 Bell 7 Cy 9 Zola 5") == (WHOLE, False)
    assert looking(seat=1).read("Ann 12 Ann Bell 7 Young 9 Émile 5") == (WHOLE, False)


def test_letters_and_an_unknown_name_are_read_as_before():
    assert looking().read("A12 B7 C9 D5") == (WHOLE, False)
    (one, *_more) = mistakes(looking(), "Bob 12 B7 C9 D5")
    assert "cannot read 'Bob 12'" in one[2]
    assert "Ada Lovelace" not in one[2]


def test_a_line_up_takes_words_of_names_too():
    view = line_up_observation()
    seen = Observation(GAME, view.view, view.config, 0, NAMES)
    assert seen.read("Ada 10 10 10\nHopper 8 8 9\nWill: 3 8 9\nO'Malley 5 5 6")[0] == DEFAULT
    faults = mistakes(seen, "Ada 10 10 10\nGrace 8 8 9\nWill: 3 8 9\nD 5 5 6")
    assert [each[0] for each in faults] == [2]
    assert "Grace O'Malley" in faults[0][2]


def test_a_rival_is_named_by_a_word_of_his_name_alone_or_after_his_team():
    assert find_rider(NAMES, "Zola", 3) == 7
    assert find_rider(NAMES, "Sky Bell", 3) == 5
    assert find_rider(NAMES, "sky blue émile", 3) == 7
    assert riders_called(NAMES, "grace", 3) == [1, 3]
    assert riders_called(NAMES, "Sky Grace", 3) == []
    assert find_rider(NAMES, "Ann", 3) == 4
    seen = looking(profile="spy")
    assert seen.read("A12 B7 C9 D5\nspy Bell, Green A")[0] == [*WHOLE, 6, 9, 0, 0]
