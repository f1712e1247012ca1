"""How a race ended: the podium, the points by turn, the move that earned the most points, and the turns to mark."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.game import Standings
from breakaway.core.language import _, many, say
from breakaway.display import svg
from breakaway.display.endings import SCORE, Course, Dated, Ending, KeyPlay, Mark, Placed, PointsLine, verdict
from breakaway.display.match_page import TurnLog
from breakaway.games.cycling.counts.lines import AT_FINISH, LinePlace, places_at_lines
from breakaway.games.cycling.counts.moves import rider_of_row
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.display.news import place_text
from breakaway.games.cycling.display.picture import bike
from breakaway.games.cycling.display.standing import in_order
from breakaway.games.cycling.rules.happened import STAGE_OVER
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import number_of_points, ordinal, points_text, short_name, team_name


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
