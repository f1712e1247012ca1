"""Cards as plain data, from a view: what stands on each, where it lies, and how it is called for those who listen."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.game import Names
from breakaway.football import names as called
from breakaway.football import penalties
from breakaway.football.rulebook import BOOK
from breakaway.football.state import (
    BURNT,
    CARDS,
    DISCARDED,
    EVENT_TOUCHDOWN,
    FALSE_START,
    FOOTBALL,
    GIVEN,
    HAND,
    HOLDING,
    INCOMPLETE,
    MODIFIER,
    NONE,
    PLAYS,
    RUN,
    SPENT,
    TOUCHDOWN_CORNER,
    TURNOVER,
    UNSEEN,
    UNSEEN_CALL,
    Football,
    FootballBook,
)

IN_HAND, DISCARD, GIVEN_UP, SPENT_PILE = "hand", "discarded", "given", "spent"
BURNT_PILE, MAYBE, CHOSEN = "burnt", "maybe", "chosen"
STATES = {HAND: IN_HAND, DISCARDED: DISCARD, GIVEN: GIVEN_UP, SPENT: SPENT_PILE, BURNT: BURNT_PILE, UNSEEN: MAYBE}
SAID = {DISCARD: "discarded", GIVEN_UP: "given up", SPENT_PILE: "spent", BURNT_PILE: "burnt", CHOSEN: "chosen"}
SAID |= {IN_HAND: "", MAYBE: "in hand or given up"}
EVENTS = {
    INCOMPLETE: "Incomplete",
    FALSE_START: "False start",
    HOLDING: "Holding",
    EVENT_TOUCHDOWN: "Touchdown",
}


@dataclass(frozen=True)
class Play:
    """One of the two plays of a card; `illegal` is the rule that forbids it where the ball lies."""

    code: int
    side: str
    type: str
    kind: str
    strength: int
    low: bool
    minimum: bool
    illegal: str = ""
    chosen: bool = False

    @property
    def says(self) -> str:
        """`a Slant 4`, with its marks."""
        marks = " minimum gain 1" * self.minimum + " low percentage" * self.low
        return f"{self.side[-1]} {self.type} {self.strength}{marks}{', illegal here' if self.illegal else ''}"


@dataclass(frozen=True)
class OffenseCard:
    """An offense card; `state` is one of hand, discarded, given, spent, burnt, maybe, chosen."""

    number: int
    formation: str
    shape: str
    plays: tuple[Play, ...]
    state: str = IN_HAND

    @property
    def says(self) -> str:
        """`card 7: a Slant 4, b Short 3, Pro Set (balanced)`."""
        text = f"card {self.number}: {', '.join(play.says for play in self.plays)}, {self.formation} ({self.shape})"
        return f"{text}, {SAID[self.state]}" if SAID[self.state] else text


@dataclass(frozen=True)
class Call:
    """One call of a defense card."""

    code: int
    side: str
    type: str
    run: int
    passing: int
    chosen: bool = False

    @property
    def says(self) -> str:
        """`a Zone, 0 against runs, 5 against passes`."""
        return f"{self.side[-1]} {self.type}, {self.run} against runs, {self.passing} against passes"


@dataclass(frozen=True)
class DefenseCard:
    """A defense card: one call or two."""

    number: int
    formation: str
    calls: tuple[Call, ...]
    state: str = IN_HAND

    @property
    def says(self) -> str:
        """The card as a sentence."""
        text = f"defense card {self.number}: {self.formation}; {'; '.join(call.says for call in self.calls)}"
        return f"{text}, {SAID[self.state]}" if SAID[self.state] else text


@dataclass(frozen=True)
class GameDayCard:
    """A Game Day card: its event, whom and which kind of play it is about, the corners and the values for kicks."""

    number: int
    title: str
    event: str
    detail: str
    kind: str
    side: str
    defense: str
    offense: str
    field_goal: str
    punt: str

    @property
    def says(self) -> str:
        """The card as a sentence."""
        about = f"{self.kind} {self.event}{', ' * bool(self.detail)}{self.detail}" if self.kind else self.event
        return (
            f"Game Day card: {self.title}; {about}; corners: defense {self.defense}, offense {self.offense}; "
            f"field goal {self.field_goal}, punt {self.punt}"
        )


@dataclass(frozen=True)
class Back:
    """A card that lies face down: whose it is, and the formation if its back shows it."""

    team: int
    formation: str
    what: str

    @property
    def says(self) -> str:
        """What can be known of it."""
        return f"{self.what}, face down{', ' * bool(self.formation)}{self.formation}"


def offense_card(view: Football, book: FootballBook, names: Names, seat: int, card: int) -> OffenseCard:
    """An offense card where it lies in this view."""
    call = view.call[seat] if seat == view.offense else NONE
    state = STATES[view.card[seat][card]]
    chosen = call < PLAYS and call // 2 == card and state in (IN_HAND, MAYBE)
    formation, shape = formation_of(names, seat, book.card_formation[seat][card])
    plays = tuple(_play(view, book, names, seat, code) for code in (2 * card, 2 * card + 1))
    return OffenseCard(card + 1, formation, shape, plays, CHOSEN if chosen else state)


def formation_of(names: Names, seat: int, kind: int) -> tuple[str, str]:
    """The team's name of a formation, and its class."""
    text = called.formation(names, seat, kind)
    return text.partition(" (")[0], called.CLASSES[kind]


def _play(view: Football, book: FootballBook, names: Names, seat: int, code: int) -> Play:
    kind = book.play_type[seat][code]
    rule = penalties.illegal_by(book, view.line, kind) if seat == view.offense else 0
    return Play(
        code,
        called.side(code),
        called.play_type(names, kind),
        called.KINDS[book.type_kind[kind]],
        book.play_strength[seat][code],
        bool(book.play_low[seat][code]),
        bool(book.play_minimum[seat][code]),
        BOOK.id_of(rule) if rule else "",
        seat == view.offense and view.call[seat] == code,
    )


def defense_card(view: Football, book: FootballBook, names: Names, seat: int, card: int) -> DefenseCard:
    """A defense card of a seat."""
    own = view.call[seat] if seat != view.offense else NONE
    calls = []
    for code in (2 * card, 2 * card + 1):
        kind = book.call_type[seat][code]
        if kind != NONE:
            strengths = book.call_run[seat][code], book.call_pass[seat][code]
            calls.append(Call(code, called.side(code), called.defense_type(names, kind), *strengths, own == code))
    chosen = own not in (NONE, UNSEEN_CALL) and own // 2 == card
    formation = called.defense_formation(names, book.defense_formation[seat][card])
    return DefenseCard(card + 1, formation, tuple(calls), CHOSEN if chosen else IN_HAND)


def offense_cards(view: Football, book: FootballBook, names: Names, seat: int) -> list[OffenseCard]:
    """All 15, by formation; each says where it lies."""
    order = sorted(range(CARDS), key=lambda card: (book.card_formation[seat][card], card))
    return [offense_card(view, book, names, seat, card) for card in order]


def defense_cards(view: Football, book: FootballBook, names: Names, seat: int) -> list[DefenseCard]:
    """All cards of a defense."""
    return [defense_card(view, book, names, seat, card) for card in range(book.defenses[seat])]


def game_day_card(book: FootballBook, names: Names, card: int) -> GameDayCard:
    """A kind of Game Day card."""
    event, kind = book.event[card], called.KINDS[book.event_kind[card]]
    detail, text = "", EVENTS.get(event, "")
    if event == MODIFIER:
        text = f"{book.event_value[card]:+d}"
    elif event == TURNOVER:
        text = "Fumble" if book.event_kind[card] == RUN else "Intercepted"
        spot = book.event_spot[card]
        detail = f"at {spot:+d}" if spot != NONE else "with a return" if book.event_return[card] else ""
    if not text:
        text, kind = "No event", ""
    corners = (_corner(book.defense_corner[card]), _corner(book.offense_corner[card]))
    kicks = (str(each or "blocked") for each in (book.field_goal[card], book.punt[card]))
    title = called.game_day(names, card).partition(": ")[0].partition(" (")[0]
    side = ("offense", "defense")[book.event_side[card]] if kind else ""
    return GameDayCard(card + 1, title, text, detail, kind, side, *corners, *kicks)


def _corner(value: int) -> str:
    return {FOOTBALL: "football", TOUCHDOWN_CORNER: "TD"}.get(value, str(value))


def face_down(view: Football, book: FootballBook, names: Names) -> list[Back]:
    """The calls that lie face down in this view, a sheet's drawn card too."""
    backs = []
    for seat in (0, 1):
        offense = seat == view.offense
        hidden = view.call[seat] == UNSEEN_CALL or (offense and view.drawn_card == UNSEEN_CALL)
        if hidden:
            kind = view.formation[seat]
            shown = called.formation(names, seat, kind) if offense else called.defense_formation(names, kind)
            what = "the offense's card" if offense else "the defense's card"
            backs.append(Back(seat, shown, f"{called.team_s(names, seat)} call, {what}"))
    return backs
