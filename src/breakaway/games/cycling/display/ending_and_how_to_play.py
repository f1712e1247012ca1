"""The ending of a race, how to play, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from breakaway.core.game import Standings
from breakaway.core.language import _, many, say
from breakaway.display import svg
from breakaway.display.endings import SCORE, Course, Dated, Ending, KeyPlay, Mark, Placed, PointsLine, verdict
from breakaway.display.how_to_play import HowTo, ReachedPosition, row
from breakaway.display.match_page import TurnLog
from breakaway.games.cycling.display.cards_and_standings import cards_of, face, fan, in_order, riding, team_class
from breakaway.games.cycling.display.field import FONT
from breakaway.games.cycling.display.field import svg as whole_road
from breakaway.games.cycling.display.news import place_text
from breakaway.games.cycling.display.panorama import course as whole_course
from breakaway.games.cycling.rules.events import STAGE_OVER
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.statistics import AT_FINISH, LinePlace, places_at_lines, rider_of_row
from breakaway.games.cycling.text.words import LETTERS, number_of_points, ordinal, points_text, short_name, team_name

# --- Draws the positions for the race's how-to-play page (`howto.toml`).


SIZES = (("broad", 480), ("narrow", 300))  # names and widths; the page's style sheet shows one of them


def road(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the road with all riders, in one size for wide windows and another for phones."""
    seen, found = position.observation, list[str]()
    for size, width in SIZES:
        key = f"how-{len(position.log)}-{size}"
        drawn = whole_road(seen.view, seen.config, seen.names, FONT, width, key)
        found.append(svg.element("div", drawn, class_=f"how-{size}"))
    return "".join(found)


def course(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the whole course with its lines. The drawing fits any width."""
    seen = position.observation
    classes = [team_class(seen.names, seen.config.teams, team) for team in range(seen.config.teams)]
    return svg.element("div", whole_course(seen.view, seen.config, seen.seat, classes), class_="how-course")


def line_up(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the starting cards of a team. `show` names the team's seat, counted from 1."""
    first = (int(show[0]) - 1) * GRADES
    rows = position.observation.view.line_up[first : first + GRADES]
    return fan([[int(card) for card in each if card] for each in rows])


def hands(position: ReachedPosition, show: Sequence[str]) -> str:
    """Draws the cards in a team's hands, with a row for each rider. `show` names the team's seat, counted from 1."""
    seen, seat = position.observation, int(show[0]) - 1
    rows = []
    for rider in riding(seen, seat):
        letter = svg.element("b", LETTERS[rider % GRADES])
        rows.append(row([letter, *(face(card) for card in cards_of(seen.view, rider))], "hand"))
    return svg.element("div", *rows, class_=team_class(seen.names, seen.config.teams, seat))


DRAWINGS = {"road": road, "course": course, "line-up": line_up, "hands": hands}
HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", DRAWINGS)


# --- The race's picture for the front page: the bunch in one string, and a rider who breaks away before a sprint line.


WIDTH, HEIGHT, ROAD = 300, 138, 96
BUNCH = ((26, "green"), (57, "blue"), (84, "violet"), (112, "gold"), (141, "teal"))


def picture() -> str:
    """The drawing of the hills, the road, the bunch, the breakaway and the sprint line."""
    drawn = [
        svg.rect("sky", 0, 0, WIDTH, HEIGHT),
        svg.path("hill far", f"M0 74Q46 34 92 62T176 50T258 56T{WIDTH} 44V{HEIGHT}H0z"),
        svg.path("hill", f"M0 88Q60 62 120 82T232 74T{WIDTH} 82V{HEIGHT}H0z"),
        svg.rect("tar", 0, ROAD, WIDTH, HEIGHT - ROAD),
        svg.path("middle", f"M0 {ROAD + 27}H{WIDTH}", stroke_dasharray="16 11"),
        *_gate(258),
        *(_rider(x, colour) for x, colour in BUNCH),
        _rider(218, "red"),
    ]
    return svg.element(
        "svg",
        *drawn,
        class_="scenery wheels",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
        preserveAspectRatio="xMidYMid slice",
    )


def _gate(x: float) -> list[str]:
    """A checkered banner over the road, with the sprint line below it."""
    checks = [svg.rect("check", x - 21 + 6 * i, 36 + 6 * (i % 2), 6, 6) for i in range(7)]
    return [
        svg.path("post", f"M{x - 20} {ROAD + 4}V36M{x + 20} {ROAD + 4}V36"),
        svg.rect("banner", x - 22, 35, 44, 14, 2),
        *checks,
        svg.path("line", f"M{x - 8} {ROAD}h12l-12 {HEIGHT - ROAD}h-14z"),
    ]


def _rider(x: float, colour: str) -> str:
    """A rider on the road, in his team's jersey."""
    return bike(f"rides-{colour}", (x, ROAD + 15))


def bike(class_: str, at: tuple[float, float] = (0, 0)) -> str:
    """A rider bent over his handlebars, in the colors of a CSS class, with the point between his wheels at `at`."""
    return svg.group(
        [
            svg.element("circle", class_="wheel", cx=-11, cy=0, r=8.5),
            svg.element("circle", class_="wheel", cx=12, cy=0, r=8.5),
            svg.path("frame", "M-11 0L-4 -12H8L0 0H-11M0 0L-4 -12M8 -12L12 0M7 -15l1 3"),
            svg.path("limb", "M-5 -16L3 -8L0 3"),
            svg.path("jersey", "M-5 -17L7 -25"),
            svg.path("limb", "M7 -24L11 -16L9 -14"),
            svg.element("circle", class_="head", cx=11.5, cy=-28.5, r=3.6),
            svg.path("helmet", "M7.2 -28.4a4.6 4.6 0 0 1 8.6 -1.6z"),
        ],
        class_,
        at,
    )


# --- How a race ended: the podium, the points by turn, the move that earned the most points, and the turns to mark.


def ending(observation: RaceObservation, plays: Dated) -> Ending:
    """The card that a page shows after a race. `plays` contains rows of statistics with their turns."""
    (result, order), said = in_order(observation), verdict(observation)
    names, teams = observation.names, observation.config.teams
    sides = []
    for team in order:
        rank = result.rank[team]
        shared = "=" if result.rank.count(rank) > 1 else ""
        class_ = team_class(names, teams, team)
        points, note = points_text(result.score[team]), f"{ordinal(rank)}{shared}"
        sides.append(Placed(team_name(names, team), class_, points, rank, note, jersey(class_)))
    return Ending(
        said.winner if said else "",
        (said.how if said else "") or _how(result, order, observation.seat),
        team_class(names, teams, result.won[0]) if len(result.won) == 1 else "",
        tuple(sides),
        is_podium=True,
        course=_course(observation, plays, order),
        key=_key(observation, plays),
    )


def _how(result: Standings, order: Sequence[int], seat: int) -> str:
    """The winner's points, and how he stands to the next team. A player who has not won also sees his own place."""
    score, best, second = result.score, order[0], order[1]
    points, n = points_text(score[best]), number_of_points(score[best])
    if result.rank[second] == 1:
        said = [many("{points} point each.", "{points} points each.", n, points=points)]
    elif score[best] == score[second]:  # BA-5.3
        said = [
            many(
                "{points} point, ahead by finishing places.",
                "{points} points, ahead by finishing places.",
                n,
                points=points,
            )
        ]
    else:
        ahead = points_text(score[best] - score[second])
        said = [
            many(
                "{points} point, {ahead} ahead.",
                "{points} points, {ahead} ahead.",
                n,
                points=points,
                ahead=ahead,
            )
        ]
    if seat in order and result.rank[seat] > 1:
        own = {"place": ordinal(result.rank[seat]), "points": points_text(score[seat])}
        if result.rank.count(result.rank[seat]) > 1:
            said.append(say("You tie for {place} with {points}.", **own))
        else:
            said.append(say("You finish {place} with {points}.", **own))
    return " ".join(said)


def _course(observation: RaceObservation, plays: Dated, order: Sequence[int]) -> Course | None:
    """The points of all teams after each turn."""
    turns = sorted({turn for turn, _row in plays})
    if not turns:
        return None
    names, teams = observation.names, observation.config.teams
    won = {team: dict.fromkeys(turns, 0) for team in order}
    for turn, move in plays:
        won[move.team][turn] += move.points
    tracks = []
    for team in order:
        values = [0]
        for turn in turns:
            values.append(values[-1] + won[team][turn])
        tracks.append(PointsLine(team_name(names, team), team_class(names, teams, team), values))
    ends = ", ".join(f"{track.name} {points_text(int(track.values[-1]))}" for track in tracks)
    says = say("The points of all teams after each turn. At the end: {score}.", score=ends)
    ticks = ((0, many("{n} turn", "{n} turns", len(turns))),)
    best = max(plays, key=lambda play: play[1].points)
    key = turns.index(best[0]) + 1 if best[1].points else 0
    return Course(_("Points, turn by turn"), says, tuple(tracks), ticks, key)


def _key(observation: RaceObservation, plays: Dated) -> KeyPlay | None:
    """The move that earned the most points; if several did, the last of them.

    A Blind race keeps rivals' moves private (V3).
    """
    scorers = [play for play in plays if play[1].points]
    if not scorers:
        return None
    turn, row = max(scorers, key=lambda play: (play[1].points, play[0]))
    name = short_name(observation.names, rider_of_row(row))
    title = say("{rider} in turn {turn}", rider=name, turn=row.turn)
    text = say(
        "Plays {card} and rides from square {before} to {square}.",
        card=row.card,
        before=row.before,
        square=row.square,
    )
    if observation.config.blind and row.team != observation.seat:
        text = ""
    if row.finish:
        place = say("{place} at the finish", place=ordinal(row.finish))
    else:
        place = say("{place} at a sprint", place=ordinal(row.sprint))
    gained = many(
        "{place}: {points} point",
        "{place}: {points} points",
        number_of_points(row.points),
        place=place,
        points=points_text(row.points),
    )
    return KeyPlay(turn, title, text, gained)


def jersey(class_: str) -> str:
    """A rider in his team's jersey, for the podium."""
    return svg.element("svg", bike(class_), class_="scenery", viewBox="-24 -36 48 46", aria_hidden="true")


def moments(observation: RaceObservation, log: TurnLog) -> list[Mark]:
    """The turns in which a stage ended or riders scored at a line. `log` contains the events that this seat may see."""
    found, teams = list[Mark](), observation.config.teams
    for turn, (_number, events) in enumerate(log, 1):
        crossed: dict[int, list[LinePlace]] = {}
        for each in places_at_lines(events):
            if each.points:
                crossed.setdefault(each.line, []).append(each)
        for line, places in crossed.items():
            name = _("Finish") if line == AT_FINISH else say("Sprint after {square}", square=line)
            text = " · ".join(place_text(observation, each) for each in places)
            class_ = team_class(observation.names, teams, places[0].rider // GRADES)
            found.append(Mark(turn, SCORE, f"{name}: {text}", class_))
        if observation.config.stages > 1:
            stages = [each.stage for each in events if each.rule == STAGE_OVER]
            found += [Mark(turn, SCORE, say("The end of stage {n}", n=stage)) for stage in stages]
    return found
