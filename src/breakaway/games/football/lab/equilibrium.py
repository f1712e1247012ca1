"""The equilibrium of a situation: how often each side should make each call.

The defense sees the offense's formation before it calls. Each formation is therefore a separate game, and the offense
lines up in the formation with the highest value. Audibles are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.games.football.lab.odds import PlayOdds, SituationOdds
from breakaway.games.football.lab.one_play import OFFENSE
from breakaway.games.football.lab.situation import Choice
from breakaway.games.football.lab.worth import Worth
from breakaway.lab.odds import Dominated, Equilibrium, dominated, solve


@dataclass(frozen=True)
class Formation:
    """The game of one formation: calls in rows, defenses in columns, payoffs in points for the offense."""

    formation: int
    calls: list[Choice]
    payoff: list[list[float]]
    found: Equilibrium
    worse_calls: list[Dominated]
    worse_defenses: list[Dominated]


def expected_worth(odds: PlayOdds, worth: Worth) -> float:
    """The mean worth of a play over all its outcomes."""
    return sum(float(end.p) * worth(odds.before, end.state) for end in odds.spread.ends)


def formations(
    asked: SituationOdds, calls: Sequence[Choice], defenses: Sequence[Choice], worth: Worth
) -> list[Formation]:
    """The game of each formation, starting with the offense's best formation."""
    found = []
    by_class = asked.config.card_formation[OFFENSE]
    for formation in sorted({by_class[call.code // 2] for call in calls}):
        ours = [call for call in calls if by_class[call.code // 2] == formation]
        payoff = [[expected_worth(asked.play(call.code, each.code), worth) for each in defenses] for call in ours]
        theirs = [[-each for each in column] for column in zip(*payoff, strict=True)]
        found.append(Formation(formation, ours, payoff, solve(payoff), dominated(payoff), dominated(theirs)))
    return sorted(found, key=lambda each: -each.found.value)
