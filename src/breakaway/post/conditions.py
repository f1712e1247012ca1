"""Words that make an order conditional, in English and German."""

from __future__ import annotations

import re

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
