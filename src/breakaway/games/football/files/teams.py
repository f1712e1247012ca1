"""Team files and the solo sheets of a team."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, create_model, model_validator

from breakaway.core.data_files import BadData, Strict, checked, read_toml
from breakaway.games.football.files.cards import DATA, Evidence, Faults, Matchups, check_attested
from breakaway.games.football.rules import best_answers
from breakaway.games.football.rules.abilities import FIELDS, MOST_COUNT, PARTS
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import AS_DRAWN, AS_USUAL, CARDS, DECLARED, DEFENSES, NONE, STATES
from breakaway.games.football.text.names import CODES, DISTANCES, DOWNS, PLANS, STRATEGIES
from breakaway.games.football.text.orders import (
    ABILITIES,
    Ability,
    Call,
    Play,
    find_name,
    parse_call,
    parse_card,
    parse_play,
)

# --- A team's two solo sheets, as written in a team file and as numbers.


SITUATIONS = ("losing", "tied", "winning")
LEAST_STATE = 2  # first down, one line to go

Die = Field(min_length=6, max_length=6)


class DefenseSheet(Strict):
    """The defense sheet.

    Its front gives a strategy for each formation, Game State and roll of the die. Its back gives a call for each
    formation, strategy and roll.
    """

    front: dict[str, dict[str, str]]
    calls: dict[str, dict[str, list[str]]]
    evidence: Evidence | None = None


class OffenseSheet(Strict):
    """The offense sheet.

    Its front gives a formation for each distance, down and roll of the die. The front also gives a plan for each Game
    State, and a code for each plan and roll.

    Its back gives a play for each formation and code.
    """

    formation: dict[str, dict[str, str]]
    plan: dict[str, str]
    late: dict[str, str]
    codes: dict[str, list[str]]
    plays: dict[str, dict[str, str]]
    evidence: Evidence | None = None


@dataclass
class SheetNumbers:
    """The sheets as numbers for the config. `back_formation` has names, because their numbers depend on both teams."""

    front: list[int] = field(default_factory=lambda: [0] * (3 * STATES * 6))
    back: list[Call] = field(default_factory=lambda: [Call(0, 0, 0)] * 54)
    back_formation: list[str] = field(default_factory=lambda: [""] * 54)
    formation_chart: list[int] = field(default_factory=lambda: [0] * 54)
    strategy_by_state: list[int] = field(default_factory=lambda: [0] * STATES)
    strategy_late: list[int] = field(default_factory=lambda: [AS_USUAL] * 3)
    code_chart: list[int] = field(default_factory=lambda: [0] * 18)
    code_play: list[int] = field(default_factory=lambda: [0] * 36)


def parse_band(text: str) -> range:
    """Reads a band of Game States: `2-4`, `5` or `7+`. Game States above the last one are treated as the last.

    Raises ValueError.
    """
    found = re.fullmatch(r"\s*(\d{1,2})(?:\s*-\s*(\d{1,2})|(\+))?\s*", text)
    if found:
        least = int(found[1])
        most = STATES - 1 if found[3] else int(found[2] or least)
        if LEAST_STATE <= least <= most < STATES:
            return range(least, most + 1)
    raise ValueError(f"expected Game States of {LEAST_STATE} or more, such as '2-4', '5' or '7+', not {text!r}")


def parse_dice(text: str, names: Sequence[str], what: str) -> list[int]:
    """Reads `Eagle 1-2, Twist 3-4, Stunt 5-6`, and returns for each roll the number of its name. Raises ValueError.

    Every roll must appear exactly once. `what` says what the names stand for.
    """
    rolls: dict[int, int] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*(.*?)\s+([1-6])(?:\s*-\s*([1-6]))?\s*", part)
        if not found:
            raise ValueError(f"expected a name and its rolls, as in '{names[0]} 1-2', not {part.strip()!r}")
        number = find_name(found[1], names, what)
        for roll in range(int(found[2]), int(found[3] or found[2]) + 1):
            if roll in rolls:
                raise ValueError(f"roll {roll} appears twice in {text!r}")
            rolls[roll] = number
    missing = [str(roll) for roll in range(1, 7) if roll not in rolls]
    if missing:
        raise ValueError(f"{text!r} has no name for a roll of {', '.join(missing)}")
    return [rolls[roll] for roll in range(1, 7)]


def parse_side(text: str) -> int:
    """Reads `7b`, the second play of card 7, as a number counted from 0. `drawn` stands for the drawn card's play.

    Raises ValueError.
    """
    if text.strip().casefold() == "drawn":
        return AS_DRAWN
    found = re.fullmatch(r"\s*(\d{1,2})\s*([ab])\s*", text)
    if not found or not 1 <= int(found[1]) <= CARDS:
        raise ValueError(f"expected a card and its side, such as '7b' (cards 1 to {CARDS}), or 'drawn', not {text!r}")
    return (int(found[1]) - 1) * 2 + "ab".index(found[2])


def all_there(where: str, table: dict[str, object], names: Sequence[str], faults: Faults) -> list[str]:
    """The expected names that occur in a table. Reports missing and unknown names as mistakes."""
    for name in table:
        if name not in names:
            faults.add(where, f"unknown name {name!r}; known: {', '.join(names)}")
    for name in names:
        if name not in table:
            faults.add(where, f"{name!r} is missing")
    return [name for name in names if name in table]


def read_bands(where: str, bands: dict[str, object], faults: Faults) -> list[str]:
    """The band of each Game State. Reports gaps and overlaps as mistakes."""
    by_state = [""] * STATES
    for band in bands:
        for state in faults.attempt(where, range(0), parse_band, band):
            if by_state[state]:
                faults.add(where, f"Game State {state} is in both {by_state[state]!r} and {band!r}")
            by_state[state] = band
    missing = [str(state) for state in range(LEAST_STATE, STATES) if not by_state[state]]
    if missing:
        faults.add(
            where,
            f"no row covers Game State {', '.join(missing)}; the last row can cover all higher ones, as '9+' does",
        )
    by_state[:LEAST_STATE] = [by_state[LEAST_STATE]] * LEAST_STATE
    return by_state


def put_defense_sheet(
    numbers: SheetNumbers, sheet: DefenseSheet, formations: list[str], matchups: Matchups, faults: Faults
) -> None:
    """Reads the defense sheet and stores its values as numbers."""
    where = "defense_sheet: front"
    for name in all_there(where, dict(sheet.front), formations, faults):
        rows = sheet.front[name]
        by_state = read_bands(f"{where}: {name}", dict(rows), faults)
        for state, band in enumerate(by_state):
            text = rows.get(band, "Eagle 1-6")
            at = (formations.index(name) * STATES + state) * 6
            dice = faults.attempt(f"{where}: {name}: {band}", [0] * 6, parse_dice, text, STRATEGIES, "strategy")
            numbers.front[at : at + 6] = dice
    where = "defense_sheet: calls"
    for name in all_there(where, dict(sheet.calls), formations, faults):
        for strategy in all_there(f"{where}: {name}", dict(sheet.calls[name]), STRATEGIES, faults):
            calls = sheet.calls[name][strategy]
            if len(calls) != 6:
                faults.add(f"{where}: {name}: {strategy}", f"expected 6 calls, one for each roll, not {len(calls)}")
            for die, text in enumerate(calls[:6]):
                at = (formations.index(name) * 3 + STRATEGIES.index(strategy)) * 6 + die
                path = f"{where}: {name}: {strategy}: roll {die + 1}"
                read = faults.attempt(path, ("", Call(0, 0, 0)), _sheet_call, text, matchups)
                numbers.back_formation[at], numbers.back[at] = read


def _sheet_call(text: str, matchups: Matchups) -> tuple[str, Call]:
    formation, calls = parse_card(text)
    if len(calls) != 1:
        raise ValueError(f"expected one call, as in 'Dime: Zone 0-5', not {text!r}")
    return formation, parse_call(calls[0], matchups.defense_types)


def put_offense_sheet(
    numbers: SheetNumbers, sheet: OffenseSheet, formations: list[str], classes: list[int], faults: Faults
) -> None:
    """Reads the offense sheet and stores its values as numbers.

    `classes` are the formation classes of the team's cards.
    """
    where = "offense_sheet: formation"
    for distance in all_there(where, dict(sheet.formation), DISTANCES, faults):
        for down in all_there(f"{where}: {distance}", dict(sheet.formation[distance]), DOWNS, faults):
            text = sheet.formation[distance][down]
            at = (DISTANCES.index(distance) * 3 + DOWNS.index(down)) * 6
            path = f"{where}: {distance}: {down}"
            dice = faults.attempt(path, [0] * 6, parse_dice, text, formations, "formation")
            numbers.formation_chart[at : at + 6] = dice
    _put_plans(numbers, sheet, faults)
    where = "offense_sheet: plays"
    for name in all_there(where, dict(sheet.plays), formations, faults):
        for code in all_there(f"{where}: {name}", dict(sheet.plays[name]), CODES, faults):
            path, text = f"{where}: {name}: {code}", sheet.plays[name][code]
            play = faults.attempt(path, AS_DRAWN, parse_side, text)
            if play != AS_DRAWN and classes[play // 2] != formations.index(name):
                faults.add(
                    path, f"card {play // 2 + 1} is a {formations[classes[play // 2]]} card; expected a {name} card"
                )
            numbers.code_play[formations.index(name) * 12 + CODES.index(code)] = play


def _put_plans(numbers: SheetNumbers, sheet: OffenseSheet, faults: Faults) -> None:
    """Reads the plan for each Game State, the plans for late in a half, and each plan's codes."""
    where = "offense_sheet: plan"
    plans = {band: plan for plan, band in sheet.plan.items()}
    all_there(where, dict(sheet.plan), PLANS, faults)
    for state, band in enumerate(read_bands(where, dict(plans), faults)):
        numbers.strategy_by_state[state] = PLANS.index(plans[band]) if plans.get(band) in PLANS else 0
    for situation in all_there("offense_sheet: late", dict(sheet.late), SITUATIONS, faults):
        plan, names = sheet.late[situation], [*PLANS, "as usual"]
        number = faults.attempt(f"offense_sheet: late: {situation}", 0, find_name, plan, names, "plan")
        numbers.strategy_late[SITUATIONS.index(situation)] = AS_USUAL if number == len(PLANS) else number
    where = "offense_sheet: codes"
    for plan in all_there(where, dict(sheet.codes), PLANS, faults):
        codes = sheet.codes[plan]
        if len(codes) != 6:
            faults.add(f"{where}: {plan}", f"expected 6 codes, one for each roll, not {len(codes)}")
        for die, code in enumerate(codes[:6]):
            at = PLANS.index(plan) * 6 + die
            path = f"{where}: {plan}: roll {die + 1}"
            numbers.code_chart[at] = faults.attempt(path, 0, find_name, code, CODES, "code")


# --- Reads team files: a team's cards, ability and solo sheets. Some team files ship with the game; others are a
# player's own.


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


class AbilityPart(Strict):
    """A part of an ability that a team's file declares: what it does, when, how often, and what unlocks it."""

    does: Literal["gain", "completed pass", "defense", "free audible"]
    amount: int = Field(default=1, ge=1, le=9)
    plays: Literal["any", "run", "pass"] = "any"
    formation: Literal["any", "run heavy", "balanced", "pass heavy"] = "any"
    down: int = Field(default=0, ge=0, le=4)
    place: Literal["anywhere", "red zone", "one line to go"] = "anywhere"
    uses: int = Field(default=0, ge=0, le=7)
    per: Literal["game", "drive"] = "game"
    unlocked_by: Literal["start", "takeaway", "breakaway", "defense breakaway", "touchdown", "script"] = "start"
    after: int = Field(default=1, ge=1, le=7)
    grows_to: int = Field(default=0, ge=0, le=9)
    lost_by: Literal["nothing", "giveaway"] = "nothing"


class TeamAbility(Strict):
    """The ability that a team has besides its cards. If the amount or the number of uses is missing, the ability's
    default applies. With `parts`, the ability is declared from them and may have any name.

    `script` lists the types of play of a scripted first drive.
    """

    name: str
    amount: int | None = Field(default=None, ge=0, le=9)
    uses: int | None = Field(default=None, ge=0, le=99)
    says: str = ""
    parts: list[AbilityPart] = Field(default_factory=list, max_length=PARTS)
    script: list[str] = Field(default_factory=list, max_length=7)
    evidence: Evidence | None = None

    @model_validator(mode="after")
    def parts_fit_together(self) -> TeamAbility:
        """Raises ValueError if a script is missing or unused, or a part can never count."""
        has_script = any(part.unlocked_by == "script" for part in self.parts)
        if has_script != bool(self.script):
            raise ValueError("a part that is unlocked_by = 'script' and the list `script` go together")
        for part in self.parts:
            if part.grows_to and part.unlocked_by in ("start", "script"):
                raise ValueError("a part with grows_to needs a moment that can come again, such as 'breakaway'")
            most = part.amount * (MOST_COUNT + 1 - part.after)
            if part.grows_to and part.does == "free audible":
                raise ValueError("a free audible has no amount that could grow")
            if part.grows_to and not part.amount <= part.grows_to <= most:
                raise ValueError(
                    f"grows_to = {part.grows_to} is never reached: seven moments count, so with amount = {part.amount} "
                    f"and after = {part.after} it can be {part.amount} to {most}"
                )
            if part.unlocked_by == "start" and (part.after != 1 or part.lost_by != "nothing"):
                raise ValueError("a part that counts from the start has no `after` and no `lost_by`")
            if part.per == "drive" and not part.uses:
                raise ValueError("per = 'drive' needs the number of uses in a drive")
            if part.does == "completed pass" and part.plays == "run":
                raise ValueError("no run is a completed pass")
            if part.unlocked_by == "script" and (part.uses or part.after != 1):
                raise ValueError(
                    "a part that a script unlocks has no uses and no `after`: it counts once the script ends"
                )
        return self


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


class ExpertSheets(Strict):
    """A second set of the two sheets, for people who play well. The fourth-down chart is the same for both sets."""

    defense_sheet: DefenseSheet
    offense_sheet: OffenseSheet


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
    expert: ExpertSheets | None = None
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
    expert: SheetNumbers | None = None  # the second set of sheets


PLACES = {  # where each number of the policy page stands in a config
    "much_behind": best_answers.FAR_BEHIND,
    "much_behind_bonus": best_answers.FAR_BEHIND_BONUS,
    "late_cards": best_answers.LATE_CARDS,
    "losing_late_bonus": best_answers.LATE_BONUS,
    "winning_late_malus": best_answers.LEADING_LATE_MALUS,
    "force_turnover_quarter": best_answers.FORCE_FROM_QUARTER,
    "quick_release_strength": best_answers.QUICK_RELEASE_FROM,
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
    if file.expert:
        if missing:
            faults.add("expert", "a team with expert sheets needs its standard sheets, too")
        of_experts = Faults(f"{team.id}.toml: expert")
        team.expert = SheetNumbers()
        put_defense_sheet(team.expert, file.expert.defense_sheet, team.formations, matchups, of_experts)
        put_offense_sheet(team.expert, file.expert.offense_sheet, team.formations, team.card_formation, of_experts)
        faults.found += of_experts.found


def team_ability(ability: TeamAbility) -> Ability:
    """The ability as numbers, with defaults for fields that the file leaves out."""
    if ability.parts:
        return Ability(DECLARED, 0, 0)
    names = list(ABILITIES)
    number, amount, uses = ABILITIES[names[find_name(ability.name, names, "ability")]]
    return Ability(
        number,
        amount if ability.amount is None else ability.amount,
        uses if ability.uses is None else ability.uses,
    )


DOES = ("gain", "completed pass", "defense", "free audible")
PLAYS = ("any", "run", "pass")
FORMATIONS = ("any", "run heavy", "balanced", "pass heavy")
ZONES = ("anywhere", "red zone", "one line to go")
MOMENTS = ("start", "takeaway", "breakaway", "defense breakaway", "touchdown", "script")


def put_ability(config: FootballConfig, seat: int, ability: TeamAbility, types: Sequence[str]) -> None:
    """Writes a team's ability into the config. `types` are the types of play. Raises ValueError."""
    config.ability[seat], config.ability_amount[seat], config.ability_uses[seat] = team_ability(ability)
    config.parts[seat] = [0] * len(config.parts[seat])
    config.script[seat] = [0] * len(config.script[seat])
    for at, name in enumerate(ability.script):
        config.script[seat][at] = find_name(name, types, "type of play") + 1
    for n, part in enumerate(ability.parts):
        after = len(ability.script) if part.unlocked_by == "script" else part.after
        config.parts[seat][n * FIELDS : (n + 1) * FIELDS] = [
            DOES.index(part.does) + 1,
            part.amount,
            PLAYS.index(part.plays),
            FORMATIONS.index(part.formation),
            part.down,
            ZONES.index(part.place),
            part.uses,
            int(part.per == "drive"),
            MOMENTS.index(part.unlocked_by),
            after,
            part.grows_to,
            int(part.lost_by == "giveaway"),
        ]


def team_policy(own: dict[str, int | bool]) -> list[int]:
    """The common policy page, with a team's `own` numbers where the team has any."""
    page = checked(Sense, {**common_sense(), **own}, "sense").model_dump()
    policy = [0] * (1 + max(PLACES.values()))
    for name, at in PLACES.items():
        policy[at] = int(page[name])
    return policy


def put_team(
    config: FootballConfig,
    seat: int,
    team: Team,
    formations: list[str],
    types: Sequence[str],
    expert: bool = False,
) -> None:
    """Writes a team into the config. `formations` are the names of all defense formations of the match, and `types`
    those of the types of play.

    With `expert`, a team that has expert sheets uses them.
    """
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
    put_ability(config, seat, team.file.ability, types)
    config.policy[seat][: len(team.policy)] = team.policy
    if team.has_sheets:
        _put_sheets(config, seat, team, (team.expert if expert else None) or team.sheets, formations)


def _put_sheets(config: FootballConfig, seat: int, team: Team, sheets: SheetNumbers, formations: list[str]) -> None:
    targets = team.file.fourth_down
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
