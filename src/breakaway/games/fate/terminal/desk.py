"""FATE football's desk: everything that the terminal needs from this game, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakaway.core.game import Order
from breakaway.core.language import Trouble
from breakaway.core.rules import Event
from breakaway.display.document import Figure, Line, Part
from breakaway.display.endings import verdict
from breakaway.games.fate.display.ask import ask
from breakaway.games.fate.display.box import box_score
from breakaway.games.fate.display.page import matrix_table, stands
from breakaway.games.fate.rules import happened
from breakaway.games.fate.rules.state import Fate, FateObservation
from breakaway.games.fate.rules.terms import CALL, DECLARE, GOAL, OVER, PLAY, PLAY_ON, SIDES, WHISTLE
from breakaway.games.fate.setup import FateSetting
from breakaway.games.fate.terminal import calls, people
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE
from breakaway.games.fate.text.words import on_offense
from breakaway.terminal.desk import Command, Desk, Lookup, Manner, Typed, upper_first

STRIP = 51  # a column for two yards, and one for the goal line
MATRIX = 55  # columns that the matrix needs for whole words
SILENT = {
    happened.KICKED_OFF,
    happened.NOTHING_HAPPENED,
    happened.FIELD_GOAL_DECLARED,
}  # events that the report leaves out
HELP = [
    ("", "On each down both sides call in secret at the same time, or the offense declares a kick openly."),
    ("short   ", "an offensive call: " + ", ".join(OFFENSE)),
    ("draw inside   ", "a run behind a faked pass; play action long: a pass behind a faked run"),
    ("punt, kick   ", "a punt; a field goal"),
    ("blitz   ", "a defensive call: " + ", ".join(DEFENSE)),
    (".0+   ", "the same in dice: three for the offense, two for the defense; a dot leaves a die out"),
    ("short, time   ", "any call, with a time out after the play if that shortens it"),
]


class FateDesk(FateSetting, Desk):
    """FATE Accelerated Football at the terminal."""

    manner = Manner(
        verb="coach",
        end="The final score",
        turns_have_heads=False,
        open_news=True,
        secret="Calls are secret: other side, look away.",
        given=("no early time outs",),
        # what a time out does is reported, and to play on does nothing
        silent=("no early time outs", "no time outs", "every time out", "always play on"),
    )
    commands: Mapping[str, Command] = {
        "matrix": Command(
            "what each call does against each defense", lambda look: matrix(look.observation, look.width)
        ),
        "box": Command(
            "the box score: points, yards, first downs, turnovers, time of possession", lambda look: box(look)
        ),
        "roster": Command(
            "both teams: who plays, current ratings, who is out", lambda look: people.about(look.observation)
        ),
    }

    def welcome(self, observation: FateObservation, options: dict[str, Any]) -> list[Part]:
        """The greeting: the game, how dice and time outs work, and the coaches as characters."""
        home, away = (called.team(observation.names, side) for side in range(SIDES))
        game = "the advanced game" if observation.config.advanced else "the basic game"
        changed = "the first roll"
        if observation.config.modifier_in_yards:
            changed = "the yards of a run, or the first roll of a screen or a pass"
        return [
            Line(f"{home} against {away}, {game}: four quarters of 15 minutes, most points win."),
            Line(f"Four Fate dice give -4 to +4; the matrix of both secret calls changes {changed}."),
            Line(
                "To call a time out, add it to your play: short, time. You are asked only in the last two "
                "minutes of a half; type standing to change that.",
                style="dim",
            ),
            *people.characters(observation),
        ]

    def field(self, observation: FateObservation, color: bool, width: int) -> list[Part]:
        """The score, the clock and a strip of the field."""
        view = observation.view
        score = ", ".join(f"{called.team(observation.names, side)} {view.score[side]}" for side in range(SIDES))
        outs = ", ".join(str(left) for left in view.time_outs)
        clock = f"{called.quarter(view.quarter)}, {called.time(view.clock)} left; time outs {outs}"
        return [Line(f"{score}; {clock}", style="bold"), Figure(strip(view, width))]

    def situation(
        self, observation: FateObservation, draft: Order, color: bool, width: int, again: bool = False, short: int = 0
    ) -> list[Part]:
        """The field before a down, and the question."""
        shown = again or observation.view.phase in (DECLARE, CALL)
        return [*(self.field(observation, color, width) if shown else []), *asked(observation)]

    def invitation(self, observation: FateObservation, draft: Order) -> str:
        """The answers or calls that are legal now."""
        if observation.view.phase in (CALL, DECLARE):
            return calls.invitation(observation)
        if observation.view.phase == WHISTLE:
            return "Enter plays on. To rule on the play, type umpire and the ruling."
        return f"Type {' or '.join(observation.write([code]) for code in observation.menu([]))}."

    def default(self, observation: FateObservation) -> Order | None:
        """To play on, if that is the question; else None."""
        return [PLAY_ON] if observation.view.phase == WHISTLE else None

    def where(self, observation: FateObservation) -> str:
        """The quarter, the clock, the down and the spot."""
        view = observation.view
        if view.phase == OVER:
            return "the end"
        quarter = f"Q{view.quarter}" if view.quarter <= 4 else "OT"
        down = f"{called.ordinal(view.down)} and {view.marker - view.ball} at {called.spot(view.ball)}"
        return f"{quarter} {called.time(view.clock)}" + (f", {down}" if view.phase in (DECLARE, CALL) else "")

    def is_secret(self, observation: FateObservation) -> bool:
        """Whether the answer is secret: true for a call, even one typed in place of a declaration."""
        return observation.view.phase in (CALL, DECLARE)

    def public(self, observation: FateObservation) -> list[Part]:
        """The field before a down, for both sides to see."""
        return self.field(observation, color=False, width=STRIP + 2) if observation.view.phase == DECLARE else []

    def openly(self, observation: FateObservation) -> list[Order]:
        """The declarations that can be made openly: kicks, kneels and spikes."""
        return calls.openly(observation)

    def help(self, observation: FateObservation) -> list[tuple[str, str]]:
        """Explains how to write choices."""
        return HELP

    def split(self, observation: FateObservation, text: str) -> Typed:
        """Splits a line into a declaration, the call after it, and a time out."""
        return calls.split(observation, text)

    def follows(self, observation: FateObservation, order: Order) -> FateObservation | None:
        """The observation for the call that follows a declared play; None after any other order."""
        return calls.call_observation(observation) if observation.view.phase == DECLARE and order == [PLAY] else None

    def begins_play(self, observation: FateObservation) -> bool:
        """Whether a new play begins for this seat."""
        return calls.begins_play(observation)

    def report(self, observation: FateObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """Tells what happened, with a sentence for each event."""
        seen = [each for each in observation.told(events) if each.rule not in SILENT]
        return [Line(upper_first(text), "  ") for text in observation.sentences(seen)]

    def points(self, observation: FateObservation) -> list[tuple[str, str, int]]:
        """The score."""
        view = observation.view
        return [(called.team(observation.names, side), str(n), n) for side, n in enumerate(view.score[:2])]

    def standings(self, observation: FateObservation) -> list[Part]:
        """An empty list, because the score is already above the field."""
        return []

    def final(self, look: Lookup) -> list[Part]:
        """The final score and the box score."""
        found = verdict(look.observation)
        said = Line(found.says if found else stands(look.observation))
        return [said, Line(), *box(look)] if look.played() else [said]

    def summary(self, look: Lookup, options: Mapping[str, Any], befores: Sequence[FateObservation]) -> dict[str, Any]:
        """The scores and ranks. With platoons, both coaches of the winning side are winners."""
        seats = self.seat_names(look.observation.names)
        ranks = dict(zip(seats, look.observation.standing.rank, strict=False))
        teams = [called.team(look.observation.names, side) for side in range(SIDES)]
        first = [name for name, rank in ranks.items() if rank == 1]
        found: dict[str, Any] = {
            "score": {name: look.observation.view.score[side] for side, name in enumerate(teams)},
            "ranks": ranks,
        }
        if look.observation.config.platoons:
            found["winner"] = first if len(first) < len(seats) else None
        return found

    def outcome_hint(self, observation: FateObservation, label: str, sides: int) -> str:
        """What to type for an outcome: the total of four dice, the face of one die, or who won the toss."""
        if label == "toss":
            return f"the winner: 1 {called.team(observation.names, 0)}, 2 {called.team(observation.names, 1)}"
        return "-, 0 or +" if label == "one die" else "the total of four Fate dice, -4 to +4"

    def read_outcome(self, observation: FateObservation, label: str, sides: int, text: str) -> int:
        """Reads a typed outcome; raises Trouble."""
        words = " ".join(text.split()).casefold().replace("−", "-")
        answers = {str(n): n + 4 for n in range(-4, 5)} | {f"+{n}": n + 4 for n in range(5)}
        if label == "toss":
            answers = {called.team(observation.names, side).casefold(): side for side in (0, 1)} | {"1": 0, "2": 1}
        elif label == "one die":
            answers = {"-": 0, "0": 1, "+": 2}
        if words not in answers:
            raise Trouble(f"{label}: expected {self.outcome_hint(observation, label, sides)}, not {text[:40]!r}")
        return answers[words]


def asked(observation: FateObservation) -> list[Part]:
    """The question and, unless it asks for a call, every answer with its meaning."""
    view = observation.view
    if view.phase == DECLARE:
        return [Line("Your call?", style="bold")]
    if view.phase == CALL:
        side = "offense" if on_offense(observation.config, view, observation.seat) else "defense"
        return [Line(f"Your call, {side}?", style="bold")]
    found = ask(observation)
    wide = max(len(each.order) for each in found.buttons)
    parts: list[Part] = [Line(found.question, style="bold")]
    for each in found.buttons:
        means = each.says if each.label.casefold() == each.order else f"{each.label}: {each.says}"
        parts.append(Line(means, f"  {each.order:<{wide}}   "))
    return parts


def strip(view: Fate, width: int = STRIP + 2) -> str:
    """The field as the offense sees it, with its own goal line on the left: `o` is the ball, `|` the line to gain.

    A column stands for two yards, or for four on a narrow screen.
    """
    step = 2 if width >= STRIP + 2 else 4
    row = ["." if i * step % 10 == 0 else " " for i in range(GOAL // step + 1)]
    row[min(view.marker, GOAL) // step] = "|"
    row[max(0, min(view.ball, GOAL)) // step] = "o"
    return "[" + "".join(row) + "]"


def matrix(observation: FateObservation, width: int) -> list[Part]:
    """The matrix as printed, with short words on a narrow screen."""
    grid = replace(matrix_table(observation), title="")
    if width >= MATRIX:
        return [grid]
    rows = [[cell.replace("Pass Rush", "rush") for cell in row] for row in grid.rows]
    return [replace(grid, heads=[head[:4] for head in grid.heads], rows=rows)]


def box(look: Lookup) -> list[Part]:
    """The score, then each side's statistics over all plays that count."""
    view = look.observation.view
    counted = box_score(look.observation, look.played())
    points = ["Points", *(str(view.score[side]) for side in range(SIDES))]
    return [replace(counted, title="", rows=[points, *counted.rows], note="", strong=(0,))]


DESK = FateDesk()
