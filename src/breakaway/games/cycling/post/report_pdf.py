"""The report as PDF, laid out by Typst (the extra `pdf`). The same report gives the same bytes."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from importlib.resources import files
from typing import Any

from breakaway.core.language import _, language, say
from breakaway.games.cycling.display.board import svg
from breakaway.games.cycling.display.svg import in_words
from breakaway.games.cycling.post.parts import Report
from breakaway.games.cycling.post.stages import stage_heading
from breakaway.games.cycling.post.trouble import DeskError

FONT = "Libertinus Serif"  # comes with Typst


def find_typst() -> Any:
    """Typst; raises DeskError when it is not installed."""
    try:
        import typst
    except ImportError:
        remedy = "pip install 'breakaway[pdf]', or take --format html and print that"
        raise DeskError(f"PDF needs the extra 'pdf': {remedy}") from None
    return typst


def as_pdf(report: Report) -> bytes:
    """The whole document; raises DeskError when Typst is not installed."""
    typst = find_typst()
    layout = files("breakaway.games.cycling.post").joinpath("look/report.typ").read_bytes()
    inputs = {"report": json.dumps(_data(report)), "drawing": _drawing(report)}
    made = typst.compile(layout, format="pdf", sys_inputs=inputs)
    if not isinstance(made, bytes):
        raise DeskError("Typst made no document")
    return made


def _drawing(report: Report) -> str:
    return svg(report.view, report.book, report.names, FONT) if report.drawn else ""


def _data(report: Report) -> dict[str, Any]:
    """What the layout reads: everything but the states, of which the drawing is made."""
    alt = in_words(report.view, report.book, report.names)
    plain: dict[str, Any] = {"drawn": report.drawn, "alt": alt, "lang": language(), "words": _words(report)}
    plain["stage_titles"] = [stage_heading(table) for table in report.stages]
    for each in fields(report):
        if each.name not in ("view", "book", "names"):
            value = getattr(report, each.name)
            plain[each.name] = (
                [item if isinstance(item, str) else asdict(item) for item in value]
                if isinstance(value, list)
                else value
            )
    return plain


def _words(report: Report) -> dict[str, Any]:
    """What the layout says itself."""
    first = _("place") if report.blind else _("square")
    return {
        "seat": say("for {team}", team=report.seat) if report.seat else "",
        "corrected": _("Corrected: what has changed"),
        "lines": _("Lines"),
        "order": _("Race order") if report.moved else _("Line-ups"),
        "heads": [first, _("rider"), _("move"), _("holds"), _("new card, and why")],
        "dropped": _("dropped by the pack"),
        "table": _("Final table") if report.over else _("Points"),
        "finishers": _("Finishers"),
        "all_dropped": _("Dropped by the pack: need no orders"),
        "movement": _("Order of movement"),
        "next": _("Next"),
        "orders": say("Orders for {turn} from: {teams}", turn=report.next_turn, teams=", ".join(report.asked)),
        "rules": _("Small numbers are the rules (BA-...)."),
        "places": {row.places: say("places: {places}", places=row.places) for row in _rows(report) if row.places},
        "on": {row.where: say("on {square}", square=row.where) for group in report.groups for row in group.rows},
    }


def _rows(report: Report) -> list[Any]:
    return [*report.table, *(row for table in report.stages for row in table.rows)]
