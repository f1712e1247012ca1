"""Draws the positions for the race's how-to-play page (`howto.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from breakaway.display import svg
from breakaway.display.how_to_play import HowTo, ReachedPosition, row
from breakaway.games.cycling.display.cards import face, fan, team_class
from breakaway.games.cycling.display.course import course as whole_course
from breakaway.games.cycling.display.hands import cards_of, riding
from breakaway.games.cycling.display.svg import FONT
from breakaway.games.cycling.display.svg import svg as whole_road
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import LETTERS

SIZES = (("broad", 480), ("narrow", 300))  # names and widths; the page's style sheet shows one of them


def road(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the road with all riders, in one size for wide windows and another for phones."""
    seen, found = position.observation, list[str]()
    for size, width in SIZES:
        key = f"how-{len(position.log)}-{size}"
        drawn = whole_road(seen.view, seen.config, seen.names, FONT, width, key)
        found.append(svg.element("div", drawn, class_=f"how-{size}"))
    return "".join(found)


def course(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the whole course with its lines. The drawing fits any width."""
    seen = position.observation
    classes = [team_class(seen.names, seen.config.teams, team) for team in range(seen.config.teams)]
    return svg.element("div", whole_course(seen.view, seen.config, seen.seat, classes), class_="how-course")


def line_up(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the starting cards of a team. `show` names the team's seat, counted from 1."""
    first = (int(show[0]) - 1) * GRADES
    rows = position.observation.view.line_up[first : first + GRADES]
    return fan([[int(card) for card in each if card] for each in rows])


def hands(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the cards in a team's hands, with a row for each rider. `show` names the team's seat, counted from 1."""
    seen, seat = position.observation, int(show[0]) - 1
    rows = []
    for rider in riding(seen, seat):
        letter = svg.element("b", LETTERS[rider % GRADES])
        rows.append(row([letter, *(face(card) for card in cards_of(seen.view, rider))], "hand"))
    return svg.element("div", *rows, class_=team_class(seen.names, seen.config.teams, seat))


DRAWINGS = {"road": road, "course": course, "line-up": line_up, "hands": hands}
HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", DRAWINGS)
