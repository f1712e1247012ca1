"""Whatever is typed in answer to a question is an order or a BadOrder that says what would be right."""

from __future__ import annotations

import random

import pytest

from breakaway.core.game import BadOrder
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.text.orders import read_discard

from .matches import new_match, some_order

PHASES = {
    "toss": terms.TOSS,
    "kick": terms.KICK,
    "discard": terms.DISCARD,
    "time": terms.TIME,
    "time of the offense": terms.OFFENSE_TIME,
    "call": terms.CALL,
    "defense": terms.DEFENSE,
    "audible": terms.AUDIBLE,
    "audible of the defense": terms.AUDIBLE_DEFENSE,
    "challenge": terms.CHALLENGE,
    "challenge of the defense": terms.CHALLENGE_DEFENSE,
    "penalty": terms.PENALTY,
    "offense pick": terms.OFFENSE_PICK,
    "defense pick": terms.DEFENSE_PICK,
    "ice": terms.ICE,
    "kicking effect": terms.KICK_EFFECT,
    "try": 100,
    "call after a time out": 101,
    "taking back": 102,
}
WORDS = (
    *("run", "pass", "play", "kick", "field goal", "fg", "punt", "coffin", "hail mary", "kneel", "time out", "timeout"),
    *("card", "back", "quick", "quick release", "special", "after", "unless first down", "call", "discard", "give up"),
    *(
        "take back",
        "audible",
        "stay",
        "challenge",
        "no",
        "yes",
        "y",
        "n",
        "event",
        "corner",
        "force turnover",
        "ice",
        "use",
    ),
    *("accept", "decline", "receive", "onside", "extra point", "xp", "1a", "3b", "15a", "16b", "0a", "7c", "a", "b"),
    *("1", "2", "14", "15", "16", "00", "99", "-1", "1 2 3", "4,5,6", "10 10", ",", ", ", ".", ";", "\n", "\t", ""),
    *("٣a", "１２b", "²", "Ⅻ", "ß", "ſ", "\x00", "\u202e", "(", "[", "\\", "*", "?", "%s", "{}", "🏈"),
    *("9" * 40, "x" * 300),
)
EARLY = 10  # matches that are played from their beginning
ODD = "abcxyz0123456789 ,.;:-_/\\()[]{}*?+^$|\"'\n\r\t\0éß٣²🏈\ud800"


def question(match):
    """The questions that this state asks."""
    s = match.state
    yield s.phase
    if s.phase == terms.CALL and s.try_down:
        yield PHASES["try"]
    if s.phase == terms.CALL and s.returns:
        yield PHASES["call after a time out"]
    if s.phase == terms.DISCARD and s.owed[match.choosers()[0]] < 0:
        yield PHASES["taking back"]


@pytest.fixture(scope="module")
def observations():
    """A window at each question that people are asked."""
    found = {}
    for seed in range(200):
        home = ("sharks", "lightning")[seed % 2]
        match, rng = new_match(house={"winner_chooses": True}, teams=(home, "pharaohs")), random.Random(seed)
        if seed >= EARLY:  # late in the second quarter: some questions are rare before
            match.state.quarter = 2
            for seat in (0, 1):
                match.state.card[seat] = [terms.DISCARDED] * 11 + [terms.HAND] * 4
        while not match.is_over() and len(found) < len(PHASES):
            for seat in match.choosers():
                for each in question(match):
                    found.setdefault(each, match.observation(seat))
                match.choose(seat, some_order(match, seat, rng))
            match.resolve()
        if len(found) == len(PHASES):
            return found
    raise AssertionError({name for name, phase in PHASES.items() if phase not in found})


def some_text(rng, observation):
    """Words that orders are made of, in any row; or any letters; or a legal order, often with a letter changed."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(("", " ", ", ")).join(rng.choice(WORDS) for _ in range(rng.randrange(6)))
    if kind == 1:
        return "".join(rng.choice(ODD) for _ in range(rng.randrange(40)))
    order = []
    for _ in range(observation.slots()):
        order.append(rng.choice(observation.menu(order)))
    text = observation.write(order)
    at = rng.randrange(len(text) + 1)
    return text if rng.random() < 0.2 else text[:at] + rng.choice(ODD) + text[at + rng.randrange(2) :]


def reading(observation, text):
    """The order that a text writes and whether it is partial; or what is wrong with it."""
    try:
        return *observation.read(text), []
    except BadOrder as error:
        return None, False, [mistake for _, _, mistake in error.mistakes]


@pytest.mark.slow
@pytest.mark.parametrize("name", PHASES)
def test_any_text_in_answer_to_this_question_is_an_order_or_a_bad_order(observations, name):
    observation, rng = observations[PHASES[name]], random.Random(name)
    codes, slots = observation.game.codes(observation._state, observation.config), observation.slots()
    read = 0
    for _ in range(2_000):
        text = some_text(rng, observation)
        order, partial, mistakes = reading(observation, text)
        assert order is not None or (mistakes and all(mistakes)), text
        if order is None:
            continue
        read += 1
        assert not partial
        assert len(order) == slots, text
        assert all(0 <= code < codes for code in order), text
        refusal = observation.why_not(order)
        if refusal is None:
            assert observation.read(observation.write(order)) == (order, False), text
        else:
            assert refusal.text, text
            assert refusal.rule, text
    assert read > 0


@pytest.mark.parametrize(
    ("owed", "words", "said"),
    [
        (1, "x", "expected the number of one card, as in 'discard 4', not 'x'"),
        (3, "x", "expected the numbers of 3 cards, as in 'discard 1 4 7' for three cards, not 'x'"),
        (1, "1 2", "name 1 card, not 2"),
        (-2, "5", "name 2 cards, not 1"),
    ],
)
def test_one_card_to_give_up_is_not_called_cards(owed: int, words: str, said: str) -> None:
    """BF-107."""
    view = Football(owed=[owed, 0])
    with pytest.raises(BadOrder) as found:
        read_discard(words, view, 0)
    assert [each[2] for each in found.value.mistakes] == [said]
