"""Dice and cards by name, for people who roll dice and draw cards themselves and enter the results.

Every outcome has a name in the game's own words. A game may add what is printed on a card, so that people can find the
card without counting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from breakaway.core.language import _
from breakaway.core.observation import Observation
from breakaway.games.manifest import kit_of, load

LONGEST_SEARCH = 40  # the most characters of a search that are read
NUMBER = re.compile(r"[+-]?[0-9]+")
SIGNS = ("+", "-")
TOKEN = re.compile(r"[^\s,;:.()]+")


@dataclass(frozen=True)
class Outcome:
    """A result to tap: its number, its name, and what is printed on it.

    `typed` is what people type for the result: a card's number or the face of a die. `group` is its heading in a long
    list, or empty if there are no headings.
    """

    k: int
    label: str
    says: str = ""
    typed: str = ""
    group: str = ""


def outcome_of(observation: Observation[Any, Any], label: str, k: int) -> Outcome:
    """Outcome `k` of the die or card called `label`."""
    found: Outcome | None = None
    place = kit_of(observation.game).outcomes
    if place:
        named: Callable[[Observation[Any, Any], str, int], Outcome | None] = load(place)
        found = named(observation, label, k)
    if found is None:
        text = observation.game.words.outcome(label, k)  # may begin with the label, which the page already shows above
        found = Outcome(k, text.removeprefix(_(label)).strip(" :") or text)
    return found if found.typed else replace(found, typed=_typed(found))


def fitting(choices: Sequence[Outcome], text: str) -> list[Outcome]:
    """The choices that match the typed text: the one with this number or name or, if there is none, those that contain
    all words of the text.

    A number must match exactly: 1 does not find 10. If the text is empty, so is the result.
    """
    words = _plain(text)
    exact = [each for each in choices if words and words in (each.typed, _plain(each.label))]
    return exact if exact or NUMBER.fullmatch(words) else _with_words(choices, words)


def narrowed(choices: Sequence[Outcome], text: str) -> list[Outcome]:
    """The choices that are still possible while a text is being typed. `static/dice.js` narrows the list the same way.

    If a digit was typed, all numbers that begin with it remain. If nothing was typed, all choices remain.
    """
    words = _plain(text)
    if not words:
        return list(choices)
    if words in SIGNS:
        return [each for each in choices if each.label.startswith(words)]
    if NUMBER.fullmatch(words):
        return [each for each in choices if each.typed.startswith(words)]
    return _with_words(choices, words)


def _with_words(choices: Sequence[Outcome], words: str) -> list[Outcome]:
    """The choices whose name or printed text contains all of these words. A number must match as a whole."""
    parts = TOKEN.findall(words)
    found = []
    for each in choices if parts else ():
        printed = f"{each.label} {each.says}".casefold()
        whole = TOKEN.findall(printed)
        if all(part in (whole if NUMBER.fullmatch(part) else printed) for part in parts):
            found.append(each)
    return found


def _typed(outcome: Outcome) -> str:
    """What people type for an outcome: its name if that is a number or a sign, otherwise its position in the list,
    counted from 1.
    """
    words = _plain(outcome.label)
    return words if NUMBER.fullmatch(words) or words in SIGNS else str(outcome.k + 1)


def _plain(text: str) -> str:
    """The text in the form used for comparison: lower case, single spaces, `4` for `+4` and `04`."""
    words = " ".join(text.replace("\N{MINUS SIGN}", "-").split()).casefold()[:LONGEST_SEARCH]
    return str(int(words)) if NUMBER.fullmatch(words) else words
