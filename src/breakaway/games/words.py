"""Words that several games share: downs and yard lines, and the words that make an order conditional."""

from __future__ import annotations

import re

from breakaway.core.language import Called, Names, _, say

# --- Words that both football games share: teams, downs and yard lines.


FIELD = 100  # yards from goal line to goal line


def team(names: Names, seat: int) -> Called:
    """The name of the team in a seat. A team without a name is called Home or Away."""
    listed = names.get("teams", ())
    return Called(listed[seat] if seat < len(listed) else (_("Home"), _("Away"))[seat])


def yard_line(yards: int) -> str:
    """A spot in words, given its distance in yards from the offense's own goal line: `own 30`, `the 50` or `opp 20`."""
    if yards <= 0:
        return _("own goal line")
    if yards >= FIELD:
        return _("the goal line")
    if yards == FIELD // 2:
        return _("the 50")
    return say("own {yard}", yard=yards) if yards < FIELD // 2 else say("opp {yard}", yard=FIELD - yards)


def ordinal(n: int) -> str:
    """Down `n` in words: 1st to 4th."""
    return ("", _("1st"), _("2nd"), _("3rd"), _("4th"))[n] if 0 < n < 5 else say("{n}th", n=n)


# --- Words that make an order conditional, in English and German.


ENGLISH = frozenset(["if", "unless", "when", "whenever", "otherwise", "else", "then", "or", "depending", "except"])
GERMAN_WORDS = """wenn falls sofern sonst ansonsten andernfalls anderenfalls dann oder außer ausser abhängig solange
    sobald nachdem denn vorausgesetzt"""
GERMAN = frozenset(GERMAN_WORDS.split())
WORDS = ENGLISH | GERMAN
# A line that begins with one of these may continue the order above it.
GOES_ON = frozenset(["unless", "otherwise", "else", "except", "sonst", "ansonsten", "andernfalls", "anderenfalls"]) | {
    *(
        "außer",
        "ausser",
        "denn",
        "or",
        "oder",
        "depending",
        "if",
        "wenn",
        "falls",
        "sofern",
        "provided",
        "vorausgesetzt",
    )
}


# A sentence about rivals is no condition if it has only these words: `Red or Blue will win.`
WEAK = frozenset(["or", "oder", "then", "dann", "denn"])


def conditions_in(text: str) -> list[str]:
    """The words in this text that express a condition, in lower case and in the order of the text."""
    return [word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in WORDS]
