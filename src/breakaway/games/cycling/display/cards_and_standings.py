"""Hands of cards, and the standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from breakaway.core.data_files import read_toml
from breakaway.core.game import Standings
from breakaway.core.language import Names, _, many, marked, say
from breakaway.display import svg
from breakaway.display.document import Grid
from breakaway.display.endings import listing as listing
from breakaway.games.cycling.display.field import colours, is_hidden
from breakaway.games.cycling.files import DATA, line_up_cards
from breakaway.games.cycling.rules.cards import leads_alone
from breakaway.games.cycling.rules.movement import is_finish, points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation, checkpoint_passed
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, LINES, NOBODY, ON_TRACK, OVER, RACING, RIDERS
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, team_name

# --- What a team needs to know before it gives its orders: its riders, their cards, and the lines ahead.


# The title of each published line-up, and what is special about it.
EXAMPLES = {
    "one": (marked("The even line-up"), marked("Stays in the bunch, turn after turn")),
    "two": (marked("The line-up with fast cards"), marked("One rider can attack early; the others must wait")),
}
STRONG = marked("A strong line-up"), marked("The strongest computer team starts with it")
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
        adds = marked("{rider}: {cards} adding up to at most {sum}")
        if config.exact_totals:
            adds = marked("{rider}: {cards} adding up to exactly {sum}")
        parts.append(say(adds, rider=rider, cards=number, sum=sum_))
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


def strong_line_up(config: RaceConfig) -> LineUp:
    """The line-up with which the strongest coach starts."""
    orders = read_toml(DATA / "line_ups.toml")["strong"]
    return LineUp(orders["by_arrival" if config.by_arrival else "by_spots"], *STRONG)


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


# --- The standings of the race: teams in order, finishers by place, and the tie-breaks between teams.


def in_order(observation: RaceObservation) -> tuple[Standings, list[int]]:
    """The result so far, and the teams, best first."""
    r = observation.standing
    return r, sorted(range(observation.config.teams), key=lambda team: (r.rank[team], team))


def has_points(observation: RaceObservation) -> bool:
    """Whether any team has scored yet."""
    return any(in_order(observation)[0].score)


def points_line(observation: RaceObservation) -> str:
    """The points of each team, best first: `Red 18 · Blue 9½`."""
    r, teams = in_order(observation)
    names = observation.names["teams"]
    return " · ".join(f"{names[team]} {points_text(r.score[team])}" for team in teams)


def home(view: Race, team: int) -> str:
    """The team's finishers in this stage by place: `A 2nd, C 11th`. In a Pursuit, all riders get places at the end."""
    found = [
        (view.place[rider], LETTERS[rider % GRADES])
        for rider in range(team * GRADES, team * GRADES + GRADES)
        if view.place[rider]
    ]
    return ", ".join(f"{letter} {ordinal(place)}" for place, letter in sorted(found))


def tie_breaks(observation: RaceObservation) -> list[str]:
    """Says how ties between teams with equal points were broken, or why they share a place (5.3 and R18)."""
    r, teams = in_order(observation)
    names, texts = observation.names["teams"], []
    for rank in sorted(set(r.rank[: observation.config.teams])):
        level = [str(names[team]) for team in teams if r.rank[team] == rank]
        if len(level) > 1:
            texts.append(
                say("{teams} share a place: equal points and the same finishing places (BA-R18)", teams=listing(level))
            )
    for a, b in pairwise(teams):
        if r.score[a] == r.score[b] and r.rank[a] != r.rank[b]:
            texts.append(
                _tie_break(
                    observation.view,
                    str(names[a]),
                    str(names[b]),
                    finishes(observation.view, a),
                    finishes(observation.view, b),
                )
            )
    return texts


def _tie_break(view: Race, a: str, b: str, mine: list[int], theirs: list[int]) -> str:
    """A sentence about the first finishing place in which two teams differ."""
    i = next(i for i in range(RIDERS + 1) if mine[i : i + 1] != theirs[i : i + 1])
    rule, place = "BA-5.3" if i == 0 else "BA-R18", ordinal(mine[i])
    if i < len(theirs):
        return say(
            "{a} ranks above {b} on equal points: {a} has a rider placed {place}, and {b} has one placed {other} "
            "({rule})",
            a=a,
            b=b,
            place=place,
            other=ordinal(theirs[i]),
            rule=rule,
        )
    return say(
        "{a} ranks above {b} on equal points: {a} has a rider placed {place}, and {b} has none to match him ({rule})",
        a=a,
        b=b,
        place=place,
        rule=rule,
    )


def finishes(view: Race, team: int) -> list[int]:
    """The finishing places of a team over all stages, best first."""
    return [place for place in range(1, RIDERS + 1) for _ in range(view.places[team][place])]


# --- tables


def points(observation: RaceObservation) -> Grid:
    """The teams, best first: total points, points by rider, and finishers.

    At the end, also says how ties were broken.
    """
    r, teams = in_order(observation)
    view, rows = observation.view, []
    for team in teams:
        shared = "=" if r.rank.count(r.rank[team]) > 1 else ""
        each = (points_text(view.points[rider]) for rider in range(team * GRADES, team * GRADES + GRADES))
        total = points_text(r.score[team])
        rows.append((team_name(observation.names, team), f"{r.rank[team]}{shared}", total, *each, home(view, team)))
    heads = (_("team"), _("place"), _("points"), *LETTERS, _("at the finish"))
    note = ". ".join(tie_breaks(observation)) if r.rule else ""
    own = [i for i, team in enumerate(teams) if team == observation.seat]
    return Grid(_("Points"), heads, rows, note=note, folded=False, right=range(1, 3 + GRADES), strong=own)


def everybody(observation: RaceObservation) -> Grid:
    """All riders on the track, front to back, with what the seat may know about them."""
    view, config, rows = observation.view, observation.config, []
    riders = [rider for rider in view.queue[: view.field] if rider != NOBODY]
    for rider in riders:
        hidden = is_hidden(view, rider) if config.blind else False
        passed = checkpoint_passed(config, view.square[rider])
        where = say("past {checkpoint}", checkpoint=passed) if hidden else str(view.square[rider])
        is_secret = hidden or (config.secret_hands and is_hidden(view, rider))
        cards = " ".join(map(str, cards_of(view, rider))) or (_("hidden") if is_secret else "–")
        numbers = (str(number) if number else "–" for number in (view.played[rider], view.drawn[rider]))
        marks = [_("leads")] if leads_alone(view, rider) else []
        marks += [_("dropped")] if view.dropped[rider] else []
        name = f"{team_name(observation.names, rider // GRADES)} {own_name(observation, rider)}"
        rows.append((name, where, cards, *numbers, " ".join(marks)))
    heads = (_("rider"), _("square"), _("cards"), _("played"), _("drew"), "")
    own = [i for i, rider in enumerate(riders) if rider // GRADES == observation.seat]
    return Grid(_("Everybody's cards"), heads, rows, right=(1, 3, 4), strong=own)


# --- Draws the race's cards: a number, with the team's color only at the edge.


WIDTH, HEIGHT = 60, 84
MINI_W, MINI_H, MINI_GAP, GROUP_GAP = 26, 36, 4, 16
FAN = 13 * (MINI_W + MINI_GAP) + 3 * (GROUP_GAP - MINI_GAP)  # wide enough for the most cards a line-up can have
SPEED = 15  # the highest card of a line-up fills the whole bar


def team_class(names: Names, teams: int, team: int) -> str:
    """The CSS class for a team's colors."""
    return f"rides-{colours(names, teams)[team].name}"


def face(card: int, copies: int = 1) -> str:
    """A card as SVG: its number, a bar for its speed, and the number of copies if there are several."""
    filled = (WIDTH - 20) * min(card, SPEED) / SPEED
    drawn = [
        svg.rect("paper", 1, 1, WIDTH - 2, HEIGHT - 2, 8),
        svg.path("edge-of-team", f"M1 16V9a8 8 0 0 1 8-8h{WIDTH - 18}a8 8 0 0 1 8 8v7z"),
        svg.text("speed", WIDTH / 2, 54, str(card), font_size=30, text_anchor="middle"),
        svg.rect("track", 10, 66, WIDTH - 20, 5, 2.5),
        svg.rect("far", 10, 66, filled, 5, 2.5),
        svg.element("rect", class_="edge", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=8),
    ]
    if copies > 1:
        words = say("{n} of them", n=copies)
        drawn.append(svg.text("copies", WIDTH / 2, 12.5, words, font_size=9.5, text_anchor="middle"))
    return _whole(drawn, WIDTH, HEIGHT, "card ride")


def fan(hands: Sequence[Sequence[int]]) -> str:
    """A line-up as SVG: the cards of four riders in a row, each rider's cards under his grade."""
    drawn, x = list[str](), 1.0
    for letter, hand in zip(LETTERS, hands, strict=True):
        wide = len(hand) * (MINI_W + MINI_GAP) - MINI_GAP
        drawn.append(svg.text("grade", x + wide / 2, 13, letter, font_size=13, text_anchor="middle"))
        for card in hand:
            drawn.append(svg.rect("paper", x, 20, MINI_W, MINI_H, 5))
            drawn.append(svg.element("rect", class_="edge", x=x, y=20, width=MINI_W, height=MINI_H, rx=5))
            drawn.append(svg.text("speed", x + MINI_W / 2, 43.5, str(card), font_size=15, text_anchor="middle"))
            x += MINI_W + MINI_GAP
        x += GROUP_GAP - MINI_GAP
    return _whole(drawn, max(x - GROUP_GAP + 1, FAN), 58, "card fan")


def _whole(drawn: Sequence[str], width: float, height: float, class_: str) -> str:
    return svg.element("svg", *drawn, class_=class_, viewBox=f"0 0 {width:g} {height:g}", aria_hidden="true")
