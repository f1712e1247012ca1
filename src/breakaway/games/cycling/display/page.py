"""The race in a browser: the road, who stands where and why, a card for each rider, and the tables."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.events import Event
from breakaway.core.language import _, many, marked, say
from breakaway.display.document import Grid, Line
from breakaway.display.page import Played, Ranks, Scene, Side, Told, why
from breakaway.games.cycling.counts.lines import AT_FINISH, places_at_lines
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.ask import ask, ghosts
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.display.course import course
from breakaway.games.cycling.display.hands import RaceWindow, cards_of, lines_news
from breakaway.games.cycling.display.picture import picture
from breakaway.games.cycling.display.road import by_square, posts, runs
from breakaway.games.cycling.display.standing import everybody, in_order, listing, points
from breakaway.games.cycling.display.svg import FONT, snug, svg, title
from breakaway.games.cycling.rules.terms import GRADES, LINE_UP, OVER, RACING
from breakaway.games.cycling.rules.told import (
    BROKE_AWAY,
    DREW,
    DROPPED,
    MOVED,
    NO_MOVES,
    STAGE_OVER,
    STARTED,
)
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, short_name, team_name

SIZES = (("broad", 1240), ("medium", 700), ("narrow", 340))  # of board.css
STRONG = {*news.ENDINGS, NO_MOVES, BROKE_AWAY, DROPPED}
BEHIND = {news.MOVES: (MOVED, DREW), news.LINE_UP_NEWS: (STARTED,)}


class RacePage:
    """Breaking Away."""

    says = marked("A card for each rider, all at once. The bunch carries you; a breakaway rides alone.")
    book_opponent = marked("Race five computer teams")
    reads_plays = False

    def picture(self) -> str:
        """A rider who breaks away from the bunch."""
        return picture()

    def scene(self, window: RaceWindow, told: Told, draft: Sequence[int] = (), played: Played = tuple) -> Scene:
        """All that this seat sees."""
        last = told[-1][1] if told else ()
        return Scene(
            headline=headline(window),
            stands=stands(window),
            board=board(window),
            rows=rows(window),
            ranks=ranks(window),
            broad=True,
            ask=ask(window, draft) if window.is_asked() else None,
            news=report(window, last),
            plays=plays(window, told),
            grids=grids(window, told),
        )

    def is_secret(self, window: RaceWindow) -> bool:
        """Orders always are."""
        return True


def headline(window: RaceWindow) -> str:
    """The turn, and on a tour the stage."""
    view, stages = window.view, window.book.stages
    if view.phase == OVER:
        return _("The final table")
    if stages == 1:
        return _("Line-ups") if view.phase == LINE_UP else say("Turn {turn}", turn=view.turn)
    if view.phase == LINE_UP:
        return say("Stage {stage} of {stages}, line-ups", stage=view.stage + 1, stages=stages)
    return say("Stage {stage} of {stages}, turn {turn}", stage=view.stage + 1, stages=stages, turn=view.turn)


def stands(window: RaceWindow) -> str:
    """Who leads; at the end who has won, and why the race is over."""
    r, teams = in_order(window)
    if window.view.phase == OVER:
        winners = [team_name(window.names, team) for team in teams if r.rank[team] == 1]
        over = _(window.game.rules.by_number[r.why].says) if r.why else ""
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
    return "; ".join(f"{team_name(window.names, team)} {points_text(r.score[team])}" for team in teams)


def board(window: RaceWindow) -> str:
    """The course and the road, for each width of a page; before the start the course alone."""
    view, book, found, seen = window.view, window.book, list[str](), ghosts(window)
    for size, width in SIZES:
        drawn = course(view, book, window.seat, width, seen)
        if view.phase == RACING and (view.field or not book.finishers_leave):
            drawn += svg(view, book, window.names, FONT, snug(view, book, width), size, window.seat)
        found.append(f'<div class="race-at {size}">{drawn}</div>')
    return "".join(found)


def ranks(window: RaceWindow) -> Ranks:
    """The teams, best first."""
    view, book = window.view, window.book
    r, teams = in_order(window)
    sides = []
    for team in teams:
        class_ = team_class(window.names, book.teams, team)
        shared = "=" if r.rank.count(r.rank[team]) > 1 else ""
        note = f"{ordinal(r.rank[team])}{shared}" if any(r.score) or view.phase == OVER else ""
        name = team_name(window.names, team)
        sides.append(
            Side(team, name, f"{class_} own" if team == window.seat else class_, points_text(r.score[team]), note)
        )
    said = [title(view, book)] if view.phase == RACING and view.field else []
    if view.phase == RACING:
        lines = lines_news(window)
        said.append(say("Next over {lines}", lines=lines) if lines else _("No more points to win"))
    return Ranks(headline(window), ". ".join(said), tuple(sides))


def rows(window: RaceWindow) -> tuple[tuple[str, str], ...]:
    """The road as a table: squares front to back with their riders, then strings, then one's own cards."""
    view, book, names = window.view, window.book, window.names
    found = []
    if book.blind:
        for post in posts(view, book):
            at = post.checkpoint
            where = say("past {checkpoint}", checkpoint=at) if at else _("from the start")
            found.append((where, ", ".join(short_name(names, rider) for rider in post.riders)))
    else:
        for square, riders in by_square(view, book):
            where = say("square {square}", square=square) if square else _("start")
            found.append((where, ", ".join(short_name(names, rider) for rider in riders)))
        for run in runs(view, book):
            where = say("string {first} to {last}", first=run.first, last=run.last)
            found.append((where, many("{n} rider", "{n} riders", run.riders)))
    if window.seat >= 0 and view.phase == RACING:
        for rider in range(window.seat * GRADES, window.seat * GRADES + GRADES):
            cards = " ".join(map(str, cards_of(view, rider)))
            held = say("cards {cards}", cards=cards) if cards else _("no cards")
            found.append((say("your {rider}", rider=LETTERS[rider % GRADES]), held))
    return tuple(found)


# --- what happened


def report(window: RaceWindow, events: Sequence[Event]) -> tuple[Line, ...]:
    """A turn in a few lines, own riders first."""
    mine = [window.seat] if window.seat >= 0 else []
    return tuple(line(window, each) for each in news.report(window, events, mine))


def line(window: RaceWindow, each: Line) -> Line:
    """News with the rules behind it; what changes the race stands out."""
    rules = [behind.rule for behind in each.whys] or BEHIND.get(each.kind, ())
    text = f"{each.label}: {each.text}" if each.label else each.text
    style = "" if STRONG.isdisjoint(rules) else "bold"
    return Line(text, "", style, tuple(why(window.game, rule) for rule in rules))


def plays(window: RaceWindow, told: Told) -> tuple[Line, ...]:
    """The latest turn event by event, in the order in which they happened; before it the others, in brief."""
    found, turn = list[list[Line]](), 0
    for i, (_turn, events) in enumerate(told):
        heading = say("Turn {turn}", turn=turn) if turn else _("Line-ups")
        if i == len(told) - 1:
            every = [line(window, each) for each in news.everything(window, events)]
            heading = say("Turn {turn}, move by move", turn=turn) if turn else heading
            found.append([Line(heading, kind="head"), *every])
        else:
            found.append([Line(heading, kind="head"), *report(window, events)])
        ended = any(each.rule == STAGE_OVER for each in events)
        turn = (0 if window.book.fresh_hands else 1) if ended else turn + 1
    return tuple(each for turn_news in reversed(found) for each in turn_news)


# --- the tables


def grids(window: RaceWindow, told: Told) -> tuple[Grid, ...]:
    """Points, what each line gave, and everybody's cards."""
    found = [points(window)] if told else []
    lines = _line_results(window, told)
    if lines:
        heads = (_("line"), _("rider by rider, in order"))
        found.append(Grid(_("Sprints and finish"), heads, lines, folded=False))
    if window.view.phase == RACING:
        found.append(everybody(window))
    return tuple(found)


def _line_results(window: RaceWindow, told: Told) -> tuple[tuple[str, str], ...]:
    """Who scored at each line, in order, and how much; the latest line first."""
    found: dict[str, list[str]] = {}
    for each in places_at_lines(event for _turn, events in told for event in window.told(events)):
        if each.points:
            name = _("finish") if each.line == AT_FINISH else say("sprint {square}", square=each.line)
            if window.book.stages > 1:
                name = say("stage {stage}, {line}", stage=each.stage, line=name)
            found.setdefault(name, []).append(news.place_text(window, each))
    return tuple((name, " · ".join(each)) for name, each in reversed(found.items()))


PAGE = RacePage()
