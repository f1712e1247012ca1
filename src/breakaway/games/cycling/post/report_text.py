"""The report as plain text of 80 columns, for a mail."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from breakaway.games.cycling.display.board import strip
from breakaway.games.cycling.display.text import columns
from breakaway.games.cycling.post.report import Report, Row, TeamRow, Told

WIDTH = 80
LONGEST_NAME = 18


def as_text(report: Report) -> str:
    """The whole report; ends with a line feed."""
    lines: list[str] = []
    for part in _parts(report):
        lines += [*part, ""]
    return "\n".join(line.rstrip() for line in lines[:-1]) + "\n"


def _parts(r: Report) -> Iterator[list[str]]:
    yield _head(r)
    if r.lead or r.stand_ins or r.ending:
        yield [line for part in (*r.lead, *map(_sentence, [*r.stand_ins, *r.ending])) for line in _wrapped(part, "")]
    if r.drawn:
        yield [*_heading("The road"), *strip(r.view, r.book, r.names, WIDTH).split("\n")]
    if r.crossings:
        yield [*_heading("Lines"), *_listed(r.crossings)]
    if r.groups:
        yield [*_heading("Race order" if r.moved else "Line-ups"), *_race_order(r)]
    yield [*_heading("Final table" if r.over else "Points"), *_table(r)]
    if r.finishers:
        yield [*_heading("Finishers"), *_wrapped(" · ".join(r.finishers), "  ")]
    if r.dropped:
        yield [*_heading("Dropped by the pack: need no orders"), *_wrapped(", ".join(r.dropped), "  ")]
    if r.ties:
        yield [*_heading("Order of movement"), *_listed(r.ties)]
    if not r.over:
        yield [*_heading("Next"), *_next(r)]
    yield ["Numbers in brackets are the rules (BA-...)."]


def _head(r: Report) -> list[str]:
    seat = f" · for {r.seat}" if r.seat else ""
    line = f"BREAKING AWAY · {r.title}{seat}"
    return [*_wrapped(line, ""), *_wrapped(r.race, ""), "=" * WIDTH]


def _heading(words: str) -> list[str]:
    return [words.upper(), "-" * len(words)]


def _sentence(told: Told) -> str:
    return f"{told.text} [{told.rule}]"


def _wrapped(text: str, indent: str, further: str | None = None) -> list[str]:
    after = indent if further is None else further
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=after, break_on_hyphens=False) or [""]


def _listed(told: Sequence[Told]) -> list[str]:
    return [line for each in told for line in _wrapped(_sentence(each), "  ", "    ")]


def _fit(text: str, width: int) -> str:
    """The text cut or padded to so many columns."""
    if columns(text) > width:
        while columns(text) > width - 1:
            text = text[:-1]
        text += "~"
    return text + " " * (width - columns(text))


def _fit_rider(name: str, width: int) -> str:
    """The same for a rider: his grade stays."""
    team, _, grade = name.rpartition(" ")
    return name + " " * (width - columns(name)) if columns(name) <= width else f"{_fit(team, width - 2)} {grade}"


def _race_order(r: Report) -> list[str]:
    rows = [row for group in r.groups for row in group.rows]
    name = min(LONGEST_NAME, max(columns(row.name) for row in rows))
    move = max(4, *(len(row.move) for row in rows))
    hand = max(5, *(len(_cards(row)) for row in rows))
    if r.blind:
        head = f"{'':4}{_fit('rider', name)}  {'at':3}  {_fit('move', move)}  {_fit('holds', hand)}  new card, and why"
    else:
        head = f"{'at':>4} {_fit('rider', name)}  {_fit('move', move)}  {_fit('holds', hand)}  new card, and why"
    lines = [head]
    in_string = False
    for group in r.groups:
        if (group.title or in_string) and len(lines) > 1:
            lines.append("")
        lines += [f"  -- {group.title} --"] if group.title else []
        in_string, above = bool(group.title), ""
        for row in group.rows:
            why = "; ".join(map(_sentence, row.notes)) + (" (dropped)" if row.dropped else "")
            start = _place(row, r.blind, name) + f"  {_fit(row.move, move)}  {_fit(_cards(row), hand)}  "
            lines += _with_reason(start, why, above)
            above = why
    return lines


def _place(row: Row, blind: bool, name: int) -> str:
    if not blind:
        return f"{row.where:>4} {_fit_rider(row.name, name)}"
    return f"{f'{row.position}.' if row.position else '':>3} {_fit_rider(row.name, name)}  {row.where:>3}"


def _with_reason(start: str, why: str, above: str) -> list[str]:
    """A rider's line; a long reason goes on below itself, and is not said twice running."""
    if not why:
        return [start]
    lines = _wrapped(why, start, " " * columns(start))
    return lines if len(lines) == 1 or why != above else [start + "the same"]


def _cards(row: Row) -> str:
    return " ".join(str(card) for card in row.hand)


def _table(r: Report) -> list[str]:
    name = max(columns(row.name) for row in r.table)
    points = max(6, *(len(row.points) for row in r.table))
    gained = max((len(row.gained) for row in r.table), default=0)
    return [line for row in r.table for line in _team(row, name, points, gained)]


def _team(row: TeamRow, name: int, points: int, gained: int) -> list[str]:
    start = f"  {row.rank:4} {_fit(row.name, name)}  {row.points:>{points}}"
    start += f"  {row.gained:{gained}}  " if gained else "  "
    parts = [row.riders, f"places: {row.places}" if row.places else ""]
    detail = "; ".join(part for part in parts if part)
    return _wrapped(detail, start, " " * columns(start)) if detail else [start]


def _next(r: Report) -> list[str]:
    lines = [line for ahead in r.lines_ahead for line in _wrapped(f"{ahead[0].upper()}{ahead[1:]}", "  ", "    ")]
    lines += _wrapped(f"Orders for {r.next_turn} from: {', '.join(r.asked)}", "  ", "    ")
    for row in r.mine:
        where = f"on {row.where}" if row.where else ""
        own = f" ({row.own_name})" if row.own_name else ""
        if row.hand:
            lines.append(f"  {row.name}{own} {where}: {_cards(row)}")
    return lines
