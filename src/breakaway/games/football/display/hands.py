"""Cards as plain data, made from a view: their texts, where they are, and descriptions for screen readers."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.games.football.display.kicks import beside
from breakaway.games.football.rules import penalties, terms
from breakaway.games.football.rules.rulebook import BOOK
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.text import names as called

IN_HAND, DISCARD, GIVEN_UP, SPENT_PILE = "hand", "discarded", "given", "spent"
BURNT_PILE, MAYBE, CHOSEN = "burnt", "maybe", "chosen"
STATES = {
    terms.HAND: IN_HAND,
    terms.DISCARDED: DISCARD,
    terms.GIVEN: GIVEN_UP,
    terms.SPENT: SPENT_PILE,
    terms.BURNT: BURNT_PILE,
    terms.UNSEEN: MAYBE,
}
GONE = (DISCARD, GIVEN_UP, SPENT_PILE, BURNT_PILE)
SAID = {
    DISCARD: marked("discarded"),
    GIVEN_UP: marked("given up"),
    SPENT_PILE: marked("spent"),
    BURNT_PILE: marked("burned"),
    CHOSEN: marked("chosen"),
    IN_HAND: "",
    MAYBE: marked("in hand or given up"),
}
FUMBLE, INTERCEPTED, NO_EVENT = marked("Fumble"), marked("Intercepted"), marked("No event")
SIDES = (marked("offense"), marked("defense"))
EVENTS = {
    terms.INCOMPLETE: marked("Incomplete"),
    terms.FALSE_START: marked("False start"),
    terms.HOLDING: marked("Holding"),
    terms.EVENT_TOUCHDOWN: marked("Touchdown"),
}


@dataclass(frozen=True)
class PlayFace:
    """One of the two plays of a card. `illegal` is the rule that forbids the play on the ball's current line."""

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
        """The play in words, with its marks: `a Slant 4`."""
        marks = [_("minimum gain 1")] * self.minimum + [_("low percentage")] * self.low
        text = " ".join([self.side[-1], self.type, str(self.strength), *marks])
        return say("{play}, illegal here", play=text) if self.illegal else text


@dataclass(frozen=True)
class OffenseFace:
    """An offense card. `state` is one of hand, discarded, given, spent, burnt, maybe and chosen."""

    number: int
    formation: str
    shape: str
    plays: tuple[PlayFace, ...]
    state: str = IN_HAND
    seat: int = 0

    @property
    def says(self) -> str:
        """The card in words: `card 7: a Slant 4, b Short 3, Pro Set (balanced)`."""
        text = say(
            "card {number}: {plays}, {formation} ({shape})",
            number=self.number,
            plays=", ".join(play.says for play in self.plays),
            formation=self.formation,
            shape=_(self.shape),
        )
        return f"{text}, {_(SAID[self.state])}" if SAID[self.state] else text


@dataclass(frozen=True)
class CallFace:
    """One call of a defense card."""

    code: int
    side: str
    type: str
    run: int
    passing: int
    chosen: bool = False
    kind: int = 0  # the type of defense, as a row of the chart

    @property
    def says(self) -> str:
        """The call in words: `a Zone, 0 against runs, 5 against passes`."""
        return say(
            "{side} {type}, {run} against runs, {passing} against passes",
            side=self.side[-1],
            type=self.type,
            run=self.run,
            passing=self.passing,
        )


@dataclass(frozen=True)
class DefenseFace:
    """A defense card with one or two calls."""

    number: int
    formation: str
    calls: tuple[CallFace, ...]
    state: str = IN_HAND

    @property
    def says(self) -> str:
        """The card as a sentence."""
        calls = "; ".join(call.says for call in self.calls)
        text = say(
            "defense card {number}: {formation}; {calls}", number=self.number, formation=self.formation, calls=calls
        )
        return f"{text}, {_(SAID[self.state])}" if SAID[self.state] else text


@dataclass(frozen=True)
class GameDayCard:
    """A Game Day card: its event, the side and kind of play it applies to, the corners and the values for kicks."""

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
        about = f"{_(self.kind)} {_(self.event)}" if self.kind else _(self.event)
        return say(
            "Game Day card: {title}; {event}; corners: defense {defense}, offense {offense}; "
            "field goal {field_goal}, punt {punt}",
            title=self.title,
            event=f"{about}, {self.detail}" if self.kind and self.detail else about,
            defense=_(self.defense),
            offense=_(self.offense),
            field_goal=_(self.field_goal),
            punt=_(self.punt),
        )


@dataclass(frozen=True)
class Back:
    """A face-down card: the team that it belongs to, and its formation if the back shows one."""

    team: int
    formation: str
    what: str

    @property
    def says(self) -> str:
        """The card's public description."""
        text = say("{card}, face down", card=self.what)
        return f"{text}, {self.formation}" if self.formation else text


def offense_card(view: Football, config: FootballConfig, names: Names, seat: int, card: int) -> OffenseFace:
    """An offense card, with its state in this view."""
    call = view.call[seat] if seat == view.offense else terms.NONE
    state = STATES[view.card[seat][card]]
    chosen = call < terms.PLAYS and call // 2 == card and state in (IN_HAND, MAYBE)
    kind = config.card_formation[seat][card]
    formation = called.formation_name(names, seat, kind) or _(called.CLASSES[kind])
    plays = tuple(_play(view, config, names, seat, code) for code in (2 * card, 2 * card + 1))
    return OffenseFace(card + 1, formation, called.CLASSES[kind], plays, CHOSEN if chosen else state, seat)


def _play(view: Football, config: FootballConfig, names: Names, seat: int, code: int) -> PlayFace:
    kind = config.play_type[seat][code]
    rule = penalties.illegal_by(config, view.line, kind) if seat == view.offense else 0
    return PlayFace(
        code,
        called.side(code),
        called.play_type(names, kind),
        called.KINDS[config.type_kind[kind]],
        config.play_strength[seat][code],
        bool(config.play_low[seat][code]),
        bool(config.play_minimum[seat][code]),
        BOOK.id_of(rule) if rule else "",
        seat == view.offense and view.call[seat] == code,
    )


def defense_card(view: Football, config: FootballConfig, names: Names, seat: int, card: int) -> DefenseFace:
    """A defense card of a seat."""
    own = view.call[seat] if seat != view.offense else terms.NONE
    calls = []
    for code in (2 * card, 2 * card + 1):
        kind = config.call_type[seat][code]
        if kind != terms.NONE:
            strengths = config.call_run[seat][code], config.call_pass[seat][code]
            name = called.defense_type(names, kind)
            calls.append(CallFace(code, called.side(code), name, *strengths, own == code, kind))
    chosen = own not in (terms.NONE, terms.UNSEEN_CALL) and own // 2 == card
    formation = called.defense_formation(names, config.defense_formation[seat][card])
    return DefenseFace(card + 1, formation, tuple(calls), CHOSEN if chosen else IN_HAND)


def offense_cards(view: Football, config: FootballConfig, names: Names, seat: int) -> list[OffenseFace]:
    """All 15 offense cards of a seat by formation, each with its state."""
    order = sorted(range(terms.CARDS), key=lambda card: (config.card_formation[seat][card], card))
    return [offense_card(view, config, names, seat, card) for card in order]


def defense_cards(view: Football, config: FootballConfig, names: Names, seat: int) -> list[DefenseFace]:
    """All defense cards of a seat."""
    return [defense_card(view, config, names, seat, card) for card in range(config.defenses[seat])]


def game_day_card(config: FootballConfig, names: Names, card: int) -> GameDayCard:
    """One kind of Game Day card. `card` is the card's number, counted from 0."""
    event, kind = config.event[card], called.KINDS[config.event_kind[card]]
    detail, text = "", EVENTS.get(event, "")
    if event == terms.MODIFIER:
        text = f"{config.event_value[card]:+d}"
    elif event == terms.TURNOVER:
        text = FUMBLE if config.event_kind[card] == terms.RUN else INTERCEPTED
        spot = config.event_spot[card]
        detail = (
            say("at {spot:+d}", spot=spot)
            if spot != terms.NONE
            else _("with a return")
            if config.event_return[card]
            else ""
        )
    if not text:
        text, kind = NO_EVENT, ""
    corners = (_corner(config.defense_corner[card]), _corner(config.offense_corner[card]))
    kicks = (beside(config, each) for each in (config.field_goal[card], config.punt[card]))
    title = called.game_day_title(names, card)
    side = SIDES[config.event_side[card]] if kind else ""
    return GameDayCard(card + 1, title, text, detail, kind, side, *corners, *kicks)


def _corner(value: int) -> str:
    return {terms.FOOTBALL: marked("football"), terms.TOUCHDOWN_CORNER: "TD"}.get(value, str(value))


def face_down(view: Football, config: FootballConfig, names: Names) -> list[Back]:
    """The face-down calls in this view, including the card that a sheet has drawn."""
    backs = []
    for seat in (0, 1):
        offense = seat == view.offense
        hidden = view.call[seat] == terms.UNSEEN_CALL or (offense and view.drawn_card == terms.UNSEEN_CALL)
        if hidden:
            kind = view.formation[seat]
            shown = called.formation(names, seat, kind) if offense else called.defense_formation(names, kind)
            team = called.team(names, seat)
            if offense:
                what = say("{team:'s} call, the offense's card", team=team)
            else:
                what = say("{team:'s} call, the defense's card", team=team)
            backs.append(Back(seat, shown, what))
    return backs
