"""No word of an order of FATE is silently read as another, ignored or dropped."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product

import pytest

from breakaway.core.game import BadOrder
from breakaway.core.observation import Observation
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import FIRST
from breakaway.games.fate.game import GAME as FATE
from breakaway.games.fate.rules import interface, terms
from breakaway.games.fate.rules.state import FirstFateConfig
from breakaway.games.fate.text import orders as fate_orders

HOUSES = dict.fromkeys(("advanced", "onside", "kneel", "spike"), True)
CONFIG = resolve(HOUSES)[0]
SIDELINE = resolve({"sideline": True})[0]
FOULS = (terms.OFFSIDE, terms.OUT_OF_BOUNDS)


def asking(phase: int, foul: int = 0, config=CONFIG, game=FATE) -> Observation:
    """What the side sees that is asked in this phase of FATE, or the offense where both are."""
    s = interface.start(config)
    s.phase, s.ball, s.marker, s.down, s.foul, s.fouler = phase, 50, 60, 1, foul, 0
    s.declared = terms.KICKOFF if foul == terms.OUT_OF_BOUNDS else terms.PLAY
    seat = next(seat for seat in (0, 1) if game.choosers(s, config) >> seat & 1)
    return Observation(game, s, config, seat, {"teams": ["Home", "Away"]})


QUESTIONS = {
    **{str(phase): asking(phase) for phase in fate_orders.ANSWERS if phase != terms.OPTION},
    **{f"foul {foul}": asking(terms.OPTION, foul) for foul in FOULS},
}
WORDS = sorted(
    {form for answers in fate_orders.ANSWERS.values() for forms in answers for form in forms}
    | {form for forms in (*fate_orders.OUT_OF_BOUNDS, *fate_orders.FIRST_OUT_OF_BOUNDS) for form in forms}
    | {*fate_orders.OFFENSE, *fate_orders.DEFENSE, "accept", "", "yes please", "decline it", "4"}
)


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_answer_is_written_so_that_it_is_read_as_itself(name):
    asked = QUESTIONS[name]
    codes = range(FATE.codes(asked.view, CONFIG))
    for code in codes:
        assert asked.read(asked.write([code])) == ([code], False)
    assert len({asked.write([code]) for code in codes}) == len(codes)


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_word_of_any_question_is_read_as_what_it_says_here_or_refused_with_what_would_be_right(name):
    asked = QUESTIONS[name]
    forms = fate_orders.answers_to(asked.view, CONFIG)
    said = [form for answer in forms for form in answer]
    assert len(said) == len(set(said))  # no word says two things
    for word in WORDS:
        if word in said:
            assert word in forms[asked.read(word)[0][0]]
            continue
        if asked.view.phase == terms.DECLARE and word in fate_orders.OFFENSE:  # a play with its call
            assert asked.write(asked.read(word)[0]) == word
            continue
        with pytest.raises(BadOrder, match=rf"expected ('{forms[0][0]}'|one of run inside).* not |write your call"):
            asked.read(word)


@pytest.mark.parametrize(
    ("word", "code"),
    [("decline", terms.DECLINE), ("no", terms.DECLINE), ("rekick", terms.ACCEPT), ("ball", terms.TAKE_BALL)],
)
def test_after_a_kickoff_out_of_bounds_to_decline_is_not_to_take_the_ball(word, code):
    """FF-148."""
    assert QUESTIONS["foul 15"].read(word)[0] == [code]


@pytest.mark.parametrize("word", ["accept", "yes", "y"])
def test_after_a_kickoff_out_of_bounds_to_accept_does_not_say_which_of_two(word):
    """FF-148: the penalty is printed as a new kick or the ball."""
    with pytest.raises(BadOrder, match="expected 'decline' or 'rekick' or 'ball', not"):
        QUESTIONS["foul 15"].read(word)


@pytest.mark.parametrize("word", ["ball", "rekick"])
def test_words_of_the_kickoff_out_of_bounds_answer_no_other_penalty(word):
    """FF-141."""
    with pytest.raises(BadOrder, match="expected 'decline' or 'accept', not"):
        QUESTIONS["foul 1"].read(word)


def test_an_answer_of_edition_1_is_written_as_what_it_was():
    """FF-148: its first answer was the ball, its second a new kick."""
    first = FirstFateConfig(**{name: value for name, value in asdict(CONFIG).items() if name != "edition"})
    asked = asking(terms.OPTION, terms.OUT_OF_BOUNDS, first, FIRST)
    assert [asked.write([code]) for code in asked.menu([])] == ["ball", "rekick"]


CALL_WORDS = ("run", "inside", "outside", "screen", "quick", "short", "long", "draw", "play action", "pa", "pass")


def spelled(text: str) -> list[str]:
    """A call in its full words: `pa` is Play Action, a Draw inside is a Draw and a Run Inside, a throw is a pass."""
    words = text.replace("play action", "pa").split()
    if words[:1] == ["draw"] and words[1:2] in (["inside"], ["outside"]):
        words.insert(1, "run")
    if words[-1:] == ["pass"] and words[-2:-1] and words[-2] in ("screen", "quick", "short", "long"):
        words.pop()
    return words


def test_no_word_of_a_call_is_dropped():
    """FF-027, FF-033: every row of up to four words that is read as a call says that call and nothing else."""
    asked, read = asking(terms.CALL), 0
    for n in range(1, 5):
        for words in product(CALL_WORDS, repeat=n):
            text = " ".join(words)
            try:
                order = asked.read(text)[0]
            except BadOrder:
                continue
            read += 1
            assert spelled(asked.write(order)) == spelled(text), text
    assert read > 20


@pytest.mark.parametrize("text", ["run inside pass", "draw play action long", "draw pa short", "draw outside pass"])
def test_a_call_that_says_two_things_is_refused(text):
    """FF-027."""
    with pytest.raises(BadOrder, match="expected one of run inside"):
        asking(terms.CALL).read(text)


@pytest.mark.parametrize("config", [CONFIG, SIDELINE], ids=["plain", "sideline"])
def test_any_dice_of_both_sides_are_written_so_that_they_are_read_as_themselves(config):
    """Also dice that the rules refuse: FF-032, FF-034, FF-037 and FF-038."""
    attack = asking(terms.CALL, config=config)
    defend = Observation(FATE, attack.view, config, 1, attack.names)
    for dice in product(range(4), repeat=3):
        for more in ([], [1]) if config.sideline else ([],):
            order = [*dice, *(more or [0] * config.sideline)]
            assert attack.read(attack.write(order))[0] == order
    for dice in product(range(4), repeat=2):
        assert defend.read(defend.write(list(dice)))[0] == list(dice)


@pytest.mark.parametrize("text", ["punt, time", "time punt", "field goal time out", "kick, timeout", "spike, time"])
def test_a_time_out_is_refused_with_what_takes_fifteen_seconds_anyway(text):
    """FF-025: it was taken and never used."""
    asked = asking(terms.DECLARE)
    for each in (asked.view, asked._state):
        each.time_outs[0], each.ball, each.marker = 3, 70, 80
    refusal = asked.why_not(asked.read(text)[0])
    assert (refusal.rule, refusal.text) == (
        "FF-025",
        "this play takes 15 seconds anyway, so a time out would not shorten it; leave it out",
    )


def test_a_time_out_goes_with_a_kneel_and_with_a_play():
    """FF-024."""
    asked = asking(terms.DECLARE)
    asked.view.time_outs[0] = 3
    for text in ("kneel, time", "short, time"):
        order, _partial = asked.read(text)
        assert (asked.write(order), asked.why_not(order), order[-1]) == (text, None, interface.TIME_OUT)
