"""The solitaire opponent of FATE football on one page, from the tables that the coach `solitaire` plays by."""

from __future__ import annotations

from typing import Any

from breakaway.display.document import Document, Grid, Line, Section
from breakaway.games.fate.coaches.solitaire import CALL_LETTERS, DATA, DEFENSE_LETTERS
from breakaway.games.fate.rules.terms import DRAW, LONG, NEITHER, PLAY_ACTION, RUN_INSIDE, RUN_OUTSIDE, SHORT
from breakaway.games.fate.text.names import FOULS, play, time
from breakaway.games.fate.text.orders import DEFENSE

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
