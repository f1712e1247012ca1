"""Orders in people's words, as emails and the free text of a form hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import Any, Protocol, TypeAlias

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, say
from breakaway.core.observation import NAMED, NamedTurn, Observation
from breakaway.games.manifest import kit_of, load, turns_of
from breakaway.games.words import GOES_ON, WEAK, conditions_in
from breakaway.mail.commands import WITHDRAW, Wish, wish_in
from breakaway.mail.own_text import ANSWERS, narrow
from breakaway.mail.received import Letter, open_text

# --- Reads the orders in a letter: finds them in people's own words, then passes them to the game's own reader.
#
# Contains no rules. A game's `Scribe` (`kit.mail`) recognizes orders as people write them in emails. Only
# `observation.read` and `observation.why_not` decide what is legal.


Seen: TypeAlias = Observation[Any, Any]
MOST_ROWS, LONGEST_ROW = 300, 400  # an order has a few lines; the rest of a long email is skipped
MOST_MISTAKES = 20
BULLET = re.compile(r"^\s*(?:[-–—*•·‣▪◦»o]\s+|\(?\d{1,2}[.)]\s+(?=[^\W\d_])|[-–—*•·‣▪◦»]+(?=[^\W\d_]))")
GREETING = re.compile(
    r"^\s*(?:hi|hello|hey|dear|good (?:morning|evening|day)|greetings|hallo|hi zusammen|liebe[rs]?|sehr geehrte[rs]?|"
    r"moin|servus|guten (?:tag|morgen|abend)|grüß (?:dich|gott)|tach)\b[^,:;!.\d]{0,60}(?:[,:!.]|$)",
    re.IGNORECASE,
)
SENTENCES = re.compile(r"(?<=[.!?;])\s+")
RETRACTS = re.compile(
    r"\b(?:ignore|disregard|forget|scrap|cancel|not yet|(?:don't|do not) (?:use|take|play|count|seal|send|enter)|"
    r"(?:only|just|is) (?:a|an|my) (?:first )?(?:draft|example|idea)|draft(?=\W*(?:$|not|only))|not (?:final|valid)|"
    r"hold off|on hold|other way (?:a)?round|umgekehrt|"
    r"(?:swap|switch|exchange|tausch\w*|vertausch\w*)\b.{0,40}\b[A-D]|"
    r"vergiss|vergessen sie|ignorier\w*|streich\w*|doch nicht|noch nicht|gilt nicht|gelten nicht|entwurf|"
    r"nicht endgültig|"
    r"(?:nur|bloß) (?:ein|eine) (?:beispiel|idee))\b",
    re.IGNORECASE,
)
# Phrases that make an order conditional, beside the words in `games/words.py`.
CONDITIONS = re.compile(
    r"\b(?:provided|assuming|supposing|as long as|in case|on condition|as soon as|should (?:he|she|they|any\w*)|"
    r"(?:im|für den) falle?|es sei denn|unter der bedingung|angenommen|erst nach|so lange)\b",
    re.IGNORECASE,
)
# What says, above an order and before a colon, that it is not the one to play.
NOT_THIS = re.compile(
    r"\b(?:example|for instance|e\.g|draft|would have|could have|should have|plan [b-d]|"
    r"alternatively|alternative|option|"
    r"remove|delete|instead of|not|never|says|said|wrote|suggests?|yesterday|last (?:turn|time|week)|previous(?:ly)?|"
    r"earlier|former|old|wrong|beispiel|z\.b|entwurf|hätte|alternativ|statt|anstatt|anstelle|nicht|nie|sagt|sagte|schlägt|"
    r"gestern|letzte[nrs]?|vorige[nrs]?|frühere[nrs]?|alte[nrs]?|falsch\w*|lösch\w*|entfern\w*)\b",
    re.IGNORECASE,
)
NAMED_IN_PASSING = re.compile(r"\b(?:report|results?|bericht|ergebnis(?:se)?|auswertung)\b", re.IGNORECASE)


# Words around a team's or a match's name that say whose or which orders these are.
WHOSE_WORDS = """order orders move moves line up ups lineup lineups choice choices card cards team director coach
    manager seat for of from as the my our a an here are is these this s i am play playing hi it be turn new
    befehl befehle anweisung anweisungen aufstellung aufstellungen zug züge karte karten teamchef spieler für von vom
    als der die das den dem mein meine meinen unser unsere hier sind ist ich bin spiele neue neuer neues"""
WHOSE = frozenset(WHOSE_WORDS.split())
ROLES = (
    r"(?:team|director|manager|coach|teamchef(?:in)?|seat|orders?|line-?ups?|moves|befehle?|aufstellung|anweisungen)"
)
OTHER_MATCH = re.compile(
    r"\b(?:for|in|für)\s+(?:the|my|our|die|das|den|der|dem|meine?|unsere?)?\s*(?:other|another|second|andere[nrs]?|zweite[nrs]?)\s+"
    r"(?:race|match|game|stage|rennen|partie|spiel|etappe)\b|\b(?:for|für)\s+(?:a|an|ein|eine)\s+(?:other|another|andere[sn]?)",
    re.IGNORECASE,
)
FOR = re.compile(r"(?:^|\s)(?:for|in|für)\s+(?P<named>[^.,:;!?]{2,60})\s*[:,.]?\s*$", re.IGNORECASE)
NOT_A_MATCH_WORDS = """today now next you us me this turn week time weekend round stage monday tuesday wednesday
    thursday friday saturday sunday january february march april may june july august
    september october november december team heute jetzt nächste nächsten dich euch sie mich
    uns dir diese diesen dieser dieses runde etappe zug woche zeit montag dienstag mittwoch
    donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember race
    match rennen partie spiel game orders befehle sprint ziel finish start riders fahrer"""
NOT_A_MATCH = frozenset(NOT_A_MATCH_WORDS.split())
CORRECTS = re.compile(
    r"\b(?:correct\w*|new|now|sorry|mean|meant|final\w*|chang\w*|better|rather|korrekt\w*|korrigier\w*|richtig\w*|"
    r"neue?[nrs]?|jetzt|meine|entschuldigung|änder\w*|besser|sondern|doch)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Addressed:
    """The title of the match that an email is for, and the titles of the other matches of its player."""

    title: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Piece:
    """The part of an order in one line: its text in the game's notation, and any unknown words.

    `is_order`: whether the line contains any part of an order. `slots` names the parts, which shows where a second
    order begins.
    """

    text: str = ""
    unknown: str = ""
    is_order: bool = False
    slots: tuple[str, ...] = ()


class Scribe(Protocol):
    """Reads a game's orders as people write them in emails."""

    conditional: str  # the rule that refuses conditional orders; empty if the game has none

    def turn(self, row: str, observation: Seen) -> tuple[NamedTurn | None, str]:
        """The turn that a line names, and the line without it."""

    def turn_fault(self, turn: NamedTurn, observation: Seen) -> str:
        """Why orders for this turn are not accepted now, with the numbers of this turn and of the open turn.

        Empty if they are accepted.
        """

    def piece(self, row: str, observation: Seen) -> Piece:
        """The part of an order in a sentence."""

    def names_players(self, row: str, observation: Seen) -> bool:
        """Whether a sentence names a team or rider of the match. If so, a condition in it is about the match."""

    def legal(self, observation: Seen) -> list[str]:
        """The legal orders of this seat now, in a few lines."""

    def how(self, observation: Seen) -> list[str]:
        """How to write orders, and what happens without an order, in a few sentences."""


@dataclass(frozen=True)
class Mistake:
    """Something unclear or illegal: its line (counted from 1; 0 means the whole email), its text, the rule or "", and
    the reason.
    """

    line: int
    text: str
    rule: str
    why: str


@dataclass(frozen=True)
class WrongTurnOrders:
    """Orders for another turn, which were not used, and the sentence that says so."""

    turn: NamedTurn
    text: str
    why: str


@dataclass(frozen=True)
class Reading:
    """The result of reading a letter.

    `order` is a legal order; if there is none, `mistakes`, `apart` or `wishes` say why.

    - `partial`: whether the player has marked the order as incomplete.
    - `written`: the order in the game's notation.
    - `replaced`: earlier orders in the same email, in the game's notation, which the last one replaces.
    - `turn`: the turn that the email names for the order.
    - `legal`: the legal orders of the seat, if there were mistakes or no order was found.
    - `passed_over`: sentences that have nothing to do with orders.
    """

    order: Order | None = None
    partial: bool = False
    written: str = ""
    turn: NamedTurn | None = None
    replaced: tuple[str, ...] = ()
    apart: tuple[WrongTurnOrders, ...] = ()
    wishes: tuple[Wish, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    legal: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    def is_clear(self) -> bool:
        """Whether the email has a legal order or a command, and nothing in it is in doubt."""
        in_doubt = self.mistakes or self.apart or any(wish.fault for wish in self.wishes)
        return (self.order is not None or bool(self.wishes)) and not in_doubt


@dataclass
class _Block:
    """One order: its lines with their numbers, the slots that it names, and the turn that it is for."""

    turn: NamedTurn | None
    rows: list[tuple[int, str]] = field(default_factory=list)
    slots: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """The order's lines in the game's notation."""
        return "\n".join(row for _line, row in self.rows)


@dataclass
class _Found:
    """Everything found in the lines of a letter so far."""

    blocks: list[_Block] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    turn: NamedTurn | None = None
    doubtful: tuple[int, str] | None = None  # an unfinished condition, which the next line may continue
    last: int = -9  # the line of the last order
    introduced: tuple[int, str] | None = None  # a sentence that may say that the order below it does not count
    retracted: tuple[int, str] | None = None  # a sentence below the last order that may take it back


def read_letter(
    letter: Letter, observation: Seen, scribe: Scribe, today: date | None = None, place: Addressed = Addressed()
) -> Reading:
    """Reads the order in a letter for the seat of this `observation`, with the game's `scribe`.

    The letter came to this `place`. An email that names another match, team or turn is in doubt. An order in the
    subject counts if the text has none; a condition there is a condition.

    `today` determines the year of vacation days that are written without a year. If the email has both plain text and
    HTML, both are read; if they differ in their orders, the email is in doubt.
    """
    reading = _read(letter, observation, scribe, today, place)
    if not letter.shown:
        return reading
    shown = _read(replace(letter, own=letter.shown), observation, scribe, today, place)
    if _asks(reading) == _asks(shown):
        return reading
    if not any(_asks(reading)):  # such as `This is an HTML email`
        return shown
    why = _("the plain text and the HTML of this email do not say the same; write the order again in a new email")
    mistakes = (*reading.mistakes, *shown.mistakes)[: MOST_MISTAKES - 1]
    return replace(
        reading,
        order=None,
        written="",
        wishes=(),
        mistakes=(*mistakes, Mistake(0, "", "", why)),
        legal=tuple(scribe.legal(observation)) if observation.is_asked() else (),
    )


def _asks(reading: Reading) -> tuple[str, list[str], list[str], list[str]]:
    """What an email asks for, in doubt or not. All parts are empty if it asks for nothing."""
    wishes = [f"{each.kind} {each.first} {each.last} {each.text}" for each in reading.wishes]
    return (
        reading.written,
        wishes,
        [each.text for each in reading.apart],
        [each.text for each in reading.mistakes if each.line],
    )


def _read(letter: Letter, observation: Seen, scribe: Scribe, today: date | None, place: Addressed) -> Reading:
    """Reads the subject of a letter and its lines `own`."""
    subject = letter.subject[:LONGEST_ROW]
    named = None if NAMED_IN_PASSING.search(subject) else scribe.turn(subject, observation)[0]
    found = _Found(turn=named)
    rows = [(line, row) for line, row in enumerate(letter.own, 1) if row.strip()]
    for line, row in rows[:MOST_ROWS]:
        said = narrow(row[:LONGEST_ROW])
        _read_row(found, line, said, observation, scribe, today)
        if why := _elsewhere(said, observation, place):
            found.mistakes.append(Mistake(line, row.strip(), "", why))
    _read_subject(found, narrow(subject), letter, observation, scribe, today, place)
    return _judged(found, named, letter, observation, scribe)


def _read_subject(
    found: _Found, subject: str, letter: Letter, observation: Seen, scribe: Scribe, today: date | None, place: Addressed
) -> None:
    """Reads the subject: a condition counts, and so does a request or an order if the text has none. What the sender
    has not written, such as the subject of the email that he answers, has neither.
    """
    is_answer = bool(ANSWERS.match(subject))
    said = ANSWERS.sub("", subject).strip()
    if place.title:
        said = re.sub(re.escape(" ".join(place.title.split())), " ", said, flags=re.IGNORECASE)
    rest = scribe.turn(said, observation)[1].strip(" ,:-")
    conditions, piece = _conditions(rest), scribe.piece(rest, observation)
    begins = set(re.findall(r"[^\W\d_]+", rest.casefold())[:3]) & GOES_ON
    is_about = piece.is_order or scribe.names_players(rest, observation) or begins
    if set(conditions) - WEAK and (is_about or not is_answer):
        found.mistakes.append(_conditional(0, subject, conditions[0], observation, scribe))
    if not NAMED_IN_PASSING.search(said) and (why := _elsewhere(rest, observation, place, is_subject=True)):
        found.mistakes.append(Mistake(0, subject, "", why))
    is_empty = not (found.blocks or found.wishes or found.mistakes)
    if is_empty and not is_answer and rest and (piece.is_order or wish_in(rest, 0, today)):
        _read_row(found, 0, said, observation, scribe, today)


def _elsewhere(row: str, observation: Seen, place: Addressed, is_subject: bool = False) -> str:
    """Why a sentence puts the email in doubt: it names another match or another team as the one that it is for."""
    names = [str(each) for each in observation.names.get("teams", ())]
    mine = names[observation.side] if 0 <= observation.side < len(names) else ""
    for title in place.others:
        if len(title) > 3 and title.casefold() not in place.title.casefold() and _has(row, title):
            return say(
                "this names another match, “{title}”; this address is for “{mine}”", title=title, mine=place.title
            )
    if OTHER_MATCH.search(row):
        return _("this seems to be for another match; write only the order that you want to play here")
    rivals = [name for name in names if name != mine and _has(row, name)]
    if rivals and not (mine and _has(row, mine)):
        rest = row
        for name in rivals:
            rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest, flags=re.IGNORECASE)
        words = set(re.findall(r"[^\W\d_]+", rest.casefold())) - WHOSE
        called = re.escape(rivals[0])
        by_role = re.search(
            rf"{ROLES}\W+(?:(?:of|from|for|von|für|the|team|der|die)\W+){{0,3}}{called}(?!\w)", row, re.IGNORECASE
        )
        by_role = by_role or re.search(rf"(?<!\w){called}(?:'?s)?\W+{ROLES}\b", row, re.IGNORECASE)
        if is_subject or not words or by_role or (row.rstrip().endswith(":") and len(words) < 4):
            return say("this names {team}; you play {mine}", team=rivals[0], mine=mine or _("another team"))
    if found := FOR.search(row):
        known = {word for name in (*names, place.title) for word in re.findall(r"\w+", name.casefold())}
        known |= {
            word for four in observation.names.get("riders", {}).values() for n in four for word in n.casefold().split()
        }
        said = [
            each
            for each in re.findall(r"[^\W\d_][\w'’-]*", found["named"])
            if each.casefold() not in NOT_A_MATCH | WHOSE | known
        ]
        introduces = row.rstrip().endswith(":") or re.match(
            r"\W*(?:this is|these are|das ist|das sind|hier|here)\b", row, re.IGNORECASE
        )
        if introduces and any(each[:1].isupper() for each in said) and not NAMED_IN_PASSING.search(row):
            return say("this seems to be for another match, “{title}”", title=" ".join(said))
    return ""


def _conditions(row: str) -> list[str]:
    return [*conditions_in(row), *(each.casefold() for each in CONDITIONS.findall(row))]


def _denies(row: str) -> bool:
    """Whether a sentence introduces an order that is not to be played."""
    return row.rstrip().endswith(":") and bool(NOT_THIS.search(row)) and not CORRECTS.search(row)


def _has(row: str, name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", row, re.IGNORECASE))


def read_text(observation: Seen, scribe: Scribe, text: str) -> tuple[Order, bool]:
    """The order in a text that somebody typed or pasted, and whether it is partial. Raises BadOrder.

    Tries the game's own reader first. If that refuses the text, reads it as an email, with the game's `scribe`. If this
    finds no clear order either, raises the error of the game's own reader. But if the text contains a condition, the
    error explains that an order cannot have one.
    """
    try:
        return observation.read(text)
    except BadOrder as error:
        found = read_letter(open_text(text), observation, scribe)
        if found.order is not None and found.is_clear() and not found.wishes and not found.replaced:
            return found.order, found.partial
        if any(each.rule == scribe.conditional != "" for each in found.mistakes):
            raise BadOrder([(each.line, each.rule, each.why) for each in found.mistakes]) from None
        raise error


def _read_row(found: _Found, line: int, row: str, observation: Seen, scribe: Scribe, today: date | None) -> None:
    """Reads one line, sentence by sentence."""
    if wish := wish_in(BULLET.sub("", row), line, today):
        found.wishes.append(wish)
        if found.blocks and wish.kind == WITHDRAW:
            found.retracted = (line, row.strip())
        return
    greeted = GREETING.match(row)
    row = row[greeted.end() :] if greeted and not conditions_in(greeted[0]) else row
    for part, after in (row.partition(":")[::2], (row, "")):
        turn, rest = scribe.turn(part, observation)
        if turn and not scribe.piece(rest, observation).unknown:
            found.turn, row = turn, f"{rest} {after}"
            found.blocks.append(_Block(turn))
            break
    for sentence in _sentences(BULLET.sub("", row), observation, scribe):
        _read_sentence(found, line, sentence, observation, scribe)


def _sentences(row: str, observation: Seen, scribe: Scribe) -> list[str]:
    """The sentences of a line. A colon ends a sentence too, unless it follows an order or a short name."""
    cut: list[str] = []
    for part in SENTENCES.split(row):
        if cut and re.search(r"(?<!\w)\w\.$", cut[-1]):  # `A. 10` is one sentence
            cut[-1] += f" {part}"
        else:
            cut.append(part)
    found = []
    for part in cut:
        before, colon, after = part.partition(":")
        introduces = colon and len(before.split()) > 1 and not scribe.piece(before, observation).is_order
        if introduces and not _conditions(before) and scribe.piece(part, observation).unknown:
            found += [before + colon, after]
        else:
            found.append(part)
    return [each for each in found if each.strip()]


def _read_sentence(found: _Found, line: int, row: str, observation: Seen, scribe: Scribe) -> None:
    piece = scribe.piece(row, observation)
    conditions = _conditions(row)
    if conditions and _binds(found, line, row, conditions, piece, observation, scribe):
        found.mistakes.append(_conditional(line, row, conditions[0], observation, scribe))
    elif piece.is_order and row.rstrip().endswith("?"):
        why = _("a question is not an order; to give an order, write only the order")
        found.mistakes.append(Mistake(line, row.strip(), "", why))
    elif piece.is_order and piece.unknown:
        why = say(
            "cannot read {found!r}; write only the order on that line, for example: {example}",
            found=piece.unknown[:40],
            example=example(observation),
        )
        found.mistakes.append(Mistake(line, row.strip(), "", why))
    elif piece.is_order:
        if found.doubtful and found.doubtful[0] == line - 1:
            before = found.doubtful[1]
            found.mistakes.append(_conditional(line - 1, before, _conditions(before)[0], observation, scribe))
        if found.introduced and line - found.introduced[0] <= 2:
            why = _("this seems to say that the order below it is not to be played; write only the order that is")
            found.mistakes.append(Mistake(*found.introduced, "", why))
        found.introduced = None
        _add(found, line, piece)
        found.retracted = None
    elif row.strip():
        found.passed_over.append(row.strip())
        found.introduced = (line, row.strip()) if _denies(row) else None
        if found.blocks and RETRACTS.search(row):
            found.retracted = (line, row.strip())
    unfinished = conditions and not piece.is_order and not row.rstrip().endswith((".", "!", "?"))
    found.doubtful = (line, row.strip()) if unfinished else None
    found.last = line if piece.is_order else found.last


def _binds(
    found: _Found, line: int, row: str, conditions: list[str], piece: Piece, observation: Seen, scribe: Scribe
) -> bool:
    """Whether the condition is about an order: whether its line contains or continues an order, or names a team or
    rider.
    """
    if piece.is_order or (set(conditions) - WEAK and scribe.names_players(row, observation)):
        return True
    begins = re.findall(r"[^\W\d_]+", row.casefold())[:3]
    goes_on = bool(GOES_ON & set(begins)) and (row.lstrip()[:1].islower() or len(begins) == 1)
    return goes_on and line - found.last <= 1


def _conditional(line: int, row: str, word: str, observation: Seen, scribe: Scribe) -> Mistake:
    legal = example(observation)
    why = say(
        "an order cannot have a condition; leave out {word!r} and write an order that always applies, "
        "for example: {example}",
        word=word,
        example=legal,
    )
    return Mistake(line, row.strip(), scribe.conditional, why)


def example(observation: Seen) -> str:
    """A legal order, in the game's notation; empty if this seat is not asked."""
    order: Order = []
    for _slot in range(observation.slots() if observation.is_asked() else 0):
        menu = observation.menu(order)
        if not menu:
            return ""
        order.append(menu[-1])
    return observation.write(order).replace("\n", "; ") if order else ""


def _add(found: _Found, line: int, piece: Piece) -> None:
    """Adds a line to the order that is being read. A line that names the same slot again begins the next order."""
    block = found.blocks[-1] if found.blocks else None
    if block is None or (block.rows and block.rows[-1][0] != line and block.slots & set(piece.slots)):
        block = _Block(found.turn)
        found.blocks.append(block)
    block.rows.append((line, piece.text))
    block.slots |= set(piece.slots)


def _judged(found: _Found, named: NamedTurn | None, letter: Letter, observation: Seen, scribe: Scribe) -> Reading:
    """The result of reading a letter. Sets aside orders for other turns; the game reads the last remaining order."""
    mine, apart = list[_Block](), list[WrongTurnOrders]()
    for i, block in enumerate(found.blocks):
        after = found.blocks[i + 1] if i + 2 == len(found.blocks) else None
        if after and not after.rows and block.turn == named:
            block.turn = after.turn  # the turn is named below its order, at the end
        fault = scribe.turn_fault(block.turn, observation) if block.turn else ""
        if fault and block.turn:
            apart += [WrongTurnOrders(block.turn, block.text, fault)] if block.rows else []
        elif block.rows:
            mine.append(block)
    if mine and found.retracted:
        why = _(
            "this could mean that you want to take the order back; "
            "send only the order that you want to play, or the word “withdraw”"
        )
        found.mistakes.append(Mistake(*found.retracted, "", why))
    reading = Reading(
        turn=mine[-1].turn if mine else found.turn,  # the last turn that the email names
        replaced=tuple(block.text for block in mine[:-1]),
        apart=tuple(apart),
        wishes=tuple(found.wishes),
        mistakes=tuple(found.mistakes[:MOST_MISTAKES]),
        passed_over=tuple(found.passed_over),
    )
    if not observation.is_asked():
        nothing = Mistake(0, "", "", _("this seat has no orders to give now"))
        return replace(reading, mistakes=(*reading.mistakes, nothing)) if mine or not found.wishes else reading
    if mine:
        reading = _taken(reading, mine[-1], letter.own, observation)
    elif not apart and not found.wishes and not reading.mistakes:
        why = _("no order was found in this email")
        if letter.is_forwarded:
            why = _("this email has no order of its own; quoted or forwarded text is not read")
        reading = replace(reading, mistakes=(Mistake(0, "", "", why),))
    if reading.mistakes:  # then no order in this email is used
        return replace(reading, replaced=(), legal=tuple(scribe.legal(observation)))
    return reading


def _taken(reading: Reading, block: _Block, own: Sequence[str], observation: Seen) -> Reading:
    """The `reading` with this block's order added, if the order is legal and nothing else in the email is in doubt."""
    try:
        order, partial = observation.read(block.text)
    except BadOrder as error:
        told = []
        for at, rule, why in error.mistakes[:MOST_MISTAKES]:
            line = block.rows[at - 1][0] if 0 < at <= len(block.rows) else 0
            told.append(Mistake(line, own[line - 1].strip() if line else "", rule, why))
        return replace(reading, mistakes=(*reading.mistakes, *told))
    refused = observation.why_not(order, partial)
    if refused:
        return replace(reading, mistakes=(*reading.mistakes, Mistake(0, "", refused.rule, refused.text)))
    if reading.mistakes:
        return reading
    return replace(reading, order=order, partial=partial, written=observation.write(order))


# --- Reads orders in emails for a game that has no scribe of its own: one order on each line, in the game's notation.


SHOWN = 12


class PlainScribe:
    """A line is an order if the game can read it. A turn may stand before it: `turn 9: kick`.

    `played` counts the turns of the record so far. If it is None, lines name no turns.
    """

    conditional = ""

    def __init__(self, played: int | None = None) -> None:
        self.played = played

    def turn(self, row: str, observation: Seen) -> tuple[NamedTurn | None, str]:
        """The turn that a line begins with, and the rest of the line."""
        said = NAMED.match(row.lstrip()) if self.played is not None else None
        if said is None:
            return None, row
        return NamedTurn(None, int(said[1])), row.lstrip()[said.end() :].lstrip(" :,.")

    def turn_fault(self, turn: NamedTurn, observation: Seen) -> str:
        """Why orders for this turn are not accepted now; empty for the open turn."""
        turns, played = turns_of(observation.game), self.played or 0
        now = turns.now(observation, played)
        return "" if turn == now else another_turn(turns.text(observation, turn), turns.text(observation, now))

    def piece(self, row: str, observation: Seen) -> Piece:
        """The whole line, if the game can read it as an order."""
        text = row.strip().strip("*_").rstrip(".!;")
        try:
            observation.read(text)
        except BadOrder:
            return Piece(unknown=text)
        return Piece(text, is_order=True, slots=("order",))

    def names_players(self, row: str, observation: Seen) -> bool:
        """Always False, because in these games a condition matters only in a line that contains an order."""
        return False

    def legal(self, observation: Seen) -> list[str]:
        """The first few legal choices, in the game's notation. If an order consists of several choices, one complete
        legal order.
        """
        if not observation.is_asked():
            return []
        if observation.game.ahead and (whole := observation.game.ahead.legal(observation)):
            return whole
        if observation.slots() == 1:
            codes = observation.menu([])
            some = [observation.write([code]).replace("\n", "; ") for code in islice(codes, SHOWN)]
            return [*some, *([_("and more")] if len(codes) > SHOWN else [])]
        order: list[int] = []
        while len(order) < observation.slots() and (menu := observation.menu(order)):
            order.append(menu[0])
        return [observation.write(order).replace("\n", "; ")] if len(order) == observation.slots() else []

    def how(self, observation: Seen) -> list[str]:
        """Tells the player to write the order on a line of its own."""
        return [_("Write your order on a line of its own. The email for each turn lists what you can choose.")]


def scribe_of(observation: Observation[object, object], played: int | None = None) -> Scribe:
    """The scribe for this match's game: its own, or a plain one. `played` counts the turns of the record so far."""
    place = kit_of(observation.game).mail
    found: Scribe = load(place) if place else PlainScribe(played)
    return found


def another_turn(meant: str, now: str) -> str:
    """Why an order is refused: the turn that it is `meant` for, and the turn that is open `now`."""
    return say("This order is for {meant}. The match is at {now}.", meant=meant, now=now)
