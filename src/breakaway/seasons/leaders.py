"""Who leads a season in what its game counts, over all matches with a record, and who wears the jerseys of races."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from breakaway.core.language import _, as_sentence, decimal
from breakaway.core.statistics import Statistic, statistics_in, with_fractions
from breakaway.display import svg
from breakaway.games.manifest import find
from breakaway.seasons.season import Season
from breakaway.seasons.standing import points_unit, standing
from breakaway.seasons.terms import RACES

LEADERS = 5  # how many places a list of leaders has
AFTER_ALL = (10_000, 0)  # later than every round


@dataclass(frozen=True)
class Leader:
    """An entrant's place in a list of leaders: what was counted for him in `all` matches, and in one `a_match`."""

    entrant: int
    all: str
    a_match: str


@dataclass(frozen=True)
class LeaderList:
    """The leaders in one thing that the game counts (`label`): the first `LEADERS`, best first."""

    label: str
    leaders: tuple[Leader, ...]


@dataclass(frozen=True)
class Jersey:
    """A jersey of a series of races: its name, the number of its mark (`jersey_drawing`), who wears it, for what."""

    title: str
    mark: int
    entrant: int
    figure: str


@dataclass
class _Totals:
    """What was counted for each entrant, by its name in JSON, and in how many matches."""

    figures: dict[int, dict[str, int]]
    matches: dict[int, int]


def _totals(season: Season, after: tuple[int, int], stage: int | None = None) -> _Totals:
    found = _Totals({}, {})
    for match in season.matches.values():
        is_other = (match.stage, match.round) > after or stage not in (None, match.stage)
        if is_other or match.result is None or not match.result.figures or season.is_annulled(match):
            continue
        for entrant, figures in zip(match.sides, match.result.figures, strict=True):
            found.matches[entrant] = found.matches.get(entrant, 0) + 1
            mine = found.figures.setdefault(entrant, {})
            for name, value in figures.items():
                mine[name] = mine.get(name, 0) + value
    return found


def _counted(season: Season) -> list[tuple[str, Statistic]]:
    """What the game of a season counts, by its name in JSON."""
    counted = find(season.terms.game).statistics
    return [] if counted is None else [(each.key or name, each) for name, each in statistics_in(counted.match).items()]


def leader_lists(season: Season, after: tuple[int, int] = AFTER_ALL) -> list[LeaderList]:
    """Who leads the `season` in what people read of a match. Empty without records.

    With `after` (a stage and a round), as it was after that round.
    """
    totals, found = _totals(season, after), []
    for key, each in _counted(season):
        is_shown = each.label or each.fractions > 1 or each.jersey
        if not is_shown or each.flag or each.codes or not any(key in mine for mine in totals.figures.values()):
            continue
        a_match = {
            i: Fraction(mine.get(key, 0), each.fractions * totals.matches[i]) for i, mine in totals.figures.items()
        }
        total = {i: mine.get(key, 0) for i, mine in totals.figures.items() if mine.get(key, 0) > 0}
        if not total:
            continue  # nobody leads in what nobody has done, or where all have lost ground
        order = sorted(total, key=lambda i, of=total, a=a_match: (-of[i], -a[i], i))  # type: ignore[misc]
        leaders = tuple(Leader(i, _in_words(each, total[i]), _average(each, a_match[i])) for i in order[:LEADERS])
        said = _(each.label or each.jersey) or _(each.says).partition(";")[0]
        found.append(LeaderList(as_sentence(said).rstrip("."), leaders))
    return found


def _in_words(counted: Statistic, value: int) -> str:
    return with_fractions(value, counted.fractions) if counted.fractions > 1 else counted.speaks(value)


def _average(counted: Statistic, value: Fraction) -> str:
    """What was counted in a match on average: a number, or in the words of the statistic, such as a time."""
    return decimal(float(value)) if counted.speaks is str else counted.speaks(round(value))


# --- The jerseys.


def jerseys(season: Season, stage: int, after: int | None = None) -> list[Jersey]:
    """The jerseys of a `stage` of races: the leader of the table, and those who lead in what the game has jerseys for.

    Whoever stands higher in the table wears a jersey for which two are level. Empty for other stages, and before the
    first result. With `after`, as it was after that round.
    """
    if season.terms.stages[stage].kind != RACES:
        return []
    rows = [row for row in standing(season, stage, after).rows if row.played]
    if not rows:
        return []
    points = with_fractions(rows[0].points, points_unit(season, stage))
    found = [Jersey(_("Leader"), 0, rows[0].entrant, points)]
    totals = _totals(season, AFTER_ALL if after is None else (stage, after), stage)
    for mark, (key, each) in enumerate([each for each in _counted(season) if each[1].jersey], 1):
        worth = {row.entrant: totals.figures.get(row.entrant, {}).get(key, 0) for row in rows}
        best = max(worth, key=lambda i, of=worth: of[i])  # type: ignore[misc]
        if worth[best] > 0:
            found.append(Jersey(_(each.jersey), mark, best, with_fractions(worth[best], each.fractions)))
    return found


SHAPE = "M8 2L2 6l2.5 5.5L7 10v12h10V10l2.5 1.5L22 6l-6-4q-4 4-8 0z"


def jersey_drawing(mark: int) -> str:
    """A jersey as SVG. Each `mark` differs from the others by its drawing, so nobody needs to see its color: a star,
    stripes, dots, a sash, and then a number.
    """
    marks = {
        0: svg.path("sign", "M12 8.6l1.2 2.5 2.8.4-2 2 .5 2.8-2.5-1.3-2.5 1.3.5-2.8-2-2 2.8-.4z"),
        1: svg.path("sign", "M7.4 12h9.2v2H7.4zM7.4 16h9.2v2H7.4z"),
        2: "".join(
            svg.element("circle", class_="sign", cx=x, cy=y, r=1.25)
            for x, y in ((9.5, 9.5), (14.5, 9.5), (12, 13), (9.5, 16.5), (14.5, 16.5))
        ),
        3: svg.path("sign", "M7.4 9.5l9.2 9v3l-9.2-9z"),
    }
    inside = marks.get(mark) or svg.text("sign", 12, 16, str(mark), font_size=8, text_anchor="middle")
    drawn = svg.path("cloth", SHAPE) + inside
    return svg.element("svg", drawn, class_=f"jersey-{min(mark, 4)}", viewBox="0 0 24 24", aria_hidden="true")
