"""What a football review needs: the chance of winning in each state, and which changes come from calls and which from
cards.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.language import _, say
from breakaway.core.match import Match
from breakaway.core.stepped import PlayedStep
from breakaway.display.gridiron.colours import team_classes
from breakaway.display.review import Costly, Review
from breakaway.games.football.display.ending import told
from breakaway.games.football.lab import judged
from breakaway.games.football.lab.judged import GO, Judged
from breakaway.games.football.lab.outlook import IN_PLAY, KICKOFFS, Outlook
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.breakaways import CORNER, EVENT, FORCED
from breakaway.games.football.rules.contract import asked
from breakaway.games.football.rules.state import Football
from breakaway.lab.review import Taken, Walk, both


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished match. This takes several seconds, because the exact odds of every play are worked out."""
    judge = FootballJudge(match)
    found, names, score = Walk(match, judge).go(), judge.words, match.state.score
    return Review(
        (names.team(0), names.team(1)),
        team_classes(match.record.header["names"]),
        say("Final score: {score}", score=", ".join(f"{names.team(seat)} {score[seat]}" for seat in (0, 1))),
        _("Chances of winning come from simulated matches between the teams' sheets; a tie counts as half."),
        found.moments,
        found.choices,
        (_("calls"), _("cards")),
        _(
            "Calls: what both sides' choices changed, before a card was drawn. Cards: what the draw then changed. "
            "Together they add up to the whole change from the first chance to the last."
        ),
        _("We assume that decisions still to come in a play are those that win most often."),
    )


class FootballJudge:
    """Judges the steps of a match of football by exact odds."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self.outlook = Outlook(match.config)
        self.words = told(match.record.header["names"])

    def worth(self, state: Football) -> tuple[int, int]:
        """What a state is worth to both sides."""
        return both(self.outlook.of(state))

    def told(self, row: Any) -> tuple[str, str, str]:
        """The quarter, the situation and the play of a row."""
        if not row.quarter:
            return "", "", ""
        return self.words.quarter(row.quarter), self.words.situation(row), self.words.play(row)

    def take(self, step: PlayedStep, now: Any) -> Taken:
        """What a step changed: a call or a decision is skill, and what is drawn is luck."""
        before: Football = step.before
        after, skill, found = self.outlook.of(step.after), 0, list[Judged]()
        if is_decision(before):
            found = judged.answer(self.outlook, step)
            skill = after - now[0]
        elif before.phase in KICKOFFS or (before.phase not in IN_PLAY and draws_at_once(step)):
            skill = self.outlook.after(before, step.orders) - now[0]
        elif before.phase not in IN_PLAY:
            found = judged.fourth_down(self.outlook, step) if before.phase == terms.CALL else []
            skill = after - now[0]
        return Taken(both(after), (skill, -skill), [costly(step.turn, each) for each in found])


def costly(turn: int, each: Judged) -> Costly:
    """A judged choice in words."""
    chosen, best = option(each.phase, each.chosen), option(each.phase, each.best)
    return Costly(turn, each.seat, "", chosen, each.options[each.chosen], best, each.options[each.best])


def is_decision(s: Football) -> bool:
    """Whether a seat, or its sheet, answers a question in the middle of a play."""
    return s.phase in IN_PLAY and s.phase != terms.REVEAL and asked(s) < terms.SEATS


def draws_at_once(step: PlayedStep) -> bool:
    """Whether a sheet kicked by drawing a card with its declaration (BF-234)."""
    return bool(
        step.before.phase == terms.CALL
        and step.after.phase in (terms.BETWEEN, terms.OVER, terms.PUNT_RETURN, terms.KICK_CHAIN, terms.KICK_EFFECT)
        and step.after.declared != terms.KNEEL_CALL
        and step.after.game_day != terms.NONE
    )


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
    if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return _("throwing the flag") if code else _("keeping the flag")
    if phase == terms.PENALTY:
        return _("accepting the penalty") if code else _("declining the penalty")
    if phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return {EVENT: _("the event"), CORNER: _("the corner"), FORCED: _("a forced turnover")}[code]
    if phase == terms.ICE:
        return _("icing the kicker") if code else _("not icing the kicker")
    return _("using the ability") if code else _("not using the ability")
