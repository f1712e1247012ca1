"""Draws what comes next in a season: its first round, the next round of a Swiss stage or a cup, the next stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from breakaway.seasons import schedule
from breakaway.seasons.season import Line, Season, SeasonMatch
from breakaway.seasons.standing import drawn_order, standing
from breakaway.seasons.terms import KNOCKOUT, RACES, SWISS, SeasonTerms, Stage


def begun(terms: SeasonTerms) -> Season:
    """A season with these `terms`, with its first stage drawn. Raises UserError if a library is missing."""
    season = Season.of(terms)
    draw(season)
    return season


def is_over(season: Season) -> bool:
    """Whether all stages of a `season` are over."""
    return not season.open_matches() and not _next_lines(season)


def draw(season: Season) -> bool:
    """Draws what comes next in a `season`, if its time has come: a round of a Swiss stage or a cup, or the next stage.

    Returns whether something was drawn. Raises UserError if a library is missing.
    """
    drawn = False
    for line in _replays(season):
        season.add(line)
        drawn = True
    if not season.open_matches():
        for line in _next_lines(season):
            season.add(line)
            drawn = True
    return drawn


# --- What comes next.


def _replays(season: Season) -> list[Line]:
    """The matches of a knockout that were drawn and are played once more, at the other place."""
    if not season.rounds or season.terms.stages[season.stage].kind != KNOCKOUT:
        return []
    stage, this = season.stage, season.rounds[-1]
    newest = {frozenset(season.matches[each].sides): season.matches[each] for each in this.matches}
    again = []
    for match in newest.values():
        result = season.result_of(match)
        if result is not None and result.winner is None and season.terms.stages[stage].drawn != "better_seed":
            again.append([match.sides[1], match.sides[0]])
    return [_line(season, stage, this.number, again, ())] if again else []


def _next_lines(season: Season) -> list[Line]:
    if not season.rounds:
        return _begin(season, 0, range(len(season.entrants)))
    stage, number = season.stage, season.rounds[-1].number
    this = season.terms.stages[stage]
    if this.kind == SWISS and number < (this.rounds or 1):
        return _swiss(season, stage, number + 1)
    if this.kind == KNOCKOUT:
        return _knockout(season, stage, number)
    if stage + 1 < len(season.terms.stages):
        going_on = [row.entrant for row in standing(season, stage).rows if row.entrant not in season.left]
        return _begin(season, stage + 1, going_on[: season.terms.stages[stage + 1].take])
    return []


def _begin(season: Season, stage: int, entrants: Iterable[int]) -> list[Line]:
    this, there = season.terms.stages[stage], list(entrants)
    seed = season.terms.seed * 16 + stage
    if len(there) < 2:
        return []
    if this.kind == SWISS:
        return _swiss(season, stage, 1, there)
    if this.kind == KNOCKOUT:
        seeds = drawn_order(season.terms, there) if stage == 0 else there
        pairs = [_known(pair) for pair in schedule.bracket(seeds)]
        rests = [pair[0] for pair in pairs if len(pair) == 1]
        line = _line(season, stage, 1, [pair for pair in pairs if len(pair) == 2], rests)
        return [{**line, "seeds": list(seeds)}]
    if this.kind == RACES:
        return [_line(season, stage, i, [there], ()) for i in range(1, (this.rounds or 1) + 1)]
    lines = []
    for i, meeting in enumerate(schedule.round_robin(there, this.legs or 1, seed), 1):
        playing = {each for pair in meeting for each in pair}
        lines.append(_line(season, stage, i, meeting, [each for each in there if each not in playing]))
    return lines


def _swiss(season: Season, stage: int, number: int, entrants: Sequence[int] | None = None) -> list[Line]:
    if entrants is None:
        table = standing(season, stage)
        order = [row.entrant for row in table.rows if row.entrant not in season.left]
        points = {row.entrant: row.points for row in table.rows}
    else:
        order = drawn_order(season.terms, entrants) if stage == 0 else list(entrants)
        points = dict.fromkeys(order, 0)
    if len(order) < 2:
        return []
    met = [(each.sides[0], each.sides[1]) for each in season.in_stage(stage)]
    rested = [each for this in season.rounds if this.stage == stage for each in this.rests]
    pairs, rests = schedule.swiss_round(order, points, met, rested)
    return [_line(season, stage, number, pairs, () if rests is None else (rests,))]


def _knockout(season: Season, stage: int, number: int) -> list[Line]:
    """The next round of a knockout: the winners meet in the order of the bracket."""
    here = [each for each in season.in_stage(stage) if each.round == number]
    newest: dict[frozenset[int], SeasonMatch] = {frozenset(each.sides): each for each in here}
    winners = list[int | None]()
    order = _bracket_order(season, stage, number)
    for pair in order:
        if len(pair) < 2:
            winners += pair or [None]
            continue
        match = newest[frozenset(pair)]
        result = season.result_of(match)
        if result is None:  # both have left
            winners.append(None)
        elif result.winner is not None:
            winners.append(match.sides[result.winner])
        else:  # drawn, and nothing is played again
            winners.append(min(pair, key=_seed_of(season, stage)))
    if sum(each is not None for each in winners) < 2:
        return []
    pairs, rests = [], []
    for i in range(0, len(winners), 2):
        there = [each for each in winners[i : i + 2] if each is not None]
        if len(there) == 2:
            pairs.append(sorted(there, key=_seed_of(season, stage)))
        rests += there if len(there) == 1 else []
    return [_line(season, stage, number + 1, pairs, rests)] if pairs else []


def _bracket_order(season: Season, stage: int, number: int) -> list[list[int]]:
    """The pairs of a round of a knockout in the order of the bracket; one who rests is alone."""
    this = next(each for each in season.rounds if (each.stage, each.number) == (stage, number))
    if number == 1:
        return [_known(pair) for pair in schedule.bracket(this.seeds)]
    before = _bracket_order(season, stage, number - 1)
    here = [set(season.matches[each].sides) for each in this.matches]
    order = []
    for i in range(0, len(before), 2):
        from_here = {each for pair in before[i : i + 2] for each in pair}
        found = next((pair for pair in here if pair <= from_here), None)
        order.append(sorted(found) if found else [each for each in this.rests if each in from_here])
    return order


def _seed_of(season: Season, stage: int) -> Callable[[int], int]:
    """A function that gives the place of an entrant in the seeds of a knockout, for sorting."""
    first = next(each for each in season.rounds if (each.stage, each.number) == (stage, 1))
    return first.seeds.index


def _line(season: Season, stage: int, number: int, matches: Sequence[Sequence[int]], rests: Sequence[int]) -> Line:
    line: Line = {"kind": "round", "stage": stage, "number": number, "matches": [list(each) for each in matches]}
    due = due_day(season.terms.stages[stage], number)
    if due is not None:
        line["due"] = due.isoformat()
    return {**line, "rests": list(rests)} if rests else line


def due_day(stage: Stage, number: int) -> date | None:
    """The day by which the round with this `number`, from 1, should be played."""
    return None if stage.first is None else stage.first + timedelta(days=stage.spacing * (number - 1))


def _known(pair: Sequence[int | None]) -> list[int]:
    return [each for each in pair if each is not None]
