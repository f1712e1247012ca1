"""What can be printed for a FATE table: the game's sheets of tables, clock pad, rosters, field, score sheet and "
"rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from breakaway.core.language import _, marked, say
from breakaway.display import printing
from breakaway.display.printing import Page, Part, Printing, SheetChoice
from breakaway.display.rule_summary import summary_pages
from breakaway.games.fate.files import APPROACH_NAMES, Roster, printed, read_roster, resolve, shipped
from breakaway.games.fate.rules import events as happened
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import FateConfig
from breakaway.games.fate.text.names import FOULS, POSITION_LETTERS, time

# --- The printed tables. Nine cells stand for totals of four Fate dice, -4 to +4.


TOTALS = ("-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4")
PLAY_NAMES = {
    "run_inside": marked("Run Inside"),
    "run_outside": marked("Run Outside"),
    "screen": marked("Screen"),
    "quick": marked("Quick"),
    "short": marked("Short"),
    "long": marked("Long"),
    "draw": marked("Draw"),
    "play_action": marked("Play Action"),
}
DEFENSES = ("Run", "Neutral", "Pass", "Prevent", "Blitz")  # the columns of the matrix
OVERLAYS = ("draw", "play_action")
FOOT = "FATE Accelerated Football"


def signed(value: Any) -> str:
    """A modifier as text."""
    return value if isinstance(value, str) else f"{value:+d}" if value else "0"


def nine(title: str, rows: Sequence[tuple[str, Sequence[Any]]], note: str = "", size: float = 9.5) -> Part:
    """A table with a column for each total of the dice."""
    cells = [[name, *map(str, row)] for name, row in rows]
    return printing.table(("4dF", *TOTALS), cells, ("32mm", *["1fr"] * 9), title, size=size, pad=3.6, note=note)


def tables(order: Printing) -> list[Page]:
    """The tables of the basic game on two pages: calls and plays, then kicks."""
    data = printed()
    run, passes, screen = data["run"], data["pass"], data["screen"]
    matrix = [[_(PLAY_NAMES[name]), *map(signed, row)] for name, row in data["matrix"].items()]
    for row, name in zip(matrix, data["matrix"], strict=True):
        if name in OVERLAYS:
            row[0] = say("added by {play}", play=row[0])
    runs = [
        (say("{lane}, {chain}", lane=_(lane), chain=_(chain)) if chain else _(lane), run[key + stage])
        for lane, key in ((marked("Inside"), "inside"), (marked("Outside"), "outside"))
        for chain, stage in (("", ""), (marked("Short Gain"), "_sg"), (marked("Long Gain"), "_lg"))
    ]
    yards = [
        (
            say("{lane}, {chain}", lane=_(PLAY_NAMES[name]), chain=_(chain)) if chain else _(PLAY_NAMES[name]),
            passes[key],
        )
        for chain, stage in (("", ""), (marked("Long Gain"), "_lg"))
        for name, key in ((each, each + stage) for each in ("quick", "short", "long"))
    ]
    difficulty = ", ".join(f"{_(PLAY_NAMES[key])} {signed(value)}" for key, value in data["pass_difficulty"].items())
    plays = [
        dice_table(data["dice"]),
        printing.heading(_("The matrix: offense against defense")),
        printing.table(("", *map(_, DEFENSES)), matrix, ("36mm", *["1fr"] * 5), size=9.5, pad=3.6),
        printing.text(
            _(
                "Add the cell to the roll of a run, a completion or a screen. Draw and Play Action are added to the "
                "row of their play. PR: Pass Rush at once. Totals below -4 read -4, above +4 read +4."
            ),
            "FF-048, FF-049, FF-G4, FF-065",
        ),
        printing.heading(_("Runs, in yards")),
        nine("", runs, _("+3 and +4 go on: from a run to Short Gain, from there to Long Gain, each with a new roll.")),
        printing.heading(_("Passes")),
        printing.text(
            say(
                "Completion: 4dF plus the matrix above the difficulty ({difficulty}). Equal: a Quick pass is "
                "incomplete; Short and Long go to Pass Rush with +1. Then roll the yards; +3 and +4 go to Long Gain.",
                difficulty=difficulty,
            ),
            "FF-056 to FF-069",
        ),
        nine("", yards, _("LG: Long Gain, another roll.")),
        nine(
            "",
            [(_("Screen"), screen["result"]), (_("Pass Rush"), data["pass_rush"]["result"])],
            _(
                "INT: intercepted. INC: incomplete. RO: yards of a Run Outside, times the number. SACK: 7 yards lost. "
                "QBRUN: a Run Outside by the quarterback. COMP: complete, yards by the called pass."
            ),
        ),
    ]
    kicks, punts = data["kickoff"], data["punt"]
    bands = [[f"{low}-{high}", signed(hard)] for low, high, hard in data["field_goal"]["bands"]]
    kicking = [
        printing.heading(_("Kickoff: two rolls")),
        nine(
            "",
            [(_("Fielded at"), kicks["fielded_at"]), (_("Return"), kicks["return"])],
            _("GL: the goal line. TB: touchback at the 20. F: a fumble; the kickers recover below 0. TD: touchdown."),
        ),
        printing.heading(_("Punt: two rolls")),
        nine(
            "",
            [
                (_("Length"), punts["gross"]),
                (_("Return"), [each if each != "FC_FUMBLE" else "FC, F" for each in punts["return"]]),
            ],
            _("FC: fair catch. FC, F: a fumbled fair catch; the kickers recover below 0."),
        ),
        printing.heading(_("Field goal: the distance is the yards to the goal line plus 17")),
        printing.table(
            (_("Yards"), *(each[0] for each in bands)),
            [[_("needs 4dF of"), *(each[1] for each in bands)]],
            ("32mm", *["1fr"] * len(bands)),
            size=9.5,
            pad=3.6,
            note=_("Meet it or beat it. An extra point is in the first column. No attempt beyond 63 yards."),
        ),
        printing.heading(_("The clock")),
        printing.listing(
            [
                (_("A quarter has 15:00, which are 60 boxes of 15 seconds on the clock pad."), "FF-013, FF-014"),
                (_("One box: kicks, incompletions, penalties. Two boxes: any other play."), "FF-015 to FF-021"),
                (_("A time out makes two boxes one. Each coach has three in a half."), "FF-023 to FF-026"),
                (_("The clock stops at 2:00 left in each half."), happened.TWO_MINUTES_LEFT),
            ]
        ),
    ]
    foot = FOOT
    return [
        printing.sheet(_("FATE football: plays"), "", plays, foot),
        printing.sheet(_("FATE football: kicks and clock"), "", kicking, foot),
    ]


def dice_table(dice: dict[str, list[str]]) -> Part:
    """What the faces of the dice call, for both sides."""
    names = {
        "off1": marked("Offense, first die"),
        "off2": marked("Offense, second die"),
        "off3": marked("Offense, third die"),
        "def1": marked("Defense, first die"),
        "def2": marked("Defense, second die"),
    }
    rows = [[_(names[key]), *(_(face) if face else "-" for face in faces)] for key, faces in dice.items()]
    note = _(
        "Call secretly with one of the first two dice; the third may add Draw to a run or Play Action to Short or "
        "Long. The defense uses exactly one die. Long only outside the 20."
    )
    heads = (_("Calling with dice"), "-", _("blank"), "+")
    return printing.table(heads, rows, ("46mm", "1fr", "1fr", "1fr"), size=9.5, pad=3.6, note=note)


def advanced(order: Printing) -> list[Page]:
    """The tables of the advanced game: approaches, contests, events, interceptions, injuries and penalties."""
    data = printed()
    ratings = [[name, *map(str, row)] for name, row in data["approach"].items()]
    ratings.insert(0, ["QB", *map(str, ratings_of(resolve({"advanced": True})[0], terms.QB))])  # FF-G34
    slots = [[_(PLAY_NAMES[name]), *map(_, row)] for name, row in data["play_approach"].items()]
    contests = [(_(PLAY_NAMES[name]), row) for name, row in data["contest"].items()]
    first = [
        printing.beside(
            [
                printing.table(
                    (_("Position"), *map(_, APPROACH_NAMES)), ratings, size=9, pad=3, title=_("Approaches by position")
                )
            ],
            [printing.table((_("Called play"), "1", "2", "3"), slots, size=9, pad=3, title=_("Approaches by play"))],
            widths=(1.3, 1),
        ),
        printing.heading(_("Contests: who, and with which approach of the play")),
        nine(
            "",
            contests,
            _(
                "Runs: a defender alone subtracts his rating from the yards, the offense alone adds; with vs the "
                "higher one counts whole. Passes: the difference changes the completion roll. FS and SS use SF; + adds "
                "two ratings."
            ),
            7.5,
        ),
    ]
    event, pick, hurt = data["fate_event"], data["interception"], data["injury"]
    columns = [
        (say("{n}: {plays}", n=n, plays=_(plays)), row)
        for n, (plays, row) in enumerate(
            zip(
                (
                    marked("runs, Quick, Screen, field goals"),
                    marked("Short, Long"),
                    marked("punts"),
                    marked("kickoffs"),
                ),
                data["penalty_column"].values(),
                strict=True,
            ),
            1,
        )
    ]
    second = [
        printing.heading(_("Events: one roll after each play; FATE rolls again")),
        nine(
            "",
            [(_("Every play"), event["first"]), (_("FATE"), event["second"])],
            _("The defense recovers a fumble on 0 or less."),
        ),
        printing.heading(_("Interceptions: one roll after each incompletion")),
        nine(
            "",
            [
                (_("Picked"), pick["on_incomplete"]),
                (_("Point, Quick"), pick["point_quick"]),
                (_("Point, Short"), pick["point_short"]),
                (_("Point, Long"), pick["point_long"]),
                (_("Return"), pick["return"]),
            ],
            _("Q, S, L: passes that are picked. L?: Long, if a further roll is below 0. INC: incomplete."),
        ),
        printing.heading(_("Injuries")),
        nine(
            "",
            [
                (_("Who"), [_("carrier") if each == "BALL_CARRIER" else each for each in hurt["who"]]),
                (_("How long"), [_(each) for each in hurt["duration"]]),
            ],
            _("His replacement has each rating one lower, the next one two lower."),
            8,
        ),
        printing.heading(_("Penalties: side and foul")),
        nine("", columns, _("1/2: one Fate die; - is 1, + is 2, blank again."), 8),
        printing.listing(fouls()),
    ]
    foot = FOOT
    return [
        printing.sheet(_("FATE football, advanced: approaches"), "", first, foot),
        printing.sheet(_("FATE football, advanced: events"), "", second, foot),
    ]


def fouls() -> list[tuple[str, str]]:
    """What each foul costs."""
    says = {
        terms.OFFSIDE: marked("5 yards"),
        terms.MOVEMENT: marked("5 yards; cannot be declined"),
        terms.PERSONAL: marked("15 yards; by the defense from the end of the play, by the offense from scrimmage"),
        terms.FACEMASK: marked("5 yards, from the same spots as foul 5"),
        terms.HOLDING: marked("10 yards against the offense; 5 yards and a first down against the defense"),
        terms.INTERFERENCE: marked(
            "by the offense 15 yards, and down and play count; by the defense a first down at the spot of the foul, "
            "rolled as the point of an interception"
        ),
        terms.GROUNDING: marked("15 yards and the down counts; only on an incompletion"),
        terms.PROCEDURE: marked("5 yards and another punt; cannot be declined"),
        terms.OUT_OF_BOUNDS: marked("5 yards and another kick, or the ball at the own 35"),
    }
    return [(f"{number} {_(FOULS[number])}: {_(cost)}", "") for number, cost in says.items()]


# --- Pads and forms.


def choices() -> list[SheetChoice]:
    """The rosters that ship with the game."""
    return [SheetChoice("teams", _("Roster"), [(name, read_roster(name).name) for name in shipped()], terms.SIDES)]


def clock_pad(order: Printing) -> list[Page]:
    """The clock: a box for each 15 seconds of four quarters and overtime, and the time outs of both coaches."""
    stop = terms.TWO_MINUTES
    parts: list[Part] = [
        printing.text(
            say(
                "Cross out a box for each unit of 15 seconds. The number is the time left. In the second and the "
                "fourth quarter the clock stops at {time}.",
                time=time(stop),
            ),
            "FF-014, FF-022",
        )
    ]
    for number in range(1, terms.QUARTERS + 2):
        name = say("Quarter {n}", n=number) if number <= terms.QUARTERS else _("Overtime")
        rows = []
        for start in range(terms.QUARTER, 0, -20):
            units = range(start, start - 20, -1)
            words = [time(n) if n % 4 == 0 else "" for n in units]
            rows.append((time(start), words))
        parts += [printing.heading(name), printing.boxes(rows, 12, 7.6)]
        if number in (2, 4, 5):
            outs = 2 if number == terms.QUARTERS + 1 else 3
            half = say("Time outs, Home ({n})", n=outs), say("Time outs, Away ({n})", n=outs)
            marks = [str(n + 1) for n in range(outs)]
            parts.append(
                printing.beside(
                    [printing.boxes([(half[0], marks)], 42, 5)], [printing.boxes([(half[1], marks)], 42, 5)]
                )
            )
    return [printing.sheet(_("Clock pad"), _("FATE football"), parts, "")]


def rosters(order: Printing) -> list[Page]:
    """A sheet for each roster: the coach, and who plays each position with which ratings."""
    return [blank_roster()] if order.blank else [roster_page(read_roster(name)) for name in order.teams or shipped()]


ROSTER_WIDTHS = ("16mm", "1fr", *["15mm"] * 6)


def roster_page(roster: Roster) -> Page:
    """The sheet of one roster, with the ratings that a match gives its players."""
    config, _options = resolve({"advanced": True}, [roster, roster])
    rows = []
    for at, name in enumerate(POSITION_LETTERS):
        names = ", ".join(roster.position(name).names)
        rows.append([name, names, *map(str, ratings_of(config, at))])
    coach = roster.coach
    character = ", ".join(f"{_(key)} {value}" for key, value in coach.approaches.model_dump().items())
    lines = [
        (say("High concept: {text}", text=_(coach.high_concept)), ""),
        (say("Trouble: {text}", text=_(coach.trouble)), ""),
        *((say("Aspect: {text}", text=_(each)), "") for each in coach.aspects),
        *((say("Stunt: {text}", text=_(each)), "") for each in coach.stunts),
        (say("Approaches: {text}", text=character), ""),
    ]
    parts = [
        printing.text(_(roster.says)),
        printing.heading(say("Coach: {name}", name=coach.name)),
        printing.listing(lines),
        printing.heading(_("Players")),
        roster_table(rows),
        *injuries_form(),
    ]
    return printing.sheet(roster.name, _("FATE roster"), parts, "")


def roster_table(rows: Sequence[Sequence[str]], height: float = 0) -> Part:
    """The players of a roster with their ratings."""
    heads = (_("Position"), _("Players, the starter first"), *map(_, APPROACH_NAMES))
    return printing.table(heads, rows, ROSTER_WIDTHS, left=2, size=9, pad=3.6, height=height)


def injuries_form() -> list[Part]:
    """A form for injuries."""
    heads = (_("Position"), _("Who"), _("Until"), _("Who plays for him, and at which ratings"))
    return [printing.heading(_("Injuries")), printing.form(heads, 6, ("20mm", "1fr", "34mm", "1.3fr"), 7)]


def ratings_of(config: FateConfig, position: int) -> list[int]:
    """The six ratings of a position on Home's side."""
    start = position * terms.APPROACHES
    return [config.rating[0][start + each] for each in range(terms.APPROACHES)]


def blank_roster() -> Page:
    """A roster to fill in, with the ratings of the templates."""
    config, _options = resolve({"advanced": True})
    rows = [[name, "", *map(str, ratings_of(config, at))] for at, name in enumerate(POSITION_LETTERS)]
    parts = [
        printing.form((_("Team"), _("Coach"), _("High concept"), _("Trouble")), 1, ("1fr", "1fr", "1.4fr", "1.4fr"), 9),
        printing.form([_(each) for each in APPROACH_NAMES], 1, ["1fr"] * 6, 9),
        printing.text(
            _("A coach has one approach at 3, two at 2, two at 1 and one at 0. The ratings are those of the template.")
        ),
        printing.heading(_("Players")),
        roster_table(rows, 7.4),
        *injuries_form(),
    ]
    return printing.sheet(_("Roster"), _("FATE football"), parts, "")


def field(order: Printing) -> list[Page]:
    """A field of 100 yards."""
    named = [(n, str(min(n, terms.GOAL - n))) for n in range(10, terms.GOAL, 10)]
    ends = [(_("Home"), "#1f5fa6"), (_("Away"), "#a8261c")]
    tracks = printing.boxes([(_("Down"), ["1", "2", "3", "4"]), (_("Quarter"), ["1", "2", "3", "4", "OT"])], 24, 10)
    parts = [
        printing.field(ends, terms.GOAL, named, [0, 20, 50, 80, terms.GOAL], 5, 95),
        printing.text(
            _("Each whole line is 5 yards, each short one a yard. The 20s, the 50 and the goal lines are thick.")
        ),
        printing.beside([tracks], [printing.form((_("Home"), _("Away")), 3, ("1fr", "1fr"), 12, _("Score"))]),
    ]
    return [printing.sheet(_("The field"), _("FATE football"), parts, "", landscape=True)]


def counters(order: Printing) -> list[Page]:
    """Counters to cut out for the field."""
    pieces = [(_("BALL"), "#7a4a1f"), (_("TO GAIN"), "#f3cf2f"), (_("START"), "#e9ece6"), (_("DOWN"), "#e9ece6")]
    parts = [
        printing.text(_("Glue the sheet onto cardboard, then cut out the counters.")),
        printing.counters([*pieces, (_("QUARTER"), "#e9ece6")], 12, 7),
        printing.heading(_("Time outs")),
        printing.counters([(_("HOME"), "#1f5fa6")] * 3 + [(_("AWAY"), "#a8261c")] * 3, 14, 9, "square"),
    ]
    return [printing.sheet(_("Counters"), _("FATE football"), parts, "")]


def score_sheet(order: Printing) -> list[Page]:
    """A form for the score and the plays of a match."""
    head = printing.table(
        ("", "1", "2", "3", "4", _("overtime"), _("final score")),
        [[_("Home"), *[""] * 6], [_("Away"), *[""] * 6]],
        pad=8,
    )
    heads = (_("Qtr"), _("Time"), _("Ball"), _("Down"), _("Call"), _("Defense"), _("Dice and result"), _("To"))
    widths = ("9mm", "14mm", "14mm", "16mm", "24mm", "22mm", "1fr", "14mm")
    return [
        printing.sheet(
            _("Score sheet"), _("FATE football"), [head, printing.form(heads, 28, widths, 7, _("Plays"))], ""
        )
    ]


def rules(order: Printing) -> list[Page]:
    """The rules of the game in short."""
    return summary_pages(Path(__file__).parents[1] / "summary.toml", _("FATE football: the rules in short"), {})
