"""A tiny dice game for the tests of matches and records: two seats in turn, chance in one, two or three steps a roll.

Code 1 rolls a die, code 2 passes; 0 stands for an absent player and passes too. The highest face is followed by a step
of Fate dice, and that by a card: 0 of weight 3, 1 of weight 0, 2 of weight 1. All is added to the score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from breakaway.core.chance import below, fate, pick
from breakaway.core.game import BadOrder, Game
from breakaway.core.rulebook import Rule, Rulebook
from breakaway.core.rules import tell
from breakaway.core.state import number, table
from breakaway.records.match import Match, Start

ROLL, PASS = 1, 2
IDS = ("T-1", "T-2", "T-3", "T-4", "T-5")
ENTRIES = {rule: Rule(rule, i, "All of it", "action", f"Rule {rule}.") for i, rule in enumerate(IDS, 1)}
RULES = Rulebook("T", "Dice", ENTRIES, {entry.number: entry for entry in ENTRIES.values()})
MUST_CHOOSE, END, NO_RULING = RULES["T-1"], RULES["T-4"], RULES["T-5"]


@dataclass(slots=True)
class Dice:
    turn: int = number()
    who: int = number()
    rolling: int = number()
    over: int = number()
    score: list[int] = table(2, kind="i4")


@dataclass(slots=True)
class DiceConfig:
    turns: int = number(default=6)
    sides: int = number(default=6)


def step(s, config, orders, chance, log):
    if s.rolling == 0:
        if orders[s.who][0] == ROLL:
            s.rolling = 1
            return
        tell(log, "T-2", s.who)
    elif s.rolling == 1:
        die = below(chance, "die", config.sides)
        s.score[s.who] += die + 1
        tell(log, "T-3", s.who, die + 1)
        if die == config.sides - 1:
            s.rolling = 2
            return
    elif s.rolling == 2:
        s.score[s.who] += fate(chance, "fate dice")
        s.rolling = 3
        return
    else:
        s.score[s.who] += pick(chance, "card", [3, 0, 1])
    s.rolling = 0
    s.who = 1 - s.who
    s.turn += 1
    if s.turn == config.turns:
        s.over = 1
        tell(log, "T-4")


def result(s, config, r):
    r.why = END if s.over else 0
    for seat in range(2):
        r.score[seat] = s.score[seat]
        r.rank[seat] = 1 if s.score[seat] >= s.score[1 - seat] else 2


def refuse(s, config, seat, order, slot):
    return MUST_CHOOSE if order[slot] == 0 or seat != s.who else 0


def ruling(s, config, code, log):
    """The referee takes a point off a seat."""
    if not 0 <= code < 2 or s.over:
        return NO_RULING
    s.score[code] -= 1
    return 0


class Words:
    def read(self, text, names, config, view, seat):
        if text not in ("roll", "pass"):
            raise BadOrder([(1, "T-1", "roll or pass")])
        return [ROLL if text == "roll" else PASS], False

    def write(self, order, names, config, view, seat):
        return {ROLL: "roll", PASS: "pass"}[order[0]]

    def event(self, event, names, config):
        return f"{event.rule} {event.args}"

    def refusal(self, rule, order, slot, names, config, view, seat):
        return "roll or pass"

    def outcome(self, label, k):
        return f"{label}: {k}"


DICE = Game(
    name="dice",
    title="Dice",
    edition="1",
    rules=RULES,
    state=Dice,
    config=DiceConfig,
    seats=(2, 2),
    max_slots=1,
    start=lambda config: Dice(),
    choosers=lambda s, config: 0 if s.over or s.rolling else 1 << s.who,
    slots=lambda s, config, seat: 1,
    codes=lambda s, config: 3,
    refuse=refuse,
    step=step,
    redact=lambda s, config, seat: None,
    determinize=lambda s, config, seat, chance: None,
    result=result,
    bound=lambda config: 4 * config.turns,
    seat_count=lambda config: 2,
    words=Words(),
    invariants=lambda s, config: [],
    absent=0,
    instructions={
        "roll": lambda view, config, seat: [ROLL],
        "pass": lambda view, config, seat: [PASS],
        "never": lambda view, config, seat: None,
        "wrong": lambda view, config, seat: [0],
    },
    ruling=ruling,
)
STRICT = replace(DICE, absent=None)  # nobody may stay away
BOTH = replace(  # the same game, but both seats order each turn; only the order of the one whose turn it is counts
    DICE,
    choosers=lambda s, config: 0 if s.over or s.rolling else 3,
    refuse=lambda s, config, seat, order, slot: MUST_CHOOSE if order[slot] == 0 else 0,
)

SECRET = b"the secret of these tests, of 32"
SEATS = [{"name": "Ada", "by": "human"}, {"name": "Bob", "by": "human"}]


def new_dice(store=None, game=DICE, chance="sampled", turns=6, secret=SECRET, salts=("ada's salt", "bob's salt")):
    whole = secret.ljust(32, b".")  # a secret has 32 bytes
    start = Start(DiceConfig(turns=turns), {"turns": turns}, {"teams": ["Ada", "Bob"]}, SEATS, chance, whole, salts)
    return Match.new(game, start, store)


def turn(match, code=ROLL):
    """The seat whose turn it is chooses, and the turn is played."""
    match.choose(match.state.who, [code])
    return match.resolve()
