"""Setting up a match from what was typed: teams, who plays them, house rules; and the names of a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN, SHEET
from breakaway.core.data import BadData
from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.core.options import options_of
from breakaway.core.trouble import Trouble
from breakaway.games.football.files.book import Library, names, resolve
from breakaway.games.football.rules.state import FootballBook
from breakaway.games.football.rules.terms import CARDS, DECK, SEATS
from breakaway.games.registry import find
from breakaway.setting.fields import CHOICE, Field, house_fields
from breakaway.setting.settings import Form
from breakaway.setting.wishes import Wishes, players

HOME, AWAY = "lightning", "fire"
FOR_CYCLING = {"profile": "--profile", "track": "--track"}


def players_of(wishes: Wishes, against: str | None) -> list[str]:
    """A person at home, and the visitors' own sheets unless somebody else is named; raises Trouble."""
    return [HUMAN, *players(find("football"), against, SHEET, 1, people=True, rules_play=(SHEET,))]


def coaches_of(wishes: Wishes, named: str | None) -> list[str]:
    """Both sides by their sheets unless coaches are named; raises Trouble."""
    return players(find("football"), named, SHEET, SEATS, people=False, rules_play=(SHEET,))


def set_up(
    wishes: Wishes, house: dict[str, Any], by: Sequence[str], team_names: list[str]
) -> tuple[FootballBook, dict[str, Any], Names]:
    """Book, resolved options and names of a match; raises Trouble saying what is wrong with which option."""
    for wish, option in FOR_CYCLING.items():
        if getattr(wishes, wish) is not None:
            raise Trouble(say("{option} is for cycling; football has --house NAME=VALUE", option=option))
    if len(team_names) > 1:
        raise Trouble(_("--team: name one team, yours; the other is named with --versus"))
    home = team_id("--team", team_names[0], HOME) if team_names else team_id("--home", wishes.home, HOME)
    away = team_id("--versus" if HUMAN in by else "--away", wishes.versus, AWAY)
    sheets = tuple(seat for seat, player in enumerate(by) if player == SHEET)
    folder = folder_of(wishes)
    try:
        book, options = resolve(home, away, sheets, as_typed(house), folder)
        called = names(home, away, folder)
    except BadData as error:
        raise Trouble(str(error)) from None
    teams = called["teams"]
    if teams[0].casefold() == teams[1].casefold():
        called["teams"] = [say("{team} (home)", team=teams[0]), say("{team} (away)", team=teams[1])]
    return book, options, called


def as_typed(house: dict[str, Any]) -> dict[str, Any]:
    """House rules with 0 and 1 for no and yes, as people type them; raises Trouble for one that there is not."""
    options = {each.name: each for each in options_of(FootballBook)}
    unknown = sorted(set(house) - set(options))
    if unknown:
        known = ", ".join(options)
        raise Trouble(
            say("--house: no house rule is called {name!r}; there are: {known}", name=unknown[0], known=known)
        )
    switches = {name for name, each in options.items() if isinstance(each.usual, bool)}
    return {name: bool(value) if name in switches and value in (0, 1) else value for name, value in house.items()}


def team_id(option: str, text: str | None, usual: str) -> str:
    """A team as files name it, however it was typed; raises Trouble for an empty name."""
    if text is None:
        return usual
    found = text.strip().casefold().removesuffix(".toml")
    if not found:
        raise Trouble(
            say(
                "{option}: expected the name of a team such as {usual}, not {typed!r}; see: breakaway teams list",
                option=option,
                usual=usual,
                typed=text,
            )
        )
    return found


def folder_of(wishes: Wishes) -> Path | None:
    """The folder of `--teams`; raises Trouble."""
    if wishes.teams is None:
        return None
    folder = Path(str(wishes.teams))
    if not folder.is_dir():
        raise Trouble(f"--teams: {wishes.teams} is no folder; it names the one with your own team files")
    return folder


def names_of_record(found: Any, book: FootballBook) -> Names:
    """Names from a record, which may be a stranger's; raises Trouble when they are no names of a match."""
    try:
        _check(found, book)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Trouble(say("the record's names are no names of a football match: {error}", error=error)) from None
    checked: Names = found
    return checked


def _check(found: Any, book: FootballBook) -> None:
    """Raises unless every list has the length and the texts that the match needs."""
    _texts(found["teams"], SEATS)
    _texts(found["types"])
    _texts(found["defense_types"])
    _texts(found["defense_formations"])
    _texts(found["deck"], DECK)
    for seat in range(SEATS):
        _texts(found["formations"][seat], 3)
        _texts([found["abilities"][seat][key] for key in ("name", "says")])
        if len(found["cards"][seat]) != CARDS or len(found["defenses"][seat]) != book.defenses[seat]:
            raise ValueError(_("a team has too few cards, or too many"))
        for card in found["cards"][seat]:
            _texts([card["formation"], *card["plays"]], 3)
        for card in found["defenses"][seat]:
            _texts([card["formation"], *card["calls"]])


def _texts(found: Any, count: int | None = None) -> None:
    """Raises unless this is a list of texts, none too long to draw."""
    if not isinstance(found, list) or (count is not None and len(found) != count):
        raise ValueError(_("a list has the wrong length"))
    if not all(isinstance(each, str) and len(each) <= 300 for each in found):
        raise ValueError(_("a name is no text, or too long"))


class FootballSetting:
    """How football matches are set up."""

    def players(self, wishes: Wishes, against: str | None) -> list[str]:
        """A person, and the sheets or somebody else."""
        return players_of(wishes, against)

    def watched(self, wishes: Wishes, named: str | None) -> list[str]:
        """Sheets or coaches."""
        return coaches_of(wishes, named)

    def set_up(
        self, wishes: Wishes, house: dict[str, Any], by: Sequence[str], team_names: list[str]
    ) -> tuple[FootballBook, dict[str, Any], Names]:
        """Book, resolved options and names."""
        return set_up(wishes, house, by, team_names)

    def seat_names(self, names: Names) -> list[str]:
        """The teams."""
        return list(names["teams"])

    def checked_names(self, names: Any, book: FootballBook) -> Names:
        """Names from a record."""
        return names_of_record(names, book)

    def form(self) -> Form:
        """Two teams, and who plays the second."""
        library = Library()
        teams = tuple((name, library.team(name).file.name) for name in sorted(library.teams))
        first = (
            Field("team", _("Your team"), CHOICE, HOME, teams),
            Field("versus", _("The other team"), CHOICE, AWAY, teams),
        )
        house = house_fields(find("football"))
        return Form(first, house, (SHEET, *coaches.names(find("football"))), SEATS)


SETTING = FootballSetting()
