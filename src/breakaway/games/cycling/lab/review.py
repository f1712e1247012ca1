"""The review of a race: rollouts show what a team's own orders changed, and what its rivals' orders changed.

Nothing happens by chance in a race. Each turn changes each team's chance of winning. The team's own part is the change
that its order makes when rollouts choose the rivals' cards. The rest of the change comes from the cards that the rivals
really played.
"""

from __future__ import annotations

from typing import Any

from breakaway.core.game import Order, seats_in
from breakaway.core.language import _, marked, say
from breakaway.core.observation import Observation
from breakaway.display.endings import verdict
from breakaway.display.review import SEED, Costly, Review, Swing
from breakaway.games.cycling.display.cards import team_class
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.rollouts import ahead, runs_for
from breakaway.games.cycling.rules import terms
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.text.words import team_name
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of
from breakaway.records.record_file import checkpoint

HOW = marked(
    "At each turn, the chances of winning come from {n} quick races, simulated from there to the end, so small "
    "differences mean little."
)
PARTS = marked(
    "“Own orders” shows how much a team's orders changed its chance of winning while its rivals rode as usual, and "
    "“rivals” shows how much the rivals' real orders changed it. Luck plays no part in a race, so the two figures add "
    "up to the whole change."
)
QUICK = marked(
    "In the quick races, a rider plays his highest card in six turns out of ten, and a random card in the others."
)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished race.

    A review takes several seconds, because the race is played to its end many times from each turn.
    """
    names, config = match.record.header["names"], match.config
    teams = range(config.teams)
    steps = list(steps_of(match))
    runs = runs_for(config, max(1, len(steps) * (2 * config.teams + 1) // 8))
    moments, choices = list[Swing](), list[Costly]()
    now = ahead(steps[0].before, config, runs).chances
    for step in steps:
        checkpoint()
        own = tuple(ahead(step.before, config, runs, {seat: step.orders[seat]}).chances[seat] for seat in teams)
        after = ahead(step.after, config, runs).chances
        skill = tuple(own[seat] - now[seat] for seat in teams)
        rest = tuple(after[seat] - own[seat] for seat in teams)
        part, where = situation(step.before, config)
        moments.append(Swing(step.turn, now, after, skill, rest, part, where))
        choices += [each for seat in teams for each in judged(match, step, seat, own[seat], runs, where)]
        now = after
    said = verdict(match.observation())
    points = [say("Final score: {score}", score=said.score)] if said and not said.how else []
    return Review(
        [team_name(names, seat) for seat in teams],
        [team_class(names, config.teams, seat) for seat in teams],
        " ".join([said.says, *points]) if said else "",
        say(HOW, n=runs),
        moments,
        choices,
        (_("own orders"), _("rivals")),
        _(PARTS),
        _(QUICK),
    )


def situation(s: Race, config: RaceConfig) -> tuple[str, str]:
    """The stage and the turn before a step, in words."""
    stage = say("Stage {n}", n=s.stage + 1) if config.stages > 1 else ""
    turn = _("Line-up") if s.phase == terms.LINE_UP else say("Turn {n}", n=s.turn)
    return stage, f"{stage}, {turn}" if stage else turn


def judged(match: Match[Any, Any], step: PlayedStep, seat: int, own: int, runs: int, where: str) -> list[Costly]:
    """A team's order, judged against what the team director would order if he saw only what the team sees."""
    if seat not in seats_in(GAME.choosers(step.before, match.config)):
        return []
    view, given = seen(match, step.before, seat)
    other: Order = coaches.ask(GAME, coaches.find(GAME, "directeur"), view, match.config, seat, SEED)
    mine = step.orders[seat][: len(other)]
    if other == mine:
        return [Costly(step.turn, seat, where, given(mine), own, given(mine), own)]
    would = ahead(step.before, match.config, runs, {seat: other}).chances[seat]
    best, chance = (other, would) if would > own else (mine, own)
    return [Costly(step.turn, seat, where, given(mine), own, given(best), chance)]


def seen(match: Match[Any, Any], state: Race, seat: int) -> tuple[Race, Any]:
    """The seat's view of a state, and a function that puts the seat's orders into words."""
    found = Observation(GAME, state, match.config, seat, match.record.header["names"])
    return found.view, lambda order: found.write(list(order)).replace("\n", "; ")
