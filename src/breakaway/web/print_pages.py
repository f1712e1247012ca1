"""The page *Print*: cards, sheets, boards and forms of the games as PDF. Nothing of any match is in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.core.language import UserError, _, language, say
from breakaway.display.printing import ALL, PAPERS, Printing, SheetChoice, as_pdf, choices_of, pages_of, title_of
from breakaway.games.manifest import GAMES, NoSuchGame, Sheet, find
from breakaway.server.budgets import PageRoute
from breakaway.server.long_tasks import READ, JobQueue
from breakaway.web.pages import page
from breakaway.web.request import Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
LONGEST_WORD = 60  # characters of a value that an error repeats


@dataclass(frozen=True)
class PrintedGame:
    """A game on the page: its name and title, its sheets by name, and what a visitor chooses."""

    name: str
    title: str
    sheets: dict[str, Sheet]
    choices: list[SheetChoice]


@router.get("/print")
def print_page(request: Request) -> Response:
    """Everything that can be printed, with a form for each game."""
    games = [
        PrintedGame(name, find(name).title, dict(kit.sheets), choices_of(name))
        for name, kit in GAMES.items()
        if kit.sheets
    ]
    return page(request, "printing.html", games=games, all=ALL)


@router.get("/print/{game}")
async def printed_sheet(request: Request, game: str, who: Who) -> Response:
    """A sheet of a game as PDF. Raises NoSuchGame, UserError, and the errors of `JobQueue.do`.

    The work waits in the line of the workshop, and everybody who asks for the same sheet gets the same bytes.
    """
    if game not in GAMES or not GAMES[game].sheets:
        raise NoSuchGame(say("{game} has nothing to print", game=repr(game[:LONGEST_WORD])))
    name = request.query_params.get("sheet", ALL)
    if name != ALL and name not in GAMES[game].sheets:
        raise UserError(say("There is no sheet {name}. Choose one on the page Print.", name=repr(name[:LONGEST_WORD])))
    order = _order(request, game)

    def work() -> bytes:
        return as_pdf(pages_of(game, name, order), order, title_of(game, name))

    workshop: JobQueue = request.app.state.workshop
    key = ("print", language(), game, name, order)
    made = await workshop.do(request, work, READ, key, keep=True, free=who.is_owner)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def _order(request: Request, game: str) -> Printing:
    """What the visitor asks for. Values are only those that the page offers, so that nobody can name a file."""
    asked = request.query_params
    found: dict[str, Any] = {}
    for choice in choices_of(game):
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
