"""Catalogs are read as translators write them, and the tool tells what is late from what is wrong."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from tools.catalogs import as_po, checked

from breakaway.core.language import LOCALE, PoCatalog

HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"\n\n'
POLISH = (
    r"""
# a person wrote this
#. for translators
#: web/app.py
#, python-brace-format
msgid ""
"{team} has "
"the \"ball\""
msgstr "{team} ma\t\"pi\u0142k\u0119\"\\\n"
msgid "no blank line before"
msgstr "bez przerwy"

#, fuzzy
msgid "draft"
msgstr "szkic"

#, fuzzy, python-format
#~ msgid "old"
#~ msgstr "stare"

msgid "late"
msgstr ""

msgctxt "menu"
msgid "open"
msgstr "otw\u00f3rz"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgid "{n} seat"
msgid_plural "{n} seats"
msgstr[0] "{n} miejsce"
msgstr[1] ""
msgstr[2] ""
""".replace(r"\u0142", "\u0142")
    .replace(r"\u0119", "\u0119")
    .replace(r"\u00f3", "\u00f3")
)


def written(folder: Path, text: str, name: str = "table.po") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def compiled(path: Path, language: str) -> gettext.GNUTranslations:
    """A `.po` file as Babel compiles it and Python reads it then."""
    file = io.BytesIO()
    with path.open("rb") as source:
        write_mo(file, read_po(source, locale=language))
    file.seek(0)
    return gettext.GNUTranslations(file)


def test_every_german_text_is_read_as_a_compiled_catalog_has_it() -> None:
    paths = sorted(LOCALE.glob("de/LC_MESSAGES/*.po"))
    assert len(paths) == 7
    for path in paths:
        ours, theirs = PoCatalog([path]), compiled(path, "de")
        with path.open("rb") as file:
            catalog = read_po(file, locale="de")
        assert len(ours.texts) + len(ours.counted) > 60
        for message in catalog:
            if not message.id:
                continue
            one, other = message.id if message.pluralizable else (message.id, message.id)
            assert ours.gettext(one) == theirs.gettext(one)
            if message.pluralizable:
                assert [ours.ngettext(one, other, n) for n in range(4)] == [
                    theirs.ngettext(one, other, n) for n in range(4)
                ]


def test_a_file_of_a_translator_is_read_with_its_escapes_comments_and_plural_forms(tmp_path) -> None:
    ours = PoCatalog([written(tmp_path, HEAD + POLISH)])
    assert ours.gettext('{team} has the "ball"') == '{team} ma\t"pi\u0142k\u0119"\\\n'
    assert ours.gettext("no blank line before") == "bez przerwy"
    assert [ours.ngettext("{n} card", "{n} cards", n) for n in (1, 2, 5, 22)] == [
        "{n} karta", "{n} karty", "{n} kart", "{n} karty"
    ]  # fmt: skip
    assert ours.gettext("{n} card") == "{n} karta"
    assert ours.gettext("menu\x04open") == "otw\u00f3rz"
    for english in ("draft", "old", "late", "open"):
        assert ours.gettext(english) == english
    assert [ours.ngettext("{n} seat", "{n} seats", n) for n in (1, 2)] == ["{n} seat", "{n} seats"]


def test_the_last_entry_of_a_file_counts_also_without_an_end_of_its_line(tmp_path) -> None:
    assert PoCatalog([written(tmp_path, 'msgid "a"\nmsgstr "b"')]).gettext("a") == "b"


def test_a_header_that_msginit_calls_fuzzy_has_the_plural_forms(tmp_path) -> None:
    assert PoCatalog([written(tmp_path, "#, fuzzy\n" + HEAD)]).plural(5) == 2


def test_a_later_file_takes_precedence(tmp_path) -> None:
    first, second = (
        written(tmp_path, 'msgid "a"\nmsgstr "b"', "1.po"),
        written(tmp_path, 'msgid "a"\nmsgstr "c"', "2.po"),
    )
    assert PoCatalog([first, second]).gettext("a") == "c"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('msgid "a"\nmsgstr "b', "line 2: expected msgid, then msgstr"),
        ('msgid "a"\nmsgstr', "line 2: expected msgid, then msgstr"),
        ('msgid "a"\nmsgstr "say "b""', r'line 2: write \\" for a quote'),
        ('msgid "a"\n\nmsgid "b"\nmsgstr "c"', "line 3: expected msgid, then msgstr"),
        ('msgstr "c"', "line 1: expected msgid, then msgstr"),
        ('"c"', "line 1: expected msgid, then msgstr"),
        ("Hallo", "line 1: expected msgid, then msgstr"),
    ],
)
def test_a_line_that_is_not_in_the_format_is_named(tmp_path, text, said) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=said) as error:
        PoCatalog([path])
    assert str(error.value).startswith(str(path))


# --- the tool


def english(*texts: str) -> dict[str, Catalog]:
    """The texts of a small program with one area."""
    now = Catalog(charset="utf-8")
    for each in texts:
        now.add(each)
    return {"table": now}


def german(folder: Path, **texts: str) -> Path:
    """A folder of catalogs that has these translations into German."""
    made = Catalog(locale="de", charset="utf-8", header_comment="")
    for text, says in texts.items():
        made.add(text, says)
    path = folder / "de" / "LC_MESSAGES" / "table.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(as_po(made))
    return folder


def test_translations_of_all_texts_are_neither_wrong_nor_late(tmp_path) -> None:
    assert checked(english("Play"), german(tmp_path, Play="Spielen")) == ([], [])


def test_a_text_without_a_translation_is_late_and_not_wrong(tmp_path) -> None:
    locale = german(tmp_path, Play="Spielen")
    wrong, late = checked(english("Play", "Watch"), locale)
    assert wrong == []
    assert late == [
        "de/LC_MESSAGES/table.po is not up to date: python tools/catalogs.py --write",
        "de/LC_MESSAGES/table.po: 'Watch' is not translated",
    ]
    assert checked(english("Play", "Watch"), locale, write=True)[0] == []
    assert 'msgid "Watch"\nmsgstr ""\n' in (locale / "de" / "LC_MESSAGES" / "table.po").read_text("utf-8")
    assert checked(english("Play", "Watch"), locale) == ([], late[1:])


def test_a_translation_that_nothing_uses_any_more_is_late(tmp_path) -> None:
    locale = german(tmp_path, Play="Spielen", Stop="Halt")
    assert checked(english("Play"), locale) == (
        [], ["de/LC_MESSAGES/table.po is not up to date: python tools/catalogs.py --write"]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says", "mistake"),
    [
        ("{n} of {total}", "{n} von {alle}", "has different values in braces: '{n} von {alle}'"),
        ("by %(name)s", "von", "has different values in braces: 'von'"),
        ("{team:gains} 3", "{team gewinnt 3", "has different values in braces: '{team gewinnt 3'"),
        (" or ", "oder ", "begins or ends with different spaces: 'oder '"),
    ],
)
def test_a_wrong_translation_is_a_mistake_every_day(tmp_path, text, says, mistake) -> None:
    assert checked(english(text), german(tmp_path, **{text: says})) == (
        [f"de/LC_MESSAGES/table.po: {text!r} {mistake}"], []
    )  # fmt: skip


def test_a_file_that_cannot_be_read_is_a_mistake_and_stays_as_it_is(tmp_path) -> None:
    path = written(tmp_path, 'msgid "Play"\nmsgstr "Spielen', "de/LC_MESSAGES/table.po")
    for write in (False, True):
        wrong, late = checked(english("Play"), tmp_path, write)
        assert (len(wrong), late) == (1, [])
        assert wrong[0].startswith(f"{path}, line 2: ")
    assert path.read_text("utf-8") == 'msgid "Play"\nmsgstr "Spielen'
