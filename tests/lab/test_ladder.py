"""The ladder: Elo numbers from shares, the same result for the same seed, and what was kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.cli.lab import ladder
from breakaway.core.language import UserError
from breakaway.games.football.coaches.levels import choose
from breakaway.lab.ladder import KeptPairings, Pairing, climbed, ladder_of, players_of, told
from breakaway.players import coaches
from breakaway.players.coaches import with_weights
from breakaway.players.settings import Request, requested


def test_a_share_of_ten_wins_in_eleven_is_four_hundred_points() -> None:
    """By the definition of Elo, 400 points are odds of ten to one: 1,000 wins in 1,100 matches."""
    cell = Pairing("weak", "good", (0.0,) * 1000 + (1.0,) * 100)
    weak, good = ladder_of(["weak", "good"], [cell])
    assert (weak.player, good.player) == ("weak", "good")
    assert good.elo - weak.elo == pytest.approx(400, abs=1)
    assert weak.elo + good.elo == pytest.approx(3000)
    assert weak.low < weak.elo < weak.high


def test_a_player_who_never_wins_has_a_number_too() -> None:
    weak, good = ladder_of(["weak", "good"], [Pairing("good", "weak", (1.0,) * 40)])
    assert (weak.player, good.player) == ("weak", "good")
    assert 500 < good.elo - weak.elo < 1000


def test_three_players_whose_shares_fit_together() -> None:
    """With odds of 2 to 1 at each step, the first beats the third 4 to 1: 120 points a step, 241 in all."""
    a, b, c = "a", "b", "c"
    cells = [
        Pairing(b, a, (1.0,) * 200 + (0.0,) * 100),
        Pairing(c, b, (1.0,) * 200 + (0.0,) * 100),
        Pairing(c, a, (1.0,) * 240 + (0.0,) * 60),
    ]
    rungs = {each.player: each.elo for each in ladder_of([a, b, c], cells)}
    assert rungs[b] - rungs[a] == pytest.approx(120.4, abs=1.5)
    assert rungs[c] - rungs[b] == pytest.approx(120.4, abs=1.5)


def test_wrong_players_are_refused_with_a_word() -> None:
    with pytest.raises(UserError, match="two different players"):
        players_of("football", "club,club")
    with pytest.raises(UserError, match="unknown coach 'nobody'"):
        players_of("football", "club,nobody")
    assert players_of("cycling", None)[0] == "newcomer"


def test_files_that_cannot_be_written_are_refused_before_a_match_is_played(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    with pytest.raises(UserError, match=r"--keep: .* cannot be written"):
        KeptPairings(tmp_path / "a file" / "kept.jsonl")
    with pytest.raises(UserError, match=r"--html: .* there is no folder"):
        ladder(requested("fate", ()), "newcomer,club", 2, None, str(tmp_path / "none" / "page.html"))


def test_a_kept_pairing_is_played_again_once_a_level_has_other_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of a level that was tuned stayed those of its old self."""
    played = list[str]()

    def noted(_request: Request, first: str, *_rest: object) -> list[float]:
        played.append(first)
        return [0.5, 0.5]

    monkeypatch.setattr("breakaway.lab.ladder._played", noted)
    request, kept = requested("football", (), seed=3), KeptPairings(None)
    for _ in range(2):
        climbed(request, ["club", "master"], 2, 3, kept)
    assert played == ["club"]
    monkeypatch.setattr(coaches, "find", lambda game, _name: with_weights(choose, (1, 2, 3))(game))
    climbed(request, ["club", "master"], 2, 3, kept)
    assert played == ["club", "club"]


@pytest.mark.slow
def test_a_ladder_is_repeated_by_its_seed_and_goes_on_from_its_file(tmp_path: Path) -> None:
    request, kept = requested("cycling", (), seed=3), tmp_path / "cells.jsonl"
    done: list[int] = []
    first = climbed(request, ["random", "directeur"], 12, 3, KeptPairings(kept), done.append)
    assert sum(done) == 24
    assert climbed(request, ["random", "directeur"], 12, 3, KeptPairings(None)) == first, (
        "the same seed, the same matches"
    )
    kept.write_text(kept.read_text() + '{"cell": "cut o')
    done.clear()
    assert climbed(request, ["random", "directeur"], 12, 3, KeptPairings(kept), done.append) == first
    assert done == [24], "nothing was played again"
    assert first[0].share < 0.2, "docs/coaches.md: the team director beats random riders"
    page = told("cycling", ["random", "directeur"], first, 12, 3)
    assert [each.title for each in page.sections] == ["Elo", "Each against the next", "All pairings"]


@pytest.mark.slow
def test_football_s_sheets_and_coaches_in_plain_python_can_stand_on_a_ladder() -> None:
    cells = climbed(requested("football", (), seed=3), ["sheet", "newcomer"], 6, 3, KeptPairings(None))
    assert len(cells[0].shares) == 6
    cells = climbed(requested("fate", (), seed=3), ["random", "hunter"], 1, 3, KeptPairings(None))
    assert cells[0].shares == (0.0,)
