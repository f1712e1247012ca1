"""The form for a whole set: everything that stands in a box can be typed in, and every mistake is told at its field."""

from __future__ import annotations

import pytest

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError
from breakaway.games.football.box.forms import FORMS
from breakaway.games.football.files.own_set import set_of, shares, unseen_parts
from breakaway.games.football.files.own_words import own_card_text
from breakaway.players.set_forms import NoSuchPart
from tests.football import box_typist
from tests.football.box_typist import the_box

Texts = dict[str, str]


def typed(texts: Texts, part: str, given: dict[str, str], in_play: bool = False) -> Texts:
    found = FORMS.filled(texts, part, given, in_play)
    assert found.texts is not None, (part, found.fault, found.wrong)
    return found.texts


def whole_box() -> Texts:
    """The box of the tests, typed in page by page."""
    texts = FORMS.new("")
    for n in (1, 2, 3):
        texts = typed(texts, f"deck-{n}", box_typist.deck_page(n))
    texts = typed(texts, "matchups", box_typist.chart_page(FORMS.form(texts, "matchups")))
    texts = typed(texts, "spy", box_typist.spy_page())
    for team in ("herons", "otters"):
        texts, part = FORMS.with_team(texts, team.title(), "")
        assert part == f"{team}.cards"
        texts = typed(texts, part, box_typist.cards_page(team))
        texts = typed(texts, f"{team}.defense-sheet", box_typist.defense_page(team))
        texts = typed(texts, f"{team}.offense-sheet", box_typist.offense_page(team))
    return texts


BOX = whole_box()


def test_a_whole_box_is_typed_in_and_nothing_is_missing_bf_002() -> None:
    box, own = the_box(), set_of("", BOX)
    assert [f"{title}: {own_card_text(card)}" for title, card in own.cards] == box["deck"]
    assert {each[1] for each in shares(own) if each[1] != each[2]} == set(), "every share is whole"
    assert unseen_parts(own) == []
    zone = own.defense_types.index("Zone")
    assert [own.types[t] for (d, t), won in own.chart.items() if d == zone and won == 1] == ["Draw", "Screen"]


def test_what_was_typed_stands_in_the_fields_of_the_next_visit() -> None:
    texts = BOX
    for part in FORMS.parts(texts):
        form = FORMS.form(texts, part.name)
        given = {each.name: each.value for group in form.groups for each in group.fields}
        again = FORMS.filled(texts, part.name, given, in_play=True)
        assert again.wrong == [], part
        assert again.texts == texts, part


@pytest.mark.parametrize(
    ("part", "name", "value", "says"),
    [
        ("deck-1", "c0.event", "run +", "Expected an event such as"),
        ("deck-1", "c0.d", "5", "can be 0, -1, -2, turnover, not '5'"),
        ("deck-1", "c0.fg", "2", "can be blocked or 3 to 9, not '2'"),
        ("deck-2", "c18.title", "x" * 130, "At most 120 characters"),
        ("matchups", "t0", "Inside Run 2", "no digit at its end"),
        ("matchups", "t1", "inside run", "Two are called"),
        ("matchups", "d4.wins", "Sweep", "Unknown type of play 'Sweep'; known: Inside Run"),
        ("matchups", "d4.loses", "Draw, draw", "Draw stands in two lists"),
        ("spy", "s0.0", "Fog", "Unknown defense 'Fog'"),
        ("herons.cards", "name", "x" * 41, "At most 40 characters"),
        ("herons.cards", "o0.a", "Long", "a play and its strength (0 to 12), as in Short 4"),
        ("herons.cards", "o0.formation", "", "Choose the formation"),
        ("herons.cards", "x0.a", "Zone", "as in Zone 0/5"),
        ("herons.cards", "x0.formation", "", "the formation that this card shows"),
        ("herons.cards", "ability", "name = ", "not TOML"),
        ("herons.cards", "ability", 'name = "flying"', "Unknown ability 'flying'; known: none, kicking"),
        ("herons.defense-sheet", "g0", "99", "a number from 1 to 15"),
        ("herons.defense-sheet", "b0.0", "1-3", "Game States of 2 or more"),
        ("herons.defense-sheet", "b0.1", "2-5", "stands in another row"),
        ("herons.defense-sheet", "b0.0", "", "Type the Game States of this row"),
        ("herons.defense-sheet", "r0.0", "E E T", "six names for the rolls 1 to 6"),
        ("herons.defense-sheet", "y0.0.0", "Zone 0/5", "a formation and a defense"),
        ("herons.offense-sheet", "m0.0", "Shotgun 1-6", "Unknown formation 'Shotgun'"),
        ("herons.offense-sheet", "p0", "2-", "Game States of 2 or more"),
        ("herons.offense-sheet", "z0.0", "Mike", "can be Mike Joker or Mike Razor or Mike Dragon"),
        ("herons.offense-sheet", "q0.0", "Long 9", "correct the card that is wrong"),
    ],
)
def test_a_mistake_is_told_at_its_field_with_what_would_be_right(part: str, name: str, value: str, says: str) -> None:
    texts = BOX
    fields = {each.name: each.value for group in FORMS.form(texts, part).groups for each in group.fields}
    found = FORMS.filled(texts, part, fields | {name: value}, False)
    assert found.texts is None, "nothing of the page is kept"
    faults = {each.name: each for group in found.form.groups for each in group.fields if each.fault}
    assert says in faults[name].fault, faults
    assert faults[name].value == value, "nothing that was typed is lost"
    assert set(faults) == {each[0] for each in found.wrong}


def test_a_card_that_is_emptied_is_taken_out_unless_a_match_with_the_set_is_open() -> None:
    given = box_typist.deck_page(1) | {f"c2.{name}": "" for name in ("title", "event", "d", "o", "fg", "punt")}
    texts = typed(BOX, "deck-1", given)
    own = set_of("", texts)
    assert len(own.cards) == 53
    assert own.cards[2][0] == "Thimble", "the next card moves up"
    found = FORMS.filled(BOX, "deck-1", given, in_play=True)
    assert (
        next((name, text) for name, _where, text in found.wrong if "each card keeps its place" in text)[0] == "c2.title"
    )
    assert found.texts is None


def test_a_card_may_be_typed_into_one_field_and_in_part() -> None:
    given = {"c0.title": "Kite: run +3, d turnover, o 0, fg 6, punt 9", "c1.event": "pass +2", "c2.title": "Raft"}
    own = set_of("", typed(FORMS.new(""), "deck-1", given))
    assert [own_card_text(card) for _title, card in own.cards] == [
        "run +3, d turnover, o 0, fg 6, punt 9",
        "pass +2, d ?, o ?, fg ?, punt ?",
        "?, d ?, o ?, fg ?, punt ?",
    ]
    assert [title for title, _card in own.cards] == ["Kite", "Pass +2", "Raft"]


def test_a_set_can_start_from_our_cards_and_keeps_what_was_entered() -> None:
    texts = typed(FORMS.new(""), "deck-1", {"c0.title": "Kite: run +3, d turnover, o 0, fg 6, punt 9"})
    for n in (1, 2, 3):
        texts = FORMS.with_ours(texts, f"deck-{n}", "")
    own = set_of("", texts)
    assert len(own.cards) == 54
    assert own.cards[0][0] == "Kite"
    texts, part = FORMS.with_team(texts, "The Herons!", "lightning")
    assert part == "the-herons.cards"
    texts = FORMS.with_ours(FORMS.with_ours(texts, "matchups", ""), "spy", "")
    assert {name for name, known, most in shares(set_of("", texts)) if known != most} == set()
    with pytest.raises(UserError, match="has the team The Herons! already"):
        FORMS.with_team(texts, "the herons", "")
    with pytest.raises(UserError, match="Choose one of our teams"):
        FORMS.with_team(texts, "Otters", "../deck")
    assert "the-herons.toml" not in FORMS.without_team(texts, part)
    for name in ("deck", "!", "matchups"):
        with pytest.raises(UserError, match="A team needs a name"):
            FORMS.with_team(texts, name, "")


def test_a_new_set_starts_empty_or_with_our_deck_and_charts() -> None:
    assert {each[1] for each in shares(set_of("", FORMS.new("")))} == {0}
    assert all(known == most for _what, known, most in shares(set_of("", FORMS.new("ours"))))


def test_a_page_that_the_set_does_not_have_is_none() -> None:
    for part in ("deck-4", "otters.cards", "", "herons", "herons.ability"):
        with pytest.raises(NoSuchPart):
            FORMS.form(FORMS.new(""), part)
    with pytest.raises(NoSuchPart):
        FORMS.without_team(FORMS.new(""), "herons.cards")


def test_files_from_elsewhere_are_refused_with_each_mistake_by_file_and_field() -> None:
    texts = {
        "deck.toml": 'evidence = "printed"\ncards = [\n  { title = "Kite", card = "run +3, d 7" },\n]\ncard = 1\n',
        "herons.toml": 'name = "Herons"\n[defence_sheet]\n',
        "matchups.toml": 'long = "Long\n',
    }
    with pytest.raises(BadData) as error:
        FORMS.checked(texts)
    said = str(error.value).split("\n")
    assert "deck.toml: card 1: d: expected 0, -1, -2, turnover, not '7'" in said
    assert any(each.startswith("deck.toml: card: a set has no such field; it has: evidence") for each in said)
    assert any(each.startswith("herons.toml: defence_sheet: a set has no such field") for each in said)
    assert any(each.startswith("matchups.toml: not TOML: ") and "line 1" in each for each in said)
    FORMS.checked(BOX)
