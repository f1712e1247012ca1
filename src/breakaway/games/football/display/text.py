"""The field in plain text: lines every five yards, the ball with the direction of play, the next first-down line.

    Lightning       10    20    30    40    50    40    30    20    10         Fire
             |  .  .  .  :  .  .  .  .  .  F  .  .  .  .  .  :  .  .  .  |
                                ●>

The home team's goal line is always on the left. The drawing does not depend on color.
"""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.games.football.rules.possession import next_marker
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, DISCARD, GOAL, KICK, OVER, START, TOSS
from breakaway.games.football.text import names as called

NARROWEST = 26
BALL, FLAG = "●", "F"
BALL_STYLE, FLAG_STYLE, DIM = "\x1b[1m", "\x1b[1;38;5;220m", "\x1b[2m"
PLAIN = "\x1b[0m"
FIRST_DOWN_LINES = {next_marker(line) for line in range(GOAL)} - {GOAL}


def field(view: Football, config: FootballConfig, names: Names, width: int = 80, color: bool = False) -> str:
    """The field as text, with rows of at most `width` characters (26 or more). `color` adds color codes."""
    room = max(width, NARROWEST)
    step = max(1, (room - 5) // (GOAL + 1))
    end = min(10, (room - GOAL * step - 1) // 2)
    rows = [_numbers(names, step, end), _line_marks(view, step, end, color)]
    if has_ball(view):
        rows.append(_ball(view, step, end, color))
        rows += _legend(view, names, room, color)
    return "\n".join(row.rstrip() for row in rows)


def has_ball(view: Football) -> bool:
    """Whether the ball is on the field. Before a kickoff and after the match there is no ball."""
    if view.phase == DISCARD:
        return bool(view.then == CALL)
    return view.phase not in (START, TOSS, KICK, OVER)


def place(view: Football, line: int) -> int:
    """The position at which one of the offense's lines is drawn, counted from the home team's goal line."""
    return line if view.offense == 0 else GOAL - line


def _numbers(names: Names, step: int, end: int) -> str:
    """The yard numbers above every second line (fewer if space is tight), between the names of the teams."""
    row = [" "] * (2 * end + GOAL * step + 1)
    every = 2 if step >= 2 else 4
    for line in range(2, GOAL, every):
        text = str(5 * min(line, GOAL - line))
        at = end + line * step - (len(text) - 1) // 2
        row[at : at + len(text)] = text
    room = end + 2 * step - 2
    home, away = (called.team(names, seat)[:room] for seat in (0, 1))
    row[: len(home)] = home
    row[len(row) - len(away) :] = away
    return "".join(row)


def _line_marks(view: Football, step: int, end: int, color: bool) -> str:
    """The goal lines, every line between them, the first-down lines, and the flag on the next first-down line."""
    cells = [" "] * (GOAL * step + 1)
    for line in range(GOAL + 1):
        cells[line * step] = "|" if line in (0, GOAL) else ":" if line in FIRST_DOWN_LINES else "."
    flag = place(view, view.marker)
    if has_ball(view) and view.try_down == 0 and 0 < flag < GOAL:
        cells[flag * step] = f"{FLAG_STYLE}{FLAG}{PLAIN}" if color else FLAG
    return " " * end + "".join(cells)


def _ball(view: Football, step: int, end: int, color: bool) -> str:
    """The ball on its line, with an arrow in the direction of play."""
    at = end + place(view, max(0, min(GOAL, view.line))) * step
    text, at = (f"{BALL}>", at) if view.offense == 0 else (f"<{BALL}", at - 1)
    return " " * at + (f"{BALL_STYLE}{text}{PLAIN}" if color else text)


def _legend(view: Football, names: Names, room: int, color: bool) -> list[str]:
    """Explains the symbols, in one row if there is room."""
    arrow = f"{BALL}>" if view.offense == 0 else f"<{BALL}"
    attacks = say("the ball: {team:attacks}", team=called.team(names, view.offense))
    said = [f"{arrow} {attacks}"[:room]]
    if view.try_down == 0:
        aim = (
            FLAG + " " + say("first down at {spot}", spot=called.at_spot(view.marker))
            if 0 < view.marker < GOAL
            else _("goal to go")
        )
        said.append(aim)
    said.append(_("a line is 5 yards"))
    rows = ["   ".join(said)] if len("   ".join(said)) <= room else said
    return [f"{DIM}{row}{PLAIN}" if color else row for row in rows]
