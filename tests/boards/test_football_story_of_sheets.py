"""The log tells a sheet's story: its spy, its dice and why one is overruled, its time outs, abilities and cards."""

from __future__ import annotations

from typing import Any

import pytest

from breakaway.core.rules import DECLARED, EVERYONE, Event, sentence
from breakaway.games.football.display import log as football_log
from breakaway.games.football.display import news
from breakaway.games.football.files.config import Library
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import solo, terms, win_chances
from breakaway.games.football.text import names as called

from ..football.matches import new_match, play

SHEETS = new_match(sheets=(0, 1))  # Maulers at home, and the other team
NAMES = SHEETS.observation(0).names
HOME, AWAY = (str(called.team(NAMES, seat)) for seat in (0, 1))


def told(rule: str, **numbers: int) -> Event:
    return Event(rule, EVERYONE, tuple(numbers[name] for name in DECLARED[rule].fields))


def said(rule: str, **numbers: int) -> str:
    return sentence(told(rule, **numbers), NAMES)


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
    return " / ".join(line.text for line in news.briefs(SHEETS.observation(0), events))


def test_the_spy_is_named_and_has_no_strength() -> None:
    """BF-208: its Defense Breakaway makes the base gain 0, whatever the strengths are."""
    kind = SHEETS.config.type_kind[SHEETS.config.play_type[0][0]]
    what = "run" if kind == terms.RUN else "pass"
    assert f"; the spy reads the {what}: Goal Line" in in_brief(calls(2, 0, spied=1))
    title, _ = in_the_log(calls(2, 0, spied=1))
    assert title.endswith(" vs. the spy's Goal Line")
    assert " against Goal Line 0" in in_brief(calls(2, 0))


@pytest.mark.parametrize(
    ("kind", "why", "says"),
    [
        (terms.RUN, solo.NO_TOKENS, "the run (no orange tokens left)"),
        (terms.PASS, solo.NO_TOKENS, "the pass (no blue tokens left)"),
        (terms.RUN, solo.RED_ZONE, "the run (in a red zone)"),
        (terms.PASS, solo.LATE_PASS, "the pass (last two cards of the half)"),
    ],
)
def test_the_spy_says_why_it_is_on(kind: int, why: int, says: str) -> None:
    """BF-210 to BF-213."""
    spy = told(happened.SPY_WON, strategy=terms.TWIST, kind=kind, die=2, call=0, why=why)
    assert sentence(spy, NAMES) == f"the spy reads {says}: Goal Line (Twist, die 2)"
    reason = says.partition("(")[2].removesuffix(")")
    if kind == SHEETS.config.type_kind[SHEETS.config.play_type[0][0]]:
        assert f"; the spy reads {says}: Goal Line" in in_brief([spy, *calls(2, 0, spied=1)])
    lined_up = told(happened.OFFENSE_LINED_UP, seat=0, formation=0)
    assert in_the_log([lined_up, spy, *calls(2, 0, spied=1)])[1].startswith(f"The spy is on: {reason}")


def test_why_the_spy_is_on_follows_its_three_conditions() -> None:
    """BF-210, BF-211: tokens. BF-212: three lines from a goal line. BF-213: a pass with two cards left in the half."""
    match = new_match(sheets=(0, 1))
    config, s = match.config, match.game.start(match.config)
    s.offense, s.quarter, s.line = 0, 1, 10
    assert solo.why_spied(s, config, terms.RUN) == 0
    s.line = 17
    assert solo.why_spied(s, config, terms.RUN) == solo.RED_ZONE
    s.tokens[0][terms.RUN] = 0
    assert solo.why_spied(s, config, terms.RUN) == solo.NO_TOKENS
    s.line, s.quarter = 10, 2
    assert solo.why_spied(s, config, terms.PASS) == 0
    s.used = terms.CARDS - 2
    assert solo.why_spied(s, config, terms.PASS) == solo.LATE_PASS


def test_a_spy_without_a_call_has_none() -> None:
    """BF-215: the table has a dash."""
    text = said(happened.SPY_IGNORED, strategy=terms.TWIST, kind=terms.RUN, die=2, call=terms.NONE)
    assert text == "Spy Run, Twist, die 2: no spy call"


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
        (win_chances.GO, "go for it"),
        (win_chances.FIELD_GOAL, "kick a field goal"),
        (win_chances.PUNT, "punt"),
        (win_chances.COFFIN, "punt to the coffin corner"),
        (win_chances.WEIGH, "do not go for it: a field goal or a punt, by the card"),
    ],
)
def test_the_fourth_down_die_says_which_kick_it_means(action: int, says: str) -> None:
    """BF-232: a roll of 3, and 2 more late in a match."""
    text = said(happened.FOURTH_DOWN_ROLLED, seat=0, milestone=2, die=3, total=5, target=7, action=action)
    assert "3 + 2 (behind) = 5 on fourth down, with the opponent's 20 ahead. 7 or more" in text
    assert text.endswith(f"the die says {says}")
    text = said(happened.FOURTH_DOWN_ROLLED, seat=0, milestone=2, die=3, total=1, target=7, action=action)
    assert "3 - 2 (leading late) = 1 on" in text


def test_a_die_that_is_not_obeyed_is_explained() -> None:
    """BF-R51."""
    text = said(happened.DIE_OVERRULED, seat=0, said=win_chances.PUNT, done=win_chances.GO)
    assert text.startswith("a punt would throw the match away, so ")
    assert text.endswith(" for it")
    text = said(happened.DIE_OVERRULED, seat=0, said=win_chances.WEIGH, done=win_chances.HAIL_MARY)
    assert text.startswith("a kick would throw the match away, so ")
    assert text.endswith(" a Hail Mary")


def test_the_card_that_decides_between_two_kicks_says_how_far_the_kick_goes() -> None:
    """BF-234."""
    text = said(happened.KICK_WEIGHED, seat=0, card=3, good=0, value=7, distance=8, punts=1)
    assert text.startswith("the card decides between a field goal and a punt. ")
    assert text.endswith(": value 7, 8 needed, so the kick would be no good")


@pytest.mark.parametrize(
    ("good", "value", "punts", "says"),
    [
        (1, 8, 0, ": value 8, 8 needed, so the kick is good"),
        (1, 8, 1, ": value 8, 8 needed, so the kick would be good, but a punt is worth more now"),
        (0, 7, 0, ": value 7, 8 needed, so the kick is no good, but a miss is no worse than a punt now"),
        (0, 0, 0, ": it blocks a field goal and a punt alike"),
        (0, 0, 1, ": it blocks a field goal and a punt alike"),
    ],
)
def test_a_weighed_kick_says_why_it_is_kicked_or_punted(good: int, value: int, punts: int, says: str) -> None:
    """BF-234: the last play of a half, for example, may as well be a miss."""
    text = said(happened.KICK_WEIGHED, seat=0, card=3, good=good, value=value, distance=8, punts=punts)
    assert text.endswith(says)


def test_every_card_that_blocks_a_field_goal_blocks_a_punt() -> None:
    """BF-157: so the sentence about a block may speak of both."""
    config = SHEETS.config
    assert [each == terms.BLOCKED for each in config.field_goal] == [each == terms.BLOCKED for each in config.punt]


def test_a_low_percentage_pass_is_named_and_says_why_it_is_incomplete() -> None:
    """BF-168, BF-169."""
    config = SHEETS.config
    low = next(play for play in range(terms.PLAYS) if config.play_low[0][play])
    kind = config.play_type[0][low]
    events = [
        told(happened.PLAY_SHOWN, seat=0, play=low, type=kind, strength=7),
        told(happened.DEFENSE_SHOWN, seat=1, type=0, strength=4, spied=0),
        told(happened.PASS_INCOMPLETE, seat=0, low=1),
    ]
    name = called.play_type(NAMES, kind)
    assert f" {name} 7 low ({called.side(low)}) against Goal Line 4" in in_brief(events)
    title, text = in_the_log(events)
    assert title == f"{name} 7 low vs. Goal Line 4"
    assert "No green modifier: the low-percentage pass is incomplete" in text
    assert said(happened.PASS_INCOMPLETE, seat=0, low=0) == "the pass is incomplete"


def test_a_gain_into_the_end_zone_is_not_counted_further() -> None:
    """BF-041: a corner of 3 from a gain of 4, with 5 lines left."""
    added = told(happened.CORNER_ADDED, seat=0, corner=3, lines=5, reached=1)
    assert in_brief([added]) == "corner +3: into the end zone"
    assert sentence(added, NAMES) == "the corner adds 3: into the end zone"
    assert said(happened.CORNER_ADDED, seat=0, corner=3, lines=4, reached=0) == "the corner adds 3: 4 lines so far"
    assert said(happened.BALL_MOVED, seat=0, lines=5, line=terms.GOAL).endswith(" 5 lines: into the end zone")


def test_a_corner_with_a_football_is_a_turnover() -> None:
    """BF-050, BF-142."""
    assert in_brief([told(happened.CORNER_COUNTED, seat=0, corner=terms.FOOTBALL)]) == (
        "the corner is a football: a turnover"
    )
    text = said(happened.KICKOFF_RETURNED, seat=0, card=0, corner=terms.FOOTBALL)
    assert text.endswith(" the kickoff; the corner is a football")


def test_a_forced_turnover_is_told_once() -> None:
    """BF-011."""
    picked = told(happened.DEFENSE_PICKED, seat=1, answer=2, card=0)
    assert in_brief([picked, told(happened.TURNOVER_FORCED, seat=1)]) == said(happened.TURNOVER_FORCED, seat=1)


def test_a_special_defense_has_no_effect_in_a_breakaway() -> None:
    """BF-009, BF-048: the base gain is 0, whatever the strength."""
    ability = told(happened.ABILITY_USED, seat=1, ability=terms.SPECIAL_DEFENSE, amount=2)
    broke = [told(happened.DEFENSE_BROKE_AWAY, seat=1), told(happened.BASE_IS_NOTHING, seat=0)]
    assert "+2 strength, without effect in a breakaway; DEFENSE" in in_brief([*calls(2, 1), ability, *broke])
    assert "without effect" not in in_brief([*calls(2, 1), ability, base(2, 3, -1)])


def test_the_onside_kick_says_what_it_needs_and_the_flip_who_chose() -> None:
    """BF-152, BF-R34, BF-R30, BF-187."""
    assert said(happened.ONSIDE_HELD, seat=0, value=8).startswith("value 8, 8 needed: ")
    assert said(happened.ONSIDE_LOST, receiver=1, value=7).startswith("value 7, 8 needed: ")
    text = said(happened.OPENING_RECEIVED, winner=0, receiver=1)
    assert text.startswith(f"{HOME} choose")
    assert " to kick off: " in text
    assert text.endswith(" the opening kickoff")
    assert "choose" not in said(happened.OPENING_RECEIVED, winner=1, receiver=1)
    assert said(happened.OVERTIME_FLIP_CHOSEN, winner=1, receiver=1).endswith(" to receive in overtime")


def test_an_untimed_down_says_whose_time_out_paid_for_it() -> None:
    """BF-230: the defense's time out is announced a play before, the sheet's own in the same line."""
    by_defense, own = (told(happened.UNTIMED_DOWN, seat=0, payer=payer) for payer in (1, 0))
    played = told(happened.TIME_OUT_PLAYED, seat=0, left=1)
    assert f"which {AWAY}" in in_brief([by_defense])
    assert "time out paid for" in in_brief([by_defense])
    assert in_brief([played, own]).endswith(" for this play with a time out (1 left); an untimed down")


def test_a_time_out_that_pays_for_a_play_stands_after_the_result() -> None:
    """BF-231: the card is used up before the ball moves."""
    played, own = told(happened.TIME_OUT_PLAYED, seat=0, left=1), told(happened.UNTIMED_DOWN, seat=0, payer=0)
    moved = told(happened.BALL_MOVED, seat=0, lines=2, line=10)
    lines = in_brief([*calls(5, 3), told(happened.CARD_DRAWN, card=0), played, own, moved]).split(" / ")
    assert lines[-2].startswith("Card: ")
    assert lines[-1].startswith(f"{sentence(moved, NAMES)}; ")
    assert lines[-1].endswith(" for this play with a time out (1 left); an untimed down")
    touchdown = told(happened.TOUCHDOWN_SCORED, seat=0)
    lines = in_brief([told(happened.CARD_DRAWN, card=0), played, own, touchdown]).split(" / ")
    assert lines[0].endswith("; an untimed down")


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
    assert "; base gain 6 − 6 + 1 = 1" in in_brief([*calls(6, 6), base(6, 6, 1, extra=1)])
    assert "; base gain 1: 6 − 9 + 1 = −2, but the minimum is 1" in in_brief([*calls(6, 9), base(6, 9, 1, extra=1)])
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
        for line in news.briefs(at, at.told(events)):
            assert line.text.strip()
