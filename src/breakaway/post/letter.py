"""Opens an email: turns its bytes into a letter. Accepts any bytes, and needs only limited time and memory."""

from __future__ import annotations

import codecs
import re
import warnings
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import EmailPolicy
from typing import Any

from breakaway.post.automatic import why_automatic
from breakaway.post.bounces import Bounce, read_bounce
from breakaway.post.markup import text_of
from breakaway.post.own import own_lines
from breakaway.post.tokens import SeatNamed, tokens_in, verify

MOST_BYTES = 2_000_000  # how much of an email is read; later parts are attachments
MOST_PARTS = 40
MOST_MARKS = 2000  # lines that begin like the divider between two parts
MOST_TEXT = 100_000  # characters
LONGEST_HEADER = 2000
READ_AS = {"us-ascii": "cp1252", "ascii": "cp1252", "iso-8859-1": "cp1252", "latin-1": "cp1252"}  # as browsers do it
CHARSETS = re.compile(r"(utf|iso|latin|windows|cp|koi8|mac|gb|big5|shift|euc|us|ascii)[\w.-]*", re.IGNORECASE)
ADDRESSED = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "resent-to")


class _Bounded(EmailPolicy):
    """Python's policy for modern email, with headers cut short because the parser is slow on long ones."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


POLICY = _Bounded(message_factory=EmailMessage, raise_on_defect=False)


@dataclass(frozen=True)
class Letter:
    """An email as people would read it. `own` contains the text that the sender wrote, line by line.

    - `automatic`: the kind of automatic email (`bounce`, `out of office`, `list`, ...). Empty if a person wrote it.
    - `bounce`: which email came back, and why, if the email is a bounce.
    - `seat`: the seat named by the signed tokens in the addresses and the subject. None unless all name the same one.
    - `forged`: whether the email has something that looks like a token but was not signed with our key.
    - `ambiguous`: whether the tokens name different seats.
    - `is_forwarded`: whether another email is below the text of this one or attached to it. The other one was not read.
    - `problems`: English texts for the log, one for each thing that could not be read as intended.
    """

    own: tuple[str, ...]
    subject: str = ""
    sender: str = ""
    message_id: str = ""
    date: str = ""
    automatic: str = ""
    bounce: Bounce | None = None
    seat: SeatNamed | None = None
    forged: bool = False
    ambiguous: bool = False
    is_forwarded: bool = False
    attachments: tuple[str, ...] = field(default=())
    problems: tuple[str, ...] = field(default=())


def open_text(text: str) -> Letter:
    """A letter from text that a player pasted or typed, with or without quotations."""
    own, forwarded = own_lines(text[:MOST_TEXT])
    return Letter(tuple(own), is_forwarded=forwarded)


def open_mail(raw: bytes, key: bytes = b"") -> Letter:
    """Opens the email with the bytes `raw`.

    `key` checks signed addresses; without it, nothing is treated as signed.
    """
    problems = [f"only the first {MOST_BYTES} bytes were read"] if len(raw) > MOST_BYTES else []
    raw = raw[:MOST_BYTES]
    mail = _parsed(raw, problems)
    heads = _headers(mail)
    text, attached = _body(mail, raw, problems)
    own, forwarded = own_lines(text)
    seats, forged = _signed(heads, key)
    automatic = why_automatic(heads, mail.get_content_type() if mail else "")
    bounce = None
    if automatic == "bounce":
        bounce = read_bounce(f"{raw[:MOST_TEXT].decode('latin-1')}\n{text}", _one(heads, "subject"), seats)
    return Letter(
        own=tuple(own),
        subject=_one(heads, "subject"),
        sender=_one(heads, "from"),
        message_id=_one(heads, "message-id"),
        date=_one(heads, "date"),
        automatic=automatic,
        bounce=bounce,
        seat=seats[0] if len(seats) == 1 else None,
        forged=forged,
        ambiguous=len(seats) > 1,
        is_forwarded=forwarded or "message/rfc822" in attached,
        attachments=tuple(attached),
        problems=tuple(problems),
    )


def looks_like_mail(raw: bytes) -> bool:
    """Whether the bytes `raw` begin like an email, with at least two typical headers."""
    head = re.split(rb"\r?\n\r?\n", raw[:20_000].lstrip(), maxsplit=1)[0]
    named = re.findall(rb"(?im)^(from|to|subject|date|message-id|received|mime-version|return-path)[ \t]*:", head)
    begins = re.match(rb"(?:From [^\n]*\n)?[!-9;-~]+:", raw.lstrip())
    return bool(begins) and len({each.lower() for each in named}) >= 2


def _parsed(raw: bytes, problems: list[str]) -> Message | None:
    """The parsed email, or None if it is nested too deeply or too odd for Python's parser."""
    lowered = raw.lower()
    nested = max(lowered.count(b"boundary"), lowered.count(b"message/rfc822"))
    if nested > MOST_PARTS or lowered.count(b"\n--") > MOST_MARKS:
        problems.append("this email has too many nested parts")
        raw = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0][:MOST_TEXT]
        raw = re.sub(rb"(?im)^content-type:.*(\r?\n[ \t].*)*", b"", raw)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return message_from_bytes(raw, policy=POLICY)
    except Exception as error:  # the parser has bugs with odd emails, and no email may stop the post
        problems.append(f"this email cannot be read: {type(error).__name__}")
        return None


def _headers(mail: Message | None) -> list[tuple[str, str]]:
    """Up to 200 headers, as names in lower case and decoded values, each on one line."""
    found = []
    for name, value in list(mail.raw_items())[:200] if mail else []:
        try:
            text = str(POLICY.header_fetch_parse(name, value))
        except Exception:  # as above: anything that cannot be decoded is kept unchanged
            text = str(value)
        text = text.encode("utf-8", "replace").decode("utf-8")  # bytes that are not text become surrogates
        text = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
        found.append((name.lower(), " ".join(text.split())[:LONGEST_HEADER]))
    return found


def _one(heads: list[tuple[str, str]], name: str) -> str:
    return next((value for each, value in heads if each == name), "")


def _signed(heads: list[tuple[str, str]], key: bytes) -> tuple[list[SeatNamed], bool]:
    """The seats named by signed tokens, and whether there are tokens that are not signed."""
    looked_at = [value for name, value in heads if name in ADDRESSED or name == "subject"]
    tokens = [token for value in looked_at for token in tokens_in(value)]
    seats = [verify(key, token) for token in dict.fromkeys(tokens)]
    return list(dict.fromkeys(seat for seat in seats if seat)), None in seats


def _body(mail: Message | None, raw: bytes, problems: list[str]) -> tuple[str, list[str]]:
    """The email's text, and the kinds of its attachments. Prefers plain text to HTML."""
    if mail is None:
        rest = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)
        return _decoded(rest[-1], "", problems), []
    plain: list[str] = []
    html: list[str] = []
    attached: list[str] = []
    for part in _leaves(mail):
        kind = part.get_content_type()
        wanted = {"text/plain": plain, "text/html": html}.get(kind)
        if part.get_content_maintype() == "multipart":
            wanted = plain  # it claims to have parts, but names no boundary
        if wanted is None or _attribute(part, "content-disposition").lower().startswith("attachment"):
            attached.append(kind)
            continue
        if sum(map(len, wanted)) < MOST_TEXT:
            wanted.append(_content(part, problems)[:MOST_TEXT])
    text = "\n".join(plain)
    if not text.strip() and html:
        text = "\n".join(text_of(each) for each in html)
    return text[:MOST_TEXT], attached


def _leaves(mail: Message) -> list[Message]:
    """Up to 40 parts of the email that have content of their own. Does not look into attached emails."""
    found: list[Message] = []
    waiting = [mail]
    while waiting and len(found) < MOST_PARTS:
        part = waiting.pop(0)
        inside: Any = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inside, list):
            waiting = [*inside[:MOST_PARTS], *waiting]
        else:
            found.append(part)
    return found


def _attribute(part: Message, name: str) -> str:
    return str(next((value for each, value in part.raw_items() if each.lower() == name), "")).strip()


def _content(part: Message, problems: list[str]) -> str:
    try:
        raw = part.get_payload(decode=True)
        charset = part.get_content_charset() or ""
    except Exception as error:  # as above
        problems.append(f"a part cannot be decoded: {type(error).__name__}")
        return ""
    return _decoded(raw, charset, problems) if isinstance(raw, bytes) else ""


def _decoded(raw: bytes, charset: str, problems: list[str]) -> str:
    """The text of these bytes: decoded as declared if that works, otherwise as UTF-8 or Windows-1252."""
    raw = raw[: 4 * MOST_TEXT]
    named = READ_AS.get(charset.lower(), charset) if CHARSETS.fullmatch(charset) else ""
    declared_wide = "utf-8" not in charset.lower() and named == "cp1252"
    tried = ["utf-8", named] if declared_wide and _is_utf8(raw) else [named, "utf-8"]
    for each in tried:
        try:
            text: str = codecs.decode(raw, each or "utf-8")
            return text.encode("utf-8", "replace").decode("utf-8")  # UTF-7 can hold half characters
        except (LookupError, ValueError):
            continue
    problems.append(f"not in the character set {charset[:40] or 'UTF-8'}, read as Windows-1252")
    return raw.decode("cp1252", "replace")


def _is_utf8(raw: bytes) -> bool:
    """Whether the bytes are valid UTF-8 and some are above 127, which hardly ever happens by accident."""
    try:
        return not raw.isascii() and bool(raw.decode("utf-8"))
    except ValueError:
        return False
