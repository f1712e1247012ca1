"""Profiles, options, tracks and tours: the printed tables cell by cell, and every mistake named with file and field."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.data_files import BadData, checked, read_toml
from breakaway.core.rulebook import options_of
from breakaway.core.state import fits
from breakaway.games.cycling.coaches.champion import START, START_BY_ARRIVAL
from breakaway.games.cycling.display.cards_and_standings import EXAMPLES, strong_line_up
from breakaway.games.cycling.display.question import ask
from breakaway.games.cycling.files import DATA, PROFILES, Track, line_up_cards, load_tracks, resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.records.match import Match
from tests.club.starts import race

TRACK = """
name = "Home"
length = 60
sprints = [20, 40]
sprint_points = [5, 3, 1]
finish_points = [9, 6, 3]
"""


def write(folder, text, name="home.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- the printed tables


@pytest.mark.parametrize(
    ("grade", "cards", "most"), [("A", (3, 4), 30), ("B", (3, 3), 25), ("C", (3, 3), 20), ("D", (3, 3), 16)]
)
def test_ba_3_1_starting_cards_are_as_printed(grade, cards, most):
    data = tomllib.loads((DATA / "line_ups.toml").read_text())
    config, _ = resolve()
    i = "ABCD".index(grade)
    for source in (data, {name: getattr(config, name) for name in ("least_cards", "most_cards", "most_sum")}):
        assert (source["least_cards"][i], source["most_cards"][i]) == cards
        assert source["most_sum"][i] == most
    assert data["highest"] == config.highest_start == 15


def test_ba_3_2_the_example_line_ups_are_as_printed():
    examples = tomllib.loads((DATA / "line_ups.toml").read_text())["examples"]
    assert line_up_cards(examples["one"]) == [[10, 10, 10], [8, 8, 9], [3, 8, 9], [5, 5, 6]]
    assert line_up_cards(examples["two"]) == [[1, 2, 12, 15], [2, 10, 13], [3, 6, 11], [1, 1, 14]]
    assert len(examples) == 2


@pytest.mark.parametrize(("profile", "start"), [("postal", START), ("boxed", START_BY_ARRIVAL)])
def test_the_strong_line_up_on_offer_is_the_one_with_which_the_strongest_coach_starts(profile, start):
    config, _ = resolve(profile)
    offered = [each for hand in line_up_cards(strong_line_up(config).order) for each in hand]
    assert tuple(offered) == start


def test_a_page_offers_the_strong_line_up_first_and_fills_it_in():
    found = ask(Match.new(GAME, race(("human",) * 3), None).observation(0), [])
    assert [each.order for each in found.buttons[:2]] == [
        "A 15 7 7 1 B 15 6 4 C 12 7 1 D 7 6 3",
        "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6",
    ]
    assert [each.value for each in found.rows[0].numbers] == ["15", "7", "7", "1"]


def test_every_published_line_up_has_a_title_for_its_button():
    assert set(tomllib.loads((DATA / "line_ups.toml").read_text())["examples"]) == set(EXAMPLES)


def test_ba_r16_the_default_line_up_is_the_first_example():
    config, options = resolve()
    assert options["default_line_up"] == "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
    assert config.default_hand == [[10, 10, 10, 0], [9, 8, 8, 0], [9, 8, 3, 0], [6, 5, 5, 0]]


@pytest.mark.parametrize(
    ("profile", "length", "sprints", "loop"),
    [
        ("postal", 120, [40, 80], 0),  # BA-4.1, BA-4.3
        ("boxed", 100, [33, 73], 0),
        ("pursuit", 40, [40], 40),
        ("blind", 120, [40, 80], 0),
        ("spy", 120, [40, 80], 0),
    ],
)
def test_the_tracks_are_as_printed(profile, length, sprints, loop):
    config, _ = resolve(profile)
    assert config.length[0] == length
    assert config.loop == loop
    lines = sprints if loop else [*sprints, length]
    assert config.lines[0] == len(lines)
    assert config.line_at[0] == lines + [0] * (8 - len(lines))
    assert config.stages == 1


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("place", "sprint", "finish"),
    [
        (1, 10, 20),
        (2, 8, 16),
        (3, 6, 12),
        (4, 5, 10),
        (5, 4, 8),
        (6, 3, 6),
        (7, 2, 4),
        (8, 1, 2),
        (9, 0, 0),
        (16, 0, 0),
    ],
)
def test_ba_5_1_and_5_2_the_points_of_each_place_are_as_printed(profile, place, sprint, finish):
    config, _ = resolve(profile)
    assert config.sprint_points[0][place - 1] == sprint
    assert config.finish_points[0][place - 1] == finish


POSTAL = {
    "cap": 15,  # BA-6.7
    "crowd": 4,  # BA-6.11
    "ties": "checks",
    "level_keeps_lead": False,  # BA-R6
    "last_place": 8,  # BA-R13
    "finishers": "stay",  # BA-R14
    "dropped_gap": 31,  # BA-R15
    "blind": False,
    "spy": False,
    "checkpoint": 20,
    "exact_totals": False,  # BA-V1
    "seated": False,
    "bonus_by_order": False,
    "ends_at_once": False,
    "secret_hands": False,
}


@pytest.mark.parametrize(
    ("profile", "differs"),
    [
        ("postal", {}),
        (
            "boxed",
            {
                "cap": 0,
                "crowd": 0,
                "ties": "arrival",
                "exact_totals": True,
                "seated": True,
                "bonus_by_order": True,
                "ends_at_once": True,
                "secret_hands": True,
            },
        ),
        ("pursuit", {"dropped_gap": 0}),
        ("blind", {"blind": True}),
        ("spy", {"blind": True, "spy": True}),
    ],
)
def test_the_profiles_differ_from_the_postal_one_as_specified(profile, differs):
    _, options = resolve(profile, 4)
    assert {name: options[name] for name in POSTAL} == {**POSTAL, **differs}
    assert options["profile"] == profile
    assert options["teams"] == 4


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("teams", [2, 6, 12])
def test_the_book_of_every_profile_fits_its_record(profile, teams):
    config, _ = resolve(profile, teams)
    assert config.teams == teams
    assert fits(config)


def test_six_teams_are_usual():
    assert resolve()[0].teams == 6


# --- options


@pytest.mark.parametrize(
    ("house", "parts"),
    [
        ({"speed": 3}, ["options: speed", f"known: {', '.join(each.name for each in options_of(RaceConfig))}"]),
        ({"cap": -1}, ["options: cap", "0 or more"]),
        ({"cap": 61}, ["options: cap", "60 or less"]),
        ({"cap": "15"}, ["options: cap", "a whole number"]),
        ({"cap": True}, ["options: cap", "a whole number"]),
        ({"cap": 10**400}, ["options: cap"]),
        ({"cap": None}, ["options: cap"]),
        ({"ties": "height"}, ["options: ties", "'checks' or 'arrival'"]),
        ({"level_keeps_lead": 1}, ["options: level_keeps_lead", "true or false"]),
        ({"finishers": "hide"}, ["options: finishers", "'stay' or 'leave'"]),
        ({"turn_limit": 0}, ["options: turn_limit"]),
        ({"checkpoint": 0}, ["options: checkpoint"]),
        ({"spy": True}, ["options: spy", "blind"]),
        ({"hands": "new"}, ["options: hands", "'same' or 'fresh'"]),
        ({"default_line_up": "A 10 10 11 B 8 8 9 C 3 8 9 D 5 5 6"}, ["default_line_up: A has 11 10 10", "at most 30"]),
        ({"default_line_up": "A 16 1 1 B 8 8 9 C 3 8 9 D 5 5 6"}, ["default_line_up: A has 16 1 1", "1 to 15"]),
        ({"default_line_up": "A 10 10 10"}, ["default_line_up", "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"]),
        ({"default_line_up": "x" * 5000}, ["default_line_up", "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"]),
        ({"cap": -1, "crowd": -1}, ["options: cap", "options: crowd"]),
    ],
)
def test_a_bad_option_is_named_with_what_would_be_right(house, parts):
    with pytest.raises(BadData) as bad:
        resolve("postal", 6, house)
    assert all(part in str(bad.value) for part in parts), str(bad.value)


def test_a_card_of_nought_is_no_card_of_a_default_line_up():
    with pytest.raises(BadData, match="default_line_up"):
        resolve("postal", 6, {"default_line_up": "A 0 0 0 B 8 8 9 C 3 8 9 D 5 5 6"})


@pytest.mark.parametrize("teams", [-1, 0, 1, 13, 1000])
def test_a_race_has_two_to_twelve_teams(teams):
    with pytest.raises(BadData, match=f"2 to 12 teams, not {teams}"):
        resolve("postal", teams)


def test_an_unknown_profile_or_track_is_named_with_those_there_are():
    with pytest.raises(BadData, match="'fast'; choose one of: postal, boxed, pursuit, blind, spy"):
        resolve("fast")
    with pytest.raises(BadData, match="unknown track or file 'nowhere'; known tracks: boxed, loop, postal"):
        resolve("postal", 6, None, "nowhere")


def test_every_house_rule_comes_into_the_book():
    house = {
        "cap": 12,
        "crowd": 3,
        "ties": "arrival",
        "level_keeps_lead": True,
        "last_place": 1,
        "finishers": "leave",
        "dropped_gap": 8,
        "turn_limit": 30,
        "blind": True,
        "spy": True,
        "checkpoint": 10,
        "hands": "fresh",
        "default_line_up": "A 7 7 8 8 B 5 5 5 C 4 4 4 D 3 3 3",
    }
    config, _ = resolve("postal", 5, house)
    assert (config.cap, config.crowd, config.by_arrival, config.level_keeps_lead, config.last_place) == (12, 3, 1, 1, 1)
    assert (config.finishers_leave, config.dropped_gap, config.turn_limit) == (1, 8, 30)
    assert (config.blind, config.spy, config.checkpoint, config.fresh_hands) == (1, 1, 10, 1)
    assert config.default_hand == [[8, 8, 7, 7], [5, 5, 5, 0], [4, 4, 4, 0], [3, 3, 3, 0]]
    # codes hold every card up to 15 (line-ups), and every of the 48 riders, counted from 1
    assert config.codes == 49


def test_house_rules_are_not_taken_out_of_the_callers_hands():
    house = {"cap": 12, "hands": "fresh"}
    resolve("postal", 6, house)
    assert house == {"cap": 12, "hands": "fresh"}


# --- tracks and tours


def test_people_make_their_own_track(tmp_path):
    config, options = resolve("postal", 6, None, str(write(tmp_path, TRACK)))
    assert config.length[0] == 60
    assert config.line_at[0][:3] == [20, 40, 60]
    assert config.sprint_points[0][:4] == [5, 3, 1, 0]
    assert config.finish_points[0][:4] == [9, 6, 3, 0]
    assert options["tour"]["name"] == "Home"


def test_a_tour_has_its_own_tracks_and_ours(tmp_path):
    text = 'name = "Week"\nhands = "fresh"\nstages = ["postal", "boxed", { ' + TRACK.strip().replace("\n", ", ") + " }]"
    config, options = resolve("postal", 6, None, str(write(tmp_path, text)))
    assert config.stages == 3
    assert config.length[:4] == [120, 100, 60, 0]
    assert config.line_at[1][:3] == [33, 73, 100]
    assert config.fresh_hands == 1
    assert [stage["name"] for stage in options["tour"]["stages"]] == ["The postal road", "The boxed road", "Home"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["home.toml: name", "home.toml: length", "home.toml: sprints"]),
        ("name = \n", ["home.toml: not TOML"]),
        ("a = " + "[" * 10_000, ["home.toml: not TOML"]),
        (
            TRACK + "width = 3\n",
            ["home.toml: width", "known: name, length, loop, sprints, sprint_points, finish_points"],
        ),
        (TRACK.replace('"Home"', '""'), ["home.toml: name"]),
        (TRACK.replace('"Home"', "5"), ["home.toml: name"]),
        (TRACK.replace("length = 60", "length = 9"), ["home.toml: length", "10 or more"]),
        (TRACK.replace("length = 60", "length = 401"), ["home.toml: length", "400 or less"]),
        (TRACK.replace("length = 60", "length = 60.0"), ["home.toml: length", "a whole number"]),
        (TRACK.replace("[20, 40]", "[40, 20]"), ["sprints must be in ascending order, from 1 to 59"]),
        (TRACK.replace("[20, 40]", "[20, 20]"), ["sprints must be in ascending order"]),
        (TRACK.replace("[20, 40]", "[0]"), ["sprints must be in ascending order"]),
        (TRACK.replace("[20, 40]", "[60]"), ["sprints must be in ascending order, from 1 to 59"]),
        (TRACK.replace("[20, 40]", "[1, 2, 3, 4, 5, 6, 7, 8]"), ["home.toml: sprints", "at most 7"]),
        (TRACK.replace("[20, 40]", '["20"]'), ["home.toml: sprints 1", "a whole number"]),
        (TRACK.replace("[5, 3, 1]", "[-1]"), ["points must be from 0 to 1000"]),
        (TRACK.replace("[9, 6, 3]", "[1001]"), ["points must be from 0 to 1000"]),
        (TRACK.replace("[9, 6, 3]", "[]"), ["home.toml: finish_points", "at least 1"]),
        (TRACK.replace("[9, 6, 3]", str([1] * 17)), ["home.toml: finish_points", "at most 16"]),
        ('name = "Week"\nstages = []\n', ["home.toml: stages", "at least 1"]),
        ('name = "Week"\nstages = ["nowhere"]\n', ["home.toml: stages: unknown track 'nowhere'; known: boxed"]),
        ('name = "Week"\nstages = [5]\n', ["home.toml: stages 1"]),
        ('name = "Week"\nstages = "postal"\n', ["home.toml: stages"]),
        ('name = "Week"\nhands = "new"\nstages = ["postal"]\n', ["home.toml: hands", "'same' or 'fresh'"]),
        ('name = "Week"\nstages = ["postal", "loop"]\n', ["cannot mix roads and loops"]),
        (f'name = "Week"\nstages = {["postal"] * 25}\n', ["home.toml: stages", "at most 24"]),
    ],
)
def test_a_bad_track_or_tour_names_file_and_field(tmp_path, text, parts):
    with pytest.raises(BadData) as bad:
        resolve("postal", 6, None, str(write(tmp_path, text)))
    assert all(part in str(bad.value) for part in parts), str(bad.value)


def test_a_loop_may_have_its_line_at_its_very_end(tmp_path):
    looped = TRACK.replace("sprints", "loop = true\nsprints", 1).replace("[20, 40]", "[60]")
    config, _ = resolve("pursuit", 6, None, str(write(tmp_path, looped)))
    assert (config.loop, config.lines[0], config.line_at[0][0]) == (60, 1, 60)


def test_files_that_cannot_be_read_are_named(tmp_path):
    path = tmp_path / "a.toml"
    with pytest.raises(BadData, match=r"a\.toml: No such file"):
        read_toml(path)
    with pytest.raises(BadData, match="directory"):
        read_toml(tmp_path)
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(BadData, match=r"a\.toml: not UTF-8"):
        read_toml(path)
    path.write_text("#" * 1_000_001)
    with pytest.raises(BadData, match="larger than 1000000 bytes"):
        read_toml(path)


def test_a_number_too_long_to_be_read_is_bad_data(tmp_path):
    path = write(tmp_path, TRACK.replace("60", "9" * 5000))
    try:
        read_toml(path)
    except BadData:
        return


def test_a_number_too_long_to_be_shown_is_bad_data(tmp_path):
    with pytest.raises(BadData, match="length"):
        load_tracks(str(write(tmp_path, TRACK.replace("60", "0x" + "f" * 5000))))


# --- anything at all


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-2, 500) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
FIELDS = ("name", "length", "loop", "sprints", "sprint_points", "finish_points", "width")
good = {
    "name": st.text(min_size=1, max_size=5),
    "length": st.integers(10, 400),
    "loop": st.booleans(),
    "sprints": st.lists(st.integers(1, 400), max_size=8),
    "sprint_points": st.lists(st.integers(0, 1000), min_size=1, max_size=17),
    "finish_points": st.lists(st.integers(0, 1000), min_size=1, max_size=17),
    "width": json_values,
}
tracks = st.fixed_dictionaries({}, optional={name: good[name] | json_values for name in FIELDS})


@pytest.mark.slow
@given(st.fixed_dictionaries({name: good[name] for name in FIELDS if name != "width"}) | tracks)
@settings(deadline=None, max_examples=200)
def test_any_table_at_all_is_a_track_or_bad_data(data):
    try:
        track = checked(Track, data, "a.toml")
    except BadData as error:
        message = str(error)
    else:
        message = "a.toml"
        assert track.sprints == sorted(set(track.sprints))
        assert 10 <= track.length <= 400
    assert message.startswith("a.toml")


OPTION_NAMES = (*POSTAL, "default_line_up", "turn_limit", "hands", "extra")


@pytest.mark.slow
@given(
    st.sampled_from([*PROFILES, "", "x"]),
    st.integers(-1, 14),
    st.dictionaries(st.sampled_from(OPTION_NAMES), json_values | st.integers(0, 60) | st.booleans(), max_size=4),
)
@settings(deadline=None, max_examples=200)
def test_any_options_at_all_make_a_book_that_fits_or_bad_data(profile, teams, house):
    try:
        config, options = resolve(profile, teams, house)
    except BadData as error:
        assert_message(error)
    else:
        assert fits(config)
        assert options["teams"] == config.teams == teams


def assert_message(error):
    assert str(error)


@given(st.text(alphabet="namelgthsprio_ =[]{}\"'0123456789,.\n#-tf", max_size=80))
@settings(deadline=None, max_examples=150)
def test_any_text_at_all_is_a_track_or_bad_data(text):
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder, pytest.raises(BadData):
        load_tracks(str(write(Path(folder), text + "\nname = 5")))


def test_a_book_without_a_cap_has_room_for_the_longest_lead_and_the_longest_string(tmp_path):
    assert resolve("boxed")[0].codes == 100 + 1  # a lead of 100 squares
    short = str(write(tmp_path, TRACK.replace("60", "45")))
    assert resolve("boxed", 6, None, short)[0].codes == 48 + 3 + 1  # 3 and a string of all riders
    assert resolve("postal")[0].codes == 15 + 1
    assert resolve("postal", 6, {"cap": 9})[0].codes == 15 + 1  # line-ups still go to 15
    assert resolve("postal", 6, {"cap": 20})[0].codes == 20 + 1
