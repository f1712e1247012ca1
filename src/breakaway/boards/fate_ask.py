"""What FATE asks a seat on a page: each legal answer as something to press, a call with the dice that say it."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.boards.fate_faces import thrown_in
from breakaway.boards.fate_people import FateWindow
from breakaway.boards.fate_svg import title
from breakaway.boards.page import Ask, Button, Pick
from breakaway.boards.plain import orders
from breakaway.core.english import plural
from breakaway.core.game import Order
from breakaway.fate import calls, goal_kicks
from breakaway.fate import names as called
from breakaway.fate.injuries import man_on_field, side_of_position
from breakaway.fate.state import (
    CALL,
    CHOICE,
    DECLARE,
    DEFENSES,
    DRAW,
    HURT_WHO,
    KICK,
    LONG,
    NEITHER,
    NO_DIE,
    OPTION,
    OUT_OF_BOUNDS,
    OVERTIME,
    PASS_RUSH,
    PLAY_ACTION,
    RUN_INSIDE,
    RUN_OUTSIDE,
    SHORT,
    TIME,
    TIME_DEFENSE,
    TRY,
)
from breakaway.fate.words import on_offense

Answer = tuple[str, str, str]  # label, key, what it means

PLAYS = (
    ("through the middle", "i"),
    ("around the end", "o"),
    ("thrown behind the rush", "c"),
    ("the sure throw", "q"),
    ("the middle distance", "s"),
    ("deep downfield", "l"),
)
OVERLAYS = {
    (DRAW, RUN_INSIDE): ("looks like a pass", "d"),
    (DRAW, RUN_OUTSIDE): ("looks like a pass", "w"),
    (PLAY_ACTION, SHORT): ("looks like a run", "a"),
    (PLAY_ACTION, LONG): ("looks like a run", "p"),
}
DEFENSE_KEYS = ("r", "n", "p", "v", "b")
USUAL = (DECLARE, TRY, KICK, TIME, TIME_DEFENSE)  # questions whose first answer is what most people give
SIDELINE = Pick("sideline", "Head for the sideline: two yards less, and the clock stops")
SECRET = "Nobody sees it before both calls are made."
FREE_OFFENSE = "run inside, or -.."
FREE_DEFENSE = "neutral, or 0."


def ask(window: FateWindow) -> Ask:
    """The question of this phase."""
    view = window.view
    if view.phase == CALL:
        return _offense(window) if on_offense(window.book, view, window.seat) else _defense(window)
    question, answers = QUESTIONS[view.phase](window)
    buttons = []
    for code in window.menu([]):
        label, key, says = answers[code]
        buttons.append(
            Button(window.write([code]), label, key, says, kind="main" if code == 0 and view.phase in USUAL else "")
        )
    return Ask(question, tuple(buttons))


# --- calls


def _offense(window: FateWindow) -> Ask:
    view, book = window.view, window.book
    found = [order for order in orders(window, []) if order[3:] != [1]]
    found.sort(key=lambda order: _play_of(window, order)[::-1])
    extras = (SIDELINE,) if book.sideline else ()
    buttons = tuple(_play_button(window, order) for order in found)
    return Ask(f"{title(view, window.names)}. Your play?", buttons, extras=extras, free=FREE_OFFENSE, note=SECRET)


def _play_of(window: FateWindow, order: Order) -> tuple[int, int]:
    """Base play and overlay that the dice say."""
    overlay = NEITHER if order[2] == NO_DIE else window.book.offense_die[2][order[2] - 1]
    return calls.base_play(window.book, order), overlay


def _play_button(window: FateWindow, order: Order) -> Button:
    base, overlay = _play_of(window, order)
    means, key = OVERLAYS[overlay, base] if overlay else PLAYS[base]
    cells = [calls.matrix_modifier(window.book, base, overlay, defense) for defense in range(DEFENSES)]
    odds = _extremes(cells, called.DEFENSE_WORDS, "against")
    kind = "run" if base <= RUN_OUTSIDE else "pass"
    label = _capital(called.play(base, overlay))
    return Button(window.write(order), label, key, f"{means}; {odds}", kind=kind, svg=thrown_in(order[:3]))


def _defense(window: FateWindow) -> Ask:
    view = window.view
    buttons = []
    for order in sorted(orders(window, []), key=lambda each: _defense_of(window, each)):
        defense = _defense_of(window, order)
        cells = [window.book.matrix[base][defense] for base in range(len(called.BASE_WORDS))]
        says = _extremes(cells, called.BASE_WORDS, "on", best_first=False)
        drawn = thrown_in(order[:2])
        label = _capital(called.DEFENSE_WORDS[defense])
        buttons.append(Button(window.write(order), label, DEFENSE_KEYS[defense], says, svg=drawn))
    question = f"{title(view, window.names)}. Your defense?"
    return Ask(question, tuple(buttons), free=FREE_DEFENSE, note=SECRET)


def _defense_of(window: FateWindow, order: Order) -> int:
    first, second = order[:2]
    dice = window.book.defense_die
    return int(dice[0][first - 1] if first != NO_DIE else dice[1][second - 1])


def _extremes(cells: list[int], names: tuple[str, ...], word: str, best_first: bool = True) -> str:
    """What the matrix gives at most and at least, each with against what: `+2 against run, -2 against prevent`."""
    worth = [-9 if each == PASS_RUSH else each for each in cells]
    said = list[str]()
    for most in (max(worth), min(worth)) if best_first else (min(worth), max(worth)):
        if most == 0 or (said and max(worth) == min(worth)):
            continue
        where = [name for name, each in zip(names, worth, strict=True) if each == most]
        what = "Pass Rush" if most == -9 else called.signed(most)
        said.append(f"{what} {word} {' and '.join(where)}")
    return ", ".join(said) or "the matrix leaves it alone"


# --- answers to the other questions


def _choice(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    if window.view.quarter == OVERTIME:
        return "You have won the toss of overtime", (
            ("Receive", "r", "have the ball first"),
            ("Kick", "k", "the other side has it first"),
        )
    return "You have won the toss", (
        ("Receive", "r", "have the ball first; kick off the second half"),
        ("Kick off", "k", "have the ball first in the second half"),
    )


def _kick(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    return "How do you kick off?", (
        ("Kick deep", "k", "it is fielded and returned"),
        ("Onside kick", "o", "ten yards: yours on +2 or more, else theirs right there"),
    )


def _declare(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    return f"{title(window.view, window.names)}. What do you do?", (
        ("Call a play", "p", "then both sides call in secret, with dice"),
        ("Punt", "u", "40 yards, and 5 for each point of the roll"),
        ("Field goal", "f", f"three points; {_needs(window, goal_kicks.distance(window.view))}"),
        ("Kneel", "k", "a yard is lost, and the clock runs"),
        ("Spike the ball", "s", "a down is spent, and the clock stops"),
    )


def _needs(window: FateWindow, yards: int) -> str:
    book = window.book
    band = goal_kicks.band_of(book, yards)
    if band == goal_kicks.NO_BAND:
        return "too far from here"
    return f"{called.yards(yards)}: good on {called.signed(book.band_difficulty[band] + book.beat)} or more"


def _try(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    need = called.signed(window.book.band_difficulty[0] + window.book.beat)
    return "The try after the touchdown", (
        ("Kick", "k", f"one point: good on {need} or more"),
        ("Go for two", "t", "two points: one play from the 2"),
    )


def _option(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    view, names = window.view, window.names
    foul = _capital(called.FOULS[view.foul])
    if view.foul == OUT_OF_BOUNDS:
        return f"{foul}: what do you take?", (
            ("Take the ball", "b", "on your own 35"),
            ("Have it kicked again", "k", "from five yards farther back"),
        )
    return f"{foul} on {called.team(names, view.fouler)}. Accept the penalty?", (
        ("Decline", "d", "the play stands as it ended"),
        ("Accept", "a", "the yards are marked off; near a goal line half the distance"),
    )


def _hurt(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    view, found = window.view, list[Answer]()
    for number, position in enumerate(window.book.injured[view.group], 1):
        if position >= len(called.POSITION_NAMES):
            continue
        side = side_of_position(view, position)
        man = called.man(window.names, side, position, man_on_field(view, side, position))
        found.append((_capital(man), str(number), f"of {called.team(window.names, side)}"))
    return "Somebody is hurt, and it is yours to say who", tuple(found)


def _time(window: FateWindow) -> tuple[str, tuple[Answer, ...]]:
    side = window.view.offense if window.view.phase == TIME else 1 - window.view.offense
    left = plural(window.view.time_outs[side], "time out")
    return f"{called.time(window.view.clock)} left before the clock runs on. Call time out?", (
        ("Let it run", "n", "the play takes 30 seconds"),
        ("Time out", "t", f"the play takes 15 seconds; you have {left}"),
    )


QUESTIONS: dict[int, Callable[[FateWindow], tuple[str, tuple[Answer, ...]]]] = {
    CHOICE: _choice,
    KICK: _kick,
    DECLARE: _declare,
    TRY: _try,
    OPTION: _option,
    HURT_WHO: _hurt,
    TIME: _time,
    TIME_DEFENSE: _time,
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
