"""Abilities that a team's file declares from parts: the example teams, what a file may say, old records (BF-R54)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from pydantic import ValidationError

from breakaway.core.chance import Chance, sampled
from breakaway.core.game import blank_orders, is_over, play_on
from breakaway.core.rules import Event
from breakaway.core.state import to_json
from breakaway.games.football.files.config import check, names, resolve
from breakaway.games.football.files.own_set import OwnSet, read_set, write_set
from breakaway.games.football.files.teams import TeamAbility
from breakaway.games.football.game import GAME, FootballCases
from breakaway.games.football.rules import abilities, kicks
from breakaway.games.football.rules.state import FirstFootballConfig, FootballConfig, FourthFootballConfig
from breakaway.records.replay import load_config

TEAMS = Path(__file__).parents[2] / "examples" / "teams"
EXAMPLES = sorted(path.stem for path in TEAMS.glob("*.toml"))


def test_there_is_an_example_of_every_kind_of_part() -> None:
    assert EXAMPLES == ["avalanche", "bastion", "cartographers", "whistlers"]
    parts = [part for name in EXAMPLES for part in TeamAbility.model_validate(_ability(name)).parts]
    assert {part.does for part in parts} == {"gain", "completed pass", "defense", "free audible"}
    assert {part.unlocked_by for part in parts} >= {"start", "takeaway", "breakaway", "script"}


def _ability(name: str) -> dict[str, object]:
    import tomllib

    return dict(tomllib.loads((TEAMS / f"{name}.toml").read_text("utf-8"))["ability"])


def _chance(first: int, step: int) -> Chance:
    return sampled(first + step)


def played_by_sheets(name: str, seed: int) -> list[Event]:
    """What happens in a match of the team's sheets against those of the Fire."""
    config, _options = resolve(name, "fire", (0, 1), {}, TEAMS)
    s, events = GAME.start(config), list[Event]()
    for step in range(2000):
        if is_over(GAME, s, config):
            return events
        chances = partial(_chance, seed + 1000 * step)
        play_on(GAME, s, config, blank_orders(GAME), chances, events)
    raise AssertionError("the match has no end")


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("avalanche", {"BF-R54", "BF-009"}),
        ("bastion", {"BF-R54", "BF-009"}),
        ("whistlers", {"BF-R55"}),
        ("cartographers", set()),  # no sheet rolls its seven plays in order
    ],
)
def test_an_example_team_is_whole_and_its_sheets_use_its_ability(name: str, rules: set[str]) -> None:
    assert check(TEAMS / f"{name}.toml") == []
    told = {event.rule for seed in range(3) for event in played_by_sheets(name, seed) if event.args[:1] == (0,)}
    assert told >= rules


def test_a_blocked_kick_is_a_takeaway_from_edition_5_on() -> None:
    """BF-157: the rule book calls a blocked punt an automatic turnover. Editions 1 to 4 unlocked nothing by it."""
    given = {
        "down": 4,
        "deck": ["none, punt blocked"],
        "abilities": {"Away": {"parts": [{"does": "defense", "unlocked_by": "takeaway"}]}},
    }
    for config_of, taken in ((FootballConfig, 1), (FourthFootballConfig, 0), (FirstFootballConfig, 0)):
        at = FootballCases().set_up(given)
        at.config.blocks_taken = config_of().blocks_taken
        at.state.game_day = 0
        kicks.judge_punt(at.state, at.config, None)
        assert [abilities.packed(at.state.unlocked[seat], 0) for seat in (0, 1)] == [0, taken]


def test_the_script_of_a_file_is_read_as_types_of_play() -> None:
    config, _options = resolve("cartographers", "fire", (), {}, TEAMS)
    types = names("cartographers", "fire", TEAMS)["types"]
    assert [types[number - 1] for number in config.script[0][:7]] == _ability("cartographers")["script"]
    assert config.parts[0][abilities.AFTER] == 7


@pytest.mark.parametrize(
    ("ability", "fault"),
    [
        ({"parts": [{"does": "gain", "unlocked_by": "script"}]}, "go together"),
        ({"parts": [{"does": "gain"}], "script": ["Short"]}, "go together"),
        ({"parts": [{"does": "gain", "grows_to": 3}]}, "a moment that can come again"),
        ({"parts": [{"does": "gain", "unlocked_by": "breakaway", "after": 3, "grows_to": 6}]}, "it can be 1 to 5"),
        ({"parts": [{"does": "gain", "unlocked_by": "breakaway", "amount": 5, "grows_to": 3}]}, "is never reached"),
        ({"parts": [{"does": "free audible", "unlocked_by": "breakaway", "grows_to": 3}]}, "no amount that could grow"),
        ({"parts": [{"does": "gain", "lost_by": "giveaway"}]}, "no `after` and no `lost_by`"),
        ({"parts": [{"does": "gain", "per": "drive"}]}, "the number of uses in a drive"),
        ({"parts": [{"does": "completed pass", "plays": "run"}]}, "no run is a completed pass"),
        ({"parts": [{"does": "gain", "unlocked_by": "script", "uses": 2}], "script": ["Short"]}, "no uses"),
        ({"parts": [{"does": "fly"}]}, "does"),
        ({"parts": [{"does": "gain"}] * 5}, "at most 4"),
        ({"parts": [{"does": "gain", "uses": 8}]}, "less than or equal to 7"),
    ],
)
def test_a_part_that_makes_no_sense_is_refused_with_its_reason(ability: dict[str, object], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        TeamAbility.model_validate({"name": "Ours", **ability})


def test_a_config_of_an_old_record_has_no_parts() -> None:
    config, _options = resolve("maulers", "fire", (1,), {})
    old = {name: value for name, value in to_json(config).items() if name not in ("parts", "script")}
    assert to_json(load_config(GAME, old)) == to_json(config)


def test_a_set_of_ones_own_cards_keeps_the_parts_of_an_ability(tmp_path: Path) -> None:
    own = OwnSet(tmp_path / "box")
    own.team("herons").ability = TeamAbility.model_validate(_ability("bastion"))
    write_set(own)
    assert read_set(tmp_path / "box").team("herons").ability == own.team("herons").ability
