"""The kit of the postal race Breaking Away. It says where to find each part of the game."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.manifest import (
    CHAMPION,
    LEVELS,
    PLAYED,
    RANDOM,
    RULES,
    Asked,
    CoachReference,
    Kit,
    Reference,
    Sheet,
    levels_in,
)

KIT = Kit(
    name="cycling",
    rank=3,
    game="breakaway.games.cycling.game:GAME",
    asks=(
        Asked(
            "team",
            "its name, or its name and riders: 'Ants: Al, Bo, Cy, Di'",
            marked("Your team's name"),
            "NAME",
            many=True,
            commands=PLAYED,
            seat=0,
        ),
        Asked("teams", "how many teams", marked("Number of teams"), "NUMBER", counts_seats=True),
        Asked(
            "profile", "a set of rules: postal, boxed, pursuit, blind, spy", marked("Set of rules"), "NAME", seat=RULES
        ),
        Asked("track", "a built-in track or tour by name, or a TOML file", marked("Track"), "NAME|FILE", seat=RULES),
    ),
    setup="breakaway.games.cycling.setup:SETTING",
    coaches={
        marked("random"): RANDOM,
        **levels_in("breakaway.games.cycling.coaches.levels"),
        marked("highest"): CoachReference(
            marked("Highest cards"),
            marked("each rider's highest card, every turn"),
            marked("Plays each rider's highest card every turn, as the rules prescribe for an absent player (9.1)."),
            "breakaway.games.cycling.coaches.plain:highest",
        ),
        marked("sprinter"): CoachReference(
            marked("Late sprint"),
            marked("sits in the bunch and sprints"),
            marked("Stays with the middle of the field, saves its high cards, and sprints for the last line."),
            "breakaway.games.cycling.coaches.plain:sprinter",
        ),
        marked("directeur"): CoachReference(
            marked("Team director"),
            marked("plans a turn ahead"),
            marked("Plans for the whole team, one turn ahead, and weighs what the rivals may play."),
            "breakaway.games.cycling.coaches.directeur:directeur",
        ),
        marked("champion"): CoachReference(
            CHAMPION,
            marked("foresees its rivals"),
            marked("Works out what each rival would play from his own place, and plans the best turn against that."),
            "breakaway.games.cycling.coaches.champion:champion",
        ),
    },
    levels=(*(each.at for each in LEVELS), "champion"),
    favourite="directeur",
    page="breakaway.games.cycling.display.page:PAGE",
    colors="breakaway.games.cycling.display.field:colors_of",
    chapters="breakaway.games.cycling.referee.report_document:CHAPTERS",
    howto="breakaway.games.cycling.display.ending_and_how_to_play:HOWTO",
    turns="breakaway.games.cycling.text.orders:TURNS",
    mail="breakaway.games.cycling.mail:SCRIBE",
    own_forms="breakaway.games.cycling.forms:FORMS",
    desk="breakaway.games.cycling.terminal:DESK",
    review="breakaway.games.cycling.lab.review:review",
    advice="breakaway.games.cycling.lab.review:advise",
    why_no_odds="nothing in it happens by chance: a rider's new card follows from where the riders stand when all have "
    "moved (BA-6.5, BA-6.9), and only the other teams' cards are unknown",
    report="breakaway.games.cycling.lab.report:REPORT",
    commands={
        "referee": Reference("breakaway.games.cycling.referee.commands:app", "Run a postal match from order files.")
    },
    sheets={
        "road": Sheet(
            "breakaway.games.cycling.display.printing:road",
            marked("Road"),
            marked("the road of a track, in strips to lay end to end"),
        ),
        "riders": Sheet(
            "breakaway.games.cycling.display.printing:riders", marked("Riders"), marked("a counter for each rider")
        ),
        "number-cards": Sheet(
            "breakaway.games.cycling.display.printing:number_cards",
            marked("Number cards"),
            marked("small cards for the hands of each team's riders"),
        ),
        "line-ups": Sheet(
            "breakaway.games.cycling.display.printing:line_ups",
            marked("Line-ups"),
            marked("a form for the starting cards, with their limits"),
        ),
        "orders": Sheet(
            "breakaway.games.cycling.display.printing:orders",
            marked("Hands and orders"),
            marked("a pad for a team's hands, orders and squares"),
        ),
        "points": Sheet(
            "breakaway.games.cycling.display.printing:points",
            marked("Points"),
            marked("the points at each line, and the final table"),
        ),
        "rules": Sheet(
            "breakaway.games.cycling.display.printing:rules",
            marked("Rules in short"),
            marked("the rules of the race on one page"),
        ),
    },
    sheet_choices="breakaway.games.cycling.display.printing:choices",
)
