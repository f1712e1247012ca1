"""How the golden records of football were made: `python -m tests.records.make_football`. It never writes over one.

A recipe takes, of the first matches from its seed on that end as it says, the one that shows most. People answer by
chance, mostly with a play. In a led match chance is typed: of some samples of a step, with some answers, that one is
taken which comes furthest on a way that no record has shown yet. Such a record is as legal as any, and replays so.

The recipes say what kind of match each record is. They do not bring the led and the searched records of today forth
again, outcome by outcome: those were made a few at a time, in another order, with fewer tries or from another seed,
and which samples are taken depends on the ways that were not shown by then. In the record `overtime-out-of-cards`
people play for the sheets of the recipe: its overtime was begun again until the leader won by the cards. The record
`declared-abilities` needs no recipe: `breakaway watch football --teams examples/teams --home whistlers --away avalanche
--coaches coordinator,casual --seed 6 --record FILE`. Nor does `blocks-unlock`, of edition 5, in which blocked kicks
unlock abilities: there it is `--home bastion --away rhinos`.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from breakaway.core.chance import BadOutcome, outcomes, sampled, scripted, secret_of_seed
from breakaway.core.game import blank_orders, legal, result_of
from breakaway.core.state import copy
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import cards_and_clock
from breakaway.games.football.rules import play as penalties
from breakaway.games.football.rules.terms import CALL, DEFENSE, GOAL, NEITHER, OVER, PLAYS, START, TIME_OUT_CALL
from breakaway.records.match import Match, Start
from breakaway.records.record_file import read_record, write_lines

from .football_play_ways import WAYS
from .football_text import Text, is_shown, progress, read_text, regex
from .football_ways import MATCH

HERE = Path(__file__).parent / "football"
TRIES = 100  # seeds that are tried for a recipe
RECENT = 30  # tokens: no play is longer
SLOW = 6  # cards that a slow drive leaves to the other side
QUARTERS = 25  # times that a quarter which shows nothing new is played again
PATIENCE = 400  # times that a quarter is played again
NEAR = 12  # a line from which points come easily
HOME_SHEET, AWAY_SHEET, SHEETS = (0,), (1,), (0, 1)
PLACES = (("a False Start on the own 5", 1), ("a Holding on the opponent's 5", GOAL - 1))
SOLVED = 36  # the seed of a match of edition 3 in which a die is overruled and a leader kneels
KEEPS_TIME = 1  # of a match of edition 4 in which a sheet kicks the field goal that wins, and keeps its time out
FOR_LESS = 29  # of a match of edition 4 in which a losing sheet overrules a die that costs less than 20 points
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
    by_quarters: bool = False  # a quarter that shows nothing new is played again, some times
    is_slow: bool = False  # the first drive of overtime takes long
    by_places: bool = False  # the ball is brought to where a way happens
    seed: int = 1
    best_of: int = 4


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
SOME_HOUSES = {"missed_kick_at_20": True, "defensive_two": True}
HALVES = (("vultures", "sharks"), ("eclipse", "stackers"), ("fire", "pharaohs"))  # for the ends of a half
SEARCHED = (("pharaohs", "fire"), ("eclipse", "vultures"))  # for what only a person does
RECIPES = {
    "sheets-fair": Recipe(HOME, ("fire", "maulers"), SHEETS),
    "person-against-sheet-fair": Recipe(AWAY, ("lightning", "fire"), AWAY_SHEET),
    "people-fair": Recipe(AWAY, ("pharaohs", "vultures")),
    "tie-stands": Recipe(
        "a tie stands where overtime is not played",
        ("stackers", "sharks"),
        SHEETS,
        {"overtime": False, "legacy_red_zone": True},
        samples=12,
        level_until=OVERTIME,
    ),
    **{
        name: Recipe(ends, teams, SHEETS, house, samples=12, level_until=until, best_of=2)
        for name, ends, teams, house, until in (
            ("overtime-touchdown", "overtime is won by a touchdown", ("fire", "lightning"), {}, OVERTIME),
            ("overtime-safety", "overtime is won by a safety", ("maulers", "vultures"), {}, OVERTIME),
            ("overtime-leader", "overtime is won by the leader after a drive each", ("pharaohs", "fire"), {}, OVERTIME),
            (
                "overtime-next-score",
                "overtime is won by the next score",
                ("eclipse", "fire"),
                {},
                OVERTIME,
            ),
            ("draw", "the fifth quarter ends in a draw", ("maulers", "sharks"), {}, EVER),
            ("sudden-field-goal", "sudden death is won by a field goal", ("fire", "eclipse"), SUDDEN, 6),
            ("sudden-touchdown", "sudden death is won by a touchdown", ("vultures", "fire"), SUDDEN, OVERTIME),
            ("sudden-safety", "sudden death is won by a safety", ("lightning", "maulers"), SUDDEN, OVERTIME),
            (
                "sudden-draw",
                "sudden death is drawn after its first period",
                ("sharks", "rhinos"),
                {**SUDDEN, "sudden_death_draw": True},
                EVER,
            ),
            ("sudden-draw-at-last", "sudden death is drawn after twenty quarters", ("fire", "stackers"), SUDDEN, EVER),
        )
    },
    "overtime-out-of-cards": Recipe(
        "overtime is won by the leader when the cards run out",
        ("rhinos", "lightning"),
        SHEETS,
        samples=12,
        level_until=OVERTIME,
        is_slow=True,
        best_of=1,
    ),
    "sheets-led": Recipe(AWAY, ("rhinos", "eclipse"), SHEETS, MANY_HOUSES, samples=12),
    "sheet-against-person-led": Recipe(HOME, ("stackers", "sharks"), HOME_SHEET, samples=12),
    "person-against-sheet-house-rules": Recipe(HOME, ("sharks", "fire"), AWAY_SHEET, MANY_HOUSES, samples=12),
    "people-led": Recipe(HOME, ("rhinos", "pharaohs"), samples=12),
    "people-house-rules": Recipe(HOME, ("pharaohs", "lightning"), (), MANY_HOUSES, samples=12),
    "sheets-by-quarters": Recipe(
        HOME, ("maulers", "fire"), SHEETS, SOME_HOUSES, samples=12, by_quarters=True, best_of=1
    ),
    "people-last": Recipe(HOME, ("vultures", "rhinos"), (), SOME_HOUSES, samples=12, best_of=8),
    **{f"sheets-half-{n}": Recipe(HOME, teams, SHEETS, best_of=400) for n, teams in enumerate(HALVES, 1)},
    **{f"person-search-{n}": Recipe(HOME, teams, AWAY_SHEET, best_of=500) for n, teams in enumerate(SEARCHED, 1)},
    "people-search": Recipe(HOME, ("sharks", "maulers"), best_of=500),
    "person-last-led": Recipe(AWAY, ("stackers", "fire"), AWAY_SHEET, samples=12, best_of=300),
    "lightning-people-led": Recipe(AWAY, ("lightning", "pharaohs"), samples=12, best_of=12),
    "people-search-2": Recipe(HOME, ("sharks", "pharaohs"), best_of=1000),
    **{
        name: Recipe(ends, teams, (), SOME_HOUSES, samples=12, by_places=True, seed=seed, best_of=1)
        for name, ends, teams, seed in (
            ("people-places-1", HOME, ("sharks", "eclipse"), 9),
            ("people-places-2", AWAY, ("sharks", "eclipse"), 14),
            ("people-places-3", HOME, ("maulers", "lightning"), 1),
        )
    },
    "person-ices-a-punt": Recipe(HOME, ("rhinos", "lightning"), AWAY_SHEET, seed=82, best_of=1),
    "sheets-solved-end": Recipe(HOME, ("sharks", "eclipse"), SHEETS, seed=SOLVED, best_of=1),
    "sheets-keep-time": Recipe(AWAY, ("pharaohs", "vultures"), SHEETS, seed=KEEPS_TIME, best_of=1),
    "sheets-overrule-for-less": Recipe(AWAY, ("pharaohs", "vultures"), SHEETS, seed=FOR_LESS, best_of=1),
}


def order_of(match, seat, rng):
    """A legal answer by chance: mostly a play, seldom a time out."""
    order = []
    for slot in range(match.observation(seat).slots()):
        menu = legal(GAME, match.state, match.config, seat, order)
        if match.state.phase == CALL and slot == match.state.returns:
            plays = [code for code in menu if code < PLAYS]
            others = [code for code in menu if code >= PLAYS and (code != TIME_OUT_CALL or rng.random() < 0.3)]
            if rng.random() < 0.3:  # where some plays are not allowed, one of these
                plays = [code for code in plays if is_illegal(match, seat, code)] or plays
            menu = plays if plays and (not others or rng.random() < 0.75) else others or menu
        if match.state.phase == DEFENSE and slot == 0 and match.state.call[1 - seat] < PLAYS and rng.random() < 0.4:
            menu = [code for code in menu if is_breakaway(match, seat, code)] or menu
        order.append(rng.choice(menu))
    return order


def is_illegal(match, seat, code):
    """Whether this play is not allowed where the ball is."""
    return penalties.illegal_by(match.config, match.state.line, match.config.play_type[seat][code]) != 0


def is_breakaway(match, seat, code):
    """Whether this defense and the play that was called make a breakaway, for either side."""
    config = match.config
    called = config.play_type[1 - seat][match.state.call[1 - seat]]
    return config.matchup[config.call_type[seat][code]][called] != NEITHER


class Player:
    """Plays one match of a recipe."""

    def __init__(self, recipe, seed, unshown):
        self.recipe, self.rng = recipe, random.Random(seed)
        config, options = resolve(*recipe.teams, recipe.sheets, recipe.house)
        called = names(*recipe.teams)
        by = ["sheet" if seat in recipe.sheets else "random" for seat in range(2)]
        seats = [{"name": name, "by": how} for name, how in zip(called["teams"], by, strict=True)]
        chance = "typed" if recipe.samples else "sampled"
        start = Start(config, options, called, seats, chance, secret_of_seed(seed), ("home", "away"))
        self.match = Match.new(GAME, start)
        self.text = Text(config)
        self.first = self.kept = (self.match.state, [], [])  # the last quarter's end, in a match that has to be level
        self.went_back = 0
        self.goals = [pattern for way, pattern in unshown.items() if way not in MATCH]
        self.goals = [pattern for pattern in self.goals if all(options[n] for n in houses(pattern))]
        self.active = self.goals
        self.goals_kept = len(self.goals)

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
            if not self.recipe.level_until:
                self.goals = [each for each in self.goals if progress(each, self.text.recent(RECENT)) < 1]
            leads_back = self.recipe.level_until or self.recipe.by_quarters
            if leads_back and (s.phase in (START, OVER) or s.quarter > self.kept[0].quarter):
                s, drawn = self.keep_or_go_back(s, drawn)
            if GAME.choosers(s, match.config) or result_of(GAME, s, match.config).why:
                break
        for seat, order in given.items():
            match.choose(seat, order)
        match.resolve(drawn)

    def keep_or_go_back(self, s, drawn):
        """Keeps a quarter that went as it should; else it is played again, and after a while the whole match."""
        wanted = margin(s) == 0 or s.quarter > self.recipe.level_until
        if self.recipe.by_quarters:
            wanted = len(self.goals) < self.goals_kept or self.went_back >= QUARTERS
        elif s.phase == OVER:
            ending = "".join(f"{part};" for part in self.text.parts[-RECENT:] + self.text.ending(s))
            wanted = bool(regex(MATCH[self.recipe.ends]).search(ending))
        if wanted:
            self.kept = (s, list(drawn), list(self.text.parts))
            self.went_back, self.goals_kept = 0, len(self.goals)
            return s, drawn
        self.went_back += 1
        if self.went_back > PATIENCE:  # nothing good can come of where the ball is: from the beginning
            self.kept, self.went_back = self.first, 0
        self.text.parts = list(self.kept[2])
        return self.kept[0], list(self.kept[1])

    def step(self, before, seats):
        """The best of some samples of answers and outcomes; of a Game Day card, all that it can be."""
        if self.rng.random() < 0.1:
            few = len(self.goals) <= 12
            self.active = [each for each in self.goals if few or self.rng.random() < 0.5]
        best = None
        for chance in self.chances(before, seats):
            s, log = copy(before), []
            orders, blank = {seat: order_of(self.match, seat, self.rng) for seat in seats}, blank_orders(GAME)
            for seat, order in orders.items():
                blank[seat][: len(order)] = order
            try:
                GAME.step(s, self.match.config, blank, chance, log)
            except BadOutcome:
                continue
            worth = self.worth(before, s, log)
            if best is None or worth > best[0]:
                best = (worth, (s, log, outcomes(chance), orders))
            if (chance.asked == 0 and not seats) or worth >= (0, 1.0):
                break
        return best[1]

    def chances(self, before, seats):
        """Some chances for a step."""
        trial = sampled(self.rng.getrandbits(64))
        if not seats:
            GAME.step(copy(before), self.match.config, blank_orders(GAME), trial, None)
        if trial.labels == ["Game Day card"]:
            return [scripted([k]) for k in self.rng.sample(range(trial.sides[0]), trial.sides[0])]
        return [sampled(self.rng.getrandbits(64)) for _ in range(self.recipe.samples)]

    def worth(self, before, after, log):
        """Whether points make the score less or more level, where it has to be level; then how far a way is shown that
        was not shown before.
        """
        ends = MATCH[self.recipe.ends]
        level = 0
        if after.quarter < self.recipe.level_until:
            level = -int(after.line >= NEAR)
            if after.score != before.score:
                level = 1 if margin(after) < margin(before) else -2
        if self.recipe.is_slow and after.quarter >= OVERTIME:
            level = self.slowness(before, after)
        text = self.text.recent(RECENT, log, after)
        if after.phase == OVER:
            return (1 if regex(ends).search(text) else -2), 1.0
        goals = self.active
        if self.recipe.level_until:
            goals = [ends] if after.quarter >= OVERTIME else []
        part = max((progress(each, text) for each in goals), default=0.0)
        return level, (part + self.nearness(after)) / 2 if self.recipe.by_places and part < 1 else part

    def nearness(self, after):
        """How near the ball is to a line on which a way happens that is not shown yet."""
        return max((1 - abs(line - after.line) / GOAL for way, line in PLACES if WAYS[way] in self.goals), default=0)

    def slowness(self, before, after):
        """Toward a first drive of overtime that uses nearly all cards and ends with a field goal."""
        if after.had_ball != before.had_ball:
            return 1 if margin(after) == 3 and cards_and_clock.cards_left(after, self.match.config) <= SLOW else -2
        return -int(after.marker > before.marker and before.down < 3)


def margin(s):
    """The points between the teams."""
    return abs(s.score[0] - s.score[1])


def houses(pattern):
    """The house rules that a pattern asks for."""
    return [token[1:] for token in pattern.split() if token[0] == "@"]


def made(recipe, unshown):
    """Of the first matches that end as they have to, the one that shows most; with its text."""
    found = []
    for seed in range(recipe.seed, recipe.seed + max(TRIES, 3 * recipe.best_of)):
        record, text = Player(recipe, seed, unshown).play()
        if is_shown(MATCH[recipe.ends], record, text):
            shown = sum(is_shown(pattern, record, text) for pattern in unshown.values())
            found.append((shown, -seed, record, text))
        if len(found) == recipe.best_of or (found and found[-1][0] == len(unshown)):
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
        print(f"{name}: {len(here)} ways more, {path.stat().st_size // 1024} KiB", flush=True)
    print("\n".join(["not shown:", *unshown]) if unshown else "every way is shown")


if __name__ == "__main__":
    sys.exit(main())
