"""The hand as a page lays it out: cards in groups, and on each half its strength, what it beats and what beats it.

A seat sees the cards from which it is choosing. While the other side chooses, a seat sees the cards that it will use
next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from breakaway.core.language import _, say
from breakaway.display.match_page import Card, CardRow, Half, Pick, why
from breakaway.games.football.display import choices
from breakaway.games.football.display import hands as cards
from breakaway.games.football.display.text import has_ball
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballObservation, other
from breakaway.games.football.text import names as called

NEEDS_NO_CARDS = (*choices.OPEN, terms.TOSS, terms.KICK, terms.TIME, terms.ICE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE)
ON_THE_WAY_OUT = (cards.DISCARD, cards.GIVEN_UP)


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
    menu = observation.menu(list(choices.best_returns(observation))) if pressed else []
    legal = {code for code in menu if code < terms.PLAYS}
    whole = view.try_down == 1 and seat == view.offense  # a try may use any card (rule 126)
    held = [
        card
        for card in cards.offense_cards(view, config, names, seat)
        if whole or card.state not in cards.GONE or any(play.code in legal for play in card.plays)
    ]
    if whole:
        held = [replace(card, state=cards.IN_HAND) if card.state in cards.GONE else card for card in held]
    return by_formation(held, lambda card: offense_card(observation, seat, card, pressed))


def by_formation(held: Sequence[cards.OffenseFace], made: Callable[[cards.OffenseFace], Card]) -> tuple[CardRow, ...]:
    """Cards grouped by formation, in the order of `held`. `made` turns a face into a card."""
    groups: dict[tuple[str, str], list[cards.OffenseFace]] = {}
    for card in held:
        groups.setdefault((card.formation, card.shape), []).append(card)
    return tuple(
        CardRow(name, tuple(map(made, own)), note="" if _(shape) == name else _(shape))
        for (name, shape), own in groups.items()
    )


def offense_card(
    observation: FootballObservation,
    seat: int,
    card: cards.OffenseFace,
    pressed: bool = False,
    pick: str = "",
    bare: bool = False,
) -> Card:
    """An offense card with both of its plays. `pressed` says whether the plays can be called now.

    `pick` labels the card's check box, if it has one. `bare` leaves out what the plays beat and what beats them.
    """
    halves = tuple((bare_play if bare else play_half)(observation, card, play, pressed) for play in card.plays)
    box = Pick(str(card.number), pick) if pick else None
    state = "" if card.state in (cards.IN_HAND, cards.CHOSEN) else card.state
    said = _(cards.SAID[card.state]) if state else ""
    return Card("", said, pick=box, halves=halves, band=card.formation, state=state)


def play_half(
    observation: FootballObservation, card: cards.OffenseFace, play: cards.PlayFace, pressed: bool = False
) -> Half:
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


def bare_play(
    observation: FootballObservation, card: cards.OffenseFace, play: cards.PlayFace, pressed: bool = False
) -> Half:
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


def met(observation: FootballObservation, card: cards.OffenseFace, code: int, winner: int) -> list[int]:
    """The types of defense against which the side `winner` wins this play, in the order of the rule book's chart."""
    config = observation.config
    kind = config.play_type[card.seat][code]
    return [each for each, row in enumerate(config.matchup) if row[kind] == winner]


def play_says(
    observation: FootballObservation, play: cards.PlayFace, beats: Sequence[str], loses: Sequence[str]
) -> str:
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
    found = cards.defense_cards(observation.view, observation.config, observation.names, seat)
    return (CardRow("", tuple(defense_card(observation, card, pressed) for card in found)),)


def defense_card(
    observation: FootballObservation, card: cards.DefenseFace, pressed: bool = False, bare: bool = False
) -> Card:
    """A defense card with its one or two calls. `pressed` says whether the calls can be made now.

    `bare` leaves out what the calls beat and what beats them.
    """
    halves = tuple((bare_call if bare else call_half)(observation, card, call, pressed) for call in card.calls)
    return Card("", "", layout="calls", halves=halves, band=card.formation)


def call_half(
    observation: FootballObservation, card: cards.DefenseFace, call: cards.CallFace, pressed: bool = False
) -> Half:
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


def bare_call(
    observation: FootballObservation, card: cards.DefenseFace, call: cards.CallFace, pressed: bool = False
) -> Half:
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
        for card in cards.offense_cards(view, observation.config, observation.names, seat)
        if (card.state in (cards.IN_HAND, cards.CHOSEN) if gives else card.state in ON_THE_WAY_OUT)
    ]
    return by_formation(found, lambda card: offense_card(observation, seat, card, pick=label))


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
    team, found = called.team(names, seat), cards.offense_cards(view, config, names, seat)
    in_hand = say("{team:'s} draw pile", team=team) if config.sheet[seat] else say("{team:'s} hand", team=team)
    piles = [
        (in_hand, (cards.IN_HAND, cards.CHOSEN, cards.MAYBE)),
        (say("{team:'s} cards: discarded", team=team), ON_THE_WAY_OUT),
        (say("{team:'s} cards: spent", team=team), (cards.SPENT_PILE,)),
        (say("{team:'s} cards: burned", team=team), (cards.BURNT_PILE,)),
    ]
    rows = [
        CardRow(
            title,
            tuple(offense_card(observation, seat, card, bare=True) for card in found if card.state in states),
            folded=True,
        )
        for title, states in piles
    ]
    calls = cards.defense_cards(view, config, names, seat)
    own = tuple(defense_card(observation, card, bare=True) for card in calls)
    return [*rows, CardRow(say("{team:'s} defense", team=team), own, folded=True)]
