"""The referee of a real board: orders from around a table, moves read out, and cards checked against the real deck."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from breakaway.cli.main import app
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.board import BoardTable
from breakaway.records.record_file import read_record, whole_path
from breakaway.records.replay import verify

RED, BLUE = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6", "A 1 2 12 15 B 2 10 13 C 3 6 11 D 1 1 14"


class Typed:
    """A race of Red and Blue on a real board, with everything that was said."""

    def __init__(self, folder: Path, profile: str = "boxed") -> None:
        self.path, self.said = folder / "race.match", list[str]()
        desk.new(self.path, ("Red", "Blue"), profile=profile, seed=3)
        self.table = BoardTable(self.path, self.said.append)
        self.table.begin()

    def type(self, line: str) -> str:
        """What one line makes the referee say."""
        before = len(self.said)
        assert self.table.take(line)
        return "\n".join(self.said[before:])


def test_a_turn_is_typed_in_one_line_and_read_out_in_the_order_of_movement(tmp_path: Path) -> None:
    table = Typed(tmp_path)
    assert "Waiting for: Red, Blue" in table.said[-1]
    table.type(f"Red {RED}; Blue {BLUE}")
    said = table.type("Red 10 8 3 5; Blue 12 10 6 14")
    # the seated start: the As, then the Bs, Cs and Ds, Red before Blue
    for line in (
        "1. Red A: 10 squares, from the start to 10",
        "2. Blue A: 12 squares, from the start to 12",
        "7. Red D: 5 squares, from the start to 5",
        "8. Blue D: 14 squares, from the start to 14",
    ):
        assert line in said
    # Blue D, new and alone in front: 14-12=2. Red D, on 5, has Blue C on 6 ahead: 4. All others have nobody: 3
    assert "Red: A 3, B 3, C 3, D 4" in said
    assert "Blue: A 3, B 3, C 3, D 2" in said
    assert "turn 2. Waiting for: Red, Blue." in said
    assert "square 14: Blue D\n     square 12: Blue A\n     square 10: Red A, Blue B" in table.type("where")


def test_the_cards_of_a_real_deck_are_checked_and_a_wrong_one_is_explained(tmp_path: Path) -> None:
    table = Typed(tmp_path)
    assert "no cards have been dealt yet" in table.type("deal Red 3 3 3 4")
    table.type(f"Red {RED}; Blue {BLUE}")
    table.type("Red 10 8 3 5; Blue 12 10 6 14")
    assert table.type("deal Red 3 3 3 4") == "Red's cards are right."
    said = table.type("deal Blue 3, 3, 3, 3")
    assert said == "Not right: Blue D breaks away, 2 squares clear: draws 2 (BA-6.9)"
    assert "Red draws 4 cards, for A, B, C, D, not 2" in table.type("deal Red 3 3")
    assert "string of 1 ahead (BA-6.5)" in table.type("deal Red 3 3 3 3")


def test_a_mistake_is_said_and_changes_nothing(tmp_path: Path) -> None:
    table = Typed(tmp_path)
    table.type(f"Red {RED}; Blue {BLUE}")
    assert "A does not hold 11" in table.type("Red 11 8 3 5")
    assert "Red needs 4 cards, for A, B, C, D, not 3" in table.type("Red 10 8 3")
    assert "cannot read" in table.type("hello there")
    assert "unknown team" in table.type("Green 1 2 3 4").casefold() or "green" in table.type("Green 1 2 3 4").casefold()
    assert desk.status(table.path).missing == ["Red", "Blue"]


def test_go_closes_a_turn_undo_takes_it_back_and_a_team_shows_its_cards(tmp_path: Path) -> None:
    table = Typed(tmp_path)
    table.type(f"Red {RED}; Blue {BLUE}")
    assert "Red is in." in table.type("Red A10 B8 C3 D5")
    said = table.type("go")
    assert "Blue: no moves received" in said
    assert "Blue A: 15 squares" in said
    assert "Open again: turn 1" in table.type("undo")
    assert "Red shows its cards to everybody" in table.type("show red")
    assert not table.table.take("quit")
    assert verify(GAME, read_record(whole_path(table.path))) is None


def test_the_command_reads_lines_until_quit(tmp_path: Path) -> None:
    path = tmp_path / "race.match"
    desk.new(path, ("Red", "Blue"), seed=3)
    typed = f"help\nRed {RED}\nBlue {BLUE}\nquit\n"
    done = CliRunner().invoke(app, ["referee", "board", str(path)], input=typed)
    assert done.exit_code == 0, done.output
    assert "check the new cards that a team took from the real deck" in done.output
    assert "turn 1. Waiting for: Red, Blue." in done.output
