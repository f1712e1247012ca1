"""What has happened, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from breakaway.core.language import Names, _, say
from breakaway.core.rules import DECLARED, DETAIL, HEADLINE, Event, added, sentence
from breakaway.display.document import Line
from breakaway.display.match_page import why
from breakaway.games.football.rules import events
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.events import CARD_PART, NEWS, RESULT
from breakaway.games.football.rules.scoring import next_marker
from breakaway.games.football.rules.state import FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import GOAL, GOAL_LINE_STAND, PASS, RUN, SEATS, SPECIAL_DEFENSE
from breakaway.games.football.text import names as called
from breakaway.games.football.text.names import why_spied

# --- Follows a match through its public events: quarter, score, down, line and marker.
#
# The only statistic that a story keeps is the score, for headlines. All other statistics come from `statistics`.


class Story:
    """Reads events one by one, and keeps the state of the match after each of them."""

    def __init__(self, config: FootballConfig) -> None:
        self.config = config
        self.quarter, self.offense, self.line, self.marker, self.down = 1, 0, 0, 0, 0
        self.score = [0] * SEATS
        self.start: int | None = None  # the line where the current drive began
        self.kind = 0  # the kind of the current play
        self.in_try = False

    def read(self, log: Iterable[tuple[int, Sequence[Event]]]) -> Story:
        """Reads all turns of a log, and returns this story."""
        for _turn, told in log:
            for each in told:
                self.take(each)
        return self

    def take(self, event: Event) -> None:
        """Reads one more event."""
        rule = event.rule
        if rule == events.DRIVE_BEGAN:
            self.offense, self.line, self.marker, self.down = event.seat, event.line, next_marker(event.line), 1
            self.start, self.in_try = event.line, False
        elif rule in events.FROM_SCRIMMAGE:
            self.offense, self.kind = event.seat, kind_of(event, self.config)
        elif rule == events.KICKOFF_RETURNED:
            self.in_try = False  # the try is over: the team that scored kicks off
        elif rule == events.QUARTER_OVER:
            self.quarter = event.quarter + 1
        else:
            self._move(event)
            self._score(event)
        if rule in events.DRIVE_OVER:
            self.start = None

    def _move(self, event: Event) -> None:
        """Follows the ball, the downs and the marker."""
        rule = event.rule
        if rule == events.BALL_MOVED:
            self.line = event.line
        elif rule == events.MARKER_REACHED:
            self.marker, self.down = event.marker, 1
        elif rule == events.NEXT_DOWN:
            self.down, self.marker = event.down, self.line + event.to_go
        elif rule in events.PENALTIES:  # a penalty never scores
            self.line = max(1, min(GOAL - 1, self.line + added(event, "penalty_lines")))
        elif rule == events.AUTOMATIC_FIRST_DOWN:
            self.down = 1
            self.marker = next_marker(self.line) if self.line >= self.marker else self.marker

    def _score(self, event: Event) -> None:
        """Adds points. A try follows a touchdown."""
        rule = event.rule
        if points := added(event, "points"):
            self.score[event.seat] += points
        if rule == events.TOUCHDOWN_SCORED:
            self.in_try, self.line, self.down, self.marker, self.offense = True, GOAL - 2, 1, GOAL, event.seat


def kind_of(event: Event, config: FootballConfig) -> int:
    """RUN or PASS: the kind of a play from scrimmage. Only a Hail Mary is a pass that no card shows."""
    if event.rule == events.PLAY_SHOWN:
        return int(config.type_kind[event.type])
    return PASS if event.rule == events.HAIL_MARY_THROWN else RUN


# --- Reports briefly what happened.
#
# Each line reports one part of a play: the calls, the card or the result. Pages show these lines with their rules; the
# terminal prints only their texts.


def briefs(observation: FootballObservation, events: Sequence[Event]) -> list[Line]:
    """A brief report on events that a seat may see: lines of text, each with the rules that reported its events.

    Bold marks news that nobody should miss. The line with the calls also names the kind of play.
    """
    play: Event | None = None
    spies = [each for each in events if each.rule == happened.SPY_WON]  # in the order of the plays that they read
    lines, names = list[Line](), observation.names
    for group in groups(events):
        texts, kind = list[str](), ""
        for each in group:
            if each.rule == happened.PLAY_SHOWN:
                play = each
            elif each.rule == happened.DEFENSE_SHOWN:
                texts.append(calls_text(observation, play, each, spies.pop(0) if each.spied and spies else None))
                kind = called.KINDS[observation.config.type_kind[play.type] if play else 0]
            else:
                texts.append(in_group(each, group, names))
        texts = [each for each in texts if each]
        if texts:
            style = "bold" if any(DECLARED[each.rule].weight == HEADLINE for each in group) else ""
            whys = tuple(why(observation.game, rule) for rule in dict.fromkeys(each.rule for each in group))
            lines.append(Line("; ".join(texts), "", style, whys, kind))
    return lines


def in_group(event: Event, group: Sequence[Event], names: Names) -> str:
    """The short sentence for an event of this group. Whoever takes an event that does not fit takes nothing at all."""
    takes_event = event.rule in (happened.OFFENSE_PICKED, happened.DEFENSE_PICKED) and event.answer == 0
    if takes_event and any(each.rule == happened.EVENT_UNFIT for each in group):
        return say("{team:leaves} the corner alone", team=called.team(names, event.seat))
    helps_defense = event.rule == happened.ABILITY_USED and event.ability in (SPECIAL_DEFENSE, GOAL_LINE_STAND)
    if helps_defense and any(each.rule == happened.DEFENSE_BROKE_AWAY for each in group):
        return say("{what}, without effect in a breakaway", what=sentence(event, names, short=True))
    return sentence(event, names, short=True)


def defense_text(defense: Event, names: Names) -> str:
    """A defense and its strength. A spy's defense has none: its breakaway makes the base gain 0."""
    call = called.defense_type(names, defense.type)
    return call if defense.spied else f"{call} {defense.strength}"


def play_text(observation: FootballObservation, play: Event) -> str:
    """A play and its strength, and whether it is a low-percentage pass, as its card prints it: `Long 7 low`."""
    low = " low" if observation.config.play_low[play.seat][play.play] else ""
    return f"{called.play_type(observation.names, play.type)} {play.strength}{low}"


def calls_text(observation: FootballObservation, play: Event | None, defense: Event, spy: Event | None) -> str:
    """Both calls in one sentence, or only the defense's call if there was no play. `spy` says why the spy is on."""
    names = observation.names
    against = defense_text(defense, names)
    if play is None:
        return say("{team:defends} with {call}", team=called.team(names, defense.seat), call=against)
    what = f"{play_text(observation, play)} ({called.side(play.play)})"
    if defense.spied:
        kind = observation.config.type_kind[play.type]
        parts = {"team": called.team(names, play.seat), "play": what, "call": against}
        if spy is not None and kind == RUN:
            return say(
                "{team:plays} {play}; the spy reads the run ({why}): {call}", why=why_spied(spy.why, spy.kind), **parts
            )
        if spy is not None:
            return say(
                "{team:plays} {play}; the spy reads the pass ({why}): {call}", why=why_spied(spy.why, spy.kind), **parts
            )
        if kind == RUN:
            return say("{team:plays} {play}; the spy reads the run: {call}", **parts)
        return say("{team:plays} {play}; the spy reads the pass: {call}", **parts)
    return say("{team:plays} {play} against {call}", team=called.team(names, play.seat), play=what, call=against)


def groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Groups the events that share a line. Leaves out events that a brief report does not mention.

    A time out that pays for a play stands after the play's result.
    """
    group, held = list[Event](), list[Event]()
    kind = ""
    for each in events:
        if each.rule == happened.PLAY_SHOWN:
            yield [each]
            continue
        if DECLARED[each.rule].weight == DETAIL:
            continue
        now = DECLARED[each.rule].part or NEWS
        if each.rule in happened.PAYS and kind and kind != NEWS:
            held.append(each)
            continue
        if group and (now != kind or each.rule in happened.OPENS_LINE):
            if kind == RESULT or now not in (CARD_PART, RESULT):
                group, held = [*group, *held], []
            yield group
            group = []
        group.append(each)
        kind = now
    if group:
        yield [*group, *held]


def plays(events: Sequence[Event], names: Names, story: Story) -> list[tuple[str, Sequence[Event]]]:
    """Splits a turn into plays, each with its headline. Events after the last play count as part of that play."""
    cut: list[tuple[str, list[Event]]] = [("", [])]
    played = False
    for each in events:
        if played and (each.rule in happened.HEADED or each.rule in happened.LEADS_IN):
            cut.append((headline(names, story, each.rule in happened.FROM_TEE), []))
            played = False
        cut[-1][1].append(each)
        played = played or each.rule in happened.HEADED
        story.take(each)
    if not played and len(cut) > 1:
        _, rest = cut.pop()
        cut[-1][1].extend(rest)
    return [*cut]


def headline(names: Names, story: Story, kickoff: bool) -> str:
    """The headline of a play: `Q1  Fire 7, Lightning 0  Fire, 2nd and 3 lines at your 40`."""
    score = ", ".join(f"{called.team(names, seat)} {points}" for seat, points in enumerate(story.score))
    begin = f"{quarter_tag(story.quarter)}  {score}   "
    if kickoff:
        return begin + _("kickoff")
    team = called.team(names, story.offense)
    if story.in_try:
        return begin + say("{team}, two-point try", team=team)
    down = down_text(story.down, story.marker - story.line)
    return begin + say(
        "{team}, {down} at {spot}",
        team=team,
        down=down,
        spot=called.at_spot_of(names, story.offense, story.line, called.HEADING),
    )


def quarter_tag(quarter: int) -> str:
    """The short name of a quarter: Q1 to Q4, then OT1."""
    return say("Q{number}", number=quarter) if quarter < 5 else say("OT{number}", number=quarter - 4)


def down_text(down: int, to_go: int) -> str:
    """The down and the lines to go: `3rd and 4 lines`."""
    return say("{ordinal} and {lines}", ordinal=called.ordinal(down), lines=called.lines(to_go))
