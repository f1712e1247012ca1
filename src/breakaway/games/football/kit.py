"""The kit of Breakaway Football. It says where to find each part of the game."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.manifest import PLAYED, WATCHED, Asked, CoachReference, Kit, Reference

HERE = "breakaway.games.football"

KIT = Kit(
    name="football",
    rank=1,
    game=f"{HERE}.game:GAME",
    asks=(
        Asked(
            "team", "your team; to see all names: breakaway teams list", marked("Your team"), "TEAM", commands=PLAYED
        ),
        Asked("versus", "the other team", marked("The other team"), "TEAM", commands=PLAYED),
        Asked("home", "the home team", metavar="TEAM", commands=WATCHED),
        Asked("away", "the visiting team", metavar="TEAM", commands=WATCHED),
        Asked("teams", "a folder with your own teams and cards", metavar="FOLDER"),
    ),
    setup=f"{HERE}.setup:SETTING",
    rules_play={
        "sheet": CoachReference(
            marked("Solo sheets"),
            marked("the rule book's own opponent"),
            marked("Rolls dice on the team's solo sheets. The sheets' spy may see through your call."),
        )
    },
    page=f"{HERE}.display.page:PAGE",
    chapters=f"{HERE}.display.chapters:CHAPTERS",
    howto=f"{HERE}.display.howto:HOWTO",
    outcomes=f"{HERE}.display.outcomes:outcome",
    desk=f"{HERE}.terminal.desk:DESK",
    odds=f"{HERE}.lab.answer:answer",
    review=f"{HERE}.lab.review:review",
    advice=f"{HERE}.lab.advice:advise",
    report=f"{HERE}.lab.report:REPORT",
    commands={"teams": Reference(f"{HERE}.terminal.commands:app", "Football: your own teams, cards and solo sheets.")},
)
