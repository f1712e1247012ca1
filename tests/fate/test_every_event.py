"""Every declared event of FATE is told everywhere: in the log, on the page, at the terminal and in reports."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from breakaway.core import language as languages
from breakaway.core.language import catalog, marked, spoken
from breakaway.core.rules import DECLARED, DETAIL, EVERYONE, ByNames, Event, EventGroup, Weight, counted, sentence
from breakaway.core.rules import event as declare_event
from breakaway.display.reports import MatchHistory
from breakaway.games.fate.display.log import TABLES, blocks, outcome, plays_of, rolls, story_lines
from breakaway.games.fate.display.reports import CHAPTERS
from breakaway.games.fate.rules import events
from breakaway.games.fate.rules.terms import GAME_LONG, QB
from breakaway.games.fate.terminal import DESK
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.words import LABELS
from tests.boards.test_fate_page import a_match
from tests.fate.test_events import EVENTS, HOUSES, told_in

RULES = list(EVENTS.values())
LANGUAGES = ("en", "de")


def plausible(rule: str) -> tuple[Event, Event]:
    """Two events of a rule: each number of the first is 1; those of the second are 2, and 0 for a side or an answer."""
    declared = DECLARED[rule]
    small = (events.SEAT, events.YES, events.ANSWER)
    second = tuple(0 if unit in small else 2 for unit in declared.fields.values())
    return Event(rule, EVERYONE, (1,) * len(declared.fields)), Event(rule, EVERYONE, second)


@cache
def observation():
    return a_match(b"every event").observation(0)


def page_log(event):
    """The lines of the page's log, with the down of each play."""
    found = [line.text for line in story_lines(observation(), [event])]
    if event.rule != events.DOWN_BEGAN:  # it is the heading of its play
        plays = blocks(observation(), [(1, [event])])
        assert [line.text for play in plays for line in play.lines] == found
    return found


def report(event):
    """A match of this one event as chapters, as reports and zines have them."""
    told = MatchHistory([observation()] * 2, 0, [(1, [event])], None, [1], [])
    return [part.text for chapter in CHAPTERS.chapters(told) for part in chapter.parts if hasattr(part, "text")]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_is_told_in_every_medium_unless_its_declaration_leaves_it_out(rule, language):
    declared, seen = DECLARED[rule], observation()
    with spoken(language):
        for event in plausible(rule):
            text = seen.game.words.event(event, seen.names, seen.config)
            assert text.strip()
            said = called.upper_first(text)
            shown = declared.weight > DETAIL
            assert page_log(event) == ([said] if shown else [])
            short = called.upper_first(sentence(event, seen.names, short=True))
            assert [line.text for line in DESK.report(seen, [event], [0])] == ([short] if shown and short else [])
            assert short or declared.short == ""
            if shown and rule != events.DOWN_BEGAN:
                assert any(said.rstrip(".!?") in paragraph for paragraph in report(event))


@pytest.mark.parametrize("rule", RULES)
def test_an_event_is_told_in_german_if_its_sentence_is_translated(rule):
    declared, names = DECLARED[rule], observation().names
    for event in plausible(rule):
        says = declared.says
        chosen = says.choose(event, names) if isinstance(says, ByNames) else says(event) if callable(says) else says
        text = chosen if isinstance(chosen, str) else chosen.text
        english = sentence(event, names)
        with spoken("de"):
            assert (sentence(event, names) != english) == (catalog("de").gettext(text) != text)


@pytest.mark.parametrize(
    "says",
    [
        marked("{seat:drops} a coin {spot}"),
        counted("spot", "{seat:drops} {n} coin {spot}", "{seat:drops} a coin {spot}"),
    ],
)
def test_a_sentence_that_nobody_has_translated_yet_is_in_english_from_end_to_end(monkeypatch, says):
    """A new event need not be translated; its spots and counts are then in English too."""
    names = {"teams": ["Mudlarks", "Fire"]}
    monkeypatch.setitem(DECLARED, events.FAIR_CAUGHT, replace(DECLARED[events.FAIR_CAUGHT], says=says))
    with spoken("de"):
        assert sentence(Event(events.FAIR_CAUGHT, EVERYONE, (0, 30)), names) == "Mudlarks drop a coin at their own 30"
        assert languages.language() == "de"


def test_a_hurt_player_and_the_one_who_comes_in_are_named_if_there_are_rosters():
    """FF-134: the quarterback is out for the game, and the next one is rated 2 lower."""
    out = Event(events.PLAYER_OUT, EVERYONE, (0, QB, GAME_LONG, 2, 0, 1))
    nameless = "Mudlarks lose a player at quarterback for the game: the next player is rated 2 lower"
    assert sentence(out, {"teams": ["Mudlarks", "Gadgeteers"]}) == nameless
    players = {"QB": ["Ada", "Bo"]}
    names = {"teams": ["Mudlarks", "Gadgeteers"], "rosters": [{"players": players}, {"players": {}}]}
    assert sentence(out, names) == "Mudlarks lose Ada (quarterback) for the game: Bo comes in, rated 2 lower"
    back = Event(events.PLAYER_OUT, EVERYONE, (0, QB, GAME_LONG, 0, 1, 0))
    assert sentence(back, names) == "Mudlarks lose Bo (quarterback) for the game, but Ada comes back in"


def test_a_spot_is_told_from_the_side_that_the_event_names():
    names = {"teams": ["Mudlarks", "Fire"]}
    assert sentence(Event(events.FAIR_CAUGHT, EVERYONE, (0, 30)), names) == "Mudlarks make a fair catch at their own 30"
    assert sentence(Event(events.FAIR_CAUGHT, EVERYONE, (1, 80)), names) == (
        "Fire makes a fair catch at the opponent's 20"
    )
    over = Event(events.QUARTER_OVER, EVERYONE, (2, 7, 3))
    assert sentence(over, names) == "The second quarter is over: Mudlarks 7, Fire 3"


def test_every_roll_has_a_table_and_a_name_that_the_rules_give_it():
    for rule in RULES:
        declared = DECLARED[rule]
        assert declared.part or "total" not in declared.fields, rule
        assert declared.part in ("", *LABELS)
        assert not declared.part or declared.title or declared.part in TABLES


def test_a_headline_is_bold():
    for rule in RULES:
        for line in story_lines(observation(), plausible(rule)):
            assert (line.style == "bold") == (DECLARED[rule].weight == Weight.HEADLINE), rule


@pytest.mark.parametrize("seed", range(len(HOUSES)))
def test_an_event_that_some_seats_do_not_see_is_declared_secret(seed):
    told = told_in(HOUSES[seed], 50 + seed)
    assert {each.rule for each in told if each.audience != EVERYONE} <= {r for r in RULES if DECLARED[r].secret}


GROUPS = [each for each in vars(events).values() if isinstance(each, EventGroup)]
CALL = Event(events.CALLS_SHOWN, EVERYONE, (0, 0, -1, 0, 0))  # the home side runs inside


@pytest.fixture
def new():
    """Declares one more event of the home side, as long as the test runs."""

    def declare(*groups, **declared):
        declare_event("FF-NEW", seat=events.SEAT, total=events.TOTAL, says="a dog runs off", groups=groups, **declared)
        return Event("FF-NEW", EVERYONE, (0, 3))

    yield declare
    del DECLARED["FF-NEW"]
    for each in GROUPS:
        each._rules.pop("FF-NEW", None)


@pytest.mark.parametrize(("groups", "good"), [((events.FAILED,), -1), ((events.SCORED,), 1), ((), 1)])
def test_a_new_event_with_a_banner_is_the_result_of_its_play(new, groups, good):
    """Good or bad for the home side: its group says which."""
    ended = new(*groups, banner="Woof!")
    for told in ([CALL, ended], [CALL, plausible(events.RUSH_INCOMPLETE)[0], ended]):
        assert outcome(observation(), plays_of([(1, told)])[0]) == ("Woof!", good)


def test_the_try_after_a_returned_kick_leaves_its_touchdown_on_the_banner():
    told = [plausible(rule)[0] for rule in (events.KICKED_OFF, events.KICK_RETURNED_ALL_THE_WAY)]
    told += [CALL, plausible(events.PASS_INCOMPLETE)[0]]
    assert outcome(observation(), plays_of([(1, told)])[0])[0] == "Touchdown!"


def test_a_new_roll_names_its_table_and_cites_the_rules_on_reading_it(new):
    rolled = new(title="dogs", cites=("FF-G2", "FF-058"))
    assert [row[0] for row in rolls(observation(), [rolled]).rows] == ["dogs"]
    assert [each.rule for each in story_lines(observation(), [rolled])[0].whys] == ["FF-NEW", "FF-G2", "FF-058"]


def test_scores_have_banners_and_cited_rules_exist():
    assert [rule for rule in (*events.SCORED, *events.FAILED) if not DECLARED[rule].banner] == []
    assert {cited for rule in RULES for cited in DECLARED[rule].cites} <= set(events.BOOK.entries)
