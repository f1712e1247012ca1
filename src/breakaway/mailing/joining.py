"""Reads emails from people without a seat.

These emails are answers to invitations, and requests to enlist or to leave as a standby player.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr

from breakaway.club import inbox, standbys
from breakaway.club.club import Club, listed_of, retried, store_of
from breakaway.club.database import Connection, NoSuchMatch
from breakaway.club.inbox import DONE, FLOOD, REFUSED, STRANGER, ReadMail
from breakaway.club.invitations import Invitation, accept, decline, invitation
from breakaway.club.mailboxes import Mailbox, boxes_in
from breakaway.club.outbox import PostedMail, put
from breakaway.club.seats import NoSuchSeat, changes, untouched
from breakaway.club.standbys import Standby
from breakaway.club.tables import ANSWER
from breakaway.core.language import Trouble, _, say, spoken
from breakaway.core.observation import NotNow
from breakaway.games.manifest import open_turn
from breakaway.mailing.invited import answer_letter, enlist_letter, news_letter, offer_letter, welcome_letter
from breakaway.mailing.letters import Sender
from breakaway.post.consent import Consent, read_consent, standby_for
from breakaway.post.letter import Letter


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
        if player := standbys.standby(self.database, letter.seat.match):
            with spoken(player.language):
                return self._listed(player, said, mark)
        return None

    # --- invitations

    def _answered(self, given: Invitation, said: Consent, mark: str) -> tuple[str, str]:
        if inbox.is_flooded(self.database, given.match, given.seat, ANSWER):
            return self._note(mark, given.match, given.seat, FLOOD)
        try:
            if said.yes:
                return retried(lambda: self._accepted(given, said.name, mark))
            if said.yes is None:
                return self._told(given.box, mark, REFUSED, [_unclear()])
            told = self._letter(given.box, mark, [_declined(given)])
            with changes(self.database) as connection:
                decline(connection, given, self.database.now())
                self._note_in(connection, mark, given.match, given.seat, DONE, told)
            return DONE, given.match
        except (NotNow, NoSuchSeat) as error:
            return self._told(given.box, mark, REFUSED, [str(error), _("Nothing was changed.")])

    def _accepted(self, given: Invitation, name: str, mark: str) -> tuple[str, str]:
        """Seats the invited player. Raises NotNow."""
        now = self.database.now()
        with self.club.held(given.match) as table:
            listed, version = listed_of(table), store_of(table).version
            if given.standby is not None and not standbys.is_vacant(table.match, listed, given.seat):
                raise NotNow(_("This team no longer needs a player."))
        if given.standby is not None and not name:
            name = standbys.name_of(self.database, given.standby)
        look = self.club.look(given.match, given.seat)
        team = listed.seats[given.seat].name
        with changes(self.database) as connection:
            untouched(connection, given.match, version)
            accept(connection, self.database.keys, given, name, now)
            what = f"welcome {mark}"
            hello = welcome_letter(self.sender, given, look, listed.title, listed.terms, what, now)
            self._note_in(connection, mark, given.match, given.seat, DONE, hello)
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
        standbys.forget_lists(self.database)
        for match_id, seat in standbys.short_of_players(self.club):
            listed, look, now = self.club.listed(match_id), self.club.look(match_id), self.database.now()
            turn = open_turn(look.observation, look.turn)

            def letter(given: Invitation, player: Standby) -> PostedMail:
                has_left = listed.seats[given.seat].left is not None  # noqa: B023 - called at once
                return offer_letter(self.sender, given, player, listed, turn, has_left, now)  # noqa: B023

            standbys.offer(self.club, match_id, seat, letter)

    # --- the list of standby players

    def _listed(self, player: Standby, said: Consent, mark: str) -> tuple[str, str]:
        if inbox.is_flooded(self.database, player.match, player.box.seat, ANSWER):
            return self._note(mark, player.match, None, FLOOD)
        if said.yes is None:
            return self._told(player.box, mark, REFUSED, [_unclear()])
        yes, no = _("You are on the list."), _("You are off the list.")
        asks = _("When a team needs a player, you will get an email. To leave the list, reply with “no”.")
        told = self._letter(player.box, mark, [yes, asks] if said.yes else [no])
        with changes(self.database) as connection:
            (standbys.confirm if said.yes else standbys.strike)(connection, player)
            self._note_in(connection, mark, player.match, None, DONE, told)
        return DONE, ""

    def _enlisted(self, letter: Letter, mark: str, match_id: str, language: str) -> tuple[str, str]:
        """Asks the owner of the address in the `From` line whether they want to enlist: by email, and at most once a
        week for each match.
        """
        name, address = parseaddr(letter.sender)
        try:
            self.enlist(match_id, name, address, language)
        except (NoSuchMatch, NotNow, Trouble):  # nothing is proved yet, so nobody gets an answer
            return self._note(mark, None, None, STRANGER)
        return self._note(mark, match_id, None, DONE)

    def enlist(self, match_id: str, name: str, address: str, language: str) -> bool:
        """Sends an email to an `address`, to ask the person called `name` to confirm that they want to be a standby
        player.

        All emails to this address are in this `language`. Raises NoSuchMatch, NotNow or Trouble.
        """
        title, now = self.club.listed(match_id).title, self.database.now()

        def letter(player: Standby, code: str) -> PostedMail:
            return enlist_letter(self.sender, player, code, title, now)

        return standbys.enlist(self.database, match_id, name, address, language, letter)

    # --- notes and answers

    def _letter(self, box: Mailbox, mark: str, says: Sequence[str]) -> PostedMail:
        title = self.club.listed(box.match).title
        return answer_letter(self.sender, box, title, says, f"{ANSWER} {mark}", self.database.now())

    def _told(self, box: Mailbox, mark: str, outcome: str, says: Sequence[str]) -> tuple[str, str]:
        return self._note(mark, box.match, box.seat if box.seat >= 0 else None, outcome, self._letter(box, mark, says))

    def _note(
        self, mark: str, match_id: str | None, seat: int | None, outcome: str, answer: PostedMail | None = None
    ) -> tuple[str, str]:
        with changes(self.database) as connection:
            self._note_in(connection, mark, match_id, seat, outcome, answer)
        return outcome, ""

    def _note_in(
        self,
        connection: Connection,
        mark: str,
        match_id: str | None,
        seat: int | None,
        outcome: str,
        answer: PostedMail | None,
    ) -> None:
        read = ReadMail(mark, match_id, seat, outcome, self.database.now())
        inbox.note_in(connection, self.database, read, answer)


def _declined(given: Invitation) -> str:
    if given.standby is None:
        return _("You have declined. You will get no more invitations to this match.")
    return _("You have declined. You will get no more emails about this invitation.")


def _unclear() -> str:
    return say("Reply with {yes} or {no} on a line of its own. Nothing was changed.", yes=_("“yes”"), no=_("“no”"))
