"""Nothing tells what is sealed before the turn closes; in a blind race nothing tells a team what it may not know."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from typer.testing import CliRunner

from breakaway.core.chance import sampled
from breakaway.core.state import copy
from breakaway.games.cycling.display.field import strip, svg
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.referee import desk, race_files
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.desk import undo
from breakaway.games.cycling.referee.race_files import RaceHistory, find_team, read_past
from breakaway.games.cycling.referee.report import Turn, build, report_of, turns
from breakaway.games.cycling.referee.report_document import as_html, as_pdf, as_text
from tests.post.races import postal_race

# Two ways to order the same things: every card of the default hands is legal for its rider.
FIRST = {"Red": "A10 B9 C9 D6", "Blue": "A10 B8 C3 D5"}
SECOND = {"Red": "A10 B8 C8 D5", "Blue": "A10 B9 C9 D6"}


def all_that_leaves(file: Path) -> list[bytes]:
    """Everything that a referee can print before the turn closes, and the record itself."""
    said = []
    commands = (
        ["status"],
        ["report"],
        ["report", "--format", "html"],
        ["report", "--team", "Green", "--format", "html"],
        ["report", "--team", "Red"],
        ["report", "--turn", "2"],
        ["orders", "Green", "--text", "A15"],
        ["orders", "Green", "--text", "if Red A goes, A10"],
        ["orders", "Pink", "--text", "A10"],
        ["drop", "Pink A"],
        ["run"],
        ["undo"],
        ["reopen"],
        ["report", "--lang", "de"],
        ["new", "--teams", "Red,Blue"],
    )
    for name, *words in commands:
        result = CliRunner().invoke(referee, [name, str(file), *words])
        said += [result.stdout_bytes, result.stderr_bytes]
    return [*said, as_pdf(build(read_past(file))), file.read_bytes()]


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", ["postal", "blind"])
def test_every_byte_is_the_same_whatever_is_sealed(tmp_path: Path, profile: str) -> None:
    file = postal_race(tmp_path, profile=profile, turns=1)
    seen = []
    for orders in (FIRST, SECOND):
        for team, cards in orders.items():
            # after turn 1 everybody holds what was not played, and the new card: order by hand, whatever it is
            with race_files.at_work(file) as match:
                seat = find_team(match.names["teams"], team)
                hands = [[card for card in match.state.hand[seat * 4 + grade] if card] for grade in range(4)]
                pick = 0 if orders is FIRST else -1
                cards = " ".join(f"{letter}{hand[pick]}" for letter, hand in zip("ABCD", hands, strict=True))
            desk.take_orders(file, team, cards)
        seen.append(all_that_leaves(file))
    assert seen[0] == seen[1]


def test_what_was_sealed_shows_once_the_turn_is_closed(tmp_path: Path) -> None:
    files = [postal_race(tmp_path, name) for name in ("one.match", "two.match")]
    for file, orders in zip(files, (FIRST, SECOND), strict=True):
        for team, cards in orders.items():
            desk.take_orders(file, team, cards)
        desk.run(file)
    assert as_text(build(read_past(files[0]))) != as_text(build(read_past(files[1])))


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["postal", "blind"])
def test_orders_that_wait_for_their_turn_after_an_undo_stay_sealed(tmp_path: Path, profile: str) -> None:
    seen = []
    for orders in (FIRST, SECOND):
        folder = tmp_path / orders["Red"].replace(" ", "")
        folder.mkdir()
        file = postal_race(folder, profile=profile)
        desk.run(file)
        for team, cards in orders.items():
            desk.take_orders(file, team, cards.replace("B9", "B8").replace("C9", "C8").replace("D6", "D5"))
        said = [undo(file), desk.status(file).text(), *all_that_leaves(file), "\n".join(desk.run(file).again)]
        seen.append([str(each).replace(str(folder), "") for each in [*said, *all_that_leaves(file)]])
    assert seen[0] == seen[1]


def test_the_sealed_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert file.with_name("race.match.sealed").stat().st_mode & 0o077 == 0


def guessed(past: RaceHistory, turn: Turn, seat: int, seed: int) -> Turn:
    """The same turn with everything that the seat may not know filled in otherwise, and rivals' events left out."""
    states = []
    for state in (turn.before, turn.after):
        other = copy(state)
        GAME.redact(other, past.config, seat)
        GAME.determinize(other, past.config, seat, sampled(seed))
        states.append(other)
    return Turn(states[0], states[1], [event for event in turn.events if event.is_for(seat)])


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "seat"), list(itertools.product(["blind", "spy"], [-1, 0, 2])))
def test_a_blind_report_is_the_same_whatever_the_rivals_hide_ba_v3(tmp_path: Path, profile: str, seat: int) -> None:
    past = read_past(postal_race(tmp_path, profile=profile, turns=7), whole=True)
    for turn in turns(past)[1:]:
        told = report_of(past, turn, seat)
        for seed in range(5):
            other = report_of(past, guessed(past, turn, seat, seed), seat)
            assert as_text(other) == as_text(told)
            assert as_html(other) == as_html(told)


def test_a_blind_report_shows_a_team_its_own_squares_and_no_others_ba_v3(tmp_path: Path) -> None:
    past = read_past(postal_race(tmp_path, profile="blind", turns=5), whole=True)
    rows = [row for group in build(past, None, 0).groups for row in group.rows]
    assert {row.name for row in rows if row.where} == {"Red A", "Red B", "Red C", "Red D"}
    assert {row.name for row in rows if row.hand} == {"Red A", "Red B", "Red C", "Red D"}
    everybody = [row for group in build(past).groups for row in group.rows]
    assert not any(row.where or row.hand or row.move or row.notes for row in everybody)


def test_a_blind_drawing_is_the_same_whatever_the_rivals_hide_ba_v3(tmp_path: Path) -> None:
    past = read_past(postal_race(tmp_path, profile="blind", turns=6), whole=True)
    names = past.header["names"]
    truth = turns(past)[-1].after
    for seat in (-1, 1):
        drawn = set()
        for seed in range(10):
            state = copy(truth)
            GAME.redact(state, past.config, seat)
            if seed:
                GAME.determinize(state, past.config, seat, sampled(seed))
                GAME.redact(state, past.config, seat)
            drawn.add((strip(state, past.config, names), svg(state, past.config, names)))
        assert len(drawn) == 1
