"""Reads the forms that browsers send. Each form's token is checked before anything else happens."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from breakaway.club.club import Club
from breakaway.core.language import _
from breakaway.web.bounds import LARGEST_FORM, Bounds
from breakaway.web.live import Hub
from breakaway.web.pages import Elsewhere
from breakaway.web.visitor import Visitor, visitor_of

MOST_FIELDS = 200


class Posted:
    """A form that a browser sent from one of our pages."""

    def __init__(self, form: FormData) -> None:
        self.form = form

    def text(self, name: str, usual: str = "") -> str:
        """The text of a field, without spaces around it, or `usual` if the field is missing."""
        value = self.form.get(name, usual)
        return value.strip() if isinstance(value, str) else usual

    def texts(self, name: str) -> list[str]:
        """The values of all fields with this name."""
        return [value for value in self.form.getlist(name) if isinstance(value, str)]

    def parts(self) -> list[tuple[str, str]]:
        """The names and values of the fields that make up an order, as they follow one another on the page."""
        found = [(key, value) for key, value in self.form.multi_items() if key.startswith("part.")]
        return [(key, value.replace("\r\n", "\n").strip(" ")) for key, value in found if isinstance(value, str)]

    def number(self, name: str) -> int | None:
        """The number in a field, if it is a whole number that is at least 0. None for anything else."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    def file(self, name: str) -> UploadFile | None:
        """The file that the user chose in a field. None if the user chose no file."""
        value = self.form.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None


async def posted(request: Request) -> Posted:
    """The form of a request. Raises Elsewhere if it does not come from one of our pages."""
    form = await request.form(max_files=4, max_fields=MOST_FIELDS, max_part_size=LARGEST_FORM)
    csrf = form.get("csrf", "")
    if not isinstance(csrf, str) or not visitor_of(request).sent(csrf):
        text = _("This form is too old or came from another page. Nothing was changed. Open the page again.")
        raise Elsewhere(403, text)
    return Posted(form)


def the_club(request: Request) -> Club:
    """The club that this server serves."""
    club: Club = request.app.state.club
    return club


def the_hub(request: Request) -> Hub:
    """The hub that wakes open pages."""
    hub: Hub = request.app.state.hub
    return hub


def the_bounds(request: Request) -> Bounds:
    """The limits of what this server accepts from its visitors."""
    bounds: Bounds = request.app.state.bounds
    return bounds


NthSeat = Annotated[int, Path(ge=0, le=99)]  # a seat in an address; whether the table has such a seat is checked later
NthTurn = Annotated[int, Path(ge=-(10**9), le=10**9)]
Form = Annotated[Posted, Depends(posted)]
TheClub = Annotated[Club, Depends(the_club)]
TheHub = Annotated[Hub, Depends(the_hub)]
TheBounds = Annotated[Bounds, Depends(the_bounds)]
Who = Annotated[Visitor, Depends(visitor_of)]
