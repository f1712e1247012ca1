"""An email as it arrives: opened, its own text cut out, bounces and automatic replies told apart, addresses checked."""

from __future__ import annotations

import codecs
import hmac
import re
import warnings
from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.errors import ObsoleteHeaderDefect
from email.message import EmailMessage, Message
from email.policy import EmailPolicy
from hashlib import sha256
from typing import Any

from breakaway.mail.own_text import Correspondence, own_lines, seen_text

# --- Recognizes emails that no person wrote: automatic answers, bounces, mailing lists and loops.
#
# Two programs that answer each other would never stop.


MOST_STOPS = 50  # the most servers on the way; more mean a loop
AWAY = re.compile(
    r"^\W*(?:out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|autoreply|away from (?:my|the) "
    r"(?:desk|office|mail)|on (?:vacation|holiday)\b.{0,30}(?:auto|re:)|vacation (?:reply|response|notice|message)"
    r"|abwesenheits(?:notiz|meldung|nachricht|agent|assistent)|abwesenheit\s*(?::|$)"
    r"|automatische (?:antwort|rückmeldung)"
    r"|automatisch(?:e|er)? (?:abwesenheit|antwort)|bin (?:nicht im büro|abwesend|im urlaub)|ich bin (?:nicht im büro|"
    r"abwesend)|nicht im büro|urlaubsnotiz|eingangsbestätigung|réponse automatique|respuesta automática|"
    r"risposta automatica|automatisch antwoord|autosvar|automatiskt svar|automaattinen vastaus|automatyczna odpowiedź|"
    r"resposta automática|automatická odpověď|автоматический ответ|автоответ|自動応答|自动答复|自动回复|자동 회신)",
    re.IGNORECASE,
)
RETURNED = re.compile(
    r"^\W*(?:undeliver(?:ed|able)|non-delivery|(?:permanent )?delivery (?:status notification|has failed|failure)|"
    r"mail delivery (?:failed|failure|system|warning)|returned mail|failure notice|"
    r"(?:mail|message) (?:not delivered|undeliverable|could not be delivered)|unzustellbar|"
    r"nicht zustellbar|zustellung fehlgeschlagen|fehler bei der zustellung|warning: (?:message|could not))",
    re.IGNORECASE,
)
RECEIPT = re.compile(
    r"^\W*(?:read|gelesen|not read|ungelesen gelöscht|lesebestätigung|read receipt)\s*:", re.IGNORECASE
)
DAEMON = re.compile(r"\b(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)@?", re.IGNORECASE)


def why_automatic(heads: Sequence[tuple[str, str]], kind: str) -> str:
    """The kind of automatic email: `bounce`, `out of office`, `automatic`, `receipt`, `list` or `loop`.

    Empty if a person wrote it. `heads` contains the headers, with lower-case names; `kind` is the content type.
    """
    first = dict(reversed(heads))
    subject = first.get("subject", "")
    if sum(name == "received" for name, _ in heads) > MOST_STOPS:
        return "loop"
    if kind == "multipart/report" or RECEIPT.match(subject):
        is_receipt = RECEIPT.match(subject) or "disposition-notification" in first.get("content-type", "")
        return "receipt" if is_receipt else "bounce"
    returned = first.get("return-path", "none").strip().strip("<> ") == "" or "x-failed-recipients" in first
    if returned or RETURNED.match(subject) or DAEMON.search(first.get("from", "")):
        return "out of office" if AWAY.match(subject) else "bounce"
    if AWAY.match(subject):
        return "out of office"
    if "x-loop" in first:  # after bounces: some mail servers mark their bounces with it
        return "loop"
    auto = first.get("auto-submitted", "no").split(";")[0].strip().casefold()
    precedence = first.get("precedence", "").strip().casefold()
    answered = any(name in first for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from"))
    if precedence == "list" or any(name in first for name in ("list-id", "list-post", "list-unsubscribe")):
        return "list"
    if auto not in ("", "no") or precedence in ("bulk", "junk", "auto_reply") or answered:
        return "automatic"
    return ""


# --- Signed reply addresses, which prove which match and which seat an email is for. A From line proves nothing,
# because anybody can forge it.


NEVER = "n-"  # what a signed address has in place of a match, before the name of an address that wants no more email
MAC_BYTES = 15  # 24 letters; with a match name of 24, the address stays within the 64 letters that a mailbox may have
MATCH = re.compile(r"[a-z0-9-]{1,24}")
TOKEN = re.compile(r"(?<![\w.-])([a-z0-9-]{1,24})\.([0-9]{1,2})\.([a-z2-7]{24})(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True)
class SeatNamed:
    """A seat of a match, as a signed token names it. Seats are counted from 0."""

    match: str
    seat: int


def sign(key: bytes, match: str, seat: int) -> str:
    """The token of this seat: `match.seat.signature`, for `play+TOKEN@example.org` or `[TOKEN]` in a subject.

    `match` has at most 24 lower-case letters, digits and hyphens, because mail servers may change capitals. `seat` is
    counted from 0. Raises ValueError for an empty key, or for a match or seat that a token cannot name.
    """
    if not key or not MATCH.fullmatch(match) or not 0 <= seat <= 99:
        raise ValueError(
            f"cannot sign match {match[:40]!r}, seat {seat}: a token needs a key, a match name made of a-z, 0-9 and "
            "hyphens, and a seat from 0 to 99"
        )
    return f"{match}.{seat}.{_mac(key, match, seat)}"


def verify(key: bytes, token: str) -> SeatNamed | None:
    """The seat that this token names, or None if it was not signed with this `key`. Ignores case."""
    found = TOKEN.fullmatch(token)
    if not key or not found:
        return None
    match, seat, mac = found[1].lower(), int(found[2]), found[3].lower()
    return SeatNamed(match, seat) if hmac.compare_digest(mac, _mac(key, match, seat)) else None


def tokens_in(text: str) -> list[str]:
    """Everything in a text that looks like a token, for example after a `+` or in brackets, without duplicates."""
    return list(dict.fromkeys(found[0].lower() for found in TOKEN.finditer(text[:4000].replace("+", " "))))


def _mac(key: bytes, match: str, seat: int) -> str:
    signed = hmac.new(key, f"breakaway reply 1\0{match}\0{seat}".encode(), sha256).digest()
    return b32encode(signed[:MAC_BYTES]).decode("ascii").lower()


# --- Reads a bounce: which of our emails came back, why, and whether its address seems to be dead.
#
# Reads reports in the standard format (RFC 3464), and looks for the same lines in reports in other formats. A bounce is
# genuine if it names the signed address that the email was sent from, or the email's Message-ID. Nobody can guess
# either of them.


MARK = "b-"  # what a signed address of a bounce has in place of a match, before the email's reference
REFERENCE = 20  # hexadecimal digits of an email's reference
MOST_REFERENCES = 5
LONGEST = 200  # characters of a reason
MESSAGE_ID = re.compile(rf"<([0-9a-f]{{{REFERENCE}}})@")
FIELD = r"(?im)^[> \t]{{0,20}}{}[ \t]{{0,5}}:[ \t]*(\S.*(?:\r?\n[ \t]{{1,20}}\S.*)*)"
ACTION, STATUS, DIAGNOSIS = (re.compile(FIELD.format(name)) for name in ("action", "status", "diagnostic-code"))
CODE = re.compile(r"(?<![\d.])(?:([245])\.\d{1,3}\.\d{1,3}|([45])[0-5]\d(?=[ -]))(?![\d.]*\d)")
REFUSAL = re.compile(r"(?<![\d.])(?:([45])\.[0-7]\.\d{1,3}|([45])[0-5]\d(?=[ -]))(?![\d.]*\d)")  # RFC 3463
# Other fields of the headers and of the copied email. The numbers in them are versions, times and sizes.
OTHER = re.compile(
    r"[> \t]{0,20}(?:x-[\w-]+|received|user-agent|message-id|date|mime-version)[ \t]{0,5}:", re.IGNORECASE
)
LATER = re.compile(r"delay|warning|will be retried|verzögert|warnung", re.IGNORECASE)


@dataclass(frozen=True)
class Bounce:
    """A bounce. `references`: the emails that the bounce may be about. `reason`: what the other mail server said.

    `is_lost`: whether the email will never arrive. `is_dead`: whether no other email to this address will arrive
    either.
    """

    references: tuple[str, ...]
    reason: str
    is_lost: bool
    is_dead: bool


def read_bounce(text: str, subject: str, named: Sequence[SeatNamed]) -> Bounce:
    """Reads a bounce from its whole `text`, its `subject`, and the signed addresses (`named`) that it was sent to."""
    signed = [each.match.removeprefix(MARK) for each in named if each.match.startswith(MARK)]
    references = tuple(dict.fromkeys([*signed, *MESSAGE_ID.findall(text)]))[:MOST_REFERENCES]
    action, status, said = (_first(field, text) for field in (ACTION, STATUS, DIAGNOSIS))
    lines = (line for line in text.splitlines() if not OTHER.match(line))
    refusal = next((line.strip() for line in lines if REFUSAL.search(line)), "") if not said else ""
    codes = CODE.search(status) or CODE.search(said) or REFUSAL.search(refusal)
    digit = (codes[1] or codes[2]) if codes else ""
    has_failed = action.casefold().startswith(("fail", "error"))  # some mail servers add a remark, or use other words
    is_lost = has_failed or (not action and not LATER.search(subject) and digit != "2")
    reason = said.partition(";")[2].strip() or said or refusal
    reason = "".join(filter(str.isprintable, reason))[:LONGEST]
    return Bounce(references, reason, is_lost, is_lost and digit in ("5", ""))


def _first(field: re.Pattern[str], text: str) -> str:
    found = field.search(text)
    return " ".join(found[1].split()) if found else ""


# --- Whether an email is from whom it says. Only the mail server that received it can know, from where it came and from
# its signatures. That server writes what it found into a header `Authentication-Results` (RFC 8601).
#
# The sender can write such headers, too, but only below those that are added on the way. So one header counts: the
# first with the name of our mail server. Senders also choose some of the words in it, such as their return address.
# Those stand in comments, in quotation marks or in the value of a property, and must not be taken for a result.


PIECE = re.compile(r'\\.|[()"]|[^()"\\]+|\\', re.DOTALL)
VALUE = r'(?:"(?:[^"\\]|\\.)*"|[^\s"\\])+'
SERVER = re.compile(rf"\s*({VALUE})(?:\s+\d+)?\s*", re.DOTALL)
METHOD = re.compile(r"\s*([\w-]+)(?:\s*/\s*\d+)?\s*=\s*([\w-]+)(?=\s|$)")
PROPERTY = re.compile(rf"\s+([\w.-]+)\s*=\s*({VALUE})(?=\s|$)", re.DOTALL)


@dataclass(frozen=True)
class AuthenticationResult:
    """What a mail server found with one `method`, such as `dkim`. `properties`: for example `header.d` with a
    domain.
    """

    method: str
    found: str
    properties: Mapping[str, str]


def results_of(header: str) -> tuple[str, list[AuthenticationResult]] | None:
    """The name of the mail server that wrote the text of a header `Authentication-Results`, and what it found.

    None if the header cannot be read for certain. Results that cannot be read are left out.
    """
    depth, is_quoted, parts = 0, False, [""]
    for piece in PIECE.findall(header):
        if is_quoted:
            parts[-1] += piece
            is_quoted = piece != '"'
        elif piece in ("(", ")"):
            depth += 1 if piece == "(" else -1
            parts[-1] += " "
        elif depth == 0:
            first, *more = [piece] if piece == '"' else piece.split(";")
            parts[-1] += first
            parts += more
            is_quoted = piece == '"'
        if depth < 0:
            return None
    server = SERVER.fullmatch(parts[0])
    if depth or is_quoted or server is None:
        return None
    return _bare(server[1]), [found for part in parts[1:] if (found := _result(part))]


def _result(part: str) -> AuthenticationResult | None:
    """One result, from text such as `dkim=pass header.d=example.org`. None if there is anything else in it."""
    method = METHOD.match(part)
    at, given = method.end() if method else 0, dict[str, str]()
    while found := PROPERTY.match(part, at):
        if found[1].lower() in given:
            return None
        given[found[1].lower()] = _bare(found[2])
        at = found.end()
    return (
        AuthenticationResult(method[1].lower(), method[2].lower(), given) if method and not part[at:].strip() else None
    )


def _bare(value: str) -> str:
    return value.strip('"').casefold().rstrip(".")


def is_authentic(author: str, headers: Sequence[str], authserv: str) -> bool:
    """Whether our mail server, which calls itself `authserv`, says that an email is from its `author`.

    `headers` has the email's headers `Authentication-Results`, from the top, as they are. DMARC must have passed, or
    DKIM for the author's domain or one above it. SPF alone does not count: customers of one provider share its servers.
    """
    domain = author.casefold().rpartition("@")[2].rstrip(".")
    for header in headers if authserv and domain else ():
        read = results_of(header)
        if read is None:  # it may be our mail server's, and those below it the sender's
            return False
        if read[0] == authserv.casefold():
            return any(each.found == "pass" and _vouches(each, domain) for each in read[1])
    return False


def _vouches(result: AuthenticationResult, domain: str) -> bool:
    given = result.properties
    if result.method == "dmarc":
        return given.get("header.from", "").rpartition("@")[2] == domain
    signer = given.get("header.d") or given.get("header.i", "").rpartition("@")[2]
    return result.method == "dkim" and "." in signer and f".{domain}".endswith(f".{signer}")


def _author(mail: Message | None) -> str:
    """The address in `From`. Empty unless there is exactly one, without any doubt about how to read it."""
    found = [value for name, value in mail.raw_items() if name.lower() == "from"] if mail else []
    try:
        if len(found) != 1 or len(found[0]) >= LONGEST_HEADER:
            return ""
        header: Any = POLICY.header_fetch_parse("From", found[0])
        is_clear = all(isinstance(each, ObsoleteHeaderDefect) for each in header.defects)  # John Q. Public
        return str(header.addresses[0].addr_spec) if is_clear and len(header.addresses) == 1 else ""
    except Exception:  # the parser has bugs with odd headers
        return ""


# --- Opens an email: turns its bytes into a letter. Accepts any bytes, and needs only limited time and memory.


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

    - `shown`: the same from the HTML, if the email has both plain text and HTML. They should say the same.
    - `automatic`: the kind of automatic email (`bounce`, `out of office`, `list`, ...). Empty if a person wrote it.
    - `bounce`: which email came back, and why, if the email is a bounce.
    - `seat`: the seat named by the signed tokens in the addresses and the subject. None unless all name the same one.
    - `forged`: whether the email has something that looks like a token but was not signed with our key.
    - `ambiguous`: whether the tokens name different seats.
    - `mentions`: the seats named by signed tokens in the sender's own text.
    - `author`: the address in `From`, if there is exactly one. `is_authentic`: whether our mail server vouches for it.
    - `is_forwarded`: whether another email is below the text of this one or attached to it. The other one was not read.
    - `problems`: English texts for the log, one for each thing that could not be read as intended.
    """

    own: tuple[str, ...]
    shown: tuple[str, ...] = ()
    subject: str = ""
    sender: str = ""
    message_id: str = ""
    date: str = ""
    automatic: str = ""
    bounce: Bounce | None = None
    seat: SeatNamed | None = None
    forged: bool = False
    ambiguous: bool = False
    mentions: tuple[SeatNamed, ...] = ()
    author: str = ""
    is_authentic: bool = False
    is_forwarded: bool = False
    attachments: tuple[str, ...] = field(default=())
    problems: tuple[str, ...] = field(default=())


def open_text(text: str) -> Letter:
    """A letter from text that a player pasted or typed, with or without quotations."""
    own, forwarded = own_lines(text[:MOST_TEXT])
    return Letter(tuple(own), is_forwarded=forwarded)


def open_mail(raw: bytes, key: bytes = b"", authserv: str = "") -> Letter:
    """Opens the email with the bytes `raw`.

    `key` checks signed addresses; without it, nothing is treated as signed. `authserv` is the name under which our mail
    server says who sent an email; without it, no author is authentic.
    """
    problems = [f"only the first {MOST_BYTES} bytes were read"] if len(raw) > MOST_BYTES else []
    raw = raw[:MOST_BYTES]
    mail = _parsed(raw, problems)
    heads = _headers(mail)
    text, html, attached = _body(mail, raw, problems)
    author, vouched = _author(mail), _raw_values(mail, "authentication-results")
    to, ids = (_all(heads, names) for names in (ADDRESSED, ("in-reply-to", "references")))
    known = Correspondence.of(to, author, _one(heads, "subject"), ids)
    own, forwarded = own_lines(text if text.strip() else html, known)
    seats, forged = _signed(heads, key)
    automatic = why_automatic(heads, mail.get_content_type() if mail else "")
    bounce = None
    if automatic == "bounce":
        bounce = read_bounce(f"{raw[:MOST_TEXT].decode('latin-1')}\n{text or html}", _one(heads, "subject"), seats)
    return Letter(
        own=tuple(own),
        shown=tuple(own_lines(html, known)[0]) if text.strip() and html.strip() else (),
        subject=_one(heads, "subject"),
        sender=_one(heads, "from"),
        message_id=_one(heads, "message-id"),
        date=_one(heads, "date"),
        automatic=automatic,
        bounce=bounce,
        seat=seats[0] if len(seats) == 1 else None,
        forged=forged,
        ambiguous=len(seats) > 1,
        mentions=tuple(each for token in tokens_in("\n".join(own)) if (each := verify(key, token))),
        author=author,
        is_authentic=is_authentic(author, vouched, authserv),
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


def _raw_values(mail: Message | None, name: str) -> list[str]:
    """The values of the headers with this `name`, from the top, with their line endings and not decoded."""
    found = [str(value) for each, value in (mail.raw_items() if mail else ()) if each.lower() == name]
    return found[:MOST_STOPS]


def _one(heads: list[tuple[str, str]], name: str) -> str:
    return next((value for each, value in heads if each == name), "")


def _all(heads: list[tuple[str, str]], names: Sequence[str]) -> list[str]:
    return [value for name, value in heads if name in names]


def _signed(heads: list[tuple[str, str]], key: bytes) -> tuple[list[SeatNamed], bool]:
    """The seats named by signed tokens, and whether there are tokens that are not signed."""
    looked_at = [value for name, value in heads if name in ADDRESSED or name == "subject"]
    tokens = [token for value in looked_at for token in tokens_in(value)]
    seats = [verify(key, token) for token in dict.fromkeys(tokens)]
    return list(dict.fromkeys(seat for seat in seats if seat)), None in seats


def _body(mail: Message | None, raw: bytes, problems: list[str]) -> tuple[str, str, list[str]]:
    """The email's plain text, what its HTML shows, and the kinds of its attachments."""
    if mail is None:
        rest = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)
        return _decoded(rest[-1], "", problems), "", []
    plain: list[str] = []
    html: list[str] = []
    attached: list[str] = []
    for part in _leaves(mail):
        kind = part.get_content_type()
        wanted = {"text/plain": plain, "text/html": html}.get(kind)
        if part.get_content_maintype() == "multipart":
            wanted = plain  # it claims to have parts, but names no boundary
        headers = {name.lower(): str(value).strip() for name, value in reversed([*part.raw_items()])}
        if wanted is None or headers.get("content-disposition", "").lower().startswith("attachment"):
            attached.append(kind)
            continue
        if sum(map(len, wanted)) < MOST_TEXT:
            wanted.append(_content(part, problems)[:MOST_TEXT])
    shown = "\n".join(seen_text(each) for each in html)
    return "\n".join(plain)[:MOST_TEXT], shown[:MOST_TEXT], attached


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


def _content(part: Message, problems: list[str]) -> str:
    try:
        raw = part.get_payload(decode=True)
        charset = part.get_content_charset() or ""
    except Exception as error:  # as above
        problems.append(f"a part cannot be decoded: {type(error).__name__}")
        return ""
    text = _decoded(raw, charset, problems) if isinstance(raw, bytes) else ""
    headers = {name.lower(): str(value).lower() for name, value in reversed([*part.raw_items()])}
    return (
        _unflowed(text, "delsp=yes" in kind) if "format=flowed" in (kind := headers.get("content-type", "")) else text
    )


def _unflowed(text: str, joins: bool) -> str:
    """Text in the format "flowed" (RFC 3676), with each of its paragraphs on one line. If it `joins` lines, the space
    at the end of a line is not part of the text.
    """
    rows: list[str] = []
    for line in re.split(r"\r?\n", text):
        before = rows[-1] if rows else ""
        marks = [re.match(r">*", each)[0] for each in (before, line)]  # type: ignore[index]
        if before.endswith(" ") and before != "-- " and marks[0] == marks[1] and len(before) < LONGEST_HEADER:
            rows[-1] = (before[:-1] if joins else before) + line[len(marks[1]) :].removeprefix(" ")
        else:
            rows.append(line if marks[1] else line.removeprefix(" "))
    return "\n".join(rows)


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
