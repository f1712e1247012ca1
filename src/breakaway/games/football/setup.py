"""Sets up a match from a request: teams, players and house rules. Also checks the names in a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, Field

from breakaway.coaches.table import SHEET
from breakaway.core.data import BadData, checked
from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.core.trouble import Trouble
from breakaway.games.football.files.config import Library, names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import CARDS, DECK, SEATS
from breakaway.setting.plain import PlainSetting
from breakaway.setting.request import Request
from breakaway.setting.settings import Offered

HOME, AWAY = "lightning", "fire"


def team_id(request: Request, options: tuple[str, ...], usual: str) -> str:
    """The id of a team: the first of these `options` that was set, or else `usual`.

    Raises Trouble for an empty name.
    """
    option, text = next(((each, request[each]) for each in options if request[each] is not None), ("", usual))
    found = str(text).strip().casefold().removesuffix(".toml")
    if not found:
        raise Trouble(
            say(
                "{option}: expected the name of a team such as {usual}, not {typed!r}; to see all teams, type: "
                "breakaway teams list",
                option=f"--{option}",
                usual=usual,
                typed=text,
            )
        )
    return found


def folder_of(teams: str | None) -> Path | None:
    """The folder that `--teams` names, or None. Raises Trouble if `teams` is not a folder."""
    if teams is None:
        return None
    if not Path(teams).is_dir():
        raise Trouble(f"--teams: {teams} is not a folder; name the folder with your own team files")
    return Path(teams)


def names_of_record(found: Any, config: FootballConfig) -> Names:
    """The names from a record, which may come from a stranger. Raises Trouble if the names do not fit the match."""
    try:
        names = checked(RecordedNames, found, _("the record's names"))
    except BadData as error:
        raise Trouble(str(error)) from None
    if [len(cards) for cards in names.defenses] != list(config.defenses[:SEATS]):
        raise Trouble(_("the record's names: a team has too few or too many defense cards"))
    as_found: Names = found
    return as_found


Name: TypeAlias = Annotated[str, Field(max_length=300)]  # short enough to display


class RecordedAbility(BaseModel):
    """A team's ability in a record: its name, and what it says."""

    name: Name
    says: Name


class RecordedCard(BaseModel):
    """A play card in a record."""

    formation: Name
    plays: Annotated[list[Name], Field(min_length=2, max_length=2)]


class RecordedDefense(BaseModel):
    """A defense card in a record."""

    formation: Name
    calls: list[Name]


class RecordedNames(BaseModel):
    """The names in a record. Lists for both teams begin with the home team."""

    teams: Annotated[list[Name], Field(min_length=SEATS, max_length=SEATS)]
    types: list[Name]
    defense_types: list[Name]
    defense_formations: list[Name]
    deck: Annotated[list[Name], Field(min_length=DECK, max_length=DECK)]
    formations: Annotated[
        list[Annotated[list[Name], Field(min_length=3, max_length=3)]], Field(min_length=SEATS, max_length=SEATS)
    ]
    abilities: Annotated[list[RecordedAbility], Field(min_length=SEATS, max_length=SEATS)]
    cards: Annotated[
        list[Annotated[list[RecordedCard], Field(min_length=CARDS, max_length=CARDS)]],
        Field(min_length=SEATS, max_length=SEATS),
    ]
    defenses: Annotated[list[list[RecordedDefense]], Field(min_length=SEATS, max_length=SEATS)]


class FootballSetting(PlainSetting):
    """Sets up football matches."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[FootballConfig, dict[str, Any], Names]:
        """The config, the resolved options and the names of a match."""
        home, away = team_id(request, ("team", "home"), HOME), team_id(request, ("versus", "away"), AWAY)
        sheets = tuple(seat for seat, player in enumerate(by) if player == SHEET)
        folder = folder_of(request["teams"])
        try:
            config, options = resolve(home, away, sheets, request.house_rules(), folder)
            called = names(home, away, folder)
        except BadData as error:
            raise Trouble(str(error)) from None
        teams = called["teams"]
        if teams[0].casefold() == teams[1].casefold():
            called["teams"] = [say("{team} (home)", team=teams[0]), say("{team} (away)", team=teams[1])]
        return config, options, called

    def checked_names(self, names: Any, config: FootballConfig) -> Names:
        """The checked names from a record."""
        return names_of_record(names, config)

    def offered(self) -> dict[str, Offered]:
        """The teams that ship with the game."""
        library = Library()
        teams = tuple((name, library.team(name).file.name) for name in sorted(library.teams))
        return {"team": (HOME, teams), "versus": (AWAY, teams)}


SETTING = FootballSetting()
