"""A report as one HTML page that stands alone: no script, nothing loaded, light and dark, fit for a phone."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from importlib.resources import files

from breakaway.lab.reports.charts import look_rules, svg_of
from breakaway.lab.reports.sections import Bars, Chart, Report, Section, Table

HALF, LETTER, GAP = 480, 7.6, 20  # pixels: of half a page, of a letter in a table, between columns
TALL = 14  # rows of a table that becomes two
LONG = 40  # letters of a cell that takes several lines
MANY = 8  # columns from which on a table is set tight


def as_html(report: Report) -> str:
    """The whole page."""
    css = files("breakaway.lab.reports").joinpath("look/report.css").read_text(encoding="utf-8")
    looks = "\n".join(
        f".bg-{look} {{ background: var(--{look}) }}" for look in ("run", "pass", "plain", "soft", *teams(report))
    )
    style = f"\n{css}{look_rules()}\n{looks}\n"
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(report.title)}</title>",
            f"<style>{style}</style></head><body><main>",
            *head(report),
            *(line for i, section in enumerate(report.sections) for line in panel(section, i in halves(report))),
            "<footer>Written by breakaway report. The same file gives the same page.</footer>",
            "</main></body></html>\n",
        ]
    )


def teams(report: Report) -> list[str]:
    """The looks of the teams."""
    return [f"team-{i + 1}" for i in range(len(report.teams))]


def head(report: Report) -> Iterator[str]:
    """What was simulated, and what is on the page."""
    yield f"<header><h1>{escape(report.title)}</h1><p>What simulated matches show</p>"
    if report.board:
        yield '<div class="board">'
        for i, (team, won, points) in enumerate(report.board):
            words = f"<span><b>{escape(team)}</b><small>{escape(points)}</small></span>"
            share = f'<span class="won">{escape(won)}<small>of matches won</small></span>'
            yield f'<div class="edge-{i + 1}">{words}{share}</div>'
        yield "</div>"
    yield "<dl>"
    for word, value in report.facts:
        yield f"<dt>{escape(word)}</dt><dd>{escape(value)}</dd>"
    yield '</dl></header><nav aria-label="Contents"><ul>'
    for section in report.sections:
        yield f'<li><a href="#{section.id}">{escape(section.title)}</a></li>'
    yield "</ul></nav>"


def halves(report: Report) -> set[int]:
    """Which sections take half the page: slim ones that follow each other, two by two."""
    found = set[int]()
    for i in range(1, len(report.sections)):
        pair = {i - 1, i}
        if not pair & found and all(is_slim(report.sections[each]) for each in pair):
            found |= pair
    return found


def is_slim(section: Section) -> bool:
    """Whether half a page is wide enough for the section's tables."""
    return bool(section.tables) and not section.charts and all(width(table) <= HALF for table in section.tables)


def width(table: Table) -> float:
    """About how many pixels a table takes."""
    columns = list(zip(table.heads, *table.rows, strict=True))
    return sum(GAP + LETTER * max(len(text) for text in column) for column in columns)


def panel(section: Section, half: bool) -> Iterator[str]:
    """One section: its charts, then its tables."""
    look = "panel half" if half else "panel"
    yield f'<section class="{look}" aria-labelledby="{section.id}"><h2 id="{section.id}">{escape(section.title)}</h2>'
    if section.says:
        yield f"<p>{escape(section.says)}</p>"
    if section.charts or section.tables:
        yield '<div class="parts">'
        for i, chart in enumerate(section.charts):
            yield from drawn(chart, f"{section.id}-{i + 1}")
        for table in in_columns(section):
            yield from tabled(table)
        yield "</div>"
    yield "</section>"


def in_columns(section: Section) -> list[Table]:
    """The tables; a long and slim one that stands alone becomes two beside each other."""
    table = section.tables[0] if section.tables else None
    if not is_slim(section) or table is None or len(section.tables) > 1 or len(table.rows) <= TALL or table.strong:
        return list(section.tables)
    cut = (len(table.rows) + 1) // 2
    more = replace(table, caption=f"{table.caption}, continued", rows=table.rows[cut:])
    return [replace(table, rows=table.rows[:cut], note=""), more]


def drawn(chart: Chart, name: str) -> Iterator[str]:
    """A chart with its title and what its colours mean; the numbers stand in the table beside it."""
    yield f"<figure><figcaption>{escape(chart.title)}</figcaption>"
    if isinstance(chart, Bars) and len(chart.series) > 1 and list(chart.labels) != [s.name for s in chart.series]:
        yield '<ul class="key">'
        for series in chart.series:
            yield f'<li><span class="bg-{series.look}"></span>{escape(series.name)}</li>'
        yield "</ul>"
    yield f"{svg_of(chart, name)}</figure>"


def tabled(table: Table) -> Iterator[str]:
    """A table that scrolls in its own box where it is too wide."""
    look = ' class="tight"' if len(table.heads) > MANY else ""
    caption = escape(table.caption)
    yield f'<figure class="data"><figcaption>{caption}</figcaption>'
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}"><table{look}><thead><tr>'
    for i, each in enumerate(table.heads):
        words = ' class="w"' if i in table.words else ""
        yield f'<th scope="col"{words}>{escape(each).replace(" %", "&nbsp;%")}</th>' if each else f"<td{words}></td>"
    yield "</tr></thead><tbody>"
    for r, row in enumerate(table.rows):
        yield (
            ('<tr class="all">' if r in table.strong else "<tr>")
            + "".join(cell(table, r, c, x) for c, x in enumerate(row))
            + "</tr>"
        )
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    yield f"</tbody></table></div>{note}</figure>"


def cell(table: Table, r: int, c: int, text: str) -> str:
    """One cell: the first of a row is its head."""
    if c == 0:
        return f'<th scope="row">{escape(text)}</th>'
    if c in table.words:
        return f'<td class="{"prose" if len(text) > LONG else "w"}">{escape(text)}</td>'
    look = table.tints.get((r, c), "")
    return f'<td class="{look}">{escape(text)}</td>' if look else f"<td>{escape(text)}</td>"
