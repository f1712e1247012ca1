"""Small counters as SVG: clock cards, time outs, challenge flags and spy tokens.

Unused counters are filled in.
"""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.language import _, marked
from breakaway.display import svg

CLOCK, TIME_OUTS, FLAGS, RUN_TOKENS, PASS_TOKENS = "clock", "time-outs", "flags", "run-tokens", "pass-tokens"
GLYPHS = {"run": "M0 5H15M10.5 0.5L15 5L10.5 9.5", "pass": "M0 10Q7 -4 14 5M14.6 -1.2L14.5 5.5L8 4.6"}
HEIGHT, STEPS = 18, {CLOCK: 12, TIME_OUTS: 17, FLAGS: 22, RUN_TOKENS: 22, PASS_TOKENS: 22}
SAID = {
    CLOCK: marked("{left} of {of} cards left"),
    TIME_OUTS: marked("{left} of {of} time outs left"),
    FLAGS: marked("{left} of {of} challenge flags left"),
    RUN_TOKENS: marked("spy tokens against runs: {left} of {of} left"),
    PASS_TOKENS: marked("spy tokens against passes: {left} of {of} left"),
}


@dataclass(frozen=True)
class Counter:
    """How many time outs, flags or clock cards are `left`, and how many there were at first (`of`)."""

    left: int
    of: int


def pips(kind: str, count: Counter) -> str:
    """A row of marks for a count, and the same in words: `2 of 3 time outs left`. `kind` is the CSS class."""
    says = _(SAID[kind]).format(left=count.left, of=count.of)
    width = max(1, count.of) * STEPS[kind]
    drawn = [_pip(kind, i * STEPS[kind], i < count.left) for i in range(count.of)]
    return svg.element(
        "svg",
        svg.title(says),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"pips {kind}",
        viewBox=f"0 0 {width} {HEIGHT}",
        width=width,
        height=HEIGHT,
        role="img",
        aria_label=says,
    )


def _pip(kind: str, x: float, on: bool) -> str:
    class_ = "on" if on else "off"
    if kind == CLOCK:
        return svg.rect(class_, x + 1.5, 2, 8.5, 14, 2)
    if kind == TIME_OUTS:
        return svg.element("circle", class_=class_, cx=x + 8, cy=9, r=5.5)
    if kind == FLAGS:
        at = svg.number(x + 4)
        return svg.path("pole", f"M{at} 2V16") + svg.path(class_, f"M{at} 3h13l-4 3.5l4 3.5h-13z")
    ring = svg.element("circle", class_=class_, cx=x + 9.5, cy=9, r=8)
    move = f"translate({svg.number(x + 4.8)} 5.4) scale(0.62)"
    return ring + svg.path(f"glyph {class_}-glyph", GLYPHS[kind.partition("-")[0]], transform=move)
