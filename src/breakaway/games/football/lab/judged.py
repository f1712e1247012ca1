"""Choices that can be judged: the toss, kicks on fourth down, a last time out, and answers in the middle of a play."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.state import copy
from breakaway.games.football.lab.outlook import HOME, Outlook
from breakaway.games.football.rules import calls, cells, clock, terms
from breakaway.games.football.rules.contract import asked, refuse, step_decision
from breakaway.games.football.rules.penalties import illegal_by
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.winning import chance_to_win
from breakaway.lab.review import for_side
from breakaway.records.play_by_play import PlayedStep

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
    if s.quarter != 4 or cells.plays_left(s, config) != 1 or s.returns > 0 or config.sheet[seat] == 1:
        return []
    if config.late_incompletions == 1:  # the last card may come back
        return []
    if calls.refuse_action(s, config, seat, [terms.TIME_OUT_CALL, 0], 0):
        return []
    without, called = copy(s), copy(s)
    without.time_outs[seat] = 0  # nobody can use it after the last card
    clock.call_time(called, config, seat, None)
    back = next(card for card in range(terms.CARDS) if clock.is_discarded(s, seat, card))
    clock.bring_back(called, config, back, None)
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
