"""For each standing instruction, a sentence that says what it does, shown at the terminal and on pages."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "never audible": marked("You never call an audible, on offense or on defense."),
    "never challenge": marked("You never spend a flag on a challenge."),
    "challenge a turnover": marked("You challenge only turnovers against you."),
    "take the better corner": marked("You take the event or the corner, whichever wins more often."),
    "take the better penalty": marked("You accept or decline a Holding penalty, whichever wins more often."),
    "never onside": marked("You never try an onside kick."),
    "never ice": marked("You never ice the kicker."),
    "no last time out": marked("Before the offense's last card of a half, you never call a time out."),
    "every last time out": marked("Before the offense's last card of a half, you always call a time out."),
    "last time out unless first down": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it has just made a first "
        "down. This also answers for you if you are late."
    ),
    "last time out only outside field-goal range": marked(
        "On defense, you call a time out before the offense's last card of a half, unless it can try a field goal."
    ),
    "always receive": marked("If you win the flip, you receive."),
    "discard the weakest": marked("When you must give up cards, you give up the weakest."),
    "no kick into a touchback": marked("You do not use your kicking ability if it would turn a kick into a touchback."),
}
