"""What a team needs to know before it gives its orders: its riders, their cards, and the lines ahead."""

from __future__ import annotations

from typing import NamedTuple

from breakaway.core.data_files import read_toml
from breakaway.core.language import _, many, marked, say
from breakaway.games.cycling.files.config import DATA, line_up_cards
from breakaway.games.cycling.rules.sprints import is_finish, points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, LINES, ON_TRACK, OVER, RACING
from breakaway.games.cycling.text.words import LETTERS, ordinal

# The title of each published line-up, and what is special about it.
EXAMPLES = {
    "one": (marked("The even line-up"), marked("Stays in the bunch, turn after turn")),
    "two": (marked("The line-up with fast cards"), marked("One rider can attack early; the others must wait")),
}
OWN_DEFAULT = marked("The default line-up"), marked("What a team in this race gets if it sends none")


def cards_of(view: Race, rider: int) -> list[int]:
    """A rider's cards, highest first."""
    return [int(card) for card in view.hand[rider] if card]


def own_name(observation: RaceObservation, rider: int) -> str:
    """A rider's grade, with his own name if he has one: `A Percy Vere`."""
    teams = observation.names.get("teams", ())
    team = teams[rider // GRADES] if rider // GRADES < len(teams) else ""
    four = observation.names.get("riders", {}).get(team, ())
    grade = rider % GRADES
    return f"{LETTERS[grade]} {four[grade]}" if len(four) == GRADES else LETTERS[grade]


def riding(observation: RaceObservation, seat: int) -> list[int]:
    """The team's riders on the track."""
    view = observation.view
    return [rider for rider in range(seat * GRADES, seat * GRADES + GRADES) if view.status[rider] == ON_TRACK]


def crossed_by(view: Race, config: RaceConfig, start: int, end: int) -> list[int]:
    """The lines of this stage that a move crosses."""
    at = config.line_at[view.stage]
    return [line for line in range(config.lines[view.stage]) if start <= at[line] < end]


def line_letter(view: Race, config: RaceConfig, line: int) -> str:
    """A short name for a line: `F` for the finish, `S40` for the sprint line after square 40."""
    return "F" if is_finish(view, config, line) else f"S{config.line_at[view.stage][line]}"


def line_name(view: Race, config: RaceConfig, line: int) -> str:
    """The name of a line: `sprint 40` or `finish`."""
    if is_finish(view, config, line):
        return _("finish")
    return say("sprint {square}", square=config.line_at[view.stage][line])


def lines_news(observation: RaceObservation, most: int = LINES) -> str:
    """The next place and its points at each line that still has points, for at most `most` lines.

    Empty if no line has points left.
    """
    view, config = observation.view, observation.config
    parts: list[str] = []
    for line in range(config.lines[view.stage]):
        place = view.crossed[line] + 1
        points = int(points_of_place(view, config, line, place))
        if points and len(parts) < most:
            name = f"{line_name(view, config, line)}: {ordinal(place)}, "
            parts.append(name + (str(points) if parts else many("{n} point", "{n} points", points)))
    return " · ".join(parts)


def line_up_rules(config: RaceConfig) -> str:
    """Says what rule 3.1 allows in a line-up, with the config's numbers."""
    parts: list[str] = []
    for grade in range(GRADES):
        least, most = config.least_cards[grade], config.most_cards[grade]
        number = many("{n} card", "{n} cards", least)
        if most > least:
            number = say("{least} or {most} cards", least=least, most=most)
        rider, sum_ = LETTERS[grade], config.most_sum[grade]
        parts.append(say("{rider}: {cards} adding up to at most {sum}", rider=rider, cards=number, sum=sum_))
    riders = "; ".join(parts)
    return say(
        "Cards go from 1 to {highest}, and repeats are allowed. {riders}.", highest=config.highest_start, riders=riders
    )


class LineUp(NamedTuple):
    """A ready-made line-up: the order, and a title and a sentence in English for a button."""

    order: str
    title: str
    says: str


def ready_made(config: RaceConfig) -> list[LineUp]:
    """This race's default line-up (BA-R16), then the published ones."""
    orders = read_toml(DATA / "line_ups.toml")["examples"]
    found = [LineUp(orders[name], *EXAMPLES[name]) for name in EXAMPLES]
    default = [[int(card) for card in hand if card] for hand in config.default_hand]
    same = [each for each in found if [sorted(hand)[::-1] for hand in line_up_cards(each.order)] == default]
    if not same:
        order = " ".join(f"{letter} {' '.join(map(str, hand))}" for letter, hand in zip(LETTERS, default, strict=True))
        same = [LineUp(order, *OWN_DEFAULT)]
    return same + [each for each in found if each not in same]


def headline(observation: RaceObservation) -> str:
    """The turn and, on a tour, the stage."""
    view, stages = observation.view, observation.config.stages
    if view.phase == OVER:
        return _("The final table")
    if stages == 1:
        return _("Line-ups") if view.phase == LINE_UP else say("Turn {turn}", turn=view.turn)
    if view.phase == LINE_UP:
        return say("Stage {stage} of {stages}, line-ups", stage=view.stage + 1, stages=stages)
    return say("Stage {stage} of {stages}, turn {turn}", stage=view.stage + 1, stages=stages, turn=view.turn)


def next_lines(observation: RaceObservation, most: int = LINES) -> str:
    """The turn and, for each of the next lines (at most `most`), the next place and its points.

    For example `Turn 5. Still to be won at sprint 40: 1st, 10 points.`
    """
    parts = [headline(observation)]
    if observation.view.phase == RACING:
        lines = lines_news(observation, most)
        parts.append(say("Still to be won at {lines}", lines=lines) if lines else _("No points left to win"))
    return ". ".join(parts) + "."
