"""The road as a panorama, with its cyclists, and what a Blind race hides of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from breakaway.core.language import Names, _, say
from breakaway.display import svg
from breakaway.games.cycling.display.field import (
    AHEAD,
    LINE_IN_SIGHT,
    LINE_NAMES,
    Cell,
    Post,
    by_square,
    code,
    colours,
    in_words,
    is_hidden,
    lines,
    marks,
    posts,
    runs,
    title,
)
from breakaway.games.cycling.rules.movement import points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP
from breakaway.games.cycling.text.words import short_name

# --- Where everything goes in a page's drawing of the road: squares from left to right, riders behind one another.


GAPS = (6, 4, 3, 2)  # this many empty squares or more are drawn as one; on too long a road, the next number applies
EDGE = 16.0  # the road begins here, so that the first plate is not cut off
GAP = 1.5  # the width of a stretch drawn as one, in squares
LAST_SQUARES = 12  # how many squares of the road are drawn when nobody is left on it


@dataclass(frozen=True)
class Frame:
    """The dimensions of one drawing of the road, in pixels. A road that needs more than `width` scrolls sideways."""

    name: str
    width: int
    height: int
    horizon: int  # the road begins here
    kerb: int  # the strip with the numbers, below the road
    widest: float  # the width of a square is at most this
    narrowest: float  # and at least this
    rider: float
    lanes: int  # how many riders stand behind one another before the square grows wider
    shrinks: bool  # whether a long road makes squares narrower instead of the drawing wider


WIDE = Frame("wide", 1264, 318, 76, 26, 50.5, 26, 60, 6, True)
PHONE = Frame("phone", 350, 213, 50, 22, 40, 40, 48, 5, False)
FRAMES = (WIDE, PHONE)


@dataclass(frozen=True)
class Spot:
    """Where a rider's wheels touch the road. `lane` 0 is nearest the viewer."""

    rider: int
    x: float
    y: float
    lane: int


@dataclass(frozen=True)
class RoadPlan:
    """The cells of the road with their left edges, followed by the right edge of the last cell."""

    frame: Frame
    cells: tuple[Cell, ...]
    edges: tuple[float, ...]
    step: float
    spots: tuple[Spot, ...]

    @property
    def width(self) -> float:
        """The width of the whole drawing."""
        return max(self.frame.width, self.edges[-1])

    @property
    def lift(self) -> float:
        """How much higher each lane is drawn than the lane before it."""
        frame, lanes = self.frame, max((spot.lane for spot in self.spots), default=0) + 1
        return min(37.0, (self.base - frame.horizon - frame.rider) / max(1, lanes - 1))

    @property
    def base(self) -> float:
        """The height at which the nearest wheels touch the road."""
        return self.frame.height - self.frame.kerb - 4

    def middle(self, square: int) -> float:
        """The x position of the middle of a square, which may be in an empty stretch or outside the drawing."""
        for i, cell in enumerate(self.cells):
            if cell.first <= square <= cell.last:
                left, right = self.edges[i], self.edges[i + 1]
                return left + (right - left) * (square - cell.first + 0.5) / (cell.last - cell.first + 1)
        first, last = self.cells[0].first, self.cells[-1].last
        if square < first:
            return self.edges[0] - (first - square - 0.5) * self.step
        return self.edges[-1] + (square - last - 0.5) * self.step


def plan(view: Race, config: RaceConfig, frame: Frame, seat: int, wanted: Collection[int] = ()) -> RoadPlan:
    """The plan of an open race.

    The riders of `seat` stand nearest the viewer, and each square in `wanted` is drawn separately.
    """
    occupied = {square: _own_first(riders, seat) for square, riders in on_squares(view, config)}
    at_line = lines(view, config)
    crowd = max(map(len, occupied.values()), default=1)
    lanes = min(frame.lanes, crowd)
    cells: list[Cell] = []
    for gap in GAPS if frame.shrinks else GAPS[:1]:
        cells = _cells(occupied, at_line, wanted, gap, int(config.length[view.stage]))
        units = sum(_units(cell, lanes) for cell in cells)
        if units * frame.narrowest <= frame.width - EDGE:
            break
    while units * frame.widest < frame.width - EDGE:  # a short field: more of the road ahead
        end = cells[-1].last + 1
        cells.append(Cell(end, end, line=at_line.get(end, "")))
        units += 1
    step = max(frame.narrowest, min(frame.widest, (frame.width - EDGE) / units))
    edges = [EDGE]
    for cell in cells:
        edges.append(edges[-1] + _units(cell, lanes) * step)
    empty = RoadPlan(frame, tuple(cells), tuple(edges), step, ())
    return _with_spots(empty, lanes)


def on_squares(view: Race, config: RaceConfig) -> list[tuple[int, list[int]]]:
    """The occupied squares, front to back. While teams choose their line-ups, all riders are at the start (4.1)."""
    if view.phase == LINE_UP:
        return [(0, list(range(config.teams * GRADES)))]
    return by_square(view, config)


def _own_first(riders: Sequence[int], seat: int) -> tuple[int, ...]:
    return tuple(sorted(riders, key=lambda rider: rider // GRADES != seat))


def _units(cell: Cell, lanes: int) -> float:
    return GAP if cell.first < cell.last else max(1, -(-len(cell.riders) // lanes))


def _cells(
    occupied: dict[int, tuple[int, ...]], at_line: dict[int, str], wanted: Collection[int], gap: int, length: int
) -> list[Cell]:
    """The road from one square behind the last rider to a little ahead of the first. If `gap` or more squares in a row
    are empty, they become one cell.
    """
    if occupied:
        first, top = max(0, min(occupied) - 1), max(occupied)
    else:
        first, top = max(0, length - LAST_SQUARES), length
    sight = [at + 1 for at in at_line if first <= at <= top + LINE_IN_SIGHT]
    end = max([top + AHEAD, *sight, *(square + 1 for square in wanted)])
    alone = {first, end, *occupied, *wanted}
    cells: list[Cell] = []
    empty: list[int] = []
    for square in range(first, end + 1):
        if square not in alone:
            empty.append(square)
        if empty and (square in alone or square in at_line):
            cells += _stretch(empty, at_line, gap)
            empty = []
        if square in alone:
            cells.append(Cell(square, square, occupied.get(square, ()), at_line.get(square, "")))
    return cells


def _stretch(squares: Sequence[int], at_line: dict[int, str], gap: int) -> list[Cell]:
    """Empty squares as cells, or as a single cell if there are many."""
    if len(squares) >= gap:
        return [Cell(squares[0], squares[-1], line=at_line.get(squares[-1], ""))]
    return [Cell(square, square, line=at_line.get(square, "")) for square in squares]


def _with_spots(empty: RoadPlan, lanes: int) -> RoadPlan:
    """The plan with the riders added.

    On each square the first riders are nearest the viewer, and a crowd stands in columns.
    """
    found: list[Spot] = []
    for i, cell in enumerate(empty.cells):
        columns = max(1, -(-len(cell.riders) // lanes))
        for n, rider in enumerate(cell.riders):
            lane, column = divmod(n, columns)
            x = empty.edges[i] + (columns - column - 0.5) * empty.step
            found.append(Spot(rider, x, 0, lane))
    flat = RoadPlan(empty.frame, empty.cells, empty.edges, empty.step, tuple(found))
    lift, base, lean = flat.lift, flat.base, empty.frame.rider / 15
    spots = tuple(Spot(spot.rider, spot.x + lean * spot.lane, base - lift * spot.lane, spot.lane) for spot in found)
    return RoadPlan(empty.frame, empty.cells, empty.edges, empty.step, spots)


# --- Draws a rider on a page: bent over his handlebars, in his team's jersey, with a plate for team and grade.


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


# --- Draws the road of an open race for a page: hills, asphalt, riders behind one another, strings, gantries and
# ghosts.
#
# All colors are classes of race.css. The road is drawn once for wide windows and once for phones.


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


# --- Draws the road of a Blind race for a page: riders in race order between checkpoints, without rivals' squares (V3).


BEFORE = 1.6  # room for the flag of a checkpoint, measured in riders


def blind_road(view: Race, config: RaceConfig, names: Names, seat: int, frame: Frame) -> str:
    """The road as SVG. Riders stand in race order, each in his own column.

    The seat's own riders are nearest the viewer, with their squares. The distances between riders mean nothing, and
    the drawing is not animated.
    """
    found = posts(view, config)
    if view.phase == LINE_UP:
        found = [Post(0, tuple(range(config.teams * GRADES)))]
    riders = sum(len(post.riders) for post in found)
    units = riders + BEFORE * max(1, len(found)) + 1
    step = max(frame.narrowest, min(frame.widest, frame.width / units))
    crew, signs, spots = Crew(view, config, names, seat), list[str](), list[Spot]()
    x = 0.0
    for post in reversed(found):
        signs += _flag(frame, x + step * 0.4, post.checkpoint)
        x += BEFORE * step
        for n, rider in enumerate(reversed(post.riders)):
            lane = 0 if rider // GRADES == seat else 1 + n % 2
            spots.append(Spot(rider, x + step / 2, frame.height - frame.kerb - 4 - lane * frame.rider * 0.75, lane))
            x += step
    empty = RoadPlan(frame, (), (0.0, x + step), step, tuple(spots))
    drawn = [
        *landscape(frame, empty.width),
        *signs,
        *(crew.rider(empty, spot) for spot in sorted(spots, key=lambda spot: (-spot.lane, spot.x))),
        *(_square(view, frame, spot) for spot in spots if not is_hidden(view, spot.rider) and view.phase != LINE_UP),
    ]
    return whole(frame, empty.width, drawn, title(view, config), in_words(view, config, names))


def _flag(frame: Frame, x: float, checkpoint: int) -> list[str]:
    """The line of a checkpoint, with a sign that names it: `past 40`."""
    words = say("past {checkpoint}", checkpoint=checkpoint) if checkpoint else _("start")
    wide, y = 16 + 6.9 * len(words), frame.horizon - 18
    return [
        svg.path("paint", f"M{x + 6:.1f} {frame.horizon + 2}h8L{x:.1f} {frame.height - frame.kerb}h-8z"),
        svg.path("post", f"M{x + 10:.1f} {frame.horizon + 2}V{y + 10}"),
        svg.rect("sign", x, y, wide, 21, 10.5),
        svg.text("words", x + wide / 2, y + 15, words, font_size=12, text_anchor="middle"),
    ]


def _square(view: Race, frame: Frame, spot: Spot) -> str:
    return svg.text("number five", spot.x, frame.height - 8, str(view.square[spot.rider]), text_anchor="middle")


# --- Draws the profile of the whole course above the road: its lines, the riders, and a frame around what the road
# shows.
#
# All positions are percentages of the width, so the same drawing fits any window.


LEFT, RIGHT = 1.5, 97.0  # where the course starts and ends, in percent
END = 98.8  # riders who have finished are drawn here
EDGES, NARROW = (0.2, 99.8), 1.0  # the frame's left and right limit, and its least width
SHOWN = 3  # places whose points are written beside a line
LAND = "M0 46C70 40 120 18 190 26S330 44 400 30S520 6 600 14S740 42 820 36S960 10 1040 18S1160 34 1200 30V50H0z"
HEIGHTS = (80, 70, 62, 75, 66)  # keeps dots on neighboring squares apart


def course(
    view: Race,
    config: RaceConfig,
    seat: int,
    classes: Sequence[str],
    seen: tuple[int, int] | None = None,
    ghosts: Sequence[Ghost] = (),
) -> str:
    """The course with a dot for each rider in the colors of `classes`, which has a CSS class for each team.

    `seen` gives the first and last square of the road below. In a Blind race, rivals are drawn at their last
    checkpoint. Ghosts show where a card would take a rider. Screen readers skip this drawing, because the drawing of
    the road gives them the same information.
    """
    length = int(config.length[view.stage])
    land = svg.element(
        "svg",
        svg.path("land", LAND),
        y="32%",
        width="100%",
        height="68%",
        viewBox="0 0 1200 50",
        preserveAspectRatio="none",
    )
    drawn = [land, *(_frame(seen, config, length) if seen else [])]
    taken = [0.0, 0.0]  # how far each row of words reaches
    for at, kind in sorted(lines(view, config).items()):
        if at <= length:
            left = at / length - (0 if _is_early(at, length) else WORDS)
            row = 0 if left >= taken[0] or left < taken[1] else 1
            taken[row] = left + WORDS
            drawn += _line(view, config, at, kind, length, ROWS[row])
    if config.blind:
        drawn += _checkpoints(config, length)
    drawn += _dots(view, config, seat, classes, length)
    for row, nth, letter, square in ghosts:
        drawn.append(_ghost(row, nth, letter, _at(_on_course(square, config), length)))
    return svg.element("svg", *drawn, class_="profile", width="100%", height="100%", aria_hidden="true")


def _at(square: float, length: int) -> str:
    """The position of a square across the drawing, as a percentage of its width."""
    return f"{svg.number(min(LEFT + (RIGHT - LEFT) * square / length, END))}%"


def _on_course(square: int, config: RaceConfig) -> int:
    """The number of a square on the course; on a loop, each lap begins again at 1."""
    return (square - 1) % config.loop + 1 if config.loop and square else square


def _frame(seen: tuple[int, int], config: RaceConfig, length: int) -> list[str]:
    """Frames around the squares that the road shows: usually one.

    There are two if the road goes on past the line of a loop, and none if the road shows a full lap. The course
    does not show squares beyond the finish, so the frame ends at the last square of the course.
    """
    first, last = seen
    if not config.loop:
        parts = [(first, last)]
    elif last - first + 1 >= config.loop:
        parts = []
    else:
        first, last = _on_course(first, config), _on_course(last, config)
        parts = [(first, last)] if first <= last else [(first, length), (1, last)]
    return [_framed(*part, length) for part in parts]


def _framed(first: int, last: int, length: int) -> str:
    """A frame from one square to another."""
    left = max(EDGES[0], min(LEFT + (RIGHT - LEFT) * (first - 0.7) / length, END - NARROW))
    right = min(EDGES[1], LEFT + (RIGHT - LEFT) * (last + 0.7) / length)
    wide = max(right - left, NARROW)
    return svg.element("rect", class_="seen", x=f"{left:.2f}%", y="32%", width=f"{wide:.2f}%", height="65%", rx=5)


WORDS = 0.2  # the room that the words at a line need on a phone, as a part of the course
ROWS = ("24%", "48%")  # the heights of the words; those of a line close to the one before stand lower


def _is_early(at: int, length: int) -> bool:
    """Whether the words at a line stand to the right of it, because there is no room to the left."""
    return at * 5 <= length


def _line(view: Race, config: RaceConfig, at: int, kind: str, length: int, y: str) -> list[str]:
    """A line across the course with its name, its square and the points for the next places there, at the height y."""
    x = _at(at, length)
    line = next((i for i in range(config.lines[view.stage]) if config.line_at[view.stage][i] == at), None)
    more = ""
    if line is not None:
        first = int(view.crossed[line]) + 1
        points = [points_of_place(view, config, line, place) for place in range(first, first + SHOWN)]
        left = " ".join(str(each) for each in points if each)
        none = _("no points left")
        more = f": {left}{' …' if all(points) else ''}" if left else f": {none}"
    words = say("{line} {square}", line=_(LINE_NAMES[kind]), square=at)
    side: dict[str, str | float] = (
        {"text_anchor": "start", "dx": 6} if _is_early(at, length) else {"text_anchor": "end", "dx": -6}
    )
    label = svg.element("text", words, svg.element("tspan", more or " ", class_="more"), x=x, y=y, **side)
    return [svg.element("line", class_=f"pole {kind}", x1=x, x2=x, y1="0", y2="100%"), label]


def _checkpoints(config: RaceConfig, length: int) -> list[str]:
    """Small flags at the checkpoints of a Blind race (V3)."""
    squares = range(int(config.checkpoint), length, int(config.checkpoint))
    return [
        svg.element("line", class_="pole checkpoint", x1=_at(at, length), x2=_at(at, length), y1="45%", y2="100%")
        for at in squares
    ]


def _dots(view: Race, config: RaceConfig, seat: int, classes: Sequence[str], length: int) -> list[str]:
    """A dot for each rider. The dots of the seat's own riders are larger and drawn on top."""
    rivals, own = list[str](), list[str]()
    for square, riders in on_squares(view, config):
        for i, rider in enumerate(sorted(riders)):
            mine = rider // GRADES == seat
            hidden = config.blind and is_hidden(view, rider)
            x = _at(_on_course(square, config) + (0.6 * i if hidden else 0), length)
            class_ = f"dot {classes[rider // GRADES]}{' own' if mine else ''}"
            y = HEIGHTS[(square + i) % len(HEIGHTS)]
            dot = svg.element("circle", class_=class_, cx=x, cy=f"{y}%", r=5 if mine else 3.5)
            (own if mine else rivals).append(dot)
    return rivals + own


def _ghost(row: int, nth: int, letter: str, x: str) -> str:
    """A ring where a card would take a rider."""
    y = 52 if row % 2 else 78  # the rings of riders in neighboring rows are at different heights
    ring = svg.element("circle", class_="ring", cx=x, cy=f"{y}%", r=7)
    words = svg.element("text", letter, class_="words", x=x, y=f"{y}%", dy=3.5, font_size=10, text_anchor="middle")
    return svg.group([ring, words], f"ghost ghost-{row}-{nth}")
