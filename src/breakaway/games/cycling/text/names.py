"""Finds teams and riders by the names that people write.

Differences in spacing, capitals, quotation marks, and the encoding of accents are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from breakaway.games.words import ENGLISH, WORDS

RESERVED = ENGLISH | {"partial", "spy", "none", "and"}
TURNS = re.compile("turn|zug|stage|etappe|runde|round|line-?ups?|aufstellung(en)?|partial|teilweise")
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
            if word not in RESERVED and word not in WORDS and not TURNS.fullmatch(word):
                found.setdefault(word, []).append(place)
    return found


def teams_called(teams: Sequence[str], text: str) -> list[int]:
    """The team with exactly this name, or else all teams with a word in their names that begins with the text."""
    wanted, known = folded(text), [folded(name) for name in teams]
    exact = [team for team, name in enumerate(known) if name == wanted]
    if exact or not wanted:
        return exact
    return [team for team, name in enumerate(known) if re.search(rf"(?<!\w){re.escape(wanted)}", name)]
