"""Makes data/solved.bin, the few megabytes from which coaches play, from the slices of the solver.

Each part of the match gets a table of low rank: the chance of winning before a down is the sum of products of a few
numbers of the down and as many of the moment. The numbers of downs come from a singular value decomposition of a sample
of moments, in which the downs that matter most count most.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from breakaway.games.fate.coaches import solved
from breakaway.games.fate.coaches.solved import CAP, END, KICKOFF, ROWS, STEP, TRY, YARDS, SolvedPart, row_of
from breakaway.games.fate.coaches.solved import DOWN as DOWN_
from breakaway.games.fate.coaches.solved import SAFETY as SAFETY_
from breakaway.games.fate.lab.situations import (
    CALLS,
    DEFENSES,
    FIELD_GOAL,
    FREE_KICK,
    KICKS,
    LOST,
    SAFETY,
    TOUCHDOWN,
    TOUCHDOWN_AGAINST,
    Situations,
)
from breakaway.games.fate.lab.situations import KICKOFF as KICKOFF_PLACE

WHOLE = 65535  # certainty in the slices that the solver keeps, which are whole numbers of 16 bits
SAMPLE = 2000  # moments from which the numbers of downs come
FINE = 32000  # the largest whole number in the file
CLOSE = 1e-4  # what one step of a number may add to a chance


class PartPlan(NamedTuple):
    """How a part of the match is kept: its moments (units left and columns of `tools`), its leads and its rank."""

    period: str
    knots: list[int]
    tools: list[int]
    most: int
    rank: int


def plans(time_outs: int = 3) -> dict[str, PartPlan]:
    """The parts of the match. Early in a half, the table has only the moments before any time out."""
    n = (time_outs + 1) ** 2
    end = list(range(1, END + 1))
    return {
        "second": PartPlan("second", [61, 62, 64, 68, 74, 80, 90, 100, 110, 119, 120], [n - 1], 32, 16),
        "second_late": PartPlan(
            "second", [*range(13, 21), *range(22, 41, 2), 44, 48, 52, 56, 60], list(range(n)), 32, 40
        ),
        "second_end": PartPlan("second", end, list(range(n)), 32, 56),
        "first": PartPlan(
            "first",
            [*range(13, 21), *range(22, 41, 2), 46, 52, 58, 59, 60, 61, 62, 66, 74, 84, 96, 108, 119, 120],
            [n - 1, 2 * n - 1],
            32,
            32,
        ),
        "first_end": PartPlan("first", end, list(range(2 * n)), 32, 44),
        "overtime": PartPlan("overtime", [*range(1, 17), 18, 20, 24, 30, 36, 44, 52, 60], list(range(45)), 0, 32),
    }


def grid_rows(found: Situations) -> Any:
    """For each row of the table, the number of its situation, or of the closest one if play cannot lead to it."""
    by: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, (down, ball, go) in enumerate(found.rows.tolist()):
        by.setdefault((down, ball), []).append((go, i))
    rows = np.zeros(ROWS, np.int64)
    for down in range(1, 5):
        for ball in range(1, YARDS + 1):
            for go in range(1, CAP + 1):
                if down > 1 or go == 1:
                    rows[row_of(down, ball, go)] = min(by[down, ball], key=lambda each: abs(each[0] - go))[1]
    return rows


def weights(found: Situations, rows: Any) -> Any:
    """How much an error before each down counts."""
    down, go = found.rows[rows, 0], found.rows[rows, 2]
    return np.where(down == 1, 6.0, np.where(go <= 10, 1.0, np.where(go <= 15, 0.5, 0.25)))


def part_of(found: Situations, plan: PartPlan, slices: Mapping[int, Any]) -> tuple[SolvedPart, float]:
    """The table of a part, and the mean error before the downs (weighted, root of squares).

    `slices` [downs and kicks, tools, leads] by units left, in whole numbers from 0 to WHOLE.
    """
    rows, width = grid_rows(found), 2 * plan.most + 1
    w = weights(found, rows)[:, None]

    def columns(t: int, tools: list[int]) -> Any:
        V = slices[t]
        if V.shape[1] == len(tools):  # only the moments that the plan wants
            tools = list(range(len(tools)))
        middle = V.shape[2] // 2
        cut = V[:, tools, middle - plan.most : middle + plan.most + 1].astype(np.float32) / WHOLE
        return cut.reshape(len(V), -1)

    rng = np.random.default_rng(41)
    each = max(1, SAMPLE // len(plan.knots))
    sample = []
    for t in plan.knots:
        X = columns(t, plan.tools)[rows]
        sample.append(X[:, rng.choice(X.shape[1], min(each, X.shape[1]), replace=False)])
    X = np.concatenate(sample, axis=1) * w
    values, vectors = np.linalg.eigh((X.T @ X).astype(float))
    order = np.argsort(values)[::-1][: plan.rank]
    rank = len(order)
    U = X @ vectors[:, order]
    U, _ = np.linalg.qr(U)
    most = np.abs(U / w).max(axis=0)
    B = U / w / most  # no number of a down is above 1
    C = np.empty((rank, len(plan.tools), len(plan.knots), width))
    K = np.empty((2, len(plan.tools), len(plan.knots), width))
    error = total = 0.0
    for k, t in enumerate(plan.knots):
        X = columns(t, plan.tools)
        c = (U * most).T @ (X[rows] * w)
        error += float((((B @ c - X[rows]) * w) ** 2).sum())
        total += float(X.shape[1] * (w**2).sum())
        C[:, :, k] = c.reshape(rank, len(plan.tools), width)
        for kick, place in enumerate((KICKOFF_PLACE, FREE_KICK)):
            K[kick, :, k] = X[found.downs + place].reshape(len(plan.tools), width)
    step_c = np.maximum(CLOSE, np.abs(C).max(axis=(1, 2, 3)) / FINE)
    step_b = np.maximum(1 / FINE, CLOSE / np.maximum(1e-9, np.abs(C).max(axis=(1, 2, 3))))
    whole_c = np.rint(C / step_c[:, None, None, None]).astype(int)
    whole_b = np.rint(B / step_b).astype(int)
    part = SolvedPart(
        list(plan.knots),
        len(plan.tools),
        plan.most,
        rank,
        [float(x) for x in step_b * step_c],
        solved.pack(whole_b.T.ravel().tolist()),
        solved.pack(whole_c.ravel().tolist()),
        solved.pack(np.rint(K * STEP).astype(int).ravel().tolist()),
    )
    return part, (error / total) ** 0.5


def header(found: Situations) -> dict[str, Any]:
    """What the coach needs to know of the rules: the outcomes of plays and kicks."""
    flat = found.chance.reshape(CALLS * DEFENSES, -1)
    lists, cell = np.unique(np.round(flat, 14), axis=0, return_inverse=True)
    listed = []
    for row in lists:
        on = np.nonzero(row)[0]
        listed.append([on.tolist(), (row[on] / row.sum()).tolist()])
    return {
        "outcomes": [[each.gain, int(each.lost), each.units] for each in found.outcomes],
        "lists": listed,
        "cells": cell.reshape(CALLS, DEFENSES).tolist(),
        "two": found.two.tolist(),
        "one": found.one,
        "punts": [[[*named(found, place), p] for place, p in ends] for ends in found.punts],
        "field_goals": [[[*named(found, place), p] for place, p in ends] for ends in found.field_goals],
    }


def named(found: Situations, place: int) -> tuple[int, int, int]:
    """The kind of a place, whether the side that had the ball has it, and the row of a down."""
    if place < YARDS:
        return DOWN_, 1, place
    other = place - found.downs - KICKS
    if LOST <= other < LOST + YARDS:
        return DOWN_, 0, other - LOST
    return {
        TOUCHDOWN: (TRY, 1, 0),
        TOUCHDOWN_AGAINST: (TRY, 0, 0),
        SAFETY: (SAFETY_, 1, 0),
        FIELD_GOAL: (KICKOFF, 1, 0),
    }[other]
