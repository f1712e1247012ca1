"""Reads deck.toml: the Game Day cards."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field

from breakaway.core.data_files import Strict, checked, read_toml
from breakaway.games.football.files.shared import Evidence, Faults
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import DECK, NO_EVENT
from breakaway.games.football.text.cards import GameDay, event_text, parse_game_day

SIDES = ("offense", "defense")


class DeckCard(Strict):
    """A Game Day card: its title, the side that its event concerns, and the card as text."""

    title: str = Field(min_length=1, max_length=60)
    side: Literal["offense", "defense"] | None = None
    card: str
    evidence: Evidence | None = None


class DeckFile(Strict):
    """The contents of deck.toml."""

    evidence: Evidence
    evidence_field_goals: Evidence | None = None
    cards: list[DeckCard] = Field(min_length=1, max_length=DECK)


class Deck(NamedTuple):
    """The cards as numbers, with their titles."""

    titles: tuple[str, ...]
    cards: tuple[GameDay, ...]
    file: DeckFile


def read_deck(path: Path) -> Deck:
    """Reads a Game Day deck from a file. Raises BadData unless it has 54 valid cards."""
    file = checked(DeckFile, read_toml(path), path.name)
    faults = Faults(path.name)
    cards = []
    for at, entry in enumerate(file.cards, start=1):
        where = f"card {at} ({entry.title}): card"
        card = faults.attempt(where, GameDay(), parse_game_day, entry.card)
        cards.append(card._replace(side=SIDES.index(entry.side)) if entry.side else card)
    faults.stop()
    total = sum(card.copies for card in cards)
    if total != DECK:
        faults.add("cards", f"expected {DECK} cards with their copies (rule 2), not {total}")
    faults.stop()
    return Deck(tuple(entry.title for entry in file.cards), tuple(cards), file)


def put_deck(config: FootballConfig, cards: tuple[GameDay, ...]) -> None:
    """Writes the deck into the config, with one kind of card at each index.

    Leaves the remaining indices as they are.
    """
    for at, card in enumerate(cards):
        config.copies[at] = card.copies
        config.event[at] = card.event
        config.event_side[at] = card.side
        config.event_kind[at] = card.kind
        config.event_value[at] = card.value
        config.event_spot[at] = card.spot
        config.event_return[at] = card.returned
        config.defense_corner[at] = card.defense_corner
        config.offense_corner[at] = card.offense_corner
        config.field_goal[at] = card.field_goal
        config.punt[at] = card.punt


def deck_texts(deck: Deck) -> list[str]:
    """The title and event of each card as text: `Cutback lane (offense run +1)`. The list has 54 entries."""
    texts = []
    for title, card in zip(deck.titles, deck.cards, strict=True):
        about = f" ({SIDES[card.side]} {event_text(card)})" if card.event != NO_EVENT else ""
        texts.append(title + about)
    return texts + [""] * (DECK - len(texts))
