"""A language that no one speaks: each translated text stands in brackets, so that what nobody translates is seen."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from tools import catalogs

from breakaway.core import language
from breakaway.core.version import version
from breakaway.games.manifest import GAMES
from breakaway.web import front_page

SHOWN = ("aria-label", "title", "placeholder", "alt", "aria-description", "data-says")  # attributes that people meet
UNREAD = ("script", "style", "code", "kbd")
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[A-Za-z]{2,}")

TITLES = ["Breakaway Football", "FATE Accelerated Football", "Breaking Away", *GAMES]
TEAMS = ["Lightning", "Fire", "Röd", "Blue", "Green", "Gold", "Black", "Violet"]


@cache
def for_translators() -> frozenset[str]:
    """All texts that catalogs have a place for. They need not be translated yet."""
    ids = [message.id for catalog in catalogs.gathered().values() for message in catalog]
    return frozenset(text for each in ids for text in ([each] if isinstance(each, str) else each))


def not_for_translators(texts: Iterable[str]) -> set[str]:
    """The texts that catalogs have no place for. Gathers all texts only if the files do not have these yet."""
    paths = language.LOCALE.glob("de/LC_MESSAGES/*.po")
    left = set(texts) - {entry["msgid"] for path in paths for entry in language.po_entries(path)}
    return left - for_translators() if left else left


class Bracketed(gettext.NullTranslations):
    """English in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All pages speak it."""
    monkeypatch.setattr(language, "catalog", lambda name: Bracketed())
    yield
    front_page._fields.cache_clear()  # kept by the language's name, which later tests share


@pytest.fixture
def german_bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A visitor who asks for German gets English in brackets."""
    catalogs = {"de": Bracketed(), "en": language.catalog("en")}
    monkeypatch.setattr(language, "catalog", catalogs.__getitem__)
    yield
    front_page._fields.cache_clear()


class Read(HTMLParser):
    """All that people can read of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.inside.append(tag)
        self.texts += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(data)


def without_times(page: str) -> str:
    """A page without the marks of its moments, by which a script finds them: each is a part of its sentence."""
    return re.sub(r"<time [^>]* data-at>([^<]*)</time>", r"\1", page)


def untranslated(page: str, names: Iterable[str] = ()) -> list[str]:
    """The texts of a page with words that no catalog has; `names` are of teams, people and printed cards."""
    reader = Read()
    reader.feed(without_times(page))
    found = []
    known = sorted({f"Breakaway {version()}", "Breakaway", "Breaking Away", "SHA", *names}, key=len, reverse=True)
    for text in reader.texts:
        rest = text
        while INNERMOST.search(rest):
            rest = INNERMOST.sub("", rest)
        for name in known:
            rest = rest.replace(name, "")
        rest = re.sub(r"\b(BF|BA|FF)-\w+", "", rest)
        begins = text.removeprefix(": ").removesuffix("...")
        if text.endswith("...") and any(each.startswith(begins) for each in reader.texts if each != text):
            continue  # the beginning of a text that the page has in full
        if WORD.search(rest):
            found.append(" ".join(text.split()))
    return list(dict.fromkeys(found))


def faults(
    answer: Any, names: Iterable[str] = (), status: int = 200, apart: re.Pattern[str] | None = None
) -> list[str]:
    """What no catalog has on a page of this status, `apart` from some of it."""
    assert answer.status_code == status, (answer.url, answer.text)
    text = apart.sub("", answer.text) if apart else answer.text
    return untranslated(text, [*TITLES, *TEAMS, "English", "Deutsch", *names])
