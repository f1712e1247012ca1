"""Converts orders for the race, as people write them in emails, into the form that the game itself can read.

This module does not check whether orders are legal. A word counts as unknown if it is not a rider, a card or a polite
phrase.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from breakaway.core.language import _, say
from breakaway.core.observation import NamedTurn
from breakaway.games.cycling.rules.events import NO_MOVES
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, SLOTS
from breakaway.games.cycling.text.orders import (
    FILLER,
    LETTERS,
    SPY,
    TURN,
    folded,
    in_our_words,
    line_up_fault,
    open_turn,
    plain,
    turn_fault,
    turn_in,
    with_letters,
)
from breakaway.mail.orders import Piece, Seen

ONE = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
EINS = "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"
NUMBERS = {word: str(n) for words in (ONE, EINS) for n, word in enumerate(words.split(), 1)}
NUMBERS |= {"zwo": "2", "fuenf": "5", "zwoelf": "12", "fuenfzehn": "15"}
OWN = frozenset(
    ["his", "her", "their", "its", "sein", "seine", "seinen", "ihr", "ihre", "ihren", "time", "diesmal"]
)  # plays his 9
HIGHEST = 15  # a greater number in brackets is a square
NUMBER = rf"\d{{1,2}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
TURN_IN_WORDS = re.compile(
    rf"(?<!\w)(turn|zug|stage|etappe) ({'|'.join(sorted(NUMBERS, key=len, reverse=True))})(?!\w)", re.IGNORECASE
)
STAGE = re.compile(r"(?<!\w)(?:stage|etappe)\s*(\d{1,3})(?!\w)\s*[:,.]?", re.IGNORECASE)
SWAPPED = re.compile(rf"(?<!\w)({NUMBER})\s+(?:for|für|by|von)\s+([A-D])(?!\w)", re.IGNORECASE)  # 12 for A
ARROW = re.compile(
    r"(?<=\d)\s*(?:->|=>|-->|→|\s(?:to|auf|nach|bis)\s+(?:square|feld)?)\s*(?P<square>\d{1,3})(?!\w)", re.IGNORECASE
)
SQUARE = re.compile(
    r"(?<=\d)\s*[(\[]\s*"
    r"(?P<word>(?:moves? |goes )?(?:to|auf|nach|bis|zu|square|sq\.?|feld|->|=>|→|:)\s*(?:square|feld)?)?\s*"
    r"(?P<square>\d{1,3})\s*[)\]]",
    re.IGNORECASE,
)
PARTIAL = re.compile(r"(?<!\w)(?:teilweise|partiell|unvollständig|in part)(?!\w)", re.IGNORECASE)
SPIES = re.compile(r"^\s*(?:spy on|spies|spion|spioniere|spähe|beobachte)(?!\w)\s*:?", re.IGNORECASE)
TOKENS = re.compile(r"[A-Da-d](?=\d)|\d+(?=[A-Da-d](?:\s*[-:=.]?\s*\d))|\d+|[^\W\d_]+(?:'[^\W\d_]+)?|[^\w\s]|\w")
GLUED = re.compile(r"(?<![^\W\d_])[A-Da-d]\d{1,3}(?:[A-Da-d]\d{1,3})+(?!\w)")
NAMED = re.compile(r"^\s*[A-Da-d]\s*(?:[:=]|[-–—]+>?\s)\s*(?=\S)|^\s*[A-D]\s+[^\W\d_]+\W*$")


class RaceScribe:
    """Reads the orders of a race as people write them. Implements the Scribe protocol of play by post."""

    conditional = "BA-8.2"

    def turn(self, row: str, observation: Seen) -> tuple[NamedTurn | None, str]:
        """The turn that a line names (`turn 4`, `Zug Nr. 4`, `4. Runde`, `stage 2 turn 7`) and the rest of the line."""
        row = TURN_IN_WORDS.sub(lambda found: f"{found[1]} {NUMBERS[found[2].casefold()]}", in_our_words(row))
        said = TURN.search(row)
        if not said and (stage := STAGE.search(row)):  # without a turn, the open one is meant
            now = open_turn(observation.view)
            return NamedTurn(int(stage[1]), now[1]), f"{row[: stage.start()]} {row[stage.end() :]}"
        if not said:
            return None, row
        return turn_in(said), f"{row[: said.start()]} {row[said.end() :]}"

    def turn_fault(self, turn: NamedTurn, observation: Seen) -> str:
        """Why orders for this turn are not accepted now; empty for the open turn."""
        return turn_fault(observation.view, observation.config, turn.stage, turn.turn)

    def piece(self, row: str, observation: Seen) -> Piece:
        """The riders and cards in a sentence, as the game reads them."""
        row = re.split(r"#|//", plain(row))[0]
        if SPIES.match(row) or SPY.match(row.strip()):
            return Piece(SPIES.sub("spy ", row).strip(), is_order=True, slots=("spy",))
        row = PARTIAL.sub("partial", row)
        row, several = with_letters(row, observation.names, observation.seat)
        row = re.sub(r"\([^()\d]{0,80}\)", " ", row)
        row = ARROW.sub(lambda found: " " if int(found["square"]) > HIGHEST else found[0], row)
        if SWAPPED.search(row) and not re.search(r"\d", SWAPPED.sub(" ", row)):
            row = SWAPPED.sub(r"\2 \1", row)
        row = SQUARE.sub(lambda found: " " if found["word"] or int(found["square"]) > HIGHEST else found[0], row)
        row = GLUED.sub(lambda found: re.sub(r"(?<=\d)(?=[A-Da-d])", " ", found[0]), row)
        row = re.sub(r"(?<=\d)(?=[A-Da-d]\s*[-:=.>/]*\s*\d)", " ", row)
        return self._sorted(row, several, observation)

    def _sorted(self, row: str, several: Collection[str], observation: Seen) -> Piece:
        """Sorts the words of a sentence into riders, cards, polite words, and unknown words.

        The words in `several` mean several riders: the game's own reader says so.
        """
        kept, unknown, slots, is_partial = list[str](), list[str](), list[str](), False
        for token in TOKENS.findall(row):
            word = token.casefold()
            if (
                word == "a"
                and token == "a"
                and not kept
                and not re.search(rf"(?<!\w)a\W{{0,4}}(?:\d|(?:{NUMBER})(?!\w))", row)
            ):
                continue  # the article
            if len(token) == 1 and token.upper() in LETTERS:
                kept.append(token.upper())
            elif (token.isdigit() and token.isascii()) or word in several:
                kept.append(token)
            elif word in NUMBERS and kept:
                kept.append(NUMBERS[word])
            elif word == "partial":
                is_partial = True
            elif word not in FILLER and word not in OWN and word[:1].isalnum():
                unknown.append(token)
        for letter, after in zip(kept, [*kept, ""][1:], strict=True):
            slots += [letter] if (letter in LETTERS or letter.casefold() in several) and after.isdigit() else []
        article = slots == ["A"] and unknown and not re.search(r"(?<!\w)A\W*\d", row)
        shaped = bool(NAMED.match(row)) or bool(re.fullmatch(r"[\s\d,;/.-]*\d[\s,;/-]+\d[\s\d,;/.-]*", row))
        is_order = (bool(slots) and not article) or shaped or (is_partial and not unknown)
        text = " ".join([*_paired(kept, observation), *(["partial"] if is_partial else [])])
        if shaped and not slots and not unknown:
            unknown = [row.strip()]
        return Piece(text, " ".join(unknown), is_order, tuple(slots))

    def names_players(self, row: str, observation: Seen) -> bool:
        """Whether a sentence names a team, a rider, or the letter B, C or D. The letter A may be an article."""
        words = folded(row)
        names = observation.names
        called = [*names.get("teams", ()), *(each for four in names.get("riders", {}).values() for each in four)]
        said = any(re.search(rf"(?<!\w){re.escape(folded(name))}(?!\w)", words) for name in called)
        return said or bool(re.search(r"(?<![\w'])[BCD](?![\w'.])", row))

    def legal(self, observation: Seen) -> list[str]:
        """Each rider's cards or, before the start, the requirements for a line-up."""
        if not observation.is_asked():
            return []
        if observation.view.phase == LINE_UP:
            blank = [0] * SLOTS
            return [line_up_fault(observation.config, blank, FIRST_SLOT[grade]) for grade in range(GRADES)]
        told = []
        for slot in range(GRADES):
            cards = [str(card) for card in observation.menu([0] * slot) if card]
            if cards:
                told.append(say("{rider}: {cards}", rider=LETTERS[slot], cards=" ".join(cards)))
        return told

    def how(self, observation: Seen) -> list[str]:
        """An example of an order, and the rules about orders."""
        rules = observation.game.rules
        said = [_("Write a card for each rider, for example: A10 B7 C9 D5")]
        return [*said, *(f"{_(rules.by_number[rules[each]].says)} ({each})" for each in ("BA-8.1", "BA-8.2", NO_MOVES))]


def _paired(kept: list[str], observation: Seen) -> list[str]:
    """Riders and cards in the form that the game reads: `A10` or, before the start, `A 10 10 10`."""
    if observation.view.phase == LINE_UP:
        return kept
    return re.sub(r"(?<=[A-D]) (?=\d)", "", " ".join(kept)).split()


SCRIBE = RaceScribe()
