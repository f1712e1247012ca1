"""The race in a browser: the road, the standings, a card for each rider, the news and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from breakaway.core.language import _, many, marked, say
from breakaway.display.document import Grid
from breakaway.display.endings import Dated, Ending, Mark, closed, listing
from breakaway.display.match_page import NO_DICE, Dice, Played, Ranks, Scene, Side, Tab, TurnLog
from breakaway.games.cycling.counts.lines import AT_FINISH, places_at_lines
from breakaway.games.cycling.display import ending as race_ending
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.ask import ask
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.display.hands import cards_of, headline, next_lines
from breakaway.games.cycling.display.log import blocks, motion, move_by_move
from breakaway.games.cycling.display.picture import picture
from breakaway.games.cycling.display.road import by_square, posts, runs
from breakaway.games.cycling.display.stage import stage
from breakaway.games.cycling.display.standing import everybody, in_order, points
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, OVER, RACING
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, short_name, team_name, win_text

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
            plays=blocks(observation, log),
            plays_name=_("Last turn"),
            tabs=tabs(observation, log),
            motion=motion(observation, log),
            team=own_class(observation),
            waits_note=why_over(observation) or next_lines(observation),
        )

    def ending(self, observation: RaceObservation, plays: Dated) -> Ending:
        """The card that a page shows after the end of a race (`display.ending.Ends`)."""
        return race_ending.ending(observation, plays)

    def won(self, observation: RaceObservation) -> str:
        """Who won, with the points (`display.ending.SaysWinner`)."""
        return stands(observation)

    def moments(self, observation: RaceObservation, log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The turns that a replay marks (`display.ending.Marks`)."""
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
