"""What a forger does to the lines of a record. `EDITS` has all changes, and who must find each without a signature."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from breakaway.core.state import digest_json
from breakaway.records.entries import Line
from breakaway.records.record_file import chained_onto

FORM, RULES, FREE = "form", "rules", "free"  # who must find it without a signature: both, Python, nobody
Lines = list[Line]
Random = random.Random


class Unfit(Exception):
    """This match has nothing that such a forgery could change."""


def turns_of(lines: Lines) -> Lines:
    """The turns of a record."""
    return [line for line in lines if line["kind"] == "turn"]


def a_turn(lines: Lines, rng: Random, drawn: int = 0) -> Line:
    """Some turn in which seats were asked, and which drew at least so many outcomes."""
    found = [line for line in turns_of(lines) if line["orders"] and len(line["chance"]) >= drawn]
    if not found:
        raise Unfit
    return rng.choice(found)


def a_draw(lines: Lines, rng: Random, *kinds: str) -> list[Any]:
    """Some draw of one of these kinds (any, if none is named)."""
    found = [row for line in turns_of(lines) for row in line.get("draws") or [] if row[1] in kinds or not kinds]
    if not found:
        raise Unfit
    return rng.choice(found)


def _of_draw(lines: Lines, row: list[Any]) -> tuple[Line, int]:
    """The turn of a draw, and its place there."""
    return next((line, i) for line in turns_of(lines) for i, each in enumerate(line.get("draws") or []) if each is row)


def where(lines: Lines, kind: str) -> int:
    """The place of the first line of a kind."""
    found = [i for i, line in enumerate(lines) if line["kind"] == kind]
    if not found:
        raise Unfit
    return found[0]


def rehash(lines: Lines) -> None:
    """Makes every state hash and every n fit the changes, as a careful forger does."""
    state: dict[str, Any] = {}
    stands: list[dict[str, Any]] = []
    for line in lines:
        if line["kind"] in ("match", "edition"):
            state = line["state"]
        elif line["kind"] in ("turn", "decree"):
            stands.append(state)
            state = {**state, **line["changes"]}
        elif line["kind"] == "undo" and stands:
            state = stands.pop()
        if line["kind"] == "turn":
            line["n"] = len(stands)
        if "hash" in line:
            line["hash"] = digest_json(state)


def reseal(lines: Lines) -> Lines:
    """The lines with seals that fit."""
    made: Lines = []
    for line in lines:
        made.append(chained_onto(made, {name: value for name, value in line.items() if name != "seal"}))
    return made


def flip(text: str, at: int = 0) -> str:
    """The text with one hexadecimal digit changed."""
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


Edit = Callable[[Lines, Random], None]
EDITS: dict[str, tuple[Edit, str, bool]] = {}  # by name: the change, who must find it, whether states are hashed anew


def forges(name: str, finder: str, rehashed: bool = False) -> Callable[[Edit], Edit]:
    """Registers a change of lines."""

    def add(edit: Edit) -> Edit:
        EDITS[name] = (edit, finder, rehashed)
        return edit

    return add


def sets(field: str, value: Callable[[Any], Any]) -> Edit:
    """Changes a field of the first line."""

    def edit(lines: Lines, rng: Random) -> None:
        lines[0][field] = value(lines[0].get(field))

    return edit


def ends(field: str, value: Callable[[Any], Any]) -> Edit:
    """Changes a field of the end."""

    def edit(lines: Lines, rng: Random) -> None:
        lines[where(lines, "end")][field] = value(lines[where(lines, "end")][field])

    return edit


def draws(place: int, value: Callable[[Any], Any]) -> Edit:
    """Changes one place of some draw."""

    def edit(lines: Lines, rng: Random) -> None:
        row = a_draw(lines, rng)
        row[place] = value(row[place])

    return edit


def inserts(line: Line) -> Edit:
    """Adds a line behind the third turn."""

    def edit(lines: Lines, rng: Random) -> None:
        lines.insert(lines.index(turns_of(lines)[2]) + 1, copy.deepcopy(line))

    return edit


def _seat(field: str, value: str) -> Edit:
    return sets("seats", lambda seats: [{**seats[0], field: value}, *seats[1:]])


FIRST: dict[str, tuple[Edit, str]] = {
    "a team is called otherwise": (sets("names", lambda names: {**names, "teams": ["Fake", "Also fake"]}), FREE),
    "a player is called otherwise": (_seat("name", "Mallory"), FREE),
    "a name with a letter that looks the same": (_seat("name", "\u0410da"), FREE),
    "a name with an invisible character": (_seat("name", "A\u200bda"), FREE),
    "a person is a coach": (_seat("by", "random"), FREE),
    "another option": (sets("options", lambda options: {**options, "forged": 1}), FREE),
    "a lesson": (sets("options", lambda options: {**options, "lesson": "first"}), FORM),
    "no seats": (sets("seats", lambda seats: []), FORM),
    "one more seat": (sets("seats", lambda seats: [*seats, {"name": "Mallory", "by": "human"}]), RULES),
    "a public flag that is no flag": (sets("public", lambda public: 1), FORM),
    "a number beyond 2^53": (sets("options", lambda options: {**options, "big": 2**53 + 1}), FORM),
    "another game": (sets("game", lambda game: "chess"), RULES),
    "an edition that never was": (sets("edition", lambda edition: "0"), RULES),
    "another format": (sets("format", lambda number: 2), FORM),
    "the book changed, but not its hash": (sets("book", lambda book: {**book, "forged": 1}), FORM),
    "typed instead of drawn": (sets("chance", lambda chance: "typed"), FREE),
    "neither typed nor drawn": (sets("chance", lambda chance: ""), FORM),
    "another commitment": (sets("commitment", flip), FORM),
    "a seed that nobody chose": (sets("seeded", lambda seeded: True), FREE),
    "another version of the program": (sets("version", lambda version: "99.0"), FREE),
    "a version that is no text": (sets("version", lambda version: 1), FORM),
    "a public record that is none": (sets("public", lambda public: True), FORM),
    "the first position, not hashed": (sets("state", lambda state: {**state, next(iter(state)): 3}), FORM),
    "another hash of the first position": (sets("hash", flip), FORM),
}
END: dict[str, tuple[Edit, str]] = {
    "another score": (ends("score", lambda score: [99, *score[1:]]), RULES),
    "another winner": (ends("rank", lambda rank: [3 - rank[0], 3 - rank[1], *rank[2:]]), RULES),
    "another reason": (ends("why", lambda why: "X-1"), RULES),
    "another secret": (ends("secret", flip), FORM),
    "instructions that nobody gave": (ends("instructions", lambda given: {"0": ["roll"]}), FREE),
}
DRAWS: dict[str, tuple[Edit, str]] = {
    "a draw of another step": (draws(0, lambda step: step + 1), RULES),
    "a draw of another kind": (draws(1, lambda how: "weighted" if how != "weighted" else "even"), RULES),
    "a draw of another die": (draws(2, lambda label: label + " "), RULES),
    "a die with one more side": (draws(3, lambda sides: sides + 1), RULES),
    "another low": (draws(4, lambda low: low + 1), RULES),
    "a weight of all": (draws(5, lambda weight: weight + 1), RULES),
    "another total": (draws(6, lambda total: total + 1), RULES),
}
INSERTED: dict[str, tuple[Line, str]] = {
    "an undo": ({"kind": "undo", "hash": ""}, FORM),
    "a resignation": ({"kind": "resign", "seat": 0, "hash": ""}, FORM),
    "a decree": ({"kind": "decree", "code": 0, "changes": {}, "hash": ""}, RULES),
    "an unknown kind": ({"kind": "bribe"}, FORM),
    "an end in the middle": (
        {"kind": "end", "why": "", "score": [], "rank": [], "secret": None, "instructions": {}},
        FORM,
    ),
    "a second first line": ({"kind": "match"}, FORM),
    "a strange anchor": ({"kind": "anchor", "seat": 9, "anchor": "0" * 64}, FORM),
}
for _name, (_edit, _finder) in {**FIRST, **END, **DRAWS}.items():
    forges(_name, _finder)(_edit)
for _name, (_line, _finder) in INSERTED.items():
    forges(f"{_name}, inserted", _finder)(inserts(_line))
    if "hash" in _line:
        forges(f"{_name}, inserted and hashed", FORM if "seat" in _line else RULES, rehashed=True)(inserts(_line))


@forges("a book with another hash", FREE)
def _book(lines: Lines, rng: Random) -> None:
    book = lines[0]["book"]
    name = rng.choice([name for name in book if type(book[name]) is int])
    book[name] += 1
    lines[0]["book_hash"] = digest_json(book)


@forges("an option that the book does not have", RULES)
def _option(lines: Lines, rng: Random) -> None:
    options = lines[0]["options"]
    switches = [name for name in options if type(options[name]) is bool]
    if not switches:
        raise Unfit
    name = rng.choice(switches)
    options[name] = not options[name]


@forges("one more salt", FORM)
def _salt(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng, drawn=1)
    lines[0]["salts"] = [*lines[0]["salts"], *["salt"] * 3]


@forges("another first position", RULES, rehashed=True)
def _start(lines: Lines, rng: Random) -> None:
    state = lines[0]["state"]
    name = rng.choice([name for name in state if type(state[name]) is int])
    state[name] += 1


@forges("false for 0 in the first position", RULES, rehashed=True)
def _bool(lines: Lines, rng: Random) -> None:
    state = lines[0]["state"]
    state[next(name for name in state if state[name] == 0 and type(state[name]) is int)] = False


@forges("another choice", FREE)
def _choice(lines: Lines, rng: Random) -> None:
    orders = a_turn(lines, rng)["orders"]
    codes = rng.choice([each for each in orders.values() if each] or [[]])
    if not codes:
        raise Unfit
    codes[0] = (codes[0] or 0) + 1


@forges("a choice that no rule allows", RULES)
def _illegal(lines: Lines, rng: Random) -> None:
    orders = a_turn(lines, rng)["orders"]
    orders[rng.choice(sorted(orders))] = [10**6]


@forges("a choice left out", FORM)
def _no_choice(lines: Lines, rng: Random) -> None:
    orders = a_turn(lines, rng)["orders"]
    orders.pop(rng.choice(sorted(orders)))


@forges("a choice of a seat that is none", FORM)
def _stranger(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["orders"]["9"] = [1]


@forges("another outcome", FORM)
def _outcome(lines: Lines, rng: Random) -> None:
    row = a_draw(lines, rng, "even", "fate")
    line, i = _of_draw(lines, row)
    line["chance"][i] = (line["chance"][i] + 1) % row[3]


@forges("another outcome of several weights", RULES)
def _outcome_weighted(lines: Lines, rng: Random) -> None:
    row = a_draw(lines, rng, "weighted")
    line, i = _of_draw(lines, row)
    line["chance"][i] = (line["chance"][i] + 1) % row[3]


@forges("another outcome, with its draw", FORM)
def _outcome_drawn(lines: Lines, rng: Random) -> None:
    row = a_draw(lines, rng, "even")
    line, i = _of_draw(lines, row)
    line["chance"][i] = row[4] = (row[4] + 1) % row[3]


@forges("an outcome less", FORM)
def _fewer(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng, drawn=1)["chance"].pop()


@forges("an outcome more", FORM)
def _more(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng, drawn=1)["chance"].append(0)


@forges("an outcome and its draw more", RULES)
def _more_drawn(lines: Lines, rng: Random) -> None:
    line = a_turn(lines, rng, drawn=1)
    line["chance"].append(0)
    line["draws"].append([line["draws"][-1][0], "weighted", "die", 6, 0, 6, 6])


@forges("other faces of Fate dice", FORM)
def _faces(lines: Lines, rng: Random) -> None:
    row = a_draw(lines, rng, "fate")
    row[7] = [-face for face in row[7]] if any(row[7]) else [1, -1, 1, -1]


@forges("no draws", FREE)
def _no_draws(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng, drawn=1).pop("draws")


@forges("one step more", RULES)
def _steps(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["steps"] += 1


@forges("another number of a turn", FORM)
def _n(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["n"] += 1


@forges("another change, not hashed", FORM)
def _change(lines: Lines, rng: Random) -> None:
    changes = a_turn(lines, rng)["changes"]
    name = rng.choice([name for name in changes if type(changes[name]) is int])
    changes[name] += 1


forges("another change", RULES, rehashed=True)(_change)


@forges("a change of a field that is none", FORM)
def _alien(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["changes"]["forged"] = 1


@forges("another hash", FORM)
def _hash(lines: Lines, rng: Random) -> None:
    line = a_turn(lines, rng)
    line["hash"] = flip(line["hash"])


@forges("somebody answered for a seat", FREE)
def _answered(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["answered"] = {"0": "random"}


@forges("a field that nobody knows", FREE)
def _field(lines: Lines, rng: Random) -> None:
    rng.choice(lines)["note"] = "a forger was here"


@forges("a field spelled with a letter that looks the same", FORM)
def _cyrillic(lines: Lines, rng: Random) -> None:
    line = a_turn(lines, rng)
    line["\u0441hanges"] = line.pop("changes")


@forges("a turn dropped", FORM)
def _drop(lines: Lines, rng: Random) -> None:
    lines.remove(turns_of(lines)[1])


@forges("a turn dropped, the rest counted anew", RULES, rehashed=True)
def _drop_well(lines: Lines, rng: Random) -> None:
    _drop(lines, rng)


@forges("a turn doubled", FORM)
def _double(lines: Lines, rng: Random) -> None:
    line = a_turn(lines, rng)
    lines.insert(lines.index(line), copy.deepcopy(line))


@forges("a turn doubled, the rest counted anew", FORM, rehashed=True)
def _double_well(lines: Lines, rng: Random) -> None:
    line = next(line for line in turns_of(lines) if any((line["links"] or {}).values()))
    lines.insert(lines.index(line), copy.deepcopy(line))


@forges("two turns swapped", FORM)
def _swap(lines: Lines, rng: Random) -> None:
    i = lines.index(turns_of(lines)[1])
    lines[i], lines[i + 1] = lines[i + 1], lines[i]


@forges("a turn after the end", FORM)
def _after(lines: Lines, rng: Random) -> None:
    lines.append(copy.deepcopy(turns_of(lines)[-1]))


@forges("the end dropped", FREE)
def _endless(lines: Lines, rng: Random) -> None:
    lines.pop(where(lines, "end"))


@forges("no secret", FORM)
def _no_secret(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng, drawn=1)
    lines[where(lines, "end")]["secret"] = None


@forges("another edition from here", RULES)
def _edition(lines: Lines, rng: Random) -> None:
    _edition_line(lines, "9", lines[0]["edition"])


@forges("an edition that came from nowhere", FORM)
def _edition_from(lines: Lines, rng: Random) -> None:
    _edition_line(lines, lines[0]["edition"], "0")


def _edition_line(lines: Lines, edition: str, before: str) -> None:
    state = dict(lines[0]["state"])
    at = lines.index(turns_of(lines)[2]) + 1
    for line in lines[:at]:
        state |= line.get("changes", {})
    made = {"kind": "edition", "edition": edition, "from": before, "state": state, "hash": digest_json(state)}
    lines.insert(at, made)
