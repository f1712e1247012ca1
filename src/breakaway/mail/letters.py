"""The emails that players get, the digest, and the calendar file."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from breakaway.club.actions import asked_coach
from breakaway.club.consent import code_of, name_of
from breakaway.club.email_addresses import CONFIRM, Entered, Mailbox, Reader
from breakaway.club.mail_log import PostedMail
from breakaway.club.match_views import Listed, SeatView
from breakaway.club.schema import INVITE, STANDBY
from breakaway.club.seats import DIGEST
from breakaway.club.time_control import Terms
from breakaway.core.language import _, many, marked, say, spoken
from breakaway.display.document import Document, Grid, Line, Part, Section
from breakaway.display.endings import scene_of
from breakaway.display.match_page import seat_names
from breakaway.display.renderers import as_mail, as_text
from breakaway.display.reports import MatchHistory, ReportHead, chapters_of
from breakaway.games.manifest import open_turn
from breakaway.mail.orders import example, scribe_of
from breakaway.mail.own_text import our_line
from breakaway.mail.received import MARK, NEVER, REFERENCE, sign

# --- Calendar files with deadlines (RFC 5545), for any calendar program.
#
# A deadline keeps its UID, no matter whether it comes from a page or in an email. A calendar that gets the deadline
# again replaces its old entry. A file with the method CANCEL (RFC 5546, 3.2.5) removes the entry: it has the same UID,
# and a greater SEQUENCE, which grows with every entry of the record. The same deadlines always give the same bytes.


LONGEST = 75  # octets in a line, without the line ending
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
PUBLISH, CANCEL = "PUBLISH", "CANCEL"
# RFC 5546 requires an organizer, the same in an entry and in its cancellation. Nobody can answer a deadline.
ORGANIZER = "ORGANIZER;CN=Breakaway:invalid:nomail"
# RFC 5545, 3.6 requires a component in every calendar. A time zone is the only one that shows no entry. Calendar
# programs expect time zones in any file with local times, and ignore those that no entry uses.
NOTHING = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000"),
    *("TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)
LASTS = timedelta(minutes=15)  # how long an entry looks in a calendar; it ends with the deadline


@dataclass(frozen=True)
class Deadline:
    """A deadline in a calendar.

    `uid` never changes, `sequence` grows with each change, and `since` is when the deadline was set.
    """

    uid: str
    sequence: int
    since: datetime
    due: datetime
    title: str
    says: str
    url: str = ""


def deadline_of(listed: Listed, entries: int, turn: str, page: str) -> Deadline | None:
    """The next deadline of the match `listed`. None if no clock is running.

    The deadline depends on nothing secret: it is the same, no matter who has already chosen. `entries` counts the lines
    of the record, `turn` is the open turn in words, and `page` is the address of the table.
    """
    due = listed.terms.due
    if not listed.is_timed or due is None:
        return None
    return deadline_at(listed, entries, page, listed.turn + 1, due, turn)


def deadline_at(listed: Listed, entries: int, page: str, turn: int, due: datetime, said: str = "") -> Deadline:
    """The deadline of the record's turn `turn` (from 1) of the match `listed`, `due` at this moment.

    `entries` and `page` mean the same as in `deadline_of`. `said` is the turn in words; a cancellation needs none.
    """
    return Deadline(
        uid=f"deadline-{listed.id}-{turn}@breakaway",  # the id is random, and the server has no name that all know
        sequence=entries + listed.terms.changes,
        since=listed.terms.since or due,
        due=due,
        title=say("{title}: orders for {turn} are due", title=listed.title, turn=said)
        if said
        else say("{title}: orders are due", title=listed.title),
        says=_("The match page says what happens to late orders."),
        url=page,
    )


def last_deadline(listed: Listed, look: SeatView, page: str) -> Deadline | None:
    """The last deadline of the match `listed`, for its cancellation. None if the match runs or had no deadline.

    `look` is the match as a seat sees it. `page` means the same as in `deadline_of`.
    """
    # a turn that ends the match starts one more clock, for a question that nobody is asked; a resignation does not
    turn, due = (listed.turn, listed.terms.before) if look.resigned is None else (listed.turn + 1, listed.terms.due)
    return deadline_at(listed, look.entries, page, turn, due) if look.is_over and due else None


def calendar(name: str, deadlines: Iterable[Deadline], method: str = PUBLISH) -> str:
    """A calendar called `name` with these deadlines, and with the line endings that the format requires.

    The `method` is PUBLISH, or CANCEL to remove the deadlines.
    """
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Breakaway//Breakaway//EN", "CALSCALE:GREGORIAN"]
    lines = [*head, f"METHOD:{method}", f"X-WR-CALNAME:{escaped(name)}"]
    found = sorted(deadlines, key=lambda each: (each.due, each.uid))
    for each in found:
        lines += _event(each, method)
    lines += () if found else NOTHING
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(each: Deadline, method: str) -> Sequence[str]:
    return [
        "BEGIN:VEVENT",
        ORGANIZER,
        *(["STATUS:CANCELLED"] if method == CANCEL else []),
        f"UID:{escaped(each.uid)}",
        f"DTSTAMP:{_moment(each.since)}",
        f"DTSTART:{_moment(each.due - LASTS)}",
        f"DTEND:{_moment(each.due)}",
        f"SEQUENCE:{each.sequence}",
        f"SUMMARY:{escaped(each.title)}",
        f"DESCRIPTION:{escaped(each.says)}",
        *([f"URL:{each.url}"] if each.url else []),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text, escaped as calendar files require. Leaves out control characters other than line endings."""
    return "".join(ch for ch in text if ch >= " " or ch == "\n").translate(ESCAPED)


def folded(line: str) -> str:
    """A line in pieces of at most 75 octets. No piece ends within a character."""
    pieces, piece, size = list[str](), "", 0
    for ch in line:
        octets = len(ch.encode())
        if size + octets > LONGEST:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + ch, size + octets
    return "\r\n".join([*pieces, piece])


# --- The text of the emails to players.
#
# An email contains only what the reader's seat may see, in the reader's language. Each email contains the same document
# twice: as text that reads well in any mail program, and as HTML that loads no other files.


WIDTH = 72  # characters in a line of text
MOST = 6  # chapters of a match in an email
TURN, REMINDER, OVER = "turn", "reminder", "over"


class _WholeLinks(EmailPolicy):
    """Python's policy for SMTP, but it leaves the links of a header `List-Unsubscribe` as they are. Python encodes long
    links, and mail programs do not decode them there (RFC 2369, RFC 2047).
    """

    def fold_binary(self, name: str, value: Any) -> bytes:
        """The lines of a header."""
        if name != "List-Unsubscribe":
            return super().fold_binary(name, value)
        return f"{name}: {value}{self.linesep}".replace(", ", f",{self.linesep} ").encode("ascii")


POLICY = _WholeLinks(linesep="\r\n", cte_type="7bit")


@dataclass(frozen=True)
class Sender:
    """The sender of emails: the web address of the pages, without a trailing slash, and the address that emails come
    from.

    `key` signs the reply addresses. If `key` is empty, nobody reads replies. `never_key` signs the links with which the
    owner of an address refuses all further email (empty: no email has such a link).
    """

    pages: str
    address: str
    key: bytes = b""
    never_key: bytes = b""

    @property
    def domain(self) -> str:
        """The domain of the address."""
        return self.address.rpartition("@")[2].strip("> ")

    def reply_address(self, box: Mailbox) -> str:
        """The signed address for this player's replies. This address is tied to the player's own email address, not to
        the seat.
        """
        return self.signed(box.token, max(box.seat, 0))

    def never_link(self, address: str) -> str:
        """The page on which the owner of an `address` says that this server may never send email there."""
        return f"{self.pages}/never/{code_of(self.never_key, name_of(self.never_key, address))}"

    def never_address(self, address: str) -> str:
        """The signed address for an email that says the same."""
        return self.signed(NEVER + name_of(self.key, address), 0)

    def bounce_address(self, reference: str) -> str:
        """The signed address for bounces of the email with this `reference`."""
        return self.signed(f"{MARK}{reference}", 0)

    def signed(self, named: str, seat: int) -> str:
        """Our address with a signature for this name and seat."""
        local, _at, domain = parseaddr(self.address)[1].rpartition("@")
        return f"{local}+{sign(self.key, named, seat)}@{domain}"

    def reference(self, what: str) -> str:
        """The name by which a bounce refers to the email with this purpose. Nobody can guess this name."""
        return hmac.new(self.key, what.encode(), sha256).hexdigest()[:REFERENCE]


WEEKLY = "weekly"  # the report to the owner of the server
ABOUT_NONE = (DIGEST, WEEKLY)  # the kinds of emails that are not about one match
FIRST = (CONFIRM, INVITE, STANDBY)  # the kinds of emails to addresses whose owners have not agreed to get any


def confirm_letter(sender: Sender, box: Mailbox, game: str, code: str, now: datetime) -> PostedMail:
    """The email from `sender` that asks the owner of the address in `box` to confirm this address, with a link that
    contains the `code`.

    `game` is the title of the match's game, and `now` is the email's date. Nothing in the email was written by whoever
    entered the address.
    """
    with spoken(box.language):
        lead = [
            Line(
                say(
                    "Somebody asked us to send emails about a match of {game} to this address. If it was you, open "
                    "this link and press the button:",
                    game=game,
                )
            ),
            Line(f"{sender.pages}/mail/{code}"),
            Line(_("If you did not ask for this, do nothing. This address will then get no further email.")),
        ]
        document = Document(_("Your address for Breakaway"), game, lead, (), never_again(sender, box.address))
        what = f"{CONFIRM} {box.match} {box.seat} {sha256(code.encode()).hexdigest()[:32]}"
        return mail_of(sender, box, CONFIRM, what, _("Confirm your address for Breakaway"), document, now)


def never_again(sender: Sender, address: str) -> str:
    """How the owner of an `address` refuses all further email from `sender`, in sentences for the foot of an email."""
    if not sender.never_key:
        return ""
    link = sender.never_link(address)
    said = say("To get no more email from this server, now or ever, open {address} and press the button.", address=link)
    return said + " " + _("Or reply with “stop”.") if sender.key else said


@dataclass(frozen=True)
class News:
    """What an email to the player in `box` reports: what the seat sees now (`look`), and the match so far (`told`).

    `listed` contains the details of the match from the database.
    """

    box: Mailbox
    look: SeatView
    told: MatchHistory
    listed: Listed

    @property
    def title(self) -> str:
        """The title of the match."""
        return self.listed.title

    @property
    def lines(self) -> int:
        """How many lines of the record the player knows about after reading the email."""
        return len(self.told.record.lines)

    @property
    def zone(self) -> str:
        """The time zone of the reader."""
        return self.box.zone or self.listed.terms.pace.zone


SUBJECTS = {
    TURN: marked("{title}, {turn}: your choice"),
    REMINDER: marked("{title}, {turn}: the deadline is near"),
    OVER: marked("{title}: the match is over"),
}


def match_letter(sender: Sender, kind: str, news: News, what: str, now: datetime) -> PostedMail:
    """An email from `sender` about one match: the player's turn, a reminder, or the end of the match (`kind`).

    `what` is the email's purpose, and `now` is its date.
    """
    with spoken(news.box.language):
        lead, sections = lead_and_sections(sender, news)
        seat = f"{_address(sender, news)}/seat"
        foot = say("To stop getting emails, open {address} and press the button there.", address=seat)
        foot += " " + _("To get the report as a PDF, reply with “report pdf”.") if sender.key else ""
        document = Document(news.title, news.look.observation.game.title, lead, sections, foot)
        subject = say(SUBJECTS[kind], title=news.title, turn=open_turn(news.look.observation, news.look.turn))
        files = calendars(sender, news, kind, now)
        return mail_of(sender, news.box, kind, what, subject, document, now, files)


def lead_and_sections(sender: Sender, news: News) -> tuple[list[Line], list[Section]]:
    """The question for the seat and the host's announcement, then what has happened since the player's last email, the
    current situation, and the legal orders.
    """
    look = news.look
    scene = scene_of(look.observation, look.log, thrown=look.thrown)
    lead = [labelled(_("You play"), played_by(look, news.box.seat))]
    if look.is_over:
        lead.append(Line(scene.stands or _("The match is over."), style="bold"))
    elif scene.ask:
        lead.append(Line(scene.ask.question, style="bold"))
        lead += [Line(scene.ask.note)] if scene.ask.note else []
        lead += deadline_lines(look, news.listed.terms, news.zone)
    if look.notice and not look.is_over:
        lead.append(Line(say("The host says: {text}", text=look.notice)))
    lead += [Line(each) for each in asked_coach(look)]
    lead.append(labelled(_("At the table"), _address(sender, news)))
    lead.append(labelled(_("The whole match so far"), f"{sender.pages}/match/{news.box.match}/zine"))
    sections = happened(news)
    if not any(section.of(Grid) for section in sections):
        standing = [Grid("", ("", ""), tuple(scene.rows), folded=False, right=())] if scene.rows else []
        sections.append(Section(_("Where the match stands"), parts=standing))
    if scene.ask and not look.is_over:
        says = _("Reply to this email with your order. If you send several, the last is used.") if sender.key else ""
        sections.append(
            Section(
                _("What you can choose"),
                says,
                [
                    *(Line(each) for each in scribe_of(look.observation).legal(look.observation)),
                    *(example_lines(look) if not news.box.told else ()),
                ],
            )
        )
    return lead, sections


def played_by(look: SeatView, seat: int) -> str:
    """The side of a seat, and the name of its player if he has given one: `Green (Bob)`."""
    side, player = seat_names(look.observation)[seat], look.seats[seat].name
    return str(side) if player in ("", str(side)) else f"{side} ({player})"


def example_lines(look: SeatView) -> list[Line]:
    """A line with an order that is legal now, as a player could write it. No line if nothing is asked."""
    found = example(look.observation)
    return [labelled(_("For example, reply"), found)] if found else []


def _address(sender: Sender, news: News) -> str:
    """The address of this player's page at the table."""
    return f"{sender.pages}/match/{news.box.match}/{news.box.seat + 1}"


def labelled(label: str, text: str) -> Line:
    """A line with a `label` before its `text`."""
    return Line(text, f"{label}: ")


def happened(news: News) -> list[Section]:
    """What has happened since the player's last email. The first email to a player reports only the last chapter."""
    told, known = news.told, news.box.told
    if not told.lines or told.lines[-1] <= known:
        return [_corrected(news)] if undone(news) else []
    since = 1 + sum(line <= known for line in told.lines) if known else told.last
    chapters = chapters_of(told, since)
    sections = [_corrected(news)] if undone(news) else []
    if len(chapters) > MOST:
        says = _("More has happened than fits here. Follow the link “The whole match so far” to see everything.")
        sections.append(Section(_("What happened"), says))
    return [*sections, *(each.section for each in chapters[-MOST:])]


def undone(news: News) -> int:
    """How many turns and rulings have been taken back since emails reported them to the player."""
    return sum(line <= news.box.told < undo for line, undo in news.told.undone)


def _corrected(news: News) -> Section:
    n = undone(news)
    said = many(
        "The last turn that we reported was taken back. This report replaces the one about that turn.",
        "The last {n} reported turns were taken back. This report replaces the ones about those turns.",
        n,
    )
    return Section(_("Correction"), parts=[Line(said, style="bold")])


def deadline_lines(look: SeatView, terms: Terms, zone: str = "") -> list[Line]:
    """When the turn in `look` closes under the `terms` of the match, in the time `zone` (if empty, the match's own)."""
    if look.due is None:
        return []
    zone = zone or terms.pace.zone
    due = look.due.astimezone(ZoneInfo(zone))
    found = [labelled(_("Deadline"), f"{due:%Y-%m-%d %H:%M} {zone}")]
    if terms.pace.grace and look.closes:
        closes = look.closes.astimezone(ZoneInfo(zone))
        found.append(labelled(_("Orders are accepted until"), f"{closes:%Y-%m-%d %H:%M} {zone}"))
    return found


def head_of(listed: Listed) -> ReportHead:
    """What stands above the reports of a match, `listed` with its terms. Deadlines are in its own time zone."""
    zone, due = listed.terms.pace.zone, listed.closes and listed.terms.due
    deadline = f"{due.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} {zone}" if due else ""
    return ReportHead(listed.subtitle, listed.day, deadline)


def calendars(sender: Sender, news: News, kind: str, now: datetime) -> tuple[File, ...]:
    """The calendar files of an email of this `kind`, written `now`: the deadline if a clock is running, and the
    cancellation of an earlier deadline that would otherwise stay in the player's calendar.
    """
    entered, page = news.box.entered, _address(sender, news)
    found, files = entered_by(news, kind), list[File]()
    if found:
        said = open_turn(news.look.observation, news.look.turn)
        deadline = deadline_at(news.listed, news.lines, page, found.turn, found.due, said)
        files.append(_calendar("deadline.ics", news.title, deadline, PUBLISH))
    if entered and entered.due > now and (found is None or found.turn != entered.turn):
        stale = deadline_at(news.listed, news.lines, page, entered.turn, entered.due)
        files.append(_calendar("canceled.ics", news.title, replace(stale, since=now), CANCEL))
    return tuple(files)


def _calendar(name: str, title: str, deadline: Deadline, method: str) -> File:
    return File(name, "text/calendar", calendar(title, [deadline], method).encode(), method)


def entered_by(news: News, kind: str) -> Entered | None:
    """The deadline that an email of this `kind` puts into the player's calendar, if there is one."""
    due = news.listed.terms.due
    is_asked = kind in (TURN, REMINDER) and news.listed.is_timed
    return Entered(news.listed.turn + 1, due) if is_asked and due else None


@dataclass(frozen=True)
class File:
    """A file attached to an email: its name, its kind (such as `application/pdf`) and its bytes.

    `method`: what a calendar program does with a calendar (RFC 6047, 2.4).
    """

    name: str
    kind: str
    made: bytes
    method: str = ""


def mail_of(
    sender: Sender,
    box: Mailbox,
    kind: str,
    what: str,
    subject: str,
    document: Document,
    now: datetime,
    files: Sequence[File] = (),
) -> PostedMail:
    """A complete email with its `files`. The same purpose (`what`) always gives the same Message-ID, so an email that
    was sent twice shows up only once.
    """
    letter = EmailMessage(policy=POLICY)
    letter["From"], letter["To"] = sender.address, box.address
    if sender.key and box.is_confirmed and kind not in ABOUT_NONE:
        letter["Reply-To"] = sender.reply_address(box)
    letter["Subject"] = " ".join(subject.split())
    letter["Date"] = format_datetime(now)
    reference = sender.reference(what)
    letter["Message-ID"] = f"<{reference}@{sender.domain}>"
    if kind not in ABOUT_NONE:
        letter["References"] = f"<{box.match}.{box.seat}@{sender.domain}>"
    letter["Auto-Submitted"] = "auto-generated"
    if kind in FIRST and sender.never_key:
        by_mail = f", <mailto:{sender.never_address(box.address)}?subject=unsubscribe>" if sender.key else ""
        letter["List-Unsubscribe"] = f"<{sender.never_link(box.address)}>{by_mail}"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # programs ignore it without https: RFC 8058
        if sender.key and "Reply-To" not in letter:
            letter["Reply-To"] = sender.never_address(box.address)
    if "Reply-To" in letter:  # then somebody reads replies
        document = replace(document, above=our_line(_("Reply above this line")))
    letter.set_content(as_text(document, WIDTH))
    page = as_mail(document, sender.domain)
    letter.add_alternative(page.html, subtype="html")
    html = letter.get_payload()[-1]  # type: ignore[index]
    for each in page.pictures:
        html.add_related(each.png, "image", "png", cid=f"<{each.cid}>", disposition="inline", filename="drawing.png")  # type: ignore[union-attr]
    for file in files:
        main, _slash, sub = file.kind.partition("/")
        params = {"method": file.method, "charset": "utf-8"} if file.method else {}
        letter.add_attachment(file.made, maintype=main, subtype=sub, filename=file.name, params=params)
    for part in letter.walk():
        if part.is_multipart():  # the same email always has the same bytes
            part.set_boundary(f"=-{sha256(f'{what} {part.get_content_type()}'.encode()).hexdigest()[:32]}")
    text = letter.as_bytes().decode("ascii")
    return PostedMail(what, box.match, box.seat, kind, box.address, text, reference if sender.key else "")


# --- The digest: one email a day for a player who has many matches, instead of one for each turn.


MORNING = 7  # the hour, in the reader's time zone, from which a digest is sent


def together(due: Sequence[tuple[Reader, str]]) -> list[list[tuple[Reader, str]]]:
    """The emails that are due, grouped by the reader's address and language. The earliest deadline comes first."""
    groups: dict[tuple[str, str], list[tuple[Reader, str]]] = {}
    for each in due:
        box = each[0].box
        groups.setdefault((box.address, box.language), []).append(each)
    return [sorted(some, key=lambda each: _urgency(each[0])) for some in groups.values()]


def _urgency(reader: Reader) -> tuple[bool, float, str, int]:
    at = 0.0 if reader.due is None else reader.due.timestamp()
    return reader.due is None or reader.is_over, at, reader.box.match, reader.box.seat


def what_of_digest(key: bytes, box: Mailbox, now: datetime) -> str | None:
    """The purpose of today's digest for the player in `box`. None if it is still too early where the player is.

    The purpose contains the player's address only as a hash made with `key`.
    """
    here = now.astimezone(ZoneInfo(box.zone or "UTC"))
    if here.hour < MORNING:
        return None
    whose = hmac.new(key, f"digest {box.language} {box.address}".encode(), sha256).hexdigest()[:24]
    return f"{DIGEST} {whose} {here:%Y%m%d}"


def digest_letter(sender: Sender, found: Sequence[News], what: str, now: datetime) -> PostedMail:
    """The email from a `sender` about several matches. `what` is the email's purpose, and `now` is its date."""
    box = found[0].box
    with spoken(box.language):
        waiting = sum(not news.look.is_over for news in found)
        subject = (
            many("{n} match is waiting for you", "{n} matches are waiting for you", waiting)
            if waiting
            else _("Finished matches")
        )
        lead = [Line(_("Each match has its own address for your orders. A reply to this email reaches nobody."))]
        sections = [_section(sender, news) for news in found]
        foot = _(
            'You get this email once a day. To get an email for each turn, send "digest off" to the address of a match.'
        )
        document = Document(subject, _("Your matches"), lead if sender.key else [], sections, foot)
        files = [file for news in found for file in calendars(sender, news, DIGEST, now)]
        return mail_of(sender, box, DIGEST, what, subject, document, now, files)


def _section(sender: Sender, news: News) -> Section:
    """The section on one match: the question for the player, where to send orders, and what has happened."""
    lead, sections = lead_and_sections(sender, news)
    parts: list[Part] = [*lead]
    if sender.key and not news.look.is_over:
        orders_to = _("Send orders to")
        parts += [Line(f"{orders_to}:"), Line(sender.reply_address(news.box))]  # on a separate line, in one piece
    for each in sections:
        parts += [Line(each.title, style="bold"), *([Line(each.says)] if each.says else []), *each.parts]
    return Section(news.title, "", parts)
