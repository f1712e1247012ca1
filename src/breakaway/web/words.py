"""The pages' own words in the reader's language. English stands in the templates and in Python; others are catalogs.

A catalog is `web/locale/LANGUAGE/LC_MESSAGES/web.mo`; `use` chooses one for a request, `_` and templates speak it.
"""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).with_name("locale")
ENGLISH = "en"

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """English, and those of which there is a catalog."""
    return (ENGLISH, *sorted(path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/web.mo")))


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The words of a language; English are its own."""
    return gettext.translation("web", LOCALE, [language], fallback=True)


def best_language(accepted: str) -> str:
    """The first language of an Accept-Language header that is there."""
    for part in accepted.split(",")[:20]:
        name = part.partition(";")[0].strip().partition("-")[0].casefold()
        if name in languages():
            return name
    return ENGLISH


def use(language: str) -> None:
    """From now on this request speaks it."""
    _current.set(language)


def language() -> str:
    """What is spoken now."""
    return _current.get()


def _(text: str) -> str:
    """A text in the language of the request."""
    return catalog(_current.get()).gettext(text)


def many(one: str, other: str, count: int) -> str:
    """A text that counts, in the language of the request."""
    return catalog(_current.get()).ngettext(one, other, count)
