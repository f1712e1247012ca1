"""What a team has to know before it orders: its riders, their cards, and the lines on their way."""

from __future__ import annotations

from breakaway.core.data import read_toml
from breakaway.core.window import Window
from breakaway.cycling.cards import DATA
from breakaway.cycling.sprints import is_finish, points_of_place
from breakaway.cycling.state import GRADES, ON_TRACK, Race, RaceBook
from breakaway.cycling.words import LETTERS, ordinal, plural

RaceWindow = Window[Race, RaceBook]


def cards_of(view: Race, rider: int) -> list[int]:
    """A rider's cards, highest first."""
    return [int(card) for card in view.hand[rider] if card]


def own_name(window: RaceWindow, rider: int) -> str:
    """`A`, or `A Percy Vere` where riders have names."""
    teams = window.names.get("teams", ())
    team = teams[rider // GRADES] if rider // GRADES < len(teams) else ""
    four = window.names.get("riders", {}).get(team, ())
    grade = rider % GRADES
    return f"{LETTERS[grade]} {four[grade]}" if len(four) == GRADES else LETTERS[grade]


def riding(window: RaceWindow, seat: int) -> list[int]:
    """The team's riders on the track."""
    view = window.view
    return [rider for rider in range(seat * GRADES, seat * GRADES + GRADES) if view.status[rider] == ON_TRACK]


def crossed_by(view: Race, book: RaceBook, start: int, end: int) -> list[int]:
    """The lines of this stage that a move crosses."""
    at = book.line_at[view.stage]
    return [line for line in range(book.lines[view.stage]) if start <= at[line] < end]


def line_letter(view: Race, book: RaceBook, line: int) -> str:
    """`F` for the finish, `S40` for the sprint line after 40."""
    return "F" if is_finish(view, book, line) else f"S{book.line_at[view.stage][line]}"


def line_name(view: Race, book: RaceBook, line: int) -> str:
    """`sprint 40` or `finish`."""
    return "finish" if is_finish(view, book, line) else f"sprint {book.line_at[view.stage][line]}"


def line_news(window: RaceWindow) -> str:
    """Each line that is still worth points: who is over next, and for how much."""
    view, book = window.view, window.book
    parts: list[str] = []
    for line in range(book.lines[view.stage]):
        place = view.crossed[line] + 1
        points = points_of_place(view, book, line, place)
        if points:
            name = f"{line_name(view, book, line)}: {ordinal(place)}, {points}"
            parts.append(name if parts else f"{name} points")
    return "next over " + " · ".join(parts) if parts else "no line is worth points any more"


def line_up_rules(book: RaceBook) -> str:
    """What 3.1 allows, from the book's numbers."""
    parts: list[str] = []
    for grade in range(GRADES):
        least, most = book.least_cards[grade], book.most_cards[grade]
        number = f"{least} or {most} cards" if most > least else plural(least, "card")
        parts.append(f"{LETTERS[grade]} {number} adding up to at most {book.most_sum[grade]}")
    return f"Cards are 1 to {book.highest_start}, repeats allowed: " + "; ".join(parts) + "."


def published() -> list[str]:
    """The published line-ups, the default first."""
    examples = read_toml(DATA / "line_ups.toml").get("examples", {})
    return [str(text) for text in examples.values()]
