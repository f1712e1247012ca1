"""What is still possible, found the long way: every outcome of the rest, one question after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from breakaway.seasons.outlook import OPEN, OUT, SURE
from breakaway.seasons.season import Season
from breakaway.seasons.standing import ranked, standing

HOME, TIE, AWAY = 0, 1, 2


class EveryOutcome:
    """A stage whose rest is short enough to look at all of its outcomes. Nothing is kept from one to the next."""

    def __init__(self, season: Season, stage: int) -> None:
        self.season, self.stage, self.left = season, stage, season.open_matches(stage)
        self.rows = {row.entrant: row for row in standing(season, stage).rows}
        self.played = [each for each in season.in_stage(stage) if season.result_of(each) is not None]
        self.ties = (*season.terms.tie_breaks(stage), "lot")
        self.outcomes = [
            (outcome, self._places(outcome)) for outcome in product((HOME, TIE, AWAY), repeat=len(self.left))
        ]

    def chance_of(self, i: int, places: int, ends: Mapping[str, int]) -> str:
        """What `i` can reach if the matches in `ends` end so."""
        found = [
            places_of[i]
            for outcome, places_of in self.outcomes
            if all(ends.get(match.id, end) == end for match, end in zip(self.left, outcome, strict=True))
        ]
        if all(worst <= places for _best, worst in found):
            return SURE
        return OPEN if any(best <= places for best, _worst in found) else OUT

    def chances_of(self, i: int, places: int) -> tuple[str, str, str, str]:
        """What `i` can reach now, and after a win, a draw and a loss in his next match if he has one and it is open."""
        now = self.chance_of(i, places, {})
        mine = next((each for each in self.left if i in each.sides), None)
        if now != OPEN or mine is None:
            return now, "", "", ""
        ends = (HOME, TIE, AWAY) if mine.sides[0] == i else (AWAY, TIE, HOME)
        win, draw, loss = (self.chance_of(i, places, {mine.id: end}) for end in ends)
        return now, win, draw, loss

    def _places(self, outcome: tuple[int, ...]) -> dict[int, tuple[int, int]]:
        """The best and the worst place of each entrant, if the matches that are left end so."""
        points = {i: row.points for i, row in self.rows.items()}
        for match, end in zip(self.left, outcome, strict=True):
            for side, entrant in enumerate(match.sides):
                points[entrant] += self._worth(end, side)
        found, above = dict[int, tuple[int, int]](), 0
        for value in sorted(set(points.values()), reverse=True):
            for part in self._parts([i for i in points if points[i] == value], outcome):
                for i in part:
                    found[i] = (above + 1, above + len(part))
                above += len(part)
        return found

    def _parts(self, group: list[int], outcome: tuple[int, ...]) -> list[list[int]]:
        """Those who are level on points, parted as far as it is certain."""
        if not self._is_busy(group):
            rows = {i: replace(self.rows[i], points=0) for i in group}
            return [[row.entrant] for row in ranked(self.season, self.stage, rows, self.played).rows]
        if self.ties[0] != "head_to_head":
            return [group]
        own = dict.fromkeys(group, 0)
        met = {(a, b): 0 for a in group for b in group if a < b}
        for match in [*self.played, *self.left]:
            if set(match.sides) <= own.keys():
                met[min(match.sides), max(match.sides)] += 1
                for side, entrant in enumerate(match.sides):
                    own[entrant] += self._worth(self._end(match.id, outcome), side)
        if len(set(met.values())) > 1 or 0 in met.values():
            return [group]
        found = []
        for value in sorted(set(own.values()), reverse=True):
            part = [i for i in group if own[i] == value]
            if self._is_busy(part) or "head_to_head" in self.ties[1:]:
                found.append(part)
            else:
                rows = {i: replace(self.rows[i], points=0) for i in part}
                found += [[row.entrant] for row in ranked(self.season, self.stage, rows, ()).rows]
        return found

    def _end(self, match_id: str, outcome: tuple[int, ...]) -> int:
        for match, end in zip(self.left, outcome, strict=True):
            if match.id == match_id:
                return end
        result = self.season.result_of(self.season.matches[match_id])
        assert result is not None
        return TIE if result.winner is None else (HOME, AWAY)[result.winner]

    def _is_busy(self, group: list[int]) -> bool:
        return any(each in match.sides for match in self.left for each in group)

    def _worth(self, end: int, side: int) -> int:
        points = self.season.terms.points
        if end == TIE:
            return points.draw
        return points.win if (end == HOME) == (side == 0) else points.loss
