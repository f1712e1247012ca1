"""Makes responses from templates, and adds what every page needs besides its own content."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from breakaway.core import language
from breakaway.core.language import Trouble
from breakaway.core.version import version
from breakaway.display.renderers import LOOK
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.web import kept_files
from breakaway.web.clock import clock
from breakaway.web.qr import qr
from breakaway.web.visitor import remember, visitor_of

HERE = Path(__file__).parent
MOST = 8000  # parts of pages that are kept: a few kilobytes each at most
_written: dict[Hashable, Markup] = {}


class Elsewhere(Trouble):
    """The page does not exist, or this browser may not open it. The error leads to an error page with this `status`.

    `seat` is the address where a player can enter a code or phrase for a seat that this browser does not play.
    """

    def __init__(self, status: int, text: str, seat: str = "") -> None:
        super().__init__(text)
        self.status, self.seat = status, seat


@cache
def environment() -> Environment:
    """The template environment. It escapes everything except drawings."""
    made = Environment(
        loader=FileSystemLoader([HERE / "templates", LOOK]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(language._, _counted, newstyle=True)  # type: ignore[attr-defined]
    made.filters["drawing"] = Markup
    made.globals["games"] = tuple(GAMES)
    made.globals["guides"] = tuple(name for name in GAMES if GAMES[name].howto)  # the games with a page on how to play
    made.globals["reviewed"] = tuple(name for name in GAMES if GAMES[name].review)
    made.globals["advised"] = tuple(name for name in GAMES if GAMES[name].advice)
    made.globals["clock"] = clock
    made.globals["version"] = version()
    made.globals["file"] = kept_files.address
    made.globals["once"] = _once
    made.filters["qr"] = qr
    made.globals["coach_called"] = lambda game, coach: coaches.called(find(game), coach)
    return made


def _counted(one: str, other: str, n: int) -> str:
    return language.catalog(language.language()).ngettext(one, other, n)


def _once(macro: Callable[[Hashable], Markup], value: Hashable) -> Markup:
    """The text that a macro writes for one value, such as a card that many pages show, turn after turn.

    The macro must depend on nothing but this value and the language.
    """
    key = language.language(), macro.name, value  # type: ignore[attr-defined]
    found = _written.get(key)
    if found is None:
        if len(_written) >= MOST:
            _written.clear()
        found = _written[key] = macro(value)
    return found


def text_of(request: Request, template: str, **given: Any) -> str:
    """A template filled with the `given` values and with what every page needs."""
    visitor = visitor_of(request)
    every = {
        "visitor": visitor,
        "csrf": visitor.csrf,
        "language": language.language(),
        "languages": [(name, language.OWN_NAMES.get(name, name)) for name in language.languages()],
        "path": request.url.path,
        "is_fragment": is_htmx(request),
    }
    return environment().get_template(template).render({**every, **given})


def page(request: Request, template: str, status: int = 200, **given: Any) -> Response:
    """A response with a filled template and this `status`. Gives a new browser its cookie."""
    response = HTMLResponse(text_of(request, template, **given), status)
    remember(request, response)
    return response


def is_htmx(request: Request) -> bool:
    """Whether htmx sent this request, to get part of a page."""
    return request.headers.get("hx-request") == "true"


def go(request: Request, where: str) -> Response:
    """Sends the browser on to the page `where`."""
    if is_htmx(request):
        return Response(status_code=200, headers={"HX-Redirect": where})
    response = RedirectResponse(where, 303)
    remember(request, response)
    return response
