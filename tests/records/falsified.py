"""Falsified records: short signed matches of four games, changed in every way that somebody might try.

Each forgery names who must find it without the signature: `FORM` says both verifiers, `RULES` says Python, which knows
the rules, and `FREE` says nobody can, as a whole new match could look like this. With the true signature kept, both
must find every one of them.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from breakaway.core.chance import Chain
from breakaway.core.game import Game
from breakaway.games.manifest import find
from breakaway.records.entries import Line
from breakaway.records.match import Match
from breakaway.records.verify import public_key, sign
from tests.club.starts import fate_match, football_match, race
from tests.core.dice import BOTH, ROLL, new_dice
from tests.core.races import random_order
from tests.records.falsified_edits import FORM, Lines, Unfit, flip, rehash, reseal
from tests.records.falsified_links import EDITS

TRUE, FORGER = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (7, 8))
TRUE_KEY, FORGER_KEY = public_key(TRUE), public_key(FORGER)
SERVER = "https://table.example/"
KEPT, SEALED, STRIPPED, OWN = "seals kept", "sealed anew", "signature stripped", "signed by the forger"
WAYS = (KEPT, SEALED, STRIPPED, OWN)
COUNT = 500


@dataclass(frozen=True)
class Forgery:
    """A falsified record. `way` is one of WAYS; `finder` says who must find it without the true signature."""

    name: str
    match: str
    way: str
    finder: str
    text: str

    def __str__(self) -> str:
        return f"{self.match}: {self.name} ({self.way})"


# --- the matches


def play(match: Match[Any, Any], turns: int, seed: int) -> Lines:
    """Plays so many turns with a chain for each seat, the second of which loses a link. Then a seat resigns."""
    chains = [Chain(f"{seed + seat:064x}", length=200) for seat in range(len(match.record.header["seats"]))]
    for seat, chain in enumerate(chains):
        match.anchor(seat, chain.anchor)
    shown = [chain.anchor for chain in chains]
    for turn in range(turns):
        if match.is_over():
            break
        for seat in match.choosers():
            order = [ROLL] if match.game is BOTH else random_order(match, seat, seed * 1000 + turn * 12 + seat)
            link = "" if (turn, seat) == (2, 1) else chains[seat].next(shown[seat])
            match.choose(seat, order, link=link)
            shown[seat] = link or shown[seat]
        match.resolve()
    if not match.is_over():
        match.resign(1)
    return match.record.lines


@cache
def matches() -> dict[str, Lines]:
    """The lines of the true matches, without their signatures."""
    dice = new_dice(game=BOTH, turns=12, secret=bytes(range(32)), salts=())
    secret = b"the secret of all that is false."
    return {
        "dice": play(dice, 40, 5),
        "football": play(Match.new(find("football"), football_match(secret=secret)), 10, 6),
        "fate": play(Match.new(find("fate"), fate_match(secret=secret)), 10, 7),
        "cycling": play(Match.new(find("cycling"), race(by=("human", "human"), secret=secret)), 40, 8),
    }


def game_of(name: str) -> Game[Any, Any]:
    """The rules of a match."""
    return BOTH if name == "dice" else find(name)


def players_of(lines: Lines) -> list[dict[str, str]]:
    """Who played, as the server signs it."""
    return [{"name": seat["name"], "by": "human"} for seat in lines[0]["seats"]]


def text_of(lines: Lines) -> str:
    """The lines as a file."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def true_text(name: str) -> str:
    """The signed record of a match."""
    lines = matches()[name]
    return text_of([*lines, sign(lines, TRUE, SERVER, players_of(lines))])


# --- what a forger does to text, to signatures, and all of it

TEXTS: dict[str, tuple[Callable[[str], str], str]] = {
    "cut in the middle of a line": (lambda text: text[:-30], FORM),
    "the last line feed gone": (lambda text: text[:-1], FORM),
    "a key that comes twice": (lambda text: text.replace('"score":', '"score":[99,0],"score":', 1), FORM),
    "a kind that comes twice": (lambda text: text.replace('"kind":"end"', '"kind":"undo","kind":"end"'), FORM),
    "a byte order mark": (lambda text: "\ufeff" + text, FORM),
    "half a character": (lambda text: text.replace('"names":{', '"names":{"\\ud800":1,', 1), FORM),
    "a fraction": (lambda text: text.replace('"format":1', '"format":1.0', 1), FORM),
    "an exponent": (lambda text: text.replace('"format":1', '"format":1e0', 1), FORM),
    "digits of another script": (lambda text: text.replace('"format":1', '"format":\uff11', 1), FORM),
    "an empty line": (lambda text: text.replace("\n", "\n\n", 1), FORM),
    "something behind an object": (lambda text: text.replace("}\n", "}{}\n", 1), FORM),
    "another first line before it": (lambda text: text.partition("\n")[0] + "\n" + text, FORM),
    "too deep": (lambda text: text.replace('"names":{', '"names":{"deep":' + "[" * 60 + "]" * 60 + ",", 1), FORM),
    "not a number": (lambda text: text.replace('"format":1', '"format":NaN', 1), FORM),
    "nothing": (lambda text: "", FORM),
}
POINT = "01" + "00" * 31  # the point of order 1: this signature is valid for any message, for OpenSSL
ANYBODY = {"key": POINT, "signature": POINT + "00" * 32}
SIGNATURES: dict[str, Callable[[Lines, Line], Lines]] = {
    "another server": lambda lines, line: [*lines, {**line, "server": "https://evil.example/"}],
    "other players": lambda lines, line: [*lines, {**line, "players": [{"name": "Mallory", "by": "human"}] * 2}],
    "another key": lambda lines, line: [*lines, {**line, "key": FORGER_KEY}],
    "another signature": lambda lines, line: [*lines, {**line, "signature": flip(line["signature"])}],
    "a signature in capital letters": lambda lines, line: [*lines, {**line, "signature": line["signature"].upper()}],
    "a signature with a note": lambda lines, line: [*lines, {**line, "note": "I was here"}],
    "a key that anybody can sign with": lambda lines, line: [*lines, {**line, **ANYBODY}],
    "a signature of zeros": lambda lines, line: [*lines, {**line, "signature": "0" * 128}],
    "the signature in the middle": lambda lines, line: [*lines[:-1], line, lines[-1]],
    "two signatures": lambda lines, line: [*lines, line, line],
}


def presented(lines: Lines, way: str, true: Line) -> str:
    """The changed lines as the forger presents them, `true` is the true signature's line."""
    if way == KEPT:
        return text_of([*lines, true])
    sealed = reseal(lines)
    if way == STRIPPED:
        return text_of(sealed)
    own = sign(sealed, FORGER, SERVER, players_of(matches()["dice"]))
    return text_of([*sealed, own] if way == OWN else reseal([*sealed, true]))


def _of_lines(match: str, name: str, way: str) -> Forgery | None:
    edit, finder, rehashed = EDITS[name]
    lines = matches()[match]
    made = copy.deepcopy(lines)
    try:
        edit(made, random.Random(f"{match} {name} {way}"))
    except Unfit:
        return None
    if rehashed:
        rehash(made)
    true = sign(lines, TRUE, SERVER, players_of(lines))
    return Forgery(name, match, way, finder, presented(made, way, true)) if made != lines else None


def _of_text(match: str, name: str, way: str) -> Forgery | None:
    change, finder = TEXTS[name]
    text = true_text(match) if way == KEPT else text_of(matches()[match])
    return Forgery(name, match, way, finder, change(text)) if way in (KEPT, STRIPPED) else None


def _of_signature(match: str, name: str, way: str) -> Forgery | None:
    lines = matches()[match]
    made = SIGNATURES[name](lines, sign(lines, TRUE, SERVER, players_of(lines)))
    return (
        Forgery(name, match, way, FORM, text_of(reseal(made) if way == SEALED else made))
        if way in (KEPT, SEALED)
        else None
    )


def corpus() -> Iterator[Forgery]:
    """The forgeries, in an order by chance, so that the first of them are a fair sample."""
    made = ((EDITS, _of_lines), (TEXTS, _of_text), (SIGNATURES, _of_signature))
    plan = [(make, *each) for names, make in made for each in product(matches(), names, WAYS)]  # type: ignore[call-overload]
    random.Random("falsified").shuffle(plan)
    return (forgery for make, match, name, way in plan if (forgery := make(match, name, way)))
