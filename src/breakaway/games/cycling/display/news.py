"""What happened in a turn: the seat's own riders first, with reasons and rules, then sprints, then the others in brief.

The terminal and the page use the same text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from breakaway.core.language import _, say
from breakaway.core.rules import Event
from breakaway.display.document import Line, Why
from breakaway.games.cycling.counts.lines import AT_FINISH, LinePlace, places_at_lines
from breakaway.games.cycling.counts.moves import moves_of, rider_of_row
from breakaway.games.cycling.rules.happened import (
    BROKE_AWAY,
    CUT_OFF,
    DEFAULT_TAKEN,
    DREW,
    DROPPED,
    DROPPED_NO_ORDER,
    LAST_ON_TRACK,
    LIMITED,
    MOVED,
    NO_MOVES,
    NO_ORDER,
    PURSUIT_OVER,
    RACE_OVER,
    SHARED_PLACE,
    STAGE_OVER,
    STARTED,
    STILL_LEADS,
    rider_of,
)
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES
from breakaway.games.cycling.text.words import LETTERS, dealt, ordinal, points_text, rider_name, short_name, team_name

RIDER_NEWS = {
    MOVED,
    DREW,
    LIMITED,
    BROKE_AWAY,
    STILL_LEADS,
    CUT_OFF,
    LAST_ON_TRACK,
    DROPPED_NO_ORDER,
    DEFAULT_TAKEN,
    NO_ORDER,
    DROPPED,
}
OWN_CARD = {LIMITED, BROKE_AWAY, STILL_LEADS, LAST_ON_TRACK}  # news that replaces the ordinary new card
ENDINGS = {RACE_OVER, PURSUIT_OVER, STAGE_OVER}
LINE_UP_NEWS, LINE_NEWS, MOVES = "line-up", "line", "moves"  # kinds of news


def row(text: str, ids: Sequence[str], strong: bool = False, label: str = "", kind: str = "") -> Line:
    """A line of news that names each rule in `ids` once.

    `label` says what the line is about, and `kind` says what kind of news it is.
    """
    return Line(text, label, "bold" if strong else "", tuple(map(Why, dict.fromkeys(ids))), kind)


def report(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> list[Line]:
    """What the seat may know of a turn, with the riders of the seats in `mine` first."""
    seen = observation.told(events)
    parts: list[Line] = [*_line_ups(observation, seen)]
    for seat in mine:
        parts += _own(observation, seen, seat)
    parts += _sprints(observation, seen)
    parts += _team_news(observation, seen, mine)
    parts += _others(observation, seen, mine)
    parts += _endings(observation, seen)
    return parts


def brief(
    observation: RaceObservation, events: Sequence[Event], scorers: bool = False, teams: Sequence[int] | None = None
) -> list[Line]:
    """A turn in a few lines.

    If `scorers` is true, the results at lines leave out riders who won no points there. If `teams` is not None, the
    moves of other teams are left out.
    """
    seen = observation.told(events)
    silent = [] if teams is None else [team for team in range(observation.config.teams) if team not in teams]
    news = [*_line_ups(observation, seen), *_team_news(observation, seen, [])]
    return [
        *news,
        *_sprints(observation, seen, scorers),
        *_others(observation, seen, silent),
        *_endings(observation, seen),
    ]


def of_everybody(observation: RaceObservation, events: Sequence[Event]) -> list[Line]:
    """What happened in a turn besides moves: who scored at lines, which teams sent no orders, and whether a stage
    ended.
    """
    seen = observation.told(events)
    nmr = [each for each in seen if each.rule == NO_MOVES]
    return [*_sprints(observation, seen, True), *_team_news(observation, nmr, []), *_endings(observation, seen)]


def _line_ups(observation: RaceObservation, events: Sequence[Event]) -> Iterator[Line]:
    """A line for each team whose line-up the seat may know."""
    hands: dict[int, list[str]] = {}
    for each in events:
        if each.rule == STARTED:
            text = f"{LETTERS[each.rider % GRADES]} {dealt(each)}"
            hands.setdefault(each.rider // GRADES, []).append(text)
    for team in sorted(hands):
        yield row("   ".join(hands[team]), [], label=team_name(observation.names, team), kind=LINE_UP_NEWS)


def _own(observation: RaceObservation, events: Sequence[Event], seat: int) -> Iterator[Line]:
    """One sentence for each rider: his move, his new card, and anything else that happened to him."""
    nmr = [each for each in events if each.rule == NO_MOVES and each.team == seat]
    for each in nmr:
        yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule], True)
    for rider in range(seat * GRADES, seat * GRADES + GRADES):
        news = [each for each in events if each.rule in RIDER_NEWS and rider_of(each) == rider]
        if not news:
            continue
        name = rider_name(observation.names, rider)
        texts = [observation.game.words.event(each, observation.names, observation.config) for each in _kept(news)]
        texts = [text.removeprefix(name).strip() for text in texts]
        told_of = "; ".join(texts)
        between = "" if told_of.startswith(",") else " "
        yield row(f"{name}{between}{told_of}", [each.rule for each in _kept(news)], True)


def _kept(news: Sequence[Event]) -> list[Event]:
    """The news about a rider, without his ordinary new card if another rule replaced that card."""
    replaced = OWN_CARD & {each.rule for each in news}
    return [each for each in news if not (replaced and each.rule == DREW)]


def _sprints(observation: RaceObservation, events: Sequence[Event], scorers: bool = False) -> Iterator[Line]:
    """An entry for each line that was crossed: the riders in order with their points, and a mark for shared places."""
    crossings: dict[str, list[LinePlace]] = {}
    for each in places_at_lines(events):
        if each.points or not scorers:
            name = _("Finish") if each.line == AT_FINISH else say("Sprint after {square}", square=each.line)
            crossings.setdefault(name, []).append(each)
    for name, found in crossings.items():
        texts = [place_text(observation, each) for each in found]
        is_shared = any(each.sharers > 1 for each in found)
        ids = [found[0].rule, *([SHARED_PLACE] if is_shared else [])]
        yield row(" · ".join(texts), ids, label=name, kind=LINE_NEWS)


def place_text(observation: RaceObservation, each: LinePlace) -> str:
    """A place with its rider and points: `3rd= Red B 5½`."""
    shared = "=" if each.sharers > 1 else ""
    worth = f" {points_text(each.points)}" if each.points else ""
    return f"{ordinal(each.place)}{shared} {short_name(observation.names, each.rider)}{worth}"


def _team_news(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> Iterator[Line]:
    """News of other teams: missing orders, breakaways and dropped riders."""
    for each in events:
        if each.rule not in (NO_MOVES, BROKE_AWAY, DROPPED, NO_ORDER):
            continue
        team = each.team if each.rule == NO_MOVES else rider_of(each) // GRADES
        if team not in mine:
            yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule])


def _others(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> Iterator[Line]:
    """A line for each of the other teams, with each rider's move and new card."""
    moved: dict[int, list[str]] = {}
    for move in sorted(moves_of(events), key=rider_of_row):
        drawn = f" ({move.new_card})" if move.new_card else ""
        moved.setdefault(move.team, []).append(f"{LETTERS[move.rider]} {move.card}→{move.square}{drawn}")
    teams = [team for team in sorted(moved) if team not in mine]
    for team in teams:
        yield row("   ".join(moved[team]), [], label=team_name(observation.names, team), kind=MOVES)


def _endings(observation: RaceObservation, events: Sequence[Event]) -> Iterator[Line]:
    for each in events:
        if each.rule in ENDINGS:
            yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule], True)


def everything(observation: RaceObservation, events: Sequence[Event]) -> list[Line]:
    """Every event as a sentence with its rule, in the order in which they happened."""
    return [
        row(observation.game.words.event(each, observation.names, observation.config), [each.rule])
        for each in observation.told(events)
    ]
