"""Writes SVG as text: elements with attributes, all of them escaped.

Refuses style attributes, scripts, and links to other servers. Only `link` makes links to other pages of this server. In
all other elements, `href` names a part of the same page (`href="#cyclist"`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from xml.sax.saxutils import escape, quoteattr

NEVER = ("style", "xlink:href")
BROAD, CAPITALS, SLIM, BLANK = "MWmw@%&", "ABCDEFGHKNOPQRSTUVXYZ", "iljtfrI.,:;'!|()-", " "


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An SVG element called `name`, which contains the SVG text in `inside`.

    In `attributes`, `aria_label` means `aria-label` and so on. Raises ValueError for an attribute that a page's content
    policy forbids.
    """
    parts = [name]
    for key, value in attributes.items():
        if key == "href" and not str(value).startswith("#"):
            raise ValueError(f"href must name a part of the page, such as #cyclist: the content policy forbids {value}")
        quoted = quoteattr(value) if isinstance(value, str) else f'"{number(value)}"'
        parts.append(f"{attribute(key)}={quoted}")
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def link(address: str, says: str, *inside: str) -> str:
    """A link to another page of this server, with a title.

    The keyboard cannot reach this link, so the page must offer it elsewhere too. Raises ValueError for an address
    outside this server.
    """
    if not address.startswith("/") or address.startswith("//"):
        raise ValueError(f"a drawing may link only to this server, not to {address}")
    return f'<a href={quoteattr(address)} tabindex="-1" aria-label={quoteattr(says)}>{title(says)}{"".join(inside)}</a>'


@cache
def attribute(key: str) -> str:
    """The name of an attribute in SVG. Raises ValueError for an attribute that a page's content policy forbids."""
    written = key.rstrip("_").replace("_", "-")
    if written in NEVER or written.startswith("on"):
        raise ValueError(f"{written} cannot be used in a drawing: the page's content policy forbids it")
    return written


def number(value: str | float) -> str:
    """A value in the shortest form: at most two decimals, no trailing zeros."""
    return value if isinstance(value, str) else f"{round(value, 2):g}"


def text(class_: str, x: float, y: float, words: str, **attributes: str | float) -> str:
    """A line of `words` with a CSS class, at x and y. `attributes` are further SVG attributes."""
    return element("text", escape(words), class_=class_, x=x, y=y, **attributes)


def path(class_: str, d: str, **attributes: str | float) -> str:
    """A path with a CSS class. `d` contains the drawing commands, and `attributes` are further SVG attributes."""
    return element("path", class_=class_, d=d, **attributes)


def rect(class_: str, x: float, y: float, width: float, height: float, rx: float = 0) -> str:
    """A rectangle with a CSS class: x and y of its top left corner, width, height, and `rx`, its corner radius."""
    rounded = {"rx": rx} if rx else {}
    return element("rect", class_=class_, x=x, y=y, width=width, height=height, **rounded)


def group(inside: Iterable[str], class_: str = "", move: tuple[float, float] | None = None, turn: float = 0) -> str:
    """A group of the elements `inside`, with a CSS class.

    First `move` shifts the group, then `turn` rotates it (in degrees).
    """
    attributes: dict[str, str | float] = {"class_": class_} if class_ else {}
    moves = ([f"translate({number(move[0])} {number(move[1])})"] if move else []) + (
        [f"rotate({turn:g})"] if turn else []
    )
    if moves:
        attributes["transform"] = " ".join(moves)
    return element("g", "".join(inside) or " ", **attributes)


def title(words: str) -> str:
    """The accessible name of the enclosing element, in words."""
    return element("title", escape(words))


def wide(words: str) -> float:
    """The width of bold words in ems, in the widest font that a browser may use, so nothing overflows."""
    return sum(
        1.06 if ch in BROAD else 0.78 if ch in CAPITALS else 0.42 if ch in SLIM else 0.36 if ch in BLANK else 0.68
        for ch in words
    )


def fitting(words: str, size: float, room: float, least: float = 6) -> float:
    """The largest font size, up to `size`, at which the words fit into `room`; never below `least`."""
    return max(least, min(size, room / max(0.1, wide(words))))


def broken(words: str, size: float, room: float, most: int = 2) -> list[str]:
    """Breaks words into lines that should fit into the width `room` at font size `size`.

    The last line, number `most`, takes all remaining words.
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (wide(longer) * size <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]
