"""Choices of a finished FATE match, judged for its review."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from breakaway.core.game import seats_in
from breakaway.core.language import _, marked, say
from breakaway.core.odds import ONE
from breakaway.display.judged import ChoiceOption, JudgedChoice, RivalOption, instead, mixing
from breakaway.display.review import Review
from breakaway.games.fate.display.log import told
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.judging import (
    ROUGH,
    SolvedOutlook,
    WeighedAnswer,
    is_solved,
    kind_of,
    kindest_to,
    outlook_of,
    weigh_answers,
    weigh_calls,
)
from breakaway.games.fate.lab.outlook import ANSWERS, TIMES, FateOutlook, is_college_flip
from breakaway.games.fate.lab.words import answer_name, call_name, call_of, defense_name, defense_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import side_of
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.games.fate.text.names import upper_first
from breakaway.games.words import kind_of_down
from breakaway.lab.review import Explained, Taken, TwoSides, both, measured_levels, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of

# --- Judges FATE matches for reviews: what states are worth, and how much calls and dice changed the chances.


ASKED = (*ANSWERS, *TIMES, terms.CALL, terms.HURT_WHO)
LEVELS = Path(__file__).with_name("levels.toml")  # made by tools/measure_reviews.py
SOLVED = marked(
    "The chances of winning and the worth of every choice come from the solved game: both sides play as well as they "
    "can from there. A tie counts as half a win. A call is judged against the other side's best mix and, beside it, "
    "against the calls that this opponent made in the rest of the match."
)
UNSOLVED = marked(
    "Only the basic game without house rules is solved. In this match, the chances come from simulated matches between "
    "coaches, and the calls of a down from its exact odds. This is rougher, so a loss of less than {points} percentage "
    "points is too close to call, and how strong the teams played is not said: the levels were measured in the basic "
    "game."
)
UNJUDGED = marked(
    "Kneels and spikes are not judged, nor time outs early in a half, whose value is unknown. An onside kick is judged "
    "by a table of simulated matches."
)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. A review takes a few seconds."""
    judge = FateJudge(match)
    solved = is_solved(match.config)
    says = Explained(
        _(SOLVED) if solved else say(UNSOLVED, points=ROUGH * 100 // ONE),
        (_("calls"), _("dice")),
        _(
            "“Calls” shows how far both sides' choices moved the chance of winning before a die was rolled, and “dice” "
            "shows how far the rolls then moved it. Together they make up the whole change."
        ),
        (_(UNJUDGED),),
    )
    return review_of_two(match, judge, judge.words, says, measured_levels(LEVELS, GAME) if solved else ())


class FateJudge(TwoSides):
    """Judges the steps of a match of FATE football by exact odds, and its choices by the solved game."""

    outlook: FateOutlook

    def __init__(self, match: Match[Any, Any]) -> None:
        super().__init__(outlook_of(match.config), told(match.names))
        self.config: FateConfig = match.config
        self.error = 0 if isinstance(self.outlook, SolvedOutlook) else ROUGH
        self.seen: dict[tuple[int, bool], list[tuple[int, int, int]]] = {}  # by side and whether it attacks
        for step in steps_of(match):
            s: Fate = step.before
            if s.phase == terms.CALL and step.after.defense != terms.NONE:
                attack, stop = (int(s.offense), True), (other(s.offense), False)
                self.seen.setdefault(attack, []).append((step.turn, kind_of(s), call_of(step.after)))
                self.seen.setdefault(stop, []).append((step.turn, kind_of(s), defense_of(step.after.defense)))

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
        """Both calls, each judged against the other side's best mix."""
        s: Fate = step.before
        found = []
        for attacks, chosen in ((True, call_of(step.after)), (False, defense_of(step.after.defense))):
            side = int(s.offense) if attacks else other(s.offense)
            name, theirs = (call_name, defense_name) if attacks else (defense_name, call_name)
            seen = self.seen.get((other(side), not attacks), [])
            weighed = weigh_calls(s, self.outlook, attacks, seen, step.turn)
            options = {each.code: self._option(each, name(each.code), attacks) for each in weighed.options}
            if chosen not in options or len(options) < 2:
                continue
            should, does = (sum(each[i] for each in weighed.rivals.values()) or 1 for i in (0, 1))
            rivals = [
                RivalOption(upper_first(theirs(code)), ONE * one // should, ONE * two // does)
                for code, (one, two) in weighed.rivals.items()
            ]
            ordered = sorted(options.values(), key=lambda each: (-each.chance, -each.share))
            made = JudgedChoice(step.turn, side, "", options[chosen], ordered, rivals, self.error)
            made = made.at_least(partial(kindest_to, s, self.outlook, attacks, chosen))
            found.append(replace(made, lesson=mixing(made), theme=theme(s, attacks)))
        return found

    def _option(self, each: WeighedAnswer, name: str, attacks: bool) -> ChoiceOption:
        kind = ("run" if each.code in RUNS else "pass") if attacks else "def"
        return ChoiceOption(upper_first(name), each.chance, each.share, each.versus, kind)

    def _answer(self, step: PlayedStep) -> list[JudgedChoice]:
        """An answer to a question, judged against all other answers whose worth is known."""
        s: Fate = step.before
        seats = seats_in(GAME.choosers(s, self.config))
        if len(seats) != 1:
            return []
        (seat,) = seats
        chosen, side = step.orders[seat][0], side_of(self.config, seat)
        weighed = weigh_answers(s, self.config, seat, self.outlook)
        options = {
            each.code: ChoiceOption(upper_first(answer_name(s.phase, each.code)), each.chance) for each in weighed
        }
        if chosen not in options or len(options) < 2:
            return []
        ordered = sorted(options.values(), key=lambda each: -each.chance)
        if s.phase == terms.DECLARE and s.down < 4 and chosen == terms.PLAY and ordered[0] == options[chosen]:
            return []  # nobody would kick here
        error = ROUGH if s.phase == terms.KICK else self.error
        made = JudgedChoice(step.turn, side, "", options[chosen], ordered, error=error)
        return [replace(made, lesson=instead(made), theme=_(ABOUT.get(s.phase, "")))]


RUNS = (terms.RUN_INSIDE, terms.RUN_OUTSIDE, 6, 7)
ABOUT = {
    terms.DECLARE: marked("Kicks"),
    terms.TRY: marked("Tries"),
    terms.TIME: marked("Time outs"),
    terms.TIME_DEFENSE: marked("Time outs"),
    terms.CHOICE: marked("The toss"),
    terms.OPTION: marked("Penalties"),
    terms.KICK: marked("Kickoffs"),
}  # what mistakes with these answers are about


def theme(s: Fate, attacks: bool) -> str:
    """The kind of a situation, for mistakes that belong together."""
    return kind_of_down(int(s.down), kind_of(s) % 4, s.try_down == 1, not attacks)
