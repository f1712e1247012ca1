"""The visitor: a browser with its cookies, the seats that it plays, and whether it is the owner's."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.seats import Seat, Sitter
from breakaway.players.seated_match import HUMAN

BROWSER, DEVICE, OWNER, INVITES, THEME = "browser", "device", "owner", "invites", "theme"
OLD_SEATS = "seats"  # the links that a browser followed before it had a secret of its own
THEMES = ("auto", "light", "dark")
TOKEN = re.compile(r"[\w-]{16,200}", re.ASCII)
MOST_LINKS = 60  # the most that a browser remembers
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie for longer
FAMILIES = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


@dataclass
class Visitor:
    """One browser. `secrets` give access to its seats.

    The first secret is the browser's own, and `is_known` says whether the browser already had it. `is_owner`:
    whether the browser has the owner's rights. `called`: how the browser describes itself.
    """

    browser: str
    secrets: list[str]
    invites: list[str]  # invitations for others that this browser may pass on
    theme: str
    is_known: bool
    is_owner: bool
    called: str

    @property
    def csrf(self) -> str:
        """The token in every web form that is sent to this browser. Nobody else can guess this token."""
        return hashlib.sha256(f"form of {self.browser}".encode()).hexdigest()[:40]

    def sent(self, csrf: str) -> bool:
        """Whether a form's `csrf` token is this browser's."""
        return hmac.compare_digest(csrf.encode(errors="replace"), self.csrf.encode())

    def seats_in(self, seats: Iterable[Seat], held: Iterable[int]) -> list[int]:
        """The seats of a match that this browser plays.

        These are the seats that its secrets open (`held`) and, in the owner's browser, the owner's seats.
        """
        mine = {seat.seat for seat in seats if self.is_owner and seat.by == HUMAN and not seat.by_link}
        return sorted(mine | {*held})

    def sitter(self, name: str = "", phrase: str | None = None) -> Sitter:
        """This browser as a `Sitter`, which can sit down."""
        return Sitter(self.secrets, name, self.called, phrase, self.is_owner)


def visitor_of(request: Request) -> Visitor:
    """The browser that sent a request. `remember` stores a new visitor's random name and secret in cookies."""
    cookies, state = request.cookies, request.state
    if not hasattr(state, "visitor"):
        browser, device = (cookies.get(name, "") for name in (BROWSER, DEVICE))
        links, invites = (
            [each for each in cookies.get(name, "").split(".") if TOKEN.fullmatch(each)][:MOST_LINKS]
            for name in (OLD_SEATS, INVITES)
        )
        theme = cookies.get(THEME, "auto")
        state.visitor = Visitor(
            browser if TOKEN.fullmatch(browser) else token_urlsafe(24),
            [device if TOKEN.fullmatch(device) else token_urlsafe(24), *links],
            invites,
            theme if theme in THEMES else "auto",
            bool(TOKEN.fullmatch(device)),
            request.app.state.owners.knows(cookies.get(OWNER, "")),
            called(request.headers.get("user-agent", "")),
        )
    found: Visitor = state.visitor
    return found


def called(agent: str) -> str:
    """How a browser describes itself, such as `Firefox, Linux`. Empty if the browser is unknown."""
    families = [name for sign, name in FAMILIES if sign in agent]
    return ", ".join([*families[:1], *[name for name in SYSTEMS if name in agent][:1]])


def remember(request: Request, response: Response) -> None:
    """Sets the cookies with a new browser's name and secret."""
    visitor = visitor_of(request)
    for name, value in ((BROWSER, visitor.browser), (DEVICE, visitor.secrets[0])):
        if request.cookies.get(name) != value:
            keep(request, response, name, value)


def add_invites(request: Request, response: Response, invitations: list[str]) -> None:
    """Lets the browser pass on these invitations."""
    visitor = visitor_of(request)
    visitor.invites = [*invitations, *visitor.invites][:MOST_LINKS]
    keep(request, response, INVITES, ".".join(visitor.invites))


def keep(request: Request, response: Response, name: str, value: str) -> None:
    """Sets a cookie that no script and no other site can read."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=AGE, path="/", httponly=True, samesite="lax", secure=secure)
