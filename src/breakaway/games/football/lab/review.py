"""What a football review needs: the chance of winning in each state, and which changes come from calls and which from
cards.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.language import _
from breakaway.display.review import Costly, Review
from breakaway.games.football.display.ending import told
from breakaway.games.football.lab import judged
from breakaway.games.football.lab.judged import GO, Judged
from breakaway.games.football.lab.outlook import IN_PLAY, KICKOFFS, Outlook
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.breakaways import CORNER, EVENT, FORCED
from breakaway.games.football.rules.contract import asked
from breakaway.games.football.rules.setup import RECEIVE
from breakaway.games.football.rules.state import Football
from breakaway.lab.review import Explained, Taken, TwoSides, both, review_of_two
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep


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
            found = judged.answer(self.outlook, step)
            skill = after - now[0]
        elif before.phase in KICKOFFS:
            skill = self.outlook.after(before, step.orders) - now[0]
        elif before.phase not in IN_PLAY and before.phase != terms.START:  # the flip is luck
            found = judged.between_plays(self.outlook, step)
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
