"""What emails say.

An email is written only from what its reader's seat may see, in its reader's language. Each email has two forms of the
same document: text that reads well in any mail program, and HTML that loads nothing.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from zoneinfo import ZoneInfo

from breakaway.club.mailboxes import CONFIRM, Mailbox
from breakaway.club.outbox import PostedMail
from breakaway.club.terms import Terms
from breakaway.club.views import Look
from breakaway.core.language import _, say, spoken
from breakaway.display.document import Document, Grid, Line, Part, Section
from breakaway.display.page import Scene, find_page
from breakaway.display.plain import told_line
from breakaway.display.written import as_html
from breakaway.post.bounces import MARK, REFERENCE
from breakaway.post.plain import scribe_of
from breakaway.post.tokens import sign
from breakaway.terminal.paper import as_text

WIDTH = 72  # characters in a line of text
BLOCKS = 2  # blocks of the match's log in an email
MUCH = 3  # if a turn has more events than this, the email lists them all
TURN, REMINDER, OVER = "turn", "reminder", "over"
POLICY = SMTP.clone(cte_type="7bit")


@dataclass(frozen=True)
class Sender:
    """Who writes: the address of the pages, without a slash at its end, and the address that emails come from.

    `key` signs the reply addresses. If it is empty, nobody reads replies.
    """

    pages: str
    address: str
    key: bytes = b""

    @property
    def domain(self) -> str:
        """The domain of the address."""
        return self.address.rpartition("@")[2].strip("> ")

    def reply_address(self, box: Mailbox) -> str:
        """The signed address for this player's replies. It belongs to the player's own address, not to the seat."""
        return self.signed(box.token, max(box.seat, 0))

    def bounce_address(self, reference: str) -> str:
        """The signed address for bounces of the email with this `reference`."""
        return self.signed(f"{MARK}{reference}", 0)

    def signed(self, named: str, seat: int) -> str:
        """Our address with a signature for this name and seat."""
        local, _at, domain = parseaddr(self.address)[1].rpartition("@")
        return f"{local}+{sign(self.key, named, seat)}@{domain}"

    def reference(self, what: str) -> str:
        """How a bounce names the email for this purpose. Nobody can guess it."""
        return hmac.new(self.key, what.encode(), sha256).hexdigest()[:REFERENCE]


def confirm_letter(sender: Sender, box: Mailbox, title: str, code: str, now: datetime) -> PostedMail:
    """The email from a `sender` that asks the owner of the address in `box` to confirm it by the link with this `code`.

    `title` is that of the match, `now` the email's date.
    """
    with spoken(box.language):
        lead = [
            Line(
                say(
                    "Somebody asked to get the turns of the match {title} at this address. Was it you? Then open this "
                    "link and press the button:",
                    title=title,
                )
            ),
            Line(f"{sender.pages}/mail/{code}"),
            Line(_("If it was not you, do nothing. Then this address gets no further mail.")),
        ]
        document = Document(_("Your address for Breakaway"), title, lead, ())
        what = f"{CONFIRM} {box.match} {box.seat} {sha256(code.encode()).hexdigest()[:32]}"
        return mail_of(sender, box, CONFIRM, what, _("Confirm your address for Breakaway"), document, now)


def turn_letter(
    sender: Sender, box: Mailbox, look: Look, title: str, terms: Terms, what: str, now: datetime
) -> PostedMail:
    """The email from a `sender` that tells players that they have to choose.

    `look` is what the seat in `box` sees, `title` and `terms` are those of the match, `what` is the email's purpose and
    `now` its date.
    """
    with spoken(box.language):
        subject = say("{title}, question {n}: your choice", title=title, n=look.turn + 1)
        return mail_of(sender, box, TURN, what, subject, _told(sender, box, look, title, terms), now)


def reminder_letter(
    sender: Sender, box: Mailbox, look: Look, title: str, terms: Terms, what: str, now: datetime
) -> PostedMail:
    """The reminder from a `sender` that the deadline is near.

    `box`, `look`, `title`, `terms`, `what` and `now` are as in `turn_letter`.
    """
    with spoken(box.language):
        subject = say("{title}, question {n}: the deadline is near", title=title, n=look.turn + 1)
        return mail_of(sender, box, REMINDER, what, subject, _told(sender, box, look, title, terms), now)


def over_letter(sender: Sender, box: Mailbox, look: Look, title: str, what: str, now: datetime) -> PostedMail:
    """The last email from the `sender`: the match is over.

    `box`, `look`, `title`, `what` and `now` are as in `turn_letter`.
    """
    with spoken(box.language):
        subject = say("{title}: the match is over", title=title)
        return mail_of(sender, box, OVER, what, subject, _told(sender, box, look, title, Terms()), now)


def _told(sender: Sender, box: Mailbox, look: Look, title: str, terms: Terms) -> Document:
    """The match as the seat of this mailbox sees it."""
    observation = look.observation
    scene = find_page(observation.game).scene(observation, look.log, thrown=look.thrown)
    here = f"{sender.pages}/match/{box.match}/{box.seat + 1}"
    lead = [labelled(_("You play"), look.seats[box.seat].name)]
    sections: list[Section] = []
    if look.is_over:
        lead.append(Line(scene.stands or _("The match is over."), style="bold"))
    elif scene.ask:
        lead.append(Line(scene.ask.question, style="bold"))
        lead += [Line(scene.ask.note)] if scene.ask.note else []
        lead += deadline_lines(look, terms)
    lead.append(labelled(_("At the table"), here))
    sections += _happened(look, scene)
    sections.append(Section(_("Where the match stands"), parts=_standing(scene.rows)))
    if scene.ask and not look.is_over:
        says = _("Answer this mail with your order. The last one counts.") if sender.key else ""
        sections.append(Section(_("What you can choose"), says, [Line(each) for each in _choices(look)]))
    foot = say("To get no more mail, open {address} and press the button there.", address=f"{here}/seat")
    return Document(title, observation.game.title, lead, sections, foot)


def labelled(label: str, text: str) -> Line:
    """A line with a `label` before its `text`."""
    return Line(text, f"{label}: ")


def _happened(look: Look, scene: Scene) -> list[Section]:
    """What happened last: the whole last turn if a lot happened in it, otherwise the last plays."""
    events = look.log[-1][1] if look.log else []
    if len(events) > MUCH:
        return [Section(_("What happened"), parts=[told_line(look.observation, each) for each in events])]
    return [Section(each.title or _("What happened"), parts=each.lines) for each in scene.plays[-BLOCKS:]]


def deadline_lines(look: Look, terms: Terms) -> list[Line]:
    """When the turn of this `look` closes, by the `terms` of its match."""
    if look.due is None:
        return []
    due = look.due.astimezone(ZoneInfo(terms.pace.zone))
    found = [labelled(_("Deadline"), f"{due:%Y-%m-%d %H:%M} {terms.pace.zone}")]
    if terms.pace.grace and look.closes:
        closes = look.closes.astimezone(ZoneInfo(terms.pace.zone))
        found.append(labelled(_("Orders still count until"), f"{closes:%Y-%m-%d %H:%M} {terms.pace.zone}"))
    return found


def _standing(rows: Sequence[tuple[str, str]]) -> list[Part]:
    return [Grid("", ("", ""), tuple(rows), folded=False, right=())] if rows else []


def _choices(look: Look) -> list[str]:
    """Legal orders, in the game's notation."""
    return scribe_of(look.observation).legal(look.observation)


def mail_of(
    sender: Sender, box: Mailbox, kind: str, what: str, subject: str, document: Document, now: datetime
) -> PostedMail:
    """A whole email. The same purpose always gives the same Message-ID, so an email sent twice shows up as one."""
    letter = EmailMessage(policy=POLICY)
    letter["From"], letter["To"] = sender.address, box.address
    if sender.key and box.is_confirmed:
        letter["Reply-To"] = sender.reply_address(box)
    letter["Subject"] = " ".join(subject.split())
    letter["Date"] = format_datetime(now)
    reference = sender.reference(what)
    letter["Message-ID"] = f"<{reference}@{sender.domain}>"
    letter["References"] = f"<{box.match}.{box.seat}@{sender.domain}>"
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(as_text(document, WIDTH))
    letter.add_alternative(as_html(document), subtype="html")
    text = letter.as_bytes().decode("ascii")
    return PostedMail(what, box.match, box.seat, kind, box.address, text, reference if sender.key else "")
