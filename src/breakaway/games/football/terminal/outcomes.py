"""Reads dice, coins and Game Day cards that people roll, flip and draw themselves."""

from __future__ import annotations

import re

from breakaway.core.language import Trouble
from breakaway.display.document import Grid, Part
from breakaway.games.football.display.kicks import NOTE, beside, is_any_stronger
from breakaway.games.football.rules.state import FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import DECK
from breakaway.games.football.text import names as called
from breakaway.games.football.text.cards import DEFENSE_CORNERS, OFFENSE_CORNERS
from breakaway.terminal.desk import Lookup, numbered

GAME_DAY = "Game Day card"
KICKS = {"b": 0, "blocked": 0}
DEFENSE_LETTERS = {**DEFENSE_CORNERS, "t": DEFENSE_CORNERS["turnover"]}
OFFENSE_LETTERS = {**OFFENSE_CORNERS, "f": OFFENSE_CORNERS["football"]}


def hint(observation: FootballObservation, label: str, sides: int) -> str:
    """Explains how to type this die, coin or card."""
    if label == GAME_DAY:
        return "number, title or corners, such as -1 2 7 9; deck lists them"
    if label == "flip":
        return f"the winner: 1 {called.team(observation.names, 0)}, 2 {called.team(observation.names, 1)}"
    if label == "side":
        return "flip a coin: 1 for the first play on the card, 2 for the second"
    if label in ("burnt card", "drawn card"):
        return "an offense card of the sheet, 1 to 15"
    return f"1 to {sides}"


def read(observation: FootballObservation, label: str, sides: int, text: str) -> int:
    """The outcome that was typed, counted from 0. Raises Trouble."""
    words = " ".join(text.split()).casefold()
    if label == "flip":
        for seat in (0, 1):
            if words in (called.team(observation.names, seat).casefold(), ("home", "away")[seat]):
                return seat
    if label == "side" and words in ("a", "b"):
        return "ab".index(words)
    if label != GAME_DAY:
        return numbered(label, sides, text)
    if words.isascii() and words.isdigit():
        return numbered(label, cards_in(observation.config), words)
    return card_by_text(observation, words)


def cards_in(config: FootballConfig) -> int:
    """The number of kinds of Game Day cards in the deck."""
    return max((card + 1 for card in range(DECK) if config.copies[card]), default=0)


def card_by_text(observation: FootballObservation, words: str) -> int:
    """The card with these corners, or with these words in its title. Raises Trouble unless exactly one card fits."""
    corners = corners_of(words)
    if corners is not None:
        found = [card for card in range(cards_in(observation.config)) if printed(observation.config, card) == corners]
    else:
        found = [
            card
            for card in range(cards_in(observation.config))
            if words in called.game_day(observation.names, card).casefold()
        ]
    there = [card for card in found if observation.view.deck[card]] or found
    if len(there) == 1:
        return there[0]
    if not there:
        raise Trouble(f"no card in the deck matches {words[:40]!r}; type 'deck' to see all cards")
    listed = "; ".join(f"{card + 1} {called.game_day(observation.names, card)}" for card in there[:12])
    raise Trouble(f"{len(there)} cards match; type one of these numbers: {listed}{' ...' if len(there) > 12 else ''}")


def corners_of(words: str) -> tuple[int, int, int, int] | None:
    """The four corners, read from `-1 2 7 9` or `d -1, o 2, fg 7, punt 9`. None for any other text."""
    parts = re.sub(r"\b(?:d|o|fg|punt)\s*(?=\S)", "", words.replace(",", " ")).split()
    if len(parts) != 4:
        return None
    d, o, kick, punt = parts
    values = DEFENSE_LETTERS.get(d.removeprefix("+")), OFFENSE_LETTERS.get(o.removeprefix("+"))
    kicks = [
        KICKS.get(each, int(each) if each.isascii() and each.isdigit() and len(each) < 4 else -1)
        for each in (kick, punt)
    ]
    if values[0] is None or values[1] is None or -1 in kicks:
        return None
    return values[0], values[1], kicks[0], kicks[1]


def printed(config: FootballConfig, card: int) -> tuple[int, int, int, int]:
    """The four corners of a card."""
    return config.defense_corner[card], config.offense_corner[card], config.field_goal[card], config.punt[card]


def corner_text(card: tuple[int, int, int, int]) -> tuple[str, str, str, str]:
    """The four corners as people type them."""
    d = next(word for word, value in DEFENSE_CORNERS.items() if value == card[0])
    o = next(word for word, value in OFFENSE_CORNERS.items() if value == card[1])
    return d, o.upper() if o == "td" else o, str(card[2] or "blocked"), str(card[3] or "blocked")


def deck(look: Lookup) -> list[Part]:
    """All Game Day cards with their numbers, and how many of each are left."""
    observation = look.observation
    rows = []
    for card in range(cards_in(observation.config)):
        left = f"{observation.view.deck[card]} of {observation.config.copies[card]}"
        corners = *corner_text(printed(observation.config, card))[:2], *kick_texts(observation.config, card)
        rows.append([str(card + 1), left, *corners, called.game_day(observation.names, card)])
    note = "d: the defense's corner, o: the offense's; fg and punt: the values for kicks"
    if is_any_stronger(observation.config):
        note += f", {NOTE}"
    heads = ["card", "left", "d", "o", "fg", "punt", "title and event"]
    return [Grid("", heads, rows, note=f"{note}.", right=(0, 1))]


def kick_texts(config: FootballConfig, card: int) -> tuple[str, str]:
    """A card's values for kicks, each followed in parentheses by the value with the kicking ability."""
    return beside(config, config.field_goal[card]), beside(config, config.punt[card])
