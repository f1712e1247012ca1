"""Fits the solo sheets so that people who know them by heart gain little.

    python -m tools.fit_sheets look --set expert    what the sheets give away on a snap today
    python -m tools.fit_sheets fit --set standard   fits a set of sheets of all teams, and writes their files
    python -m tools.fit_sheets prices --set expert  what each rule and each document costs

A fit changes the dice of a defense sheet's front and the calls of its back, and the codes of an offense sheet's front
and the plays of its back (simulated annealing). What a play is worth against a call comes from the evaluation that the
coaches use; what a fit tries to lower is the chance of winning that a person has after one snap, averaged over common
situations and all other teams. A person who knows the tables calls the best play of the hand; so the plays count by
rank, each half as much as the one before.

Nothing that a document shows is changed: the cells in FIXED, the chart of formations, the plans, Gold Joker. The sheets
also keep the rules of tools/sheet_sense.py, without which strong sheets do not look like football.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from breakaway.games.football.coaches.coaches import usual_call
from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import EXPERT_SHEETS
from breakaway.games.football.text.names import CODES
from breakaway.lab.batches import ChunkPlayer
from tools.sheet_payoffs import Payoffs, Spot, all_payoffs, by_formation, call_numbers, calls_of, common_spots, lookups
from tools.sheet_sense import DEFENSE_RULES, GOLD_JOKER, OFFENSE_RULES, Sense, sense_of
from tools.team_sheets import FIXED, Defense, Fixed, Offense, TeamSheets, with_expert

TEAMS = ("maulers", "pharaohs", "lightning", "fire", "eclipse", "rhinos", "sharks", "stackers", "vultures")
SPOTS = 60  # situations, the commonest of the first three downs
LOST_TOKENS = 0.3  # share of the plays outside the red zones on which the spy is on because no token is left
HELD = 0.5  # how likely a card is to be in hand
SECOND = 0.3  # how much the second best call counts, beside the best one
HEAT = 0.0008
OF_A_WIN = 1 / 8  # of the chance of a win, on one snap: what makes a sure winner, about
OF_TEAM, OF_PAIR = 0.9, 0.5  # which part of an unevenness a round corrects
PRINTED, DRAWN, FACES = DOCUMENTS = (
    "the printed cells of Fire's sheets", "Gold Joker is the drawn card", "every strategy keeps a face",
)  # fmt: skip
BROKEN = 0.004  # what each face, call, code or pair of rolls counts by which a sheet breaks a rule of sheet_sense.py
MADE_GOOD = 0.003  # what a change may gain at most, if it breaks a rule
SIDE = np.arange(terms.PLAYS) ^ 1  # the other play of a card


@dataclass(frozen=True)
class Aim:
    """What a fit of a set of sheets tries to reach.

    Gains are chances of winning that a person has after one snap, above the balanced worth of that snap. `best` is the
    gain of a person who knows the tables, `naive` of one who expects all plays or calls alike, `casual` of one who
    calls the strongest play and a fixed defense.
    """

    naive: tuple[float, float]  # the gain that `naive` should have: on offense, on defense
    casual: tuple[float, float] | None  # the same of `casual`, if it is aimed at
    lower: bool  # whether a lower gain than aimed at is as good
    breakaways: tuple[float, float]  # the share of Offense Breakaways when sheets play on both sides, from and to
    missing: float = 0.5  # what each breakaway outside this range counts, beside the gain
    level: float = 1.0  # what it counts that a team is too strong or too weak

    def loss(self, gains: tuple[float, float, float], side: int, breakaways: Any, power: Any) -> float:
        """How far a sheet is from the aim.

        `side`: 0 for the person's offense, 1 for the person's defense. `breakaways`: the shares in matches of sheets.
        `power`: how far the worth of a snap against each other sheet is from what balances the teams.
        """
        best, naive, casual = gains
        off = naive - self.naive[side]
        total = best + (max(0.0, off) if self.lower else abs(off)) + self.level * float(np.abs(power).mean())
        if self.casual is not None:
            total += abs(casual - self.casual[side])
        low, high = self.breakaways
        outside = np.maximum(0.0, low - breakaways) + np.maximum(0.0, breakaways - high)
        return total + self.missing * float(outside.mean())


AIMS = {
    "standard": Aim((0.0055, 0.0055), (0.002, 0.002), False, (0.12, 0.135), 1.5, 2.0),
    "expert": Aim((0.001, 0.002), None, True, (0.1, 0.13)),
}


def legal_mix(mix: Any, legal: Any) -> Any:
    """[spot, play]: the shares, with those of illegal plays at the other side of the card."""
    return np.where(legal, mix, 0) + np.where(legal, 0, mix)[:, SIDE]


def ranks(values: Any) -> Any:
    """The mean of plays by rank: the best is in hand with HELD, else the second best is, and so on."""
    shares = HELD * (1 - HELD) ** np.arange(values.shape[-1])
    return values @ (shares / shares.sum()).astype(np.float32)


# --- the defense sheet


class DefenseFit:
    """What a team's defense sheet gives away to the offenses of other teams."""

    def __init__(
        self,
        spots: Sequence[tuple[Spot, float]],
        tables: Sequence[Payoffs],
        bands: Sequence[range],
        mixes: Sequence[Any],
    ) -> None:
        """`mixes` are the plays that the other teams' sheets call: [spot, play], as shares."""
        self.weight = np.array([share for _, share in spots], np.float32)
        at = lookups([spot for spot, _ in spots])
        self.band = np.array([next(i for i, band in enumerate(bands) if state in band) for state in at.state])
        on = np.where(at.is_red, 1.0, LOST_TOKENS)[:, None].astype(np.float32)
        self.calls = tables[0].worth.shape[2]
        # [strategy][die][call]: arrays [team, spot, play], the spy included
        self.cells = np.zeros((3, 6, self.calls, len(tables), len(spots), terms.PLAYS), np.float32)
        for o, each in enumerate(tables):
            worth = np.where(each.legal[:, :, None], each.worth, -1)
            broken = np.where(each.legal, each.broken, -1)
            for strategy in range(3):
                for die in range(6):
                    for call in range(self.calls):
                        m = worth[:, :, call]
                        spied = np.where(each.spied[strategy, die], broken, m)
                        self.cells[strategy, die, call, o] = (1 - on) * m + on * spied
        self.of = np.stack([each.formation for each in tables])[:, None, :]  # [team, 1, play]
        self.mixes = np.stack([legal_mix(mix, t.legal) for mix, t in zip(mixes, tables, strict=True)])
        # [team, formation, call]: how often the other team's sheet calls this formation and then breaks away
        shares = [
            (self.weight @ mix)[None, :] * (t.formation == np.arange(3)[:, None])
            for mix, t in zip(self.mixes, tables, strict=True)
        ]
        self.breaks = np.stack([share @ t.beats for share, t in zip(shares, tables, strict=True)])
        self.fair = float(np.mean([by_formation(t).max(0) @ self.weight for t in tables]))
        self.naive = np.stack([np.argsort(-np.where(t.legal, t.worth.mean(2), -1), axis=1) for t in tables])
        strong = [np.where(t.legal, t.strength[None, :], -50) for t in tables]
        self.casual = np.stack([np.argsort(-each, axis=1, kind="stable") for each in strong])

    def part(self, sheet: Defense, formation: int) -> Any:
        """[team, spot, play]: the person's chance with each play if its card has this formation, otherwise 0."""
        faces = np.array(sheet.front[formation], np.float32)[self.band] / 6
        total = 0
        for strategy in range(3):
            mean = sum(self.cells[strategy, die, sheet.back[formation][strategy][die]] for die in range(6)) / 6
            total = total + faces[None, :, strategy, None] * mean
        return np.where(self.of == formation, total, 0)

    def calls_by_formation(self, sheet: Defense) -> Any:
        """[formation, call]: how often the sheet makes each call against a formation, as shares."""
        found = np.zeros((3, self.calls), np.float32)
        for f in range(3):
            faces = self.weight @ np.array(sheet.front[f], np.float32)[self.band] / 36
            for strategy in range(3):
                np.add.at(found[f], sheet.back[f][strategy], faces[strategy])
        return found

    def against_sheets(self, sheet: Defense, values: Any) -> tuple[Any, Any]:
        """The share of Offense Breakaways of each other team's sheet, and the worth of a snap to each.

        `values` is the sum of the sheet's parts.
        """
        worth = (values * self.mixes).sum(2) @ self.weight
        return (self.breaks * self.calls_by_formation(sheet)).sum((1, 2)), worth

    def gains(self, values: Any) -> tuple[float, float, float]:
        """The gain on a snap of a person who knows the tables, of `naive`, and of `casual`."""
        best = ranks(-np.sort(-values, axis=2))
        naive = ranks(np.take_along_axis(values, self.naive, 2))
        casual = ranks(np.take_along_axis(values, self.casual, 2))
        return tuple(float(each.mean(0) @ self.weight) - self.fair for each in (best, naive, casual))  # type: ignore[return-value]


def anneal(
    start: Any,
    change: Callable[[Any, random.Random], int],
    broken: Callable[[Any], float],
    loss: Callable[[Any, int], float],
    keep: Callable[[bool], None],
    seconds: float,
    seed: int,
) -> Any:
    """The best sheet found in so many seconds of computing.

    `change` makes a change in place and returns which formation it touches (3: all), or NONE if it is not allowed.
    `broken` says how far a sheet is from keeping the rules, and `loss` how far it is from the aim without them; `keep`
    says whether the last change is taken. A change that breaks much more than it can make good is not looked at.
    """
    rng, rules, begun = random.Random(seed), BROKEN * broken(start), time.process_time()
    now = loss(start, -1) + rules
    keep(True)
    sheet, best, least = start, start.copy(), now
    while (spent := (time.process_time() - begun) / seconds) < 1:
        heat = HEAT * (1 - spent) ** 2 + 1e-7
        trial = sheet.copy()
        touched = change(trial, rng)
        if touched == terms.NONE:
            continue
        also = BROKEN * broken(trial)
        if also > rules + MADE_GOOD + 4 * heat:
            continue
        found = loss(trial, touched) + also
        taken = found < now or rng.random() < math.exp((now - found) / heat)
        keep(taken)
        if taken:
            sheet, now, rules = trial, found, also
            if now < least:
                best, least = trial.copy(), now
    return best


def fit_defense(
    fit: DefenseFit, sheet: Defense, fixed: Fixed, sense: Sense, aim: Aim, weaker: Any, seconds: float, seed: int
) -> Any:
    """The defense sheet nearest to the aim, which allows each other sheet `weaker` more on a snap than before."""
    parts = [fit.part(sheet, f) for f in range(3)]
    wanted = fit.against_sheets(sheet, sum(parts))[1] + weaker
    trial = list(parts)

    def loss(each: Defense, touched: int) -> float:
        if touched >= 0:
            trial[touched] = fit.part(each, touched)
        values = sum(trial)
        breakaways, allows = fit.against_sheets(each, values)
        return aim.loss(fit.gains(values), 0, breakaways, allows - wanted)

    def keep(taken: bool) -> None:
        (parts if taken else trial)[:] = trial if taken else parts

    def change(each: Defense, rng: random.Random) -> int:
        f = rng.randrange(3)
        if rng.random() < 0.25:
            at, (a, b) = rng.randrange(len(each.front[f])), rng.sample(range(3), 2)
            for row in each.front[f][at : None if rng.random() < 0.5 else at + 1]:
                if row[a] <= fixed.least:
                    return terms.NONE
                row[a], row[b] = row[a] - 1, row[b] + 1
            return f if fixed.front(each) else terms.NONE
        one, other = rng.randrange(3), rng.randrange(3)
        if {(f, one), (f, other)} & fixed.calls:
            return terms.NONE
        die, cells = rng.randrange(6), each.back[f]
        if one == other:
            cells[one][die] = rng.randrange(fit.calls)
        else:
            cells[one][die], cells[other][die] = cells[other][die], cells[one][die]
        return f

    return anneal(sheet, change, lambda each: sum(sense.defense(each).values()), loss, keep, seconds, seed)


# --- the offense sheet


class OffenseFit:
    """What a team's offense sheet gives away to the defenses of other teams."""

    def __init__(
        self, spots: Sequence[tuple[Spot, float]], tables: Sequence[Payoffs], chart: Sequence[int],
        plans: Sequence[int], usual: Sequence[Sequence[int]], answers: Sequence[Any], values: Sequence[Any],
    ) -> None:  # fmt: skip
        """`answers` are the calls that the other teams' sheets make: [formation, call], as shares; `values` is what
        each play is worth against these sheets: [spot, play].
        """
        self.weight = np.array([share for _, share in spots], np.float32)
        at = lookups([spot for spot, _ in spots])
        self.plan = np.array([plans[state] for state in at.state])
        self.share = np.array([[chart[c * 6 : c * 6 + 6].count(f) / 6 for f in range(3)] for c in at.cell], np.float32)
        self.formation = tables[0].formation
        self.of = [np.flatnonzero(self.formation == f) for f in range(3)]
        most = max(each.worth.shape[2] for each in tables)
        # [team, spot, play, call]; plays 30 to 32 are the drawn card's, one for each formation
        self.worth = np.full((len(tables), len(spots), terms.PLAYS + 3, most), 2, np.float32)
        self.naive = np.zeros((len(tables), len(spots), 3), int)
        for o, each in enumerate(tables):
            worth, other = each.worth, each.worth[:, SIDE]
            either = np.where(
                each.legal[:, :, None],
                worth,
                np.where(each.legal[:, SIDE][:, :, None], other, 0.4),
            )
            count = worth.shape[2]
            self.worth[o, :, : terms.PLAYS, :count] = either
            for f in range(3):
                drawn = either[:, self.of[f]].mean(1)
                self.worth[o, :, terms.PLAYS + f, :count] = drawn
                self.naive[o, :, f] = drawn.argmin(1)
        worth = np.mean([by_formation(each) for each in tables], axis=0)
        self.fair = 1 - float(sum((self.weight * self.share[:, f]) @ worth[f] for f in range(3)))
        # [team, formation, play]: how often a play breaks away from the other team's sheet
        self.breaks = np.stack([answer @ t.beats.T for answer, t in zip(answers, tables, strict=True)])
        turned = [np.where(t.legal, value, value[:, SIDE]) for value, t in zip(values, tables, strict=True)]
        self.gets = np.stack(turned)
        self.usual = np.array(usual)[:, None, :]  # [team, 1, formation]: the call of `casual`

    def part(self, sheet: Offense, f: int) -> tuple[Any, Any, Any]:
        """[team, spot]: the sheet's chance with this formation against a person who knows the tables, and others."""
        plays = [terms.PLAYS + f if play == terms.AS_DRAWN else play for play in sheet.plays[f]]
        rolled = np.array([[plays[code] for code in row] for row in sheet.codes])[self.plan]
        mean = self.worth[:, np.arange(len(self.weight))[:, None], rolled].mean(2)
        two = np.partition(mean, 1, axis=2)[:, :, :2]
        naive = np.take_along_axis(mean, self.naive[:, :, f, None], 2)[:, :, 0]
        usual = np.broadcast_to(self.usual[:, :, f], naive.shape)
        casual = np.take_along_axis(mean, usual[:, :, None], 2)[:, :, 0]
        return (1 - SECOND) * two.min(2) + SECOND * two.max(2), naive, casual

    def gains(self, parts: Sequence[tuple[Any, Any, Any]]) -> tuple[float, float, float]:
        """The gain on a snap of a person on defense who knows the tables, of `naive`, and of `casual`."""
        found = []
        for who in range(3):
            total = sum(self.share[None, :, f] * parts[f][who] for f in range(3))
            found.append(1 - float(total.mean(0) @ self.weight) - self.fair)
        return found[0], found[1], found[2]

    def mix(self, sheet: Offense) -> Any:
        """[spot, play]: how often the sheet calls each play, as shares. An illegal play is not turned yet."""
        found = np.zeros((3, 3, terms.PLAYS), np.float32)  # [formation, plan, play]
        for f in range(3):
            for plan, codes in enumerate(sheet.codes):
                for code in codes:
                    play = sheet.plays[f][code]
                    if play == terms.AS_DRAWN:
                        found[f, plan, self.of[f]] += 1 / 6 / len(self.of[f])
                    else:
                        found[f, plan, play] += 1 / 6
        return sum(self.share[:, f, None] * found[f, self.plan] for f in range(3))

    def against_sheets(self, sheet: Offense) -> tuple[Any, Any]:
        """The share of Offense Breakaways against each other team's sheet, and the worth of a snap against each."""
        mix = self.mix(sheet)
        shares = (self.weight @ mix)[None, :] * (self.formation == np.arange(3)[:, None])
        return (self.breaks * shares).sum((1, 2)), (self.gets * mix).sum(2) @ self.weight


def fit_offense(
    fit: OffenseFit, sheet: Offense, fixed: Fixed, sense: Sense, aim: Aim, weaker: Any, seconds: float, seed: int
) -> Any:
    """The offense sheet nearest to the aim, which gets `weaker` less on a snap against each other sheet than before."""
    wanted = fit.against_sheets(sheet)[1] - weaker
    parts = [fit.part(sheet, f) for f in range(3)]
    trial = list(parts)

    def loss(each: Offense, touched: int) -> float:
        for f in range(3):
            if touched in (f, 3):
                trial[f] = fit.part(each, f)
        breakaways, gets = fit.against_sheets(each)
        return aim.loss(fit.gains(trial), 1, breakaways, gets - wanted)

    def keep(taken: bool) -> None:
        (parts if taken else trial)[:] = trial if taken else parts

    def change(each: Offense, rng: random.Random) -> int:
        touched = 3
        if rng.random() < 0.15 and not fixed.codes:
            row, code = each.codes[rng.randrange(3)], rng.randrange(len(CODES))
            die = rng.randrange(6)
            if code in row or (row[die] == GOLD_JOKER and fixed.drawn):
                return terms.NONE
            row[die] = code
        else:
            touched, code, other = rng.randrange(3), rng.randrange(len(CODES)), rng.randrange(len(CODES))
            plays = each.plays[touched]
            if any((at == GOLD_JOKER and fixed.drawn) or (touched, at) in fixed.plays for at in (code, other)):
                return terms.NONE
            if rng.random() < 0.3:
                plays[code], plays[other] = plays[other], plays[code]
            else:
                plays[code] = int(rng.choice(fit.of[touched]))
        return touched

    return anneal(sheet, change, lambda each: sum(sense.offense(each).values()), loss, keep, seconds, seed)


# --- the fits of a team


def usual_calls(config: Any, calls: Sequence[tuple[int, int, int]]) -> list[int]:
    """The call of `casual` against each class of formation, by its number in `calls`."""
    codes = [usual_call(config, 0, f) for f in range(3)]
    return [calls.index(call_numbers(config, 0, code)) for code in codes]


class Room:
    """The fits of a team's two sheets, with the other teams' sheets as they are now."""

    def __init__(self, team: str, against: Sequence[str], folder: Path, expert: bool,
                 spots: Sequence[tuple[Spot, float]], tables: dict[tuple[str, str], Payoffs]) -> None:  # fmt: skip
        self.team, self.others = team, [each for each in against if each != team]
        self.sheets = {each: TeamSheets(each, folder / f"{each}.toml", expert) for each in {team, *self.others}}
        configs = [resolve(each, each, teams_dir=folder)[0] for each in self.others]
        self.usual = [usual_calls(config, calls_of(config, 0)) for config in configs]
        self.spots, self.tables = spots, tables
        self.own = self.sheets[team]
        theirs = [self.tables[each, team] for each in self.others]
        self.defense = DefenseFit(spots, theirs, self.own.bands, [self.mix_of(each) for each in self.others])
        answers, values = zip(*map(self.answers_of, self.others), strict=True)
        self.offense = self.offense_of(team, self.others, answers, values)

    def offense_of(self, team: str, others: Sequence[str], answers: Any, values: Any) -> OffenseFit:
        """The fit of a team's offense sheet."""
        own, tables = self.sheets[team], [self.tables[team, each] for each in others]
        return OffenseFit(self.spots, tables, own.chart, own.plans, self.usual[: len(others)], answers, values)

    def mix_of(self, team: str) -> Any:
        """How often a team's offense sheet calls each play: [spot, play]."""
        table = self.tables[team, self.team]
        no_answers, no_values = np.zeros((3, table.worth.shape[2])), np.zeros(table.legal.shape)
        return self.offense_of(team, [self.team], [no_answers], [no_values]).mix(self.sheets[team].offense)

    def answers_of(self, team: str) -> tuple[Any, Any]:
        """How often a team's defense sheet makes each call against a formation, and what our plays are worth then."""
        table, other = self.tables[self.team, team], self.sheets[team]
        fit = DefenseFit(self.spots, [table], other.bands, [np.zeros(table.legal.shape)])
        return fit.calls_by_formation(other.defense), sum(fit.part(other.defense, f) for f in range(3))[0]


@dataclass(frozen=True)
class Job:
    """One step of a fit: which sheets, of which teams, against whom, and for how long."""

    folder: Path
    expert: bool
    aim: Aim
    against: tuple[str, ...]
    spots: Sequence[tuple[Spot, float]]
    tables: dict[tuple[str, str], Payoffs]
    only: str = ""  # "defense", "offense" or nothing: only look
    seconds: float = 0.0
    seed: int = 1
    weaker: dict[tuple[str, str], float] = field(default_factory=dict)  # by pair: how much the first team is too strong
    without: frozenset[str] = frozenset()  # which RULES and DOCUMENTS are left out, to measure what they cost
    standard: Path = Library().teams["fire"].parent  # where the standard sheets are that the rules compare with

    def fixed(self, team: str) -> Fixed:
        """What the documents show of a team's sheets, without what is left out."""
        fixed = Fixed() if PRINTED in self.without else FIXED.get(team, Fixed())
        return replace(fixed, drawn=DRAWN not in self.without, least=0 if FACES in self.without else 1)

    def run(self, team: str) -> tuple[str, list[float], list[float]]:
        """Fits a team's sheet. Returns the file's text, and figures of the defense sheet and of the offense sheet.

        The figures: the gains of a person who knows the tables, of `naive` and of `casual`, the share of Offense
        Breakaways, and the worth of a snap between sheets.
        """
        room = Room(team, self.against, self.folder, self.expert, self.spots, self.tables)
        sheets, fixed = room.own, self.fixed(team)
        standard = TeamSheets(team, self.standard / f"{team}.toml", False)
        sense = sense_of(team, standard, resolve(team, team, teams_dir=self.standard)[0], self.without)
        less = np.array([self.weaker.get((team, each), 0.0) for each in room.others])
        if self.only == "defense":
            sheets.defense = fit_defense(
                room.defense, sheets.defense, fixed, sense, self.aim, less, self.seconds, self.seed
            )
        if self.only == "offense":
            sheets.offense = fit_offense(
                room.offense, sheets.offense, fixed, sense, self.aim, less, self.seconds, self.seed
            )
        whole = sum(room.defense.part(sheets.defense, f) for f in range(3))
        of_defense = [*room.defense.gains(whole), *means(room.defense.against_sheets(sheets.defense, whole))]
        parts = [room.offense.part(sheets.offense, f) for f in range(3)]
        of_offense = [*room.offense.gains(parts), *means(room.offense.against_sheets(sheets.offense))]
        return sheets.written(), of_defense, of_offense


def means(found: Sequence[Any]) -> list[float]:
    """The mean of each array."""
    return [float(each.mean()) for each in found]


# --- Rounds: the balance between the sheets is measured in matches, and each round corrects it.


def win_shares(
    folder: Path, expert: bool, teams: Sequence[str], matches: int, seed: int
) -> dict[tuple[str, str], float]:
    """How often the first team of each pair wins, with sheets on both sides, at both venues."""
    house = EXPERT_SHEETS if expert else {}
    found = {}
    for number, (one, two) in enumerate(combinations(teams, 2)):
        wins = []
        for home, away in ((one, two), (two, one)):
            config = resolve(home, away, sheets=(0, 1), house=house, teams_dir=folder)[0]
            scores = (
                ChunkPlayer(GAME, config, ["random", "random"]).play(seed + number, 0, matches, False).results["score"]
            )
            mine, theirs = scores[:, int(home != one)].astype(int), scores[:, int(home == one)].astype(int)
            wins.append(float(((mine > theirs) + 0.5 * (mine == theirs)).mean()))
        found[one, two] = sum(wins) / 2
        found[two, one] = 1 - found[one, two]
    return found


def too_strong(shares: dict[tuple[str, str], float], teams: Sequence[str]) -> dict[tuple[str, str], float]:
    """By pair: how much more of a snap's worth the second team should get against the first, so that both win half.

    A team's strength against all others is corrected more than what is peculiar to a pair.
    """
    mean = {team: sum(shares[team, other] for other in teams if other != team) / (len(teams) - 1) for team in teams}
    found = {}
    for one, two in permutations(teams, 2):
        teams_own = mean[one] - mean[two]
        found[one, two] = (OF_TEAM * teams_own + OF_PAIR * (shares[one, two] - 0.5 - teams_own)) * OF_A_WIN
    return found


def fit(asked: argparse.Namespace, spots: Sequence[tuple[Spot, float]], tables: dict[tuple[str, str], Payoffs]) -> None:
    """Fits sheets in rounds, and writes the files after each: in turns all defense sheets, and all offense sheets.

    So every sheet is fitted against sheets that stay as they are. Ctrl-C keeps the last whole round.
    """
    folder, expert, left_out = asked.folder, asked.set == "expert", asked.without.split(",")
    against = tuple(team for team in TEAMS if team not in left_out)
    for number in range(asked.rounds):
        shares = win_shares(folder, expert, against, asked.matches, asked.seed + 1000 * number)
        worst = max(abs(each - 0.5) for each in shares.values())
        print(f"round {number + 1}: the most uneven pair of teams wins {50 + 100 * worst:.0f}%", file=sys.stderr)
        job = Job(
            folder, expert, AIMS[asked.set], against, spots, tables, ("defense", "offense")[number % 2], asked.seconds,
            asked.seed + number, too_strong(shares, against),
        )  # fmt: skip
        with ProcessPoolExecutor(asked.workers) as pool:
            found = track(pool.map(job.run, against), "sheets", len(against), console=Console(stderr=True))
            texts = dict(zip(against, [text for text, _, _ in found], strict=True))
        for team, text in texts.items():
            (folder / f"{team}.toml").write_text(text, encoding="utf-8")


def look(
    asked: argparse.Namespace, spots: Sequence[tuple[Spot, float]], tables: dict[tuple[str, str], Payoffs]
) -> None:
    """Prints what the sheets of each team give away."""
    job = Job(asked.folder, asked.set == "expert", AIMS[asked.set], TEAMS, spots, tables)
    grid = Grid("team", "sheet", "best", "naive", "casual", "breakaways", "worth of a snap")
    with ProcessPoolExecutor(asked.workers) as pool:
        for team, (_, *sheets) in zip(TEAMS, pool.map(job.run, TEAMS), strict=True):
            for name, figures in zip(("defense", "offense"), sheets, strict=True):
                grid.add_row(team, name, *(f"{100 * each:.2f}%" for each in figures))
    Console().print(grid)


def prices(
    asked: argparse.Namespace, spots: Sequence[tuple[Spot, float]], tables: dict[tuple[str, str], Payoffs]
) -> None:
    """Prints what each rule and each document costs: fits without it, beside a fit with all of them.

    Each fit starts at the sheets as they are, and nothing is written. The figures are means over some teams; those of
    the printed cells are the Fire's alone.
    """
    grid = Grid("without", "sheet", "best", "naive", "casual")
    for only, rules, documents in (
        ("defense", DEFENSE_RULES, (PRINTED, FACES)),
        ("offense", OFFENSE_RULES, (PRINTED, DRAWN)),
    ):
        usual: dict[str, Any] = {}
        for name in ("nothing", *rules, "all of these rules", *documents):
            left_out = {"nothing": (), "all of these rules": rules}.get(name, (name,))
            job = Job(
                asked.folder, asked.set == "expert", AIMS[asked.set], TEAMS, spots, tables, only, asked.seconds,
                asked.seed, without=frozenset(left_out),
            )  # fmt: skip
            teams = ["fire"] if name == PRINTED else asked.teams
            if not set(teams) <= set(asked.teams):
                continue
            with ProcessPoolExecutor(asked.workers) as pool:
                found = dict(zip(teams, pool.map(job.run, teams), strict=True))
            gains = {team: np.array(each[1 + (only == "offense")][:3]) for team, each in found.items()}
            usual = usual or gains
            shown = [each if name == "nothing" else each - usual[team] for team, each in gains.items()]
            grid.add_row(name, only, *(f"{100 * each:+.2f}%" for each in np.mean(shown, axis=0)))
    Console().print(grid)


def main() -> None:
    """Reads the command line and runs what it asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("look", "fit", "prices"))
    parser.add_argument("--set", choices=tuple(AIMS), default="standard")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20, help="of computing, for each sheet")
    parser.add_argument("--matches", type=int, default=400, help="of each pair of teams, at each venue, in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", default="", help="teams that take no part in the fit, separated by commas")
    parser.add_argument("--teams", default="fire,maulers,sharks,vultures", help="whose sheets tell the prices")
    parser.add_argument("--folder", type=Path, default=Library().teams["fire"].parent)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    asked.teams = asked.teams.split(",")
    if asked.set == "expert":
        for team in TEAMS:
            path = asked.folder / f"{team}.toml"
            path.write_text(with_expert(path.read_text(encoding="utf-8")), encoding="utf-8")
    pairs = (("fire", "lightning"), ("maulers", "pharaohs"))
    spots = common_spots(pairs, SPOTS, asked.folder)
    tables = all_payoffs([spot for spot, _ in spots], TEAMS, TEAMS, asked.folder, asked.workers)
    {"look": look, "fit": fit, "prices": prices}[asked.what](asked, spots, tables)


if __name__ == "__main__":
    main()
