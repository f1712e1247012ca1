"""Cards and cells of charts as the owner of the boxed game reads them out: in any order, shortened, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from breakaway.core.language import UserError
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.terms import BLOCKED, NO_EVENT
from breakaway.games.football.text.orders import (
    DEFENSE_CORNERS,
    OFFENSE_CORNERS,
    STRONGEST,
    Call,
    GameDay,
    Play,
    event_text,
    parse_event,
)

# --- Names by their first letters.


class UnknownName(UserError):
    """A name that the set does not have. `what` is the kind of name, and `name` what was typed."""

    def __init__(self, what: str, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown {what} {name[:40]!r}; known: {', '.join(known)}")
        self.what, self.name = what, " ".join(name.split())


def fold(text: str) -> str:
    """The text in lower case, with single spaces and plain signs: as names are compared."""
    return " ".join(text.replace("−", "-").replace("–", "-").replace("—", "-").split()).casefold()


def named(text: str, names: Sequence[str], what: str) -> int:
    """The place of the name that is `text`, or begins with it. Raises UnknownName, or UserError if several do."""
    words = fold(text)
    for given in (words, words.removesuffix(" pass"), words.removesuffix(" run")):
        exact = [at for at, name in enumerate(names) if given == fold(name)]
        found = exact or [at for at, name in enumerate(names) if given and fold(name).startswith(given)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UserError(f"{text.strip()[:40]!r} can be {' or '.join(names[at] for at in found)}; type more of it")
    raise UnknownName(what, text, names)


# --- A Game Day card, complete or in part.


NAMES = {"d": "defense_corner", "o": "offense_corner", "fg": "field_goal", "punt": "punt"}
SAID = {
    "event": "the event (run +2, pass incomplete, none ...)",
    "defense_corner": "d, the defense's corner",
    "offense_corner": "o, the offense's corner",
    "field_goal": "fg, the field goal value",
    "punt": "punt, the punt value",
}
D_WORDS = {**DEFENSE_CORNERS, "t": terms.FOOTBALL, "football": terms.FOOTBALL, "ball": terms.FOOTBALL}
O_WORDS = {**OFFENSE_CORNERS, "touchdown": terms.TOUCHDOWN_CORNER, "f": terms.FOOTBALL, "ball": terms.FOOTBALL}
O_WORDS["turnover"] = terms.FOOTBALL
EVENT = re.compile(
    r"\b(run|pass)\s*(?:([+-]\s*\d)\b|(incomplete|turnover(?: return(?:ed)?)?(?: at [+-]?\d+)?|false start|holding"
    r"|touchdown|td)\b)"
)
ALONE = {
    "incomplete": "pass incomplete",
    "interception": "pass turnover",
    "intercepted": "pass turnover",
    "fumble": "run turnover",
    "false start": "run false start",
    "holding": "pass holding",
    "no event": "none",
    "none": "none",
}
TITLED = re.compile(r"\s*([^:\d+-][^:]{0,59}?)\s*:\s*(.+)")
VALUE = r"(?:\s*[:=]\s*|\s+|(?=[+-]?\d|td\b))([+-]?\d+|[a-z]+)(?![\w])"
LABELS = {
    "fg": r"(?:fg|field goal|kick)",
    "punt": r"punt",
    "d": r"(?:defense|def|d)",
    "o": r"(?:offense|off|o)",
}


@dataclass
class Described:
    """What somebody says of a Game Day card. What was not said is None. `event` is the event, without the corners."""

    title: str = ""
    event: GameDay | None = None
    defense_corner: int | None = None
    offense_corner: int | None = None
    field_goal: int | None = None
    punt: int | None = None

    def missing(self) -> list[str]:
        """What has not been said yet, in words."""
        return [says for name, says in SAID.items() if getattr(self, name) is None]

    def is_empty(self) -> bool:
        """Whether nothing but a title was said."""
        return len(self.missing()) == len(SAID)

    def fits(self, card: GameDay) -> bool:
        """Whether a card has everything that was said."""
        if self.event is not None and event_text(self.event) != event_text(card):
            return False
        return all(getattr(self, name) in (None, getattr(card, name)) for name in NAMES.values())

    def with_more(self, more: Described) -> Described:
        """This card with what `more` says."""
        said = {each.name: getattr(more, each.name) or getattr(self, each.name) for each in fields(self)}
        for name in NAMES.values():
            said[name] = getattr(self, name) if getattr(more, name) is None else getattr(more, name)
        return Described(**said)

    def card(self) -> GameDay:
        """The complete card."""
        event = self.event or GameDay()
        corners = {name: getattr(self, name) for name in NAMES.values()}
        return event._replace(**corners)

    def called(self) -> str:
        """The card's title, or else its event as a title."""
        text = event_text(self.event) if self.event and self.event.event != NO_EVENT else "no event"
        return self.title or text[:1].upper() + text[1:]


def described(text: str) -> Described:
    """Reads what stands on a Game Day card, in any order. What it cannot place is the title. Raises UserError."""
    card = Described()
    rest = f" {fold(text)} "
    quoted = re.search(r'"([^"]{1,60})"', text)
    if quoted:
        card.title, rest = quoted[1].strip(), rest.replace(f'"{fold(quoted[1])}"', " ")
    elif (titled := TITLED.match(text)) and not any(re.fullmatch(each, fold(titled[1])) for each in LABELS.values()):
        card.title, rest = titled[1], f" {fold(titled[2])} "
    rest = re.sub(r"[,;|]", " ", rest)
    if found := EVENT.search(rest):
        words = (found[2] or found[3]).replace(" ", "") if found[2] else found[3]
        words = {"td": "touchdown", "turnover returned": "turnover return"}.get(words, words)
        card.event, rest = _event(f"{found[1]} {words}"), rest[: found.start()] + " " + rest[found.end() :]
    for name in ("fg", "punt", "d", "o"):
        if found := re.search(rf"(?<![\w+-]){LABELS[name]}{VALUE}", rest):
            setattr(card, NAMES[name], corner(name, found[1]))
            rest = rest[: found.start()] + " " + rest[found.end() :]
    if card.event is None:
        for words, event in ALONE.items():
            if re.search(rf"\b{words}\b", rest):
                card.event, rest = parse_event(event), re.sub(rf"\b{words}\b", " ", rest, count=1)
                break
    parts = rest.split()
    bare = [part for part in parts if re.fullmatch(r"[+-]?\d+|td|football|ball|turnover|blocked", part)]
    free = [name for name, attribute in NAMES.items() if getattr(card, attribute) is None]
    if bare and len(bare) == len(parts) and len(bare) == len(free) in (2, 4):
        for name, part in zip(free, bare, strict=True):
            setattr(card, NAMES[name], corner(name, part))
    elif bare:
        right = "write run +2 or pass -1 for the event, d and o for the corners, fg and punt for the kicks"
        raise UserError(f"what does {bare[0]!r} stand for? Please {right}")
    elif parts and not card.title:
        said = " ".join(parts)
        card.title = said[:1].upper() + said[1:60]
    return card


def _event(words: str) -> GameDay:
    try:
        return parse_event(words)
    except ValueError as error:
        raise UserError(str(error)) from None


def corner(name: str, text: str) -> int:
    """The value of a corner or kick, read as it is printed. Raises UserError."""
    word = text.removeprefix("+")
    if name in ("d", "o"):
        known = D_WORDS if name == "d" else O_WORDS
        if word not in known:
            printed = DEFENSE_CORNERS if name == "d" else OFFENSE_CORNERS
            raise UserError(f"{SAID[NAMES[name]]} can be {', '.join(printed)}, not {text[:20]!r}")
        return known[word]
    if word in ("blocked", "b", "block"):
        return BLOCKED
    least, most = (3, 9) if name == "fg" else (1, 19)
    if not (word.isdecimal() and word.isascii() and least <= int(word) <= most):
        raise UserError(f"{SAID[NAMES[name]]} can be blocked or {least} to {most}, not {text[:20]!r}")
    return int(word)


def is_card(text: str) -> bool:
    """Whether a text says anything of a Game Day card but a title."""
    try:
        return not described(text).is_empty()
    except UserError:
        return False


# --- Plays and calls.


ALWAYS_MINIMUM = ("inside run", "short")  # 170: these types always have a minimum gain of 1


def play_in(text: str, types: Sequence[str]) -> Play:
    """Reads `inside run 2` or `Long 8 low`. Raises UserError."""
    found = re.fullmatch(r"\s*(\D.*?)\s*\(?(\d+)\)?((?:\s+(?:min|low))*)\s*", fold(text))
    if not found or int(found[2]) > STRONGEST:
        raise UserError(
            f"expected a play and its strength (0 to {STRONGEST}), as in Short 4, not {text.strip()[:40]!r}"
        )
    at, marks = named(found[1], types, "type of play"), found[3].split()
    least = "min" in marks or fold(types[at]) in ALWAYS_MINIMUM
    return Play(at, int(found[2]), int("low" in marks), int(least))


STRENGTHS = re.compile(r"^(.*?)\s*\(?\s*(\d+)\s*[-/]\s*(\d+)\s*\)?$")


def call_in(text: str, types: Sequence[str]) -> Call:
    """Reads `zone 0/5` or `Zone (0-5)`. Raises UserError."""
    found = STRENGTHS.fullmatch(fold(text))
    if not found or max(int(found[2]), int(found[3])) > STRONGEST:
        right = "a defense, its strength against runs and against passes, as in Zone 0/5"
        raise UserError(f"expected {right}, not {text.strip()[:40]!r}")
    return Call(named(found[1], types, "defense"), int(found[2]), int(found[3]))


def formation_and_rest(text: str, names: Sequence[str], formations: Sequence[str]) -> tuple[str, str]:
    """Parts `Dime: Zone 0/5`, `Dime zone 0/5` or `Dime - Zone (0/5)` into the formation and the rest.

    `names` are the types that the rest begins with. Without a colon or a dash, the longest known formation counts, or
    else the shortest beginning after which a type follows. The formation is empty if there is none.
    """
    clean = " ".join(text.replace("—", " - ").replace("–", " - ").split())
    if found := re.match(r"([^:]{1,30}?)\s*(?::| - )\s*(.+)", clean):
        return found[1], found[2]
    words = clean.split(" ")
    for known in sorted(formations, key=len, reverse=True):
        n = len(known.split())
        if fold(" ".join(words[:n])) == fold(known) and len(words) > n:
            return known, " ".join(words[n:])
    for n in range(len(words)):
        rest = fold(" ".join(words[n:]))
        if any(re.match(rf"{re.escape(fold(name))}\b", rest) for name in names):
            return " ".join(words[:n]), " ".join(words[n:])
    return "", clean


def parts_of(text: str) -> list[str]:
    """The two sides of a card, which a slash between spaces, a comma or a plus parts."""
    return [part.strip() for part in re.split(r"\s+/\s+|\s*[,+]\s*", text) if part.strip()]
