"""Rules and events: `@rule`, the declaration of events, `tell`, and the log that compiled rules write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from breakaway.core.language import ENGLISH, Names, _, either, is_translated, spoken
from breakaway.core.rulebook import ROOM, RULE_NUMBERS, Rulebook
from breakaway.core.state import number, table

# --- Rules are plain functions. `@rule` notes the ids of the rules that each function implements.
#
# This module compiles nothing. The lab reads `RULES` and makes these same functions compilable.


F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Registered:
    """A rule function and the ids of the rules that it implements (no ids for the machinery of `core`)."""

    function: Callable[..., Any]
    ids: tuple[str, ...]

    @property
    def name(self) -> str:
        """The full name of the function, such as `breakaway.games.cycling.rules.movement.movement_order`."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


RULES: list[Registered] = []


def rule(*ids: str) -> Callable[[F], F]:
    """Registers a function that implements these rules. Returns the function unchanged."""

    def register(function: F) -> F:
        RULES.append(Registered(function, ids))
        return function

    return register


# --- Events: what happened, by which rule, and who may see it. Rules report events and never read them.
#
# Each event is declared once, and its declaration says all that is said of it:
#
#     BALL_MOVED = event(
#         "BF-028",
#         seat=SEAT,
#         lines=LINES,
#         line=LINE.of("seat"),
#         says=moved,
#         part=RESULT,
#     )
#
# A rule reports it: `tell(log, BALL_MOVED, s.offense, lines, s.line)`. Readers get an event's numbers by name:
# `event.lines`. Logs, pages, emails and reports show every event; what they leave out is written at its declaration.


EVERYONE = -1  # the audience of a public event; other audiences have a bit for each seat that may see the event
SPECTATOR = -1  # the seat number of a spectator


@dataclass(frozen=True, eq=False)
class Unit:
    """What a number of an event means. A game says with `speak` how sentences put it into words.

    `owner` is the name of the number, in the same event, that this one is told from: the seat whose own line it is.
    """

    meaning: str
    owner: str = ""
    base: Unit | None = None

    def of(self, owner: str) -> Unit:
        """This unit, told from the event's number called `owner`."""
        return Unit(self.meaning, owner, self)


# The words for a number, from its value, the value of its owner (-1 without one) and the names of the match
Speaker: TypeAlias = "Callable[[int, int, Names], object]"
SPEAKERS: dict[Unit, Speaker] = {}
# The same for a number that needs several others of its event: a man, from his side, position and number
EventSpeaker: TypeAlias = "Callable[[Event, Names], object]"
EVENT_SPEAKERS: dict[Unit, EventSpeaker] = {}


def speak(unit: Unit, speaker: Speaker) -> None:
    """Sentences say numbers of this unit in these words. Without a speaker, they give the number itself."""
    SPEAKERS[unit] = speaker


def speak_from_event(unit: Unit, speaker: EventSpeaker) -> None:
    """The same for a unit whose words need several numbers of the event: the speaker reads them from the event."""
    EVENT_SPEAKERS[unit] = speaker


class InWords(NamedTuple):
    """A part of a sentence: a value of this unit, put into the same words as a number of an event."""

    unit: Unit
    value: int


class Filled(NamedTuple):
    """A sentence chosen for an event, with parts besides the event's own numbers: `filled` and `filled_many` make it.

    A sentence without plural has no `other`. Otherwise `parts["n"]` chooses.
    """

    text: str
    other: str
    parts: Mapping[str, Any]


Chooser: TypeAlias = "Callable[[Event], str | Filled]"


class ByNames(NamedTuple):
    """A chooser that also looks at the names of the match, such as whether it has rosters."""

    choose: Callable[[Event, Names], str | Filled]


Sentence: TypeAlias = "str | Chooser | ByNames"


def filled(text: str, **parts: object) -> Filled:
    """A sentence, marked for translation, with parts that are no numbers of the event.

    `InWords` puts a part into the words of a unit: `filled("{seat:loses} {lines}", lines=InWords(LINES, 2))`.
    """
    return Filled(text, "", parts)


def filled_many(n: int, one: str, other: str, **parts: object) -> Filled:
    """A sentence in singular (`one`) and plural (`other`), marked for translation, which `n` chooses and which calls it
    `{n}`.
    """
    return Filled(one, other, {"n": n, **parts})


def counted(by: str, one: str, other: str) -> Chooser:
    """A sentence in singular and plural: `counted("left", "{n} use left", "{n} uses left")`, marked for translation.

    The event's number called `by` chooses between `one` and `other`. The sentence calls it `{n}`.
    """
    return lambda event: Filled(one, other, {"n": getattr(event, by)})


class Weight(IntEnum):
    """How much an event matters. Brief reports leave out details, and show headlines in bold."""

    DETAIL = 0
    NEWS = 1
    HEADLINE = 2


DETAIL, HEADLINE = Weight.DETAIL, Weight.HEADLINE


class EventGroup:
    """A group of events that have something in common, such as those that end a drive: `event.rule in ENDS_DRIVE`.

    An event names its groups in its declaration.
    """

    def __init__(self, meaning: str) -> None:
        self.meaning, self._rules = meaning, dict[str, None]()

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def add(self, rule: str) -> None:
        """Puts the event of this rule into the group."""
        self._rules[rule] = None


@dataclass(frozen=True, eq=False)
class Declared:
    """The declaration of an event. `event` says what its parts are."""

    rule: str
    fields: Mapping[str, Unit]
    says: Sentence
    short: Sentence | None
    weight: Weight
    part: str
    secret: str
    adds: Mapping[str, int | str]
    title: str
    banner: Sentence
    cites: tuple[str, ...]

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each number of the event, by its name."""
        return {name: i for i, name in enumerate(self.fields)}


DECLARED: dict[str, Declared] = {}  # the events of all imported games, by rule id


def event(
    rule: str,
    *,
    says: Sentence = "",
    short: Sentence | None = None,
    weight: Weight = Weight.NEWS,
    part: str = "",
    secret: str = "",
    adds: Mapping[str, int | str] | None = None,
    groups: Sequence[EventGroup] = (),
    title: str = "",
    banner: Sentence = "",
    cites: Sequence[str] = (),
    **fields: Unit,
) -> str:
    """Declares the event of a rule. Returns the rule's id, which `tell` takes.

    - `fields`: the unit of each number, in the order in which `tell` takes them. Records hold this order for ever: new
      numbers go to the end.
    - `says`: its sentence, with the numbers by name: `marked("{seat:gains} {lines}")`. It may be `counted`, or a
      function that chooses among sentences by the event's numbers, or `ByNames`.
    - `short`: a shorter sentence for logs that show the rest of the play beside it. Empty if another event says it all.
    - `weight`: how much it matters. Brief reports leave out a `DETAIL`; a `HEADLINE` is bold.
    - `part`: the part of a turn or play that it belongs to. Each game has its own parts.
    - `secret`: if it may be told to some seats only, to whom. All others are public.
    - `adds`: what it adds to a count, by the name of the count: a number, or the name of the event's number.
    - `groups`: the groups that it belongs to.
    - `title`: what it is called in headings and tables, without its numbers: `marked("field goal")`.
    - `banner`: a sentence of a few words for the banner that shows how a play ended: `marked("Touchdown {seat}!")`.
    - `cites`: further rules that a page shows beside its own, such as those on how to read the table of a roll.

    The id is plain text, because compiled rules can use nothing else. Raises ValueError if the event is declared twice,
    or if a number has the name of something that all events have.
    """
    if rule in DECLARED:
        raise ValueError(f"{rule} is declared twice")
    taken = sorted(set(fields) & {*Event._fields, "is_for", "n"})
    if taken:
        raise ValueError(f"{rule}: a number cannot be called {taken[0]}, because every event has a field of that name")
    DECLARED[rule] = Declared(rule, fields, says, short, weight, part, secret, adds or {}, title, banner, tuple(cites))
    for each in groups:
        each.add(rule)
    return rule


def sentence(event: Event, names: Names, short: bool = False) -> str:
    """The sentence for an event in the current language, with the `names` of the match. A sentence that has no
    translation yet is in English from end to end.

    `short` asks for the shorter sentence if there is one. It may be empty. Raises KeyError for an undeclared event.
    """
    declared = DECLARED[event.rule]
    return _in_words(declared.short if short and declared.short is not None else declared.says, event, names)


def banner(event: Event, names: Names) -> str:
    """The words of an event for a banner, in the current language. Empty if its declaration has none."""
    return _in_words(DECLARED[event.rule].banner, event, names)


def _in_words(says: Sentence, event: Event, names: Names) -> str:
    """A declared sentence with the event's numbers."""
    if isinstance(says, ByNames):
        chosen = says.choose(event, names)
    else:
        chosen = says(event) if callable(says) else says
    declared = DECLARED[event.rule]
    if isinstance(chosen, str):
        chosen = Filled(chosen, "", {})
    with nullcontext() if is_translated(chosen.text) else spoken(ENGLISH):
        text = either(chosen.text, chosen.other, chosen.parts["n"]) if chosen.other else _(chosen.text)
        return text.format_map(_Spoken(event, declared, names, chosen.parts))


class _Spoken(Mapping[str, object]):
    """The numbers of an event in words, by name, and other parts of its sentence. Puts into words what is asked for."""

    def __init__(self, event: Event, declared: Declared, names: Names, parts: Mapping[str, object]) -> None:
        self.event, self.declared, self.names, self.parts = event, declared, names, parts

    def __getitem__(self, name: str) -> object:
        part = self.parts.get(name)
        if part is not None and not isinstance(part, InWords):
            return part
        unit, value = part or (self.declared.fields[name], getattr(self.event, name))
        if unit in EVENT_SPEAKERS:
            return EVENT_SPEAKERS[unit](self.event, self.names)
        speaker = SPEAKERS.get(unit.base or unit)
        if speaker is None:
            return value
        return speaker(value, getattr(self.event, unit.owner) if unit.owner else -1, self.names)

    def __iter__(self) -> Iterator[str]:
        return iter({**self.declared.fields, **self.parts})

    def __len__(self) -> int:
        return len({**self.declared.fields, **self.parts})


def added(event: Event, count: str) -> int:
    """What an event adds to the count of this name. 0 if it adds nothing."""
    amount = DECLARED[event.rule].adds.get(count, 0)
    return getattr(event, amount) if isinstance(amount, str) else amount


def field_index(rule: str, name: str) -> int:
    """The index of the number called `name` in a rule's event, for compiled readers. Raises ValueError."""
    index = DECLARED[rule].index.get(name)
    if index is None:
        raise ValueError(f"the event of {rule} has no number called {name}")
    return index


class Event(NamedTuple):
    """Something that happened: the rule behind it, the seats that may see it, and its numbers.

    Each number of a declared event can also be read as an attribute, by its name.
    """

    rule: str
    audience: int
    args: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """The number with this name. Raises AttributeError if this event has no number of that name."""
        declared = DECLARED.get(self.rule)
        if declared is None or name not in declared.fields:
            raise AttributeError(f"the event of {self.rule} has no number called {name}")
        return self.args[declared.index[name]]

    def is_for(self, seat: int) -> bool:
        """Whether this seat (`SPECTATOR` for a spectator) may see the event."""
        return self.audience == EVERYONE or (seat != SPECTATOR and bool(self.audience >> seat & 1))


Log: TypeAlias = "list[Event] | None"


def tell(log: Log, rule: str, *args: int) -> None:
    """Reports the event of this rule to everyone.

    Does nothing if the log is None. Compiled code leaves out the call in that case.
    """
    if log is not None:
        log.append(Event(rule, EVERYONE, args))


def tell_only(log: Log, seats: int, rule: str, *args: int) -> None:
    """Reports the event of this rule only to the seats whose bits are set in `seats` (`EVERYONE` for all)."""
    if log is not None:
        log.append(Event(rule, seats, args))


# --- Stores events as numbers. Statistics are computed from events and states, so no rule needs to be written twice.
#
# Interpreted rules collect their events in a list. Compiled rules write them straight into an EventLog. An observer
# reads the same log either way.


LONGEST = 2048  # the most events between two calls of `forget`
ARGS = 6  # how many whole numbers of an event are kept
NO_NUMBERS = [0] * ARGS


class EventLogFull(OverflowError):
    """The log is full because `forget` was not called."""


@dataclass(slots=True)
class EventLog:
    """The events since the last `forget`, in order. Also counts each rule's events and notes which came last."""

    n: int = number()
    rule: list[int] = table(LONGEST)
    value: list[list[int]] = table(LONGEST, ARGS, kind="i4")
    count: list[int] = table(ROOM)
    last: list[int] = table(ROOM)


@rule()
def forget(log: EventLog) -> None:
    """Empties the log."""
    for i in range(log.n):
        log.count[log.rule[i]] = 0
    log.n = 0


# Statistics read the log by the names of events and of their numbers: `said(log, PLAY_SHOWN, "strength")`. Compiled
# code makes constants of these names, so an event is imported by its name, and the name of a number is written out.


def was_told(log: EventLog, rule: str) -> bool:
    """Whether an event of this rule was reported since the last `forget`."""
    return bool(log.count[RULE_NUMBERS[rule]] > 0)


def was_told_since(log: EventLog, i: int, rule: str) -> bool:
    """Whether the event with index `i`, or one after it, is of this rule."""
    number = RULE_NUMBERS[rule]
    return bool(log.count[number] > 0 and log.last[number] >= i)


def times_told(log: EventLog, rule: str) -> int:
    """How many events of this rule were reported since the last `forget`."""
    return int(log.count[RULE_NUMBERS[rule]])


def said(log: EventLog, rule: str, name: str) -> int:
    """The number called `name` of the last event of this rule, or 0 if there was no such event."""
    number = RULE_NUMBERS[rule]
    return int(log.value[log.last[number]][field_index(rule, name)]) if log.count[number] > 0 else 0


def told_at(log: EventLog, i: int, rule: str) -> bool:
    """Whether the event with index `i` is of this rule."""
    return bool(log.rule[i] == RULE_NUMBERS[rule])


def said_at(log: EventLog, i: int, rule: str, name: str) -> int:
    """The number called `name` of the event with index `i`, which is of this rule."""
    return int(log.value[i][field_index(rule, name)])


@rule()
def note_one(log: EventLog, rule: int) -> int:
    """Notes an event of the rule with this number. Returns the event's index in `value`. Raises EventLogFull."""
    i = log.n
    if i >= LONGEST:
        too_much()
    log.rule[i] = rule
    log.count[rule] += 1
    log.last[rule] = i
    log.n = i + 1
    return i


def too_much() -> None:
    """Raises EventLogFull."""
    raise EventLogFull(f"more than {LONGEST} events without a call to forget()")


def note_all(log: EventLog, events: Sequence[Event], rules: Rulebook) -> None:
    """Notes a list of events. `rules` gives the number of each rule."""
    for event in events:
        i = note_one(log, rules[event.rule])
        log.value[i][:] = [*map(int, event.args), *NO_NUMBERS][:ARGS]
