"""Numbers with a decimal mark are written in one place, as the reader's language writes them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from babel.numbers import format_decimal

import breakaway
from breakaway.core.language import decimal, languages, spoken
from breakaway.core.odds import ONE
from breakaway.display.review import percent, points

SOURCE = Path(breakaway.__file__).parent
ENGLISH_ONLY = ("api", "cli", "lab", "site", "terminal")  # docs/languages.md: what stays English
DRAWINGS = ("display/svg.py", "games/cycling/display/panorama.py")  # coordinates
COMMANDS = ("odds.py", "odds_command.py", "situation_odds.py", "report.py", "rate.py", "solve_command.py")  # of a lab


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", [0, 0.06, 4.75, 12.34, -7.5, 999.96, 1234.5, -1234567.8])
def test_every_language_of_the_pages_writes_numbers_as_unicode_says_it_does(language: str, number: float) -> None:
    with spoken(language):
        assert decimal(number) == format_decimal(number, "#,##0.0", locale=language)
        assert decimal(number, 2) == format_decimal(number, "#,##0.00", locale=language)
        assert decimal(round(number), 0) == format_decimal(round(number), "#,##0", locale=language)


def test_a_change_has_its_sign_and_what_rounds_to_zero_is_no_loss() -> None:
    assert (decimal(4.2, signed=True), decimal(-4.2, signed=True)) == ("+4.2", "-4.2")
    assert decimal(-0.04, signed=True) == "+0.0"
    with spoken("de"):
        assert decimal(1234.5, signed=True) == "+1.234,5"


def test_a_german_review_has_commas_in_its_chances_and_in_their_changes() -> None:
    assert (percent(0.483 * ONE), points(-0.042 * ONE)) == ("48.3%", "-4.2")
    with spoken("de"):
        assert (percent(0.483 * ONE), points(-0.042 * ONE)) == ("48,3\N{NO-BREAK SPACE}%", "-4,2")


def writes_decimals(path: Path) -> list[int]:
    """The lines of a file whose texts have a format such as `.1f`."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            spec = "".join(str(each.value) for each in node.format_spec.values if isinstance(each, ast.Constant))
            if "." in spec and spec.endswith(("f", "%")):
                found.append(node.lineno)
    return found


def test_no_text_that_is_translated_writes_its_decimal_mark_itself() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(tuple(f"{each}/" for each in ENGLISH_ONLY)) or name in DRAWINGS:
            continue
        if ("/lab/" in name and path.name in COMMANDS) or name == "core/language.py":
            continue
        found += [f"{name}:{line}" for line in writes_decimals(path)]
    assert found == []
