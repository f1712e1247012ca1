"""What is still possible in a table. A sentence about it is true in every outcome of the matches that are left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from breakaway.seasons.season import Season, SeasonMatch
from breakaway.seasons.standing import ranked, standing
from breakaway.seasons.terms import ROUND_ROBIN

SURE, OPEN, OUT = "sure", "open", "out"

MOST_ENUMERATED = 6  # matches left, of which all 3 ** 6 = 729 outcomes are looked at
MOST_GROUPS = 60  # groups of rivals that are tried, the likeliest first; beyond, the question counts as open
MOST_TRIES = 500  # outcomes that are tried within a group; beyond, the question counts as open

HOME, TIE, AWAY = 0, 1, 2  # how a match can end


@dataclass(frozen=True)
class StillPossible:
    """What an entrant can still reach: a place among the first `places` is SURE, OPEN or OUT.

    `win`, `draw`, `loss`: the same if his next match ends so. Empty without a next match, or if it decides nothing.
    """

    entrant: int
    places: int
    now: str
    win: str = ""
    draw: str = ""
    loss: str = ""


def outlooks(season: Season, stage: int, places: int) -> dict[int, StillPossible]:
    """What each entrant of a round robin can still reach, by entrant. Empty for stages of other kinds.

    `places`: how many places are good, such as 1 for the first place. Lots and tie-breaks that depend on scores count
    as open as long as one of those who are level has a match left.
    """
    return outlooks_at(season, stage, (places,))[0]


def outlooks_at(season: Season, stage: int, good: Sequence[int]) -> list[dict[int, StillPossible]]:
    """Like `outlooks`, for each of several numbers of `good` places. The outcomes are looked at only once."""
    if season.terms.stages[stage].kind != ROUND_ROBIN:
        return [{} for _places in good]
    left = season.open_matches(stage)
    base = _Race(season, stage, left)
    known = {places: _outlooks(season, stage, places, left, base) for places in dict.fromkeys(good)}
    return [known[places] for places in good]


def _outlooks(
    season: Season, stage: int, places: int, left: Sequence[SeasonMatch], base: _Race
) -> dict[int, StillPossible]:
    found = {}
    for row in standing(season, stage).rows:
        i = row.entrant
        now = base.chance_of(i, places, {})
        mine = next((each for each in left if i in each.sides), None)
        then = dict.fromkeys(("win", "draw", "loss"), "")
        if now == OPEN and mine is not None:
            at_home = mine.sides[0] == i
            ends = {"win": HOME if at_home else AWAY, "draw": TIE, "loss": AWAY if at_home else HOME}
            then = {name: base.chance_of(i, places, {mine.id: end}) for name, end in ends.items()}
        found[i] = StillPossible(i, places, now, **then)
    return found


class _Race:
    """The rest of a stage: the points so far and the matches that are left."""

    def __init__(self, season: Season, stage: int, left: Sequence[SeasonMatch]) -> None:
        self.season, self.stage, self.left = season, stage, left
        self.rows = {row.entrant: row for row in standing(season, stage).rows}
        self.played = [each for each in season.in_stage(stage) if season.result_of(each) is not None]
        self.ties = (*season.terms.tie_breaks(stage), "lot")
        self._ranges: list[tuple[tuple[int, ...], dict[int, tuple[int, int]]]] | None = None

    def chance_of(self, i: int, places: int, ends: Mapping[str, int]) -> str:
        """Whether `i` is sure of one of the first `places`, can still get there, or is out, if the matches in `ends`
        end so.
        """
        if places >= len(self.rows):
            return SURE
        if len(self.left) <= MOST_ENUMERATED:
            return self._by_all_outcomes(i, places, ends)
        if not self._can_miss(i, places, ends):
            return SURE
        return OPEN if self._can_reach(i, places, ends) else OUT

    # --- Few matches are left: every outcome is looked at.

    def _by_all_outcomes(self, i: int, places: int, ends: Mapping[str, int]) -> str:
        can_be_in = can_be_out = False
        for outcome, ranges in self._all_ranges():
            if any(ends.get(match.id, end) != end for match, end in zip(self.left, outcome, strict=True)):
                continue
            best, worst = ranges[i]
            can_be_in |= best <= places
            can_be_out |= worst > places
            if can_be_in and can_be_out:
                return OPEN
        return SURE if can_be_in else OUT

    def _all_ranges(self) -> list[tuple[tuple[int, ...], dict[int, tuple[int, int]]]]:
        if self._ranges is None:
            self._ranges = [
                (outcome, self._ranges_of(outcome)) for outcome in product((HOME, TIE, AWAY), repeat=len(self.left))
            ]
        return self._ranges

    def _ranges_of(self, outcome: Sequence[int]) -> dict[int, tuple[int, int]]:
        """The best and the worst place of each entrant, if the matches that are left end so."""
        points = {i: row.points for i, row in self.rows.items()}
        against: dict[tuple[int, int], int] = {}
        for match, end in zip(self.left, outcome, strict=True):
            for side, entrant in enumerate(match.sides):
                points[entrant] += self._worth(end, side)
                pair = (entrant, match.sides[1 - side])
                against[pair] = against.get(pair, 0) + self._worth(end, side)
        found: dict[int, tuple[int, int]] = {}
        above = 0
        for value in sorted(set(points.values()), reverse=True):
            group = [i for i in points if points[i] == value]
            for part in self._parts(group, against):
                for i in part:
                    found[i] = (above + 1, above + len(part))
                above += len(part)
        return found

    def _parts(self, group: list[int], against: Mapping[tuple[int, int], int]) -> list[list[int]]:
        """Those who are level on points, parted as far as it is certain."""
        if len(group) == 1:
            return [group]
        if not self._is_busy(group):  # all that parts them has happened
            rows = {i: replace(self.rows[i], points=0) for i in group}
            return [[row.entrant] for row in ranked(self.season, self.stage, rows, self.played).rows]
        if self.ties[0] != "head_to_head":
            return [group]
        own = dict.fromkeys(group, 0)
        met = dict.fromkeys(((a, b) for a in group for b in group if a < b), 0)
        for match in [*self.played, *self.left]:
            if set(match.sides) <= own.keys():
                met[min(match.sides), max(match.sides)] += 1
        if len(set(met.values())) != 1 or not all(met.values()):
            return [group]
        for match in self.played:
            if set(match.sides) <= own.keys():
                result = self.season.result_of(match)
                assert result is not None
                end = TIE if result.winner is None else (HOME, AWAY)[result.winner]
                for side, entrant in enumerate(match.sides):
                    own[entrant] += self._worth(end, side)
        for (one, two), worth in against.items():
            if one in own and two in own:
                own[one] += worth
        parts = [[i for i in group if own[i] == value] for value in sorted(set(own.values()), reverse=True)]
        return [each for part in parts for each in self._by_the_rest(part)]

    def _by_the_rest(self, part: list[int]) -> list[list[int]]:
        """Those who are level in their matches against each other, parted as far as it is certain."""
        if len(part) == 1 or self._is_busy(part) or "head_to_head" in self.ties[1:]:
            return [part]
        rows = {i: replace(self.rows[i], points=0) for i in part}
        return [[row.entrant] for row in ranked(self.season, self.stage, rows, ()).rows]

    def _is_busy(self, group: Collection[int]) -> bool:
        """Whether one of a group has a match left."""
        return any(each in match.sides for match in self.left for each in group)

    def _worth(self, end: int, side: int) -> int:
        points = self.season.terms.points
        if end == TIE:
            return points.draw
        return points.win if (end == HOME) == (side == 0) else points.loss

    # --- Many matches are left: looks for one outcome. Ties on points count as open.

    def _can_miss(self, i: int, places: int, ends: Mapping[str, int]) -> bool:
        """Whether `places` others can end level with `i` or above, if all goes against `i`."""
        return self._can_some(i, places, ends, 1)

    def _can_reach(self, i: int, places: int, ends: Mapping[str, int]) -> bool:
        """Whether all but `places` - 1 others can end level with `i` or below, if all goes well for `i`."""
        return self._can_some(i, len(self.rows) - places, ends, -1)

    def _can_some(self, i: int, count: int, ends: Mapping[str, int], sign: int) -> bool:
        """Whether so many others (`count`) can end level with `i` or above; with the `sign` -1, level or below."""
        of = self.season.terms.points
        outside = of.win if sign > 0 else of.loss  # in matches with those whom it does not matter for
        mine, others, within = self._after_his_matches(i, ends, sign)
        bound = {each: others[each] + outside * sum(each in match.sides for match in within) for each in others}
        able = sorted(
            (each for each in others if sign * (bound[each] - mine) >= 0), key=lambda each: -sign * bound[each]
        )
        for n, group in enumerate(combinations(able, count)):
            if n == MOST_GROUPS:
                return True
            points, inner = {each: others[each] for each in group}, list[Sequence[int]]()
            for match in within:
                ours = [each for each in match.sides if each in points]
                if len(ours) == 2:
                    inner.append(ours)
                elif ours:
                    points[ours[0]] += outside
            if self._can_all(points, inner, mine, sign):
                return True
        return False

    def _can_all(self, points: Mapping[int, int], inner: Sequence[Sequence[int]], mine: int, sign: int) -> bool:
        """Whether some outcome of the `inner` matches, among those who have these `points`, suits all of them."""
        of = self.season.terms.points
        if of.win + of.loss == 2 * of.draw:
            return _can_share(points, inner, (of.draw - of.loss) or 1, of.loss, mine, sign)
        return self._can_be_found(points, inner, lambda value: sign * (value - mine) >= 0)

    def _after_his_matches(
        self, i: int, ends: Mapping[str, int], sign: int
    ) -> tuple[int, dict[int, int], list[SeasonMatch]]:
        """The points of `i` and of the others, and the matches left, after the matches of `i` and those in `ends`.

        `i` loses those that `ends` does not name; with the `sign` -1, he wins them.
        """
        points = {each: row.points for each, row in self.rows.items()}
        within = []
        for match in self.left:
            if i in match.sides or match.id in ends:
                is_home_win = (match.sides[0] == i) == (sign < 0)
                end = ends.get(match.id, HOME if is_home_win else AWAY)
                for side, entrant in enumerate(match.sides):
                    points[entrant] += self._worth(end, side)
            else:
                within.append(match)
        return points.pop(i), points, within

    def _can_be_found(
        self, points: Mapping[int, int], inner: Sequence[Sequence[int]], suits: Callable[[int], bool]
    ) -> bool:
        """Whether an outcome of the `inner` matches is found that suits all; True if it takes too many tries."""
        last = {each: n for n, pair in enumerate(inner) for each in pair}
        if not all(suits(points[each]) for each in points if each not in last):
            return False
        now, tries = dict(points), 0

        def search(n: int) -> bool:
            nonlocal tries
            if n == len(inner):
                return True
            tries += 1
            if tries > MOST_TRIES:
                return True
            one, two = inner[n]
            for end in (HOME, AWAY, TIE):
                before = now[one], now[two]
                now[one] += self._worth(end, 0)
                now[two] += self._worth(end, 1)
                if all(suits(now[each]) for each in (one, two) if last[each] == n) and search(n + 1):
                    return True
                now[one], now[two] = before
            return False

        return search(0)


def _can_share(
    points: Mapping[int, int], inner: Sequence[Sequence[int]], unit: int, loss: int, mine: int, sign: int
) -> bool:
    """Whether the members of a group can share the points of their matches so that all have `mine` or more, or fewer.

    A draw is worth the mean of a win and a loss. So each match has two units of points beyond a loss for both, and any
    whole share of them is an outcome. Whether the shares suit all is a question of flow: from the matches through their
    players. Augmenting paths find the answer (Ford and Fulkerson).
    """
    count = {each: sum(each in pair for pair in inner) for each in points}
    apart = {each: mine - points[each] - loss * count[each] for each in points}
    if sign > 0:
        wanted = {each: max(0, -(-apart[each] // unit)) for each in points}  # at least so many units
        needed = sum(wanted.values())
    else:
        if min(apart.values(), default=0) < 0:
            return False
        wanted = {each: apart[each] // unit for each in points}  # at most so many units
        needed = 2 * len(inner)
    got, shares = dict.fromkeys(points, 0), [dict.fromkeys(pair, 0) for pair in inner]
    of = {each: [n for n, pair in enumerate(inner) if each in pair] for each in points}

    def give(player: int, seen: set[int]) -> bool:
        """Gives the player one more unit: one that is left, or one that another player can replace."""
        seen.add(player)
        for n in of[player]:
            if sum(shares[n].values()) < 2:
                shares[n][player] += 1
                return True
        for n in of[player]:
            other = next(each for each in inner[n] if each != player)
            if shares[n][other] and other not in seen and give(other, seen):
                shares[n][other] -= 1
                shares[n][player] += 1
                return True
        return False

    for player in points:
        while got[player] < wanted[player] and give(player, set()):
            got[player] += 1
    return sum(got.values()) >= needed
