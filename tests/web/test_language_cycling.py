"""The race in other languages: nothing on its pages stands in English alone, and its German is German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.core.data_files import BadData
from breakaway.core.game import BadOrder
from breakaway.core.language import OWN_NAMES, UserError, _, use
from breakaway.core.rules import DECLARED, EVERYONE, Event, sentence
from breakaway.games.cycling.display.field import LINE_NAMES, strip
from breakaway.games.cycling.display.news import NOT_OF_RIDERS
from breakaway.games.cycling.files import PROFILES, Tour, resolve
from breakaway.games.cycling.rules.terms import RIDERS
from breakaway.games.cycling.setup import make_names, names_of_record
from breakaway.games.cycling.text.words import ordinal, rider_name
from breakaway.games.manifest import find
from breakaway.players.settings import find_setting
from tests.club.starts import play_out, race
from tests.core.races import SHORT
from tests.web.foreign import bracketed, not_for_translators, untranslated
from tests.web.session import browser, post, turn
from tests.web.test_race_page import NUMBER, cards

__all__ = ["bracketed"]
GAME = find("cycling")
NAMES = {"teams": ["Röd", "Blue", "Green"], "riders": {"Blue": ["Percy Vere", "Al Pine", "Cy Kell", "Di Rail"]}}
PLATES = [team + grade for team in "RBG" for grade in "ABCD"]  # as riders are marked on the road
PRINTED = [*NAMES["teams"], *NAMES["riders"]["Blue"], *OWN_NAMES.values(), *PLATES]
RULES = [rule for rule in DECLARED if rule.startswith("BA-")]
EVENTS = {  # numbers that a turn could tell with each rule; both forms of sentences that have two
    "BA-3.1": [(4, 10, 9, 8, 0)],
    "BA-5.1": [(4, 1, 360360, 1, 40), (4, 1, 360360, 2, 40), (4, 1, 360360, 3, 40)],
    "BA-5.2": [(4, 1, 360360, 1), (4, 1, 360360, 2), (4, 1, 360360, 3)],
    "BA-R11": [(4, 1, 0, 2), (4, 1, 0, 3)],
    "BA-6.1": [(4, 3, 15, 12)],
    "BA-6.5": [(4, 5, 2), (4, 3, 0)],
    "BA-6.7": [(4, 15, 17)],
    "BA-6.9": [(4, 1, 1), (4, 7, 7)],
    "BA-6.10": [(4, 3)],
    "BA-6.11": [(4, 12, 5)],
    "BA-7.2.5": [(4, 1, 1), (4, 1, 0)],
    "BA-9.1": [(1,)],
    "BA-10.1": [(4,), (4 + RIDERS,)],
    "BA-R13": [(1,), (8,)],
}


def told(rule: str) -> Iterator[str]:
    """A rule's sentences; most tell of one rider or of two."""
    for args in EVENTS.get(rule, [(4, 1)]):
        yield sentence(Event(rule, EVERYONE, args), NAMES)


def left(text: str) -> list[str]:
    return untranslated(text, PRINTED)


def begun(club: Club, profile: str = "postal", tour: Tour = SHORT, house: dict[str, Any] | None = None) -> str:
    """A race of three teams before its line-ups."""
    start = race(("human", "human", "human"))
    config, options = resolve(profile, 3, house, tour)
    match_id: str = club.create("cycling", replace(start, config=config, options=options, names=NAMES), here=[0]).id
    return match_id


def look_at_all(club: Club, match_id: str) -> set[str]:
    """Plays on to the end by chance, and looks at each turn as a seat, as a spectator and again afterwards."""
    client, found, turns = browser(club), set[str](), 0
    while True:
        for place in ("1", "watch", f"at/{turns}"):
            answer = client.get(f"/match/{match_id}/{place}")
            assert answer.status_code == 200 or place.startswith("at"), place
            found.update(left(answer.text))
        if club.look(match_id).is_over:
            return found
        play_out(club, match_id, turns=1, seed=turns)
        turns += 1


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("profile", PROFILES)
def test_all_pages_of_a_race_are_translated_turn_after_turn(club: Club, profile: str) -> None:
    assert look_at_all(club, begun(club, profile)) == set()


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed")
def test_all_pages_of_a_tour_with_house_rules_are_translated(club: Club) -> None:
    (stage,) = SHORT.stages
    tour = Tour(name="A tour", hands="fresh", stages=[stage, stage])
    assert look_at_all(club, begun(club, tour=tour, house={"dropped_gap": 5, "last_place": 0})) == set()


@pytest.mark.usefixtures("bracketed")
def test_refusals_on_the_page_are_translated(club: Club) -> None:
    match_id = begun(club)
    client, where = browser(club), f"/match/{match_id}/1"
    text = client.get(where).text
    numbers = dict.fromkeys(dict(re.findall(NUMBER, text)), "15")
    leads = dict(re.findall(r'type="hidden" form="choose" name="(part[^"]+)" value="(\w)"', text))
    answer = post(client, f"{where}/choose", order="", turn=turn(text), **dict(sorted({**leads, **numbers}.items())))
    assert (answer.status_code, left(answer.text)) == (422, [])
    play_out(club, match_id, turns=1)
    text = client.get(where).text
    some = {name: values[-1] for name, values in list(cards(text).items())[:2]}
    answer = post(client, f"{where}/choose", order="", turn=turn(text), **some)
    assert (answer.status_code, left(answer.text)) == (422, [])
    assert "⟦no card was given for {rider}; legal: {cards}⟧".partition("{")[0] in answer.text


@pytest.mark.usefixtures("bracketed")
def test_every_sentence_of_the_race_is_translated() -> None:
    for rule in RULES:
        for text in told(rule):
            assert left(text) == [], rule
    assert [each for n in range(1, 30) for each in left(ordinal(n))] == []


@pytest.mark.usefixtures("bracketed")
def test_every_fault_of_an_order_or_a_line_up_is_translated(club: Club) -> None:
    match_id = begun(club, "spy")
    faults = list[str]()
    for texts in (
        ("A 99 B 1", "A 1 1 1 A 2 if", "A hello", "x" * 5000),
        ("A99 B99", "A1 if rain", "A1 A2", "A1 what", "y" * 5000, "spy Nobody", "spy Röd A", *["spy" + 5 * " Blue A,"]),
    ):
        observation = club.look(match_id, 0).observation
        for text in texts:
            with pytest.raises(BadOrder) as refused:
                observation.read(text)
            faults += [fault for _line, _rule, fault in refused.value.mistakes]
        play_out(club, match_id, turns=1)
    assert len(set(faults)) > 12
    assert [each for fault in faults for each in left(fault)] == []


@pytest.mark.usefixtures("bracketed")
def test_what_a_form_of_the_race_asks_and_refuses_is_translated() -> None:
    form = find_setting(GAME).form()
    tracks = [value for value, _label in form.first[-1].choices if value]
    for field in form.first:
        assert untranslated(" | ".join([field.label, *(label for _value, label in field.choices)]), tracks) == []
    for teams, named in ((2, ["A", "B", "C"]), (2, ["Ants: Al, Bo"]), (2, ["Ants", "Ants"]), (2, ["!"]), (2, ["If"])):
        with pytest.raises(UserError) as refused:
            make_names(teams, named)
        assert untranslated(str(refused.value).removeprefix("--team: "), ["Ants"]) == [], named
    for names in ({"teams": ["Red"]}, {"teams": ["Red", "Blue"], "riders": {"Nobody": ["A1"]}}):
        with pytest.raises(UserError) as refused:
            names_of_record(names, resolve("postal", 2)[0])
        assert left(str(refused.value)) == []
    for given in ({"house": {"spy": True}}, {"house": {"default_line_up": "A"}}, {"teams": 40}, {"profile": "none"}):
        with pytest.raises(BadData) as bad:
            resolve(**given)  # type: ignore[arg-type]
        assert "⟦" in str(bad.value), given


@pytest.mark.usefixtures("bracketed")
def test_the_strip_of_letters_is_translated(club: Club) -> None:
    for profile in ("postal", "blind"):
        match_id = begun(club, profile)
        for turns in range(4):
            play_out(club, match_id, turns=1, seed=turns)
            observation = club.look(match_id).observation
            marks = r"\b[A-Z][a-z]?[A-D]\b|\b(R|B|G) (?=Röd|Blue|Green)"
            assert left(re.sub(marks, "", strip(observation.view, observation.config, observation.names))) == []
    assert [name for name in LINE_NAMES.values() if not _(name).startswith("⟦")] == []


def test_every_rule_of_the_race_and_its_chapter_are_given_to_translators() -> None:
    texts = {text for entry in GAME.rules.entries.values() for text in (entry.says, entry.chapter)}
    assert len(texts) > len(GAME.rules.entries) > 50
    assert not not_for_translators(texts)


def test_what_is_told_of_a_rider_begins_with_him_in_german_so_that_he_is_named_once() -> None:
    english = {text for rule in RULES for text in told(rule)}
    use("de")
    try:
        for rule in RULES:
            if DECLARED[rule].part in NOT_OF_RIDERS or "team" in DECLARED[rule].fields:
                continue
            for text in set(told(rule)) - english:  # some may not be translated yet
                assert text.startswith(rider_name(NAMES, 4)), text
    finally:
        use("en")


def test_a_german_browser_reads_a_german_race(club: Club) -> None:
    client = browser(club)
    client.headers["accept-language"] = "de"
    match_id = begun(club)
    where = f"/match/{match_id}/1"
    assert "Mit welchen Karten starten deine Fahrer?" in client.get(where).text
    play_out(club, match_id, turns=2)
    text = unescape(client.get(where).text)
    for said in (
        "Wähle eine Karte für jeden deiner 4 Fahrer.",
        "Zug 2",
        "Anweisungen versiegeln",
        "Von vorn nach hinten: Feld",
    ):
        assert said in text
    assert re.search(r"Röd A 0 → \d+", text)
    assert re.search(r"Blue A \(Percy Vere\) zieht \d+: ", text)
    answer = post(client, f"{where}/choose", order="A99 B99", turn=turn(text))
    assert re.search(r"A hat keine 99; erlaubt: \d+", answer.text)
    play_out(club, match_id)
    text = client.get(where).text
    assert "Der Endstand" in text
    assert "Das Rennen endet mit dem Zug" in text
    assert re.search(r"(gewinnt|teilen sich den Sieg) mit [\d½]+ Punkten\.", text)
