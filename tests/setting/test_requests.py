"""Requests for a match: one model for each game, which refuses whatever that game does not have."""

from __future__ import annotations

import pytest
from typer.main import get_command

from breakaway.cli.main import app
from breakaway.core.language import UserError
from breakaway.core.rulebook import options_of
from breakaway.games.manifest import GAMES, Asked, NoSuchGame, find
from breakaway.players.settings import find_setting, make_start, request_model, requested

from ..kits import change_kit

ASKED = {name: {each.name: each for each in kit.asks} for name, kit in GAMES.items()}
OPTIONS = {name: {option.name: option for option in options_of(find(name).config)} for name in GAMES}
OF_OTHERS = [(game, name) for game in GAMES for other in GAMES for name in ASKED[other] if name not in ASKED[game]]
HOUSE_OF_OTHERS = [(a, name) for a in GAMES for b in GAMES for name in OPTIONS[b] if name not in OPTIONS[a]]


@pytest.mark.parametrize(("game", "name"), sorted(set(OF_OTHERS)))
def test_what_only_another_game_is_asked_is_refused_with_what_there_is(game: str, name: str) -> None:
    there = ", ".join(f"--{each}" for each in ASKED[game])
    with pytest.raises(UserError) as refused:
        requested(game, **{name: "x"})
    assert str(refused.value) == f"--{name}: {find(game).title} does not have this option; it has: {there}, --house"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_house_rule_of_another_game_is_refused_with_those_there_are(game: str) -> None:
    for name in {name for a, name in HOUSE_OF_OTHERS if a == game}:
        with pytest.raises(UserError) as refused:
            requested(game, {name: "1"})
        there = ", ".join(OPTIONS[game])
        assert str(refused.value) == f"--house: unknown house rule {name!r}; known: {there}"


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(UserError) as refused:
        requested("cycling", ["cap=61,flags=1,crowd=x"], teams="13", away="fire")
    told = "\n".join(sorted(str(refused.value).splitlines()))
    assert "--away: Breaking Away does not have this option" in told
    assert "--house: unknown house rule 'flags'; known: cap, crowd" in told
    assert "--teams: expected a number from 2 to 12, not '13'" in told
    assert "house rule cap: expected 60 or less, not 61" in told
    assert "house rule crowd: expected a whole number, not 'x'" in told
    assert len(told.splitlines()) == 5


@pytest.mark.parametrize("game", list(GAMES))
def test_each_house_rule_that_is_asked_for_is_in_the_request_and_no_other(game: str) -> None:
    assert requested(game).house_rules() == {}
    for name, option in OPTIONS[game].items():
        assert requested(game, [f"{name}={option.usual}"]).house_rules() == {name: option.usual}


@pytest.mark.parametrize("game", list(GAMES))
def test_what_a_kit_asks_is_a_field_of_the_model_of_the_form_and_of_the_commands(game: str) -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    assert set(ASKED[game]) <= set(request_model(find(game)).model_fields)
    assert [field.name for field in find_setting(find(game)).form().first] == [
        name for name, each in ASKED[game].items() if each.label
    ]
    for name, each in ASKED[game].items():
        for command in each.commands:
            if GAMES[game].odds or command != "odds":
                (option,) = (found for found in commands[command].params if found.name == name)
                assert each.says in option.help, (command, name)
                assert game in option.help.casefold()


def test_what_is_given_twice_is_refused_where_it_can_be_given_once() -> None:
    with pytest.raises(UserError, match="--team: this option can be given only once"):
        requested("football", team=["fire", "rhinos"])
    assert requested("football", team=["fire"])["team"] == "fire"
    assert requested("cycling", team="Ants")["team"] == ["Ants"]


def test_another_thing_that_a_kit_asks_reaches_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    request_model.cache_clear()
    change_kit(monkeypatch, "football", asks=(*GAMES["football"].asks, Asked("weather", "rain or sun")))
    assert requested("football", weather="rain")["weather"] == "rain"
    with pytest.raises(UserError, match="--weather: Breaking Away does not have this option"):
        requested("cycling", weather="rain")
    request_model.cache_clear()


def test_a_request_for_no_game_says_which_there_are() -> None:
    with pytest.raises(NoSuchGame, match="unknown game 'chess'; known: football"):
        requested("chess")


def test_switches_are_read_in_all_the_ways_people_write_them() -> None:
    for on in ("true", "Yes", "on", "1"):
        assert requested("cycling", [f"level_keeps_lead={on}"]).house_rules() == {"level_keeps_lead": True}
    start = make_start(requested("fate", ["advanced=0"]), ["random", "random"])
    assert start.options["advanced"] is False
