"""Lists the events that a brief report mentions and the kind of line for each, with shorter texts for some."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.core.rules import Event
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.terms import FOOTBALL
from breakaway.games.football.text import names as called
from breakaway.games.football.text.sentences import Sentence

MINUS = "−"
# The kinds of lines in a report. A new kind begins a new line. A brief report leaves out events that are not listed.
CALLS, CARD, RESULT, NEWS = "calls", "card", "result", "news"
KINDS = {
    CALLS: (
        happened.ORANGE_SPENT,
        happened.BLUE_SPENT,
        happened.DEFENSE_SHOWN,
        happened.ABILITY_USED,
        happened.QUICKLY_RELEASED,
        happened.OFFENSE_BROKE_AWAY,
        happened.DEFENSE_BROKE_AWAY,
        happened.PREVENT_HALVED,
        happened.MINIMUM_GAINED,
        happened.BASE_FOUND,
        happened.BASE_IS_NOTHING,
        happened.ILLEGALLY_CALLED,
        happened.CARD_TURNED,
    ),
    CARD: (
        happened.CARD_DRAWN,
        happened.EVENT_UNFIT,
        happened.EVENT_SCORES,
        happened.OFFENSE_PICKED,
        happened.CORNER_ADDED,
        happened.TACKLED,
        happened.BREAKAWAY_FUMBLED,
        happened.TACKLE_AVOIDED,
        happened.DEFENSE_PICKED,
        happened.CORNER_COUNTED,
        happened.FLAG_THROWN,
        happened.EVENT_IGNORED,
        happened.TURNOVER_FORCED,
        happened.MODIFIER_COUNTED,
        happened.LOW_PASS_COMPLETE,
        happened.ALL_THE_WAY,
        happened.PASS_INTERCEPTED,
        happened.BALL_FUMBLED,
        happened.LOST_BY_CORNER,
        happened.HAIL_MARY_DRAWN,
        happened.HAIL_MARY_CAUGHT,
        happened.HAIL_MARY_ARRIVED,
        happened.HAIL_MARY_DROPPED,
        happened.EXTRA_POINT_KICKED,
        happened.FIELD_GOAL_KICKED,
        happened.FIELD_GOAL_SCORED,
        happened.ICED_VALUE,
        happened.KICK_WEIGHED,
        happened.KICK_HELPED,
        happened.KICK_NOT_HELPED,
    ),
    RESULT: (
        happened.BALL_MOVED,
        happened.NEXT_DOWN,
        happened.MARKER_REACHED,
        happened.FALSE_STARTED,
        happened.HOLDING_ANSWERED,
        happened.HOLDING_DECLINED,
        happened.HOLDING_ACCEPTED,
        happened.AUTOMATIC_FIRST_DOWN,
        happened.PENALTY_STOPPED,
        happened.TOKEN_RETURNED,
        happened.PASS_INCOMPLETE,
        happened.CARD_KEPT_LATE,
        happened.TURNED_OVER_TO,
        happened.RETURN_GRANTED,
        happened.TURNOVER_TOUCHBACK,
        happened.LOST_ON_DOWNS,
        happened.HAIL_MARY_PICKED_OFF,
        happened.FIELD_GOAL_MISSED,
        happened.TRY_LOST,
        happened.LOST_AT_OWN_GOAL,
        happened.FLAG_REGAINED,
        happened.FLAGS_RESTORED,
    ),
    NEWS: (
        happened.FLIP_WON,
        happened.OPENING_RECEIVED,
        happened.OVERTIME_FLIP_CHOSEN,
        happened.KICKOFF_RETURNED,
        happened.KICKOFF_DOWNED,
        happened.KICKOFF_TO_15,
        happened.KICKOFF_TO_30,
        happened.KICKOFF_TO_45,
        happened.KICKOFF_ALL_THE_WAY,
        happened.KICKOFF_DROPPED,
        happened.TOUCHBACK_TAKEN,
        happened.KICKED_ONSIDE,
        happened.ONSIDE_HELD,
        happened.ONSIDE_LOST,
        happened.PUNT_LANDED,
        happened.PUNT_RETURNED,
        happened.PUNT_DOWNED,
        happened.KICK_STOPPED,
        happened.RETURN_WENT_ON,
        happened.RETURN_ENDED,
        happened.RETURN_SCORED,
        happened.EXTRA_POINT_STOPPED,
        happened.TRY_RETURNED,
        happened.RETURN_DROPPED,
        happened.PUNT_DROPPED,
        happened.DRIVEN_BACK,
        happened.FREELY_KICKED,
        happened.LINE_LOST,
        happened.BLOCK_REDRAWN,
        happened.SCORER_KICKS_OFF,
        happened.DRIVE_BEGAN,
        happened.PUNT_CALLED,
        happened.COFFIN_AIMED,
        happened.COFFIN_SHORTENED,
        happened.FIELD_GOAL_TRIED,
        happened.HAIL_MARY_THROWN,
        happened.KNELT,
        happened.KICKER_ICED,
        happened.ICING_TAKEN_BACK,
        happened.FOURTH_DOWN_ROLLED,
        happened.DIE_OVERRULED,
        happened.KICKED_ANYWAY,
        happened.QUARTER_OVER,
        happened.CARDS_EVENED,
        happened.TIME_OUT_CALLED,
        happened.CARD_RETURNED,
        happened.DISCARD_RETURNED,
        happened.HALF_TIME_CALLED,
        happened.TOUCHDOWN_SCORED,
        happened.TWO_POINTS_TRIED,
        happened.SAFETY_SCORED,
        happened.OVERTIME_BEGAN,
        happened.FULL_TIME_CALLED,
        happened.TOUCHDOWN_ENDED_IT,
        happened.DRAWN_GAME,
        happened.SUDDEN_DEATH_DECIDED,
        happened.OVERTIME_DECIDED,
        happened.PERIOD_LEVEL,
        happened.AUDIBLE_CALLED,
        happened.TIME_OUT_PLAYED,
        happened.UNTIMED_DOWN,
        happened.DECK_SHUFFLED,
        happened.CARDS_DEFENDED,
    ),
}
KIND_OF = {rule: kind for kind, rules in KINDS.items() for rule in rules}
BOLD = {
    happened.TOUCHDOWN_SCORED,
    happened.FIELD_GOAL_SCORED,
    happened.SAFETY_SCORED,
    happened.TRY_RETURNED,
    happened.TWO_POINTS_TRIED,
    happened.TURNED_OVER_TO,
    happened.QUARTER_OVER,
    happened.HALF_TIME_CALLED,
    happened.OVERTIME_BEGAN,
    happened.FULL_TIME_CALLED,
    happened.TOUCHDOWN_ENDED_IT,
    happened.DRAWN_GAME,
    happened.SUDDEN_DEATH_DECIDED,
    happened.OVERTIME_DECIDED,
}
# These begin a new line even after an event of the same kind.
OPENERS = {
    happened.DEFENSE_SHOWN,
    happened.CARD_DRAWN,
    happened.TOUCHDOWN_SCORED,
    happened.SAFETY_SCORED,
    happened.DRIVE_BEGAN,
    happened.QUARTER_OVER,
    happened.CARDS_EVENED,
    happened.HALF_TIME_CALLED,
    happened.KICKOFF_RETURNED,
    happened.PUNT_CALLED,
    happened.FIELD_GOAL_TRIED,
    happened.FOURTH_DOWN_ROLLED,
    happened.FULL_TIME_CALLED,
    happened.OVERTIME_BEGAN,
    happened.FLIP_WON,
    happened.KNELT,
    happened.HAIL_MARY_THROWN,
    happened.TIME_OUT_CALLED,
    happened.EXTRA_POINT_KICKED,
    happened.FREELY_KICKED,
    happened.KICKED_ONSIDE,
    happened.FIELD_GOAL_KICKED,
}


def taken(e: Event, n: Names) -> str:
    """Says which part of the Game Day card a side takes in a breakaway."""
    team = called.team(n, e.seat)
    if e.answer == 0:
        return say("{team:takes} the event", team=team)
    return say("{team:takes} the corner", team=team) if e.answer == 1 else ""  # a forced turnover is told by itself


def untimed(e: Event, n: Names) -> str:
    """Says whose time out paid for an untimed down, unless the offense has just called it."""
    if e.payer == e.seat:
        return _("an untimed down")
    return say("an untimed down, which {team:'s} time out paid for", team=called.team(n, e.payer))


def corner_added(e: Event, n: Names) -> str:
    """What a corner adds in a breakaway. It may be worth more lines than are left."""
    if e.reached:
        return say("corner {value:+d}: into the end zone", value=e.corner)
    return say("corner {value:+d}, {lines} so far", value=e.corner, lines=called.lines(e.lines))


def corner_counted(e: Event, n: Names) -> str:
    """The corner that is the result of a play."""
    if e.corner == FOOTBALL:
        return _("the corner is a football: a turnover")
    return say("its {corner} is the result", corner=called.corner(e.corner))


def base_found(e: Event, n: Names) -> str:
    """The base gain. Its sum explains it if an ability adds to it, or if a minimum raises it."""
    if e.base != even_base(e):
        found = " ".join((*sum_of(e)[:-2], "=", signed(even_base(e))))
        return say("base gain {gain}: {sum}, but the minimum is {gain}", sum=found, gain=e.base)
    return say("base gain {gain}", gain=" ".join(sum_of(e)) if e.extra else e.base)


def even_base(base: Event) -> int:
    """What a base gain would be without a minimum."""
    return base.strength - base.against + base.extra


def sum_of(base: Event) -> tuple[str, ...]:
    """A base gain as a sum, in pieces: `6 − 4 = 2`, `6 − 4 + 1 = 3`. An arrow stands for a minimum gain."""
    extra = ("+", str(base.extra)) if base.extra else ()
    is_even = base.base == even_base(base)
    return (str(base.strength), MINUS, str(base.against), *extra, "=" if is_even else "→", signed(base.base))


def signed(n: int) -> str:
    """A number with a true minus sign."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


SHORT: dict[str, Sentence] = {
    happened.BASE_FOUND: base_found,
    happened.MINIMUM_GAINED: lambda e, n: "",  # the base gain says so
    happened.BASE_IS_NOTHING: lambda e, n: say("base gain {gain}", gain=0),
    happened.OFFENSE_BROKE_AWAY: lambda e, n: _("OFFENSE BREAKAWAY"),
    happened.DEFENSE_BROKE_AWAY: lambda e, n: _("DEFENSE BREAKAWAY"),
    happened.CARD_DRAWN: lambda e, n: say("Card: {card}", card=called.game_day(n, e.card)),
    happened.KICK_HELPED: lambda e, n: say(
        "the kicking ability turns the card's {printed} into {value}", printed=e.printed, value=e.value
    ),
    happened.EVENT_UNFIT: lambda e, n: _("does not apply to this play"),
    happened.OFFENSE_PICKED: taken,
    happened.DEFENSE_PICKED: taken,
    happened.CORNER_ADDED: corner_added,
    happened.EVENT_IGNORED: lambda e, n: _("the event is ignored"),
    happened.CORNER_COUNTED: corner_counted,
    happened.UNTIMED_DOWN: untimed,
    happened.TIME_OUT_PLAYED: lambda e, n: say(
        "{team:pays} for this play with a time out ({left} left)", team=called.team(n, e.seat), left=e.left
    ),
}
