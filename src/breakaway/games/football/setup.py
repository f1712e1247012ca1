"""Sets up a match from a request: teams, players and house rules. Also checks the names in a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from breakaway.coaches.table import SHEET
from breakaway.core.data import BadData
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
        _check(found, config)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Trouble(say("the record's names do not fit a football match: {error}", error=error)) from None
    checked: Names = found
    return checked


def _check(found: Any, config: FootballConfig) -> None:
    """Raises an error unless every list has the length and the texts that the match needs."""
    _texts(found["teams"], SEATS)
    _texts(found["types"])
    _texts(found["defense_types"])
    _texts(found["defense_formations"])
    _texts(found["deck"], DECK)
    for seat in range(SEATS):
        _texts(found["formations"][seat], 3)
        _texts([found["abilities"][seat][key] for key in ("name", "says")])
        if len(found["cards"][seat]) != CARDS or len(found["defenses"][seat]) != config.defenses[seat]:
            raise ValueError(_("a team has too few or too many cards"))
        for card in found["cards"][seat]:
            _texts([card["formation"], *card["plays"]], 3)
        for card in found["defenses"][seat]:
            _texts([card["formation"], *card["calls"]])


def _texts(found: Any, count: int | None = None) -> None:
    """Raises ValueError unless this is a list of strings that are short enough to display."""
    if not isinstance(found, list) or (count is not None and len(found) != count):
        raise ValueError(_("a list of names has the wrong length"))
    if not all(isinstance(each, str) and len(each) <= 300 for each in found):
        raise ValueError(_("a name is too long or is not text"))


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
