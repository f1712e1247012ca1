"""What football's players have played against each other is kept when a measurement is interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools import football_strength
from tools.football_strength import PAIRINGS, Kept, measured

BOTH = [("naive", "casual"), ("champion", "casual")]


class Played:
    """Stands in for matches: notes what was played, and is interrupted before the play with this number."""

    def __init__(self, stops_at: int = -1) -> None:
        self.cells: list[tuple[str, tuple[str, str]]] = []
        self.stops_at = stops_at

    def __call__(self, player: str, opponent: str, teams: Any, pairs: int, seed: int, rules: Any) -> Any:
        if len(self.cells) == self.stops_at:
            raise KeyboardInterrupt
        self.cells.append((player, teams))
        shares = np.random.default_rng([seed, len(player)]).integers(0, 5, pairs) / 4
        return shares, np.stack([shares * 20, 20 - shares * 20], 1)


def run(monkeypatch: pytest.MonkeyPatch, keep: Path, played: Played) -> list[football_strength.Strength]:
    monkeypatch.setattr(football_strength, "halves", played)
    return measured(BOTH, list(PAIRINGS), 10, 1, keep)


def test_an_interrupted_measurement_goes_on_where_it_stopped_and_comes_to_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = run(monkeypatch, tmp_path / "whole.jsonl", Played())
    keep, first, second = tmp_path / "kept.jsonl", Played(stops_at=6), Played()
    found = run(monkeypatch, keep, first)
    assert [each.player for each in found] == ["naive"], "only finished players are told"
    again = run(monkeypatch, keep, second)
    assert len(first.cells) == 6
    assert len(second.cells) == 2, "eight cells in all"
    assert [(each.player, each.share, each.error, each.scored) for each in again] == [
        (each.player, each.share, each.error, each.scored) for each in whole
    ]


def test_a_line_that_was_cut_off_is_played_again_and_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep = tmp_path / "kept.jsonl"
    run(monkeypatch, keep, Played())
    keep.write_text(keep.read_text()[:-20])
    for missing in (1, 0):
        played = Played()
        run(monkeypatch, keep, played)
        assert len(played.cells) == missing


def test_results_of_another_program_are_not_used_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep, played = tmp_path / "kept.jsonl", Played()
    run(monkeypatch, keep, Played())
    monkeypatch.setattr(football_strength, "program_hash", lambda: "another")
    assert Kept(keep).found == {}
    run(monkeypatch, keep, played)
    assert len(played.cells) == 8
