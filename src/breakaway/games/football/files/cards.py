"""The printed cards of all teams: the deck, the matchups and the Hail Mary."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import Field

from breakaway.core.data_files import BadData, Strict, checked, read_toml
from breakaway.core.language import say
from breakaway.games.football.rules.scoring import next_marker
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import (
    DECK,
    DEFENSE_TYPES,
    DEFENSE_WINS,
    GOAL,
    NEITHER,
    NO_EVENT,
    NONE,
    OFFENSE_WINS,
    TYPES,
)
from breakaway.games.football.text.orders import KIND_CODES, GameDay, event_text, find_name, parse_game_day

# --- What all card and sheet files share: levels of evidence, and errors that name file, card and field.


DATA = Path(__file__).parents[1] / "data"

Evidence = Literal["printed", "derived", "public", "ours"]
T = TypeVar("T")


class Faults:
    """Collects the mistakes in a file, so that its author sees all of them at once."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.found: list[str] = []

    def add(self, path: str, message: str) -> None:
        """Records one mistake, or one for each line of the message."""
        self.found += [f"{self.where}: {path}: {line}" for line in message.split("\n")]

    def attempt(self, path: str, instead: T, read: Callable[..., T], *given: Any) -> T:
        """The result of `read(*given)`.

        If `read` raises ValueError, records the mistake under `path` and returns `instead`.
        """
        try:
            return read(*given)
        except ValueError as error:
            self.add(path, str(error))
            return instead

    def stop(self) -> None:
        """Raises BadData if there were mistakes."""
        if self.found:
            raise BadData("\n".join(self.found))


def check_attested(attested: dict[str, Evidence], data: dict[str, Any], where: str) -> None:
    """Checks that each exception to a file's level of evidence names an entry in the file's `data`, such as
    `offense_sheet/codes` or `offense/4`.

    Raises BadData if an exception names no entry. `where` names the file.
    """
    faults = Faults(where)
    for path in attested:
        here: Any = data
        for part in path.split("/"):
            if isinstance(here, dict) and part in here:
                here = here[part]
            elif isinstance(here, list) and part.isdecimal() and 1 <= int(part) <= len(here):
                here = here[int(part) - 1]
            else:
                faults.add(
                    f"attested: {path}",
                    f"the file does not have {part!r}; write a path such as 'offense/4' or 'defense/2'",
                )
                break
    faults.stop()


# --- Reads deck.toml: the Game Day cards.


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


# --- Reads matchups.toml: the types of plays and defenses, which type beats which, and the spy table.


SPY_COLUMNS = ["Eagle run", "Eagle pass", "Stunt run", "Stunt pass", "Twist run", "Twist pass"]
RESULTS = {"neither": NEITHER, "offense": OFFENSE_WINS, "defense": DEFENSE_WINS}


class OffenseType(Strict):
    """A type of play."""

    name: str = Field(min_length=1, max_length=30, pattern=r"^[A-Za-z]")
    kind: Literal["run", "pass"]
    evidence: Evidence | None = None


class DefenseType(Strict):
    """A type of defense: the plays that it beats, the plays that beat it, and the evidence for these results."""

    name: str = Field(min_length=1, max_length=30)
    wins: list[str]
    loses: list[str]
    evidence: Evidence | None = None
    attested: dict[str, Evidence] = Field(default_factory=dict)


class SpyTable(Strict):
    """The spy table, with a row for each roll of the die from 1 to 6."""

    evidence: Evidence | None = None
    columns: list[str]
    rows: list[list[str]] = Field(min_length=6, max_length=6)


class MatchupFile(Strict):
    """The contents of matchups.toml."""

    evidence: Evidence
    long: str
    medium: str
    prevent: str
    offense: list[OffenseType] = Field(min_length=TYPES, max_length=TYPES)
    defense: list[DefenseType] = Field(min_length=DEFENSE_TYPES, max_length=DEFENSE_TYPES)
    spy: SpyTable


class Matchups(NamedTuple):
    """The types by name, and the tables as numbers."""

    types: tuple[str, ...]
    kinds: tuple[int, ...]
    defense_types: tuple[str, ...]
    chart: tuple[tuple[int, ...], ...]  # defense x offense
    spy: tuple[tuple[int, ...], ...]  # die x column
    long: int
    medium: int
    prevent: int
    file: MatchupFile

    def kind(self, play_type: int) -> int:
        """The kind of a type of play: RUN or PASS."""
        return self.kinds[play_type]


def read_matchups(path: Path) -> Matchups:
    """Reads the types, the chart and the spy table from a file. Raises BadData."""
    file = checked(MatchupFile, read_toml(path), path.name)
    faults = Faults(path.name)
    types, defense_types = [t.name for t in file.offense], [t.name for t in file.defense]
    for what, names in (("offense", types), ("defense", defense_types)):
        for name in {name for name in names if sum(name.casefold() == other.casefold() for other in names) > 1}:
            faults.add(what, f"two types are named {name!r}; rename one")

    def number(path: str, name: str, names: list[str], what: str) -> int:
        return faults.attempt(path, 0, find_name, name, names, what)

    matchups = Matchups(
        types=tuple(types),
        kinds=tuple(KIND_CODES[t.kind] for t in file.offense),
        defense_types=tuple(defense_types),
        chart=tuple(_chart_row(defense, types, faults) for defense in file.defense),
        spy=_spy_rows(file.spy, defense_types, faults),
        long=number("long", file.long, types, "type of play"),
        medium=number("medium", file.medium, types, "type of play"),
        prevent=number("prevent", file.prevent, defense_types, "defense"),
        file=file,
    )
    faults.stop()
    return matchups


def _chart_row(defense: DefenseType, types: list[str], faults: Faults) -> tuple[int, ...]:
    """The result of a defense against each type of play."""
    row = [NEITHER] * len(types)
    for field, names, result in (("wins", defense.wins, DEFENSE_WINS), ("loses", defense.loses, OFFENSE_WINS)):
        for name in names:
            where = f"defense {defense.name!r}: {field}"
            found = faults.attempt(where, NONE, find_name, name, types, "type of play")
            if found != NONE and row[found] not in (NEITHER, result):
                faults.add(where, f"{name!r} is under both wins and loses; choose one")
            elif found != NONE:
                row[found] = result
    for name in defense.attested:
        faults.attempt(f"defense {defense.name!r}: attested", 0, find_name, name, types, "type of play")
    return tuple(row)


def _spy_rows(spy: SpyTable, defense_types: list[str], faults: Faults) -> tuple[tuple[int, ...], ...]:
    """The spy table as numbers."""
    if spy.columns != SPY_COLUMNS:
        faults.add("spy: columns", f"expected {', '.join(SPY_COLUMNS)}, in this order")
    rows = []
    for die, row in enumerate(spy.rows, start=1):
        if len(row) != len(SPY_COLUMNS):
            faults.add(f"spy: row {die}", f"expected {len(SPY_COLUMNS)} names or '-', not {len(row)}")
            continue
        names = ["-", *defense_types]
        numbers = [faults.attempt(f"spy: row {die}", 0, find_name, cell, names, "defense") for cell in row]
        rows.append(tuple(number - 1 if number else NONE for number in numbers))
    return tuple(rows)


@cache
def our_matchups() -> Matchups:
    """The matchups that ship with the game."""
    return read_matchups(DATA / "matchups.toml")


def put_matchups(config: FootballConfig, matchups: Matchups) -> None:
    """Writes the types, the chart and the spy table into the config."""
    config.type_kind = list(matchups.kinds)
    config.long_type, config.medium_type, config.prevent_type = matchups.long, matchups.medium, matchups.prevent
    config.matchup = [list(row) for row in matchups.chart]
    config.spy = [list(row) for row in matchups.spy]


# --- The number of cards that a Hail Mary draws (BF-R35), as players write it and as a number for each line.


MARKERS = (4, 10, 16, GOAL)  # first-down lines; each ends a zone of the field
ZONES, LINES = len(MARKERS), GOAL - 1
MOST_HAIL_MARY_CARDS = 5


class HailMaryTable(Strict):
    """A named table of how many cards a Hail Mary draws in each zone."""

    evidence: Evidence
    cards: list[int] = Field(min_length=ZONES, max_length=ZONES)


@cache
def hail_mary_tables() -> dict[str, HailMaryTable]:
    """The tables that `hail_mary_cards` can name. Raises BadData."""
    found = read_toml(DATA / "hail_mary.toml")
    return {name: checked(HailMaryTable, table, f"hail_mary.toml: {name}") for name, table in found.items()}


def read_hail_mary_cards(given: Any) -> int | list[int] | str:
    """Checks a value for `hail_mary_cards` and returns it in its standard form. Raises ValueError.

    The value may be one number of cards, a number for each zone or line (as a list or as `1/1/2/3`), or the name of a
    table.
    """
    if isinstance(given, str) and given.strip().casefold() in hail_mary_tables():
        return given.strip().casefold()
    listed = given if isinstance(given, list) else numbers_in(given) if isinstance(given, str) else [given]
    right = all(type(each) is int and 1 <= each <= MOST_HAIL_MARY_CARDS for each in listed)
    if not right or len(listed) not in ((ZONES, LINES) if isinstance(given, list) else (1, ZONES, LINES)):
        raise ValueError(
            say(
                "expected a number of cards from 1 to {most}; or a number for each of the field's {zones} zones "
                "(1/1/2/3) or {lines} lines; or the name of a table: {names}",
                most=MOST_HAIL_MARY_CARDS,
                zones=ZONES,
                lines=LINES,
                names=", ".join(hail_mary_tables()),
            )
        )
    if isinstance(given, str):
        return listed[0] if len(listed) == 1 else "/".join(map(str, listed))
    return given  # type: ignore[no-any-return]


def numbers_in(text: str) -> list[int]:
    """The numbers in `1/1/2/3`, with 0 for each part that is not a number."""
    parts = [each.strip() for each in text.split("/")]
    return [int(each) if each.isascii() and each.isdigit() and len(each) < 3 else 0 for each in parts]


def cards_by_line(cards: int | list[int] | str) -> list[int]:
    """For each line of the field, the number of cards that a Hail Mary draws there.

    Line 0 has the same number as line 1.
    """
    if isinstance(cards, str):
        cards = hail_mary_tables()[cards].cards if cards in hail_mary_tables() else numbers_in(cards)
    if isinstance(cards, int):
        return [cards] * GOAL
    if len(cards) == LINES:
        return [cards[0], *cards]
    return [cards[MARKERS.index(next_marker(line))] for line in range(GOAL)]
