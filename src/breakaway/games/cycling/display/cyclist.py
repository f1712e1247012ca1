"""Draws a rider on a page: bent over his handlebars, in his team's jersey, with a plate for team and grade."""

from __future__ import annotations

from xml.sax.saxutils import escape

from breakaway.display import svg

SYMBOL = "cyclist"
BOX = "-22 -36 44 46"  # the wheels touch the road at y = 8.5
TALL = 46 / 44


def symbol() -> str:
    """The SVG symbol of a rider, which all drawings on a page use. The element that uses the symbol sets the colors."""
    spokes = "M-11 -8.5V8.5M-19.5 0H-2.5M-17 -6L-5 6M-17 6L-5 -6M12 -8.5V8.5M3.5 0H20.5M6 -6L18 6M6 6L18 -6"
    parts = [
        svg.element("circle", class_="wheel", cx=-11, cy=0, r=8.5),
        svg.element("circle", class_="wheel", cx=12, cy=0, r=8.5),
        svg.path("spokes", spokes),
        svg.path("bike", "M-11 0L-4 -12H8L0 0H-11M0 0L-4 -12M8 -12L12 0M7 -15l1 3"),
        svg.path("limb", "M-5 -16L3 -8L0 3"),
        svg.path("shorts", "M-5 -17L0 -11"),
        svg.path("jersey", "M-5 -17L7 -25"),
        svg.path("limb", "M7 -24L11 -16L9 -14"),
        svg.element("circle", class_="head", cx=11.5, cy=-28.5, r=3.6),
        svg.path("helmet", "M7 -28.2a4.8 4.8 0 0 1 9.2 -1.8z"),
    ]
    whole = svg.element("symbol", *parts, id=SYMBOL, viewBox=BOX)
    return svg.element("svg", whole, class_="symbols", width=0, height=0, aria_hidden="true")


def cyclist(size: float) -> str:
    """The rider, drawn at a width of `size`.

    The point midway between the wheels is at x = 0, and the wheels touch the road at y = 0.
    """
    height = size * TALL
    return svg.element("use", href=f"#{SYMBOL}", x=-size / 2, y=size * (36 + 8.5) / -44, width=size, height=height)


def plate(words: str, size: float) -> str:
    """The plate with the rider's letters, on his back."""
    font = 11 if size > 50 else 10.5
    wide = max(20.0, 7.4 * len(words) * font / 11 + 6)
    x, y = -size * 0.53, -size * 0.93
    return svg.element("rect", class_="plate", x=x, y=y, width=wide, height=16, rx=4.5) + svg.element(
        "text", escape(words), class_="letters", x=x + wide / 2, y=y + 12, font_size=font, text_anchor="middle"
    )
