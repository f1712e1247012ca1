"""The table of a stage, with each tie on points explained by the pair that it decided."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from breakaway.games.manifest import find
from breakaway.seasons.season import Season, SeasonMatch
from breakaway.seasons.terms import KNOCKOUT, RACES, SeasonTerms, Tie

WON, DRAWN, LOST = "W", "D", "L"
SHARES = 27_720  # parts of a point in races with a scale: up to twelve can share it evenly


@dataclass
class TableRow:
    """An entrant's row of a table. `place` counts from 1.

    `points` are those of the terms; in races, those of the races in the game's unit, or with a scale in SHARES; in a
    knockout, the rounds that he survived. `scored` and `conceded` are in the game's unit and leave out forfeits. `form`
    has W, D or L for each match, oldest first; `races` the points of each race, None where he did not ride.
    """

    entrant: int
    place: int = 0
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    form: list[str] = field(default_factory=list)
    races: list[int | None] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @property
    def difference(self) -> int:
        """What he scored less what he conceded."""
        return self.scored - self.conceded


@dataclass(frozen=True)
class Broken:
    """A tie on points between two neighbors of the table: who stands higher, by what, and the two values.

    `match` is the only match that the two played against each other, if `by` is head_to_head and they alone were level.
    """

    upper: int
    lower: int
    by: Tie
    values: tuple[int, int]
    match: str = ""


@dataclass(frozen=True)
class SeasonTable:
    """The table of a stage: its rows, best first, and how ties on points were broken."""

    rows: tuple[TableRow, ...]
    broken: tuple[Broken, ...] = ()

    def row_of(self, entrant: int) -> TableRow:
        """The row of an `entrant`. Raises KeyError."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise KeyError(entrant)


def drawn_order(terms: SeasonTerms, entrants: Iterable[int]) -> list[int]:
    """The `entrants` in the order of the lots that were drawn for the whole season, by the seed of the `terms`."""

    def lot(i: int) -> bytes:
        return hashlib.sha256(f"lot {terms.seed} {i}".encode()).digest()

    return sorted(entrants, key=lot)


def standing(season: Season, stage: int, after: int | None = None) -> SeasonTable:
    """The table of a `stage` of the `season` that has begun; with `after`, as it was after that round."""
    kind = season.terms.stages[stage].kind
    matches = [each for each in season.in_stage(stage) if after is None or each.round <= after]
    rows = {i: TableRow(i) for i in season.in_it(stage)}
    if kind == RACES:
        _add_races(season, stage, matches, rows)
    elif kind == KNOCKOUT:
        _add_knockout(season, stage, matches, rows)
    else:
        _add_matches(season, stage, matches, rows, after)
    return ranked(season, stage, rows, matches)


def _add_matches(
    season: Season, stage: int, matches: Sequence[SeasonMatch], rows: Mapping[int, TableRow], after: int | None
) -> None:
    for match in matches:
        count(season, match, rows)
    if season.terms.stages[stage].kind == "swiss":
        still = {(each.stage, each.round) for each in season.open_matches()}
        for this in season.rounds:
            is_over = (this.stage, this.number) not in still
            if this.stage == stage and is_over and (after is None or this.number <= after):
                for each in this.rests:
                    rows[each].points += season.terms.points.bye


def count(season: Season, match: SeasonMatch, rows: Mapping[int, TableRow]) -> None:
    """Adds a match between two to the `rows` of a table, if it has a result that counts."""
    result = season.result_of(match)
    if result is None:
        return
    points, is_drawn = season.terms.points, result.winner is None
    for side, entrant in enumerate(match.sides):
        row = rows[entrant]
        has_won = result.winner == side
        row.played += 1
        row.won += has_won
        row.drawn += is_drawn
        row.lost += not has_won and not is_drawn
        row.points += points.draw if is_drawn else points.win if has_won else points.loss
        row.form.append(DRAWN if is_drawn else WON if has_won else LOST)
        if result.score is not None:
            row.scored += result.score[side]
            row.conceded += result.score[1 - side]


def _add_races(season: Season, stage: int, matches: Sequence[SeasonMatch], rows: Mapping[int, TableRow]) -> None:
    scale = season.terms.stages[stage].scale
    for match in matches:
        result = season.result_of(match)
        if result is None:
            for row in rows.values():
                row.races.append(None)
            continue
        for row in rows.values():
            if row.entrant not in match.sides or row.entrant in result.absent:
                row.races.append(None)
                continue
            side = match.side_of(row.entrant)
            rank = result.rank[side]
            score = 0 if result.score is None else result.score[side]
            if scale is not None:
                score = shared_points(scale, rank, result.rank.count(rank))
            row.played += 1
            row.points += score
            row.scored += score
            row.won += rank == 1
            row.races.append(score)
            row.places.append(rank)


def shared_points(scale: Sequence[int], rank: int, sharing: int) -> int:
    """The points of a place by a `scale`, in SHARES of a point. Those who share it share the points of their places."""
    places = range(rank - 1, rank - 1 + sharing)
    return sum(scale[i] for i in places if i < len(scale)) * SHARES // sharing


def _add_knockout(season: Season, stage: int, matches: Sequence[SeasonMatch], rows: Mapping[int, TableRow]) -> None:
    for match in matches:
        count(season, match, rows)
    for row in rows.values():
        row.points = 0
    for this in season.rounds:
        if this.stage == stage:
            for match in (season.matches[each] for each in this.matches):
                result = season.result_of(match)
                for side, each in enumerate(match.sides):
                    has_won = result is not None and result.winner == side
                    rows[each].points = max(rows[each].points, this.number - 1 + has_won)
            for each in this.rests:
                rows[each].points = this.number


# --- Ranks the rows: by points, then by one tie-break after the other among those who are still level.


def ranked(season: Season, stage: int, rows: Mapping[int, TableRow], matches: Sequence[SeasonMatch]) -> SeasonTable:
    """The table of these `rows`: sorted, with places, and with an explanation of each tie on points.

    Those who are level on points are parted by the first tie-break of the terms that parts them; those who are still
    level by the next one, and so on. `head_to_head` counts only the `matches` among those who are still level, and only
    if each has met each.
    """
    last = [i for i in sorted(rows) if i in season.left and all(season.is_annulled(each) for each in _his(i, matches))]
    groups = _parted([i for i in sorted(rows) if i not in last], {i: row.points for i, row in rows.items()})
    groups += [last] if last else []
    why: dict[tuple[int, int], Broken] = {}
    for tie in (*season.terms.tie_breaks(stage), "lot"):
        fresh: list[list[int]] = []
        for group in groups:
            values = _values(season, tie, group, rows, matches) if len(group) > 1 else {}
            parts = _parted(group, values) if values else [group]
            for upper, lower in pairwise(parts):
                for one, two in product(upper, lower):
                    why[one, two] = Broken(one, two, tie, (values[one], values[two]), _only_match(group, tie, matches))
            fresh += parts
        groups = fresh
    order = [i for group in groups for i in group]
    for place, i in enumerate(order, 1):
        rows[i].place = place
    if season.terms.stages[stage].kind == KNOCKOUT:
        _share_places(order, rows)
        return SeasonTable(tuple(rows[i] for i in order))
    broken = [why[pair] for pair in pairwise(order) if pair in why]
    return SeasonTable(tuple(rows[i] for i in order), tuple(broken))


def _his(entrant: int, matches: Sequence[SeasonMatch]) -> list[SeasonMatch]:
    return [each for each in matches if entrant in each.sides]


def _parted(group: Sequence[int], values: Mapping[int, int]) -> list[list[int]]:
    """A group, parted by the values of its members, the highest first."""
    return [[i for i in group if values[i] == value] for value in sorted({values[i] for i in group}, reverse=True)]


def _values(
    season: Season, tie: str, group: Sequence[int], rows: Mapping[int, TableRow], matches: Sequence[SeasonMatch]
) -> dict[int, int]:
    """What a tie-break counts for each of a `group` that is level; more is better. Empty if it does not apply."""
    if tie == "head_to_head":
        return head_to_head(season, group, matches)
    if tie == "lot":
        return {i: -n for n, i in enumerate(drawn_order(season.terms, group))}
    if tie == "last":
        return {i: -(rows[i].places[-1] if rows[i].places else 0) for i in group}
    return {i: {"difference": rows[i].difference, "scored": rows[i].scored, "wins": rows[i].won}[tie] for i in group}


def head_to_head(season: Season, group: Sequence[int], matches: Sequence[SeasonMatch]) -> dict[int, int]:
    """The points that each of a `group` won in the `matches` within it. Empty unless all have met equally often."""
    among = {i: TableRow(i) for i in group}
    met = dict.fromkeys(((a, b) for a in group for b in group if a < b), 0)
    for match in matches:
        if len(match.sides) == 2 and set(match.sides) <= among.keys() and season.result_of(match) is not None:
            count(season, match, among)
            met[min(match.sides), max(match.sides)] += 1
    if len(set(met.values())) != 1 or not all(met.values()):
        return {}
    return {i: row.points for i, row in among.items()}


def _only_match(group: Sequence[int], tie: str, matches: Sequence[SeasonMatch]) -> str:
    found = [each.id for each in matches if set(each.sides) == set(group)]
    return found[0] if tie == "head_to_head" and len(group) == 2 and len(found) == 1 else ""


def points_unit(season: Season, stage: int) -> int:
    """How many units make a point in the table of a `stage` of races of the `season`."""
    return SHARES if season.terms.stages[stage].scale is not None else find(season.terms.game).unit


def ridden_races(table: SeasonTable) -> list[int]:
    """The races in the `table` of a stage that have been ridden, from 0."""
    most = max((len(row.races) for row in table.rows), default=0)
    return [n for n in range(most) if any(n < len(row.races) and row.races[n] is not None for row in table.rows)]


def _share_places(order: Sequence[int], rows: Mapping[int, TableRow]) -> None:
    for i in order:
        rows[i].place = 1 + sum(rows[each].points > rows[i].points for each in order)
