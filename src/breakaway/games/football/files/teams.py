"""Reads team files: a team's cards, ability and solo sheets. Some team files ship with the game; others are a player's
own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, create_model

from breakaway.core.data_files import BadData, Strict, checked, read_toml
from breakaway.games.football.files.matchups import Matchups
from breakaway.games.football.files.shared import DATA, Evidence, Faults, check_attested
from breakaway.games.football.files.sheets import (
    DefenseSheet,
    OffenseSheet,
    SheetNumbers,
    put_defense_sheet,
    put_offense_sheet,
)
from breakaway.games.football.rules import sense
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import CARDS, DEFENSES, NONE
from breakaway.games.football.text.cards import ABILITIES, Ability, Call, Play, find_name, parse_call, parse_play

Sense: type[Strict] = create_model(
    "Sense",
    __base__=Strict,
    __doc__="The policy page: numbers that guide the sheets. data/sense.toml says what each number means.",
    much_behind=(int, Field(ge=0, le=60)),
    much_behind_bonus=(int, Field(ge=0, le=9)),
    late_cards=(int, Field(ge=0, le=15)),
    losing_late_bonus=(int, Field(ge=0, le=9)),
    winning_late_malus=(int, Field(ge=0, le=9)),
    force_turnover_quarter=(int, Field(ge=1, le=9)),
    quick_release_strength=(int, Field(ge=0, le=12)),
)


class Formations(Strict):
    """The names of a team's three formation classes."""

    run_heavy: str = Field(min_length=1, max_length=30)
    balanced: str = Field(min_length=1, max_length=30)
    pass_heavy: str = Field(min_length=1, max_length=30)


class TeamAbility(Strict):
    """The ability that a team has besides its cards. If the amount or the number of uses is missing, the ability's
    default applies.
    """

    name: str
    amount: int | None = Field(default=None, ge=0, le=9)
    uses: int | None = Field(default=None, ge=0, le=99)
    says: str = ""
    evidence: Evidence | None = None


class OffenseCard(Strict):
    """An offense card: its formation and its two plays (rule 6)."""

    formation: str
    plays: list[str] = Field(min_length=2, max_length=2)
    evidence: Evidence | None = None


class DefenseCard(Strict):
    """A defense card: its formation and one or two calls (rule 8)."""

    formation: str = Field(min_length=1, max_length=30)
    calls: list[str] = Field(min_length=1, max_length=2)
    evidence: Evidence | None = None


class FourthDown(Strict):
    """For each milestone, the lowest modified roll at which the sheet goes for it on fourth down (rule 232)."""

    own_20: int = Field(ge=1, le=15)
    midfield: int = Field(ge=1, le=15)
    their_20: int = Field(ge=1, le=15)
    goal: int = Field(ge=1, le=15)
    evidence: Evidence | None = None


class TeamFile(Strict):
    """The contents of a team file. If the team's two sheets are missing, only people can play as this team."""

    evidence: Evidence
    name: str = Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
    says: str = Field(default="", max_length=300)
    formations: Formations
    ability: TeamAbility
    offense: list[OffenseCard] = Field(min_length=CARDS, max_length=CARDS)
    defense: list[DefenseCard] = Field(min_length=1, max_length=DEFENSES)
    fourth_down: FourthDown | None = None
    defense_sheet: DefenseSheet | None = None
    offense_sheet: OffenseSheet | None = None
    policy: dict[str, int | bool] = Field(default_factory=dict)
    attested: dict[str, Evidence] = Field(default_factory=dict)


@dataclass
class Team:
    """A team as numbers, together with its names and texts."""

    id: str
    file: TeamFile
    formations: list[str]  # the names of the three classes
    card_formation: list[int]
    plays: list[Play]
    defense_formations: list[str]  # one for each defense card
    calls: list[Call | None]  # two for each defense card
    ability: Ability
    policy: list[int]
    sheets: SheetNumbers = field(default_factory=SheetNumbers)
    has_sheets: bool = False


PLACES = {  # where each number of the policy page stands in a config
    "much_behind": sense.FAR_BEHIND,
    "much_behind_bonus": sense.FAR_BEHIND_BONUS,
    "late_cards": sense.LATE_CARDS,
    "losing_late_bonus": sense.LATE_BONUS,
    "winning_late_malus": sense.LEADING_LATE_MALUS,
    "force_turnover_quarter": sense.FORCE_FROM_QUARTER,
    "quick_release_strength": sense.QUICK_RELEASE_FROM,
}


@cache
def our_teams() -> dict[str, Path]:
    """The files of the teams that ship with the game, by id."""
    return {path.stem: path for path in sorted((DATA / "teams").glob("*.toml"))}


@cache
def common_sense() -> dict[str, Any]:
    """The common policy page, which applies to all teams."""
    return checked(Sense, read_toml(DATA / "sense.toml"), "sense.toml").model_dump()


def read_team(path: Path, matchups: Matchups) -> Team:
    """Reads a team's cards and sheets, and turns them into numbers, using the types in `matchups`.

    If anything is wrong, raises BadData. The error names every wrong card and field.
    """
    data = read_toml(path)
    file = checked(TeamFile, data, path.name)
    check_attested(file.attested, data, path.name)
    faults = Faults(path.name)
    names = list(file.formations.model_dump().values())
    if len({name.casefold() for name in names}) < len(names):
        faults.add("formations", f"expected three different names, not {', '.join(names)}")
    team = Team(
        id=path.stem,
        file=file,
        formations=names,
        card_formation=[],
        plays=[],
        defense_formations=[card.formation for card in file.defense],
        calls=[],
        ability=faults.attempt("ability: name", Ability(0, 0, 0), team_ability, file.ability),
        policy=faults.attempt("policy", [], team_policy, file.policy),
    )
    _read_cards(team, matchups, faults)
    _read_sheets(team, matchups, faults)
    faults.stop()
    return team


def _read_cards(team: Team, matchups: Matchups, faults: Faults) -> None:
    """Turns the offense and defense cards into numbers."""
    for at, card in enumerate(team.file.offense, start=1):
        where = f"offense card {at}"
        number = faults.attempt(f"{where}: formation", 0, find_name, card.formation, team.formations, "formation")
        team.card_formation.append(number)
        for text in card.plays:
            team.plays.append(faults.attempt(f"{where}: plays", Play(0, 0), parse_play, text, matchups.types))
    for at, defense in enumerate(team.file.defense, start=1):
        for text in defense.calls:
            where = f"defense card {at}: calls"
            team.calls.append(faults.attempt(where, Call(0, 0, 0), parse_call, text, matchups.defense_types))
        team.calls += [None] * (2 - len(defense.calls))


def _read_sheets(team: Team, matchups: Matchups, faults: Faults) -> None:
    """Turns the solo sheets into numbers. A team has both sheets and the fourth-down chart, or none of the three."""
    file = team.file
    parts = {"fourth_down": file.fourth_down, "defense_sheet": file.defense_sheet, "offense_sheet": file.offense_sheet}
    missing = [name for name, part in parts.items() if part is None]
    team.has_sheets = not missing
    if 0 < len(missing) < len(parts):
        faults.add(
            missing[0], "is missing; a team needs all of fourth_down, defense_sheet and offense_sheet, or none of them"
        )
    if file.defense_sheet:
        put_defense_sheet(team.sheets, file.defense_sheet, team.formations, matchups, faults)
    if file.offense_sheet:
        put_offense_sheet(team.sheets, file.offense_sheet, team.formations, team.card_formation, faults)


def team_ability(ability: TeamAbility) -> Ability:
    """The ability as numbers, with defaults for fields that the file leaves out."""
    names = list(ABILITIES)
    number, amount, uses = ABILITIES[names[find_name(ability.name, names, "ability")]]
    return Ability(
        number,
        amount if ability.amount is None else ability.amount,
        uses if ability.uses is None else ability.uses,
    )


def team_policy(own: dict[str, int | bool]) -> list[int]:
    """The common policy page, with a team's `own` numbers where the team has any."""
    page = checked(Sense, {**common_sense(), **own}, "sense").model_dump()
    policy = [0] * (1 + max(PLACES.values()))
    for name, at in PLACES.items():
        policy[at] = int(page[name])
    return policy


def put_team(config: FootballConfig, seat: int, team: Team, formations: list[str]) -> None:
    """Writes a team into the config. `formations` are the names of all defense formations of the match."""
    config.card_formation[seat] = list(team.card_formation)
    config.play_type[seat] = [play.type for play in team.plays]
    config.play_strength[seat] = [play.strength for play in team.plays]
    config.play_low[seat] = [play.low for play in team.plays]
    config.play_minimum[seat] = [play.minimum for play in team.plays]
    config.defenses[seat] = len(team.defense_formations)
    for card, name in enumerate(team.defense_formations):
        config.defense_formation[seat][card] = formations.index(name)
    config.call_type[seat] = [NONE] * len(config.call_type[seat])
    for at, call in enumerate(team.calls):
        if call:
            config.call_type[seat][at], config.call_run[seat][at], config.call_pass[seat][at] = call
    config.ability[seat], config.ability_amount[seat], config.ability_uses[seat] = team.ability
    config.policy[seat][: len(team.policy)] = team.policy
    if team.has_sheets:
        _put_sheets(config, seat, team, formations)


def _put_sheets(config: FootballConfig, seat: int, team: Team, formations: list[str]) -> None:
    sheets, targets = team.sheets, team.file.fourth_down
    if targets is None:
        raise BadData(f"{team.id}: fourth_down is missing; a team with sheets needs it")
    config.front[seat] = list(sheets.front)
    config.back_type[seat] = [call.type for call in sheets.back]
    config.back_run[seat] = [call.run for call in sheets.back]
    config.back_pass[seat] = [call.passing for call in sheets.back]
    config.back_formation[seat] = [formations.index(name) for name in sheets.back_formation]
    config.fourth_target[seat] = [targets.own_20, targets.midfield, targets.their_20, targets.goal]
    config.formation_chart[seat] = list(sheets.formation_chart)
    config.strategy_by_state[seat] = list(sheets.strategy_by_state)
    config.strategy_late[seat] = list(sheets.strategy_late)
    config.code_chart[seat] = list(sheets.code_chart)
    config.code_play[seat] = list(sheets.code_play)
