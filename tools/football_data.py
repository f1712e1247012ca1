"""Writes a fit into football's data files as text. Attested data stay; of the comments, only those on plays change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.football_character import HIGH, kind_of

DATA = Path(__file__).parents[1] / "src" / "breakaway" / "games" / "football" / "data"
TWELFTHS = 12
EVENTS = (
    "+3",
    "+2",
    "+1",
    "-1",
    "-2",
    "-3",
    "turnover at -1",
    "turnover",
    "turnover return",
    "incomplete",
    "touchdown",
)
PLAY = re.compile(r'"([A-Z][A-Za-z ]+) (\d+)((?: min| low)*)"')
LEAST = {  # the lowest strength that a fit leaves a play, so that people recognize it
    "Inside Run": 1,
    "Draw": 1,
    "Outside Run": 2,
    "Counter": 2,
    "Screen": 3,
    "Slant": 2,
    "Short": 2,
    "Medium": 4,
    "Play Action": 4,
    "Long": 6,
}
CALL = re.compile(r'"((?:[^":\n]+: )?)([A-Z2][A-Za-z ]+) (\d+)-(\d+)"')
CARD = re.compile(
    r'\{ title = "(?P<title>[^"]+)", side = "(?P<side>\w+)", card = "(?P<kind>run|pass) (?P<event>[^,]+), '
    r'd (?P<d>[^,]+), o (?P<o>[^,]+), fg (?P<fg>\w+), punt (?P<punt>\w+)"(?P<rest>[^}]*)\}'
)
STANDS = {  # attested data of teams, which no fit touches: plays by their place, calls by their text
    "fire": ({"11b"}, {"Zone 0-5", "Tight Run 2-2", "Press 0-5", "Blitz 0-5", "Man to Man 1-4", "2 Man Under 0-4"}),
}


@dataclass
class Fit:
    """The values that a search may change. A shift says how many twelfths of a team's numbers go up or down by one."""

    corners: dict[str, int] = field(default_factory=dict)  # how many free cards have each offense corner
    defense_corners: dict[str, int] = field(default_factory=dict)
    punts: dict[str, int] = field(default_factory=dict)
    run: dict[str, int] = field(default_factory=dict)  # events of run cards
    passing: dict[str, int] = field(default_factory=dict)
    shifts: dict[str, dict[str, int]] = field(default_factory=dict)  # team -> run, pass, run defense, pass defense
    singles: dict[str, dict[str, int]] = field(default_factory=dict)  # team -> a play such as 3b -> how far it moves
    fourth: dict[str, list[int]] = field(default_factory=dict)  # team -> targets by milestone


@dataclass
class Titles:
    """Titles of cards by kind and event, for a deck whose events change."""

    of: dict[tuple[str, str], list[tuple[str, str]]]

    def take(self, kind: str, event: str) -> tuple[str, str]:
        """The next title for this kind and event, and the side that it is about. Raises KeyError if none is left."""
        for key in (event, "+" if event.startswith("+") else "-" if event.startswith("-") else "turnover"):
            if self.of.get((kind, key)):
                return self.of[kind, key].pop(0)
        raise KeyError(f"no title is left for {kind} {event}")


def is_free(card: re.Match[str]) -> bool:
    """Whether a Game Day card is ours."""
    return "printed" not in card["rest"]


def read_fit(texts: dict[str, str], teams: tuple[str, ...]) -> Fit:
    """The fit that the files have now, without any shift."""
    fit = Fit()
    for card in filter(is_free, CARD.finditer(texts["deck"])):
        for counts, value in ((fit.corners, card["o"]), (fit.defense_corners, card["d"]), (fit.punts, card["punt"])):
            if value != "blocked":
                counts[value] = counts.get(value, 0) + 1
        events = fit.run if card["kind"] == "run" else fit.passing
        events[card["event"]] = events.get(card["event"], 0) + 1
    for team in teams:
        fit.shifts[team] = dict.fromkeys(("run", "pass", "run defense", "pass defense"), 0)
        fit.singles[team] = {}
        fit.fourth[team] = [
            int(n) for n in re.findall(r"^(?:own_20|midfield|their_20|goal) = (\d+)", texts[team], re.M)
        ]
    return fit


def spread(counts: dict[str, int], step: int) -> Iterator[str]:
    """Every value as many times as `counts` says, mixed by taking every `step`-th of those that are left."""
    values = [value for value, count in counts.items() for _ in range(count)]
    at = 0
    for _ in range(len(values)):
        at = (at + step) % len(values)
        yield values.pop(at)


def fitted_deck(text: str, fit: Fit, titles: Titles) -> str:
    """deck.toml with the corners, punts and events of a fit; printed cards and all field goal values stay."""
    corners, defense = spread(fit.corners, 17), spread(fit.defense_corners, 23)
    punts = spread(fit.punts, 11)
    events = {
        "run": iter([event for event, count in ordered(fit.run) for _ in range(count)]),
        "pass": iter([event for event, count in ordered(fit.passing) for _ in range(count)]),
    }

    def write(card: re.Match[str]) -> str:
        if not is_free(card):
            return card[0]
        event = next(events[card["kind"]])
        title, side = titles.take(card["kind"], event)
        punt = "blocked" if card["punt"] == "blocked" else next(punts)
        values = f"d {next(defense)}, o {next(corners)}, fg {card['fg']}, punt {punt}"
        return f'{{ title = "{title}", side = "{side}", card = "{card["kind"]} {event}, {values}"{card["rest"]}}}'

    return CARD.sub(write, text)


def ordered(events: dict[str, int]) -> list[tuple[str, int]]:
    """The events from best to worst for the offense."""
    return sorted(events.items(), key=lambda each: EVENTS.index(each[0]))


def moves(i: int, shift: int) -> int:
    """The amount by which the i-th number moves. A shift of 5 moves five of twelve numbers by one, evenly spread.

    A shift of 17 moves all of them by one, and five of them by one more.
    """
    whole, rest = divmod(abs(shift), TWELFTHS)
    by = whole + (i * 7 % TWELFTHS < rest)
    return by if shift > 0 else -by


def fitted_team(team: str, text: str, shift: dict[str, int], singles: dict[str, int], fourth: list[int]) -> str:
    """A team's file with its strengths moved and its fourth-down targets replaced.

    Comments that name plays change with them.
    """
    plays, calls = STANDS.get(team, (set(), set()))
    head, offense, rest = cut(text, "offense = [", "\n]")
    strengths: dict[str, str] = {}

    def move(found: re.Match[str], place: str) -> int:
        return int(found[2]) if place in plays else moved_play(found, place, shift, singles)

    cards = [fitted_card(n, line, move, strengths) for n, line in enumerate(offense.strip("\n").split("\n"), 1)]
    rest = shifted_calls(rest, shift, calls)
    rest = re.sub(r'(= "(\d+[ab])" +# )[A-Z][A-Za-z ]+ \d+', lambda m: m[1] + strengths[m[2]], rest)
    for name, target in zip(("own_20", "midfield", "their_20", "goal"), fourth, strict=True):
        rest = re.sub(rf"^{name} = \d+", f"{name} = {target}", rest, flags=re.M)
    return head + "\n" + "\n".join(cards) + rest


def fitted_card(number: int, line: str, move: Callable[[re.Match[str], str], int], strengths: dict[str, str]) -> str:
    """The line of an offense card with its plays moved. Notes the plays in `strengths` by their place."""
    sides = iter("ab")

    def write(found: re.Match[str]) -> str:
        place = f"{number}{next(sides)}"
        new = move(found, place)
        strengths[place] = f"{found[1]} {new}"
        return f'"{found[1]} {new}{found[3]}"'

    return PLAY.sub(write, line)


def moved_play(found: re.Match[str], place: str, shift: dict[str, int], singles: dict[str, int]) -> int:
    """A play's strength after the moves.

    A high value stays high, and no other value becomes high, because the number of high values is part of the team's
    character.
    """
    strength, kind = int(found[2]), kind_of(found[1])
    i = 2 * int(place[:-1]) + "ab".index(place[-1])
    new = max(LEAST.get(found[1], 1), strength + moves(i, shift[kind]) + singles.get(place, 0))
    return max(new, HIGH[kind]) if strength >= HIGH[kind] else min(new, HIGH[kind] - 1)


def shifted_calls(text: str, shift: dict[str, int], stands: set[str]) -> str:
    """The text with the defense's calls moved. The same call moves the same way on cards and on the sheet."""
    order: dict[str, int] = {}

    def write(found: re.Match[str]) -> str:
        call = f"{found[2]} {found[3]}-{found[4]}"
        i = order.setdefault(call, len(order))
        if call in stands:
            return found[0]
        run = max(0, int(found[3]) + moves(i, shift["run defense"]))
        passing = max(0, int(found[4]) + moves(i, shift["pass defense"]))
        return f'"{found[1]}{found[2]} {run}-{0 if found[2] == "Goal Line" else passing}"'

    return CALL.sub(write, text)


def cut(text: str, begin: str, end: str) -> tuple[str, str, str]:
    """The text in three parts: up to and including `begin`, from there to `end`, and the rest."""
    at = text.index(begin) + len(begin)
    to = text.index(end, at)
    return text[:at], text[at:to], text[to:]


def read_texts(names: tuple[str, ...]) -> dict[str, str]:
    """The texts of the deck's file and of these teams' files."""
    return {name: path_of(name).read_text(encoding="utf-8") for name in ("deck", *names)}


def path_of(name: str) -> Path:
    """The path of a team's file, or of the deck's."""
    return DATA / "deck.toml" if name == "deck" else DATA / "teams" / f"{name}.toml"
