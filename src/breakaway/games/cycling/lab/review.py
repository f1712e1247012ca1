"""Advice and reviews of races, by rollouts: the race played to its end many times with fixed seeds."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from breakaway.core.game import Order, seats_in
from breakaway.core.language import _, decimal, marked, say
from breakaway.core.observation import Observation, Refused
from breakaway.core.odds import ONE
from breakaway.core.state import copy, to_json
from breakaway.display.endings import verdict
from breakaway.display.judged import ChoiceOption, JudgedChoice, judged_so_far, of_two
from breakaway.display.review import SEED, Review, Suggestion, Swing, best_first, imagined, percent, points
from breakaway.games.cycling.coaches import directeur
from breakaway.games.cycling.coaches.champion import OWN
from breakaway.games.cycling.display.cards_and_standings import team_class
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.lab.rollouts import is_fast, ride_many
from breakaway.games.cycling.rules import terms
from breakaway.games.cycling.rules.interface import highest_cards, lowest_cards
from breakaway.games.cycling.rules.state import Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import UNIT
from breakaway.games.cycling.text.words import team_name
from breakaway.lab.review import measured_levels
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.play_by_play import PlayedStep, steps_of
from breakaway.records.record_file import checkpoint

# --- What a race is worth to each team, estimated by playing the race to its end many times (`rollouts.py`).


WORK = 2_400  # in plain Python, the rollouts of all questions together may ride about four times this many turns
FEWEST, MOST_RUNS = 4, 24
LOOKS = 120, 360, 1_200  # after how many compiled rollouts to judge an order; the last is also for each chance


@dataclass(frozen=True)
class Forecast:
    """What each team can expect: its chance of winning, in millionths, and its points, in 360360ths."""

    chances: tuple[int, ...]
    points: tuple[int, ...]
    wins: list[list[int]]  # by rollout: each team's share of the win, in millionths


def runs_for(config: RaceConfig, questions: int = 1) -> int:
    """How many rollouts to play for each of several questions, so that all of them together do not take too long.

    A multiple of the number of teams, so that each team gets all draws.
    """
    turns = sum(1 + length // 5 for length in config.length[: config.stages])
    runs = max(FEWEST, min(MOST_RUNS, WORK * 4 // (turns * questions)))
    return multiple(runs, config)


def ahead(
    s: Race,
    config: RaceConfig,
    runs: int,
    orders: Mapping[int, Order] | None = None,
    first: int = 0,
    fast: bool = True,
) -> Forecast:
    """What each team can expect from a complete state, by the rollouts from number `first` on.

    `orders` contains the orders of some seats for the first turn. `fast`: in compiled code, if Numba is installed.
    """
    found = ride_many(s, config, first, runs, dict(orders or {}), fast and is_fast())
    times = len(found.wins)
    chances = whole([sum(each) / times for each in zip(*found.wins, strict=True)])
    return Forecast(chances, tuple(sum(each) // times for each in zip(*found.points, strict=True)), found.wins)


SHOWN = 1_000  # a tenth of a percentage point, the last digit that a page shows


def whole(chances: list[float]) -> tuple[int, ...]:
    """The chances in millionths, rounded to what a page shows so that they add up to 100.0%."""
    found = [int(each) // SHOWN for each in chances]
    rest = sorted(range(len(found)), key=lambda i: found[i] - chances[i] / SHOWN)
    for i in rest[: ONE // SHOWN - sum(found)]:
        found[i] += 1
    return tuple(each * SHOWN for each in found)


# --- Helps during a race: compares the orders of several coaches by rollouts from what the seat sees.


COACHES = ("directeur", "highest", "random")
GUESSES = 3  # orders of the coach that plays at random


def advise(observation: RaceObservation) -> list[Suggestion]:
    """Suggestions for a turn or a line-up: first the team director's order, by which a review judges, then the others.

    Quick races alone would suggest orders that a review might call mistakes: their riders are careless.
    """
    s, config, seat = imagined(observation), observation.config, observation.seat
    orders = candidates(observation, s)
    runs, found = runs_for(config, len(orders)), list[Suggestion]()
    for order in orders:
        worth = ahead(s, config, runs, {seat: order}, fast=False)  # a table should not wait for the compiler
        given = {"n": runs, "points": decimal(worth.points[seat] / UNIT)}
        if found:
            says = say("In {n} quick races from here, this choice scored {points} points on average.", **given)
        else:
            says = say(
                "The team director's order, by which a review judges. In {n} quick races from here, it scored {points} "
                "points on average.",
                **given,
            )
        text = observation.write(order)
        found.append(Suggestion(text, text.replace("\n", "; "), worth.chances[seat], says))
    return [*found[:1], *best_first(found[1:])]


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


LEVELS = Path(__file__).with_name("levels.toml")  # made by tools/measure_reviews.py
HOW = marked(
    "At each turn, the chances of winning come from {n} quick races, simulated from there to the end. With so many, "
    "the draw of the cards changes a chance by at most {error} percentage points in 19 cases of 20."
)
PARTS_OF_CHANCE = marked(
    "“Own orders” shows how much a team's orders won or lost compared with those of the team director. Orders that are "
    "too close to call count as equal. “Rivals and the race” is the rest of the change. Luck plays no part in a race."
)
QUICK = marked(
    "In the quick races, a rider plays his highest card in six turns out of ten, and a random card in the others. "
    "People ride better, so a chance is only a guide. An order is compared with the team director's over the same "
    "cards and the same rivals' orders. It counts as worse only if it won so many fewer of the same quick races that "
    "this is hardly a coincidence, and if the team director's forecast finds a loss in it, too. If not, it is too "
    "close to call."
)


MEASURED, MEASURED_TEAMS = "postal", 6
UNRATED = marked(
    "How strong the teams rode is not said: the levels were measured in postal races of six teams without house rules."
)


def review(match: Match[Any, Any]) -> Review:
    """Reviews a finished race, which is played to its end many times from each turn."""
    names, config = match.names, match.config
    teams = range(config.teams)
    steps = list(steps_of(match))
    looks = looks_for(config, len(steps))
    runs = looks[-1]
    moments, choices = list[Swing](), list[JudgedChoice]()
    asked = [seats_in(GAME.choosers(step.before, config)) for step in steps]
    of, rates = sum(len(seats) for seats in asked), is_measured(config)
    now = ahead(steps[0].before, config, runs).chances
    for step, seats in zip(steps, asked, strict=True):
        after = ahead(step.after, config, runs).chances
        would = {seat: director_order(match, step.before, seat) for seat in seats}
        part, where = situation(step.before, config)
        skill = [0] * config.teams
        for seat in seats:
            checkpoint()
            found = judged(match, step, seat, looks, where, would)
            skill[seat] = found.gain
            choices.append(replace(found.choice, edge=found.edge))
            judged_so_far(len(choices), of)
        rest = tuple(after[seat] - now[seat] - skill[seat] for seat in teams)
        moments.append(Swing(step.turn, now, after, tuple(skill), rest, part, where))
        now = after
    said = verdict(match.observation())
    score = [say("Final score: {score}", score=said.score)] if said and not said.how else []
    return Review(
        [team_name(names, seat) for seat in teams],
        [team_class(names, config.teams, seat) for seat in teams],
        " ".join([said.says, *score]) if said else "",
        say(HOW, n=runs, error=math.ceil(100 / math.sqrt(runs))),
        moments,
        choices,
        (_("own orders"), _("rivals and the race")),
        _(PARTS_OF_CHANCE),
        _(QUICK) if rates else f"{_(QUICK)} {_(UNRATED)}",
        title_of_sources=_("Own orders and rivals"),
        levels=measured_levels(LEVELS, GAME) if rates else (),
        tries=partial(tried_order, match, steps, looks[min(1, len(looks) - 1)]),
    )


@cache
def _measured() -> object:
    return to_json(resolve(MEASURED, MEASURED_TEAMS)[0])


def is_measured(config: RaceConfig) -> bool:
    """Whether the levels were measured in such a race. In another one, an order counts for more or for less."""
    return bool(to_json(config) == _measured())


def looks_for(config: RaceConfig, steps: int) -> list[int]:
    """After how many rollouts to judge an order of a race with so many steps. The last is also for the chances."""
    if not is_fast():
        return [runs_for(config, max(1, steps * (2 * config.teams + 1) // 8))]
    return [multiple(runs, config) for runs in LOOKS]


def multiple(runs: int, config: RaceConfig) -> int:
    """A number of rollouts, raised to a multiple of the number of teams, so that each team gets all draws."""
    return -(-runs // config.teams) * config.teams


def situation(s: Race, config: RaceConfig) -> tuple[str, str]:
    """The stage and the turn before a step, in words."""
    stage = say("Stage {n}", n=s.stage + 1) if config.stages > 1 else ""
    turn = _("Line-up") if s.phase == terms.LINE_UP else say("Turn {n}", n=s.turn)
    return stage, f"{stage}, {turn}" if stage else turn


EARLY = marked("High cards played too early"), marked("Lower cards were better: {order}.")
LATE = marked("Cards held back too long"), marked("Higher cards were better: {order}.")
LINED_UP = marked("A weak line-up"), marked("This line-up was better: {order}.")


def lesson_of(s: Race, mine: str, best: str) -> tuple[str, str]:
    """What a costly order is an example of, and the lesson: `mine` and `best` are the team's order before the state `s`
    and the better one, as they are written.
    """
    spent, kept = (sum(map(int, re.findall(r"\d+", each))) for each in (mine, best))
    theme, lesson = LINED_UP if s.phase == terms.LINE_UP else EARLY if spent > kept else LATE
    return _(theme), say(lesson, order=best)


@dataclass(frozen=True)
class WeighedOrder:
    """An order, compared with the team director's: what it won or lost if that is clear, in millionths.

    `edge`: how many points more the team can expect with it by the director's forecast, in millionths of a point; None
    for a line-up.
    """

    choice: JudgedChoice
    gain: int
    edge: int | None = None


def judged(
    match: Match[Any, Any],
    step: PlayedStep,
    seat: int,
    looks: Sequence[int],
    where: str,
    would_order: Mapping[int, Order],
) -> WeighedOrder:
    """A team's order, compared with what the team director would order if he saw only what the team sees.

    `would_order`: that order for each seat. Both get the same draws, and more of them (`looks`) as long as the team's
    order seems to be worse. An order that looks costly early looks costlier than it is, so its cost is what all
    rollouts say. Riders in rollouts are careless, so an order that they cannot use may be a good one: if the director's
    forecast finds no loss in it, it is too close to call.
    """
    config, other = match.config, would_order[seat]
    _view, given = seen(match, step.before, seat)
    mine = step.orders[seat][: len(other)]
    edge = edge_of(step.before, config, seat, mine, would_order)
    tried, would, gains = list[list[int]](), list[list[int]](), list[int]()
    for runs in looks:
        more = runs - len(tried)
        tried += ahead(step.before, config, more, {seat: step.orders[seat]}, len(tried)).wins
        option = ChoiceOption(given(mine), mean(tried, seat))
        if other == mine:
            return WeighedOrder(of_two(step.turn, seat, where, option, option), 0, edge)
        would += ahead(step.before, config, more, {seat: other}, len(would)).wins
        gains = [after[seat] - before[seat] for before, after in zip(tried, would, strict=True)]
        if sum(gains) <= error_of_sum(gains, config.teams):  # as good, or better
            break
    best = ChoiceOption(given(other), mean(would, seat))
    gain = option.chance - best.chance
    if is_clear([-each for each in gains], config.teams):
        return WeighedOrder(of_two(step.turn, seat, where, option, best, margin(gains, config.teams)), gain, edge)
    if is_clear(gains, config.teams) and len(gains) == looks[-1] and (edge is None or edge < 0):
        found = of_two(step.turn, seat, where, option, best, margin(gains, config.teams))
        theme, lesson = lesson_of(step.before, option.what, best.what)
        return WeighedOrder(replace(found, theme=theme, lesson=lesson), gain, edge)
    close = max(margin(gains, config.teams), abs(gain))
    return WeighedOrder(of_two(step.turn, seat, where, option, best, close), 0, edge)


def director_order(match: Match[Any, Any], state: Race, seat: int) -> Order:
    """What the team director would order in this state if he saw only what the seat sees."""
    found: Order = coaches.ask(
        GAME, coaches.find(GAME, "directeur"), seen(match, state, seat)[0], match.config, seat, SEED
    )
    return found


FORESEES = tuple(1 if at == directeur.SAMPLES else each for at, each in enumerate(OWN))  # the champion's, one sample


def edge_of(state: Race, config: RaceConfig, seat: int, order: Order, would_order: Mapping[int, Order]) -> int | None:
    """How many points more a team can expect with its order than with the director's, in millionths. None: a line-up.

    That is the champion's forecast, if every rival rides as the director would in his place (`would_order`).
    """
    if state.phase == terms.LINE_UP:
        return None
    view, notes = copy(state), directeur.new_notes(FORESEES)
    for team, cards in would_order.items():
        for grade in range(terms.GRADES):
            notes.cards[team * terms.GRADES + grade] = cards[grade]
    before, worths = copy(view), list[int]()
    directeur.prepare(view, config, seat, before, notes, list(would_order[seat]))
    for each in (order, would_order[seat]):
        worths.append(directeur.rate(view, config, seat, before, notes, list(each), True))
    return (worths[0] - worths[1]) * ONE // directeur.ONE


def tried_order(match: Match[Any, Any], steps: Sequence[PlayedStep], runs: int, turn: int, seat: int, text: str) -> str:
    """What another order of a team would have been worth at this turn, in a sentence. Raises BadOrder and Refused."""
    step = next(step for step in steps if step.turn == turn)
    seen = Observation(GAME, step.before, match.config, seat, match.names)
    order, _partial = seen.read(text)
    refusal = seen.why_not(order)
    if refusal is not None:
        raise Refused(refusal)
    mine = ahead(step.before, match.config, runs, {seat: step.orders[seat]}).wins
    other = ahead(step.before, match.config, runs, {seat: order}).wins
    gains = [after[seat] - before[seat] for before, after in zip(mine, other, strict=True)]
    given = {
        "order": seen.write(order).replace("\n", "; "),
        "chance": percent(mean(other, seat)),
        "gain": f"{points(sum(gains) / len(gains))} ± {decimal(100 * margin(gains, match.config.teams) / ONE)}",
        "n": runs,
    }
    return say(
        "{order}: {chance}, {gain} percentage points compared with the order given, in {n} quick races.", **given
    )


def mean(wins: Sequence[Sequence[int]], seat: int) -> int:
    """A team's chance of winning by these rollouts."""
    return sum(each[seat] for each in wins) // len(wins)


def is_clear(gains: Sequence[int], teams: int = 1) -> bool:
    """Whether an order is better by more than three times the standard error of the comparison.

    `gains`: by rollout, how much more of the win it brought with the same draws, in millionths. A review compares about
    a hundred orders, each up to three times; with twice the error, some of the equal ones would look costly.
    """
    return sum(gains) > 3 * error_of_sum(gains, teams)


def margin(gains: Sequence[int], teams: int) -> int:
    """How far the mean of the `gains` may be off, in millionths: twice its standard error."""
    return math.ceil(2 * error_of_sum(gains, teams) / len(gains))


def error_of_sum(gains: Sequence[int], teams: int) -> float:
    """The standard error of the sum of the `gains`.

    The rollouts in which the same draws go round the teams count as one. The error counts one lost race more than was
    ridden, so that a few equal rollouts do not look certain.
    """
    rounds = [sum(gains[i : i + teams]) for i in range(0, len(gains), teams)]
    mean = sum(rounds) / len(rounds)
    return math.sqrt(sum((each - mean) ** 2 for each in rounds) + ONE * ONE)


def seen(match: Match[Any, Any], state: Race, seat: int) -> tuple[Race, Any]:
    """The seat's view of a state, and a function that puts the seat's orders into words."""
    found = Observation(GAME, state, match.config, seat, match.names)
    return found.view, lambda order: found.write(list(order)).replace("\n", "; ")
