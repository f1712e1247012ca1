"""The visitor: a browser with its cookies, the seats whose links it has followed, and whether it is on this machine."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.seats import Seat
from breakaway.coaches.table import HUMAN
from breakaway.web.guard import LOCAL_NAMES, host_name, is_loopback

BROWSER, SEATS, INVITES, THEME = "browser", "seats", "invites", "theme"
THEMES = ("auto", "light", "dark")
TOKEN = re.compile(r"[\w-]{16,200}", re.ASCII)
MOST_SEATS = 60  # links that a browser remembers
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


@dataclass
class Visitor:
    """One browser. `is_here`: it runs on the server's own machine, where seats do not need links."""

    browser: str
    tokens: list[str]
    invites: list[str]  # links for others that this browser may hand on
    theme: str
    is_here: bool

    @property
    def csrf(self) -> str:
        """The token in every form of this browser. Nobody else can guess it."""
        return hashlib.sha256(f"form of {self.browser}".encode()).hexdigest()[:40]

    def sent(self, csrf: str) -> bool:
        """Whether the token `csrf` of a form is this browser's."""
        return hmac.compare_digest(csrf.encode(errors="replace"), self.csrf.encode())

    def seats_in(self, seats: Iterable[Seat], places: Mapping[str, int]) -> list[int]:
        """The seats of a match that this browser plays. `places` maps the token of each link to its seat."""
        mine = {seat.seat for seat in seats if self.is_here and seat.by == HUMAN and not seat.by_link}
        return sorted(mine | {places[token] for token in self.tokens if token in places})


def visitor_of(request: Request) -> Visitor:
    """The browser that sent a request. A new browser gets a random name, which `remember` keeps in a cookie."""
    cookies, state = request.cookies, request.state
    if not hasattr(state, "visitor"):
        browser = cookies.get(BROWSER, "")
        tokens, invites = (
            [each for each in cookies.get(name, "").split(".") if TOKEN.fullmatch(each)] for name in (SEATS, INVITES)
        )
        theme = cookies.get(THEME, "auto")
        state.visitor = Visitor(
            browser if TOKEN.fullmatch(browser) else token_urlsafe(24),
            tokens[:MOST_SEATS],
            invites[:MOST_SEATS],
            theme if theme in THEMES else "auto",
            is_here(request),
        )
    found: Visitor = state.visitor
    return found


def is_here(request: Request) -> bool:
    """Whether a request comes straight from the server's own machine, not through a proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    return is_loopback(request.client.host) and host_name(request.headers.get("host", "")) in LOCAL_NAMES


def remember(request: Request, response: Response) -> None:
    """Sets the cookie with a new browser's name."""
    visitor = visitor_of(request)
    if request.cookies.get(BROWSER) != visitor.browser:
        keep(request, response, BROWSER, visitor.browser)


def add_seats(request: Request, response: Response, tokens: list[str]) -> None:
    """Gives the browser the seats of these link `tokens`, newest first."""
    visitor = visitor_of(request)
    visitor.tokens = [*tokens, *(each for each in visitor.tokens if each not in tokens)][:MOST_SEATS]
    keep(request, response, SEATS, ".".join(visitor.tokens))


def add_invites(request: Request, response: Response, tokens: list[str]) -> None:
    """Lets the browser hand on the links of these `tokens`."""
    visitor = visitor_of(request)
    visitor.invites = [*tokens, *visitor.invites][:MOST_SEATS]
    keep(request, response, INVITES, ".".join(visitor.invites))


def keep(request: Request, response: Response, name: str, value: str) -> None:
    """Sets a cookie that no script and no other site can read."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=AGE, path="/", httponly=True, samesite="lax", secure=secure)
