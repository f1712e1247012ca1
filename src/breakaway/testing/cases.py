"""Adjudication cases, and which rule is proved by what."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from breakaway.core.chance import BadOutcome, NeedsOutcome, Script
from breakaway.core.data_files import toml_of
from breakaway.core.game import BadOrder, CaseReader, Game, Order, SetUp, blank_orders, is_over, play_on, seats_in
from breakaway.core.observation import Observation
from breakaway.core.rulebook import Rule, options_of
from breakaway.core.rules import DECLARED, RULES, Event
from breakaway.core.state import BadState, copy

# --- Adjudication cases: text files that a player can read and other programs can use.
#
# A case consists of a position, the choices of one or more turns, scripted outcomes for dice and cards, and the
# expected result. Each game has a `CaseReader` for its positions. Everything else about cases is the same for all
# games.


FIELDS = {"id", "game", "rule", "why", "given", "choices", "chance", "expect"}
LARGEST = 4_000_000
UMPIRE = "Umpire"  # used in place of a seat's name: the text beside it is a ruling
SHOWS = "Shows"  # likewise: the text beside it names the seat that shows its cards


class BadCase(ValueError):
    """A case that cannot be read, or a whole file of them. The message names the file, the case and the field.

    `id` is the id of the case, as far as it is known; empty for a file.
    """

    id = ""


@dataclass(frozen=True)
class Case:
    """One case, as written in its file."""

    id: str
    game: str
    rules: tuple[str, ...]
    why: str
    given: dict[str, Any]
    turns: tuple[dict[str, str], ...]
    chance: tuple[int, ...]
    expect: dict[str, Any]
    file: str


@dataclass
class CaseResult:
    """The result of a case: its failures (none if it passed), its events, and the rules that refused a choice, with
    what they said.
    """

    case: Case
    failures: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


PlayTurn: TypeAlias = Callable[[Game[Any, Any], Any, Any, list[Order], tuple[int, ...]], tuple[Any, list[Event], int]]


def play_interpreted(
    game: Game[Any, Any], s: Any, config: Any, orders: list[Order], chance: tuple[int, ...]
) -> tuple[Any, list[Event], int]:
    """Plays a turn with the scripted outcomes in `chance`, running the rules as plain Python.

    Returns the next position, the events, and how many outcomes the turn used.
    """
    after, events, script = copy(s), list[Event](), Script(chance)
    play_on(game, after, config, orders, script, events)
    return after, events, script.used()


def load(path: Path) -> list[Case]:
    """The cases in a file. Raises BadCase at the first one that cannot be read."""
    found = []
    for each in _entries(path):
        if isinstance(each, BadCase):
            raise each
        found.append(each)
    return found


def _entries(path: Path) -> Iterator[Case | BadCase]:
    """Each case in a file, or what is wrong with it. Raises BadCase if the file as a whole cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadCase(f"{path}: the file is larger than {LARGEST} bytes")
        data = toml_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCase(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise error if isinstance(error, BadCase) else BadCase(f"{path}: not TOML: {error}") from None
    if not _is_bounded(data):
        raise BadCase(f"{path}: a number is too large (more than 64 bits)")
    if _has_date(data):
        raise BadCase(f"{path}: dates and times have no place in a case; write numbers, or text in quotation marks")
    rows = data.get("case")
    if not isinstance(rows, list) or set(data) != {"case"}:
        raise BadCase(f"{path}: expected [[case]] tables and nothing else")
    for i, row in enumerate(rows, 1):
        try:
            yield _case(path, i, row)
        except BadCase as error:
            error.id = row["id"] if isinstance(row, dict) and isinstance(row.get("id"), str) else f"case {i}"
            yield error


def _is_bounded(value: Any) -> bool:
    """Whether each whole number in a value fits in 64 bits, as TOML requires.

    Python refuses to print extremely long numbers.
    """
    if isinstance(value, dict | list):
        return all(map(_is_bounded, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def _has_date(value: Any) -> bool:
    """Whether a date or time is anywhere in a value: TOML has them, and no field of a case."""
    if isinstance(value, dict | list):
        return any(map(_has_date, value.values() if isinstance(value, dict) else value))
    return isinstance(value, date | time)  # a datetime is a date


def _case(path: Path, i: int, row: Any) -> Case:
    where = f"{path}: case {i}"
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        raise BadCase(f"{where}: id is missing, or is not a string")
    where = f"{path}: case {row['id']}"
    unknown = sorted(set(row) - FIELDS)
    if unknown:
        raise BadCase(f"{where}: unknown field {unknown[0]!r}; known: {', '.join(sorted(FIELDS))}")
    rule = row.get("rule")
    rules = [rule] if isinstance(rule, str) else rule
    if not isinstance(rules, list) or not rules or not all(isinstance(each, str) for each in rules):
        raise BadCase(f"{where}: rule must be an id or a list of ids")
    for name, kind in (("game", str), ("why", str), ("given", dict), ("expect", dict)):
        if not isinstance(row.get(name, {} if kind is dict else None), kind):
            raise BadCase(f"{where}: {name} is missing, or is not a {'string' if kind is str else 'table'}")
    choices, chance = row.get("choices", {}), row.get("chance", [])
    turns = (choices or [{}]) if isinstance(choices, list) else [choices]
    if not all(isinstance(turn, dict) and all(isinstance(text, str) for text in turn.values()) for turn in turns):
        raise BadCase(
            f"{where}: choices must be a table with a string for each seat, or a list of such tables, one for each turn"
        )
    if not isinstance(chance, list) or any(type(k) is not int or not 0 <= k < 2**31 for k in chance):
        raise BadCase(f"{where}: chance must be a list of outcomes, each a whole number from 0 up")
    parts = row.get("given", {}), tuple(turns), tuple(chance), row.get("expect", {})
    return Case(row["id"], row["game"], tuple(rules), row["why"], *parts, file=str(path))


def run(game: Game[Any, Any], case: Case, play: PlayTurn = play_interpreted) -> CaseResult:
    """Runs one case. Raises BadCase if the case cannot be set up."""
    if game.cases is None:
        raise BadCase(f"{case.file}: {game.title} has no cases")
    unknown = [rule for rule in case.rules if rule not in game.rules.entries]
    if unknown:
        raise BadCase(f"{case.file}: case {case.id}: {game.title} has no rule {unknown[0]}")
    try:
        return _run(game, game.cases, case, play)
    except (BadCase, BadState) as error:
        raise BadCase(f"{case.file}: case {case.id}: {error}") from None


def _run(game: Game[Any, Any], reader: CaseReader, case: Case, play: PlayTurn) -> CaseResult:
    outcome = CaseResult(case)
    at = reader.set_up(case.given)
    expect = dict(case.expect)
    wanted = expect.pop("refused", None)
    try:
        after = _play_turns(game, reader, case, at, outcome, play)
    except (NeedsOutcome, BadOutcome) as error:
        outcome.failures.append(f"chance: {error}")
        return outcome
    if wanted is not None or outcome.refused:
        if wanted not in outcome.refused:
            found = _rules_of(outcome) if outcome.refused else "nothing was refused"
            outcome.failures += [f"refused: expected {wanted or 'nothing'}, found {found}", *outcome.said]
        return outcome
    cited = {event.rule for event in outcome.events}
    for rule in _rule_ids(expect, "events"):
        if play is play_interpreted and rule not in cited:
            outcome.failures.append(f"events: expected {rule}, found {' '.join(sorted(cited)) or 'none'}")
    for rule in _rule_ids(expect, "silent"):
        if rule in cited:
            outcome.failures.append(f"silent: {rule} was cited, but should not have been")
    outcome.failures += reader.compare(expect, at, after)
    return outcome


def _play_turns(
    game: Game[Any, Any], reader: CaseReader, case: Case, at: SetUp, outcome: CaseResult, play: PlayTurn
) -> Any:
    """Plays the turns in order until one is refused. Returns the position after the last turn played."""
    state, left = at.state, case.chance

    passes = getattr(reader, "passes", lambda state, words: False)
    standing: dict[int, str] = {}  # the instruction that a seat added to its last choice

    def unasked(words: tuple[str, ...], named: set[int]) -> list[Order] | None:
        """The orders for a question that the case need not answer, or None for any other question."""
        orders = blank_orders(game)
        for seat in seats_in(game.choosers(state, at.config)):
            seen = Observation(game, state, at.config, seat, at.names)
            given = None
            if passes(state, words):
                given = seen.menu([])[:1]
            elif seat in standing and seat not in named:
                given = game.instructions[standing[seat]](seen.view, at.config, seat)
            if given is None or seen.why_not(given):
                return None
            orders[seat][: len(given)] = given
        return orders

    def pass_questions(words: Iterable[str], named: Iterable[str] = ()) -> None:
        """Goes on past questions that the case need not answer, as far as it has outcomes."""
        nonlocal state, left
        said, seats = tuple(words), {reader.seat(at.names, name) for name in named if name not in (UMPIRE, SHOWS)}
        while not is_over(game, state, at.config) and seats_in(game.choosers(state, at.config)):
            orders = unasked(said, seats)
            if orders is None:
                return
            try:
                play_interpreted(game, state, at.config, orders, left)
            except NeedsOutcome:
                return
            go_on(orders)

    def go_on(orders: list[Order]) -> None:
        """Plays a turn."""
        nonlocal state, left
        state, events, used = play(game, state, at.config, orders, left)
        outcome.events += events
        left = left[used:]

    for i, choices in enumerate(case.turns):
        pass_questions(choices.values(), choices)
        if i > 0 and is_over(game, state, at.config):
            outcome.failures.append(f"choices: the match was over before turn {i + 1}")
            return state
        if choices and not seats_in(game.choosers(state, at.config)):
            go_on(blank_orders(game))  # the steps before the first choice
        if UMPIRE in choices or SHOWS in choices:
            state = _ruled(game, reader, choices, at, state, outcome)
            continue
        here = SetUp(at.config, at.names, state)
        orders = _orders(game, reader, choices, here, outcome, standing)
        if outcome.refused:
            if i + 1 < len(case.turns):
                outcome.failures += [f"choices: turn {i + 1} is refused by {_rules_of(outcome)}", *outcome.said]
            return state
        go_on(orders)
    pass_questions(map(str, case.expect.values()))
    if left:
        outcome.failures.append(f"chance: {len(left)} of {len(case.chance)} outcomes were not used")
    return state


def _rules_of(outcome: CaseResult) -> str:
    """The rules that refused the choices of a case."""
    return ", ".join(filter(None, outcome.refused)) or "a choice that cannot be read"


def _ruled(
    game: Game[Any, Any], reader: CaseReader, choices: dict[str, str], at: SetUp, state: Any, outcome: CaseResult
) -> Any:
    """The position after the umpire's ruling, or after a seat has shown its cards.

    If a rule refuses the ruling, the position stays the same.
    """
    code = game.rulings.get(choices.get(UMPIRE, ""))
    if SHOWS in choices and game.showing is not None:
        code = game.showing(reader.seat(at.names, choices[SHOWS]))
    if game.ruling is None or code is None or len(choices) > 1:
        known = ", ".join(game.rulings) or "none"
        raise BadCase(f"choices: a turn with a ruling has no other choices; known rulings: {known}")
    after, events = copy(state), list[Event]()
    refused = game.ruling(after, at.config, code, events)
    if refused:
        outcome.refused.append(game.rules.id_of(refused))
        return state
    outcome.events += events
    return after


def _rule_ids(expect: dict[str, Any], name: str) -> list[str]:
    listed = expect.pop(name, [])
    if not isinstance(listed, list) or not all(isinstance(rule, str) for rule in listed):
        raise BadCase(f"expect: {name} must be a list of rule ids")
    return listed


def _orders(
    game: Game[Any, Any],
    reader: CaseReader,
    choices: dict[str, str],
    at: SetUp,
    outcome: CaseResult,
    standing: dict[int, str],
) -> list[Order]:
    """Reads an order for every seat. A seat that must choose but has no text in the case gets the game's absent code.

    Notes in `standing` what a seat adds to its choice for later questions. Raises BadCase for a seat without a text if
    the game has no absent code.
    """
    split = getattr(reader, "split", lambda observation, text: (text, ""))
    orders = blank_orders(game)
    texts = {reader.seat(at.names, name): text for name, text in choices.items()}
    asked = seats_in(game.choosers(at.state, at.config))
    for seat, text in texts.items():
        observation = Observation(game, at.state, at.config, seat, at.names)
        try:
            words, later = split(observation, text)
            order, partial = observation.read(words)
        except BadOrder as error:
            outcome.refused += [rule for _, rule, _ in error.mistakes]
            outcome.said += [text for _, _, text in error.mistakes]
            continue
        refusal = observation.why_not(order, partial)
        if refusal:
            outcome.refused.append(refusal.rule)
            outcome.said.append(refusal.text)
        elif seat not in asked:
            outcome.failures.append(f"choices: seat {seat} has nothing to choose")
        slots = observation.slots() if seat in asked else len(order)
        orders[seat][: len(order[:slots])] = order[:slots]
        standing.pop(seat, None)
        if later:
            standing[seat] = later
    for seat in asked:
        if seat not in texts:
            if game.absent is None:
                raise BadCase(f"choices: seat {seat} must choose now, but its choice is missing")
            orders[seat] = [game.absent] * game.max_slots
    return orders


def case_files(paths: Iterable[Path]) -> list[Path]:
    """All files in `paths`, and all TOML files in the folders in `paths`.

    Raises BadCase for a path that does not exist.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.rglob("*.toml"))
        elif path.exists():
            files.append(path)
        else:
            raise BadCase(f"{path}: there is no such file")
    return files


def run_files(
    find: Callable[[str], Game[Any, Any]], paths: Iterable[Path], play: PlayTurn = play_interpreted
) -> list[CaseResult]:
    """Runs all cases in the files and folders that `paths` names. Raises BadCase for a path that does not exist.

    A case that cannot be read or set up fails, and so does a file that cannot be read; all others are run. `find`
    returns the game with a given name. `play` plays one turn; by default, the rules run as plain Python.
    """
    outcomes: list[CaseResult] = []
    seen: dict[tuple[str, str], str] = {}
    for path in case_files(paths):
        try:
            found = list(_entries(path))
        except BadCase as error:
            outcomes.append(_unread(path, error))
            continue
        for each in found:
            if isinstance(each, BadCase):
                outcomes.append(_unread(path, each))
            else:
                outcomes.append(_run_once(find, each, seen, play))
    return outcomes


def _unread(path: Path, error: BadCase) -> CaseResult:
    """The failure of a case, or of a file, that cannot be read."""
    case = Case(error.id or "the whole file", "", (), "", {}, (), (), {}, str(path))
    return CaseResult(case, [_without_place(case, error)])


def _without_place(case: Case, error: Exception) -> str:
    """An error's text without the file and the case that it names first."""
    return str(error).removeprefix(f"{case.file}: ").removeprefix(f"case {case.id}: ").removeprefix(f"{case.id}: ")


def _run_once(
    find: Callable[[str], Game[Any, Any]], case: Case, seen: dict[tuple[str, str], str], play: PlayTurn
) -> CaseResult:
    """Runs a case unless another one has its id. `seen` names the file of each id so far."""
    if (case.game, case.id) in seen:
        return CaseResult(case, [f"this id already exists in {seen[case.game, case.id]}"])
    seen[case.game, case.id] = case.file
    try:
        return run(find(case.game), case, play)
    except BadCase as error:
        return CaseResult(case, [_without_place(case, error)])
    except (ValueError, LookupError) as error:
        return CaseResult(case, [str(error.args[0] if error.args else error)])


# --- Traces rules: checks that code uses every action and refusal, and that every rule is proved by a case or a test.
#
# One half of this module reads the code. The other half runs the adjudication cases and checks which rules the engine
# cited.


AnyGame: TypeAlias = Game[Any, Any]
Cited: TypeAlias = tuple[int, str, str]
TELLERS = {"tell": 1, "tell_only": 2}  # function -> position of the rule id among its arguments


@dataclass
class Shown:
    """What the cases showed for each rule: which cases are about it, cite it in an event, or refuse an order because
    of it.
    """

    about: dict[str, list[str]] = field(default_factory=dict)
    told: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, list[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


def functions_of(game: AnyGame) -> dict[str, list[str]]:
    """The names of a game's rule functions, such as `movement.by_grade`, by rule id."""
    package = package_of(game)
    found: dict[str, list[str]] = {}
    for each in RULES:
        if each.function.__module__.startswith(package + "."):
            module = each.function.__module__[len(package) + 1 :].removeprefix("rules.")
            name = f"{module}.{each.function.__name__}"
            for rule_id in each.ids:
                found.setdefault(rule_id, []).append(name)
    return found


def package_of(game: AnyGame) -> str:
    """The Python package of a game."""
    return game.state.__module__.rpartition(".")[0].removesuffix(".rules")


def sources(game: AnyGame) -> list[Path]:
    """The Python files of a game's package."""
    place = sys.modules[package_of(game)].__file__
    return sorted(Path(place or ".").parent.rglob("*.py"))


def declared_events(paths: Iterable[Path]) -> dict[str, str]:
    """The rule ids of declared events, by their names in the code: `BALL_MOVED = event("BF-028", ...)`."""
    return {
        target.id: str(node.value.args[0].value)
        for path in paths
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if getattr(node.value.func, "id", "") == "event" and isinstance(node.value.args[0], ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def cited_ids(path: Path, prefix: str, declared: Mapping[str, str] = MappingProxyType({})) -> Iterator[Cited]:
    """Every rule id in a source file, with its line and its use.

    Finds ids that are written out, and names of declared events (`BALL_MOVED`, `happened.BALL_MOVED`). The use is
    'tell' (reported here), 'rule' (implemented here), 'event' (declared here) or 'name' (any other).
    """
    uses: dict[int, str] = {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in TELLERS:
                told = node.args[TELLERS[name] : TELLERS[name] + 1]  # a constant, or a choice between two constants
                uses |= dict.fromkeys((id(part) for arg in told for part in ast.walk(arg)), "tell")
            elif name in ("rule", "event"):
                uses |= dict.fromkeys(map(id, node.args), name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in declared:
            yield node.lineno, declared[node.id], uses.get(id(node), "name")
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in declared:
            yield node.lineno, declared[node.attr], uses.get(id(node), "name")
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(rf"{prefix}[\w.]+", node.value)
        ):
            yield node.lineno, node.value, uses.get(id(node), "name")


@cache
def _cited_in(paths: tuple[Path, ...], prefix: str) -> list[tuple[Path, Cited]]:
    declared = declared_events(paths)
    return [(path, each) for path in paths for each in cited_ids(path, prefix, declared)]


@cache
def _told_in(paths: tuple[Path, ...]) -> list[tuple[str, str, int]]:
    """Every report of a declared event: its place, the rule's id, and how many numbers it gives."""
    declared, found = declared_events(paths), list[tuple[str, str, int]]()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or any(isinstance(arg, ast.Starred) for arg in node.args):
                continue
            at = TELLERS.get(getattr(node.func, "id", ""))
            if at is None or at >= len(node.args):
                continue
            for part in ast.walk(node.args[at]):
                rule_id = declared.get(getattr(part, "id", getattr(part, "attr", "")))
                if rule_id:
                    found.append((f"{path.name}:{node.lineno}", rule_id, len(node.args) - at - 1))
    return found


@cache
def _attributes_in(paths: tuple[Path, ...]) -> set[str]:
    """The names of all attributes that the code reads, such as `touchback` in `config.touchback`."""
    return {
        node.attr
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def static_gaps(game: AnyGame, tests: Path | None) -> list[str]:
    """Faults that are visible in the code alone: unknown ids, rules without code, missing tests, events reported with
    too few or too many numbers, and house rules that no code reads.
    """
    prefix = game.rules.prefix + "-"
    gaps: list[str] = []
    used: dict[str, set[str]] = {"tell": set(), "name": set(), "rule": set(), "event": set()}
    told: dict[str, str] = {}
    for path, (line, rule_id, use) in _cited_in(tuple(sources(game)), prefix):
        used[use].add(rule_id)
        if use == "tell":
            told.setdefault(rule_id, f"{path.name}:{line}")
        if rule_id not in game.rules.entries:
            gaps.append(f"{path.name}:{line}: {game.title} has no rule {rule_id}")
    for entry in game.rules.entries.values():
        if entry.kind == "action" and entry.id not in used["tell"]:
            gaps.append(f"{entry.id}: an action, but no code reports it")
        elif entry.kind == "action" and entry.id not in used["rule"]:
            gaps.append(
                f"{entry.id}: {told[entry.id]} reports it, but no rule function names it: "
                f'add "{entry.id}" to the @rule(...) of the function that carries it out'
            )
        if entry.id in used["event"] - used["tell"]:
            gaps.append(f"{entry.id}: an event is declared, but no code reports it")
        if entry.id in used["event"] - used["name"] and not DECLARED[entry.id].says:
            gaps.append(f"{entry.id}: an event is declared, but it has no sentence, and no code reads it")
        if entry.kind == "refusal" and entry.id not in used["name"]:
            gaps.append(f"{entry.id}: a refusal, but no code refuses anything by it")
        gaps += [f"{entry.id}: {fault}" for fault in _missing_tests(entry, tests)]
    for place, rule_id, given in _told_in(tuple(sources(game))):
        fields = DECLARED[rule_id].fields
        if given != len(fields):
            need = f"give {', '.join(fields)}, in this order" if fields else "its event has none"
            gaps.append(f"{place}: {rule_id} is reported with the wrong number of numbers: {need}")
    for option in options_of(game.config):
        if option.field and option.field not in _attributes_in(tuple(sources(game))):
            gaps.append(f"the house rule {option.name} changes nothing: no code reads config.{option.field}")
    return gaps


def _missing_tests(entry: Rule, tests: Path | None) -> Iterator[str]:
    """The tests named by a rule (`tests/cycling/test_race.py::test_name`) that are missing or do not cite it."""
    for place in entry.shown if tests else ():
        file, _, name = place.partition("::")
        path = tests.parent / file if tests else Path(file)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if f"def {name}(" not in text:
            yield f"{place} does not exist"
        elif entry.id not in text:
            yield f"{file} does not cite it"


def shown_by(outcomes: Iterable[CaseResult]) -> Shown:
    """What the cases showed, sorted by rule."""
    shown = Shown()
    for outcome in outcomes:
        case = outcome.case
        if outcome.failures:
            shown.failed.append(f"case {case.id} fails: {'; '.join(outcome.failures)}")
            continue
        for rule_id in case.rules:
            shown.about.setdefault(rule_id, []).append(case.id)
        for rule_id in sorted({event.rule for event in outcome.events}):
            shown.told.setdefault(rule_id, []).append(case.id)
        for rule_id in sorted(set(outcome.refused)):
            shown.refused.setdefault(rule_id, []).append(case.id)
    return shown


def gaps(game: AnyGame, cases: Path, tests: Path | None = None) -> list[str]:
    """All faults: rules that no case or test proves, cases that fail, and what `static_gaps` finds. Raises BadCase.

    `cases` is the folder with the cases of all games. An action or a refusal counts as proven if the engine cites it in
    a case. Data and definitions count as proven if a case is about them, or if they name a test in the `tests` folder.
    """
    tests = tests or (cases.parent if cases.parent.name == "tests" else None)
    shown = shown_by(run_files(lambda name: game, [cases / game.name]))
    found = static_gaps(game, tests) + shown.failed
    for entry in game.rules.entries.values():
        if entry.kind == "action" and entry.id not in shown.told:
            found.append(f"{entry.id}: no case makes the engine report it")
        elif entry.kind == "refusal" and entry.id not in shown.refused:
            found.append(f"{entry.id}: it refuses nothing in any case")
        elif entry.kind in ("data", "definition") and entry.id not in shown.about and not entry.shown:
            found.append(f"{entry.id}: no case is about it and no test is named")
    return found


def unknown_in_cases(game: AnyGame, cases: Path) -> list[str]:
    """The cases about rules that the game does not have. Does not run the cases."""
    return [
        f"{path.name}: case {case.id}: {game.title} has no rule {rule_id}"
        for path in sorted((cases / game.name).rglob("*.toml"))
        for case in load(path)
        for rule_id in case.rules
        if rule_id not in game.rules.entries
    ]
