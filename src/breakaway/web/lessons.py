"""Lessons, how to play, and the rules as pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.actions import LESSON, NoScript, ScriptedTurn, play_scripted, scripted_start
from breakaway.club.match_views import SeatView
from breakaway.core.data_files import BadData, Strict, checked, place, read_toml
from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, say
from breakaway.core.observation import NotNow, Refused
from breakaway.core.rulebook import Rule, searched
from breakaway.display.document import Why
from breakaway.display.how_to_play import guide
from breakaway.display.match_page import Button, Card, CardRow, OrderPart, Scene, find_page, why
from breakaway.games.manifest import GAMES, find
from breakaway.players.seated_match import Table
from breakaway.players.settings import requested
from breakaway.server.budgets import PageRoute
from breakaway.testing.cases import functions_of
from breakaway.web.pages import NoSuchPage, go, page
from breakaway.web.request import Form, TheClub, Who

# --- Lessons as data files: their text, the choices that the learner should make, and the script for other seats and
# for chance.
#
# A step explains what the learner sees and ends with one choice: `order`, written as the page's buttons write it. The
# panel takes the name of the learner's choice from the page. In a `free` step, any choice is accepted. `turns` are
# played next: first the turn of the learner's choice, then the turns up to the next choice. Each turn has `orders` by
# seat, counted from 1, and outcomes of `chance`, as in a record. The learner has seat 1. Later turns of a step may also
# have orders for the learner's seat.


LEARNER = 0  # the learner's seat


class TurnFile(Strict):
    """One turn of the script."""

    orders: dict[str, str] = Field(default_factory=dict)
    chance: list[int] = Field(default_factory=list)

    def turn(self) -> ScriptedTurn:
        """This turn as the club plays it."""
        return ScriptedTurn({int(seat) - 1: text for seat, text in self.orders.items()}, self.chance)


class StepFile(Strict):
    """One step: the text before the learner's choice, and the turns after it."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    order: str = ""
    free: bool = False
    rules: list[str] = Field(min_length=1)
    turns: list[TurnFile] = Field(min_length=1)


class EndFile(Strict):
    """The end of a lesson: what the learner has learned."""

    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    rules: list[str] = Field(min_length=1)


class Lesson(Strict):
    """A lesson on one game."""

    game: str
    title: str = Field(min_length=1)
    match: dict[str, Any]  # the fields of a request
    before: list[TurnFile] = Field(default_factory=list)
    steps: list[StepFile] = Field(min_length=1)
    end: EndFile

    def begins(self) -> list[int]:
        """For each step, and then for the end: how many turns have been played when it begins."""
        found = [len(self.before)]
        for step in self.steps:
            found.append(found[-1] + len(step.turns))
        return found


@cache
def names() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(name for name in GAMES if path_of(name).is_file())


def path_of(name: str) -> Path:
    """The file of a game's lesson, which need not exist."""
    return GAMES.folder(name) / "lesson.toml"


@cache
def lesson(name: str) -> Lesson:
    """The lesson of a game that has one (see `names`)."""
    return read_lesson(path_of(name))


def read_lesson(path: Path) -> Lesson:
    """Reads a lesson. Raises BadData, which names each wrong field and says what would be right."""
    found = checked(Lesson, read_toml(path), str(path))
    wrong = list(mistakes(found))
    if wrong:
        raise BadData("\n".join(f"{path}: {each}" for each in wrong))
    return found


def mistakes(found: Lesson) -> Iterator[str]:
    """Finds mistakes that the data model misses: unknown games, rules or seats, and steps without exactly one
    choice.
    """
    if found.game not in GAMES:
        yield f"{place('game')}: unknown game {found.game!r}; known: {', '.join(GAMES)}"
        return
    entries = find(found.game).rules.entries
    listed: list[tuple[Sequence[str | int], list[str]]] = [(("steps", i), s.rules) for i, s in enumerate(found.steps)]
    for where, ids in [*listed, (("end",), found.end.rules)]:
        for n, each in enumerate(ids):
            if each not in entries:
                yield f"{place(*where, 'rules', n)}: {found.game} has no rule {each!r}; see: breakaway rules"
    for i, step in enumerate(found.steps):
        if step.free == bool(step.order):
            yield f"{place('steps', i, 'order')}: expected either an order or free = true"
    most = find(found.game).seats[1]
    for path, turn, is_first in scripts(found):
        for seat in turn.orders:
            if not (seat.isascii() and seat.isdigit() and 1 <= int(seat) <= most):
                yield f"{place(*path, 'orders', seat)}: expected a seat from 1 to {most}"
            elif is_first and int(seat) - 1 == LEARNER:
                yield f"{place(*path, 'orders', seat)}: this is the learner's own choice; write it as the step's order"


def scripts(found: Lesson) -> Iterator[tuple[Sequence[str | int], TurnFile, bool]]:
    """All turns, each with its place in the file, and whether the learner makes a choice in it."""
    for i, turn in enumerate(found.before):
        yield ("before", i), turn, False
    for i, step in enumerate(found.steps):
        for n, turn in enumerate(step.turns):
            yield ("steps", i, "turns", n), turn, n == 0


# --- Lessons: scripted matches that lead a new player through a first drive, series or race turn.
#
# A panel explains each step. A lesson's only state is the number of turns in the match. So a learner can leave the
# lesson at any point and come back.


router = APIRouter(include_in_schema=False, route_class=PageRoute)


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
        raise NoSuchPage(404, _("This game has no lesson."))
    found = lesson(name)
    start = scripted_start(requested(found.game, **found.match), name)
    made = club.create(found.game, start, _(found.title), [LEARNER] if who.is_owner else [])
    if LEARNER in made.tokens:
        club.sit(made.tokens[LEARNER], who.sitter())
    club.do(made.id, partial(play_scripted, turns=[each.turn() for each in found.before], turn=0))
    return go(request, f"/match/{made.id}/{LEARNER + 1}")


def where(look: SeatView) -> tuple[Lesson, int] | None:
    """The lesson of a match and its current step, counted from 0. The end counts as one more step. None if the match is
    not at a step of a lesson.
    """
    if not look.is_scripted or look.is_over or LEARNER in look.gone:
        return None
    return step_of(look.header["options"], look.turn)


def step_of(options: Mapping[str, Any], turn: int) -> tuple[Lesson, int] | None:
    """The lesson of a match with these `options` and its step after `turn` turns, as in `where`."""
    name = options.get(LESSON)
    if name not in names():
        return None
    found = lesson(name)
    begins = found.begins()
    return (found, begins.index(turn)) if turn in begins else None


def panel(look: SeatView, scene: Scene, is_declined: bool = False) -> Panel | None:
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


def choose(table: Table, seat: int, order: Order, is_partial: bool, turn: int) -> None:
    """Plays the learner's choice. If the choice fits the step, the script plays on to the next step.

    Raises Refused if the rules forbid the choice, AnotherChoice if the step is about another one, or NotNow if the
    lesson is over.
    """
    match, observation = table.match, table.match.observation(seat)
    found = step_of(match.record.header["options"], len(match.log))
    if found is None or found[1] == len(found[0].steps) or match.is_over() or LEARNER in match.gone:
        raise NotNow(_("This lesson is over."))
    step = found[0].steps[found[1]]
    refusal = observation.why_not(order, is_partial)
    if refusal:
        raise Refused(refusal)
    try:
        wanted = None if step.free else observation.read(step.order)[0]
    except BadOrder:
        raise NoScript from None
    if wanted is not None and order != wanted:
        raise AnotherChoice
    play_scripted(table, [each.turn() for each in step.turns], turn, (seat, order, is_partial))


# --- marks on the choices that the lesson leads to


def led(scene: Scene, shown: Panel | None) -> Scene:
    """The scene with marks, numbered from 1, on the choices that the lesson leads to.

    At the end of the lesson, the scene has no question.
    """
    if shown is None:
        return scene
    if shown.is_over:
        hand = tuple(_unpressed(row) for row in scene.hand)
        return replace(scene, ask=None, hand=hand, calls=scene.calls.unpressed() if scene.calls else None)
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


# --- One page for each game: how to play it, with drawings, followed by all its rules by chapter, with a search field.


LONGEST = 100  # characters of a search


@router.get("/rules/{name}")
def rules(request: Request, name: str, q: str = "") -> Response:
    """How a game is played and all its rules by chapter, or only the rules that contain all words of the search `q`."""
    game = find(name)
    words = q[:LONGEST].strip()
    chapters: dict[str, list[Rule]] = {}
    for entry in searched(game.rules, words):
        chapters.setdefault(entry.chapter, []).append(entry)
    shown = None if words else guide(game)
    return page(
        request, "rules.html", game=game, chapters=chapters, words=words, guide=shown, count=len(game.rules.entries)
    )


@router.get("/rules/{name}/{rule}")
def rule(request: Request, name: str, rule: str) -> Response:
    """The page of one rule."""
    game = find(name)
    entry = game.rules.entries.get(rule.upper()[:20])
    if entry is None:
        raise NoSuchPage(404, _("This game has no rule with this id."))
    return page(request, "rule.html", game=game, entry=entry, played=functions_of(game).get(entry.id, []))
