"""`breakaway odds` for football: the situation, the answer and its equilibrium, in words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from breakaway.core.data_files import BadData
from breakaway.core.language import Names, many
from breakaway.core.state import copy
from breakaway.display.document import Grid, Line, Part
from breakaway.games.football.files.cards import put_deck
from breakaway.games.football.game import line_of
from breakaway.games.football.lab import odds as one_play
from breakaway.games.football.lab.odds import (
    EXTRA_POINT,
    FREE_KICK_CALL,
    KICKOFF,
    LONGEST,
    OFFENSE,
    ONSIDE,
    TRY_LINE,
    PlayOdds,
    Situation,
    SituationOdds,
    total,
)
from breakaway.games.football.rules import cards_and_clock, play, terms
from breakaway.games.football.rules.events import BOOK
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, FREE_KICK, GOAL, KICK, OVER, PLAYS
from breakaway.games.football.text import names as called_as
from breakaway.games.football.text.orders import ACTIONS, call_text, parse_call, parse_game_day, parse_play, play_text
from breakaway.games.football.text.words import FootballWords
from breakaway.lab.odds import Answer, Dominated, Equilibrium, Made, dominated, solve
from breakaway.testing.cases import BadCase

# --- Reads the options of `breakaway odds football`: situation, calls and defenses, as people type them.


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


# --- Football's odds as parts of a document and as JSON.


RARE = Fraction(1, 500)  # rarer outcomes of kicks, turnovers and returns are put into one row
SHOWN = 0.0005  # choices with a smaller share of the mix are not listed
COLUMNS = 8  # defenses side by side in a table
POLICY = Line(
    "Every decision inside the play (about flags, Holding, the choice between event and corner, Force Turnover and "
    "icing) is the one that wins most often."
)
COUNTED = (
    Line(
        "Turnover: a fumble or an interception, no matter who has the ball afterwards. First down: without touchdowns."
    ),
    Line("Mean lines: turnovers and returns count as 0, penalties with the lines that they move the ball."),
)
MEASURES = (
    ("mean lines", "mean_lines", 1, 2),
    ("first down, %", "first_down", 100, 1),
    ("touchdown, %", "touchdown", 100, 1),
    ("turnover, %", "turnover", 100, 1),
)  # title, field, factor, decimals
WON = {
    "neither": "neither side's breakaway",
    "offense": "an Offense Breakaway",
    "defense": "a Defense Breakaway",
}


def percent(p: Fraction | float) -> str:
    """A probability in percent."""
    return f"{100 * float(p):.1f}%"


def situation_text(config: FootballConfig, names: Names, at: Situation, has_down: bool = True) -> str:
    """The situation in one line. A kickoff or an extra point has no down."""
    teams = " v ".join(str(team) for team in names["teams"])
    place = f"{called_as.ordinal(at.down)} and {at.marker - at.line} at {called_as.spot(at.line)}"
    if at.two_point:
        place = f"a two-point try at {called_as.spot(at.line)}"
    place = f"{place}, " if has_down else ""
    cards = many("{n} card", "{n} cards", at.cards)
    flags = f", flags {at.flags[0]} and {at.flags[1]}" if any(at.flags) else ", no flags ready"
    return (
        f"{teams}, {place}{called_as.quarter(at.quarter)}, {at.score[0]}-{at.score[1]}, "
        f"{cards} left{flags}; {deck_left(config, at)} Game Day cards"
    )


def deck_left(config: FootballConfig, at: Situation) -> int:
    """The number of Game Day cards that the next draw chooses from. An empty deck is refilled first."""
    return sum(config.copies) - len(at.drawn) or sum(config.copies)


def odds_parts(odds: PlayOdds, call: Choice, defense: Choice | None) -> list[Part]:
    """All outcomes of one play."""
    head = call.name
    if odds.is_play and defense:
        head = f"{call.name} against {defense.name}: {WON[odds.winner]}, base {odds.base}"
        if odds.is_illegal:
            head = f"{call.name} is not allowed here (BF-080, BF-081): one line back, and the down is repeated"
    lines = []
    if not odds.is_kick:
        shares = [("first down", odds.first_down), ("touchdown", odds.touchdown), ("turnover", odds.turnover)]
        shares += [("penalty", odds.penalty)] if odds.penalty else []
        listed = ", ".join(f"{name} {percent(p)}" for name, p in shares)
        lines.append(f"{listed}; mean {float(odds.mean_lines):.2f} lines")
    lines.append(
        f"the other side has the ball or has scored: {percent(odds.lost)}; mean {float(odds.mean_points):+.2f} points"
    )
    lines.append(
        f"chance of winning for the offense: {percent(odds.winning_before)} before, {percent(odds.winning)} on average "
        "after (docs/winning.md)"
    )
    if odds.spread.left:
        lines.append(
            f"After {LONGEST} cards, a share of {float(odds.spread.left):.3g} is still open, so these odds are bounds "
            "and not exact."
        )
    else:
        lines.append("The chances sum to exactly 1.")
    counted = () if odds.is_kick else COUNTED
    return [Line(head), Line(), outcomes(odds), Line(), *map(Line, lines), Line(), *counted, POLICY]


def outcomes(odds: PlayOdds) -> Grid:
    """The outcomes with their probabilities. Rare outcomes that are not measured in lines share a row."""
    rare = [each for each in odds.outcomes if each.lines is None and each.p < RARE]
    shown = [each for each in odds.outcomes if len(rare) < 2 or each not in rare]
    rows = [(each.lines, each.text, each.p) for each in shown]
    if len(rare) > 1:
        rows.append((None, f"{len(rare)} more, each below {percent(RARE)}", total(each.p for each in rare)))
    cells = [("" if lines is None else str(lines), text, percent(p), str(p)) for lines, text, p in rows]
    if odds.is_kick:  # its outcomes have no lines
        return Grid("", ("", "", "chance"), [row[1:] for row in cells], right=(1,))
    return Grid("", ("lines", "", "", "chance"), cells, right=(0, 2))


def table_parts(calls: Sequence[Choice], defenses: Sequence[Choice], odds: list[list[PlayOdds]]) -> list[Part]:
    """Each call against each defense, in tables with one measure each."""
    heads = [each.cards[0] if each.cards else f"d{i}" for i, each in enumerate(defenses, 1)]
    parts: list[Part] = [Line("Defenses (and cards with the same call)")]
    for head, each in zip(heads, defenses, strict=True):
        parts.append(Line(f"{', '.join(each.cards[1:])}{'; ' * (len(each.cards) > 1)}{each.text}", f"  {head}: "))
    for title, name, times, decimals in MEASURES:
        for at in range(0, len(heads), COLUMNS):
            rows = [
                [call.name, *(f"{times * float(getattr(each, name)):.{decimals}f}" for each in row[at : at + COLUMNS])]
                for call, row in zip(calls, odds, strict=True)
            ]
            parts += [Line(), Grid(title, ["", *heads[at : at + COLUMNS]], rows)]
    return [*parts, Line(), *COUNTED, POLICY]


def short(choice: Choice) -> str:
    """The card of a choice or, if it has no card, its text."""
    return choice.cards[0] if choice.cards else choice.text


def equilibrium_parts(names: Names, games: Sequence[Formation], defenses: Sequence[Choice]) -> list[Part]:
    """Each formation's worth, both sides' mixes of choices, and the dominated choices."""
    parts: list[Part] = [
        Line(
            "The defense sees the offense's formation before it calls, so each formation is a separate game. "
            "The best comes first."
        )
    ]
    for game in games:
        title = f"{called_as.formation(names, OFFENSE, game.formation)}: worth {game.found.value:+.3f} points"
        parts += [Line(), Line(title, style="bold")]
        parts += [_mix("the offense calls", game.calls, game.found.rows)]
        parts += [_mix("the defense calls", defenses, game.found.columns)]
        for what, choices, worse in (
            ("call", game.calls, game.worse_calls),
            ("defense", defenses, game.worse_defenses),
        ):
            for each in worse:
                by = " ".join(short(choices[i]) for i in each.mix)
                by = by if len(each.mix) == 1 else f"a mix of {by}"
                parts.append(
                    Line(f"dominated {what}: {choices[each.choice].name}, by {by}: {each.by:.3f} points or more")
                )
    gap = max(1e-9, *(game.found.gap for game in games))
    worth = (
        f"Neither side gains more than {gap:.0e} points with another mix. Worth: points scored in the play, and what "
        "the resulting position is worth (games/football/lab/odds_command.py). Audibles are left out."
    )
    return [*parts, Line(), Line(worth), POLICY]


def _mix(title: str, choices: Sequence[Choice], mix: Sequence[float]) -> Grid:
    used = sorted(((p, choice.name) for p, choice in zip(mix, choices, strict=True) if p > SHOWN), reverse=True)
    return Grid("", ["", title], [[percent(p), name] for p, name in used], right=(0,))


# --- JSON


def exact(p: Fraction) -> dict[str, Any]:
    """A probability or mean, as a fraction and as a decimal."""
    return {"exact": str(p), "decimal": float(p)}


def situation_json(config: FootballConfig, names: Names, at: Situation) -> dict[str, Any]:
    """The situation as data for JSON."""
    return {
        "teams": list(names["teams"]),
        "line": at.line,
        "ball": called_as.spot(at.line),
        "down": at.down,
        "to_go": at.marker - at.line,
        "quarter": at.quarter,
        "score": list(at.score),
        "flags": list(at.flags),
        "time_outs": list(at.time_outs),
        "cards": at.cards,
        "deck": deck_left(config, at),
        "two_point": at.two_point,
    }


def summary_json(odds: PlayOdds) -> dict[str, Any]:
    """The measures of one play as data for JSON."""
    measures = {name: exact(getattr(odds, name)) for name in ("first_down", "touchdown", "turnover", "penalty", "lost")}
    means = {"mean_lines": exact(odds.mean_lines), "mean_points": exact(odds.mean_points)}
    matchup = {"winner": odds.winner, "base": odds.base} if odds.is_play and not odds.is_illegal else {}
    return {**matchup, **measures, **means, "left_open": exact(odds.spread.left)}


def odds_json(odds: PlayOdds) -> dict[str, Any]:
    """The measures and all outcomes of one play as data for JSON."""
    outcomes = [{"result": each.text, "lines": each.lines, **exact(each.p)} for each in odds.outcomes]
    winning = {"before": odds.winning_before, "after": odds.winning}
    return {**summary_json(odds), "winning": winning, "outcomes": outcomes}


def equilibrium_json(games: Sequence[Formation], defenses: Sequence[Choice]) -> list[dict[str, Any]]:
    """The game of each formation as data for JSON, starting with the offense's best formation."""
    return [
        {
            "formation": called_as.CLASSES[game.formation],
            "value": game.found.value,
            "gap": game.found.gap,
            "calls": {call.name: p for call, p in zip(game.calls, game.found.rows, strict=True)},
            "defenses": {each.name: p for each, p in zip(defenses, game.found.columns, strict=True)},
            "dominated_calls": [game.calls[each.choice].name for each in game.worse_calls],
            "dominated_defenses": [defenses[each.choice].name for each in game.worse_defenses],
            "payoff": game.payoff,
        }
        for game in games
    ]


# --- Answers `breakaway odds football`: one call against one defense, a table of all calls and defenses, or the
# equilibrium.


def answer(made: Made, typed: dict[str, Any], equilibrium: bool, as_json: bool) -> Answer:
    """The odds that the `typed` options ask for, or the `equilibrium`: as parts of a document or, with `as_json`, as
    data for JSON.

    `made` returns the config and the names. Raises BadData for impossible options.
    """
    config, names = made()
    asked_for = SituationOptions(**typed)
    at = situation(asked_for)
    config = with_deck(config, asked_for)
    config, calls = offense_choices(config, names, asked_for)
    config, defenses = defense_choices(config, names, asked_for)
    for call in calls:
        check(config, names, at, call, asked_for, len(calls))
    asked = SituationOdds(config, at)
    if equilibrium:
        return _equilibrium(asked, names, calls, defenses, as_json)
    if calls[0].code >= PLAYS or (len(calls) == 1 and len(defenses) == 1):
        return _one(asked, names, calls[0], defenses[0] if calls[0].code < PLAYS else None, as_json)
    return _table(asked, names, calls, defenses, as_json)


def check(
    config: FootballConfig, names: Names, at: Situation, call: Choice, typed: SituationOptions, count: int
) -> None:
    """Raises BadData if this call is not allowed in the situation, or does not fit the other `typed` options.

    `at` is the situation. `count` is the number of calls that the user asks about.
    """
    if call.code >= PLAYS and (count > 1 or typed.defense or typed.against):
        raise BadData(
            f"--call: the defense makes no call against {call.text!r}; "
            "leave out --defense, --against and any other --call"
        )
    named = typed.call or typed.offense
    refused = one_play.refuse(config, at, call.code) if named else 0
    if refused:
        view = one_play.position(config, at)
        view.phase = CALL
        rule = BOOK.id_of(refused)
        why = FootballWords().refusal(rule, [call.code, 0], 0, names, config, view, OFFENSE)
        raise BadData(f"--call: {call.name}: {why} ({rule})")


def legal(config: FootballConfig, at: Situation, calls: Sequence[Choice]) -> list[Choice]:
    """The plays that are legal with the ball on this line. Raises BadData if no play is legal."""
    found = [
        each
        for each in calls
        if each.code < PLAYS and not play.illegal_by(config, at.line, config.play_type[OFFENSE][each.code])
    ]
    if not found:
        raise BadData("--call: the rules forbid all of these plays from this yard line; choose other plays")
    return found


def once(calls: Sequence[Choice]) -> list[Choice]:
    """The calls, with each play listed only once even if several formations have it."""
    found: dict[str, Choice] = {}
    for each in calls:
        same = found.get(each.text)
        found[each.text] = Choice(same.code, each.text, same.cards + each.cards) if same else each
    return list(found.values())


def _one(asked: SituationOdds, names: Names, call: Choice, defense: Choice | None, as_json: bool) -> Answer:
    odds: PlayOdds = asked.odds_of(call.code, defense.code if defense else 0)
    if not as_json:
        head = situation_text(asked.config, names, asked.at, call.code not in one_play.WITHOUT_DOWN)
        return [Line(head), *odds_parts(odds, call, defense)]
    found = {"call": call.name, "against": defense.name if defense else None, **odds_json(odds)}
    return _json(asked, names, found)


def _table(asked: SituationOdds, names: Names, calls: list[Choice], defenses: list[Choice], as_json: bool) -> Answer:
    calls, head = once(legal(asked.config, asked.at, calls)), _head(asked, names, calls)
    odds = [[asked.play(call.code, each.code) for each in defenses] for call in calls]
    if not as_json:
        return [*head, *table_parts(calls, defenses, odds)]
    rows = [
        {"call": call.name, "against": each.name, **summary_json(odds[i][j])}
        for i, call in enumerate(calls)
        for j, each in enumerate(defenses)
    ]
    return _json(asked, names, {"table": rows})


def _equilibrium(
    asked: SituationOdds, names: Names, calls: list[Choice], defenses: list[Choice], as_json: bool
) -> Answer:
    try:
        games = formations(asked, legal(asked.config, asked.at, calls), defenses, worth)
    except ModuleNotFoundError:
        raise BadData("--equilibrium needs SciPy; install it with: pip install 'breakaway[lab]'") from None
    if as_json:
        return _json(asked, names, {"equilibrium": equilibrium_json(games, defenses)})
    return [*_head(asked, names, calls), *equilibrium_parts(names, games, defenses)]


def _head(asked: SituationOdds, names: Names, calls: list[Choice]) -> list[Part]:
    """Lines that describe the situation and list the plays that were left out."""
    allowed = legal(asked.config, asked.at, calls)
    out = [each.name for each in once([each for each in calls if each not in allowed])]
    found = Line(situation_text(asked.config, names, asked.at))
    return [found, Line(f"Left out, because the rules forbid them on this line: {', '.join(out)}")] if out else [found]


def _json(asked: SituationOdds, names: Names, found: dict[str, Any]) -> dict[str, Any]:
    return {"game": "football", "situation": situation_json(asked.config, names, asked.at), **found}


# --- The worth of a position to a side at the end of a play, in points.
#
# Equilibria use this worth as their payoff; the rules do not use it. Callers need only `worth`, which adds the points
# scored to the average worth of the resulting position in matches between sheets. balance.py measures this average, and
# worth.toml stores it.


Worth: TypeAlias = Callable[[Football, Football], float]  # takes the position before the play and the one after it
TABLE = Path(__file__).with_name("worth.toml")


@cache
def measured() -> dict[str, Any]:
    """The data file's table: `try`, `kickoff` and `free_kick` in points, `to_10` and other markers by down and line."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def field_worth(line: int, down: int, to_go: int) -> float:
    """The points that the side with the ball scores before the half ends, minus the other side's.

    `line` is counted from the goal of the side with the ball, from 1 to 19.
    """
    at = min(GOAL, line + to_go)
    marker = next(each for each in (4, 10, 16, GOAL) if each >= at)
    return float(measured()[f"to_{marker}"][down - 1][min(line, marker - 1) - 1])


def worth(before: Football, after: Football) -> float:
    """The points for the side that had the ball before the play, plus the worth of the position after it.

    After the last card of a half, the position is worth nothing.
    """
    points = _lead(after) - _lead(before)
    side = 1 if after.offense == OFFENSE else -1
    last_card = cards_and_clock.half_ends_with_quarter(before) and cards_and_clock.cards_in_hand(before, OFFENSE) <= 1
    if after.phase == OVER or (last_card and after.try_down == 0):
        return float(points)
    if after.try_down == 1:
        return points + side * float(measured()["try"])
    if after.then == KICK:
        return points + side * float(measured()["kickoff"])
    if after.then == FREE_KICK:
        return points + side * float(measured()["free_kick"])
    return points + side * field_worth(after.line, after.down, after.marker - after.line)


def _lead(s: Football) -> int:
    return s.score[OFFENSE] - s.score[1 - OFFENSE]


# --- The equilibrium of a situation: how often each side should make each call.
#
# The defense sees the offense's formation before it calls. Each formation is therefore a separate game, and the offense
# lines up in the formation with the highest value. Audibles are left out.


@dataclass(frozen=True)
class Formation:
    """The game of one formation: calls in rows, defenses in columns, payoffs in points for the offense."""

    formation: int
    calls: list[Choice]
    payoff: list[list[float]]
    found: Equilibrium
    worse_calls: list[Dominated]
    worse_defenses: list[Dominated]


def expected_worth(odds: PlayOdds, worth: Worth) -> float:
    """The mean worth of a play over all its outcomes."""
    return sum(float(end.p) * worth(odds.before, end.state) for end in odds.spread.ends)


def formations(
    asked: SituationOdds, calls: Sequence[Choice], defenses: Sequence[Choice], worth: Worth
) -> list[Formation]:
    """The game of each formation, starting with the offense's best formation."""
    found = []
    by_class = asked.config.card_formation[OFFENSE]
    for formation in sorted({by_class[call.code // 2] for call in calls}):
        ours = [call for call in calls if by_class[call.code // 2] == formation]
        payoff = [[expected_worth(asked.play(call.code, each.code), worth) for each in defenses] for call in ours]
        theirs = [[-each for each in column] for column in zip(*payoff, strict=True)]
        found.append(Formation(formation, ours, payoff, solve(payoff), dominated(payoff), dominated(theirs)))
    return sorted(found, key=lambda each: -each.found.value)
