"""One page for each game: how to play it, with drawings, followed by all its rules by chapter, with a search field."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.core.language import _
from breakaway.core.rulebook import Rule, searched
from breakaway.display.how_to_play import guide
from breakaway.games.manifest import find
from breakaway.testing.cases import functions_of
from breakaway.web.pages import Elsewhere, page

router = APIRouter(include_in_schema=False)
LONGEST = 100  # characters of a search


@router.get("/rules/{name}")
def rules(request: Request, name: str, q: str = "") -> Response:
    """How a game is played and all its rules by chapter, or only the rules that contain all words of the search `q`."""
    game = find(name)
    words = q[:LONGEST].strip()
    chapters: dict[str, list[Rule]] = {}
    for entry in searched(game.rules, words):
        chapters.setdefault(entry.chapter, []).append(entry)
    shown = None if words else guide(game)
    return page(
        request, "rules.html", game=game, chapters=chapters, words=words, guide=shown, count=len(game.rules.entries)
    )


@router.get("/rules/{name}/{rule}")
def rule(request: Request, name: str, rule: str) -> Response:
    """The page of one rule."""
    game = find(name)
    entry = game.rules.entries.get(rule.upper()[:20])
    if entry is None:
        raise Elsewhere(404, _("This game has no rule with this id."))
    return page(request, "rule.html", game=game, entry=entry, played=functions_of(game).get(entry.id, []))
