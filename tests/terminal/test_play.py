"""Playing at the terminal: whole races, orders in parts, several people at one screen."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from breakaway.games.manifest import find
from breakaway.players.settings import make_start, requested
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Files
from breakaway.terminal import play
from tests.terminal.session import (
    Person,
    call,
    in_terminal,
    run,
    sit,
    without_times,
)
from tests.terminal.short_race import SHORT, WHOLE, reopened

Capture = pytest.CaptureFixture[str]


def test_a_whole_race_is_played_through_a_pipe_to_the_final_table(capsys: Capture, home: Path) -> None:
    done = call(
        capsys,
        "play",
        "cycling",
        "--teams",
        "3",
        "--against",
        "highest,random",
        "--seed",
        "3",
        typed="\n".join(WHOLE) + "\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The final table" in done.stdout
    assert re.search(r"\n \w[\w, ]* (wins|share the win)\.\n", done.stdout)
    assert "(BA-R13)" in done.stdout
    (path,) = (home / "matches").glob("*.match")
    assert f"breakaway verify {path}" in done.stdout
    assert call(capsys, "verify", str(path)).returncode == 0


@pytest.mark.slow
def test_the_same_seed_and_lines_give_the_same_screen(tmp_path: Path) -> None:
    first = sit(tmp_path / "a", WHOLE, SHORT, "directeur")
    assert first == sit(tmp_path / "b", WHOLE, SHORT, "directeur")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    other = sit(tmp_path / "c", WHOLE, SHORT.model_copy(update={"seed": 8}), "directeur")
    assert other != first


def test_piped_output_has_no_terminal_codes(home: Path) -> None:
    done = run(
        home,
        "play",
        "cycling",
        "--teams",
        "2",
        "--against",
        "human",
        typed="\n1\n\n2\n\nhelp\nriders\nquit\n",
        NO_COLOR="1",
    )
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.slow
def test_a_terminal_without_colours_gets_no_terminal_codes(home: Path) -> None:
    status, seen = in_terminal(home, ["play", "cycling"], [("line-up> ", "\r"), ("turn 1> ", "quit\r")], NO_COLOR="1")
    assert status == 0
    assert "What happened: line-up" in seen
    assert "\x1b" not in seen


@pytest.mark.slow
def test_a_terminal_has_letters_as_well_as_colours(home: Path) -> None:
    status, seen = in_terminal(home, ["play", "cycling", "--seed", "1"], [("line-up> ", "\r"), ("turn 1> ", "quit\r")])
    assert status == 0
    assert "\x1b[" in seen
    plain = re.sub(r"\x1b\[[0-9;]*m", "", seen)
    assert "R Red   B Blue" in plain


def test_enter_takes_the_published_line_up_and_two_the_other(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", [""], SHORT)
    assert "A 10 10 10   B 9 8 8   C 9 8 3   D 6 5 5" in said
    _, said = sit(tmp_path / "b", ["2"], SHORT)
    assert "A 15 12 2 1   B 13 10 2   C 11 6 3   D 14 1 1" in said


def test_with_a_default_line_up_of_ones_own_enter_takes_it_and_the_published_ones_have_numbers_ba_r16(
    tmp_path: Path,
) -> None:
    own = "A 9 9 9 B 8 8 8 C 7 7 6 D 5 5 5"
    wishes = requested(
        teams="2", seed=7, profile="boxed", house=["last_place=1", "exact_totals=false", f"default_line_up={own}"]
    )
    for typed, expected in (
        ("", "A 9 9 9   B 8 8 8   C 7 7 6   D 5 5 5"),
        ("2", "A 10 10 10   B 9 8 8"),
        ("3", "A 15 12 2 1"),
    ):
        _, said = sit(tmp_path / f"with {typed}", [typed], wishes)
        assert f"  1   {own}" in said
        assert "  4   A 15 7 7 1 B 15 6 4 C 12 7 1 D 7 6 3" in said
        invitation = (
            "Press Enter for line-up 1, type the number of another (4 is the strongest coach's), or type your own"
        )
        assert invitation in " ".join(said.split())
        assert expected in said


def test_enter_alone_never_plays_a_turn(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "", "", "n"], SHORT)
    match = reopened(tmp_path / "a")
    assert match.state.turn == 1
    assert match.sealed == {}
    assert said.count("You typed nothing, so nothing was played.") == 2


def test_riders_can_be_ordered_one_after_the_other_and_the_last_word_holds(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "B9", "A10", "B8", "C3 D5", ""], SHORT)
    assert "Noted: B9. Still open: A, C, D." in said
    assert "Noted: A10 B8. Still open: C, D." in said
    match = reopened(tmp_path / "a")
    assert match.state.turn == 2
    assert match.state.played[:4] == [10, 8, 3, 5]


def test_a_partial_order_is_played_only_when_the_word_is_said(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "A10 partial"], SHORT)
    assert "Played as it is: A10. Left open: B, C, D." in said
    assert reopened(tmp_path / "a").state.played[:4] == [10, 9, 9, 6]
    assert "had no legal order and plays his highest card" in said


def test_partial_alone_plays_the_highest_cards_as_the_rule_for_absent_teams_says(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "partial"], SHORT)
    assert "Red: no moves received, so the highest cards are played  (BA-9.1)" in said
    assert reopened(tmp_path / "a").state.played[:4] == [10, 9, 9, 6]


def test_every_mistake_is_named_and_nothing_of_the_line_is_taken(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "D5", "A9 B3 C9 D6", "A10 if B9"], SHORT)
    assert "A does not hold 9; legal: 10  (BA-6.2)" in said
    assert "B does not hold 3; legal: 8 9  (BA-6.2)" in said
    assert "An order cannot have a condition; leave out 'if'  (BA-8.2)" in said
    assert said.count("That was not accepted. Noted before: D5.") == 2
    assert reopened(tmp_path / "a").sealed[0].order == [0, 0, 0, 5]


def test_riders_names_are_read_and_shown(tmp_path: Path) -> None:
    person = Person(lambda prompt: next(lines, None))
    lines = iter(["", "Al 10, Bo 9, Cy 9, Di 6"])
    chosen = SHORT.model_copy(update={"record": str(tmp_path / "a"), "team": ["Ants: Al, Bo, Cy, Di"]})
    play.start(chosen, "highest", person)
    assert "Ants A (Al) plays 10: from 0 to 10" in person.text


def test_a_spy_names_rivals_on_the_same_line(tmp_path: Path) -> None:
    spying = requested(teams="2", seed=1, profile="spy")
    _, said = sit(tmp_path / "a", ["", "A10 B9 C9 D6 spy Blue A, Blue A"], spying)
    assert "Spied: Blue A 10 10" in said


def test_commands_work_at_any_prompt(tmp_path: Path) -> None:
    words = ["help", "?", "riders", "table", "log", "rules", "rules 6.5", "rules nonsense", "field", "save", "quit"]
    for before in ([], [""]):
        status, said = sit(tmp_path / f"m{len(before)}", [*before, *words], SHORT)
        assert status == 0
        for part in ("At any prompt:", "The new card is 3", "has no rule 'nonsense'", "PATH"):
            assert part in said
        assert "The match is saved in PATH" in said


def test_the_log_tells_everything_of_the_last_turns_with_rule_ids(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "A10 B9 C9 D6", "log 2", "quit"], SHORT)
    assert "Red A starts with 10 10 10  (BA-3.1)" in said
    assert "Blue A plays 10: from 0 to 10  (BA-6.1)" in said


def test_the_preview_of_a_card_is_what_happens_when_nobody_else_moves(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "quit"], requested(teams="2", seed=7))
    assert "A           0  10→10 (10) x3" in said  # alone in front for the first time: his lead (6.9)
    assert "10→10 (10) = card 10 to 10, new card 10 if nobody else moved" in said


def test_lines_that_a_card_would_cross_are_marked(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", *["suggest", "y"] * 60], SHORT)
    assert re.search(r"\d+→\d+ \(\d+\) S33", said)
    assert re.search(r"\d+→1\d\d F", said)
    assert "F = across finish" in said


# --- several people at one screen


HOT = requested(teams="3", seed=4)


def test_nothing_of_one_persons_order_is_printed_for_the_next(tmp_path: Path) -> None:
    before = ["", "1", "", "2", ""]
    screens = set()
    for i, order in enumerate(("A10 B9 C9 D6", "A10 B8 C3 D5", "D5 C3 B8 A10")):
        _, said = sit(tmp_path / f"m{i}", [*before, order, "", "riders", "log", "table", "quit"], HOT, "human,random")
        screens.add(said)
    assert len(screens) == 1


def test_refused_and_partial_lines_of_one_person_stay_with_him(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "1", "", "2", "", "A99", "A10", "B9 C9 D6", "", "quit"], HOT, "human,random")
    red, _, blue = said.partition("Blue, take the keyboard")[2].partition("Blue, take the keyboard")
    assert "A does not hold 99" in red
    assert "Noted: A10" in red
    assert "99" not in blue
    assert "Noted" not in blue


@pytest.mark.slow
def test_a_shared_terminal_is_wiped_between_people_with_its_scrollback_and_typed_lines(home: Path) -> None:
    script = [
        ("screen: ", "\r"), ("Red, line-up> ", "1\r"), ("screen: ", "\r"), ("Blue, line-up> ", "\x1b[A\r"),
        ("screen: ", "quit\r"),
    ]  # fmt: skip
    status, seen = in_terminal(home, ["play", "cycling", "--teams", "2", "--against", "human", "--seed", "1"], script)
    assert status == 0
    assert seen.count("\x1b[H\x1b[2J\x1b[3J") == 2
    after = seen.partition("Blue, line-up> ")[2]
    assert not after.startswith("1")


def test_everybody_has_his_own_news_before_his_prompt(tmp_path: Path) -> None:
    _, said = sit(
        tmp_path / "a", ["", "1", "", "2", "", "A10 B9 C9 D6", "", "A15 B13 C11 D1", "", ""], HOT, "human,random"
    )
    red = said.rpartition("Red, take the keyboard")[2]
    assert "Red A plays 10: from 0 to 10" in red
    assert "you ride Red" in red


def test_names_of_records_carry_the_time(capsys: Capture, home: Path) -> None:
    call(capsys, "play", "cycling", typed="")
    (path,) = (home / "matches").glob("*.match")
    assert without_times(path.name) == "cycling-TIME.match"


def test_a_match_can_be_set_up_without_a_person(tmp_path: Path) -> None:
    start_ = make_start(requested(teams="2", seed=1), ["random", "random"])
    assert [seat["by"] for seat in start_.seats] == ["random", "random"]


def test_a_referees_match_is_not_played_at_the_terminal(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "postal"
    Match.new(find("cycling"), make_post(), Files(place))
    done = call(capsys, "play", "--resume", "--record", str(place))
    assert done.returncode == 1
    assert "cannot be played at a terminal" in done.stderr


def make_post() -> Start:
    """A match whose seats nobody at a terminal holds."""
    begun = make_start(requested(teams="2", seed=1), ["random", "random"])
    return replace(begun, seats=[{"name": "Red"}, {"name": "Blue"}])
