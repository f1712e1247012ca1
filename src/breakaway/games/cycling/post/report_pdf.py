"""The report as PDF, laid out by Typst (the extra `pdf`). The same report gives the same bytes."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, is_dataclass
from importlib.resources import files
from typing import Any

from breakaway.games.cycling.display.board import svg
from breakaway.games.cycling.display.svg import in_words
from breakaway.games.cycling.post.files import DeskError
from breakaway.games.cycling.post.report import Report

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
    plain: dict[str, Any] = {"drawn": report.drawn, "alt": alt}
    for each in fields(report):
        if each.name not in ("view", "book", "names"):
            value = getattr(report, each.name)
            plain[each.name] = (
                [item if isinstance(item, str) else asdict(item) for item in value]
                if isinstance(value, list)
                else value
            )
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
