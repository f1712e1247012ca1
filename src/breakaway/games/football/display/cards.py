"""Cards in plain text, by formation: each offense card with both plays, each defense card with its calls.

    Shotgun (pass heavy)
    [11a R Draw 3    b P Short 4*] [12a P Slant 4   b P Long 8? ]

R stands for a run and P for a pass. On a terminal with colors, runs are also orange and passes blue. `*` stands for the
printed mark of a minimum gain, `?` for the mark of a low-percentage pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from breakaway.core.game import Names
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import NONE, RUN
from breakaway.games.football.text import names as called

RUN_STYLE, PASS_STYLE, PLAIN = "\x1b[38;5;208m", "\x1b[38;5;39m", "\x1b[0m"
LETTERS = {RUN: "R"}


def offense_cards(
    config: FootballConfig, names: Names, seat: int, cards: Iterable[int], width: int = 80, color: bool = False
) -> str:
    """Offense cards under their formations, in rows of at most `width` characters. `color` adds color codes."""
    cards = list(cards)
    sides = {card: [_play(config, names, seat, 2 * card + i) for i in (0, 1)] for card in cards}
    wide = [max((len(text[i][1]) for text in sides.values()), default=0) for i in (0, 1)]
    rows: list[str] = []
    for kind in sorted({config.card_formation[seat][card] for card in cards}):
        rows.append(called.formation(names, seat, kind))
        own = [card for card in cards if config.card_formation[seat][card] == kind]
        drawn = [_offense_card(card, sides[card], wide, color) for card in own]
        rows += _in_rows(drawn, 12 + sum(wide), width)
    return "\n".join(rows)


def _play(config: FootballConfig, names: Names, seat: int, code: int) -> tuple[int, str]:
    """The kind of a play, and the text that its card prints."""
    text = called.play(names, seat, code).partition(", ")[2]
    if not text:
        text = f"{called.play_type(names, config.play_type[seat][code])} {config.play_strength[seat][code]}"
    return config.type_kind[config.play_type[seat][code]], text.replace(" low", "?").replace(" min", "*")


def _offense_card(card: int, sides: Sequence[tuple[int, str]], wide: Sequence[int], color: bool) -> str:
    parts = []
    for i, (kind, text) in enumerate(sides):
        part = f"{'ab'[i]} {LETTERS.get(kind, 'P')} {text:<{wide[i]}}"
        style = RUN_STYLE if kind == RUN else PASS_STYLE
        parts.append(f"{style}{part}{PLAIN}" if color else part)
    return f"[{card + 1:>2}{parts[0]} {parts[1]}]"


def defense_cards(config: FootballConfig, names: Names, seat: int, width: int = 80) -> str:
    """All cards of a defense under their formations, in rows of at most `width` characters."""
    cards = range(config.defenses[seat])
    sides = {card: [_call(config, names, seat, 2 * card + i) for i in (0, 1)] for card in cards}
    wide = [max((len(text[i]) for text in sides.values()), default=0) for i in (0, 1)]
    rows: list[str] = []
    for kind in dict.fromkeys(config.defense_formation[seat][card] for card in cards):
        rows.append(called.defense_formation(names, kind))
        own = [card for card in cards if config.defense_formation[seat][card] == kind]
        drawn = [f"[{card + 1:>2}{sides[card][0]:<{wide[0]}} {sides[card][1]:<{wide[1]}}]" for card in own]
        rows += _in_rows(drawn, 5 + sum(wide), width)
    return "\n".join(rows)


def _call(config: FootballConfig, names: Names, seat: int, code: int) -> str:
    """A call with its strengths against runs and passes: `a Zone 0-5`. Empty if the card has no such call."""
    kind = config.call_type[seat][code]
    if kind == NONE:
        return ""
    text = f"{called.defense_type(names, kind)} {config.call_run[seat][code]}-{config.call_pass[seat][code]}"
    return f"{'ab'[code % 2]} {text}"


def offense_by_line(
    config: FootballConfig, names: Names, seat: int, cards: Iterable[int]
) -> list[tuple[str, list[str]]]:
    """Offense cards without columns, for small screens: each formation with its cards as `1a R Draw 3 b P Short 4*`."""
    found: dict[int, list[str]] = {}
    for card in cards:
        sides = [_play(config, names, seat, 2 * card + i) for i in (0, 1)]
        said = [f"{'ab'[i]} {LETTERS.get(kind, 'P')} {text}" for i, (kind, text) in enumerate(sides)]
        found.setdefault(config.card_formation[seat][card], []).append(f"{card + 1}{' '.join(said)}")
    return [(called.formation(names, seat, kind).partition(" (")[0], found[kind]) for kind in sorted(found)]


def defense_by_line(config: FootballConfig, names: Names, seat: int) -> list[tuple[str, list[str]]]:
    """Defense cards without columns, for small screens: each formation with its cards."""
    found: dict[int, list[str]] = {}
    for card in range(config.defenses[seat]):
        said = f"{card + 1}{_call(config, names, seat, 2 * card)} {_call(config, names, seat, 2 * card + 1)}".rstrip()
        found.setdefault(config.defense_formation[seat][card], []).append(said)
    return [(called.defense_formation(names, kind), cards) for kind, cards in found.items()]


def _in_rows(drawn: Sequence[str], wide: int, width: int) -> list[str]:
    """Puts the cards into rows, with as many side by side as fit."""
    count = max(1, (width + 1) // (wide + 1))
    return [" ".join(drawn[i : i + count]) for i in range(0, len(drawn), count)]
