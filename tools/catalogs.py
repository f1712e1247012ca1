"""The catalogs of other languages: gathered from the code, the templates and the data files, and checked.

`python tools/catalogs.py` says what is missing, out of date or wrong. Only a wrong translation is an error, because a
text without a translation is shown in English and may be translated later. With `--release` everything is an error.
With `--write` the tool brings every `.po` file up to date with the code. Names of areas (`football`, `table`, ...)
limit it to these areas. Translators fill in the `msgstr` of `src/breakaway/locale/LANGUAGE/LC_MESSAGES/*.po`.
"""

from __future__ import annotations

import io
import re
import string
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from breakaway.core.language import PoCatalog
from breakaway.core.rulebook import options_of
from breakaway.web.pages import SCRIPT, sentences

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "breakaway"
LOCALE = SOURCE / "locale"
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "marked", "say", "filled")),
    **dict.fromkeys(("many", "ngettext"), (1, 2)),
    **dict.fromkeys(("counted", "filled_many"), (2, 3)),
}
# The fields of data files that people read; the last four are for FATE's coaches.
READ = {"says", "title", "text", "label", "points", "high_concept", "trouble", "aspects", "stunts"}
# Areas and their paths; the first that fits counts. All other files belong to `table`.
AREAS = {
    "rules-football": ("games/football/rules.toml",),
    "rules-fate": ("games/fate/rules.toml",),
    "rules-cycling": ("games/cycling/rules.toml",),
    "football": ("games/football/",),
    "fate": ("games/fate/",),
    "cycling": ("games/cycling/",),
}
# What no page shows: commands of the terminal and the lab. Reviews, advice and the referee's reports are gathered.
PASSED_OVER = re.compile(r"(games/\w+/)?(terminal(?:_box)?[./]|lab/(?!review|advice))|games/\w+/referee/commands|cli/")
OLD_FIELD = re.compile(r"%\((\w+)\)s")  # as templates write it


def area_of(path: str) -> str:
    """The area of the catalog that has a file's texts."""
    return next((area for area, starts in AREAS.items() if path.startswith(starts)), "table")


def found_in(path: Path) -> Iterator[tuple[int, Any, list[str]]]:
    """The messages of one file: line, message (or pair), comments for translators."""
    if path.suffix == ".toml":
        text = path.read_text("utf-8")
        for says in dict.fromkeys(read_texts(tomllib.loads(text))):
            yield text.count("\n", 0, max(text.find(says[:30]), 0)) + 1, says, []
        return
    if path.match("games/*/rules/state.py"):
        place = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for option in options_of(import_module(place).HouseRules):
            for says in option.texts():
                yield 1, says, []
    if path.suffix == ".mjs":
        yield from ((1, says, []) for says in sentences())
        return
    method = "python" if path.suffix == ".py" else "jinja2.ext:babel_extract"
    options = {"trimmed": "true"} if path.suffix == ".html" else {}
    with path.open("rb") as file:
        for line, message, comments, _context in extract(method, file, KEYWORDS, ("translators:",), options):
            yield line, message, comments


def read_texts(value: Any, key: str = "") -> Iterator[str]:
    """The texts in a data file that people read."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from read_texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from read_texts(each, key)
    elif isinstance(value, str) and key in READ and value:
        yield value


def gathered() -> dict[str, Catalog]:
    """All texts in the current program, by area."""
    areas = {area: Catalog(charset="utf-8") for area in (*AREAS, "table")}
    taken: set[str] = set()
    paths = [
        *SOURCE.rglob("*.py"),
        *SOURCE.rglob("*.html"),
        SCRIPT,
        *SOURCE.glob("games/*/rules.toml"),
        *SOURCE.glob("games/*/lesson.toml"),
        *SOURCE.glob("games/*/howto.toml"),
        *SOURCE.glob("games/*/summary.toml"),
        *SOURCE.glob("games/fate/data/rosters/*.toml"),
        *SOURCE.glob("games/football/data/teams/*.toml"),
        *SOURCE.glob("games/cycling/data/profiles/*.toml"),
    ]
    for area in areas:  # a text in two areas goes into the first of them
        for path in sorted(paths):
            name = path.relative_to(SOURCE).as_posix()
            if area_of(name) != area or PASSED_OVER.match(name):
                continue
            for _line, message, comments in found_in(path):
                one = message[0] if isinstance(message, tuple) else message
                if one in taken and one not in areas[area]:
                    continue
                taken.add(one)
                areas[area].add(message, locations=[(name, None)], auto_comments=comments)  # type: ignore[list-item]
    return areas


def kept(path: Path, language: str) -> Catalog:
    """A catalog as it is in its file. Empty if there is no file."""
    if not path.is_file():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def renewed(language: str, now: Catalog, old: Sequence[Catalog]) -> Catalog:
    """The texts of `now`, each with its translation from the first of the `old` catalogs that has one."""
    made = Catalog(locale=language, charset="utf-8", header_comment="# Breakaway: words of the interface.")
    for message in now:
        if not message.id:
            continue
        known = (each.get(message.id[0] if message.pluralizable else message.id) for each in old)
        says = next(
            (was.string for was in known if was and was.string and was.pluralizable == message.pluralizable), ""
        )
        places = sorted(set(message.locations))
        made.add(message.id, says, locations=places, auto_comments=message.auto_comments)
    return made


def as_po(catalog: Catalog) -> bytes:
    """A catalog as a `.po` file, without dates and other text that changes by itself."""
    file = io.BytesIO()
    write_po(file, catalog, width=120, omit_header=True, include_lineno=False)
    head = f'msgid ""\nmsgstr ""\n"Language: {catalog.locale}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    return f'{head}"Plural-Forms: {catalog.plural_forms}\\n"\n\n'.encode() + file.getvalue()


def fields(text: str) -> set[str]:
    """The names of a text's placeholders, in either notation."""
    try:
        named = {name for _before, name, _how, _kind in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"an opening brace without its closing brace"}
    return named | set(OLD_FIELD.findall(text))


def is_translated(message: Message) -> bool:
    """Whether a text has a translation, with all plural forms."""
    return all(message.string if message.pluralizable else (message.string,))


def mistakes(message: Message) -> Iterator[str]:
    """Each mistake in a translation."""
    ids = message.id if message.pluralizable else (message.id,)
    for each in message.string if message.pluralizable else (message.string,):
        if fields(each) - {"n"} != fields(ids[-1]) - {"n"}:
            yield f"has different values in braces: {each!r}"
        if ids[0].startswith(" ") != each.startswith(" ") or ids[0].endswith(" ") != each.endswith(" "):
            yield f"begins or ends with different spaces: {each!r}"


def checked(
    areas: Mapping[str, Catalog], locale: Path, write: bool = False, only: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """What is wrong in the catalogs in `locale`, and what they lack of the texts in `areas`, a line each.

    Looks at all areas, or at `only` some. With `write`, brings the files up to date first.
    """
    wrong, late = list[str](), list[str]()
    for language in sorted(path.name for path in locale.iterdir() if path.is_dir()):
        folder = locale / language / "LC_MESSAGES"
        try:
            PoCatalog(sorted(folder.glob("*.po")))
        except ValueError as error:  # pages could not be shown, and the tool would lose what it cannot read
            wrong.append(str(error))
            continue
        old = {area: kept(folder / f"{area}.po", language) for area in areas}
        for area, now in areas.items():
            if only and area not in only:
                continue
            po = folder / f"{area}.po"
            name = po.relative_to(locale)
            made = renewed(language, now, [old[area], *old.values()])  # a text that moves keeps its translation
            if write:
                po.parent.mkdir(parents=True, exist_ok=True)
                po.write_bytes(as_po(made))
            elif not po.is_file() or po.read_bytes() != as_po(made):
                late.append(f"{name} is not up to date: python tools/catalogs.py --write")
            for message in made:
                if message.id and is_translated(message):
                    wrong += [f"{name}: {message.id!r} {each}" for each in mistakes(message)]
                elif message.id:
                    late.append(f"{name}: {message.id!r} is not translated")
    return wrong, late


def main(write: bool, release: bool, only: Sequence[str]) -> int:
    """Writes or checks catalogs and prints what it finds. Returns 1 if that is an error, otherwise 0."""
    wrong, late = checked(gathered(), LOCALE, write, only)
    for each in late:
        print(each if release else f"warning: {each}")
    for each in wrong:
        print(each)
    if wrong:
        print(f"catalogs: {len(wrong)} wrong translations")
    if late and release:
        print(f"catalogs: {len(late)} texts or files are missing or out of date, and a release needs all of them")
    elif late:
        print(f"catalogs: {len(late)} texts or files are missing or out of date, which can wait until the release")
    if not wrong and not late:
        print("catalogs: complete")
    return 1 if (wrong or (late and release)) and not write else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main("--write" in words, "--release" in words, [each for each in words if not each.startswith("-")]))
