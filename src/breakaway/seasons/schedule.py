"""Who meets whom: round robins, Swiss rounds and brackets.

Entrants are numbers. In a pair, the first is at home.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from breakaway.core.language import UserError, _, what_to_install

Pair: TypeAlias = tuple[int, int]


def round_robin(entrants: Sequence[int], legs: int = 1, seed: int = 0) -> list[list[Pair]]:
    """The rounds of a round robin: everybody meets everybody once, or with two `legs` twice, once at home.

    `seed` draws the order of the `entrants`. Nobody plays twice in a round. In each leg, one's matches at home and away
    differ by at most one; with two legs, they are equal. With an odd number of entrants, one rests in each round.
    """
    order: list[int | None] = list(entrants)
    random.Random(f"round robin {seed}").shuffle(order)
    if len(order) % 2:
        order.append(None)
    n, rounds = len(order), list[list[Pair]]()
    for r in range(n - 1):
        # The circle method: the last one stays, and all others move on by one. Those who sit opposite each other meet.
        seats = [order[(r + i) % (n - 1)] for i in range(n - 1)]
        pairs = [(seats[0], order[-1]) if r % 2 else (order[-1], seats[0])]
        for i in range(1, n // 2):
            one, two = seats[i], seats[n - 1 - i]
            pairs.append((one, two) if i % 2 else (two, one))
        rounds.append([(one, two) for one, two in pairs if one is not None and two is not None])
    if legs == 2:
        rounds += [[(two, one) for one, two in each] for each in rounds]
    return rounds


def swiss_round(
    order: Sequence[int], points: Mapping[int, int], met: Sequence[Pair], rested: Sequence[int] = ()
) -> tuple[list[Pair], int | None]:
    """The next round of a Swiss stage, and who rests in it, if the number of entrants is odd.

    `order`: the entrants as the table has them. `points`: their points. `met`: all pairs of the earlier rounds, the one
    at home first. `rested`: who has already rested.

    Whoever is last in the table and has not rested yet rests. Nobody meets anybody twice. Under this, the squares of
    the differences of points within the pairs add up to as little as possible. Of those with equal points, the upper
    half meets the lower half where it can. At home is whoever has been at home less often, then whoever was away last.
    Raises UserError if two would have to meet twice, which cannot happen within `terms.most_swiss_rounds`.
    """
    resting = None
    if len(order) % 2:
        resting = next((each for each in reversed(order) if each not in rested), order[-1])
    playing = [each for each in order if each != resting]
    before = {frozenset(pair) for pair in met}
    pairs = _closest(playing, points, before)
    more_at_home = Counter(home for home, _away in met)
    more_at_home.subtract(away for _home, away in met)
    was_at_home = {each: at_home for pair in met for each, at_home in zip(pair, (True, False), strict=True)}

    def claim(entrant: int) -> tuple[int, bool, int]:  # the smaller one is at home
        return more_at_home[entrant], was_at_home.get(entrant, False), playing.index(entrant)

    found = [(one, two) if claim(one) < claim(two) else (two, one) for one, two in pairs]
    return found, resting


def _closest(playing: Sequence[int], points: Mapping[int, int], before: set[frozenset[int]]) -> list[Pair]:
    try:
        import networkx
    except ModuleNotFoundError as error:
        raise UserError(what_to_install(error, _("a Swiss stage"), "seasons")) from None
    place = {each: i for i, each in enumerate(playing)}
    group = Counter(points[each] for each in playing)
    graph = networkx.Graph()
    graph.add_nodes_from(playing)
    n = len(playing)
    for i, one in enumerate(playing):
        for two in playing[i + 1 :]:
            if frozenset((one, two)) not in before:
                apart = points[one] - points[two]
                half = group[points[one]] // 2
                askew = abs(place[two] - place[one] - half) if not apart else 0
                graph.add_edge(one, two, weight=-(apart * apart * (n * n + 1) + askew))
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) != n:
        raise UserError(_("No new round can be drawn: somebody would have to meet an opponent a second time."))
    pairs = [tuple(sorted(pair, key=place.__getitem__)) for pair in matched]
    return sorted(((one, two) for one, two in pairs), key=lambda pair: place[pair[0]])


def bracket(seeds: Sequence[int]) -> list[list[int | None]]:
    """The first round of a knockout: pairs of the `seeds` (best first). None is an opponent who is not there.

    The best two can meet only in the final, the best four only in the semifinals, and so on. The best seeds rest.
    """
    size = 1
    order = [0]
    while size < len(seeds):
        size *= 2
        order = [place for each in order for place in (each, size - 1 - each)]
    filled = [seeds[place] if place < len(seeds) else None for place in order]
    return [filled[i : i + 2] for i in range(0, len(filled), 2)]
