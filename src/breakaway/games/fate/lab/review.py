"""Judges FATE matches for reviews: what states are worth, and how much calls and dice changed the chances."""

from __future__ import annotations

from typing import Any

from breakaway.core.game import blank_orders, seats_in
from breakaway.core.language import _
from breakaway.display.review import Costly, Review
from breakaway.games.fate.display.ending import told
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.lab.words import answer_name, call_name, defense_name, defense_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.contract import refuse, side_of
from breakaway.games.fate.rules.state import Fate, FateConfig, other
from breakaway.lab.review import Explained, Taken, TwoSides, both, for_side, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep

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

    def _calls(self, step: PlayedStep) -> list[Costly]:
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
                said = name(chosen), options[chosen], name(best), options[best]
                found.append(Costly(step.turn, side, "", *said))
        return found

    def _answer(self, step: PlayedStep) -> list[Costly]:
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
        said = answer_name(s.phase, chosen), options[chosen], answer_name(s.phase, best), options[best]
        return [Costly(step.turn, side, "", *said)]


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
