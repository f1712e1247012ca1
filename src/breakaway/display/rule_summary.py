"""The rules of a game in short, on paper: sentences from the game's `summary.toml`, with tables that the game adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from breakaway.core.data_files import Strict, checked, read_toml
from breakaway.core.language import _, say
from breakaway.display import printing
from breakaway.display.printing import Page, Part

LONG = 3500  # characters of a summary that need small letters to fit on one page


class SummaryLine(Strict):
    """A sentence, with the ids of the rules that it sums up."""

    says: str
    rules: str


class SummaryChapter(Strict):
    """A part of the summary. `tables` names tables that the game puts below its sentences."""

    title: str
    line: list[SummaryLine]
    tables: str = ""


class Summary(Strict):
    """The contents of a `summary.toml`."""

    chapter: list[SummaryChapter]


def read_summary(path: Path) -> Summary:
    """Reads a game's summary. Raises BadData."""
    found: Summary = checked(Summary, read_toml(path), path.name)
    return found


def summary_pages(
    path: Path, title: str, tables: Mapping[str, Sequence[Part]], figures: Mapping[str, object] | None = None
) -> list[Page]:
    """The summary at `path` as pages with this `title`, in two columns. `tables` are the tables that its chapters name.

    `figures` fill the places in braces, so that numbers that the game has as data stand in one place only.
    """
    parts: list[Part] = []
    chapters = read_summary(path).chapter
    is_long = sum(len(line.says) for chapter in chapters for line in chapter.line) > LONG
    for chapter in chapters:
        parts.append(printing.heading(_(chapter.title)))
        lines = [(say(each.says, **(figures or {})), each.rules) for each in chapter.line]
        parts.append(printing.listing(lines, 8.5 if is_long else 10))
        parts += tables.get(chapter.tables, ())
    foot = _("Letters and numbers in parentheses are rules: breakaway rules GAME RULE shows them in full.")
    return [printing.sheet(title, "", [printing.flowing(parts)], foot)]
