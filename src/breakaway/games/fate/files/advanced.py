"""The printed tables of the advanced game as numbers: templates, contests, events, injuries, penalties."""

from __future__ import annotations

import re
from typing import Any

from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import FateConfig
from breakaway.games.fate.text.names import POSITION_LETTERS

READ_AS = {"FS": "SF", "SS": "SF"}  # FF-G35
OFFENSE_NAMES = POSITION_LETTERS[:8]
RECEIVERS = ("WR", "TE", "FB", "RB")
APPROACH_NAMES = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
QUARTERBACK = (2, 3, 1, 0, 1, 2)  # FF-G34
FORCEFUL_FULLBACK = 3  # FF-G36
APPROACH_ROWS = ("run_inside", "run_outside", "screen", "quick", "short", "long", "draw", "play_action")
CONTESTS = ("run_inside", "run_outside", "quick", "short", "long")
EVENTS = {"-": 0, "FATE": 1, "FUMBLE": 1, "PENALTY": 2, "INJURY": 3}
PICKS = {"QSL": (terms.QUICK, 0), "SL": (terms.SHORT, 0), "L?": (terms.LONG, 1), "INC": (terms.NONE, 0)}
LASTS = {
    "Season": terms.SEASON,
    "Game": terms.GAME_LONG,
    "Half": terms.HALF,
    "Quarter": terms.THIS_QUARTER,
    "Series": terms.SERIES,
}


LINE_UPS = {
    terms.PUNT_IT: "punt",
    terms.KICK_IT: "field_goal",
    terms.KICKOFF: "kickoff",
    terms.FREE_KICK: "free_kick",
}  # any other: "play"


def position_of(name: str) -> int:
    """The number of the position with this printed name."""
    return POSITION_LETTERS.index(READ_AS.get(name, name))


def put_advanced(config: FateConfig, data: dict[str, Any], forceful_fullback: bool) -> None:
    """Writes the tables of the advanced game into the config."""
    template = list(QUARTERBACK)
    for name in POSITION_LETTERS[1:]:
        template += data["approach"][name]
    if forceful_fullback:
        template[position_of("FB") * terms.APPROACHES + terms.FORCEFUL] = FORCEFUL_FULLBACK
    config.rating = [list(template) for _ in range(terms.SIDES)]
    config.play_approach = [
        [APPROACH_NAMES.index(each) for each in data["play_approach"][row]] for row in APPROACH_ROWS
    ]
    for i, name in enumerate(CONTESTS):
        for roll in range(terms.ROLLS):
            put_contest(config, i, roll, data["contest"][name][roll])
    config.event_first = [EVENTS[each] for each in data["fate_event"]["first"]]
    config.event_second = [EVENTS[each] for each in data["fate_event"]["second"]]
    put_interceptions(config, data["interception"])
    put_injuries(config, data["injury"])
    put_penalties(config, data["penalty_column"])


def put_contest(config: FateConfig, row: int, roll: int, text: str) -> None:
    """Writes one contest cell such as `IL+DT 3`, `OC vs DT 2` or `OG 1` into the config."""
    players, digit = text.rsplit(" ", 1)
    named = re.split(r"\+| vs ", players)
    offense = [position_of(each) for each in named if each in OFFENSE_NAMES]
    defense = [position_of(each) for each in named if each not in OFFENSE_NAMES]
    for i in range(2):
        config.contest_offense[row][2 * roll + i] = offense[i] if i < len(offense) else terms.NONE
        config.contest_defense[row][2 * roll + i] = defense[i] if i < len(defense) else terms.NONE
    config.contest_slot[row][roll] = int(digit) - 1
    config.contest_receiver[row][roll] = position_of(named[0]) if named[0] in RECEIVERS else terms.NONE


def put_interceptions(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes into the config which incompletions are intercepted, where, and how far the ball is returned."""
    for roll, text in enumerate(data["on_incomplete"]):
        config.intercepted_by[roll], config.intercepted_again[roll] = PICKS[text]
    config.point = [list(data[f"point_{each}"]) for each in ("quick", "short", "long")]
    config.pick_return = list(data["return"])


def put_injuries(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes into the config who can be injured and for how long. A duration of n plays is written as SERIES + n."""
    for roll, text in enumerate(data["who"]):
        group = [terms.CARRIER] if text == "BALL_CARRIER" else [position_of(each) for each in text.split("/")]
        config.injured[roll] = (group + [terms.NONE] * 3)[:3]
    config.duration = [
        LASTS[each] if each in LASTS else terms.SERIES + int(each.split()[0]) for each in data["duration"]
    ]


def put_line_ups(config: FateConfig, data: dict[str, list[str]]) -> None:
    """Writes into the config which positions each declaration keeps off the field (FF-G40)."""
    for declared in range(terms.DECLARATIONS):
        there = {position_of(each) for each in data[LINE_UPS.get(declared, "play")]}
        config.benched[declared] = [int(position not in there) for position in range(len(POSITION_LETTERS))]


def put_penalties(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes the side and the foul in each penalty cell into the config."""
    for i, column in enumerate(("c1", "c2", "c3", "c4")):
        for roll, text in enumerate(data[column]):
            side, foul = text.split(" ")
            config.foul_side[i][roll] = int(side in ("Def", "Return"))
            config.foul_kind[i][roll] = terms.ONE_OR_TWO if foul == "1/2" else int(foul)
