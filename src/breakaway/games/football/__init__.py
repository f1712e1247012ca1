"""The kit of Breakaway Football. It says where to find each part of the game."""

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
    name="football",
    rank=1,
    game="breakaway.games.football.game:GAME",
    asks=(
        Asked(
            "team",
            "your team; to see all names: breakaway teams list",
            marked("Your team"),
            "TEAM",
            commands=PLAYED,
            seat=0,
        ),
        Asked("versus", "the other team", marked("The other team"), "TEAM", commands=PLAYED, seat=1),
        Asked("home", "the home team", metavar="TEAM", commands=WATCHED),
        Asked("away", "the visiting team", metavar="TEAM", commands=WATCHED),
        Asked("teams", "a folder with your own teams and cards", metavar="FOLDER"),
        Asked(
            "box",
            "with --physical: your set of cards, by name or folder; ours for our cards",
            metavar="SET",
            commands=PLAYED,
        ),
        Asked(
            "staff",
            "two people who coach your team: A,B for offense and defense, A+B to change by drive; "
            "after a /, those of the other team",
            metavar="NAMES",
            commands=PLAYED,
        ),
    ),
    setup="breakaway.games.football.setup:SETTING",
    rules_play={
        "sheet": CoachReference(
            marked("Solo sheets"),
            marked("the rule book's own opponent"),
            marked("Rolls dice on the team's solo sheets. The sheets' spy may see through your call."),
        )
    },
    coaches={
        "random": RANDOM,
        **levels_in("breakaway.games.football.coaches.levels"),
        "casual": CoachReference(
            marked("Strongest plays"),
            marked("always the strongest play in hand"),
            marked("Calls the strongest play in its hand, and always the same defense against a formation."),
            "breakaway.games.football.coaches.coaches:casual",
        ),
        "naive": CoachReference(
            marked("Plain odds"),
            marked("the best odds if all calls are equally likely"),
            marked("Works out the odds of each play, but never asks what you are likely to call."),
            "breakaway.games.football.coaches.coaches:naive",
        ),
        "coordinator": CoachReference(
            marked("Mixed calls"),
            marked("the best mixture of calls for each down"),
            marked("Mixes its calls so that you cannot guess them."),
            "breakaway.games.football.coaches.coaches:coordinator",
        ),
        "champion": CoachReference(
            CHAMPION,
            marked("the best mixture of calls, worked out closely"),
            marked("Mixes its calls so well that you gain next to nothing even if you know how it plays."),
            "breakaway.games.football.coaches.coaches:champion",
        ),
    },
    levels=(*(each.at for each in LEVELS), "champion"),
    page="breakaway.games.football.display.page:PAGE",
    chapters="breakaway.games.football.display.reports:CHAPTERS",
    howto="breakaway.games.football.display.reports:HOWTO",
    own_cards="breakaway.games.football.box.pages:BOXES",
    staff="breakaway.games.football.text.staff:STAFF",
    own_forms="breakaway.games.football.box.forms:FORMS",
    outcomes="breakaway.games.football.display.reports:outcome",
    desk="breakaway.games.football.terminal:DESK",
    odds="breakaway.games.football.lab.odds_command:answer",
    review="breakaway.games.football.lab.review:review",
    evaluation="breakaway.games.football.coaches.evaluation:evaluate",
    evaluations="breakaway.games.football.lab.many_snaps:MANY",
    advice="breakaway.games.football.lab.advice:advise",
    report="breakaway.games.football.lab.report:REPORT",
    commands={
        "teams": Reference("breakaway.games.football.terminal:app", "Football: your own teams, cards and solo sheets.")
    },
    sheets={
        "cards": Sheet(
            "breakaway.games.football.display.printing:all_cards",
            marked("All cards"),
            marked("Game Day, play, defense and team cards in one file"),
            gathers=True,
        ),
        "game-day-cards": Sheet(
            "breakaway.games.football.display.printing:game_day_cards",
            marked("Game Day cards"),
            marked("the deck, with backs"),
        ),
        "play-cards": Sheet(
            "breakaway.games.football.display.printing:play_cards",
            marked("Play cards"),
            marked("a team's offense cards, with their formations on the backs"),
        ),
        "defense-cards": Sheet(
            "breakaway.games.football.display.printing:defense_cards",
            marked("Defense cards"),
            marked("a team's defense cards, with what they beat"),
        ),
        "team-cards": Sheet(
            "breakaway.games.football.display.printing:team_cards",
            marked("Team cards"),
            marked("a team's ability, formations, flags and time outs"),
        ),
        "solo-sheets": Sheet(
            "breakaway.games.football.display.printing:solo_sheets",
            marked("Solo sheets"),
            marked("the defense and the offense sheet by which a team plays alone"),
        ),
        "solo-board": Sheet(
            "breakaway.games.football.display.printing:solo_board",
            marked("Solo board"),
            marked("piles, tokens, and the steps of a down against the sheets"),
        ),
        "matchups": Sheet(
            "breakaway.games.football.display.printing:matchups",
            marked("Matchups"),
            marked("which calls beat which plays, and the spy table"),
        ),
        "field": Sheet(
            "breakaway.games.football.display.printing:field",
            marked("Field"),
            marked("the field with its tracks and the tables of kicks"),
        ),
        "counters": Sheet(
            "breakaway.games.football.display.printing:counters",
            marked("Counters"),
            marked("ball, flags, time outs and tokens to cut out"),
        ),
        "score-sheet": Sheet(
            "breakaway.games.football.display.printing:score_sheet",
            marked("Score sheet"),
            marked("a form for score and drives"),
        ),
        "rules": Sheet(
            "breakaway.games.football.display.printing:rules",
            marked("Rules in short"),
            marked("the rule book on one or two pages"),
        ),
    },
    sheet_choices="breakaway.games.football.display.printing:choices",
)
