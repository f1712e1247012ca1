"""Football's odds as parts of a document and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from breakaway.core.game import Names
from breakaway.core.language import many
from breakaway.display.document import Grid, Line, Part
from breakaway.games.football.lab.odds import LONGEST, PlayOdds, total
from breakaway.games.football.lab.one_play import OFFENSE, Situation
from breakaway.games.football.lab.situation import Choice
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.text import names as called_as

if TYPE_CHECKING:
    from breakaway.games.football.lab.equilibrium import (
        Formation,  # this import needs SciPy, which only equilibria use
    )

RARE = Fraction(1, 500)  # rarer outcomes of kicks, turnovers and returns are put into one row
SHOWN = 0.0005  # choices with a smaller share of the mix are not listed
COLUMNS = 8  # defenses side by side in a table
POLICY = Line(
    "Every decision inside the play (about flags, Holding, the choice between event and corner, Force Turnover and "
    "icing) is the one that wins most often."
)
COUNTED = (
    Line(
        "Turnover: a fumble or an interception, no matter who has the ball afterwards. First down: without touchdowns."
    ),
    Line("Mean lines: turnovers and returns count as 0, penalties with the lines that they move the ball."),
)
MEASURES = (
    ("mean lines", "mean_lines", 1, 2),
    ("first down, %", "first_down", 100, 1),
    ("touchdown, %", "touchdown", 100, 1),
    ("turnover, %", "turnover", 100, 1),
)  # title, field, factor, decimals
WON = {
    "neither": "neither side's breakaway",
    "offense": "an Offense Breakaway",
    "defense": "a Defense Breakaway",
}


def percent(p: Fraction | float) -> str:
    """A probability in percent."""
    return f"{100 * float(p):.1f}%"


def situation_text(config: FootballConfig, names: Names, at: Situation, has_down: bool = True) -> str:
    """The situation in one line. A kickoff or an extra point has no down."""
    teams = " v ".join(str(team) for team in names["teams"])
    place = f"{called_as.ordinal(at.down)} and {at.marker - at.line} at {called_as.spot(at.line)}"
    if at.two_point:
        place = f"a two-point try at {called_as.spot(at.line)}"
    place = f"{place}, " if has_down else ""
    cards = many("{n} card", "{n} cards", at.cards)
    flags = f", flags {at.flags[0]} and {at.flags[1]}" if any(at.flags) else ", no flags ready"
    return (
        f"{teams}, {place}{called_as.quarter(at.quarter)}, {at.score[0]}-{at.score[1]}, "
        f"{cards} left{flags}; {deck_left(config, at)} Game Day cards"
    )


def deck_left(config: FootballConfig, at: Situation) -> int:
    """The number of Game Day cards that the next draw chooses from. An empty deck is refilled first."""
    return sum(config.copies) - len(at.drawn) or sum(config.copies)


def odds_parts(odds: PlayOdds, call: Choice, defense: Choice | None) -> list[Part]:
    """All outcomes of one play."""
    head = call.name
    if odds.is_play and defense:
        head = f"{call.name} against {defense.name}: {WON[odds.winner]}, base {odds.base}"
        if odds.is_illegal:
            head = f"{call.name} is not allowed here (BF-080, BF-081): one line back, and the down is repeated"
    lines = []
    if not odds.is_kick:
        shares = [("first down", odds.first_down), ("touchdown", odds.touchdown), ("turnover", odds.turnover)]
        shares += [("penalty", odds.penalty)] if odds.penalty else []
        listed = ", ".join(f"{name} {percent(p)}" for name, p in shares)
        lines.append(f"{listed}; mean {float(odds.mean_lines):.2f} lines")
    lines.append(
        f"the other side has the ball or has scored: {percent(odds.lost)}; mean {float(odds.mean_points):+.2f} points"
    )
    lines.append(
        f"chance of winning for the offense: {percent(odds.winning_before)} before, {percent(odds.winning)} on average "
        "after (docs/winning.md)"
    )
    if odds.spread.left:
        lines.append(
            f"After {LONGEST} cards, a share of {float(odds.spread.left):.3g} is still open, so these odds are bounds "
            "and not exact."
        )
    else:
        lines.append("The chances sum to exactly 1.")
    counted = () if odds.is_kick else COUNTED
    return [Line(head), Line(), outcomes(odds), Line(), *map(Line, lines), Line(), *counted, POLICY]


def outcomes(odds: PlayOdds) -> Grid:
    """The outcomes with their probabilities. Rare outcomes that are not measured in lines share a row."""
    rare = [each for each in odds.outcomes if each.lines is None and each.p < RARE]
    shown = [each for each in odds.outcomes if len(rare) < 2 or each not in rare]
    rows = [(each.lines, each.text, each.p) for each in shown]
    if len(rare) > 1:
        rows.append((None, f"{len(rare)} more, each below {percent(RARE)}", total(each.p for each in rare)))
    cells = [("" if lines is None else str(lines), text, percent(p), str(p)) for lines, text, p in rows]
    if odds.is_kick:  # its outcomes have no lines
        return Grid("", ("", "", "chance"), [row[1:] for row in cells], right=(1,))
    return Grid("", ("lines", "", "", "chance"), cells, right=(0, 2))


def table_parts(calls: Sequence[Choice], defenses: Sequence[Choice], odds: list[list[PlayOdds]]) -> list[Part]:
    """Each call against each defense, in tables with one measure each."""
    heads = [each.cards[0] if each.cards else f"d{i}" for i, each in enumerate(defenses, 1)]
    parts: list[Part] = [Line("Defenses (and cards with the same call)")]
    for head, each in zip(heads, defenses, strict=True):
        parts.append(Line(f"{', '.join(each.cards[1:])}{'; ' * (len(each.cards) > 1)}{each.text}", f"  {head}: "))
    for title, name, times, decimals in MEASURES:
        for at in range(0, len(heads), COLUMNS):
            rows = [
                [call.name, *(f"{times * float(getattr(each, name)):.{decimals}f}" for each in row[at : at + COLUMNS])]
                for call, row in zip(calls, odds, strict=True)
            ]
            parts += [Line(), Grid(title, ["", *heads[at : at + COLUMNS]], rows)]
    return [*parts, Line(), *COUNTED, POLICY]


def short(choice: Choice) -> str:
    """The card of a choice or, if it has no card, its text."""
    return choice.cards[0] if choice.cards else choice.text


def equilibrium_parts(names: Names, games: Sequence[Formation], defenses: Sequence[Choice]) -> list[Part]:
    """Each formation's worth, both sides' mixes of choices, and the dominated choices."""
    parts: list[Part] = [
        Line(
            "The defense sees the offense's formation before it calls, so each formation is a separate game. "
            "The best comes first."
        )
    ]
    for game in games:
        title = f"{called_as.formation(names, OFFENSE, game.formation)}: worth {game.found.value:+.3f} points"
        parts += [Line(), Line(title, style="bold")]
        parts += [_mix("the offense calls", game.calls, game.found.rows)]
        parts += [_mix("the defense calls", defenses, game.found.columns)]
        for what, choices, worse in (
            ("call", game.calls, game.worse_calls),
            ("defense", defenses, game.worse_defenses),
        ):
            for each in worse:
                by = " ".join(short(choices[i]) for i in each.mix)
                by = by if len(each.mix) == 1 else f"a mix of {by}"
                parts.append(
                    Line(f"dominated {what}: {choices[each.choice].name}, by {by}: {each.by:.3f} points or more")
                )
    gap = max(1e-9, *(game.found.gap for game in games))
    worth = (
        f"Neither side gains more than {gap:.0e} points with another mix. Worth: points scored in the play, and what "
        "the resulting position is worth (games/football/lab/worth.py). Audibles are left out."
    )
    return [*parts, Line(), Line(worth), POLICY]


def _mix(title: str, choices: Sequence[Choice], mix: Sequence[float]) -> Grid:
    used = sorted(((p, choice.name) for p, choice in zip(mix, choices, strict=True) if p > SHOWN), reverse=True)
    return Grid("", ["", title], [[percent(p), name] for p, name in used], right=(0,))


# --- JSON


def exact(p: Fraction) -> dict[str, Any]:
    """A probability or mean, as a fraction and as a decimal."""
    return {"exact": str(p), "decimal": float(p)}


def situation_json(config: FootballConfig, names: Names, at: Situation) -> dict[str, Any]:
    """The situation as data for JSON."""
    return {
        "teams": list(names["teams"]),
        "line": at.line,
        "ball": called_as.spot(at.line),
        "down": at.down,
        "to_go": at.marker - at.line,
        "quarter": at.quarter,
        "score": list(at.score),
        "flags": list(at.flags),
        "time_outs": list(at.time_outs),
        "cards": at.cards,
        "deck": deck_left(config, at),
        "two_point": at.two_point,
    }


def summary_json(odds: PlayOdds) -> dict[str, Any]:
    """The measures of one play as data for JSON."""
    measures = {name: exact(getattr(odds, name)) for name in ("first_down", "touchdown", "turnover", "penalty", "lost")}
    means = {"mean_lines": exact(odds.mean_lines), "mean_points": exact(odds.mean_points)}
    matchup = {"winner": odds.winner, "base": odds.base} if odds.is_play and not odds.is_illegal else {}
    return {**matchup, **measures, **means, "left_open": exact(odds.spread.left)}


def odds_json(odds: PlayOdds) -> dict[str, Any]:
    """The measures and all outcomes of one play as data for JSON."""
    outcomes = [{"result": each.text, "lines": each.lines, **exact(each.p)} for each in odds.outcomes]
    winning = {"before": odds.winning_before, "after": odds.winning}
    return {**summary_json(odds), "winning": winning, "outcomes": outcomes}


def equilibrium_json(games: Sequence[Formation], defenses: Sequence[Choice]) -> list[dict[str, Any]]:
    """The game of each formation as data for JSON, starting with the offense's best formation."""
    return [
        {
            "formation": called_as.CLASSES[game.formation],
            "value": game.found.value,
            "gap": game.found.gap,
            "calls": {call.name: p for call, p in zip(game.calls, game.found.rows, strict=True)},
            "defenses": {each.name: p for each, p in zip(defenses, game.found.columns, strict=True)},
            "dominated_calls": [game.calls[each.choice].name for each in game.worse_calls],
            "dominated_defenses": [defenses[each.choice].name for each in game.worse_defenses],
            "payoff": game.payoff,
        }
        for game in games
    ]
