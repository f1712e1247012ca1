"""A page for games that have no page of their own. Shows the view as text, and choices in the game's notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from breakaway.core.game import Order
from breakaway.core.language import _, say
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.choosing import Ask, Button
from breakaway.display.document import Grid, Line, Why
from breakaway.display.page import NO_DICE, Dice, PlayBlock, Played, Scene, Tab, TurnLog, why

MOST = 48  # the most orders shown as buttons; with more, people build an order code by code
PLAYS = 100  # the most turns of a match on one page


class PlainPage:
    """Shows any game, as text."""

    says = ""
    book_opponent = ""
    reads_plays = False

    def picture(self) -> str:
        """A drawing of three dice, because the game has no drawing of its own."""
        drawn = [svg.rect("paper", 0, 0, 300, 150, 0)]
        for i, mark in enumerate("+-+"):
            drawn.append(svg.rect("die", 45 + 75 * i, 45, 60, 60, 10))
            drawn.append(svg.text("ink", 75 + 75 * i, 89, mark, font_size=40, text_anchor="middle"))
        return svg.element(
            "svg", *drawn, xmlns="http://www.w3.org/2000/svg", class_="plain", viewBox="0 0 300 150", aria_hidden="true"
        )

    def scene(
        self,
        observation: Observation[Any, Any],
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """The whole page in words."""
        scores = self._scores(observation)
        standing = Grid(_("Standing"), ("", _("points")), tuple(scores), folded=False)
        return Scene(
            headline=observation.game.title,
            stands="; ".join(f"{name} {points}" for name, points in scores),
            board="",
            rows=(*scores, *view_rows(observation)),
            ask=ask(observation, draft) if observation.is_asked() else None,
            plays=tuple(blocks(observation, log)),
            tabs=(Tab(_("Score"), "score", (standing,)),) if scores else (),
        )

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Always true, because nothing tells this page what is secret in the game."""
        return True

    def _scores(self, observation: Observation[Any, Any]) -> tuple[tuple[str, str], ...]:
        found, names = observation.standing, seat_names(observation)
        return tuple((name, observation.game.points(found.score[seat])) for seat, name in enumerate(names))


def seat_names(observation: Observation[Any, Any]) -> list[str]:
    """The name of each seat, from the names of the match."""
    count = observation.game.seat_count(observation.config)
    listed = [str(each) for each in observation.names.get("seats") or observation.names.get("teams") or ()]
    return [listed[seat] if seat < len(listed) else say("Seat {n}", n=seat + 1) for seat in range(count)]


def blocks(observation: Observation[Any, Any], log: TurnLog) -> Iterator[PlayBlock]:
    """A block for each of the latest turns, oldest first."""
    for turn, events in log[-PLAYS:]:
        lines = tuple(told_line(observation, each) for each in events)
        yield PlayBlock(say("Turn {turn}", turn=turn + 1), lines, turn=turn + 1)


def told_line(observation: Observation[Any, Any], event: Event) -> Line:
    """An event in a sentence, with its rule."""
    text = observation.game.words.event(event, observation.names, observation.config)
    return Line(text, whys=(why(observation.game, event.rule),))


def view_rows(observation: Observation[Any, Any]) -> list[tuple[str, str]]:
    """The view field by field: its numbers and short lists."""
    found = []
    for each in fields(observation.view):
        value = getattr(observation.view, each.name)
        if isinstance(value, list) and (len(value) > 12 or any(isinstance(one, list) for one in value)):
            continue
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        found.append((each.name.replace("_", " "), text))
    return found


# --- choosing


def ask(observation: Observation[Any, Any], draft: Sequence[int] = ()) -> Ask:
    """A button for each legal order or, if there are too many, links that add the next code to the draft."""
    order = legal_draft(observation, draft)
    found = list(_some(orders(observation, order)))
    if len(found) <= MOST:
        buttons = tuple(Button(observation.write(each), observation.write(each)) for each in found)
        return Ask(
            _("Your choice"), buttons, free=_example(observation), draft=_written(observation, order) if order else ""
        )
    steps = []
    for code in observation.menu(order):
        steps.append((_label(observation, order, code), (*order, code)))
    slot = say("Choice {n} of {slots}", n=len(order) + 1, slots=observation.slots())
    return Ask(
        slot, free=_example(observation), steps=tuple(steps), draft=_written(observation, order) if order else ""
    )


def legal_draft(observation: Observation[Any, Any], draft: Sequence[int]) -> Order:
    """The longest legal beginning of the draft. A complete draft has already been sealed, so a new one begins."""
    order: Order = []
    if len(draft) >= observation.slots():
        return order
    for code in draft[: max(0, observation.slots() - 1)]:
        if code not in observation.menu(order):
            break
        order.append(code)
    return order


def orders(observation: Observation[Any, Any], begun: Order) -> Iterator[Order]:
    """Complete legal orders that begin with the codes in `begun`."""
    if len(begun) == observation.slots():
        yield list(begun)
        return
    for code in observation.menu(begun):
        yield from orders(observation, [*begun, code])


def _some(found: Iterator[Order]) -> Iterator[Order]:
    for count, order in enumerate(found):
        if count > MOST:
            return
        yield order
    return


def _completed(observation: Observation[Any, Any], begun: Order) -> Order:
    return next(orders(observation, begun))


def _example(observation: Observation[Any, Any]) -> str:
    return observation.write(_completed(observation, []))


def _written(observation: Observation[Any, Any], order: Order) -> str:
    """A draft in words. Leaves out open slots if the game can write an incomplete order; otherwise fills them with an
    example.
    """
    absent = observation.game.absent
    if absent is None:
        return observation.write(_completed(observation, order))
    return observation.write([*order, *[absent] * (observation.slots() - len(order))])


def _label(observation: Observation[Any, Any], order: Order, code: int) -> str:
    """A code in words: the text that it adds to the draft."""
    absent = observation.game.absent
    if absent is None:
        return observation.write(_completed(observation, [*order, code])).replace("\n", "; ")
    before = _written(observation, order).replace(" partial", "")
    after = _written(observation, [*order, code]).replace(" partial", "")
    return after.removeprefix(before).strip().replace("\n", "; ") or str(code)


def refused(observation: Observation[Any, Any], rule: str) -> Why:
    """The rule behind a refusal."""
    return why(observation.game, rule)


PAGE = PlainPage()
