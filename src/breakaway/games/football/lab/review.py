"""Choices of a finished match, judged for its review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from breakaway.core.game import Order
from breakaway.core.language import _, marked, say
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.judged import SAME, ChoiceOption, JudgedChoice, RivalOption, instead, mixing
from breakaway.display.review import Review
from breakaway.games.football.coaches import decisions
from breakaway.games.football.coaches.play_worth import ALL, ILLEGAL, UNKNOWN
from breakaway.games.football.display.box_score import told
from breakaway.games.football.display.question import action
from breakaway.games.football.game import GAME
from breakaway.games.football.lab.advice import SAID, answer_text, option
from breakaway.games.football.lab.judging import (
    SELDOM,
    CallHabits,
    KnownSnaps,
    WeighedOption,
    distance,
    kindest_to_call,
    kindest_to_play,
    weigh_answers,
    weigh_audible,
    weigh_call,
    weigh_defense,
)
from breakaway.games.football.lab.odds import HOME, IN_PLAY, KICKOFFS, Outlook, is_play_over
from breakaway.games.football.rules import best_answers, calls, cards_and_clock, play, terms, win_chances
from breakaway.games.football.rules.interface import asked
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.rules.win_chances import chance_to_win
from breakaway.games.football.text import names
from breakaway.games.words import kind_of_down
from breakaway.lab.review import Explained, Taken, TwoSides, both, for_side, measured_levels, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of

# --- How likely each side is to win, play by play.


class QuickOutlook(Outlook):
    """What states are worth to the home side. Judges breakaways and returns, with hundreds of ends, as coaches do."""

    def __init__(self, config: FootballConfig) -> None:
        super().__init__(config)
        self.odds.stop = lambda s: is_play_over(s) or s.phase in CHAINS

    def of(self, s: Football) -> int:
        """The worth of a state."""
        if s.phase in CHAINS:
            return best_answers.settled(copy(s), self.config, HOME)
        if s.phase == terms.PUNT and s.weighed == 0:
            return win_chances.punt_chance(copy(s), self.config, HOME)
        return super().of(s)

    def after(self, s: Football, orders: list[Order] | None = None) -> int:
        """The mean worth at the end of the play, if the play goes on from this state with these orders."""
        if s.phase in KICKOFFS and orders is not None:
            seat = int(s.offense)
            is_onside = s.phase == terms.KICK and orders[seat][0] == 1
            chance = win_chances.onside_chance if is_onside else win_chances.kickoff_chance
            return for_side(seat, chance(copy(s), self.config, seat))
        return super().after(s, orders)

    def at_end(self, s: Football) -> int:
        """The worth of a state at which odds stop: after the play, or before a chain of cards."""
        return self.of(s)


CHAINS = (terms.CHAIN, terms.KICK_CHAIN, terms.PUNT_RETURN)  # cards that are drawn until one ends it


# --- Every choice, with all its options.


class FootballReviewer:
    """Judges the choices of a match: each from what its seat saw, with the options as advice weighs them."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.config: FootballConfig = match.config
        self.names = match.names
        self.snaps, self.habits = KnownSnaps(match.config), CallHabits()
        self.ends: dict[int, int] = {}  # by turn of a call or defense: the turn that revealed it
        waiting = list[int]()
        for step in steps_of(match):
            s: Football = step.before
            if s.phase in (terms.CALL, terms.DEFENSE):
                waiting.append(step.turn)
            if s.phase == terms.REVEAL:
                self.habits.learn(step, self.config)
                self.ends |= dict.fromkeys(waiting, step.turn)
                waiting = []

    def judged(self, step: PlayedStep) -> list[JudgedChoice]:
        """The choice of a step, if it was one and can be judged."""
        s: Football = step.before
        seat = asked(s)
        if seat >= terms.SEATS or self.config.sheet[seat] == 1 or not GAME.choosers(s, self.config):
            return []
        order, more = step.orders[seat], None
        if s.phase == terms.CALL:
            calls_time = order[s.returns] == terms.TIME_OUT_CALL
            found = None if calls_time else self._call(step, seat, order)
            more = last_time_out(step, self.config, calls_time)
        elif s.phase == terms.DEFENSE:
            found = self._defense(step, seat, order)
        elif s.phase == terms.DISCARD:
            found = None
        else:
            found = self._answer(step, seat, order)
        return [each for each in (found, more) if each and len(each.options) > 1]

    def _seen(self, s: Football, seat: int) -> FootballObservation:
        return Observation(GAME, s, self.config, seat, self.names)

    def _call(self, step: PlayedStep, seat: int, order: Order) -> JudgedChoice | None:
        """What the offense called: a play, or a kick and the like."""
        seen = self._seen(step.before, seat)
        view, config, code = seen.view, self.config, order[step.before.returns]
        shown = int(config.card_formation[seat][code // 2]) if code < terms.PLAYS else ALL
        found = weigh_call(view, config, seat, self.snaps, self.habits, self.ends.get(step.turn, 0), shown)
        usual = [
            each for each in found.plays if not play.illegal_by(config, view.line, config.play_type[seat][each.code])
        ]
        offered = named_mix(usual, lambda at: self.play_name(seat, at), lambda at: self.kind_of(seat, at))
        offered = apart(
            offered, lambda at: names.formation_name(self.names, seat, config.card_formation[seat][at // 2])
        )
        chosen = next((option for each, option in offered if code in each.codes), None)
        options = [option for _each, option in offered]
        for kick in found.kicks:
            options.append(ChoiceOption(*self._kick(seen, kick.code, kick.chance)))
        if code >= terms.PLAYS:
            kick_code = code - terms.FIELD_GOAL_CALL + win_chances.FIELD_GOAL
            known = {each.code: each.chance for each in found.kicks}
            if kick_code not in known:  # no coach would think of it here
                known[kick_code] = decisions.worth_of_action(view, config, seat, kick_code)
                options.append(ChoiceOption(*self._kick(seen, kick_code, known[kick_code])))
            chosen = ChoiceOption(*self._kick(seen, kick_code, known[kick_code]))
        elif chosen is None:  # a penalty near the goal line
            each = next((each for each in found.plays if code in each.codes), None)
            if each is None:
                return None
            chosen = ChoiceOption(self.play_name(seat, code), each.chance, kind=self.kind_of(seat, code))
            options.append(chosen)
        options.sort(key=lambda each: (-each.chance, -each.share))
        best = options[0]
        if not best.share:  # a kick is better than going for it, so no play is to be mixed
            options = [replace(each, share=0) for each in options]
            chosen = replace(chosen, share=0)
        rivals = self._rivals(found.rivals, lambda kind: names.defense_type(self.names, kind))
        made = JudgedChoice(step.turn, seat, "", chosen, options, rivals)
        if made.rivals and code < terms.PLAYS:
            made = made.at_least(partial(kindest_to_play, view, config, seat, self.snaps, code))
        return replace(made, lesson=self._lesson(made, view, seat, code), theme=theme(view))

    def _kick(self, seen: FootballObservation, code: int, chance: int) -> tuple[str, int, int, int | None, str]:
        label, _says = action(seen, terms.FIELD_GOAL_CALL + code - win_chances.FIELD_GOAL)
        return label, chance, 0, chance, "kick"

    def _defense(self, step: PlayedStep, seat: int, order: Order) -> JudgedChoice | None:
        view = self._seen(step.before, seat).view
        found = weigh_defense(view, self.config, seat, self.snaps, self.habits, self.ends.get(step.turn, 0))
        offered = named_mix(found.calls, lambda at: self.call_name(seat, at), lambda _at: "def")
        shown = self.config.defense_formation[seat]
        offered = apart(offered, lambda at: names.defense_formation(self.names, shown[at // 2]))
        chosen = next((option for each, option in offered if order[0] in each.codes), None)
        if chosen is None:
            return None
        options = sorted((option for _each, option in offered), key=lambda each: (-each.chance, -each.share))
        rivals = self._rivals(found.rivals, lambda kind: names.play_type(self.names, kind))
        made = JudgedChoice(step.turn, seat, "", chosen, options, rivals)
        if made.rivals:
            made = made.at_least(partial(kindest_to_call, view, self.config, seat, self.snaps, order[0]))
        return replace(made, lesson=mixing(made), theme=theme(view, True))

    def _answer(self, step: PlayedStep, seat: int, order: Order) -> JudgedChoice | None:
        view, phase = self._seen(step.before, seat).view, step.before.phase
        if phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
            if not calls.audible_can_matter(step.before, self.config, seat):
                return None
            weighed, words = weigh_audible(view, self.config, seat, self.snaps), {0: _(SAID[0]), 1: _(SAID[1])}
        else:
            weighed = weigh_answers(view, self.config, seat)
            words = {each.code: names.capital(answer_text(phase, each.code)) for each in weighed}
        offered = named_mix(weighed, lambda at: words[at], lambda _at: "")
        chosen = next((option for each, option in offered if order[0] in each.codes), None)
        if chosen is None:
            return None
        options = sorted((option for _each, option in offered), key=lambda each: (-each.chance, -each.share))
        made = JudgedChoice(step.turn, seat, "", chosen, options, theme=_(ABOUT.get(phase, "")))
        is_left = phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE) and order[0] == 0
        lesson = _("Read the other side's formation before you leave a card as it is.") if is_left else instead(made)
        return replace(made, lesson=lesson)

    # --- Names and lessons.

    def play_name(self, seat: int, code: int) -> str:
        """A play by its name: `Inside Run 1`."""
        low = " " + _("min") if self.config.play_minimum[seat][code] else ""
        kind = names.play_type(self.names, self.config.play_type[seat][code])
        return f"{kind} {self.config.play_strength[seat][code]}{low}"

    def kind_of(self, seat: int, code: int) -> str:
        """Whether a play is a run or a pass, as a class of its card."""
        return "run" if self.config.type_kind[self.config.play_type[seat][code]] == terms.RUN else "pass"

    def call_name(self, seat: int, code: int) -> str:
        """A defense by its name: `Prevent 2-4`."""
        config = self.config
        kind = names.defense_type(self.names, config.call_type[seat][code])
        return f"{kind} {config.call_run[seat][code]}-{config.call_pass[seat][code]}"

    def _rivals(self, found: dict[int, tuple[int, int]], name: Any) -> list[RivalOption]:
        should, does = (sum(each[i] for each in found.values()) or 1 for i in (0, 1))
        rivals = [RivalOption(name(kind), ONE * one // should, ONE * two // does) for kind, (one, two) in found.items()]
        return sorted(rivals, key=lambda each: -each.should)

    def _lesson(self, made: JudgedChoice, view: Football, seat: int, code: int) -> str:
        """A sentence about what to do in such a situation."""
        if code < terms.PLAYS and play.illegal_by(self.config, view.line, self.config.play_type[seat][code]):
            return _("So near to a goal line this play is a penalty.")
        mix = made.mix
        if made.best.kind == "kick" or made.chosen.kind == "kick" or not mix:
            return instead(made)
        total = sum(each.share for each in mix)
        passes = sum(each.share for each in mix if each.kind == "pass")
        if made.chosen.kind == "run" and 3 * passes >= 2 * total:
            return say("Pass {n} times in ten there.", n=round(10 * passes / total))
        if made.chosen.kind == "pass" and 3 * passes <= total:
            return say("Run {n} times in ten there.", n=round(10 * (total - passes) / total))
        return mixing(made)


def last_time_out(step: PlayedStep, config: FootballConfig, called: bool) -> JudgedChoice | None:
    """The decision whether to call a time out before the last card of the fourth quarter.

    Earlier in the quarter there is no choice to judge, because a later time out has the same effect. The table of
    win chances takes time outs into account only in the fourth quarter.
    """
    s: Football = step.before
    seat = int(s.offense)
    if s.quarter != 4 or win_chances.plays_left(s, config) != 1 or s.returns > 0 or config.sheet[seat] == 1:
        return None
    if config.late_incompletions == 1:  # the last card may come back
        return None
    if calls.refuse_action(s, config, seat, [terms.TIME_OUT_CALL, 0], 0):
        return None
    without, after = copy(s), copy(s)
    without.time_outs[seat] = 0  # nobody can use it after the last card
    cards_and_clock.call_time(after, config, seat, None)
    back = next(card for card in range(terms.CARDS) if cards_and_clock.is_discarded(s, seat, card))
    cards_and_clock.bring_back(after, config, back, None)
    options = [
        ChoiceOption(names.capital(option(terms.TIME, code)), for_side(seat, chance_to_win(each, config, HOME)))
        for code, each in enumerate((without, after))
    ]
    best = sorted(options, key=lambda each: -each.chance)
    made = JudgedChoice(step.turn, seat, "", options[called], best, theme=_(ABOUT[terms.TIME]))
    return replace(made, lesson=instead(made))


ABOUT = {
    terms.AUDIBLE: marked("Audibles"),
    terms.AUDIBLE_DEFENSE: marked("Audibles"),
    terms.TIME: marked("Time outs"),
    terms.OFFENSE_TIME: marked("Time outs"),
    terms.CHALLENGE: marked("Flags"),
    terms.CHALLENGE_DEFENSE: marked("Flags"),
    terms.PENALTY: marked("Penalties"),
    terms.OFFENSE_PICK: marked("Breakaways"),
    terms.DEFENSE_PICK: marked("Breakaways"),
    terms.ICE: marked("Icing"),
    terms.KICK: marked("Kickoffs"),
    terms.TOSS: marked("The toss"),
    terms.KICK_EFFECT: marked("Kicks"),
}  # what mistakes in the middle of a play are about


def named_mix(
    weighed: Sequence[WeighedOption], name: Callable[[int], str], kind: Callable[[int], str]
) -> list[tuple[WeighedOption, ChoiceOption]]:
    """The options with their names, and the shares of those that are to be mixed: they are worth the same.

    The champion's mixtures are not quite exact. What is worth a tenth of a point less than the best, and what the
    champion would never call, is not part of the mix.
    """
    weighed = [each for each in weighed if each.chance != UNKNOWN]
    whole = sum(each.weight for each in weighed)
    most = max((each.chance for each in weighed), default=0)
    mixed = [each for each in weighed if whole and each.weight * SELDOM >= whole and each.chance > most - SAME]
    total = sum(each.weight for each in mixed)
    found = []
    for each in weighed:
        share = ONE * each.weight // total if each in mixed and total else 0
        versus = None if each.versus == UNKNOWN else each.versus
        found.append((each, ChoiceOption(name(each.code), each.chance, share, versus, kind(each.code))))
    return found


def apart(
    offered: list[tuple[WeighedOption, ChoiceOption]], formation: Callable[[int], str]
) -> list[tuple[WeighedOption, ChoiceOption]]:
    """The same options. Those with the same name are told apart by their formations or, if need be, by their cards."""
    for name in (formation, names.side):
        many = Counter(option.what for _each, option in offered)
        offered = [
            (each, replace(option, what=f"{option.what} ({name(each.code)})") if many[option.what] > 1 else option)
            for each, option in offered
        ]
    return offered


def theme(view: Football, defends: bool = False) -> str:
    """The kind of a situation, for mistakes that belong together."""
    return kind_of_down(int(view.down), distance(view), view.try_down == 1, defends)


# --- What a football review needs: the chance of winning in each state, and which changes come from calls and which
# from cards.


LEVELS = Path(__file__).with_name("levels.toml")  # made by tools/measure_reviews.py
UNRATED = marked(
    "How strong the teams played is not said: the levels were measured against each other, and against sheets every "
    "level loses more with a choice."
)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. A review takes a few seconds."""
    judge, rates = FootballJudge(match), not any(match.config.sheet)
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
            _(
                "A call is judged before the cards turn, from what its side could see: against the other side's best "
                "mix of calls and, beside it, against the calls that this opponent made in the rest of the match."
            ),
            _("Discards are not judged, because the chances do not depend on which cards a side holds."),
            _(
                "A time out is judged only right before the last card of the fourth quarter. "
                "The value of an earlier time out is unknown."
            ),
            say(
                "A play that is a penalty where it was called counts {points} percentage points less than the position "
                "after it, because the hand that has nothing better stays the same.",
                points=ILLEGAL * 100 // ONE,
            ),
            _("Sheets are not judged: their dice choose."),
            "" if rates else _(UNRATED),
        ),
    )
    return review_of_two(match, judge, judge.words, says, measured_levels(LEVELS, GAME) if rates else ())


class FootballJudge(TwoSides):
    """Judges the steps of a football match by exact odds, and its choices as the champion weighs them."""

    outlook: QuickOutlook

    def __init__(self, match: Match[Any, Any]) -> None:
        super().__init__(QuickOutlook(match.config), told(match.names))
        self.reviewer = FootballReviewer(match)

    def take(self, step: PlayedStep, now: Any) -> Taken:
        """How much a step changed the chance of winning, through skill (calls, decisions) or luck (draws)."""
        before: Football = step.before
        after, skill = self.outlook.of(step.after), 0
        if is_decision(before):
            skill = after - now[0]
        elif before.phase in KICKOFFS:
            skill = self.outlook.after(before, step.orders) - now[0]
        elif before.phase not in IN_PLAY and before.phase != terms.START:  # the flip is luck
            skill = after - now[0]
        return Taken(both(after), (skill, -skill), self.reviewer.judged(step))


def is_decision(s: Football) -> bool:
    """Whether a seat or its sheet is answering a question in the middle of a play."""
    return s.phase in IN_PLAY and s.phase != terms.REVEAL and asked(s) < terms.SEATS
