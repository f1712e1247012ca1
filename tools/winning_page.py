"""Draws the calibration curves of docs/winning.md from tools/winning_figures.json: python tools/winning_page.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
PICTURES = HERE.parent / "docs" / "pictures"


def draw(name: str, figures: dict[str, Any]) -> None:
    """Draws one game's curve: the share won against the chance given, and the difference below it."""
    plt.rcParams.update({"svg.hashsalt": "breakaway", "font.size": 11, "svg.fonttype": "none"})
    given = [each[0] for each in figures["deciles"]]
    won = [each[1] for each in figures["deciles"]]
    error = [1.96 * each[3] for each in figures["deciles"]]
    page, (above, below) = plt.subplots(2, 1, figsize=(6, 7), height_ratios=(3, 1), sharex=True)
    above.plot((0, 100), (0, 100), color="#999999", linewidth=1)
    above.errorbar(given, won, yerr=error, fmt="o", color="#1c5899", markersize=6)
    above.set_ylabel("matches won, %")
    above.set_title(f"{name.capitalize()}: {figures['matches']:,} unseen matches")
    below.axhspan(-1.5, 1.5, color="#e9e4d8")
    below.axhline(0, color="#999999", linewidth=1)
    below.errorbar(given, [w - g for w, g in zip(won, given, strict=True)], yerr=error, fmt="o", color="#1c5899")
    below.set_ylim(-2.2, 2.2)
    below.set_ylabel("won less given")
    below.set_xlabel("chance of winning that the table gives, %")
    page.tight_layout()
    page.savefig(PICTURES / f"winning-{name}.svg", metadata={"Date": None})
    plt.close(page)


def main() -> None:
    """Draws the curves of all games that have figures."""
    for name, figures in json.loads((HERE / "winning_figures.json").read_text()).items():
        draw(name, figures)


if __name__ == "__main__":
    main()
