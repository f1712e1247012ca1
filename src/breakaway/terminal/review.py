"""`breakaway review`: shows what the calls and cards of a finished match were worth, at the terminal or as a page."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import Trouble
from breakaway.display import written
from breakaway.display.document import Document
from breakaway.display.review import document, review_of
from breakaway.terminal.clubhouse import record_of
from breakaway.terminal.screen import Screen

STYLE = """
svg.lead { display: block; width: 100%; height: auto }
svg.lead .ground, svg.lead .part { stroke: var(--line); fill: none }
svg.lead .track { fill: none; stroke: var(--team-line); stroke-width: 3; stroke-linejoin: round }
svg.lead .chip { fill: var(--team-line) } svg.lead .key { fill: var(--gold); stroke: var(--ink); stroke-width: 2 }
svg.lead .name { fill: var(--ink); font-size: 15px; font-weight: 650 }
svg.lead .tick { fill: var(--soft); font-size: 13px }
"""


def review(file: str, html: str | None, screen: Screen | None = None) -> None:
    """Shows the review of a match, or writes it as a page. Raises Trouble or BadRecord."""
    page = Path(html) if html is not None else None
    if page is not None and (page.is_dir() or not page.parent.is_dir()):
        what = "is a folder" if page.is_dir() else f"there is no folder {page.parent}"
        raise Trouble(f"--html: {page}: {what}; name a file")
    found = document(review_of(record_of(file)))
    if page is None:
        (screen or Screen()).tell(found)
        return
    page.write_text(as_html(found), encoding="utf-8", newline="\n")
    (screen or Screen()).say_whole(f"The review: {page}")


def as_html(found: Document) -> str:
    """The review as a page that loads no other files."""
    board = (Path(written.__file__).parent / "board.css").read_text(encoding="utf-8")
    teams = "\n".join(line for line in board.splitlines() if line.startswith(".team-") and "--team-line" in line)
    return written.as_html(found, style=f"{STYLE}{teams}\n:root {{ color-scheme: light dark }}\n")
