"""What a player can request by email besides giving orders: printable reports, the digest, and a time zone."""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.club.club import Club
from breakaway.club.mailboxes import Mailbox, set_wishes
from breakaway.club.retelling import told_match
from breakaway.core.language import Trouble, _, say
from breakaway.display.renderers import as_pdf
from breakaway.display.reports import latest, zine
from breakaway.mailing.letters import File
from breakaway.post.wishes import DIGEST_OFF, DIGEST_ON, REPORT, ZINE, ZONE, Wish

FAVOURS = (REPORT, ZINE, DIGEST_ON, DIGEST_OFF, ZONE)


def granted(club: Club, box: Mailbox, wishes: Sequence[Wish]) -> tuple[list[str], list[File]]:
    """Grants the `wishes` of the player in `box`, but only the last one of each kind.

    Returns what was done, and the files to send. The match is in this `club`.
    """
    said, files = list[str](), list[File]()
    for wish in {wish.kind: wish for wish in wishes if wish.kind in FAVOURS}.values():
        try:
            if wish.kind in (REPORT, ZINE):
                files.append(_paper(club, box, wish.kind))
            said.append(_done(club, box, wish))
        except Trouble as error:
            said.append(str(error))
    return said, files


def _done(club: Club, box: Mailbox, wish: Wish) -> str:
    if wish.kind == REPORT:
        return _("The report is attached as a PDF.")
    if wish.kind == ZINE:
        return _("The whole match is attached as a PDF.")
    if wish.kind == ZONE:
        set_wishes(club.database, box.match, box.seat, zone=wish.text)
        return say("Our emails now give deadlines in the time zone {zone}.", zone=wish.text)
    set_wishes(club.database, box.match, box.seat, digest=wish.kind == DIGEST_ON)
    if wish.kind == DIGEST_ON:
        return _("You now get one email a day for all your matches. Reminders still come right away.")
    return _("You now get an email for each turn.")


def _paper(club: Club, box: Mailbox, kind: str) -> File:
    """The report of the last turn, or of the whole match, as this player may see it. Raises Trouble."""
    found = told_match(club, box.match, box.seat)
    title, told = found.listed.title, found.told
    document = zine(title, told, found.is_over) if kind == ZINE else latest(title, told)
    return File(f"{kind}-{box.match}.pdf", "application/pdf", as_pdf(document))
