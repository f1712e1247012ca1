"""The log of a match, play by play, and what stands afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from breakaway.core.chance import sampled
from breakaway.core.language import Names, _, many, say
from breakaway.core.rules import DECLARED, HEADLINE, Event
from breakaway.core.state import copy
from breakaway.display.document import Line
from breakaway.display.gridiron import team_classes
from breakaway.display.match_page import PlayBlock, TurnLog, why
from breakaway.games.football.display.field import has_ball
from breakaway.games.football.display.news import (
    Story,
    defense_text,
    down_text,
    groups,
    in_group,
    kind_of,
    play_text,
    quarter_tag,
)
from breakaway.games.football.rules import cards_and_clock, interface, terms
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.event_words import MINUS, even_base, sum_of
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.rules.terms import DISCARD, HAND, PASS, RUN, UNSEEN
from breakaway.games.football.text import names as called
from breakaway.games.football.text.names import why_spied

# --- The match play by play for a page: where each play began, both calls, the result, and the rules.
#
# A `LoggedPlay` has the events of one play or kick, with the state of the match before it. `shown` turns a `LoggedPlay`
# into text.


@dataclass
class LoggedPlay:
    """One play or kick. `line`, `down` and `marker` say where the play began.

    `score` and `after` are the scores before and after the play. `offense` is the side that plays or kicks. `turn` is
    the turn that ended the play. `end` is the line where the ball ended up, counted from the offense's own goal, or
    None for a kick or for a turnover (except on downs).
    """

    events: list[Event] = field(default_factory=list)
    turn: int = 0
    quarter: int = 1
    offense: int = 0
    line: int = 0
    down: int = 0
    marker: int = 0
    in_try: bool = False
    score: tuple[int, int] = (0, 0)
    after: tuple[int, int] = (0, 0)
    end: int | None = None

    def first(self, *rules: str) -> Event | None:
        """The first event that comes from one of the `rules`."""
        return next((each for each in self.events if each.rule in rules), None)

    def last(self, *rules: str) -> Event | None:
        """The last event that comes from one of the `rules`."""
        return next((each for each in reversed(self.events) if each.rule in rules), None)

    @property
    def opener(self) -> Event | None:
        """The event that says what was played. None for a block before the first kickoff."""
        return self.first(*happened.PLAYS)

    @property
    def gain(self) -> int | None:
        """The lines gained from scrimmage, or None for a kick or for a turnover (except on downs)."""
        return None if self.end is None else self.end - self.line

    def good(self, reader: int) -> int:
        """1 if the play was good for `reader`, -1 if it was good for the other side, otherwise 0. For spectators,
        always 0.

        Points matter most, then a lost ball, then the gain.
        """
        if reader < 0:
            return 0
        scored = [after - before for before, after in zip(self.score, self.after, strict=True)]
        for_offense = scored[self.offense] - scored[other(self.offense)]
        if not for_offense:
            for_offense = -1 if self.last(*happened.LOST) else self.gain or 0
        sign = (for_offense > 0) - (for_offense < 0)
        return sign if reader == self.offense else -sign


def blocks(observation: FootballObservation, log: TurnLog) -> list[LoggedPlay]:
    """The plays of a match, oldest first. Events after the last play belong to that play."""
    story, found = Story(observation.config), [LoggedPlay()]
    for turn, events in log:
        for each in events:
            if _can_begin(each) and (found[-1].opener or not any(map(_can_begin, found[-1].events))):
                found.append(_started(story, found[-1]))
            _take(found[-1], each, turn, story)
    if len(found) > 1 and not found[-1].opener:
        rest = found.pop()
        found[-1].events += rest.events
    return [each for each in found if each.events]


def _can_begin(event: Event) -> bool:
    """Whether the entry of a play in the log can begin with this event."""
    return event.rule in happened.PLAYS or event.rule in happened.LEADS_IN


def _started(story: Story, before: LoggedPlay) -> LoggedPlay:
    """A new block that starts with the current state of the match.

    If `before`, the previous block, ends with the opening events of a kick, moves those events into the new block.
    """
    made = LoggedPlay(
        quarter=story.quarter, offense=story.offense, line=story.line, down=story.down, marker=story.marker
    )
    made.in_try, made.score = story.in_try, (story.score[0], story.score[1])
    made.after = made.score
    while before.events and before.events[-1].rule in happened.BEFORE_KICK:
        made.events.insert(0, before.events.pop())
    return made


def _take(block: LoggedPlay, event: Event, turn: int, story: Story) -> None:
    """Adds one more event to the block, and follows the ball and the score."""
    story.take(event)
    block.events.append(event)
    block.turn = block.turn if event.rule in happened.AFTER_PLAY and block.opener else turn
    block.after = (story.score[0], story.score[1])
    if event.rule == happened.DRIVE_BEGAN or not block.opener:
        return
    if event.rule == block.opener.rule:
        block.offense = other(event.seat) if event.rule == happened.KICKOFF_RETURNED else event.seat
    if event.rule == happened.BALL_MOVED or event.rule in happened.PENALTIES:
        block.end = story.line
    elif event.rule in happened.LOST and event.rule != happened.LOST_ON_DOWNS:
        block.end = None


# --- as text


def shown(observation: FootballObservation, block: LoggedPlay, with_rules: bool = True) -> PlayBlock:
    """A play as the log shows it to this seat. `with_rules` adds the rules to each line."""
    said = lines(observation, block)
    if not with_rules:
        said = tuple(replace(each, whys=()) for each in said)
    opener = block.opener
    if opener is None:
        return PlayBlock(_("Before the kickoff"), said, turn=block.turn)
    is_kick = opener.rule not in happened.FROM_SCRIMMAGE
    return PlayBlock(
        title(observation, block),
        said,
        where=where(block, observation.names),
        kind="" if is_kick else called.KINDS[kind_of(opener, observation.config)],
        gain="" if block.gain is None else yards(block.gain),
        good=block.good(observation.seat),
        turn=block.turn,
        class_=team_classes(observation.names)[block.offense],
    )


def title(observation: FootballObservation, block: LoggedPlay) -> str:
    """Both calls: `Medium 6 vs. Man to Man 4`, or the name of the kick."""
    names, opener = observation.names, block.opener
    if opener is None:
        return ""
    if opener.rule != happened.PLAY_SHOWN:
        aimed = opener.rule == happened.PUNT_CALLED and block.first(happened.COFFIN_AIMED)
        return _("Coffin-corner punt") if aimed else called.capital(_(DECLARED[opener.rule].title))
    play = play_text(observation, opener)
    defense = block.first(happened.DEFENSE_SHOWN)
    if defense is None:
        return play
    if defense.spied:
        return say("{play} vs. the spy's {call}", play=play, call=defense_text(defense, names))
    return say("{play} vs. {call}", play=play, call=defense_text(defense, names))


def where(block: LoggedPlay, names: Names) -> str:
    """Who played, and where: `Fire, 2nd & 2, your 40`. For a kickoff: who kicked, and in which quarter."""
    team, opener = called.team(names, block.offense), block.opener
    if opener is not None and opener.rule in happened.FROM_TEE:
        return f"{team}, {quarter_tag(block.quarter)}"
    if block.in_try:
        return say("{team}, the try", team=team)
    spot = called.spot_of(names, block.offense, block.line)
    if block.marker >= terms.GOAL:
        return say("{team}, {ordinal} & goal, {spot}", team=team, ordinal=called.ordinal(block.down), spot=spot)
    to_go, ordinal = block.marker - block.line, called.ordinal(block.down)
    return say("{team}, {ordinal} & {lines}, {spot}", team=team, ordinal=ordinal, lines=to_go, spot=spot)


def yards(lines: int) -> str:
    """A gain in yards with its sign: `+10`, `−5`, `0`."""
    if lines == 0:
        return "0"
    return f"{'+' if lines > 0 else MINUS}{called.YARDS * abs(lines)}"


def lines(observation: FootballObservation, block: LoggedPlay) -> tuple[Line, ...]:
    """The steps of a play, each with its rules. The title already names both calls, so the steps do not repeat them."""
    found: list[tuple[str, list[str], list[str]]] = []  # the style, sentences and rules of each line
    for group in groups(block.events):
        texts = [step_text(each, group, observation.names) for each in group if each.rule not in happened.IN_TITLE]
        texts = [each for each in texts if each]
        spy = block.first(happened.SPY_WON)
        if spy is not None and any(each.rule == happened.DEFENSE_SHOWN for each in group):
            texts.insert(0, say("the spy is on: {why}", why=why_spied(spy.why, spy.kind)))
        style = "bold" if any(DECLARED[each.rule].weight == HEADLINE for each in group) else ""
        if not found or (texts and found[-1][1] and style != found[-1][0]):
            found.append((style, [], []))
        if texts:
            found[-1] = (style, [*found[-1][1], called.capital("; ".join(texts))], found[-1][2])
        found[-1][2].extend(each.rule for each in group)
    return tuple(
        Line(". ".join(said) + ".", "", style, tuple(why(observation.game, rule) for rule in dict.fromkeys(rules)))
        for style, said, rules in found
        if said
    )


def step_text(event: Event, group: Sequence[Event], names: Names) -> str:
    """The short text for a step of this group. A base gain appears as a sum: `6 − 4 = 2`."""
    if event.rule == happened.BASE_FOUND and event.base == even_base(event):
        return " ".join(sum_of(event))
    return in_group(event, group, names)


# --- The state of a match in figures and in a sentence, made from a view: clock, hands, tokens, down and distance.


def cards_left(view: Football, config: FootballConfig, seat: int) -> int:
    """The clock: how many cards are left in this quarter. Hidden discards do not count as cards left."""
    if config.hidden_discards:
        view = copy(view)
        interface.determinize(view, config, seat, sampled(1))
    return max(0, cards_and_clock.cards_left(view, config))


def cards_held(view: Football, seat: int) -> int:
    """How many cards a side holds or has in its draw pile. A view shows how many hidden discards there are, but not
    which cards they are.
    """
    unseen = view.card[seat].count(UNSEEN)
    return view.card[seat].count(HAND) + unseen - (view.given[seat] if unseen else 0)


def tokens_against(view: Football, config: FootballConfig, seat: int) -> tuple[int, int] | None:
    """The spy tokens left against this seat's strong runs and passes. At 0 tokens, the other side's sheet spies on the
    seat's plays.

    None if no sheet plays the other side.
    """
    if not config.sheet[other(seat)]:
        return None
    return int(view.tokens[seat][RUN]), int(view.tokens[seat][PASS])


def stands(view: Football, config: FootballConfig, names: Names, seat: int) -> str:
    """The state in words: `3rd quarter, 9 cards left. Lightning has 2nd and 3 lines to go at its own 35.`"""
    text = many(
        "{quarter}, {n} card left.",
        "{quarter}, {n} cards left.",
        cards_left(view, config, seat),
        quarter=called.capital(called.quarter(max(1, view.quarter))),
    )
    team = called.team(names, view.offense)
    if view.try_down:
        return text + " " + say("{team:has} scored a touchdown. The try is next.", team=team)
    if not has_ball(view) or view.phase == DISCARD:
        return text
    down = down_text(view.down, view.marker - view.line)
    spot = called.at_spot_of(names, view.offense, view.line)
    has = say("{team:has} {down} to go at {spot}.", team=team, down=down, spot=spot)
    return f"{text} {has}"
