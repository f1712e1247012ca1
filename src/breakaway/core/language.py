"""What people read, in their language. English stands in the code and in data files; other languages are catalogs.

Catalogs are `locale/LANGUAGE/LC_MESSAGES/*.mo`, one an area of the program. `use` chooses a language for this thread or
request; everything that is read goes through `_`, `say` or `many`. Orders and records have no language.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[1] / "locale"
ENGLISH = "en"
OWN_NAMES = {"en": "English", "de": "Deutsch"}  # of languages, in themselves
IRREGULAR = {"has": "have", "is": "are", "tries": "try", "goes": "go", "catches": "catch"}

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Called(str):
    """A team's name, which sentences inflect: `{team}`, `{team:gains}` (Fire gains, Maulers gain), `{team:'s}`.

    A translation gives both numbers itself: `{team:gewinnt|gewinnen}`.
    """

    __slots__ = ()

    def __format__(self, how: str) -> str:
        one, both, more = how.partition("|")
        if not how:
            return str(self)
        if how == "'s":
            return f"{self}'" if self.endswith("s") else f"{self}'s"
        if is_plural(self):
            one = more if both else IRREGULAR.get(one, one.removesuffix("s"))
        return f"{self} {one}"


def is_plural(name: str) -> bool:
    """Whether a team's name takes a plural verb: the Maulers play, the Fire plays."""
    return name.endswith("s") and not name.endswith("ss")


@cache
def languages() -> tuple[str, ...]:
    """English, and those of which there is a catalog."""
    return (ENGLISH, *sorted({path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/*.mo")}))


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The words of a language; English are the code's own."""
    found = gettext.NullTranslations()
    for path in sorted(LOCALE.glob(f"{language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            each = gettext.GNUTranslations(file)
        each.add_fallback(found)
        found = each
    return found


def best_language(accepted: str) -> str:
    """The first language of an `accepted` header (Accept-Language) that we have; English if there is none."""
    for part in accepted.split(",")[:20]:
        name = part.partition(";")[0].strip().partition("-")[0].casefold()
        if name in languages():
            return name
    return ENGLISH


def use(language: str) -> None:
    """Makes this request or thread speak the language from now on."""
    _current.set(language)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Within, another language."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def language() -> str:
    """What is spoken now."""
    return _current.get()


def marked(text: str) -> str:
    """The text itself: it is to be translated, but only where it is shown."""
    return text


def _(text: str) -> str:
    """A text in the language of now."""
    return catalog(_current.get()).gettext(text) if text else ""


def say(text: str, /, **values: Any) -> str:
    """A sentence in the language of now, with its values: `say("{team:gains} {lines}", team=..., lines=...)`."""
    return catalog(_current.get()).gettext(text).format(**values)


def many(one: str, other: str, n: int, /, **values: Any) -> str:
    """A sentence that counts: `many("{n} card", "{n} cards", 3)`, `one` for 1 and -1, `other` for the rest."""
    return catalog(_current.get()).ngettext(one, other, abs(n)).format(n=n, **values)
