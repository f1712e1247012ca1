"""Kick values as printed, and as changed by a team's kicking ability (BF-010)."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import BLOCKED, KICKING, SEATS

BLOCKED_SAID = marked("blocked")
NOTE = "in parentheses with the kicking ability"  # as the terminal writes it


def ability_of(config: FootballConfig, seat: int) -> int:
    """The number that a team adds to its values for kicks that are not blocked: 0 without the kicking ability."""
    return config.ability_amount[seat] if seat in range(SEATS) and config.ability[seat] == KICKING else 0


def is_any_stronger(config: FootballConfig) -> bool:
    """Whether any team in this match has the kicking ability."""
    return any(ability_of(config, seat) for seat in range(SEATS))


def beside(config: FootballConfig, value: int) -> str:
    """A field goal or punt value as printed, then in parentheses its value with the ability: `8 (9)`."""
    if value == BLOCKED:
        return BLOCKED_SAID
    more = sorted({value + ability_of(config, seat) for seat in range(SEATS)} - {value})
    return f"{value} ({', '.join(map(str, more))})" if more else str(value)
