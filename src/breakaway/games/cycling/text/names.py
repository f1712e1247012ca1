"""Finding teams and riders by what people write: blanks, capitals, accents and quotes make no difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

QUOTES = str.maketrans("‘’‚‛ʼ`´′“”„‟″", "''''''''\"\"\"\"\"")


def plain(text: str) -> str:
    """Composed letters (NFC) and straight quotes: what two keyboards write differently reads alike."""
    return unicodedata.normalize("NFC", text).translate(QUOTES)


def folded(text: str) -> str:
    """The same without capitals and with single blanks; names are the same when this is."""
    return " ".join(unicodedata.normalize("NFC", plain(text).casefold()).split())


def teams_called(teams: Sequence[str], text: str) -> list[int]:
    """The teams that a text can mean: the one of that very name, else all that have a word beginning so."""
    wanted, known = folded(text), [folded(name) for name in teams]
    exact = [team for team, name in enumerate(known) if name == wanted]
    if exact or not wanted:
        return exact
    return [team for team, name in enumerate(known) if re.search(rf"(?<!\w){re.escape(wanted)}", name)]
