"""Lessons: scripted matches that lead a new player through a first drive, series or race turn.

A panel explains each step. A lesson's only state is the number of turns in the match. So a learner can leave the lesson
at any point and come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.actions import LESSON, Action, NoScript, play_scripted, scripted_start
from breakaway.club.matches import Look
from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, say
from breakaway.core.observation import NotNow, Refused
from breakaway.display.document import Why
from breakaway.display.match_page import Button, Card, CardRow, OrderPart, Scene, find_page, why
from breakaway.games.manifest import find
from breakaway.players.settings import requested
from breakaway.web.forms import Form, TheClub, Who
from breakaway.web.lesson_files import LEARNER, Lesson, StepFile, lesson, names
from breakaway.web.pages import Elsewhere, go

router = APIRouter(include_in_schema=False)


class AnotherChoice(NotNow):
    """The rules allow this choice, but the lesson is about another one."""


@dataclass(frozen=True)
class Panel:
    """The panel above the table, for step `number` of `count`. At the end, `is_over` is set and `number` is `count` +
    1.
    """

    game: str
    title: str
    number: int
    count: int
    heading: str
    text: str
    whys: tuple[Why, ...]
    choice: str  # what to choose, as the page calls it; empty in a free step and at the end
    press: str  # the button to press then; empty if there is none
    is_sent: bool  # whether `press` sends what was chosen, with or without scripts
    order: str
    is_free: bool
    is_over: bool
    opponent: str  # the label of the button that starts a match against the usual opponent
    hint: str  # shown after a choice that the step is not about


@router.post("/lesson/{name}")
def begin(request: Request, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a game's lesson as a new match. The visitor gets the first seat."""
    if name not in names():
        raise Elsewhere(404, _("This game has no lesson."))
    found = lesson(name)
    start = scripted_start(requested(found.game, **found.match), name)
    made = club.create(found.game, start, _(found.title), [LEARNER] if who.is_owner else [])
    if LEARNER in made.tokens:
        club.sit(made.tokens[LEARNER], who.sitter())
    club.do(made.id, partial(play_scripted, turns=[each.turn() for each in found.before], turn=0))
    return go(request, f"/match/{made.id}/{LEARNER + 1}")


def where(look: Look) -> tuple[Lesson, int] | None:
    """The lesson of a match and its current step, counted from 0. The end counts as one more step. None if the match is
    not at a step of a lesson.
    """
    name = look.header["options"].get(LESSON)
    if not look.is_scripted or look.is_over or LEARNER in look.gone or name not in names():
        return None
    found = lesson(name)
    begins = found.begins()
    return (found, begins.index(look.turn)) if look.turn in begins else None


def panel(look: Look, scene: Scene, is_declined: bool = False) -> Panel | None:
    """The panel that the learner now reads above this scene. None for other seats, and if `where` returns None.

    `is_declined`: whether the learner has just made a choice that the step is not about.
    """
    found = where(look)
    if found is None or look.observation.seat != LEARNER:
        return None
    taught, at = found
    game = find(taught.game)
    ended = at == len(taught.steps)
    step = taught.end if ended else taught.steps[at]
    chosen = step if isinstance(step, StepFile) else None
    order = chosen.order if chosen else ""
    choice, press, is_sent = goal(scene, order) if order else ("", "", False)
    hint = say("The rules allow that, but this step is about another choice: {choice}.", choice=choice)
    opponent = find_page(game).book_opponent
    return Panel(
        game=taught.game,
        title=_(taught.title),
        number=at + 1,
        count=len(taught.steps),
        heading=_(step.title),
        text=_(step.text),
        whys=tuple(why(game, rule) for rule in step.rules),
        choice=choice,
        press=press,
        is_sent=is_sent,
        order=order,
        is_free=chosen is not None and chosen.free,
        is_over=ended,
        opponent=_(opponent) if opponent else "",
        hint=hint if is_declined and choice else "",
    )


def goal(scene: Scene, order: str) -> tuple[str, str, bool]:
    """The choice `order` in the words of this scene: what to press, the button that plays it, and whether that button
    works without scripts.
    """
    ask = scene.ask
    if ask is None:
        return order, "", False
    halves = (half for row in scene.hand for card in row.cards for half in (*card.halves, *card.buttons))
    found = next((each.label for each in (*ask.buttons, *halves) if each.order == order), None)
    if found is not None:
        return found, ask.press or _("Choose"), False
    return ", ".join(order.split()), ask.send.label if ask.send else "", True


def choosing(look: Look, order: Order, is_partial: bool, turn: int) -> Action:
    """The action for the learner's choice. If the choice fits the step, the script plays on to the next step.

    Raises Refused if the rules forbid the choice, AnotherChoice if the step is about another one, or NotNow if the
    lesson is over.
    """
    found = where(look)
    if found is None or found[1] == len(found[0].steps):
        raise NotNow(_("This lesson is over."))
    step = found[0].steps[found[1]]
    refusal = look.observation.why_not(order, is_partial)
    if refusal:
        raise Refused(refusal)
    if not step.free and order != _read(look, step.order):
        raise AnotherChoice
    turns, chosen = [each.turn() for each in step.turns], (look.observation.seat, order, is_partial)
    return partial(play_scripted, turns=turns, turn=turn, chosen=chosen)


def _read(look: Look, text: str) -> Order:
    try:
        return look.observation.read(text)[0]
    except BadOrder:
        raise NoScript from None


# --- marks on the choices that the lesson leads to


def led(scene: Scene, shown: Panel | None) -> Scene:
    """The scene with marks, numbered from 1, on the choices that the lesson leads to.

    At the end of the lesson, the scene has no question.
    """
    if shown is None:
        return scene
    if shown.is_over:
        return replace(scene, ask=None, hand=tuple(_unpressed(row) for row in scene.hand))
    if not shown.order or scene.ask is None:
        return scene
    parts = shown.order.split()
    rows = _rows(scene.ask.rows, parts)
    buttons = tuple(_led(each, shown.order) for each in scene.ask.buttons)
    hand = tuple(replace(row, cards=tuple(_led_card(card, shown.order) for card in row.cards)) for row in scene.hand)
    return replace(scene, ask=replace(scene.ask, rows=rows, buttons=buttons), hand=hand)


def _led_card(card: Card, order: str) -> Card:
    buttons = tuple(_led(each, order) for each in card.buttons)
    halves = tuple(replace(each, lead=1) if each.order == order else each for each in card.halves)
    return replace(card, buttons=buttons, halves=halves)


def _led(button: Button, order: str) -> Button:
    return replace(button, lead=1) if button.order == order else button


def _rows(rows: Sequence[OrderPart], parts: Sequence[str]) -> tuple[OrderPart, ...]:
    return tuple(
        replace(
            row,
            options=tuple(
                replace(each, lead=parts.index(each.order) + 1) if each.order in parts else each for each in row.options
            ),
        )
        for row in rows
    )


def _unpressed(row: CardRow) -> CardRow:
    cards = tuple(
        replace(card, buttons=(), pick=None, halves=tuple(replace(each, order="") for each in card.halves))
        for card in row.cards
    )
    return replace(row, cards=cards)
