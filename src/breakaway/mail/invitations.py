"""Emails to and from people who have no seat yet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr
from hashlib import sha256

from breakaway.club import invitations, mail_log
from breakaway.club.actions import advice_of
from breakaway.club.club import Club, listed_of, retried
from breakaway.club.consent import Source, allow, gets_email, name_of, refuse
from breakaway.club.database import Connection, NoSuchMatch
from breakaway.club.email_addresses import Mailbox, boxes_in
from breakaway.club.invitations import Invitation, Standby, accept, decline, invitation
from breakaway.club.mail_log import DONE, FLOOD, REFUSED, STRANGER, PostedMail, ReadMail, put
from breakaway.club.match_views import Listed, SeatView
from breakaway.club.schema import ANSWER, INVITE, OFFER, STANDBY
from breakaway.club.seasons.by_mail import sign_up_by_mail
from breakaway.club.seasons.kept import season_of
from breakaway.club.seats import NoSuchSeat, changes, untouched
from breakaway.club.store import store_of
from breakaway.club.time_control import Terms
from breakaway.core.language import UserError, _, as_sentence, say, spoken
from breakaway.core.observation import NotNow
from breakaway.display.document import Document, Line, Section
from breakaway.games.manifest import find, open_turn
from breakaway.mail.commands import Consent, read_consent, standby_for, wants_email
from breakaway.mail.letters import Sender, deadline_lines, example_lines, labelled, mail_of, never_again, played_by
from breakaway.mail.orders import scribe_of
from breakaway.mail.received import NEVER, Letter

# --- The emails to people who have no seat yet: invitations, welcome emails, and emails to standby players.


WELCOME, NEWS = "welcome", "news"


LONGEST_QUOTED = 30  # characters of a stranger's name
MOST_DIGITS = 4


def _is_only_a_name(name: str) -> bool:
    """Whether a stranger's `name` can be nothing more, such as a web address, a phone number or a message."""
    marks = [each for each in name if unicodedata.category(each)[0] not in "LM"]
    return (
        0 < len(name) <= LONGEST_QUOTED
        and all(each in " .'’-_" or each.isdigit() for each in marks)
        and sum(map(str.isdigit, marks)) <= MOST_DIGITS
        and not re.search(r"\.\S", name)
    )


def invite_letter(sender: Sender, given: Invitation, listed: Listed, by: str, link: str, now: datetime) -> PostedMail:
    """The email from `sender` with an invitation (`given`) to an empty seat of the `listed` match.

    `by` is the name of the player who invites. It is the only text in the email that a stranger wrote, and it is left
    out if it can be more than a name: the reader has not agreed to get messages. `link` opens the same seat in a
    browser, and is empty if there is no link. `now` is the email's date.
    """
    with spoken(given.language):
        game = find(listed.game).title
        lead = [Line(say("You are invited to play {game}.", game=game))]
        if _is_only_a_name(by):
            lead.append(Line(say("The player who invites you goes by the name “{name}”.", name=by)))
        agreed = advice_of(listed.game, listed.options, listed.seats)
        lead += [Line(agreed)] if agreed else []
        if sender.key:
            lead.append(
                Line(_("To play by email, reply with “yes”. To choose your name, add a line such as “Name: Ann”."))
            )
            lead.append(Line(_("If you do not want to play, reply with “no” or do nothing.")))
        if link:
            lead += [Line(_("To play in a browser instead, sit down here:")), Line(link)]
        lead.append(_until(given))
        document = Document(_("An invitation"), game, lead, (), never_again(sender, given.address))
        subject = say("{title}: you are invited", title=game)
        return mail_of(sender, given.box, INVITE, f"{INVITE} {given.n}", subject, document, now)


def season_invite_letter(sender: Sender, given: Invitation, game: str, now: datetime) -> PostedMail:
    """The email from `sender` with an invitation (`given`) to a season of this `game`, to be played by email alone.

    Nothing in it was written by whoever entered the address. `now` is the email's date.
    """
    with spoken(given.language):
        title = find(game).title
        lead = [
            Line(say("You are invited to play in a season of {game}.", game=title)),
            Line(_("To sign up by email, reply with “yes”. You then play all your matches of the season by email.")),
            Line(_("If you do not want to play, reply with “no” or do nothing.")),
            _until(given),
        ]
        document = Document(_("An invitation"), title, lead, (), never_again(sender, given.address))
        subject = say("{title}: you are invited to a season", title=title)
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


def enlist_letter(sender: Sender, standby: Standby, code: str, game: str, now: datetime) -> PostedMail:
    """The email from `sender` that asks the reader to be a `standby` player of a match of this `game`.

    Nothing in the email was written by whoever entered the address. To say yes, the reader opens the link with this
    `code` and presses the button there. `now` is the email's date.
    """
    with spoken(standby.language):
        lead = [Line(say("Somebody entered this address to become a standby player in a match of {game}.", game=game))]
        if sender.key:
            lead.append(Line(_("If you asked for this, reply with “yes”, or open this link and press the button:")))
        else:
            lead.append(Line(_("If you asked for this, open this link and press the button:")))
        lead.append(Line(f"{sender.pages}/standby/{code}"))
        lead.append(Line(_("If you did not ask for this, do nothing. This address will then get no further email.")))
        document = Document(_("Standby player"), game, lead, (), never_again(sender, standby.address))
        what = f"{STANDBY} {standby.n} {sha256(code.encode()).hexdigest()[:32]}"
        subject = say("{title}: do you want to be a standby player?", title=game)
        return mail_of(sender, standby.box, STANDBY, what, subject, document, now)


def welcome_letter(
    sender: Sender,
    given: Invitation,
    look: SeatView,
    title: str,
    terms: Terms,
    what: str,
    now: datetime,
    season: str = "",
) -> PostedMail:
    """The first email from `sender` to a new player: how to give orders, and what else a player can ask for by email.

    `look` is what the seat sees. `title` and `terms` belong to the match, `what` is the email's purpose, and `now` is
    its date. `season`: the season for which the player has signed up with it, if there is one.
    """
    box = Mailbox(given.match, given.seat, given.address, given.language, True, now)
    with spoken(given.language):
        lead = [labelled(_("You play"), played_by(look, given.seat)), *deadline_lines(look, terms)]
        if season:
            lead.append(Line(_("You have signed up for the season: your later matches come to this address, too.")))
            lead.append(labelled(_("The season"), f"{sender.pages}/season/{season}"))
        lead.append(Line(_("Each turn comes by email. Reply to that email, or to this one, with your order.")))
        scribe = scribe_of(look.observation)
        orders = [*(Line(each) for each in scribe.how(look.observation)), *example_lines(look)]
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

    `what` is the email's purpose, `says` lists its sentences, `now` is its date, and `title` is the title of the match
    or, for somebody who has not agreed to get email, of its game.
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


# --- Reads emails from people without a seat.
#
# These emails are answers to invitations, and requests to enlist or to leave as a standby player.


class Joiner:
    """Handles the emails of people who have no seat in a `club` yet, and answers them as `sender`."""

    def __init__(self, club: Club, sender: Sender) -> None:
        self.club, self.sender, self.database = club, sender, club.database

    def take(self, letter: Letter, mark: str) -> tuple[str, str] | None:
        """Does what an email (`letter`) with this `mark` asks.

        Returns an outcome from `inbox`, and the match that has changed. Returns None if the email has nothing to do
        with joining. Raises AlreadyRead or Unreachable.
        """
        if letter.seat is None:
            match_id, language = standby_for((letter.subject, *letter.own))
            return self._enlisted(letter, mark, match_id, language) if match_id and not letter.forged else None
        said = read_consent(letter.own)
        if given := invitation(self.database, letter.seat.match, letter.seat.seat):
            with spoken(given.language):
                return self._answered(given, said, mark)
        if player := invitations.standby(self.database, letter.seat.match):
            with spoken(player.language):
                return self._listed(player, said, mark)
        return None

    def take_never(self, letter: Letter, box: Mailbox | None, mark: str) -> bool:
        """Does what an email (`letter`) with this `mark` asks, if it says that its sender wants no more email from this
        server, or email again. Returns whether it does.

        `box`: the mailbox of the player to whom the email's signed address belongs. Nobody gets an answer. Raises
        AlreadyRead or Unreachable.
        """
        said = wants_email((letter.subject, *letter.own))
        name = "" if said is None else self._sender_of(letter, box, said)
        if not name:
            return False
        with changes(self.database) as connection:
            now = self.database.now()
            if said:
                allow(connection, name)
            else:
                refuse(connection, self.database.keys, name, now)
            mail_log.note_in(connection, self.database, ReadMail(mark, None, None, DONE, now), None)
        return True

    def _sender_of(self, letter: Letter, box: Mailbox | None, asks_again: bool) -> str:
        """The name of the address that an email is from. Empty if nothing proves it."""
        key, signed = self.database.keys.reply, letter.seat
        if signed and signed.match.startswith(NEVER):  # programs write such emails, too
            return signed.match.removeprefix(NEVER)
        if letter.automatic or letter.forged or letter.ambiguous:
            return ""
        if signed is None:
            return name_of(key, letter.author) if letter.is_authentic else ""
        if asks_again:  # in an answer, "start" may mean anything
            return ""
        found: Mailbox | Invitation | Standby | None = box or invitation(self.database, signed.match, signed.seat)
        found = found or invitations.standby(self.database, signed.match)
        return name_of(key, found.address) if found else ""

    # --- invitations

    def _answered(self, given: Invitation, said: Consent, mark: str) -> tuple[str, str]:
        if mail_log.is_flooded(self.database, given.match, given.seat, ANSWER):
            return self._note(mark, given.match, given.seat, FLOOD)
        try:
            if said.yes:
                return retried(lambda: self._accepted(given, said.name, mark))
            if said.yes is None:
                return self._told(given, mark, REFUSED, [_unclear()])
            told = self._letter(given, mark, [_declined(given)])
            with changes(self.database) as connection:
                decline(connection, given, self.database.now())
                read = ReadMail(mark, given.match, given.seat, DONE, self.database.now())
                mail_log.note_in(connection, self.database, read, told)
            return DONE, given.match
        except (NotNow, NoSuchSeat) as error:
            return self._told(given, mark, REFUSED, [as_sentence(str(error)), _("Nothing was changed.")])

    def _accepted(self, given: Invitation, name: str, mark: str) -> tuple[str, str]:
        """Seats the invited player. Raises NotNow."""
        now = self.database.now()
        with self.club.held(given.match) as table:
            listed, version = listed_of(table), store_of(table).version
            if given.standby is not None and not invitations.is_vacant(table.match, listed, given.seat):
                raise NotNow(_("This team no longer needs a player."))
        if given.standby is not None and not name:
            name = invitations.name_of(self.database, given.standby)
        if given.standby is None and season_of(self.database, given.match) is not None:
            name = ""  # in a season, everybody is called as in its table
        look = self.club.look(given.match, given.seat)
        team = listed.seats[given.seat].name
        with changes(self.database) as connection:
            untouched(connection, given.match, version)
            accept(connection, self.database.keys, given, name, now)
            season = ""
            if given.standby is None:
                place = given.match, given.seat, given.address
                season = sign_up_by_mail(connection, self.database.keys, *place, now)
            what = f"welcome {mark}"
            hello = welcome_letter(self.sender, given, look, listed.title, listed.terms, what, now, season)
            mail_log.note_in(connection, self.database, ReadMail(mark, given.match, given.seat, DONE, now), hello)
            if given.standby is not None:
                self._announce(connection, given, listed.title, team, name or team, now)
        return DONE, given.match

    def _announce(
        self, connection: Connection, given: Invitation, title: str, team: str, name: str, now: datetime
    ) -> None:
        """Sends the news of a team's new player to all other players of the match who get email."""
        for box in boxes_in(connection, self.database.keys, given.match):
            if box.seat != given.seat:
                what = f"news {given.n} {box.seat}"
                put(connection, self.database.keys, news_letter(self.sender, box, title, team, name, what, now), now)

    def ask_standbys(self) -> None:
        """Asks standby players to take over the teams that need a player."""
        invitations.forget_lists(self.database)
        for match_id, seat in invitations.short_of_players(self.club):
            listed, look, now = self.club.listed(match_id), self.club.look(match_id), self.database.now()
            turn = open_turn(look.observation, look.turn)

            def letter(given: Invitation, player: Standby) -> PostedMail:
                has_left = listed.seats[given.seat].left is not None  # noqa: B023 - called at once
                return offer_letter(self.sender, given, player, listed, turn, has_left, now)  # noqa: B023

            invitations.offer(self.club, match_id, seat, letter)

    # --- the list of standby players

    def _listed(self, player: Standby, said: Consent, mark: str) -> tuple[str, str]:
        if mail_log.is_flooded(self.database, player.match, player.box.seat, ANSWER):
            return self._note(mark, player.match, None, FLOOD)
        if said.yes is None:
            return self._told(player, mark, REFUSED, [_unclear()])
        yes, no = _("You are on the list."), _("You are off the list.")
        asks = _("When a team needs a player, you will get an email. To leave the list, reply with “no”.")
        told = self._letter(player, mark, [yes, asks] if said.yes else [no], has_agreed=said.yes)
        try:
            with changes(self.database) as connection:
                if said.yes:
                    invitations.confirm(connection, self.database.keys, player)
                else:
                    invitations.strike(connection, player)
                read = ReadMail(mark, player.match, None, DONE, self.database.now())
                mail_log.note_in(connection, self.database, read, told)
        except NotNow as error:
            return self._told(player, mark, REFUSED, [as_sentence(str(error)), _("Nothing was changed.")])
        return DONE, ""

    def _enlisted(self, letter: Letter, mark: str, match_id: str, language: str) -> tuple[str, str]:
        """Asks the owner of the address in the `From` line by email whether they want to enlist.

        That address counts only if the mail server vouches for it, or if its owner already gets email from us. Anybody
        else could make us send email to a stranger.
        """
        name, address = parseaddr(letter.sender)[0], letter.author
        source = Source(address, is_recipient=True) if letter.is_authentic else Source(f"unproved {address}")
        try:
            if not letter.is_authentic and not self._gets_email(address):
                return self._note(mark, None, None, STRANGER)
            self.enlist(match_id, name, address, language, source)
        except (NoSuchMatch, NotNow, UserError):  # nothing is proved yet, so nobody gets an answer
            return self._note(mark, None, None, STRANGER)
        return self._note(mark, match_id, None, DONE)

    def _gets_email(self, address: str) -> bool:
        keys = self.database.keys
        with self.database.reading() as connection:
            return bool(address) and gets_email(connection, keys, name_of(keys.reply, address))

    def enlist(self, match_id: str, name: str, address: str, language: str, source: Source | None = None) -> bool:
        """Sends an email to an `address`, to ask the person called `name` to confirm that they want to be a standby
        player.

        All emails to this address are in this `language`. `source`: who asks, as in `count_first_email`. Raises
        NoSuchMatch, NotNow or UserError.
        """
        game, now = find(self.club.listed(match_id).game).title, self.database.now()

        def letter(player: Standby, code: str) -> PostedMail:
            return enlist_letter(self.sender, player, code, game, now)

        return invitations.enlist(self.database, match_id, name, address, language, letter, source)

    # --- notes and answers

    def _letter(self, to: Invitation | Standby, mark: str, says: Sequence[str], has_agreed: bool = False) -> PostedMail:
        """An answer. Only somebody who has agreed to get email reads the title of the match: a stranger wrote it."""
        listed = self.club.listed(to.match)
        is_known = to.standby is not None if isinstance(to, Invitation) else to.is_confirmed
        title = listed.title if has_agreed or is_known else find(listed.game).title
        return answer_letter(self.sender, to.box, title, says, f"{ANSWER} {mark}", self.database.now())

    def _told(self, to: Invitation | Standby, mark: str, outcome: str, says: Sequence[str]) -> tuple[str, str]:
        seat = to.box.seat if to.box.seat >= 0 else None
        return self._note(mark, to.match, seat, outcome, self._letter(to, mark, says))

    def _note(
        self, mark: str, match_id: str | None, seat: int | None, outcome: str, answer: PostedMail | None = None
    ) -> tuple[str, str]:
        mail_log.note(self.database, ReadMail(mark, match_id, seat, outcome, self.database.now()), answer)
        return outcome, ""


def _declined(given: Invitation) -> str:
    if given.standby is None:
        return _("You have declined. You will get no more invitations to this match.")
    return _("You have declined. You will get no more emails about this invitation.")


def _unclear() -> str:
    return say("Reply with {yes} or {no} on a line of its own. Nothing was changed.", yes=_("“yes”"), no=_("“no”"))
