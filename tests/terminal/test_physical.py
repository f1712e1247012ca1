"""Own dice and cards: each is asked for by name, can be taken back, and nothing is lost when one leaves meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.language import UserError
from breakaway.games.football import terminal
from breakaway.players.settings import requested
from breakaway.records.replay import verify
from breakaway.terminal import saved_matches
from tests.terminal.matches import Player, new_match, sit_down
from tests.terminal.session import call, sit

Capture = pytest.CaptureFixture[str]


def typed(tmp_path: Path, lines: list[str], **wished: object) -> tuple[str, Path]:
    """A match at which these lines are typed, then the input ends."""
    path = tmp_path / f"m{len(list(tmp_path.iterdir()))}"
    player = Player(1, dict(enumerate(lines, 1)), limit=len(lines))
    sit_down(path, player, physical=True, seed=1, box="ours", **wished)
    return player.text, path


def test_the_flip_and_the_kickoff_are_asked_for_by_their_names(tmp_path: Path) -> None:
    # card 14, Slippery turf, has offense corner 2: the kickoff is returned to the 30 (145)
    said, path = typed(tmp_path, ["1", "14"])
    assert "flip (the winner: 1 Lightning, 2 Fire)> " in said
    assert "Game Day card (number, title or corners, such as -1 2 7 9; deck lists them)> " in said
    match = saved_matches.reopen(path)[1]
    assert (match.state.offense, match.state.line) == (0, 6)
    assert match.record.lines[1]["chance"] == [0, 13]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("14", 14),
        ("slippery", 14),
        ("0 2 7 9", 14),
        ("d 0, o 2, fg 7, punt 9", 14),
        ("-1 TD 8 4", 25),
        ("false st", 25),
    ],
)
def test_a_card_is_typed_by_number_title_or_corners(tmp_path: Path, text: str, card: int) -> None:
    _, path = typed(tmp_path, ["home", text])
    assert saved_matches.reopen(path)[1].record.lines[1]["chance"] == [0, card - 1]


@pytest.mark.parametrize(
    ("label", "text", "said"),
    [
        ("strategy die", "7", "expected a number from 1 to 6, not '7'"),
        ("strategy die", "0", "expected a number from 1 to 6"),
        ("strategy die", "٣", "expected a number from 1 to 6"),
        ("strategy die", "9" * 50, "expected a number from 1 to 6"),
        ("flip", "heads", "flip: expected a number from 1 to 2"),
        ("Game Day card", "55", "expected a number from 1 to 54"),
        ("Game Day card", "9 9 9 9", "no card in the deck matches"),
        ("Game Day card", "nonsense", "no card in the deck matches"),
        ("Game Day card", "blocked", "no card in the deck matches"),
        ("Game Day card", "offense", "cards match; type one of these numbers: 1 Daylight"),
    ],
)
def test_impossible_outcomes_are_refused_with_what_would_be_right(label: str, text: str, said: str) -> None:
    sides = {"Game Day card": 54, "flip": 2}.get(label, 6)
    with pytest.raises(UserError, match=r"expected|no card|cards match") as caught:
        terminal.read(new_match(1).observation(), label, sides, text)
    assert said in str(caught.value)


def test_a_card_that_is_drawn_already_cannot_come_again(tmp_path: Path) -> None:
    said, _ = typed(tmp_path, ["1", "1", "3a", "1", "1", "1", "quit"])  # the last card was the kickoff's
    assert "Game Day card: 1. Daylight through the middle (offense run +3) is not possible:" in " ".join(said.split())


def test_a_mistyped_outcome_is_taken_back_before_the_turn_is_over(tmp_path: Path) -> None:
    said, path = typed(tmp_path, ["1", "undo", "2", "back", "home", "3"])
    assert said.count("Type it in again.") == 2
    assert "Taken back: flip, Lightning." in said, "who won the flip, by name"
    assert saved_matches.reopen(path)[1].record.lines[1]["chance"] == [0, 2]


def test_undo_before_the_first_outcome_asks_for_the_choice_again(tmp_path: Path) -> None:
    said, path = typed(tmp_path, ["1", "3", "2a", "undo", "1a", "1", "1", "10"])
    assert "Nothing was typed before that. Choose again." in said
    assert "Noted before: run 2a" in said
    assert "Enter keeps it." in said
    match = saved_matches.reopen(path)[1]
    orders = match.history[1][1]
    assert orders
    assert orders[0].order[0] == 0


def test_undo_at_a_choice_takes_the_last_turn_back(tmp_path: Path) -> None:
    said, path = typed(tmp_path, ["1", "3", "undo", "1", "4"])
    assert "The last turn is taken back; type its dice and cards in again." in said
    match = saved_matches.reopen(path)[1]
    assert match.log[-1][0] == 1
    assert match.record.lines[-1]["chance"] == [0, 3]
    assert verify(match.game, match.record) is None


def test_enter_keeps_a_choice_whose_turn_was_taken_back(tmp_path: Path) -> None:
    _, path = typed(tmp_path, ["1", "3", "1a", "1", "1", "10", "undo", "", "2", "2", "11"])
    match = saved_matches.reopen(path)[1]
    assert match.record.lines[-1]["chance"] == [1, 1, 10]
    orders = match.history[1][1]
    assert orders
    assert orders[0].order[0] == 0


def test_leaving_between_two_dice_keeps_the_choice_and_the_first_die(tmp_path: Path) -> None:
    said, path = typed(tmp_path, ["1", "4", "1a", "4"])
    assert said.rstrip().endswith(f"--record {path}")
    match = saved_matches.reopen(path)[1]
    assert match.sealed[0].order[0] == 0
    player = Player(1, {1: "2", 2: "10"}, limit=2)
    sit_down(path, player, again=True)
    assert "Lightning's order is sealed: run 1a" in player.text
    assert "Typed before: 4." in player.text
    assert player.prompts[0].startswith("call die")
    assert saved_matches.reopen(path)[1].record.lines[-1]["chance"] == [3, 1, 9]


def test_commands_work_while_dice_are_asked_for(tmp_path: Path) -> None:
    words = ["help", "deck", "box", "hands", "why", "matchups", "log", "rules 26", "save", "", "quit"]
    said, _ = typed(tmp_path, ["1", *words])
    for part in ("take back what you typed last", "54 ", "wins against", "No drive has begun yet", "BF-026", "1 of 1"):
        assert part in said


@pytest.mark.slow
@pytest.mark.parametrize("against", [None, "human", "random"])
def test_a_whole_match_with_own_dice_holds_and_says_that_chance_was_typed(
    capsys: Capture, tmp_path: Path, against: str | None
) -> None:
    player = Player(5)
    assert sit_down(tmp_path / "a", player, against, seed=5, physical=True, box="ours") == 0
    assert "The final score" in player.text
    done = call(capsys, "verify", str(tmp_path / "a"))
    assert done.returncode == 0
    assert "the players typed in their own dice and cards" in done.stdout


def test_the_path_of_the_sheet_is_told_while_its_dice_are_rolled(tmp_path: Path) -> None:
    said, _ = typed(tmp_path, ["1", "3", "1a", "4", "2", "quit"])
    assert "Game State" in said.rpartition("call die")[0]
    assert "(BF-209)" in said or "(BF-208)" in said


def test_a_race_has_no_dice_and_is_played_physically_all_the_same(tmp_path: Path) -> None:
    status, said = sit(tmp_path / "a", ["", "A10 B9 C9 D6"], requested(teams="2", seed=7, physical=True))
    assert status == 0
    assert "Red A plays 10: from 0 to 10" in said
