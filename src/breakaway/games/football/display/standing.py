"""The state of a match in figures and in a sentence, made from a view: clock, hands, tokens, down and distance."""

from __future__ import annotations

from breakaway.core.chance import sampled
from breakaway.core.game import Names
from breakaway.core.language import many, say
from breakaway.core.state import copy
from breakaway.games.football.display.brief import down_text
from breakaway.games.football.display.text import has_ball
from breakaway.games.football.rules import clock, hidden
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import DISCARD, HAND, PASS, RUN, UNSEEN
from breakaway.games.football.text import names as called


def cards_left(view: Football, config: FootballConfig, seat: int) -> int:
    """The clock: how many cards are left in this quarter. Hidden discards do not count as cards left."""
    if config.hidden_discards:
        view = copy(view)
        hidden.determinize(view, config, seat, sampled(1))
    return max(0, clock.cards_left(view, config))


def cards_held(view: Football, seat: int) -> int:
    """How many cards a side holds or has in its draw pile. A view shows how many hidden discards there are, but not
    which cards they are.
    """
    unseen = view.card[seat].count(UNSEEN)
    return view.card[seat].count(HAND) + unseen - (view.given[seat] if unseen else 0)


def tokens_against(view: Football, config: FootballConfig, seat: int) -> tuple[int, int] | None:
    """The spy tokens left against this seat's strong runs and passes. At 0 tokens, the other side's sheet spies on the
    seat's plays.

    None if no sheet plays the other side.
    """
    if not config.sheet[other(seat)]:
        return None
    return int(view.tokens[seat][RUN]), int(view.tokens[seat][PASS])


def stands(view: Football, config: FootballConfig, names: Names, seat: int) -> str:
    """The state in words: `3rd quarter, 9 cards left. Lightning has 2nd and 3 lines to go at its own 35.`"""
    text = many(
        "{quarter}, {n} card left.",
        "{quarter}, {n} cards left.",
        cards_left(view, config, seat),
        quarter=called.capital(called.quarter(max(1, view.quarter))),
    )
    team = called.team(names, view.offense)
    if view.try_down:
        return text + " " + say("{team:has} scored a touchdown. The try is next.", team=team)
    if not has_ball(view) or view.phase == DISCARD:
        return text
    down = down_text(view.down, view.marker - view.line)
    spot = called.team_spot(names, view.offense, view.line)
    has = say("{team:has} {down} to go at {spot}.", team=team, down=down, spot=spot)
    return f"{text} {has}"
