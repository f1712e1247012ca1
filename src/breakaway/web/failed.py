"""What happens when one of the owner's bots fails: the owner's log says why, and visitors learn only that it failed."""

from __future__ import annotations

import logging

from breakaway.club.club import Club
from breakaway.players.coaches import BotError

LOG = logging.getLogger(__name__)


def told(error: BotError) -> str:
    """The sentence that visitors may read about a failure. The whole error goes to the log."""
    LOG.error("%s", error)
    return error.public


def resolve(club: Club, match_id: str) -> None:
    """Plays on until a person has to choose. If a bot fails, the match waits, and its page names the bot."""
    try:
        club.resolve(match_id)
    except BotError as error:
        told(error)
