"""The report's chances of winning, beside how many of its matches were won."""

from __future__ import annotations

from breakaway.games.football.lab.report import section


def test_first_downs_are_sorted_by_the_chance_of_the_table_and_their_wins_counted() -> None:
    at = {"quarter": 4, "cards_left": 1, "line": 5, "to_go": 5}
    found = section(
        [
            {**at, "lead": 7, "n": 3, "halves": 5},  # two wins and a tie
            {**at, "lead": 14, "n": 5, "halves": 10},
            {**at, "lead": -14, "n": 2, "halves": 0},
        ]
    )
    (grid,) = found.parts
    lost, won = grid.rows
    assert (lost[1], lost[2]) == ("2", "0.0%")
    assert (won[1], won[2]) == ("8", "100.0%")  # 7.5 of 8, rounded to whole matches
    assert float(lost[0].rstrip("%")) < 1.5  # docs/winning.md: 14 behind with one card left
    assert float(won[0].rstrip("%")) > 99
