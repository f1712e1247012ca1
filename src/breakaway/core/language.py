"""Texts for people: catalogs of other languages, plurals, and `Trouble`, an error that people read."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

# --- Text for people, in their language. Code and data files are in English; every other language has catalogs.
#
# Catalogs are `locale/LANGUAGE/LC_MESSAGES/*.mo`, one for each area of the program. `use` chooses a language for this
# thread or request. All text for people goes through `_`, `say` or `many`. Orders and records are the same in every
# language.


LOCALE = Path(__file__).parents[1] / "locale"
ENGLISH = "en"
OWN_NAMES = {"en": "English", "de": "Deutsch"}  # what each language calls itself
WEIGHT = re.compile(r"[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")  # of a language that a browser asks for
IRREGULAR = {"has": "have", "is": "are", "tries": "try", "goes": "go", "catches": "catch"}

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Called(str):
    """A team's name, for use in texts.

    The word after a colon agrees with the name: `{team}`, `{team:gains}` (Fire gains, Maulers gain), `{team:'s}`.
    Translations, and English texts with a pronoun, write out both forms, singular and plural:
    `{team:gewinnt|gewinnen}`, `{team:keeps its|keep their}`.
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
    """English, and every language that has a catalog."""
    return (ENGLISH, *sorted({path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/*.mo")}))


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The catalog of a language. English needs none, because its text is in the code."""
    found = gettext.NullTranslations()
    for path in sorted(LOCALE.glob(f"{language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            each = gettext.GNUTranslations(file)
        each.add_fallback(found)
        found = each
    return found


def best_language(accepted: str) -> str:
    """The supported language with the greatest weight in the `accepted` header (Accept-Language; RFC 9110, 12.5.4).

    Of equal languages, the first one counts. English if no supported language is acceptable.
    """
    weights: dict[str, float] = {}
    for part in accepted.split(",")[:20]:
        wanted, _semicolon, more = part.partition(";")
        name, found = wanted.strip().partition("-")[0].casefold(), WEIGHT.fullmatch(more.strip())
        weights[name] = max(weights.get(name, 0), float(found[1]) if found else 1)
    others = weights.get("*", 0)
    known = [each for each in (*weights, *languages()) if each in languages()]
    best = max(known, key=lambda each: weights.get(each, others))
    return best if weights.get(best, others) else ENGLISH


def use(language: str) -> None:
    """Sets the language of this thread or request."""
    _current.set(language)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Uses another language within a `with` block."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def language() -> str:
    """The current language."""
    return _current.get()


def marked(text: str) -> str:
    """Marks a text for translation later, when it is shown. Returns the text unchanged."""
    return text


def _(text: str) -> str:
    """A text in the current language."""
    return catalog(_current.get()).gettext(text) if text else ""


def say(text: str, /, **values: Any) -> str:
    """A sentence in the current language, with its values: `say("{team:gains} {lines}", team=..., lines=...)`."""
    return catalog(_current.get()).gettext(text).format(**values)


def many(one: str, other: str, n: int, /, **values: Any) -> str:
    """A sentence that counts `n` things:

    `many("{n} card", "{n} cards", 3)`. Uses the text `one` for 1 and -1, and `other` for all other numbers.
    """
    return either(one, other, n).format(n=n, **values)


def either(one: str, other: str, n: int) -> str:
    """The text for `n` things in the current language, still without its values."""
    return catalog(_current.get()).ngettext(one, other, abs(n))


# --- A mistake that the user can fix, and a package that the user can install.


EXTRAS = {  # the packages of each extra in pyproject.toml, by the names under which Python imports them
    "club": ("alembic", "sqlalchemy", "tzdata"),
    "web": ("fastapi", "starlette", "prometheus_client", "python_multipart", "segno", "uvicorn"),
    "postgres": ("psycopg",),
    "pdf": ("typst",),
    "lab": ("matplotlib", "numba", "llvmlite", "numpy", "polars", "scipy"),
    "dask": ("cloudpickle", "distributed", "fsspec"),
    "research": ("gymnasium", "pyspiel", "pettingzoo"),
}


class Trouble(Exception):
    """A wrong name, file or option. The message says what was wrong and what would be right."""


def what_to_install(error: ModuleNotFoundError, what: str, extra: str = "") -> str:
    """The sentence that names the package that `what` needs, and how to install it.

    An `extra` takes precedence over the one that the package belongs to. Returns an empty string if the package belongs
    to no extra: then the error is a bug.
    """
    package = (error.name or "").partition(".")[0]
    found = next((name for name, packages in EXTRAS.items() if package in packages), "")
    if not found:
        return ""
    return f"{what} needs the package {package}, which is not installed: pip install 'breakaway[{extra or found}]'"
