"""Draws the positions for football's how-to-play page (`howto.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from breakaway.display import svg
from breakaway.display.gridiron import CLOCK, FLAGS, TIME_OUTS, WIDE, Counter, pips, team_classes
from breakaway.display.how_to_play import HowTo, ReachedPosition, cut, row, signed_row
from breakaway.games.football.display import faces, hands, sideline
from breakaway.games.football.display.drive import trail
from breakaway.games.football.display.svg import field as whole_field
from breakaway.games.football.rules.terms import CARDS, SEATS
from breakaway.games.words import team

SIDES = "ab"


def field(position: ReachedPosition, show: Sequence[str]) -> str:
    """The field with the current drive. `show` contains the first and last lines of the part of the field to draw."""
    seen = position.observation
    drive = trail(position.events(), seen.config, seen.names)
    drawn = whole_field(seen.view, seen.config, seen.names, drive, False, f"field-{len(position.log)}")
    first, last = (WIDE.point(int(line), 0)[0] for line in show)
    return cut(drawn, first, 0, last - first, WIDE.across)


def cards(position: ReachedPosition, show: Sequence[str]) -> str:
    """Cards in a row: `offense 1 5a`, `defense 2 6a`, `game-day 29`, `back 1`. Any other text is a sign between two
    cards.
    """
    return signed_row(_card(position, each) for each in show)


def _card(position: ReachedPosition, what: str) -> str:
    """One card as markup. Returns a sign unchanged."""
    seen = position.observation
    kind, *rest = what.split()
    if kind == "game-day":
        return faces.game_day_face(hands.game_day_card(seen.config, seen.names, int(rest[0])))
    if kind == "back":
        seat = int(rest[0]) - 1
        down = next(each for each in hands.face_down(seen.view, seen.config, seen.names) if each.team == seat)
        return faces.back(down, team_classes(seen.names)[seat])
    if kind not in ("offense", "defense"):
        return what
    seat, number, side = int(rest[0]) - 1, int(rest[1].rstrip(SIDES)) - 1, rest[1].lstrip("0123456789")
    if kind == "offense":
        card = hands.offense_card(seen.view, seen.config, seen.names, seat, number)
        plays = tuple(replace(each, illegal="", chosen=each.side[-1] == side) for each in card.plays)
        return faces.offense_face(replace(card, state=hands.IN_HAND, plays=plays))
    face = hands.defense_card(seen.view, seen.config, seen.names, seat, number)
    calls = tuple(replace(each, chosen=each.side[-1] == side) for each in face.calls)
    return faces.defense_face(replace(face, state=hands.IN_HAND, calls=calls))


def marks(position: ReachedPosition, show: Sequence[str]) -> str:
    """A line for each team: its cards for this quarter, its time outs and its flags."""
    seen, found = position.observation, list[str]()
    for seat in range(SEATS):
        side = sideline.side(seen.view, seen.config, seen.names, seat)
        drawn = (pips(CLOCK, Counter(side.held, CARDS)), pips(TIME_OUTS, side.time_outs), pips(FLAGS, side.flags))
        found.append(row([svg.element("b", team(seen.names, seat)), *drawn], "marks"))
    return "".join(found)


HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", {"field": field, "cards": cards, "marks": marks})
