"""A player's own text in an email: what its sender sees, without quotations, signatures and what mail programs add."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from unicodedata import category, decimal, normalize

# --- The line above each of our emails. What stands below it, our email says. Mail programs keep the line when they
# quote, in any language, so it is the surest sign of all.


LINE_BEGINS, LINE_ENDS = "##--", "--##"
OUR_LINE = re.compile(rf"{LINE_BEGINS}.{{1,80}}{LINE_ENDS}")


def our_line(words: str) -> str:
    """The line above each of our emails, with these `words`, such as `Reply above this line`."""
    return f"{LINE_BEGINS} {words} {LINE_ENDS}"


# --- Turns HTML emails into plain text. Puts a `>` before each line that the sender quotes. Leaves out what nobody
# sees, and what is struck out.
#
# Python's HTML parser takes minutes for tags that never end, and fails on some of them. This module reads just enough
# to get the text, in limited time.


MOST_HTML, LONGEST_TAG = 100_000, 3000  # characters; the rest is not read
DEEPEST = 1000
TAG = re.compile(r"""<(/?)([a-zA-Z][\w:-]{0,30})((?>[^<>"']+|"[^"]*"|'[^']*')*+)>""")
UNSEEN = {
    "head",
    "style",
    "script",
    "title",
    "template",
    "noscript",
    "s",
    "strike",
    "del",
    "select",
    "textarea",
    "datalist",
}
BREAKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "hr", "blockquote", "pre"} | {f"h{n}" for n in range(1, 7)}
EMPTY = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "source"}
NAMED = r"""(?:class|id|name)\s*=\s*["']?[^"'>]*"""
QUOTED = re.compile(
    NAMED + r"(?:gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote|zmail_extra"
    r"|reference-message-container)|name\s*=\s*[\"']?quote\b",
    re.IGNORECASE,
)
QUOTE_BEGINS = re.compile(NAMED + r"(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION)", re.IGNORECASE)
INDENTS = re.compile(r"border(?:-left)?\s*:\s*(?:none|0)", re.IGNORECASE)  # how Gmail indents a player's own lines
SIGNED = re.compile(NAMED + r"(?:gmail_signature|moz-signature|protonmail_signature)", re.IGNORECASE)
NOUGHT = r"0*\.?0*(?:px|pt|em|rem|ex|vh|vw|%|cm|mm|in)?(?![\w.%])"
HIDING = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*(?:hidden|collapse)"
    rf"|(?:font-size|opacity|(?:max-)?(?:height|width)|zoom)\s*:\s*{NOUGHT}|color\s*:\s*transparent"
    r"|text-decoration(?:-line)?\s*:[^;]*line-through|(?:left|top|text-indent|margin-left)\s*:\s*-\d{3,}"
    r"|clip\s*:\s*rect\(\s*0|transform\s*:\s*scale\(\s*0\s*\))",
    re.IGNORECASE,
)
WHITE = re.compile(
    r"(?<![\w-])color\s*[:=]\s*[\"']?\s*(?:#fff(?:fff)?\b|white\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)", re.IGNORECASE
)
HIDDEN = re.compile(r"""(?:^|\s)hidden(?=[\s=/]|$)""", re.IGNORECASE)
RULE = re.compile(r"([^{}]{1,300})\{([^{}]{0,2000})\}")
HIDING_CLASSES = 100  # the most classes of a style sheet that are looked at
CLASS = re.compile(r"""(?<![\w-])(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
DIVIDER = our_line("-")  # what stands for an element with which a program begins the other email


class _Lines:
    """The lines so far. `open` lists the open elements, each with the amounts that it adds to `quoted` and `unseen`."""

    def __init__(self, hiding: frozenset[str], is_white_seen: bool) -> None:
        self.lines: list[list[str]] = [[]]
        self.quotes: list[bool] = [False]
        self.open: list[tuple[str, int, int]] = []
        self.quoted = self.unseen = 0
        self.hiding, self.is_white_seen = hiding, is_white_seen

    def begin(self, always: bool = False) -> None:
        """Begins a new line, unless the last line is empty and `always` is False."""
        if self.lines[-1] or always:
            self.lines.append([])
            self.quotes.append(False)
        self.quotes[-1] = self.quoted > 0

    def enter(self, tag: str, attributes: str) -> None:
        """Handles an opening tag."""
        if tag in BREAKS:
            self.begin(always=tag == "br")
        if tag == "td":
            self.add(" ")
        if QUOTE_BEGINS.search(attributes) and not self.quoted:
            self.begin()
            self.lines[-1].append(DIVIDER)
            self.begin()
        if tag in EMPTY or attributes.endswith("/") or len(self.open) >= DEEPEST:
            return
        indents = tag == "blockquote" and bool(INDENTS.search(attributes)) and "cite" not in attributes
        quotes = int((tag == "blockquote" and not indents) or bool(QUOTED.search(attributes)))
        unseen = int(tag in UNSEEN or bool(SIGNED.search(attributes)) or self._is_hidden(attributes))
        self.open.append((tag, quotes, unseen))
        self.quoted, self.unseen = self.quoted + quotes, self.unseen + unseen
        if quotes:
            self.begin()

    def _is_hidden(self, attributes: str) -> bool:
        said = re.sub(r"/\*.*?\*/", "", unescape(attributes)) if attributes else ""
        if not said.strip():
            return False
        bare = re.sub(r"""=\s*(?:"[^"]*"|'[^']*')""", "=", said)  # a value may hold any word
        named = {name.casefold() for found in CLASS.findall(said) for each in found for name in each.split()}
        is_white = bool(WHITE.search(said)) and not self.is_white_seen and "background" not in said.casefold()
        return bool(HIDING.search(said) or HIDDEN.search(bare) or named & self.hiding or is_white)

    def leave(self, tag: str) -> None:
        """Handles a closing tag, which also closes the elements still open inside."""
        if tag in [each for each, _, _ in self.open[-50:]]:
            while self.open:
                closed, quotes, unseen = self.open.pop()
                self.quoted, self.unseen = self.quoted - quotes, self.unseen - unseen
                if closed == tag:
                    break
        if tag in BREAKS:
            self.begin()

    def add(self, text: str) -> None:
        """Handles text between tags."""
        if text and not self.unseen:
            self.lines[-1].append(re.sub(r"[ \t\r\n\f]+", " ", unescape(text)))


def _hiding(html: str) -> frozenset[str]:
    """The classes and ids that a style sheet in this HTML hides, in lower case."""
    names = set[str]()
    for sheet in re.findall(r"(?is)<style\b[^>]{0,300}>(.{0,20000}?)</style", html)[:10]:
        for selectors, declared in RULE.findall(re.sub(r"(?s)/\*.*?\*/", "", sheet)):
            if HIDING.search(declared):  # only plain selectors: others hide something in a place that we do not know
                names |= {each.casefold() for each in re.findall(r"[.#]([\w-]+)\s*(?=,|$)", selectors)}
    return frozenset(sorted(names)[:HIDING_CLASSES])


def seen_text(html: str) -> str:
    """The text that a reader of this HTML sees, line by line. Lines of a quotation begin with `> `."""
    html = html[:MOST_HTML]
    found, at = _Lines(_hiding(html), bool(re.search(r"(?i)background", html))), 0
    while at < len(html):
        less = html.find("<", at)
        less = len(html) if less < 0 else less
        found.add(html[at:less])
        if html.startswith(("<!", "<?"), less):
            sign = "-->" if html.startswith("<!--", less) else ">"
            end = html.find(sign, less)
            at = len(html) if end < 0 else end + len(sign)
            continue
        tag = TAG.match(html, less, less + LONGEST_TAG)
        if tag is None:
            found.add(html[less : less + 1])
            at = less + 1
            continue
        if tag[1]:
            found.leave(tag[2].lower())
        else:
            found.enter(tag[2].lower(), tag[3])
        at = tag.end()
    rows = ["".join(parts).replace("\xa0", " ").strip() for parts in found.lines]
    return "\n".join(f"> {row}" if quoted and row else row for row, quoted in zip(rows, found.quotes, strict=True))


# --- A player's own lines. Quotations are found by what stands in them, in any language: our line, an address that
# takes part, a Message-ID, the subject, header lines, a date before a colon. Words are only a last resort.


MOST_LINES, LONGEST_LINE = 1000, 1000
MOST_QUOTED = 20  # addresses and Message-IDs that are looked for in quotations
QUOTE = re.compile(r"^\s{0,3}(?:(?:[A-Z]{2,3})?>|＞|\u203a)")
SIGNATURE = re.compile(r"^--\s*$")
WROTE = r"(?:wrote|writes|schrieb|hat geschrieben|geschrieben)"
# "On Monday, Ann wrote:", "Am 3. Mai schrieb Ann:", "Ann <a@example.org> schrieb am 3. Mai:"
INTRODUCES = re.compile(
    rf"^\W*(?:(?:on|am|le)\b.{{0,300}}\b{WROTE}\b.{{0,200}}:|[^:]{{1,120}}\b{WROTE}\b(?:.{{0,80}}\d.{{0,120}})?:"
    rf"|.{{0,200}}<[^<>\s]{{1,100}}@[^<>\s]{{1,100}}>.{{0,40}}(?:\b{WROTE}\b.{{0,80}})?[:：])\s*$",
    re.IGNORECASE,
)
BEGINS_INTRODUCTION = re.compile(r"^\W*(?:on|am)\b.{0,40}\d|^.{0,80}<[^<>\s]{1,100}@", re.IGNORECASE)
ADDRESS = re.compile(r"[<(\[](?:mailto:)?[^<>()\[\]\s]{1,100}@[^<>()\[\]\s]{1,100}[>)\]]")
MOMENT = re.compile(r"(?<!\d)\d{4}(?!\d).*\d{1,2}[:.]\d{2}(?!\d)|\d{1,2}[:.]\d{2}(?!\d).*(?<!\d)\d{4}(?!\d)")
COLON = re.compile(r"[:：]\s*$")
DIVIDES = re.compile(
    r"^\W*(?:original message|ursprüngliche nachricht|originalnachricht|original-nachricht|original email|"
    r"forwarded message|weitergeleitete nachricht|forwarded by .{1,80}|begin forwarded message|"
    r"anfang der weitergeleiteten (?:e-?mail|nachricht)|reply message|antwort-?nachricht)\b\W*$",
    re.IGNORECASE,
)
RULED = re.compile(r"^\s*(?:[-_=*]{3,}\s?[^\W\d_].{0,60}?\s?[-_=*]{3,}|_{10,}|-{20,})\s*$")
FORWARDS = re.compile(r"forward|weitergeleitet", re.IGNORECASE)
# "From: ...", "De : ...", "差出人: ..."; a rider and his card look alike, so a block of such lines needs evidence
HEAD = re.compile(r"^[\s*]{0,3}([^\W\d_][^\d:：<>@]{0,28}?)[\s*]{0,3}[:：][\s*]{0,3}(\S.*)$")
SENDER_WORDS = """from von de da van från fra lähettäjä od feladó от від 差出人 发件人 寄件者 보낸사람 kimden
    expéditeur remitente mittente afzender avsändare"""
OTHER_WORDS = """sent gesendet date datum to an subject betreff cc kopie envoyé à objet enviado para asunto inviato a
    oggetto verzonden aan onderwerp skickat till ämne sendt til emne lähetetty vastaanottaja aihe wysłano wysłane do
    temat assunto data fecha odesláno komu předmět elküldve címzett tárgy отправлено кому тема дата надіслано 送信日時
    宛先 件名 日付 日期 发送时间 收件人 主题 보낸날짜 받는사람 제목 gönderildi gönderme tarihi kime konu tarih"""
SENDERS = frozenset(SENDER_WORDS.split())
HEADS = SENDERS | frozenset(OTHER_WORDS.split())
PHONE = re.compile(
    r"^\W*(?:sent (?:from|with|via|using) (?:my |a |the )?(?!here|there|now|work|home)\S.{0,80}"
    r"|get outlook for .{1,60}|(?:von|mit) (?:meinem|meiner|mein) .{1,60} (?:gesendet|verschickt|geschickt)"
    r"|gesendet (?:von|mit|über|aus) .{1,80}|verschickt (?:von|mit) .{1,80}|outlook für \w{1,12} beziehen"
    r"|holen sie sich outlook .{1,40}|laden sie outlook .{1,40}"
    r"|diese (?:nachricht|e-?mail|mail) wurde (?:von|mit) .{1,80} gesendet"
    r"|(?:please )?excuse (?:my )?(?:brevity|typos|any typos).{0,60}|bitte entschuldigen? sie .{0,20}kürze.{0,20})\W*$",
    re.IGNORECASE,
)
DEVICE = re.compile(  # "Enviado desde mi Galaxy A12", in any language; the order of a race has more than one such name
    r"^(?!.*\b[A-D]\W{0,3}\d.*\b[A-D]\W{0,3}\d).{3,60}\b(?:iphone|ipad|android|galaxy|samsung|huawei|xiaomi|redmi|pixel|"
    r"motorola|oneplus|xperia|nokia|blackberry|outlook|yahoo|proton ?mail|k-9|thunderbird|gmx|web\.de)\b.{0,60}$",
    re.IGNORECASE,
)
ARMOR = re.compile(r"^-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE)-----\s*$")
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


def narrow(text: str) -> str:
    """The text with digits of any script, in circles or on keys, and with full-width signs and letters, as in ASCII."""
    if text.isascii():
        return text
    text = "".join(
        normalize("NFKC", each) if category(each) == "No" and normalize("NFKC", each).isdecimal() else each
        for each in text
        if each not in "\ufe0f\u20e3"
    )
    found = "".join(chr(ord(each) - 0xFEE0) if "\uff01" <= each <= "\uff5e" else each for each in text)
    return "".join(str(decimal(each)) if not each.isascii() and each.isdecimal() else each for each in found)


@dataclass(frozen=True)
class Correspondence:
    """What a quotation of an earlier email shows: addresses that it came from or went to, its subject, its Message-ID.

    `ours` are the addresses that the email goes to, `theirs` is its sender's.
    """

    ours: tuple[str, ...] = ()
    theirs: str = ""
    subject: str = ""
    ids: tuple[str, ...] = ()

    @classmethod
    def of(cls, to: Iterable[str], theirs: str, subject: str, ids: Iterable[str]) -> Correspondence:
        """With bare lower-case addresses, and with the subject that the earlier email had."""
        found = [each.casefold() for text in to for each in re.findall(r"[\w.+-]{1,90}@[\w.-]{1,100}", text)]
        plain = [re.sub(r"\+[^@]*", "", each) for each in found]  # `From` has no signature
        ours = tuple(dict.fromkeys(each for each in (*found, *plain) if each != theirs.casefold()))[:MOST_QUOTED]
        named = tuple(dict.fromkeys(each for text in ids for each in re.findall(r"<([^<>\s]{3,200})>", text)))
        return cls(ours, theirs.casefold(), answered(subject), named[:MOST_QUOTED])


ANSWERS = re.compile(
    r"^\s*(?:(?:re|aw|antw|antwort|fwd?|wg|rv|rif|r|sv|vs|vl|odp|res|enc|ynt|tr|pd|ref|回复|答复|转发|回覆|답장|"
    r"отв|ha|továbbítás)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+",
    re.IGNORECASE,
)


def answered(subject: str) -> str:
    """The subject without `Re:`, `AW:`, `Fwd:` and the like, in lower case and with single spaces."""
    return " ".join(ANSWERS.sub("", subject).casefold().split())


def own_lines(text: str, known: Correspondence | None = None) -> tuple[list[str], bool]:
    """The sender's own lines, and whether the email forwards or quotes another email below a divider.

    Empty lines replace the removed ones, so that two lines with a quotation between them stay apart. `known` says what
    a quotation in this email shows.
    """
    known = known or Correspondence()
    # mail programs use all of these as line endings
    raw = re.split(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text)[:MOST_LINES]
    lines = [re.sub(r"[\u200b-\u200f\u2060\ufeff\x00\u202a-\u202e\u00ad]", "", each[:LONGEST_LINE]) for each in raw]
    own: list[str] = []
    i = 0
    while i < len(lines):
        line = lines[i]
        armor = ARMOR.match(line)
        if SIGNATURE.match(line) or (armor and armor[1] == "SIGNATURE"):
            break
        if armor:
            while i < len(lines) and lines[i].strip():
                i += 1
            continue
        if QUOTE.match(line):
            own.append("")
        elif OUR_LINE.search(line) or DIVIDES.match(line) or _is_head(lines, i, known) or _divides(lines, i, known):
            return _without_introduction(own), True
        elif taken := _introduces(lines, i, known):
            i += taken
            own.append("")
            if not _goes_on_quoted(lines, i):
                return _without_introduction(own), True  # below is the other email, without a mark before its lines
            continue
        elif PHONE.match(line) or DEVICE.match(line):
            own.append("")
        elif NOTICE.match(line):
            while i < len(lines) and lines[i].strip() and not QUOTE.match(lines[i]):
                i += 1
            own.append("")
            continue
        else:
            own.append(re.sub(r"~~.{1,300}?~~", " ", line).replace("\xa0", " ").rstrip())
        i += 1
    return own, any(FORWARDS.search(each) and DIVIDES.match(each) for each in lines)


def _without_introduction(own: list[str]) -> list[str]:
    """The lines above a quotation, without the first half of an introduction that was broken into two lines."""
    at = next((n for n in reversed(range(len(own))) if own[n].strip()), None)
    if (
        at is not None
        and at >= len(own) - 2
        and (MOMENT.search(own[at]) or ADDRESS.search(own[at]) or HEAD_ALONE.match(own[at]))
    ):
        own[at] = ""
    return own


HEAD_ALONE = re.compile(r"^\s*\*?(?:on|am|le|el|il giorno|op|den|em|w dniu|dne)\b.{0,60}\d.{0,60}$", re.IGNORECASE)


def _shows(line: str, known: Correspondence, is_loose: bool = False) -> bool:
    """Whether a line shows an address or a Message-ID of an earlier email. Only a line that is more than the address,
    or `is_loose`, shows the sender's own, which may also stand below his name.
    """
    said = line.casefold()
    if any(each in said for each in known.ours) or any(each in line for each in known.ids):
        return True
    theirs = bool(known.theirs) and known.theirs in said
    return theirs and (is_loose or bool(ADDRESS.search(line) and re.search(r"\d", line)))


def _is_head(lines: list[str], i: int, known: Correspondence) -> bool:
    """Whether another email's header lines begin at line `i`: three or more, with an address, the subject or words that
    programs use for the sender.
    """
    block: list[tuple[str, str]] = []
    if not HEAD.match(lines[i]):
        return False
    for line in lines[i : i + 12]:
        found = HEAD.match(line)
        if found:
            block.append(("".join(found[1].casefold().split()).strip("*"), found[2]))
        elif line.strip() and not (block and line[:1].isspace()):
            break
        elif not line.strip() and not any(_tells(each, known) for each in block):
            break  # these are a player's own lines, such as `Ann: 9`, and the other email's may follow
    second = block[1] if block[1:] else None
    if not block or not (_tells(block[0], known) or (second and second[0] not in HEADS and _tells(second, known))):
        return False
    labels = {label for label, _value in block}
    if len(labels) < 2 or all(len(label) == 1 and label in "abcd" for label in labels):
        return False
    words = labels & HEADS
    if len(words) >= 3 and words & SENDERS:
        return True
    evidence = sum(
        bool(ADDRESS.search(value) or "@" in value or MOMENT.search(value) or _shows(value, known, True))
        for _label, value in block
    )
    evidence += any(known.subject and known.subject in " ".join(value.casefold().split()) for _label, value in block)
    return evidence >= 2 or (evidence == 1 and (len(labels) >= 3 or bool(words)))


def _tells(head: tuple[str, str], known: Correspondence) -> bool:
    """Whether a label and its value look like a header line of an email, by themselves."""
    label, value = head
    is_subject = bool(known.subject) and known.subject in " ".join(value.casefold().split())
    is_rider = (
        label in tuple("abcd") and "@" not in value and len(value) < 9
    )  # `A: Ann Doe` is Italian for `To: Ann Doe`
    if is_rider and re.match(r"\W*(?:\d|[^\W\d_]+\W*$)", value):
        return False
    return label in HEADS or is_subject or "@" in value or bool(MOMENT.search(value)) or _shows(value, known, True)


def _divides(lines: list[str], i: int, known: Correspondence) -> bool:
    """Whether line `i` is a divider, in any language, above header lines or an introduction."""
    if not RULED.match(lines[i]):
        return False
    below = [j for j in range(i + 1, min(i + 4, len(lines))) if lines[j].strip()]
    return any(
        _is_head(lines, j, known) or _introduces(lines, j, known) or OUR_LINE.search(lines[j]) for j in below[:2]
    )


def _introduces(lines: list[str], i: int, known: Correspondence) -> int:
    """How many lines from line `i` on introduce a quotation: 1 to 4, or 0 for none."""
    if _is_introduction(lines, i, lines[i], 1, known):
        return 1
    begins = BEGINS_INTRODUCTION.match(lines[i]) or MOMENT.search(lines[i]) or HEAD_ALONE.match(lines[i])
    if not begins or lines[i].rstrip().endswith((".", "!", "?")):
        return 0
    joined = lines[i].strip()
    for count in (2, 3, 4):
        more = lines[i + count - 1 : i + count]
        if not more or not more[0].strip() or QUOTE.match(more[0]):
            return 0
        joined += " " + more[0].strip()
        if _is_introduction(lines, i, joined, count, known):
            return count
    return 0


def _is_introduction(lines: list[str], i: int, said: str, count: int, known: Correspondence) -> bool:
    """Whether the text `said` of so many lines from line `i` on introduces a quotation."""
    if INTRODUCES.match(said) or _shows(said, known):
        return True
    is_moment = bool(MOMENT.search(said))
    if COLON.search(said) and (is_moment or (ADDRESS.search(said) and re.search(r"\d", said))):
        return True
    below = next((line for line in lines[i + count : i + count + 2] if line.strip()), "")
    return bool(QUOTE.match(below)) and bool(is_moment or ADDRESS.search(said))


def _goes_on_quoted(lines: list[str], i: int) -> bool:
    """Whether the next line that is not empty is marked as quoted.

    True at the end of the email, where no text can get lost.
    """
    return next((bool(QUOTE.match(line)) for line in lines[i:] if line.strip()), True)
