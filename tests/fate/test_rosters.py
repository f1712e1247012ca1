"""Rosters: what ships, what a bad file is told, and that ratings and names reach the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.chance import scripted
from breakaway.core.data_files import BadData
from breakaway.core.rules import Event
from breakaway.core.state import from_json, to_json
from breakaway.games.fate.files import FOLDER, read_roster, resolve, shipped
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import contests_and_injuries
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.rules.terms import APPROACHES, CLEVER, FORCEFUL, HURT_TIME, OC, QB, RUN_INSIDE
from breakaway.games.fate.text.names import POSITION_LETTERS

GOOD = (FOLDER / "mudlarks.toml").read_text(encoding="utf-8")
QB_LINE = 'QB = { names = ["Silas Clodhopper", "Ned Silt"], ratings = [3, 2, 0, 1, 1, 2] }'


def wrong(tmp_path: Path, old: str, new: str) -> str:
    """What is said of our roster with one text in it replaced."""
    assert old in GOOD
    path = tmp_path / "own.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(BadData) as bad:
        read_roster(str(path))
    said = str(bad.value)
    assert str(path) in said
    return said.replace(str(path), "own.toml")


def test_two_rosters_ship_and_have_everybody() -> None:
    assert shipped() == ["gadgeteers", "mudlarks"]
    for name in shipped():
        roster = read_roster(name)
        assert sum(len(roster.position(each).names) for each in POSITION_LETTERS) >= 30
        assert sorted(roster.coach.approaches.model_dump().values()) == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (QB_LINE, "", "own.toml: players: QB: is missing"),
        (QB_LINE, QB_LINE + '\nQX = { names = ["Nobody"] }', "players: QX: unknown field; known: QB, WR"),
        ("[3, 2, 0, 1, 1, 2]", "[3, 2, 0, 1, 1, 5]", "players: QB: ratings 6: expected 4 or less, not 5"),
        ("[3, 2, 0, 1, 1, 2]", "[-3, 2, 0, 1, 1, 2]", "players: QB: ratings 1: expected -2 or more, not -3"),
        ("[3, 2, 0, 1, 1, 2]", "[3, 2, 0, 1, 1]", "players: QB: ratings: expected at least 6 entries, not 5"),
        ("[3, 2, 0, 1, 1, 2]", '[3, 2, 0, 1, 1, "2"]', "players: QB: ratings 6: expected a whole number, not '2'"),
        ('["Silas Clodhopper", "Ned Silt"]', "[]", "players: QB: names: expected at least 1 entry, not 0"),
        (
            "Ned Silt",
            "silas clodhopper",
            "players: QB: names 2: 'silas clodhopper' is already used in players: QB: names 1;",
        ),
        ("Ned Silt", "Tam Eddy", "players: WR: names 2: 'Tam Eddy' is already used in players: QB: names 2;"),
        (
            "Ned Silt",
            "Barnaby Puddlewick",
            "players: QB: names 2: 'Barnaby Puddlewick' is already used in coach: name;",
        ),
        ("Ned Silt", r"Ned\u001b[2J", "players: QB: names 2: expected a name of 1 to 40 printable characters"),
        ("Ned Silt", "N" * 41, "players: QB: names 2: expected a name of 1 to 40 printable characters"),
        ("Ned Silt", " Ned", "players: QB: names 2: expected a name of 1 to 40 printable characters"),
        ("Ned Silt", "", "players: QB: names 2: expected a name of 1 to 40 printable characters"),
        (
            'name = "Mudlarks"',
            r'name = "Mud\nlarks"',
            "own.toml: name: expected a name of 1 to 40 printable characters",
        ),
        ('name = "Mudlarks"', "name = 7", "own.toml: name: expected text in quotation marks, not 7"),
        (
            "Careful = 3",
            "Careful = 4",
            "approaches: the ratings must be one 3, two 2s, two 1s and one 0, not 4, 2, 2, 1, 1, 0",
        ),
        ("Careful = 3, ", "", "coach: approaches: Careful: is missing"),
        ("[players]", "[players", "not TOML"),
    ],
)
def test_a_bad_roster_is_told_by_file_and_field_with_what_would_be_right(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert says in wrong(tmp_path, old, new)


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    said = wrong(tmp_path, QB_LINE, 'QB = { names = ["A\\u0007"], ratings = [9, 9, 9, 9, 9, 9] }')
    assert said.count("\n") == 6


def test_a_roster_that_is_not_there_or_no_text_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"unknown roster or file; known rosters: gadgeteers, mudlarks"):
        read_roster(str(tmp_path / "none.toml"))
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match="not UTF-8"):
        read_roster(str(path))
    with pytest.raises(BadData):
        read_roster(str(tmp_path))


def test_ratings_of_a_roster_replace_the_template_of_its_side_only() -> None:
    """FF-098: Mudlarks' quarterback is 3 2 0 1 1 2; Away keeps 2 3 1 0 1 2 (FF-G34) and a position without its own."""
    plain, own = resolve()[0], resolve({}, [read_roster("mudlarks")])[0]
    assert own.rating[0][QB * APPROACHES : (QB + 1) * APPROACHES] == [3, 2, 0, 1, 1, 2]
    assert own.rating[1] == plain.rating[1]
    assert own.rating[0][OC * APPROACHES : (OC + 1) * APPROACHES] == [2, 3, 1, 2, 0, 1]


def test_a_contest_is_judged_by_the_ratings_of_the_roster() -> None:
    """FF-103: Run Inside at +2 is "OG 1", Forceful: 3 in the template and the Mudlarks' own 3; changed to 4 it is 4."""
    roster = read_roster("mudlarks").model_copy(deep=True)
    roster.players.OG.ratings = [0, 0, 0, 4, 0, 0]
    for rosters, yards in (((), 3), ((roster,), 4)):
        config = resolve({"advanced": True}, rosters)[0]
        s = GAME.start(config)
        s.base = RUN_INSIDE
        contests_and_injuries.judge_contest(s, config, 2, None)
        assert s.contest == yards


def hurt(s: Fate, config: FateConfig, position: int, roll: int) -> Event:
    """An injury at a position of Home's, with this duration roll; what is told."""
    s.offense, s.position, s.phase = 0, position, HURT_TIME
    events: list[Event] = []
    contests_and_injuries.roll_duration(s, config, scripted([roll + 4]), events)
    return events[-1]


def test_an_injury_names_the_man_and_his_substitute_and_they_come_back_as_they_went() -> None:
    """FF-132, FF-133, FF-134: 4 plays for the first, the season for the second, who is back first."""
    rosters = [read_roster("mudlarks")]
    config = resolve({"advanced": True}, rosters)[0]
    names = {"teams": ["Mudlarks", "Away"], "rosters": [each.people() for each in rosters]}
    s = GAME.start(config)
    says = GAME.words.event
    first = says(hurt(s, config, QB, 1), names, config)
    assert first == "Mudlarks lose Silas Clodhopper (quarterback) for 4 plays: Ned Silt comes in, rated 1 lower"
    second = says(hurt(s, config, QB, -4), names, config)
    assert second.startswith("Mudlarks lose Ned Silt (quarterback) for the season: an emergency quarterback comes in")
    assert contests_and_injuries.rating(s, config, 0, QB, CLEVER) == 2 - 2
    for _ in range(4):
        assert contests_and_injuries.man_on_field(s, 0, QB) == 2
        contests_and_injuries.count_play(s)
    assert contests_and_injuries.man_on_field(s, 0, QB) == 2  # the event of the fourth play is still to come
    contests_and_injuries.come_back(s)
    assert contests_and_injuries.man_on_field(s, 0, QB) == 0
    assert contests_and_injuries.rating(s, config, 0, QB, CLEVER) == 2  # his own, whoever else is out
    third = says(hurt(s, config, QB, 4), names, config)
    assert third.startswith("Mudlarks lose Silas Clodhopper (quarterback) for 1 play")


def test_a_substitute_who_is_hurt_on_the_play_that_the_starter_misses_last_makes_room_for_him() -> None:
    """FF-132, FF-134: the starter for 1 play; on that play the substitute for the game; the starter is back."""
    rosters = [read_roster("mudlarks")]
    config = resolve({"advanced": True}, rosters)[0]
    names = {"teams": ["Mudlarks", "Away"], "rosters": [each.people() for each in rosters]}
    s, says = GAME.start(config), GAME.words.event
    hurt(s, config, QB, 4)
    contests_and_injuries.count_play(s)
    told = hurt(s, config, QB, -3)
    named = "Mudlarks lose Ned Silt (quarterback) for the game, but Silas Clodhopper comes back in"
    assert says(told, names, config) == named
    assert says(told, {}, config) == "Home loses a player at quarterback for the game, but the starter comes back in"
    assert s.men_out[0][QB] == 0b10


def test_without_a_roster_an_injury_names_the_position() -> None:
    config = resolve({"advanced": True})[0]
    told = hurt(GAME.start(config), config, OC, 4)
    says = GAME.words.event(told, {}, config)
    assert says == "Home loses a player at center for 1 play: the next player is rated 1 lower"


def test_fifteen_men_of_a_position_may_be_hurt_and_only_fourteen_are_told_apart() -> None:
    config = resolve({"advanced": True})[0]
    s = GAME.start(config)
    for _ in range(16):
        hurt(s, config, QB, -4)
    assert s.out[0][QB] == 16
    assert s.men_out[0][QB] == 2**14 - 1
    assert GAME.invariants(s, config) == []
    assert from_json(Fate, to_json(s)) == s
    assert contests_and_injuries.rating(s, config, 0, QB, FORCEFUL) == -2  # FF-G37
