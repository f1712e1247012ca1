"""Cards and cells of charts as the owner of the boxed game reads them out: in any order, shortened, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from breakaway.core.language import UserError, _, marked, say
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
    game_day_text,
    parse_event,
    parse_game_day,
)

# --- Names by their first letters.


class UnknownName(UserError):
    """A name that the set does not have. `what` is the kind of name, and `name` what was typed."""

    def __init__(self, what: str, name: str, known: Sequence[str]) -> None:
        listed = ", ".join(known)
        super().__init__(say("unknown {what} {name}; known: {known}", what=_(what), name=repr(name[:40]), known=listed))
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
            listed = say(" or ").join(names[at] for at in found)
            raise UserError(say("{typed} can be {known}; type more of it", typed=repr(text.strip()[:40]), known=listed))
    raise UnknownName(what, text, names)


# --- A Game Day card, complete or in part.


NAMES = {"d": "defense_corner", "o": "offense_corner", "fg": "field_goal", "punt": "punt"}
SAID = {
    "event": marked("the event (run +2, pass incomplete, none ...)"),
    "defense_corner": marked("d, the defense's corner"),
    "offense_corner": marked("o, the offense's corner"),
    "field_goal": marked("fg, the field goal value"),
    "punt": marked("punt, the punt value"),
}
OPEN = 99  # a part of a card that nobody has looked up yet: it waits until a rule needs it
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
        return [_(says) for name, says in SAID.items() if getattr(self, name) is None]

    def is_empty(self) -> bool:
        """Whether nothing but a title was said."""
        return len(self.missing()) == len(SAID)

    def fits(self, card: GameDay) -> bool:
        """Whether a card has everything that was said. What nobody has looked up of it may be anything."""
        if self.event is not None and card.event != OPEN and event_text(self.event) != event_text(card):
            return False
        return all(
            getattr(self, name) in (None, getattr(card, name)) or getattr(card, name) == OPEN for name in NAMES.values()
        )

    def is_in(self, card: GameDay) -> bool:
        """Whether something that was said stands on a card, as far as it has been looked up."""
        said = [name for name in NAMES.values() if getattr(self, name) is not None]
        return self.fits(card) and (
            (self.event is not None and card.event != OPEN) or any(getattr(card, name) != OPEN for name in said)
        )

    def with_more(self, more: Described) -> Described:
        """This card with what `more` says."""
        said = {each.name: getattr(more, each.name) or getattr(self, each.name) for each in fields(self)}
        for name in NAMES.values():
            said[name] = getattr(self, name) if getattr(more, name) is None else getattr(more, name)
        return Described(**said)

    def card(self) -> GameDay:
        """The card. What was not said of it is OPEN."""
        event = GameDay(event=OPEN) if self.event is None else self.event
        said = {name: getattr(self, name) for name in NAMES.values()}
        return event._replace(**{name: OPEN if value is None else value for name, value in said.items()})

    def called(self) -> str:
        """The card's title, or else its event as a title."""
        if self.event is None:
            return self.title
        text = event_text(self.event) if self.event.event != NO_EVENT else "no event"
        return self.title or text[:1].upper() + text[1:]


def of_card(title: str, card: GameDay) -> Described:
    """What is known of a card, as if somebody had said it."""
    said = {name: None if getattr(card, name) == OPEN else getattr(card, name) for name in NAMES.values()}
    return Described(title, None if card.event == OPEN else card, **said)


def open_parts(card: GameDay) -> list[str]:
    """The parts of a card that nobody has looked up yet."""
    return [name for name in SAID if getattr(card, name) == OPEN]


def own_card_text(card: GameDay) -> str:
    """Writes a card so that `parse_own_card` can read it, with ? for what nobody has looked up: `run +2, d ? ...`."""
    unknown = open_parts(card)
    event, *rest = game_day_text(card._replace(**{name: getattr(GameDay(), name) for name in unknown})).split(", ")
    named = dict(zip(NAMES.values(), NAMES, strict=True))
    parts = ["?" if "event" in unknown else event]
    parts += [f"{named[name]} ?" if name in unknown else part for name, part in zip(named, rest, strict=True)]
    return ", ".join(parts)


def known_text(card: GameDay) -> str:
    """What is known of a card, for people to read: `run +2, o 1; the rest is open`."""
    parts = [each for each in own_card_text(card).split(", ") if not each.endswith("?")]
    return say("{known}; the rest is open", known=", ".join(parts)) if open_parts(card) else ", ".join(parts)


def parse_own_card(text: str) -> GameDay:
    """Reads what `own_card_text` writes. Raises ValueError."""
    parts = [" ".join(each.split()) for each in text.split(",")]
    unknown = [part.removesuffix("?").strip().casefold() for part in parts if part.endswith("?")]
    card = parse_game_day(", ".join(part for part in parts if not part.endswith("?")) or "none")
    for name in unknown:
        if name and name not in NAMES:
            raise ValueError(f"expected ? for the event, or after {', '.join(NAMES)}, not {name!r}")
        card = card._replace(**{NAMES.get(name, "event"): OPEN})
    return card


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
        raise UserError(
            say(
                "what does {typed} stand for? Please write run +2 or pass -1 for the event, d and o for the corners, "
                "fg and punt for the kicks",
                typed=repr(bare[0]),
            )
        )
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
            raise UserError(_wrong(name, ", ".join(printed), text))
        return known[word]
    if word in ("blocked", "b", "block"):
        return BLOCKED
    least, most = (3, 9) if name == "fg" else (1, 19)
    if not (word.isdecimal() and word.isascii() and least <= int(word) <= most):
        raise UserError(_wrong(name, say("blocked or {least} to {most}", least=least, most=most), text))
    return int(word)


def _wrong(name: str, known: str, text: str) -> str:
    return say("{part} can be {known}, not {typed}", part=_(SAID[NAMES[name]]), known=known, typed=repr(text[:20]))


def is_card(text: str) -> bool:
    """Whether a text says anything of a Game Day card but a title."""
    try:
        return not described(text).is_empty()
    except UserError:
        return False


# --- Plays and calls.


def expected(right: str, text: str) -> UserError:
    """The refusal of a typed text: what would be `right`, and what was typed."""
    return UserError(say("expected {right}, not {typed}", right=right, typed=repr(text.strip()[:40])))


ALWAYS_MINIMUM = ("inside run", "short")  # 170: these types always have a minimum gain of 1


def play_in(text: str, types: Sequence[str]) -> Play:
    """Reads `inside run 2` or `Long 8 low`. Raises UserError."""
    found = re.fullmatch(r"\s*(\D.*?)\s*\(?(\d+)\)?((?:\s+(?:min|low))*)\s*", fold(text))
    if not found or int(found[2]) > STRONGEST:
        right = say("a play and its strength (0 to {most}), as in Short 4", most=STRONGEST)
        raise expected(right, text)
    at, marks = named(found[1], types, "type of play"), found[3].split()
    least = "min" in marks or fold(types[at]) in ALWAYS_MINIMUM
    return Play(at, int(found[2]), int("low" in marks), int(least))


STRENGTHS = re.compile(r"^(.*?)\s*\(?\s*(\d+)\s*[-/]\s*(\d+)\s*\)?$")


def call_in(text: str, types: Sequence[str]) -> Call:
    """Reads `zone 0/5` or `Zone (0-5)`. Raises UserError."""
    found = STRENGTHS.fullmatch(fold(text))
    if not found or max(int(found[2]), int(found[3])) > STRONGEST:
        raise expected(_("a defense, its strength against runs and against passes, as in Zone 0/5"), text)
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
