"""The kit of FATE Accelerated Football, which says where to find each of its parts."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.manifest import (
    CHAMPION,
    LEVELS,
    PLAYED,
    RANDOM,
    WATCHED,
    Asked,
    CoachReference,
    Kit,
    Reference,
    Sheet,
    levels_in,
)

KIT = Kit(
    name="fate",
    rank=2,
    game="breakaway.games.fate.game:GAME",
    asks=(
        Asked("teams", "one or two rosters", marked("Rosters, yours first"), "FILE,FILE"),
        Asked(
            "team",
            "another name for your team",
            marked("Another name for your team"),
            "TEAM",
            commands=PLAYED,
            seat=0,
        ),
        Asked("versus", "the other team", marked("Another name for the other team"), "TEAM", commands=PLAYED, seat=1),
        Asked(
            "situation",
            "the chance of winning and both mixes in this situation: '2nd and 7 at own 40, 3:15 left, down 4'",
            commands=("odds",),
        ),
        Asked("home", "the team at home", metavar="TEAM", commands=WATCHED),
        Asked("away", "the visiting team", metavar="TEAM", commands=WATCHED),
    ),
    setup="breakaway.games.fate.setup:SETTING",
    season="breakaway.games.fate.season:INJURIES",
    coaches={
        marked("random"): RANDOM,
        **levels_in("breakaway.games.fate.coaches.levels", master="breakaway.games.fate.coaches.book:book"),
        marked("oracle"): CoachReference(
            marked("Solved game"),
            marked("hardest to exploit"),
            marked("Plays the basic game as it was solved, so it gives an opponent little to exploit."),
            "breakaway.games.fate.coaches.oracle:oracle",
            plain=True,
        ),
        marked("champion"): CoachReference(
            CHAMPION,
            marked("learns your habits"),
            marked("Plays the solved game, and takes a small risk to answer the habits that you show in the match."),
            "breakaway.games.fate.coaches.hunter:hunter",
            plain=True,
        ),
        marked("hunter"): CoachReference(
            marked("Habit hunter"),
            marked("strongest against habits"),
            marked("Plays the solved game, and takes a small risk to answer the habits that you show in the match."),
            "breakaway.games.fate.coaches.hunter:hunter",
            plain=True,
        ),
        marked("book"): CoachReference(
            marked("Balanced calls"),
            marked("simple and strong"),
            marked("Plays a balanced mix of calls for the time left, the down, the distance and the yard line."),
            "breakaway.games.fate.coaches.book:book",
        ),
        marked("solitaire"): CoachReference(
            marked("One-page tables"),
            marked("works with real dice, too"),
            marked("Plays from one page of tables. To print the page: breakaway print fate-solitaire."),
            "breakaway.games.fate.coaches.solitaire:solitaire",
        ),
    },
    levels=(*(each.at for each in LEVELS), "champion"),
    favourite="book",
    page="breakaway.games.fate.display.page:PAGE",
    chapters="breakaway.games.fate.display.reports:CHAPTERS",
    howto="breakaway.games.fate.display.reports:HOWTO",
    outcomes="breakaway.games.fate.display.reports:outcome",
    own_forms="breakaway.games.fate.forms:FORMS",
    desk="breakaway.games.fate.terminal:DESK",
    odds="breakaway.games.fate.lab.odds:answer",
    review="breakaway.games.fate.lab.review:review",
    advice="breakaway.games.fate.lab.advice:advise",
    commands={
        "solve": Reference("breakaway.games.fate.lab.solve_command:app", "Solve a game: FATE football, from its rules.")
    },
    prints={
        "fate-solitaire": Reference(
            "breakaway.games.fate.terminal:sheet",
            "FATE's opponent on one page of tables, to play with real dice",
        ),
        "fate-roster": Reference("breakaway.games.fate.terminal:sample", "a FATE roster to start your own from (TOML)"),
    },
    sheets={
        "tables": Sheet(
            "breakaway.games.fate.display.printing:tables",
            marked("Tables"),
            marked("the game's tables: calls, plays, kicks and the clock"),
        ),
        "advanced": Sheet(
            "breakaway.games.fate.display.printing:advanced",
            marked("Advanced tables"),
            marked("approaches, contests, events, injuries and penalties"),
        ),
        "clock-pad": Sheet(
            "breakaway.games.fate.display.printing:clock_pad",
            marked("Clock pad"),
            marked("a box for each 15 seconds, and the time outs"),
        ),
        "rosters": Sheet(
            "breakaway.games.fate.display.printing:rosters",
            marked("Rosters"),
            marked("a team's players with their ratings, and its coach"),
        ),
        "solitaire": Sheet(
            "breakaway.games.fate.terminal:solitaire",
            marked("Solitaire opponent"),
            marked("an opponent on one page of tables"),
        ),
        "field": Sheet(
            "breakaway.games.fate.display.printing:field", marked("Field"), marked("100 yards, with tracks")
        ),
        "counters": Sheet(
            "breakaway.games.fate.display.printing:counters",
            marked("Counters"),
            marked("ball, markers and time outs to cut out"),
        ),
        "score-sheet": Sheet(
            "breakaway.games.fate.display.printing:score_sheet",
            marked("Score sheet"),
            marked("a form for score and plays"),
        ),
        "rules": Sheet(
            "breakaway.games.fate.display.printing:rules", marked("Rules in short"), marked("the rule book on one page")
        ),
    },
    sheet_choices="breakaway.games.fate.display.printing:choices",
)
