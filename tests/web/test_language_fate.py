"""FATE in other languages: no page, no sentence and no refusal stands in English alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pytest
from tools.gallery_fate import played

import breakaway.games.fate
from breakaway.club.club import Club
from breakaway.core.game import BadOrder
from breakaway.core.language import OWN_NAMES, use
from breakaway.core.rules import DECLARED, EVERYONE, Event
from breakaway.display.document import Why
from breakaway.display.match_page import find_page
from breakaway.games.fate.display.log import DICE, TABLES
from breakaway.games.fate.files import APPROACH_NAMES, read_roster, shipped
from breakaway.games.fate.rules import terms
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.words import LABELS, NOT_NOW, REFUSALS, FateWords
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import played_in
from tests.club.starts import fate_match, play_out
from tests.web.foreign import bracketed, not_for_translators, untranslated
from tests.web.session import browser, csrf, orders, turn
from tests.web.test_language_pages import DRAWN
from tests.web.test_typed import confirm, taps
from tests.web.test_without_scripts import place_of

assert bracketed  # a fixture, which pytest finds here
GERMAN = {"accept-language": "de"}
UNREAD = ("order", "style", "key", "kind", "class_", "layout", "icon", "look", "play", "team", "free")  # of a scene
# Lines of what the drawing's title says whole; time outs, which the other football draws.
APART = re.compile(r'<text class="caption".*?</text>|<svg[^>]* class="pips.*?</svg>')
PLATOONS = {f"{team} {each}" for team in ("Mudlarks", "Gadgeteers") for each in ("offense", "defense")}
EVERY_RULE = {"advanced": True, "sideline": True, "onside": True, "kneel": True, "spike": True}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Who speaks German here does so for one test."""
    yield
    use("en")


def printed_names() -> set[str]:
    """What is printed on dice, sheets and rosters, and is the same in every language."""
    people = [read_roster(each) for each in shipped()]
    found = {find("fate").title, "FATE", "Pass Rush", "PR", *called.POSITION_LETTERS, *APPROACH_NAMES}
    found |= {each.title() for each in (*called.ROW_WORDS, *called.DEFENSE_WORDS)}
    found |= {
        called.play(base, over).title() for base in range(terms.BASES) for over in (terms.DRAW, terms.PLAY_ACTION)
    }
    for roster in people:
        found |= {roster.name, roster.name.upper(), roster.coach.name}
        found |= {name for position in called.POSITION_LETTERS for name in roster.position(position).names}
    return found


NAMES = printed_names() | {"LIGHTNING", "FIRE", "Breakaway Football", "Breaking Away"}  # the form shows all games


# --- sentences

RULES = [rule for rule in DECLARED if rule.startswith("FF-")]  # that report an event


def told(rule: str) -> Iterator[Event]:
    """Events of a rule with numbers that it may have: sides, yards and totals small enough for each table."""
    for numbers in (
        (0, 1, 0, 4, 2, 0),
        (1, 2, 1, 1, 0, 1),
        (1, 5, 0, 2, 1, 1),
        (0, 1, 6, 4, 50, 0),
        (1, 60, 2, 0, 0, 1),
    ):
        for count in (2, 6):
            yield Event(rule, EVERYONE, numbers[:count])


@cache
def any_match() -> Match[Any, Any]:
    """For its names and rules."""
    return played(1, b"any")[0]


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("rosters", [True, False])
@pytest.mark.parametrize("rule", RULES)
def test_every_sentence_is_in_a_catalog(rule: str, rosters: bool) -> None:
    match = any_match()
    names = match.names if rosters else {"teams": match.names["teams"]}
    said = set()
    for event in told(rule):
        try:
            said.add(FateWords().event(event, names, match.config))
        except (IndexError, KeyError):
            continue  # numbers that this rule never tells
    assert said
    for text in said:
        assert text.startswith("⟦")
        assert untranslated(escape(text), NAMES) == []


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
def test_what_coaches_have_played_is_told_in_words_of_a_catalog() -> None:
    match, events = played(500, b"a long match")
    assert len({each.rule for each in events}) > 50
    for event in events:
        assert untranslated(escape(FateWords().event(event, match.names, match.config)), NAMES) == [], event


@pytest.mark.usefixtures("bracketed")
def test_refusals_and_outcomes_and_wrong_orders_are_in_a_catalog() -> None:
    match, _ = played(46, b"a test")
    observation, words = match.observation(0), FateWords()
    for rule in (*REFUSALS, "FF-042", "FF-096", "FF-999"):
        text = words.refusal(rule, [0], 0, match.names, match.config, observation.view, 0)
        assert untranslated(escape(text)) == [], rule
    for label in LABELS:
        assert untranslated(escape(words.outcome(label, 1))) == [], label
    for phase in (terms.CALL, terms.DECLARE, terms.CHOICE, terms.OPTION):
        for offense in (0, 1):
            observation.view.phase, observation.view.offense = phase, offense
            with pytest.raises(BadOrder) as caught:
                words.read("<nothing>", match.names, match.config, observation.view, 0)
            for _line, _rule, text in caught.value.mistakes:
                assert text.startswith("⟦")


def test_the_words_of_tables_are_marked_for_translators() -> None:
    tables = (called.POSITION_NAMES, called.LASTS, called.FOULS.values(), called.QUARTER_WORDS)
    titles = [each.title for rule, each in DECLARED.items() if rule.startswith("FF-") and each.title]
    assert titles
    for table in (*tables, REFUSALS.values(), TABLES.values(), titles, LABELS, [DICE, NOT_NOW]):
        assert not not_for_translators(table)
    assert not not_for_translators(each.says for each in find("fate").rules.entries.values())
    for coach in (read_roster(each).coach for each in shipped()):
        assert not not_for_translators([coach.high_concept, coach.trouble, *coach.aspects, *coach.stunts])


def test_every_roll_of_the_rules_has_its_label_in_the_list() -> None:
    code = "".join(
        path.read_text("utf-8") for path in (Path(breakaway.games.fate.__file__).parent / "rules").glob("*.py")
    )
    found = set(re.findall(r'(?:fate|below)\(chance, "([^"]+)"', code))
    assert found == set(LABELS)


# --- what a page is told


def texts(value: Any) -> Iterator[str]:
    """Every text of a scene as a page has it; rules and typed orders are not this board's."""
    if isinstance(value, str):
        yield value if value.startswith("<svg") else escape(value)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from texts(each)
    elif value is None or isinstance(value, Why | range | dict | bool | int | float):
        return
    else:
        for field in fields(value):
            if field.name not in UNREAD:
                yield from texts(getattr(value, field.name))


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("house", [{}, EVERY_RULE, {**EVERY_RULE, "overtime": "college", "grounding": True}])
def test_all_that_a_page_is_told_is_in_a_catalog(house: dict[str, Any]) -> None:
    use("de")
    game = find("fate")
    match: Match[Any, Any] = Match.new(game, fate_match(("human", "human"), **house))
    rng, story, asked = random.Random(8), list[tuple[int, list[Event]]](), set()
    for number in range(1500):
        if match.is_over():
            break
        for seat in match.missing():
            observation = match.observation(seat)
            if observation.view.phase not in asked or number % 25 == 0:
                asked.add(observation.view.phase)
                scene = find_page(game).scene(observation, story[-40:], played=lambda: played_in(match))
                assert [each for text in texts(scene) for each in untranslated(APART.sub("", text), NAMES)] == []
            order = coaches.ask(
                game, coaches.find(game, "random"), observation.view, observation.config, seat, rng.getrandbits(60)
            )
            declares = observation.view.phase == terms.DECLARE and rng.random() < 0.7
            match.choose(seat, [terms.PLAY] if declares else order)
        story.append((number, match.observation().told(match.resolve())))
    assert match.is_over()
    assert asked >= ({terms.CALL, terms.DECLARE, terms.KICK, terms.TIME} if house else {terms.CALL, terms.DECLARE})
    scene = find_page(game).scene(match.observation(), story, played=lambda: played_in(match))
    assert [each for text in texts(scene) for each in untranslated(APART.sub("", text), NAMES)] == []


# --- pages


def heard(client: Any, where: str) -> str:
    """A page, on which nothing may stand that no catalog has."""
    return checked(client.get(where)).text


def checked(answer: Any) -> Any:
    """An answer, likewise; a caption's lines stand whole in the title of its drawing."""
    assert untranslated(APART.sub("", DRAWN.sub("", answer.text)), {*NAMES, *PLATOONS, *OWN_NAMES.values()}) == [], str(
        answer.url
    )
    return answer


def pressed(client: Any, answer: Any, rng: random.Random) -> Any:
    """What comes of some button of the page, a play rather than a kick."""
    found = orders(answer.text)
    calls = [each for each in found if each not in ("punt", "field goal", "kneel", "spike")]
    order = rng.choice(calls if calls and rng.random() < 0.9 else found)
    sent = {"csrf": csrf(answer.text), "turn": turn(answer.text), "order": order}
    return checked(client.post(f"{place_of(answer)}/choose", data=sent))


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
def test_no_page_of_a_match_has_words_that_no_catalog_has(club: Club) -> None:
    made = club.create("fate", fate_match(("human", "book"), **EVERY_RULE), here=[0])
    club.resolve(made.id)
    client, rng, asked = browser(club), random.Random(3), set()
    client.headers.update(GERMAN)
    answer = checked(client.get(f"/match/{made.id}/1"))
    for number in range(110):
        look = club.look(made.id, 0)
        asked.add(look.observation.view.phase)
        if number % 20 == 0:
            for place in ("watch", f"at/{look.turn}", f"at/{look.turn // 2}"):
                heard(client, f"/match/{made.id}/{place}")
        if look.observation.view.phase == terms.CALL and number % 5 == 0:
            sent = {"csrf": csrf(answer.text), "turn": turn(answer.text), "free": "..."}
            assert checked(client.post(f"/match/{made.id}/1/choose", data=sent)).status_code == 422
        answer = pressed(client, answer, rng)
        assert answer.status_code == 200
    assert {terms.CALL, terms.DECLARE, terms.TRY, terms.KICK} <= asked


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
def test_what_platoons_see_and_the_form_and_the_rules_have_no_words_of_their_own(club: Club) -> None:
    seats = ("human", "human", "human", "human")
    made = club.create("fate", fate_match(seats, advanced=True), here=[0, 1, 2, 3])
    club.resolve(made.id)
    client, rng = browser(club), random.Random(5)
    client.headers.update(GERMAN)
    for _turn in range(30):
        seat = club.look(made.id).waiting[0]
        for place in range(1, 5):
            heard(client, f"/match/{made.id}/{place}")
        pressed(client, client.get(f"/match/{made.id}/{seat + 1}"), rng)
    for where in ("/open/fate", "/rules/fate", "/rules/fate/FF-029", "/rules/fate/FF-G31", "/rules/fate?q=Draw"):
        heard(client, where)


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
def test_own_dice_are_asked_for_in_words_of_a_catalog(club: Club) -> None:
    start = replace(fate_match(("human", "human"), advanced=True), chance="typed")
    made = club.create("fate", start, here=[0, 1])
    client, rng, labels = browser(club), random.Random(6), set()
    client.headers.update(GERMAN)
    dice = f"/match/{made.id}/1/dice"
    for _turn in range(40):
        waiting = club.look(made.id).waiting
        if waiting:
            pressed(client, client.get(f"/match/{made.id}/{waiting[0] + 1}"), rng)
            continue
        text = heard(client, dice)
        while taps(text):
            labels |= set(re.findall(r"<h1>⟦[^⟦]*⟦([^⟧]*)⟧", text))
            text = heard(client, rng.choice(taps(text)))
        checked(confirm(client, text, f"/match/{made.id}/1"))
    assert {"toss", "kickoff", "contest", "run"} <= labels


# --- real German


@pytest.mark.slow
@pytest.mark.parametrize("place", ["1", "watch"])
def test_a_german_browser_reads_a_match_in_german(club: Club, place: str) -> None:
    made = club.create("fate", fate_match(("human", "book"), advanced=True), here=[0])
    play_out(club, made.id, turns=60)
    text = browser(club).get(f"/match/{made.id}/{place}", headers=GERMAN).text
    for said in (
        "Die Würfe dieses Spielzugs",
        "Punkte nach Vierteln",
        "Mudlarks: wer spielt",
        "Die Matrix als Tabelle",
    ):
        assert said in text
    for said in ("Würfel: ", "Strichen zu 15 Sekunden", "an der eigenen"):
        assert said in text
    assert re.search(r"(Mudlarks|Gadgeteers) spielen [A-Z][\w ]+ gegen [A-Z]\w+; die Matrix zeigt", text)


@pytest.mark.slow
def test_a_wrong_call_is_refused_in_german(club: Club) -> None:
    made = club.create("fate", fate_match(("human", "random")), here=[0])
    club.resolve(made.id)
    client = browser(club)
    for _turn in range(60):
        view = club.look(made.id, 0).observation.view
        if view.phase == terms.CALL:
            break
        play_out(club, made.id, turns=1)
    text = client.get(f"/match/{made.id}/1").text
    sent = {"csrf": csrf(text), "turn": turn(text), "free": "<b>"}
    answer = client.post(f"/match/{made.id}/1/choose", data=sent, headers=GERMAN)
    assert answer.status_code == 422
    assert "Erwartet wird eins von run" in answer.text
