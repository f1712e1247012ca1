"""A turn's report as text, page and PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from breakaway.core.language import _, say
from breakaway.display import renderers
from breakaway.display.document import Document, Figure, Grid, Line, Part, Section
from breakaway.display.reports import WIDTH, Chapter, MatchHistory
from breakaway.games.cycling.display.field import in_words, strip, svg
from breakaway.games.cycling.referee.race_files import RaceHistory
from breakaway.games.cycling.referee.report import (
    Group,
    Report,
    RiderRow,
    StageTable,
    TeamRow,
    report_of,
    stage_heading,
    turns,
    upper_first,
)
from breakaway.games.cycling.text.words import LETTERS
from breakaway.records.entries import RulingEntry
from breakaway.records.public_records import follower

# --- A turn's report as a document, and as the text of an email, an HTML page or a PDF.
#
# The email, the page and the PDF have the same content.


EMAIL_WIDTH = 80  # columns of an email
WIDE = 860  # pixels of the drawing
INDENT = "  "


def as_text(report: Report) -> str:
    """The report as the text of an email, ending with a newline."""
    return renderers.as_text(document(report), EMAIL_WIDTH)


def as_html(report: Report) -> str:
    """The report as an HTML page."""
    return renderers.as_html(document(report))


def as_pdf(report: Report) -> bytes:
    """The report as a PDF. Raises UserError if Typst is not installed."""
    return renderers.as_pdf(document(report))


def document(r: Report) -> Document:
    """The whole report as a document. Corrections come first."""
    lead = [*map(Line, r.lead), *r.stand_ins, *r.ending]
    sections = [Section(title, "", parts) for title, parts in _sections(r) if parts]
    if r.corrected:
        said = [Line(each, INDENT) for each in r.corrected]
        sections = [Section(_("Correction: what has changed"), "", said), Section("", "", lead), *sections]
    seat = " · " + say("for {team}", team=r.seat) if r.seat else ""
    foot = _("Numbers in parentheses refer to the rules (BA-...).")
    return Document(f"Breaking Away · {r.title}{seat}", r.race, [] if r.corrected else lead, sections, foot)


def _sections(r: Report) -> Iterator[tuple[str, Sequence[Part]]]:
    if r.drawn:
        yield _("The road"), [drawing(r, EMAIL_WIDTH)]
    yield _("Lines"), _indented(r.crossings)
    yield _("Race order") if r.moved else _("Line-ups"), [order(r)] if r.groups else []
    yield _("Final table") if r.over else _("Points"), [table(r)]
    for each in r.stages:
        yield stage_heading(each), [stage(each, {row.team: row.mark for row in r.table}, r.colours)]
    yield _("Finishers"), [Line(" · ".join(r.finishers), INDENT)] if r.finishers else []
    yield _("Dropped by the pack: no orders needed"), [Line(", ".join(r.dropped), INDENT)] if r.dropped else []
    yield _("Order of movement"), _indented(r.ties)
    yield _("Next"), [] if r.over else list(next_lines(r))


def drawing(r: Report, width: int, wide: int = WIDE, key: str = "race") -> Figure:
    """The road after the turn.

    The text drawing is at most `width` columns wide. The SVG drawing is `wide` pixels wide, and its ids begin with
    `key`.
    """
    drawn = svg(r.view, r.config, r.names, width=wide, key=key)
    return Figure(strip(r.view, r.config, r.names, width), drawn, in_words(r.view, r.config, r.names))


def _indented(lines: Sequence[Line]) -> list[Line]:
    return [replace(line, label=INDENT) for line in lines]


def order(r: Report) -> Grid:
    """All riders, front to back, by string or checkpoint."""
    rows, above = list[list[str]](), dict[int, str]()
    mine, marks = [], {}
    for before, group in zip([Group("", []), *r.groups], r.groups, strict=False):
        if group.title or before.title:
            above[len(rows)] = group.title
        for row in group.rows:
            marks[len(rows), 1] = row.code, r.colours[row.team]
            mine += [len(rows)] if row.mine else []
            rows.append([_place(row, r.blind), _called(row, r.blind), row.move, _cards(row), _reason(row)])
    heads = [_("Place") if r.blind else _("Square"), _("Rider"), _("Move"), _("Holds"), _("New card, and why")]
    return Grid("", heads, rows, right=(0,), strong=mine, marks=marks, above=above)


def _reason(row: RiderRow) -> str:
    said = "; ".join(f"{note.text} ({note.whys[0].rule})" for note in row.notes)
    return ". ".join(filter(None, (said, _("dropped by the pack") if row.dropped else "")))


def _place(row: RiderRow, blind: bool) -> str:
    if not blind:
        return row.where
    return f"{row.position}." if row.position else ""


def _called(row: RiderRow, blind: bool) -> str:
    """A rider as `Red A`, with his own name if he has one. In a Blind race, his square is added if it is known."""
    where = say("on {square}", square=row.where) if blind and row.where else ""
    return " ".join(filter(None, (row.name, row.own_name, where)))


def _cards(row: RiderRow) -> str:
    return " ".join(map(str, row.hand))


def table(r: Report) -> Grid:
    """The teams, best first, with their points, this turn's gain, their riders' points and their places."""
    rows = [[row.rank, row.name, row.points, row.gained, _detail(row)] for row in r.table]
    gained = _("This turn") if any(row.gained for row in r.table) else ""
    return _teams(["", _("Team"), _("Points"), gained, ""], rows, [(row.mark, r.colours[row.team]) for row in r.table])


def _detail(row: TeamRow) -> str:
    return "; ".join(filter(None, (row.riders, _places(row.places))))


def _places(places: str) -> str:
    return say("places: {places}", places=places) if places else ""


def stage(table: StageTable, marks: Mapping[int, str], colours: Sequence[str]) -> Grid:
    """A table of the teams' points and places on one stage.

    `marks` gives each team's letters, and `colours` gives the colors behind them.
    """
    rows = [[row.rank, row.name, row.points, _places(row.places)] for row in table.rows]
    return _teams(["", _("Team"), _("Points"), ""], rows, [(marks[row.team], colours[row.team]) for row in table.rows])


def _teams(heads: list[str], rows: list[list[str]], marks: Sequence[tuple[str, str]]) -> Grid:
    signs = {(r, 1): mark for r, mark in enumerate(marks)}
    return Grid("", heads, rows, right=range(2, len(heads) - 1), marks=signs)


def next_lines(r: Report) -> Iterator[Line]:
    """The lines ahead, the teams that must send orders and, in a team's own report, its cards."""
    for ahead in r.lines_ahead:
        yield Line(upper_first(ahead), INDENT)
    yield Line(say("Orders for {turn} are due from: {teams}", turn=r.next_turn, teams=", ".join(r.asked)), INDENT)
    for row in r.mine:
        if row.hand:
            own = f" ({row.own_name})" if row.own_name else ""
            where = " " + say("on {square}", square=row.where) if row.where else ""
            yield Line(f"{row.name}{own}{where}: {_cards(row)}", INDENT)


# --- Makes the chapters of a race: the referee's report of each turn, as part of a longer report.


NARROW = 640  # pixels of a drawing: its letters can be read in an email on a phone


class RaceChapters:
    """Tells the story of a race, with a chapter for each turn."""

    def chapters(self, told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
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
