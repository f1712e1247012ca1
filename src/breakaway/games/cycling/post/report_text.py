"""The report as plain text of 80 columns, for a mail."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from breakaway.core.language import _, say
from breakaway.games.cycling.display.board import strip
from breakaway.games.cycling.display.text import columns
from breakaway.games.cycling.post.parts import Report, Row, TeamRow, Told
from breakaway.games.cycling.post.report import upper_first
from breakaway.games.cycling.post.stages import StageTable, stage_heading

WIDTH = 80
LONGEST_NAME, LONGEST_OWN = 18, 26  # of riders' columns, without and with their own names


def as_text(report: Report) -> str:
    """The whole report; ends with a line feed."""
    lines: list[str] = []
    for part in _parts(report):
        lines += [*part, ""]
    return "\n".join(line.rstrip() for line in lines[:-1]) + "\n"


def _parts(r: Report) -> Iterator[list[str]]:
    yield _head(r)
    if r.corrected:
        yield [
            *_heading(_("Corrected: what has changed")),
            *(line for each in r.corrected for line in _wrapped(each, "  ", "    ")),
        ]
    if r.lead or r.stand_ins or r.ending:
        yield [line for part in (*r.lead, *map(_sentence, [*r.stand_ins, *r.ending])) for line in _wrapped(part, "")]
    if r.drawn:
        yield [*_heading(_("The road")), *strip(r.view, r.book, r.names, WIDTH).split("\n")]
    if r.crossings:
        yield [*_heading(_("Lines")), *_listed(r.crossings)]
    if r.groups:
        yield [*_heading(_("Race order") if r.moved else _("Line-ups")), *_race_order(r)]
    yield [*_heading(_("Final table") if r.over else _("Points")), *_table(r)]
    for table in r.stages:
        yield [*_heading(stage_heading(table)), *_stage(table)]
    if r.finishers:
        yield [*_heading(_("Finishers")), *_wrapped(" · ".join(r.finishers), "  ")]
    if r.dropped:
        yield [*_heading(_("Dropped by the pack: need no orders")), *_wrapped(", ".join(r.dropped), "  ")]
    if r.ties:
        yield [*_heading(_("Order of movement")), *_listed(r.ties)]
    if not r.over:
        yield [*_heading(_("Next")), *_next(r)]
    yield _wrapped(_("Numbers in brackets are the rules (BA-...)."), "")


def _head(r: Report) -> list[str]:
    seat = " · " + say("for {team}", team=r.seat) if r.seat else ""
    line = f"BREAKING AWAY · {r.title}{seat}"
    return [*_wrapped(line, ""), *_wrapped(r.race, ""), "=" * WIDTH]


def _heading(words: str) -> list[str]:
    return [words.upper(), "-" * columns(words.upper())]


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


def _called(row: Row) -> str:
    """`Red A`, with his own name if he has one: `Red A Percy Vere`."""
    return f"{row.name} {row.own_name}".rstrip()


def _fit_rider(row: Row, width: int) -> str:
    """A rider cut or padded to so many columns: his grade stays, of names their ends go."""
    if columns(_called(row)) <= width:
        return _fit(_called(row), width)
    team, _blank, grade = row.name.rpartition(" ")
    room = width - 2
    if row.own_name:
        room = max(room // 2, room - 1 - columns(row.own_name))
    short = f"{_fit(team, room).rstrip() if columns(team) > room else team} {grade}"
    return _fit(f"{short} {row.own_name}".rstrip(), width)


def _race_order(r: Report) -> list[str]:
    rows = [row for group in r.groups for row in group.rows]
    named = any(row.own_name for row in rows)
    name = min(LONGEST_OWN if named else LONGEST_NAME, max(columns(_called(row)) for row in rows))
    heads = [_("at"), _("rider"), _("move"), _("holds"), _("new card, and why")]
    move = max(columns(heads[2]), *(len(row.move) for row in rows))
    hand = max(columns(heads[3]), *(len(_cards(row)) for row in rows))
    at, rider = heads[0].rjust(3), _fit(heads[1], name)
    rest = [_fit(heads[2], move), _fit(heads[3], hand), heads[4]]
    head = "  ".join([f"{'':4}{rider}", at, *rest] if r.blind else [f"{at:>4} {rider}", *rest])
    lines, dropped = [head], _("dropped")
    in_string = False
    for group in r.groups:
        if (group.title or in_string) and len(lines) > 1:
            lines.append("")
        lines += [f"  -- {group.title} --"] if group.title else []
        in_string, above = bool(group.title), ""
        for row in group.rows:
            why = "; ".join(map(_sentence, row.notes)) + (f" ({dropped})" if row.dropped else "")
            start = _place(row, r.blind, name) + f"  {_fit(row.move, move)}  {_fit(_cards(row), hand)}  "
            lines += _with_reason(start, why, above)
            above = why
    return lines


def _place(row: Row, blind: bool, name: int) -> str:
    if not blind:
        return f"{row.where:>4} {_fit_rider(row, name)}"
    return f"{f'{row.position}.' if row.position else '':>3} {_fit_rider(row, name)}  {row.where:>3}"


def _with_reason(start: str, why: str, above: str) -> list[str]:
    """A rider's line; a long reason goes on below itself, and is not said twice running."""
    if not why:
        return [start]
    lines = _wrapped(why, start, " " * columns(start))
    return lines if len(lines) == 1 or why != above else [start + _("the same")]


def _cards(row: Row) -> str:
    return " ".join(str(card) for card in row.hand)


def _table(r: Report) -> list[str]:
    name = max(columns(row.name) for row in r.table)
    points = max(6, *(len(row.points) for row in r.table))
    gained = max((len(row.gained) for row in r.table), default=0)
    return [line for row in r.table for line in _team(row, name, points, gained)]


def _stage(table: StageTable) -> list[str]:
    name = max(columns(row.name) for row in table.rows)
    points = max(6, *(len(row.points) for row in table.rows))
    lines = []
    for row in table.rows:
        start = f"  {row.rank:4} {_fit(row.name, name)}  {row.points:>{points}}  "
        lines += (
            _wrapped(say("places: {places}", places=row.places), start, " " * columns(start)) if row.places else [start]
        )
    return lines


def _team(row: TeamRow, name: int, points: int, gained: int) -> list[str]:
    start = f"  {row.rank:4} {_fit(row.name, name)}  {row.points:>{points}}"
    start += f"  {row.gained:{gained}}  " if gained else "  "
    parts = [row.riders, say("places: {places}", places=row.places) if row.places else ""]
    detail = "; ".join(part for part in parts if part)
    return _wrapped(detail, start, " " * columns(start)) if detail else [start]


def _next(r: Report) -> list[str]:
    lines = [line for ahead in r.lines_ahead for line in _wrapped(upper_first(ahead), "  ", "    ")]
    lines += _wrapped(say("Orders for {turn} from: {teams}", turn=r.next_turn, teams=", ".join(r.asked)), "  ", "    ")
    for row in r.mine:
        where = say("on {square}", square=row.where) if row.where else ""
        own = f" ({row.own_name})" if row.own_name else ""
        if row.hand:
            lines.append(f"  {row.name}{own} {where}: {_cards(row)}")
    return lines
