"""The match at the terminal: the desk, calls, rosters, people and the printed solitaire game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakaway.core.game import Order
from breakaway.core.language import UserError
from breakaway.core.rules import DECLARED, DETAIL, Event, sentence
from breakaway.core.statistics import by_key
from breakaway.display.document import Document, Figure, Grid, Line, Part, Section
from breakaway.display.endings import verdict
from breakaway.display.match_page import faces_in
from breakaway.display.printing import Page, Printing, of_document
from breakaway.games.fate.coaches.solitaire import CALL_LETTERS, DATA, DEFENSE_LETTERS
from breakaway.games.fate.display.log import box_score
from breakaway.games.fate.display.page import coach_of, matrix_table, men_of, stands
from breakaway.games.fate.display.question import ask
from breakaway.games.fate.files import FOLDER
from breakaway.games.fate.rules.state import Fate, FateObservation
from breakaway.games.fate.rules.terms import (
    CALL,
    DECLARE,
    DRAW,
    GOAL,
    LONG,
    NEITHER,
    OVER,
    PLAY,
    PLAY_ACTION,
    PLAY_ON,
    RUN_INSIDE,
    RUN_OUTSIDE,
    SHORT,
    SIDES,
    WHISTLE,
)
from breakaway.games.fate.setup import FateSetting
from breakaway.games.fate.statistics import total_of
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.ahead import calling
from breakaway.games.fate.text.names import FOULS, play, time
from breakaway.games.fate.text.orders import DEFENSE, OFFENSE
from breakaway.games.fate.text.words import on_offense
from breakaway.terminal.game_desk import Command, Desk, Lookup, TerminalOptions, upper_first
from breakaway.terminal.printing import TextFile

# --- One prompt for each play: the offense types its call or a kick on one line. Either side can add `time` to a call.


def openly(observation: FateObservation) -> list[Order]:
    """The declarations that the offense may make openly, because everybody learns them anyway."""
    if observation.view.phase != DECLARE:
        return []
    return [[code] for code in observation.menu([]) if code != PLAY]


def invitation(observation: FateObservation) -> str:
    """What the player can type for a call; all examples are legal."""
    view = observation.view
    attacks = on_offense(observation.config, view, observation.seat)
    words = OFFENSE if attacks else DEFENSE
    said = "Type  " + ", ".join(each for each in words if observation.why_not(observation.read(each)[0]) is None)
    if view.phase == DECLARE:
        said += "; or " + ", ".join(map(observation.write, openly(observation)))
    return said


# --- How the terminal shows the character of each coach, and the players of both teams.


def characters(observation: FateObservation) -> Iterator[Part]:
    """A line about each coach: name, high concept and trouble."""
    for side in range(SIDES):
        coach = coach_of(observation.names, side)
        if coach:
            team = called.team(observation.names, side)
            yield Line(f"{coach['name']} coaches {team}: {coach['high_concept']}. {coach['trouble']}.")


def about(observation: FateObservation) -> list[Part]:
    """Lists who plays at each position on both teams, their ratings, and who is out."""
    parts: list[Part] = []
    for side in range(SIDES):
        parts += [
            Line(called.team(observation.names, side), style="bold"),
            *in_full(observation, side),
            men_of(observation, side),
        ]
    return parts


def in_full(observation: FateObservation, side: int) -> Iterator[Part]:
    """A side's coach as a character, in full."""
    coach = coach_of(observation.names, side)
    if coach:
        yield Line(f"{coach['name']}: {coach['high_concept']}", "Coach ")
        yield Line("; ".join([coach["trouble"], *coach["aspects"], *coach["stunts"]]), "  ")
        yield Line(", ".join(f"{name} {value:+d}" for name, value in coach["approaches"].items()), "  ")


# --- FATE football's desk: everything that the terminal needs from this game, in one place.


STRIP = 51  # a column for two yards, and one for the goal line
MATRIX = 55  # columns that the matrix needs for whole words
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

    manner = TerminalOptions(
        verb="coach",
        end="The final score",
        turns_have_heads=False,
        open_news=True,
        secret="Calls are secret: other side, look away.",
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
        "roster": Command("both teams: who plays, current ratings, who is out", lambda look: about(look.observation)),
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
            *characters(observation),
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
            return invitation(observation)
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
        at = called.at_spot_of(observation.names, view.offense, view.ball)
        down = f"{called.ordinal(view.down)} and {view.marker - view.ball} {at}"
        return f"{quarter} {called.time(view.clock)}" + (f", {down}" if view.phase in (DECLARE, CALL) else "")

    def is_secret(self, observation: FateObservation) -> bool:
        """Whether the answer is secret: true for a call, even one typed in place of a declaration."""
        return observation.view.phase in (CALL, DECLARE)

    def public(self, observation: FateObservation) -> list[Part]:
        """The field before a down, for both sides to see."""
        return self.field(observation, color=False, width=STRIP + 2) if observation.view.phase == DECLARE else []

    def openly(self, observation: FateObservation) -> list[Order]:
        """The declarations that can be made openly: kicks, kneels and spikes."""
        return openly(observation)

    def help(self, observation: FateObservation) -> list[tuple[str, str]]:
        """Explains how to write choices."""
        return HELP

    def follows(self, observation: FateObservation, order: Order) -> FateObservation | None:
        """The observation for the call that follows a declared play; None after any other order."""
        return calling(observation) if observation.view.phase == DECLARE and order == [PLAY] else None

    def report(self, observation: FateObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """Tells what happened, with a short sentence for each event except details."""
        seen = [each for each in observation.told(events) if DECLARED[each.rule].weight > DETAIL]
        texts = [sentence(each, observation.names, short=True) for each in seen]
        return [Line(upper_first(text), "  ") for text in texts if text]

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
        """The scores, the ranks and, once a play was made, the box score.

        With platoons, both coaches of the winning side are winners.
        """
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
        if rows := look.played():
            total = total_of(rows)
            found["box"] = {name: by_key(total, side) for side, name in enumerate(teams)}
        return found

    def outcome_hint(self, observation: FateObservation, label: str, sides: int) -> str:
        """What to type for an outcome: the total of four dice, the face of one die, or who won the toss."""
        if label == "toss":
            return f"the winner: 1 {called.team(observation.names, 0)}, 2 {called.team(observation.names, 1)}"
        return "-, 0 or +" if label == "one die" else "four Fate dice, as in ++-0, or their total, -4 to +4"

    def read_outcome(self, observation: FateObservation, label: str, sides: int, text: str) -> int:
        """Reads a typed outcome; raises UserError."""
        words = " ".join(text.split()).casefold().replace("−", "-")
        answers = {str(n): n + 4 for n in range(-4, 5)} | {f"+{n}": n + 4 for n in range(5)}
        if label == "toss":
            answers = {called.team(observation.names, side).casefold(): side for side in (0, 1)} | {"1": 0, "2": 1}
        elif label == "one die":
            answers = {"-": 0, "0": 1, "+": 2}
        elif faces := faces_in(words):
            return sum(faces) + 4
        if words not in answers:
            raise UserError(f"{label}: expected {self.outcome_hint(observation, label, sides)}, not {text[:40]!r}")
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


# --- A sample roster for users to copy and change: `breakaway print fate-roster`.


def sample() -> TextFile:
    """A shipped roster, with comments that explain its fields."""
    text = (FOLDER / "mudlarks.toml").read_text(encoding="utf-8")
    return TextFile(text, ".toml", "a roster", "Play with: breakaway play fate --house advanced=1 --teams {path}")


# --- The solitaire opponent of FATE football on one page, from the tables that the coach `solitaire` plays by.


OVERLAID = ((RUN_INSIDE, DRAW), (RUN_OUTSIDE, DRAW), (SHORT, PLAY_ACTION), (LONG, PLAY_ACTION))
PLAYS = [*(play(base, NEITHER) for base in range(6)), *(play(base, overlay) for base, overlay in OVERLAID)]
TONES = {
    **dict.fromkeys(("RI", "RO", "DI", "DO"), "run"),
    **dict.fromkeys(("SC", "QU", "SH", "LO", "PS", "PL"), "pass"),
}
WHEN = {
    "field goal": "a field goal",
    "play": "goes for it",
    "punt": "punts",
}


def sheet() -> Document:
    """The whole page for playing against the solitaire opponent."""
    return Document(
        title="Solitaire opponent",
        under="FATE Accelerated Football",
        lead=(
            Line(
                "The opponent plays either side of the ball with two Fate dice. Choose your own call first. Then find "
                "the first row from the top that fits, throw two dice, and read them in order: they point to the "
                "cell. The yards are those to the line to gain. "
                "“Inside the 10” means less than 10 yards from the goal line, and "
                "“behind” means that the side with the ball is behind."
            ),
            Line("Late is the last " + time(DATA["late"]["behind"]) + " of the fourth quarter, and all of overtime."),
        ),
        sections=(
            calls(),
            fourth(),
            Section("Everything else", parts=[Line(says, f"{asked}: ") for asked, says in advice()]),
        ),
        foot="These tables are ours, rounded from balanced play. The program's coach solitaire plays the same ones.",
    )


def solitaire(order: Printing) -> list[Page]:
    """The same page for the printer, on any paper."""
    return [of_document(sheet())]


def calls() -> Section:
    """A grid with a row for each situation: nine cells for the offense and nine for the defense."""
    pairs = zip(CALL_LETTERS, PLAYS, strict=True)
    used = {cell for row in DATA["row"] for cell in row["offense"]}
    key = ", ".join(f"{letters} {name}" for letters, name in pairs if letters in used)
    others = ", ".join(f"{letters} {name}" for letters, name in zip(DEFENSE_LETTERS, DEFENSE, strict=True))
    rows = [(row["says"], *row["offense"], *row["defense"]) for row in DATA["row"]]
    grid = Grid(
        "",
        ("dice", *DATA["cells"], *DATA["cells"]),
        rows,
        right=(),
        tints={(r, c): TONES[cell] for r, row in enumerate(rows) for c, cell in enumerate(row) if cell in TONES},
        groups=(("", 1), ("The opponent has the ball", 9), ("You have the ball: its defense", 9)),
    )
    says = f"{key}. If a play is not allowed, it throws a short pass. Defense: {others}."
    return Section("Calls", says, [grid])


def fourth() -> Section:
    """What the opponent does on fourth down."""
    rows = [(f"{row['says']}, {stretch(row)}", WHEN[row["does"]]) for row in DATA["fourth"]]
    grid = Grid("", ("first row that fits", "what it does"), rows, right=())
    return Section("Its fourth down", "If the field goal is out of reach, it calls a play.", [grid])


def stretch(row: dict[str, Any]) -> str:
    """The stretch of the field that a row covers, as the side with the ball sees it."""
    low, high = row["ball"]
    if (low, high) == (1, 99):
        return "anywhere"
    if low == 1:
        return f"up to {yard(high)}"
    return f"from {yard(low)} on" if high == 99 else f"{yard(low)} to {yard(high)}"


def yard(ball: int) -> str:
    """A yard line as the page names it: `its own 30`, `your 35`."""
    return f"its own {ball}" if ball < 50 else "the 50" if ball == 50 else f"your {100 - ball}"


def advice() -> list[tuple[str, str]]:
    """The answers to all other questions, in the order in which a match asks them."""
    return [*before_a_play(), *after_a_play()]


def before_a_play() -> list[tuple[str, str]]:
    """The answers to questions about kicks, tries and the last play of a half."""
    late, last = DATA["late"], DATA["last_play"]
    return [
        ("Toss", "It receives. In college overtime it takes the ball second."),
        (
            "Kickoff",
            "It kicks deep. With the onside house rule, it kicks onside when it is behind in overtime, or in the "
            f"fourth quarter with {time(late['onside'])} left or less.",
        ),
        (
            "Try",
            "It goes for two; without two-point tries it kicks." if DATA["try"]["does"] == "two" else "It kicks.",
        ),
        (
            "Last play",
            f"With {time(last['units'])} or less left in the second quarter, or in the fourth when it is tied or "
            f"behind by 3 or less: a field goal on any down from {yard(last['ball'])} on.",
        ),
    ]


def after_a_play() -> list[tuple[str, str]]:
    """The answers to questions after a play, and what the opponent never does."""
    half, penalty = DATA["time_out"], DATA["penalty"]
    rough = " and ".join(FOULS[each] for each in penalty["from_the_end"])
    return [
        (
            "Time out",
            "When it is behind late, after every play of either side that takes 30 seconds. Also with the ball from "
            f"{yard(half['ball'])} on and {time(half['units'])} or less left in the second quarter.",
        ),
        (
            "Penalty",
            "It declines when it has scored on the play. Otherwise it accepts "
            f"{rough}. It declines any other penalty when it has made the line to gain, when it has taken the ball, "
            f"when you were stopped on fourth down, or when your play lost {penalty['loss']} yards or more; "
            "otherwise it accepts. After a kickoff out of bounds it keeps a return beyond its own 35, and otherwise "
            "takes the ball.",
        ),
        (
            "Injury",
            (
                "When it chooses who is hurt, it names the last position of the group on its own side, and the "
                "first on yours."
            ),
        ),
        ("House rules", "It never kneels or spikes the ball, and never heads for the sideline."),
    ]
