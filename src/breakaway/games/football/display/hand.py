"""The cards of a hand, laid out for a page and for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from breakaway.core.language import Names, _, marked, say
from breakaway.display.gridiron import part_once
from breakaway.display.match_page import Card, CardRow, Half, Pick, why
from breakaway.games.football.display import question
from breakaway.games.football.display.field import has_ball
from breakaway.games.football.display.question import beside
from breakaway.games.football.rules import play as penalties
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.events import BOOK
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.rules.terms import NONE, RUN
from breakaway.games.football.text import names as called

# --- Cards as plain data, made from a view: their texts, where they are, and descriptions for screen readers.


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


OPEN = "?"  # a part of people's own card that nobody has looked up yet


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
    unseen = names.get("unseen", {})  # of people's own cards
    if card in unseen.get("event", ()):
        text, kind = OPEN, ""
    parts = {
        "defense_corner": _corner(config.defense_corner[card]),
        "offense_corner": _corner(config.offense_corner[card]),
        "field_goal": beside(config, config.field_goal[card]),
        "punt": beside(config, config.punt[card]),
    }
    shown = [OPEN if card in unseen.get(name, ()) else says for name, says in parts.items()]
    title = called.game_day_title(names, card)
    side = SIDES[config.event_side[card]] if kind else ""
    return GameDayCard(card + 1, title, text, detail, kind, side, *shown)


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


# --- The hand as a page lays it out: cards in groups, and on each half its strength, what it beats and what beats it.
#
# A seat sees the cards from which it is choosing. While the other side chooses, a seat sees the cards that it will use
# next.


NEEDS_NO_CARDS = (*question.OPEN, terms.TOSS, terms.KICK, terms.TIME, terms.ICE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE)
ON_THE_WAY_OUT = (DISCARD, GIVEN_UP)


def hand(observation: FootballObservation) -> tuple[CardRow, ...]:
    """The cards from which this seat chooses now or, while it waits, will choose next. A spectator sees the offense's
    cards.

    Empty for a question that needs no cards, and after the match.
    """
    view, asked = observation.view, observation.is_asked()
    if view.phase == terms.OVER or (asked and view.phase in NEEDS_NO_CARDS):
        return ()
    seat = observation.seat if observation.seat >= 0 else view.offense
    if asked and view.phase == terms.DISCARD:
        return discards(observation)
    if plays_offense_next(observation, seat):
        return offense(observation, seat, asked and view.phase == terms.CALL)
    return defense(observation, seat, asked and view.phase == terms.DEFENSE)


def plays_offense_next(observation: FootballObservation, seat: int) -> bool:
    """Whether `seat` next calls a play rather than a defense. Before the match, true for both seats."""
    view = observation.view
    if view.phase in (terms.START, terms.TOSS):
        return True
    if not has_ball(view) and view.then == terms.KICK:
        return seat != view.offense
    return seat == view.offense


# --- offense


def offense(observation: FootballObservation, seat: int, pressed: bool) -> tuple[CardRow, ...]:
    """A seat's plays, grouped by formation. `pressed` says whether the plays can be called now."""
    view, config, names = observation.view, observation.config, observation.names
    menu = observation.menu(list(question.best_returns(observation))) if pressed else []
    legal = {code for code in menu if code < terms.PLAYS}
    whole = view.try_down == 1 and seat == view.offense  # a try may use any card (rule 126)
    held = [
        card
        for card in offense_cards(view, config, names, seat)
        if whole or card.state not in GONE or any(play.code in legal for play in card.plays)
    ]
    if whole:
        held = [replace(card, state=IN_HAND) if card.state in GONE else card for card in held]
    return by_formation(held, lambda card: laid_offense_card(observation, seat, card, pressed))


def by_formation(held: Sequence[OffenseFace], made: Callable[[OffenseFace], Card]) -> tuple[CardRow, ...]:
    """Cards grouped by formation, in the order of `held`. `made` turns a face into a card."""
    groups: dict[tuple[str, str], list[OffenseFace]] = {}
    for card in held:
        groups.setdefault((card.formation, card.shape), []).append(card)
    return tuple(
        CardRow(name, tuple(map(made, own)), note="" if _(shape) == name else _(shape))
        for (name, shape), own in groups.items()
    )


def laid_offense_card(
    observation: FootballObservation,
    seat: int,
    card: OffenseFace,
    pressed: bool = False,
    pick: str = "",
    bare: bool = False,
) -> Card:
    """An offense card with both of its plays. `pressed` says whether the plays can be called now.

    `pick` labels the card's check box, if it has one. `bare` leaves out what the plays beat and what beats them.
    """
    halves = tuple((bare_play if bare else play_half)(observation, card, play, pressed) for play in card.plays)
    box = Pick(str(card.number), pick) if pick else None
    state = "" if card.state in (IN_HAND, CHOSEN) else card.state
    said = _(SAID[card.state]) if state else ""
    return Card("", said, pick=box, halves=halves, band=card.formation, state=state)


def play_half(observation: FootballObservation, card: OffenseFace, play: PlayFace, pressed: bool = False) -> Half:
    """One play of a card. `pressed` says whether the play can be called now."""
    names = observation.names
    beats, loses = (
        tuple(called.defense_type(names, each) for each in met(observation, card, play.code, winner))
        for winner in (terms.OFFENSE_WINS, terms.DEFENSE_WINS)
    )
    against = why(observation.game, play.illegal) if play.illegal and pressed else None
    return replace(
        bare_play(observation, card, play, pressed),
        label=say("{play} from {formation}", play=f"{play.type} {play.strength}", formation=card.formation),
        says=play_says(observation, play, beats, loses),
        against=against,
        beats=beats,
        loses=loses,
    )


def bare_play(observation: FootballObservation, card: OffenseFace, play: PlayFace, pressed: bool = False) -> Half:
    """A play of a card, without the types that it beats and the types that beat it."""
    return Half(
        order=play.side if pressed else "",
        label="",
        says="",
        kind=f"{play.kind}{' chosen' if play.chosen and lies_face_down(observation) else ''}",
        name=play.type,
        value=str(play.strength),
        mark=" ".join([_("min 1")] * play.minimum + [_("low %")] * play.low),
    )


def met(observation: FootballObservation, card: OffenseFace, code: int, winner: int) -> list[int]:
    """The types of defense against which the side `winner` wins this play, in the order of the rule book's chart."""
    config = observation.config
    kind = config.play_type[card.seat][code]
    return [each for each, row in enumerate(config.matchup) if row[kind] == winner]


def play_says(observation: FootballObservation, play: PlayFace, beats: Sequence[str], loses: Sequence[str]) -> str:
    """The sentence below the play that the player touched: why it is illegal, or what it beats and what beats it."""
    if play.illegal:
        rule = why(observation.game, play.illegal)
        forbidden = observation.config.illegal_call_forbidden
        lead = _("Not allowed here.") if forbidden else _("Illegal here: calling it draws a penalty.")
        return f"{lead} {rule.says} ({rule.rule})"
    said = [odds_said(beats, loses)]
    if play.minimum:
        said.append(_("Its base gain is at least 1, except on a Defense Breakaway."))
    if play.low:
        said.append(_("A low-percentage pass."))
    return " ".join(said)


def odds_said(beats: Sequence[str], loses: Sequence[str]) -> str:
    """What a play or call beats and loses to, in a sentence: `Beats Zone; loses to Blitz.`"""
    if beats and loses:
        return say("Beats {beats}; loses to {loses}.", beats=", ".join(beats), loses=", ".join(loses))
    if beats:
        return say("Beats {beats}; loses to nothing.", beats=", ".join(beats))
    if loses:
        return say("Beats nothing; loses to {loses}.", loses=", ".join(loses))
    return _("Beats nothing; loses to nothing.")


def lies_face_down(observation: FootballObservation) -> bool:
    """Whether calls are face down now, so that a seat's own call is marked in its hand."""
    return observation.view.phase in (terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE)


# --- defense


def defense(observation: FootballObservation, seat: int, pressed: bool) -> tuple[CardRow, ...]:
    """All calls of a seat's defense in one group. `pressed` says whether the calls can be made now."""
    found = defense_cards(observation.view, observation.config, observation.names, seat)
    return (CardRow("", tuple(laid_defense_card(observation, card, pressed) for card in found)),)


def laid_defense_card(
    observation: FootballObservation, card: DefenseFace, pressed: bool = False, bare: bool = False
) -> Card:
    """A defense card with its one or two calls. `pressed` says whether the calls can be made now.

    `bare` leaves out what the calls beat and what beats them.
    """
    halves = tuple((bare_call if bare else call_half)(observation, card, call, pressed) for call in card.calls)
    return Card("", "", layout="calls", halves=halves, band=card.formation)


def call_half(observation: FootballObservation, card: DefenseFace, call: CallFace, pressed: bool = False) -> Half:
    """One call of a defense card. `pressed` says whether the call can be made now."""
    names, row = observation.names, observation.config.matchup[call.kind]
    beats, loses = (
        tuple(called.play_type(names, at) for at in range(terms.TYPES) if row[at] == winner)
        for winner in (terms.DEFENSE_WINS, terms.OFFENSE_WINS)
    )
    return replace(
        bare_call(observation, card, call, pressed),
        label=say("{call} from {formation}", call=f"{call.type} {call.run}-{call.passing}", formation=card.formation),
        says=say("{run} against runs, {passing} against passes.", run=call.run, passing=call.passing)
        + " "
        + odds_said(beats, loses),
        beats=beats,
        loses=loses,
    )


def bare_call(observation: FootballObservation, card: DefenseFace, call: CallFace, pressed: bool = False) -> Half:
    """A call of a card, without the types that it beats and the types that beat it."""
    against_runs, against_passes = _("against runs"), _("against passes")
    return Half(
        order=call.side if pressed else "",
        label="",
        says="",
        kind="chosen" if call.chosen and lies_face_down(observation) else "",
        name=call.type,
        chips=(("run", str(call.run), against_runs), ("pass", str(call.passing), against_passes)),
    )


# --- cards to give up or to take back


def discards(observation: FootballObservation) -> tuple[CardRow, ...]:
    """The cards that the seat may give up or take back, each with a check box."""
    view, seat = observation.view, observation.seat
    gives = view.owed[seat] > 0
    label = _("give up") if gives else _("take back")
    found = [
        card
        for card in offense_cards(view, observation.config, observation.names, seat)
        if (card.state in (IN_HAND, CHOSEN) if gives else card.state in ON_THE_WAY_OUT)
    ]
    return by_formation(found, lambda card: laid_offense_card(observation, seat, card, pick=label))


# --- all other cards, for the tab


def others(observation: FootballObservation) -> tuple[CardRow, ...]:
    """All cards for the tab *Cards*: first this seat's, then the other side's."""
    seats = (observation.seat, other(observation.seat)) if observation.seat >= 0 else (0, 1)
    return tuple(row for seat in seats for row in cards_of(observation, seat) if row.cards)


def cards_of(observation: FootballObservation, seat: int) -> list[CardRow]:
    """All cards of a seat: its hand or draw pile, its piles of used cards, and its defense.

    The cards show their strengths, but not what they beat.
    """
    view, config, names = observation.view, observation.config, observation.names
    team, found = called.team(names, seat), offense_cards(view, config, names, seat)
    in_hand = say("{team:'s} draw pile", team=team) if config.sheet[seat] else say("{team:'s} hand", team=team)
    piles = [
        (in_hand, (IN_HAND, CHOSEN, MAYBE)),
        (say("{team:'s} cards: discarded", team=team), ON_THE_WAY_OUT),
        (say("{team:'s} cards: spent", team=team), (SPENT_PILE,)),
        (say("{team:'s} cards: burned", team=team), (BURNT_PILE,)),
    ]
    rows = [_pile(observation, title, tuple(each for each in found if each.state in states)) for title, states in piles]
    own = tuple(defense_cards(view, config, names, seat))
    return [*rows, _pile(observation, say("{team:'s} defense", team=team), own)]


def _pile(observation: FootballObservation, title: str, cards: tuple[OffenseFace | DefenseFace, ...]) -> CardRow:
    """A row of cards, which stays as it is while none of them comes, goes or changes."""

    def lay(card: OffenseFace | DefenseFace) -> Card:
        if isinstance(card, DefenseFace):
            return laid_defense_card(observation, card, bare=True)
        return laid_offense_card(observation, card.seat, card, bare=True)

    told = "cards", title, cards, lies_face_down(observation)
    return part_once(observation, told, lambda: CardRow(title, tuple(map(lay, cards)), folded=True))


# --- Cards in plain text, by formation: each offense card with both plays, each defense card with its calls.
#
#     Shotgun (pass heavy)
#     [11a R Draw 3    b P Short 4*] [12a P Slant 4   b P Long 8? ]
#
# R stands for a run and P for a pass. On a terminal with colors, runs are also orange and passes blue. `*` stands for
# the printed mark of a minimum gain, `?` for the mark of a low-percentage pass.


RUN_STYLE, PASS_STYLE, PLAIN = "\x1b[38;5;208m", "\x1b[38;5;39m", "\x1b[0m"
LETTERS = {RUN: "R"}


def offense_cards_text(
    config: FootballConfig, names: Names, seat: int, cards: Iterable[int], width: int = 80, color: bool = False
) -> str:
    """Offense cards under their formations, in rows of at most `width` characters. `color` adds color codes."""
    cards = list(cards)
    sides = {card: [_play_text(config, names, seat, 2 * card + i) for i in (0, 1)] for card in cards}
    wide = [max((len(text[i][1]) for text in sides.values()), default=0) for i in (0, 1)]
    rows: list[str] = []
    for kind in sorted({config.card_formation[seat][card] for card in cards}):
        rows.append(called.formation(names, seat, kind))
        own = [card for card in cards if config.card_formation[seat][card] == kind]
        drawn = [_offense_card(card, sides[card], wide, color) for card in own]
        rows += _in_rows(drawn, 12 + sum(wide), width)
    return "\n".join(rows)


def _play_text(config: FootballConfig, names: Names, seat: int, code: int) -> tuple[int, str]:
    """The kind of a play, and the text that its card prints."""
    text = called.play(names, seat, code).partition(", ")[2]
    if not text:
        text = f"{called.play_type(names, config.play_type[seat][code])} {config.play_strength[seat][code]}"
    return config.type_kind[config.play_type[seat][code]], text.replace(" low", "?").replace(" min", "*")


def _offense_card(card: int, sides: Sequence[tuple[int, str]], wide: Sequence[int], color: bool) -> str:
    parts = []
    for i, (kind, text) in enumerate(sides):
        part = f"{'ab'[i]} {LETTERS.get(kind, 'P')} {text:<{wide[i]}}"
        style = RUN_STYLE if kind == RUN else PASS_STYLE
        parts.append(f"{style}{part}{PLAIN}" if color else part)
    return f"[{card + 1:>2}{parts[0]} {parts[1]}]"


def defense_cards_text(config: FootballConfig, names: Names, seat: int, width: int = 80) -> str:
    """All cards of a defense under their formations, in rows of at most `width` characters."""
    cards = range(config.defenses[seat])
    sides = {card: [_call(config, names, seat, 2 * card + i) for i in (0, 1)] for card in cards}
    wide = [max((len(text[i]) for text in sides.values()), default=0) for i in (0, 1)]
    rows: list[str] = []
    for kind in dict.fromkeys(config.defense_formation[seat][card] for card in cards):
        rows.append(called.defense_formation(names, kind))
        own = [card for card in cards if config.defense_formation[seat][card] == kind]
        drawn = [f"[{card + 1:>2}{sides[card][0]:<{wide[0]}} {sides[card][1]:<{wide[1]}}]" for card in own]
        rows += _in_rows(drawn, 5 + sum(wide), width)
    return "\n".join(rows)


def _call(config: FootballConfig, names: Names, seat: int, code: int) -> str:
    """A call with its strengths against runs and passes: `a Zone 0-5`. Empty if the card has no such call."""
    kind = config.call_type[seat][code]
    if kind == NONE:
        return ""
    text = f"{called.defense_type(names, kind)} {config.call_run[seat][code]}-{config.call_pass[seat][code]}"
    return f"{'ab'[code % 2]} {text}"


def offense_by_line(
    config: FootballConfig, names: Names, seat: int, cards: Iterable[int]
) -> list[tuple[str, list[str]]]:
    """Offense cards without columns, for small screens: each formation with its cards as `1a R Draw 3 b P Short 4*`."""
    found: dict[int, list[str]] = {}
    for card in cards:
        sides = [_play_text(config, names, seat, 2 * card + i) for i in (0, 1)]
        said = [f"{'ab'[i]} {LETTERS.get(kind, 'P')} {text}" for i, (kind, text) in enumerate(sides)]
        found.setdefault(config.card_formation[seat][card], []).append(f"{card + 1}{' '.join(said)}")
    return [(called.formation(names, seat, kind).partition(" (")[0], found[kind]) for kind in sorted(found)]


def defense_by_line(config: FootballConfig, names: Names, seat: int) -> list[tuple[str, list[str]]]:
    """Defense cards without columns, for small screens: each formation with its cards."""
    found: dict[int, list[str]] = {}
    for card in range(config.defenses[seat]):
        said = f"{card + 1}{_call(config, names, seat, 2 * card)} {_call(config, names, seat, 2 * card + 1)}".rstrip()
        found.setdefault(config.defense_formation[seat][card], []).append(said)
    return [(called.defense_formation(names, kind), cards) for kind, cards in found.items()]


def _in_rows(drawn: Sequence[str], wide: int, width: int) -> list[str]:
    """Puts the cards into rows, with as many side by side as fit."""
    count = max(1, (width + 1) // (wide + 1))
    return [" ".join(drawn[i : i + count]) for i in range(0, len(drawn), count)]
