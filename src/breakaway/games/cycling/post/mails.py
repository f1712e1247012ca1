"""Takes a team's orders from emails: from a file, standard input or a folder. An unclear email changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from pathlib import Path

from breakaway.games.cycling.post.desk import check_turn, sealed_now
from breakaway.games.cycling.post.files import at_work
from breakaway.games.cycling.post.later import Race
from breakaway.games.cycling.post.naming import find_team
from breakaway.games.cycling.post.trouble import DeskError
from breakaway.mail.orders import Reading, Seen, read_letter, scribe_of
from breakaway.mail.received import MOST_BYTES, Letter, open_mail

MOST_MAILS = 500


@dataclass(frozen=True)
class Mail:
    """An email with the name of its file."""

    name: str
    raw: bytes


@dataclass(frozen=True)
class _Understood:
    """The result of reading one email. If the email was not read at all, `passed_over` says why."""

    name: str
    letter: Letter
    reading: Reading
    passed_over: str = ""

    def is_in_doubt(self) -> bool:
        return not self.passed_over and not self.reading.is_clear()


def mails_at(place: Path) -> list[Mail]:
    """The email in this file, or the emails in this Maildir or folder of `.eml` files, oldest first. Raises
    DeskError.
    """
    try:
        if not place.is_dir():
            return [_read(place)]
        folders = [place / name for name in ("cur", "new") if (place / name).is_dir()]
        found = [each for folder in folders or [place] for each in folder.glob("*" if folders else "*.eml")]
        # a file name in a Maildir begins with the second in which the email came
        paths = sorted((each for each in found if each.is_file() and each.name[:1] != "."), key=lambda each: each.name)
        if not paths:
            raise DeskError(f"{place}: there are no emails; expected a file, a Maildir, or a folder with .eml files")
        if len(paths) > MOST_MAILS:
            raise DeskError(f"{place} has {len(paths)} emails, more than {MOST_MAILS}; move the old ones elsewhere")
        return [_read(each) for each in paths]
    except OSError as error:
        raise DeskError(f"{error.filename or place}: {error.strerror or error}") from None


def _read(path: Path) -> Mail:
    with path.open("rb") as file:
        return Mail(path.name, file.read(MOST_BYTES + 1))


def take_mails(path: Path, team: str, mails: Sequence[Mail], turn: str | None = None, yes: bool = False) -> str:
    """Seals the orders in a team's emails (the last one counts) and says how each email was understood.

    If an email is unclear, nothing is changed. If `yes` is true, the clear emails are used anyway. Raises DeskError.
    """
    with at_work(path) as match:
        seat = find_team(match.names["teams"], team)
        name = match.names["teams"][seat]
        if turn is not None:
            check_turn(match, name, turn)
        found = _understood(mails, match.observation(seat))
        told = [line for each in found for line in _told(each)]
        clear = [each.reading for each in found if not each.passed_over and each.reading.is_clear()]
        orders = [reading for reading in clear if reading.order is not None]
        if any(each.is_in_doubt() for each in found) and not yes:
            more = " Add --yes to take the emails that are clear." if orders else ""
            raise DeskError(
                "\n".join([f"{name}: at least one email is unclear.", *told, f"Nothing was changed.{more}"])
            )
        if not orders:
            return "\n".join([*told, f"{name}: no orders to seal. Nothing was changed."])
        return "\n".join([*told, *_sealed(match, seat, orders[-1])])


def _sealed(match: Race, seat: int, reading: Reading) -> list[str]:
    return sealed_now(match, seat, reading.order or [], reading.partial)


def _understood(mails: Sequence[Mail], observation: Seen) -> list[_Understood]:
    """Reads every email. Skips automatic emails, and those whose Message-ID has already appeared."""
    seen: set[str] = set()
    found = []
    for mail in mails:
        letter = open_mail(mail.raw)
        why = f"not written by a person ({letter.automatic})" if letter.automatic else ""
        why = why or ("this email was read before" if letter.message_id and letter.message_id in seen else "")
        seen.add(letter.message_id)
        reading = Reading() if why else read_letter(letter, observation, scribe_of(observation), _day(letter))
        found.append(_Understood(mail.name, letter, reading, why))
    return found


def _day(letter: Letter) -> date | None:
    """The day on which an email says that it was written. If a vacation date has no year, the year is worked out from
    this day.
    """
    try:
        return parsedate_to_datetime(letter.date).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _told(each: _Understood) -> list[str]:
    """Tells the referee how an email was understood."""
    reading, rows = each.reading, list[str]()
    if each.passed_over:
        return [f"{each.name}: skipped, {each.passed_over}"]
    if reading.order is not None:
        rows.append(reading.written.replace("\n", "; "))
    rows += [f"replaced in the same email: {text}".replace("\n", " ") for text in reading.replaced]
    rows += [f"not used: {apart.text}: {apart.why}".replace("\n", " ") for apart in reading.apart]
    for wish in reading.wishes:
        days = f" {wish.first or 'now'} to {wish.last}" if wish.last else f" {wish.text}".rstrip()
        rows.append(f"asks for: {wish.kind}{days}{f' (cannot read its days: {wish.fault})' if wish.fault else ''}")
    for at in reading.mistakes:
        where = f"line {at.line}: {at.text[:60]}: " if at.line else ""
        rows.append(f"{where}{at.why}{f' ({at.rule})' if at.rule else ''}")
    if reading.mistakes:
        rows += [f"legal: {text}" for text in reading.legal]
    return [f"{each.name}: {'in doubt' if each.is_in_doubt() else 'understood'}", *(f"  {row}" for row in rows)]
