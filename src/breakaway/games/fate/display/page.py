"""The match page: the teams, their people and their marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakaway.core.language import Names, _, many, marked, say
from breakaway.core.rules import Event
from breakaway.display import gridiron
from breakaway.display.document import Grid, Line
from breakaway.display.endings import Dated, Ending, Mark, closed
from breakaway.display.gridiron import TIME_OUTS, pips, team_classes
from breakaway.display.match_page import NO_DICE, PLAYS, Dice, Played, Scene, Scoreboard, Side, Tab, TurnLog
from breakaway.games.fate.display import field as fate_sideline
from breakaway.games.fate.display import log as story
from breakaway.games.fate.display import question
from breakaway.games.fate.display.field import Sideline, SideView, clock, ground, matrix_in_words, picture
from breakaway.games.fate.display.log import blocks, box_score, motion, told
from breakaway.games.fate.display.question import ask, calls_of
from breakaway.games.fate.files import APPROACH_NAMES
from breakaway.games.fate.rules.contests_and_injuries import man_on_field, rating
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import FateConfig, FateObservation
from breakaway.games.fate.rules.terms import APPROACHES, CALL, DECLARE, DEFENSES, MEN, OVER, SIDES, WHISTLE
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.names import POSITION_LETTERS

# --- The coaches as characters, and the players of both teams: who plays, their ratings, and who is out.


def coach_of(names: Names, side: int) -> Mapping[str, Any] | None:
    """A side's coach as a character; None if the side has no roster."""
    rosters = names.get("rosters", ())
    people = rosters[side] if side < len(rosters) else {}
    coach: Mapping[str, Any] | None = people["coach"] if people else None
    return coach


def men_of(observation: FateObservation, side: int) -> Grid:
    """A team's players, with a row for each position: who plays, his current ratings, and who is out."""
    view, config, rows = observation.view, observation.config, []
    for position, letters in enumerate(POSITION_LETTERS):
        ratings = [str(rating(view, config, side, position, approach)) for approach in range(APPROACHES)]
        gone = [number for number in range(MEN) if view.men_out[side][position] >> number & 1]
        plays = called.man_name(observation.names, side, position, man_on_field(view, side, position))
        out = ", ".join(called.man_name(observation.names, side, position, number) for number in gone)
        rows.append((letters, plays, *ratings, out))
    return Grid("", ("", _("who plays"), *APPROACH_NAMES, _("out")), rows, right=range(2, 2 + APPROACHES))


# --- FATE in a browser: the field, four dice, the matrix, the calls as buttons with their dice, and what happened.


ADDS = (  # by `modifier_in_yards`
    marked("What the two calls add to the first roll of a run, a screen or a pass."),
    marked("What the two calls add to the yards of a run, or to the first roll of a screen or a pass."),
)
OVERLAYS = (  # by `overlay_replaces`
    marked("The number for Draw or Play Action is added to the number for the play."),
    marked("The number for Draw or Play Action replaces the number for the play."),
)
MEN_NOTE = marked("Current ratings. Each replacement is rated one lower than the player before him.")


class FatePage:
    """The match page of FATE Accelerated Football, and what the front page says about the game."""

    says = marked(
        "Call your play in secret. Four Fate dice decide how far you get, and the other coach tries to read your mind."
    )
    book_opponent = marked("Play a strong coach")
    reads_plays = True

    def picture(self) -> str:
        """Four dice on the field."""
        return picture()

    def dress(self, names: Names, config: FateConfig) -> Sequence[str]:
        """The colors of each seat's team. With platoons, two seats wear the same."""
        home, away = team_classes(names)
        return (home, home, away, away) if config.platoons else (home, away)

    def scene(
        self,
        observation: FateObservation,
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """Everything that this seat sees: all of the match except calls that are still sealed."""
        observation, events = closed(observation, OVER), [each for _, some in log for each in some]
        asked = ask(observation) if observation.is_asked() else None
        sideline = fate_sideline.of(observation.view, observation.config, observation.names, observation.seat, events)
        plays = story.groups(log)
        last = story.latest(plays)
        shown = story.shown_calls(observation.view, last)
        roll = question.roll(observation, last, thrown)
        return Scene(
            headline=sideline.headline,
            stands=stands(observation),
            board=ground(observation.view, observation.names, sideline.trail),
            rows=(*sideline.rows, (_("Matrix"), matrix_in_words(shown, observation.config))),
            scoreboard=scoreboard(observation, sideline),
            ask=asked,
            calls=question.grid(observation, shown, calls_of(observation, asked) if asked else (), events),
            roll=roll,
            motion=motion(observation, log, roll),
            kind="fate",
            plays=blocks(observation, log, PLAYS),
            tabs=tabs(observation, log, last, played),
            waits=waits(observation),
            waits_note="" if observation.standing.is_over else sideline.headline,
            team=team_of(sideline, observation.side),
        )

    def ending(self, observation: FateObservation, plays: Dated) -> Ending:
        """The card that a page shows after the end of a match (`display.endings.Ends`)."""
        return gridiron.ending(told(observation.names), plays, observation)

    def moments(self, observation: FateObservation, log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The plays that a replay marks (`display.endings.Marks`)."""
        return gridiron.moments(told(observation.names), plays)

    def is_secret(self, observation: FateObservation) -> bool:
        """Whether the order that the seat must give now is secret, as calls are, even beside a declaration."""
        return bool(observation.view.phase in (DECLARE, CALL))


def team_of(sideline: Sideline, own: int) -> str:
    """The CSS class of a side's team. Empty for a spectator."""
    return next((side.class_ for side in sideline.sides if side.side == own), "")


def stands(observation: FateObservation) -> str:
    """The score."""
    view, names = observation.view, observation.names
    return ", ".join(f"{called.team(names, side)} {view.score[side]}" for side in range(SIDES))


def scoreboard(observation: FateObservation, sideline: Sideline) -> Scoreboard:
    """Both teams, with the clock in ticks of 15 seconds between them."""
    own = observation.side
    one, two = (_side(each, own) for each in sideline.sides)
    note = say("{quarter} · {time} left", quarter=sideline.quarter, time=sideline.time)
    return Scoreboard((one, two), sideline.headline, note, (clock(observation.view),))


def _side(side: SideView, own: int) -> Side:
    """A team with its marks. `own` is the side of the player who looks at it."""
    said = [
        *([_("you")] if side.side == own else []),
        *([_("has the ball")] if side.has_ball else []),
        *([side.coach] if side.coach else []),
        *([say("{count} out", count=len(side.out))] if side.out else []),
    ]
    marks = (pips(TIME_OUTS, side.time_outs),)
    return Side(side.side, side.name, side.class_, str(side.score), " · ".join(said), marks)


def waits(observation: FateObservation) -> str:
    """If a seat has nothing to choose, tells it whom the match is waiting for. Empty if nobody has to choose."""
    if observation.view.phase == CALL:
        return _("The other side has not called yet.")
    if observation.view.phase == WHISTLE:
        return _("The others have not said yet whether to play on.")
    waiting = observation.choosers()
    if not waiting:
        return ""
    side = side_of(observation.config, waiting[0])
    return say("{team:is} deciding.", team=called.team(observation.names, side))


# --- the tabs beside the field


def tabs(observation: FateObservation, log: TurnLog, last: Sequence[Event], played: Played) -> tuple[Tab, ...]:
    """The tabs beside the field: the rolls of the last play, the score, the players, and the matrix as a table."""
    rolled = story.rolls(observation, last)
    score = (story.score(observation, log), replace(box_score(observation, played()), folded=False))
    people_here = tuple(rosters(observation))
    return (
        Tab(
            _("Rolls"),
            "drive",
            (rolled,) if rolled.rows else (),
            lines=() if rolled.rows else (Line(_("No roll yet.")),),
        ),
        Tab(_("Score"), "score", score),
        *((Tab(_("Players"), "people", people_here),) if people_here else ()),
        Tab(_("Matrix"), "matchups", (replace(matrix_table(observation), folded=False),)),
    )


def matrix_table(observation: FateObservation) -> Grid:
    """The matrix as a table, with a note on how this match uses its numbers."""
    config = observation.config
    cells = [
        (called.printed(name), *(called.cell(cell) for cell in config.matrix[row]))
        for row, name in enumerate(called.ROW_WORDS)
    ]
    heads = ("", *(called.defense(call) for call in range(DEFENSES)))
    note = f"{_(ADDS[config.modifier_in_yards])} {_(OVERLAYS[config.overlay_replaces])}"
    return Grid(_("The matrix as a table"), heads, cells, note=note)


def rosters(observation: FateObservation) -> Iterator[Grid]:
    """Tables of each team's players, if they have names or ratings, and of the coaches, if they are characters."""
    if not observation.config.advanced and not observation.names.get("rosters"):
        return
    for side in range(SIDES):
        team = called.team(observation.names, side)
        men = men_of(observation, side)
        out = sum(1 for row in men.rows if row[-1])
        title = say("{team}: players on the field", team=team)
        if out:
            title = many(
                "{team}: players on the field; players are out at {n} position",
                "{team}: players on the field; players are out at {n} positions",
                out,
                team=team,
            )
        yield replace(men, title=title, note=_(MEN_NOTE))
    coaches = [(side, coach_of(observation.names, side)) for side in range(SIDES)]
    rows = tuple(
        (
            str(coach["name"]),
            called.team(observation.names, side),
            "; ".join(map(_, (coach["high_concept"], coach["trouble"], *coach["aspects"], *coach["stunts"]))),
            ", ".join(f"{name} {coach['approaches'][name]:+d}" for name in APPROACH_NAMES),
        )
        for side, coach in coaches
        if coach
    )
    if rows:
        yield Grid(_("The coaches"), ("", _("team"), _("about the coach"), _("approaches")), rows, right=())


PAGE = FatePage()
