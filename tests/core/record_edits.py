"""Records altered in every way: what tests do to their lines, and what `verify` then says."""

from __future__ import annotations

import copy
import json

from breakaway.records.entries import BadRecord
from breakaway.records.record_file import chained_onto, parse
from breakaway.records.replay import verify

HEADER_FIELDS = (
    *("kind", "format", "game", "edition", "options", "names", "seats", "book", "book_hash"),
    *("chance", "commitment", "salts", "state", "hash", "version", "seal"),
)


def text_of(lines):
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def fault_of(game, lines):
    """What `verify` says of these lines once they were written and read again, reading included; None: all is well."""
    try:
        return verify(game, parse(text_of(lines)))
    except BadRecord as error:
        return error


def resealed(lines):
    """The same lines with all seals made anew, as somebody would who knows how they are made."""
    fresh = []
    for line in lines:
        fresh.append(chained_onto(fresh, {name: value for name, value in line.items() if name != "seal"}))
    return fresh


def other(value):
    """Something of the same kind that is not the same."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1:] != "0" else "1")
    if isinstance(value, list):
        return [*value[:-1], other(value[-1])] if value else [0]
    name = next(reversed(value), None)
    return {**value, name: other(value[name])} if name is not None else {"0": [1]}


def forgeries_are_found(game, lines, names, but=()):
    """Alters each of these fields of each entry and makes all seals anew: the rules must find it at that line.

    `but`: pairs of a line's number and a field that are left out.
    """
    for number, line in enumerate(lines[1:], 2):
        for name in names:
            if name not in line or (number, name) in but or (name == "chance" and not line["chance"]):
                continue
            was = line[name]
            line[name] = other(was)
            fault = fault_of(game, resealed(lines))
            assert fault is not None, f"{name} of line {number}"
            assert fault.line == number, f"{name} of line {number}"
            line[name] = was


def leaves(value, path=()):
    """The paths of everything in a JSON value that holds nothing else."""
    if isinstance(value, dict | list) and value:
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, name))
    else:
        yield path


def put(value, path, new):
    for name in path[:-1]:
        value = value[name]
    value[path[-1]] = new


def get(value, path):
    for name in path:
        value = value[name]
    return value


def mutated(at_random, lines):
    """The lines with one thing replaced, removed or added somewhere within."""
    lines = copy.deepcopy(lines)
    number = at_random.randrange(len(lines))
    path = at_random.choice(list(leaves(lines[number])))
    path = path[: at_random.randrange(1, len(path) + 1)]
    odd = [0, -1, 1, 7, 13, 48, 255, 2**15, 2**31 - 1, 2**31, 2**63, 2**64, 1.5, None, True, "", "x", "0", [], {}, [[]]]
    if at_random.randrange(6) == 0 and len(path) > 0:
        holder = get(lines[number], path[:-1])
        del holder[path[-1]]
    else:
        put(lines[number], path, at_random.choice(odd))
    return lines
