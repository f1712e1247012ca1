"""Where everything goes in a page's drawing of the road: squares from left to right, riders behind one another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from breakaway.games.cycling.display.road import AHEAD, LINE_IN_SIGHT, Cell, by_square, lines
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP

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
