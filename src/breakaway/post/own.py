"""A player's own text: an email without quotations, signatures, or anything that mail programs add."""

from __future__ import annotations

import re

MOST_LINES, LONGEST_LINE = 1000, 1000
QUOTE = re.compile(r"^\s{0,3}(?:(?:[A-Z]{2,3})?>|＞|\u203a)")
SIGNATURE = re.compile(r"^--\s*$")
WROTE = r"(?:wrote|writes|schrieb|hat geschrieben|geschrieben)"
# "On Monday, Ann wrote:", "Am 3. Mai schrieb Ann:", "Ann <a@example.org> schrieb am 3. Mai:"
INTRODUCES = re.compile(
    rf"^\W*(?:(?:on|am|le)\b.{{0,300}}\b{WROTE}\b.{{0,200}}:|[^:]{{1,120}}\b{WROTE}\b(?:.{{0,80}}\d.{{0,120}})?:"
    rf"|.{{0,200}}<[^<>\s]{{1,100}}@[^<>\s]{{1,100}}>.{{0,40}}(?:\b{WROTE}\b.{{0,80}})?:)\s*$",
    re.IGNORECASE,
)
BEGINS_INTRODUCTION = re.compile(r"^\W*(?:on|am)\b.{0,40}\d|^.{0,80}<[^<>\s]{1,100}@", re.IGNORECASE)
DIVIDES = re.compile(
    r"^\W*(?:original message|ursprüngliche nachricht|originalnachricht|original-nachricht|original email|"
    r"forwarded message|weitergeleitete nachricht|forwarded by .{1,80}|begin forwarded message|"
    r"anfang der weitergeleiteten (?:e-?mail|nachricht)|reply message|antwort-?nachricht)\b\W*$",
    re.IGNORECASE,
)
FORWARDS = re.compile(r"forward|weitergeleitet", re.IGNORECASE)
HEAD = re.compile(
    r"^\W{0,3}(from|von|sent|gesendet|date|datum|to|an|subject|betreff|cc|kopie)\s?\W{0,2}:\W{0,2}\s?\S", re.IGNORECASE
)
FROM = {"from", "von"}
PHONE = re.compile(
    r"^\W*(?:sent (?:from|with|via|using) (?:my |a |the )?(?!here|there|now|work|home)\S.{0,80}"
    r"|get outlook for .{1,40}|(?:von|mit) (?:meinem|meiner|mein) .{1,60} (?:gesendet|verschickt|geschickt)"
    r"|gesendet (?:von|mit|über|aus) .{1,80}|verschickt (?:von|mit) .{1,80}|outlook für \w{1,12} beziehen"
    r"|holen sie sich outlook .{1,40}|laden sie outlook .{1,40}"
    r"|diese (?:nachricht|e-?mail|mail) wurde (?:von|mit) .{1,80} gesendet"
    r"|(?:please )?excuse (?:my )?(?:brevity|typos|any typos).{0,60}|bitte entschuldigen? sie .{0,20}kürze.{0,20})\W*$",
    re.IGNORECASE,
)
NOTICE = re.compile(
    r"^\W*(?:confidential(?:ity)?(?: notice)?\b\s*[:.-]|disclaimer\b|haftungsausschluss\b|vertraulichkeitshinweis\b"
    r"|(?:this|the information in this|the contents of this) (?:e-?mail|message|mail|communication)\b.{0,120}"
    r"(?:confidential|privileged|intended|virus)"
    r"|diese (?:e-?mail|nachricht|mail)\b.{0,120}(?:vertraulich|bestimmt|viren)"
    r"|(?:please )?(?:consider|think of) the environment|bitte (?:denken sie an|prüfen sie).{0,40}(?:umwelt|druck)"
    r"|virus-free|virenfrei|if you (?:are not the (?:intended|named|right)|have received this)"
    r"|wenn sie nicht der richtige|sollten sie nicht der)",
    re.IGNORECASE,
)


def own_lines(text: str) -> tuple[list[str], bool]:
    """The sender's own lines, and whether the email forwards or quotes another email below a divider.

    Empty lines replace the removed ones, so that two lines with a quotation between them stay apart.
    """
    # mail programs use all of these as line endings
    raw = re.split(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text)[:MOST_LINES]
    lines = [re.sub(r"[\u200b-\u200f\u2060\ufeff\x00\u202a-\u202e\u00ad]", "", each[:LONGEST_LINE]) for each in raw]
    own: list[str] = []
    i = 0
    while i < len(lines):
        line = lines[i]
        if SIGNATURE.match(line):
            break
        if QUOTE.match(line):
            own.append("")
        elif DIVIDES.match(line) or _is_head(lines, i):
            return own, True
        elif taken := _introduces(lines, i):
            i += taken
            own.append("")
            if not _goes_on_quoted(lines, i):
                return own, True  # everything that follows is the other email, without a mark before its lines
            continue
        elif PHONE.match(line):
            own.append("")
        elif NOTICE.match(line):
            while i < len(lines) and lines[i].strip() and not QUOTE.match(lines[i]):
                i += 1
            own.append("")
            continue
        else:
            own.append(line.replace("\xa0", " ").rstrip())
        i += 1
    return own, any(FORWARDS.search(each) and DIVIDES.match(each) for each in lines)


def _is_head(lines: list[str], i: int) -> bool:
    """Whether another email's header lines (three or more, including `From`) begin at line `i`, as in Outlook."""
    if not HEAD.match(lines[i]):
        return False
    block = []
    for line in lines[i : i + 10]:
        found = HEAD.match(line)
        block += [found[1].casefold()] if found else []
        if not found and line.strip():
            break
    return (
        len(set(block)) >= 3 and bool(FROM & set(block)) and block[0] in FROM | {"date", "datum", "subject", "betreff"}
    )


def _introduces(lines: list[str], i: int) -> int:
    """How many lines from line `i` on introduce a quotation: 1 to 4, or 0 for none."""
    if INTRODUCES.match(lines[i]):
        return 1
    if not BEGINS_INTRODUCTION.match(lines[i]) or lines[i].rstrip().endswith((".", "!", "?")):
        return 0
    joined = lines[i].strip()
    for count in (2, 3, 4):
        more = lines[i + count - 1 : i + count]
        if not more or not more[0].strip() or QUOTE.match(more[0]):
            return 0
        joined += " " + more[0].strip()
        if INTRODUCES.match(joined):
            return count
    return 0


def _goes_on_quoted(lines: list[str], i: int) -> bool:
    """Whether the next line that is not empty is marked as quoted.

    True at the end of the email, where no text can get lost.
    """
    return next((bool(QUOTE.match(line)) for line in lines[i:] if line.strip()), True)
