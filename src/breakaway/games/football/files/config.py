"""The config of a match, made from data files, and checks of one's own files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from breakaway.core.data_files import BadData, house_rules, read_toml
from breakaway.core.language import say
from breakaway.core.rulebook import put_options
from breakaway.core.state import canonical
from breakaway.games.football.files.cards import (
    DATA,
    Deck,
    DeckFile,
    MatchupFile,
    Matchups,
    cards_by_line,
    deck_texts,
    our_matchups,
    put_deck,
    put_matchups,
    read_deck,
    read_hail_mary_cards,
    read_matchups,
)
from breakaway.games.football.files.teams import SheetNumbers, Team, TeamFile, our_teams, put_team, read_team
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import BLOCKED, DEFENSE_WINS, OFFENSE_WINS, RUN, SEATS
from breakaway.games.football.text.names import CLASSES, STRATEGIES
from breakaway.games.football.text.orders import call_text, play_text
from breakaway.games.football.text.staff import is_staff

# --- Makes the config of a match from the card files: the deck, the matchups, two teams and the house rules.
#
#     from breakaway.games.football.files.config import resolve
#     config, options = resolve("maulers", "pharaohs", sheets=(1,), house={"flags": 1})


__all__ = ["Library", "names", "resolve", "team_files"]

NOT_TEAMS = ("deck", "matchups")  # files in a teams folder that are not teams


class Library:
    """The files from which matches are made: first those in `teams_dir`, then those that ship with the game."""

    def __init__(self, teams_dir: Path | None = None) -> None:
        if teams_dir is not None and not teams_dir.is_dir():
            raise BadData(f"{teams_dir}: this folder does not exist; name the folder with your own team files")
        own = {path.stem.casefold(): path for path in sorted(teams_dir.glob("*.toml"))} if teams_dir else {}
        self.teams = {**our_teams(), **{name: path for name, path in own.items() if name not in NOT_TEAMS}}
        self.matchups: Matchups = read_matchups(own["matchups"]) if "matchups" in own else our_matchups()
        self.deck: Deck = read_deck(own["deck"]) if "deck" in own else our_deck()

    def team(self, name: str) -> Team:
        """A team by its id. Raises BadData if there is no such team."""
        if name not in self.teams:
            raise BadData(say("unknown team {name!r}; known: {known}", name=name, known=", ".join(sorted(self.teams))))
        if self.teams[name] is our_teams().get(name) and self.matchups is our_matchups():
            return our_team(name)
        return read_team(self.teams[name], self.matchups)


@cache
def our_deck() -> Deck:
    """The Game Day deck that ships with the game."""
    return read_deck(DATA / "deck.toml")


@cache
def our_team(name: str) -> Team:
    """A team that ships with the game, by its id. The team is read only once and then shared, so do not change it."""
    return read_team(our_teams()[name], our_matchups())


def team_files(teams_dir: Path | None = None) -> dict[str, Path]:
    """The file of each team, by id."""
    return dict(Library(teams_dir).teams)


def resolve(
    home: str = "lightning",
    away: str = "fire",
    sheets: tuple[int, ...] = (),
    house: dict[str, Any] | None = None,
    teams_dir: Path | None = None,
) -> tuple[FootballConfig, dict[str, Any]]:
    """The config of a match and its resolved options. Raises BadData for anything unknown or out of range.

    `home` and `away` are team ids. `sheets` lists the seats that sheets play. `house` contains the house rules that
    differ from their defaults. `teams_dir` is a folder with the player's own teams and cards.
    """
    if any(seat not in range(SEATS) for seat in sheets):
        raise BadData(f"sheets: expected seat 0 (home), seat 1 (away) or both, not {', '.join(map(str, sheets))}")
    options = house_rules(FootballConfig, house or {})
    library = Library(teams_dir)
    teams = [library.team(name) for name in (home, away)]
    config = FootballConfig()
    put_options(config, options)
    expert = config.solo_sheets == 1
    config.hail_mary_cards = cards_by_line(options["hail_mary_cards"])
    put_matchups(config, library.matchups)
    put_deck(config, library.deck.cards)
    for seat, team in enumerate(teams):
        if seat in sheets and not team.has_sheets:
            raise BadData(say("{team}: defense_sheet is missing, so the sheets cannot play as this team", team=team.id))
        if seat in sheets and expert and team.expert is None:
            raise BadData(
                say(
                    "{team}: the team has no expert sheets; add them to its file, or play with solo_sheets=standard",
                    team=team.id,
                )
            )
        config.sheet[seat] = int(seat in sheets)
        put_team(config, seat, team, defense_formations(teams), library.matchups.types, expert)
    options = {
        "teams": [{"id": team.id, "name": team.file.name} for team in teams],
        "sheets": sorted(set(sheets)),
        **options,
    }
    return config, options


def misstated(options: Mapping[str, Any], config: FootballConfig, names: Mapping[str, Any]) -> list[str]:
    """The options, apart from house rules with a field of their own, that differ from the config or from the `names`.

    The config has the cards of the teams, not what they are called.
    """
    found = []
    if "teams" in options and not _are_teams(options["teams"], names.get("teams")):
        found.append("teams")
    sheets = [seat for seat in range(SEATS) if config.sheet[seat]]
    if "staff" in options and not is_staff(options["staff"]):
        found.append("staff")
    if canonical(options.get("sheets", sheets)) != canonical(sheets):
        found.append("sheets")
    try:
        if (
            "hail_mary_cards" in options
            and cards_by_line(read_hail_mary_cards(options["hail_mary_cards"])) != config.hail_mary_cards
        ):
            found.append("hail_mary_cards")
    except (ValueError, LookupError, TypeError):
        found.append("hail_mary_cards")
    return found


def _are_teams(value: Any, called: Any) -> bool:
    """Whether this `value` of the option `teams` has an id and a name for each side, and they are `called` so."""
    rows = value if isinstance(value, list) and len(value) == SEATS else []
    is_shaped = all(
        isinstance(row, dict) and row.keys() == {"id", "name"} and all(isinstance(each, str) for each in row.values())
        for row in rows
    )
    return bool(rows) and is_shaped and called in (None, [row["name"] for row in rows])


def defense_formations(teams: list[Team]) -> list[str]:
    """The names of all defense formations of a match, in the order in which cards and sheets first name them."""
    expert = [name for team in teams if team.expert for name in team.expert.back_formation]
    found = [name for team in teams for name in (*team.defense_formations, *team.sheets.back_formation) if name]
    found += expert
    return list(dict.fromkeys(found))


def names(home: str, away: str, teams_dir: Path | None = None) -> dict[str, Any]:
    """The names that a match needs besides its config: teams, cards, types, formations, abilities."""
    library = Library(teams_dir)
    teams = [library.team(name) for name in (home, away)]
    types, defense_types = library.matchups.types, library.matchups.defense_types
    return {
        "teams": [team.file.name for team in teams],
        "cards": [
            [
                {
                    "formation": team.formations[formation],
                    "plays": [play_text(play, types) for play in team.plays[card * 2 : card * 2 + 2]],
                }
                for card, formation in enumerate(team.card_formation)
            ]
            for team in teams
        ],
        "defenses": [
            [
                {
                    "formation": formation,
                    "calls": [call_text(call, defense_types) for call in team.calls[card * 2 : card * 2 + 2] if call],
                }
                for card, formation in enumerate(team.defense_formations)
            ]
            for team in teams
        ],
        "types": list(types),
        "defense_types": list(defense_types),
        "formations": [list(team.formations) for team in teams],
        "defense_formations": defense_formations(teams),
        "deck": deck_texts(library.deck),
        "abilities": [{"name": team.file.ability.name, "says": team.file.ability.says} for team in teams],
    }


# --- Checks a player's own team file, deck or matchups, and offers a template to start from.
#
#     from breakaway.games.football.files.config import check, template
#     Path("my_teams/comets.toml").write_text(template())
#     print("\n".join(check(Path("my_teams/comets.toml"))))


# Cards with each field goal value, derived from the printed success table (section 1 of the specification).
KICK_COUNTS = {BLOCKED: 3, 3: 2, 4: 3, 5: 6, 6: 8, 7: 21, 8: 8, 9: 3}
ALWAYS_MINIMUM = ("Inside Run", "Short")  # 170: these types always have a minimum gain of 1
FILES: dict[str, type[BaseModel]] = {"team": TeamFile, "deck": DeckFile, "matchups": MatchupFile}


def check(path: Path) -> list[str]:
    """The mistakes in a file, and warnings about odd entries. Empty if the file is fine."""
    try:
        kind = file_kind(read_toml(path))
        if kind == "deck":
            return deck_warnings(read_deck(path), path.name)
        if kind == "matchups":
            return matchup_warnings(read_matchups(path), path.name)
        beside = path.with_name("matchups.toml")
        matchups = read_matchups(beside) if beside.is_file() else our_matchups()
        return team_warnings(read_team(path, matchups), matchups, path.name)
    except BadData as error:
        return str(error).split("\n")


def file_kind(data: dict[str, Any]) -> str:
    """The kind of a file, judged by its contents: team, deck or matchups."""
    if "cards" in data:
        return "deck"
    return "matchups" if "spy" in data else "team"


def deck_warnings(deck: Deck, where: str) -> list[str]:
    """Warnings about odd entries in a deck."""
    counts: Counter[int] = Counter()
    for card in deck.cards:
        counts[card.field_goal] += card.copies
    found = []
    for value in sorted({*KICK_COUNTS, *counts}):
        if counts[value] != KICK_COUNTS.get(value, 0):
            word = value if value != BLOCKED else "blocked"
            expected = KICK_COUNTS.get(value, 0)
            cards = "1 card" if counts[value] == 1 else f"{counts[value]} cards"
            found.append(f"fg {word}: {cards}; the printed success table needs {expected}")
    if not any(card.offense_corner == 0 for card in deck.cards):
        found.append("no card has an offense corner of 0, so a breakaway would hardly ever end (42)")
    return [f"{where}: warning: {text}" for text in found]


def matchup_warnings(matchups: Matchups, where: str) -> list[str]:
    """Warnings about plays that no defense beats and defenses that no play beats.

    If nothing beats a play or a defense, nobody has a reason to call anything else.
    """
    found = []
    for at, name in enumerate(matchups.types):
        if all(row[at] != DEFENSE_WINS for row in matchups.chart):
            found.append(f"no defense wins against {name}, so everybody would call it")
    for row, name in zip(matchups.chart, matchups.defense_types, strict=True):
        if OFFENSE_WINS not in row:
            found.append(f"{name} does not lose to any play, so everybody would call it")
    return [f"{where}: warning: {text}" for text in found]


def team_warnings(team: Team, matchups: Matchups, where: str) -> list[str]:
    """Warnings about odd entries in a team."""
    found = [*_class_warnings(team), *_play_warnings(team, matchups)]
    if team.has_sheets:
        found += _sheet_warnings(team, team.sheets, "defense_sheet", matchups)
        if team.expert:
            found += _sheet_warnings(team, team.expert, "expert: defense_sheet", matchups)
    else:
        found.append("the team has no solo sheets, so only people can play it")
    return [f"{where}: warning: {text}" for text in found]


def _class_warnings(team: Team) -> list[str]:
    """Warnings about formation classes that have no cards, although a sheet can roll them."""
    found = []
    for number, words in enumerate(CLASSES):
        if number not in team.card_formation:
            found.append(f"offense: the team has no {words} card ({team.formations[number]})")
    return found


def _play_warnings(team: Team, matchups: Matchups) -> list[str]:
    """Warnings about marks that are missing or have no effect."""
    found = []
    for at, play in enumerate(team.plays):
        card = f"offense card {at // 2 + 1}: {play_text(play, matchups.types)!r}"
        if matchups.types[play.type] in ALWAYS_MINIMUM and not play.minimum:
            found.append(f"{card} has no 'min'; such plays always have a minimum gain of 1 (170)")
        if matchups.kinds[play.type] == RUN and play.low:
            found.append(f"{card} is a run; only a pass can have 'low' (168)")
    if len({call.type for call in team.calls if call}) < 5:
        found.append("defense: with fewer than five types of defense, this team is easy to read")
    return found


def _sheet_warnings(team: Team, sheets: SheetNumbers, where: str, matchups: Matchups) -> list[str]:
    """Warnings about calls on a defense sheet that no card has. `where` names the sheet."""
    found = []
    on_cards = {(team.defense_formations[at // 2].casefold(), call) for at, call in enumerate(team.calls) if call}
    for at, (formation, call) in enumerate(zip(sheets.back_formation, sheets.back, strict=True)):
        if (formation.casefold(), call) not in on_cards:
            formation_rolled, strategy = team.formations[at // 18], STRATEGIES[at // 6 % 3]
            cell = f"{formation_rolled}: {strategy}: roll {at % 6 + 1}"
            text = f"{formation}: {call_text(call, matchups.defense_types)}"
            found.append(f"{where}: calls: {cell}: {text!r} is not on any defense card")
    return found


def template() -> str:
    """A complete team file with a comment on every field. The template passes the check unchanged."""
    return (DATA / "template.toml").read_text(encoding="utf-8")


def schema(kind: str = "team") -> dict[str, Any]:
    """The JSON Schema for a `kind` of file (`team`, `deck` or `matchups`), for editors that check while you type.

    Raises BadData for any other kind.
    """
    if kind not in FILES:
        raise BadData(f"unknown kind of file {kind!r}; known: {', '.join(FILES)}")
    made: dict[str, Any] = FILES[kind].model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
