"""The kit of FATE Accelerated Football: where to find each of its parts."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.kit import PLAYED, UNIFORM, WATCHED, Asked, Kit, Reference

HERE = "breakaway.games.fate"

KIT = Kit(
    name="fate",
    rank=2,
    game=f"{HERE}.game:GAME",
    asks=(
        Asked("teams", "one or two rosters", marked("Rosters, yours first"), "FILE,FILE"),
        Asked("team", "another name for your team", marked("Another name for your team"), "TEAM", commands=PLAYED),
        Asked("versus", "the other team", marked("Another name for the other team"), "TEAM", commands=PLAYED),
        Asked("home", "the team at home", metavar="TEAM", commands=WATCHED),
        Asked("away", "the visiting team", metavar="TEAM", commands=WATCHED),
    ),
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
        "fate-solitaire": Reference(
            f"{HERE}.terminal.solitaire:sheet", "FATE's opponent on one page of tables, to play with real dice"
        ),
        "fate-roster": Reference(f"{HERE}.terminal.roster:sample", "a FATE roster to start your own from (TOML)"),
    },
)
