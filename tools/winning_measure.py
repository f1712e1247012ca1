"""Measures how well a table of win chances predicts matches, and fits its small corrections, for fit_winning.py."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from scipy.optimize import minimize

from breakaway.lab.simulate import Engine
from tools.winning_played import Foretold, foretold

FIGURES = Path(__file__).with_name("winning_figures.json")
DECILES = 10
CLIP = 1e-4


def sample(game: Any, matches: int, seed: int, engine: Engine) -> Foretold:
    """Plays matches and looks up all their situations in the table."""
    pieces = list(game.pieces(matches, seed))
    found = foretold(game, engine, pieces)
    before = np.cumsum([0, *(piece.count for piece in pieces)])
    match = np.concatenate([each.match + start for each, start in zip(found, before, strict=False)])
    columns = {key: np.concatenate([each.rows[key] for each in found]) for key in found[0].rows}
    return Foretold(
        np.concatenate([each.chance for each in found]), np.concatenate([each.won for each in found]), match, columns
    )


def log_loss(p: Any, won: Any) -> float:
    """The mean log loss of probabilities."""
    p = np.clip(p, CLIP, 1 - CLIP)
    return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean())


def logistic(features: Sequence[Any], won: Any) -> Any:
    """A logistic regression: the weights of the features."""
    x = np.stack(features, axis=1)

    def loss(w: Any) -> tuple[float, Any]:
        z = x @ w
        return float((np.logaddexp(0, z) - won * z).mean()), x.T @ (1 / (1 + np.exp(-z)) - won) / len(won)

    return minimize(loss, np.zeros(x.shape[1]), jac=True).x


def plain(game: Any, learnt: Foretold, unseen: Foretold) -> Any:
    """The chances of a plain logistic regression on score and clock, fitted to other matches."""
    weights = logistic(game.score_and_clock(learnt.rows), learnt.won)
    return 1 / (1 + np.exp(-np.stack(game.score_and_clock(unseen.rows), axis=1) @ weights))


def deciles(each: Foretold) -> list[tuple[float, float, int, float]]:
    """For each tenth of the chances: the mean chance, the share won, rows, and the standard error by matches."""
    found, at = [], np.minimum((each.chance * DECILES).astype(int), DECILES - 1)
    for i in range(DECILES):
        here = at == i
        if not here.any():
            continue
        miss = each.won[here] - each.chance[here]
        by_match = np.bincount(each.match[here], miss)
        error = float(np.sqrt((by_match**2).sum()) / here.sum())
        found.append((float(each.chance[here].mean()), float(each.won[here].mean()), int(here.sum()), error))
    return found


def corrections(game: Any, matches: int, seed: int, engine: Engine) -> dict[str, list[int]]:
    """The numbers, in thousandths, that bring the table nearest to matches other than those it was learned from."""
    each = sample(game, matches, seed, engine)
    p, part = each.chance, game.part(each.rows)
    found: dict[str, list[int]] = {key: [0] * size for key, size in game.NUMBERS.items()}
    for i in range(len(next(iter(found.values())))):
        here = part == i
        if here.sum() < 1000:
            continue
        spread = p[here] * (1 - p[here])
        x = np.stack([spread * game.factor(key, each.rows)[here] for key in found if key != "slope"], axis=1)
        x = np.concatenate([x, (spread * (2 * p[here] - 1))[:, None]], axis=1)
        best = np.linalg.lstsq(x, each.won[here] - p[here], rcond=None)[0]
        for key, value in zip([*(key for key in found if key != "slope"), "slope"], best, strict=True):
            found[key][i] = int(np.clip(np.rint(1000 * value), -450, 450))
    return found


def measure(name: str, game: Any, matches: int, seed: int, page: bool, engine: Engine) -> None:
    """Prints the calibration and the log loss on unseen matches."""
    unseen = sample(game, matches, seed, engine)
    learnt = sample(game, max(100, matches // 2), seed + 1, engine)
    loss, base = log_loss(unseen.chance, unseen.won), log_loss(plain(game, learnt, unseen), unseen.won)
    found = deciles(unseen)
    console = Console()
    for p, won, n, error in found:
        console.print(f"{100 * p:6.2f}%  won {100 * won:6.2f}%  {100 * (won - p):+.2f} ± {196 * error:.2f}  {n:,}")
    worst = max(abs(won - p) for p, won, _, _ in found)
    console.print(f"worst {100 * worst:.2f} points; log loss {loss:.4f}, plain logistic regression {base:.4f}")
    if page:
        figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
        figures[name] = {
            "matches": int(unseen.match.max()) + 1,
            "situations": len(unseen.won),
            "log_loss": round(loss, 4),
            "plain": round(base, 4),
            "worst": round(100 * worst, 2),
            "deciles": [[round(100 * p, 2), round(100 * won, 2), n, round(100 * e, 2)] for p, won, n, e in found],
        }
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
