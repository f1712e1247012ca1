"""The receipt that answers a player's email: what was understood, which order is sealed now, and what the player can
do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from breakaway.club.inbox import RECEIPT, REFUSED, SEALED
from breakaway.club.mailboxes import Mailbox
from breakaway.club.outbox import PostedMail
from breakaway.club.receipts import OrderReceipt
from breakaway.club.terms import Terms
from breakaway.club.views import Look
from breakaway.core.language import _, say, spoken
from breakaway.display.document import Document, Line, Section
from breakaway.games.manifest import open_turn
from breakaway.mailing.letters import File, Sender, deadline_lines, labelled, mail_of


@dataclass(frozen=True)
class Answer:
    """What was done about an email.

    `outcome` is one of the outcomes in `inbox`. `changes`: whether the email changes the match. `sealed`: the order
    that is sealed now, on one line, with its `receipt`. `earlier`: the order that was sealed before this email.
    `said`: what else was done. `faults`: why something was not done. `owes`: whether the seat has withdrawn its order
    and must give another. `leaves`: whether the player is leaving the seat. `apart`: for each order for another turn,
    why it was not used. `legal`: orders that would be legal instead. `files`: the files that the player has asked for.
    """

    outcome: str = REFUSED
    changes: bool = False
    sealed: str = ""
    earlier: str = ""
    receipt: OrderReceipt | None = None
    said: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    owes: bool = False
    leaves: bool = False
    apart: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    files: tuple[File, ...] = ()


def receipt_letter(
    sender: Sender, box: Mailbox, look: Look, title: str, terms: Terms, answer: Answer, mark: str, now: datetime
) -> PostedMail:
    """The receipt from `sender` for the email with this `mark`.

    `look` is what the seat in `box` sees after the `answer`. `title` and `terms` are those of the match, and `now` is
    the date of the receipt.
    """
    with spoken(box.language):
        turn = open_turn(look.observation, look.turn)
        if answer.outcome == SEALED:
            subject = say("{title}, {turn}: your order is sealed", title=title, turn=turn)
        elif answer.outcome == REFUSED:
            subject = say("{title}, {turn}: no order was accepted", title=title, turn=turn)
        else:
            subject = say("{title}, {turn}: done", title=title, turn=turn)
        lead, sections = _lead(look, terms, answer, box.zone), _sections(sender.pages, look, answer)
        document = Document(title, look.observation.game.title, lead, sections)
        return mail_of(sender, box, RECEIPT, f"{RECEIPT} {mark}", subject, document, now, answer.files)


def _lead(look: Look, terms: Terms, answer: Answer, zone: str) -> list[Line]:
    lines = [Line(each) for each in answer.said]
    if answer.sealed:
        lines.append(labelled(_("Sealed"), answer.sealed))
        if answer.earlier and answer.earlier != answer.sealed:
            lines.append(labelled(_("Replaced order"), answer.earlier))
        lines.append(
            Line(_("You can change your order with another email until the turn is played. The last order is used."))
        )
    elif answer.faults and answer.earlier:
        lines.append(labelled(_("Your earlier order still stands"), answer.earlier))
    elif (answer.faults or answer.owes) and look.observation.is_asked():
        lines.append(Line(_("You have no sealed order yet.")))
    return [*lines, *deadline_lines(look, terms, zone)]


def _sections(pages: str, look: Look, answer: Answer) -> list[Section]:
    found = []
    if answer.faults:
        found.append(Section(_("What was not done, and why"), parts=[Line(each) for each in answer.faults]))
    if answer.apart:
        found.append(Section(_("Unused orders for another turn"), parts=[Line(x) for x in answer.apart]))
    if answer.legal:
        found.append(Section(_("What you can choose"), parts=[Line(each) for each in answer.legal]))
    if answer.receipt:
        says = _(
            "Keep this receipt. Its SHA-256 hash is computed from the salt, a space and the order. After the match, "
            "check the receipt on this page:"
        )
        where = Line(f"{pages}/match/{look.id}/receipt")
        parts = [where, labelled(_("Salt"), answer.receipt.salt), Line("SHA-256:"), Line(answer.receipt.hash)]
        found.append(Section(_("Receipt"), says, parts))
    return found
