"""Names that a reader would take for each other are refused wherever teams or seats get their names."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.language import UserError, spoken
from breakaway.core.lookalikes import alike, skeleton
from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.race_files import DeskError
from breakaway.games.cycling.setup import SETTING as RACE
from breakaway.games.cycling.setup import make_names
from breakaway.games.fate.setup import make_names as fate_names
from breakaway.games.fate.setup import names_of_record
from breakaway.games.manifest import find
from breakaway.players.settings import find_setting, requested

ALIKE = [
    ("Red", "Rеd"),  # the Cyrillic e
    ("Red", "Ｒｅｄ"),  # full width
    ("Zoë", "Zoe\u0308"),  # another composition
    ("Red", "RED"),
    ("Red", "ＲЕD"),
    ("Red Star", "Red\u00a0\u2003Star"),
    ("Red Star", "RedStar"),
    ("Red", "R\u200bed"),
    ("Red", "\u2060Red\ufe0f"),
    ("Red", "R\u00aded"),
    ("HELLO", "НЕLLО"),  # Cyrillic capitals
    ("hello", "ΗΕLLΟ"),  # Greek capitals
    ("IBIS", "ІBІЅ"),
    ("ibis", "ІBІЅ"),
    ("Opa", "Ора"),
    ("L'Or", "L’Or"),
    ("Bold", "𝐁𝐨𝐥𝐝"),
]
APART = [
    "Red",
    "Rod",
    "Röd",
    "Bam",
    "Barn",
    "Team 1",
    "Team l",
    "Team I",
    "Team 10",
    "Blue",
    "Синие",
    "Красные",
    "青",
    "赤",
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_found_and_the_sentence_names_the_letters(one: str, other: str) -> None:
    fault = alike(["Blue", one, other])
    assert "look alike" in fault
    assert repr(one) in fault
    assert repr(other) in fault
    odd = [each for each in other if not each.isascii() and each not in one]
    assert not odd or unicodedata.name(odd[0]) in fault
    with spoken("de"):
        assert "sehen gleich aus" in alike([one, other])


def test_names_that_a_reader_can_tell_apart_are_all_fine() -> None:
    assert alike(APART) == ""


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_a_skeleton_is_its_own_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


@pytest.mark.parametrize(("one", "other"), ALIKE[:8])
def test_teams_that_look_alike_are_refused_wherever_they_are_named(tmp_path, one: str, other: str) -> None:
    with pytest.raises(UserError, match=r"look alike|must begin with a letter|same name"):
        make_names(2, [one, other])
    with pytest.raises(UserError, match=r"look alike|must begin with a letter|same name"):
        RACE.set_up(requested("cycling", team=[one, other], teams=2), ["human", "human"])
    with pytest.raises(DeskError, match=r"look alike|must begin with a letter|same name"):
        desk.new(tmp_path / "x.race", [one, other])
    with pytest.raises(UserError, match=r"look alike|printable|different names"):
        fate_names(one, other)


def test_one_name_given_twice_is_no_two_names() -> None:
    name = "Comets"
    assert "look alike" in alike([name, name])
    assert "look alike" in alike([name, "Ants", "".join(name)])


def test_a_built_in_name_that_looks_like_a_typed_one_is_left_out() -> None:
    assert make_names(2, ["Rеd"])["teams"] == ["Rеd", "Blue"]


def test_riders_who_look_alike_are_refused_too() -> None:
    with pytest.raises(UserError, match="look alike"):
        make_names(2, ["Ants: Al, Bo, Cy, Аl"])


def test_teams_of_football_from_two_files_that_look_alike_get_home_and_away(tmp_path) -> None:
    text = Path("src/breakaway/games/football/data/template.toml").read_text(encoding="utf-8")
    for name, called in (("ours", "Comets"), ("theirs", "Соmets")):
        own = re.sub(r'^name = ".*?"', f'name = "{called}"', text, count=1, flags=re.MULTILINE)
        (tmp_path / f"{name}.toml").write_text(own, encoding="utf-8")
    request = requested("football", home="ours", away="theirs", teams=str(tmp_path))
    _config, _options, names = find_setting(find("football")).set_up(request, ["human", "human"])
    assert names["teams"] == ["Comets (home)", "Соmets (away)"]


def test_records_that_have_such_names_are_still_read() -> None:
    config = RACE.set_up(requested("cycling", teams=2), ["human", "human"])[0]
    assert RACE.checked_names({"teams": ["Red", "Rеd"]}, config)["teams"] == ["Red", "Rеd"]
    assert names_of_record({"teams": ["Red", "Rеd"]})["teams"] == ["Red", "Rеd"]
