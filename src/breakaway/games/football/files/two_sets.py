"""Two people with their own cards: their two sets, and what one may know of the other one's card that lies face down
(BF-021, BF-023).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from breakaway.core.language import Names
from breakaway.core.state import copy
from breakaway.games.football.files.own_set import HANDS, OwnSet, set_of
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import NONE, SEATS
from breakaway.players.set_folders import read_texts


def merged(first: Mapping[str, str], second: Mapping[str, str], team: str) -> dict[str, str]:
    """The files of two sets at one table: those of the `first`, but of this `team` the file of the `second`."""
    file = f"{team}.toml"
    found = {name: text for name, text in first.items() if name != file}
    return {**found, **({file: second[file]} if file in second else {})}


def read_sets(first: Path, second: Path, team: str) -> OwnSet:
    """The set in the folder `first`, with the cards of this `team` from the set in the folder `second`.

    Raises BadData that names every mistake.
    """
    return set_of(first.name, merged(read_texts(first), read_texts(second), team))


CARDS_OF_A_SEAT = ("cards", "defenses")  # in the names of a match


def veil(
    config: FootballConfig,
    called: Names,
    before: FootballConfig,
    called_before: Names,
    state: Football,
    seat: int,
) -> tuple[FootballConfig, Names]:
    """The config and the names as this `seat` may know them: the other side's new cards are not in them yet.

    A new card is entered when it is called, so it tells which card lies face down. `config` and `called` are those of
    now; `before` and `called_before` are those from before the down's first call. Of the card, only its formation
    shows, as on a real table. A new name of a type of play or defense waits as well.
    """
    made, words = copy(config), dict(called)
    unseen: dict[str, Any] = dict(called["unseen"])
    then = called_before.get("unseen", unseen)
    for other in range(SEATS):
        if other == seat:
            continue
        for name in HANDS:
            getattr(made, name)[other] = getattr(copy(before), name)[other]
        for name in CARDS_OF_A_SEAT:
            words[name] = _with(words[name], other, called_before[name][other])
        unseen["play_type"] = _with(unseen["play_type"], other, then["play_type"][other])
        if state.call[other] == NONE:  # a formation shows as soon as its card lies on the board
            words["formations"] = _with(words["formations"], other, called_before["formations"][other])
        name = "types" if other == state.offense else "defense_types"
        words[name] = called_before[name]
        if other == state.offense:
            made.type_kind = list(before.type_kind)
    return made, {**words, "unseen": unseen}


def _with(rows: Any, at: int, row: Any) -> list[Any]:
    """These rows with another one in the place `at`."""
    return [row if k == at else each for k, each in enumerate(rows)]
