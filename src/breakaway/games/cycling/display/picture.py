"""The race's picture for the front page: the bunch in one string, and a rider who breaks away before a sprint line."""

from __future__ import annotations

from breakaway.display import svg

WIDTH, HEIGHT, ROAD = 300, 138, 96
BUNCH = ((26, "green"), (57, "blue"), (84, "violet"), (112, "gold"), (141, "teal"))


def picture() -> str:
    """The drawing of the hills, the road, the bunch, the breakaway and the sprint line."""
    drawn = [
        svg.rect("sky", 0, 0, WIDTH, HEIGHT),
        svg.path("hill far", f"M0 74Q46 34 92 62T176 50T258 56T{WIDTH} 44V{HEIGHT}H0z"),
        svg.path("hill", f"M0 88Q60 62 120 82T232 74T{WIDTH} 82V{HEIGHT}H0z"),
        svg.rect("tar", 0, ROAD, WIDTH, HEIGHT - ROAD),
        svg.path("middle", f"M0 {ROAD + 27}H{WIDTH}", stroke_dasharray="16 11"),
        *_gate(258),
        *(_rider(x, colour) for x, colour in BUNCH),
        _rider(218, "red"),
    ]
    return svg.element(
        "svg",
        *drawn,
        class_="scenery wheels",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
        preserveAspectRatio="xMidYMid slice",
    )


def _gate(x: float) -> list[str]:
    """A checkered banner over the road, with the sprint line below it."""
    checks = [svg.rect("check", x - 21 + 6 * i, 36 + 6 * (i % 2), 6, 6) for i in range(7)]
    return [
        svg.path("post", f"M{x - 20} {ROAD + 4}V36M{x + 20} {ROAD + 4}V36"),
        svg.rect("banner", x - 22, 35, 44, 14, 2),
        *checks,
        svg.path("line", f"M{x - 8} {ROAD}h12l-12 {HEIGHT - ROAD}h-14z"),
    ]


def _rider(x: float, colour: str) -> str:
    """A rider on the road, in his team's jersey."""
    return bike(f"rides-{colour}", (x, ROAD + 15))


def bike(class_: str, at: tuple[float, float] = (0, 0)) -> str:
    """A rider bent over his handlebars, in the colors of a CSS class, with the point between his wheels at `at`."""
    return svg.group(
        [
            svg.element("circle", class_="wheel", cx=-11, cy=0, r=8.5),
            svg.element("circle", class_="wheel", cx=12, cy=0, r=8.5),
            svg.path("frame", "M-11 0L-4 -12H8L0 0H-11M0 0L-4 -12M8 -12L12 0M7 -15l1 3"),
            svg.path("limb", "M-5 -16L3 -8L0 3"),
            svg.path("jersey", "M-5 -17L7 -25"),
            svg.path("limb", "M7 -24L11 -16L9 -14"),
            svg.element("circle", class_="head", cx=11.5, cy=-28.5, r=3.6),
            svg.path("helmet", "M7.2 -28.4a4.6 4.6 0 0 1 8.6 -1.6z"),
        ],
        class_,
        at,
    )
