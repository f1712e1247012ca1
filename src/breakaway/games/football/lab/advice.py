"""Help during a football match: the best calls and answers by exact odds, based on what the seat sees."""

from __future__ import annotations

from breakaway.core.game import blank_orders
from breakaway.core.language import _, marked, say
from breakaway.core.odds import ONE
from breakaway.display.review import Suggestion, imagined
from breakaway.games.football.display.ask import action
from breakaway.games.football.game import GAME
from breakaway.games.football.lab import judged
from breakaway.games.football.lab.judged import KICKS
from breakaway.games.football.lab.outlook import IN_PLAY, Outlook
from breakaway.games.football.lab.review import option
from breakaway.games.football.rules import calls, terms
from breakaway.games.football.rules.contract import refuse
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.text import names
from breakaway.lab.review import for_side
from breakaway.records.record_file import checkpoint

GUESSES = 3  # how many times the other side's secret call is guessed


REASONS = {
    terms.FIELD_GOAL_CALL: marked("Three points if the kick is good. If not, the other side gets the ball here."),
    terms.PUNT_CALL: marked("A punt trades the ball for field position."),
    terms.COFFIN_CALL: marked(
        "This punt aims for the corner: it is two lines shorter, so it is less often a touchback."
    ),
}


def advise(observation: FootballObservation) -> list[Suggestion]:
    """Suggestions for a call of either side, a kickoff, or an answer in the middle of a play."""
    config, view = observation.config, observation.view
    outlook = Outlook(config)
    if view.phase == terms.CALL and view.returns == 0:
        return to_attack(observation, outlook)
    if view.phase == terms.DEFENSE:
        return to_defend(observation, outlook)
    if view.phase not in (*IN_PLAY, terms.KICK):
        return []
    s, found = imagined(observation), []
    for code in range(GAME.codes(s, config)):
        if refuse(s, config, observation.seat, [code], 0) == 0:
            orders = blank_orders(GAME)
            orders[observation.seat][0] = code
            chance = for_side(observation.seat, outlook.after(s, orders))
            what = kickoff(code) if s.phase == terms.KICK else option(s.phase, code)
            says = _("An average over everything that can still happen in this play.")
            found.append(Suggestion(observation.write([code]), names.capital(what), chance, says))
    return found


def kickoff(code: int) -> str:
    """The name of a kind of kickoff."""
    return _("an onside kick") if code else _("a deep kick")


def to_attack(observation: FootballObservation, outlook: Outlook) -> list[Suggestion]:
    """The strongest runs and passes in hand and, on fourth down and on tries, the kicks that the rules allow."""
    s, config, seat, found = imagined(observation), observation.config, observation.seat, []
    for play in judged.strongest(s, config) if s.try_down == 0 or s.line < terms.GOAL else []:
        order = [play, 0]
        if calls.refuse_action(s, config, seat, order, 0):
            continue
        checkpoint()
        defenses = judged.distinct(s, config)
        each = [outlook.of(judged.called(s, config, play, call)) for call in defenses]
        chance = for_side(seat, round(sum(each) / len(each)))
        strength = config.play_strength[seat][play]
        says = say("Strength {strength}, judged against {n} equally likely defenses.", strength=strength, n=len(each))
        found.append(Suggestion(observation.write(order), names.play(observation.names, seat, play), chance, says))
    for code in KICKS:
        if (s.down == 4 or s.try_down == 1) and calls.refuse_action(s, config, seat, [code, 0], 0) == 0:
            chance = for_side(seat, judged.kicked(outlook, s, code))
            what, says = names.capital(option(terms.CALL, code)), _(REASONS[code])
            if s.try_down:
                what, says = action(observation, code)
            found.append(Suggestion(observation.write([code, 0]), what, chance, says))
    return found


def to_defend(observation: FootballObservation, outlook: Outlook) -> list[Suggestion]:
    """The defense's calls, each judged against some of the plays that the visible formation could hide."""
    config, seat, found = observation.config, observation.seat, []
    guesses = [imagined(observation, n) for n in range(GUESSES)]
    for call in judged.distinct(guesses[0], config):
        if refuse(guesses[0], config, seat, [call, 0, 0], 0):
            continue
        checkpoint()
        total = sum(against(s, config, outlook, seat, call) for s in guesses)
        strengths = config.call_run[seat][call], config.call_pass[seat][call]
        says = say("{run} against runs, {other} against passes.", run=strengths[0], other=strengths[1])
        what = names.defense_type(observation.names, config.call_type[seat][call])
        found.append(Suggestion(observation.write([call, 0, 0]), what, total // GUESSES, says))
    return found


def against(s: Football, config: FootballConfig, outlook: Outlook, seat: int, call: int) -> int:
    """The defense's chance of winning if it makes this call now."""
    orders = blank_orders(GAME)
    orders[seat][0] = call
    return max(0, min(ONE, for_side(seat, outlook.after(s, orders))))
