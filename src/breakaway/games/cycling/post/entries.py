"""Reads the options with which a referee starts a race: teams, riders' names and house rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from breakaway.games.cycling.post.trouble import DeskError


class Mistyped(DeskError):
    """An option in the wrong form."""


def team_names(text: str) -> list[str]:
    """The team names in a string like `Red, Blue, Green`. Raises Mistyped if a name is empty."""
    listed = [name.strip() for name in text.split(",")]
    if not all(listed):
        raise Mistyped("--teams: expected names separated by commas, like Red,Blue,Green")
    return listed


def rider_names(path: Path) -> dict[str, Any]:
    """The riders' names by team, from a TOML file with a table [riders]. Raises DeskError."""
    from breakaway.core.data_files import BadData, read_toml

    try:
        data = read_toml(path)
    except BadData as error:
        raise DeskError(str(error)) from None
    riders = data.get("riders")
    if set(data) != {"riders"} or not isinstance(riders, dict):
        raise DeskError(
            f"{path}: expected a [riders] table and nothing else, with lines like Red = ['Ann', 'Bo', 'Cy', 'Di']"
        )
    return riders


def house_rules(text: str) -> dict[str, Any]:
    """The options in a string like `cap=0,blind=true,ties=arrival`. Raises Mistyped for any other form."""
    from breakaway.core.language import Trouble
    from breakaway.games.cycling.rules.state import RaceConfig
    from breakaway.players.settings import house_texts, house_values

    try:
        return house_values(RaceConfig, house_texts([text]))
    except Trouble as error:
        raise Mistyped(str(error)) from None
