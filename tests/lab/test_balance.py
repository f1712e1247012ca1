"""Football's own data meet the targets of balance on fresh seeds, and the figures are worked out rightly."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.games.football.files.config import Library
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.balance import (
    CORE,
    HOME,
    NOBODY,
    PAIRING,
    PUNTS,
    Estimate,
    Played,
    figures,
    mean,
    our_configs,
    play_all,
    ratio,
)
from breakaway.games.football.statistics import MatchRow
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.compiling import records

FRESH = 20261124  # a seed that no fit has seen
MATCHES = 10_000  # of each pairing, at home and away


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_target_is_met_with_its_whole_interval_on_fresh_seeds():
    found = figures(play_all(our_configs, MATCHES, FRESH))
    missed = [f"{each.of}: {each.name} {each.value:.2f} ± {each.error:.2f}" for each in found if not each.is_met]
    assert missed == []
    assert sum(each.target is not None for each in found) == 4 * 5 + 2 + 6 + 2


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_card_is_used_by_every_team_s_sheets():
    deck = set()
    for name in sorted(Library().teams):
        config = our_configs(name, "fire")
        rows = ChunkPlayer(GAME, config, NOBODY).play(FRESH, 0, 2000, True).rows
        ours = rows[(rows["offense"] == 0) & (rows["call"] < 30)]
        assert set(np.unique(ours["call"] // 2)) == set(range(15)), name
        types = {int(each) for each in config.back_type[0]}
        theirs = rows[(rows["offense"] == 1) & (rows["defense_type"] < 9)]
        assert types <= set(np.unique(theirs["defense_type"])), name
        deck |= set(np.unique(rows["game_day"]))
    assert set(range(54)) <= deck


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_elite_defenses_allow_fewer_points_and_every_team_is_a_match_for_the_lightning():
    """Of 3,000 matches each: the standard error is 0.16 points."""
    allowed, won = {}, {}
    for name in sorted(Library().teams):
        chunk = ChunkPlayer(GAME, our_configs(name, "lightning"), NOBODY).play(FRESH, 0, 3000, False)
        scores = chunk.results["score"]
        allowed[name] = scores[:, 1].mean()
        won[name] = (scores[:, 0] > scores[:, 1]).mean()
    elite = {"stackers", "rhinos", "vultures"}
    assert sum(allowed[name] for name in elite) / 3 < min(allowed[name] for name in set(allowed) - elite)
    assert all(0.42 < share < 0.58 for share in won.values()), won


def played(home, away, scores, receivers=None, **totals):
    """Matches by hand: scores by match, totals by match and seat."""
    rows = records(MatchRow, len(scores))
    for name, values in totals.items():
        rows[name] = values
    rows["receiver"] = receivers or [0] * len(scores)
    return Played(home, away, np.array(scores), rows)


def test_a_mean_has_the_interval_of_its_standard_error():
    """3, 5, 4, 4: mean 4, variance 2/3, standard error sqrt(1/6) = 0.4082, times 1.96 = 0.8002."""
    figure = mean("us", "punts", np.array([3.0, 5, 4, 4]), PUNTS)
    assert (figure.value, round(figure.error, 4)) == (4.0, 0.8002)
    assert figure.is_met


def test_a_target_wants_the_whole_interval():
    assert not Estimate("us", "punts", 3.1, 0.2, PUNTS).is_met
    assert Estimate("us", "punts", 3.3, 0.2, PUNTS).is_met
    assert not Estimate("us", "punts", 5.9, 0.2, PUNTS).is_met
    assert Estimate("us", "punts", 1.0, 0.2, None).is_met


def test_a_share_of_sums_weighs_long_matches_more():
    """3 of 30 and 7 of 20 plays: 10 of 50, not the mean of 10 and 35 per cent."""
    assert ratio("us", PAIRING, np.array([3.0, 7]), np.array([30.0, 20])).value == 20


def test_a_pairing_counts_both_grounds_and_draws_as_halves():
    """Home wins 2 of 4 and draws one as maulers, loses 3 of 4 as pharaohs: maulers 2.5 + 3 of 8 = 68.75%."""
    games = [
        played("maulers", "pharaohs", [(7, 3), (7, 3), (3, 3), (0, 3)], plays=[(30, 30)] * 4),
        played("pharaohs", "maulers", [(3, 7), (3, 7), (0, 9), (9, 0)], plays=[(30, 30)] * 4),
    ]
    rest = [
        played(a, b, [(7, 3), (3, 7)], plays=[(30, 30)] * 2)
        for a in CORE
        for b in CORE
        if a != b and {a, b} != {"maulers", "pharaohs"}
    ]
    found = {(each.of, each.name): each.value for each in figures([*games, *rest])}
    assert found["maulers v pharaohs", PAIRING.name] == 68.75
    assert found["lightning v fire", PAIRING.name] == 50
    assert found["all", HOME.name] == 100 * (2.5 + 1 + 10) / 28


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_type_of_play_or_defense_is_dominated_everywhere_and_most_are_called_in_balance():
    """By exact odds, in the situations of docs/balance.md."""
    from tools.balance_page import SITUATIONS, of_types

    from breakaway.lab.odds import dominated, solve

    good, called = set(), set()
    for _, situation in SITUATIONS:
        (plays, defenses), payoff = of_types(situation)
        against = [[-each for each in column] for column in zip(*payoff, strict=True)]
        found = solve(payoff)
        for names, rows, mix in ((plays, payoff, found.rows), (defenses, against, found.columns)):
            bad = {each.choice for each in dominated(rows)}
            good |= {name for i, name in enumerate(names) if i not in bad}
            called |= {name for name, part in zip(names, mix, strict=True) if part > 0.005}
    everything = {*Library().matchups.types, *Library().matchups.defense_types}
    assert good == everything
    assert len(called) >= 15
