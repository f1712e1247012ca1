"""The kit of FATE Accelerated Football, which says where to find each of its parts."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.manifest import PLAYED, RANDOM, WATCHED, Asked, CoachReference, Kit, Reference

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
        marked("random"): RANDOM,
        marked("book"): CoachReference(
            marked("Balanced calls"),
            marked("the strongest coach"),
            marked("Plays the best mix of calls for the time left, the down, the distance and the yard line."),
            f"{HERE}.coaches.book:book",
        ),
        marked("solitaire"): CoachReference(
            marked("One-page tables"),
            marked("works with real dice, too"),
            marked("Plays from one page of tables. To print the page: breakaway print fate-solitaire."),
            f"{HERE}.coaches.solitaire:solitaire",
        ),
    },
    favourite="book",
    page=f"{HERE}.display.page:PAGE",
    chapters=f"{HERE}.display.chapters:CHAPTERS",
    howto=f"{HERE}.display.howto:HOWTO",
    outcomes=f"{HERE}.display.outcomes:outcome",
    desk=f"{HERE}.terminal.desk:DESK",
    odds=f"{HERE}.lab.odds:answer",
    review=f"{HERE}.lab.review:review",
    advice=f"{HERE}.lab.advice:advise",
    prints={
        "fate-solitaire": Reference(
            f"{HERE}.terminal.solitaire:sheet", "FATE's opponent on one page of tables, to play with real dice"
        ),
        "fate-roster": Reference(f"{HERE}.terminal.roster:sample", "a FATE roster to start your own from (TOML)"),
    },
)
