"""Finds teams and riders by the names that people write.

Differences in spacing, capitals, quotation marks, and the encoding of accents are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

QUOTES = str.maketrans("‘’‚‛ʼ`´′“”„‟″", "''''''''\"\"\"\"\"")


def plain(text: str) -> str:
    """The text with composed letters (NFC) and straight quotes, so that different keyboards give the same text."""
    return unicodedata.normalize("NFC", text).translate(QUOTES)


def folded(text: str) -> str:
    """The plain text in lower case and with single spaces.

    Two names are the same if this function returns equal texts for them.
    """
    return " ".join(unicodedata.normalize("NFC", plain(text).casefold()).split())


def teams_called(teams: Sequence[str], text: str) -> list[int]:
    """The team with exactly this name, or else all teams with a word in their names that begins with the text."""
    wanted, known = folded(text), [folded(name) for name in teams]
    exact = [team for team, name in enumerate(known) if name == wanted]
    if exact or not wanted:
        return exact
    return [team for team, name in enumerate(known) if re.search(rf"(?<!\w){re.escape(wanted)}", name)]
