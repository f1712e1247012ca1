"""What the reviews of FATE football know: what states are worth, which part of a step was calls and which dice."""

from __future__ import annotations

from typing import Any

from breakaway.core.game import blank_orders, seats_in
from breakaway.core.language import _, say
from breakaway.core.match import Match
from breakaway.core.stepped import PlayedStep
from breakaway.core.winning import ONE
from breakaway.display.gridiron.colours import team_classes
from breakaway.display.review import Costly, Review
from breakaway.games.fate.display.ending import told
from breakaway.games.fate.game import GAME
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.lab.words import answer_name, call_name, defense_name, defense_of
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.contract import refuse, side_of
from breakaway.games.fate.rules.state import Fate, other
from breakaway.lab.review import Taken, Walk, both

ANSWERS = (terms.DECLARE, terms.TRY, terms.OPTION, terms.KICK)  # can be judged: the table does not know time outs
ASKED = (*ANSWERS, terms.TIME, terms.TIME_DEFENSE, terms.CALL, terms.CHOICE, terms.HURT_WHO)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. This takes several seconds, because the exact odds of every play are worked out."""
    judge = FateJudge(match)
    found, names, score = Walk(match, judge).go(), judge.words, match.state.score
    return Review(
        (names.team(0), names.team(1)),
        team_classes(match.record.header["names"]),
        say("Final score: {score}", score=", ".join(f"{names.team(seat)} {score[seat]}" for seat in (0, 1))),
        _("Chances of winning come from simulated matches between coaches; a tie counts as half."),
        found.moments,
        found.choices,
        (_("calls"), _("dice")),
        _(
            "Calls: what both sides' choices changed, before a die was rolled. Dice: what the rolls then changed. "
            "Together they add up to the whole change from the first chance to the last."
        ),
        _("A call is judged against the calls that the balanced coach makes here, not against the one that came."),
    )


class FateJudge:
    """Judges the steps of a match of FATE football by exact odds."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.outlook, self.config = FateOutlook(match.config), match.config
        self.words = told(match.record.header["names"])

    def worth(self, state: Fate) -> tuple[int, int]:
        """What a state is worth to both sides."""
        return both(self.outlook.of(state))

    def told(self, row: Any) -> tuple[str, str, str]:
        """The quarter, the situation and the play of a row."""
        if not row.quarter:
            return "", "", ""
        return self.words.quarter(row.quarter), self.words.situation(row), self.words.play(row)

    def take(self, step: PlayedStep, now: Any) -> Taken:
        """What a step changed: a call or an answer is skill, and what is rolled is luck."""
        before: Fate = step.before
        after = self._shown(step) if before.phase == terms.CALL else self.outlook.of(step.after)
        skill = after - now[0] if before.phase in ASKED and GAME.choosers(before, self.config) else 0
        found = self._calls(step) if before.phase == terms.CALL else self._answer(step)
        return Taken(both(after), (skill, -skill), found)

    def _shown(self, step: PlayedStep) -> int:
        """The worth once both calls are shown. The grid of calls has it already, unless the carrier heads outside."""
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
        if s.phase not in ANSWERS or not seats:
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


def call_of(s: Fate) -> int:
    """The number of the play that was called, as the balanced coach counts them."""
    if s.overlay == terms.DRAW:
        return 6 + s.base
    return 4 + s.base if s.overlay == terms.PLAY_ACTION else int(s.base)


def for_side(side: int, worth: float) -> int:
    """A side's chance, given the home side's."""
    return round(worth if side == 0 else ONE - worth)


def means(outlook: FateOutlook, s: Fate) -> tuple[dict[int, int], dict[int, int]]:
    """What each play is worth to the offense, and each defense to the defense, against the other side's usual mix."""
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
