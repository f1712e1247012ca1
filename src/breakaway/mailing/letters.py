"""The text of the emails to players.

An email contains only what the reader's seat may see, in the reader's language. Each email contains the same document
twice: as text that reads well in any mail program, and as HTML that loads no other files.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from zoneinfo import ZoneInfo

from breakaway.club.forgetting import DIGEST
from breakaway.club.helping import asked_coach
from breakaway.club.mailboxes import CONFIRM, Entered, Mailbox
from breakaway.club.outbox import PostedMail
from breakaway.club.terms import Terms
from breakaway.club.views import Listed, Look
from breakaway.core.language import _, many, marked, say, spoken
from breakaway.display.document import Document, Grid, Line, Part, Section
from breakaway.display.endings import scene_of
from breakaway.display.renderers import as_mail, as_text
from breakaway.display.reports import Retold, chapters_of
from breakaway.games.manifest import open_turn
from breakaway.post.bounces import MARK, REFERENCE
from breakaway.post.calendar import CANCEL, PUBLISH, Deadline, calendar, deadline_at
from breakaway.post.plain import scribe_of
from breakaway.post.tokens import sign

WIDTH = 72  # characters in a line of text
MOST = 6  # chapters of a match in an email
TURN, REMINDER, OVER = "turn", "reminder", "over"
POLICY = SMTP.clone(cte_type="7bit")


@dataclass(frozen=True)
class Sender:
    """The sender of emails: the web address of the pages, without a trailing slash, and the address that emails come
    from.

    `key` signs the reply addresses. If `key` is empty, nobody reads replies.
    """

    pages: str
    address: str
    key: bytes = b""

    @property
    def domain(self) -> str:
        """The domain of the address."""
        return self.address.rpartition("@")[2].strip("> ")

    def reply_address(self, box: Mailbox) -> str:
        """The signed address for this player's replies. This address is tied to the player's own email address, not to
        the seat.
        """
        return self.signed(box.token, max(box.seat, 0))

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


def confirm_letter(sender: Sender, box: Mailbox, title: str, code: str, now: datetime) -> PostedMail:
    """The email from `sender` that asks the owner of the address in `box` to confirm this address, with a link that
    contains the `code`.

    `title` is the match's title, and `now` is the email's date.
    """
    with spoken(box.language):
        lead = [
            Line(
                say(
                    "Somebody asked us to send emails about the match {title} to this address. If it was you, open "
                    "this link and press the button:",
                    title=title,
                )
            ),
            Line(f"{sender.pages}/mail/{code}"),
            Line(_("If you did not ask for this, do nothing. This address will then get no further email.")),
        ]
        document = Document(_("Your address for Breakaway"), title, lead, ())
        what = f"{CONFIRM} {box.match} {box.seat} {sha256(code.encode()).hexdigest()[:32]}"
        return mail_of(sender, box, CONFIRM, what, _("Confirm your address for Breakaway"), document, now)


@dataclass(frozen=True)
class News:
    """What an email to the player in `box` reports: what the seat sees now (`look`), and the match so far (`told`).

    `listed` contains the details of the match from the database.
    """

    box: Mailbox
    look: Look
    told: Retold
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
    """The question for the seat, then what has happened since the player's last email, the current situation, and the
    legal orders.
    """
    look = news.look
    scene = scene_of(look.observation, look.log, thrown=look.thrown)
    lead = [labelled(_("You play"), look.seats[news.box.seat].name)]
    if look.is_over:
        lead.append(Line(scene.stands or _("The match is over."), style="bold"))
    elif scene.ask:
        lead.append(Line(scene.ask.question, style="bold"))
        lead += [Line(scene.ask.note)] if scene.ask.note else []
        lead += deadline_lines(look, news.listed.terms, news.zone)
    lead += [Line(each) for each in asked_coach(look)]
    lead.append(labelled(_("At the table"), _address(sender, news)))
    lead.append(labelled(_("The whole match so far"), f"{sender.pages}/match/{news.box.match}/zine"))
    sections = happened(news)
    if not any(section.of(Grid) for section in sections):
        sections.append(Section(_("Where the match stands"), parts=_standing(scene.rows)))
    if scene.ask and not look.is_over:
        says = _("Reply to this email with your order. If you send several, the last is used.") if sender.key else ""
        sections.append(Section(_("What you can choose"), says, [Line(each) for each in _choices(look)]))
    return lead, sections


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


def deadline_lines(look: Look, terms: Terms, zone: str = "") -> list[Line]:
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


def _standing(rows: Sequence[tuple[str, str]]) -> list[Part]:
    return [Grid("", ("", ""), tuple(rows), folded=False, right=())] if rows else []


def _choices(look: Look) -> list[str]:
    """Legal orders, in the game's notation."""
    return scribe_of(look.observation).legal(look.observation)


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
    if sender.key and box.is_confirmed and kind != DIGEST:
        letter["Reply-To"] = sender.reply_address(box)
    letter["Subject"] = " ".join(subject.split())
    letter["Date"] = format_datetime(now)
    reference = sender.reference(what)
    letter["Message-ID"] = f"<{reference}@{sender.domain}>"
    if kind != DIGEST:
        letter["References"] = f"<{box.match}.{box.seat}@{sender.domain}>"
    letter["Auto-Submitted"] = "auto-generated"
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
