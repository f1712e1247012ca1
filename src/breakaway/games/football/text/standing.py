"""What each standing instruction does, in a sentence, for the terminal and the page."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "never audible": marked("You never turn your second card, neither as offense nor as defense."),
    "never challenge": marked("You never spend a flag on a challenge."),
    "challenge a turnover": marked("You spend a flag on a turnover against you, and on nothing else."),
    "take the better corner": marked("Of the event and the corner you take the better, as the solo sheets choose."),
    "take the better penalty": marked("You accept a Holding unless the play did better for you."),
    "never onside": marked("You never try an onside kick."),
    "never ice": marked("You never ice the kicker."),
    "no last time out": marked(
        "You call no time out where it is a question of its own, as before the last card of a half."
    ),
    "always receive": marked("You receive when you have won the toss."),
    "discard the weakest": marked("When cards are to be given up, you give up the weakest."),
    "no kick into a touchback": marked("You leave your kicking ability unused where it would make a kick a touchback."),
}
