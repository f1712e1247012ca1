"""What the latest play looked like, from public events only: the cards, the numbers, the ball's path and a banner.

A turn may contain several plays, such as a touchdown, its extra point and a kickoff. The page shows the first play of
the turn. The banner adds the results of the others if they are news.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.language import Names, _, say
from breakaway.core.rules import DECLARED, EventGroup
from breakaway.core.rules import banner as banner_of
from breakaway.display.gridiron import END, team_classes
from breakaway.display.match_page import Face, Motion
from breakaway.games.football.display import hand as cards
from breakaway.games.football.display import question
from breakaway.games.football.display.log import LoggedPlay
from breakaway.games.football.display.news import kind_of
from breakaway.games.football.rules import events, terms
from breakaway.games.football.rules.event_words import MINUS, sum_of
from breakaway.games.football.rules.state import FootballObservation, other
from breakaway.games.football.text import names as called

UNSETTLED = (*question.OPEN, terms.ICE)  # in these phases the play still has to be settled
KICKOFF_LINE, FREE_KICK_LINE = 7, 4  # where kicks begin: the kickers' own 35 and 20
POSTS = terms.GOAL + 1.5  # where the flight of a field goal ends
WINDOW = 100  # percent


def motion(observation: FootballObservation, blocks: Sequence[LoggedPlay]) -> Motion | None:
    """The latest settled play, or None. The play is identified by the number of the turn that settled it."""
    played = [each for each in blocks if each.opener]
    if not played or observation.view.phase in UNSETTLED:
        return None
    turn = played[-1].turn
    first, *more = [each for each in played if each.turn == turn]
    names, reader = observation.names, observation.seat
    start, end = way(first)
    said = [banner(first, names), *(banner(each, names) for each in more if is_news(each))]
    return Motion(
        str(turn),
        " ".join(filter(None, said)),
        first.good(reader),
        called_faces(observation, first),
        sums(first),
        game_day(observation, first),
        start=None if start is None else percent(first.offense, start),
        end=None if start is None or end is None else percent(*end),
        flies=flies(observation, first),
    )


def percent(seat: int, line: float) -> float:
    """The position of a line, as a percentage of the stage's width. `line` is counted from the goal line of `seat`."""
    place = line if seat == 0 else terms.GOAL - line
    return round(WINDOW * (place + END) / (terms.GOAL + 2 * END), 3)


# --- cards and numbers


def called_faces(observation: FootballObservation, block: LoggedPlay) -> tuple[Face, ...]:
    """The two called cards as they turn over, with the formation on the back. Empty for a kick."""
    config, names, colours = observation.config, observation.names, team_classes(observation.names)
    play, defense = block.first(events.PLAY_SHOWN), block.first(events.DEFENSE_SHOWN)
    if play is None:
        return ()
    formation = config.card_formation[play.seat][play.play // 2]
    back = called.formation_name(names, play.seat, formation) or _(called.CLASSES[formation])
    marks = [_("min 1")] * bool(config.play_minimum[play.seat][play.play])
    marks += [_("low %")] * bool(config.play_low[play.seat][play.play])
    kind = called.KINDS[config.type_kind[play.type]]
    front = called.play_type(names, play.type)
    found = [Face(colours[play.seat], back, front, str(play.strength), " ".join(marks), kind)]
    if defense is not None:
        lined = block.first(events.DEFENSE_LINED_UP)
        team = called.team(names, defense.seat)
        back = called.defense_formation(names, lined.formation) if lined is not None else str(team)
        front = called.defense_type(names, defense.type)
        strength = "" if defense.spied else str(defense.strength)
        found.append(Face(colours[defense.seat], back, front, strength, _("the spy") if defense.spied else ""))
    return tuple(found)


def sums(block: LoggedPlay) -> tuple[str, ...]:
    """The calculation that a page shows: `6 − 4 = 2`, or a kick's value against its distance."""
    if block.first(events.OFFENSE_BROKE_AWAY, events.DEFENSE_BROKE_AWAY):
        return (_("Breakaway!"),)
    base, kick = block.first(events.BASE_FOUND), block.first(events.FIELD_GOAL_KICKED)
    halved = block.first(events.PREVENT_HALVED)
    if base is not None and halved is not None:  # Prevent: the cards show the whole strength
        return (str(halved.before), "÷", "2", *sum_of(base)[3:-2], "→", sum_of(base)[-1])
    if base is not None:
        return sum_of(base)
    if kick is not None and kick.value:
        return (str(kick.value), "≥" if kick.value >= kick.distance else "<", str(kick.distance))
    return ()


def game_day(observation: FootballObservation, block: LoggedPlay) -> Face | None:
    """The Game Day card of a play from scrimmage, which is turned over last."""
    drawn = block.first(events.CARD_DRAWN)
    if drawn is None or block.first(events.PLAY_SHOWN) is None:
        return None
    card = cards.game_day_card(observation.config, observation.names, drawn.card)
    about = " · ".join(filter(None, (_(card.kind), card.detail or _(card.side))))
    value = card.event if card.event[:1] in "+-" else ""
    title = card.title if value else _(card.event)
    return Face("", _("Game Day"), title, value.replace("-", MINUS), about)


# --- the ball


def way(block: LoggedPlay) -> tuple[float | None, tuple[int, float] | None]:
    """Where the ball starts, in lines from the offense's goal, and where it ends.

    The end is given as a seat and the number of lines from that seat's goal.
    """
    opener, began = block.opener, block.last(events.DRIVE_BEGAN)
    if opener is None:
        return None, None
    there = None if began is None else (began.seat, float(began.line))
    if opener.rule == events.FREELY_KICKED:
        return FREE_KICK_LINE, there or (block.offense, FREE_KICK_LINE + float(opener.lines))
    if opener.rule in events.FROM_TEE:
        return KICKOFF_LINE, there or (other(block.offense), 0.0)
    if opener.rule in events.AT_POSTS:
        return block.line, (block.offense, POSTS)
    if scored(block):
        return block.line, (block.offense, terms.GOAL + 1.0)
    if block.end is not None and block.first(events.LOST_ON_DOWNS, events.SAFETY_SCORED) is None:
        return block.line, (block.offense, float(block.end))
    if there is None and block.end is not None:
        return block.line, (block.offense, float(block.end))
    return block.line, there or (block.offense, float(block.line))


def scored(block: LoggedPlay) -> bool:
    """Whether the offense scored a touchdown or a two-point try."""
    touchdown, tried = block.last(events.TOUCHDOWN_SCORED), block.last(events.TWO_POINTS_TRIED)
    if touchdown is not None:
        return touchdown.seat == block.offense
    return tried is not None and tried.points > 0


def flies(observation: FootballObservation, block: LoggedPlay) -> bool:
    """Whether the ball flies, as in a pass or a kick."""
    opener = block.opener
    if opener is None:
        return False
    return opener.rule not in events.FROM_SCRIMMAGE or kind_of(opener, observation.config) == terms.PASS


# --- the banner


def banner(block: LoggedPlay, names: Names) -> str:
    """The result of a play, in a few words: `Gain of 10. First down!`, `Touchdown Lightning!`"""
    scored, lost = (_last_said(block, names, group) for group in (events.SCORES, events.LOST))
    return scored or lost or _kick_said(block, names) or _gain_said(block, names)


def is_news(block: LoggedPlay) -> bool:
    """Whether the banner also mentions this play if another play of the same turn came first.

    The banner mentions the play if a side scored, or if the offense lost the ball or kicked it away.
    """
    opener = block.opener
    gone = opener is not None and opener.rule in events.KICKED_AWAY
    return block.after != block.score or gone or block.last(events.TURNED_OVER_TO) is not None


def _last_said(block: LoggedPlay, names: Names, group: EventGroup) -> str:
    """The banner of the last event of this group that has one. Empty if there is none."""
    found = block.last(*(rule for rule in group if DECLARED[rule].banner))
    return banner_of(found, names) if found else ""


def _kick_said(block: LoggedPlay, names: Names) -> str:
    """Where a kick ended. Empty for a play from scrimmage."""
    opener, began = block.opener, block.last(events.DRIVE_BEGAN)
    if opener is None or opener.rule in events.FROM_SCRIMMAGE:
        return ""
    if opener.rule == events.KICKED_ONSIDE and block.last(events.ONSIDE_HELD):
        return say("Onside! {team:keeps} the ball.", team=called.team(names, opener.seat))
    if began is None:
        return ""
    spot = called.at_spot_of(names, began.seat, began.line)
    return say("{team:starts} at {spot}.", team=called.team(names, began.seat), spot=spot)


def _gain_said(block: LoggedPlay, names: Names) -> str:
    """A sentence about the gain, loss or penalty, and one about a first down if there was one."""
    penalty, first_down = (_last_said(block, names, group) for group in (events.PENALTIES, events.FIRST_DOWNS))
    return " ".join(filter(None, (penalty or _yards_said(block, names), first_down)))


def _yards_said(block: LoggedPlay, names: Names) -> str:
    """A sentence about the gain or loss in yards."""
    if not block.gain:
        return _last_said(block, names, events.INCOMPLETE) or _("No gain.")
    yards = called.YARDS * abs(block.gain)
    return say("Gain of {yards}.", yards=yards) if block.gain > 0 else say("Loss of {yards}.", yards=yards)
