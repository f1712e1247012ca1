"""Makes the config of a match from the card files: the deck, the matchups, two teams and the house rules.

from breakaway.games.football.files.config import resolve
config, options = resolve("maulers", "pharaohs", sheets=(1,), house={"flags": 1})
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from breakaway.core.data_files import BadData, house_rules
from breakaway.core.language import say
from breakaway.core.rulebook import put_options
from breakaway.games.football.files.deck import Deck, deck_texts, put_deck, read_deck
from breakaway.games.football.files.hail_mary import cards_by_line
from breakaway.games.football.files.matchups import Matchups, our_matchups, put_matchups, read_matchups
from breakaway.games.football.files.shared import DATA
from breakaway.games.football.files.teams import Team, our_teams, put_team, read_team
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import SEATS
from breakaway.games.football.text.cards import call_text, play_text

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
    config.hail_mary_cards = cards_by_line(options["hail_mary_cards"])
    put_matchups(config, library.matchups)
    put_deck(config, library.deck.cards)
    for seat, team in enumerate(teams):
        if seat in sheets and not team.has_sheets:
            raise BadData(say("{team}: defense_sheet is missing, so the sheets cannot play as this team", team=team.id))
        config.sheet[seat] = int(seat in sheets)
        put_team(config, seat, team, defense_formations(teams))
    options = {
        "teams": [{"id": team.id, "name": team.file.name} for team in teams],
        "sheets": sorted(set(sheets)),
        **options,
    }
    return config, options


def defense_formations(teams: list[Team]) -> list[str]:
    """The names of all defense formations of a match, in the order in which cards and sheets first name them."""
    found = [name for team in teams for name in (*team.defense_formations, *team.sheets.back_formation) if name]
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
