"""Football in other languages: nothing that people read of a match stands in English alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from html import escape, unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.core import language
from breakaway.core.game import BadOrder
from breakaway.core.language import use
from breakaway.core.rules import DECLARED, EVERYONE, Event, sentence
from breakaway.display.document import Why
from breakaway.games.football.display.page import PAGE
from breakaway.games.football.display.reports import outcome
from breakaway.games.football.files.config import names as names_of_teams
from breakaway.games.football.rules.event_words import PAYER, SEAT
from breakaway.games.football.rules.events import BALL_MOVED, BOOK
from breakaway.games.football.setup import SETTING
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import ANSWERS
from breakaway.games.football.text.words import CARD_NUMBERS, DICE, FLIP, GAME_DAY, REFUSALS, SIDE
from breakaway.records.play_by_play import played_in
from tests.club.starts import any_order, football_match
from tests.football.matches import new_match, some_order
from tests.web.foreign import Bracketed, for_translators, untranslated
from tests.web.session import browser, csrf, turn

UNREAD = (  # not shown as they stand
    *("order", "style", "key", "kind", "class_", "layout", "free", "rules", "whys", "icon", "state", "play", "team"),
)
DRAWN = {GAME_DAY: 54, FLIP: 2, SIDE: 2, **dict.fromkeys(CARD_NUMBERS, 15), **dict.fromkeys(DICE, 6)}
MATCHES: tuple[dict[str, Any], ...] = (
    {},
    {"sheets": (1,)},
    {"sheets": (0, 1), "house": {"spy_tokens": 1}},
    {"teams": ("sharks", "rhinos"), "house": {"late_incompletions": True, "winner_chooses": True, "flags": 5}},
    {"teams": ("lightning", "vultures"), "sheets": (0,), "house": {"legacy_red_zone": True, "hail_mary_cards": 4}},
)
TYPED = ("nonsense", "99a", "3x", "12a, special", "discard 1 1", "discard 99", "4b, gibberish", "punt", "kneel", "9b")


class InCatalogs(Bracketed):
    """English in brackets, where the catalogs have a place for it."""

    def __init__(self, known: frozenset[str]) -> None:
        super().__init__()
        self.known = known

    def gettext(self, message: str) -> str:
        return super().gettext(message) if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return super().ngettext(msgid1, msgid2, n) if msgid1 in self.known else (msgid1, msgid2)[n != 1]


@pytest.fixture(scope="module")
def gathered() -> InCatalogs:
    """What translators are given."""
    return InCatalogs(for_translators())


@pytest.fixture
def in_catalogs(monkeypatch: pytest.MonkeyPatch, gathered: InCatalogs) -> None:
    """What translators are given is shown in brackets: what only seems to be translated is seen too."""
    monkeypatch.setattr(language, "catalog", lambda name: gathered)


def printed(names: Any) -> list[str]:
    """What cards, sheets and the box print: names, which no catalog has."""
    found = [*called.STRATEGIES, *called.PLANS, *called.CODES, *called.SPIES[1:], "TD", "Hail Mary"]
    for each in ("teams", "types", "defense_types", "defense_formations", "deck"):
        found += [text for text in names[each] if text]
    found += [text.partition(" (")[0] for text in names["deck"] if text]
    found += [text for own in names["formations"] for text in own]
    found += [text for team in names["cards"] for card in team for text in card["plays"]]
    return [*found, *(text.upper() for text in names["teams"])]


def read_of(value: Any) -> Iterator[str]:
    """All that people read of a scene."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sequence):
        for each in value:
            yield from read_of(each)
    elif is_dataclass(value) and not isinstance(value, Why):
        for field in fields(value):
            if field.name not in UNREAD:
                yield from read_of(getattr(value, field.name))


def english(texts: Iterator[str], names: Any) -> list[str]:
    """Those of them that no catalog has."""
    known, found = printed(names), list[str]()
    for text in dict.fromkeys(texts):
        # A card's title may be broken into lines, and long ones are cut for the back of a card: whole titles are named.
        found += untranslated(text if text.startswith("<svg") else escape(text), known)
    broken = {word for title in known for word in title.split()}
    return [text for text in dict.fromkeys(found) if not set(text.split()) <= broken]


@pytest.mark.slow
@pytest.mark.parametrize("teams", [("lightning", "fire"), ("maulers", "pharaohs")])
@pytest.mark.usefixtures("in_catalogs")
def test_every_sentence_about_an_event_is_in_a_catalog(teams: tuple[str, str]) -> None:
    names = names_of_teams(*teams)
    said = 0
    football = [(rule, each) for rule, each in DECLARED.items() if rule.startswith("BF-")]
    for rule, declared in football:
        units = declared.fields.values()
        for numbers in ((0,) * 6, (1,) * 6, (0, 1, 1, 2, 1, 3), (1, 0, 2, 1, 0, 2), (0, 2, 1, 0, 2, 3)):
            args = tuple(
                each % 2 if unit in (SEAT, PAYER) else each for unit, each in zip(units, numbers, strict=False)
            )
            text = sentence(Event(rule, EVERYONE, args), names)
            said += 1
            assert text.startswith("⟦"), (rule, text)
            assert untranslated(escape(text), printed(names)) == [], rule
    assert said == 5 * len(football)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(MATCHES)))
@pytest.mark.usefixtures("in_catalogs")
def test_every_text_of_a_match_is_in_a_catalog(number: int) -> None:
    match, rng, log, turn = new_match(**MATCHES[number]), random.Random(number), [], 0
    phases = set()
    while not match.is_over():
        if turn % 20 == 0 or match.state.phase not in phases:
            phases.add(match.state.phase)
            for seat in (0, 1, -1):
                observation = match.observation(seat)
                told = [(at, observation.told(events)) for at, events in log]
                scene = PAGE.scene(observation, told, played=lambda: played_in(match))
                assert english(read_of(scene), match.names) == [], (turn, seat)
        for seat in match.choosers():
            match.choose(seat, some_order(match, seat, rng))
        log.append((turn, match.resolve()))
        turn += 1
    observation = match.observation(-1)
    assert english(read_of(PAGE.scene(observation, log, played=lambda: played_in(match))), match.names) == []
    assert len(log) == 1 or len(phases) > 5, "two sheets play a whole match in one turn"


@pytest.mark.slow
@pytest.mark.usefixtures("in_catalogs")
def test_what_is_mistyped_or_not_allowed_is_said_in_the_language_of_now() -> None:
    match, rng, said = new_match(house={"flags": 9}), random.Random(2), set[str]()
    while not match.is_over():
        for seat in match.choosers():
            for text in TYPED:
                try:
                    order = match.observation(seat).read(text)
                except BadOrder as error:
                    said.update(text for _line, _rule, text in error.mistakes)
                    continue
                refused = match.observation(seat).why_not(order[0] if isinstance(order, tuple) else order)
                said.update([refused.text] if refused else [])
            match.choose(seat, some_order(match, seat, rng))
        match.resolve()
    said.update(each(match.state, seat) for each in REFUSALS.values() for seat in (0, 1))
    assert len(said) > 20
    typed = {form for answers in ANSWERS.values() for forms in answers for form in forms}
    assert [text for text in said if not text.startswith("⟦") or untranslated(escape(text), typed)] == []


@pytest.mark.slow
@pytest.mark.usefixtures("in_catalogs")
def test_dice_and_cards_to_tap_and_the_form_of_a_table_are_in_a_catalog() -> None:
    match = new_match(sheets=(1,))
    observation = match.observation(0)
    for label, count in DRAWN.items():
        found = [outcome(observation, label, k) for k in range(count)]
        assert english(read_of([(each.label, each.says) for each in found if each]), match.names) == [], label
        assert all(found), label
    form = SETTING.form()
    labels = [text for field in (*form.first, *form.house) for text in (field.label, field.says) if text]
    choices = [text for field in form.house for _value, text in field.choices]
    assert [text for text in (*labels, *choices) if not text.startswith("⟦")] == []


@pytest.mark.slow
@pytest.mark.usefixtures("in_catalogs")
def test_no_page_of_a_match_has_english_of_football(club: Club) -> None:
    client, rng = browser(club), random.Random(4)
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    names = [*printed(names_of_teams("lightning", "fire")), "Football", "kneel", "field goal"]
    names += [
        "English",
        "Deutsch",
        *(word for name in names for word in name.split() if word.isalpha()),
    ]  # long names stand in two lines
    names += [text for entry in BOOK.entries.values() for text in (entry.says, entry.chapter)]
    pages = refusals = 0
    club.resolve(made.id)
    while not club.look(made.id).is_over and pages < 60:
        for place in ("1", "watch", f"at/{club.look(made.id).turn}"):
            answer = client.get(f"/match/{made.id}/{place}")
            assert answer.status_code == 200
            assert untranslated(answer.text, names) == [], place
            pages += 1
        text = client.get(f"/match/{made.id}/1").text
        if turn(text):
            typed = {"csrf": csrf(text), "turn": turn(text), "free": "99a"}
            refused = client.post(f"/match/{made.id}/1/choose", data=typed)
            assert refused.status_code == 422
            assert untranslated(refused.text, names) == []
            refusals += 1
        for _ in range(3):
            look = club.look(made.id)
            for seat in look.waiting:
                club.choose(made.id, seat, any_order(club, made.id, seat, rng.getrandbits(60)), turn=look.turn)
            club.resolve(made.id)
    assert pages == 60
    assert refusals > 10


def test_a_german_browser_reads_german(club: Club) -> None:
    client = browser(club)
    client.headers["accept-language"] = "de"
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    club.resolve(made.id)
    text = unescape(client.get(f"/match/{made.id}/1").text)
    for said in ("1. Viertel", "1. Viertel · 15 Karten", "Hand von Lightning", "Statistik", "Was schlägt was"):
        assert said in text
    assert "Dein Team" in unescape(client.get("/open/football").text)


def test_german_teams_have_verbs_that_agree() -> None:
    use("de")
    try:
        event = Event(BALL_MOVED, EVERYONE, (0, 2, 9))
        fire, maulers = ({"teams": [name, "Sharks"]} for name in ("Fire", "Maulers"))
        assert sentence(event, fire) == "Fire gewinnt 2 Linien: Ball an der eigenen 45"
        assert sentence(event, maulers) == "Maulers gewinnen 2 Linien: Ball an der eigenen 45"
    finally:
        use("en")
