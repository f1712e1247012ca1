"""`breakaway bot`: tools for the authors of bots."""

from __future__ import annotations

from importlib.metadata import entry_points

from breakaway.api import bot_process as checking
from breakaway.api.bot_process import words_of
from breakaway.api.named_bots import COMMAND, GROUP
from breakaway.api.own_bots import set_limit
from breakaway.games.manifest import find
from breakaway.terminal.screen import Screen


def check(command: str, games: list[str], limit: float | None) -> int:
    """In these `games`, checks the bot that this `command` starts, and prints a line for each point that it checks.

    `limit`: seconds for each answer; if None, the default applies. Returns the exit status. Raises UserError or
    NoSuchGame.
    """
    set_limit(limit)
    screen, missed = Screen(), 0
    words = words_of(command)
    for game in games:
        find(game)
    for point in checking.check(command.removeprefix(COMMAND), words, games):
        missed += not point.is_met
        more = f" {point.found}" if point.found else ""
        screen.hang("yes  " if point.is_met else "NO   ", f"{point.says}{more}")
    screen.say("This bot speaks the protocol." if not missed else f"Points to fix: {missed}. See docs/protocol.md.")
    return int(missed > 0)


def list_installed() -> None:
    """Lists the bots that installed packages provide, each with its module and class."""
    screen, found = Screen(), sorted(entry_points(group=GROUP), key=lambda each: each.name)
    for each in found:
        screen.hang(f"{each.name:<12}", each.value)
    if not found:
        screen.say(f"No installed package contains a bot. To offer one, a package needs an entry point in {GROUP!r}.")
