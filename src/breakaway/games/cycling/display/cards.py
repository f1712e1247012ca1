"""Draws the race's cards: a number, with the team's color only at the edge."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.game import Names
from breakaway.core.language import say
from breakaway.display import svg
from breakaway.games.cycling.display.road import colours
from breakaway.games.cycling.text.words import LETTERS

WIDTH, HEIGHT = 60, 84
MINI_W, MINI_H, MINI_GAP, GROUP_GAP = 26, 36, 4, 16
FAN = 13 * (MINI_W + MINI_GAP) + 3 * (GROUP_GAP - MINI_GAP)  # wide enough for the most cards a line-up can have
SPEED = 15  # the highest card of a line-up fills the whole bar


def team_class(names: Names, teams: int, team: int) -> str:
    """The CSS class for a team's colors."""
    return f"rides-{colours(names, teams)[team].name}"


def face(card: int, copies: int = 1) -> str:
    """A card as SVG: its number, a bar for its speed, and the number of copies if there are several."""
    filled = (WIDTH - 20) * min(card, SPEED) / SPEED
    drawn = [
        svg.rect("paper", 1, 1, WIDTH - 2, HEIGHT - 2, 8),
        svg.path("edge-of-team", f"M1 16V9a8 8 0 0 1 8-8h{WIDTH - 18}a8 8 0 0 1 8 8v7z"),
        svg.text("speed", WIDTH / 2, 54, str(card), font_size=30, text_anchor="middle"),
        svg.rect("track", 10, 66, WIDTH - 20, 5, 2.5),
        svg.rect("far", 10, 66, filled, 5, 2.5),
        svg.element("rect", class_="edge", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=8),
    ]
    if copies > 1:
        words = say("{n} of them", n=copies)
        drawn.append(svg.text("copies", WIDTH / 2, 12.5, words, font_size=9.5, text_anchor="middle"))
    return _whole(drawn, WIDTH, HEIGHT, "card ride")


def fan(hands: Sequence[Sequence[int]]) -> str:
    """A line-up as SVG: the cards of four riders in a row, each rider's cards under his grade."""
    drawn, x = list[str](), 1.0
    for letter, hand in zip(LETTERS, hands, strict=True):
        wide = len(hand) * (MINI_W + MINI_GAP) - MINI_GAP
        drawn.append(svg.text("grade", x + wide / 2, 13, letter, font_size=13, text_anchor="middle"))
        for card in hand:
            drawn.append(svg.rect("paper", x, 20, MINI_W, MINI_H, 5))
            drawn.append(svg.element("rect", class_="edge", x=x, y=20, width=MINI_W, height=MINI_H, rx=5))
            drawn.append(svg.text("speed", x + MINI_W / 2, 43.5, str(card), font_size=15, text_anchor="middle"))
            x += MINI_W + MINI_GAP
        x += GROUP_GAP - MINI_GAP
    return _whole(drawn, max(x - GROUP_GAP + 1, FAN), 58, "card fan")


def _whole(drawn: Sequence[str], width: float, height: float, class_: str) -> str:
    return svg.element("svg", *drawn, class_=class_, viewBox=f"0 0 {width:g} {height:g}", aria_hidden="true")
