"""The tables of a football match in words, so that two simulations can be compared card by card.

`breakaway compare` lists what differs: `Blaze: card 15b`, `Medium 7`, `Medium 9`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from breakaway.core.language import Names
from breakaway.games.football.files.cards import SPY_COLUMNS
from breakaway.games.football.files.teams import PLACES, SITUATIONS
from breakaway.games.football.rules.terms import (
    AS_DRAWN,
    AS_USUAL,
    CARDS,
    DECK,
    DEFENSE_WINS,
    DEFENSES,
    NEITHER,
    NONE,
    OFFENSE_WINS,
    SEATS,
    STATES,
)
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES,
    DOWNS,
    KINDS,
    PLANS,
    STRATEGIES,
    defense_formation,
    defense_type,
    formation_name,
    game_day_title,
    milestone,
    play_type,
    side,
)
from breakaway.games.football.text.orders import ABILITIES, Call, GameDay, Play, call_text, game_day_text, play_text

Tables = dict[str, dict[str, str]]  # by group, such as a team's cards: each entry with its text

# The fields of a config that these words tell; also `sheet`, which repeats who plays, and `event_side`, which no rule
# reads.
TOLD = frozenset((
    "sheet", "card_formation", "play_type", "play_strength", "play_low", "play_minimum",
    "defenses", "defense_formation", "call_type", "call_run", "call_pass", "ability", "ability_amount", "ability_uses",
    "front", "back_type", "back_run", "back_pass", "back_formation", "fourth_target",
    "formation_chart", "strategy_by_state", "strategy_late", "code_chart", "code_play", "policy",
    "matchup", "spy", "type_kind",
    "copies", "event", "event_side", "event_kind", "event_value", "event_spot", "event_return",
    "defense_corner", "offense_corner", "field_goal", "punt",
))  # fmt: skip
WINNERS = {NEITHER: "neither wins", OFFENSE_WINS: "the offense wins", DEFENSE_WINS: "the defense wins"}


def tables(book: dict[str, Any], names: Names, teams: Sequence[str]) -> Tables:
    """Every table of a config (`book`, as JSON) in words. `teams` are the names that the reader sees."""
    types = [play_type(names, i) for i in range(len(book["type_kind"]))]
    found: Tables = {}
    for seat in range(SEATS):
        mine = _Team(book, names, seat, types)
        found[f"{teams[seat]}: card"] = dict(mine.offense())
        found[f"{teams[seat]}: defense card"] = dict(mine.defense())
        found[f"{teams[seat]}: defense sheet"] = dict(mine.defense_sheet())
        found[f"{teams[seat]}: offense sheet"] = dict(mine.offense_sheet())
        found[f"{teams[seat]}:"] = dict(mine.rest())
    found["matchup"] = dict(_matchups(book, names, types))
    found["Game Day card"] = dict(_deck(book, names))
    return found


class _Team:
    """The tables of one team."""

    def __init__(self, book: dict[str, Any], names: Names, seat: int, types: Sequence[str]) -> None:
        self.names, self.seat, self.types = names, seat, types
        self.own = {key: book[key][seat] for key in TOLD if isinstance(book.get(key), list) and len(book[key]) == SEATS}

    def formation(self, number: int) -> str:
        """The name of a formation of the offense, or of its class."""
        return formation_name(self.names, self.seat, number) or CLASSES[number]

    def call(self, kind: int, run: int, passing: int) -> str:
        """A call of the defense: `Zone 0-5`. Empty for the second call of a card that has only one."""
        if kind == NONE:
            return ""
        return call_text(Call(0, run, passing), [defense_type(self.names, kind)])

    def offense(self) -> Iterator[tuple[str, str]]:
        """Each card's formation, and its two plays."""
        own = self.own
        for card in range(CARDS):
            yield f"{card + 1}, formation", self.formation(own["card_formation"][card])
            for code in (2 * card, 2 * card + 1):
                marks = (own["play_low"][code], own["play_minimum"][code])
                yield (
                    side(code),
                    play_text(Play(own["play_type"][code], own["play_strength"][code], *marks), self.types),
                )

    def defense(self) -> Iterator[tuple[str, str]]:
        """Each defense card's formation, and its calls."""
        own = self.own
        for card in range(min(own["defenses"], DEFENSES)):
            yield f"{card + 1}, formation", defense_formation(self.names, own["defense_formation"][card])
            for code in (2 * card, 2 * card + 1):
                yield side(code), self.call(own["call_type"][code], own["call_run"][code], own["call_pass"][code])

    def defense_sheet(self) -> Iterator[tuple[str, str]]:
        """The strategies of its front, and the calls of its back."""
        own = self.own
        for number in range(len(CLASSES)):
            for state in range(STATES):
                at = (number * STATES + state) * 6
                dice = [STRATEGIES[each] for each in own["front"][at : at + 6]]
                yield f"{self.formation(number)}, Game State {state}", by_roll(dice)
            for strategy, called in enumerate(STRATEGIES):
                for die in range(6):
                    at = (number * len(STRATEGIES) + strategy) * 6 + die
                    call = self.call(own["back_type"][at], own["back_run"][at], own["back_pass"][at])
                    formation = defense_formation(self.names, own["back_formation"][at])
                    yield f"{self.formation(number)}, {called}, roll {die + 1}", f"{formation}: {call}"

    def offense_sheet(self) -> Iterator[tuple[str, str]]:
        """Formations, plans, codes and plays."""
        own = self.own
        for row, distance in enumerate(DISTANCES):
            for column, down in enumerate(DOWNS):
                at = (row * len(DOWNS) + column) * 6
                dice = [self.formation(each) for each in own["formation_chart"][at : at + 6]]
                yield f"{down}, {distance} lines to go", by_roll(dice)
        for state, plan in enumerate(own["strategy_by_state"]):
            yield f"plan, Game State {state}", PLANS[plan]
        for situation, plan in zip(SITUATIONS, own["strategy_late"], strict=True):
            yield f"plan late in a half, {situation}", "as usual" if plan == AS_USUAL else PLANS[plan]
        for at, code in enumerate(own["code_chart"]):
            yield f"{PLANS[at // 6]}, roll {at % 6 + 1}", CODES[code]
        for at, play in enumerate(own["code_play"]):
            where = f"{self.formation(at // len(CODES))}, {CODES[at % len(CODES)]}"
            yield where, "drawn" if play == AS_DRAWN else side(play)

    def rest(self) -> Iterator[tuple[str, str]]:
        """The ability, the fourth-down chart and the policy page."""
        own = self.own
        called = next((name for name, numbers in ABILITIES.items() if numbers[0] == own["ability"]), "none")
        yield "ability", f"{called}, amount {own['ability_amount']}, uses {own['ability_uses']}"
        for at, target in enumerate(own["fourth_target"]):
            yield f"fourth down, {milestone(at)} ahead", str(target)
        for name, at in PLACES.items():
            yield f"policy, {name.replace('_', ' ')}", str(own["policy"][at])


def by_roll(names: Sequence[str]) -> str:
    """The names for the rolls from 1 on, as team files write them: `Eagle 1-2, Twist 3-4, Stunt 5-6`."""
    parts, roll = [], 1
    for name, group in groupby(names):
        last = roll + len(list(group)) - 1
        parts.append(f"{name} {roll}" if last == roll else f"{name} {roll}-{last}")
        roll = last + 1
    return ", ".join(parts)


def _matchups(book: dict[str, Any], names: Names, types: Sequence[str]) -> Iterator[tuple[str, str]]:
    for i, row in enumerate(book["matchup"]):
        for play, result in enumerate(row):
            yield f"{defense_type(names, i)} against {types[play]}", WINNERS.get(result, str(result))
    for die, row in enumerate(book["spy"]):
        for column, kind in zip(SPY_COLUMNS, row, strict=True):
            yield f"spy table, {column}, roll {die + 1}", defense_type(names, kind)
    for name, number in zip(types, book["type_kind"], strict=True):
        yield f"{name}, kind", KINDS[number]


def _deck(book: dict[str, Any], names: Names) -> Iterator[tuple[str, str]]:
    event = ("event", "event_side", "event_kind", "event_value", "event_spot", "event_return")
    fields = (*event, "defense_corner", "offense_corner", "field_goal", "punt", "copies")
    for card in range(DECK):
        if book["copies"][card]:
            text = game_day_text(GameDay(*(book[key][card] for key in fields)))
            yield str(card + 1), f"{game_day_title(names, card)}: {text}"
