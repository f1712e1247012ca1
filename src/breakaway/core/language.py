"""Texts for people: catalogs of other languages, plurals, and `UserError`, an error that people read."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

# --- Text for people, in their language. Code and data files are in English; every other language has catalogs.
#
# Catalogs are `locale/LANGUAGE/LC_MESSAGES/*.po`, one for each area of the program. They are read as translators write
# them: reading all of German takes 30 ms, once in a process, so nothing has to be compiled, shipped or kept up to date
# beside them. `use` chooses a language for this thread or request. All text for people goes through `_`, `say` or
# `many`. A text that has no translation yet is shown in English. Orders and records are the same in every language.


LOCALE = Path(__file__).parents[1] / "locale"
ENGLISH = "en"
OWN_NAMES = {"en": "English", "de": "Deutsch"}  # what each language calls itself
DECIMAL_MARKS = {"de": ","}  # languages that write 1,5 and 1.000; all others write 1.5 and 1,000
WEIGHT = re.compile(r"[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")  # of a language that a browser asks for
IRREGULAR = {"has": "have", "is": "are", "tries": "try", "goes": "go", "catches": "catch"}

Names: TypeAlias = dict[str, Any]  # the names of teams and people in a match; no rule depends on them

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)
_reader: ContextVar[int | None] = ContextVar("reader", default=None)


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


PO_KEYWORD = re.compile(r"msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?")
PO_TEXT = re.compile(r'(?:[^"\\]|\\.)*')  # what may stand between quotes
PLURAL_FORMS = re.compile(r"(?m)^Plural-Forms:.*plural=([^;\n]+)")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}  # any other character stands for itself


class PoCatalog(gettext.NullTranslations):
    """The translations in `.po` files of one language. A later file takes precedence.

    A text whose translation is missing, fuzzy or obsolete stays English, as in a compiled catalog. Raises ValueError
    with file and line for a line that is not in this format.
    """

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.counted: dict[str, tuple[str, ...]] = {}  # by the text for one: all plural forms
        self.plural = gettext.c2py("n != 1")
        for path in paths:
            for entry in po_entries(path):
                self._add(entry)

    def _add(self, entry: dict[str, str]) -> None:
        forms = tuple(text for key, text in sorted(entry.items()) if key.startswith("msgstr"))
        one = f"{entry['msgctxt']}\x04{entry['msgid']}" if "msgctxt" in entry else entry["msgid"]
        if not one:
            if found := PLURAL_FORMS.search(forms[0]):
                self.plural = gettext.c2py(found[1])
        elif "msgid_plural" in entry and all(forms):
            self.counted[one] = forms
        elif all(forms):
            self.texts[one] = forms[0]

    def has(self, message: str) -> bool:
        """Whether a text (of a plural, the text for one) has a translation."""
        return message in self.texts or message in self.counted

    def gettext(self, message: str) -> str:
        """The translation of a text, or the text itself."""
        if (said := self.texts.get(message)) is not None:
            return said
        return self.ngettext(message, message, 1)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation for `n` things, or the English text for as many."""
        if msgid1 in self.counted:
            forms = self.counted[msgid1]
            return forms[min(self.plural(n), len(forms) - 1)]
        return msgid1 if n == 1 else msgid2


def po_entries(path: Path) -> Iterator[dict[str, str]]:
    """The entries of a `.po` file that count, by keyword: `msgid`, `msgstr` or `msgstr[0]`, ..."""
    entry: dict[str, str] = {}
    key, fuzzy = "", False
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        line = line.strip()
        if key[:6] == "msgstr" and line[:1] != '"' and line[:6] != "msgstr":  # the entry ends here
            if not fuzzy or not entry["msgid"]:  # msginit calls the header of a new file fuzzy
                yield entry
            entry, key, fuzzy = {}, "", False
        if not line or line[0] == "#":
            fuzzy = line[:2] != "#~" and (fuzzy or (line[:2] == "#," and "fuzzy" in line))
            continue
        if line[0] != '"':
            key, line = (*line.split(maxsplit=1), "")[:2]
            if not PO_KEYWORD.fullmatch(key) or key in entry or (key[:6] == "msgstr" and "msgid" not in entry):
                key = ""
        text = line[1:-1]
        if not key or line[:1] != '"' or line[-1:] != '"' or len(line) < 2:
            raise ValueError(f"{path}, line {number}: expected msgid, then msgstr, each with a text in quotes")
        if "\\" in text or '"' in text:
            if not PO_TEXT.fullmatch(text):
                raise ValueError(f'{path}, line {number}: write \\" for a quote in a text')
            text = re.sub(r"\\(.)", lambda each: ESCAPED.get(each[1], each[1]), text)
        entry[key] = entry.get(key, "") + text
    if key[:6] == "msgstr" and (not fuzzy or not entry["msgid"]):
        yield entry


@cache
def languages() -> tuple[str, ...]:
    """English, and every language that has a catalog."""
    return (ENGLISH, *sorted({path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/*.po")}))


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The catalog of a language. English needs none, because its text is in the code."""
    return PoCatalog(sorted(LOCALE.glob(f"{language}/LC_MESSAGES/*.po")))


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


# --- Whom a text is for. A player reads "your 35" where a spectator reads "Fire 35" and a record says "own 35".
#
# `read_by` names the reader of this thread or request, and the words of a game ask `reader`. Whatever keeps texts for
# later keeps them for each reader apart, as for each language.


ALL_SIDES = -1  # the reader plays for no side, or several readers of different sides share the text


@contextmanager
def read_by(side: int | None) -> Iterator[None]:
    """Within a `with` block, texts are for a player of this `side`, or for ALL_SIDES.

    With None, they are for nobody in particular, as in records, cases and data.
    """
    before = _reader.set(side)
    try:
        yield
    finally:
        _reader.reset(before)


def reader() -> int | None:
    """The side whose player reads the texts of this thread or request; ALL_SIDES, or None (see `read_by`)."""
    return _reader.get()


def marked(text: str) -> str:
    """Marks a text for translation later, when it is shown. Returns the text unchanged."""
    return text


def _(text: str) -> str:
    """A text in the current language."""
    return catalog(_current.get()).gettext(text) if text else ""


def is_translated(text: str) -> bool:
    """Whether the current language has this text (of a plural, the text for one). English has every text."""
    spoken_now = catalog(_current.get())
    return _current.get() == ENGLISH or not isinstance(spoken_now, PoCatalog) or spoken_now.has(text)


def say(text: str, /, **values: Any) -> str:
    """A sentence in the current language, with its values: `say("{team:gains} {lines}", team=..., lines=...)`."""
    return catalog(_current.get()).gettext(text).format(**values)


def many(one: str, other: str, n: int, /, **values: Any) -> str:
    """A sentence that counts `n` things:

    `many("{n} card", "{n} cards", 3)`. Uses the text `one` for 1 and -1, and `other` for all other numbers.
    """
    return either(one, other, n).format(n=n, **values)


def either(one: str, other: str, n: int) -> str:
    """The text for `n` things in the current language, still without its values: `one` for 1 and -1, else `other`."""
    return catalog(_current.get()).ngettext(one, other, abs(n))


def decimal(number: float, places: int = 1, *, signed: bool = False) -> str:
    """A number as the current language writes it, with so many `places` after the decimal mark: `1,234.5`, `1.234,5`.

    `signed`: with a plus or a minus, as a change has it; what rounds to zero has a plus.
    """
    text = f"{number:{'+' if signed else ''}z,.{places}f}"
    if DECIMAL_MARKS.get(_current.get()) != ",":
        return text
    return text.translate({ord(","): ".", ord("."): ","})


# --- A mistake that the user can fix, and a package that the user can install.


EXTRAS = {  # the packages of each extra in pyproject.toml, by the names under which Python imports them
    "club": ("alembic", "sqlalchemy", "tzdata"),
    "web": ("fastapi", "starlette", "prometheus_client", "python_multipart", "segno", "uvicorn"),
    "postgres": ("psycopg",),
    "pdf": ("typst",),
    "lab": ("matplotlib", "numba", "llvmlite", "numpy", "polars", "scipy"),
    "dask": ("cloudpickle", "distributed", "fsspec"),
    "research": ("gymnasium", "pyspiel", "pettingzoo"),
    "seasons": ("networkx", "openskill"),
}


PARTS = {"table": ("club", "mail", "server", "web"), "lab": ("lab", "research")}  # what an installation can leave out


WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*[,;.]?")
NAMED_FILE = re.compile(r"[^:'\"“„]*[^:\s][./\\][^:\s]+:")  # before a colon; its name may have spaces


def as_sentence(text: str) -> str:
    """A refusal or an error as a sentence of its own: it begins in lower case, because it often follows a colon.

    A `text` that begins with an option, a file, a field, a code or a quotation stays as it is.
    """
    first = text.partition(" ")[0]
    if not (first.islower() and WORD.fullmatch(first)) or NAMED_FILE.match(text):
        return text
    return text[0].upper() + text[1:]


class UserError(Exception):
    """An error that the user reads, such as a wrong name, file or option. It is no bug, so nobody sees a traceback.

    The message says what was wrong and what would be right.
    """


def left_out(module: str, what: str) -> str:
    """The sentence that names the part of Breakaway that `what` needs, if the missing `module` is one of its packages.

    A game's `lab` is part of the lab. Returns an empty string for all other modules: then the error is a bug.
    """
    within, _dot, package = module.rpartition(".")
    found = next((part for part, packages in PARTS.items() if package in packages), "")
    if not found or not re.fullmatch(r"breakaway(\.games\.\w+)?", within):
        return ""
    return f"{what} needs the {found}, and this installation was made without it (there is no {module})"


def what_to_install(error: ModuleNotFoundError, what: str, extra: str = "") -> str:
    """The sentence that names the package that `what` needs, and how to install it.

    An `extra` takes precedence over the one that the package belongs to. Returns an empty string if the package belongs
    to no extra and no part that can be left out: then the error is a bug.
    """
    if said := left_out(error.name or "", what):
        return said
    package = (error.name or "").partition(".")[0]
    found = next((name for name, packages in EXTRAS.items() if package in packages), "")
    if not found:
        return ""
    return f"{what} needs the package {package}, which is not installed: pip install 'breakaway[{extra or found}]'"
