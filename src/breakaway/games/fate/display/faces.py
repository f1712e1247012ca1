"""The SVG drawings beside FATE's field: four Fate dice, the matrix of calls, and the clock in ticks."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import _, marked, say
from breakaway.display import svg
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate, FateConfig
from breakaway.games.fate.text import names as called

DICE, DIE, GAP = 4, 72, 12
CAPTION, CAPTION_LINE = 19, 26
CALL_FACES = ".-0+"  # by code: not used, then the faces
ALWAYS_RUN = (0, 1, 6)  # rows of runs, and Draw
HEAD, ROW, CELL, LABEL = 34, 34, 84, 130
TICK, MINUTE = 9, 4  # a tick's width; ticks per minute


def faces_of(total: int) -> tuple[str, ...]:
    """Four faces that add up to a total, with as many blanks as possible.

    The record has the true faces (`core.draws`). The matrix and the players can push a total beyond what four dice can
    show; then all four dice show the sign of the total.
    """
    sign, count = ("+" if total > 0 else "-"), min(DICE, abs(total))
    return (sign,) * count + ("0",) * (DICE - count)


def dice(label: str, total: int, faces: Sequence[str] = (), caption: str = "") -> str:
    """Four Fate dice with their total. Unknown faces are replaced by the simplest ones that give this total."""
    shown = faces or faces_of(total)
    if abs(total) > DICE:
        says = say("{label}: four Fate dice with modifiers, {total}", label=label, total=called.signed(total))
    else:
        says = say("{label}: four Fate dice, {total}", label=label, total=called.signed(total))
    drawn = [die(i * (DIE + GAP) + 2, face) for i, face in enumerate(shown)]
    width, height = DICE * (DIE + GAP) + 92, DIE + 4
    words = svg.text(
        "total", width - 46, 2 + DIE / 2, called.signed(total), font_size=46, text_anchor="middle", dy="0.35em"
    )
    lines = svg.broken(caption, CAPTION, width) if caption else []
    for line in lines:
        height += CAPTION_LINE
        drawn.append(svg.text("caption", 2, height - 6, line, font_size=svg.fitting(line, CAPTION, width, 9)))
    return _drawing("dice", says, [*drawn, words], width, height)


def thrown_in(order: Sequence[int]) -> str:
    """A small drawing of the dice of a call.

    An outline stands for a die that is not used. The button around the dice names the call.
    """
    step = DIE + GAP
    drawn = [die(i * step + 2, CALL_FACES[code]) for i, code in enumerate(order)]
    return svg.element(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="fate dice call",
        viewBox=f"0 0 {len(order) * step - GAP + 4} {DIE + 4}",
        aria_hidden="true",
    )


def die(x: float, face: str) -> str:
    """One die: `+`, `-`, `0` for a blank, `.` for a die that is not used."""
    middle, arm = x + DIE / 2, 19
    parts = [svg.rect("die", x, 2, DIE, DIE, 14)]
    y = 2 + DIE / 2
    if face in "+-":
        parts.append(svg.path("pip", f"M{svg.number(middle - arm)} {svg.number(y)}H{svg.number(middle + arm)}"))
    if face == "+":
        parts.append(svg.path("pip", f"M{svg.number(middle)} {svg.number(y - arm)}V{svg.number(y + arm)}"))
    kind = {"+": "plus", "-": "minus", ".": "absent"}.get(face, "blank")
    return svg.group(parts, f"face {kind}")


def lit(view: Fate) -> tuple[tuple[int, ...], int]:
    """The rows of the offense's call and the column of the defense's.

    Until both calls are shown, there are no rows, and the column is NONE.
    """
    if view.base == terms.NONE or view.defense == terms.NONE:
        return (), terms.NONE
    return (view.base,) if view.overlay == terms.NEITHER else (view.base, view.overlay), view.defense


def matrix(view: Fate, config: FateConfig) -> str:
    """The matrix, in which the rows of the offense's last call and the column of the defense's are highlighted.

    A ring marks each cell where a highlighted row and column meet.
    """
    rows, column = lit(view)
    width, height = LABEL + terms.DEFENSES * CELL, HEAD + terms.ROWS * ROW
    drawn: list[str] = []
    for row in rows:
        drawn.append(svg.rect("lit", 0, HEAD + row * ROW, width, ROW, 8))
    if column != terms.NONE:
        drawn.append(svg.rect("lit", LABEL + column * CELL, 0, CELL, height, 8))
    for call in range(terms.DEFENSES):
        x = LABEL + (call + 0.5) * CELL
        drawn.append(_word(f"head{' on' * (call == column)}", x, HEAD / 2, called.defense(call)))
    for row in range(terms.ROWS):
        drawn += _row(config, row, rows, column)
    return _drawing("matrix", matrix_in_words(view, config), drawn, width, height)


def _row(config: FateConfig, row: int, rows: tuple[int, ...], column: int) -> list[str]:
    y = HEAD + (row + 0.5) * ROW
    kind = "run" if row in ALWAYS_RUN else "pass"
    label = svg.text(f"label {kind}", 12, y, called.printed(called.ROW_WORDS[row]), font_size=16, dy="0.35em")
    drawn = [svg.path("rule", f"M0 {HEAD + row * ROW}H{LABEL + terms.DEFENSES * CELL}"), label]
    if row == terms.BASES:
        drawn[0] = svg.path("rule strong", f"M0 {HEAD + row * ROW}H{LABEL + terms.DEFENSES * CELL}")
    for defense in range(terms.DEFENSES):
        x, value = LABEL + (defense + 0.5) * CELL, config.matrix[row][defense]
        if row in rows and defense == column:
            drawn.append(svg.rect("hit", x - CELL / 2 + 8, y - ROW / 2 + 3, CELL - 16, ROW - 6, 10))
        words = "PR" if value == terms.PASS_RUSH else called.signed(value)
        drawn.append(_word("cell zero" if value == 0 else "cell", x, y, words))
    return drawn


def _word(class_: str, x: float, y: float, words: str) -> str:
    return svg.text(class_, x, y, words, font_size=16, text_anchor="middle", dy="0.35em")


def matrix_in_words(view: Fate, config: FateConfig) -> str:
    """A sentence about the highlighted cells of the matrix."""
    rows, column = lit(view)
    if not rows:
        return _("The matrix of calls; no calls are shown yet")
    return say(
        "The matrix: {call} against {defense}, {cells}",
        call=called.play(view.base, view.overlay),
        defense=called.defense(column),
        cells=called.listed(called.modifier(config.matrix[row][column]) for row in rows),
    )


def clock(view: Fate) -> str:
    """Draws the quarter in ticks of 15 seconds, with a gap after each minute.

    The second and fourth quarters have a mark at the two-minute stop.
    """
    left = view.clock
    drawn: list[str] = []
    for tick in range(terms.QUARTER):
        x = tick * TICK + (tick // MINUTE) * 4
        drawn.append(svg.rect("on" if tick < left else "off", x + 1, 6, TICK - 2, 20, 2))
    if view.quarter in (2, terms.QUARTERS):
        x = terms.TWO_MINUTES * TICK + (terms.TWO_MINUTES // MINUTE) * 4 - 2
        drawn.append(svg.path("stop", f"M{x} 1V31"))
    width = terms.QUARTER * TICK + (terms.QUARTER // MINUTE) * 4
    return _drawing("ticks", clock_in_words(view), drawn, width, 32)


def clock_in_words(view: Fate) -> str:
    """The clock in words: `third quarter, 6:15 left: 25 of 60 ticks of 15 seconds`."""
    text = marked("{quarter}, {time} left: {left} of {all} ticks of 15 seconds")
    if view.quarter in (2, terms.QUARTERS) and view.clock > terms.TWO_MINUTES:
        text = marked("{quarter}, {time} left: {left} of {all} ticks of 15 seconds; the clock stops at 2:00")
    quarter = called.quarter(min(max(1, view.quarter), terms.OVERTIME))
    return say(text, quarter=quarter, time=called.time(view.clock), left=view.clock, all=terms.QUARTER)


def _drawing(kind: str, says: str, inside: Sequence[str], width: float, height: float) -> str:
    return svg.element(
        "svg",
        svg.title(says),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"fate {kind}",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="img",
        aria_label=says,
    )
