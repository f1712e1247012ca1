"""Reads the options of `breakaway odds football`: situation, calls and defenses, as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from breakaway.core.data_files import BadData
from breakaway.core.game import Names
from breakaway.core.state import copy
from breakaway.games.football.cases import line_of
from breakaway.games.football.files.deck import put_deck
from breakaway.games.football.lab.one_play import (
    EXTRA_POINT,
    FREE_KICK_CALL,
    KICKOFF,
    OFFENSE,
    ONSIDE,
    TRY_LINE,
    Situation,
)
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.text.cards import call_text, parse_call, parse_game_day, parse_play, play_text
from breakaway.games.football.text.orders import ACTIONS
from breakaway.testing.cases import BadCase

T = TypeVar("T")

DEFENSE_SEAT = 1 - OFFENSE
MARKERS = (4, 10, 16, terms.GOAL)
MORE_ACTIONS = {
    EXTRA_POINT: ("extra point", "xp"),
    KICKOFF: ("kickoff", "kick off"),
    ONSIDE: ("onside", "onside kick"),
    FREE_KICK_CALL: ("free kick",),
}
ANNOUNCED = {code: forms for code, forms in (ACTIONS | MORE_ACTIONS).items() if code != terms.TIME_OUT_CALL}


@dataclass(frozen=True)
class SituationOptions:
    """The options as the user typed them. An option that the user left out has its default."""

    offense: Sequence[str] = ()
    defense: Sequence[str] = ()
    call: Sequence[str] = ()
    against: Sequence[str] = ()
    ball: str = "own 25"
    down: int = 1
    to_go: int | None = None
    quarter: int = 1
    score: str = "0-0"
    cards: int = terms.CARDS
    flags: str = "0,0"
    time_outs: str = "3,3"
    deck: str = "full"
    drawn: str = ""
    two_point: bool = False
    abilities: bool = False
    team: str | None = None  # the config already has the cards of both teams
    versus: str | None = None


@dataclass(frozen=True)
class Choice:
    """A call of one side: its code, its text, and every card with the same call."""

    code: int
    text: str
    cards: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The call in words, such as `7b Short 4 min`. A call typed as text has no card."""
        return f"{self.cards[0]} {self.text}" if self.cards else self.text


def situation(typed: SituationOptions) -> Situation:
    """The situation that the options describe.

    If an option is wrong, raises BadData. The error names the option and says what would be right.
    """
    line = TRY_LINE if typed.two_point else _line(typed.ball)
    down = between("--down", typed.down, 1, 4)
    return Situation(
        line=line,
        down=down,
        marker=_marker(line, typed.to_go),
        quarter=between("--quarter", typed.quarter, 1, 5),
        score=_pair("--score", typed.score, "-", 99, "7-10"),
        flags=_pair("--flags", typed.flags, ",", 9, "1,0"),
        time_outs=_pair("--time-outs", typed.time_outs, ",", 3, "2,3"),
        cards=between("--cards", typed.cards, 1, terms.CARDS),
        drawn=_drawn(typed.drawn),
        two_point=typed.two_point,
        abilities=typed.abilities,
    )


def between(option: str, value: int, low: int, high: int) -> int:
    """Returns the `value` of an `option`. Raises BadData unless the value is from `low` to `high`."""
    if not low <= value <= high:
        raise BadData(f"{option}: expected a whole number from {low} to {high}, not {value}")
    return value


def _line(text: str) -> int:
    try:
        return line_of("--ball", " ".join(text.split()).casefold())
    except BadCase as error:
        raise BadData(str(error)) from None


def _marker(line: int, to_go: int | None) -> int:
    ahead = [marker - line for marker in MARKERS if marker > line]
    if to_go is None:
        return line + ahead[0]
    if to_go not in ahead:
        lines = " or ".join(map(str, ahead))
        raise BadData(f"--to-go: expected {lines} (the distances to the first-down lines ahead), not {to_go}")
    return line + to_go


def _pair(option: str, text: str, by: str, high: int, example: str) -> tuple[int, int]:
    found = re.fullmatch(rf"\s*(\d{{1,3}})\s*{by}\s*(\d{{1,3}})\s*", text, flags=re.ASCII)
    if not found or max(int(found[1]), int(found[2])) > high:
        raise BadData(f"{option}: expected two numbers up to {high}, offense first, such as {example}, not {text!r}")
    return int(found[1]), int(found[2])


def _drawn(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= terms.DECK for word in words):
        raise BadData(f"--drawn: expected card numbers from 1 to {terms.DECK}, such as 3,17,40, not {text!r}")
    return tuple(int(word) - 1 for word in words)


def with_deck(config: FootballConfig, typed: SituationOptions) -> FootballConfig:
    """The config with the deck that the user typed. Also checks the drawn cards. Raises BadData."""
    if typed.deck.strip().casefold() != "full":
        texts = [text for text in typed.deck.split(";") if text.strip()]
        cards = tuple(read("--deck", parse_game_day, text.strip()) for text in texts)
        if not 1 <= len(cards) <= terms.DECK or sum(card.copies for card in cards) > terms.DECK:
            raise BadData(
                f"--deck: expected 'full', or 1 to {terms.DECK} cards (counting copies), separated by semicolons"
            )
        config = copy(config)
        config.copies = [0] * terms.DECK
        put_deck(config, cards)
    for card in _drawn(typed.drawn):
        if _drawn(typed.drawn).count(card) > config.copies[card]:
            raise BadData(
                f"--drawn: card {card + 1} is named too many times; copies in the deck: {config.copies[card]}"
            )
    return config


def read(option: str, how: Callable[[str], T], text: str) -> T:
    """Reads a card from an option's text with the parser `how`. Raises BadData with the option's name."""
    try:
        return how(text)
    except ValueError as error:
        raise BadData(f"{option}: {error}") from None


def offense_choices(
    config: FootballConfig, names: Names, typed: SituationOptions
) -> tuple[FootballConfig, list[Choice]]:
    """The plays to examine, and the config (a copy with the plays, if they were typed as text). Raises BadData."""
    if typed.offense and typed.call:
        raise BadData("--offense and --call: use only one, --offense for plays as text or --call for cards")
    if typed.offense:
        if len(typed.offense) > terms.PLAYS:
            raise BadData(f"--offense: expected at most {terms.PLAYS} plays, not {len(typed.offense)}")
        config, found = copy(config), []
        for code, text in enumerate(typed.offense):
            play = read("--offense", lambda each: parse_play(each, names["types"]), text)
            config.play_type[OFFENSE][code], config.play_strength[OFFENSE][code] = play.type, play.strength
            config.play_low[OFFENSE][code], config.play_minimum[OFFENSE][code] = play.low, play.minimum
            config.card_formation[OFFENSE][code // 2] = terms.BALANCED
            found.append(Choice(code, play_text(play, names["types"])))
        return config, found
    if typed.call:
        return config, [offense_choice(names, text) for text in typed.call]
    every = [(code, _play_on(names, code), config.card_formation[OFFENSE][code // 2]) for code in range(terms.PLAYS)]
    return config, _distinct(every)


def offense_choice(names: Names, text: str) -> Choice:
    """The play of a card that the `text` names, or a kick, kneel or Hail Mary. Raises BadData."""
    words = " ".join(text.split()).casefold()
    for code, forms in ANNOUNCED.items():
        if words in forms:
            return Choice(code, forms[0])
    code = _card_side(words, terms.CARDS)
    if code == terms.NONE:
        known = ", ".join(forms[0] for forms in ANNOUNCED.values())
        raise BadData(
            f"--call: expected a card and its side, such as 7b (1a to {terms.CARDS}b), or {known}, not {text!r}"
        )
    return Choice(code, _play_on(names, code), (words,))


def defense_choices(
    config: FootballConfig, names: Names, typed: SituationOptions
) -> tuple[FootballConfig, list[Choice]]:
    """The defenses to examine, and the config (a copy with the calls, if they were typed as text). Raises BadData."""
    if typed.defense and typed.against:
        raise BadData("--defense and --against: use only one, --defense for calls as text or --against for cards")
    if typed.defense:
        if len(typed.defense) > terms.CALLS:
            raise BadData(f"--defense: expected at most {terms.CALLS} calls, not {len(typed.defense)}")
        config, found = copy(config), []
        config.defenses[DEFENSE_SEAT] = terms.DEFENSES
        for code, text in enumerate(typed.defense):
            call = read("--defense", lambda each: parse_call(each, names["defense_types"]), text)
            config.call_type[DEFENSE_SEAT][code], config.call_run[DEFENSE_SEAT][code] = call.type, call.run
            config.call_pass[DEFENSE_SEAT][code] = call.passing
            config.defense_formation[DEFENSE_SEAT][code // 2] = 0
            found.append(Choice(code, call_text(call, names["defense_types"])))
        return config, found
    listed = [
        code for code in range(2 * config.defenses[DEFENSE_SEAT]) if config.call_type[DEFENSE_SEAT][code] != terms.NONE
    ]
    if not typed.against:
        return config, _distinct([(code, _call_on(names, code), 0) for code in listed])
    found = []
    for text in typed.against:
        code = _card_side(text.strip().casefold(), terms.DEFENSES)
        if code not in listed:
            cards = " ".join(_side(each) for each in listed)
            raise BadData(f"--against: {names['teams'][DEFENSE_SEAT]} has the calls {cards}, not {text!r}")
        found.append(Choice(code, _call_on(names, code), (_side(code),)))
    return config, found


def _distinct(every: list[tuple[int, str, int]]) -> list[Choice]:
    """The calls without duplicates: those with the same text and formation become one, with all their cards."""
    found: dict[tuple[str, int], Choice] = {}
    for code, text, formation in every:
        same = found.get((text, formation))
        found[text, formation] = Choice(same.code if same else code, text, (*(same.cards if same else ()), _side(code)))
    return list(found.values())


def _card_side(words: str, cards: int) -> int:
    found = re.fullmatch(r"(\d{1,2})\s*([ab])", words, flags=re.ASCII)
    if not found or not 1 <= int(found[1]) <= cards:
        return terms.NONE
    return 2 * int(found[1]) - 2 + "ab".index(found[2])


def _side(code: int) -> str:
    return f"{code // 2 + 1}{'ab'[code % 2]}"


def _play_on(names: Names, code: int) -> str:
    return str(names["cards"][OFFENSE][code // 2]["plays"][code % 2])


def _call_on(names: Names, code: int) -> str:
    calls = names["defenses"][DEFENSE_SEAT][code // 2]["calls"]
    return str(calls[code % 2])
