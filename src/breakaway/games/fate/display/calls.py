"""The matrix of calls, and beside it the last roll: its dice, what was added, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.display.match_page import Button, CallCell, CallGrid, CallRow, Dice, DiceRoll, Rung
from breakaway.games.fate.display.faces import ALWAYS_RUN, lit
from breakaway.games.fate.display.sideline import has_total
from breakaway.games.fate.display.story import table_of
from breakaway.games.fate.rules import happened, runs, terms
from breakaway.games.fate.rules.state import Fate, FateConfig, FateObservation
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.words import on_offense

FACES = {-1: "-", 0: "0", 1: "+"}
LABELS = {
    **dict.fromkeys(
        (happened.RAN_INSIDE, happened.RAN_OUTSIDE, happened.SHORT_GAIN_REACHED, happened.LONG_GAIN_REACHED), "run"
    ),
    **dict.fromkeys(
        (
            happened.PASS_COMPLETED,
            happened.PASS_INCOMPLETE,
            happened.SHORT_PASS_TIED,
            happened.LONG_PASS_TIED,
            happened.QUICK_PASS_TIED,
            happened.QUICK_PASS_RUSHED,
        ),
        "pass",
    ),
    happened.PASS_CAUGHT: "yards",
    happened.LONG_COLUMN_REACHED: "yards",
    happened.SCREEN_CAUGHT: "screen",
    **dict.fromkeys(
        (happened.SACKED_BY_RUSH, happened.QUARTERBACK_RAN, happened.RUSH_INCOMPLETE, happened.RUSH_COMPLETED),
        "pass rush",
    ),
    happened.PUNTED: "punt",
    happened.FIELD_GOAL_ROLLED: "field goal",
    happened.EXTRA_POINT_ROLLED: "extra point",
    happened.KICKED_OFF: "kickoff",
}  # the rolls that a page shows, each with the purpose of its dice
RUSH = marked("PR: the Pass Rush")
PLUS_GOOD, MINUS_GOOD = marked("Positive numbers help you."), marked("Negative numbers help you.")


def grid(
    observation: FateObservation, shown: Fate, buttons: Sequence[tuple[int, Button]], log: Sequence[Event]
) -> CallGrid:
    """The matrix as a page shows it.

    `shown` is a state with the calls of the last play, and `buttons` are the calls that the seat can make now.

    Each button comes with the number of its row (offense) or column (defense).

    `log` contains all events that the seat may see; the matrix uses them to show how many times each play was called.
    """
    view, config = observation.view, observation.config
    asked = bool(buttons) and view.phase == terms.CALL
    attacks = asked and on_offense(config, view, observation.seat)
    rows, column = lit(shown)
    by_column = {} if attacks else dict(buttons)
    by_row = _by_row(buttons) if attacks else {}
    counts = Counter(_rows_of(each) for each in log if each.rule == happened.CALLS_SHOWN and each.seat == view.offense)
    reads_plus = observation.seat < 0 or on_offense(config, view, observation.seat)
    return CallGrid(
        heads=tuple(by_column.get(call, _head(call)) for call in range(terms.DEFENSES)),
        lit=column if column != terms.NONE else -1,
        rows=tuple(
            CallRow(
                label=called.printed(called.ROW_WORDS[row]),
                kind="run" if row in ALWAYS_RUN else "pass",
                cells=tuple(_cell(config, row, call, reads_plus, row in rows) for call in range(terms.DEFENSES)),
                buttons=tuple(by_row.get(row, ())),
                lit=row in rows,
                count=sum(n for some, n in counts.items() if row in some),
            )
            for row in range(terms.ROWS)
        ),
        note=" ".join((_(PLUS_GOOD if reads_plus else MINUS_GOOD), _(RUSH))),
    )


def _head(call: int) -> Button:
    return Button("", called.upper_first(called.defense(call)))


def _by_row(buttons: Sequence[tuple[int, Button]]) -> dict[int, list[Button]]:
    found: dict[int, list[Button]] = {}
    for row, button in buttons:
        found.setdefault(row, []).append(button)
    return found


def _rows_of(event: Event) -> tuple[int, ...]:
    return (event.base,) if event.overlay == terms.NEITHER else (event.overlay,)


def _cell(config: FateConfig, row: int, call: int, reads_plus: bool, is_lit: bool) -> CallCell:
    """A cell of the matrix, marked as good or bad for the viewer's side."""
    value = int(config.matrix[row][call])
    if value == terms.PASS_RUSH:
        return CallCell("PR", "rush", is_lit)
    look = "zero" if value == 0 else "good" if (value > 0) == reads_plus else "bad"
    return CallCell(called.signed(value).replace("-", "−"), look, is_lit)


# --- the last roll


def roll(observation: FateObservation, events: Sequence[Event], dice: Dice) -> DiceRoll | None:
    """The latest roll that a page shows, or None. `dice` contains the dice of the latest turns."""
    rolled = [each for each in events if each.rule in LABELS and has_total(each)]
    if not rolled:
        return None
    event, config = rolled[-1], observation.config
    label = LABELS[event.rule]
    faces = _faces(dice, label)
    call = next((each for each in reversed(events) if each.rule == happened.CALLS_SHOWN), None)
    is_first = sum(LABELS[each.rule] == label for each in rolled) == 1
    matrix = call.modifier if call and is_first and label == changed_by_matrix(config, call) else 0
    return DiceRoll(
        title=_title(call, label, matrix) if call else called.upper_first(table_of(event.rule)),
        faces=tuple(FACES[face] for face in faces),
        pieces=tuple(_pieces(sum(faces), matrix, event.total, label) if faces else ()),
        total=called.signed(event.total).replace("-", "−"),
        says=called.upper_first(observation.game.words.event(event, observation.names, config)),
        ladder=tuple(_ladder(config, call, label, len(_of(rolled, label)) - 1, event.total)),
    )


def changed_by_matrix(config: FateConfig, call: Event) -> str:
    """The purpose of the dice to which the matrix adds. Empty if it adds to the yards or leads to the Pass Rush."""
    if call.modifier == terms.PASS_RUSH:
        return ""
    if call.base <= terms.RUN_OUTSIDE:
        return "" if config.modifier_in_yards else "run"
    return "screen" if call.base == terms.SCREEN_PASS else "pass"


def _of(rolled: Sequence[Event], label: str) -> list[Event]:
    return [each for each in rolled if LABELS[each.rule] == label]


def _faces(dice: Dice, label: str) -> tuple[int, ...]:
    """The faces of the latest dice that were rolled for `label`. Empty if the record does not have these faces."""
    for turn in sorted(dice, reverse=True):
        for what, faces in reversed(dice[turn]):
            if what == label:
                return faces
    return ()


def _title(call: Event, label: str, matrix: int) -> str:
    """Both calls, and what the matrix adds: `Run outside against Run: the matrix adds -1`."""
    parts = {
        "play": called.upper_first(called.play(call.base, call.overlay)),
        "defense": called.upper_first(called.defense(call.defense)),
    }
    if matrix:
        return say("{play} against {defense}: the matrix adds {n}", n=called.signed(matrix), **parts)
    return say("{play} against {defense}", **parts)


def _pieces(dice: int, matrix: int, total: int, label: str) -> Iterator[tuple[str, str]]:
    """The parts of a roll's total: the dice, the matrix, and the rest.

    The rest comes from the players or, in the Pass Rush, from the tie that led there. At -4 and +4 the rest is unknown,
    because the table ends there.
    """
    yield _("dice"), called.signed(dice).replace("-", "−")
    if matrix:
        yield _("matrix"), called.signed(matrix).replace("-", "−")
    rest = total - dice - matrix
    if rest and abs(total) < terms.ROLLS // 2:
        yield _("after a tie") if label == "pass rush" else _("players"), called.signed(rest).replace("-", "−")


def _ladder(config: FateConfig, call: Event | None, label: str, stage: int, total: int) -> Iterator[Rung]:
    """What each total from -4 to +4 would have led to on a run, a pass or a punt. Empty for all other rolls."""
    cells: Sequence[int] = ()
    if label == "run" and call and call.base <= terms.RUN_OUTSIDE and stage < 3:
        cells = [runs.yards_of(config, call.base, stage, i, call.modifier) for i in range(terms.ROLLS)]
    elif label == "yards" and call and call.base >= terms.QUICK and stage < 2:
        cells = config.pass_yards[call.base - terms.QUICK + 3 * stage]
    elif label == "punt":
        cells = config.punt_gross
    for i, value in enumerate(cells):
        far = value == terms.CHAIN or (label == "run" and stage < 2 and i - 4 >= config.chain_at)
        text = _("far") if far else str(value).replace("-", "−")
        yield Rung(called.signed(i - 4).replace("-", "−"), text, i - 4 == max(-4, min(4, total)))
