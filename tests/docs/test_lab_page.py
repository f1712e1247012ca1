"""The lab's page names every column that a simulation of football writes, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from breakaway.core.state import columns
from breakaway.games.football import statistics

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


def named_under(heading: str) -> list[str]:
    """The columns in the tables of a chapter; a star marks one that each side has."""
    chapter = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [f"{name}{star}" for name, star in re.findall(r"^\| `(\w+)`( \*)? \|", chapter, flags=re.MULTILINE)]


def declared(cls: type) -> list[str]:
    return [f"{column.name}{' *' if column.shape else ''}" for column in columns(cls)]


def test_every_column_of_a_match_stands_on_the_page() -> None:
    assert named_under("Columns of a match")[1:] == declared(statistics.MatchRow)  # after the rule that ended it


def test_every_column_of_a_play_stands_on_the_page() -> None:
    assert named_under("Columns of a play") == declared(statistics.PlayRow)


def test_every_word_for_kinds_and_results_stands_on_the_page() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"| `kind` | {', '.join(statistics.KINDS[1:])} |" in page
    assert f"the most important one if there are several: {', '.join(statistics.RESULTS[1:])} |" in page
