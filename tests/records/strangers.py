"""Records and forgeries by somebody who has only docs/record.md. Nothing here uses the program itself.

The records are a match of the toy game of docs/record-example.match. A forger takes a record, changes something by
chance, makes hashes and seals fit as well as he can, and presents the result in one of `WAYS`.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Line = dict[str, Any]
Lines = list[Line]
WORD = 2**64
OWN = Ed25519PrivateKey.from_private_bytes(b"the key of a stranger, 32 bytes.")
OWN_KEY = OWN.public_key().public_bytes_raw().hex()
TOTALS = {"even": 6, "fate": 81, "weighted": 4}
KEPT, SEALED, STRIPPED, SIGNED, WEAKLY = "kept", "sealed anew", "signature stripped", "own signature", "weak key"
WAYS = (KEPT, SEALED, STRIPPED, SIGNED, WEAKLY)


# --- hashes, seals, signatures


def canonical(value: Any) -> bytes:
    """The canonical form of a JSON value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def short(value: Any) -> str:
    """The hash of a state or of a book."""
    return hashlib.sha256(canonical(value)).hexdigest()[:32]


def sealed(lines: Lines) -> Lines:
    """The lines with seals that fit."""
    made, seal = [], ""
    for line in lines:
        rest = {name: value for name, value in line.items() if name != "seal"}
        seal = hashlib.sha256(seal.encode() + canonical(rest)).hexdigest()[:32]
        made.append({**rest, "seal": seal})
    return made


def signed(lines: Lines, line: Line, key: Ed25519PrivateKey | None = OWN) -> Lines:
    """The lines with a signature. Without a key, it is one that anybody can make: the key is the point of order 1."""
    point = "01" + "00" * 31
    said = {"kind": "signature", **line, "key": key.public_key().public_bytes_raw().hex() if key else point}
    whole = b"".join(canonical(each) + b"\n" for each in lines)
    message = b"Breakaway record\n" + hashlib.sha256(whole).digest() + canonical(said)
    said["signature"] = key.sign(message).hex() if key else point + "00" * 32
    return sealed([*lines, said])


def text_of(lines: Lines) -> str:
    """The lines as a file."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


# --- a whole match of the toy game, with hash chains


def draws(secret: bytes, shares: list[str], step: int) -> Iterator[int]:
    """The numbers u of a step."""
    parts = b"".join(len(each.encode()).to_bytes(4, "big") + each.encode() for each in shares)
    s = int.from_bytes(hmac.digest(secret, parts + step.to_bytes(8, "big"), "sha256")[:8], "big")
    while True:
        s = (s + 0x9E3779B97F4A7C15) % WORD
        z = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
        yield (z ^ (z >> 31)) >> 32


ROLLS = sorted(([p // 27 - 1, p // 9 % 3 - 1, p // 3 % 3 - 1, p % 3 - 1] for p in range(81)), key=sum)
SUMS = [sum(sum(roll) == outcome - 4 for roll in ROLLS) for outcome in range(9)]


def drawn(u: int, step: int, how: str) -> tuple[int, list[Any]]:
    """The outcome of a number u, and its row in `draws`."""
    unit = u * TOTALS[how] >> 32
    if how == "even":
        return unit, [step, how, "die", 6, unit, 1, 6]
    if how == "weighted":
        outcome = 0 if unit < 3 else 2
        return outcome, [step, how, "card", 3, 0 if unit < 3 else 3, 3 if unit < 3 else 1, 4]
    outcome = sum(ROLLS[unit]) + 4
    return outcome, [step, how, "fate dice", 9, sum(SUMS[:outcome]), SUMS[outcome], 81, ROLLS[unit]]


def match(turns: int, typed: bool = False) -> Lines:
    """A match in which both seats roll in every turn. If it is `typed`, every die shows a six."""
    secret, book = b"a secret that nobody else knows.", {"turns": turns, "sides": 6}
    chains = [[hashlib.sha256(bytes([seat])).hexdigest()] for seat in (0, 1)]
    for chain in chains:
        while len(chain) < 60:
            chain.append(hashlib.sha256(bytes.fromhex(chain[-1])).hexdigest())
    state: Line = {"turn": 0, "who": 0, "rolling": 0, "over": 0, "score": [0, 0]}
    people = ["A stranger", "Nobody"]
    head = {
        "kind": "match",
        "format": 1,
        "game": "dice",
        "edition": "1",
        "options": book,
        "names": {"teams": people},
        "seats": [{"name": name, "by": "human"} for name in people],
        "book": book,
        "book_hash": short(book),
        "chance": "typed" if typed else "sampled",
        "commitment": hashlib.sha256(secret).hexdigest(),
        "salts": [],
        "state": state,
        "hash": short(state),
    }
    lines, step = [head], 0
    for seat in (0, 1):
        lines.append({"kind": "anchor", "seat": seat, "anchor": chains[seat].pop()})
    for turn in range(turns):
        links = {str(seat): chains[seat].pop() for seat in (0, 1)}
        shares, who, score, chance, rows = [links["0"], links["1"]], turn % 2, list(state["score"]), [], []
        for i, how in enumerate(("even", "fate", "weighted"), 1):
            number = next(draws(secret, shares, step + i))
            outcome, row = drawn(2**32 - 1 if typed else number, step + i, how)
            chance.append(outcome)
            rows.append(row[:7] if typed else row)
            score[who] += outcome + {"even": 1, "fate": -4, "weighted": 0}[how]
            if how == "even" and outcome < 5:
                break
        changes = {"turn": turn + 1, "who": 1 - who, "score": score} | ({"over": 1} if turn + 1 == turns else {})
        state = {**state, **changes}
        changes = {name: value for name, value in state.items() if name in changes}
        steps = 1 + len(chance)
        orders: dict[str, list[int]] = {"0": [1], "1": [1]}
        given = {"orders": orders, "chance": chance, "draws": rows, "links": links, "steps": steps}
        lines.append({"kind": "turn", "n": turn + 1, **given, "changes": changes, "hash": short(state)})
        step += steps
    score = state["score"]
    rank = [1 if score[seat] >= score[1 - seat] else 2 for seat in (0, 1)]
    end = {"why": "T-4", "score": score, "rank": rank, "secret": None if typed else secret.hex(), "instructions": {}}
    return sealed([*lines, {"kind": "end", **end}])


def vouched(lines: Lines) -> Line:
    """What a server says in its signature."""
    return {"server": "https://stranger.example/", "players": lines[0]["seats"]}


def invented(book: Line) -> Lines:
    """A public record of a match of football in which nothing but the score was ever told: 99 to 0."""
    state = {"score": [99, 0]}
    head = {
        "kind": "match",
        "format": 1,
        "game": "football",
        "edition": "1",
        "options": {},
        "names": {},
        "public": True,
        "seats": [{"name": "Mallory"}, {"name": "Nobody"}],
        "book": book,
        "book_hash": short(book),
        "chance": "sampled",
        "commitment": "0" * 64,
        "salts": [],
        "state": state,
        "hash": short(state),
    }
    end = {"kind": "end", "why": "BF-171", "score": [99, 0], "rank": [1, 2], "secret": None, "instructions": {}}
    return sealed([head, end])


# --- forgeries


def rehashed(lines: Lines) -> Lines:
    """The lines. Makes all states' hashes and all numbers n fit, as far as the lines allow it."""
    state: Line = {}
    stands: list[Line] = []
    for line in lines:
        kind, changes = line.get("kind"), line.get("changes")
        if kind in ("match", "edition") and isinstance(line.get("state"), dict):
            state = line["state"]
        elif kind in ("turn", "decree") and isinstance(changes, dict):
            stands.append(state)
            state = {**state, **changes}
        elif kind == "undo" and stands:
            state = stands.pop()
        if kind == "turn":
            line["n"] = len(stands)
        if "hash" in line:
            line["hash"] = short(state)
        if "book_hash" in line:
            line["book_hash"] = short(line.get("book"))
    return lines


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all parts of a JSON value."""
    each = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in each:
        yield (*path, name)
        yield from places(part, (*path, name))


def other(value: Any, rng: random.Random) -> Any:
    """Another value in place of this one, often of the same kind."""
    if rng.random() < 0.15:
        return rng.choice([None, [], {}, 0, -1, "", True, 2**31, "\ud800", [[]], {"0": None}])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 1, 2**20])
    if isinstance(value, str):
        return rng.choice([value[:-1], value.upper(), value + "0", value.translate({48: "1", 49: "2", 97: "b"})])
    if isinstance(value, list):
        return rng.choice([value[:-1], value + value[-1:], value[::-1]])
    return {**value, "more": 1} if isinstance(value, dict) else 0


def change(lines: Lines, rng: random.Random) -> None:
    """Changes a record in place: one value, one field or one line."""
    at = rng.randrange(len(lines))
    way = rng.choice(["value"] * 6 + ["remove", "add", "option", "drop", "twice", "swap"])
    if way == "option" and isinstance(lines[0].get("options"), dict):
        named = rng.choice([*lines[0]["options"], "wizards", "lesson", "cap", "flags", "touchback", "teams"])
        lines[0]["options"][named] = rng.choice([True, False, 0, 1, 2, -1, 99, "", "book", "none", None, [], {}])
        if rng.random() < 0.5 and isinstance(lines[0].get("book"), dict):
            lines[0]["book"][named] = lines[0]["options"][named]
    elif way in ("drop", "option"):
        del lines[at]
    elif way == "twice":
        lines.insert(at, copy.deepcopy(lines[at]))
    elif way == "swap":
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
    elif way == "add":
        lines[at][rng.choice(["note", "by", "seeded", "public", "version", "answered", "draws", "links"])] = rng.choice(
            [1, True, None, "x", {}, []]
        )
    else:
        *path, last = rng.choice([each for each in places(lines[at]) if each[0] != "seal"])
        holder: Any = lines[at]
        for name in path:
            holder = holder[name]
        if way == "remove":
            del holder[last]
        else:
            holder[last] = other(holder[last], rng)


def forgery(lines: Lines, rng: random.Random) -> tuple[str, str]:
    """A changed record, and the way in which it is presented. `lines` end with the signature of a true server."""
    *whole, true = lines
    way, is_careful = rng.choice(WAYS), rng.random() < 0.8
    made = copy.deepcopy(whole)
    while canonical(made) == canonical(whole):
        change(made, rng)
        if way != KEPT:
            made = sealed(rehashed(made) if is_careful else made)
    if way == KEPT:
        return text_of([*made, true]), way
    if way in (SEALED, STRIPPED):
        return text_of(sealed([*made, true]) if way == SEALED else made), way
    return text_of(signed(made, vouched(whole), OWN if way == SIGNED else None)), way
