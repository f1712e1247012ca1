"""Breakaway Football: where everything of it is."""

from __future__ import annotations

from breakaway.games.kit import Kit, Place

HERE = "breakaway.games.football"

KIT = Kit(
    name="football",
    rank=1,
    game=f"{HERE}.game:GAME",
    setup=f"{HERE}.setup:SETTING",
    page=f"{HERE}.display.page:PAGE",
    outcomes=f"{HERE}.display.outcomes:outcome",
    desk=f"{HERE}.terminal.desk:DESK",
    odds=f"{HERE}.lab.answer:answer",
    report=f"{HERE}.lab.report:REPORT",
    commands={"teams": Place(f"{HERE}.terminal.commands:app", "Football: your own teams, cards and solo sheets.")},
)
