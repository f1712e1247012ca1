"""Every declared event of football is told everywhere: in the log, in brief and in full at the terminal, in reports."""

from __future__ import annotations

from functools import cache

import pytest

from breakaway.core.language import catalog, spoken
from breakaway.core.rules import DECLARED, DETAIL, EVERYONE, Event, Weight, sentence
from breakaway.display.reports import MatchHistory
from breakaway.games.football.display.log import blocks, shown
from breakaway.games.football.display.news import OPENS, PLAYED, briefs
from breakaway.games.football.display.reports import CHAPTERS
from breakaway.games.football.rules import events
from breakaway.games.football.rules.events import CALLS, CARD_PART, NEWS, RESULT
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.terminal import DESK
from breakaway.games.football.text import names as called
from tests.football.matches import new_match, play
from tests.football.test_events import EVENTS, HOUSES, TEAMS

LANGUAGES = ("en", "de")
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
    of_play = (
        [Event(events.PUNT_CALLED, EVERYONE, (1,))] if event.rule in OPENS - PLAYED else []
    )  # what it comes before
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
