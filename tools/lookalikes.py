"""Writes `core/lookalikes.txt`: letters that look like others, reduced from Unicode's table of confusables.

    curl -O https://www.unicode.org/Public/security/latest/confusables.txt
    python tools/lookalikes.py confusables.txt

Only what names can have is kept: letters and figures outside ASCII that look like a letter or figure of another
alphabet, or like several. What differs only in its width, style or composition needs no entry, because NFKC makes it
the same. ASCII itself stays as it is: nobody would understand why `Barn` and `Bam`, or `Team 1` and `Team l`, cannot
both ride.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

OUT = Path(__file__).parents[1] / "src/breakaway/core/lookalikes.txt"
ROW = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA")
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC", "COPTIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "CHEROKEE")


def reduced(text: str) -> dict[str, str]:
    """What each letter of the table in `text` looks like, for the letters that are kept."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        row = ROW.match(line)
        if row is None:
            continue
        letter, like = chr(int(row[1], 16)), "".join(chr(int(each, 16)) for each in row[2].split())
        if letter.isascii() or not letter.isalnum() or unicodedata.normalize("NFKD", letter) != letter:
            continue
        if like.isalnum() and (like.isascii() or unicodedata.name(letter, "").startswith(ALPHABETS)):
            found[letter] = as_printed(letter, like)
    return found


def as_printed(letter: str, like: str) -> str:
    """The prototype, but for I and m, which have prototypes of their own (l and rn) that we do not use."""
    if like == "l" and unicodedata.category(letter) == "Lu":
        return "I"
    return "m" if like == "rn" else like


def main(table: Path) -> None:
    """Writes the reduced table: a line for each prototype, with the letters that look like it."""
    text = table.read_text(encoding="utf-8-sig")
    version = re.search(r"^# Version: (\S+)", text, re.MULTILINE)
    groups: dict[str, list[str]] = {}
    for letter, like in reduced(text).items():
        groups.setdefault(like, []).append(letter)
    head = [
        "# Letters that look like the first of their line. From Unicode's confusables.txt, "
        f"version {version and version[1]}",
        "# (https://www.unicode.org/Public/security/, UTS #39), reduced by tools/lookalikes.py.",
        "# Copyright 2025 Unicode, Inc. Unicode License V3: https://www.unicode.org/license.txt",
    ]
    rows = [f"{like} {''.join(sorted(letters))}" for like, letters in sorted(groups.items())]
    OUT.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")
    print(f"{OUT}: {sum(map(len, groups.values()))} letters")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
