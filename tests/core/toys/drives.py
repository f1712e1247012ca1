"""A dice game with clock and penalties: Fate dice, a secret wager, and an answer that only the other seat gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from breakaway.core.chance import below, fate
from breakaway.core.game import Game
from breakaway.core.rulebook import load_rulebook
from breakaway.core.rules import rule, tell
from breakaway.core.state import number, table
from breakaway.games.defaults import PlainWords

RULES = load_rulebook(Path(__file__).with_name("drives.toml"))
ILLEGAL, END = RULES["DR-5"], RULES["DR-6"]
WAGER, PLAY, ANSWER, OVER = 0, 1, 2, 3
UNKNOWN = 9


@dataclass(slots=True)
class Drives:
    phase: int = number()
    offense: int = number()
    clock: int = number()
    yards: list[int] = table(2, kind="i4")
    wager: list[int] = table(2)


@dataclass(slots=True)
class DrivesConfig:
    ticks: int = number(default=20)


@rule()
def choosers(s, config):
    if s.phase == WAGER:
        return 3
    if s.phase == PLAY:
        return 1 << s.offense
    return 1 << (1 - s.offense) if s.phase == ANSWER else 0


@rule()
def slots(s, config, seat):
    return 1


@rule()
def codes(s, config):
    return 4


@rule("DR-5")
def refuse(s, config, seat, order, slot):
    return ILLEGAL if order[slot] > (2 if s.phase == WAGER else 1) else 0


@rule()
def step(s, config, orders, chance, log):
    if s.phase == WAGER:
        s.wager[0] = orders[0][0]
        s.wager[1] = orders[1][0]
        s.phase = PLAY
    elif s.phase == ANSWER:
        answer(s, orders[1 - s.offense][0], log)
    elif orders[s.offense][0] == 0:
        safe(s, chance, log)
    else:
        bold(s, chance, log)
    if s.phase == PLAY and s.clock >= config.ticks:
        s.phase = OVER
        tell(log, "DR-6", s.yards[0], s.yards[1])
        tell(log, "DR-1", s.wager[0], s.wager[1])


@rule("DR-2")
def safe(s, chance, log):
    gain = below(chance, "die", 6) + 1
    s.yards[s.offense] += gain
    s.clock += 2
    tell(log, "DR-2", s.offense, gain)
    s.offense = 1 - s.offense


@rule("DR-3")
def bold(s, chance, log):
    roll = fate(chance, "Fate dice")
    if roll <= -3:
        s.phase = ANSWER
        return
    s.yards[s.offense] += 2 * (roll + 2)
    s.clock += 1
    tell(log, "DR-3", s.offense, roll)
    s.offense = 1 - s.offense


@rule("DR-4")
def answer(s, accepted, log):
    if accepted:
        s.yards[s.offense] -= 5
    else:
        s.clock += 1
    tell(log, "DR-4", s.offense, accepted)
    s.phase = PLAY
    s.offense = 1 - s.offense


@rule("DR-1")
def redact(s, config, seat):
    if s.phase == PLAY or s.phase == ANSWER:
        for other in range(2):
            if other != seat:
                s.wager[other] = UNKNOWN


@rule("DR-1")
def determinize(s, config, seat, chance):
    for other in range(2):
        if s.wager[other] == UNKNOWN:
            s.wager[other] = below(chance, "hidden wager", 3)


@rule("DR-6")
def result(s, config, r):
    r.why = END if s.phase == OVER else 0
    for seat in range(2):
        r.score[seat] = s.yards[seat] + s.wager[seat]
    for seat in range(2):
        r.rank[seat] = 1 if r.score[seat] >= r.score[1 - seat] else 2


def invariants(s, config):
    wagers = all(0 <= wager <= 2 for wager in s.wager)
    return [] if wagers and s.clock <= config.ticks + 1 else [f"wagers {s.wager}, clock {s.clock}"]


GAME = Game(
    name="drives",
    title="Drives",
    edition="1",
    rules=RULES,
    state=Drives,
    config=DrivesConfig,
    seats=(2, 2),
    max_slots=1,
    start=lambda config: Drives(),
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    step=step,
    redact=redact,
    determinize=determinize,
    result=result,
    bound=lambda config: 40 * config.ticks,  # accepted penalties cost no tick
    seat_count=lambda config: 2,
    words=PlainWords(RULES, slots, "DR-5"),
    invariants=invariants,
    sample=lambda chance: DrivesConfig(ticks=5 + below(chance, "ticks", 20)),
)
