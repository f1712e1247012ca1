"""What each option of a football choice is worth, as the coach `champion` sees it: for advice and for reviews.

Advice takes the best options, a review compares all of them with the one that was chosen. So both always agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from breakaway.core.odds import ONE
from breakaway.core.state import copy, key, zeros
from breakaway.games.football.coaches import coaches, decisions
from breakaway.games.football.coaches.mixes import FORMATIONS, MIX, NOTHING, Mix, find_mix, new_mix
from breakaway.games.football.coaches.play_worth import ALL, NOTES, UNKNOWN, PlayWorths, new_notes, prepare, weigh_plays
from breakaway.games.football.coaches.snaps import (
    Snap,
    against_calls,
    against_plays,
    shown_by,
    weigh_snap,
    weight_of_play,
)
from breakaway.games.football.rules import calls, scoring, terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.words import LONG, MIDDLE, SHORT
from breakaway.lab.kindest import ShownGame, least_of_call, most_of_card
from breakaway.lab.review import as_shown
from breakaway.records.play_by_play import PlayedStep

SELDOM = coaches.CHAMPION[coaches.LEAST]  # the champion never makes a choice that should come up less often than this
TENTH = 1_000  # a tenth of a percentage point: choices that differ by less look alike


@dataclass
class WeighedOption:
    """An option of a choice: its code, its chance of winning for the seat in millionths, and how often to make it.

    `weight` is a share of the weights of all options; without a mixture it is 0. Options that the rules cannot tell
    apart are one option, under its first code; `codes` lists all of them. `versus` is the chance against what this
    opponent does, UNKNOWN without a match to learn it from.
    """

    code: int
    chance: int
    weight: int = 0
    versus: int = UNKNOWN
    codes: list[int] = field(default_factory=list)


# --- The snaps of a match: each matrix and each mixture is worked out once, for the call, the defense and the audibles.


class KnownSnaps:
    """What is known of the snaps of a match. Two views that look the same apart from the calls share one snap."""

    def __init__(self, config: FootballConfig) -> None:
        self.config = config
        self._plays: dict[Any, PlayWorths] = {}
        self._mixes: dict[Any, Mix] = {}

    def plays(self, view: Football) -> PlayWorths:
        """The worth of all plays of the offense against all calls."""
        at = self._key(view)
        if at not in self._plays:
            notes = self._plays[at] = new_notes(zeros(NOTES))
            weigh_plays(view, self.config, notes, ALL)
        return self._plays[at]

    def mix(self, view: Football, formation: int, rounds: int) -> Mix:
        """The mixtures of a formation after at least so many rounds."""
        at = self._key(view)
        for known in (coaches.CHAMPION[coaches.ROUNDS], rounds):
            if known >= rounds and (at, formation, known) in self._mixes:
                return self._mixes[at, formation, known]
        mix = self._mixes[at, formation, rounds] = new_mix(zeros(MIX))
        find_mix(view, self.config, self.plays(view), formation, rounds, mix)
        return mix

    def best_formation(self, view: Football) -> int:
        """The formation that is worth most to the offense, as the champion finds it."""
        found, most = 0, NOTHING
        for formation in range(3):
            at = self._key(view), formation, coaches.CHAMPION[coaches.LOOKS]
            if at not in self._mixes:
                self._mixes[at] = new_mix(zeros(MIX))
                find_mix(view, self.config, self.plays(view), formation, at[2], self._mixes[at])
            if self._mixes[at].worth[0] > most:
                found, most = formation, self._mixes[at].worth[0]
        return found

    def _key(self, view: Football) -> Any:
        s = copy(view)
        prepare(s, self.config)
        scoring.clear_down(s)
        s.phase, s.time_after = terms.CALL, 0
        for seat in range(terms.SEATS):
            s.call[seat] = s.formation[seat] = s.ability[seat] = 0
        return key(s)


# --- What an opponent does, as far as a match shows it.


def distance(s: Football) -> int:
    """The class of a distance: one line, up to four lines, or more."""
    to_go = s.marker - s.line
    return SHORT if to_go <= 1 else MIDDLE if to_go <= 4 else LONG


@dataclass
class CallHabits:
    """The types of plays and of defenses that both sides have called in a match, by side, distance and turn."""

    plays: dict[int, list[tuple[int, int, int]]] = field(default_factory=lambda: {0: [], 1: []})
    calls: dict[int, list[tuple[int, int, int]]] = field(default_factory=lambda: {0: [], 1: []})

    def learn(self, step: PlayedStep, config: FootballConfig) -> None:
        """Takes note of the calls of a step, if it revealed them."""
        s: Football = step.before
        if s.phase != terms.REVEAL or s.declared != 0:
            return
        seat, defense = int(s.offense), other(s.offense)
        if config.sheet[seat] == 0:
            self.plays[seat].append((step.turn, distance(s), int(config.play_type[seat][s.call[seat]])))
        if config.sheet[defense] == 0:
            self.calls[defense].append((step.turn, distance(s), int(config.call_type[defense][s.call[defense]])))


# --- What the offense may call.


@dataclass
class WeighedCall:
    """The options of a call: plays by `plays` and `rivals`, and with `kicks` what the offense may do instead.

    `going` is the seat's chance with a play. `rivals`: by type of the other side's calls, how often they should come
    and how often they do, as weights.
    """

    going: int
    plays: list[WeighedOption]
    kicks: list[WeighedOption]
    rivals: dict[int, tuple[int, int]]


def weigh_call(
    view: Football,
    config: FootballConfig,
    seat: int,
    snaps: KnownSnaps,
    habits: CallHabits | None = None,
    turn: int = 0,
    shown: int = ALL,
) -> WeighedCall:
    """The worth of everything that the offense may call, from its view. Brings cards back as the champion does.

    `shown`: the formation that was called, if it was. `habits` and `turn` are as in `as_shown`.
    """
    view = copy(view)
    coaches.bring_cards_back(view, config, seat, [0] * decisions.LONGEST_ORDER)
    kicks = [
        WeighedOption(code, decisions.worth_of_action(view, config, seat, code), codes=[code])
        for code in range(win_chances.FIELD_GOAL, win_chances.KNEEL + 1)
        if decisions.may_choose(view, config, seat, code)
    ]
    kicks.sort(key=lambda each: -each.chance)
    legal = [code for code in range(terms.PLAYS) if calls.refuse_action(view, config, seat, [code], 0) == 0]
    found = dict[tuple[int, ...], WeighedOption]()
    if config.sheet[other(seat)] == 1:
        snap = Snap()
        weigh_snap(view, config, seat, snap)
        for code in legal:
            add(found, alike(config, seat, code), WeighedOption(code, snap.play_by_sheet[code]))
        plays = list(found.values())
        return WeighedCall(max((each.chance for each in plays), default=UNKNOWN), plays, kicks, {})
    notes, best = snaps.plays(view), snaps.best_formation(view)
    rivals, going = dict[int, tuple[int, int]](), NOTHING
    for formation in range(3):
        is_close = formation in (best, shown)
        mix = snaps.mix(view, formation, coaches.CHAMPION[coaches.ROUNDS if is_close else coaches.LOOKS])
        does = mix
        if habits is not None:
            does, seen = as_called(view, config, mix, habits, turn)
            rivals = seen if formation == best else rivals
        if formation == best:
            going = mix.worth[0]
        for code in legal:
            chance = against_calls(view, config, notes, mix, formation, code)
            if chance != UNKNOWN:
                weight = weight_of_play(view, config, mix, code) if formation == best else 0
                versus = UNKNOWN if does is mix else against_calls(view, config, notes, does, formation, code)
                add(found, alike(config, seat, code), WeighedOption(code, chance, weight, versus))
    return WeighedCall(going, list(found.values()), kicks, rivals)


def as_called(
    view: Football, config: FootballConfig, mix: Mix, habits: CallHabits, turn: int
) -> tuple[Mix, dict[int, tuple[int, int]]]:
    """The mixture with the defense's calls as this opponent makes them, and both by type of defense."""
    defense = other(view.offense)
    order = [call for call in range(2 * config.defenses[defense]) if config.call_type[defense][call] != terms.NONE]
    kinds = {call: int(config.call_type[defense][call]) for call in order}
    best = dict[int, int]()
    for call in order:
        best[kinds[call]] = best.get(kinds[call], 0) + mix.calls[call]
    does = as_shown(habits.calls[defense], distance(view), turn, best)
    weights = [0] * terms.CALLS
    for call in order:
        weights[call] = part(
            does[kinds[call]], mix.calls[call], best[kinds[call]], list(kinds.values()).count(kinds[call])
        )
    return Mix(mix.cards, mix.sides, weights, mix.worth), {kind: (best[kind], does[kind]) for kind in best}


def part(whole: int, weight: int, of: int, many: int) -> int:
    """The part of an option in the weight of its type: as in the best mix or, if that has none of them, the same."""
    return whole * weight // of if of else whole // many


def alike(config: FootballConfig, seat: int, code: int) -> tuple[int, ...]:
    """Numbers that are the same for plays that are called alike.

    If an audible can turn the card, its other play counts, too.
    """
    tables = (config.play_type, config.play_strength, config.play_low, config.play_minimum)
    sides = (code, code ^ 1) if config.audibles == 1 and config.sheet[other(seat)] == 0 else (code,)
    return (config.card_formation[seat][code // 2], *(each[seat][side] for side in sides for each in tables))


def add(found: dict[tuple[int, ...], WeighedOption], key: tuple[int, ...], new: WeighedOption) -> None:
    """Adds an option to those found, or its weight to the one that is alike."""
    first = found.setdefault(key, new)
    first.codes.append(new.code)
    if first is not new:
        first.weight += new.weight


# --- What the defense may call.


@dataclass
class WeighedDefense:
    """The options of a defense, and the plays that come, by type: how often they should and how often they do."""

    calls: list[WeighedOption]
    rivals: dict[int, tuple[int, int]]


def weigh_defense(
    view: Football,
    config: FootballConfig,
    seat: int,
    snaps: KnownSnaps,
    habits: CallHabits | None = None,
    turn: int = 0,
) -> WeighedDefense:
    """The worth of every call of the defense against the formation that it sees, from its view."""
    found, rivals = dict[tuple[int, ...], WeighedOption](), dict[int, tuple[int, int]]()
    order = [
        call
        for call in range(2 * config.defenses[seat])
        if not calls.refuse_defense(view, config, seat, [call, 0, 0], 0)
    ]
    if config.sheet[view.offense] == 1:
        snap = Snap()
        weigh_snap(view, config, seat, snap)
        weighed = [(call, snap.call_by_sheet[call], 0, UNKNOWN) for call in order]
    else:
        notes = snaps.plays(view)
        mix = snaps.mix(view, int(view.formation[view.offense]), coaches.CHAMPION[coaches.ROUNDS])
        does = mix
        if habits is not None:
            does, rivals = as_played(view, config, notes, mix, habits, turn)
        worths = {call: against_plays(view, config, notes, mix, call) for call in order}
        others = {} if does is mix else {call: against_plays(view, config, notes, does, call) for call in order}
        weighed = []
        for call in order:
            sides = [each for each in (call, call ^ 1) if each in order] if config.audibles == 1 else [call]
            worth = min(worths[each] for each in sides)  # an audible may still turn the card
            versus = min((others[each] for each in sides if each in others), default=UNKNOWN)
            weighed.append((call, worth, mix.calls[call], versus))
    for call, worth, weight, versus in weighed:
        if worth != UNKNOWN:
            numbers = config.call_type[seat][call], config.call_run[seat][call], config.call_pass[seat][call]
            option = WeighedOption(call, ONE - worth, weight, versus if versus == UNKNOWN else ONE - versus)
            add(found, (*numbers, shown_by(view, config, call)), option)
    return WeighedDefense(list(found.values()), rivals)


def as_played(
    view: Football, config: FootballConfig, notes: PlayWorths, mix: Mix, habits: CallHabits, turn: int
) -> tuple[Mix, dict[int, tuple[int, int]]]:
    """The mixture with the offense's plays as this opponent calls them, and both by type of play."""
    seat, formation = int(view.offense), int(view.formation[view.offense])
    plays = [
        code
        for code in range(terms.PLAYS)
        if notes.plays[code * terms.CALLS] >= 0 and config.card_formation[seat][code // 2] == formation
    ]
    kinds = {code: int(config.play_type[seat][code]) for code in plays}
    weights, best = {code: weight_of_play(view, config, mix, code) for code in plays}, dict[int, int]()
    for code in plays:
        best[kinds[code]] = best.get(kinds[code], 0) + weights[code]
    does = as_shown(habits.plays[seat], distance(view), turn, best)
    sides = [0] * len(mix.sides)
    for code in plays:
        share = part(does[kinds[code]], weights[code], best[kinds[code]], list(kinds.values()).count(kinds[code]))
        for shown in range(FORMATIONS):
            sides[code * FORMATIONS + shown] = share
    return Mix(mix.cards, sides, mix.calls, mix.worth), {kind: (best[kind], does[kind]) for kind in best}


# --- Whether a choice would be poor against each best mix of the other side.


def kindest_to_play(view: Football, config: FootballConfig, seat: int, snaps: KnownSnaps, code: int) -> int:
    """The chance of winning of the offense with a play, if the defense's mix is the one that punishes it
    least, of all that are the best to a tenth of a point."""
    view = copy(view)
    coaches.bring_cards_back(view, config, seat, [0] * decisions.LONGEST_ORDER)
    formation = int(config.card_formation[seat][code // 2])
    at = SnapGame(view, config, snaps, formation)
    return round(ONE * most_of_card(at.game, at.place(code), at.calls, TENTH / ONE))


def kindest_to_call(view: Football, config: FootballConfig, seat: int, snaps: KnownSnaps, call: int) -> int:
    """The chance of winning of the defense with a call, if the offense's mix is the one that punishes it
    least, of all that are the best to a tenth of a point."""
    at = SnapGame(view, config, snaps, int(view.formation[view.offense]))
    found = []
    for each in (call, call ^ 1) if config.audibles == 1 else (call,):
        if each in at.order:
            start = against_plays(view, config, at.notes, at.mix, each) / ONE
            found.append(least_of_call(at.game, at.order.index(each), at.calls, start, TENTH / ONE))
    return round(ONE * (1 - min(found)))


class SnapGame:
    """A snap in one formation of the offense as a game of cards and calls: its numbers, its places and its best mix."""

    def __init__(self, view: Football, config: FootballConfig, snaps: KnownSnaps, formation: int) -> None:
        seat, defense = int(view.offense), other(view.offense)
        self.notes, self.mix = snaps.plays(view), snaps.mix(view, formation, coaches.CHAMPION[coaches.LOOKS])
        self.order = [
            call for call in range(2 * config.defenses[defense]) if config.call_type[defense][call] != terms.NONE
        ]
        self.turns = config.audibles == 1 and config.sheet[defense] == 0
        legal = [
            code
            for code in range(terms.PLAYS)
            if self.notes.plays[code * terms.CALLS + self.order[0]] >= 0
            and config.card_formation[seat][code // 2] == formation
        ]
        self.sides = [[code, code ^ 1] for code in legal if code % 2 == 0] if self.turns else [[code] for code in legal]
        forms = sorted({shown_by(view, config, call) for call in self.order})
        self.game = ShownGame(
            [[[self._worth(code, call) for call in self.order] for code in sides] for sides in self.sides],
            [forms.index(shown_by(view, config, call)) for call in self.order],
        )
        weights = [self.mix.calls[call] for call in self.order]
        self.calls = [each / sum(weights) for each in weights]

    def _worth(self, code: int, call: int) -> float:
        return self.notes.plays[code * terms.CALLS + call] / ONE

    def place(self, code: int) -> int:
        """The place of a play's card in the game."""
        return next(i for i, sides in enumerate(self.sides) if code in sides)


# --- Audibles, and every question with a few answers.


def weigh_audible(view: Football, config: FootballConfig, seat: int, snaps: KnownSnaps) -> list[WeighedOption]:
    """The worth of leaving the card as it is and of turning it, now that the other side's formation is seen."""
    notes, formation, defense = snaps.plays(view), int(view.formation[view.offense]), other(view.offense)
    mix = snaps.mix(view, formation, coaches.CHAMPION[coaches.ROUNDS])
    shown, called, found = int(view.formation[defense]), int(view.call[seat]), list[WeighedOption]()
    for answer in (0, 1):
        if calls.refuse_audible(view, config, seat, answer):
            continue
        code = called ^ answer
        if seat == view.offense:
            cards = config.defense_formation[defense]
            pairs = [
                (code * terms.CALLS + call, mix.calls[call]) for call in range(terms.CALLS) if cards[call // 2] == shown
            ]
            weight = mix.sides[code * FORMATIONS + shown]
        else:
            pairs = [
                (each * terms.CALLS + code, mix.sides[each * FORMATIONS + shown])
                for each in range(terms.PLAYS)
                if config.card_formation[view.offense][each // 2] == formation
            ]
            weight = 0  # the other side's audible says nothing about its play
        worth = mean([(notes.plays[at], weight) for at, weight in pairs if notes.plays[at] >= 0])
        found.append(WeighedOption(answer, worth if seat == view.offense else ONE - worth, weight, codes=[answer]))
    if max(each.chance for each in found) - min(each.chance for each in found) >= 2 * TENTH:
        for each in found:  # one side is clearly better, as with a card that the best mixture hardly ever calls
            each.weight = 0
    return found


def mean(values: Sequence[tuple[int, int]]) -> int:
    """The mean of pairs of a worth and its weight. If all weights are 0, they count alike."""
    total = sum(weight for _worth, weight in values)
    if total == 0:
        return sum(worth for worth, _weight in values) // max(1, len(values))
    return sum(worth * weight for worth, weight in values) // total


def weigh_answers(view: Football, config: FootballConfig, seat: int) -> list[WeighedOption]:
    """The worth of each answer to a question with a few of them, as the coaches judge them."""
    return [
        WeighedOption(code, max(0, min(ONE, decisions.worth_of_answer(view, config, seat, code))), codes=[code])
        for code in range(decisions.answers_to_weigh(view, config))
    ]
