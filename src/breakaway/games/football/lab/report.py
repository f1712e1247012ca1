"""The report of a simulation: plays, drives, kicks and winning."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any, TypeAlias

import polars as pl

from breakaway.core.odds import ONE
from breakaway.core.rulebook import options_of
from breakaway.display.document import Bars, Grid, Section, Series
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab.differences import TOLD, tables
from breakaway.games.football.lab.odds import OFFENSE, Situation, position
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import DEFENSE_WINS, OFFENSE_WINS
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.statistics import ENDINGS, HOLDING, KINDS, PENALTIES, RESULTS, TAKEN
from breakaway.games.football.text.names import spot
from breakaway.lab.report import (
    NONE,
    GameReport,
    Material,
    Part,
    answered,
    collected,
    count,
    half_width,
    in_pieces,
    mean,
    number,
    share,
    share_between,
    wilson,
)

# --- Expressions used by several reports on plays: what counts as a play, the zones of the field, and the measures.


PLAY = pl.col("kind").is_in(["run", "pass"]) & ~pl.col("is_try") & pl.col("penalty").is_null()
TOUCHDOWN = pl.col("result") == "touchdown"
MADE = pl.col("first_down") | TOUCHDOWN
ZONES = (  # each with its last line; a zone begins at each of the first-down lines 4, 10 and 16
    ("own 15 or less", 3),
    ("own 20 to 45", 9),
    ("the 50 to opp 40", 12),
    ("opp 35 to 25", 15),
    ("opp 20 or less", 19),
)
MEASURES = [
    pl.len().alias("n"),
    pl.col("lines").mean().alias("lines"),
    pl.col("lines").std().alias("spread"),
    (pl.col("lines") ** 2).cast(pl.Float64).sum().alias("squares"),
    pl.col("lines").cast(pl.Int64).sum().alias("sum"),
    pl.col("first_down").sum().alias("first downs"),
    TOUCHDOWN.sum().alias("touchdowns"),
    pl.col("incomplete").sum().alias("incompletions"),
    (pl.col("turnover") > 0).sum().alias("turnovers"),
]
HEADS = ["plays", "share", "lines ±95%", "first down", "touchdown", "incomplete", "turnover"]


def plays_of(m: Material) -> pl.LazyFrame:
    """The rows of plays, which the file must contain.

    For an older file, adds missing columns as far as they can be derived.
    """
    assert m.plays is not None
    if "ending" in m.plays.collect_schema().names():
        return m.plays
    kind, result = pl.col("kind").cast(pl.String), pl.col("result").cast(pl.String)
    is_run, is_pass = kind.is_in(["run", "kneel"]), kind.is_in(["pass", "Hail Mary"])
    counts = ~pl.col("is_try") & pl.col("penalty").is_null() & (is_run | is_pass)
    return m.plays.with_columns(
        counts_as=pl.when(counts & is_run).then(pl.lit("run")).when(counts).then(pl.lit("pass")),
        incomplete=result == "incomplete",
        ending=ending_of(kind, result),
    )


def ending_of(kind: pl.Expr, result: pl.Expr) -> pl.Expr:
    """The ending of a drive, worked out from a row of an older file."""
    lost = result.is_in(["fumble", "interception", "return touchdown"])
    return (
        pl.when((kind == "field goal") & (result == "good")).then(pl.lit("field goal"))
        .when(result == "blocked").then(pl.lit("blocked kick"))
        .when(kind == "field goal").then(pl.lit("missed field goal"))
        .when(kind == "punt").then(pl.lit("punt"))
        .when(result.is_in(["touchdown", "safety", "downs"])).then(result)
        .when(lost & (kind == "run")).then(pl.lit("fumble"))
        .when(result == "fumble").then(pl.lit("fumble"))
        .when(lost).then(pl.lit("interception"))
    )  # fmt: skip


def zone(line: pl.Expr) -> pl.Expr:
    """The name of the zone that a line is in, from ZONES."""
    found = pl.when(line <= ZONES[0][1]).then(pl.lit(ZONES[0][0]))
    for name, last in ZONES[1:-1]:
        found = found.when(line <= last).then(pl.lit(name))  # type: ignore[assignment]
    return found.otherwise(pl.lit(ZONES[-1][0]))


def added(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The measures of several groups combined."""
    keys = ("n", "sum", "squares", "first downs", "touchdowns", "incompletions", "turnovers")
    total = {key: sum(row[key] for row in rows) for key in keys}
    n = total["n"]
    total["lines"] = total["sum"] / n if n else None
    apart = max(0.0, total["squares"] - total["sum"] ** 2 / n) if n else 0.0
    total["spread"] = (apart / (n - 1)) ** 0.5 if n > 1 else None
    return total


def measured(row: dict[str, Any], of: int) -> list[str]:
    """The cells of a group that has the MEASURES, in the order of HEADS.

    `of` is the total of which the group has a share.
    """
    n = row["n"]
    parts = [share(row[key], n) for key in ("first downs", "touchdowns", "incompletions", "turnovers")]
    return [count(n), share(n, of), mean(row["lines"], row["spread"], n), *parts]


# --- The report's sections on fourth downs and on drives.


Reading: TypeAlias = Generator[list[pl.LazyFrame], list[pl.DataFrame], Section]
TO_GO = ("1", "2", "3", "4", "5 or more")
DECISIONS = ("went", "punted", "tried", "knelt")
CHOSEN = ["fourth downs", "went for it", "punted", "field goal", "knelt", "made", "made, 95%"]
SHOWN = ("touchdown", "field goal", "punt", "fumble", "interception")  # the results in the table of starts
END_OF_HALF = "end of half"
DRIVE_RESULTS = (*ENDINGS[1:], END_OF_HALF)


def fourth_downs(m: Material) -> Reading:
    """The section on fourth downs: what teams do, and how often it works."""
    kind = pl.col("kind")
    went = kind.is_in(["run", "pass", "Hail Mary"])
    asked = [
        pl.len().alias("n"),
        went.sum().alias("went"),
        (kind == "punt").sum().alias("punted"),
        (kind == "field goal").sum().alias("tried"),
        (kind == "kneel").sum().alias("knelt"),
        (went & MADE).sum().alias("made"),
    ]
    to_go = pl.when(pl.col("to_go") >= 5).then(pl.lit(TO_GO[-1])).otherwise(pl.col("to_go").cast(pl.String))
    rows = plays_of(m).filter((pl.col("down") == 4) & ~pl.col("is_try") & pl.col("penalty").is_null())
    (frame,) = yield [rows.group_by(zone(pl.col("line")).alias("zone"), to_go.alias("to_go")).agg(*asked)]
    found = frame.rows(named=True)
    tables = [
        Grid(
            "By lines to go",
            ["lines to go", *CHOSEN],
            [fourth(t, [r for r in found if r["to_go"] == t]) for t in TO_GO],
        ),
        Grid(
            "By where the ball is",
            ["ball at", *CHOSEN],
            [fourth(z, [r for r in found if r["zone"] == z]) for z, _ in ZONES],
        ),
    ]
    by = {(row["zone"], row["to_go"]): row for row in found}
    both = [[name, to, *fourth("", [by[name, to]])[1:]] for name, _ in ZONES for to in TO_GO if (name, to) in by]
    tables.append(Grid("By both", ["ball at", "to go", *CHOSEN], both, right=range(2, 99)))
    return Section(
        "Fourth downs",
        "Went for it: a run, a pass or a Hail Mary. Made: those with a first down or a touchdown. Plays that a penalty "
        "voided do not count.",
        [*tables, fourth_chart(found)],
    )


def fourth_chart(found: list[dict[str, Any]]) -> Bars:
    """A chart of how often teams go for it, and how often that works, by lines to go."""
    sums = [{key: sum(row[key] for row in found if row["to_go"] == t) for key in ("n", "went", "made")} for t in TO_GO]
    tried = [each["went"] / max(1, each["n"]) for each in sums]
    made = [each["made"] / max(1, each["went"]) for each in sums]
    said = "; ".join(
        f"{t} to go: {share(each['went'], each['n'])}, {share(each['made'], each['went'])}"
        for t, each in zip(TO_GO, sums, strict=True)
    )
    series = [Series("went for it", "soft", tried), Series("made, of those", "plain", made)]
    return Bars("Going for it, by lines to go", f"{said}.", TO_GO, series, percent=True)


def fourth(name: str, rows: list[dict[str, Any]]) -> list[str]:
    """One row of a table of fourth downs."""
    sums = {key: sum(row[key] for row in rows) for key in ("n", "made", *DECISIONS)}
    chosen = [share(sums[key], sums["n"]) for key in DECISIONS]
    return [name, count(sums["n"]), *chosen, *share_between(sums["made"], sums["went"])]


def drives_of(m: Material, plays: pl.LazyFrame) -> pl.LazyFrame:
    """A row for each drive: its side, its first line, its number of plays, its points and its result."""
    points = pl.when(pl.col("offense") == m.seats[0]).then(pl.col(f"{m.seats[0]}_scored"))
    own = points.otherwise(pl.col(f"{m.seats[1]}_scored")).cast(pl.Int64)
    rows = plays.filter(pl.col("drive") > 0)
    return rows.group_by("match", "drive").agg(
        pl.col("offense").first(),
        pl.col("line").first(),
        pl.col("counts_as").count().alias("plays"),
        own.sum().alias("points"),
        pl.col("ending").last().cast(pl.String).fill_null(END_OF_HALF).alias("ends"),
    )


def drives_counted(m: Material, plays: pl.LazyFrame) -> pl.LazyFrame:
    """Counts each side's drives by where they start and how they end, and adds up their plays and points."""
    measures = [
        pl.len().alias("n"),
        pl.col("plays").sum(),
        pl.col("points").sum(),
        (pl.col("points") ** 2).sum().alias("squares"),
    ]
    return drives_of(m, plays).group_by("offense", zone(pl.col("line")).alias("zone"), "ends").agg(*measures)


def drives(m: Material) -> Reading:
    """Shows where drives start and how they end."""
    yield []
    frame = in_pieces(m, plays_of(m), partial(drives_counted, m))
    found = frame.rows(named=True)
    sides = list(zip(m.seats, m.teams, strict=True))
    starts = [drive_line(name, [row for row in found if row["zone"] == name]) for name, _ in ZONES]
    starts += [drive_line(team, [row for row in found if row["offense"] == seat]) for seat, team in sides]
    starts.append(drive_line("all", found))
    heads = ["from", "drives", "plays a drive", "points ±95%", *SHOWN]
    return Section(
        "Drives",
        "A drive ends with what came first in its last row: a ball that is lost and returned for a touchdown counts as "
        "lost. “End of half” includes the end of the match. Points are the offense's own, without tries.",
        [
            drive_ends(m, found),
            Grid("Where drives start", heads, starts, strong=frozenset({len(starts) - 1})),
            drive_chart(m, found),
        ],
    )


def ended(found: list[dict[str, Any]], seat: str, ends: str) -> int:
    """The number of a team's drives with this ending."""
    return int(sum(row["n"] for row in found if row["offense"] == seat and row["ends"] == ends))


def drive_ends(m: Material, found: list[dict[str, Any]]) -> Grid:
    """Shows how each team's drives end."""
    rows = []
    for ends in DRIVE_RESULTS:
        cells = [ends]
        for seat in m.seats:
            k, n = ended(found, seat, ends), sum(row["n"] for row in found if row["offense"] == seat)
            cells += [count(k), share(k, n)]
        rows.append(cells)
    return Grid("How drives end", ["", *(head for team in m.teams for head in (team, "share"))], rows)


def drive_chart(m: Material, found: list[dict[str, Any]]) -> Bars:
    """A bar chart of how each team's drives end."""
    series = []
    for i, (seat, team) in enumerate(zip(m.seats, m.teams, strict=True)):
        own = sum(row["n"] for row in found if row["offense"] == seat)
        series.append(Series(team, f"team-{i + 1}", [ended(found, seat, e) / max(1, own) for e in DRIVE_RESULTS]))
    n = sum(row["n"] for row in found)
    said = "; ".join(f"{e} {share(sum(ended(found, seat, e) for seat in m.seats), n)}" for e in DRIVE_RESULTS)
    return Bars("How drives end", f"Of all drives: {said}.", DRIVE_RESULTS, series, percent=True)


def drive_line(name: str, rows: list[dict[str, Any]]) -> list[str]:
    """One row of the table of drives by starting line."""
    n, plays, points, squares = (sum(row[key] for row in rows) for key in ("n", "plays", "points", "squares"))
    spread = (max(0.0, squares - points**2 / n) / (n - 1)) ** 0.5 if n > 1 else None
    ends = [share(sum(row["n"] for row in rows if row["ends"] == e), n) for e in SHOWN]
    return [name, count(n), number(plays / n if n else None), mean(points / n if n else None, spread, n), *ends]


# --- The report's sections on kicks, on tries and on scoring by quarter.


GOAL = 20  # lines from goal line to goal line
PUNTS = ("of", "punts", "value", "net lines ±95%", "blocked", "touchback", "fumbled", "return TD")
KICKOFFS = ("of", "", "kicks", "then starts at line ±95%", "touchback", "fumbled", "return TD")
QUARTERS = ("1st", "2nd", "3rd", "4th", "overtime")


def is_result(*results: str) -> pl.Expr:
    """An expression that counts the rows with one of these results."""
    return pl.col("result").is_in(results).sum()


def thrown_away() -> list[pl.Expr]:
    """The measures of punts, kickoffs and free kicks.

    `start` and `net` count only kicks after which the other side has the ball.
    """
    fair = pl.col("result").is_in(["kicked", "touchback"]) & (pl.col("next_offense") != pl.col("offense"))
    start = pl.col("next_line").filter(fair)
    net = (GOAL - pl.col("next_line") - pl.col("line")).filter(fair)
    return [
        pl.len().alias("n"),
        pl.col("kick").mean().alias("value"),
        is_result("blocked").alias("blocked"),
        is_result("touchback").alias("touchback"),
        is_result("fumble").alias("fumble"),
        is_result("return touchdown").alias("returned"),
        start.len().alias("fair"),
        start.mean().alias("start"),
        start.std().alias("start spread"),
        net.mean().alias("net"),
        net.std().alias("net spread"),
    ]


def kicks(m: Material) -> Reading:
    """The section on kicks and tries: field goals by distance, punts, kickoffs, free kicks, onside kicks and tries."""
    rows, kind = plays_of(m), pl.col("kind")
    good = [pl.len().alias("n"), is_result("good").alias("good"), is_result("blocked").alias("blocked")]
    goals, thrown, onside, tries = yield [
        rows.filter(kind == "field goal").group_by("line").agg(*good).sort("line", descending=True),
        rows.filter(kind.is_in(["punt", "kickoff", "free kick"])).group_by("kind", "offense").agg(*thrown_away()),
        rows.filter(kind == "onside kick").group_by("offense").agg(*good),
        rows.filter(pl.col("is_try") & pl.col("penalty").is_null()).group_by("kind").agg(*good),
    ]
    found = {(row["kind"], row["offense"]): row for row in thrown.rows(named=True)}
    return Section(
        "Kicks",
        "A punt's value includes the kicking ability and the two lines that a coffin corner costs; a blocked punt "
        "counts as 0. Net lines count from the kick to the other side's next play, without punts that were blocked, "
        "fumbled or returned for a touchdown.",
        [
            field_goals(goals.rows(named=True)),
            Grid("Punts", PUNTS, punt_lines(m, found)),
            Grid("Kickoffs and free kicks", KICKOFFS, kickoff_lines(m, found), right=range(2, 99)),
            tries_table(m, onside.rows(named=True), tries.rows(named=True)),
            field_goal_chart(goals.rows(named=True)),
        ],
    )


def field_goals(rows: list[dict[str, Any]]) -> Grid:
    """A table of field goals by the line from which they are kicked."""
    lines = [
        [spot(row["line"]), count(row["n"]), *share_between(row["good"], row["n"]), share(row["blocked"], row["n"])]
        for row in rows
    ]
    n, good, blocked = (sum(row[key] for row in rows) for key in ("n", "good", "blocked"))
    lines.append(["all", count(n), *share_between(good, n), share(blocked, n)])
    heads = ["from", "tried", "good", "95% interval", "blocked"]
    return Grid("Field goals by distance", heads, lines, strong=frozenset({len(lines) - 1}))


def field_goal_chart(rows: list[dict[str, Any]]) -> Bars:
    """A chart of the share of field goals that are good, by distance."""
    spans = [wilson(row["good"], row["n"]) for row in rows]
    good = Series(
        "good",
        "plain",
        [row["good"] / row["n"] for row in rows],
        [low for low, _ in spans],
        [high for _, high in spans],
    )
    said = "; ".join(f"{spot(row['line'])} {share(row['good'], row['n'])}" for row in rows)
    return Bars("Field goals that are good", f"{said}.", [spot(row["line"]) for row in rows], [good], percent=True)


def punt_lines(m: Material, found: dict[tuple[Any, Any], dict[str, Any]]) -> list[list[str]]:
    """The rows of the table of punts, one for each team."""
    lines = []
    for seat, team in zip(m.seats, m.teams, strict=True):
        row = found.get(("punt", seat))
        if row:
            net = mean(row["net"], row["net spread"], row["fair"])
            rest = [share(row[key], row["n"]) for key in ("blocked", "touchback", "fumble", "returned")]
            lines.append([team, count(row["n"]), number(row["value"]), net, *rest])
    return lines


def kickoff_lines(m: Material, found: dict[tuple[Any, Any], dict[str, Any]]) -> list[list[str]]:
    """The rows of the table of kickoffs and free kicks, by kind and team."""
    lines = []
    for kind in ("kickoff", "free kick"):
        for seat, team in zip(m.seats, m.teams, strict=True):
            row = found.get((kind, seat))
            if row:
                start = mean(row["start"], row["start spread"], row["fair"])
                rest = [share(row[key], row["n"]) for key in ("touchback", "fumble", "returned")]
                lines.append([team, kind, count(row["n"]), start, *rest])
    return lines


def tries_table(m: Material, onside: list[dict[str, Any]], tries: list[dict[str, Any]]) -> Grid:
    """A table of how many onside kicks the kickers recovered, and how many tries were good."""
    kept = {row["offense"]: row for row in onside}
    lines = [
        (f"onside kicks of {team}", kept[seat]) for seat, team in zip(m.seats, m.teams, strict=True) if seat in kept
    ]
    words = {"extra point": "extra points", "run": "tries for two by a run", "pass": "tries for two by a pass"}
    lines += [(words[row["kind"]], row) for kind in words for row in tries if row["kind"] == kind]
    return Grid(
        "Onside kicks and tries",
        ["", "tried", "good", "95% interval"],
        [[name, count(row["n"]), *share_between(row["good"], row["n"])] for name, row in lines],
    )


def scoring(m: Material) -> Reading:
    """Shows the points by quarter."""
    sums = [pl.col(f"{seat}_scored").cast(pl.Int64).sum().alias(seat) for seat in m.seats]
    (frame, ends) = yield [
        plays_of(m).group_by(pl.col("quarter").clip(1, 5).alias("quarter")).agg(*sums),
        m.matches.select(pl.len()),
    ]
    matches = int(ends.item())
    by = {row["quarter"]: row for row in frame.rows(named=True)}
    played = [q for q in range(1, 6) if q in by]
    all_points = sum(row[seat] for row in by.values() for seat in m.seats)
    rows = []
    for q in played:
        own = [by[q][seat] for seat in m.seats]
        rows.append(
            [
                QUARTERS[q - 1],
                *(number(points / matches) for points in own),
                share(sum(own), all_points) if all_points else NONE,
            ]
        )
    series = [
        Series(team, f"team-{i + 1}", [by[q][seat] / matches for q in played])
        for i, (seat, team) in enumerate(zip(m.seats, m.teams, strict=True))
    ]
    said = "; ".join(
        f"{row[0]}: {', '.join(f'{team} {cell}' for team, cell in zip(m.teams, row[1:], strict=False))}" for row in rows
    )
    return Section(
        "Scoring by quarter",
        "Points per match. Overtime points are averaged over all matches, including those without overtime.",
        [
            Grid("Points by quarter", ["quarter", *m.teams, "share of all"], rows),
            Bars("Points per match by quarter", f"{said}.", [QUARTERS[q - 1] for q in played], series),
        ],
    )


# --- The report's section on chances of winning: what the table says, and how often the offense actually won.


TENTHS = 10
NEEDED = {"down", "is_try", "quarter", "cards_left", "line", "to_go", "offense", "home_points", "away_points"}
BY = ("quarter", "cards_left", "line", "to_go", "lead")


def has_situations(m: Material) -> bool:
    """Whether the rows say how many cards are left. Some older files do not say this."""
    return m.plays is not None and set(m.plays.collect_schema().names()) >= NEEDED


def chances(m: Material) -> Reading:
    """The section that compares the table of win chances with these matches, at all first downs before overtime."""
    home = pl.col("offense") == m.seats[0]
    lead = (pl.col("home_points") - pl.col("away_points")) * pl.when(home).then(1).otherwise(-1)
    margin = (pl.col("home_score") - pl.col("away_score")) * pl.when(home).then(1).otherwise(-1)
    ends = m.matches.select("match", "home_score", "away_score")
    rows = plays_of(m).filter(
        (pl.col("down") == 1) & ~pl.col("is_try") & (pl.col("quarter") <= 4) & (pl.col("line") > 0)
    )
    found = rows.join(ends, on="match").with_columns(lead=lead)
    halves = (margin.sign() + 1).sum().alias("halves")
    (frame,) = yield [found.group_by(BY).agg(pl.len().alias("n"), halves)]
    return section(frame.rows(named=True))


def section(found: list[dict[str, Any]]) -> Section:
    """The section on chances of winning. Each row in `found` has a situation and the number of times it came up.

    Each row also counts results in half wins: two for each win and one for each tie.
    """
    config = resolve("fire", "lightning")[0]
    tenths = [[0, 0, 0] for _ in range(TENTHS)]
    for row in found:
        chance = chance_of(config, row)
        each = tenths[min(TENTHS - 1, chance * TENTHS // ONE)]
        each[0] += row["n"]
        each[1] += row["halves"]
        each[2] += row["n"] * chance
    rows = []
    for n, halves, total in tenths:
        if n:
            rows.append([f"{100 * total / n / ONE:.1f}%", count(n), *share_between(round(halves / 2), n)])
    known = sum(each[0] for each in tenths)
    heads = ["the table says", "first downs", "won", "95% interval"]
    says = (
        "Each first down in regular time, by the offense's chance of winning in the table that ships with the game. A "
        "tie counts as half a win. The table does not know the teams, so a stronger team wins more often than the "
        "table says. "
        f"The offense won {share(round(sum(each[1] for each in tenths) / 2), known)} of all."
    )
    return Section("Chances of winning", says, [Grid("Won, by what the table says", heads, rows)])


def chance_of(config: Any, row: dict[str, Any]) -> int:
    """The offense's chance of winning in a situation, according to the table.

    Assumes that both sides have three time outs and no flags.
    """
    lead = int(row["lead"])
    at = Situation(
        line=row["line"],
        marker=row["line"] + row["to_go"],
        quarter=row["quarter"],
        score=(max(0, lead), max(0, -lead)),
        cards=max(1, min(15, row["cards_left"])),
    )
    return chance_to_win(position(config, at), config, OFFENSE)


# --- The report's sections on plays from scrimmage: types, results, calls, breakaways, turnovers, flags.


SCRIMMAGE = ("run", "pass", "Hail Mary", "kneel")
KICKS = ("field goal", "punt", "kickoff", "onside kick", "free kick")
MARKS = {"offense": "▲", "defense": "▼"}
TOGETHER = {"run": "all runs", "pass": "all passes"}


def types(m: Material) -> Reading:
    """Shows what each type of play gains."""
    (frame,) = yield [plays_of(m).filter(PLAY).group_by("kind", "play_type").agg(*MEASURES).sort("kind", "play_type")]
    found = frame.rows(named=True)
    n = sum(row["n"] for row in found)
    rows, strong = [], set()
    for kind, together in TOGETHER.items():
        of_kind = [row for row in found if row["kind"] == kind]
        rows += [[row["play_type"], *measured(row, n)] for row in of_kind]
        strong.add(len(rows))
        rows.append([together, *measured(added(of_kind), n)])
    return Section(
        "Plays by type",
        "Runs and passes from scrimmage without those that a penalty voided. A line is 5 yards; an incomplete pass "
        "gains 0. The intervals assume that plays are independent of each other.",
        [Grid("What a play gains", ["", *HEADS], rows, strong=frozenset(strong)), lines_chart(found)],
    )


def lines_chart(found: Sequence[dict[str, Any]]) -> Bars:
    """A chart of the mean lines gained by each type of play, with runs and passes in their own colors."""
    means = [row["lines"] or 0.0 for row in found]
    half = [half_width(row["spread"], row["n"]) or 0.0 for row in found]
    series = []
    for kind in TOGETHER:
        own = [x if row["kind"] == kind else float("nan") for x, row in zip(means, found, strict=True)]
        low = [x - h for x, h in zip(means, half, strict=True)]
        series.append(
            Series(
                {"run": "runs", "pass": "passes"}[kind],
                kind,
                own,
                low,
                [2 * x - y for x, y in zip(means, low, strict=True)],
            )
        )
    said = "; ".join(f"{row['play_type']} {number(x)}" for row, x in zip(found, means, strict=True))
    return Bars("Lines a play", f"{said}.", [row["play_type"] for row in found], series)


def results(m: Material) -> Reading:
    """Shows the results of plays and kicks."""
    (frame,) = yield [plays_of(m).filter(~pl.col("is_try")).group_by("kind", "result").agg(pl.len().alias("n"))]
    by = {(row["kind"], row["result"]): row["n"] for row in frame.rows(named=True)}
    tables = [
        results_table("Of plays, in percent", [kind for kind in KINDS if kind in SCRIMMAGE], by),
        results_table("Of kicks, in percent", [kind for kind in KINDS if kind in KICKS], by),
    ]
    return Section(
        "Results",
        "Each row has one result, the most important one: a touchdown that is also a first down is a touchdown. “no "
        "play” is a penalty; a “return touchdown” is the other side's. Tries are under Kicks.",
        tables,
    )


def results_table(caption: str, kinds: list[str], by: dict[tuple[Any, Any], int]) -> Grid:
    """A table of the shares of results, with a column for each kind and the totals at the bottom."""
    counts = {kind: sum(n for (k, _), n in by.items() if k == kind) for kind in kinds}
    rows = []
    for result in filter(None, RESULTS):
        if any((kind, result) in by for kind in kinds):
            cells = [by.get((kind, result), 0) for kind in kinds]
            rows.append([result, *(share(k, counts[kind]) if k else "" for k, kind in zip(cells, kinds, strict=True))])
    rows.append(["all", *(count(counts[kind]) for kind in kinds)])
    return Grid(caption, ["", *kinds], rows, strong=frozenset({len(rows) - 1}))


def calls(m: Material) -> Reading:
    """Shows every type of play against every type of defense."""
    lines = [pl.len().alias("n"), pl.col("lines").mean().alias("lines")]
    played = plays_of(m).filter(PLAY & pl.col("defense_type").is_not_null())
    (frame,) = yield [played.group_by("play_type", "defense_type").agg(*lines)]
    by = {(row["play_type"], row["defense_type"]): row for row in frame.rows(named=True)}
    offense, defense = m.said["names"]["types"], m.said["names"]["defense_types"]
    winners = matchups(m)
    tints, means, counts = {}, [], []
    for r, mine in enumerate(offense):
        cells = []
        for c, theirs in enumerate(defense):
            winner = winners.get((mine, theirs), "")
            tints.update({(r, c + 1): winner} if winner else {})
            row = by.get((mine, theirs))
            cells.append(MARKS.get(winner, "") + number(row["lines"] if row else None))
        means.append([mine, *cells])
        counts.append([mine, *(count(by[mine, theirs]["n"]) if (mine, theirs) in by else "0" for theirs in defense)])
    note = f"{MARKS['offense']} the matchup is an offense breakaway, {MARKS['defense']} a defense breakaway."
    return Section(
        "Calls against defenses",
        "The offense's call in the rows, the defense's in the columns.",
        [
            Grid("Mean lines", ["", *defense], means, tints=tints, note=note),
            Grid("Plays", ["", *defense], counts, tints=tints),
        ],
    )


def matchups(m: Material) -> dict[tuple[str, str], str]:
    """The pairs of types that make a breakaway, each with the side that gets it."""
    names, table = m.said["names"], m.said["book"]["matchup"]
    sides = {OFFENSE_WINS: "offense", DEFENSE_WINS: "defense"}
    return {
        (mine, theirs): sides[table[d][o]]
        for d, theirs in enumerate(names["defense_types"])
        for o, mine in enumerate(names["types"])
        if table[d][o] in sides
    }


def breakaways(m: Material) -> Reading:
    """Shows how often each side gets a breakaway, and how much it gains."""
    played = plays_of(m).filter(PLAY & pl.col("breakaway").is_not_null())
    teams, taken = (played.group_by("breakaway", each).agg(*MEASURES) for each in ("offense", "taken"))
    by_team, by_taken = yield [teams, taken]
    found = by_team.rows(named=True)
    n = sum(row["n"] for row in found)
    rows, shares = [], []
    for side in ("offense", "defense", "neither"):
        rows.append([side, *measured(added([row for row in found if row["breakaway"] == side]), n)])
    for seat, team in zip(m.seats, m.teams, strict=True):
        own = {row["breakaway"]: row["n"] for row in found if row["offense"] == seat}
        for side in ("offense", "defense"):
            shares.append([team, side, count(own.get(side, 0)), *share_between(own.get(side, 0), sum(own.values()))])
    chosen = []
    for side in ("offense", "defense"):
        some = [row for row in by_taken.rows(named=True) if row["breakaway"] == side]
        all_of = sum(row["n"] for row in some)
        for name in filter(None, TAKEN):
            chosen += [[side, name, *measured(row, all_of)] for row in some if row["taken"] == name]
    return Section(
        "Breakaways",
        "On a breakaway, the side that made it takes the card's event or its corner, or forces a turnover.",
        [
            Grid("Plays with and without", ["breakaway of", *HEADS], rows),
            Grid("What is taken", ["breakaway of", "takes", *HEADS], chosen, right=range(2, 99)),
            Grid(
                "On each team's plays",
                ["plays of", "breakaway of", "plays", "share", "95% interval"],
                shares,
                right=range(2, 99),
            ),
        ],
    )


def turnovers(m: Material) -> Reading:
    """Shows how teams lose the ball, and how often each team does."""
    lost = plays_of(m).filter(pl.col("turnover") > 0).group_by("kind", "result")
    counts = []
    for i, seat in enumerate(m.seats):
        again = ((pl.col("turnover") > 1) & (pl.col("offense") != seat)).cast(pl.Int64)  # won, and lost on the return
        counts += [again.sum().alias(f"back{i}"), (pl.col(f"{seat}_lost").cast(pl.Int64) - again).sum().alias(f"n{i}")]
    (frame, ends) = yield [lost.agg(*counts).sort("kind", "result"), m.matches.select(pl.len())]
    matches, found = int(ends.item()), frame.rows(named=True)
    lines = [(row["kind"], row["result"], [row[f"n{i}"] for i in range(len(m.seats))]) for row in found]
    back = [sum(row[f"back{i}"] for row in found) for i in range(len(m.seats))]
    if sum(back):
        lines.append(("return", "fumble", back))
    lines.append(("all", "", [sum(by[i] for *_, by in lines) for i in range(len(m.seats))]))
    rows = [[kind, result, *(count(k) for k in by), number(sum(by) / matches)] for kind, result, by in lines]
    heads = ["on a", "result", *(f"lost by {team}" for team in m.teams), "a match"]
    return Section(
        "Turnovers",
        "Fumbles, interceptions and blocked kicks; balls lost on downs do not count. A ball that is fumbled on a "
        "return counts as lost by the returning side, even on a blocked kick.",
        [
            Grid("Balls lost", heads, rows, right=range(2, 99), strong=frozenset({len(rows) - 1})),
            lost_chart(m, lines[:-1], matches),
        ],
    )


def lost_chart(m: Material, lines: Sequence[tuple[str, str, list[int]]], matches: int) -> Bars:
    """A chart of the turnovers per match, by kind of play."""
    kinds = list(dict.fromkeys(kind for kind, *_ in lines))
    series = []
    for i, team in enumerate(m.teams):
        sums = [sum(by[i] for kind, _, by in lines if kind == each) / matches for each in kinds]
        series.append(Series(team, f"team-{i + 1}", sums))
    said = "; ".join(f"{kind} {number(sum(s.values[k] for s in series))}" for k, kind in enumerate(kinds))
    return Bars("Balls lost per match", f"Of both teams: {said}.", kinds, series)


def flags(m: Material) -> Reading:
    """Shows penalties and challenges."""
    rows_of = plays_of(m).filter(pl.col("kind").is_in(["run", "pass"]))
    (penalties, challenged, ends) = yield [
        rows_of.filter(pl.col("penalty").is_not_null()).group_by("penalty", "offense").agg(pl.len().alias("n")),
        rows_of.group_by("kind", "offense").agg(pl.len().alias("n"), (pl.col("challenged") > 0).sum().alias("k")),
        m.matches.select(pl.len()),
    ]
    matches = int(ends.item())
    by = {(row["penalty"], row["offense"]): row["n"] for row in penalties.rows(named=True)}
    rows = []
    for name in filter(None, PENALTIES):
        offenses = m.seats[::-1] if name == PENALTIES[HOLDING] else m.seats  # a Holding is the defense's
        own = [by.get((name, seat), 0) for seat in offenses]
        if sum(own):
            rows.append([name, *(count(k) for k in own), number(sum(own) / matches)])
    called = []
    for row in challenged.sort("kind", "offense").rows(named=True):
        team = m.teams[m.seats.index(row["offense"])]
        called.append([team, row["kind"], count(row["n"]), count(row["k"]), *share_between(row["k"], row["n"])])
    return Section(
        "Penalties and challenges",
        "A challenge counts for the team with the ball, no matter which team throws the flag.",
        [
            Grid("Penalties against", ["", *m.teams, "a match"], rows),
            Grid(
                "Challenged plays",
                ["plays of", "", "plays", "challenged", "share", "95% interval"],
                called,
                right=range(2, 99),
            ),
        ],
    )


# --- The part of the Breakaway Football report that covers whole matches. The other report modules cover plays.


LEAST, MOST = 0, 10**9
APART = (
    ("level", 0, 0),
    ("1 to 3", 1, 3),
    ("4 to 7", 4, 7),
    ("8 to 14", 8, 14),
    ("15 to 21", 15, 21),
    ("22 or more", 22, MOST),
)
PARTS: tuple[Part, ...] = (
    types,
    results,
    calls,
    breakaways,
    turnovers,
    fourth_downs,
    drives,
    kicks,
    flags,
    scoring,
)


def usual() -> dict[str, Any]:
    """The default house rules of a match."""
    return {option.name: option.usual for option in options_of(FootballConfig)}


def of_matches(m: Material) -> list[Section]:
    """The section that needs only the results of matches: venue, first kickoff, overtime, and how close the matches
    are.
    """
    return [kickoff_and_venue(m)]


def of_plays(m: Material) -> list[Section]:
    """The sections that need a row for each play."""
    return answered(m, [*PARTS, chances] if has_situations(m) else PARTS)


def kickoff_and_venue(m: Material) -> Section:
    """Shows whether it helps to play at home or to receive first."""
    home, away = pl.col("home_score"), pl.col("away_score")
    asked = [pl.len().alias("n"), (home > away).sum().alias("home"), (away > home).sum().alias("away")]
    asked.append((pl.col("quarters") > 4).sum().alias("overtime"))
    found = {
        row["receiver"]: row for row in collected([m.matches.group_by("receiver").agg(*asked)])[0].rows(named=True)
    }
    none = {"n": 0, "home": 0, "away": 0, "overtime": 0}
    at = {seat: found.get(seat, none) for seat in m.seats}
    n = sum(row["n"] for row in found.values())
    cases = [
        ("at home", sum(row["home"] for row in at.values()), n),
        ("away", sum(row["away"] for row in at.values()), n),
        ("receives first", sum(at[seat][seat] for seat in m.seats), n),
        ("kicks first", sum(at[one][other] for one, other in zip(m.seats, reversed(m.seats), strict=True)), n),
    ]
    for seat, team in zip(m.seats, m.teams, strict=True):
        for receiver, words in ((seat, "receives"), (next(s for s in m.seats if s != seat), "kicks")):
            cases.append((f"{team} {words} first", at[receiver][seat], at[receiver]["n"]))
    rows = [[name, count(k), count(of), *share_between(k, of)] for name, k, of in cases]
    overtime = sum(row["overtime"] for row in found.values())
    return Section(
        "Home and first kickoff",
        f"{m.teams[0]} at home, {m.teams[1]} away. {share(overtime, n)} of the matches go to overtime.",
        [
            Grid(
                "Share of matches won, by venue and first kickoff",
                ["team", "won", "of", "share", "95% interval"],
                rows,
            ),
            how_close(m),
        ],
    )


def how_close(m: Material) -> Grid:
    """Shows the margins by which matches are decided."""
    home, away = pl.col("home_score"), pl.col("away_score")
    asked = []
    for name, low, high in APART:
        near = (home - away).abs().is_between(low, high)
        asked += [
            (near & (home >= away)).sum().alias(f"{name} home"),
            (near & (away > home)).sum().alias(f"{name} away"),
        ]
    found = collected([m.matches.select(pl.len().alias("n"), *asked)])[0].row(0, named=True)
    rows = []
    for name, *_ in APART:
        by = [found[f"{name} home"], found[f"{name} away"]]
        each = ["", ""] if name == "level" else [count(k) for k in by]
        rows.append([name, *each, share(sum(by), found["n"])])
    heads = ["points apart", *(f"{team} ahead" for team in m.teams), "share of matches"]
    return Grid("How close the matches are", heads, rows)


PLAYS_SHOW = (
    "types and results, calls against defenses, breakaways, turnovers, fourth downs, drives, kicks, the quarters "
    "of scoring and chances of winning"
)
REPORT = GameReport(usual, of_matches, of_plays, PLAYS_SHOW, tables, TOLD)
