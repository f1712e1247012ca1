"""The emails to people who have no seat yet: invitations, welcome emails, and emails to standby players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from breakaway.club.helping import advice_of
from breakaway.club.invitations import Invitation
from breakaway.club.mailboxes import Mailbox
from breakaway.club.outbox import PostedMail
from breakaway.club.standbys import Standby
from breakaway.club.tables import ANSWER, INVITE, OFFER, STANDBY
from breakaway.club.terms import Terms
from breakaway.club.views import Listed, Look
from breakaway.core.language import _, say, spoken
from breakaway.display.document import Document, Line, Section
from breakaway.games.manifest import find
from breakaway.mailing.letters import Sender, deadline_lines, labelled, mail_of
from breakaway.post.plain import scribe_of

WELCOME, NEWS = "welcome", "news"


def invite_letter(sender: Sender, given: Invitation, listed: Listed, link: str, now: datetime) -> PostedMail:
    """The email from `sender` with an invitation (`given`) to an empty seat of the `listed` match.

    `link` opens the same seat in a browser, and is empty if there is no link. `now` is the email's date.
    """
    with spoken(given.language):
        lead = [Line(say("You are invited to play {game}: {title}.", game=find(listed.game).title, title=listed.title))]
        lead += _who(listed, given.seat)
        if sender.key:
            lead.append(
                Line(_("To play by email, reply with “yes”. To choose your name, add a line such as “Name: Ann”."))
            )
            lead.append(Line(_("If you do not want to play, reply with “no” or do nothing.")))
        if link:
            lead += [Line(_("To play in a browser instead, sit down here:")), Line(link)]
        lead.append(_until(given))
        document = Document(_("An invitation"), listed.title, lead, ())
        subject = say("{title}: you are invited", title=listed.title)
        return mail_of(sender, given.box, INVITE, f"{INVITE} {given.n}", subject, document, now)


def offer_letter(
    sender: Sender, given: Invitation, standby: Standby, listed: Listed, turn: str, has_left: bool, now: datetime
) -> PostedMail:
    """The email from `sender` that asks a `standby` player to take over a team of the `listed` match.

    `turn` is the open turn in words. `has_left`: whether the team's player has left, rather than missed too many turns.
    `now` is the email's date.
    """
    with spoken(given.language):
        team = listed.seats[given.seat].name
        why = (
            _("The person playing {team} has left the match.")
            if has_left
            else _("The person playing {team} has missed turns.")
        )
        lead = [
            labelled(_("For"), standby.name) if standby.name else Line(listed.title),
            Line(why.format(team=team)),
            Line(say("The match is at {turn}.", turn=turn)),
            Line(_("You would take over the team as it is.")),
            *_who(listed, given.seat),
            Line(_("Reply with “yes” to take over the team, or with “no” to let the next standby player have it.")),
            _until(given),
        ]
        document = Document(_("A team needs you"), listed.title, lead, ())
        subject = say("{title}: will you take over {team}?", title=listed.title, team=team)
        return mail_of(sender, given.box, OFFER, f"{OFFER} {given.n}", subject, document, now)


def enlist_letter(sender: Sender, standby: Standby, code: str, title: str, now: datetime) -> PostedMail:
    """The email from `sender` that asks the reader to be a `standby` player of the match with this `title`.

    To say yes, the reader opens the link with this `code` and presses the button there. `now` is the email's date.
    """
    with spoken(standby.language):
        lead = [Line(say("Somebody put this address on the list of standby players for {title}.", title=title))]
        if sender.key:
            lead.append(Line(_("If you asked for this, reply with “yes”, or open this link and press the button:")))
        else:
            lead.append(Line(_("If you asked for this, open this link and press the button:")))
        lead.append(Line(f"{sender.pages}/standby/{code}"))
        lead.append(Line(_("If you did not ask for this, do nothing. This address will then get no further email.")))
        document = Document(_("Standby player"), title, lead, ())
        what = f"{STANDBY} {standby.n} {sha256(code.encode()).hexdigest()[:32]}"
        subject = say("{title}: do you want to be a standby player?", title=title)
        return mail_of(sender, standby.box, STANDBY, what, subject, document, now)


def welcome_letter(
    sender: Sender, given: Invitation, look: Look, title: str, terms: Terms, what: str, now: datetime
) -> PostedMail:
    """The first email from `sender` to a new player: how to give orders, and what else a player can ask for by email.

    `look` is what the seat sees. `title` and `terms` belong to the match, `what` is the email's purpose, and `now` is
    its date.
    """
    box = Mailbox(given.match, given.seat, given.address, given.language, True, now)
    with spoken(given.language):
        lead = [labelled(_("You play"), look.seats[given.seat].name), *deadline_lines(look, terms)]
        lead.append(Line(_("Each turn comes by email. Reply to that email, or to this one, with your order.")))
        scribe = scribe_of(look.observation)
        orders = [Line(each) for each in scribe.how(look.observation)]
        sections = [
            Section(_("How to write your order"), parts=orders),
            Section(_("What else you can write in an email"), parts=[Line(each) for each in _commands()]),
        ]
        lead.append(labelled(_("The rules"), f"{sender.pages}/rules/{look.observation.game.name}"))
        document = Document(say("Welcome to {title}", title=title), look.observation.game.title, lead, sections)
        return mail_of(sender, box, WELCOME, what, say("{title}: you are in", title=title), document, now)


def answer_letter(
    sender: Sender, box: Mailbox, title: str, says: Sequence[str], what: str, now: datetime
) -> PostedMail:
    """A short answer from `sender` to somebody without a seat.

    `what` is the email's purpose, `says` lists its sentences, `now` is its date, and `title` is the match's title.
    """
    with spoken(box.language):
        document = Document(title, "", [Line(each) for each in says], ())
        return mail_of(sender, box, ANSWER, what, say("{title}: your answer", title=title), document, now)


def news_letter(sender: Sender, box: Mailbox, title: str, team: str, name: str, what: str, now: datetime) -> PostedMail:
    """The email from `sender` with the news that a standby player called `name` has taken over a `team`.

    `title` is the match's title, `what` is the email's purpose, and `now` is its date.
    """
    with spoken(box.language):
        text = say("{team} has a new player: {name} has taken over the team.", team=team, name=name)
        subject = say("{title}: {team} has a new player", title=title, team=team)
        return mail_of(sender, box, NEWS, what, subject, Document(title, "", [Line(text)], ()), now)


def _who(listed: Listed, seat: int) -> list[Line]:
    others = ", ".join(each.name for each in listed.seats if each.seat != seat)
    agreed = advice_of(listed.game, listed.options, listed.seats)
    found = [labelled(_("Your team"), listed.seats[seat].name), labelled(_("The other teams"), others)]
    return [*found, *([Line(agreed)] if agreed else [])]


def _until(given: Invitation) -> Line:
    return labelled(_("Valid until"), f"{given.until:%Y-%m-%d %H:%M} UTC")


def _commands() -> list[str]:
    return [
        _("“status”: shows you where the match stands."),
        _("“withdraw”: takes back your sealed order, if the turn is still open."),
        _("“browser”: sends you a code that lets you play in a browser too."),
        _("“vacation 2026-08-01 to 2026-08-14”: stops the clock, if the match allows vacations."),
        _("“resign”: takes you out of the match."),
    ]
