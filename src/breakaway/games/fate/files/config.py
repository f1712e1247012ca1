"""Makes the config of a match from data/tables.toml and the house rules.

from breakaway.games.fate.files.config import resolve
config, options = resolve({"touchback": 25})
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from breakaway.core.data_files import BadData, read_toml
from breakaway.core.data_files import house_rules as checked_house
from breakaway.core.language import many
from breakaway.core.rulebook import options_of, put_options, unmet
from breakaway.games.fate.files.advanced import put_advanced, put_line_ups
from breakaway.games.fate.files.rosters import Roster, put_rosters
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import FateConfig

DATA = Path(__file__).parents[1] / "data"
ROWS = ("run_inside", "run_outside", "screen", "quick", "short", "long", "draw", "play_action")
REALISTIC_DRAW = [-1, 0, 1, 1, 2]  # FF-G5
WORDS = {
    "GL": 0,
    "TB": terms.TOUCHBACK_CELL,
    "TD": terms.TOUCHDOWN_CELL,
    "5F": 5,
    "PR": terms.PASS_RUSH,
    "SG": terms.CHAIN,
    "LG": terms.CHAIN,
    "FC": terms.FAIR_CATCH,
    "FC_FUMBLE": terms.FAIR_CATCH_FUMBLE,
}
OFFENSE_DICE = {
    "Run Inside": terms.RUN_INSIDE,
    "Run Outside": terms.RUN_OUTSIDE,
    "Screen": terms.SCREEN_PASS,
    "Quick": terms.QUICK,
    "Short": terms.SHORT,
    "Long": terms.LONG,
    "Draw": terms.DRAW,
    "Play Action": terms.PLAY_ACTION,
    "": terms.NONE,
}
DEFENSE_DICE = {
    "Run": terms.RUN_D,
    "Neutral": terms.NEUTRAL,
    "Pass": terms.PASS_D,
    "Prevent": terms.PREVENT,
    "Blitz": terms.BLITZ,
    "": terms.NONE,
}
SCREENS = {"INT": terms.SCREEN_INTERCEPTED, "INC": terms.SCREEN_INCOMPLETE, "RO": 1, "ROx2": 2, "ROx3": 3, "ROx4": 4}
RUSHES = {
    "SACK": terms.SACK_CELL,
    "QBRUN": terms.QB_RUN_CELL,
    "INC": terms.INCOMPLETE_CELL,
    "COMP": terms.COMPLETE_CELL,
}


def house_rules(house: dict[str, Any]) -> dict[str, Any]:
    """The house rules of a match, defaults included. Raises BadData for a wrong name or value.

    The basic game refuses house rules of the advanced game, which would have no effect.
    """
    options = checked_house(FateConfig, house)
    if alone := unmet(options_of(FateConfig), options):
        raise BadData(
            many(
                "{names} works only in the advanced game: set advanced=true too, or leave out this house rule",
                "{names} work only in the advanced game: set advanced=true too, or leave out these house rules",
                len(alone),
                names=", ".join(alone),
            )
        )
    return options


@cache
def printed() -> dict[str, Any]:
    """The printed tables."""
    return read_toml(DATA / "tables.toml")


def cells(row: list[Any]) -> list[int]:
    """The cells of a printed row as numbers."""
    return [WORDS[each] if isinstance(each, str) else int(each) for each in row]


def put_tables(config: FateConfig, options: dict[str, Any]) -> None:
    """Writes the printed tables into the config."""
    data = printed()
    dice = data["dice"]
    config.offense_die = [[OFFENSE_DICE[face] for face in dice[die]] for die in ("off1", "off2", "off3")]
    config.defense_die = [[DEFENSE_DICE[face] for face in dice[die]] for die in ("def1", "def2")]
    config.fielded_at = cells(data["kickoff"]["fielded_at"])
    config.kick_return = cells(data["kickoff"]["return"])
    config.kick_fumble = [int(str(each).endswith("F")) for each in data["kickoff"]["return"]]
    config.matrix = [cells(data["matrix"][row]) for row in ROWS]
    if options["draw"] == "realistic":
        config.matrix[ROWS.index("draw")] = list(REALISTIC_DRAW)
    config.run_yards = [
        cells(data["run"][lane + stage]) for lane in ("inside", "outside") for stage in ("", "_sg", "_lg")
    ]
    config.difficulty = [data["pass_difficulty"][each] for each in ("quick", "short", "long")]
    config.pass_yards = [
        cells(data["pass"][each + gain]) for gain in ("", "_lg") for each in ("quick", "short", "long")
    ]
    config.screen = [SCREENS[each] for each in data["screen"]["result"]]
    config.rush = [RUSHES[each] for each in data["pass_rush"]["result"]]
    config.punt_gross = cells(data["punt"]["gross"])
    config.punt_return = cells(data["punt"]["return"])
    bands = data["field_goal"]["bands"]
    config.band_from, config.band_to, config.band_difficulty = ([band[i] for band in bands] for i in range(3))


def resolve(house: dict[str, Any] | None = None, rosters: Sequence[Roster] = ()) -> tuple[FateConfig, dict[str, Any]]:
    """The config of a match and its resolved options; raises BadData for anything unknown or out of range.

    `house` contains the house rules that differ from the defaults. `rosters` contains the rosters with the players'
    ratings, Home's first.
    """
    options = house_rules(house or {})
    config = FateConfig()
    put_options(config, options)
    put_tables(config, options)
    put_advanced(config, printed(), options["forceful_fullback"])
    put_line_ups(config, read_toml(DATA / "on_field.toml")["on_field"])
    put_rosters(config, rosters)
    return config, options
