"""The cards, charts and sheets that the owner of the boxed game has entered so far, in a folder of TOML files.

A set may have gaps. `put` fills them with our own cards as estimates and notes in the names of the match what nobody
has entered yet, so that the program asks for it as soon as a rule needs it. docs/box.md describes the files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from breakaway.core.chance import NeedsCell
from breakaway.core.data_files import BadData, quoted, read_toml, toml_in
from breakaway.core.game import Shape
from breakaway.core.language import Names, UserError, _, marked, say
from breakaway.core.state import copy
from breakaway.games.football.files.cards import (
    SIDES,
    SPY_COLUMNS,
    Faults,
    our_matchups,
    put_deck,
)
from breakaway.games.football.files.config import Library, names, our_deck, resolve
from breakaway.games.football.files.own_words import OPEN, SAID, known_text, open_parts, own_card_text, parse_own_card
from breakaway.games.football.files.teams import (
    SITUATIONS,
    TeamAbility,
    our_teams,
    parse_band,
    put_ability,
    team_ability,
)
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import (
    AS_DRAWN,
    AS_USUAL,
    CARDS,
    DECK,
    DEFENSE_TYPES,
    DEFENSE_WINS,
    DEFENSES,
    NEITHER,
    NO_EVENT,
    NONE,
    OFFENSE_WINS,
    SEATS,
    STATES,
    TYPES,
)
from breakaway.games.football.text.names import CLASSES, CODES, DISTANCES, DOWNS, PLANS, STRATEGIES
from breakaway.games.football.text.orders import (
    KIND_CODES,
    KIND_WORDS,
    Call,
    GameDay,
    Play,
    call_text,
    event_text,
    find_name,
    parse_call,
    parse_card,
    parse_play,
    play_text,
)
from breakaway.players.set_folders import is_set_name, write_texts
from breakaway.records.record_file import data_folder

# --- A set in memory. Cells that nobody has entered are missing from its tables.


CLASS_KEYS = ("run_heavy", "balanced", "pass_heavy")
MILESTONE_KEYS = ("own_20", "midfield", "their_20", "goal")
LEAST, MOST = 2, STATES - 1  # Game States that can occur


@dataclass
class OwnCard:
    """An offense card: the class of its formation, and its two plays. A play that nobody has seen yet is None."""

    formation: int
    plays: list[Play | None]


@dataclass
class OwnDefense:
    """A defense card: its formation and its one or two calls."""

    formation: str
    calls: list[Call]


@dataclass
class OwnTeam:
    """What is known of a team's cards and sheets. A card that nobody has seen yet is None."""

    id: str
    name: str
    formations: list[str] = field(default_factory=lambda: list(CLASSES))
    ability: TeamAbility = field(default_factory=lambda: TeamAbility(name="none"))
    offense: list[OwnCard | None] = field(default_factory=list)
    defense: list[OwnDefense] = field(default_factory=list)
    fourth: dict[int, int] = field(default_factory=dict)
    front: dict[int, int] = field(default_factory=dict)
    back: dict[int, tuple[str, Call]] = field(default_factory=dict)
    chart: dict[int, int] = field(default_factory=dict)
    plan: dict[int, int] = field(default_factory=dict)
    late: dict[int, int] = field(default_factory=dict)
    codes: dict[int, int] = field(default_factory=dict)
    plays: dict[int, Play | None] = field(default_factory=dict)  # None: the play of the drawn card

    @property
    def is_whole(self) -> bool:
        """Whether all cards with which somebody plays this team are known."""
        seen = [card for card in self.offense if card is not None and None not in card.plays]
        return len(seen) == CARDS and bool(self.defense)

    def place_of(self, formation: int, play: Play) -> int:
        """The number of this play among the plays of the team's cards, or NONE."""
        for at, card in enumerate(self.offense):
            if card is not None and card.formation == formation and play in card.plays:
                return 2 * at + card.plays.index(play)
        return NONE

    def add_play(self, formation: int, play: Play) -> None:
        """Notes that a card of this formation has this play, although nobody has seen the card's other play.

        Raises ValueError if all cards are known and none has the play.
        """
        if self.place_of(formation, play) != NONE:
            return
        of_class = [card for card in self.offense if card is not None and card.formation == formation]
        is_full = len(of_class) >= CARDS // 3
        halves = [card for card in of_class if None in card.plays]
        if is_full and halves:
            halves[0].plays[halves[0].plays.index(None)] = play
        else:
            self.add_card(OwnCard(formation, [play, None]))

    def add_card(self, card: OwnCard, free: Sequence[int] = range(CARDS)) -> int:
        """Puts a card into the first of the `free` places. Returns the place. Raises ValueError if there is none."""
        half = self._half(card)
        if half is not None:
            self.offense[half] = card
            return half
        for at in free:
            if at >= len(self.offense) or self.offense[at] is None:
                self.offense += [None] * (at + 1 - len(self.offense))
                self.offense[at] = card
                return at
        if None in self.offense or len(self.offense) < CARDS:
            raise ValueError("you have entered every card in your hand; name one of them, or correct the wrong one")
        raise ValueError(f"all {CARDS} offense cards of {self.name} are known already; correct the card that is wrong")

    def _half(self, card: OwnCard) -> int | None:
        """A card of which one play is known, and which this card completes."""
        if None in card.plays:
            return None
        for at, known in enumerate(self.offense):
            if known is not None and known.formation == card.formation and None in known.plays:
                seen = [play for play in known.plays if play is not None]
                if all(play in card.plays for play in seen):
                    return at
        return None


@dataclass
class OwnSet:
    """Everything that is known of a box: the Game Day cards, the chart of matchups, the spy table, and the teams."""

    folder: Path
    types: list[str] = field(default_factory=lambda: list(our_matchups().types))
    kinds: list[int] = field(default_factory=lambda: list(our_matchups().kinds))
    defense_types: list[str] = field(default_factory=lambda: list(our_matchups().defense_types))
    chart: dict[tuple[int, int], int] = field(default_factory=dict)
    spy: dict[tuple[int, int], int] = field(default_factory=dict)
    cards: list[tuple[str, GameDay]] = field(default_factory=list)
    teams: dict[str, OwnTeam] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What people call the set: the name of its folder."""
        return self.folder.name

    def team(self, id_: str) -> OwnTeam:
        """A team of the set. A team that is not in the set yet begins empty."""
        if id_ not in self.teams:
            team = OwnTeam(id_, id_.replace("_", " ").replace("-", " ").title())
            if id_ in our_teams():  # names and abilities, which are public
                ours = Library().team(id_)
                team.name, team.formations, team.ability = ours.file.name, list(ours.formations), ours.file.ability
            self.teams[id_] = team
        return self.teams[id_]

    def unused_types(self) -> list[int]:
        """The types of play that nothing in the set names, and that no rule names either."""
        used = {play.type for team in self.teams.values() for play in plays_of(team)} | {at[1] for at in self.chart}
        matchups = our_matchups()
        return [at for at in range(TYPES) if at not in used and at not in (matchups.long, matchups.medium)]

    def unused_defenses(self) -> list[int]:
        """The types of defense that nothing in the set names, and that no rule names either."""
        used = {call.type for team in self.teams.values() for call in calls_of(team)} | {at[0] for at in self.chart}
        used |= {*self.spy.values(), our_matchups().prevent}
        return [at for at in range(DEFENSE_TYPES) if at not in used]


def plays_of(team: OwnTeam) -> Iterator[Play]:
    """All plays that are known of a team."""
    for card in team.offense:
        yield from (play for play in (card.plays if card else ()) if play is not None)
    yield from (play for play in team.plays.values() if play is not None)


def calls_of(team: OwnTeam) -> Iterator[Call]:
    """All calls that are known of a team."""
    for card in team.defense:
        yield from card.calls
    yield from (call for _, call in team.back.values())


# --- Where sets are kept.


USUAL_SET = "my-box"


def folder_of_set(named_: str) -> Path:
    """The folder of a set: the one that was named by its path, or else a folder of this name in the data folder."""
    if "/" in named_ or "\\" in named_ or Path(named_).is_dir():
        return Path(named_).expanduser().resolve()
    if not is_set_name(named_):
        raise UserError(
            say("--box: a set's name may have only letters, digits, - and _, not {name}", name=repr(named_[:40]))
        )
    return data_folder() / "sets" / named_


# --- What nobody has entered yet, and how much of a set is known.


Share: TypeAlias = tuple[str, int, int]  # what, how many are known, of how many
BACKS, CHARTS, CODED, COLUMNS, PLAYED = 54, 54, 18, len(SPY_COLUMNS), 36
FRONTS = 3 * (MOST + 1 - LEAST) * 6


def shares(own: OwnSet, without: Sequence[str] = ()) -> list[Share]:
    """How many Game Day cards and matchups are known, and the same for each team's cards and sheets.

    `without`: the ids of teams that are not told of.
    """
    found = [
        (_("Game Day cards"), len(own.cards), DECK),
        (_("matchup chart"), len(own.chart), TYPES * DEFENSE_TYPES),
        (_("spy table"), len(own.spy), 6 * COLUMNS),
    ]
    for team in own.teams.values():
        found += team_shares(team) if team.id not in without else []
    return found


def team_shares(team: OwnTeam) -> list[Share]:
    """How much is known of a team. A card of which one play is known counts as not known."""
    whole = sum(card is not None and None not in card.plays for card in team.offense)
    offense = len(team.chart) + len(team.plan) + len(team.late) + len(team.codes) + len(team.plays)
    most = CHARTS + MOST + 1 - LEAST + 3 + CODED + PLAYED
    return [
        (say("{team}, offense cards", team=team.name), whole, CARDS),
        (say("{team}, defense cards", team=team.name), len(team.defense), DEFENSES),
        (
            say("{team}, defense sheet", team=team.name),
            len(team.front) + len(team.back) + len(team.fourth),
            FRONTS + BACKS + 4,
        ),
        (say("{team}, offense sheet", team=team.name), offense, most),
    ]


def unseen_parts(own: OwnSet, without: Sequence[str] = (), called: Names | None = None) -> list[str]:
    """What nobody has entered yet, part by part, so that its owner can look it up.

    `without`: the ids of teams that are not told of. `called`: the names as the reader may know them, if some of the
    set's are still hidden.
    """
    found, known_as = [], called or {"types": own.types, "defense_types": own.defense_types}
    types: Sequence[str] = known_as["types"]
    for title, card in own.cards:
        if parts := open_parts(card):
            found.append(f"{title or known_text(card)}: {'; '.join(_(SAID[part]) for part in parts)}")
    for d, name in enumerate(known_as["defense_types"]):
        missing = [types[t] for t in range(TYPES) if (d, t) not in own.chart]
        if missing:
            listed = _("all") if len(missing) == TYPES else ", ".join(missing)
            found.append(say("Matchups of {defense}: {types}", defense=name, types=listed))
    for team in [team for team in own.teams.values() if team.id not in without]:
        halves = [card for card in team.offense if card is not None and None in card.plays]
        for half in halves:
            known = ", ".join(play_text(play, own.types) for play in half.plays if play is not None)
            shown = f"{team.name}, {team.formations[half.formation]}: {known}"
            found.append(say("{card}: the play on its other side", card=shown))
        for at, formation in enumerate(CLASSES if team.front or team.back else ()):
            states = [
                s for s in range(LEAST, MOST + 1) if any((at * STATES + s) * 6 + d not in team.front for d in range(6))
            ]
            if states:
                says = marked("{team}, front of the defense sheet, {kind}: Game States {states}")
                found.append(say(says, team=team.name, kind=_(formation), states=_bands(states)))
            for s, strategy in enumerate(STRATEGIES):
                rolls = [str(d + 1) for d in range(6) if (at * 3 + s) * 6 + d not in team.back]
                if rolls:
                    says = marked("{team}, back of the defense sheet, {kind}, {strategy}: rolls {rolls}")
                    named = {"kind": _(formation), "strategy": strategy, "rolls": " ".join(rolls)}
                    found.append(say(says, team=team.name, **named))
    return found


# --- The match: its config and names, made of a set, with our own cards in place of what is missing.


CHARTED = ["fourth_target", "formation_chart", "strategy_by_state", "strategy_late", "code_chart", "code_play"]
SHEETS = ("front", "back_type", "back_run", "back_pass", "back_formation", *CHARTED)
EVENTS = ["copies", "event", "event_side", "event_kind", "event_value", "event_spot", "event_return"]
DECKS = (*EVENTS, "defense_corner", "offense_corner", "field_goal", "punt")
PLAYS = ["card_formation", "play_type", "play_strength", "play_low", "play_minimum"]
HANDS = (*PLAYS, "defenses", "defense_formation", "call_type", "call_run", "call_pass")
LEARNS = frozenset({"type_kind", "matchup", "spy", *DECKS, *HANDS, *SHEETS})
CELLS = ("front", "back_type", *CHARTED, "play_type")  # the tables by seat whose missing cells are asked for
PARTS = tuple(SAID)  # of a Game Day card: each is asked for when a rule reads it of the card that was drawn
GUARDS = {"event": ("event", "event_kind", "event_value", "event_spot", "event_return")}
UNSEEN: Shape = {  # the shape of what nobody has entered yet, in the names of a match
    "deck": [int],
    "matchup": ([int],) * DEFENSE_TYPES,
    "spy": ([int],) * 6,
    **{name: ([int],) * SEATS for name in CELLS},
    **{name: [int] for name in PARTS},
}
# A seat, a cell of `code_play`, and the play that the drawn card turned out to have. It is asked for again each time,
# because the next drawn card has another play.
Drawn: TypeAlias = tuple[int, int, Play]


def begin(
    own: OwnSet, home: str, away: str, sheets: tuple[int, ...], house: dict[str, Any]
) -> tuple[FootballConfig, Names, dict[str, Any]]:
    """The config, the names and the options of a match that is played with a set. Raises BadData."""
    ids = (home, away)
    stand_ins = _stand_ins(ids)
    config, options = resolve(*stand_ins, sheets, house)
    options["teams"] = [{"id": id_, "name": own.team(id_).name} for id_ in ids]
    options["box"] = own.name
    called = names(*stand_ins)
    called["teams"] = [own.team(id_).name for id_ in ids]
    called["abilities"] = [{"name": own.team(i).ability.name, "says": own.team(i).ability.says} for i in ids]
    for seat, id_ in enumerate(ids):
        put_ability(config, seat, own.team(id_).ability, own.types)
    called["defense_formations"] = []
    return *put(own, ids, config, called), options


def _stand_ins(ids: tuple[str, str]) -> tuple[str, str]:
    home, away = (id_ if id_ in our_teams() else usual for id_, usual in zip(ids, ("lightning", "fire"), strict=True))
    return home, away


def put(
    own: OwnSet, ids: tuple[str, str], config: FootballConfig, called: Names, drawn: Drawn | None = None
) -> tuple[FootballConfig, Names]:
    """The config and the names of a match between two teams of a set, with all that is known now.

    `config` and `called` are those that the match had. `drawn` is the play of the card that lies on the board.
    """
    made, stand_ins = copy(config), _stand_ins(ids)
    ours, words = resolve(*stand_ins)[0], names(*stand_ins)
    for name in LEARNS:
        setattr(made, name, getattr(ours, name))
    made.type_kind = list(own.kinds)
    unseen: dict[str, Any] = {name: [[], []] for name in CELLS}
    deck = our_deck()
    known = [card for _, card in own.cards]
    put_deck(made, (*map(_whole, known), *deck.cards[len(known) : DECK]))
    titles = [
        (title or f"card {at}") if card.event in (NO_EVENT, OPEN) else _titled(title, card)
        for at, (title, card) in enumerate(own.cards, 1)
    ]
    unseen |= {name: [at for at, card in enumerate(known) if getattr(card, name) == OPEN] for name in PARTS}
    unseen["deck"] = list(range(len(known), DECK))
    unseen["matchup"] = [[t for t in range(TYPES) if (d, t) not in own.chart] for d in range(DEFENSE_TYPES)]
    unseen["spy"] = [[c for c in range(COLUMNS) if (die, c) not in own.spy] for die in range(6)]
    for (d, t), won in own.chart.items():
        made.matchup[d][t] = won
    for (die, column), found in own.spy.items():
        made.spy[die][column] = found
    listed = list(called["defense_formations"])
    words |= {
        "types": list(own.types),
        "defense_types": list(own.defense_types),
        "deck": titles + [""] * len(unseen["deck"]),
    }
    for seat, id_ in enumerate(ids):
        _put_own(own, own.team(id_), made, words, seat, unseen, listed, drawn)
    words["defense_formations"] = listed
    return made, {**called, **words, "teams": called["teams"], "abilities": called["abilities"], "unseen": unseen}


def _whole(card: GameDay) -> GameDay:
    """A card with usual values in place of what nobody has looked up."""
    return card._replace(**{name: getattr(GameDay(), name) for name in open_parts(card)})


def _titled(title: str, card: GameDay) -> str:
    return f"{title} ({SIDES[card.side]} {event_text(card)})"


def _put_own(
    own: OwnSet,
    team: OwnTeam,
    config: FootballConfig,
    words: dict[str, Any],
    seat: int,
    unseen: dict[str, Any],
    listed: list[str],
    drawn: Drawn | None,
) -> None:
    """Writes one team of a set into the config and the names."""

    def number(formation: str) -> int:
        if formation not in listed:
            listed.append(formation)
        return listed.index(formation)

    words["formations"][seat] = list(team.formations)
    cards = [*team.offense, *[None] * (CARDS - len(team.offense))]
    classes = [card.formation if card else NONE for card in cards]
    for at, card in enumerate(cards):
        if classes[at] == NONE:  # a card that nobody has seen stands for one of the rarest class
            classes[at] = min(range(3), key=classes.count)
        plays = card.plays if card else [None, None]
        for side, play in enumerate(plays):
            code = 2 * at + side
            if play is None:
                unseen["play_type"][seat].append(code)
            else:
                config.play_type[seat][code], config.play_strength[seat][code] = play.type, play.strength
                config.play_low[seat][code], config.play_minimum[seat][code] = play.low, play.minimum
        texts = ["" if play is None else play_text(play, own.types) for play in plays]
        words["cards"][seat][at] = {"formation": team.formations[card.formation] if card else "", "plays": texts}
    config.card_formation[seat] = classes
    config.defenses[seat] = len(team.defense)
    config.call_type[seat] = [NONE] * (2 * DEFENSES)
    words["defenses"][seat] = []
    for at, defense in enumerate(team.defense):
        config.defense_formation[seat][at] = number(defense.formation)
        for side, call in enumerate(defense.calls):
            code = 2 * at + side
            config.call_type[seat][code], config.call_run[seat][code], config.call_pass[seat][code] = call
        texts = [call_text(call, own.defense_types) for call in defense.calls]
        words["defenses"][seat].append({"formation": defense.formation, "calls": texts})
    tables: list[tuple[str, Mapping[int, int], int]] = [
        ("front", team.front, 3 * STATES * 6),
        ("fourth_target", team.fourth, 4),
        ("formation_chart", team.chart, CHARTS),
        ("strategy_by_state", team.plan, STATES),
        ("strategy_late", team.late, 3),
        ("code_chart", team.codes, CODED),
    ]
    for name, known, size in tables:
        unseen[name][seat] = [at for at in range(size) if at not in known]
        for at, value in known.items():
            getattr(config, name)[seat][at] = value
    unseen["back_type"][seat] = [at for at in range(BACKS) if at not in team.back]
    config.back_formation[seat] = [number("?")] * BACKS
    for at, (formation, call) in team.back.items():
        config.back_type[seat][at], config.back_run[seat][at], config.back_pass[seat][at] = call
        config.back_formation[seat][at] = number(formation)
    for at in range(PLAYED):
        play = team.plays.get(at)
        if drawn is not None and drawn[:2] == (seat, at):
            play = drawn[2]
        if play is None:
            unseen["code_play"][seat].append(at)
            config.code_play[seat][at] = AS_DRAWN
        else:
            config.code_play[seat][at] = team.place_of(at // len(CODES), play)


# --- How rules read a config of which not everything is known.


class Row(list[int]):
    """The cells of a table. A cell that nobody has entered raises NeedsCell when a rule reads it."""

    def __init__(
        self, cells: Sequence[int], missing: Sequence[int], table: str, seat: int, where: tuple[int, ...]
    ) -> None:
        super().__init__(cells)
        self.missing, self.named = frozenset(missing), (table, seat, where)

    def __getitem__(self, at: Any) -> Any:
        if at in self.missing:
            table, seat, where = self.named
            raise NeedsCell(table, seat, (*where, int(at)))
        return super().__getitem__(at)


class Printed(list[int]):
    """One part of all Game Day cards. It raises NeedsCell if a rule reads what nobody has looked up of a card that was
    drawn in this turn. Of all other cards, the sheets' common sense reads our usual values.
    """

    def __init__(self, cells: Sequence[int], missing: Sequence[int], part: str, state: Football) -> None:
        super().__init__(cells)
        self.missing, self.part, self.state, self.before = frozenset(missing), part, state, list(state.deck)

    def __getitem__(self, at: Any) -> Any:
        if at in self.missing and self._is_drawn(at):
            raise NeedsCell(self.part, -1, (int(at),))
        return super().__getitem__(at)

    def _is_drawn(self, at: int) -> bool:
        deck = self.state.deck
        is_shuffled = any(now > then for now, then in zip(deck, self.before, strict=True))
        return bool(at == self.state.game_day or deck[at] < (1 if is_shuffled else self.before[at]))


def asking(config: FootballConfig, called: Names, state: Football) -> FootballConfig:
    """The config as the rules of a match with a set read it: what nobody has entered raises NeedsCell.

    `state` is the state that the rules play on: of a Game Day card, only what is read while it is drawn is asked for.
    """
    unseen = called.get("unseen")
    if not unseen:
        return config
    made = copy(config)
    for name in CELLS:
        rows = enumerate(zip(getattr(config, name), unseen[name], strict=True))
        setattr(made, name, [Row(row, missing, name, seat, ()) for seat, (row, missing) in rows])
    for name in ("matchup", "spy"):
        rows = enumerate(zip(getattr(config, name), unseen[name], strict=True))
        setattr(made, name, [Row(row, missing, name, -1, (at,)) for at, (row, missing) in rows])
    for part in PARTS:
        for name in GUARDS.get(part, (part,)) if unseen.get(part) else ():
            setattr(made, name, Printed(getattr(config, name), unseen[part], part, state))
    return made


# --- The files of a set: read with their gaps, and written so that people can read and mend them.


UNKNOWN = "?"
WINS = {"wins": DEFENSE_WINS, "loses": OFFENSE_WINS, "neither": NEITHER}


def read_set(folder: Path) -> OwnSet:
    """Reads a set. A folder that does not exist is an empty set. Raises BadData that names every mistake."""
    files = {path.name: partial(read_toml, path) for path in folder.glob("*.toml")} if folder.is_dir() else {}
    return _read(OwnSet(folder), files)


def set_of(name: str, texts: Mapping[str, str]) -> OwnSet:
    """A set of this name, made from the texts of its files. Raises BadData that names every mistake."""
    return _read(OwnSet(Path(name)), {file: partial(toml_in, text, file) for file, text in texts.items()})


def _read(own: OwnSet, files: Mapping[str, Callable[[], dict[str, Any]]]) -> OwnSet:
    found: list[str] = []
    for file in sorted(files, key=lambda file: (file != "matchups.toml", file)):
        name = file.removesuffix(".toml")
        faults, read = Faults(file), {"matchups": _read_chart, "deck": _read_cards}.get(name, _read_own)
        try:
            read(own, name, files[file](), faults)
        except BadData as error:
            faults.found.append(str(error))
        except (AttributeError, TypeError, KeyError) as error:
            faults.add("the file", f"does not have the form of a set's file ({type(error).__name__}: {error})")
        found += faults.found
    if found:
        raise BadData("\n".join(found))
    return own


def _read_cards(own: OwnSet, name: str, data: dict[str, Any], faults: Faults) -> None:
    for at, entry in enumerate(data.get("cards", ()), 1):
        card = faults.attempt(f"card {at}", GameDay(), parse_own_card, str(entry["card"]))
        title = str(entry.get("title") or ("" if card.event == OPEN else event_text(card)))
        own.cards += [(title, card._replace(copies=1))] * card.copies
    if len(own.cards) > DECK:
        faults.add("cards", f"a deck has {DECK} cards, not {len(own.cards)}")


def _read_chart(own: OwnSet, name: str, data: dict[str, Any], faults: Faults) -> None:
    if "offense" in data:
        own.types = [str(each["name"]) for each in data["offense"]]
        own.kinds = [KIND_CODES[str(each["kind"])] for each in data["offense"]]
    if "defense" in data:
        own.defense_types = [str(each["name"]) for each in data["defense"]]
    if len(own.types) != TYPES or len(own.defense_types) != DEFENSE_TYPES:
        faults.add("offense, defense", f"expected {TYPES} types of play and {DEFENSE_TYPES} of defense")
        return
    for d, defense in enumerate(data.get("defense", ())):
        for key, won in WINS.items():
            for text in defense.get(key, ()):
                t = faults.attempt(f"{own.defense_types[d]}: {key}", 0, find_name, text, own.types, "type of play")
                own.chart[d, t] = won
    for die, row in enumerate(data.get("spy", {}).get("rows", ())[:6]):
        for column, text in enumerate(row[:COLUMNS]):
            if text != UNKNOWN:
                where = f"spy: row {die + 1}"
                at = faults.attempt(where, 0, find_name, text, ["-", *own.defense_types], "defense")
                own.spy[die, column] = at - 1 if at else NONE


def _read_own(own: OwnSet, name: str, data: dict[str, Any], faults: Faults) -> None:
    team = OwnTeam(name, str(data.get("name", name)))
    own.teams[name] = team
    named = data.get("formations", {})
    team.formations = [str(named.get(key) or usual) for key, usual in zip(CLASS_KEYS, CLASSES, strict=True)]
    if "ability" in data:
        team.ability = TeamAbility.model_validate({k: v for k, v in data["ability"].items() if k != "evidence"})
        faults.attempt("ability", None, team_ability, team.ability)

    def formation(where: str, text: Any) -> int:
        return faults.attempt(where, 0, find_name, str(text), team.formations, "formation")

    for at, card in enumerate(data.get("offense", ()), 1):
        where, texts = f"offense card {at}", card.get("plays", [])
        plays = [None if t == UNKNOWN else faults.attempt(where, Play(0, 0), parse_play, t, own.types) for t in texts]
        blank = not card.get("formation") or not plays
        made = OwnCard(formation(where, card["formation"]) if not blank else 0, [*plays, None, None][:2])
        team.offense.append(None if blank else made)
    for at, card in enumerate(data.get("defense", ()), 1):
        where = f"defense card {at}"
        calls = [faults.attempt(where, Call(0, 0, 0), parse_call, text, own.defense_types) for text in card["calls"]]
        team.defense.append(OwnDefense(str(card["formation"]), calls[:2]))
    if len(team.offense) > CARDS or len(team.defense) > DEFENSES:
        faults.add("offense, defense", f"a team has {CARDS} offense cards and at most {DEFENSES} defense cards")
    for at, key in enumerate(MILESTONE_KEYS):
        if key in data.get("fourth_down", {}):
            team.fourth[at] = int(data["fourth_down"][key])
    sheet = data.get("defense_sheet", {})
    for text, rows in sheet.get("front", {}).items():
        where = f"defense_sheet: front: {text}"
        at = formation(where, text)
        for band, dice in rows.items():
            for state in states_of(str(band), where, faults):
                for die, strategy in dice_of(str(dice), STRATEGIES, "strategy", where, faults).items():
                    team.front[(at * STATES + state) * 6 + die] = strategy
    for text, columns in sheet.get("calls", {}).items():
        where = f"defense_sheet: calls: {text}"
        at = formation(where, text)
        for strategy, calls in columns.items():
            s = faults.attempt(where, 0, find_name, strategy, STRATEGIES, "strategy")
            for die, call in enumerate(calls[:6]):
                if call != UNKNOWN:
                    team.back[(at * 3 + s) * 6 + die] = faults.attempt(
                        where, ("", Call(0, 0, 0)), sheet_call, call, own.defense_types
                    )
    _read_offense_sheet(own, team, data.get("offense_sheet", {}), formation, faults)


def _read_offense_sheet(
    own: OwnSet, team: OwnTeam, sheet: dict[str, Any], formation: Callable[[str, Any], int], faults: Faults
) -> None:
    for distance, columns in sheet.get("formation", {}).items():
        row = faults.attempt("offense_sheet: formation", 0, find_name, distance, DISTANCES, "distance")
        for down, dice in columns.items():
            where = f"offense_sheet: formation: {distance}: {down}"
            column = faults.attempt(where, 0, find_name, down, DOWNS, "down")
            for die, at in dice_of(str(dice), team.formations, "formation", where, faults).items():
                team.chart[(row * 3 + column) * 6 + die] = at
    for text, bands in sheet.get("plan", {}).items():
        plan = faults.attempt("offense_sheet: plan", 0, find_name, text, PLANS, "plan")
        for state in states_of(str(bands), "offense_sheet: plan", faults):
            team.plan[state] = plan
    for text, plan in sheet.get("late", {}).items():
        at = faults.attempt("offense_sheet: late", 0, find_name, text, SITUATIONS, "situation")
        number = faults.attempt("offense_sheet: late", 0, find_name, plan, [*PLANS, "as usual"], "plan")
        team.late[at] = AS_USUAL if number == len(PLANS) else number
    for text, codes in sheet.get("codes", {}).items():
        plan = faults.attempt("offense_sheet: codes", 0, find_name, text, PLANS, "plan")
        for die, code in enumerate(codes[:6]):
            if code != UNKNOWN:
                team.codes[plan * 6 + die] = faults.attempt("offense_sheet: codes", 0, find_name, code, CODES, "code")
    for text, plays in sheet.get("plays", {}).items():
        where = f"offense_sheet: plays: {text}"
        at = formation(where, text)
        for code, play in plays.items():
            cell = at * len(CODES) + faults.attempt(where, 0, find_name, code, CODES, "code")
            if play == "drawn":
                team.plays[cell] = None
            elif play != UNKNOWN:
                found = faults.attempt(where, Play(0, 0), parse_play, play, own.types)
                team.plays[cell] = found
                faults.attempt(where, None, team.add_play, at, found)


def states_of(text: str, where: str, faults: Faults) -> list[int]:
    """The Game States in `2-4` or `2-3, 5`."""
    return [state for part in text.split(",") for state in faults.attempt(where, range(0), parse_band, part)]


def dice_of(text: str, named: Sequence[str], what: str, where: str, faults: Faults) -> dict[int, int]:
    """The number for each roll (from 0) in `Eagle 1-2, Twist 4`. Rolls may be missing."""
    return faults.attempt(where, {}, rolls_of, text, named, what)


def rolls_of(text: str, named: Sequence[str], what: str) -> dict[int, int]:
    """The number for each roll (from 0) in `Eagle 1-2, Twist 4 6`. Rolls may be missing. Raises ValueError."""
    found: dict[int, int] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        given = re.fullmatch(r"(.*?)((?:[\s&]+[1-6](?:\s*-\s*[1-6])?)+)", part)
        if not given:
            raise ValueError(f"expected a name and its rolls, as in '{named[0]} 1-2', not {part!r}")
        at = find_name(given[1], named, what)
        for first, last in re.findall(r"([1-6])(?:\s*-\s*([1-6]))?", given[2]):
            for roll in range(int(first), int(last or first) + 1):
                found[roll - 1] = at
    return found


def sheet_call(text: str, defense_types: Sequence[str]) -> tuple[str, Call]:
    """Reads `Dime: Zone 0-5`. Raises ValueError."""
    formation, calls = parse_card(text)
    if len(calls) != 1:
        raise ValueError(f"expected one call, as in 'Dime: Zone 0-5', not {text!r}")
    return formation, parse_call(calls[0], defense_types)


def write_set(own: OwnSet) -> None:
    """Writes all files of a set."""
    write_texts(own.folder, texts_of(own))


def texts_of(own: OwnSet) -> dict[str, str]:
    """The texts of all files of a set, by name."""
    lines = {"deck.toml": _deck_lines(own), "matchups.toml": _chart_lines(own)}
    lines |= {f"{id_}.toml": _team_lines(own, team) for id_, team in own.teams.items()}
    return {name: "\n".join(each) + "\n" for name, each in lines.items()}


def _strings(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(quoted, texts)) + "]"


def _deck_lines(own: OwnSet) -> list[str]:
    rows = [f"  {{ title = {quoted(title)}, card = {quoted(own_card_text(card))} }}," for title, card in own.cards]
    return [
        "# The Game Day cards seen so far, in the order in which they came.",
        'evidence = "printed"',
        "cards = [",
        *rows,
        "]",
    ]


def _chart_lines(own: OwnSet) -> list[str]:
    ours = our_matchups()
    lines = ["# Which defense beats which play. A type in none of a defense's three lists is not known yet."]
    lines += [
        'evidence = "printed"',
        f"long = {quoted(own.types[ours.long])}",
        f"medium = {quoted(own.types[ours.medium])}",
    ]
    lines += [f"prevent = {quoted(own.defense_types[ours.prevent])}", "offense = ["]
    lines += [
        f"  {{ name = {quoted(name)}, kind = {quoted(KIND_WORDS[kind])} }},"
        for name, kind in zip(own.types, own.kinds, strict=True)
    ]
    lines += ["]"]
    for d, name in enumerate(own.defense_types):
        lines += ["", "[[defense]]", f"name = {quoted(name)}"]
        for key, won in WINS.items():
            found = [own.types[t] for t in range(TYPES) if own.chart.get((d, t)) == won]
            lines.append(f"{key} = {_strings(found)}")
    lines += ["", f'[spy]  # rows are the die, 1 to 6; "-": no spy; "{UNKNOWN}": not known yet']
    lines += [f"columns = {_strings(SPY_COLUMNS)}", "rows = ["]
    for die in range(6):
        row = [own.spy.get((die, column)) for column in range(COLUMNS)]
        lines.append(
            f"  {_strings([UNKNOWN if at is None else '-' if at == NONE else own.defense_types[at] for at in row])},"
        )
    return [*lines, "]"]


def _team_lines(own: OwnSet, team: OwnTeam) -> list[str]:
    lines = [f"# {team.name}: what is known of its cards and sheets."]
    lines += ['evidence = "printed"', f"name = {quoted(team.name)}", "", "offense = ["]
    for card in team.offense:
        if card is None:
            lines.append('  { formation = "", plays = [] },  # not seen yet')
            continue
        texts = [UNKNOWN if play is None else play_text(play, own.types) for play in card.plays]
        lines.append(f"  {{ formation = {quoted(team.formations[card.formation])}, plays = {_strings(texts)} }},")
    lines += ["]", "defense = ["]
    for defense in team.defense:
        texts = [call_text(call, own.defense_types) for call in defense.calls]
        lines.append(f"  {{ formation = {quoted(defense.formation)}, calls = {_strings(texts)} }},")
    lines += ["]", "", "[formations]"]
    lines += [f"{key} = {quoted(name)}" for key, name in zip(CLASS_KEYS, team.formations, strict=True)]
    lines += ["", "[ability]", f"name = {quoted(team.ability.name)}"]
    for key in ("amount", "uses"):
        if getattr(team.ability, key) is not None:
            lines.append(f"{key} = {getattr(team.ability, key)}")
    lines += [f"says = {quoted(team.ability.says)}"] if team.ability.says else []
    lines += [f"script = {_strings(team.ability.script)}"] if team.ability.script else []
    for part in team.ability.parts:
        lines.append("[[ability.parts]]")
        for key, value in part.model_dump(exclude_defaults=True).items():
            lines.append(f"{key} = {quoted(value) if isinstance(value, str) else value}")
    if team.fourth:
        lines += ["", "[fourth_down]  # the lowest roll at which the sheet goes for it, by the milestone ahead"]
        lines += [f"{MILESTONE_KEYS[at]} = {roll}" for at, roll in sorted(team.fourth.items())]
    return [*lines, *_defense_sheet_lines(own, team), *_offense_sheet_lines(own, team)]


def _dice(cells: Mapping[int, int], base: int, named: Sequence[str]) -> str:
    """The known rolls of a row: `Eagle 1 2, Twist 4`."""
    by_name: dict[int, list[str]] = {}
    for die in range(6):
        if base + die in cells:
            by_name.setdefault(cells[base + die], []).append(str(die + 1))
    return ", ".join(f"{named[at]} {' '.join(rolls)}" for at, rolls in by_name.items())


def _bands(states: Sequence[int]) -> str:
    """The Game States as people write them: `2-4, 7-15`."""
    runs: list[list[int]] = []
    for state in states:
        if runs and state == runs[-1][1] + 1:
            runs[-1][1] = state
        else:
            runs.append([state, state])
    return ", ".join(str(a) if a == b else f"{a}+" if b == MOST else f"{a}-{b}" for a, b in runs)


def _defense_sheet_lines(own: OwnSet, team: OwnTeam) -> list[str]:
    lines: list[str] = []
    for at, name in enumerate(team.formations):
        rows: dict[str, list[int]] = {}
        for state in range(LEAST, MOST + 1):
            text = _dice(team.front, (at * STATES + state) * 6, STRATEGIES)
            if text:
                rows.setdefault(text, []).append(state)
        if rows:
            lines += ["", f"[defense_sheet.front.{quoted(name)}]"]
            lines += [f"{quoted(_bands(states))} = {quoted(text)}" for text, states in rows.items()]
    for at, name in enumerate(team.formations):
        columns = []
        for s, strategy in enumerate(STRATEGIES):
            cells = [team.back.get((at * 3 + s) * 6 + die) for die in range(6)]
            if any(cells):
                texts = [f"{each[0]}: {call_text(each[1], own.defense_types)}" if each else UNKNOWN for each in cells]
                columns.append(f"{strategy} = {_strings(texts)}")
        lines += ["", f"[defense_sheet.calls.{quoted(name)}]", *columns] if columns else []
    return lines


def _offense_sheet_lines(own: OwnSet, team: OwnTeam) -> list[str]:
    lines: list[str] = []
    for row, distance in enumerate(DISTANCES):
        texts = [(down, _dice(team.chart, (row * 3 + c) * 6, team.formations)) for c, down in enumerate(DOWNS)]
        found = [f"{quoted(down)} = {quoted(text)}" for down, text in texts if text]
        lines += ["", f"[offense_sheet.formation.{quoted(distance)}]", *found] if found else []
    if team.plan:
        lines += ["", "[offense_sheet.plan]"]
        for at, plan in enumerate(PLANS):
            states = [state for state in sorted(team.plan) if team.plan[state] == at]
            lines += [f"{quoted(plan)} = {quoted(_bands(states))}"] if states else []
    if team.late:
        lines += ["", "[offense_sheet.late]"]
        said = [*PLANS, "as usual"]
        lines += [f"{SITUATIONS[at]} = {quoted(said[min(plan, len(PLANS))])}" for at, plan in sorted(team.late.items())]
    if team.codes:
        lines += ["", "[offense_sheet.codes]"]
        for at, plan in enumerate(PLANS):
            codes = [team.codes.get(at * 6 + die) for die in range(6)]
            lines.append(f"{quoted(plan)} = {_strings([UNKNOWN if code is None else CODES[code] for code in codes])}")
    for at, name in enumerate(team.formations):
        cells = [(code, at * len(CODES) + n) for n, code in enumerate(CODES) if at * len(CODES) + n in team.plays]
        lines += ["", f"[offense_sheet.plays.{quoted(name)}]"] if cells else []
        for code, cell in cells:
            play = team.plays[cell]
            lines.append(f"{quoted(code)} = {quoted('drawn' if play is None else play_text(play, own.types))}")
    return lines
