"""Looks for players who beat football's `champion` because they know how it plays: best responses, each a small coach.

    python -m tools.football_responses                        all of them, 50 pairs in each of four pairings of teams
    python -m tools.football_responses reader,saver --pairs 200
    python -m tools.football_responses reader --teams fire,lightning

Each response is a compilable bot in this file, so it can also play at a table:

    breakaway watch football --coaches tools/football_responses.py:reader,champion

Whatever a response does not change, it does as `champion` would. Pairs, seeds and intervals are those of
`tools.football_strength`: the teams and the seeds are paired, a tie counts as half a win, and no seed was used for
tuning. 50.0% means that knowing `champion` does not help. Ctrl-C stops, and the same command goes on from there, as in
`tools.football_strength`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import breakaway
from breakaway.api.own_bots import allow
from breakaway.core.chance import start_step, thought
from breakaway.core.state import zeros
from breakaway.games.football.coaches import decisions
from breakaway.games.football.coaches.coaches import (
    CHAMPION,
    LEAST,
    ROUNDS,
    avoid_refusal,
    bring_cards_back,
    clear_order,
    naive_defense,
    put_action,
    strongest_play,
    think,
    usual_call,
)
from breakaway.games.football.coaches.mixes import FORMATIONS, MIX, NOTHING, WHOLE, Mix, find_mix, new_mix
from breakaway.games.football.coaches.play_worth import ALL, NOTES, PlayWorths, new_notes, weigh_plays
from breakaway.games.football.rules import calls, play, terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig, other
from tools.football_strength import FIRST_SEED, KEEP, PAIRINGS, measured

ANY = 3  # every formation of the offense
BY_RUN, BY_PASS = 0, 1  # fronts of the defense
CALM, THRIFTY = 0, 2  # by what part of its advantage a good card is dearer than another, as a divisor; CALM: not at all

# --- What `champion` is going to do. It mixes, but the mixtures follow from what both sides see.


def kept(weights: list[int]) -> list[int]:
    """The chances that `champion` gives to choices with these weights, in WHOLEs. It never makes the rarest."""
    total = 0
    for each in weights:
        total += each
    used = 0
    for each in weights:
        if each * CHAMPION[LEAST] >= total:
            used += each
    found = [0] * len(weights)
    for i in range(len(weights)):
        if used > 0 and weights[i] * CHAMPION[LEAST] >= total:
            found[i] = weights[i] * WHOLE // used
    return found


def form_of(config: FootballConfig, seat: int, call: int) -> int:
    """The formation that the offense sees before its audible. 0 if there are no audibles."""
    return int(config.defense_formation[seat][call // 2]) if config.audibles == 1 else 0


def worth_of_side(config: FootballConfig, notes: PlayWorths, likely: list[int], code: int, form: int, seat: int) -> int:
    """The worth of a play against the calls of one formation of the defense, times their chances."""
    total = 0
    for call in range(2 * config.defenses[seat]):
        if likely[call] > 0 and form_of(config, seat, call) == form:
            total += likely[call] * notes.plays[code * terms.CALLS + call]
    return total


def best_card(
    view: Football, config: FootballConfig, notes: PlayWorths, mix: Mix, front: int, prices: list[int]
) -> tuple[int, int]:
    """The best card against what `champion` calls on defense, and its worth less its price.

    Looks at one formation (`front`) or at ANY. The card is NONE if the hand has none of the formation.
    """
    defense = other(view.offense)
    found, most = terms.NONE, NOTHING
    for formation in range(3):
        if front not in (ANY, formation):
            continue
        find_mix(view, config, notes, formation, CHAMPION[ROUNDS], mix)
        if mix.worth[0] == NOTHING:
            continue
        likely = kept(mix.calls)
        for card in range(terms.CARDS):
            of_front = config.card_formation[view.offense][card] == formation
            if not of_front or notes.plays[2 * card * terms.CALLS] < 0:
                continue
            total = 0
            for form in range(FORMATIONS):
                one = worth_of_side(config, notes, likely, 2 * card, form, defense)
                total += max(one, worth_of_side(config, notes, likely, 2 * card + 1, form, defense))
            worth = total // WHOLE - prices[card]
            if worth > most:
                found, most = card, worth
    return found, most


def put_prices(view: Football, config: FootballConfig, seat: int, part: int, prices: list[int]) -> None:
    """Writes what it costs to spend each card of the hand now instead of later: a `part` of what it is better by."""
    quality = [0] * terms.CARDS
    decisions.rate_cards(view, config, seat, quality)
    total = held = 0
    for card in range(terms.CARDS):
        if view.card[seat][card] == terms.HAND:
            total += quality[card]
            held += 1
    for card in range(terms.CARDS):
        if held > 1:
            prices[card] = (quality[card] - total // held) * (held - 1) // held // part


def call_best(view: Football, config: FootballConfig, seat: int, rng: Any, front: int, part: int, out: Any) -> None:
    """Writes the best play against what `champion` calls, or a kick that is better.

    `part` divides the price of good cards; CALM: they have none.
    """
    clear_order(out)
    start_step(rng)
    at = int(view.returns)
    bring_cards_back(view, config, seat, out)
    notes, mix, prices = new_notes(zeros(NOTES)), new_mix(zeros(MIX)), [0] * terms.CARDS
    weigh_plays(view, config, notes, ALL)
    if part != CALM and view.try_down == 0:
        put_prices(view, config, seat, part, prices)
    card, most = best_card(view, config, notes, mix, front, prices)
    if card == terms.NONE:
        card, most = best_card(view, config, notes, mix, ANY, prices)
    code = 2 * card + thought(rng, 2)
    if play.illegal_by(config, view.line, config.play_type[seat][code]) != 0:
        code ^= 1
    out[at] = code
    out[at + 1] = 0
    avoid_refusal(view, config, seat, at, out)
    action = decisions.best_action(view, config, seat)
    if action != win_chances.GO and decisions.worth_of_action(view, config, seat, action) > most + prices[card]:
        put_action(view, config, seat, action, at, out)


def turn_best(view: Football, config: FootballConfig, seat: int, out: Any) -> None:
    """Turns the card if its other play is better against the formation that `champion` shows."""
    clear_order(out)
    if calls.refuse_audible(view, config, seat, 1) != 0:
        return
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation = int(view.formation[seat])
    weigh_plays(view, config, notes, formation)
    find_mix(view, config, notes, formation, CHAMPION[ROUNDS], mix)
    likely, called = kept(mix.calls), int(view.call[seat])
    form = int(view.formation[other(seat)])
    stays = worth_of_side(config, notes, likely, called, form, other(seat))
    if worth_of_side(config, notes, likely, called ^ 1, form, other(seat)) > stays:
        out[0] = 1


def front_of(config: FootballConfig, seat: int, by: int) -> int:
    """The formation of the defense that is strongest against runs or against passes, in the mean of its calls."""
    found, most = 0, -1
    for form in range(FORMATIONS):
        total = count = 0
        for call in range(2 * config.defenses[seat]):
            if config.call_type[seat][call] != terms.NONE and config.defense_formation[seat][call // 2] == form:
                total += int(config.call_run[seat][call] if by == BY_RUN else config.call_pass[seat][call])
                count += 1
        if count > 0 and 100 * total // count > most:
            found, most = form, 100 * total // count
    return found


def answer_best(view: Football, config: FootballConfig, seat: int, front: int, out: Any) -> None:
    """Writes the best call against what `champion` plays from the formation it shows.

    `front`: BY_RUN or BY_PASS for a defense that always lines up against runs or passes; ANY for all its calls.
    """
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation = int(view.formation[view.offense])
    weigh_plays(view, config, notes, formation)
    find_mix(view, config, notes, formation, CHAMPION[ROUNDS], mix)
    likely = kept(mix.cards)
    only = terms.NONE if front == ANY else front_of(config, seat, front)
    found, least = terms.NONE, 0
    for call in range(2 * config.defenses[seat]):
        outside = only != terms.NONE and config.defense_formation[seat][call // 2] != only
        if config.call_type[seat][call] == terms.NONE or outside:
            continue
        form, total = form_of(config, seat, call), 0
        for card in range(terms.CARDS):
            if likely[card] > 0:
                one, two = mix.sides[2 * card * FORMATIONS + form], mix.sides[(2 * card + 1) * FORMATIONS + form]
                first = notes.plays[2 * card * terms.CALLS + call]
                second = notes.plays[(2 * card + 1) * terms.CALLS + call]
                mean = (one * first + two * second) // (one + two) if one + two > 0 else (first + second) // 2
                total += likely[card] * mean
        if found == terms.NONE or total < least:
            found, least = call, total
    out[0] = found


def attack(view: Football, config: FootballConfig, seat: int, rng: Any, front: int, part: int, out: Any) -> None:
    """Writes the best play and the best audible against what `champion` calls; all else as `champion` does it."""
    if view.phase == terms.CALL:
        call_best(view, config, seat, rng, front, part, out)
    elif view.phase == terms.AUDIBLE:
        turn_best(view, config, seat, out)
    else:
        think(view, config, seat, rng, CHAMPION, out)


# --- The responses. Each is `champion` but for what its name says.


@breakaway.compilable(games="football")
def reader(rules: breakaway.Rules) -> Callable[..., None]:
    """Knows the mixtures, and answers each of them with the one choice that is best against it, on both sides."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        attack(view, config, seat, rng, ANY, CALM, out)
        if view.phase == terms.DEFENSE:
            answer_best(view, config, seat, ANY, out)

    return choose


@breakaway.compilable(games="football")
def saver(rules: breakaway.Rules) -> Callable[..., None]:
    """A reader who counts its own cards: half of what a card is better by than the rest of the hand is its price."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        attack(view, config, seat, rng, ANY, THRIFTY, out)
        if view.phase == terms.DEFENSE:
            answer_best(view, config, seat, ANY, out)

    return choose


@breakaway.compilable(games="football")
def counter(rules: breakaway.Rules) -> Callable[..., None]:
    """Counts `champion`'s cards: defends as if each card of the formation that it still holds were equally likely."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        phase = int(view.phase)
        think(view, config, seat, rng, CHAMPION, out)
        if phase == terms.DEFENSE:
            notes = new_notes(zeros(NOTES))
            weigh_plays(view, config, notes, int(view.formation[view.offense]))
            out[0] = naive_defense(view, config, notes, rng, 0)

    return choose


@breakaway.compilable(games="football")
def run_heavy(rules: breakaway.Rules) -> Callable[..., None]:
    """Lines up in its run-heavy formation as long as it has a card of it, and knows what is called against that."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        attack(view, config, seat, rng, terms.RUN_HEAVY, CALM, out)

    return choose


@breakaway.compilable(games="football")
def balanced(rules: breakaway.Rules) -> Callable[..., None]:
    """The same with its balanced formation."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        attack(view, config, seat, rng, terms.BALANCED, CALM, out)

    return choose


@breakaway.compilable(games="football")
def pass_heavy(rules: breakaway.Rules) -> Callable[..., None]:
    """The same with its pass-heavy formation."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        attack(view, config, seat, rng, terms.PASS_HEAVY, CALM, out)

    return choose


@breakaway.compilable(games="football")
def run_front(rules: breakaway.Rules) -> Callable[..., None]:
    """Always defends in the formation that is strongest against runs, with the best call that it has there."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        phase = int(view.phase)
        think(view, config, seat, rng, CHAMPION, out)
        if phase == terms.DEFENSE:
            answer_best(view, config, seat, BY_RUN, out)

    return choose


@breakaway.compilable(games="football")
def pass_front(rules: breakaway.Rules) -> Callable[..., None]:
    """Always defends in the formation that is strongest against passes, with the best call that it has there."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        phase = int(view.phase)
        think(view, config, seat, rng, CHAMPION, out)
        if phase == terms.DEFENSE:
            answer_best(view, config, seat, BY_PASS, out)

    return choose


@breakaway.compilable(games="football")
def one_play(rules: breakaway.Rules) -> Callable[..., None]:
    """Always calls the strongest play in its hand, and never an audible."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        phase, at = int(view.phase), int(view.returns)
        think(view, config, seat, rng, CHAMPION, out)
        if phase == terms.CALL and out[at] < terms.PLAYS:
            out[at] = strongest_play(view, config, seat)
            avoid_refusal(view, config, seat, at, out)
        elif phase == terms.AUDIBLE:
            out[0] = 0

    return choose


@breakaway.compilable(games="football")
def one_call(rules: breakaway.Rules) -> Callable[..., None]:
    """Always defends with the same call of the same card: its strongest."""

    def choose(view: Any, config: Any, seat: int, rng: Any, out: Any) -> None:
        phase = int(view.phase)
        think(view, config, seat, rng, CHAMPION, out)
        if phase == terms.DEFENSE:
            out[0] = usual_call(config, seat, terms.BALANCED)

    return choose


RESPONSES = {
    each.__qualname__: each
    for each in (reader, saver, counter, run_heavy, balanced, pass_heavy, run_front, pass_front, one_play, one_call)
}

# --- Measures them.


def place_of(name: str) -> str:
    """What to type for a response wherever a coach's name goes."""
    return f"tools.football_responses:{name}"


def main() -> None:
    """Measures the responses, and prints a table for docs/coaches.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("responses", nargs="?", default=",".join(RESPONSES), help="one or more, separated by commas")
    parser.add_argument("--pairs", type=int, default=50, help="in each pairing of teams")
    parser.add_argument("--teams", action="append", help="two teams, as fire,lightning; may be repeated")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--keep", type=Path, default=KEEP, help="the file of finished cells")
    asked = parser.parse_args()
    pairings = [tuple(each.split(",")) for each in asked.teams] if asked.teams else list(PAIRINGS)
    names = asked.responses.split(",")
    if unknown := [each for each in names if each not in RESPONSES]:
        parser.error(f"unknown response {unknown[0]!r}; known: {', '.join(RESPONSES)}")
    for name in names:
        allow(place_of(name))
    both = [(place_of(name), "champion") for name in names]
    rows = []
    for name, found in zip(names, measured(both, pairings, asked.pairs, asked.seed, asked.keep), strict=False):
        wins = f"{100 * found.share:.1f}% ± {100 * found.error:.1f}"
        rows.append(f"| `{name}` | {RESPONSES[name].__doc__} | {found.pairs} | {wins} |")
    print("| response | what it does | pairs | wins against `champion` |\n|---|---|---|---|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
