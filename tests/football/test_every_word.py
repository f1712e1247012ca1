"""No word of an order of football is silently read as another, ignored or dropped."""

from __future__ import annotations

import pytest

from breakaway.core.game import BadOrder
from breakaway.games.football.files.config import resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football
from breakaway.games.football.text.names import KINDS
from breakaway.games.football.text.orders import ANSWERS, read, read_action, read_defense, read_discard, write

CONFIG = resolve("lightning", "fire")[0]


@pytest.mark.parametrize("phase", ANSWERS)
def test_each_answer_is_written_so_that_it_is_read_as_itself_and_no_word_says_two_things(phase: int) -> None:
    view, answers = Football(phase=phase), ANSWERS[phase]
    for code, forms in enumerate(answers):
        assert read(write([code], CONFIG, view, 0), CONFIG, view, 0) == [code]
        assert [read(form, CONFIG, view, 0) for form in forms] == [[code]] * len(forms)
    said = [form for forms in answers for form in forms]
    assert len(said) == len(set(said))
    for word in {form for each in ANSWERS.values() for forms in each for form in forms} - set(said):
        with pytest.raises(BadOrder, match=r"expected .* not "):
            read(word, CONFIG, view, 0)


@pytest.mark.parametrize("play", range(2 * terms.CARDS))
def test_a_run_is_not_called_a_pass_nor_a_pass_a_run(play: int) -> None:
    """BF-022: the kind before a play was ignored."""
    kind = KINDS[CONFIG.type_kind[CONFIG.play_type[0][play]]]
    other, name = {"run": "pass", "pass": "run"}[kind], f"{play // 2 + 1}{'ab'[play % 2]}"
    for words in (name, f"play {name}", f"{kind} {name}"):
        assert read_action(words, CONFIG, Football(phase=terms.CALL), 0, []) == [play, 0]
    with pytest.raises(BadOrder, match=f"{name} is a {kind}; type '{name}' alone or with its own kind"):
        read_action(f"{other} {name}", CONFIG, Football(phase=terms.CALL), 0, [])


def test_an_extra_point_takes_no_card() -> None:
    """BF-123: the card was dropped."""
    view = Football(phase=terms.CALL, try_down=1)
    assert read_action("field goal", CONFIG, view, 0, []) == [terms.FIELD_GOAL_CALL, 0]
    with pytest.raises(BadOrder, match="the extra point costs no card; type 'kick' alone"):
        read_action("field goal, card 3", CONFIG, view, 0, [])


def test_a_defense_card_has_two_plays_and_none_is_taken_for_the_other() -> None:
    """BF-023: a card without its side was read as its first."""
    assert [read_defense(words, CONFIG, 0) for words in ("3a", "3b")] == [[4, 0, 0], [5, 0, 0]]
    for words in ("3", "3, special", "call 3"):
        with pytest.raises(BadOrder, match="card 3 has two plays: choose '3a' or '3b'"):
            read_defense(words, CONFIG, 0)


@pytest.mark.parametrize(
    "words", ["3a, time out", "3a time out after", "3a, time out unless first down, special", "3a, timeout", "time out"]
)
def test_no_time_out_can_be_added_to_a_call_and_no_advice_leads_to_one(words: str) -> None:
    """BF-R52: `3a, time out` was told to say `time out after`, which was refused in its turn."""
    with pytest.raises(BadOrder, match="call time between downs, not with your call"):
        read_defense(words, CONFIG, 0)
    assert read_defense("3a, special", CONFIG, 0) == [4, 0, 1]


@pytest.mark.parametrize(("owed", "right", "wrong"), [(1, "discard", "take back"), (-1, "take back", "give up")])
def test_to_take_back_is_not_to_discard(owed: int, right: str, wrong: str) -> None:
    """BF-107: the verb was ignored."""
    view = Football(owed=[owed, 0])
    assert read_discard(f"{right} 4", view, 0) == read_discard("4", view, 0) == [3]
    with pytest.raises(BadOrder, match=f"not '{wrong} 4'"):
        read_discard(f"{wrong} 4", view, 0)
