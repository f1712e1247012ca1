"""Choices of a finished match, judged for its review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from breakaway.core.language import _
from breakaway.core.state import copy
from breakaway.display.review import Costly, Review
from breakaway.games.football.coaches.snaps import Snap, weigh_snap
from breakaway.games.football.display.box_score import told
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.odds import HOME, IN_PLAY, KICKOFFS, Outlook
from breakaway.games.football.rules import calls, cards_and_clock, terms, win_chances
from breakaway.games.football.rules.interface import asked, refuse, step_decision
from breakaway.games.football.rules.order_of_play import RECEIVE
from breakaway.games.football.rules.play import CORNER, EVENT, FORCED
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.lab.review import Explained, Taken, TwoSides, both, for_side, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep

# --- Choices that can be judged: the toss, kicks on fourth down, a last time out, and answers in the middle of a play.


GO = 0  # the choice to go for it instead of kicking
KICKS = (terms.FIELD_GOAL_CALL, terms.PUNT_CALL, terms.COFFIN_CALL)


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
    """The home side's chance of winning if the offense goes for it.

    Both sides mix their calls as the champion would, from what the offense sees. Against a sheet, the offense calls the
    play with the best odds against its dice.
    """
    view, snap = copy(s), Snap()
    GAME.redact(view, worth.config, s.offense)
    weigh_snap(view, worth.config, s.offense, snap)
    by_sheet = worth.config.sheet[other(s.offense)] == 1
    return for_side(s.offense, max(snap.play_by_sheet) if by_sheet else snap.chance)


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
