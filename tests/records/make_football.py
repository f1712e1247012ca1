"""How the golden records of football were made: `python -m tests.records.make_football`. It never writes over one.

Each record is the first match, from its recipe's seed on, that ends as the recipe says. People answer by chance, mostly
with a play. In a led match chance is typed: of some samples of a step, with some answers, that one is taken which comes
furthest on a way that no record has shown yet. Such a record is as legal as any, and replays like any.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from breakaway.core.chance import BadOutcome, outcomes, sampled, scripted
from breakaway.core.fair import secret_of_seed
from breakaway.core.game import blank_orders, legal, result_of
from breakaway.core.match import Match, Start
from breakaway.core.record import read_record, write_lines
from breakaway.core.state import copy
from breakaway.football.cards import names, resolve
from breakaway.football.game import GAME
from breakaway.football.state import CALL, OVER, PLAYS, TIME_OUT_CALL

from .football_play_ways import WAYS
from .football_text import Text, is_shown, progress, read_text, regex
from .football_ways import MATCH

HERE = Path(__file__).parent / "football"
TRIES = 300  # seeds that are tried for a recipe
RECENT = 30  # tokens: no play is longer
HOME_SHEET, AWAY_SHEET, SHEETS = (0,), (1,), (0, 1)
OVERTIME, EVER = 5, 99  # the quarter from which on points may be scored


@dataclass(frozen=True)
class Recipe:
    """One record: who plays, under which house rules, and how it ends."""

    ends: str  # a way of MATCH
    teams: tuple[str, str]
    sheets: tuple[int, ...] = ()
    house: dict[str, Any] = field(default_factory=dict)
    samples: int = 0  # of each step; 0: chance is not led
    level_until: int = 0  # quarter: before it a step without points is taken
    seed: int = 1
    best_of: int = 5


HOME, AWAY = "full time, the home team wins", "full time, the away team wins"
SUDDEN = {"sudden_death": True}
MANY_HOUSES = {
    "minus_stops": True,
    "event_fumble_after_gain": True,
    "free_kick_block_stands": True,
    "missed_kick_at_20": True,
    "late_incompletions": True,
    "defensive_two": True,
    "kickoff_one_touchback": True,
    "regain": "all",
    "winner_chooses": True,
    "hail_mary_cards": 3,
}
RECIPES = {
    "sheets-fair": Recipe(HOME, ("fire", "maulers"), SHEETS),
    "person-against-sheet-fair": Recipe(AWAY, ("lightning", "fire"), AWAY_SHEET),
    "people-fair": Recipe(AWAY, ("pharaohs", "vultures")),
    "sheets-led": Recipe(AWAY, ("rhinos", "eclipse"), SHEETS, samples=12),
    "sheet-against-person-led": Recipe(HOME, ("stackers", "sharks"), HOME_SHEET, samples=12),
    "person-against-sheet-house-rules": Recipe(HOME, ("sharks", "fire"), AWAY_SHEET, MANY_HOUSES, samples=12),
    "people-led": Recipe(HOME, ("rhinos", "pharaohs"), samples=12),
    "people-house-rules": Recipe(HOME, ("pharaohs", "lightning"), (), MANY_HOUSES, samples=12),
}


def order_of(match, seat, rng):
    """A legal answer by chance: mostly a play, seldom a time out."""
    order = []
    for slot in range(match.window(seat).slots()):
        menu = legal(GAME, match.state, match.book, seat, order)
        if match.state.phase == CALL and slot == match.state.returns:
            plays = [code for code in menu if code < PLAYS]
            others = [code for code in menu if code >= PLAYS and (code != TIME_OUT_CALL or rng.random() < 0.3)]
            menu = plays if plays and (not others or rng.random() < 0.75) else others or menu
        order.append(rng.choice(menu))
    return order


class Player:
    """Plays one match of a recipe."""

    def __init__(self, recipe, seed, unshown):
        self.recipe, self.rng = recipe, random.Random(seed)
        book, options = resolve(*recipe.teams, recipe.sheets, recipe.house)
        called = names(*recipe.teams)
        by = ["sheet" if seat in recipe.sheets else "random" for seat in range(2)]
        seats = [{"name": name, "by": how} for name, how in zip(called["teams"], by, strict=True)]
        chance = "typed" if recipe.samples else "sampled"
        start = Start(book, options, called, seats, chance, secret_of_seed(seed), ("home", "away"))
        self.match = Match.new(GAME, start)
        self.text = Text(book)
        self.goals = [pattern for way, pattern in unshown.items() if way not in MATCH]
        self.goals = [pattern for pattern in self.goals if all(options[n] for n in houses(pattern))]
        self.active = self.goals

    def play(self):
        """The whole match; returns its record and text."""
        match = self.match
        while not match.is_over():
            if self.recipe.samples:
                self.led_turn()
                continue
            for seat in match.choosers():
                match.choose(seat, order_of(match, seat, self.rng))
            self.text.add(match.resolve())
        self.text.parts += self.text.ending(match.state)
        return match.record, str(self.text)

    def led_turn(self):
        """Answers and outcomes of a turn, step by step, as the recipe wants them."""
        match, s, drawn = self.match, self.match.state, []
        seats = match.choosers()
        given = {}
        while True:
            s, log, found, orders = self.step(s, seats)
            given = given or {seat: orders[seat] for seat in seats}
            seats = []
            drawn += found
            self.text.add(log)
            self.goals = [each for each in self.goals if progress(each, self.text.recent(RECENT)) < 1]
            if GAME.choosers(s, match.book) or result_of(GAME, s, match.book).why:
                break
        for seat, order in given.items():
            match.choose(seat, order)
        match.resolve(drawn)

    def step(self, before, seats):
        """The best of some samples of answers and outcomes; of a Game Day card, all that it can be."""
        if self.rng.random() < 0.1:
            self.active = [each for each in self.goals if self.rng.random() < 0.3]
        best = None
        for chance in self.chances(before, seats):
            s, log = copy(before), []
            orders, blank = {seat: order_of(self.match, seat, self.rng) for seat in seats}, blank_orders(GAME)
            for seat, order in orders.items():
                blank[seat][: len(order)] = order
            try:
                GAME.step(s, self.match.book, blank, chance, log)
            except BadOutcome:
                continue
            worth = self.worth(before, s, log)
            if best is None or worth > best[0]:
                best = (worth, (s, log, outcomes(chance), orders))
            if (chance.asked == 0 and not seats) or worth == (True, 1.0):
                break
        return best[1]

    def chances(self, before, seats):
        """Some chances for a step."""
        trial = sampled(self.rng.getrandbits(64))
        if not seats:
            GAME.step(copy(before), self.match.book, blank_orders(GAME), trial, None)
        if trial.labels == ["Game Day card"]:
            return [scripted([k]) for k in self.rng.sample(range(trial.sides[0]), trial.sides[0])]
        return [sampled(self.rng.getrandbits(64)) for _ in range(self.recipe.samples)]

    def worth(self, before, after, log):
        """Whether the score is as it should be, and how far a way is shown that was not shown before."""
        ends = MATCH[self.recipe.ends]
        level = after.quarter >= self.recipe.level_until or after.score == before.score
        text = self.text.recent(RECENT, log, after)
        if after.phase == OVER:
            return bool(regex(ends).search(text)), 1.0
        goals = [ends] if self.recipe.level_until and after.quarter >= OVERTIME else self.active
        return level, max((progress(each, text) for each in goals), default=0.0)


def houses(pattern):
    """The house rules that a pattern asks for."""
    return [token[1:] for token in pattern.split() if token[0] == "@"]


def made(recipe, unshown):
    """Of the first matches from the recipe's seed on that end as they have to, the one that shows most; with its text."""
    found = []
    for seed in range(recipe.seed, recipe.seed + TRIES):
        record, text = Player(recipe, seed, unshown).play()
        if is_shown(MATCH[recipe.ends], record, text):
            shown = sum(is_shown(pattern, record, text) for pattern in unshown.values())
            found.append((shown, -seed, record, text))
        if len(found) == recipe.best_of:
            break
    if not found:
        raise SystemExit(f"no match of {TRIES}: {recipe.ends}")
    return max(found)[2:]


def main():
    """Makes the records that are not there; says which ways none of them shows."""
    HERE.mkdir(exist_ok=True)
    unshown = dict(WAYS)
    for name, recipe in RECIPES.items():
        path = HERE / f"{name}.jsonl"
        if path.exists():
            record = read_record(path)
            text = read_text(record)
        else:
            record, text = made(recipe, unshown)
            write_lines(path, record.lines)
        here = [way for way, pattern in unshown.items() if is_shown(pattern, record, text)]
        unshown = {way: pattern for way, pattern in unshown.items() if way not in here}
        print(f"{name}: {len(here)} ways more, {path.stat().st_size // 1024} KiB")
    print("\n".join(["not shown:", *unshown]) if unshown else "every way is shown")


if __name__ == "__main__":
    sys.exit(main())
