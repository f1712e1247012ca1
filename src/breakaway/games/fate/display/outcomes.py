"""FATE's coin, for people who toss it themselves. The sides of the coin are the names of the two teams."""

from __future__ import annotations

from breakaway.display.match_page import Outcome
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.text import names as called


def outcome(observation: FateObservation, label: str, k: int) -> Outcome | None:
    """The winner of the toss. None for a roll of dice, because `game.words` describes it.

    `label` names the roll, and `k` is its outcome, counted from 0.
    """
    return Outcome(k, called.team(observation.names, k)) if label == "toss" else None
