"""Somebody who types the whole box of the_box.toml into the pages of a form: what stands in which field."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.terminal.box_owner import BOX

KINDS = ("run heavy", "balanced", "pass heavy")
STRATEGIES = ("Eagle", "Stunt", "Twist")
PLANS = ("Green 18", "Blue 80", "Red 98")
CODES = [f"{word} {suit}" for word in ("Mike", "Smoke", "Jet", "Gold") for suit in ("Joker", "Razor", "Dragon")]
DOWNS = ("1st down", "2nd down", "3rd or 4th down")
DISTANCES = ("5 or more lines", "3 or 4 lines", "1 or 2 lines")


def the_box() -> dict[str, Any]:
    """Everything that the box holds."""
    return tomllib.loads(BOX.read_text(encoding="utf-8"))


def deck_page(n: int) -> dict[str, str]:
    """The fields of the `n`th page of Game Day cards, counted from 1."""
    found: dict[str, str] = {}
    for at, line in enumerate(the_box()["deck"][18 * (n - 1) : 18 * n], 18 * (n - 1)):
        title, _, rest = line.partition(": ")
        event, *values = rest.split(", ")
        found |= {f"c{at}.title": title, f"c{at}.event": event}
        found |= {f"c{at}.{each.split(' ')[0]}": each.split(" ")[1] for each in values}
    return found


def chart_page(form: Any) -> dict[str, str]:
    """The fields of the page for matchups, with the names that it has already (`form`)."""
    found = {each.name: each.value for group in form.groups for each in group.fields}
    for d in range(9):
        row = the_box()["chart"][found[f"d{d}"]]
        found |= {f"d{d}.wins": ", ".join(row["wins"]), f"d{d}.loses": ", ".join(row["loses"]), f"d{d}.neither": "rest"}
    return found


def spy_page() -> dict[str, str]:
    """The fields of the page for the spy table."""
    rows = the_box()["spy"]["rows"]
    return {f"s{die}.{column}": each for die, row in enumerate(rows) for column, each in enumerate(row)}


def cards_page(team: str) -> dict[str, str]:
    """The fields of the page for a team's cards."""
    box = the_box()[team]
    found = {"name": team.title()} | {f"f{n}": name for n, name in enumerate(box["formations"])}
    for at, line in enumerate(box["offense"]):
        formation, _, plays = line.partition(": ")
        found |= {f"o{at}.formation": str(box["formations"].index(formation))}
        found |= dict(zip((f"o{at}.a", f"o{at}.b"), plays.split(" / "), strict=True))
    for at, line in enumerate(box["defense"]):
        formation, _, calls = line.partition(": ")
        found |= {f"x{at}.formation": formation} | dict(zip((f"x{at}.a", f"x{at}.b"), calls.split(" / "), strict=False))
    return found


def defense_page(team: str) -> dict[str, str]:
    """The fields of the page for a team's defense sheet."""
    box = the_box()[team]
    found = {f"g{at}": str(roll) for at, roll in enumerate(box["fourth"])}
    for at, kind in enumerate(KINDS):
        for k, (band, row) in enumerate(box["front"][kind].items()):
            found |= {f"b{at}.{k}": band, f"r{at}.{k}": " ".join(row)}
        for s, strategy in enumerate(STRATEGIES):
            found |= {f"y{at}.{s}.{die}": each for die, each in enumerate(box["back"][f"{kind}, {strategy}"])}
    return found


def offense_page(team: str) -> dict[str, str]:
    """The fields of the page for a team's offense sheet."""
    box = the_box()[team]
    found = {f"l{at}": box["plan"][each] for at, each in enumerate(("losing", "tied", "winning"))}
    for row, distance in enumerate(DISTANCES):
        for column, down in enumerate(DOWNS):
            found[f"m{row}.{column}"] = ", ".join(box["formation"][f"{down}, {distance}"])
    for at, plan in enumerate(PLANS):
        bands = [band for band, name in box["plan"].items() if name == plan and band[0].isdigit()]
        found |= {f"p{at}": ", ".join(bands)}
        found |= {f"z{at}.{die}": code for die, code in enumerate(box["codes"][plan])}
    for at, formation in enumerate(box["formations"]):
        found |= {f"q{at}.{n}": box["plays"][formation][code] for n, code in enumerate(CODES)}
    return found
