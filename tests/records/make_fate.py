"""How the golden records of FATE were made: `python -m tests.records.make_fate`. It never writes over one.

Each record is the first match, from its recipe's seed on, that ends as the recipe says. Coaches answer by chance,
mostly with a play; an umpire rules where the recipe has one. In a led match chance is typed: of all that a roll could
show that is taken which comes furthest on the ways that no record has shown yet, or keeps the score level for overtime.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from breakaway.core.chance import outcomes, sampled, scripted
from breakaway.core.game import blank_orders, legal
from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import copy
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import DECLARE, EVENT, GOAL, GOOD, KICK, OPTION, SETTLE, TIME, TIME_DEFENSE
from breakaway.players.settings import make_start, requested
from breakaway.records.match import Match
from breakaway.records.record_file import read_record, write_lines

from .fate_ways import MATCH, WAYS, Text, ending, read_text
from .football_text import is_shown, progress, regex

HERE = Path(__file__).parent / "fate"
TRIES, RECENT = 60, 40
ROSTERS = "mudlarks,gadgeteers"


@dataclass(frozen=True)
class Recipe:
    """One record: house rules, rosters, how it ends."""

    ends: str  # a way of MATCH, or "resigned"
    house: dict[str, Any] = field(default_factory=dict)
    teams: str | None = None
    is_led: bool = False
    is_level: bool = False  # the score is kept level until overtime
    umpire: float = 0.0  # how often he rules, where he may
    seed: int = 1


BASIC_HOUSES = {
    "chain": "table",
    "quick_tie": True,
    "overlay": "replace",
    "draw": "realistic",
    "run_modifier": "yards",
    "sack": "total",
    "screen_gains_only": True,
    "beat_field_goal": True,
    "touchback": 25,
    "sideline": True,
    "onside": True,
    "kneel": True,
    "spike": True,
    "overtime": "contest",
}
ADVANCED_HOUSES = {
    "advanced": True,
    "platoons": True,
    "same_roll": True,
    "forceful_fullback": True,
    "light_injuries": True,
    "grounding": True,
    "foul_down_counts": True,
    "kicker_approach": True,
    "sack": "long",
    "draw_inside_only": True,
    "overtime": "college",
}
ADVANCED = {"advanced": True}
RECIPES = {
    "basic-fair": Recipe("full time, home wins"),
    "basic-tie-stands": Recipe("a tie stands where no overtime is played", {"overtime": "tie", "two_point": False}),
    "basic-house-rules-contest": Recipe("a contest decides", BASIC_HOUSES, is_led=True, is_level=True),
    "advanced-rosters-led": Recipe("full time, away wins", ADVANCED, ROSTERS, is_led=True, umpire=0.15),
    "advanced-platoons-college": Recipe(
        "college overtime is won", ADVANCED_HOUSES, ROSTERS, is_led=True, is_level=True, umpire=0.05
    ),
    "advanced-overtime-touchdown": Recipe(
        "overtime is won by a touchdown", ADVANCED, is_led=True, is_level=True, umpire=0.1
    ),
    "advanced-overtime-lead": Recipe("overtime is won by the lead", ADVANCED, ROSTERS, is_led=True, is_level=True),
    "advanced-resigned": Recipe("resigned", ADVANCED, ROSTERS, umpire=0.3),
    # from here on edition 2, in which the game stops for the umpire
    "advanced-stops-led": Recipe("full time, home wins", ADVANCED, ROSTERS, is_led=True, umpire=0.3),
}


def order_of(match, seat, rng):
    """A legal answer by chance: mostly a play, seldom a time out."""
    order = []
    for _ in range(match.observation(seat).slots()):
        menu = legal(GAME, match.state, match.config, seat, order)
        s = match.state
        often = {DECLARE: 0.6 if s.down == 4 else 0.96, KICK: 0.5, TIME: 0.9, TIME_DEFENSE: 0.9, OPTION: 0.6}
        usual, answer = often.get(s.phase, 0.0), 1 if s.phase in (KICK, OPTION) else 0  # onside, accept; play, no
        order.append(answer if rng.random() < usual and answer in menu else rng.choice(menu))
    return order


class Player:
    """Plays one match of a recipe."""

    def __init__(self, recipe, seed, unshown):
        self.recipe, self.rng = recipe, random.Random(seed)
        house = [f"{name}={value}" for name, value in recipe.house.items()]
        wishes = requested("fate", house, teams=recipe.teams, seed=seed, physical=recipe.is_led)
        start = make_start(wishes, ["random"] * (4 if recipe.house.get("platoons") else 2))
        self.match, self.text = Match.new(GAME, start), Text()
        options = start.options
        self.goals = [pattern for way, pattern in unshown.items() if way not in MATCH]
        self.goals = [each for each in self.goals if all(options[n[1:]] for n in each.split() if n[0] == "@")]

    def play(self):
        """The whole match; returns its record and text."""
        match, last = self.match, []
        while not match.is_over():
            if self.recipe.umpire and self.rng.random() < self.recipe.umpire and self.rule():
                continue
            if self.recipe.ends == "resigned" and match.state.clock < 20:
                match.resign(self.rng.choice((0, 1)))
                break
            last = self.led_turn() if self.recipe.is_led else self.turn()
        self.text.parts += ending(match.state, match.config, last)
        return match.record, str(self.text)

    def rule(self):
        """The umpire's ruling, if one can stand."""
        try:
            self.text.add(self.match.ruling(self.rng.randrange(3)))
        except (NotNow, Refused):
            return False
        return True

    def turn(self):
        """Answers by chance, and drawn outcomes."""
        for seat in self.match.choosers():
            self.match.choose(seat, order_of(self.match, seat, self.rng))
        events = self.match.resolve()
        self.text.add(events)
        return events

    def led_turn(self):
        """Answers by chance; outcomes step by step, as the recipe wants them."""
        match, s, drawn, told = self.match, self.match.state, [], []
        orders = blank_orders(GAME)
        for seat in match.choosers():
            order = order_of(match, seat, self.rng)
            match.choose(seat, order)
            orders[seat][: len(order)] = order
        while True:
            s, log, found = self.step(s, orders)
            orders, drawn = blank_orders(GAME), drawn + found
            told += log
            self.text.add(log)
            if GAME.choosers(s, match.config) or s.ended:
                break
        self.goals = [each for each in self.goals if progress(each, self.text.recent(RECENT)) < 1]
        match.resolve(drawn)
        return told

    def step(self, before, orders):
        """The best of all that a roll could show, where none is better the one that was rolled."""
        best, chances = None, [sampled(self.rng.getrandbits(64))]
        for chance in chances:
            s, log = copy(before), []
            GAME.step(s, self.match.config, orders, chance, log)
            if chance.asked == len(chances) == 1:
                faces = chance.sides[0]
                chances += [scripted([k]) for k in self.rng.sample(range(faces), faces)]
            worth = self.worth(before, s, log)
            if best is None or worth > best[0]:
                best = (worth, (s, log, outcomes(chance)))
        return best[1]

    def worth(self, before, after, log):
        """First that the score stays level, where it has to; then how far ways are shown that were not before."""
        level = 0
        if self.recipe.is_level and after.quarter < 5:
            if after.score != before.score:
                level = 1 if margin(after) < margin(before) else -2
            elif before.phase != SETTLE and after.phase in (SETTLE, EVENT):
                side = about_to_score(after)
                level = 0 if side is None else 1 if after.score[side] < after.score[1 - side] else -2
        text = self.text.recent(RECENT, log)
        return level, sum(progress(each, text) * (3 if "@" in each else 1) for each in self.goals)  # rarer


def margin(s):
    """The points between the sides."""
    return abs(s.score[0] - s.score[1])


def about_to_score(s):
    """The side that scores when this play is settled, None where nobody does."""
    if s.result == GOOD:
        return s.offense
    line = s.spot if s.holder == s.offense else GOAL - s.spot
    return s.holder if line >= GOAL else 1 - s.holder if line <= 0 else None


def made(recipe, unshown):
    """The first match that ends as the recipe says."""
    for seed in range(recipe.seed, recipe.seed + TRIES):
        player = Player(recipe, seed, unshown)
        record, text = player.play()
        if recipe.ends == "resigned" or regex(MATCH[recipe.ends]).search(text):
            return record, text
        print(f"  seed {seed}: {text[-60:]}", flush=True)
    raise SystemExit(f"no match of {TRIES} ends so: {recipe.ends}")


def main():
    """Makes the records that are not there; says which ways none of them shows."""
    HERE.mkdir(exist_ok=True)
    unshown = dict(WAYS)
    for name, recipe in RECIPES.items():
        path = HERE / f"{name}.jsonl"
        if not path.exists():
            record, _ = made(recipe, unshown)
            write_lines(path, record.lines)
        record = read_record(path)
        text = read_text(record)
        here = [way for way, pattern in unshown.items() if is_shown(pattern, record, text)]
        unshown = {way: pattern for way, pattern in unshown.items() if way not in here}
        print(f"{name}: {len(here)} ways more, {path.stat().st_size // 1024} KiB", flush=True)
    print("\n".join(["not shown:", *unshown]) if unshown else "every way is shown")


if __name__ == "__main__":
    sys.exit(main())
