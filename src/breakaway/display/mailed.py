"""Writes a document as HTML for email programs: tables, inline styles, pictures that come with the email.

Many email programs drop style sheets, variables and SVG. So every color is an inline style, and each drawing is a PNG
that Typst makes. Without Typst, a description in words takes the drawing's place. Email programs with a dark theme can
show the email in dark colors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from breakaway.core.language import Trouble, language
from breakaway.display.document import Document, Figure
from breakaway.display.written import LOOK, as_png

if TYPE_CHECKING:
    from jinja2 import Template

LINK = re.compile(r"(?:https?://[^\s<>\"']+[^\s<>\"'.,;:!?])|(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")


@dataclass(frozen=True)
class Enclosed:
    """A picture embedded in an email. The HTML refers to the picture by its `cid`."""

    cid: str
    png: bytes


@dataclass(frozen=True)
class MailedPage:
    """The HTML of an email, pictures included."""

    html: str
    pictures: tuple[Enclosed, ...]


def as_mail(document: Document, domain: str) -> MailedPage:
    """The document for an email. `domain` is the sender's domain and becomes part of the pictures' names."""
    found: dict[str, Enclosed] = {}

    def picture(figure: Figure) -> str:
        """The address of the figure's picture. Empty if Typst is missing."""
        cid = f"drawing-{len(found) + 1}@{domain}"
        try:
            found[cid] = Enclosed(cid, as_png(figure.svg))
        except Trouble:
            return ""
        return f"cid:{cid}"

    html = _template().render(document=document, lang=language(), picture=picture)
    return MailedPage(f"{html}\n", tuple(found.values()))


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    anchor = Markup('<a href="{0}" style="color:#1c5899">{1}</a>')

    def linked(text: str) -> Markup:
        """The text, with links for its web and email addresses."""
        made, at = Markup(""), 0
        for link in LINK.finditer(text):
            made += escape(text[at : link.start()])
            made += anchor.format(link[0] if "//" in link[0] else f"mailto:{link[0]}", link[0])
            at = link.end()
        return made + escape(text[at:])

    made = Environment(
        loader=FileSystemLoader(LOOK), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["linked"] = linked
    made.tests["line"] = lambda part: type(part).__name__ == "Line"
    made.tests["grid"] = lambda part: type(part).__name__ == "Grid"
    made.tests["figure"] = lambda part: isinstance(part, Figure) and bool(part.svg)
    return made.get_template("mail.html")
