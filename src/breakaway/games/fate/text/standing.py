"""What each standing instruction does, in a sentence, for the terminal and the page."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "no early time outs": marked("You do not call a time out with more than two minutes left in a half."),
    "no time outs": marked("You never call a time out."),
    "every time out": marked("You call a time out after every play it would shorten, as long as you have one left."),
    "always receive": marked("If you win the toss, you receive."),
    "never onside": marked("You never try an onside kick."),
    "always kick the point": marked("After a touchdown you kick for one point."),
    "always play on": marked("You are not asked whether to play on while the umpire can still rule on the last play."),
}
