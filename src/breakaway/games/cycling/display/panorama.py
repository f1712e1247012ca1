"""Draws the road of an open race for a page: hills, asphalt, riders behind one another, strings, gantries and ghosts.

All colors are classes of race.css. The road is drawn once for wide windows and once for phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.display import svg
from breakaway.games.cycling.display.cyclist import cyclist, plate
from breakaway.games.cycling.display.plan import Frame, RoadPlan, Spot, plan
from breakaway.games.cycling.display.road import LINE_NAMES, Cell, code, colours, marks, runs
from breakaway.games.cycling.display.svg import in_words, title
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import short_name

BEYOND = 1600  # how far the landscape extends at both ends, for very wide windows
SIGN = 24  # the height of a ghost's sign
CHECK = 5  # the size of a check on the banner above the finish
WAVES = 14  # riders glide in waves, one for each square, front to back; the last wave has this number
Ghost = tuple[int, int, str, int]  # a row of cards on the page, a card in it, the rider's letter, where it takes him


def panorama(
    view: Race, config: RaceConfig, names: Names, seat: int, frame: Frame, ghosts: Sequence[Ghost] = ()
) -> tuple[str, RoadPlan]:
    """The road as SVG, and the plan from which it was drawn.

    The riders of `seat` are marked as its own. A rider who moved last turn has two attributes: `data-from` is the
    distance back to his old square in pixels of the drawing, and `data-nth` is the wave in which he moves.
    """
    found = plan(view, config, frame, seat, {ghost[3] for ghost in ghosts})
    crew = Crew(view, config, names, seat)
    drawn = [
        *landscape(frame, found.width),
        *_squares(found),
        *_strings(found, view, config),
        *(part for i in _lines_of(found) for part in _paint(found, i)),
        *(crew.rider(found, spot) for spot in sorted(found.spots, key=lambda spot: (-spot.lane, spot.x))),
        *(part for i in _lines_of(found) for part in _gantry(found, i)),
        *_numbers(found),
        *_string_names(found, view, config),
        *(crew.ghost(found, ghost) for ghost in ghosts),
        *(crew.sign(found, ghost) for ghost in ghosts),
    ]
    return whole(frame, found.width, drawn, title(view, config), in_words(view, config, names)), found


def whole(frame: Frame, width: float, drawn: Sequence[str], name: str, words: str) -> str:
    """The finished drawing, with its name and a description in words."""
    ids = f"road-{frame.name}"
    return svg.element(
        "svg",
        svg.element("title", escape(name), id=f"{ids}-title"),
        svg.element("desc", escape(words), id=f"{ids}-words"),
        *drawn,
        class_="panorama",
        viewBox=f"0 0 {svg.number(width)} {frame.height}",
        width=width,
        height=frame.height,
        role="img",
        aria_labelledby=f"{ids}-title {ids}-words",
    )


class Crew:
    """Draws the riders of a race in their colors."""

    def __init__(self, view: Race, config: RaceConfig, names: Names, seat: int) -> None:
        self.view, self.config, self.names, self.seat = view, config, names, seat
        self.marks = marks(names, config.teams)
        self.classes = [f"rides-{colour.name}" for colour in colours(names, config.teams)]

    def rider(self, found: RoadPlan, spot: Spot) -> str:
        """A rider at his position, with his name as the title."""
        rider, size = spot.rider, found.frame.rider
        own = rider // GRADES == self.seat
        dropped = bool(self.view.dropped[rider])
        name = short_name(self.names, rider)
        class_ = f"rider {self.classes[rider // GRADES]}{' own' if own else ''}{' dropped' if dropped else ''}"
        inside = [
            svg.title(", ".join([name, _("dropped")]) if dropped else name),
            *([svg.element("ellipse", class_="under", cx=0, cy=-1, rx=size * 0.47, ry=size * 0.09)] if own else []),
            cyclist(size),
            plate(code(rider, self.marks), size),
        ]
        return svg.element("g", *inside, class_=class_, **self._place(spot), **self._way(found, spot))

    def _place(self, spot: Spot) -> dict[str, str | float]:
        return {"transform": f"translate({svg.number(spot.x)} {svg.number(spot.y)})"}

    def _way(self, found: RoadPlan, spot: Spot) -> dict[str, str | float]:
        """The distance that a rider moved last turn, and his wave, for the browser to animate."""
        rode = int(self.view.played[spot.rider])
        if not rode or self.config.blind:
            return {}
        square = int(self.view.square[spot.rider])
        behind = {int(self.view.square[each.rider]) for each in found.spots}
        wave = sum(other > square for other in behind)
        return {"data_from": found.middle(square - rode) - found.middle(square), "data_nth": min(wave, WAVES)}

    def ghost(self, found: RoadPlan, ghost: Ghost) -> str:
        """Where a card would take a rider. The style sheet shows the ghost while the card is chosen."""
        size = found.frame.rider
        inside = [svg.rect("halo", -size * 0.52, -size * 1.06, size * 1.04, size * 1.1, 10), cyclist(size)]
        return svg.group(inside, f"ghost {_named(ghost)} {self.classes[self.seat]}", _haunt(found, ghost))

    def sign(self, found: RoadPlan, ghost: Ghost) -> str:
        """A sign such as `A → 19` above a ghost. Signs are drawn after all ghosts, so that no ghost hides a sign."""
        _row, _nth, letter, square = ghost
        words = say("{rider} → {square}", rider=letter, square=square)
        wide, y = 10 + 7.6 * len(words), -found.frame.rider * 1.06
        inside = [
            svg.rect("sign", -wide / 2, y - SIGN, wide, 20, 10),
            svg.text("words", 0, y - 9.5, words, font_size=13, text_anchor="middle"),
        ]
        return svg.group(inside, f"ghost-sign {_named(ghost)}", _haunt(found, ghost))


def _named(ghost: Ghost) -> str:
    """The class by which the style sheet finds a ghost."""
    return f"ghost-{ghost[0]}-{ghost[1]}"


def _haunt(found: RoadPlan, ghost: Ghost) -> tuple[float, float]:
    """Where a ghost's wheels touch the road.

    The ghosts of different riders are at different heights, with room for a sign.
    """
    room = (found.base - found.frame.horizon - found.frame.rider * 1.06 - SIGN) / (GRADES - 1)
    return found.middle(ghost[3]), found.base - 6 - (ghost[0] - 1) * max(room - 2, SIGN + 6)


# --- the landscape


def landscape(frame: Frame, width: float) -> list[str]:
    """The sky, two rows of hills, the road surface with its center line, and the strip for the numbers."""
    start, end, road = -BEYOND, width + BEYOND, frame.horizon
    kerb = frame.height - frame.kerb
    return [
        svg.rect("sky", start, -400, end - start, road + 400),
        svg.path("hill far", _hills(start, end, road, road * 0.52, 235)),
        svg.path("hill", _hills(start, end, road, road * 0.27, 170)),
        svg.rect("tar", start, road, end - start, frame.height - road + 400),
        svg.rect("tar near", start, road + (kerb - road) * 0.46, end - start, frame.height + 400),
        svg.path("edge", f"M{start} {road}H{svg.number(end)}"),
        svg.path("middle", f"M{start} {svg.number(road + (kerb - road) * 0.46)}H{svg.number(end)}"),
        svg.path("edge near", f"M{start} {kerb}H{svg.number(end)}"),
    ]


def _hills(start: float, end: float, road: float, high: float, long: float) -> str:
    """A row of rolling hills above the road."""
    d, x, up = f"M{start} {road}V{svg.number(road - high)}", start, True
    d += f"q{long / 2:g} {-high * 0.7:g} {long:g} 0"
    while x < end:
        x, up = x + long, not up
        d += f"t{long:g} {high * (0.12 if up else -0.12):g}"
    return f"{d}V{road}z"


def _squares(found: RoadPlan) -> list[str]:
    """The seams between squares. An empty stretch that is drawn as one cell is darker."""
    top, bottom = found.frame.horizon + 3, found.frame.height - found.frame.kerb
    seams = "".join(f"M{svg.number(x)} {top}V{bottom}" for x in found.edges[1:])
    drawn = [svg.path("seam", seams)]
    for i, cell in enumerate(found.cells):
        if cell.first < cell.last:
            left, right = found.edges[i], found.edges[i + 1]
            drawn.append(svg.rect("cut", left, top, right - left, bottom - top))
    return drawn


def _numbers(found: RoadPlan) -> list[str]:
    """The numbers of the squares, below the road. If there is room, every square has its number."""
    y, drawn = found.frame.height - 8, list[str]()
    for i, cell in enumerate(found.cells):
        x = (found.edges[i] + found.edges[i + 1]) / 2
        if cell.first < cell.last:
            words = f"+{cell.last - cell.first + 1}" if found.step * 1.5 < 60 else _empty(cell)
            drawn.append(svg.text("number gap", x, y, words, text_anchor="middle"))
        elif cell.first == 0:
            drawn.append(svg.text("number five", x, y, _("start"), text_anchor="middle"))
        elif found.step >= 30 or cell.riders or cell.first % 5 == 0:
            class_ = "number five" if cell.first % 5 == 0 else "number"
            drawn.append(svg.text(class_, x, y, str(cell.first), text_anchor="middle"))
    return drawn


def _empty(cell: Cell) -> str:
    return say("{n} empty", n=cell.last - cell.first + 1)


# --- strings and lines


def _strung(found: RoadPlan, view: Race, config: RaceConfig) -> list[tuple[float, float, int]]:
    """The left and right edge of each string, and its riders."""
    strung = []
    for run in runs(view, config):
        inside = [i for i, cell in enumerate(found.cells) if run.first <= cell.first <= run.last]
        strung.append((found.edges[inside[0]] + 2, found.edges[inside[-1] + 1] - 2, run.riders))
    return strung


def _strings(found: RoadPlan, view: Race, config: RaceConfig) -> list[str]:
    """A rounded frame around the squares of each string."""
    top, bottom = found.frame.horizon + 5, found.frame.height - found.frame.kerb - 3
    return [
        svg.rect("string", left, top, right - left, bottom - top, 14)
        for left, right, _riders in _strung(found, view, config)
    ]


def _string_names(found: RoadPlan, view: Race, config: RaceConfig) -> list[str]:
    """A sign above each string, such as `String of 14`, or only the number if there is no room."""
    drawn, y, last = list[str](), found.frame.horizon - 18, -1e9
    for left, right, riders in sorted(_strung(found, view, config)):
        words = say("String of {n}", n=riders)
        if right - left < 7.6 * len(words) - 20 or (left + right) / 2 - 4 * len(words) < last:
            words = str(riders)
        wide, x = 18 + 6.9 * len(words), (left + right) / 2
        text = svg.text("words", x, y + 15, words, font_size=12, text_anchor="middle")
        drawn.append(svg.group([svg.rect("sign", x - wide / 2, y, wide, 21, 10.5), text], "string-name"))
        last = x + wide / 2
    return drawn


def _lines_of(found: RoadPlan) -> list[int]:
    return [i for i, cell in enumerate(found.cells) if cell.line]


def _paint(found: RoadPlan, i: int) -> list[str]:
    """The line on the road, and the post on the far side of the road."""
    x, top, bottom = found.edges[i + 1], found.frame.horizon + 2, found.frame.height - found.frame.kerb
    kind, lean = found.cells[i].line, found.frame.rider * 0.42
    drawn = [
        svg.path("paint", f"M{svg.number(x + lean * 0.6)} {top}h13L{svg.number(x + 9 - lean * 0.4)} {bottom}h-13z")
    ]
    if kind == "finish":
        drawn = [
            svg.path("paint finish", f"M{svg.number(x + 8 + lean * 0.6)} {top}L{svg.number(x - lean * 0.4)} {bottom}")
        ]
    far = x + lean * 1.2
    return [*drawn, svg.path("post", f"M{svg.number(far)} {found.frame.horizon + 2}V{found.frame.horizon * 0.2:g}")]


def _gantry(found: RoadPlan, i: int) -> list[str]:
    """The post on the near side of the road, and the banner between the two posts."""
    frame, x, kind = found.frame, found.edges[i + 1], found.cells[i].line
    lean, top = frame.rider * 0.42, frame.horizon * 0.1
    left, right, high = x - lean * 1.3, x + lean * 1.45, frame.horizon * 0.42
    words, fall = _(LINE_NAMES[kind]).upper(), 10
    size = svg.fitting(words, frame.rider / 4, right - left - 8, 7)
    ends = svg.number(left), svg.number(right)
    checks = list[str]()
    if kind == "finish":
        size, low_edge = min(size, high * 0.42), top + high
        for n, start in enumerate((left, left + CHECK)):
            y = svg.number(low_edge + fall - CHECK * (n + 0.5)), svg.number(low_edge - CHECK * (n + 0.5))
            checks.append(svg.path("checks", f"M{ends[0]} {y[0]}L{ends[1]} {y[1]}", stroke_dashoffset=start - left))
    cloth = f"M{ends[0]} {top + fall:g}L{ends[1]} {top:g}v{high:g}L{ends[0]} {top + fall + high:g}z"
    middle = svg.number((left + right) / 2)
    low = top + fall / 2 + (high - CHECK * len(checks)) / 2 + size * 0.36
    move = f"translate({middle} {low:g}) skewY({-fall * 0.83:g})"
    return [
        svg.path("post near", f"M{svg.number(left + 3)} {frame.height - frame.kerb + 4}V{top + fall:g}"),
        svg.path(f"cloth {kind}", cloth),
        *checks,
        svg.element(
            "text", escape(words), class_=f"cloth-words {kind}", transform=move, font_size=size, text_anchor="middle"
        ),
    ]
