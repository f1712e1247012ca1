"""Writes the charts of docs/solved.md from the solved game: `python -m tools.fate_charts` (below a minute)."""

from __future__ import annotations

from pathlib import Path

from breakaway.games.fate.coaches.solved import FIRST_HALF, SECOND_HALF, GameMoment, shipped
from breakaway.games.fate.rules import terms
from breakaway.games.fate.text.names import spot

PAGE = Path(__file__).parents[1] / "docs" / "solved.md"
BEGINS, ENDS = "<!-- charts: written by tools/fate_charts.py -->", "<!-- the end of the charts -->"
TO_GO = (1, 2, 3, 5, 7, 10, 15, 20)
BALLS = (5, 15, 25, 35, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95)
FOURTH = (
    ("Level, at the start of the match", GameMoment(FIRST_HALF, 118, 3, 3, 0, 0)),
    ("Up 4 with 5:00 left", GameMoment(SECOND_HALF, 20, 3, 3, 0, 4)),
    ("Down 4 with 5:00 left", GameMoment(SECOND_HALF, 20, 3, 3, 0, -4)),
    ("Down 2 with 1:00 left, one time out", GameMoment(SECOND_HALF, 4, 1, 1, 0, -2)),
)
LETTERS = {terms.PLAY: "go", terms.PUNT_IT: "punt", terms.KICK_IT: "kick"}
STOPS = ("run", "neutral", "pass", "blitz", "prevent")


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows)]


def fourth(m: GameMoment) -> list[str]:
    """What to do on fourth down, with what the choice wins more than the next best."""
    rows = []
    for ball in BALLS:
        row = [spot(ball)]
        for go in TO_GO:
            if go > terms.GOAL - ball:
                row.append("")
                continue
            play, _mix, _stops = shipped().calls(m, 4, ball, go)
            options = sorted({terms.PLAY: play, **shipped().kicks(m, ball)}.items(), key=lambda each: -each[1])
            row.append(f"{LETTERS[options[0][0]]} {100 * (options[0][1] - options[1][1]):.1f}")
        rows.append(row)
    return table(["ball", *(f"{go} to go" for go in TO_GO)], rows)


def stops() -> list[str]:
    """How often the defense makes each call, at midfield."""
    rows = []
    for down, go in ((1, 10), (2, 3), (2, 10), (2, 15), (3, 2), (3, 7), (3, 15), (4, 1), (4, 5)):
        _value, _mix, mix = shipped().calls(GameMoment(FIRST_HALF, 90, 3, 3, 0, 0), down, 45, go)
        rows.append([f"{down} and {go}", *(f"{100 * x:.0f}%" if x > 5e-3 else "–" for x in mix)])
    return table(["down", *STOPS], rows)


def time_outs() -> list[str]:
    """What one more time out is worth on first and ten at the own 25, in points of 100."""
    rows = []
    for left in (4, 8, 12, 16, 24, 40):
        row = [f"{left // 4}:{left % 4 * 15:02d}"]
        for lead in (-7, -4, -3, 0, 3, 7):
            has = shipped().calls(GameMoment(SECOND_HALF, left, 1, 1, 0, lead), 1, 25, 10)[0]
            mine = has - shipped().calls(GameMoment(SECOND_HALF, left, 0, 1, 0, lead), 1, 25, 10)[0]
            theirs = shipped().calls(GameMoment(SECOND_HALF, left, 1, 0, 0, lead), 1, 25, 10)[0] - has
            row.append(f"{100 * max(0.0, mine):.1f} / {100 * max(0.0, theirs):.1f}")
        rows.append(row)
    return table(["left", *(f"lead {lead:+d}" if lead else "level" for lead in (-7, -4, -3, 0, 3, 7))], rows)


def charts() -> str:
    """All charts."""
    opening = 1 - shipped().before_kick(False, GameMoment(FIRST_HALF, 120, 3, 3, 1, 0))
    second = 1 - shipped().before_kick(False, GameMoment(SECOND_HALF, 120, 3, 3, 0, 0))
    parts = ["## Fourth down", "", "The number says what the choice wins more than the next best, in points of 100."]
    for title, m in FOURTH:
        parts += ["", f"### {title}", "", *fourth(m)]
    parts += ["", "## What the defense calls", "", "Level in the first quarter, at the own 45:", "", *stops()]
    parts += ["", "## What a time out is worth", ""]
    parts += ["First and ten at the own 25, with one time out each: to the offense / to the defense, in points of 100."]
    parts += ["", *time_outs(), "", "## Receive or kick off", ""]
    parts += [
        f"The side that receives the opening kickoff wins {100 * opening:.1f} of 100. If the score is level at half "
        f"time, the receivers win {100 * second:.1f}."
    ]
    return "\n".join(parts)


def main() -> None:
    """Writes the charts into the page."""
    before, rest = PAGE.read_text().split(BEGINS)
    PAGE.write_text(f"{before}{BEGINS}\n\n{charts()}\n\n{ENDS}{rest.split(ENDS)[1]}")


if __name__ == "__main__":
    main()
