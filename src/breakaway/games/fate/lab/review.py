"""Choices judged, in a review and as advice."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from breakaway.core.game import Order, blank_orders, seats_in
from breakaway.core.language import _, marked, say
from breakaway.core.odds import ONE, End, Odds
from breakaway.core.state import copy
from breakaway.display.judged import ChoiceOption, JudgedChoice, of_two
from breakaway.display.review import Review, Suggestion, best_first, imagined
from breakaway.games.fate.coaches import book
from breakaway.games.fate.coaches.book import answer_plainly, put_defense, put_offense
from breakaway.games.fate.display.log import told
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import interface, terms, win_chances
from breakaway.games.fate.rules.interface import refuse, side_of
from breakaway.games.fate.rules.state import Fate, FateConfig, FateObservation, other
from breakaway.games.fate.rules.win_chances import chance_to_win
from breakaway.games.fate.text import names
from breakaway.games.fate.text.names import upper_first
from breakaway.games.fate.text.orders import DEFENSE
from breakaway.lab.review import Explained, Taken, TwoSides, both, for_side, review_of_two
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep

# --- Works out the chance of winning from any state of FATE football, even in the middle of a play.
#
# Between plays, the chance comes from the table (rules/win_chances.py). Before the calls, the chance is the mean over
# the calls of the balanced coach. During a play, the chance is the mean over all ways in which the play can end, with
# their exact odds. Fate events count only once they happen. The balanced coach makes any decision during the play.


HOME = 0
KNOWN = (terms.OVER, terms.TOSS, terms.CHOICE, terms.OVERTIME_CONTEST)  # the table also gives the worth in these phases
LONGEST = 60  # the most steps in a play
MOST_GRIDS = 2000  # situations whose calls are kept: several matches
USUAL_BALL = 25  # the spot from which the ends of all plays are worked out, once
NO_CHANCE: Any = None  # settling a play rolls nothing


class Ended(NamedTuple):
    """How a play ended, regardless of where it began."""

    result: int
    gain: int
    moved: int
    units: int
    lost: bool


class FateOutlook:
    """Works out what states are worth to the home side, in millionths.

    Keeps the odds of a play once they are worked out.
    """

    def __init__(self, config: FateConfig) -> None:
        self.config = config
        self.coach = coaches.find(GAME, "book")
        self.odds: Odds[Fate, FateConfig] = Odds(GAME, config, is_known, self._answer, alike)
        self._grids: dict[tuple[int, ...], dict[tuple[int, int], int]] = {}

    def of(self, s: Fate) -> int:
        """What a state is worth to the home side."""
        if s.phase == terms.CALL:
            return self._mixed(s)
        return chance_to_win(s, self.config, HOME) if is_known(s) else self.after(s)

    def after(self, s: Fate, orders: list[Order] | None = None) -> int:
        """What the end of the play is worth to the home side on average, if the play goes on with these orders."""
        s = copy(s)
        alike(s)
        if orders is None and GAME.choosers(s, self.config):
            orders = self._answer(s)
        spread = self.odds.spread(s, orders, max_steps=LONGEST)
        total = sum(end.p * self.of(end.state) for end in spread.ends)
        known = 1 - spread.left
        return round(total / known) if known else ONE // 2

    def grid(self, s: Fate) -> dict[tuple[int, int], int]:
        """What each legal play is worth against each defense, in a state before the calls, keyed by their numbers."""
        at = (s.quarter, s.clock, s.offense, s.ball, s.down, s.marker, s.try_down, *s.score, *s.time_outs, *s.had_ball)
        if at not in self._grids:
            if len(self._grids) >= MOST_GRIDS:
                self._grids.clear()
            worth = {each: self._ended(s, each) for each in self.outcomes}
            (seat, _defense), orders, found = self.callers(s), blank_orders(GAME), dict[tuple[int, int], int]()
            for (play, defense), ends in self.chances.items():
                put_offense(play, orders[seat])
                if not any(refuse(s, self.config, seat, orders[seat], slot) for slot in range(3)):
                    found[play, defense] = round(sum(p * worth[each] for each, p in ends))
            self._grids[at] = found
        return self._grids[at]

    @cached_property
    def chances(self) -> dict[tuple[int, int], list[tuple[Ended, float]]]:
        """The ways in which each play can end against each defense, wherever it begins, and the chance of each."""
        odds = Odds(GAME, self.config, lambda s: s.phase in (terms.EVENT, terms.SETTLE), self._answer, alike)
        s, found = interface.start(self.config), {}
        s.phase, s.ball, s.down, s.marker, s.declared = terms.CALL, USUAL_BALL, 1, USUAL_BALL + 10, terms.PLAY
        attack, defend = self.callers(s)
        for play in range(book.PLAYS):
            for defense in range(book.DEFENSES):
                orders = blank_orders(GAME)
                put_offense(play, orders[attack])
                put_defense(defense, orders[defend])
                if not any(refuse(s, self.config, attack, orders[attack], slot) for slot in range(3)):
                    found[play, defense] = summed(odds.spread(s, orders, LONGEST).ends)
        return found

    @cached_property
    def outcomes(self) -> set[Ended]:
        """All ways in which a play can end."""
        return {each for ends in self.chances.values() for each, _p in ends}

    def _ended(self, s: Fate, how: Ended) -> int:
        """What the situation is worth after a play that began in this state and ended in this way."""
        s = copy(s)
        s.phase, s.declared, s.result, s.gain, s.units = terms.SETTLE, terms.PLAY, how.result, how.gain, how.units
        s.spot, s.holder = s.ball + how.moved, other(s.offense) if how.lost else s.offense
        while not is_known(s):
            orders = self._answer(s) if GAME.choosers(s, self.config) else blank_orders(GAME)
            GAME.step(s, self.config, orders, NO_CHANCE, None)
        return chance_to_win(s, self.config, HOME)

    def callers(self, s: Fate) -> tuple[int, int]:
        """The seats that make the offense's call and the defense's call."""
        return interface.coach_of(self.config, s.offense, True), interface.coach_of(
            self.config, other(s.offense), False
        )

    def mixes(self, s: Fate) -> tuple[list[int], list[int]]:
        """How many times out of 100 the balanced coach calls each play and each defense in this situation."""
        at = book.situation(s, self.config)
        plays = list(book.OFFENSE_SHARES[at * book.PLAYS : (at + 1) * book.PLAYS])
        return plays, list(book.DEFENSE_SHARES[at * book.DEFENSES : (at + 1) * book.DEFENSES])

    def _mixed(self, s: Fate) -> int:
        """What a state before the calls is worth, if both sides mix their calls as the balanced coach does."""
        plays, defenses = self.mixes(s)
        each = [(plays[play] * defenses[defense], worth) for (play, defense), worth in self.grid(s).items()]
        total = sum(share for share, _worth in each)
        if total == 0:
            return chance_to_win(s, self.config, HOME)
        return round(sum(share * worth for share, worth in each) / total)

    def _answer(self, s: Fate) -> list[Order]:
        """The orders with which the balanced coach would answer the current question."""
        orders = blank_orders(GAME)
        for seat in seats_in(GAME.choosers(s, self.config)):
            if s.phase in (terms.TIME, terms.TIME_DEFENSE):
                answer_plainly(s, self.config, seat, orders[seat])
                continue
            found = coaches.ask(GAME, self.coach, s, self.config, seat, 0)
            orders[seat][: len(found)] = found
        return orders


def summed(ends: list[End[Fate]]) -> list[tuple[Ended, float]]:
    """The different ways in which a play can end, each with its total chance."""
    found = dict[Ended, Fraction]()
    for end in ends:
        s = end.state
        each = Ended(s.result, s.gain, s.spot - USUAL_BALL, s.units, s.holder != s.offense)
        found[each] = found.get(each, Fraction(0)) + end.p
    return [(each, float(p)) for each, p in found.items()]


def is_known(s: Fate) -> bool:
    """Whether no play is under way."""
    return win_chances.is_between(s) or s.phase in KNOWN


def alike(s: Fate) -> None:
    """Removes Fate events, possible rulings and the length of injuries.

    States that differ only in these become equal.
    """
    if s.phase == terms.EVENT:
        s.phase = terms.SETTLE
    s.rulable = s.fresh = s.fresh_before = 0
    for i in range(terms.STOOD):
        s.stood[i] = 0
    for i in range(terms.ROOM):
        s.hurt_left[i] = s.healed[i] = 0


# --- Names calls and answers of FATE football, for reviews and advice.


DEFENSES = [names.DEFENSE_WORDS.index(words) for words in DEFENSE]
OVERLAID = {6: (terms.RUN_INSIDE, terms.DRAW), 7: (terms.RUN_OUTSIDE, terms.DRAW)}
OVERLAID |= {8: (terms.SHORT, terms.PLAY_ACTION), 9: (terms.LONG, terms.PLAY_ACTION)}


def call_name(play: int) -> str:
    """The name of a play, by its number in the balanced coach's tables."""
    base, overlay = OVERLAID.get(play, (play, terms.NEITHER))
    return names.play(base, overlay)


def defense_name(defense: int) -> str:
    """The name of a defense, by its number in the balanced coach's tables."""
    return names.defense(DEFENSES[defense])


def defense_of(call: int) -> int:
    """The number that the balanced coach's tables give to the defense that was called."""
    return DEFENSES.index(call)


def answer_name(phase: int, code: int) -> str:
    """The name of an answer to a question."""
    if phase == terms.DECLARE:
        said = (_("going for it"), _("a punt"), _("a field goal"), _("a kneel"), _("a spike"))
        return said[code]
    if phase == terms.TRY:
        return _("a try for two") if code == terms.GO_FOR_TWO else _("the extra point")
    if phase == terms.OPTION and code == terms.TAKE_BALL:
        return _("taking the ball")
    if phase == terms.OPTION:
        return _("accepting the penalty") if code == terms.ACCEPT else _("declining the penalty")
    if phase == terms.KICK:
        return _("an onside kick") if code == terms.ONSIDE_KICK else _("a deep kick")
    if phase == terms.CHOICE:
        return _("receiving") if code == terms.RECEIVE else _("kicking off")
    return _("a time out") if code else _("no time out")


# --- Judges FATE matches for reviews: what states are worth, and how much calls and dice changed the chances.


ANSWERS = (terms.CHOICE, terms.DECLARE, terms.TRY, terms.OPTION, terms.KICK)
TIMES = (terms.TIME, terms.TIME_DEFENSE)
ASKED = (*ANSWERS, *TIMES, terms.CALL, terms.HURT_WHO)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. A review takes several seconds, because the exact odds of every play are worked out."""
    judge = FateJudge(match)
    says = Explained(
        _("Chances of winning come from simulated matches between coaches; a tie counts as half a win."),
        (_("calls"), _("dice")),
        _(
            "“Calls” shows how far both sides' choices moved the chance of winning before a die was rolled, and “dice” "
            "shows how far the rolls then moved it. Together they make up the whole change."
        ),
        (
            _(
                "A call is judged by how it does against the balanced coach's mix of calls, not against the other "
                "side's actual call."
            ),
            _("A time out is judged only if the half would end without it. Earlier in a half, its value is unknown."),
        ),
    )
    return review_of_two(match, judge, judge.words, says)


class FateJudge(TwoSides):
    """Judges the steps of a match of FATE football by exact odds."""

    outlook: FateOutlook

    def __init__(self, match: Match[Any, Any]) -> None:
        super().__init__(FateOutlook(match.config), told(match.record.header["names"]))
        self.config = match.config

    def take(self, step: PlayedStep, now: Any) -> Taken:
        """How a step changed the chances: a call or an answer counts as skill, and a roll as luck."""
        before: Fate = step.before
        after = self._shown(step) if before.phase == terms.CALL else self.outlook.of(step.after)
        is_skill = (
            before.phase in ASKED and GAME.choosers(before, self.config) and not is_college_flip(before, self.config)
        )
        skill = after - now[0] if is_skill else 0
        found = self._calls(step) if before.phase == terms.CALL else self._answer(step)
        return Taken(both(after), (skill, -skill), found)

    def _shown(self, step: PlayedStep) -> int:
        """What the state is worth once both calls are shown. This value comes from the grid of calls unless the carrier
        heads for the sideline.
        """
        called = call_of(step.after), defense_of(step.after.defense)
        worth = self.outlook.grid(step.before).get(called)
        return self.outlook.of(step.after) if worth is None or step.after.sideline == 1 else worth

    def _calls(self, step: PlayedStep) -> list[JudgedChoice]:
        """Both calls, each judged against the other side's usual mix."""
        s: Fate = step.before
        plays, defenses = means(self.outlook, s)
        play, defense = call_of(step.after), defense_of(step.after.defense)
        found = []
        for side, options, chosen, name in (
            (s.offense, plays, play, call_name),
            (other(s.offense), defenses, defense, defense_name),
        ):
            if chosen in options and len(options) > 1:
                best = max(options, key=lambda each: options[each])
                said = ChoiceOption(name(chosen), options[chosen]), ChoiceOption(name(best), options[best])
                found.append(of_two(step.turn, side, "", *said))
        return found

    def _answer(self, step: PlayedStep) -> list[JudgedChoice]:
        """An answer to a question, judged against all other legal answers."""
        s: Fate = step.before
        seats = seats_in(GAME.choosers(s, self.config))
        if not seats or not can_judge(s, self.config):
            return []
        (seat,) = seats
        chosen, side = step.orders[seat][0], side_of(self.config, seat)
        if s.phase == terms.DECLARE and chosen == terms.PLAY and s.down < 4:
            return []
        options = answers(self.outlook, s, seat)
        if chosen not in options or len(options) < 2:
            return []
        best = max(options, key=lambda each: options[each])
        one, two = (ChoiceOption(answer_name(s.phase, code), options[code]) for code in (chosen, best))
        return [of_two(step.turn, side, "", one, two)]


def can_judge(s: Fate, config: FateConfig) -> bool:
    """Whether the odds show what each answer to this question is worth.

    The table of win chances takes no account of unused time outs. So a time out can be judged only if there is no later
    use for it: without it, the half would end.
    """
    ends = s.quarter % 2 == 0 or s.quarter == terms.OVERTIME
    if s.phase in TIMES:
        return ends and s.clock <= s.units
    return s.phase in ANSWERS and not is_college_flip(s, config)


def is_college_flip(s: Fate, config: FateConfig) -> bool:
    """Whether this is the choice after the toss in a college overtime.

    The table cannot judge this choice, because it was fitted to ordinary overtime periods. Under the college rule, both
    sides always get the ball.
    """
    return s.phase == terms.CHOICE and s.quarter == terms.OVERTIME and config.overtime == terms.OT_COLLEGE


def call_of(s: Fate) -> int:
    """The number that the balanced coach's tables give to the play that was called."""
    if s.overlay == terms.DRAW:
        return 6 + s.base
    return 4 + s.base if s.overlay == terms.PLAY_ACTION else int(s.base)


def means(outlook: FateOutlook, s: Fate) -> tuple[dict[int, int], dict[int, int]]:
    """What each play and each defensive call is worth to the side that makes it, against the other side's usual mix."""
    grid, (plays, defenses) = outlook.grid(s), outlook.mixes(s)
    legal = sorted({play for play, _defense in grid})
    attack, stop = dict[int, int](), dict[int, int]()
    for play in legal:
        total = sum(defenses[d] * grid[play, d] for d in range(len(defenses)))
        attack[play] = for_side(s.offense, total / max(1, sum(defenses)))
    for d in range(len(defenses)):
        total = sum(plays[play] * grid[play, d] for play in legal)
        stop[d] = for_side(other(s.offense), total / max(1, sum(plays[play] for play in legal)))
    return attack, stop


def answers(outlook: FateOutlook, s: Fate, seat: int) -> dict[int, int]:
    """What each legal answer to a question is worth to the seat's side."""
    found, side = dict[int, int](), side_of(outlook.config, seat)
    for code in range(GAME.codes(s, outlook.config)):
        orders = blank_orders(GAME)
        orders[seat][0] = code
        if refuse(s, outlook.config, seat, orders[seat], 0) == 0:
            found[code] = for_side(side, outlook.after(s, orders))
    return found


# --- Help while playing FATE football: the best calls and answers, found with exact odds from what the seat sees.


REASONS = {
    (terms.DECLARE, terms.PUNT_IT): marked("A punt trades the ball for field position."),
    (terms.DECLARE, terms.KICK_IT): marked("Three points now, instead of a chance at more."),
    (terms.DECLARE, terms.KNEEL): marked("A kneel runs the clock without risk."),
    (terms.DECLARE, terms.SPIKE): marked("A spike stops the clock at the cost of a down."),
    (terms.TRY, terms.GO_FOR_TWO): marked("A second point changes how much the other side must score."),
    (terms.TRY, terms.KICK_POINT): marked("The kick is almost sure to be good."),
}


def advise(observation: FateObservation) -> list[Suggestion]:
    """Suggestions for a call, or for any other answer that the odds can judge."""
    s, outlook, seat = imagined(observation), FateOutlook(observation.config), observation.seat
    if s.phase == terms.CALL:
        plays, defenses = means(outlook, s)
        attacks = side_of(observation.config, seat) == s.offense
        return best_first(
            [
                Suggestion(observation.write(order), upper_first(what), chance, reason)
                for order, what, chance, reason in (
                    (
                        (_order(play, True), call_name(play), chance, gained(outlook, s, play))
                        for play, chance in plays.items()
                    )
                    if attacks
                    else (
                        (_order(call, False), defense_name(call), chance, allowed(outlook, s, call))
                        for call, chance in defenses.items()
                    )
                )
            ]
        )
    if not can_judge(s, observation.config):
        return []
    return best_first(
        [
            Suggestion(
                observation.write([code]), upper_first(answer_name(s.phase, code)), chance, reason(s, outlook, code)
            )
            for code, chance in answers(outlook, s, seat).items()
        ]
    )


def _order(number: int, attacks: bool) -> Order:
    out = [0, 0, 0] if attacks else [0, 0]
    (put_offense if attacks else put_defense)(number, out)
    return out


def reason(s: Fate, outlook: FateOutlook, code: int) -> str:
    """Why an answer is worth considering."""
    if s.phase == terms.DECLARE and code == terms.PLAY:
        best = max(made(outlook, s, play) for play in {play for play, _defense in outlook.grid(s)})
        return say("{n} times in 100, the best call reaches the line to gain.", n=round(100 * best))
    if (s.phase, code) in REASONS:
        return _(REASONS[s.phase, code])
    return _("An average over everything that can happen next.")


def shares(numbers: list[int]) -> list[float]:
    """Turns numbers into shares that add up to 1."""
    total = sum(numbers)
    return [each / total if total else 1 / len(numbers) for each in numbers]


def made(outlook: FateOutlook, s: Fate, play: int) -> float:
    """The chance that a play reaches the line to gain or the goal line, against the usual defenses."""
    needed = s.marker - s.ball
    mix = shares(outlook.mixes(s)[1])
    return sum(
        mix[call] * p
        for call in range(len(mix))
        for end, p in outlook.chances[play, call]
        if not end.lost and end.moved >= needed
    )


def yards(outlook: FateOutlook, play: int, call: int) -> float:
    """The yards that a play gains on average against one defense."""
    return sum(end.gain * p for end, p in outlook.chances[play, call])


def gained(outlook: FateOutlook, s: Fate, play: int) -> str:
    """What a play gains against the usual defenses, in a sentence."""
    mix = shares(outlook.mixes(s)[1])
    mean = sum(share * yards(outlook, play, call) for call, share in enumerate(mix))
    return say(
        (
            "Against the usual defenses, this play gains {yards} yards on average and reaches the line to gain "
            "{n} times in 100."
        ),
        yards=f"{mean:.1f}",
        n=round(100 * made(outlook, s, play)),
    )


def allowed(outlook: FateOutlook, s: Fate, call: int) -> str:
    """What the usual plays gain against a defense, in a sentence."""
    legal = sorted({play for play, _defense in outlook.grid(s)})
    mix = shares([outlook.mixes(s)[0][play] for play in legal])
    mean = sum(share * yards(outlook, play, call) for play, share in zip(legal, mix, strict=True))
    return say("Against this defense, the usual plays gain {yards} yards on average.", yards=f"{mean:.1f}")
