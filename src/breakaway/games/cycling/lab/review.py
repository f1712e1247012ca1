"""Advice and reviews of races, by rollouts: the race played to its end many times with fixed seeds."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakaway.core.chance import exhaustive
from breakaway.core.game import Order, blank_orders, result_of, seats_in
from breakaway.core.language import _, marked, say
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.endings import verdict
from breakaway.display.review import SEED, Costly, Review, Suggestion, Swing, best_first, imagined
from breakaway.games.cycling.coaches.plain import play_highest
from breakaway.games.cycling.display.cards_and_standings import team_class
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules import terms
from breakaway.games.cycling.rules.interface import highest_cards, lowest_cards
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, ON_TRACK, RACING, UNIT
from breakaway.games.cycling.text.words import team_name
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of
from breakaway.records.record_file import checkpoint

# --- What a race is worth to each team, estimated by playing the race to its end several times with fixed seeds.
#
# Nothing happens by chance in a race; only the rivals' cards are unknown. In a rollout each rider plays his highest
# card with probability `HIGHEST`; otherwise he plays a random card from his hand. The same seeds give the same cards,
# so orders can be compared. The draws go round: from one rollout to the next, each team gets those of its neighbor. So
# teams in equal positions have equal chances.


HIGHEST = 0.6
WORK = 2_400  # the rollouts of all questions together may ride about four times this many turns
FEWEST, MOST_RUNS = 4, 24


@dataclass(frozen=True)
class Forecast:
    """What each team can expect: its chance of winning, in millionths, and its points, in 360360ths."""

    chances: tuple[int, ...]
    points: tuple[int, ...]
    wins: tuple[tuple[int, ...], ...]  # by rollout: each team's share of the win, in millionths


def runs_for(config: RaceConfig, questions: int = 1) -> int:
    """How many rollouts to play for each of several questions, so that all of them together do not take too long.

    A multiple of the number of teams, so that each team gets all draws.
    """
    turns = sum(1 + length // 5 for length in config.length[: config.stages])
    runs = max(FEWEST, min(MOST_RUNS, WORK * 4 // (turns * questions)))
    return -(-runs // config.teams) * config.teams


def ahead(s: Race, config: RaceConfig, runs: int, orders: Mapping[int, Order] | None = None) -> Forecast:
    """What each team can expect from a complete state.

    `orders` contains the orders of some seats for the first turn.
    """
    teams = config.teams
    points, wins = [0] * teams, list[tuple[int, ...]]()
    times = 1 if result_of(GAME, s, config).why else runs
    for n in range(times):
        checkpoint()
        result = result_of(GAME, ridden(copy(s), config, n, orders or {}), config)
        first = [seat for seat in range(teams) if result.rank[seat] == 1]
        for seat in range(teams):
            points[seat] += result.score[seat]
        wins.append(tuple(ONE // len(first) if seat in first else 0 for seat in range(teams)))
    chances = whole([sum(each) / times for each in zip(*wins, strict=True)])
    return Forecast(chances, tuple(each // times for each in points), tuple(wins))


def whole(chances: list[float]) -> tuple[int, ...]:
    """The chances in millionths, rounded so that they add up to a million."""
    found = [int(each) for each in chances]
    found[0] += ONE - sum(found)
    return tuple(found)


def ridden(s: Race, config: RaceConfig, n: int, orders: Mapping[int, Order]) -> Race:
    """Plays a race to its end. `n` is the number of the rollout: the seed for the cards, and who gets which draws."""
    rng = random.Random(n // config.teams)
    while not result_of(GAME, s, config).why:
        given = blank_orders(GAME)
        drawn = [[(rng.random(), rng.random()) for _ in range(GRADES)] for _ in range(config.teams)]
        for seat in range(config.teams):
            draws = drawn[(seat + n) % config.teams]
            if seat in orders:
                given[seat][: len(orders[seat])] = orders[seat]
            elif seat in seats_in(GAME.choosers(s, config)):
                play_highest(s, config, seat, exhaustive(), s, given[seat])
                if s.phase == RACING:
                    shuffle(s, seat, draws, given[seat])
        GAME.step(s, config, given, exhaustive(), None)
        orders = {}
    return s


def shuffle(s: Race, seat: int, draws: list[tuple[float, float]], order: Order) -> None:
    """Replaces some of the highest cards in an order with random ones."""
    for grade, (one, two) in enumerate(draws):
        rider = seat * GRADES + grade
        cards = [int(card) for card in s.hand[rider] if card]
        if s.status[rider] == ON_TRACK and cards and one >= HIGHEST:
            order[grade] = cards[int(two * len(cards))]


# --- Helps during a race: compares the orders of several coaches by rollouts from what the seat sees.


COACHES = ("directeur", "highest", "random")
GUESSES = 3  # orders of the coach that plays at random


def advise(observation: RaceObservation) -> list[Suggestion]:
    """Suggestions for a turn or a line-up."""
    s, config, seat = imagined(observation), observation.config, observation.seat
    orders = candidates(observation, s)
    runs, found = runs_for(config, len(orders)), []
    for order in orders:
        worth = ahead(s, config, runs, {seat: order})
        says = say(
            "In {n} quick races from here, this choice scored {points} points on average.",
            n=runs,
            points=f"{worth.points[seat] / UNIT:.1f}",
        )
        text = observation.write(order)
        found.append(Suggestion(text, text.replace("\n", "; "), worth.chances[seat], says))
    return best_first(found)


def candidates(observation: RaceObservation, s: Race) -> list[Order]:
    """Legal orders to compare, without repeats."""
    config, seat, found = observation.config, observation.seat, list[Order]()
    for name in COACHES:
        for n in range(GUESSES if name == "random" else 1):
            found.append(coaches.ask(GAME, coaches.find(GAME, name), observation.view, config, seat, SEED + n))
    found += [each for each in (highest_cards(s, config, seat), lowest_cards(s, config, seat)) if each]
    legal = [each for each in found if observation.why_not(each) is None]
    return [list(each) for each in dict.fromkeys(map(tuple, legal))]


# --- The review of a race: rollouts show how much better or worse a team's orders were than the team director's.
#
# Nothing happens by chance in a race. Each turn changes each team's chance of winning. The team's own part is what its
# order won or lost against the order that the team director would have given, if the rollouts can tell the two apart.
# The rest of the change comes from the rivals, and from what is too close to call. Rollouts ride worse than people, so
# a part that was measured against them would grow turn by turn; the director's orders are a measure that does not.


HOW = marked(
    "At each turn, the chances of winning come from {n} quick races, simulated from there to the end. Each chance may "
    "be up to {error} points too high or too low. An order counts as costly only if another was better by more than "
    "this comparison can be off."
)
PARTS_OF_CHANCE = marked(
    "“Own orders” shows how much a team's orders won or lost compared with those of the team director. Orders that are "
    "too close to call count as equal. “Rivals and the race” is the rest of the change. Luck plays no part in a race."
)
TOO_CLOSE = marked("{n} of {all} orders differed from the team director's, but were too close to call.")
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
    moments, choices, close = list[Swing](), list[Costly](), 0
    now = ahead(steps[0].before, config, runs).chances
    for step in steps:
        checkpoint()
        after = ahead(step.after, config, runs).chances
        part, where = situation(step.before, config)
        skill = [0] * config.teams
        for seat in teams:
            if seat not in seats_in(GAME.choosers(step.before, config)):
                continue
            found = judged(match, step, seat, runs, where)
            close += found is None
            if found:
                skill[seat] = found.gain
                choices.append(found.choice)
        rest = tuple(after[seat] - now[seat] - skill[seat] for seat in teams)
        moments.append(Swing(step.turn, now, after, tuple(skill), rest, part, where))
        now = after
    said = verdict(match.observation())
    points = [say("Final score: {score}", score=said.score)] if said and not said.how else []
    return Review(
        [team_name(names, seat) for seat in teams],
        [team_class(names, config.teams, seat) for seat in teams],
        " ".join([said.says, *points]) if said else "",
        say(HOW, n=runs, error=math.ceil(100 / math.sqrt(runs))),
        moments,
        choices,
        (_("own orders"), _("rivals and the race")),
        _(PARTS_OF_CHANCE),
        " ".join([_(QUICK), *([say(TOO_CLOSE, n=close, all=close + len(choices))] if close else [])]),
    )


def situation(s: Race, config: RaceConfig) -> tuple[str, str]:
    """The stage and the turn before a step, in words."""
    stage = say("Stage {n}", n=s.stage + 1) if config.stages > 1 else ""
    turn = _("Line-up") if s.phase == terms.LINE_UP else say("Turn {n}", n=s.turn)
    return stage, f"{stage}, {turn}" if stage else turn


@dataclass(frozen=True)
class WeighedOrder:
    """An order that rollouts could compare with the team director's, and what it won or lost, in millionths."""

    choice: Costly
    gain: int


def judged(match: Match[Any, Any], step: PlayedStep, seat: int, runs: int, where: str) -> WeighedOrder | None:
    """A team's order, compared with what the team director would order if he saw only what the team sees.

    None if the two are too close to call.
    """
    view, given = seen(match, step.before, seat)
    other: Order = coaches.ask(GAME, coaches.find(GAME, "directeur"), view, match.config, seat, SEED)
    mine = step.orders[seat][: len(other)]
    tried = ahead(step.before, match.config, runs, {seat: step.orders[seat]})
    own = tried.chances[seat]
    if other == mine:
        return WeighedOrder(Costly(step.turn, seat, where, given(mine), own, given(mine), own), 0)
    found = ahead(step.before, match.config, runs, {seat: other})
    would = found.chances[seat]
    gains = [after[seat] - before[seat] for before, after in zip(tried.wins, found.wins, strict=True)]
    if is_clear(gains):
        return WeighedOrder(Costly(step.turn, seat, where, given(mine), own, given(other), would), own - would)
    if is_clear([-each for each in gains]):
        return WeighedOrder(Costly(step.turn, seat, where, given(mine), own, given(mine), own), own - would)
    return None


def is_clear(gains: Sequence[int]) -> bool:
    """Whether an order is better by more than twice the standard error of the comparison.

    `gains`: by rollout, how much more of the win it brought with the same draws, in millionths. The error counts one
    lost race more than was ridden, so that a few equal rollouts do not look certain.
    """
    error = math.sqrt(sum(each * each for each in gains) + ONE * ONE)
    return sum(gains) > 2 * error


def seen(match: Match[Any, Any], state: Race, seat: int) -> tuple[Race, Any]:
    """The seat's view of a state, and a function that puts the seat's orders into words."""
    found = Observation(GAME, state, match.config, seat, match.record.header["names"])
    return found.view, lambda order: found.write(list(order)).replace("\n", "; ")
