"""Positions of races, and the stage of the match page that shows them, as elements."""

from __future__ import annotations

from xml.etree import ElementTree

from breakaway.core.language import Names
from breakaway.core.observation import Observation
from breakaway.games.cycling.display.page import stage
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.cards import put_in_race_order
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import BY_REFEREE, FINISHED, GRADES, ON_TRACK, OVER, RACING

NAMES: Names = {
    "teams": ["Red", "Rouge", "Blue", "Black", "Green", "Grey", "Gold", "Golden", "Vert", "Violet", "Öre", "Đỏ"]
}
Position = tuple[Race, RaceConfig]
ALL = range(6 * GRADES)


def at_the_start(teams: int = 6, profile: str = "postal", tracks: str | None = None) -> Position:
    """Before the line-ups: nobody is on the track yet."""
    config, _ = resolve(profile, teams, None, tracks)
    return GAME.start(config), config


def riding(
    squares: dict[int, int],
    teams: int = 6,
    profile: str = "postal",
    turn: int = 5,
    hands: dict[int, list[int]] | None = None,
    tracks: str | None = None,
) -> Position:
    """These riders (by number) on these squares, with cards 7, 5 and 3 or as given; nobody else is on the track."""
    s, config = at_the_start(teams, profile, tracks)
    s.phase, s.turn, s.field = RACING, turn, len(squares)
    for i, (rider, square) in enumerate(squares.items()):
        s.queue[i] = rider
        s.status[rider], s.square[rider] = ON_TRACK, square
        hand = (hands or {}).get(rider, [7, 5, 3])
        s.hand[rider] = [*hand, 0, 0, 0, 0][:4]
        s.line_up[rider] = list(s.hand[rider])
    put_in_race_order(s)
    return s, config


def withdrawn() -> Position:
    """Dropped riders far behind, and a team with nobody left."""
    s, config = riding({rider: 60 if rider % GRADES else 20 for rider in range(5 * GRADES)})
    for rider in range(0, 5 * GRADES, GRADES):
        s.dropped[rider] = BY_REFEREE
    return s, config


def through(beyond: int, left: dict[int, int] | None = None) -> Position:
    """Red's and Rouge's riders have just finished, so many squares beyond the line; `left` are still on the track."""
    s, config = riding(left or {})
    for rider in range(2 * GRADES):
        s.status[rider], s.square[rider], s.played[rider] = FINISHED, 120 + beyond + rider % 3, 9
        s.place[rider] = rider + 1
    if not left:
        s.phase = OVER
    return s, config


STATES: dict[str, Position] = {
    "before the line-ups": at_the_start(),
    "at the start": riding(dict.fromkeys(ALL, 0), turn=1),
    "across the first line": riding({rider: 40 + rider % 2 for rider in ALL}),
    "across the second line": riding({rider: 80 + rider % 2 for rider in ALL}),
    "before the finish": riding({rider: 118 + rider % 3 for rider in ALL}),
    "one far behind": riding({**dict.fromkeys(ALL, 110), 3: 1}),
    "one left": riding({7: 64}),
    "on a second lap": riding({rider: 35 + rider for rider in ALL}, profile="pursuit"),
    "more than a lap apart": riding({0: 90, 4: 41, 5: 3}, profile="pursuit"),
    "two teams": riding({rider: 20 + rider for rider in range(8)}, teams=2),
    "twelve teams at the start": riding(dict.fromkeys(range(48), 0), teams=12, turn=1),
    "twelve teams apart": riding({rider: 2 * rider + 1 for rider in range(48)}, teams=12),
    "twelve teams on two squares": riding({rider: 70 + rider % 2 for rider in range(48)}, teams=12),
    "the first stage of a tour": riding({rider: 50 + rider for rider in range(8)}, tracks="tour"),
    "blind": riding({rider: 30 + rider for rider in ALL}, profile="blind"),
    "blind at the start": riding(dict.fromkeys(ALL, 0), profile="blind", turn=1),
    "withdrawn riders": withdrawn(),
    "all past the finish": through(4),
    "all far past the finish": through(12),
    "some past the finish": through(1, {12: 119, 13: 120}),
}


def seen(position: Position, seat: int = 0) -> RaceObservation:
    """What a seat sees of a position (-1: a spectator)."""
    return Observation(GAME, *position, seat, NAMES)


def board(position: Position, seat: int = 0) -> ElementTree.Element:
    """The stage of the match page as elements: the course, then the road for wide windows and for phones."""
    return ElementTree.fromstring(f"<stage>{stage(seen(position, seat))}</stage>")


def roads(drawing: ElementTree.Element) -> list[ElementTree.Element]:
    """The drawings of the road: for wide windows, and for phones."""
    return [each for each in drawing.iter("svg") if each.get("class") == "panorama"]


def with_class(drawing: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements that have this class."""
    return [each for each in drawing.iter() if name in each.get("class", "").split()]


def moved(group: ElementTree.Element) -> tuple[float, float]:
    """Where a group has been shifted to."""
    x, y = group.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)
