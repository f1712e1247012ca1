"""The race page: the stage, the teams and what is going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import quoteattr

from breakaway.core.language import Names, _, many, marked, say
from breakaway.display.document import Grid
from breakaway.display.endings import Dated, Ending, Mark, closed, listing
from breakaway.display.match_page import NO_DICE, PLAYS, Dice, Played, Ranks, Scene, Side, Tab, TurnLog
from breakaway.games.cycling.display import ending_and_how_to_play as race_ending
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.cards_and_standings import (
    cards_of,
    everybody,
    headline,
    in_order,
    next_lines,
    points,
    team_class,
)
from breakaway.games.cycling.display.ending_and_how_to_play import picture
from breakaway.games.cycling.display.field import by_square, posts, runs
from breakaway.games.cycling.display.news import blocks, motion, move_by_move
from breakaway.games.cycling.display.panorama import FRAMES, blind_road, course, panorama, symbol
from breakaway.games.cycling.display.question import ask, ghosts
from breakaway.games.cycling.rules.state import RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, OVER, RACING
from breakaway.games.cycling.statistics import AT_FINISH, places_at_lines
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, short_name, team_name, win_text

# --- The drawings at the top of a match page: the profile of the course, and the road below it.


def stage(observation: RaceObservation) -> str:
    """Draws the course, and below it the road, once for wide windows and once for phones.

    Ghosts stand where the seat's cards would take its riders.
    """
    view, config, names, seat = observation.view, observation.config, observation.names, observation.seat
    seen, roads = ghosts(observation), list[str]()
    shown: tuple[int, int] | None = None
    for frame in FRAMES:
        if config.blind:
            drawn = blind_road(view, config, names, seat, frame)
        else:
            drawn, plan = panorama(view, config, names, seat, frame, seen)
            shown = shown or (plan.cells[0].first, plan.cells[-1].last)
        label = quoteattr(_("The road"))
        roads.append(f'<div class="road {frame.name}" tabindex="0" role="region" aria-label={label}>{drawn}</div>')
    classes = [team_class(names, config.teams, team) for team in range(config.teams)]
    top = course(view, config, seat, classes, shown, seen)
    return f'{symbol()}<div class="course">{top}</div>{"".join(roads)}'


# --- The race in a browser: the road, the standings, a card for each rider, the news and the tables.


SHORT = 6  # the most teams in the title of the browser's tab


class RacePage:
    """The match page of Breaking Away."""

    says = marked(
        "Play a card for each rider, all at the same time. Ride in the bunch to draw good cards, or break away alone."
    )
    book_opponent = marked("Race five computer teams")
    reads_plays = False

    def picture(self) -> str:
        """The picture for the front page: a rider who breaks away from the bunch."""
        return picture()

    def dress(self, names: Names, config: RaceConfig) -> Sequence[str]:
        """The colors of each team."""
        return [team_class(names, config.teams, team) for team in range(config.teams)]

    def scene(
        self,
        observation: RaceObservation,
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """Everything that the page shows to this seat."""
        observation = closed(observation, OVER)
        return Scene(
            headline=headline(observation),
            stands=stands(observation),
            board=stage(observation),
            rows=rows(observation),
            ranks=ranks(observation),
            broad=True,
            ask=ask(observation, draft) if observation.is_asked() else None,
            kind="race",
            plays=blocks(observation, log)[-PLAYS:],
            plays_name=_("Last turn"),
            tabs=tabs(observation, log),
            motion=motion(observation, log),
            team=own_class(observation),
            waits_note=why_over(observation) or next_lines(observation),
        )

    def ending(self, observation: RaceObservation, plays: Dated) -> Ending:
        """The card that a page shows after the end of a race (`display.endings.Ends`)."""
        return race_ending.ending(observation, plays)

    def won(self, observation: RaceObservation) -> str:
        """Who won, with the points (`display.endings.SaysWinner`)."""
        return stands(observation)

    def moments(self, observation: RaceObservation, log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The turns that a replay marks (`display.endings.Marks`)."""
        return race_ending.moments(observation, log)

    def is_secret(self, observation: RaceObservation) -> bool:
        """True, because orders in a race are always secret."""
        return True


def stands(observation: RaceObservation) -> str:
    """The teams with their points; at the end, the winner."""
    r, teams = in_order(observation)
    if r.is_over:
        winners = [team_name(observation.names, team) for team in r.won]
        return win_text(listing(winners), len(winners) == 1, r.score[teams[0]])
    if not any(r.score):
        return _("Nobody has scored yet.")
    shown = [f"{team_name(observation.names, team)} {points_text(r.score[team])}" for team in teams[:SHORT]]
    return ", ".join(shown) + (" …" if len(teams) > SHORT else "")


def why_over(observation: RaceObservation) -> str:
    """The rule that ended the race, in a sentence. Empty while the race goes on."""
    r, _teams = in_order(observation)
    return _(observation.game.rules.entries[r.rule].says) if r.rule else ""


def own_class(observation: RaceObservation) -> str:
    """The CSS class of the seat's team. Empty for a spectator."""
    if observation.seat < 0:
        return ""
    return team_class(observation.names, observation.config.teams, observation.seat)


def ranks(observation: RaceObservation) -> Ranks:
    """The teams, best first, and the lines ahead."""
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
    return Ranks(headline(observation), next_lines(observation), tuple(sides))


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


# --- the tables


def tabs(observation: RaceObservation, log: TurnLog) -> tuple[Tab, ...]:
    """The tabs: points, everybody's cards as far as the seat may know them, and the results at each line.

    Below the results, the last turn is shown move by move, with the rules.
    """
    found = [Tab(_("Points"), "points", (points(observation),))]
    if observation.view.phase == RACING:
        found.append(Tab(_("All hands"), "cards", (replace(everybody(observation), folded=False),)))
    if log:
        found.append(Tab(_("Results"), "score", results(observation, log), lines=move_by_move(observation, log)))
    return tuple(found)


def results(observation: RaceObservation, log: TurnLog) -> tuple[Grid, ...]:
    """The riders who scored at each line that was crossed."""
    lines = _line_results(observation, log)
    heads = (_("line"), _("rider by rider, in order"))
    return (Grid(_("Sprints and finish"), heads, lines, folded=False, right=()),) if lines else ()


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
