"""Choices judged, in a review and as advice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.game import blank_orders
from breakaway.core.language import _, marked, say
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.review import Costly, Review, Suggestion, imagined
from breakaway.games.football.display.box_score import told
from breakaway.games.football.display.question import action
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import HOME, IN_PLAY, KICKOFFS, Outlook
from breakaway.games.football.rules import calls, cards_and_clock, terms, win_chances
from breakaway.games.football.rules.interface import asked, refuse, step_decision
from breakaway.games.football.rules.order_of_play import RECEIVE
from breakaway.games.football.rules.play import CORNER, EVENT, FORCED, illegal_by
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.text import names
from breakaway.lab.review import Explained, Taken, TwoSides, both, for_side, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep
from breakaway.records.record_file import checkpoint

# --- Choices that can be judged: the toss, kicks on fourth down, a last time out, and answers in the middle of a play.


GO = 0  # the choice to go for it instead of kicking
KICKS = (terms.FIELD_GOAL_CALL, terms.PUNT_CALL, terms.COFFIN_CALL)
BEST = 2  # this many of the strongest runs, and as many passes, stand for going for it on fourth down


@dataclass(frozen=True)
class Judged:
    """A seat's choice, with what each option was worth to the seat, in millionths.

    `chosen` and the keys of `options` are answers in this `phase`; before a call, they are GO or the code of a kick.
    """

    seat: int
    phase: int
    chosen: int
    options: dict[int, int]

    @property
    def best(self) -> int:
        """The best option."""
        return max(self.options, key=lambda each: self.options[each])

    @property
    def cost(self) -> int:
        """The chance of winning that the choice gave away, in millionths: 0 or more."""
        return self.options[self.best] - self.options[self.chosen]


def answer(worth: Outlook, step: PlayedStep) -> list[Judged]:
    """The answer to a question in the middle of a play, judged against all other legal answers."""
    s: Football = step.before
    seat, options = asked(s), dict[int, int]()
    for code in range(3):
        if refuse(s, worth.config, seat, [code], 0) == 0:
            options[code] = for_side(seat, worth.of(answered(s, worth.config, seat, code)))
    chosen = next((code for code in options if same(s, worth.config, seat, code, step.after)), None)
    return [] if chosen is None or len(options) < 2 else [Judged(seat, s.phase, chosen, options)]


def answered(s: Football, config: FootballConfig, seat: int, code: int) -> Football:
    """The state after this answer."""
    after = copy(s)
    step_decision(after, config, seat, code, None)
    return after


def same(s: Football, config: FootballConfig, seat: int, code: int, after: Football) -> bool:
    """Whether this answer led to the state `after`."""
    return answered(s, config, seat, code) == after


def between_plays(worth: Outlook, step: PlayedStep) -> list[Judged]:
    """The choices that can be judged between plays.

    These are the toss, kicks on fourth down, and a time out before the last card.
    """
    if step.before.phase == terms.TOSS:
        return answer(worth, step)
    return [*fourth_down(worth, step), *last_time_out(worth, step)] if step.before.phase == terms.CALL else []


def last_time_out(worth: Outlook, step: PlayedStep) -> list[Judged]:
    """The decision whether to call a time out before the last card of the fourth quarter.

    Earlier in the quarter there is no choice to judge, because a later time out has the same effect. The table of win
    chances takes time outs into account only in the fourth quarter.
    """
    s: Football = step.before
    seat, config = s.offense, worth.config
    if s.quarter != 4 or win_chances.plays_left(s, config) != 1 or s.returns > 0 or config.sheet[seat] == 1:
        return []
    if config.late_incompletions == 1:  # the last card may come back
        return []
    if calls.refuse_action(s, config, seat, [terms.TIME_OUT_CALL, 0], 0):
        return []
    without, called = copy(s), copy(s)
    without.time_outs[seat] = 0  # nobody can use it after the last card
    cards_and_clock.call_time(called, config, seat, None)
    back = next(card for card in range(terms.CARDS) if cards_and_clock.is_discarded(s, seat, card))
    cards_and_clock.bring_back(called, config, back, None)
    options = {code: for_side(seat, chance_to_win(each, config, HOME)) for code, each in enumerate((without, called))}
    chosen = int(step.after.time_outs[seat] < s.time_outs[seat])
    return [Judged(seat, terms.TIME, chosen, options)]


def fourth_down(worth: Outlook, step: PlayedStep) -> list[Judged]:
    """The choice on fourth down, judged against each legal kick and against going for it."""
    s: Football = step.before
    declared = step.after.declared
    has_called = step.after.phase != terms.CALL  # and not just a time out
    if not has_called or s.down != 4 or s.try_down == 1 or declared not in (0, *KICKS) or s.returns > 0:
        return []
    seat, options = s.offense, dict[int, int]()
    for code in KICKS:
        if calls.refuse_action(s, worth.config, seat, [code, 0], 0) == 0:
            options[code] = for_side(seat, kicked(worth, s, code))
    options[GO] = for_side(seat, going(worth, s))
    return [Judged(seat, terms.CALL, declared, options)] if declared in options and len(options) > 1 else []


def kicked(worth: Outlook, s: Football, code: int) -> int:
    """The home side's chance of winning if the offense announces this kick."""
    after = copy(s)
    calls.declare(after, worth.config, code, in_hand(after)[0], None)
    return worth.after(after)


def in_hand(s: Football) -> list[int]:
    """The cards that the offense can use."""
    found = [card for card in range(terms.CARDS) if s.card[s.offense][card] == terms.HAND]
    return found or [0]


def going(worth: Outlook, s: Football) -> int:
    """The home side's chance of winning if the offense goes for it with the best of its strongest plays.

    The defense is assumed to make each of its calls equally often, because the offense does not know which call will
    come.
    """
    found = []
    for play in strongest(s, worth.config):
        each = [worth.of(called(s, worth.config, play, call)) for call in distinct(s, worth.config)]
        found.append(round(sum(each) / len(each)))
    return max(found) if s.offense == HOME else min(found)


def strongest(s: Football, config: FootballConfig) -> list[int]:
    """The strongest legal runs and passes in the offense's hand."""
    seat, found = s.offense, list[int]()
    plays = [card * 2 + side for card in in_hand(s) for side in (0, 1)]
    legal = [play for play in plays if not illegal_by(config, s.line, config.play_type[seat][play])] or plays
    for kind in (terms.RUN, terms.PASS):
        some = {
            (config.play_type[seat][play], config.play_strength[seat][play]): play
            for play in legal
            if config.type_kind[config.play_type[seat][play]] == kind
        }
        found += [play for _, play in sorted(some.items(), key=lambda each: -each[0][1])[:BEST]]
    return found or legal[:1]


def distinct(s: Football, config: FootballConfig) -> list[int]:
    """The defense's calls, without duplicates."""
    seat, found = other(s.offense), dict[tuple[int, ...], int]()
    for call in range(2 * config.defenses[seat]):
        if config.call_type[seat][call] != terms.NONE:
            numbers = (config.call_type[seat][call], config.call_run[seat][call], config.call_pass[seat][call])
            found.setdefault(numbers, call)
    return list(found.values())


def called(s: Football, config: FootballConfig, play: int, call: int) -> Football:
    """The state with both calls face down."""
    after = copy(s)
    calls.declare(after, config, play, 0, None)
    after.drawn_card = play // 2 if config.sheet[s.offense] == 1 else terms.NONE
    calls.take_defense(after, config, [call, 0, 0], None)
    after.phase = terms.REVEAL
    return after


# --- What a football review needs: the chance of winning in each state, and which changes come from calls and which
# from cards.


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. A review takes several seconds, because the exact odds of every play are worked out."""
    judge = FootballJudge(match)
    says = Explained(
        _(
            "The chances of winning come from simulated matches between all teams, mostly played by their sheets; "
            "a tie counts as half a win."
        ),
        (_("calls"), _("cards")),
        _(
            "“Calls” shows how far both sides' choices moved the chance of winning before a card was drawn, and "
            "“cards” shows how far the draw then moved it. Together they make up the whole change."
        ),
        (
            _("We assume that each decision still to come in a play is the one that wins most often."),
            _("Discards are not judged, because the chances do not depend on which cards a side holds."),
            _("Audibles are not judged, because they depend on a guess about the face-down card."),
            _(
                "A time out is judged only right before the last card of the fourth quarter. "
                "The value of an earlier time out is unknown."
            ),
        ),
    )
    return review_of_two(match, judge, judge.words, says)


class FootballJudge(TwoSides):
    """Judges the steps of a football match by exact odds."""

    outlook: Outlook

    def __init__(self, match: Match[Any, Any]) -> None:
        super().__init__(Outlook(match.config), told(match.record.header["names"]))

    def take(self, step: PlayedStep, now: Any) -> Taken:
        """How much a step changed the chance of winning, through skill (calls, decisions) or luck (draws)."""
        before: Football = step.before
        after, skill, found = self.outlook.of(step.after), 0, list[Judged]()
        if is_decision(before):
            found = answer(self.outlook, step)
            skill = after - now[0]
        elif before.phase in KICKOFFS:
            skill = self.outlook.after(before, step.orders) - now[0]
        elif before.phase not in IN_PLAY and before.phase != terms.START:  # the flip is luck
            found = between_plays(self.outlook, step)
            skill = after - now[0]
        return Taken(both(after), (skill, -skill), [costly(step.turn, each) for each in found])


def costly(turn: int, each: Judged) -> Costly:
    """A judged choice in words."""
    chosen, best = option(each.phase, each.chosen), option(each.phase, each.best)
    return Costly(turn, each.seat, "", chosen, each.options[each.chosen], best, each.options[each.best])


def is_decision(s: Football) -> bool:
    """Whether a seat or its sheet is answering a question in the middle of a play."""
    return s.phase in IN_PLAY and s.phase != terms.REVEAL and asked(s) < terms.SEATS


def option(phase: int, code: int) -> str:
    """An option in words."""
    if phase == terms.CALL:
        kicks = {
            GO: _("going for it"),
            terms.FIELD_GOAL_CALL: _("a field goal"),
            terms.PUNT_CALL: _("a punt"),
            terms.COFFIN_CALL: _("a coffin-corner punt"),
        }
        return kicks[code]
    if phase == terms.TOSS:
        return _("receiving") if code == RECEIVE else _("kicking off")
    if phase in (terms.TIME, terms.OFFENSE_TIME):
        return _("a time out") if code else _("no time out")
    if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return _("throwing the flag") if code else _("keeping the flag")
    if phase == terms.PENALTY:
        return _("accepting the penalty") if code else _("declining the penalty")
    if phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return {EVENT: _("the event"), CORNER: _("the corner"), FORCED: _("a forced turnover")}[code]
    if phase == terms.ICE:
        return _("icing the kicker") if code else _("not icing the kicker")
    return _("using the ability") if code else _("not using the ability")


# --- Help during a football match: the best calls and answers by exact odds, based on what the seat sees.


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
    for play in strongest(s, config) if s.try_down == 0 or s.line < terms.GOAL else []:
        order = [play, 0]
        if calls.refuse_action(s, config, seat, order, 0):
            continue
        checkpoint()
        defenses = distinct(s, config)
        each = [outlook.of(called(s, config, play, call)) for call in defenses]
        chance = for_side(seat, round(sum(each) / len(each)))
        strength = config.play_strength[seat][play]
        says = say("Strength {strength}, judged against {n} equally likely defenses.", strength=strength, n=len(each))
        found.append(Suggestion(observation.write(order), names.play(observation.names, seat, play), chance, says))
    for code in KICKS:
        if (s.down == 4 or s.try_down == 1) and calls.refuse_action(s, config, seat, [code, 0], 0) == 0:
            chance = for_side(seat, kicked(outlook, s, code))
            what, says = names.capital(option(terms.CALL, code)), _(REASONS[code])
            if s.try_down:
                what, says = action(observation, code)
            found.append(Suggestion(observation.write([code, 0]), what, chance, says))
    return found


def to_defend(observation: FootballObservation, outlook: Outlook) -> list[Suggestion]:
    """The defense's calls, each judged against some of the plays that the visible formation could hide."""
    config, seat, found = observation.config, observation.seat, []
    guesses = [imagined(observation, n) for n in range(GUESSES)]
    for call in distinct(guesses[0], config):
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
