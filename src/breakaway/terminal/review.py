"""`breakaway review`: what a finished match's calls and cards were worth, at the terminal or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from breakaway.core.match import Match
from breakaway.core.record import Record
from breakaway.core.trouble import Trouble
from breakaway.display import written
from breakaway.display.document import Document
from breakaway.games.registry import GAMES, find, kit_of, load
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


def review_of(record: Record) -> Document:
    """The review of a recorded match. Raises Trouble if the match is still running, or if its game has no reviews."""
    game = find(record.header["game"])
    place = kit_of(game).review
    if not place:
        there = ", ".join(name for name, each in GAMES.items() if each.review)
        raise Trouble(f"{game.title} has no reviews yet. Games with reviews: {there}")
    if not record.is_ended:
        raise Trouble("the match is still running; a review would give secrets away. Finish the match first")
    match = Match.load(game, record, None)
    if not match.history or not any(state is not None for state, _orders in match.history):
        raise Trouble("the match has no plays under this edition of the rules, so there is nothing to review")
    return cast(Document, load(place)(match))


def review(file: str, html: str | None, screen: Screen | None = None) -> None:
    """Shows the review of a match, or writes it as a page. Raises Trouble or BadRecord."""
    found = review_of(record_of(file))
    if html is None:
        (screen or Screen()).tell(found)
        return
    page = Path(html)
    if page.is_dir() or not page.parent.is_dir():
        what = "is a folder" if page.is_dir() else f"there is no folder {page.parent}"
        raise Trouble(f"--html: {page}: {what}; name a file")
    page.write_text(as_html(found), encoding="utf-8", newline="\n")
    (screen or Screen()).say_whole(f"The review: {page}")


def as_html(found: Document) -> str:
    """The review as a page that loads nothing."""
    board = (Path(written.__file__).parent / "board.css").read_text(encoding="utf-8")
    teams = "\n".join(line for line in board.splitlines() if line.startswith(".team-") and "--team-line" in line)
    return written.as_html(found, style=f"{STYLE}{teams}\n:root {{ color-scheme: light dark }}\n")
