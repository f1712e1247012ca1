"""The race in a browser: the road, the standings, a card for each rider, the news and the tables."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.events import Event
from breakaway.core.language import _, many, marked, say
from breakaway.display.document import Grid, Line
from breakaway.display.page import Played, Ranks, Scene, Side, TurnLog, why
from breakaway.games.cycling.counts.lines import AT_FINISH, places_at_lines
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.ask import ask, ghosts
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.display.course import course
from breakaway.games.cycling.display.hands import cards_of, lines_news
from breakaway.games.cycling.display.picture import picture
from breakaway.games.cycling.display.road import by_square, posts, runs
from breakaway.games.cycling.display.standing import everybody, in_order, listing, points
from breakaway.games.cycling.display.svg import FONT, snug, svg, title
from breakaway.games.cycling.rules.happened import (
    BROKE_AWAY,
    DREW,
    DROPPED,
    MOVED,
    NO_MOVES,
    STAGE_OVER,
    STARTED,
)
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, OVER, RACING
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, short_name, team_name

SIZES = (("broad", 1240), ("medium", 700), ("narrow", 340))  # the names and widths in board.css
STRONG = {*news.ENDINGS, NO_MOVES, BROKE_AWAY, DROPPED}
BEHIND = {news.MOVES: (MOVED, DREW), news.LINE_UP_NEWS: (STARTED,)}


class RacePage:
    """The match page of Breaking Away."""

    says = marked("A card for each rider, all at the same time. The bunch carries you; a breakaway rides alone.")
    book_opponent = marked("Race five computer teams")
    reads_plays = False

    def picture(self) -> str:
        """The picture for the front page: a rider who breaks away from the bunch."""
        return picture()

    def scene(
        self, observation: RaceObservation, log: TurnLog, draft: Sequence[int] = (), played: Played = tuple
    ) -> Scene:
        """Everything that this seat sees."""
        last = log[-1][1] if log else ()
        return Scene(
            headline=headline(observation),
            stands=stands(observation),
            board=board(observation),
            rows=rows(observation),
            ranks=ranks(observation),
            broad=True,
            ask=ask(observation, draft) if observation.is_asked() else None,
            news=report(observation, last),
            plays=plays(observation, log),
            grids=grids(observation, log),
        )

    def is_secret(self, observation: RaceObservation) -> bool:
        """Whether orders are secret: always."""
        return True


def headline(observation: RaceObservation) -> str:
    """The turn, and on a tour the stage."""
    view, stages = observation.view, observation.config.stages
    if view.phase == OVER:
        return _("The final table")
    if stages == 1:
        return _("Line-ups") if view.phase == LINE_UP else say("Turn {turn}", turn=view.turn)
    if view.phase == LINE_UP:
        return say("Stage {stage} of {stages}, line-ups", stage=view.stage + 1, stages=stages)
    return say("Stage {stage} of {stages}, turn {turn}", stage=view.stage + 1, stages=stages, turn=view.turn)


def stands(observation: RaceObservation) -> str:
    """The teams with their points. At the end, who has won and why the race is over."""
    r, teams = in_order(observation)
    if observation.view.phase == OVER:
        winners = [team_name(observation.names, team) for team in teams if r.rank[team] == 1]
        over = _(observation.game.rules.by_number[r.why].says) if r.why else ""
        won = many(
            "{teams} wins with {points} points.",
            "{teams} share the win with {points} points.",
            len(winners),
            teams=listing(winners),
            points=points_text(r.score[teams[0]]),
        )
        return f"{won} {over}".strip()
    if not any(r.score):
        return _("Nobody has scored yet.")
    return "; ".join(f"{team_name(observation.names, team)} {points_text(r.score[team])}" for team in teams)


def board(observation: RaceObservation) -> str:
    """The course and the road, drawn for each width of a page. Before the start only the course."""
    view, config, found, seen = observation.view, observation.config, list[str](), ghosts(observation)
    for size, width in SIZES:
        drawn = course(view, config, observation.seat, width, seen)
        if view.phase == RACING and (view.field or not config.finishers_leave):
            drawn += svg(view, config, observation.names, FONT, snug(view, config, width), size, observation.seat)
        found.append(f'<div class="race-at {size}">{drawn}</div>')
    return "".join(found)


def ranks(observation: RaceObservation) -> Ranks:
    """The teams, best first, with the lines ahead."""
    view, config = observation.view, observation.config
    r, teams = in_order(observation)
    sides = []
    for team in teams:
        class_ = team_class(observation.names, config.teams, team)
        shared = "=" if r.rank.count(r.rank[team]) > 1 else ""
        note = f"{ordinal(r.rank[team])}{shared}" if any(r.score) or view.phase == OVER else ""
        name = team_name(observation.names, team)
        sides.append(
            Side(team, name, f"{class_} own" if team == observation.seat else class_, points_text(r.score[team]), note)
        )
    said = [title(view, config)] if view.phase == RACING and view.field else []
    if view.phase == RACING:
        lines = lines_news(observation)
        said.append(say("Next over {lines}", lines=lines) if lines else _("No more points to win"))
    return Ranks(headline(observation), ". ".join(said), tuple(sides))


def rows(observation: RaceObservation) -> tuple[tuple[str, str], ...]:
    """The road as a table: squares front to back with their riders, then strings, then the seat's own cards."""
    view, config, names = observation.view, observation.config, observation.names
    found = []
    if config.blind:
        for post in posts(view, config):
            at = post.checkpoint
            where = say("past {checkpoint}", checkpoint=at) if at else _("from the start")
            found.append((where, ", ".join(short_name(names, rider) for rider in post.riders)))
    else:
        for square, riders in by_square(view, config):
            where = say("square {square}", square=square) if square else _("start")
            found.append((where, ", ".join(short_name(names, rider) for rider in riders)))
        for run in runs(view, config):
            where = say("string {first} to {last}", first=run.first, last=run.last)
            found.append((where, many("{n} rider", "{n} riders", run.riders)))
    if observation.seat >= 0 and view.phase == RACING:
        for rider in range(observation.seat * GRADES, observation.seat * GRADES + GRADES):
            cards = " ".join(map(str, cards_of(view, rider)))
            held = say("cards {cards}", cards=cards) if cards else _("no cards")
            found.append((say("your {rider}", rider=LETTERS[rider % GRADES]), held))
    return tuple(found)


# --- what happened


def report(observation: RaceObservation, events: Sequence[Event]) -> tuple[Line, ...]:
    """A turn in a few lines, own riders first."""
    mine = [observation.seat] if observation.seat >= 0 else []
    return tuple(line(observation, each) for each in news.report(observation, events, mine))


def line(observation: RaceObservation, each: Line) -> Line:
    """A line of news with the rules behind it. News that changes the race is bold."""
    rules = [behind.rule for behind in each.whys] or BEHIND.get(each.kind, ())
    text = f"{each.label}: {each.text}" if each.label else each.text
    style = "" if STRONG.isdisjoint(rules) else "bold"
    return Line(text, "", style, tuple(why(observation.game, rule) for rule in rules))


def plays(observation: RaceObservation, log: TurnLog) -> tuple[Line, ...]:
    """The latest turn event by event, then the earlier turns in brief, latest first."""
    found, turn = list[list[Line]](), 0
    for i, (_turn, events) in enumerate(log):
        heading = say("Turn {turn}", turn=turn) if turn else _("Line-ups")
        if i == len(log) - 1:
            every = [line(observation, each) for each in news.everything(observation, events)]
            heading = say("Turn {turn}, move by move", turn=turn) if turn else heading
            found.append([Line(heading, kind="head"), *every])
        else:
            found.append([Line(heading, kind="head"), *report(observation, events)])
        ended = any(each.rule == STAGE_OVER for each in events)
        turn = (0 if observation.config.fresh_hands else 1) if ended else turn + 1
    return tuple(each for turn_news in reversed(found) for each in turn_news)


# --- the tables


def grids(observation: RaceObservation, log: TurnLog) -> tuple[Grid, ...]:
    """The tables of points, of results at each line, and of everybody's cards."""
    found = [points(observation)] if log else []
    lines = _line_results(observation, log)
    if lines:
        heads = (_("line"), _("rider by rider, in order"))
        found.append(Grid(_("Sprints and finish"), heads, lines, folded=False, right=()))
    if observation.view.phase == RACING:
        found.append(everybody(observation))
    return tuple(found)


def _line_results(observation: RaceObservation, log: TurnLog) -> tuple[tuple[str, str], ...]:
    """The riders who scored at each line, in order, with their points. The latest line comes first."""
    found: dict[str, list[str]] = {}
    for each in places_at_lines(event for _turn, events in log for event in observation.told(events)):
        if each.points:
            name = _("finish") if each.line == AT_FINISH else say("sprint {square}", square=each.line)
            if observation.config.stages > 1:
                name = say("stage {stage}, {line}", stage=each.stage, line=name)
            found.setdefault(name, []).append(news.place_text(observation, each))
    return tuple((name, " · ".join(each)) for name, each in reversed(found.items()))


PAGE = RacePage()
