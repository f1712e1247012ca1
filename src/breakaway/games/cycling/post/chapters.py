"""Makes the chapters of a race: the referee's report of each turn, as part of a longer report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from breakaway.core.language import _
from breakaway.display.document import Grid, Line, Part
from breakaway.display.reports import WIDTH, Chapter, Retold
from breakaway.games.cycling.post.document import drawing, next_lines, order, stage, table
from breakaway.games.cycling.post.files import RaceHistory
from breakaway.games.cycling.post.parts import Report
from breakaway.games.cycling.post.report import report_of
from breakaway.games.cycling.post.stages import stage_heading
from breakaway.games.cycling.post.turns import turns
from breakaway.games.cycling.text.words import LETTERS
from breakaway.records.entries import RulingEntry
from breakaway.records.public_records import follower

NARROW = 640  # pixels of a drawing: its letters can be read in an email on a phone


class RaceChapters:
    """Tells the story of a race, with a chapter for each turn."""

    def chapters(self, told: Retold, since: int = 0) -> Sequence[Chapter]:
        """The referee's report of each turn, as a chapter that begins with any corrections.

        Leaves out turns before `since`, but never the last turn.
        """
        found = follower(told.now.game, told.record)
        past = RaceHistory(told.now.game, found.config, told.record.header, list(found.play()), found.fold)
        played = turns(past)
        at = [
            number
            for number, each in enumerate(past.fold.standing, 1)
            if not isinstance(each.entry, RulingEntry) and past.moments[each.number - 1].before is not None
        ]
        pairs = list(zip(at[-len(played) :], played, strict=True)) if played else []
        shown = [(number, turn) for number, turn in pairs if number >= since or turn is played[-1]]
        return [_chapter(number, report_of(past, turn, told.now.seat), turn is played[-1]) for number, turn in shown]


def _chapter(number: int, report: Report, is_last: bool) -> Chapter:
    return Chapter(report.title, number, list(_parts(report, number, is_last)))


def _parts(r: Report, number: int, is_last: bool) -> Iterator[Part]:
    """The parts of one turn: corrections, the news, the road, and the tables.

    Only the chapter of the last turn also says what comes next.
    """
    correction, dropped, finishers = _("Correction"), _("Dropped by the pack: no orders needed"), _("Finishers")
    yield from (Line(said, f"{correction}: ", "bold") for said in r.corrected)
    yield from (Line(said, style="bold") for said in r.lead)
    yield from (*r.stand_ins, *r.crossings, *r.ending)
    if r.dropped:
        yield Line(", ".join(r.dropped), f"{dropped}: ")
    if r.finishers:
        yield Line(" · ".join(r.finishers), f"{finishers}: ")
    if is_last and not r.over:
        yield from next_lines(r)
    if r.drawn and r.view.field:
        yield drawing(r, WIDTH, NARROW, f"race-{number}")
        yield _named(order(r), _("Race order"))
    elif r.groups:
        yield order(r) if r.moved else _line_ups(r)
    if r.moved:
        yield _named(table(r), _("Final table") if r.over else _("Points"))
    marks = {row.team: row.mark for row in r.table}
    for each in r.stages:
        yield _named(stage(each, marks, r.colours), stage_heading(each))


def _line_ups(r: Report) -> Grid:
    """The riders of each team with their starting cards, as far as the seat may know them."""
    rows, own = list[list[str]](), list[int]()
    for n, team in enumerate(r.teams):
        riders = sorted((row for group in r.groups for row in group.rows if row.team == n), key=lambda row: row.name)
        rows.append([team, *(" ".join(filter(None, (row.own_name, *map(str, row.hand)))) for row in riders)])
        own += [n] if any(row.mine for row in riders) else []
    marks = {(row.team, 0): (row.mark, r.colours[row.team]) for row in r.table}
    return Grid("", [_("Team"), *LETTERS], rows, right=(), strong=own, marks=marks, folded=False)


def _named(grid: Grid, title: str) -> Grid:
    return replace(grid, title=title, folded=False)


CHAPTERS = RaceChapters()
