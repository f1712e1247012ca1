"""Writes docs/balance.md: the figures before the fit, the targets and the results, side by side."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import track

from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.lab.balance import Estimate
from breakaway.games.football.lab.odds import Situation, SituationOdds
from breakaway.games.football.lab.odds_command import expected_worth, worth
from breakaway.games.football.rules.play import illegal_by
from breakaway.games.football.rules.terms import NONE
from breakaway.games.football.text.names import corner, play_type
from breakaway.lab.odds import dominated, solve
from tools.football_character import TRAITS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "balance.md"
BEFORE = Path(__file__).with_name("balance_before.json")
SITUATIONS = (
    ("1st and 5 at own 25", Situation(line=5, down=1, marker=10)),
    ("2nd and 5 at own 25", Situation(line=5, down=2, marker=10)),
    ("3rd and 6 at own 20", Situation(line=4, down=3, marker=10)),
    ("3rd and 1 at own 45", Situation(line=9, down=3, marker=10)),
    ("1st and 6 at the 50", Situation(line=10, down=1, marker=16)),
    ("2nd and 2 at opp 30", Situation(line=14, down=2, marker=16)),
    ("1st and goal at opp 20", Situation(line=16, down=1, marker=20)),
    ("3rd and goal at opp 10", Situation(line=18, down=3, marker=20)),
    ("half-time: the last card, at own 40", Situation(line=8, down=1, marker=10, quarter=2, cards=1)),
)
PAIR = ("lightning", "fire")  # whose calls are solved: both are balanced


def write_page(standard: list[Estimate], expert: list[Estimate], matches: int, seed: int) -> None:
    """Writes the page from freshly measured figures of both sets of sheets."""
    text = HEAD.format(matches=matches, seed=seed, total=12 * matches, character="\n".join(character()))
    text += "\n".join(["", "## The standard sheets", "", *outcome(standard, with_before=True), ""])
    text += "\n".join(["", "## The expert sheets", "", *outcome(expert), "", *deck(), "", *equilibria()])
    PAGE.write_text(text.rstrip() + "\n", encoding="utf-8")


def character() -> list[str]:
    """The documents' statements about the teams, which no fit may contradict."""
    rows = [
        "No fit may contradict these statements in the documents (`tools/football_character.py`; SF: solo rules, "
        "RB: rule book):",
        "",
    ]
    return rows + [f"- {trait.says} ({trait.source})." for trait in TRAITS]


def outcome(found: list[Estimate], with_before: bool = False) -> list[str]:
    """A row for each figure: before the first fit (of the standard sheets), the target, and now."""
    before = {(of, name): value for of, name, value in json.loads(BEFORE.read_text(encoding="utf-8"))}
    column, line = (" before |", "---:|") if with_before else ("", "")
    rows = [f"| of | figure |{column} target | now, 95% interval | |", f"|---|---|{line}---|---|---|"]
    for each in found:
        target = "" if each.target is None else f"{each.target.low:g} to {each.target.high:g}"
        met = "" if each.target is None else ("met" if each.is_met else "**missed**")
        now = f"{each.value - each.error:.2f} to {each.value + each.error:.2f}"
        then = before.get((each.of, each.name))
        old = f" {'' if then is None else f'{then:.2f}'} |" if with_before else ""
        rows.append(f"| {each.of} | {each.name} |{old} {target} | {now} | {met} |")
    return rows


def deck() -> list[str]:
    """How many cards of the deck have each corner and each punt value."""
    cards = Library().deck.cards
    rows = ["## The deck", "", "| on the cards | how many of 54 |", "|---|---|"]
    for name, values in (
        ("offense corner", Counter(corner(card.offense_corner) for card in cards)),
        ("defense corner", Counter(corner(card.defense_corner) for card in cards)),
        ("punt", Counter(str(card.punt or "blocked") for card in cards)),
    ):
        counts = ", ".join(f"{value}: {values[value]}" for value in sorted(values, key=as_sorted))
        rows.append(f"| {name} | {counts} |")
    return rows


def as_sorted(text: str) -> tuple[int, int | str]:
    """Numbers by size, then words."""
    return (0, int(text)) if text.lstrip("-").isdigit() else (1, text)


def equilibria() -> list[str]:
    """The calls of each side in each situation when neither knows the other's call, and its dominated calls."""
    rows = [
        EQUILIBRIUM,
        "| situation | worth | the offense calls | the defense calls | dominated |",
        "|---|---:|---|---|---|",
    ]
    used: Counter[str] = Counter()
    for title, situation in track(SITUATIONS, "equilibria", console=Console(stderr=True)):
        names, payoff = of_types(situation)
        found = solve(payoff)
        worse = dominated(payoff), dominated([[-each for each in column] for column in zip(*payoff, strict=True)])
        ours, theirs = mix(names[0], found.rows), mix(names[1], found.columns)
        used.update(each.split("% ")[1].strip() for each in (*ours, *theirs))
        never = [names[side][each.choice] for side in (0, 1) for each in worse[side]]
        rows.append(
            f"| {title} | {found.value:+.2f} | {', '.join(ours)} | {', '.join(theirs)} | {', '.join(never) or 'none'} |"
        )
    return rows


def of_types(situation: Situation) -> tuple[tuple[list[str], list[str]], list[list[float]]]:
    """The payoffs for each type of play against each type of defense, both at their middle strength on the cards."""
    config, _ = resolve(*PAIR)
    asked = SituationOdds(config, situation)
    legal = [code for code in range(30) if illegal_by(config, situation.line, config.play_type[0][code]) == 0]
    plays = middle({code: (config.play_type[0][code], config.play_strength[0][code]) for code in legal})
    calls = {
        code: config.call_type[1][code] for code in range(2 * config.defenses[1]) if config.call_type[1][code] != NONE
    }
    against = middle(
        {code: (kind, config.call_run[1][code] + config.call_pass[1][code]) for code, kind in calls.items()}
    )
    library = Library()
    payoff = [[expected_worth(asked.play(p, d), worth) for d in against.values()] for p in plays.values()]
    names = [play_type({"types": library.matchups.types}, kind) for kind in plays]
    return (names, [library.matchups.defense_types[kind] for kind in against]), payoff


def middle(codes: dict[int, tuple[int, int]]) -> dict[int, int]:
    """The code with the middle strength of each type."""
    found = {}
    for kind in sorted({kind for kind, _ in codes.values()}):
        mine = sorted((strength, code) for code, (each, strength) in codes.items() if each == kind)
        found[kind] = mine[len(mine) // 2][1]
    return found


def mix(names: list[str], shares: list[float]) -> list[str]:
    """The calls with their shares, most frequent first."""
    called = sorted(zip(shares, names, strict=True), reverse=True)
    return [f"{100 * share:.0f}% {name}" for share, name in called if share >= 0.005]


HEAD = """# Balance and realism of the football data

Where no source gives a card, sheet or chart of *Breakaway Football*, we wrote our own (`evidence = "ours"` in the
data files). `tools/fit_football.py` tuned our data to the targets below, which describe a match in which solo sheets
play all seats. A fit never changes data that are printed, public or derived; `tests/football/test_attested.py`
compares those with the sources.

    python tools/fit_football.py search --minutes 10     # improves the current data
    python tools/fit_football.py measure --seed 77       # figures against targets, on fresh seeds
    python tools/fit_football.py worth                   # the worth of positions, for the equilibria
    python tools/fit_football.py page                    # writes this page

The expert sheets are fitted by another tool, against people who know the tables by heart. It changes the dice of a
defense sheet's front and the calls of its back, and the codes and plays of an offense sheet. It leaves alone what the
documents show (`FIXED` in `tools/team_sheets.py`, Gold Joker), the chart of formations and the plans. They also keep
rules of football sense (`tools/sheet_sense.py`); the last command measures
[what each rule costs](football.md#what-football-sense-costs).

    python -m tools.fit_sheets look --set expert         # what the sheets give away on a snap
    python -m tools.fit_sheets fit --set expert          # fits them in rounds, and balances the teams in matches
    python -m tools.fit_sheets prices --set expert       # what each rule and each document costs

Two more tools measure the result: [all 36 pairings](football.md#how-even-the-teams-are) by sheets and by `champion`,
and [a fit without two of the teams](football.md#teams-that-a-fit-has-not-seen).

    python -m tools.team_pairings
    python -m tools.held_out --set expert

The search of `tools/fit_football.py` changes the rest. It may change how often each corner, punt value and event
appears on the Game Day cards. It may also change the targets of a team's fourth-down sheet and the team's strengths, by
one at a time: for single plays, or for whole twelfths of its plays or calls. Limits keep the deck and the teams
recognizable. The five other teams change by the average of the four core teams.

{character}


A target is met if the whole 95% interval lies inside it. These figures come from {matches} matches of each pairing of
the four core teams, at home and away ({total} matches in all), with seed {seed}. Shares are percentages; all other
figures are for one team in one match.
"""

EQUILIBRIUM = """## Balanced play-calling

The table says how often Lightning and Fire should call each type of play and defense when neither knows the other's
call. Each type is represented by its call of middle strength. The shares are the equilibrium that follows from the
exact odds of every pair. The *worth* of a position is in points until half-time, for the side that has the ball, as
measured in matches (`games/football/lab/worth.toml`). A call is *dominated* if another call, or a mix of others, is
better whatever the other side calls. A dominated call is always a mistake.
"""

if __name__ == "__main__":
    sys.exit("run: python tools/fit_football.py page")
