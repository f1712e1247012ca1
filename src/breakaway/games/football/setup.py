"""Sets up a match from a request: teams, players and house rules. Also checks the names in a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.game import Shape, misfit
from breakaway.core.language import Names, UserError, _, say
from breakaway.core.lookalikes import alike
from breakaway.display.gridiron import jersey
from breakaway.games.football.files.config import NOT_TEAMS, Library, names, resolve
from breakaway.games.football.files.own_set import PARTS, UNSEEN, OwnSet, begin, read_set
from breakaway.games.football.files.two_sets import read_sets
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import CARDS, DECK, SEATS
from breakaway.games.football.text.names import CLASSES as CLASS_NAMES
from breakaway.games.football.text.names import SHAPE
from breakaway.games.football.text.staff import read_staff
from breakaway.players.seated_match import HUMAN, SHEET
from breakaway.players.settings import Offered, Pictured, PlainSetting, Request

HOME, AWAY = "lightning", "fire"
OURS = "ours"  # instead of a set of one's own cards: the cards that ship with the game
LONGEST_NAME = 300  # characters, so that a page can show it


def team_id(request: Request, options: tuple[str, ...], usual: str) -> str:
    """The id of a team: the first of these `options` that was set, or `usual` if none was set.

    Raises UserError for an empty name.
    """
    option, text = next(((each, request[each]) for each in options if request[each] is not None), ("", usual))
    found = str(text).strip().casefold().removesuffix(".toml")
    if not found:
        raise UserError(
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
    """The folder that `--teams` names, or None. Raises UserError if `teams` is not a folder."""
    if teams is None:
        return None
    if not Path(teams).is_dir():
        raise UserError(f"--teams: {teams} is not a folder; name the folder with your own team files")
    return Path(teams)


def names_of_record(found: Any, config: FootballConfig) -> Names:
    """The names from a record, which may come from a stranger. Raises UserError if the names do not fit the match."""
    found = dict(found) if isinstance(found, dict) else found
    unseen = found.pop("unseen", None) if isinstance(found, dict) else None
    if isinstance(unseen, dict):  # of records made before cards could be known in part
        unseen = {**{name: [] for name in PARTS}, **unseen}
    fault = misfit(found, _exact(config), "names")
    if not fault and unseen is not None:
        fault = misfit(unseen, UNSEEN, "names.unseen")
    if not fault and any(len(each) > LONGEST_NAME for each in _texts(found)):
        fault = say("a name has more than {most} characters", most=LONGEST_NAME)
    if fault:
        raise UserError(say("the record's names are not valid for a football match: {error}", error=fault))
    names: Names = found if unseen is None else {**found, "unseen": unseen}
    return names


def _exact(config: FootballConfig) -> Shape:
    """The shape of a match's names: `SHAPE`, with the match's own numbers of teams and cards."""
    card, defense, ability = SHAPE["cards"][0][0], SHAPE["defenses"][0][0], SHAPE["abilities"][0]
    return {
        **SHAPE,
        "teams": (str,) * SEATS,
        "deck": (str,) * DECK,
        "formations": ((str,) * len(CLASS_NAMES),) * SEATS,
        "abilities": (ability,) * SEATS,
        "cards": ((card,) * CARDS,) * SEATS,
        "defenses": tuple((defense,) * config.defenses[seat] for seat in range(SEATS)),
    }


def _texts(found: Any) -> Iterator[str]:
    """All texts in JSON data."""
    if isinstance(found, str):
        yield found
    else:
        for each in found.values() if isinstance(found, dict) else found:
            yield from _texts(each)


def _sets(first: Path, second: str | None, team: str) -> OwnSet:
    """The set in a folder, with the cards of the visiting `team` from the folder `second`, if there is one.

    Raises BadData or UserError.
    """
    if not second:
        return read_set(first)
    if first == Path(second):
        raise UserError(_("--theirs: that is the set of --box already; leave it out, and both teams use it"))
    return read_sets(first, Path(second), team)


class FootballSetting(PlainSetting):
    """Sets up football matches."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[FootballConfig, dict[str, Any], Names]:
        """The config, the resolved options and the names of a match."""
        home, away = team_id(request, ("team", "home"), HOME), team_id(request, ("versus", "away"), AWAY)
        sheets = tuple(seat for seat, player in enumerate(by) if player == SHEET)
        folder = folder_of(request["teams"])
        staff = {}
        if request["staff"] is not None:
            staff = {"staff": read_staff(str(request["staff"]), [player == HUMAN for player in by])}
        if request["theirs"] and request["box"] in (None, OURS):
            raise UserError(_("--theirs: a second set goes with --physical and a first one"))
        if request["box"] not in (None, OURS):
            if staff:
                raise UserError(_("--staff: with cards of your own, one person plays each team; leave it out"))
            return self._from_box(request, home, away, by)
        try:
            config, options = resolve(home, away, sheets, request.house_rules(), folder)
            called = names(home, away, folder)
        except BadData as error:
            raise UserError(str(error)) from None
        if config.solo_decisions and HUMAN not in by:
            raise UserError(_("solo_decisions: only a person who plays against the sheets can decide for them"))
        teams = called["teams"]
        if alike(teams):
            called["teams"] = [say("{team} (home)", team=teams[0]), say("{team} (away)", team=teams[1])]
        return config, {**options, **staff}, called

    def _from_box(
        self, request: Request, home: str, away: str, by: Sequence[str]
    ) -> tuple[FootballConfig, dict[str, Any], Names]:
        """A match with the cards that the owner of the boxed game has entered so far, and enters while they play."""
        if not request.physical or request["teams"] is not None:
            raise UserError(_("--box: a set of cards goes with --physical, and not with --teams"))
        for name in (home, away):
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,30}", name) or name in NOT_TEAMS:
                said = _("a team of your box may have only letters, digits, - and _ in its name, not {name}")
                raise UserError(said.format(name=repr(name)))
        if home == away:
            raise UserError(_("with your own cards, the two teams must be different"))
        sheets = tuple(seat for seat, player in enumerate(by) if player == SHEET)
        try:
            own = _sets(Path(request["box"]), request["theirs"], away)
            for name, player in zip((home, away), by, strict=True):
                if player not in (SHEET, HUMAN) and not own.team(name).is_whole:
                    said = _("{player} needs all cards of {team}; play against the sheets until you have entered them")
                    raise UserError(said.format(player=player, team=own.team(name).name))
            config, called, options = begin(own, home, away, sheets, request.house_rules())
        except BadData as error:
            raise UserError(str(error)) from None
        return config, options, called

    def checked_names(self, names: Any, config: FootballConfig) -> Names:
        """The checked names from a record."""
        return names_of_record(names, config)

    def offered(self) -> dict[str, Offered]:
        """The teams that ship with the game."""
        library = Library()
        teams = tuple((name, library.team(name).file.name) for name in sorted(library.teams))
        return {"team": (HOME, teams), "versus": (AWAY, teams)}

    def pictured(self) -> dict[str, dict[str, Pictured]]:
        """What each team is like and can do, and its colors."""
        files = {name: Library().team(name).file for name in Library().teams}
        shown = {
            name: Pictured(" ".join(filter(None, (_(file.says), _(file.ability.says)))), f"team-{jersey(file.name)}")
            for name, file in files.items()
        }
        return {"team": shown, "versus": shown}


SETTING = FootballSetting()
