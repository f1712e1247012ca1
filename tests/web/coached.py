"""Choices of football that lead to audibles and challenges, and a page on which they are made as people make them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from breakaway.club.club import Club
from breakaway.games.football.files import config as football
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.interface import INSTRUCTIONS
from breakaway.records.match import Start
from tests.web.screens import press, stamp, wait_for_news


def audibles(secret: bytes) -> Start:
    """Two people who turn cards after they lie, with as many flags as there can be."""
    config, options = football.resolve("lightning", "fire", (), {"audibles": True, "flags": 9})
    seats = [{"name": name, "by": "human"} for name in ("Lightning", "Fire")]
    return Start(config, options, football.names("lightning", "fire"), seats, secret=secret, salts=("one", "two"))


def bold(observation: Any, turn: int) -> list[int]:
    """A choice: cards are turned and events challenged; of plays another one each turn."""
    view, seat = observation.view, observation.seat
    if view.phase == terms.DISCARD:
        order: list[int] = INSTRUCTIONS["discard the weakest"](view, observation.config, seat) or first(observation, [])
        return order
    if view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE, terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return first(observation, [observation.menu([])[-1]])
    menu = observation.menu([])
    plays = [code for code in menu if code < terms.PLAYS] if view.phase == terms.CALL else menu[:1]
    begun = [plays[turn * 7 % len(plays)]] if plays and view.phase == terms.CALL and not view.returns else []
    return first(observation, begun)


def first(observation: Any, begun: list[int]) -> list[int]:
    """The first legal order that begins so."""
    order = list(begun)
    while len(order) < observation.slots():
        order.append(observation.menu(order)[0])
    return order


def asked(club: Club, match_id: str) -> tuple[int, Any, list[int]]:
    """Who is asked alone, what he sees, and what he is to choose."""
    (seat,) = club.look(match_id).waiting
    look = club.look(match_id, seat)
    return seat, look.observation, bold(look.observation, look.turn)


def make(page: Page, observation: Any, order: list[int]) -> None:
    """The same, and waits until the page has changed."""
    before = stamp(page)
    give(page, observation, order)
    wait_for_news(page, before)


def give(page: Page, observation: Any, order: list[int]) -> None:
    """Presses what orders it, or types it where nothing does."""
    text = observation.write(order)
    button = page.locator(f'button[name="order"][value="{text}"]:visible')
    if button.count():
        press(page, button.first)
    else:
        page.locator("#free").fill(text)
        page.locator("#free").press("Enter")
