"""What the drawings of the race share: the teams' marks and colors, strings, and the road cut into cells and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from breakaway.core.game import Names
from breakaway.core.language import marked
from breakaway.core.state import copy
from breakaway.games.cycling.rules.hidden import checkpoint_passed
from breakaway.games.cycling.rules.replacement import is_cut_off
from breakaway.games.cycling.rules.sprints import is_finish
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, ON_TRACK
from breakaway.games.cycling.text.words import LETTERS, team_name

LONG_GAP = 6  # this many empty squares or more are drawn as one cell
AHEAD = 2  # empty squares drawn ahead of the leader
LINE_IN_SIGHT = 10  # a line is drawn if it is this close ahead of the leader
LINE_NAMES = {"sprint": marked("sprint"), "finish": marked("finish"), "lap": marked("lap")}

T = TypeVar("T")


@dataclass(frozen=True)
class Colour:
    """A team's color in two forms: for paper, dark enough for white letters, and as one of a terminal's 256 colors."""

    name: str
    hex: str
    ansi: int
    words: tuple[str, ...] = ()


COLOURS = (
    Colour("red", "#b3262b", 160, ("red", "rouge", "rot", "rosso", "crimson", "scarlet")),
    Colour("blue", "#1f5fa6", 33, ("blue", "azur", "azure", "blau", "bleu", "navy")),
    Colour("green", "#23734a", 35, ("green", "vert", "verde", "emerald", "grün")),
    Colour("gold", "#8a6200", 178, ("gold", "or", "yellow", "jaune", "amber", "gelb", "giallo")),
    Colour("black", "#30363b", 245, ("black", "noir", "nero", "schwarz")),
    Colour("violet", "#6c3f9c", 134, ("violet", "purple", "viola", "lila")),
    Colour("orange", "#b4500f", 208, ("orange", "arancio")),
    Colour("teal", "#0d7078", 37, ("teal", "cyan", "turquoise", "sky", "celeste")),
    Colour("pink", "#b02a78", 205, ("pink", "rose", "rosa", "magenta")),
    Colour("brown", "#74452a", 137, ("brown", "brun", "bronze", "tan")),
    Colour("olive", "#5b6a12", 106, ("olive", "lime", "khaki")),
    Colour("grey", "#5d6b75", 250, ("grey", "gray", "gris", "silver", "white", "blanc")),
)


def colours(names: Names, teams: int) -> list[Colour]:
    """A color for each team: the one that the team is named after, if it is free; otherwise the next free one."""
    called = [team_name(names, team).casefold() for team in range(teams)]
    chosen: dict[int, Colour] = {}
    for team, name in enumerate(called):
        for colour in COLOURS:
            if name in colour.words and colour not in chosen.values():
                chosen[team] = colour
    free = iter([colour for colour in COLOURS if colour not in chosen.values()])
    return [chosen[team] if team in chosen else next(free) for team in range(teams)]


def marks(names: Names, teams: int) -> list[str]:
    """A different mark for each team: `R`, or `Gr` and `Go` if two names begin with the same letter."""
    called = ["".join(ch for ch in team_name(names, team) if ch.isalnum()) for team in range(teams)]
    firsts = [name[:1].upper() for name in called]
    chosen: list[str] = []
    for team, name in enumerate(called):
        tries = [firsts[team]] if firsts.count(firsts[team]) == 1 else []
        tries += [firsts[team] + letter.lower() for letter in name[1:]]
        tries += [f"{firsts[team]}{number}" for number in range(1, teams + 1)]
        taken = {mark.casefold() for mark in chosen}
        chosen.append(next(mark for mark in tries if mark.casefold() not in taken))
    return chosen


def code(rider: int, team_marks: Sequence[str]) -> str:
    """A rider in as few letters as possible: `RA` is Red's A."""
    return team_marks[rider // GRADES] + LETTERS[rider % GRADES]


@dataclass(frozen=True)
class Run:
    """A string: riders on every square from `first` to `last`."""

    first: int
    last: int
    riders: int


def standing(view: Race, config: RaceConfig) -> list[int]:
    """The riders to draw, front to back: those on the track, and those beyond the finish who have just finished."""
    through = [] if config.finishers_leave or config.blind else just_finished(view, config)
    through.sort(key=lambda rider: (-view.square[rider], view.arrival[rider]))
    return through + view.queue[: view.field]


def just_finished(view: Race, config: RaceConfig) -> list[int]:
    """The riders who finished in the last turn.

    The drawing still shows these riders, because they counted as riders on the road when the new cards were worked out.
    """
    everybody = range(config.teams * GRADES)
    return [rider for rider in everybody if view.status[rider] == FINISHED and view.played[rider] > 0]


def by_square(view: Race, config: RaceConfig) -> list[tuple[int, list[int]]]:
    """The occupied squares, front to back, with their riders in race order."""
    found: list[tuple[int, list[int]]] = []
    for rider in standing(view, config):
        if not found or found[-1][0] != view.square[rider]:
            found.append((int(view.square[rider]), []))
        found[-1][1].append(int(rider))
    return found


def runs(view: Race, config: RaceConfig) -> list[Run]:
    """The strings of two or more squares, front to back, cut where the last turn cut them (6.11)."""
    if config.blind:
        return []
    played = copy(view)
    played.turn -= 1
    found: list[Run] = []
    start = 0
    for square, riders in by_square(view, config):
        end = start + len(riders)
        joined = found and found[-1].first == square + 1 and not is_cut_off(played, config, start, end)
        if joined:
            found[-1] = replace(found[-1], first=square, riders=found[-1].riders + len(riders))
        else:
            found.append(Run(square, square, len(riders)))
        start = end
    return [run for run in found if run.last > run.first]


@dataclass(frozen=True)
class Cell:
    """A square with its riders, front first, or a stretch of empty squares.

    `line` is the kind of line after the cell.
    """

    first: int
    last: int
    riders: tuple[int, ...] = ()
    line: str = ""


def lines(view: Race, config: RaceConfig) -> dict[int, str]:
    """The kind of each line of this stage, by the square before it: 'sprint' or 'finish', and on a loop 'lap'."""
    s, stage = view, view.stage
    found = {
        int(config.line_at[stage][line]): "finish" if is_finish(s, config, line) else "sprint"
        for line in range(config.lines[stage])
    }
    if config.loop:
        top = max((int(square) for square in view.square), default=0)
        for at in range(config.loop, top + config.loop, config.loop):
            found.setdefault(at, "lap")
    return found


def road(view: Race, config: RaceConfig) -> list[Cell]:
    """The road from the last rider to a little ahead of the first, back to front. A long empty stretch is one cell."""
    occupied = {square: tuple(riders) for square, riders in by_square(view, config)}
    if not occupied:
        return []
    at_line = lines(view, config)
    top = max(occupied)
    sight = [at for at in at_line if top <= at <= top + LINE_IN_SIGHT]
    end = max([top + AHEAD, *(at + 1 for at in sight)])
    cells: list[Cell] = []
    empty: list[int] = []
    for square in range(min(occupied), end + 1):
        if square not in occupied:
            empty.append(square)
        if empty and (square in occupied or square in at_line or square == end):
            cells += _empty_cells(empty, at_line)
            empty = []
        if square in occupied:
            cells.append(Cell(square, square, occupied[square], at_line.get(square, "")))
    return cells


def _empty_cells(squares: Sequence[int], at_line: dict[int, str]) -> list[Cell]:
    if len(squares) >= LONG_GAP:
        return [Cell(squares[0], squares[-1], line=at_line.get(squares[-1], ""))]
    return [Cell(square, square, line=at_line.get(square, "")) for square in squares]


@dataclass(frozen=True)
class Post:
    """A checkpoint of a Blind race with the riders between it and the next one, front first."""

    checkpoint: int
    riders: tuple[int, ...]


def posts(view: Race, config: RaceConfig) -> list[Post]:
    """The public part of a Blind race: checkpoints front to back, each with its riders in race order."""
    found: list[Post] = []
    for rider in view.queue[: view.field]:
        at = int(checkpoint_passed(config, view.square[rider]))  # the view puts a hidden rider just beyond it
        if not found or found[-1].checkpoint != at:
            found.append(Post(at, ()))
        found[-1] = replace(found[-1], riders=(*found[-1].riders, int(rider)))
    return found


def is_hidden(view: Race, rider: int) -> bool:
    """Whether a Blind race's view hides this rider. The view blanks the line-up of a hidden rider on the track."""
    return view.status[rider] == ON_TRACK and not any(view.line_up[rider])


def in_rows(items: Sequence[T], widths: Sequence[int], room: int, breakable: Sequence[bool]) -> list[list[T]]:
    """Puts items side by side in rows no wider than `room`.

    If an item that is marked as breakable is near the end of a row, the row ends after this item.
    """
    rows: list[list[T]] = []
    start = 0
    while start < len(items):
        end, used = start, 0
        while end < len(items) and (end == start or used + widths[end] <= room):
            used += widths[end]
            end += 1
        if end < len(items):
            least = start + 1 + (end - start) // 2
            end = next((i for i in range(end, least, -1) if breakable[i - 1]), end)
        rows.append(list(items[start:end]))
        start = end
    return rows
