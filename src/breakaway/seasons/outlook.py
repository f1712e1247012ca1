"""What is still possible in a table. A sentence about it is true in every outcome of the matches that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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
    for i in (row.entrant for row in standing(season, stage).rows):
        mine = next((each for each in left if i in each.sides), None)
        now = base.chance_of(i, places)
        then = dict.fromkeys(("win", "draw", "loss"), "")
        if now == OPEN and mine is not None:
            ends = (HOME, TIE, AWAY) if mine.sides[0] == i else (AWAY, TIE, HOME)
            then = dict(zip(then, base.chances_after(i, places, mine, ends), strict=True))
        found[i] = StillPossible(i, places, now, **then)
    return found


class _Race:
    """The rest of a stage: the points so far and the matches that are left."""

    def __init__(self, season: Season, stage: int, left: Sequence[SeasonMatch]) -> None:
        self.season, self.stage, self.left = season, stage, left
        self.rows = {row.entrant: row for row in standing(season, stage).rows}
        self.played = [each for each in season.in_stage(stage) if season.result_of(each) is not None]
        self.ties = (*season.terms.tie_breaks(stage), "lot")
        self.of = {i: [each for each in left if i in each.sides] for i in self.rows}
        self._known_parts: dict[tuple[int, ...], tuple[list[int], dict[tuple[int, ...], list[list[int]]]]] = {}
        self._ranges: dict[int, dict[int, tuple[int, int]]] = {}

    def chance_of(self, i: int, places: int) -> str:
        """Whether `i` is sure of one of the first `places`, can still get there, or is out."""
        if places >= len(self.rows):
            return SURE
        if len(self.left) <= MOST_ENUMERATED:
            ranges = self._all_ranges()[i].values()
            return _chance(places, min(best for best, _worst in ranges), max(worst for _best, worst in ranges))
        if not self._can_miss(i, places, {}):
            return SURE
        return OPEN if self._can_reach(i, places, {}) else OUT

    def chances_after(self, i: int, places: int, mine: SeasonMatch, ends: Sequence[int]) -> list[str]:
        """The same after each of three `ends` of his next match (`mine`), the best for him first, if it is open now."""
        if len(self.left) <= MOST_ENUMERATED:
            return [_chance(places, *self._all_ranges()[i][end]) for end in ends]
        best, worst = {mine.id: ends[0]}, {mine.id: ends[-1]}
        if self._can_miss(i, places, best) and self._can_reach(i, places, worst):
            return [OPEN] * len(ends)  # what is open after the best end and after the worst is open after all
        found = []
        for end in ends:
            is_sure = not self._can_miss(i, places, {mine.id: end})
            found.append(SURE if is_sure else OPEN if self._can_reach(i, places, {mine.id: end}) else OUT)
        return found

    # --- Few matches are left: every outcome is looked at once, for all entrants.

    def _all_ranges(self) -> dict[int, dict[int, tuple[int, int]]]:
        """For each entrant the best and the worst place that he can reach, by the end of his next match.

        The end is HOME for those without one.
        """
        if not self._ranges:
            points = {i: row.points for i, row in self.rows.items()}
            place = {each.id: n for n, each in enumerate(self.left)}
            decides = [(i, place[self.of[i][0].id] if self.of[i] else -1) for i in self.rows]
            best = {i: [len(points) + 1] * 3 for i in self.rows}
            worst = {i: [0] * 3 for i in self.rows}
            for outcome in product((HOME, TIE, AWAY), repeat=len(self.left)):
                first, last = self._ranges_of(points, outcome)
                for i, n in decides:
                    end = outcome[n] if n >= 0 else HOME
                    if first[i] < best[i][end]:
                        best[i][end] = first[i]
                    if last[i] > worst[i][end]:
                        worst[i][end] = last[i]
            self._ranges = {
                i: {end: (best[i][end], worst[i][end]) for end in ((HOME, TIE, AWAY) if self.of[i] else (HOME,))}
                for i in self.rows
            }
        return self._ranges

    def _ranges_of(self, so_far: Mapping[int, int], outcome: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
        """The best and the worst place of each entrant, if the matches that are left end so."""
        points = dict(so_far)
        for match, end in zip(self.left, outcome, strict=True):
            home, away = match.sides
            points[home] += self._worths[end][0]
            points[away] += self._worths[end][1]
        level: dict[int, list[int]] = {}
        for i, value in points.items():
            level.setdefault(value, []).append(i)
        best, worst, above = dict[int, int](), dict[int, int](), 0
        for value in sorted(level, reverse=True):
            group = level[value]
            for part in [group] if len(group) == 1 else self._parts(tuple(group), outcome):
                for i in part:
                    best[i], worst[i] = above + 1, above + len(part)
                above += len(part)
        return best, worst

    def _parts(self, group: tuple[int, ...], outcome: Sequence[int]) -> list[list[int]]:
        """Those who are level on points, parted as far as it is certain.

        Of the `outcome`, only the matches among them count. So what was found is kept by these.
        """
        if group not in self._known_parts:
            inner = [n for n, match in enumerate(self.left) if set(match.sides) <= set(group)]
            self._known_parts[group] = inner, {}
        inner, known = self._known_parts[group]
        ends = tuple([outcome[n] for n in inner])
        if ends not in known:
            known[ends] = self._parted(list(group), [(self.left[n], outcome[n]) for n in inner])
        return known[ends]

    def _parted(self, group: list[int], inner: Sequence[tuple[SeasonMatch, int]]) -> list[list[int]]:
        """A `group` of those who are level on points, parted as far as it is certain.

        `inner`: the matches left among them, with the ends that are looked at.
        """
        if not self._is_busy(group):  # all that parts them has happened
            rows = {i: replace(self.rows[i], points=0) for i in group}
            return [[row.entrant] for row in ranked(self.season, self.stage, rows, self.played).rows]
        if self.ties[0] != "head_to_head":
            return [group]
        own = dict.fromkeys(group, 0)
        met = dict.fromkeys(((a, b) for a in group for b in group if a < b), 0)
        for match, end in [*self._ended, *inner]:
            if set(match.sides) <= own.keys():
                met[min(match.sides), max(match.sides)] += 1
                for side, entrant in enumerate(match.sides):
                    own[entrant] += self._worths[end][side]
        if len(set(met.values())) != 1 or not all(met.values()):
            return [group]
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
        return any(self.of[each] for each in group)

    @cached_property
    def _ended(self) -> list[tuple[SeasonMatch, int]]:
        """The matches that have a result, with how they ended."""
        found = []
        for match in self.played:
            result = self.season.result_of(match)
            assert result is not None
            found.append((match, TIE if result.winner is None else (HOME, AWAY)[result.winner]))
        return found

    @cached_property
    def _worths(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        """The points of both sides, by how a match ends."""
        of = self.season.terms.points
        return (of.win, of.loss), (of.draw, of.draw), (of.loss, of.win)

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
        still = Counter(each for match in within for each in match.sides)
        bound = {each: others[each] + outside * still[each] for each in others}
        able = sorted(
            (each for each in others if sign * (bound[each] - mine) >= 0), key=lambda each: -sign * bound[each]
        )
        for n, group in enumerate(combinations(able, count)):
            if n == MOST_GROUPS:
                return True
            members = set(group)
            inner = [match.sides for match in within if members.issuperset(match.sides)]
            among = Counter(each for sides in inner for each in sides)
            points = {each: others[each] + outside * (still[each] - among[each]) for each in group}
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
                    points[entrant] += self._worths[end][side]
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
                now[one] += self._worths[end][0]
                now[two] += self._worths[end][1]
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
    count = Counter(each for pair in inner for each in pair)
    apart = {each: mine - points[each] - loss * count[each] for each in points}
    if sign > 0:
        wanted = {each: max(0, -(-apart[each] // unit)) for each in points}  # at least so many units
        needed = sum(wanted.values())
    else:
        if min(apart.values(), default=0) < 0:
            return False
        wanted = {each: apart[each] // unit for each in points}  # at most so many units
        needed = 2 * len(inner)
    if all(sign * (count[each] - wanted[each]) >= 0 for each in points):
        return True  # if all of their matches are drawn
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


def _chance(places: int, best: int, worst: int) -> str:
    """What somebody can reach whose place will be from `best` to `worst`."""
    return SURE if worst <= places else OUT if best > places else OPEN
