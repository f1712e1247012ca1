"""A refusal begins in lower case, because it often follows a colon. On its own, it gets a capital letter."""

import pytest

from breakaway.core.language import as_sentence


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the match is over", "The match is over"),
        ("a punt needs 4th down; this is the 2nd", "A punt needs 4th down; this is the 2nd"),
        ("line 3: this entry was altered", "Line 3: this entry was altered"),
        ("unknown coach 'genius'. Football has: random", "Unknown coach 'genius'. Football has: random"),
        ("unknown coach 'own.py:Moody'", "Unknown coach 'own.py:Moody'"),
        ("übrig ist nichts", "Übrig ist nichts"),
        ("für A fehlt die Karte; erlaubt: 4, 7", "Für A fehlt die Karte; erlaubt: 4, 7"),
        ("another player's seat", "Another player's seat"),
        ("no", "No"),
        ("no, never", "No, never"),
    ],
)
def test_a_text_that_begins_with_a_word_gets_a_capital_letter(text, shown) -> None:
    assert as_sentence(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "--out: a report needs a name that ends in .pdf",
        "-x is unknown",
        "ann.match: not JSON",
        "ann/final: this is a folder",
        "my last match.match: not JSON",
        r"c:\games\ann: not JSON",
        "secrets.key is damaged: restore it from a backup",
        "options: spy works only with blind = true",
        "book: this config has 3 seats",
        "default_sheet is missing",
        "solo_sheets=expert needs a team with such sheets",
        "play(7) has no such card",
        "7b is not in your hand",
        "x2 is no square",
        "'dime' is no play",
        "“dime” is no play",
        "„dime“ ist kein Spielzug",
        "iPhone is no name",
        "http://ann.example cannot be reached",
        "You have no seat here.",
        "",
        "  ",
    ],
)
def test_an_option_a_file_a_field_a_code_and_a_quotation_stay_as_they_are(text) -> None:
    assert as_sentence(text) == text
