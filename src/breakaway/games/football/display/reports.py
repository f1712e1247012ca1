"""Chapters of a report, how to play, and outcomes to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from breakaway.core.language import _, marked, say
from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.document import Figure
from breakaway.display.gridiron import CLOCK, FLAGS, TIME_OUTS, WIDE, Counter, Teller, drives, pips, team_classes
from breakaway.display.how_to_play import HowTo, ReachedPosition, cut, row, signed_row
from breakaway.display.match_page import Outcome
from breakaway.display.reports import WIDTH, Chapter, MatchHistory
from breakaway.games.football.display import card_faces, hand, log, page, question
from breakaway.games.football.display import field as text
from breakaway.games.football.display.field import field, in_words, trail
from breakaway.games.football.display.field import field as whole_field
from breakaway.games.football.display.question import beside
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.rules.terms import CARDS, SEATS
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import DEFENSE_CORNERS, OFFENSE_CORNERS
from breakaway.games.football.text.words import CARD_NUMBERS, DICE
from breakaway.games.words import team

# --- A football match told drive by drive.


class FootballChapters:
    """Tells the story of a football match, with a chapter for each drive."""

    def chapters(self, told: MatchHistory, since: int = 0) -> Sequence[Chapter]:
        """The drives of a match."""
        found = log.blocks(told.now, told.log)
        return drives(told, [log.shown(told.now, each, with_rules=False) for each in found], TELLER, since)


def figure(observation: FootballObservation, events: Sequence[Event]) -> Figure | None:
    """The field during a drive, with its plays so far."""
    view, config, names = observation.view, observation.config, observation.names
    way = trail(events, config, names)
    if way is None or not way.steps or not text.has_ball(view):
        return None
    key = f"field-{len(events)}"
    return Figure(
        text.field_text(view, config, names, WIDTH),
        field(view, config, names, way, key=key),
        in_words(view, names, way),
    )


TELLER = Teller(
    offense=lambda observation: int(observation.view.offense),
    team=lambda observation, side: called.team(observation.names, side),
    figure=figure,
    stands=lambda observation: question.score_of(observation.view, observation.names),
)
CHAPTERS = FootballChapters()


# --- Draws the positions for football's how-to-play page (`howto.toml`).


SIDES = "ab"


def field_shown(position: ReachedPosition, show: Sequence[str]) -> str:
    """The field with the current drive. `show` contains the first and last lines of the part of the field to draw."""
    seen = position.observation
    drive = trail(position.events(), seen.config, seen.names)
    drawn = whole_field(seen.view, seen.config, seen.names, drive, False, f"field-{len(position.log)}")
    first, last = (WIDE.point(int(line), 0)[0] for line in show)
    return cut(drawn, first, 0, last - first, WIDE.across)


def cards(position: ReachedPosition, show: Sequence[str]) -> str:
    """Cards in a row: `offense 1 5a`, `defense 2 6a`, `game-day 29`, `back 1`. Any other text is a sign between two
    cards.
    """
    return signed_row(_card(position, each) for each in show)


def _card(position: ReachedPosition, what: str) -> str:
    """One card as markup. Returns a sign unchanged."""
    seen = position.observation
    kind, *rest = what.split()
    if kind == "game-day":
        return card_faces.game_day_face(hand.game_day_card(seen.config, seen.names, int(rest[0])))
    if kind == "back":
        seat = int(rest[0]) - 1
        down = next(each for each in hand.face_down(seen.view, seen.config, seen.names) if each.team == seat)
        return card_faces.back(down, team_classes(seen.names)[seat])
    if kind not in ("offense", "defense"):
        return what
    seat, number, side = int(rest[0]) - 1, int(rest[1].rstrip(SIDES)) - 1, rest[1].lstrip("0123456789")
    if kind == "offense":
        card = hand.offense_card(seen.view, seen.config, seen.names, seat, number)
        plays = tuple(replace(each, illegal="", chosen=each.side[-1] == side) for each in card.plays)
        return card_faces.offense_face(replace(card, state=hand.IN_HAND, plays=plays))
    face = hand.defense_card(seen.view, seen.config, seen.names, seat, number)
    calls = tuple(replace(each, chosen=each.side[-1] == side) for each in face.calls)
    return card_faces.defense_face(replace(face, state=hand.IN_HAND, calls=calls))


def marks(position: ReachedPosition, show: Sequence[str]) -> str:
    """A line for each team: its cards for this quarter, its time outs and its flags."""
    seen, found = position.observation, list[str]()
    for seat in range(SEATS):
        side = page.side(seen.view, seen.config, seen.names, seat)
        drawn = (pips(CLOCK, Counter(side.held, CARDS)), pips(TIME_OUTS, side.time_outs), pips(FLAGS, side.flags))
        found.append(row([svg.element("b", team(seen.names, seat)), *drawn], "marks"))
    return "".join(found)


HOWTO = HowTo(Path(__file__).parents[1] / "howto.toml", {"field": field_shown, "cards": cards, "marks": marks})


# --- Football's Game Day cards, offense cards and coins, for people who draw and flip their own.


CORNER_WORDS = {"turnover": marked("turnover"), "football": marked("football")}  # by the words in the files of cards


def outcome(observation: FootballObservation, label: str, k: int) -> Outcome | None:
    """A card with its printed values, the winner of a flip, or the face of a die.

    Returns None for any die, card or coin that football does not use.

    `label` names the die or card, and `k` is its outcome, counted from 0.
    """
    names, seat = observation.names, observation.view.offense
    if label == "Game Day card":
        title, group = f"{k + 1}. {called.game_day(names, k)}", called.game_day_group(names, k)
        return Outcome(k, title, _corners(observation, k), str(k + 1), group)
    if label == "flip":
        return Outcome(k, called.team(names, k))
    if label in ("burnt card", "drawn card"):
        plays = "; ".join(called.play(names, seat, 2 * k + side) for side in (0, 1))
        group = called.formation(names, seat, observation.config.card_formation[seat][k])
        return Outcome(k, say("Card {number}", number=k + 1), plays, str(k + 1), called.capital(group))
    if label == "side":
        return Outcome(k, (_("The first play on the card"), _("The second play on the card"))[k])
    return Outcome(k, str(k + 1)) if label in DICE or label in CARD_NUMBERS else None


def _corners(observation: FootballObservation, card: int) -> str:
    """The four corners of a Game Day card: `D -1, O 2, field goal 7, punt 9`."""
    config = observation.config
    d = next(word for word, value in DEFENSE_CORNERS.items() if value == config.defense_corner[card])
    o = next(word for word, value in OFFENSE_CORNERS.items() if value == config.offense_corner[card])
    kicks = [_(beside(config, value)) for value in (config.field_goal[card], config.punt[card])]
    return say(
        "D {defense}, O {offense}, field goal {field_goal}, punt {punt}",
        defense=_(CORNER_WORDS.get(d, d)),
        offense=o.upper() if o == "td" else _(CORNER_WORDS.get(o, o)),
        field_goal=kicks[0],
        punt=kicks[1],
    )
