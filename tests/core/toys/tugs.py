"""A race of 2 to 12 seats: composite secret orders, hidden cards, no chance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from breakaway.core.chance import below
from breakaway.core.game import Game
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import Unit, event, rule, tell
from breakaway.core.state import number, table
from breakaway.games.defaults import PlainWords

RULES = load_rulebook(Path(__file__).with_name("tugs.toml"))
HELD, END = RULES["TG-1"], RULES["TG-3"]
TURNS = 3
PULLED = event("TG-2", seat=Unit("a seat"), distance=Unit("the sum of both pulls"))


@dataclass(slots=True)
class Tugs:
    turn: int = number()
    used: list[list[int]] = table(12, 2)  # bits of the cards that each tug has pulled
    total: list[int] = table(12)


@dataclass(slots=True)
class TugsConfig:
    seats: int = number(default=2)


@rule()
def choosers(s, config):
    return (1 << config.seats) - 1 if s.turn < TURNS else 0


@rule()
def slots(s, config, seat):
    return 2


@rule()
def codes(s, config):
    return 6


@rule("TG-1")
def refuse(s, config, seat, order, slot):
    card = order[slot]
    if card < 1 or card > 4 or s.used[seat][slot] >> card & 1:
        return HELD
    return 0


@rule()
def step(s, config, orders, chance, log):
    for seat in range(config.seats):
        pull(s, seat, orders[seat], log)
    s.turn += 1


@rule("TG-2")
def pull(s, seat, order, log):
    for tug in range(2):
        s.used[seat][tug] |= 1 << order[tug]
        s.total[seat] += order[tug]
    tell(log, PULLED, seat, order[0] + order[1])


@rule()
def pulled(bits):
    distance = 0
    for card in range(1, 5):
        if bits >> card & 1:
            distance += card
    return distance


@rule()
def cards(bits):
    n = 0
    for card in range(1, 5):
        n += bits >> card & 1
    return n


@rule()
def redact(s, config, seat):
    if s.turn == TURNS:
        return
    for other in range(config.seats):
        if other != seat:
            s.used[other][0] = 0
            s.used[other][1] = 0


@rule()
def determinize(s, config, seat, chance):
    if s.turn == TURNS:
        return
    for other in range(config.seats):
        if other != seat:
            fill_used(s, other, chance)


@rule()
def fits(s, seat, a, b):
    return cards(2 * a) == s.turn and cards(2 * b) == s.turn and pulled(2 * a) + pulled(2 * b) == s.total[seat]


@rule()
def fill_used(s, seat, chance):
    found = 0
    for a in range(16):
        for b in range(16):
            if fits(s, seat, a, b):
                found += 1
    left = below(chance, "hidden pulls", found)
    for a in range(16):
        for b in range(16):
            if fits(s, seat, a, b):
                if left == 0:
                    s.used[seat][0] = 2 * a
                    s.used[seat][1] = 2 * b
                left -= 1


@rule("TG-3")
def result(s, config, r):
    r.why = END if s.turn == TURNS else 0
    for seat in range(config.seats):
        r.score[seat] = pulled(s.used[seat][0])
    for seat in range(config.seats):
        r.rank[seat] = 1
        for other in range(config.seats):
            if r.score[other] > r.score[seat]:
                r.rank[seat] += 1


def invariants(s, config):
    faults = []
    for seat in range(config.seats):
        for tug in range(2):
            if cards(s.used[seat][tug]) != s.turn:
                faults.append(f"tug {tug} of {seat} has pulled {cards(s.used[seat][tug])} cards")
        if sum(pulled(bits) for bits in s.used[seat]) != s.total[seat]:
            faults.append(f"the total of {seat} is wrong")
    return faults


GAME = Game(
    name="tugs",
    title="Tugs",
    edition="1",
    rules=RULES,
    state=Tugs,
    config=TugsConfig,
    seats=(2, 12),
    max_slots=2,
    start=lambda config: Tugs(),
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    bound=lambda config: TURNS,
    seat_count=lambda config: config.seats,
    words=PlainWords(RULES, slots, "TG-1"),
    invariants=invariants,
    preview=lambda view, config, seat, slot, code: (view.total[seat] + code,),
    sample=lambda chance: TugsConfig(seats=2 + below(chance, "seats", 11)),
)
