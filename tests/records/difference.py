"""What differs first when a golden record no longer comes out the same, and what to do about it.

`verify` says in which line a record and the rules part. This goes on from there: it plays that one turn by the rules
and looks for the first field that differs, so that a failing test shows two numbers and not two states.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypeAlias

from breakaway.core.chance import BadOutcome, NeedsOutcome, Sampler, draws_of
from breakaway.core.game import Game, blank_orders, final, play_on
from breakaway.core.rules import Event
from breakaway.core.state import canonical, changes, copy, digest, to_json
from breakaway.games import manifest as games
from breakaway.records.entries import BadRecord, EndEntry, Entry, MatchEntry, RulingEntry, TurnEntry, read_entry
from breakaway.records.record_file import Record, first_broken_link
from breakaway.records.replay import Replayer, verify

NOTHING = "nothing"
BROKEN = (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError)  # BadRecord is one of them
MOST_RULES = 12
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 100
ALTERED = "The hashes in the file do not fit its lines: somebody has edited it. Restore it: git checkout -- {path}"
CHANGED = (
    "The file is as it was written, so the rules, or the code that plays them, have changed.\n"
    "- If this turn is right as recorded, put the rule back. This shows what you changed: git diff main -- {folder}\n"
    "- If the recorded turn breaks the rule book, your correction is a new edition. Keep the present edition under\n"
    "  `earlier` in {folder}/game.py, so that this record still verifies, and add a record of the new one.\n"
    "- If some groups play it as recorded and others as you changed it, make it an option that is off by default\n"
    "  (CONTRIBUTING.md, Adding an option).\n"
    "Never edit this record, and never make it again."
)
COMPILED = (
    "Plain Python and compiled code read a rule of this turn differently. Look at the rules that you changed last,\n"
    "and at what CONTRIBUTING.md (Style) says about rules that must compile. If you changed src/breakaway/lab, look\n"
    "there, too."
)


def first_difference(record: Record, path: str, game: Game[Any, Any] | None = None) -> str:
    """What differs first between a record and today's rules, and what to do about it. Empty if nothing differs.

    `path` names the record's file. `game` plays instead of the one that the record names.
    """
    game = game or games.find(record.header["game"])
    fault = verify(game, record)
    if fault is None:
        return ""
    said = [f"{path} no longer comes out the same.", f"First difference: {place(record, fault.line)}"]
    pairs, events = played_again(game, record, fault.line)
    unlike = next((each for name, *pair in pairs for each in differences(*pair, name)), None)
    if unlike:
        where, expected, found = unlike
        said[-1] += f", field {where}"
        said += [f"Expected, as recorded: {expected}", f"Found, by the rules: {found}"]
    else:
        said.append(f"What is wrong: {fault.text}")
    if events:
        acting = list(dict.fromkeys(event.rule for event in events))
        more = f" and {len(acting) - MOST_RULES} more" if len(acting) > MOST_RULES else ""
        said.append(f"Rules that act in this turn: {', '.join(acting[:MOST_RULES])}{more}")
    is_altered = 0 < first_broken_link(record) <= fault.line or fault.line > len(record.lines)
    folder = f"src/breakaway/games/{game.name}"
    said.append((ALTERED if is_altered else CHANGED).format(path=path, folder=folder))
    return "\n".join(said)


def compiled_difference(path: str, entry: TurnEntry, plain: Any, compiled: Any, used: int) -> str:
    """What differs first between a turn in plain Python and the same turn in compiled code, and what to do about it.

    `plain` and `compiled` are the states after the turn; `used` says how many outcomes the compiled turn used. Empty if
    nothing differs.
    """
    pairs = [("outcomes used", len(entry.chance), used), ("state", to_json(plain), to_json(compiled))]
    for what, expected, got in pairs:
        for where, one, other in differences(expected, got, what):
            return (
                f"{path} comes out differently in compiled code.\nFirst difference: turn {entry.n}, field {where}\n"
                f"Expected, as in plain Python: {one}\nFound, compiled: {other}\n{COMPILED}"
            )
    return ""


def differences(expected: Any, got: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """The places in which two JSON values differ, in the order of the first value, each with both values as text."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for name in {**expected, **got}:
            yield from differences(expected.get(name), got.get(name), f"{where}.{name}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for i, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from differences(one, other, f"{where}[{i}]")
    elif canonical(expected) != canonical(got):  # compared as written: 1.0 is not 1
        yield where, *(NOTHING if each is None else SHORT.repr(each) for each in (expected, got))


def place(record: Record, number: int) -> str:
    """A line of a record in words, such as `turn 12, which is line 14`."""
    if number > len(record.lines):
        return f"after line {len(record.lines)}, the last one"
    line = record.lines[number - 1]
    if line["kind"] == TurnEntry.kind:
        return f"turn {line['n']}, which is line {number}"
    turns = [each["n"] for each in record.lines[:number] if each["kind"] == TurnEntry.kind]
    return f"line {number} ('{line['kind']}'), {f'after turn {turns[-1]}' if turns else 'before the first turn'}"


# --- One line, played again.

Pair: TypeAlias = tuple[str, Any, Any]  # a field, as recorded and as today's rules write it


def played_again(game: Game[Any, Any], record: Record, number: int) -> tuple[list[Pair], list[Event]]:
    """The fields of the line `number`, which has a fault, in the order in which one follows from the other, and the
    events of its turn. No fields if the rules cannot play it.
    """
    events: list[Event] = []
    try:
        player = Again(game, record, strict=True)
        while len(player.fold.entries) < min(number, len(record.lines)) - 1:
            player.take()
        before, entry = player.state, read_entry(number, record.lines[number - 1])
        with suppress(BadRecord):
            player.take()
        return player.fields(number, entry, before, events), events
    except (BadOutcome, NeedsOutcome, *BROKEN):  # `verify` has said it
        return [], events


class Again(Replayer[Any, Any]):
    """Replays a record up to a line that has a fault, and plays this line by the rules, whatever the record says."""

    def fields(self, number: int, entry: Entry, before: Any, events: list[Event]) -> list[Pair]:
        """The fields of an entry that the rules determine, played after the state `before`. Adds to `events` what the
        rules report. Raises BadRecord if they refuse the entry.
        """
        game, config = self.game, self.config
        if isinstance(entry, MatchEntry) and entry.edition == game.edition:
            start = game.start(config)
            return [("state", entry.state, to_json(start)), ("hash", entry.hash, digest(start))]
        if isinstance(entry, EndEntry):
            found = final(game, before, config, self.fold.gone)
            return [(name, getattr(entry, name), value) for name, value in found.items()]
        after, pairs = copy(before), list[Pair]()
        if isinstance(entry, TurnEntry):
            orders, chances = blank_orders(game), self._chances(entry)
            for seat, order in self._orders(number, entry, before).items():
                orders[seat][: len(order)] = order
            steps = play_on(game, after, config, orders, chances, events)
            pairs.append(("chance", entry.chance, chances.outcomes()))
            if isinstance(chances, Sampler) and entry.draws is not None:  # a script does not know all of a draw
                pairs.append(("draws", entry.draws, draws_of(chances.drawn, self.fold.steps - entry.steps)))
            pairs.append(("steps", entry.steps, steps))
        elif (
            not isinstance(entry, RulingEntry) or game.ruling is None or game.ruling(after, config, entry.code, events)
        ):
            return []
        return [*pairs, ("changes", entry.changes, changes(before, after)), ("hash", entry.hash, digest(after))]
