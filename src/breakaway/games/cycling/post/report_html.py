"""The report as one HTML page that stands alone: no script, nothing loaded, light and dark, fit to print."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from breakaway.core.language import _, language, say
from breakaway.games.cycling.display.board import svg
from breakaway.games.cycling.post.parts import Group, Report, Row, TeamRow, Told
from breakaway.games.cycling.post.stages import StageTable, stage_heading


def as_html(report: Report) -> str:
    """The whole page."""
    style = _style(report)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    seat = " · " + escape(say("for {team}", team=report.seat)) if report.seat else ""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language()}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(report.title)}{seat} · Breaking Away</title>",
            f"<style>{style}</style></head><body><main>",
            *_head(report, seat),
            *_road(report),
            '<div class="panel">',
            *_race_order(report),
            "</div><aside>",
            *_aside(report),
            "</aside>",
            *_section(_("Order of movement"), _list(report.ties, "plain columns"), "panel wide"),
            "<footer>" + escape(_("Small numbers are the rules (BA-...).")) + "</footer>",
            "</main></body></html>\n",
        ]
    )


def _style(report: Report) -> str:
    css = files("breakaway.games.cycling.post").joinpath("look/report.css").read_text(encoding="utf-8")
    teams = [f".t{team} {{ background: {colour} }}" for team, colour in enumerate(report.colours)]
    return "\n" + css + "\n".join(teams) + "\n"


def _head(r: Report, seat: str) -> Iterator[str]:
    yield f'<header class="panel wide"><h1>{escape(r.title)}{seat}</h1><p>Breaking Away · {escape(r.race)}</p>'
    if r.corrected:
        yield "<h2>" + escape(_("Corrected: what has changed")) + "</h2>" + _items(map(escape, r.corrected), "")
    items = [escape(line) for line in r.lead] + [_told(told) for told in (*r.stand_ins, *r.ending)]
    if items:
        yield _items(items, "")
    yield "</header>"


def _road(r: Report) -> Iterator[str]:
    if r.drawn:
        drawing = svg(r.view, r.book, r.names)
        yield from _section(_("The road"), f'<div class="scroll">{drawing}</div>', "panel wide")


def _section(title: str, inside: str, look: str = "panel") -> list[str]:
    return [f'<section class="{look}"><h2>{escape(title)}</h2>{inside}</section>'] if inside else []


def _told(told: Told) -> str:
    return f'{escape(told.text)} <span class="rule">{escape(told.rule)}</span>'


def _items(items: Iterable[str], look: str) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return (f'<ul class="{look}">' if look else "<ul>") + f"{inside}</ul>" if inside else ""


def _list(told: Sequence[Told], look: str = "plain") -> str:
    return _items(map(_told, told), look)


def _race_order(r: Report) -> Iterator[str]:
    if not r.groups:
        return
    title = escape(_("Race order") if r.moved else _("Line-ups"))
    yield f'<h2>{title}</h2><table class="order"><thead><tr>'
    heads = (_("Place") if r.blind else _("Square"), _("Rider"), _("Move"), _("Holds"), _("New card, and why"))
    yield "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead>"
    for group in r.groups:
        yield from _group(group, r.blind)
    yield "</table>"


def _group(group: Group, blind: bool) -> Iterator[str]:
    yield '<tbody class="string">' if group.is_string else "<tbody>"
    if group.title:
        yield f'<tr><th colspan="5" scope="rowgroup">{escape(group.title)}</th></tr>'
    for row in group.rows:
        yield _row(row, blind)
    yield "</tbody>"


def _row(row: Row, blind: bool) -> str:
    place = f"{row.position}." if blind and row.position else "" if blind else row.where
    where = " " + _on(row) if blind and row.where else ""
    own = f" <i>{escape(row.own_name)}</i>" if row.own_name else ""
    notes = [f'<span class="note">{_told(note)}</span>' for note in row.notes]
    dropped = escape(_("dropped by the pack"))
    notes += [f'<span class="note">{dropped}</span>'] if row.dropped else []
    cells = [
        place,
        f'<span class="rider">{_tag(row.code, row.team)} {escape(row.name)}{own}{where}</span>',
        escape(row.move.replace("+", " + ")),
        "".join(f'<span class="card">{card}</span>' for card in row.hand),
        "".join(notes),
    ]
    start = '<tr class="mine">' if row.mine else "<tr>"
    return start + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _tag(letters: str, team: int, look: str = "") -> str:
    return f'<span class="tag{look} t{team}">{escape(letters)}</span>'


def _aside(r: Report) -> Iterator[str]:
    yield from _section(_("Final table") if r.over else _("Points"), _table(r.table))
    for table in r.stages:
        yield from _section(stage_heading(table), _stage(table))
    yield from _section(_("Lines"), _list(r.crossings))
    yield from _section(_("Finishers"), _items(map(escape, r.finishers), "plain"))
    yield from _section(_("Dropped: need no orders"), _items(map(escape, r.dropped), "plain"))
    yield from _section(_("Still to win"), _items(map(escape, r.lines_ahead), "plain"))
    yield from _section(_("Your riders"), _items(map(_mine, r.mine), "plain"))
    if not r.over:
        yield from _section(
            say("Orders for {turn}", turn=r.next_turn), escape(say("from {teams}", teams=", ".join(r.asked)))
        )


def _mine(row: Row) -> str:
    cards = "".join(f'<span class="card">{card}</span>' for card in row.hand)
    own = f" {escape(row.own_name)}" if row.own_name else ""
    return f"{_tag(row.code, row.team)}{own} {_on(row)} {cards}"


def _on(row: Row) -> str:
    return escape(say("on {square}", square=row.where))


def _table(rows: Sequence[TeamRow]) -> str:
    gained = escape(_("This turn")) if any(row.gained for row in rows) else ""
    return f"<table><thead>{_table_head(gained)}</thead><tbody>{''.join(map(_team, rows))}</tbody></table>"


def _table_head(last: str = "") -> str:
    names = escape(_("Team")), escape(_("Points"))
    heads = f'<th scope="col">{names[0]}</th><th scope="col" class="n">{names[1]}</th><th class="n">{last}</th>'
    return f"<tr><th></th>{heads}</tr>"


def _stage(table: StageTable) -> str:
    rows = [
        f"<tr><td>{row.rank}</td><td>{escape(row.name)}{_more([_places(row.places)])}</td>"
        f'<td class="n"><b>{row.points}</b></td><td></td></tr>'
        for row in table.rows
    ]
    return f"<table><thead>{_table_head()}</thead><tbody>{''.join(rows)}</tbody></table>"


def _places(places: str) -> str:
    return say("places: {places}", places=places) if places else ""


def _more(parts: Iterable[str]) -> str:
    return "".join(f'<span class="more">{escape(part)}</span>' for part in parts if part)


def _team(row: TeamRow) -> str:
    name = f"{_tag(row.mark, row.team, ' team')} {escape(row.name)}{_more([row.riders, _places(row.places)])}"
    points = f'<td class="n"><b>{row.points}</b></td><td class="n">{row.gained}</td>'
    return f"<tr><td>{row.rank}</td><td>{name}</td>{points}</tr>"
