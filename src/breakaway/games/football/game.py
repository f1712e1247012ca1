"""Breakaway Football as a `Game`, with its invariants and its adjudication cases."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.data_files import BadData, checked
from breakaway.core.game import Game, Order, Result, SetUp
from breakaway.core.language import Names
from breakaway.core.state import copy
from breakaway.games.football.files.cards import our_matchups, put_deck
from breakaway.games.football.files.config import misstated, resolve
from breakaway.games.football.files.config import names as names_of
from breakaway.games.football.files.own_set import LEARNS, asking
from breakaway.games.football.files.teams import TeamAbility, put_ability
from breakaway.games.football.files.two_sets import veil
from breakaway.games.football.rules import abilities, best_answers, cards_and_clock, order_of_play, scoring, terms
from breakaway.games.football.rules.best_answers import answers, best_of
from breakaway.games.football.rules.events import BOOK
from breakaway.games.football.rules.interface import (
    INSTRUCTIONS,
    LATE,
    LONGEST_MATCH,
    asked,
    choosers,
    codes,
    determinize,
    ended,
    is_face_down,
    redact,
    refuse,
    result,
    slot_codes,
    slots,
    step,
)
from breakaway.games.football.rules.state import (
    FirstFootballConfig,
    Football,
    FootballConfig,
    FourthFootballConfig,
    SecondFootballConfig,
    ThirdFootballConfig,
    is_strict,
    other,
)
from breakaway.games.football.rules.terms import CALLS, CARDS, OFFENSE_CODES, SEATS
from breakaway.games.football.rules.win_chances import ENDINGS, TABLE
from breakaway.games.football.statistics import STATISTICS
from breakaway.games.football.text import names, words
from breakaway.games.football.text.names import SHAPE
from breakaway.games.football.text.orders import (
    find_name,
    parse_ability,
    parse_call,
    parse_card,
    parse_game_day,
    parse_play,
)
from breakaway.games.football.text.words import FootballWords
from breakaway.testing.cases import BadCase

# --- Checks what must be true in every state of a match, and makes random legal configs.
#
# The laws in `core` use these checks and these configs.


def invariants(s: Football, config: FootballConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    faults = []
    if s.phase not in terms.PHASES:
        return [f"phase {s.phase}"]
    if any(not 0 <= s.deck[card] <= config.copies[card] for card in range(terms.DECK)):
        faults.append("the Game Day deck has too many copies of a card")
    for seat in range(terms.SEATS):
        faults += _cards_kept(s, config, seat)
        if not 0 <= s.time_outs[seat] <= 3 or s.flags[seat] < 0:
            faults.append(f"seat {seat} has {s.time_outs[seat]} time outs and {s.flags[seat]} flags")
        if any(not 0 <= tokens <= config.spy_tokens for tokens in s.tokens[seat][1:]):
            faults.append(f"spy tokens {s.tokens[seat]}")
    if s.phase in (terms.CALL, terms.DEFENSE) and not (
        1 <= s.line < terms.GOAL and 1 <= s.down <= 4 and s.line < s.marker <= terms.GOAL
    ):
        faults.append(f"down {s.down} at line {s.line}, marker {s.marker}")
    return faults + _clock_kept(s, config)


def _cards_kept(s: Football, config: FootballConfig, seat: int) -> list[str]:
    known = (terms.HAND, terms.SPENT, terms.BURNT) if config.sheet[seat] else (terms.HAND, terms.DISCARDED, terms.GIVEN)
    faults = []
    if any(where not in known for where in s.card[seat]):
        faults.append(f"seat {seat} has a card that is not in any pile: {s.card[seat]}")
    if s.given[seat] != s.card[seat].count(terms.GIVEN):
        faults.append(f"seat {seat}: {s.given[seat]} cards given up, {s.card[seat].count(terms.GIVEN)} found")
    call = s.call[seat]
    if (
        seat == s.offense
        and call < terms.UNSEEN_CALL
        and not s.try_down
        and s.phase == terms.DEFENSE
        and not config.sheet[seat]
    ):
        if s.card[seat][call // 2] != terms.HAND:
            faults.append(f"seat {seat} has called card {call // 2 + 1}, which is not in its hand")
        if config.card_formation[seat][call // 2] != s.formation[seat]:
            faults.append(f"seat {seat} shows the formation of another card")
    return faults


def _clock_kept(s: Football, config: FootballConfig) -> list[str]:
    """Everything that is wrong with the clock.

    Hands must be equal in size when a drive begins, and a quarter without cards must end.
    """
    if s.phase != terms.CALL or s.try_down:
        return []
    if cards_and_clock.cards_left(s, config) <= 0:
        return ["the quarter goes on although its cards are used up"]
    hands = [cards_and_clock.cards_in_hand(s, seat) for seat in range(terms.SEATS)]
    two_people = not any(config.sheet)
    fresh = s.used == 0 and s.returns == 0 and s.down == 1
    if two_people and fresh and hands[0] != hands[1]:
        return [f"a drive begins with {hands[0]} and {hands[1]} cards"]
    if two_people and hands[s.offense] + s.used != hands[other(s.offense)]:
        return [f"{hands[s.offense]} cards in hand and {s.used} used, the other side holds {hands[other(s.offense)]}"]
    return []


def sample(chance: Chance) -> FootballConfig:
    """The config of a random legal match: teams, sheets, house rules."""
    from breakaway.core.data_files import sampled_house
    from breakaway.games.football.files.config import resolve, team_files

    house = sampled_house(FootballConfig, chance)
    teams = sorted(team_files())
    sheets = ((), (), (1,), (0,), (0, 1))[below(chance, "sheets", 5)]
    home, away = (teams[below(chance, "team", len(teams))] for _ in range(terms.SEATS))
    config = resolve(home, away, sheets, house)[0]
    for seat in range(terms.SEATS):
        if below(chance, "declared ability", 4) == 0:
            sample_parts(config, seat, chance)
    return config


def sample_parts(config: FootballConfig, seat: int, chance: Chance) -> None:
    """Gives a team a random ability that is declared from parts."""
    config.ability[seat], config.ability_amount[seat], config.ability_uses[seat] = terms.DECLARED, 0, 0
    for part in range(1 + below(chance, "parts", abilities.PARTS)):
        start_step(chance)  # a step may draw only so often
        moment = below(chance, "moment", abilities.SCRIPT + 1)
        at = part * abilities.FIELDS
        found = [1 + below(chance, "does", 4), 1 + below(chance, "amount", 3)]
        found += [below(chance, "plays", 3), below(chance, "formation", 4), 0, below(chance, "place", 3)]
        found += [0 if moment == abilities.SCRIPT else below(chance, "uses", 4), below(chance, "per", 2), moment]
        found += [2 if moment == abilities.SCRIPT else 1 + below(chance, "after", 2)]
        grows = moment not in (abilities.AT_ONCE, abilities.SCRIPT) and below(chance, "grows", 2) == 1
        config.parts[seat][at : at + abilities.FIELDS] = [*found, 3 * int(grows), below(chance, "lost", 2)]
    start_step(chance)
    config.script[seat][:2] = [1 + below(chance, "scripted", terms.TYPES) for _ in range(2)]


# --- Reads the football positions of adjudication cases. tests/cases/football/README.md describes every field.


SEAT_NAMES = ("Home", "Away")
WINNERS = {"neither": 0, "offense": 1, "defense": 2}
QUESTIONS = {
    "toss": (2,),
    "kick": (terms.KICK,),
    "discard": (terms.DISCARD,),
    "time": (terms.TIME, terms.OFFENSE_TIME),
    "call": (terms.CALL,),
    "defense": (7,),
    "audible": (8, 9),
    "challenge": (11, 12),
    "penalty": (13,),
    "pick": (14, 15),
    "ice": (17,),
    "effect": (28,),
}
ANSWERS = {
    "challenge": ("no", "challenge"),
    "penalty": ("decline", "accept"),
    "pick": ("event", "corner", "force turnover"),
    "ice": ("no", "ice"),
    "effect": ("no", "use"),
}
PLAIN_CARD, PLAIN_DEFENSE = "balanced: Inside Run 2 min / Short 2 min", "Nickel: Zone 1-3"
FIELDS = """
    teams sheets abilities plays defenses matchups deck quarter offense ball down marker score time_outs flags hand used
    spent burnt gone phase owed tokens opening_kicker drives uses unlocked counts left options
"""
GIVEN = set(FIELDS.split())
PHASES = ("call", "kickoff", "opening", "try", "free kick", "toss", "overtime", "discard")


def table_of(what: str, data: Any) -> dict[str, Any]:
    """Returns the `data` of the field `what`, which must be a table. Raises BadCase for anything else."""
    if not isinstance(data, dict):
        raise BadCase(f"{what}: expected a table, found {data!r}")
    return data


def in_bits(what: str, values: Any) -> int:
    """The numbers of a declared ability's parts, packed as the state has them. Raises BadCase."""
    if not isinstance(values, list) or len(values) > abilities.PARTS:
        raise BadCase(f"{what}: expected a list with a number for each part, found {values!r}")
    found = 0
    for part, value in enumerate(values):
        found = abilities.put(found, part, whole(what, value, 0, abilities.MOST_COUNT))
    return found


def whole(what: str, value: Any, low: int = 0, high: int = 99) -> int:
    """Returns the `value` of the field `what`: a whole number from `low` to `high`.

    Raises BadCase for anything else.
    """
    if type(value) is not int or not low <= value <= high:
        raise BadCase(f"{what}: expected a whole number from {low} to {high}, found {value!r}")
    return value


def texts_of(what: str, value: Any) -> list[str]:
    """Returns the `value` of the field `what`, which must be a list of strings. Raises BadCase for anything else."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadCase(f"{what}: expected a list of strings, found {value!r}")
    return value


def seat_of(text: Any) -> int:
    """The number of the seat called Home (0) or Away (1). Raises BadCase."""
    if text not in SEAT_NAMES:
        raise BadCase(f"unknown seat {text!r}; choose Home or Away")
    return SEAT_NAMES.index(text)


def line_of(what: str, text: Any) -> int:
    """The line number of a spot: `own 30` is line 6. `what` names the field. Raises BadCase."""
    found = re.fullmatch(r"(?:the )?(?:(own|opp) (\d+)|(50))", str(text))
    if not found or (found[2] and (int(found[2]) % 5 or not 5 <= int(found[2]) <= 50)):
        raise BadCase(f"{what}: expected 'own 5' to 'own 45', '50', or 'opp 45' to 'opp 5', found {text!r}")
    if found[3]:
        return terms.GOAL // 2
    line = int(found[2]) // 5
    return line if found[1] == "own" else terms.GOAL - line


def marker_of(what: str, text: Any) -> int:
    """The line number of a first-down marker, or of the goal line for `goal`."""
    return terms.GOAL if text == "goal" else line_of(what, text)


@cache
def plain_config(home: str, away: str, sheets: tuple[int, ...], house: tuple[tuple[str, Any], ...]) -> FootballConfig:
    """The config for a case, without abilities. The case then adds its own cards to this config.

    Audibles and icing are off unless the case turns them on.
    """
    config, _ = resolve(home, away, sheets, {"audibles": False, "ice": False, **dict(house)})
    for seat in range(terms.SEATS):
        config.ability[seat] = config.ability_amount[seat] = config.ability_uses[seat] = 0
    return config


@cache
def plain_names(home: str, away: str) -> Names:
    """The names of two teams, with the seats called Home and Away."""
    return {**names_of(home, away), "teams": list(SEAT_NAMES)}


class FootballCases:
    """Reads and compares football positions."""

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """The position before the first turn. Raises BadCase."""
        unknown = sorted(set(given) - GIVEN)
        if unknown:
            raise BadCase(f"given: unknown field {unknown[0]!r}; known: {', '.join(sorted(GIVEN))}")
        try:
            config, called = self._config(given)
        except (BadData, ValueError) as error:
            raise BadCase(str(error)) from None
        s = order_of_play.start(config)
        self._numbers(given, s)
        self._place(given, s, config)
        self._piles(given, s, config)
        self._phase(given, s, config)
        return SetUp(config, called, s)

    # --- the config

    def _config(self, given: dict[str, Any]) -> tuple[FootballConfig, Names]:
        teams = [name.casefold() for name in texts_of("teams", given.get("teams", ["Lightning", "Fire"]))]
        sheets = tuple(seat_of(name) for name in texts_of("sheets", given.get("sheets", [])))
        house = table_of("options", given.get("options", {}))
        if len(teams) != terms.SEATS or not all(isinstance(v, int | str) for v in house.values()):
            raise BadCase("expected two names in 'teams', and only numbers, strings, true or false in 'options'")
        config = copy(plain_config(teams[0], teams[1], sheets, tuple(house.items())))
        called = plain_names(teams[0], teams[1])
        for seat in range(terms.SEATS):
            self._plays(given, config, called, seat)
            self._defenses(given, config, called, seat)
        self._matchups(given, config, called)
        if "deck" in given:
            config.copies = [0] * terms.DECK
            put_deck(config, tuple(parse_game_day(text) for text in texts_of("deck", given["deck"])))
        for name, text in table_of("abilities", given.get("abilities", {})).items():
            if isinstance(text, dict):
                declared = checked(TeamAbility, {"name": "declared", **text}, "abilities")
                put_ability(config, seat_of(name), declared, called["types"])
                continue
            ability, seat = parse_ability(str(text)), seat_of(name)
            config.ability[seat], config.ability_amount[seat], config.ability_uses[seat] = ability
        return config, called

    def _listed(self, given: dict[str, Any], field: str, seat: int, most: int, plain: str, sheet: int) -> list[str]:
        """A seat's cards as text: those in the case, then plain cards to complete the set. A seat that a sheet plays
        gets no plain cards.
        """
        texts = texts_of(field, table_of(field, given.get(field, {})).get(SEAT_NAMES[seat], []))
        if len(texts) > most:
            raise BadCase(f"{field}: expected at most {most} cards for a team, found {len(texts)}")
        return texts if sheet else [*texts, *[plain] * (most - len(texts))]

    def _plays(self, given: dict[str, Any], config: FootballConfig, called: Names, seat: int) -> None:
        for card, text in enumerate(self._listed(given, "plays", seat, terms.CARDS, PLAIN_CARD, config.sheet[seat])):
            formation, parts = parse_card(text)
            config.card_formation[seat][card] = find_name(formation, names.CLASSES, "formation")
            for side in range(2):
                play = parse_play(parts[min(side, len(parts) - 1)], called["types"])
                code = 2 * card + side
                config.play_type[seat][code], config.play_strength[seat][code] = play.type, play.strength
                config.play_low[seat][code], config.play_minimum[seat][code] = play.low, play.minimum

    def _defenses(self, given: dict[str, Any], config: FootballConfig, called: Names, seat: int) -> None:
        texts = self._listed(given, "defenses", seat, terms.DEFENSES, PLAIN_DEFENSE, config.sheet[seat])
        formations: list[str] = []
        config.defenses[seat] = max(len(texts), config.defenses[seat])
        for card, text in enumerate(texts):
            formation, parts = parse_card(text)
            formations += [formation] if formation not in formations else []
            config.defense_formation[seat][card] = formations.index(formation)
            for side in range(2):
                code = 2 * card + side
                config.call_type[seat][code] = terms.NONE
                if side < len(parts):
                    call = parse_call(parts[side], called["defense_types"])
                    config.call_type[seat][code], config.call_run[seat][code] = call.type, call.run
                    config.call_pass[seat][code] = call.passing

    def _matchups(self, given: dict[str, Any], config: FootballConfig, called: Names) -> None:
        """Writes the specification's matchups, then those in the case. No other pair of types leads to a breakaway."""
        for defense, wins in enumerate(attested()):
            for play, winner in enumerate(wins):
                config.matchup[defense][play] = winner
        for text, won_by in table_of("matchups", given.get("matchups", {})).items():
            play_name, _, defense_name = str(text).partition(" v ")
            if won_by not in WINNERS:
                raise BadCase(f"matchups: expected 'offense', 'defense' or 'neither', found {won_by!r}")
            row = find_name(defense_name, called["defense_types"], "defense")
            config.matchup[row][find_name(play_name, called["types"], "play")] = WINNERS[won_by]

    # --- the state

    def _numbers(self, given: dict[str, Any], s: Football) -> None:
        s.quarter = whole("quarter", given.get("quarter", 1), 1, 20)
        s.offense = seat_of(given.get("offense", "Home"))
        s.opening_kicker = seat_of(given.get("opening_kicker", "Away"))
        drives = whole("drives", given.get("drives", 0))
        first = s.offense if given.get("phase") == "kickoff" else other(s.offense)
        s.had_ball[first], s.had_ball[other(first)] = int(drives > 0), int(drives > 1)
        s.gone = whole("gone", given.get("gone", 0), 0, terms.CARDS)
        for field, high in (("score", 99), ("time_outs", 3), ("flags", 9), ("uses", 9), ("unlocked", 1), ("owed", 15)):
            for name, value in table_of(field, given.get(field, {})).items():
                getattr(s, field)[seat_of(name)] = whole(field, value, -terms.CARDS if field == "owed" else 0, high)
        for field, packed in (("counts", s.unlocked), ("left", s.uses)):
            for name, values in table_of(field, given.get(field, {})).items():
                packed[seat_of(name)] = in_bits(field, values)
        for name, pair in table_of("tokens", given.get("tokens", {})).items():
            if not isinstance(pair, list) or len(pair) != terms.SEATS:
                raise BadCase(f"tokens: expected [runs, passes], found {pair!r}")
            s.tokens[seat_of(name)] = [0, whole("tokens", pair[0]), whole("tokens", pair[1])]

    def _place(self, given: dict[str, Any], s: Football, config: FootballConfig) -> None:
        s.line = line_of("ball", given.get("ball", "own 25"))
        s.down = whole("down", given.get("down", 1), 1, 4)
        s.marker = scoring.next_marker(s.line)
        if "marker" in given:
            s.marker = marker_of("marker", given["marker"])
        s.used = whole("used", given.get("used", 0), 0, terms.CARDS)
        for seat in range(0 if "uses" in given else terms.SEATS):
            scoring.renew_special_defense(s, config, seat)

    def _piles(self, given: dict[str, Any], s: Football, config: FootballConfig) -> None:
        hands = table_of("hand", given.get("hand", {}))
        for name, value in hands.items():
            seat = seat_of(name)
            held = whole("hand", value, 0, terms.CARDS)
            if not config.sheet[seat]:
                s.card[seat] = [terms.HAND] * held + [terms.DISCARDED] * (terms.CARDS - held)
        for field, pile in (("spent", terms.SPENT), ("burnt", terms.BURNT)):
            for card in given.get(field, []):
                s.card[s.offense][whole(field, card, 1, terms.CARDS) - 1] = pile

    def _phase(self, given: dict[str, Any], s: Football, config: FootballConfig) -> None:
        phase = given.get("phase", "call")
        s.phase, s.then = terms.CALL, terms.CALL
        if phase in ("kickoff", "opening"):
            s.phase, s.after_own_score = terms.KICK, int(phase == "kickoff")
        elif phase == "try":
            s.try_down, s.line, s.marker, s.down = 1, 18, terms.GOAL, 1
        elif phase == "free kick":
            s.phase = terms.FREE_KICK
        elif phase in ("toss", "overtime"):
            s.phase = terms.START
        elif phase == "discard":
            s.phase = terms.BETWEEN
        elif phase != "call":
            raise BadCase(f"phase: expected one of {', '.join(PHASES)}, found {phase!r}")
        if phase == "overtime" and "quarter" not in given:
            s.quarter = 5
            s.time_outs = [2, 2]

    def seat(self, names: Names, text: str) -> int:
        """The seat called Home or Away. Raises BadCase."""
        return seat_of(text)

    # --- what the case expects afterwards

    def compare(self, expect: dict[str, Any], at: SetUp, after: Football) -> list[str]:
        """The differences between a position and what the case expects. Raises BadCase for an unknown field."""
        found = facts(after, at.config, at.names)
        unknown = sorted(set(expect) - set(found))
        if unknown:
            raise BadCase(f"expect: unknown field {unknown[0]!r}; known: {', '.join(sorted(found))}")
        faults = []
        for field, wanted in expect.items():
            there = found[field]()
            if isinstance(there, dict) and isinstance(wanted, dict):
                there = {name: there.get(name) for name in wanted}
            if field == "marker" and wanted in ("goal", "the goal line"):
                wanted = "the goal line"
            if field in ("ball", "marker"):
                wanted, there = str(wanted).removeprefix("the "), str(there).removeprefix("the ")
            if wanted != there:
                faults.append(f"{field}: expected {wanted!r}, found {there!r}")
        return faults


def facts(s: Football, config: FootballConfig, called: Names) -> dict[str, Callable[[], Any]]:
    """The facts that a case may state, each with a function that works it out."""
    by_seat = dict(zip(SEAT_NAMES, range(terms.SEATS), strict=True))
    asked = question(s, config)
    return {
        "ball": lambda: names.spot(s.line),
        "marker": lambda: names.spot(s.marker),
        "offense": lambda: SEAT_NAMES[s.offense],
        "down": lambda: s.down,
        "quarter": lambda: s.quarter,
        "score": lambda: {name: s.score[i] for name, i in by_seat.items()},
        "time_outs": lambda: {name: s.time_outs[i] for name, i in by_seat.items()},
        "flags": lambda: {name: s.flags[i] for name, i in by_seat.items()},
        "hand": lambda: {name: cards_and_clock.cards_in_hand(s, i) for name, i in by_seat.items()},
        "held": lambda: {
            name: [c + 1 for c in range(terms.CARDS) if s.card[i][c] == terms.HAND] for name, i in by_seat.items()
        },
        "owed": lambda: {name: s.owed[i] for name, i in by_seat.items()},
        "uses": lambda: {name: s.uses[i] for name, i in by_seat.items()},
        "unlocked": lambda: {name: s.unlocked[i] for name, i in by_seat.items()},
        "counts": lambda: {
            name: [abilities.packed(s.unlocked[i], part) for part in range(abilities.PARTS)]
            for name, i in by_seat.items()
        },
        "left": lambda: {
            name: [abilities.packed(s.uses[i], part) for part in range(abilities.PARTS)] for name, i in by_seat.items()
        },
        "tokens": lambda: {name: [s.tokens[i][terms.RUN], s.tokens[i][terms.PASS]] for name, i in by_seat.items()},
        "used": lambda: s.used,
        "spent": lambda: [card + 1 for card in range(terms.CARDS) if s.card[s.offense][card] == terms.SPENT],
        "burnt": lambda: [card + 1 for card in range(terms.CARDS) if s.card[s.offense][card] == terms.BURNT],
        "cards_left": lambda: cards_and_clock.cards_left(s, config),
        "question": lambda: asked[0],
        "best": lambda: best_answer(s, config, asked[0]),
        "asked": lambda: asked[1],
        "over": lambda: s.phase == terms.OVER,
        "winner": lambda: winner(s),
        "defense_call": lambda: names.defense_type(called, s.defense_type),
        "play": lambda: f"{names.play_type(called, s.play_type)} {s.strength}" if s.play_type != terms.NONE else "none",
        "breakaway": lambda: {terms.NEITHER: "neither", terms.OFFENSE_WINS: "offense"}.get(s.breakaway, "defense"),
    }


def best_answer(s: Football, config: FootballConfig, name: str) -> str:
    """The answer with the highest chance of winning, or `none` for a question that is not in `ANSWERS`."""
    words = ANSWERS.get(name)
    return words[best_of(s, config, asked(s), answers(s, config, asked(s)))] if words else "none"


def winner(s: Football) -> str:
    """The winner of a match: a seat, `nobody` after a tie, or `not over`."""
    if s.phase != terms.OVER:
        return "not over"
    if s.score[0] == s.score[1]:
        return "nobody"
    return SEAT_NAMES[0 if s.score[0] > s.score[1] else 1]


def question(s: Football, config: FootballConfig) -> tuple[str, str]:
    """The current question and the seat that must answer it."""
    r = Result()
    result(s, config, r)
    if r.why:
        return "none", "nobody"
    seat = asked(s)
    name = next((name for name, phases in QUESTIONS.items() if s.phase in phases), "none")
    if s.try_down and name == "call":
        name = "try"
    return name, SEAT_NAMES[seat] if seat < terms.SEATS else "nobody"


@cache
def attested() -> list[list[int]]:
    """The matchups from the specification. No other pair of types leads to a breakaway."""
    ours = our_matchups()
    chart = [[terms.NEITHER] * len(ours.types) for _ in ours.defense_types]
    for row, defense in enumerate(ours.file.defense):
        for name in defense.attested:
            play = find_name(name, ours.types, "type of play")
            chart[row][play] = ours.chart[row][play]
    return chart


# --- Breakaway Football as a `Game`: its rules and texts combined in the form that the core expects of every game.


def own_answer(s: Football, config: FootballConfig, seat: int) -> Order | None:
    """What the sheets of a seat would answer to a question that the house rule `solo_decisions` leaves to a person."""
    return [best_answers.best_answer(s, config, seat)] if config.sheet[seat] == 1 else None


def decides(config: FootballConfig) -> tuple[int, ...]:
    """The seats of sheets for which the house rule `solo_decisions` lets the other side's player decide."""
    if config.solo_decisions == 0 or sum(config.sheet) != 1:
        return ()
    return (list(config.sheet).index(1),)


FIFTH: Game[Football, FootballConfig] = Game(
    name="football",
    title="Breakaway Football",
    edition=f"5-{TABLE.hash[:8]}-{ENDINGS.hash[:8]}",  # sheets decide by the tables of win chances
    rules=BOOK,
    state=Football,
    config=FootballConfig,
    seats=(2, 2),
    max_slots=CARDS,
    start=order_of_play.start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    ended=ended,
    bound=lambda config: LONGEST_MATCH,
    seat_count=lambda config: SEATS,
    words=FootballWords(),
    invariants=invariants,
    sample=sample,
    instructions=INSTRUCTIONS,
    instructions_say=words.SAYS,
    late=LATE,
    cases=FootballCases(),
    statistics=STATISTICS,
    slot_codes=slot_codes,
    most_codes=lambda config: max(OFFENSE_CODES, CALLS, CARDS),
    named=SHAPE,
    more_options=("teams", "sheets", "box", "staff"),
    misstated=misstated,
    own_answer=own_answer,
    decides=decides,
    recommends=lambda config: not is_strict(config),
    learns=LEARNS,
    asking=asking,
    veil=veil,
    is_face_down=is_face_down,
)

FOURTH = replace(FIFTH, edition=f"4-{TABLE.hash[:8]}-{ENDINGS.hash[:8]}", config=FourthFootballConfig)
THIRD = replace(FIFTH, edition=f"3-{TABLE.hash[:8]}-{ENDINGS.hash[:8]}", config=ThirdFootballConfig)
SECOND = replace(FIFTH, edition=f"2-{TABLE.hash[:8]}", config=SecondFootballConfig)
FIRST = replace(FIFTH, edition=f"1-{TABLE.hash[:8]}", config=FirstFootballConfig)
GAME = replace(FIFTH, earlier=(FOURTH, THIRD, SECOND, FIRST))
