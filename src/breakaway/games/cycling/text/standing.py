"""What each standing instruction does, in a sentence, for the terminal and the page."""

from __future__ import annotations

from breakaway.core.language import marked

SAYS = {
    "highest": marked("Each of your riders rides his highest card; line-ups you still choose yourself."),
    "lowest": marked("Each of your riders rides his lowest card; line-ups you still choose yourself."),
}
