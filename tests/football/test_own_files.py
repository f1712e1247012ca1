"""House rules and people's own files: every mistake is named by file, card and field."""

from __future__ import annotations

import json

import pytest

from breakaway.core.data_files import BadData
from breakaway.core.rulebook import options_of
from breakaway.games.football.files.cards import DATA, hail_mary_tables
from breakaway.games.football.files.config import Library, check, names, resolve, schema, team_files, template
from breakaway.games.football.rules.state import FootballConfig
from breakaway.players.settings import config_of, requested

TEAMS = ["eclipse", "fire", "lightning", "maulers", "pharaohs", "rhinos", "sharks", "stackers", "vultures"]


def write(folder, text, name="comets.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- options


def test_house_rules_are_by_default_as_the_book_has_them():
    plain, config = FootballConfig(), resolve()[0]
    for option in options_of(FootballConfig):
        if option.field:
            assert getattr(config, option.field) == getattr(plain, option.field), option.name
    assert config.hail_mary_cards == [1] * 20


def test_house_rules_change_the_book_and_stand_in_the_options():
    house = {"flags": 1, "regain": "all", "sudden_death": True, "hail_mary_cards": 3}
    config, options = resolve(house=house)
    assert (config.flags, config.regain, config.sudden_death, config.hail_mary_cards[5]) == (1, 2, 1, 3)
    assert options.items() >= house.items()
    assert options["teams"] == [{"id": "lightning", "name": "Lightning"}, {"id": "fire", "name": "Fire"}]


def test_cards_of_a_hail_mary_may_differ_by_line():
    config, _ = resolve(house={"hail_mary_cards": [1] * 9 + [5] * 10})
    assert (config.hail_mary_cards[1], config.hail_mary_cards[9], config.hail_mary_cards[10]) == (1, 1, 5)


def test_cards_of_a_hail_mary_are_typed_by_zone_by_line_or_as_a_table_of_ours():
    """BF-177, BF-R35: zones end before the first-down lines own 20, 50, opp 20, which are lines 4, 10 and 16."""
    by_zone = [1] + [1] * 3 + [2] * 6 + [4] * 6 + [5] * 4
    by_line = "/".join(str(each) for each in by_zone[1:])
    for typed in ("1/2/4/5", " 1 / 2/4/5", by_line, [1, 2, 4, 5]):
        assert resolve(house={"hail_mary_cards": typed})[0].hail_mary_cards == by_zone, typed
    assert resolve(house={"hail_mary_cards": "3"})[0].hail_mary_cards == [3] * 20
    config, options = resolve(house={"hail_mary_cards": "by-distance"})
    assert config.hail_mary_cards == [1] * 10 + [2] * 6 + [3] * 4
    assert options["hail_mary_cards"] == "by-distance"
    assert {name: each.evidence for name, each in hail_mary_tables().items()} == {"by-distance": "ours"}


def test_cards_of_a_hail_mary_survive_the_comma_between_house_rules():
    """BF-R35."""
    wishes = requested("football", house=["hail_mary_cards=1/1/2/3,flags=1"])
    config, _ = config_of(wishes)
    assert (config.hail_mary_cards[9], config.hail_mary_cards[10], config.hail_mary_cards[16], config.flags) == (
        1,
        2,
        3,
        1,
    )


@pytest.mark.parametrize(
    "typed", ["1/2", "0/1/1/1", "1/1/2/6", "1/1/2/", "near", "", "1/1/x/3", "1/1/2/3/", True, [9] * 4]
)
def test_wrong_cards_of_a_hail_mary_are_told_with_what_would_be_right(typed):
    """BF-R35."""
    right = (
        "options: hail_mary_cards: expected a number of cards from 1 to 5; or a number for each of the field's 4 zones "
        ".* or 19 lines; or the name of a table: by"
    )
    with pytest.raises(BadData, match=right):
        resolve(house={"hail_mary_cards": typed})


@pytest.mark.parametrize(
    ("house", "field"),
    [
        ({"flags": -1}, "flags"),
        ({"regain": "often"}, "regain"),
        ({"audibles": 1}, "audibles"),
        ({"colour": True}, "colour"),
        ({"hail_mary_cards": 6}, "hail_mary_cards"),
        ({"hail_mary_cards": [1, 2]}, "hail_mary_cards"),
    ],
)
def test_a_wrong_house_rule_is_named(house, field):
    with pytest.raises(BadData, match=f"options: {field}"):
        resolve(house=house)


def test_sheets_play_only_seats_that_exist():
    with pytest.raises(BadData, match="sheets"):
        resolve(sheets=(2,))


# --- people's own files


def test_the_template_passes_its_own_check(tmp_path):
    assert check(write(tmp_path, template())) == []


def test_the_schema_knows_the_fields_of_a_team():
    fields = schema()["properties"]
    assert {"offense", "defense", "ability", "formations", "defense_sheet", "offense_sheet"} <= set(fields)
    json.dumps([schema("deck"), schema("matchups")])


MISTAKES = [
    (
        '"Slant 4", "Long 8 low"',
        '"Slat 4", "Long 8 low"',
        "comets.toml: offense card 12: plays: unknown type of play 'Slat'",
    ),
    ('"Slant 4", "Long 8 low"', '"Slant 4"', "comets.toml: offense 12: plays"),
    ('["Prevent 0-4"]', '["Prevent 4"]', "comets.toml: defense card 3: calls: expected a type"),
    (
        '{ formation = "Power", plays = ["Counter 4"',
        '{ formation = "Powr", plays = ["Counter 4"',
        "comets.toml: offense card 3: formation",
    ),
    ('name = "kicking"', 'name = "flying"', "comets.toml: ability: name: unknown ability 'flying'"),
    ("late_cards = 5", "late_card = 5", "policy: sense: late_card"),
    ('"8+" = "Eagle 1-3, Twist 4, Stunt 5-6"', "", "front: Power: no row covers Game State 8"),
    ("Eagle 1, Twist 2-4, Stunt 5-6", "Eagle 1, Twist 2-3, Stunt 5-6", "has no name for a roll of 4"),
    ("Eagle 1, Twist 2-4, Stunt 5-6", "Eagle 1-2, Twist 2-4, Stunt 5-6", "front: Power: 2-4: roll 2 appears twice"),
    ('"Mike Joker" = "6a"', '"Mike Joker" = "1a"', "plays: Pro Set: Mike Joker: card 1 is a Power card"),
    ('"Mike Joker" = "6a"\n', "", "plays: Pro Set: 'Mike Joker' is missing"),
    ('"Mike Joker" = "6a"', '"Mike Joker" = "16a"', "plays: Pro Set: Mike Joker: expected a card"),
    ('"Blue 80" = "4-6"', '"Blue 80" = "3-6"', "plan: Game State 3 is in both"),
    ('tied = "as usual"', 'tied = "Pink 4"', "late: tied: unknown plan 'Pink 4'"),
    ('"Mike Dragon", "Jet Razor", "Gold Dragon", "Smoke Joker",', '"Mike Dragon",', "codes: Red 98: expected 6 codes"),
    ("goal = 6", "goal = 0", "fourth_down: goal"),
    ('"offense/12" = "ours"', '"offense/16" = "ours"', "attested: offense/16: the file does not have '16'"),
    ('balanced = "Pro Set"', 'balanced = "Power"', "formations: expected three different names"),
    ('name = "Comets"', 'nam = "Comets"', "comets.toml: nam: unknown field; known: evidence, name, says"),
    ('name = "Comets"', "", "comets.toml: name: is missing"),
    ('formation = "Power", plays = ["Counter 4"', 'form = 1, plays = ["Counter 4"', "offense 3: formation: is missing"),
    ("midfield = ", "midfield = 1", "fourth_down: midfield: expected 15 or less, not 1"),
    ("late_cards = 5", "late_cards = 16", "policy: sense: late_cards: expected 15 or less, not 16"),
    ("[fourth_down]", "[fourth_dawn]", "fourth_dawn"),
    ('evidence = "ours"', 'evidence = "guessed"', "evidence"),
    ("offense = [", "offense = ", "not TOML"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), MISTAKES)
def test_a_mistake_in_a_team_file_is_named_by_file_card_and_field(tmp_path, right, wrong, message):
    assert right in template()
    found = check(write(tmp_path, template().replace(right, wrong, 1)))
    assert any(message in line for line in found), found


def test_a_team_with_too_few_cards_is_told_how_many_it_needs(tmp_path):
    lines = template().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"Slant 4", "Long 8 low"' in line)
    found = check(write(tmp_path, "".join([*lines[:at], *lines[at + 1 :]])))
    assert "comets.toml: offense: expected at least 15 entries, not 14" in found


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    text = template().replace("Slant 4", "Slat 4").replace("Prevent 0-4", "Prevent", 1)
    found = check(write(tmp_path, text))
    assert {"offense card 6", "offense card 12", "defense card 3"} <= {line.split(": ")[1] for line in found}


ODDITIES = [
    ('"Draw 3", "Short 4 min"', '"Draw 3", "Short 4"', "offense card 11: 'Short 4' has no 'min'"),
    ('"Draw 3", "Short 4 min"', '"Draw 3 low", "Short 4 min"', "'Draw 3 low' is a run"),
    ('  "Dime: Zone 0-5", "Dime: 2', '  "Dime: Zone 1-5", "Dime: 2', "'Dime: Zone 1-5' is not on any defense card"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), ODDITIES)
def test_what_is_odd_about_a_team_is_a_warning(tmp_path, right, wrong, message):
    assert right in template()
    found = check(write(tmp_path, template().replace(right, wrong, 1)))
    assert any("warning" in line and message in line for line in found), found


def sheetless():
    return template().partition("# From here on")[0]


def test_a_team_without_sheets_is_for_people_only(tmp_path):
    path = write(tmp_path, sheetless())
    assert [line for line in check(path) if "no solo sheets" in line]
    resolve("comets", "fire", teams_dir=tmp_path)
    with pytest.raises(BadData, match="defense_sheet"):
        resolve("comets", "fire", sheets=(0,), teams_dir=tmp_path)


def with_expert_sheets():
    """The template with a second set of sheets, the same as the first."""
    whole, mark, attested = template().partition("\n# Exceptions")
    begin = whole.index("[defense_sheet.front.Power]")
    return (
        whole
        + "\n"
        + whole[begin:].replace("\n[", "\n[expert.").replace("[defense", "[expert.defense", 1)
        + mark
        + attested
    )


def test_a_team_may_have_expert_sheets(tmp_path):
    path = write(tmp_path, with_expert_sheets())
    assert check(path) == []
    for chosen in ("standard", "expert"):
        resolve("comets", "fire", sheets=(0,), house={"solo_sheets": chosen}, teams_dir=tmp_path)


def test_a_wrong_cell_of_an_expert_sheet_is_named(tmp_path):
    text = with_expert_sheets()
    head, expert, tail = text.partition("[expert.offense_sheet.codes]")
    path = write(tmp_path, head + expert + tail.replace('"Mike Joker"', '"Mike Jocker"', 1))
    assert any("expert: offense_sheet: codes" in line and "Mike Jocker" in line for line in check(path)), check(path)


def test_a_team_without_expert_sheets_says_so(tmp_path):
    write(tmp_path, template())
    with pytest.raises(BadData, match=r"comets: the team has no expert sheets.*solo_sheets=standard"):
        resolve("comets", "fire", sheets=(0,), house={"solo_sheets": "expert"}, teams_dir=tmp_path)
    resolve("comets", "fire", sheets=(1,), house={"solo_sheets": "expert"}, teams_dir=tmp_path)


def test_a_team_without_a_pass_heavy_card_is_odd(tmp_path):
    text = sheetless().replace('formation = "Spread"', 'formation = "Pro Set"')
    assert any("no pass heavy card" in line for line in check(write(tmp_path, text)))


def test_own_teams_stand_beside_ours_or_before_them(tmp_path):
    write(tmp_path, template())
    write(tmp_path, template().replace('name = "Comets"', 'name = "Our own Fire"'), "fire.toml")
    assert sorted(Library(tmp_path).teams) == sorted([*TEAMS, "comets"])
    assert names("comets", "fire", tmp_path)["teams"] == ["Comets", "Our own Fire"]


def test_an_own_deck_replaces_ours(tmp_path):
    cards = ['{ title = "Nothing", card = "none x40" }', '{ title = "More", card = "run +2, fg 9 x14" }']
    write(tmp_path, f'evidence = "printed"\ncards = [{", ".join(cards)}]\n', "deck.toml")
    config, _ = resolve(teams_dir=tmp_path)
    assert config.copies == [40, 14, *[0] * 52]
    assert names("lightning", "fire", tmp_path)["deck"][:3] == ["Nothing", "More (offense run +2)", ""]
    assert any("fg 9: 14 cards" in line for line in check(tmp_path / "deck.toml"))


def test_one_card_is_not_counted_as_cards(tmp_path):
    """The printed success table has three cards with a 9."""
    cards = '{ title = "Nothing", card = "none x53" }, { title = "More", card = "run +2, fg 9" }'
    path = write(tmp_path, f'evidence = "printed"\ncards = [{cards}]\n', "deck.toml")
    assert "deck.toml: warning: fg 9: 1 card; the printed success table needs 3" in check(path)


def test_a_deck_of_another_size_is_refused(tmp_path):
    path = write(tmp_path, 'evidence = "ours"\ncards = [{ title = "One", card = "none" }]\n', "deck.toml")
    assert check(path) == ["deck.toml: cards: expected 54 cards with their copies (rule 2), not 1"]


def test_a_wrong_card_of_a_deck_is_named_by_number_and_title(tmp_path):
    path = write(tmp_path, 'evidence = "ours"\ncards = [{ title = "Jump", card = "jump +1" }]\n', "deck.toml")
    assert check(path)[0].startswith("deck.toml: card 1 (Jump): card: expected an event")


def test_own_matchups_replace_ours_also_for_the_teams_beside_them(tmp_path):
    text = (DATA / "matchups.toml").read_text(encoding="utf-8")
    write(tmp_path, text.replace('"Slant"', '"Hook"'), "matchups.toml")
    path = write(tmp_path, template().replace('"Slant 4"', '"Hook 4"'))
    assert check(tmp_path / "matchups.toml") == []
    assert check(path) == []
    assert "Hook" in names("comets", "comets", tmp_path)["types"]


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('wins = ["Short"]', 'wins = ["Shot"]', "defense 'Press': wins: unknown type of play 'Shot'"),
        ('loses = ["Long"]', 'loses = ["Short"]', "'Short' is under both wins and loses"),
        ('["Man to Man", "Zone", "Tight Run",', '["Man to Man", "Tight Run",', "spy: row 1: expected 6 names"),
        ('long = "Long"', 'long = "Lang"', "long: unknown type of play"),
        ('wins = ["Short"]', "wins = []", "warning: no defense wins against Short"),
        ('loses = ["Slant"]', "loses = []", "warning: Man to Man does not lose to any play"),
        ('name = "Draw"', 'name = "Counter"', "two types are named 'Counter'"),
    ],
)
def test_a_mistake_in_matchups_is_named(tmp_path, right, wrong, message):
    text = (DATA / "matchups.toml").read_text(encoding="utf-8")
    assert right in text
    found = check(write(tmp_path, text.replace(right, wrong, 1), "matchups.toml"))
    assert any(message in line for line in found), found


def test_an_unknown_team_or_directory_is_named(tmp_path):
    with pytest.raises(BadData, match="unknown team 'bears'; known: eclipse"):
        resolve("bears")
    with pytest.raises(BadData, match="this folder does not exist"):
        resolve(teams_dir=tmp_path / "none")


def test_what_a_match_needs_in_words_is_whole():
    words = names("lightning", "fire")
    assert words["teams"] == ["Lightning", "Fire"]
    assert [len(cards) for cards in words["cards"]] == [15, 15]
    assert words["cards"][1][10] == {"formation": "Shotgun", "plays": ["Draw 2", "Short 4 min"]}
    assert words["defenses"][1][3] == {"formation": "Dime", "calls": ["Prevent 2-4"]}
    assert len(words["deck"]) == 54


def test_a_team_s_file_may_be_called_in_capitals_and_takes_the_place_of_ours(tmp_path):
    (tmp_path / "Fire.toml").write_text(template(), encoding="utf-8")
    assert "fire" in team_files(tmp_path)
    assert resolve("fire", "fire", teams_dir=tmp_path)[1]["teams"][0]["name"] == "Comets"


def test_a_name_with_a_control_character_is_refused(tmp_path):
    path = tmp_path / "comets.toml"
    for bad in (r"Wo\u001b[31mlves", r"Wolves\n"):
        path.write_text(template().replace('name = "Comets"', f'name = "{bad}"'), encoding="utf-8")
        assert any("name" in line for line in check(path)), bad
