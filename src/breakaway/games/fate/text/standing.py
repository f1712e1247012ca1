"""What each standing instruction does, in a sentence, for the terminal and the page."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "no early time outs": marked("You call no time out while more than two minutes of a half are left."),
    "no time outs": marked("You call no time out."),
    "every time out": marked("You call a time out after each play that one makes shorter, while you have any."),
    "always receive": marked("You receive when you have won the toss."),
    "never onside": marked("You never try an onside kick."),
    "always kick the point": marked("After a touchdown you kick for one point."),
}
