"""Every declared event of football is told everywhere: in the log, in brief and in full at the terminal, in reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from breakaway.core.language import catalog, marked, spoken
from breakaway.core.rules import DECLARED, DETAIL, EVERYONE, Event, EventGroup, Weight, sentence
from breakaway.core.rules import event as declare_event
from breakaway.display.reports import MatchHistory
from breakaway.games.football.display import question
from breakaway.games.football.display.box_score import paths
from breakaway.games.football.display.field import trail
from breakaway.games.football.display.log import blocks, shown
from breakaway.games.football.display.motion import banner, is_news, way
from breakaway.games.football.display.news import Story, briefs, plays
from breakaway.games.football.display.reports import CHAPTERS
from breakaway.games.football.rules import events, terms
from breakaway.games.football.rules.events import CALLS, CARD_PART, NEWS, RESULT
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.terminal import DESK, watched
from breakaway.games.football.text import names as called
from tests.football.matches import new_match, play
from tests.football.test_events import EVENTS, HOUSES, TEAMS

LANGUAGES = ("en", "de")
PUNT = Event(events.PUNT_CALLED, EVERYONE, (1,))
# The report in brief tells both calls in one sentence, with what the spy reads.
CALLED = {events.PLAY_SHOWN, events.DEFENSE_SHOWN}


@cache
def observation() -> FootballObservation:
    return new_match().observation(0)


def plausible(rule: str) -> tuple[Event, Event]:
    """Two events of a rule: each number of the first is 1; those of the second are 2, and 0 for a seat or an answer."""
    small = (events.SEAT, events.PAYER, events.YES)
    second = tuple(0 if (unit.base or unit) in small else 2 for unit in DECLARED[rule].fields.values())
    return Event(rule, EVERYONE, (1,) * len(second)), Event(rule, EVERYONE, second)


def in_log(event: Event) -> str:
    found = [shown(observation(), block) for block in blocks(observation(), [(1, [event])])]
    return " ".join(line.text for block in found for line in block.lines)


def in_report(event: Event) -> str:
    """A match of this one event as chapters, as reports, emails and zines have them."""
    of_play = [PUNT] if event.rule in events.LEADS_IN else []  # what it comes before
    told = MatchHistory([observation()] * 2, 0, [(1, [event, *of_play])], None, [1], [])
    return " ".join(part.text for chapter in CHAPTERS.chapters(told) for part in chapter.parts if hasattr(part, "text"))


@pytest.mark.parametrize("rule", EVENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_is_told_in_every_medium_unless_its_declaration_leaves_it_out(rule: str, language: str) -> None:
    declared, seen = DECLARED[rule], observation()
    is_shown = declared.weight > DETAIL
    with spoken(language):
        for event in plausible(rule):
            full = seen.game.words.event(event, seen.names, seen.config)
            assert full.strip()
            assert full in " ".join(part.text for part in DESK.full(seen, [event]))  # type: ignore[union-attr]
            short = sentence(event, seen.names, short=True) if is_shown else ""
            brief = "; ".join(line.text for line in briefs(seen, [event]))
            at_terminal = " ".join(part.text for part in DESK.report(seen, [event], [0]))  # type: ignore[union-attr]
            if rule not in CALLED:
                assert brief == short
            assert at_terminal == brief
            if rule not in events.IN_TITLE and rule != events.BASE_FOUND:  # the log writes a base gain as a sum
                said = f"{called.capital(short)}." if short else ""
                assert in_log(event) == said
                assert said in in_report(event)


@pytest.mark.parametrize("rule", EVENTS)
def test_an_event_is_told_in_german_if_its_sentence_is_translated(rule: str) -> None:
    declared, names = DECLARED[rule], observation().names
    for event in plausible(rule):
        chosen = declared.says(event) if callable(declared.says) else declared.says
        assert not isinstance(chosen, str) or chosen
        text = chosen if isinstance(chosen, str) else chosen.text  # type: ignore[union-attr]
        english = sentence(event, names)
        with spoken("de"):
            assert (sentence(event, names) != english) == (catalog("de").gettext(text) != text)


def test_what_is_shown_belongs_to_a_part_of_a_play_and_a_headline_is_bold() -> None:
    for rule, declared in EVENTS.items():
        assert (declared.weight == DETAIL) == (declared.part not in (CALLS, CARD_PART, RESULT, NEWS)), rule
        for event in plausible(rule):
            for line in briefs(observation(), [event]):
                assert (line.style == "bold") == (declared.weight == Weight.HEADLINE), rule


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_an_event_that_some_seats_do_not_see_is_declared_secret(number: int) -> None:
    teams = (TEAMS[number], TEAMS[number + 3])
    house = {**HOUSES[number % 3], "hidden_discards": number % 2 == 0}
    told = play(new_match(house=house, teams=teams), seed=number)
    hidden = {each.rule for each in told if each.audience != EVERYONE}
    secret = {rule for rule in EVENTS if DECLARED[rule].secret}
    assert hidden <= secret
    assert bool(hidden) == house["hidden_discards"], "hidden discards are what is secret"
    if house["hidden_discards"]:
        assert {each.rule for each in told if each.audience == EVERYONE} & secret == set()


# --- A new event needs only its declaration: each kind of event is found by the media that show it.


GROUPS = {name: each for name, each in vars(events).items() if isinstance(each, EventGroup)}
NEW = "BF-NEW"
DRIVE = Event(events.DRIVE_BEGAN, EVERYONE, (1, 8))
KNEE, THROW = Event(events.KNELT, EVERYONE, (1,)), Event(events.HAIL_MARY_THROWN, EVERYONE, (1,))
Declare = Callable[..., Event]


@pytest.fixture
def new() -> Iterator[Declare]:
    """Declares one more event of the visitors, as long as the test runs."""

    def declare(*groups: EventGroup, part: str = NEWS, **declared: Any) -> Event:
        declare_event(NEW, seat=events.SEAT, says=marked("{seat:drop} it"), part=part, groups=groups, **declared)
        return Event(NEW, EVERYONE, (1,))

    yield declare
    del DECLARED[NEW]
    for each in GROUPS.values():
        each._rules.pop(NEW, None)


def said(event: Event) -> str:
    return sentence(event, observation().names)


def at_terminal(*told: Event) -> list[str]:
    seen = observation()
    return [part.text for part in watched(seen, told, Story(seen.config))]  # type: ignore[union-attr]


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_has_events_and_says_what_they_have_in_common(group: str) -> None:
    assert list(GROUPS[group])
    assert GROUPS[group].meaning


def test_what_is_played_without_a_card_has_a_title_and_what_ends_a_play_a_banner() -> None:
    for group in (events.HEADED, events.FROM_SCRIMMAGE, events.FROM_TEE, events.AT_POSTS, events.KICKED_AWAY):
        assert set(group) <= set(events.PLAYS), group.meaning
    named = {rule for rule, each in EVENTS.items() if each.title}
    assert named == {*events.PLAYS, *events.PENALTIES} - {events.PLAY_SHOWN}
    for group in (events.SCORES, events.PENALTIES, events.FIRST_DOWNS, events.INCOMPLETE):
        assert [rule for rule in group if not EVENTS[rule].banner] == [], group.meaning
    assert {rule for rule, each in EVENTS.items() if "points" in each.adds} <= set(events.SCORES)
    assert {rule for rule, each in EVENTS.items() if "penalty_lines" in each.adds} == set(events.PENALTIES)


def test_a_new_kick_is_an_entry_of_the_log_with_its_title_and_has_a_headline(new: Declare) -> None:
    seen = observation()
    kick = new(events.PLAYS, events.HEADED, events.KICKED_AWAY, events.AT_POSTS, title=marked("drop kick"))
    log = blocks(seen, [(1, [DRIVE, PUNT, DRIVE, kick])])
    assert [shown(seen, each).title for each in log] == ["Before the kickoff", "Punt", "Drop kick"]
    assert log[-1].offense == 1
    assert is_news(log[-1])
    assert way(log[-1]) == way(blocks(seen, [(1, [DRIVE, Event(events.FIELD_GOAL_TRIED, EVERYONE, (1, 9))])])[-1])
    assert [title for title, _ in plays([PUNT, kick], seen.names, Story(seen.config))][1].startswith("Q1")
    assert [text.partition(" ")[0] for text in at_terminal(PUNT, kick)][2:] == ["Q1", said(kick).partition(" ")[0]]


def test_a_new_way_to_begin_a_play_begins_its_entry_in_the_log(new: Declare) -> None:
    shift = new(events.LEADS_IN)
    log = blocks(observation(), [(1, [PUNT, shift, PUNT])])
    assert [each.events for each in log] == [[PUNT], [shift, PUNT]]
    assert plays([PUNT, shift, PUNT], observation().names, Story(observation().config))[1][1] == [shift, PUNT]


@pytest.mark.parametrize(("group", "first"), [("BEFORE_PLAY", False), ("GOES_AHEAD", True)])
def test_what_comes_before_a_play_stands_below_its_headline(new: Declare, group: str, first: bool) -> None:
    ahead = new(GROUPS[group])
    aims = [Event(events.COFFIN_AIMED, EVERYONE, (1,))] * first
    assert at_terminal(PUNT, *aims, ahead, PUNT)[-2].split("; ")[-1] == said(ahead)
    assert at_terminal(PUNT, ahead)[-1].split("; ")[-1] == said(ahead)


def test_what_pays_for_a_play_stands_after_its_result(new: Declare) -> None:
    pays = new(events.PAYS)
    base = Event(events.BASE_FOUND, EVERYONE, (6, 4, 2, 0))
    moved = Event(events.BALL_MOVED, EVERYONE, (1, 2, 10))
    assert briefs(observation(), [base, pays, moved])[-1].text.endswith(f"; {said(pays)}")


def test_a_new_penalty_moves_the_ball_and_is_told_by_drive_and_banner(new: Declare) -> None:
    seen = observation()
    lines = {"penalty_lines": -2}
    foul = new(
        events.PENALTIES, part=RESULT, adds=lines, title=marked("clipping"), banner=marked("Clipping by {seat}.")
    )
    drive = trail([DRIVE, foul], seen.config, seen.names)
    assert drive is not None
    assert [(step.what, step.start, step.end) for step in drive.steps] == [("clipping", 8, 6)]
    play = blocks(seen, [(1, [DRIVE, KNEE, foul])])[-1]
    assert (play.gain, banner(play, seen.names)) == (-2, f"Clipping by {called.team(seen.names, 1)}.")


@pytest.mark.parametrize(("group", "points"), [("SCORES", 4), ("LOST", 0)])
def test_a_new_score_or_loss_is_on_the_banner_and_good_or_bad(new: Declare, group: str, points: int) -> None:
    seen = observation()
    ended = new(GROUPS[group], adds={"points": points}, banner=marked("A rouge for {seat}!"))
    play = blocks(seen, [(1, [DRIVE, KNEE, ended])])[-1]
    assert banner(play, seen.names) == f"A rouge for {called.team(seen.names, 1)}!"
    assert (play.after, play.good(1)) == ((0, points), 1 if points else -1)


@pytest.mark.parametrize(
    ("group", "incomplete", "first_down", "said"),
    [("INCOMPLETE", True, False, "By a hair."), ("FIRST_DOWNS", False, True, "No gain. By a hair.")],
)
def test_a_new_incompletion_or_first_down_is_told_by_drive_and_banner(
    new: Declare, group: str, incomplete: bool, first_down: bool, said: str
) -> None:
    seen = observation()
    close = new(GROUPS[group], banner=marked("By a hair."))
    stays = Event(events.BALL_MOVED, EVERYONE, (1, 0, 8))
    told = [DRIVE, THROW, *((close, stays) if incomplete else (stays, close))]
    drive = trail(told, seen.config, seen.names)
    assert drive is not None
    assert [(step.incomplete, step.first_down) for step in drive.steps] == [(incomplete, first_down)]
    assert banner(blocks(seen, [(1, told)])[-1], seen.names) == said


def test_what_an_answer_leads_to_is_foretold(new: Declare, monkeypatch: pytest.MonkeyPatch) -> None:
    result, match = new(events.FORETOLD), new_match()
    match.state.phase = terms.CHALLENGE
    monkeypatch.setattr(question, "played_on", lambda seen, order: [PUNT, result])
    assert question.foreseen(match.observation(0), [0]) == said(result)


@pytest.mark.parametrize(("steps", "begins"), [("OFFENSE_STEPS", "OPENS_OFFENSE"), ("DEFENSE_STEPS", "OPENS_DEFENSE")])
def test_a_new_step_of_a_sheet_is_a_row_of_why_it_called_so(new: Declare, steps: str, begins: str) -> None:
    names = observation().names
    rolls = new(GROUPS[steps], GROUPS[begins])
    (path,) = paths([PUNT, rolls], names)
    assert path.title.startswith(f"{called.team(names, 1)}, ")
    assert path.rows == ((NEW, ("", "", "", "", said(rolls))),)


def test_a_new_remark_about_a_sheets_call_stands_below_its_steps(new: Declare) -> None:
    remark = new(events.ASIDES)
    plan = Event(events.PLAN_SET, EVERYONE, (1, 1, 1))
    (path,) = paths([plan, remark], observation().names)
    assert path.asides == ((NEW, said(remark)),)
