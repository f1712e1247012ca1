"""The report as one HTML page that stands alone: no script, nothing loaded, light and dark, fit to print."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from breakaway.games.cycling.display.board import svg
from breakaway.games.cycling.post.report import Group, Report, Row, TeamRow, Told


def as_html(report: Report) -> str:
    """The whole page."""
    style = _style(report)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    seat = f" · for {escape(report.seat)}" if report.seat else ""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
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
            *_section("Order of movement", _list(report.ties, "plain columns"), "panel wide"),
            "<footer>Small numbers are the rules (BA-...).</footer>",
            "</main></body></html>\n",
        ]
    )


def _style(report: Report) -> str:
    css = files("breakaway.games.cycling.post").joinpath("look/report.css").read_text(encoding="utf-8")
    teams = [f".t{team} {{ background: {colour} }}" for team, colour in enumerate(report.colours)]
    return "\n" + css + "\n".join(teams) + "\n"


def _head(r: Report, seat: str) -> Iterator[str]:
    yield f'<header class="panel wide"><h1>{escape(r.title)}{seat}</h1><p>Breaking Away · {escape(r.race)}</p>'
    items = [escape(line) for line in r.lead] + [_told(told) for told in (*r.stand_ins, *r.ending)]
    if items:
        yield _items(items, "")
    yield "</header>"


def _road(r: Report) -> Iterator[str]:
    if r.drawn:
        drawing = svg(r.view, r.book, r.names)
        yield f'<section class="panel wide"><h2>The road</h2><div class="scroll">{drawing}</div></section>'


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
    title = "Race order" if r.moved else "Line-ups"
    yield f'<h2>{title}</h2><table class="order"><thead><tr>'
    heads = ("Place" if r.blind else "Square", "Rider", "Move", "Holds", "New card, and why")
    yield "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>"
    for group in r.groups:
        yield from _group(group, r.blind)
    yield "</table>"


def _group(group: Group, blind: bool) -> Iterator[str]:
    yield '<tbody class="string">' if group.title.startswith("string") else "<tbody>"
    if group.title:
        yield f'<tr><th colspan="5" scope="rowgroup">{escape(group.title)}</th></tr>'
    for row in group.rows:
        yield _row(row, blind)
    yield "</tbody>"


def _row(row: Row, blind: bool) -> str:
    place = f"{row.position}." if blind and row.position else "" if blind else row.where
    where = f" on {row.where}" if blind and row.where else ""
    own = f" <i>{escape(row.own_name)}</i>" if row.own_name else ""
    notes = [f'<span class="note">{_told(note)}</span>' for note in row.notes]
    notes += ['<span class="note">dropped by the pack</span>'] if row.dropped else []
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
    yield from _section("Final table" if r.over else "Points", _table(r.table))
    yield from _section("Lines", _list(r.crossings))
    yield from _section("Finishers", _items(map(escape, r.finishers), "plain"))
    yield from _section("Dropped: need no orders", _items(map(escape, r.dropped), "plain"))
    yield from _section("Still to win", _items(map(escape, r.lines_ahead), "plain"))
    yield from _section("Your riders", _items(map(_mine, r.mine), "plain"))
    if not r.over:
        yield from _section(f"Orders for {r.next_turn}", escape("from " + ", ".join(r.asked)))


def _mine(row: Row) -> str:
    cards = "".join(f'<span class="card">{card}</span>' for card in row.hand)
    own = f" {escape(row.own_name)}" if row.own_name else ""
    return f"{_tag(row.code, row.team)}{own} on {escape(row.where)} {cards}"


def _table(rows: Sequence[TeamRow]) -> str:
    gained = "This turn" if any(row.gained for row in rows) else ""
    heads = f'<th scope="col">Team</th><th scope="col" class="n">Points</th><th class="n">{gained}</th>'
    head = f"<tr><th></th>{heads}</tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(map(_team, rows))}</tbody></table>"


def _team(row: TeamRow) -> str:
    more = [row.riders, f"places: {row.places}" if row.places else ""]
    detail = "".join(f'<span class="more">{escape(part)}</span>' for part in more if part)
    name = f"{_tag(row.mark, row.team, ' team')} {escape(row.name)}{detail}"
    points = f'<td class="n"><b>{row.points}</b></td><td class="n">{row.gained}</td>'
    return f"<tr><td>{row.rank}</td><td>{name}</td>{points}</tr>"
