"""Football's Game Day cards, offense cards and coins as they are printed, for people who draw them themselves."""

from __future__ import annotations

from breakaway.boards.football_choices import FootballWindow
from breakaway.boards.outcomes import Outcome
from breakaway.football import names as called
from breakaway.football.card_text import DEFENSE_CORNERS, OFFENSE_CORNERS
from breakaway.football.state import BLOCKED


def outcome(window: FootballWindow, label: str, k: int) -> Outcome | None:
    """A card with what stands on it, or whose flip it is; None for a plain die."""
    names, seat = window.names, window.view.offense
    if label == "Game Day card":
        return Outcome(k, f"{k + 1}. {called.game_day(names, k)}", _corners(window, k))
    if label == "flip":
        return Outcome(k, called.team(names, k))
    if label in ("burnt card", "drawn card"):
        plays = "; ".join(called.play(names, seat, 2 * k + side) for side in (0, 1))
        return Outcome(k, f"Card {k + 1}", plays)
    if label == "side":
        return Outcome(k, ("The first play of the card", "The second play of the card")[k])
    return None


def _corners(window: FootballWindow, card: int) -> str:
    """The four corners of a Game Day card: `D -1, O 2, field goal 7, punt 9`."""
    book = window.book
    d = next(word for word, value in DEFENSE_CORNERS.items() if value == book.defense_corner[card])
    o = next(word for word, value in OFFENSE_CORNERS.items() if value == book.offense_corner[card])
    kicks = ["blocked" if value == BLOCKED else str(value) for value in (book.field_goal[card], book.punt[card])]
    return f"D {d}, O {o.upper() if o == 'td' else o}, field goal {kicks[0]}, punt {kicks[1]}"
