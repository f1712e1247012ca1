"""FATE Accelerated Football: where everything of it is."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.kit import UNIFORM, Kit, Place

HERE = "breakaway.games.fate"

KIT = Kit(
    name="fate",
    rank=2,
    game=f"{HERE}.game:GAME",
    setup=f"{HERE}.setup:SETTING",
    coaches={
        marked("random"): UNIFORM,
        marked("book"): f"{HERE}.coaches.book:book",
        marked("solitaire"): f"{HERE}.coaches.solitaire:solitaire",
    },
    favourite="book",
    page=f"{HERE}.display.page:PAGE",
    desk=f"{HERE}.terminal.desk:DESK",
    odds=f"{HERE}.lab.odds:answer",
    prints={
        "fate-solitaire": Place(
            f"{HERE}.terminal.solitaire:sheet", "FATE's opponent on one page of tables, for real dice"
        ),
        "fate-roster": Place(f"{HERE}.terminal.roster:sample", "a roster of FATE to begin your own with (TOML)"),
    },
)
