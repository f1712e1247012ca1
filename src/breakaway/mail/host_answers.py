"""What a host asks everybody to agree to, by email: the request to each player, and what the players answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from breakaway.club.club import Club, listed_of
from breakaway.club.email_addresses import Mailbox
from breakaway.club.host_requests import request_of, to_tell
from breakaway.club.hosting import DELETE
from breakaway.club.mail_log import DONE, RECEIPT, REFUSED, PostedMail, has, post
from breakaway.club.seats import MARK
from breakaway.core.language import _, say, spoken
from breakaway.display.document import Document, Line
from breakaway.games.manifest import find
from breakaway.games.words import WEAK, conditions_in
from breakaway.mail.commands import MOST_LINES, NO, YES
from breakaway.mail.host_acts import REFUSALS, ActDone, answer, request_says, teams_of, why
from breakaway.mail.letters import Sender, labelled, mail_of
from breakaway.mail.orders import CONDITIONS
from breakaway.mail.received import Letter
from breakaway.players.seated_match import Table

# --- The request, to each player who has not answered. Its subject has a mark, so that an answer counts only for the
# request that the player has read.


ASKED = "asked"  # the kind of these emails
MARKED = re.compile(rf"\[([0-9a-f]{{{MARK}}})\]\s*$")


def ask_players(club: Club, sender: Sender) -> None:
    """Writes the emails of `sender` that tell players what the hosts of the matches in this `club` ask of them. Raises
    Unreachable.
    """
    for box, mark in to_tell(club.database):
        if not has(club.database, _what(box, mark)):
            letter = _ask_letter(club, sender, box, mark)
            if letter:
                post(club.database, letter)


def _what(box: Mailbox, mark: str) -> str:
    return f"{ASKED} {box.token} {box.seat} {mark}"


def _ask_letter(club: Club, sender: Sender, box: Mailbox, mark: str) -> PostedMail | None:
    """The email about the request with this `mark`. None if the player in `box` need not answer it anymore."""

    def write(table: Table) -> PostedMail | None:
        asked, listed = request_of(club, table), listed_of(table)
        if asked is None or asked.mark != mark or box.seat not in asked.missing:
            return None
        lead = [
            Line(_("The host asks you to agree to this:")),
            Line(request_says(table, asked, box.seat), style="bold"),
            labelled(_("Reason"), asked.said),
            Line(_("It is done once all players agree. If one does not, nothing changes.")),
        ]
        if asked.act == DELETE:
            lead.append(Line(_("The addresses of all players are deleted with the match, so no email will tell you.")))
        if sender.key:
            lead.append(Line(_how()))
        lead.append(labelled(_("In the browser"), f"{sender.pages}/match/{listed.id}/{box.seat + 1}/trail"))
        subject = say("{title}: the host asks you to agree", title=listed.title)
        subject = f"{subject} [{mark}]"
        document = Document(listed.title, find(listed.game).title, lead, ())
        return mail_of(sender, box, ASKED, _what(box, mark), subject, document, club.database.now())

    with spoken(box.language):
        return club.do(box.match, write)


def _how() -> str:
    return _("Reply with “yes” or “no” on a line of its own, and leave the subject as it is.")


# --- The answer. It has the mark in its subject. Only a clear word counts: what is said with conditions is in doubt.


AGREES = re.compile(
    r"(?:yes,? )?i (?:agree|do agree|consent)|agreed?|(?:ja,? )?(?:ich )?(?:bin )?einverstanden|"
    r"(?:ja,? )?ich stimme zu|zugestimmt",
    re.IGNORECASE,
)
OBJECTS = re.compile(
    r"(?:no,? )?i (?:disagree|object|do not agree|don[’']t agree)|disagree|(?:nein,? )?(?:ich )?(?:bin )?"
    r"(?:nicht|nicht damit|damit nicht) einverstanden|(?:nein,? )?ich (?:stimme nicht zu|lehne ab)",
    re.IGNORECASE,
)
BUT = re.compile(
    r"\b(?:but|except|only|unless|until|not yet|wait|aber|außer|nur|erst|bis|noch nicht|warte\w*)\b", re.IGNORECASE
)


def mark_in(subject: str) -> str:
    """The mark of a request at the end of the `subject` of an email. Empty if there is none.

    Elsewhere in it, a match's title can look like a mark.
    """
    found = MARKED.search(subject)
    return found[1] if found else ""


def agreement(letter: Letter) -> bool | None:
    """Whether the sender of a `letter` agrees. None if that is in doubt."""
    found = _agreement(letter.own)
    is_doubtful = letter.ambiguous or any(each != letter.seat for each in letter.mentions)
    return None if is_doubtful or (letter.shown and _agreement(letter.shown) != found) else found


def _agreement(lines: Sequence[str]) -> bool | None:
    said = set[bool]()
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        words = " ".join(line.split()).strip(" .!,;:*-–\"'„“”>")
        if YES.fullmatch(words) or AGREES.fullmatch(words):
            said.add(True)
        elif NO.fullmatch(words) or OBJECTS.fullmatch(words):
            said.add(False)
        elif {*conditions_in(words)} - WEAK or CONDITIONS.search(words) or BUT.search(words):
            return None
    return said.pop() if len(said) == 1 else None


def answered(club: Club, letter: Letter, box: Mailbox, asked: str) -> tuple[str, list[str], bool]:
    """Answers a request for the player in `box`, as a `letter` says whose subject has the mark `asked`. The match is in
    this `club`. Returns the outcome for the inbox, what to tell the player, and whether the match is gone.
    """
    agrees = agreement(letter)

    def about(table: Table) -> str:
        found = request_of(club, table)
        return request_says(table, found, box.seat) if found and found.mark == asked else ""

    what = club.do(box.match, about)
    if agrees is None:
        unclear = _("Your answer is not clear, so nothing was changed.")
        orders = _("If you want to send an order, reply to the email about your turn.")
        return REFUSED, [unclear, _how(), orders], False
    try:
        done = answer(club, box.match, box.seat, agrees, asked)
    except REFUSALS as error:
        return REFUSED, [why(error)], False
    if not agrees:
        return DONE, [say("You do not agree: {act}. Nothing changes, and everybody is told.", act=what)], False
    return DONE, [say("You agree: {act}.", act=what), *_what_follows(club, box, done)], done.is_gone


def _what_follows(club: Club, box: Mailbox, done: ActDone) -> list[str]:
    if done.is_gone:
        return []
    if not done.is_asked:
        return [_("All players have agreed, so it is done.")]

    def waits(table: Table) -> list[str]:
        asked, teams = request_of(club, table), teams_of(table)
        names = ", ".join(teams[seat] for seat in asked.missing) if asked else ""
        return [say("Not answered yet: {names}.", names=names)] if names else []

    return club.do(box.match, waits)


def answer_letter(
    sender: Sender, box: Mailbox, title: str, says: Sequence[str], mark: str, now: datetime
) -> PostedMail:
    """The confirmation of `sender` for the email with this `mark` from the player in `box`, about the match with this
    `title`. `says`: its sentences. `now`: its date.
    """
    document = Document(title, "", [Line(each) for each in says], ())
    subject = say("{title}: your answer to the host", title=title)
    return mail_of(sender, box, RECEIPT, f"{RECEIPT} {mark}", subject, document, now)
