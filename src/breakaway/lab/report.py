"""The report of a simulation: measures with intervals, tables, and charts as SVG."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from math import isfinite, isnan, sqrt
from pathlib import Path
from typing import Any, TypeAlias, cast

import matplotlib as mpl
import polars as pl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from breakaway.core.data_files import write_whole
from breakaway.core.game import Game
from breakaway.core.language import Names, UserError
from breakaway.core.statistics import Z
from breakaway.core.statistics import wilson as wilson
from breakaway.display import renderers
from breakaway.display.document import Bars, Chart, Document, Grid, Histograms, Line, Section, Series
from breakaway.games.manifest import kit_of, load
from breakaway.lab.batches import distinct
from breakaway.lab.simulation_files import MATCHES, ROWS, files_of, game_of, holds_of, paths_in, said_in
from breakaway.players.coaches import label

# --- Reads the two files of a simulation for a report. Any error in a file becomes one sentence.


PIECE = 10_000  # matches
ENDS = "_score"  # the end of the name of a column that every seat has


@dataclass(frozen=True)
class Material:
    """The data for a report.

    `seats` lists the prefixes of the seats' columns, and `teams` lists the names of the teams.
    """

    game: Game[Any, Any]
    said: dict[str, Any]
    files: dict[str, Path]
    matches: pl.LazyFrame
    plays: pl.LazyFrame | None
    seats: list[str]
    teams: list[str]

    def totals(self) -> list[str]:
        """The names of the counts that a match has for each seat."""
        names = self.matches.collect_schema().names()
        begin = f"{self.seats[0]}_"
        return [name.removeprefix(begin) for name in names if name.startswith(begin)][2:]  # without score and place


@dataclass(frozen=True)
class GameReport:
    """What one game adds to a report: its default house rules, and sections made from the matches or the plays.

    `tables(book, names, teams)` says in words what a config has, in groups of entries: `{"Fire: card": {"15b": "Medium
    5"}}`. A comparison then lists the entries that differ, and not the fields in `told`.
    """

    usual: Callable[[], dict[str, Any]]
    of_matches: Callable[[Material], list[Section]]
    of_plays: Callable[[Material], list[Section]]
    plays_show: str  # says in words what the plays add
    tables: Callable[[dict[str, Any], Names, Sequence[str]], dict[str, dict[str, str]]] | None = None
    told: frozenset[str] = frozenset()


Part: TypeAlias = Callable[[Material], Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]]  # asks, then answers


def answered(m: Material, parts: Sequence[Part]) -> list[Section]:
    """The sections of several parts of a report. Each part yields queries of the material `m`, gets the results and
    returns a section.

    All queries of all parts run together.
    """
    going = [part(m) for part in parts]
    asked = [next(each) for each in going]
    found = iter(collected([query for queries in asked for query in queries]))
    sections = []
    for each, queries in zip(going, asked, strict=True):
        try:
            each.send([next(found) for _ in queries])
        except StopIteration as stop:
            sections.append(stop.value)
    return sections


def collected(queries: Sequence[pl.LazyFrame]) -> list[pl.DataFrame]:
    """Runs the queries and returns their results. Needs little memory, however large the files are."""
    return pl.collect_all(queries, engine="streaming")


def in_pieces(m: Material, rows: pl.LazyFrame, ask: Callable[[pl.LazyFrame], pl.LazyFrame]) -> pl.DataFrame:
    """The result of a query that needs memory for each match. Runs the query on a few matches at a time.

    `m` is the material, `rows` are the rows to query, and `ask` makes the query for some of them.
    """
    last = int(collected([m.matches.select(pl.col("match").max())])[0].item())
    pieces = (rows.filter(pl.col("match").is_between(i, i + PIECE - 1)) for i in range(1, last + 1, PIECE))
    return pl.concat([collected([ask(piece)])[0] for piece in pieces])


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """A context that turns errors in reading a simulation's file into UserError."""
    try:
        yield
    except (pl.exceptions.ColumnNotFoundError, pl.exceptions.SchemaError) as error:
        column = str(error).splitlines()[0]
        raise UserError(
            f"{file}: a column is missing or has the wrong type ({column}); run breakaway simulate again"
        ) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        raise UserError(f"{file}: this file is damaged; run the same simulation again to make a new one") from None


def opened(file: Path) -> Material:
    """The material of a simulation, from either of its files or from its folder. Raises UserError."""
    said = said_in(file)
    with readable(file):
        if file.is_dir():
            files, parts = {what: file / what for what in holds_of(said)}, paths_in(file, said["plays"])
            if not parts[MATCHES]:
                raise UserError(f"{file} has no matches")
        else:
            files = files_beside(file, said)
            parts = {what: [path] for what, path in files.items()}
        matches = pl.scan_parquet(parts[MATCHES])
        plays = pl.scan_parquet(parts[ROWS]) if ROWS in files else None
        check_same_length(files, matches, plays)
        seats = [name.removesuffix(ENDS) for name in matches.collect_schema().names() if name.endswith(ENDS)]
        teams = distinct([str(seat["name"]) for seat in said["seats"]])
        if not seats or len(seats) != len(teams):
            raise UserError(f"{file}: its columns do not match its {len(teams)} seats; simulate the matches again")
        return Material(game_of(said), said, files, matches, plays, seats, teams)


def files_beside(file: Path, said: dict[str, Any]) -> dict[str, Path]:
    """The file and, if there are plays, the other file beside it.

    Raises UserError if the other file is missing or wrong.
    """
    out, tail = file, f".{MATCHES}{file.suffix}"
    if said["plays"] and said["holds"] == MATCHES:
        if not file.name.endswith(tail):
            raise UserError(
                f"{file} goes with a file of plays; put both in the same folder, and name {file.name} NAME{tail} and "
                f"the file of plays NAME{file.suffix}"
            )
        out = file.with_name(file.name.removesuffix(tail) + file.suffix)
    files = files_of(out, said["plays"])
    for what, path in files.items():
        if path == file:
            continue
        if not path.is_file():
            raise UserError(f"{path} is missing; put the file of {what} next to {file.name} and call it {path.name}")
        other = said_in(path)
        if other != {**said, "holds": what}:
            raise UserError(f"{path} and {file} come from two different simulations")
    return files


def check_same_length(files: dict[str, Path], matches: pl.LazyFrame, plays: pl.LazyFrame | None) -> None:
    """Raises UserError if there are no matches, or if the plays end before the last match."""
    last = pl.col("match").max()
    ends = [int(frame.item() or 0) for frame in collected([f.select(last) for f in (matches, plays) if f is not None])]
    if ends[0] == 0:
        raise UserError(f"{files[MATCHES]} has no matches")
    if ends[-1] != ends[0]:
        raise UserError(
            f"{files[ROWS]} ends with match {ends[-1]:,}, {files[MATCHES]} with {ends[0]:,}: they come from "
            "two different simulations"
        )


# --- Measures with their intervals, and numbers in a readable form.


NONE = "–"


def half_width(spread: float | None, n: int) -> float | None:
    """Half the width of the 95% interval of a mean of n values with this spread (standard deviation).

    None if n is less than 2.
    """
    return None if spread is None or n < 2 else Z * spread / sqrt(n)


def count(n: float) -> str:
    """The whole number n with commas: `20,000`."""
    return f"{n:,.0f}"


def number(x: float | None, digits: int = 2) -> str:
    """The number x with `digits` decimals, like `27.35`. A dash for None and for a number that is not finite."""
    if x is None or not isfinite(x):
        return NONE
    text = f"{x:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def plus_minus(spread: float | None, n: int, digits: int = 2) -> str:
    """Half the width of the 95% interval of a mean, like `±0.20`. A dash for fewer than two values."""
    half = half_width(spread, n)
    return NONE if half is None else f"±{number(half, digits + (0 < half < 0.5 / 10**digits))}"


def mean(x: float | None, spread: float | None, n: int, digits: int = 2) -> str:
    """The mean x of n values with this spread, plus or minus half the width of its 95% interval: `27.35 ±0.20`.

    `digits` is the number of decimals.
    """
    half = "" if half_width(spread, n) is None else f" {plus_minus(spread, n, digits)}"
    return f"{number(x, digits)}{half}"


def percent(p: float) -> str:
    """The share p (0 to 1) as a percentage, like `48.3%`."""
    return f"{100 * p:.1f}%"


def share(k: int, n: int) -> str:
    """The share of k in n as a percentage, like `48.3%`. A dash if n is 0."""
    return percent(k / n) if n else NONE


def between(k: int, n: int) -> str:
    """The 95% interval of a share of k in n, in percent: `47.6 to 49.0`. A dash if n is 0."""
    if n == 0:
        return NONE
    low, high = wilson(k, n)
    return f"{100 * low:.1f} to {100 * high:.1f}"


def share_between(k: int, n: int) -> list[str]:
    """Two cells: the share of k in n, and its Wilson 95% interval."""
    return [share(k, n), between(k, n)]


# --- The parts of a report that suit any game, made from the columns that every file of matches has.


BINS = 48  # roughly the most bins in a histogram
ABREAST = 3  # the most seats side by side in a table of totals
QUANTILES = (
    ("least", 0.0),
    ("5%", 0.05),
    ("25%", 0.25),
    ("middle", 0.5),
    ("75%", 0.75),
    ("95%", 0.95),
    ("most", 1.0),
)


def how_many(frame: pl.LazyFrame) -> int:
    """The number of rows of a frame."""
    return int(collected([frame.select(pl.len())])[0].item())


def counts(values: dict[str, Any]) -> tuple[list[int], int, int]:
    """The wins of each seat, the shared first places, and the number of matches.

    `values` is the row that the query `won` returns.
    """
    wins = [value for name, value in values.items() if name.startswith("wins_")]
    return wins, values["matches"] - sum(wins), values["matches"]


def won(m: Material) -> pl.LazyFrame:
    """A query for one row: how often each seat is alone in first place, and how many matches there are."""
    firsts = pl.sum_horizontal(pl.col(f"{seat}_place") == 1 for seat in m.seats)
    alone = [((pl.col(f"{seat}_place") == 1) & (firsts == 1)).sum().alias(f"wins_{seat}") for seat in m.seats]
    return m.matches.select(*alone, pl.len().alias("matches"))


def scored(m: Material) -> pl.LazyFrame:
    """A query for one row: mean, spread and quantiles of each seat's score."""
    asked = []
    for seat in m.seats:
        score = pl.col(f"{seat}_score")
        asked += [score.mean().alias(f"{seat} mean"), score.std().alias(f"{seat} spread")]
        asked += [score.quantile(q, "nearest").alias(f"{seat} {name}") for name, q in QUANTILES]
    return m.matches.select(*asked)


def look(seat: int) -> str:
    """The color of a team."""
    return f"team-{seat + 1}"


def first_part(m: Material) -> str:
    """A summary of wins and scores, with a line for each team."""
    found, scores = (frame.row(0, named=True) for frame in collected([won(m), scored(m)]))
    wins, shared, n = counts(found)
    wide = max(len(team) for team in m.teams)
    lines = [f"{count(n)} matches of {m.game.title}, with 95% intervals"]
    for seat, team, k in zip(m.seats, m.teams, wins, strict=True):
        points = mean(scores[f"{seat} mean"], scores[f"{seat} spread"], n)
        lines.append(f"  {team:{wide}}  wins {share(k, n):>6} ({between(k, n)})   scores {points}")
    if shared:
        lines.append(f"  {'drawn':{wide}}       {share(shared, n):>6} ({between(shared, n)})")
    return "\n".join(lines)


def board(m: Material) -> list[tuple[str, str, str]]:
    """The head of a report on two teams: name, share of wins and mean score of each. Empty for more than two teams."""
    if len(m.teams) != 2:
        return []
    found, scores = (frame.row(0, named=True) for frame in collected([won(m), scored(m)]))
    wins, _, n = counts(found)
    points = [f"{number(scores[f'{seat} mean'], 1)} points a match" for seat in m.seats]
    return [(team, share(k, n), said) for team, k, said in zip(m.teams, wins, points, strict=True)]


def wins(m: Material) -> Section:
    """The section that says how often each team wins."""
    found, shared, n = counts(collected([won(m)])[0].row(0, named=True))
    named = [*m.teams, "drawn" if len(m.teams) == 2 else "first place shared"]
    counted = [*found, shared]
    rows = [[name, count(k), *share_between(k, n)] for name, k in zip(named, counted, strict=True)]
    spans = [wilson(k, n) for k in found]
    series = [
        Series(
            team,
            look(i),
            [found[i] / n if j == i else float("nan") for j in range(len(found))],
            [span[0] for span in spans],
            [span[1] for span in spans],
        )
        for i, team in enumerate(m.teams)
    ]
    said = "; ".join(f"{team} {percent(k / n)}" for team, k in zip(m.teams, found, strict=True))
    return Section(
        "Win shares",
        f"After {count(n)} matches. The Wilson 95% interval shows how far off these shares may be.",
        [
            Grid("Matches won", ["", "matches", "share", "95% interval"], rows),
            Bars("Share of matches won", f"{said}.", m.teams, series, percent=True),
        ],
    )


def scores(m: Material) -> Section:
    """The section with means and spreads of the scores, and how often each score occurs."""
    found = collected([scored(m)])[0].row(0, named=True)
    n = how_many(m.matches)
    rows = [
        [team, mean(found[f"{seat} mean"], found[f"{seat} spread"], n), number(found[f"{seat} spread"])]
        + [number(found[f"{seat} {name}"], 0) for name, _ in QUANTILES]
        for seat, team in zip(m.seats, m.teams, strict=True)
    ]
    heads = ["", "mean ±95%", "spread", *(name for name, _ in QUANTILES)]
    low = min(found[f"{seat} least"] for seat in m.seats)
    high = max(found[f"{seat} most"] for seat in m.seats)
    edges = edges_of(low, high)
    strips = [
        Series(team, look(i), values) for i, (team, values) in enumerate(zip(m.teams, binned(m, edges), strict=True))
    ]
    said = f"From {number(low, 0)} to {number(high, 0)} points; the table shows the middle and the tails."
    return Section(
        "Scores",
        "The spread is the standard deviation; half of all matches are between 25% and 75%.",
        [Grid("Points a match", heads, rows), Histograms("How often each score occurs", said, edges, strips)],
    )


def edges_of(low: float, high: float) -> list[float]:
    """The edges of bins that have a round width and cover everything from `low` to `high`."""
    width = next(w * 10**e for e in range(7) for w in (1, 2, 5) if w * 10**e * BINS >= high - low + 1)
    first = int(low // width)
    return [float(width * i) for i in range(first, int(high // width) + 2)]


def binned(m: Material, edges: Sequence[float]) -> list[list[float]]:
    """For each seat, the share of matches in each bin between the edges."""
    width, bins = edges[1] - edges[0], len(edges) - 1
    place = [((pl.col(f"{seat}_score") - edges[0]) / width).floor().cast(pl.Int64).alias("bin") for seat in m.seats]
    found = collected([m.matches.group_by(each).agg(pl.len()) for each in place])
    strips = []
    for frame in found:
        by = dict(frame.rows())
        strips.append([by.get(i, 0) / sum(by.values()) for i in range(bins)])
    return strips


def endings(m: Material) -> Section:
    """The section that says which rules ended the matches."""
    found = collected([m.matches.group_by("ended").agg(pl.len().alias("n"))])[0].sort("n", descending=True)
    n = int(found["n"].sum())
    entries = m.game.rules.entries
    rows = []
    for ended, k in found.rows():
        says = entries[ended].says if ended in entries else ""
        rows.append([str(ended or "none"), count(k), share(k, n), says])
    return Section(
        "How matches end",
        "",
        [Grid("The rule that ended them", ["rule", "matches", "share", "it says"], rows, right=(1, 2))],
    )


def totals(m: Material) -> list[Section]:
    """The section with the mean of every count in the matches, for each seat. Empty if there are none."""
    names = m.totals()
    if not names:
        return []
    columns = [f"{seat}_{name}" for seat in m.seats for name in names]
    asked = [
        pl.len().alias("matches"),
        *(pl.col(c).mean().alias(f"mean {c}") for c in columns),
        *(pl.col(c).std().alias(f"spread {c}") for c in columns),
    ]
    found = collected([m.matches.select(*asked)])[0].row(0, named=True)
    tables = []
    for first in range(0, len(m.seats), ABREAST):
        some = list(zip(m.seats, m.teams, strict=True))[first : first + ABREAST]
        rows = [
            [
                name.replace("_", " "),
                *(
                    mean(found[f"mean {seat}_{name}"], found[f"spread {seat}_{name}"], found["matches"])
                    for seat, _ in some
                ),
            ]
            for name in names
        ]
        tables.append(Grid("A match, on average", ["", *(team for _, team in some)], rows))
    return [
        Section(
            "Totals per match", "The mean of each count, and how far its 95% interval extends on either side.", tables
        )
    ]


# --- The report on a simulation: sections as data, a summary in a few lines, and a page.


def summary(file: Path) -> str:
    """The results of a simulation in a few lines, from the matches alone."""
    material = opened(file)
    with readable(file):
        return first_part(material)


def own_report(game: Game[Any, Any]) -> GameReport | None:
    """What a game adds to a report, or None if it adds nothing."""
    place = kit_of(game).report
    return cast(GameReport, load(place)) if place else None


def report_of(file: Path) -> Document:
    """The whole report on a simulation, from either of its files. Raises UserError."""
    m = opened(file)
    own = own_report(m.game)
    with readable(file):
        sections = [wins(m), scores(m), endings(m)]
        sections += own.of_matches(m) if own else []
        sections += totals(m)
        if own:
            sections += own.of_plays(m) if m.plays is not None else [how_to_get_plays(m, own)]
        said = facts(m, own)
        wide = max(len(word) for word, _ in said)
        return Document(
            f"{m.game.title}: {versus(m)}",
            "What simulated matches show",
            [Line(value, f"{word:{wide}}  ") for word, value in said],
            sections,
            "Written by breakaway report. The same file gives the same page.",
            board(m),
            has_contents=True,
        )


def versus(m: Material) -> str:
    """The teams in a match: both names, or the number of teams if there are more than two."""
    return " v ".join(m.teams) if len(m.teams) == 2 else f"{len(m.teams)} teams"


def facts(m: Material, own: GameReport | None) -> list[tuple[str, str]]:
    """The facts of a simulation: game, teams, matches, seed, version and changed house rules."""
    said = m.said
    players = [f"{team} ({label(m.game, seat['by'])})" for team, seat in zip(m.teams, said["seats"], strict=True)]
    usual = own.usual() if own else {}
    house = [
        f"{name}={str(value).casefold()}"
        for name, value in said["options"].items()
        if name in usual and value != usual[name]
    ]
    found = [
        ("Game", f"{m.game.title}, edition {said['edition']}"),
        ("Teams", ", ".join(players)),
        ("Matches", count(how_many(m.matches))),
        ("Seed", str(said["seed"])),
        ("Version", f"breakaway {said['version']}, engine {said['engine']}"),
        ("House rules", ", ".join(house) or "as usual"),
    ]
    if m.plays is not None:
        found.insert(3, ("Plays", f"{count(how_many(m.plays))} rows"))
    return found if usual else found[:-1]


def how_to_get_plays(m: Material, own: GameReport) -> Section:
    """The section to show instead of the sections on plays if the file has no plays."""
    file = next(iter(m.files.values()))
    out = f"{file.stem}-plays{file.suffix}" if file.suffix else f"{file.parent.name}-plays/"
    return Section(
        "Plays",
        f"This file has matches only. A file with plays also shows {own.plays_show}. To make one: "
        f"breakaway simulate {m.game.name} --plays --out {out}",
    )


def page_of(file: Path, html: Path | None) -> Path:
    """The file for the page: `html`, or a file beside the data. Raises UserError if no page can be written there."""
    page = html or (file.with_suffix(".html") if file.suffix == ".parquet" else file.with_name(f"{file.name}.html"))
    if page.is_dir() or not page.parent.is_dir():
        what = "is a folder" if page.is_dir() else f"there is no folder {page.parent}"
        raise UserError(f"--html: {page}: {what}; name a file")
    if page.suffix == ".parquet":
        raise UserError(f"--html: {page} is a Parquet file; name a file that ends in .html")
    return page


def as_html(report: Document) -> str:
    """The report as an HTML page with charts."""

    return renderers.as_html(report, svg_of, look_rules())


def write_page(report: Document, page: Path) -> None:
    """Writes the report as HTML to the file `page`, completely or not at all. Raises UserError."""
    text = as_html(report)
    try:
        write_whole(page, text)
    except OSError as error:
        raise UserError(f"--html: {page} cannot be written: {error.strerror or error}") from None


# --- Charts as SVG without fixed colors: each color is a class that the page's style defines.


LOOKS = ("ink", "soft", "line", "run", "pass", "plain", *(f"team-{i}" for i in range(1, 13)))
INKS = {look: f"#0102{i:02x}" for i, look in enumerate(LOOKS)}  # placeholders for the looks until the page is written
STYLE: Any = {
    "svg.hashsalt": "breakaway",
    "svg.fonttype": "none",  # leaves text as text, in the page's own font
    "text.parse_math": False,  # a team may be called $
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.spines.bottom": False,
    "axes.axisbelow": True,
    "text.color": INKS["ink"],
    "axes.labelcolor": INKS["soft"],
    "xtick.color": INKS["line"],
    "xtick.labelcolor": INKS["soft"],
    "ytick.color": INKS["line"],
    "ytick.labelcolor": INKS["ink"],
    "grid.color": INKS["line"],
    "grid.linewidth": 0.8,
}
WIDTH = 4.9  # inches
LETTER, ROW = 0.068, 0.2  # inches: width of a letter, height of a bar
LONGEST = 30  # the most letters in a label


def svg_of(chart: Chart, name: str) -> str:
    """A chart as an SVG element. All its ids begin with `name`."""
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # browsers draw letters that matplotlib cannot measure
        figure = bars(chart) if isinstance(chart, Bars) else histograms(cast(Histograms, chart))
        out = io.StringIO()
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(out, metadata={"Date": None})
    return in_page(out.getvalue(), chart, name)


def drawing(inches: float, left: float, right: float, strips: int = 1) -> tuple[Figure, list[Any]]:
    """A figure with `strips` axes, one below the other, and room for labels on both sides. All sizes are in inches."""
    bottom = 0.28
    figure = Figure(figsize=(WIDTH, inches + bottom))
    figure.patch.set_alpha(0)
    axes = []
    for i in range(strips):
        height = inches / strips
        box = (left / WIDTH, (bottom + height * (strips - 1 - i)) / (inches + bottom), 1 - (left + right) / WIDTH)
        ax = figure.add_axes((*box, (0.92 if strips > 1 else 0.98) * height / (inches + bottom)))
        ax.patch.set_alpha(0)
        ax.tick_params(length=0)
        axes.append(ax)
    return figure, axes


def bars(chart: Bars) -> Figure:
    """Horizontal bars with their values on the right, and thin lines for their intervals."""
    several = any(sum(not isnan(s.values[i]) for s in chart.series) > 1 for i in range(len(chart.labels)))
    thick = 0.8 / len(chart.series) if several else 0.62
    deep = max(1, len(chart.labels)) * (ROW * len(chart.series) + 0.1 if several else ROW + 0.06)
    left = 0.15 + LETTER * max((len(short(label)) for label in chart.labels), default=0)
    figure, (ax,) = drawing(deep, left, 0.5)
    for n, series in enumerate(chart.series):
        for i, value in enumerate(series.values):
            if isnan(value):
                continue
            y = i + ((n + 0.5) * thick - 0.4 if several else 0)
            ax.barh(y, value, thick, color=INKS[series.look])
            if series.low and not isnan(series.low[i]):
                ax.plot([series.low[i], series.high[i]], [y, y], color=INKS["ink"], linewidth=1.2)
            text = percent(value) if chart.percent else number(value)
            ax.text(1.02, y, text, transform=ax.get_yaxis_transform(), va="center", color=INKS["ink"])
    ax.set_ylim(len(chart.labels) - 0.5, -0.5)
    ax.set_yticks(range(len(chart.labels)), [short(label) for label in chart.labels])
    scale(ax, chart)
    return figure


def scale(ax: Any, chart: Bars) -> None:
    """Adds a scale to a bar chart: a few round numbers below the bars, and grid lines."""
    highest = max((v for s in chart.series for v in (*s.values, *s.high) if not isnan(v)), default=1.0)
    lowest = min((v for s in chart.series for v in (*s.values, *s.low) if not isnan(v)), default=0.0)
    ax.set_xlim(min(0.0, lowest), max(highest, 1e-9))
    ax.locator_params(axis="x", nbins=5)
    ax.xaxis.set_major_formatter((lambda x, _: f"{100 * x:.3g}%") if chart.percent else (lambda x, _: f"{x:g}"))
    ax.grid(axis="x")


def histograms(chart: Histograms) -> Figure:
    """Histograms in strips, one for each series, all on the same scale."""
    strips = len(chart.series)
    left = 0.15 + LETTER * max(len(short(series.name)) for series in chart.series)
    figure, axes = drawing(strips * (0.95 if strips < 4 else 0.45), left, 0.15, strips)
    width = chart.edges[1] - chart.edges[0]
    highest = max(max(series.values) for series in chart.series)
    for i, (ax, series) in enumerate(zip(axes, chart.series, strict=True)):
        ax.bar(chart.edges[:-1], series.values, 0.9 * width, align="edge", color=INKS[series.look])
        ax.set_xlim(chart.edges[0], chart.edges[-1])
        ax.set_ylim(0, highest)
        ax.set_yticks([highest * 0.3], [short(series.name)])
        ax.axhline(0, color=INKS["line"], linewidth=1)
        ax.grid(axis="x")
        if i < strips - 1:
            ax.tick_params(labelbottom=False)
    return figure


def short(text: str) -> str:
    """A label, shortened if it is too long."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def in_page(svg: str, chart: Chart, name: str) -> str:
    """Matplotlib's SVG as an element of a page: without metadata, with its own ids, with styles as attributes."""
    svg = svg[svg.index("<svg") :].strip()
    for needless in (
        r"\s*<metadata>.*?</metadata>",
        r"\s*<style[^>]*>.*?</style>",
        r"(?<=<g) id=\"[^\"]*\"",
        r"\s*<defs>\s*</defs>",
    ):
        svg = re.sub(needless, "", svg, flags=re.DOTALL)
    svg = re.sub(r'(?<= id=")', f"{name}-", svg).replace("url(#", f"url(#{name}-")
    svg = re.sub(r' style="([^"]*)"', lambda found: attributes(found[1]), svg)
    box = re.search(r'viewBox="([^"]*)"', svg)
    said = f'<title id="{name}-t">{escape(chart.title)}</title><desc id="{name}-d">{escape(chart.says)}</desc>'
    head = f'<svg viewBox="{box[1] if box else ""}" role="img" aria-labelledby="{name}-t {name}-d">{said}'
    return head + svg[svg.index(">") + 1 :]


def attributes(style: str) -> str:
    """An inline style as SVG attributes, with colors as classes, because a strict page allows no inline styles."""
    classes, kept = [], []
    looks = {colour: look for look, colour in INKS.items()}
    for each in filter(None, (part.strip() for part in style.split(";"))):
        key, _, value = (word.strip() for word in each.partition(":"))
        if value in looks:
            classes.append(f"{key}-{looks[value]}")
        elif key in ("fill", "stroke", "stroke-width", "opacity", "text-anchor", "stroke-linecap", "stroke-dasharray"):
            kept.append(f'{key}="{value}"')
    look = [f'class="{" ".join(classes)}"'] if classes else []
    return "".join(f" {each}" for each in (*look, *kept))


def look_rules() -> str:
    """CSS rules for the color classes. Each color is a CSS variable of the page."""
    keys = (("fill", "fill"), ("stroke", "stroke"), ("bg", "background"))
    return "\n".join(f".{name}-{look} {{ {key}: var(--{look}) }}" for name, key in keys for look in LOOKS)
