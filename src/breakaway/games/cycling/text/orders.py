"""Orders as text, with names, turns and standing instructions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import Names, _, many, marked, say
from breakaway.core.observation import NamedTurn
from breakaway.games.cycling.rules.cards import refuse_start_card
from breakaway.games.cycling.rules.movement import namings_of, refuse_card, refuse_naming
from breakaway.games.cycling.rules.state import BOOK, Race, RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, NAMINGS, ON_TRACK, OVER, SLOTS
from breakaway.games.words import ENGLISH, WORDS

# --- Finds teams and riders by the names that people write.
#
# Differences in spacing, capitals, quotation marks, and the encoding of accents are ignored.


RESERVED = ENGLISH | {"partial", "spy", "none", "and"}
TURN_WORDS = re.compile("turn|zug|stage|etappe|runde|round|line-?ups?|aufstellung(en)?|partial|teilweise")
QUOTES = str.maketrans("‘’‚‛ʼ`´′“”„‟″", "''''''''\"\"\"\"\"")


def plain(text: str) -> str:
    """The text with composed letters (NFC) and straight quotes, so that different keyboards give the same text."""
    return unicodedata.normalize("NFC", text).translate(QUOTES)


def folded(text: str) -> str:
    """The plain text in lower case and with single spaces.

    Two names are the same if this function returns equal texts for them.
    """
    return " ".join(unicodedata.normalize("NFC", plain(text).casefold()).split())


# Polite words and numbers around an order. Such a word is a rider's name only right before his card.
POLITE_WORDS = """please bitte my meine meinen our unsere unser order orders ordered are is sind ist for für the der
    die das den rider riders fahrer fahrerin card cards karte karten play plays playing spielt spiele spielen spiel with
    mit move moves moving zieht ziehe ziehen fährt fahre fahren nimmt takes take use uses nehme and und anweisung
    anweisungen befehl befehle zug züge team i ich we wir here hier come comes kommen this week diese diesen dieser
    woche thanks thank you danke dank vielen viele will would like möchte to zu go goes geht gets bekommt from von auf
    on in of a an square squares feld felder as follows wie folgt folgende following all alle also auch so it it's that
    that's these dies grüße gruß cheers regards best ok okay nächsten nächste next new neue mal line up ups
    aufstellung aufstellungen starting startkarten hand hands race rennen"""
FILLER = frozenset(POLITE_WORDS.split())
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def words_of(name: str) -> list[str]:
    """The words of a rider's own name that can stand for it, folded: all of two letters and more."""
    return [word for word in WORD.findall(folded(name)) if len(word) > 1]


def words_among(names: Sequence[str]) -> dict[str, list[int]]:
    """Each word of these own names that can stand for one of them, with the places of all that have it."""
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        for word in dict.fromkeys(words_of(name)):
            if word not in RESERVED and word not in WORDS and not TURN_WORDS.fullmatch(word):
                found.setdefault(word, []).append(place)
    return found


def teams_called(teams: Sequence[str], text: str) -> list[int]:
    """The team with exactly this name, or else all teams with a word in their names that begins with the text."""
    wanted, known = folded(text), [folded(name) for name in teams]
    exact = [team for team, name in enumerate(known) if name == wanted]
    if exact or not wanted:
        return exact
    return [team for team, name in enumerate(known) if re.search(rf"(?<!\w){re.escape(wanted)}", name)]


# --- Reads orders like `A12 B7 C9 D5`, also with names instead of grades, on several lines, or with comments.


LETTERS = "ABCD"
LONGEST_TEXT = 4000
# `turn 2:`, `stage 2, turn 3:`, `Zug 2.3:`; `line-ups:`. An order may begin with its turn.
TURN = re.compile(
    r"(?<!\w)(?:(?:stage|etappe)\s*(?P<stage>[0-9]{1,4})\s*[,.:]?\s*)?"
    r"(?:(?:turn|zug)\s*(?:(?P<first>[0-9]{1,4})\.)?(?P<turn>[0-9]{1,4})(?!\w)|(?:(?:the|die)\s+)?(?P<start>line-?ups?|aufstellung(?:en)?)(?!\w))"
    r"\s*[:,.]?",
    flags=re.IGNORECASE,
)
CARD = r"(?=\s*[:=]?\s*[0-9])"  # a card follows
CARDS = r"(?:[\s,:=]*[0-9]+)*"
SPY = re.compile(r"spy\b:?(.*)", flags=re.IGNORECASE)
Mistake = tuple[int, str, str]


def hand_of(view: Race, rider: int) -> list[int]:
    """A rider's cards, highest first."""
    return [int(card) for card in view.hand[rider] if card]


def must_order(view: Race, rider: int) -> bool:
    """Whether a complete order needs a card for this rider."""
    return bool(view.status[rider] == ON_TRACK and not view.dropped[rider])


def card_fault(rule: str, letter: str, card: int, hand: list[int]) -> str:
    """Why a rule refuses a card, and which cards are legal."""
    held = " ".join(map(str, sorted(set(hand))))
    if not hand:
        return say("{rider} is off the track and cannot play a card", rider=letter)
    if rule == "BA-8.1":
        return say("no card was given for {rider}; legal: {cards}", rider=letter, cards=held)
    return say("{rider} does not hold {card}; legal: {cards}", rider=letter, card=card, cards=held)


def line_up_fault(config: RaceConfig, order: Order, slot: int) -> str:
    """Says what rule 3.1 demands of the rider whose card is at `slot`."""
    grade = next(g for g in range(GRADES) if slot < FIRST_SLOT[g + 1])
    least, most = config.least_cards[grade], config.most_cards[grade]
    number = say("{least} or {most}", least=least, most=most) if most > least else str(least)
    cards = " ".join(str(card) for card in order[FIRST_SLOT[grade] : FIRST_SLOT[grade + 1]] if card) or _("no card")
    needed = marked("{rider} ({cards}) needs {number} cards from 1 to {highest} that add up to at most {sum}")
    if config.exact_totals:
        needed = marked("{rider} ({cards}) needs {number} cards from 1 to {highest} that add up to exactly {sum}")
    return say(
        needed,
        rider=LETTERS[grade],
        cards=cards,
        number=number,
        highest=config.highest_start,
        sum=config.most_sum[grade],
    )


def turn_text(config: RaceConfig, stage: int, turn: int) -> str:
    """A turn in words: `turn 9`, `stage 2, the line-ups`. Stages are counted from 1; turn 0 is the line-ups."""
    if config.stages > 1 or stage > 1:
        if turn:
            return say("stage {stage}, turn {turn}", stage=stage, turn=turn)
        return say("stage {stage}, the line-ups", stage=stage)
    return say("turn {turn}", turn=turn) if turn else _("the line-ups")


def open_turn(view: Race) -> tuple[int, int]:
    """The open turn: its stage, counted from 1, and its number, which is 0 for the line-ups."""
    return view.stage + 1, 0 if view.phase == LINE_UP else int(view.turn)


def turn_fault(view: Race, config: RaceConfig, stage: int | None, turn: int) -> str:
    """Why an order for this turn is refused now; empty if the turn is open.

    Without a `stage`, the turn is in the current stage.
    """
    now = open_turn(view)
    meant = (now[0] if stage is None else stage, turn)
    if meant == now:
        return ""
    return say(
        "these orders are for {meant}, but it is now {now}",
        meant=turn_text(config, *meant),
        now=turn_text(config, *now),
    )


def _lines(
    text: str, names: Names, config: RaceConfig, view: Race, seat: int, mistakes: list[Mistake]
) -> list[tuple[int, str]]:
    """The non-empty lines with their numbers from 1. Riders' names become letters; comments, team and turn are removed.

    If the text names a turn that is not open, this fault is added to `mistakes`. Raises BadOrder if the text is too
    long.
    """
    if len(text) > LONGEST_TEXT:
        fault = say(
            "an order can have at most {most} characters; this one has {found}", most=LONGEST_TEXT, found=len(text)
        )
        raise BadOrder([(0, "BA-8.1", fault)])
    found = []
    for i, raw in enumerate(plain(text).splitlines(), 1):
        row = re.split(r"#|//", raw)[0].strip()
        if not SPY.match(row):
            row, several = with_letters(row, names, seat)
            mistakes += [(i, "BA-8.1", each) for each in several.values()]
            for word in several:
                row = re.sub(rf"{word_pattern(word)}{CARDS}", " ", row, flags=re.IGNORECASE)
        said = TURN.search(row)
        if said:
            stage = said["stage"] or said["first"]
            fault = turn_fault(view, config, int(stage) if stage else None, 0 if said["start"] else int(said["turn"]))
            mistakes += [(i, "BA-8.1", fault)] if fault else []
            row = f"{row[: said.start()]} {row[said.end() :]}"
        found.append((i, row.strip()))
    return [(i, row) for i, row in found if row]


def without_team(row: str, names: Names, seat: int) -> str:
    """A `row` without the name of the team at this `seat`.

    Before a colon, the beginning of a word in the name is enough if it fits no other team: `Telekom: A10`.
    """
    teams = [plain(team) for team in names.get("teams", ())]
    if seat >= len(teams):
        return row
    before, colon, after = row.partition(":")
    is_card = after.lstrip()[:1].isdigit()  # then a rider's name stands before the colon
    is_letter = re.search(r"(?<!\w)[a-d]\s*$", before, re.IGNORECASE)
    is_name = colon and not is_card and not is_letter and folded(before) not in RESERVED
    if is_name and teams_called(teams, before) == [seat]:
        return after
    return re.sub(rf"(?<!\w){re.escape(teams[seat])}(?!\w)\s*[:,]?", " ", row, flags=re.IGNORECASE)


def with_letters(row: str, names: Names, seat: int) -> tuple[str, dict[str, str]]:
    """A `row` without the team's name, in which letters stand for the riders of this seat.

    A rider is called by his whole name, or by a word of it that no other rider of the team has. A word that several
    have stays, and comes with a sentence that names all of them.
    """
    four = names.get("riders", {}).get("".join(names.get("teams", ())[seat : seat + 1]), ())
    for name, letter in sorted(zip(four, LETTERS, strict=False), key=lambda pair: -len(pair[0])):
        row = re.sub(rf"(?<!\w){re.escape(plain(name))}(?!\w)", f" {letter} ", row, flags=re.IGNORECASE)
    row = without_team(row, names, seat)
    several: dict[str, str] = {}
    for word, places in words_among(four).items():
        if len(places) == 1:
            row = re.sub(word_pattern(word), f" {LETTERS[places[0]]} ", row, flags=re.IGNORECASE)
        elif found := re.search(word_pattern(word), row, flags=re.IGNORECASE):
            could = ", ".join(f"{LETTERS[place]} ({four[place]})" for place in places)
            several[word] = say("{name!r} could be any of these: {riders}", name=found[0], riders=could)
    return row, several


def word_pattern(word: str) -> str:
    """A pattern for a word of a rider's name. A polite word is a name only if a card follows."""
    return rf"(?<![\w'-]){re.escape(word)}(?![\w'-]){CARD if word in FILLER else ''}"


def _told(mistakes: list[Mistake]) -> list[Mistake]:
    """The mistakes without repeats, sorted by line and then by text."""
    return sorted(dict.fromkeys(mistakes), key=lambda mistake: (mistake[0], mistake[2]))


def _take_word(row: str, word: str) -> tuple[str, bool]:
    shorter = re.sub(rf"(?<!\w){word}(?!\w)", " ", row, flags=re.IGNORECASE)
    return shorter, shorter != row


def read_cards(
    text: str, names: Names, config: RaceConfig, view: Race, seat: int, find: Callable[[str], list[int]]
) -> tuple[Order, bool]:
    """A turn's order, and whether it is partial. `find` looks up rivals by name. Raises BadOrder with all mistakes."""
    width = GRADES + NAMINGS if config.spy else GRADES
    order, partial = [0] * width, False
    mistakes: list[Mistake] = []
    lines: dict[int, int] = {}
    named: list[tuple[int, str]] = []
    for line, raw in _lines(text, names, config, view, seat, mistakes):
        spied = SPY.match(raw)
        if spied:
            named += [(line, part.strip()) for part in spied[1].split(",") if part.strip()]
            continue
        row, says_partial = _take_word(raw, "partial")
        row, says_none = _take_word(row, "none")
        if says_none and row.strip(" .,;"):
            fault = say("'none' means no card at all; leave it out, or leave out {rest!r}", rest=row.strip()[:40])
            mistakes.append((line, "BA-8.1", fault))
            continue
        partial = partial or says_partial
        _read_row(line, row, order, lines, mistakes)
    _check_cards(config, view, seat, order, lines, partial, mistakes)
    _read_namings(names, config, view, seat, order, named, find, mistakes)
    if mistakes:
        raise BadOrder(_told(mistakes))
    return order, partial


def _read_row(line: int, row: str, order: Order, lines: dict[int, int], mistakes: list[Mistake]) -> None:
    """Reads `A12`, `A 12`, `A: 12` or `A=12` from a line. Anything left over is a mistake."""
    words = set(re.findall(r"[^\W\d_]+", row.casefold()))
    if words & WORDS:
        word = sorted(words & WORDS)[0]
        mistakes.append((line, "BA-8.2", say("an order cannot have a condition; leave out {word!r}", word=word)))
        return
    pattern = r"(?<![^\W_])([A-Da-d])\s*[:=]?\s*([0-9]{1,4})(?!\w)"
    for letter, card in re.findall(pattern, row):
        slot = LETTERS.index(letter.upper())
        if slot in lines:
            fault = say("{rider} has a second card, {card}; give each rider one card", rider=letter.upper(), card=card)
            mistakes.append((line, "BA-8.1", fault))
            continue
        lines[slot] = line
        order[slot] = int(card)
    rest = re.sub(r"(?<!\w)and(?!\w)|[\s,;.]+", " ", re.sub(pattern, " ", row)).strip()
    if rest:
        shown = rest if len(rest) <= 40 else rest[:40] + "..."
        fault = say("cannot read {found!r}; expected riders and cards like A12 B7 C9 D5", found=shown)
        mistakes.append((line, "BA-8.1", fault))


def _check_cards(
    config: RaceConfig,
    view: Race,
    seat: int,
    order: Order,
    lines: dict[int, int],
    partial: bool,
    mistakes: list[Mistake],
) -> None:
    unread = bool(mistakes)
    for slot in range(GRADES):
        if slot not in lines and (partial or unread):
            continue  # a missing card may be in the text that could not be read
        number = refuse_card(view, config, seat, order, slot)
        if slot in lines and order[slot] == 0:
            number = BOOK["BA-6.2"]
        if number:
            rule = BOOK.id_of(number)
            fault = card_fault(rule, LETTERS[slot], order[slot], hand_of(view, seat * GRADES + slot))
            mistakes.append((lines.get(slot, 0), rule, fault))


def spies_text(most: int) -> str:
    """Says how many rivals a team may name if some of its riders are dropped."""
    return many(
        "dropped riders do not spy, so you can name {n} rival",
        "dropped riders do not spy, so you can name {n} rivals",
        most,
    )


def _read_namings(
    names: Names,
    config: RaceConfig,
    view: Race,
    seat: int,
    order: Order,
    named: list[tuple[int, str]],
    find: Callable[[str], list[int]],
    mistakes: list[Mistake],
) -> None:
    most = namings_of(view, config, seat)
    for i, (line, name) in enumerate(named):
        found = find(name)
        if not config.spy:
            mistakes.append((line, "BA-V4", _("you can name rivals only in a Spy race")))
        elif i >= most:
            fault = say("{name!r} is one too many: name at most {most} riders", name=name, most=most)
            if most < NAMINGS:
                fault = say("{name!r} is one too many: {fault}", name=name, fault=spies_text(most))
            mistakes.append((line, "BA-V4", fault))
        elif len(found) != 1:
            fault = say("unknown rider {name!r}; write riders like 'Red A'", name=name[:40])
            if found:
                could = ", ".join(f"{names['teams'][rider // GRADES]} {LETTERS[rider % GRADES]}" for rider in found)
                fault = say("{name!r} could be any of these: {riders}", name=name[:40], riders=could)
            mistakes.append((line, "BA-V4", fault))
        else:
            order[GRADES + i] = found[0] + 1
            if refuse_naming(view, config, seat, order, GRADES + i):
                mistakes.append((line, "BA-V4", say("{name!r} is not a rival on the track", name=name)))


def read_line_up(text: str, names: Names, config: RaceConfig, view: Race, seat: int) -> tuple[Order, bool]:
    """A line-up like `A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6`, and whether it is partial. Raises BadOrder."""
    hands: dict[int, list[int]] = {}
    lines: dict[int, int] = {}
    mistakes, partial, current = list[Mistake](), False, -1
    for line, raw in _lines(text, names, config, view, seat, mistakes):
        row, says_partial = _take_word(raw, "partial")
        row = re.sub(r"\.(?=\s|$)", " ", row)
        partial = partial or says_partial
        if words := set(re.findall(r"[^\W\d_]+", row.casefold())) & WORDS:
            mistakes.append(
                (line, "BA-8.2", say("an order cannot have a condition; leave out {word!r}", word=sorted(words)[0]))
            )
            continue
        for token in re.findall(r"[A-Da-d](?![^\W\d_])|[0-9]{1,4}(?![0-9])|[^\s,;:=]+", row):
            if token.upper() in LETTERS and len(token) == 1:
                current = LETTERS.index(token.upper())
                if current in hands:
                    mistakes.append((line, "BA-3.1", say("{rider} already has cards", rider=token.upper())))
                hands.setdefault(current, [])
                lines[current] = line
            elif token.isascii() and token.isdigit() and current >= 0:
                hands[current].append(int(token))
            else:
                fault = say("cannot read {found!r}; expected A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6", found=token[:40])
                mistakes.append((line, "BA-3.1", fault))
    order = _place_hands(config, view, seat, hands, lines, partial, mistakes)
    if mistakes:
        raise BadOrder(_told(mistakes))
    return order, partial


def _place_hands(
    config: RaceConfig,
    view: Race,
    seat: int,
    hands: dict[int, list[int]],
    lines: dict[int, int],
    partial: bool,
    mistakes: list[Mistake],
) -> Order:
    order = [0] * SLOTS
    unread = bool(mistakes)
    for grade in range(GRADES):
        first, cards = FIRST_SLOT[grade], hands.get(grade, [])
        room = FIRST_SLOT[grade + 1] - first
        order[first : first + room] = (cards + [0] * room)[:room]
        if grade not in hands and (partial or unread):
            continue
        refused = any(refuse_start_card(view, config, seat, order, first + i) for i in range(room))
        if refused or len(cards) > room or 0 in cards:
            shown = [*order[:first], *cards[:room], *order[first + room :]]
            fault = line_up_fault(config, shown, first)
            mistakes.append((lines.get(grade, 0), "BA-3.1", fault))
    return order


# --- What each standing instruction does, in a sentence, for the terminal and the page.


SAYS = {
    "highest": marked("Each of your riders plays his highest card. You still choose your line-ups."),
    "lowest": marked("Each of your riders plays his lowest card. You still choose your line-ups."),
}


# --- How the race counts its turns: stage by stage, from 1. The line-ups come before turn 1.


TURN_WORD = re.compile(r"(?<!\w)(turn|zug|stage|etappe)\s*(?:no\.?|nr\.?|number|nummer|#)\s*(?=\d)", re.IGNORECASE)
ROUND = re.compile(r"(?<!\w)(?:runde|round)(?=\s*(?:no\.?|nr\.?|#)?\s*\d)", re.IGNORECASE)
NTH = re.compile(r"(?<!\w)(\d{1,4})\.\s*(zug|runde|etappe)(?!\w)", re.IGNORECASE)


def in_our_words(row: str) -> str:
    """A row in which turns are called as we call them: `Zug 4` for `Zug Nr. 4`, `4. Zug` or `4. Runde`."""
    row = NTH.sub(r"\2 \1", ROUND.sub("turn", plain(row)))
    return TURN_WORD.sub(r"\1 ", ROUND.sub("turn", row))


def turn_in(said: re.Match[str]) -> NamedTurn:
    """The turn that a match of `TURN` names."""
    stage = said["stage"] or said["first"]
    return NamedTurn(int(stage) if stage else None, 0 if said["start"] else int(said["turn"]))


class RaceTurns:
    """Counts the turns of a race. Implements the Turns protocol."""

    def now(self, observation: RaceObservation, played: int) -> NamedTurn:
        """The open turn of the current stage."""
        return NamedTurn(*open_turn(observation.view))

    def last(self, observation: RaceObservation, played: int, ago: int = 0) -> NamedTurn | None:
        """The turn that was played last, or another one of the same stage."""
        view, config = observation.view, observation.config
        stage, turn = open_turn(view)
        turn -= ago + (view.phase != OVER)
        first = 0 if stage == 1 or config.fresh_hands else 1
        if turn < first or played <= ago or (ago < 0 and config.stages > 1):
            return None
        return NamedTurn(stage, turn)

    def text(self, observation: RaceObservation, turn: NamedTurn) -> str:
        """The turn as orders name it: `turn 9`, or `stage 2, turn 9` on a tour."""
        stage = open_turn(observation.view)[0] if turn.stage is None else turn.stage
        return turn_text(observation.config, stage, turn.turn)

    def named(self, text: str) -> NamedTurn | None:
        """The last turn that the text names."""
        found = list(TURN.finditer(in_our_words(text)))
        return turn_in(found[-1]) if found else None


TURNS = RaceTurns()
