"""What has happened in a turn, in brief and in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from breakaway.core.language import _, many, say
from breakaway.core.rules import DECLARED, DETAIL, HEADLINE, Event, sentence
from breakaway.display.document import Line, Why
from breakaway.display.endings import listing
from breakaway.display.match_page import Motion, PlayBlock, TurnLog, why
from breakaway.games.cycling.display.cards_and_standings import team_class
from breakaway.games.cycling.rules.events import (
    BROKE_AWAY,
    DREW,
    ENDINGS,
    FINISH,
    FINISH_PLACE,
    HOME,
    LAST_ON_TRACK,
    LIMITED,
    LINES,
    MOVED,
    MOVES,
    SHARED_PLACE,
    SPECIAL_CARD,
    SPRINT_PLACE,
    STAGE_OVER,
    START,
    STARTED,
    STILL_LEADS,
    TIES,
    dealt,
    part_of,
    rider_of,
    team_of,
)
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, NOBODY
from breakaway.games.cycling.statistics import AT_FINISH, LinePlace, moves_of, places_at_lines, rider_of_row
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, rider_name, short_name, team_name

# --- What happened in a turn: the seat's own riders first, with reasons and rules, then sprints, then the others in
# brief.
#
# The terminal and the page use the same text.


# Parts that are told elsewhere, or only move by move. A new event joins by naming its part.
NOT_OF_RIDERS = {START, TIES, LINES, FINISH, ENDINGS}
LINE_UP_NEWS, LINE_NEWS, MOVE_NEWS = "line-up", "line", "moves"  # kinds of news


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
    not_of_riders = [each for each in seen if rider_of(each) == NOBODY]
    return [
        *_sprints(observation, seen, True),
        *_team_news(observation, not_of_riders, []),
        *_endings(observation, seen),
    ]


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
    """News of the team, and one sentence for each rider: his move, his new card, and anything else that happened."""
    own = [each for each in events if part_of(each) not in NOT_OF_RIDERS and team_of(each) == seat]
    for each in own:
        if rider_of(each) == NOBODY:
            yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule], True)
    for rider in range(seat * GRADES, seat * GRADES + GRADES):
        news = [each for each in own if rider_of(each) == rider]
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
    replaced = any(each.rule in SPECIAL_CARD or each.rule == LIMITED for each in news)
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
    """News of other teams, without details and moves: missing orders, breakaways and dropped riders."""
    for each in events:
        is_news = DECLARED[each.rule].weight > DETAIL and part_of(each) not in {*NOT_OF_RIDERS, MOVES}
        if is_news and team_of(each) not in mine:
            yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule])


def _others(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> Iterator[Line]:
    """A line for each of the other teams, with each rider's move and new card."""
    moved: dict[int, list[str]] = {}
    for move in sorted(moves_of(events), key=rider_of_row):
        drawn = f" ({move.new_card})" if move.new_card else ""
        moved.setdefault(move.team, []).append(f"{LETTERS[move.rider]} {move.card}→{move.square}{drawn}")
    teams = [team for team in sorted(moved) if team not in mine]
    for team in teams:
        yield row("   ".join(moved[team]), [], label=team_name(observation.names, team), kind=MOVE_NEWS)


def _endings(observation: RaceObservation, events: Sequence[Event]) -> Iterator[Line]:
    for each in events:
        if part_of(each) == ENDINGS:
            yield row(observation.game.words.event(each, observation.names, observation.config), [each.rule], True)


def everything(observation: RaceObservation, events: Sequence[Event]) -> list[Line]:
    """Every event as a sentence with its rule, in the order in which they happened."""
    return [
        row(observation.game.words.event(each, observation.names, observation.config), [each.rule])
        for each in observation.told(events)
    ]


# --- The race's log: earlier turns in brief, and the last turn rider by rider, front to back.
#
# This module also makes the banner of the last turn.


# The rules behind a line that puts the numbers of many events together: `A 10→14 (7)   B 8→12 (6)`.
BEHIND = {MOVE_NEWS: (MOVED, DREW), LINE_UP_NEWS: (STARTED,)}
LATEST = "latest"  # the kind of the block that begins the last turn


def blocks(observation: RaceObservation, log: TurnLog) -> tuple[PlayBlock, ...]:
    """The whole log. The last turn has a block for each rider whose move the seat may know."""
    found = list[PlayBlock]()
    for i, ((at, events), number) in enumerate(zip(log, _numbers(observation, log), strict=True)):
        title = say("Turn {turn}", turn=number) if number else _("Line-ups")
        seen = observation.told(events)
        if i < len(log) - 1 or not _moved(seen):
            kind = LATEST if i == len(log) - 1 else ""
            found.append(PlayBlock(title, log_report(observation, events), kind=kind, turn=at))
        else:
            lines = tuple(_line(observation, each) for each in of_everybody(observation, events))
            found.append(PlayBlock(title, lines, kind=LATEST, turn=at))
            found += [_rider(observation, seen, each) for each in _moved(seen)]
    return tuple(found)


def _numbers(observation: RaceObservation, log: TurnLog) -> list[int]:
    """The number of each turn in its stage; 0 for line-ups."""
    found, number = list[int](), 0
    for _at, events in log:
        found.append(number)
        ended = any(each.rule == STAGE_OVER for each in events)
        number = (0 if observation.config.fresh_hands else 1) if ended else number + 1
    return found


def log_report(observation: RaceObservation, events: Sequence[Event]) -> tuple[Line, ...]:
    """A turn in a few lines, the seat's own riders first."""
    mine = [observation.seat] if observation.seat >= 0 else []
    return tuple(_line(observation, each) for each in report(observation, events, mine))


def move_by_move(observation: RaceObservation, log: TurnLog) -> tuple[Line, ...]:
    """Everything that the seat may know of the last turn, in the order it happened, with the rules."""
    if not log:
        return ()
    return tuple(_line(observation, each) for each in everything(observation, log[-1][1]))


def _line(observation: RaceObservation, each: Line) -> Line:
    """A line of news for the log, with the rules behind it. Headlines are bold."""
    rules = [behind.rule for behind in each.whys] or BEHIND.get(each.kind, ())
    text = f"{each.label}: {each.text}" if each.label else each.text
    style = "bold" if any(DECLARED[rule].weight == HEADLINE for rule in rules) else ""
    return Line(text, "", style, tuple(why(observation.game, rule) for rule in rules))


def _moved(seen: Sequence[Event]) -> list[Event]:
    """The moves of a turn, sorted by the squares where they ended, front to back.

    Among riders on the same square, the first to arrive comes first.
    """
    return sorted((each for each in seen if each.rule == MOVED), key=lambda each: -each.square)


def _rider(observation: RaceObservation, seen: Sequence[Event], move: Event) -> PlayBlock:
    """A rider's turn: his place in the string, his move, the card he got, and what else happened to him."""
    rider, team = move.rider, move.rider // GRADES
    about = [each for each in seen if rider_of(each) == rider]
    words, name = observation.game.words, rider_name(observation.names, rider)
    lines = []
    for each in about:
        if part_of(each) not in NOT_OF_RIDERS and DECLARED[each.rule].short is None:
            text = words.event(each, observation.names, observation.config).removeprefix(name).lstrip(" ,")
            lines.append(Line(text, whys=(why(observation.game, each.rule),)))
    drawn = next((each for each in reversed(about) if DECLARED[each.rule].short), None)
    if drawn and not any(each.rule == LIMITED for each in about):
        short = sentence(drawn, observation.names, short=True)
        lines.append(Line(short, whys=(why(observation.game, drawn.rule),)))
    class_ = team_class(observation.names, observation.config.teams, team)
    return PlayBlock(
        f"{short_name(observation.names, rider)} {move.before} → {move.square}",
        tuple(lines),
        where=_where(about),
        gain=f"+{move.square - move.before}",
        class_=f"{class_} own" if team == observation.seat else class_,
    )


def _where(about: Sequence[Event]) -> str:
    """Where a rider stood after his move, which explains his new card."""
    by_rule = {each.rule: each for each in about}
    if FINISH_PLACE in by_rule:
        each = by_rule[FINISH_PLACE]
        return say("crosses the finish, {place}", place=ordinal(each.place) + ("=" if each.sharers > 1 else ""))
    if HOME in by_rule:
        return _("crosses the finish")
    if BROKE_AWAY in by_rule:
        lead = by_rule[BROKE_AWAY].lead
        return many("breaks away, {n} square clear", "breaks away, {n} squares clear", lead)
    if STILL_LEADS in by_rule:
        return _("still leads alone")
    if LAST_ON_TRACK in by_rule:
        return _("the last rider on the track")
    ahead = by_rule[DREW].ahead if DREW in by_rule else 0
    return (
        many("{n} ahead in the string", "{n} ahead in the string", ahead) if ahead else _("nobody ahead in the string")
    )


# --- how the turn looked


def motion(observation: RaceObservation, log: TurnLog) -> Motion | None:
    """The banner of the last turn, numbered so that a page shows it only once.

    None if teams chose their line-ups in the last turn.
    """
    if not log:
        return None
    at, events = log[-1]
    seen, turn = observation.told(events), _numbers(observation, log)[-1]
    if not turn:
        return None
    winner, words = _winner(observation, seen)
    alone = next((each for each in seen if each.rule == BROKE_AWAY), None)
    if not words and alone:
        name = short_name(observation.names, alone.rider)
        winner, words = alone.rider // GRADES, say("{rider} breaks away.", rider=name)
    elif not words:
        words = say("Turn {turn} is over.", turn=turn)
    return Motion(f"{at}", words, 0 if winner < 0 or observation.seat != winner else 1)


def _winner(observation: RaceObservation, seen: Sequence[Event]) -> tuple[int, str]:
    """The team that won the most important line (-1 if no team won it alone), and a sentence about the result."""
    over = any(part_of(each) == ENDINGS for each in seen)
    for rule in (FINISH_PLACE, SPRINT_PLACE):
        first = [each for each in seen if each.rule == rule and each.place == 1]
        if not first:
            continue
        teams = list(dict.fromkeys(each.rider // GRADES for each in first))
        called = listing([team_name(observation.names, team) for team in teams])
        if rule == SPRINT_PLACE:
            text = many("{teams} wins the sprint.", "{teams} share the sprint.", len(teams), teams=called)
        else:
            riders = listing([short_name(observation.names, each.rider) for each in first])
            text = many(
                "{riders} is first across the finish.",
                "{riders} are first across the finish.",
                len(first),
                riders=riders,
            )
        return (teams[0] if len(teams) == 1 else -1), text
    return -1, _("The race is over.") if over else ""
