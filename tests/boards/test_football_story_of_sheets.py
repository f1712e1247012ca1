"""The log tells a sheet's story: its spy, its dice and why one is overruled, its time outs, abilities and cards."""

from __future__ import annotations

from typing import Any

import pytest

from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.games.football.display import brief
from breakaway.games.football.display import log as football_log
from breakaway.games.football.files.config import Library
from breakaway.games.football.rules import actions, happened, terms
from breakaway.games.football.text import names as called
from breakaway.games.football.text.sentences import SENTENCES

from ..football.matches import new_match, play

SHEETS = new_match(sheets=(0, 1))  # Maulers at home, and the other team
NAMES = SHEETS.observation(0).names
HOME, AWAY = (str(called.team(NAMES, seat)) for seat in (0, 1))


def told(rule: str, **numbers: int) -> Event:
    return Event(rule, EVERYONE, tuple(numbers[name] for name in DECLARED[rule].fields))


def said(rule: str, **numbers: int) -> str:
    return SENTENCES[rule](told(rule, **numbers), NAMES)


def calls(strength: int, against: int, spied: int = 0) -> list[Event]:
    """Both calls of the home team's first play."""
    kind = SHEETS.config.play_type[0][0]
    return [
        told(happened.PLAY_SHOWN, seat=0, play=0, type=kind, strength=strength),
        told(happened.DEFENSE_SHOWN, seat=1, type=0, strength=against, spied=spied),
    ]


def base(strength: int, against: int, gain: int, extra: int = 0) -> Event:
    return told(happened.BASE_FOUND, strength=strength, against=against, base=gain, extra=extra)


def in_the_log(events: list[Event]) -> tuple[str, str]:
    """The title of a play in the log of a page, and what it says."""
    at = SHEETS.observation(0)
    events = [told(happened.DRIVE_BEGAN, seat=0, line=8), *events]
    found = football_log.shown(at, football_log.blocks(at, [(1, events)])[-1])
    return found.title, " ".join(line.text for line in found.lines)


def in_brief(events: list[Event]) -> str:
    return " / ".join(line.text for line in brief.briefs(SHEETS.observation(0), events))


def test_the_spy_is_named_and_has_no_strength() -> None:
    """BF-208: its Defense Breakaway makes the base gain 0, whatever the strengths are."""
    kind = SHEETS.config.type_kind[SHEETS.config.play_type[0][0]]
    what = "run" if kind == terms.RUN else "pass"
    assert f"; the spy reads the {what}: Goal Line" in in_brief(calls(2, 0, spied=1))
    title, _ = in_the_log(calls(2, 0, spied=1))
    assert title.endswith(" vs. the spy's Goal Line")
    assert " against Goal Line 0" in in_brief(calls(2, 0))
    spy = {"strategy": terms.TWIST, "die": 2, "call": 0}
    assert said(happened.SPY_WON, kind=terms.RUN, **spy) == "the spy reads the run: Goal Line (Twist, die 2)"
    assert said(happened.SPY_WON, kind=terms.PASS, **spy) == "the spy reads the pass: Goal Line (Twist, die 2)"


def test_only_the_spys_calls_are_the_spys() -> None:
    """BF-208, BF-209."""
    match = new_match(sheets=(0, 1))
    events = play(match, 500, 3)
    last: str | None = None
    seen = set()
    for each in events:
        if each.rule in (happened.SPY_WON, happened.SHEET_DEFENDED):
            last = each.rule
        elif each.rule == happened.DEFENSE_SHOWN:
            assert bool(each.spied) == (last == happened.SPY_WON)
            seen.add(each.spied)
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (actions.GO, "go for it"),
        (actions.FIELD_GOAL, "kick a field goal"),
        (actions.PUNT, "punt"),
        (actions.COFFIN, "punt to the coffin corner"),
        (actions.WEIGH, "kick"),
    ],
)
def test_the_fourth_down_die_says_which_kick_it_means(action: int, says: str) -> None:
    """BF-232: a roll of 3, and 2 more late in a match."""
    text = said(happened.FOURTH_DOWN_ROLLED, seat=0, milestone=2, die=3, total=5, target=7, action=action)
    assert "3 + 2 = 5 on fourth down, with the opponent's 20 ahead. 7 or more" in text
    assert text.endswith(f"the die says {says}")


def test_a_die_that_is_not_obeyed_is_explained() -> None:
    """BF-R51."""
    text = said(happened.DIE_OVERRULED, seat=0, said=actions.PUNT, done=actions.GO)
    assert text.startswith("a punt would all but lose the match, so ")
    assert text.endswith(" for it")
    text = said(happened.DIE_OVERRULED, seat=0, said=actions.WEIGH, done=actions.HAIL_MARY)
    assert text.startswith("a kick would all but lose the match, so ")
    assert text.endswith(" a Hail Mary")


def test_the_card_that_decides_between_two_kicks_says_how_far_the_kick_goes() -> None:
    """BF-234."""
    text = said(happened.KICK_WEIGHED, seat=0, card=3, good=0, value=7, distance=8)
    assert text.startswith("the card decides between a field goal and a punt. ")
    assert text.endswith(": value 7, 8 needed, so the kick would be no good")


def test_an_untimed_down_says_whose_time_out_paid_for_it() -> None:
    """BF-230: the defense's time out is announced a play before, the sheet's own in the same line."""
    by_defense, own = (told(happened.UNTIMED_DOWN, seat=0, payer=payer) for payer in (1, 0))
    played = told(happened.TIME_OUT_PLAYED, seat=0, left=1)
    assert f"which {AWAY}" in in_brief([by_defense])
    assert "time out paid for" in in_brief([by_defense])
    assert in_brief([played, own]).startswith("before the last card, ")
    assert in_brief([played, own]).endswith(": 1 left; an untimed down")


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        (terms.SPECIAL_DEFENSE, "a special defense: +2 strength"),
        (terms.GOAL_LINE_STAND, "goal-line stand: +2 strength"),
        (terms.FOURTH_DOWN, "fourth-down ability: +2 to the base gain"),
        (terms.SHORT_YARDAGE, "short-yardage ability: +2 to the base gain"),
    ],
)
def test_an_ability_is_named_and_says_what_it_does(ability: int, text: str) -> None:
    """BF-009."""
    assert said(happened.ABILITY_USED, seat=0, ability=ability, amount=2).endswith(text)


def test_a_sum_is_shown_as_it_is_made() -> None:
    """BF-025, BF-165: 5 - 3, with an ability 5 - 3 + 1, and a 5 that Prevent halves to 3 without its own 4."""
    assert in_the_log([*calls(5, 3), base(5, 3, 2)])[1].startswith("5 − 3 = 2.")
    assert in_the_log([*calls(5, 3), base(5, 3, 3, extra=1)])[1].startswith("5 − 3 + 1 = 3.")
    halved = told(happened.PREVENT_HALVED, before=5, after=3, own=4)
    text = in_the_log([*calls(5, 4), halved, base(3, 0, 3)])[1]
    assert text.startswith("Prevent halves 5 to 3, and its own 4 is not subtracted; 3 − 0 = 3.")


def test_an_interception_at_the_line_and_a_fumble_behind_it_say_so() -> None:
    """BF-096, BF-092."""
    assert said(happened.PASS_INTERCEPTED, seat=0, lines=0) == "the pass gains nothing and is intercepted"
    assert said(happened.BALL_FUMBLED, seat=0, lines=-1) == "a fumble 1 line behind the line of scrimmage"


def test_who_takes_an_event_that_does_not_fit_takes_nothing() -> None:
    """BF-040, BF-049: the card's other part is left alone."""
    unfit, takes = told(happened.EVENT_UNFIT, card=0), told(happened.OFFENSE_PICKED, seat=0, answer=0, card=0)
    assert " the corner alone" in in_brief([unfit, takes])
    assert " the event" in in_brief([takes])


def test_no_title_of_a_card_says_how_the_play_ends() -> None:
    """A card only changes a gain: with a base of 3, "Sack (pass -1)" gained two lines."""
    ends = ("sack", "backfield", "penetration", "loss", "first down", "touchdown")
    deck = Library().deck
    titles = [title for title, card in zip(deck.titles, deck.cards, strict=True) if card.event == terms.MODIFIER]
    assert len(titles) > 20
    assert [title for title in titles if any(word in title.casefold() for word in ends)] == []


def test_the_story_of_a_whole_match_can_be_told() -> None:
    """Every event of matches between sheets has its short sentence, with all its numbers."""
    match: Any = new_match(sheets=(0, 1))
    play(match, 500, 5)
    at = match.observation(0)
    for _, events in match.log:
        for line in brief.briefs(at, at.told(events)):
            assert line.text.strip()
