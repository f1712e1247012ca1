"""An email answered: orders sealed, requests carried out, a receipt sent."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256

from breakaway.club import mail_log
from breakaway.club.absences import take_vacation
from breakaway.club.actions import agree_to_resign, check_decides, choose, show, withdraw
from breakaway.club.club import Club
from breakaway.club.database import Connection, DeletedMatch, has_old_reply_key
from breakaway.club.email_addresses import HOST_BOX, Mailbox, mailbox, other_titles, resume, set_wishes
from breakaway.club.invitations import standing_by, step_down
from breakaway.club.mail_log import (
    AUTOMATIC,
    DONE,
    FLOOD,
    OLD,
    RECEIPT,
    REFUSED,
    RETURNED,
    SEALED,
    STRANGER,
    AlreadyRead,
    PostedMail,
    ReadMail,
    note_returned,
)
from breakaway.club.match_snapshot import whole_match
from breakaway.club.match_views import SeatView, seat_view
from breakaway.club.seats import FIRST, changes, make_code
from breakaway.club.store import store_of
from breakaway.club.time_control import Terms
from breakaway.core.game import Order
from breakaway.core.language import UserError, _, as_sentence, languages, say, spoken
from breakaway.core.observation import NamedTurn, NotNow, Refused
from breakaway.display.document import Document, Grid, Line, Section
from breakaway.display.endings import scene_of
from breakaway.display.renderers import as_pdf
from breakaway.display.reports import latest, zine
from breakaway.games.manifest import open_turn, turns_of
from breakaway.mail.commands import (
    BROWSER,
    DIGEST_OFF,
    DIGEST_ON,
    REPORT,
    RESIGN,
    SEASON,
    SHOW,
    STATUS,
    VACATION,
    WITHDRAW,
    ZINE,
    ZONE,
    Wish,
)
from breakaway.mail.host_answers import agreement, answer_letter, answered, mark_in
from breakaway.mail.host_mail import acted, host_by, host_letter, is_for_host
from breakaway.mail.invitations import Joiner
from breakaway.mail.letters import File, Sender, deadline_lines, head_of, labelled, mail_of, played_by
from breakaway.mail.orders import NAMED_IN_PASSING, Addressed, Mistake, Reading, another_turn, read_letter, scribe_of
from breakaway.mail.own_text import ANSWERS
from breakaway.mail.received import Bounce, Letter, open_mail
from breakaway.mail.season_mail import season_paper, season_stands
from breakaway.players.receipts import OrderReceipt, receipt_for
from breakaway.players.seated_match import Table

# --- The receipt that answers a player's email: what was understood, which order is sealed now, and what the player can
# do.


@dataclass(frozen=True)
class Answer:
    """What was done about an email.

    `outcome` is one of the outcomes in `inbox`. `changes`: whether the email changes the match. `sealed`: the order
    that is sealed now, on one line, with its `receipt`. `earlier`: the order that was sealed before this email.
    `said`: what else was done. `faults`: why something was not done. `owes`: whether the seat has withdrawn its order
    and must give another. `leaves`: whether the player is leaving the seat. `apart`: for each order for another turn,
    why it was not used. `legal`: orders that would be legal instead. `files`: the files that the player has asked for.
    `asks_status`: whether the player asks where the match stands. `has_order`: whether the email is about an order; if
    not, it has only requests.
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
    asks_status: bool = False
    has_order: bool = True


def receipt_letter(
    sender: Sender, box: Mailbox, look: SeatView, title: str, terms: Terms, answer: Answer, mark: str, now: datetime
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
            subject = (
                say("{title}, {turn}: no order was accepted", title=title, turn=turn)
                if answer.has_order
                else say("{title}, {turn}: this could not be done", title=title, turn=turn)
            )
        elif answer.asks_status and not answer.said:
            subject = say("{title}, {turn}: where the match stands", title=title, turn=turn)
        else:
            subject = say("{title}, {turn}: done", title=title, turn=turn)
        lead, sections = _lead(look, terms, answer, box.zone), _sections(sender.pages, look, answer)
        if answer.asks_status:
            lead, sections = [*_status(look, box.seat, answer), *lead], [*sections, *_standing(look)]
        document = Document(title, look.observation.game.title, lead, sections)
        return mail_of(sender, box, RECEIPT, f"{RECEIPT} {mark}", subject, document, now, answer.files)


def _status(look: SeatView, seat: int, answer: Answer) -> list[Line]:
    """Where the match stands, for the player of this `seat`, in a few lines."""
    scene = scene_of(look.observation, look.log, thrown=look.thrown)
    lines = [labelled(_("You play"), played_by(look, seat))]
    if look.is_over:
        return [*lines, Line(scene.stands or _("The match is over."), style="bold")]
    lines += [Line(scene.stands)] if scene.stands else []
    lines += (
        [labelled(_("Waiting for"), ", ".join(look.seats[each].name for each in look.waiting))] if look.waiting else []
    )
    if answer.earlier and not answer.sealed:
        lines.append(labelled(_("Your sealed order"), answer.earlier))
    return lines


def _standing(look: SeatView) -> list[Section]:
    rows = tuple(scene_of(look.observation, look.log, thrown=look.thrown).rows)
    grid = Grid("", ("", ""), rows, folded=False, right=())
    return [Section(_("Where the match stands"), parts=[grid])] if rows else []


def _lead(look: SeatView, terms: Terms, answer: Answer, zone: str) -> list[Line]:
    lines = [Line(as_sentence(each)) for each in answer.said]
    if answer.sealed:
        lines.append(labelled(_("Sealed"), answer.sealed))
        if answer.earlier and answer.earlier != answer.sealed:
            lines.append(labelled(_("Replaced order"), answer.earlier))
        lines.append(
            Line(_("You can change your order with another email until the turn is played. The last order is used."))
        )
    elif answer.faults and answer.earlier and not answer.asks_status:
        lines.append(labelled(_("Your earlier order still stands"), answer.earlier))
    elif (answer.faults or answer.owes or answer.asks_status) and not answer.earlier and look.observation.is_asked():
        lines.append(Line(_("You have no sealed order yet.")))
    return [*lines, *deadline_lines(look, terms, zone)]


def _sections(pages: str, look: SeatView, answer: Answer) -> list[Section]:
    found = []
    if answer.faults:
        found.append(
            Section(_("What was not done, and why"), parts=[Line(as_sentence(each)) for each in answer.faults])
        )
    if answer.apart:
        found.append(Section(_("Unused orders for another turn"), parts=[Line(as_sentence(x)) for x in answer.apart]))
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


# --- What a player can request by email besides giving orders: reports, his season, the digest, and a time zone.


FAVOURS = (REPORT, ZINE, SEASON, DIGEST_ON, DIGEST_OFF, ZONE)


def granted(club: Club, box: Mailbox, wishes: Sequence[Wish]) -> tuple[list[str], list[str], list[File]]:
    """Grants the `wishes` of the player in `box`, but only the last one of each kind.

    Returns what was done, what was not and why, and the files to send. The match is in this `club`.
    """
    said, faults, files = list[str](), list[str](), list[File]()
    for wish in {wish.kind: wish for wish in wishes if wish.kind in FAVOURS}.values():
        try:
            if wish.kind in (REPORT, ZINE):
                files.append(_paper(club, box, wish.kind))
            if wish.kind == SEASON:
                files.append(season_paper(club, box))
            said.append(_done(club, box, wish))
        except UserError as error:
            faults.append(str(error))
    return said, faults, files


def _done(club: Club, box: Mailbox, wish: Wish) -> str:
    if wish.kind == REPORT:
        return _("The report is attached as a PDF.")
    if wish.kind == ZINE:
        return _("The whole match is attached as a PDF.")
    if wish.kind == SEASON:
        return season_stands(club, box)
    if wish.kind == ZONE:
        set_wishes(club.database, box.match, box.seat, zone=wish.text)
        return say("Our emails now give deadlines in the time zone {zone}.", zone=wish.text)
    set_wishes(club.database, box.match, box.seat, digest=wish.kind == DIGEST_ON)
    if wish.kind == DIGEST_ON:
        return _("You now get one email a day for all your matches. Reminders still come right away.")
    return _("You now get an email for each turn.")


def _paper(club: Club, box: Mailbox, kind: str) -> File:
    """The report of the last turn, or of the whole match, as this player may see it. Raises UserError."""
    found = whole_match(club, box.match, box.seat)
    title, told = found.listed.title, found.told
    head = head_of(found.listed)
    document = zine(title, told, found.is_over, head=head) if kind == ZINE else latest(title, told, head)
    return File(f"{kind}-{box.match}.pdf", "application/pdf", as_pdf(document))


# --- Reads emails from players: seals their orders, does what they ask, and answers each email with a receipt.
#
# Only a signed reply address proves who sent an email. The answer goes to the confirmed address of the seat, never to
# the address in the `From` line. Automatic emails, and emails without a valid signature, get no answer.


LOG = logging.getLogger(__name__)
QUESTION = re.compile(r"(?:question|Frage) (\d{1,6})\b")  # how older subjects of ours name the record's turn


@dataclass(frozen=True)
class Received:
    """What was done about an email (an outcome from `inbox`), and the match that the email changed, if any."""

    outcome: str
    match: str = ""


class Receiver:
    """Reads emails from the players of a `club`, and answers them as `sender`.

    `authserv` is the name under which the mail server says who sent an email; empty if it does not say so.
    """

    def __init__(self, club: Club, sender: Sender, authserv: str = "") -> None:
        self.club, self.sender, self.authserv = club, sender, authserv
        self._joiner = Joiner(club, sender)

    def take(self, raw: bytes) -> Received:
        """Does what an email asks, once.

        `raw` is the email as bytes. Raises Unreachable. An email that was read before changes nothing. But if the
        server died after reading the email and before the match went on, the match goes on now. An email with the
        outcome `OLD` must stay unread: with the `reply.key` of then, its order counts.
        """
        letter = open_mail(raw, self.club.database.keys.reply, self.authserv)
        box = self._box(letter)
        mark = _mark(letter, box, raw)
        known = mail_log.outcome_of(self.club.database, mark)
        if known is not None:
            return Received(OLD) if known == OLD else self._gone_on(Received("known", box.match if box else ""))
        try:
            return self._gone_on(self._read(letter, box, mark))
        except AlreadyRead:
            return Received("known")

    def _box(self, letter: Letter) -> Mailbox | None:
        """The mailbox whose signed address an email was sent to."""
        if letter.seat is None:
            return None
        match_id = letter.seat.match.partition("-")[0]
        found = mailbox(self.club.database, match_id, letter.seat.seat)
        return found if found and found.is_confirmed and found.token == letter.seat.match else None

    def _read(self, letter: Letter, box: Mailbox | None, mark: str) -> Received:
        now = self.club.database.now()
        if letter.bounce:
            return self._returned(letter.bounce, mark)
        if self._joiner.take_never(letter, box, mark):
            return Received(DONE)
        if box is None and not letter.automatic and (done := self._joiner.take(letter, mark)):
            return Received(*done)
        if letter.automatic or box is None:
            outcome = AUTOMATIC if letter.automatic else STRANGER
            if outcome == STRANGER and letter.forged and has_old_reply_key(self.club.database):
                outcome = OLD
                LOG.warning("an email to an address that reply.key has not signed was left unread")
            mail_log.note(self.club.database, ReadMail(mark, None, None, outcome, now))
            return Received(outcome)
        if mail_log.is_flooded(self.club.database, box.match, box.seat):
            mail_log.note(self.club.database, ReadMail(mark, box.match, box.seat, FLOOD, now))
            return Received(FLOOD)
        if box.seat != HOST_BOX and (asked := mark_in(letter.subject)):
            return self._agreed(letter, box, mark, asked)
        by = host_by(self.club.found(box.match), box)
        if box.seat == HOST_BOX or (by is not None and is_for_host(letter.own)):
            return self._hosted(letter, box, mark, by)
        with spoken(box.language):
            wished = self._wished(letter, box)
            now_in = mailbox(self.club.database, box.match, box.seat)  # the email may have changed the time zone
            box = replace(box, zone=now_in.zone) if now_in else box
            place = self._place(box)
            return self.club.do(box.match, lambda table: self._answered(table, letter, box, mark, wished, place))

    def _hosted(self, letter: Letter, box: Mailbox, mark: str, by: int | None) -> Received:
        """Does what a host asks for, and answers. `by`: see `host_by`; None for a host who has left the chair."""
        now = self.club.database.now()
        if by is None:
            mail_log.note(self.club.database, ReadMail(mark, box.match, box.seat, STRANGER, now))
            return Received(STRANGER)
        with spoken(box.language):
            outcome, done, faults = acted(self.club, letter, box, by)
            answer = host_letter(self.club, self.sender, box, mark, now, done, faults)
        with changes(self.club.database) as connection:
            self._noted(connection, box, ReadMail(mark, box.match, box.seat, outcome, now), answer)
        return Received(outcome, box.match)

    def _agreed(self, letter: Letter, box: Mailbox, mark: str, asked: str) -> Received:
        """Answers what the host asks, for a player, and confirms that. `asked`: the mark of the request."""
        title, now = self.club.listed(box.match).title, self.club.database.now()
        with spoken(box.language):
            outcome, says, is_gone = answered(self.club, letter, box, asked)
            confirmed = None if is_gone else answer_letter(self.sender, box, title, says, mark, now)
        with changes(self.club.database) as connection:
            if confirmed is None:  # the address is deleted with the match
                read = ReadMail(mark, None, None, outcome, now)
                mail_log.note_in(connection, self.club.database, read, None)
            else:
                self._noted(connection, box, ReadMail(mark, box.match, box.seat, outcome, now), confirmed)
        return Received(outcome, box.match)

    def _returned(self, bounce: Bounce, mark: str) -> Received:
        """Notes that an email of ours came back, if the bounce proves it."""
        now = self.club.database.now()
        with changes(self.club.database) as connection:
            given = (bounce.references, bounce.reason, bounce.is_lost, bounce.is_dead)
            found = note_returned(connection, *given, now)
            match, seat = found or (None, None)
            outcome = RETURNED if found else AUTOMATIC
            mail_log.note_in(connection, self.club.database, ReadMail(mark, match, seat, outcome, now), None)
        return Received(outcome)

    def _wished(self, letter: Letter, box: Mailbox) -> Answer:
        """Handles an email's requests for a vacation, a code, a report, the digest or a time zone, and says what
        worked. `_done` handles everything else.
        """
        look = self.club.look(box.match, box.seat)
        wishes = _reading(letter, look, self._today(box), self._place(box)).wishes
        own, wrong = list[str](), list[str]()
        for wish in wishes:
            try:
                own += [self._vacation(box, wish)] if wish.kind == VACATION else []
                own += [self._code(box)] if wish.kind == BROWSER else []
            except (UserError, NotNow) as error:
                wrong.append(str(error))
        said, faults, files = granted(self.club, box, wishes)
        asks = any(wish.kind == STATUS for wish in wishes)
        return Answer(said=(*own, *said), faults=(*wrong, *faults), files=tuple(files), asks_status=asks)

    def _code(self, box: Mailbox) -> str:
        """A sentence that tells the player how to play in a browser as well. Raises UserError."""
        code = make_code(self.club.database, box.match, box.seat)
        where = f"{self.sender.pages}/device/{box.match}/{box.seat + 1}"
        return say("Open {address} within ten minutes and type this code there: {code}", address=where, code=code)

    def _vacation(self, box: Mailbox, wish: Wish) -> str:
        """A sentence that says that a vacation was noted. Raises UserError or NotNow."""
        how = _("Write the days of a vacation like this: vacation 2026-08-01 to 2026-08-14.")
        if wish.fault or not wish.last:
            raise UserError(how)
        try:
            last = date.fromisoformat(wish.last)
            first = date.fromisoformat(wish.first) if wish.first else self._today(box)
        except ValueError:
            raise UserError(how) from None
        take_vacation(self.club.database, box.match, box.seat, first, last)
        return say("You are on vacation from {first} to {last}.", first=first.isoformat(), last=last.isoformat())

    def _today(self, box: Mailbox) -> date:
        """Today's date in the time zone of the match."""
        return self.club.database.now().astimezone(self.club.listed(box.match).terms.pace.tz).date()

    def _place(self, box: Mailbox) -> Addressed:
        """The match of a player's mailbox, and the other matches about which he gets email."""
        return Addressed(self.club.listed(box.match).title, other_titles(self.club.database, box))

    def _answered(
        self, table: Table, letter: Letter, box: Mailbox, mark: str, wished: Answer, place: Addressed
    ) -> Received:
        """Seals the order in an email, or says why not. The note and the receipt are saved in the same transaction."""
        store, now = store_of(table), self.club.database.now()
        listed = store.found.listed
        before = seat_view(table.match, box.seat, listed, now)
        reading = _reading(letter, before, now.astimezone(listed.terms.pace.tz).date(), place)
        answer = self._done(table, before, box, reading, letter, wished)
        after = seat_view(table.match, box.seat, listed, now)
        read = ReadMail(mark, box.match, box.seat, answer.outcome, now)
        receipt = receipt_letter(self.sender, box, after, listed.title, listed.terms, answer, mark, now)
        if answer.changes:
            store.also(lambda connection, _match: self._noted(connection, box, read, receipt))
        else:
            with changes(self.club.database) as connection:
                if answer.leaves:
                    step_down(connection, box.match, box.seat, now)
                self._noted(connection, box, read, receipt)
        return Received(answer.outcome, box.match)

    def _noted(self, connection: Connection, box: Mailbox, read: ReadMail, receipt: PostedMail) -> None:
        """Notes that a player's email was read, and answers it."""
        if box.is_paused:
            resume(connection, box.match, box.seat)
        mail_log.note_in(connection, self.club.database, read, receipt)

    def _done(
        self, table: Table, look: SeatView, box: Mailbox, reading: Reading, letter: Letter, wished: Answer
    ) -> Answer:
        sealed = look.sealed
        answer = replace(
            wished,
            earlier=_on_one_line(look, sealed.order) if sealed and look.observation.is_asked() else "",
            apart=tuple(each.why for each in reading.apart),
        )
        fault = "" if reading.turn else _for_another_turn(letter, look)
        asked = {wish.kind for wish in reading.wishes} if not reading.mistakes else set()
        if RESIGN in asked:
            is_shared = look.pair is not None and look.pair.came is not None  # nobody leaves a seat for two
            if table.match.may_resign(box.seat) and not is_shared and standing_by(self.club.database, box.match):
                said = _("You have left your team. A standby player will be asked to take it over.")
                return replace(answer, outcome=DONE, leaves=True, said=(*answer.said, said))
        elif fault and (reading.order is not None or reading.mistakes or WITHDRAW in asked):
            return replace(answer, faults=(*answer.faults, fault))
        elif reading.order is None and not asked & {WITHDRAW, SHOW}:
            faults = tuple(_fault(each.line, each.text, each.rule, each.why) for each in reading.mistakes)
            outcome = DONE if asked and (answer.said or answer.asks_status) else REFUSED
            has_order = not asked or bool(faults or reading.apart)
            if look.is_asked_by_host and agreement(letter) is not None:
                faults = (_("To answer what the host asks, reply to the email about it."), *faults)
            faults = (*answer.faults, *faults)
            return replace(answer, faults=faults, legal=reading.legal, outcome=outcome, has_order=has_order)
        try:
            if RESIGN in asked:
                agree_to_resign(table, box.seat, [FIRST])
                said = _("You have resigned.")
                if box.seat not in table.match.gone:
                    said = _("Your wish to resign was noted. Your team resigns if the other coach agrees.")
                return replace(answer, outcome=DONE, changes=True, said=(*answer.said, said))
            check_decides(table, box.seat, [FIRST])  # the address of a seat is that of its first coach
            if SHOW in asked and reading.order is None:
                answer = _shown(answer, table, box.seat)
            if SHOW in asked and reading.order is None and WITHDRAW not in asked:
                return replace(answer, outcome=DONE)
            if reading.order is None:
                withdraw(table, box.seat)
                said = say("You have withdrawn your order: {order}", order=answer.earlier)
                return replace(answer, outcome=DONE, changes=True, earlier="", said=(*answer.said, said), owes=True)
            choose(table, box.seat, reading.order, reading.partial, look.turn)
        except (Refused, NotNow) as error:
            return replace(answer, faults=(*answer.faults, str(error)), has_order=RESIGN not in asked)
        written = _on_one_line(look, reading.order)
        receipt = receipt_for(self.club.database.keys.reply, box.match, box.seat, look.turn, written)
        if SHOW in asked:  # after the order, which is for the turn that its player has read about
            try:
                answer = _shown(answer, table, box.seat)
            except (Refused, NotNow) as error:
                answer = replace(answer, said=(*answer.said, as_sentence(str(error))))
        return replace(answer, outcome=SEALED, changes=True, sealed=written, receipt=receipt)

    def _gone_on(self, received: Received) -> Received:
        """Plays the turns that now have all their orders."""
        if received.match:
            try:
                self.club.resolve(received.match)
            except DeletedMatch:  # this email was the last that agreed to that
                pass
            except UserError:
                raise
            except Exception:  # the order is sealed, and the turn is tried again at its deadline
                LOG.exception("match %s could not go on after an email", received.match)
        return received


def _shown(answer: Answer, table: Table, seat: int) -> Answer:
    """The answer after this seat has shown everybody its cards. Raises NotNow."""
    show(table, seat)
    return replace(answer, changes=True, said=(*answer.said, _("Everybody sees your cards now.")))


def _reading(letter: Letter, look: SeatView, today: date, place: Addressed) -> Reading:
    """Reads an email. Leaves out the turn that a subject names, because `_for_another_turn` checks such subjects."""
    scribe, subject = scribe_of(look.observation, look.turn), letter.subject
    other = _other_match(letter, look, place)
    if QUESTION.search(subject):
        letter = replace(letter, subject="")
    elif _named(letter, look):
        letter = replace(letter, subject=scribe.turn(subject, look.observation)[1])
    reading = read_letter(letter, look.observation, scribe, today, place)
    if not other:
        return reading
    faults = (*reading.mistakes, Mistake(0, "", "", other))
    return replace(reading, order=None, written="", wishes=(), replaced=(), mistakes=faults)


def _other_match(letter: Letter, look: SeatView, place: Addressed) -> str:
    """Why an email seems to be for another match: our subject in it has another title, or its text a signed address of
    another seat. Empty if it does not.
    """
    turns, said = turns_of(look.observation.game), " ".join(ANSWERS.sub("", letter.subject).split())
    title, named = " ".join(place.title.split()), turns.named(letter.subject)
    for each in languages():
        with spoken(each):
            turn = turns.text(look.observation, named) if named else ""
        before, between, _after = said.partition(f", {turn}: ") if turn else (said, "", "")
        if between and before.casefold() != title.casefold():
            return say(
                "its subject is about another match, “{title}”; this address is for “{mine}”", title=before, mine=title
            )
    if any(each != letter.seat for each in letter.mentions):
        return _("it has the address of another match or seat in its text")
    return ""


def _named(letter: Letter, look: SeatView) -> NamedTurn | None:
    """The turn that the subject names. None if it names a turn only in passing: `Re: the report on turn 3`."""
    turns = turns_of(look.observation.game)
    named = turns.named(letter.subject)
    if named and NAMED_IN_PASSING.search(letter.subject):
        is_ours = f"{turns.text(look.observation, named)}:" in letter.subject  # and the match has such a title
        return named if is_ours else None
    return named


def _for_another_turn(letter: Letter, look: SeatView) -> str:
    """A sentence that says which turn the subject names, and which one is open now. Empty if they are the same, or if
    the subject names no turn.
    """
    turns, seen = turns_of(look.observation.game), look.observation
    named, now = _named(letter, look), turns.now(seen, look.turn)
    if named is None:
        old = QUESTION.search(letter.subject)
        is_old = old and int(old[1]) != look.turn + 1
        return another_turn(old[0], turns.text(seen, now)) if old and is_old else ""
    is_now = named.turn == now.turn and named.stage in (None, now.stage)
    return "" if is_now else another_turn(turns.text(seen, named), turns.text(seen, now))


def _on_one_line(look: SeatView, order: Order) -> str:
    """An order in the game's notation, with `; ` between its lines."""
    return look.observation.write(order).replace("\n", "; ")


def _fault(line: int, text: str, rule: str, why: str) -> str:
    said = f"{why} ({rule})" if rule else why
    return say("Line {line}, {text}: {why}", line=line, text=f"“{text}”", why=said) if line and text else said


def _mark(letter: Letter, box: Mailbox | None, raw: bytes) -> str:
    """The mark by which an email is recognized. An email to another seat, or without a signature, never has the same
    mark.
    """
    named = letter.seat
    whose = f"{box.token}.{box.seat}" if box else f"{named.match}.{named.seat}" if named else "nobody"
    said = letter.message_id or sha256(raw).hexdigest()
    return sha256(f"{whose}\0{said}".encode(errors="replace")).hexdigest()
