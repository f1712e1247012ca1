"""A card game of two seats: hidden hands, a deck without an order, and chains of draws, one step a card."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from breakaway.core.chance import below, pick
from breakaway.core.game import Game
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import rule, tell, tell_only
from breakaway.core.state import number, table
from breakaway.games.defaults import PlainWords

RULES = load_rulebook(Path(__file__).with_name("chains.toml"))
NOT_HELD, END = RULES["CH-1"], RULES["CH-4"]
DEAL, PLAY, CHAIN, REFILL, OVER = 0, 1, 2, 3, 4
NOD = 5


@dataclass(slots=True)
class Chains:
    phase: int = number()
    active: int = number()
    deck: list[int] = table(5)  # how many of each value are not yet drawn
    hand: list[list[int]] = table(2, 5)
    gone: list[int] = table(5)
    score: list[int] = table(2, kind="i4")


@dataclass(slots=True)
class ChainsConfig:
    cards: list[int] = table(5)
    hand: int = number(default=3)


def start(config):
    return Chains(deck=list(config.cards))


@rule()
def left(cards):
    n = 0
    for value in range(5):
        n += cards[value]
    return n


@rule()
def choosers(s, config):
    return 1 << s.active if s.phase == PLAY else 0


@rule()
def slots(s, config, seat):
    return 1


@rule()
def codes(s, config):
    return 6


@rule("CH-1")
def refuse(s, config, seat, order, slot):
    code = order[slot]
    if seat != s.active:
        return 0 if code == NOD else NOT_HELD
    return 0 if code < 5 and s.hand[seat][code] > 0 else NOT_HELD


@rule()
def step(s, config, orders, chance, log):
    if s.phase == DEAL:
        deal(s, config, chance, log)
    elif s.phase == PLAY:
        play(s, orders[s.active][0])
    elif s.phase == CHAIN:
        chain(s, chance, log)
    else:
        refill(s, chance, log)


@rule("CH-3")
def deal(s, config, chance, log):
    seat = 0 if left(s.hand[0]) < config.hand else 1
    take(s, seat, chance, log)
    if left(s.hand[1]) == config.hand:
        s.phase = PLAY


@rule("CH-3")
def take(s, seat, chance, log):
    value = pick(chance, "card", s.deck)
    s.deck[value] -= 1
    s.hand[seat][value] += 1
    tell_only(log, 1 << seat, "CH-3", seat, value)


@rule("CH-1")
def play(s, code):
    s.hand[s.active][code] -= 1
    s.gone[code] += 1
    s.score[s.active] += code
    s.phase = CHAIN


@rule("CH-2")
def chain(s, chance, log):
    value = pick(chance, "card", s.deck)
    s.deck[value] -= 1
    s.gone[value] += 1
    s.score[s.active] += value
    tell(log, "CH-2", s.active, value)
    if value == 0 or left(s.deck) == 0:
        s.phase = REFILL


@rule("CH-3", "CH-4")
def refill(s, chance, log):
    if left(s.deck) > 0:
        take(s, s.active, chance, log)
    s.active = 1 - s.active
    s.phase = PLAY
    if left(s.deck) < 5:
        s.phase = OVER
        tell(log, "CH-4", s.score[0], s.score[1])


@rule()
def redact(s, config, seat):
    if s.phase == OVER:
        return
    for other in range(2):
        if other != seat:
            for value in range(5):
                s.deck[value] += s.hand[other][value]
                s.hand[other][value] = 0


@rule()
def determinize(s, config, seat, chance):
    if s.phase == OVER:
        return
    for other in range(2):
        if other != seat:
            unseen = left(s.deck)
            dealt = left(config.cards) - left(s.gone) - unseen
            missing = held(s, config, other) - left(s.hand[other])
            for _ in range(missing if dealt >= 0 else 0):
                value = pick(chance, "hidden card", s.deck)
                s.deck[value] -= 1
                s.hand[other][value] += 1


@rule()
def held(s, config, seat):
    """Every seat holds a whole hand when somebody chooses."""
    return config.hand


@rule("CH-4")
def result(s, config, r):
    r.why = END if s.phase == OVER else 0
    for seat in range(2):
        r.score[seat] = s.score[seat]
        r.rank[seat] = 1 if s.score[seat] >= s.score[1 - seat] else 2


def invariants(s, config):
    for value in range(5):
        count = s.deck[value] + s.gone[value] + s.hand[0][value] + s.hand[1][value]
        if count != config.cards[value]:
            return [f"{count} cards of value {value}, {config.cards[value]} in the box"]
    return []


def sample(chance):
    cards = [5 + below(chance, "cards", 4), *(3 + below(chance, "cards", 4) for _ in range(4))]
    return ChainsConfig(cards=cards, hand=2 + below(chance, "hand", 3))


def highest(view, config, seat):
    return [max(value for value in range(5) if view.hand[seat][value])]


GAME = Game(
    name="chains",
    title="Chains",
    edition="1",
    rules=RULES,
    state=Chains,
    config=ChainsConfig,
    seats=(2, 2),
    max_slots=1,
    start=start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    bound=lambda config: 4 * sum(config.cards) + 10,
    seat_count=lambda config: 2,
    words=PlainWords(RULES, slots, "CH-1"),
    invariants=invariants,
    preview=lambda view, config, seat, slot, code: (view.score[seat] + code,),
    sample=sample,
    instructions={"highest": highest},
)
