"""Forms of new matches: every game has one, and what it says by itself can be played."""

from __future__ import annotations

import pytest

from breakaway.games.manifest import GAMES, find
from breakaway.players.seated_match import SHEET
from breakaway.players.settings import CHOICE, NUMBER, SWITCH, Field, as_typed, find_setting, make_start, requested
from breakaway.records.match import Match


@pytest.mark.parametrize("name", list(GAMES))
def test_the_usual_values_of_a_form_make_the_usual_match(name: str) -> None:
    setting = find_setting(find(name))
    form = setting.form()
    said = {field.name: field.value for field in form.first if field.value}
    team = {"team": said["team"]} if "team" in said else {}
    rosters = {"teams": said["teams"]} if name == "fate" else {}  # a table in the browser has two of ours
    given = requested(name, {field.name: as_typed(field, field.value) for field in form.house}, **said)
    by = setting.players(given, None)
    start = make_start(given, by)
    usual = make_start(requested(name, **rosters, **team), by)
    assert start.config == usual.config
    assert Match.new(find(name), start).choosers() is not None


@pytest.mark.parametrize("name", list(GAMES))
def test_a_field_offers_its_usual_value_and_names_rules_of_its_game(name: str) -> None:
    game = find(name)
    form = find_setting(game).form()
    fields: list[Field] = [*form.first, *form.house]
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        if field.kind == CHOICE:
            assert field.value in [value for value, _ in field.choices], field.name
        elif field.kind == NUMBER:
            assert field.least is not None
            assert field.most is not None
            assert field.least <= int(field.value) <= field.most
        elif field.kind == SWITCH:
            assert field.value in ("", "1")
        for entry in field.rules:
            assert game.rules.entries[entry.id] is entry
            assert field.name in entry.option.split(", ")


def test_football_asks_for_the_sheets_first_and_the_race_for_its_best_coach() -> None:
    assert find_setting(find("football")).form().opponents[0] == SHEET
    assert find_setting(find("cycling")).form().opponents[0] == "directeur"
