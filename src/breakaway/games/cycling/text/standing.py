"""What each standing instruction does, in a sentence, for the terminal and the page."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "highest": marked("Each of your riders plays his highest card. You still choose your line-ups."),
    "lowest": marked("Each of your riders plays his lowest card. You still choose your line-ups."),
}
