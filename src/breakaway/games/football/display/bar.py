"""The text of the turn bar: the question and the situation, or whom everybody is waiting for.

A waiting seat sees only what everybody may know: the question, but never the other side's cards.
"""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, is_plural, many, marked, say
from breakaway.games.football.display import choices
from breakaway.games.football.display.svg import notice
from breakaway.games.football.display.text import has_ball
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.scoring import kick_distance
from breakaway.games.football.rules.state import Football, FootballObservation, other
from breakaway.games.football.text import names as called

MIDFIELD = terms.GOAL // 2

# What a side does while the others wait, with a singular and a plural verb.
WAITS = {
    terms.TOSS: (marked("{team:is} choosing: receive or kick?"),) * 2,
    terms.KICK: (marked("{team:is} choosing its kick."), marked("{team:is} choosing their kick.")),
    terms.DISCARD: (marked("{team:is} discarding to even up the hands."),) * 2,
    terms.TIME: (marked("{team:is} thinking about a time out."),) * 2,
    terms.OFFENSE_TIME: (marked("{team:is} thinking about a time out."),) * 2,
    terms.CALL: (marked("{team:is} choosing its play."), marked("{team:is} choosing their play.")),
    terms.DEFENSE: (marked("{team:is} choosing its defense."), marked("{team:is} choosing their defense.")),
    terms.AUDIBLE: (marked("{team:is} thinking about an audible."),) * 2,
    terms.AUDIBLE_DEFENSE: (marked("{team:is} thinking about an audible."),) * 2,
    terms.CHALLENGE: (marked("{team:is} thinking about a challenge."),) * 2,
    terms.CHALLENGE_DEFENSE: (marked("{team:is} thinking about a challenge."),) * 2,
    terms.PENALTY: (marked("{team:is} thinking about the penalty."),) * 2,
    terms.OFFENSE_PICK: (marked("{team:is} choosing: event or corner?"),) * 2,
    terms.DEFENSE_PICK: (marked("{team:is} choosing: event or corner?"),) * 2,
    terms.ICE: (marked("{team:is} thinking about icing the kicker."),) * 2,
    terms.KICK_EFFECT: (marked("{team:is} thinking about the kicking ability."),) * 2,
}
PRESS = {
    terms.CALL: marked("Call it"),
    terms.DEFENSE: marked("Lock it in"),
    terms.KICK: marked("Kick off"),
    terms.AUDIBLE: marked("Lock it in"),
    terms.AUDIBLE_DEFENSE: marked("Lock it in"),
    terms.DISCARD: marked("Send"),
}  # the label of the button that sends what was touched; otherwise `Choose`
MADE = {
    terms.FIELD_GOAL_CALL: marked("You called a field goal."),
    terms.PUNT_CALL: marked("You called a punt."),
    terms.COFFIN_CALL: marked("You called a punt into the coffin corner."),
    terms.HAIL_MARY_CALL: marked("You called a Hail Mary."),
    terms.KNEEL_CALL: marked("You chose to take a knee."),
    terms.TIME_OUT_CALL: marked("You called a time out."),
}


# --- the situation


def spot(names: Names, offense: int, line: int, reader: int) -> str:
    """A spot on the field as `reader` sees it, worded to follow `at`: `midfield`, `Fire's 20`, `its own 35`, `your 35`.

    `line` is counted from the goal line of `offense`. A `reader` of -1 is a spectator.
    """
    yards = called.YARDS * min(line, terms.GOAL - line)
    if line == MIDFIELD:
        # translators: these spots come after "at"; in languages with cases they bring their article
        return _("midfield")
    if line >= terms.GOAL:
        return _("the goal line")
    if line > MIDFIELD:
        there = called.team(names, other(offense))
        return (
            say("your {yards}", yards=yards)
            if other(offense) == reader
            else say("{team:'s} {yards}", team=there, yards=yards)
        )
    return called.at_spot(line, called.YOUR_OWN) if offense == reader else called.team_spot(names, offense, line)


def down(view: Football) -> str:
    """The down and the distance in lines: `2nd and 3`, `1st and goal`."""
    if view.marker >= terms.GOAL:
        return say("{ordinal} and goal", ordinal=called.ordinal(view.down))
    return say("{ordinal} and {lines}", ordinal=called.ordinal(view.down), lines=view.marker - view.line)


def situation(view: Football, names: Names, reader: int) -> str:
    """The situation in a sentence, as `reader` sees it: `Fire has 2nd and 3 at its own 35.`"""
    team = called.team(names, view.offense)
    if not has_ball(view):
        return notice(view, names) + "."
    where = spot(names, view.offense, view.line, reader)
    if view.try_down:
        if reader == view.offense:
            return say("You have the ball at {spot} for the try.", spot=where)
        return say("{team:has} the ball at {spot} for the try.", team=team, spot=where)
    if reader == view.offense:
        return say("You have {down} at {spot}.", down=down(view), spot=where)
    return say("{team:has} {down} at {spot}.", team=team, down=down(view), spot=where)


def next_line(view: Football, names: Names, reader: int) -> str:
    """The line to reach for a first down, in a sentence: `First-down flag at Fire's 20.`"""
    if view.marker >= terms.GOAL:
        return _("The line to gain is the goal line.")
    return say("First-down flag at {spot}.", spot=spot(names, view.offense, view.marker, reader))


def shows(view: Football, names: Names) -> str:
    """The formation that the offense shows, in a sentence: `Fire shows Shotgun (pass heavy).`"""
    seat = view.offense
    formation = called.formation(names, seat, view.formation[seat])
    return say("{team:shows} {formation}.", team=called.team(names, seat), formation=formation)


# --- what a seat is asked


def question(observation: FootballObservation) -> tuple[str, str]:
    """The question to the seat in a sentence, and the sentence below it."""
    view, names, seat = observation.view, observation.names, observation.seat
    phase = view.phase
    if phase == terms.CALL:
        return _call(observation)
    if phase == terms.DEFENSE:
        return say("Your defense. {situation}", situation=situation(view, names, seat)), shows(view, names)
    if phase == terms.DISCARD:
        return _discard(view.owed[seat])
    if phase == terms.TOSS:
        note = _("The side that kicks off now receives the second-half kickoff.")
        if choices.is_overtime_flip(view):
            note = score_of(view, names) + "."
        return _("You won the flip. Receive or kick?"), note
    if phase == terms.KICK:
        return _("You scored, so you kick off. Deep or onside?"), score_of(view, names) + "."
    if phase == terms.TIME:
        asked = _("Your defense. A time out before the last card of the half?")
        return asked, situation(view, names, seat)
    if phase == terms.OFFENSE_TIME:
        asked = _("Your offense. A time out before the last card of the half?")
        return asked, situation(view, names, seat)
    if phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        asked = say("Your audible. {situation}", situation=situation(view, names, seat))
        return asked, choices.open_question(observation)
    if phase == terms.ICE:
        asked = say(
            "{team:tries} a field goal from distance {distance}. Do you ice the kicker?",
            team=called.team(names, view.offense),
            distance=kick_distance(view.line),
        )
        return asked, situation(view, names, seat)
    return choices.question(observation), situation(view, names, seat)


def _call(observation: FootballObservation) -> tuple[str, str]:
    """The question to the offense, and the sentence below it.

    The sentence says which cards the defense's time outs bring back or, if none come back, where the first-down line
    is.
    """
    view, names, seat = observation.view, observation.names, observation.seat
    if view.try_down:
        where = spot(names, view.offense, view.line, seat)
        return _("Your try. Kick, or go for two?"), say("The ball is at {spot}.", spot=where)
    asked = say("Your call. {down} at {spot}.", down=down(view), spot=spot(names, view.offense, view.line, seat))
    return asked, choices.returns_note(observation) or next_line(view, names, seat)


def _discard(owed: int) -> tuple[str, str]:
    if owed > 0:
        asked = many("Give up {n} card to even up the hands.", "Give up {n} cards to even up the hands.", owed)
        return asked, _("Give up as many cards as the other side's drive used. Select the cards, then send them.")
    asked = many("Take back {n} card to even up the hands.", "Take back {n} cards to even up the hands.", -owed)
    note = _(
        "Because of time outs, the other side got back more cards than its drive used. "
        "Select the cards to take back, then send them."
    )
    return asked, note


def press(observation: FootballObservation) -> str:
    """The label of the button that sends what the player has selected. Empty for the default label."""
    return _(PRESS.get(observation.view.phase, ""))


def made(observation: FootballObservation, order: list[int]) -> str:
    """A sentence about the `order` that the seat has sealed.

    Empty if there is no order, or if the order needs no sentence.
    """
    view = observation.view
    if view.phase == terms.CALL and len(order) > view.returns:
        code = order[view.returns]
        return called_play(observation, code) if code < terms.PLAYS else _(MADE.get(code, ""))
    if view.phase == terms.DEFENSE and order:
        return called_defense(observation, order[0])
    return ""


def called_play(observation: FootballObservation, code: int) -> str:
    """Says which play this seat has called, by its `code`: `You called Medium 6.`"""
    config, names, seat = observation.config, observation.names, observation.seat
    kind = called.play_type(names, config.play_type[seat][code])
    return say("You called {call}.", call=f"{kind} {config.play_strength[seat][code]}")


def called_defense(observation: FootballObservation, code: int) -> str:
    """Says which defense this seat has called, by its `code`: `You called Zone 1-4.`"""
    config, names, seat = observation.config, observation.names, observation.seat
    kind = called.defense_type(names, config.call_type[seat][code])
    return say("You called {call}.", call=f"{kind} {config.call_run[seat][code]}-{config.call_pass[seat][code]}")


# --- whom everybody waits for


def waits(observation: FootballObservation) -> tuple[str, str]:
    """Two sentences for a waiting seat: whom it is waiting for, and the situation.

    If the seat has a face-down call, the first sentence names that call instead, and the second says whom the seat is
    waiting for. Both sentences are empty if nobody has to choose.
    """
    view, names = observation.view, observation.names
    waiting = observation.choosers()
    if not waiting or view.phase not in WAITS:
        return "", ""
    said = chooses(names, waiting[0], view.phase)
    own = own_call(observation)
    return (own, said) if own else (said, situation(view, names, observation.seat))


def chooses(names: Names, seat: int, phase: int) -> str:
    """A sentence about what a side is doing while the others wait: `Fire is choosing its defense.`"""
    team = called.team(names, seat)
    return say(WAITS[phase][is_plural(team)], team=team)


def own_call(observation: FootballObservation) -> str:
    """A sentence that names this seat's own face-down call. Empty if the seat has no such call."""
    view, seat = observation.view, observation.seat
    if seat < 0 or view.phase not in (terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        return ""
    code = view.call[seat]
    if code in (terms.NONE, terms.UNSEEN_CALL):
        return ""
    return called_play(observation, code) if seat == view.offense else called_defense(observation, code)


def score_of(view: Football, names: Names) -> str:
    """The score: `Lightning 7, Fire 3`."""
    return ", ".join(f"{called.team(names, seat)} {points}" for seat, points in enumerate(view.score))
