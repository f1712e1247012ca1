"""The page *Print*: cards, sheets, boards and forms of the games as PDF. Nothing of any match is in them.

A visitor's own sets are printed for that visitor alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.club import Club
from breakaway.club.own_cards import cards_of
from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, _, language, say
from breakaway.display.printing import ALL, PAPERS, Printing, SheetChoice, as_pdf, choices_of, pages_of, title_of
from breakaway.games.manifest import GAMES, NoSuchGame, Sheet, find
from breakaway.players.set_folders import write_texts
from breakaway.server.budgets import PageRoute, in_turn
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.server.visitors import Visitor
from breakaway.web.own_sets import HeldSet, all_sets, held_set
from breakaway.web.pages import NoSuchPage, page
from breakaway.web.request import TheClub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
LONGEST_WORD = 60  # characters of a value that an error repeats


@dataclass(frozen=True)
class PrintedGame:
    """A game on the page: its name and title, its sheets by name, and what a visitor chooses.

    `box`: the set of the visitor's own that is printed; empty for what ships with the game.
    """

    name: str
    title: str
    sheets: dict[str, Sheet]
    choices: list[SheetChoice]
    box: str = ""

    @property
    def id(self) -> str:
        """Its name on the page."""
        return f"{self.name}.{self.box}" if self.box else self.name


@router.get("/print")
def print_page(request: Request, club: TheClub, who: Who) -> Response:
    """Everything that can be printed, with a form for each game and for each set of the visitor's own."""
    games = [
        PrintedGame(name, find(name).title, dict(kit.sheets), choices_of(name))
        for name, kit in GAMES.items()
        if kit.sheets
    ]
    return page(request, "printing.html", games=[*games, *_own(club, who)], all=ALL)


def _own(club: Club, who: Visitor) -> list[PrintedGame]:
    """The visitor's own sets. One whose files have mistakes is left out: its own page tells them."""
    found = []
    for game, name in all_sets(club, who):
        if cards_of(find(game)) is None:
            continue  # printed from a file: what ships with the game
        with suppress(BadData):
            choices = _choices(game, held_set(club, who, game, name))
            found.append(PrintedGame(game, find(game).title, dict(GAMES[game].sheets), choices, name))
    return found


def _choices(game: str, held: HeldSet | None) -> list[SheetChoice]:
    """What can be chosen. Of a set, its own teams, and nothing else that ships with the game. Raises BadData."""
    if held is None:
        return choices_of(game)
    teams = held.forms.teams(held.texts)
    return [replace(each, values=teams) for each in choices_of(game) if each.field == "teams" and teams]


@router.get("/print/{game}")
async def printed_sheet(request: Request, game: str, club: TheClub, who: Who) -> Response:
    """A sheet of a game as PDF. Raises NoSuchGame, NoSuchPage, UserError, BadData, and the errors of `JobQueue.do`.

    The work waits in the line of the workshop, and everybody who asks for the same sheet gets the same bytes. A sheet
    of a visitor's own set is made for nobody else, and not kept.
    """
    if game not in GAMES or not GAMES[game].sheets:
        raise NoSuchGame(say("{game} has nothing to print", game=repr(game[:LONGEST_WORD])))
    name = request.query_params.get("sheet", ALL)
    if name != ALL and name not in GAMES[game].sheets:
        raise UserError(say("There is no sheet {name}. Choose one on the page Print.", name=repr(name[:LONGEST_WORD])))
    box = request.query_params.get("box", "")
    if box and cards_of(find(game)) is None:
        raise NoSuchPage(404, _("You have no set of this name."))
    held = await in_turn(held_set, club, who, game, box) if box else None
    order = _order(request, _choices(game, held))

    def work() -> bytes:
        return as_pdf(pages_of(game, name, order), order, title_of(game, name))

    def own_work() -> bytes:
        assert held is not None
        with TemporaryDirectory() as folder:
            write_texts(Path(folder) / held.name, held.texts)
            mine = replace(order, box=str(Path(folder) / held.name))
            return as_pdf(pages_of(game, name, mine), mine, f"{title_of(game, name)}, {held.name}")

    workshop: JobQueue = request.app.state.workshop
    if held is not None:
        made = await workshop.do(request, own_work, READ, free=who.is_owner)
    else:
        key = ("print", language(), game, name, order)
        made = await workshop.do(request, work, READ, key, keep=True, free=who.is_owner)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def _order(request: Request, choices: Sequence[SheetChoice]) -> Printing:
    """What the visitor asks for. Values are only those that the page offers, so that nobody can name a file."""
    asked = request.query_params
    found: dict[str, Any] = {}
    for choice in choices:
        offered = dict(choice.values)
        values = list(dict.fromkeys(each for each in asked.getlist(choice.field) if each))
        for value in values:
            if value not in offered:
                text = _("{value} cannot be chosen here. Choose on the page Print.")
                raise UserError(text.format(value=repr(value[:LONGEST_WORD])))
        if values and choice.field == "teams":
            found["teams"] = tuple(values[: choice.many])
        elif values:
            found[choice.field] = int(values[0]) if values[0].isdecimal() else values[0]
    paper = asked.get("paper", PAPERS[0])
    if paper not in PAPERS:
        raise UserError(_("The paper is a4 or letter."))
    return Printing(paper, asked.get("color") == "gray", asked.get("blank") == "1", **found)
