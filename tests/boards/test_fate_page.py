"""FATE's page: what is asked is what is legal, what is shown says why, and what is sealed stays so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.endings import scene_of
from breakaway.display.gridiron import percent
from breakaway.display.match_page import Scene, find_page, orders
from breakaway.games import manifest as games
from breakaway.games.fate.display import log as fate_story
from breakaway.games.fate.display.page import PAGE, matrix_table, waits
from breakaway.games.fate.display.question import ask
from breakaway.games.fate.files import read_roster, resolve
from breakaway.games.fate.rules.events import BOOK
from breakaway.games.fate.rules.state import Fate
from breakaway.games.fate.rules.terms import CALL, DECLARE, HURT_WHO, OPTION, OVER, WHISTLE
from breakaway.games.fate.text.ahead import calling
from breakaway.records.match import Match, Start

EventLog = list[tuple[int, list[Event]]]
EVERYTHING = {"advanced": True, "onside": True, "kneel": True, "spike": True, "sideline": True}


def a_match(secret: bytes, rosters: bool = True, **house: Any) -> Match[Any, Any]:
    """A match of people; their names are those of the rosters."""
    teams = [read_roster("mudlarks"), read_roster("gadgeteers")] if rosters else []
    config, options = resolve(house, teams)
    names: dict[str, Any] = {"teams": ["Mudlarks", "Gadgeteers"]}
    if teams:
        names["rosters"] = [each.people() for each in teams]
    seats = [{"name": str(n), "by": "human"} for n in range(4 if house.get("platoons") else 2)]
    return Match.new(games.find("fate"), Start(config, options, names, seats, secret=secret))


def asked(match: Match[Any, Any], seed: int, most: int = 3000) -> Iterator[tuple[Any, EventLog]]:
    """Plays by chance; gives each asked seat's window, and what was told, before it chooses."""
    rng, told = random.Random(seed), EventLog()
    for turn in range(most):
        if match.is_over():
            return
        for seat in match.choosers():
            observation = match.observation(seat)
            yield observation, told
            match.choose(seat, rng.choice(list(orders(observation, []))))
        told.append((turn, list(match.resolve())))


def scenes(match: Match[Any, Any], seed: int, most: int = 3000) -> Iterator[tuple[Any, Scene, EventLog]]:
    """The same with the scene of each window, for matches of a few plays."""
    for observation, told in asked(match, seed, most):
        yield observation, PAGE.scene(observation, told), told


def test_the_game_has_a_page_of_its_own() -> None:
    assert find_page(games.find("fate")) is PAGE


def test_every_question_offers_exactly_what_is_legal_each_with_its_own_key() -> None:
    phases = set()
    for secret in (b"one", b"two"):
        for observation, _ in asked(a_match(secret, **EVERYTHING), 1):
            question = ask(observation)
            buttons = question.buttons
            own = [each.order for each in question.extras if each.order != "time"]  # that answers a later question
            offered = [button.order + extra for button in buttons for extra in ["", *(f", {each}" for each in own)]]
            legal = sorted(observation.write(each) for each in orders(observation, []))
            if observation.view.phase == DECLARE:  # the calls stand beside what may be declared instead of a play
                calls = {calling(observation).write(each) for each in orders(calling(observation), [])}
                assert set(offered) >= calls
                assert {each.order for each in buttons} - calls == set(legal) - {"play"}
                listed = {each for each in calls if ", " not in each} | (set(legal) - {"play"})
                assert set(observation.game.ahead.legal(observation)) == listed, "as emails list them"
                offered = [*calls, *(set(legal) - {"play"})]
            else:
                assert sorted(offered) == legal
            assert all(observation.read(each)[1] is False for each in offered)
            keys = [each.key for each in buttons]
            assert len(set(keys)) == len(keys)
            assert "" not in keys
            assert all(each.says for each in buttons)
            phases.add(observation.view.phase)
    assert {CALL, OPTION, HURT_WHO} <= phases
    assert len(phases) >= 8


def test_calls_are_drawn_as_the_dice_that_say_them() -> None:
    drawn = {}
    for observation, _ in asked(a_match(b"dice"), 2):
        if observation.view.phase == CALL:
            drawn |= {each.order: each.svg for each in ask(observation).buttons}
        if len(drawn) == 15:
            break
    faces = {order: [part.split('"')[0] for part in text.split("face ")[1:]] for order, text in drawn.items()}
    assert faces["run inside"] == ["minus", "absent", "absent"]
    assert faces["play action long"] == ["absent", "plus", "plus"]
    assert faces["draw inside"] == ["minus", "absent", "blank"]
    assert faces["blitz"] == ["absent", "blank"]
    assert len(faces) == 15, "ten calls of the offense, five of the defense"


def test_every_line_and_roll_names_a_rule_that_says_why() -> None:
    seen, tables = set(), set()
    match, told = a_match(b"why", **EVERYTHING), EventLog()
    for _, known in asked(match, 3):
        told = known
    observation = match.observation(-1)
    for play in fate_story.groups(told):
        for line in fate_story.story_lines(observation, play):
            assert line.kind == "head" or line.whys
            for each in line.whys:
                assert each.says
                assert each.rule in BOOK.entries
                seen.add(each.rule)
        grid = fate_story.rolls(observation, play)
        assert len(grid.rows) == len(grid.rules)
        tables |= {row[0] for row in grid.rows}
    assert len(seen) > 40
    assert "dice" not in tables, "each roll names the table that was read"
    assert {"Run Inside", "completion", "contest between players", "Pass Rush", "field goals"} <= tables


@pytest.mark.parametrize("turns", [75, pytest.param(150, marks=pytest.mark.slow)])
def test_the_news_are_of_the_last_play_also_when_the_next_down_has_begun(turns: int) -> None:
    match, shown = a_match(b"news", rosters=False), 0
    for _, scene, told in scenes(match, 4, turns):
        if not told:
            continue
        last = fate_story.latest(fate_story.groups(told))
        assert scene.plays[-1].lines
        shown += 1
        texts = [line.text.casefold() for line in scene.plays[-1].lines]
        reveals = [each for each in last if each.rule == "FF-029"]
        assert len(reveals) == sum("the matrix shows" in text for text in texts)
    assert shown > 50


def test_the_clock_is_told_with_the_play_that_took_the_time() -> None:
    down, reveal, tick = (Event(rule, (), (0,) * 5) for rule in ("FF-003", "FF-029", "FF-021"))
    told = [(0, [down, reveal, down, tick, down]), (1, [tick]), (2, [reveal, tick])]
    assert fate_story.groups(told) == [[down, reveal, tick], [down, tick], [down, reveal, tick]]


def test_rosters_show_who_is_out_by_name() -> None:
    match = a_match(b"hurt", advanced=True)
    for observation, told in asked(match, 5):
        view: Fate = observation.view
        hurt = [(side, at) for side in (0, 1) for at, bits in enumerate(view.men_out[side]) if bits]
        if hurt:
            scene = PAGE.scene(observation, told)
            side, position = hurt[0]
            names = observation.names["rosters"][side]["players"]
            first = list(names.values())[position][0]
            teams = [grid for grid in scene.grids if "players on the field" in grid.title]
            assert any(first in row[-1] for row in teams[side].rows)
            assert "out" in scene.scoreboard.sides[side].note  # type: ignore[union-attr]
            assert any(f"{first} (" in value and "is out" in value for _, value in scene.rows)
            return
    raise AssertionError("nobody was hurt")


def test_the_basic_game_without_rosters_tells_no_men_apart() -> None:
    observation, scene, _ = next(scenes(a_match(b"basic", rosters=False), 1))
    assert not [grid for grid in scene.grids if "players on the field" in grid.title or "coaches" in grid.title]
    assert observation.view.phase != CALL
    assert not PAGE.is_secret(observation)


def test_the_score_by_quarter_adds_up_to_the_score() -> None:
    match, told = a_match(b"score", rosters=False), EventLog()
    for _, known in asked(match, 6):
        told = known
    observation = match.observation(-1)
    assert observation.view.phase == OVER
    scene = PAGE.scene(observation, told)
    (score,) = [grid for grid in scene.grids if grid.title == "Score by quarter"]
    for row, points in zip(score.rows, observation.view.score, strict=True):
        assert row[-1] == str(points)
        if observation.view.quarter == 4:
            assert sum(map(int, row[1:-1])) == points
    said = scene_of(observation, told).stands
    assert said.startswith(f"{scene.stands}: ")
    assert " win" in said or "a tie" in said


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_platoons_ask_the_coach_whose_call_it_is(seat: int) -> None:
    sides = set()
    for observation, _ in asked(a_match(b"four", platoons=True), 7, 600):
        if observation.seat != seat or observation.view.phase != CALL:
            continue
        attacks = seat // 2 == observation.view.offense
        assert seat % 2 == (0 if attacks else 1)
        assert ask(observation).question.startswith("Your play. ") == attacks
        assert PAGE.is_secret(observation)
        sides.add(attacks)
    assert sides == {seat % 2 == 0}


def test_no_scene_shows_a_call_that_is_sealed() -> None:
    found = []
    for call in ("run inside", "short"):
        match = a_match(b"sealed")
        for observation, told in asked(match, 8):
            view = observation.view
            if view.phase == CALL and observation.seat == view.offense:
                match.choose(observation.seat, observation.read(call)[0])
                found.append([PAGE.scene(match.observation(seat), told) for seat in (-1, 1 - view.offense)])
                break
    assert found[0] == found[1]
    assert all(scene.scoreboard for scene in found[0])


@pytest.mark.slow
def test_what_a_scene_draws_is_well_formed_and_carries_no_style() -> None:
    for count, (observation, scene, _) in enumerate(scenes(a_match(b"drawn", **EVERYTHING), 9)):
        buttons = scene.ask.buttons if scene.ask else ()
        drawings = [scene.board, *(each.svg for each in buttons if each.svg)]
        for text in (*drawings, PAGE.picture()):
            for each in ElementTree.fromstring(text).iter():
                assert not {"style", "href", "fill", "stroke"} & set(each.attrib)
        assert isinstance(observation, Observation)
        if count > 60:
            break


@pytest.mark.slow
def test_the_dice_beside_the_matrix_are_those_of_the_record() -> None:
    match, shown = a_match(b"true faces", rosters=False), 0
    for observation, told in asked(match, 10, 120):
        thrown = match.thrown(len(match.log))
        roll = PAGE.scene(observation, told, thrown=thrown).roll
        if roll is None or not roll.faces:
            continue
        latest = {what: faces for turn in sorted(thrown) for what, faces in thrown[turn]}
        assert roll.faces in [tuple("-0+"[face + 1] for face in faces) for faces in latest.values()]
        noted = [row[7] for line in match.record.lines for row in line.get("draws") or () if len(row) > 7]
        assert ["-0+".index(face) - 1 for face in roll.faces] in noted
        dice = sum("-0+".index(face) - 1 for face in roll.faces)
        assert roll.pieces[0] == ("dice", f"{dice:+d}".replace("-", "−") if dice else "0")
        shown += 1
    assert shown > 40


def test_a_record_without_faces_shows_the_total_alone() -> None:
    observation, told = list(asked(a_match(b"old", rosters=False), 10, 30))[-1]
    roll = PAGE.scene(observation, told).roll
    assert roll is not None
    assert roll.faces == roll.pieces == ()
    assert roll.total


def test_the_cells_of_the_matrix_are_good_or_bad_for_the_reader_ff_048() -> None:
    """The printed matrix: Run Inside against Run is -1, Screen against Blitz +2, Short against Blitz the Pass Rush."""
    for observation, told in asked(a_match(b"colours", rosters=False), 3, 40):
        if observation.view.phase != CALL:
            continue
        grid = PAGE.scene(observation, told).calls
        assert grid is not None
        attacks = observation.seat == observation.view.offense
        looks = ("bad", "good") if attacks else ("good", "bad")
        assert (grid.rows[0].cells[0].text, grid.rows[0].cells[0].look) == ("−1", looks[0])
        assert (grid.rows[2].cells[4].text, grid.rows[2].cells[4].look) == ("+2", looks[1])
        assert (grid.rows[4].cells[4].text, grid.rows[4].cells[4].look) == ("PR", "rush")
        pressed = [each for row in grid.rows for each in row.buttons] if attacks else grid.heads
        assert sorted(each.order for each in pressed) == sorted(each.order for each in ask(observation).buttons)


@pytest.mark.parametrize(
    ("house", "note"),
    [
        (
            {},
            "What the two calls add to the first roll of a run, a screen or a pass. "
            "The number for Draw or Play Action is added to the number for the play.",
        ),
        (
            {"overlay": "replace", "run_modifier": "yards"},
            "What the two calls add to the yards of a run, or to the first roll of a screen or a pass. "
            "The number for Draw or Play Action replaces the number for the play.",
        ),
    ],
)
def test_the_note_on_the_matrix_says_what_holds_in_this_match(house: dict[str, str], note: str) -> None:
    """FF-048, FF-058, FF-079, FF-G4, FF-G7."""
    assert matrix_table(a_match(b"note", **house).observation(0)).note == note


def test_a_block_says_what_met_what_and_whether_it_was_good_for_the_reader() -> None:
    match = a_match(b"blocks", rosters=False)
    told = list(asked(match, 12, 60))[-1][1]
    home, away = (PAGE.scene(match.observation(seat), told).plays for seat in (0, 1))
    assert [block.title for block in home] == [block.title for block in away]
    gained = [(one, two) for one, two in zip(home, away, strict=True) if one.gain.startswith("+")]
    assert gained
    for one, two in gained:
        assert {one.good, two.good} == {1, -1}
        mine = one.where.startswith("Mudlarks")
        if not any("Intercepted" in line.text or "fumble" in line.text for line in one.lines):
            assert (one.good == 1) == mine
    assert all(block.turn for block in home)


def test_the_ball_lies_where_the_rules_say_in_per_cent_of_the_field() -> None:
    """Own 30 of the home side is 6 of 24 lines behind its end zone of 2: (6 + 2) / 24; of the away side, mirrored."""
    assert round(percent(30 / 5), 2) == 33.33
    assert round(percent((100 - 30) / 5), 2) == 66.67
    assert (round(percent(0), 2), round(percent(20), 2)) == (8.33, 91.67), "an end zone is a twelfth"


def test_whoever_waits_is_told_which_side_is_deciding() -> None:
    """Not always the offense: the winner of the toss, and a defense that can call a time out or has been fouled."""
    sides = set()
    for observation, _told in asked(a_match(b"waiting", advanced=True), 4, 250):
        view, other = observation.view, 1 - observation.seat
        if view.phase == CALL:
            continue
        waiting = Observation(observation.game, observation._state, observation.config, other, observation.names)
        if view.phase == WHISTLE:
            assert waits(waiting) == "The others have not said yet whether to play on."
            continue
        assert waits(waiting) == f"{('Mudlarks', 'Gadgeteers')[observation.seat]} are deciding."
        sides.add(observation.seat == view.offense)
    assert sides == {True, False}
