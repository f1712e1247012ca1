"""The referee's mailbox: whose each email is, what it asks for, and which emails were read before."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path

from breakaway.core.data_files import BadData, read_toml
from breakaway.core.state import canonical, json_of
from breakaway.games.cycling.referee.desk import check_turn, sealed_now
from breakaway.games.cycling.referee.race_files import DeskError, Race, at_work, find_team, mail_path
from breakaway.games.cycling.text.orders import folded, open_turn
from breakaway.mail.orders import NAMED_IN_PASSING, Mistake, Reading, read_letter, scribe_of
from breakaway.mail.received import MOST_BYTES, Letter, open_mail, sign

# --- What the mailbox keeps beside the race, in `NAME.mail`: the key of the signed addresses, and which emails were
# read.


MOST_READ = 20_000  # emails that are remembered
MATCH_NAME = 8  # letters and digits
MAILBOX = re.compile(r"[A-Za-z0-9_.-]{1,20}@[A-Za-z0-9.-]{1,190}", re.ASCII)


@dataclass
class _RaceMailbox:
    """The key, the race's name in signed addresses, and the marks of the emails that were read."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    name: str = field(default_factory=lambda: secrets.token_hex(MATCH_NAME // 2))
    read: list[str] = field(default_factory=list)


def _kept(path: Path) -> _RaceMailbox:
    """What was kept for the race at this path. Raises DeskError if the file is damaged."""
    place = mail_path(path)
    try:
        data = json_of(place.read_bytes())
        return _RaceMailbox(bytes.fromhex(data["key"]), str(data["name"]), [str(each) for each in data["read"]])
    except FileNotFoundError:
        return _RaceMailbox()
    except (ValueError, TypeError, KeyError):
        raise DeskError(f"{place} is damaged; restore it from a copy, or delete it and send new addresses") from None


def _keep(path: Path, kept: _RaceMailbox) -> None:
    """Writes what is kept, whole or not at all, so that only the file's owner can read it."""
    place = mail_path(path)
    new = place.with_name(f"{place.name}.new")
    data = {"key": kept.key.hex(), "name": kept.name, "read": kept.read[-MOST_READ:]}
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(canonical(data))
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, place)


def signed_addresses(path: Path, address: str) -> str:
    """For each team, the address to which it sends its emails: the referee's `address` with a signature. Raises
    DeskError.
    """
    if not MAILBOX.fullmatch(address):
        raise DeskError(f"expected an address such as tom@example.org, with at most 20 letters before the @: {address}")
    local, _at, domain = address.rpartition("@")
    with at_work(path) as match:
        kept = _kept(path)
        _keep(path, kept)
        teams = match.names["teams"]
        return "\n".join(
            f"{name}: {local}+{sign(kept.key, kept.name, seat)}@{domain}" for seat, name in enumerate(teams)
        )


def addresses_in(path: Path, teams: Sequence[str]) -> dict[str, int]:
    """The team of each address in a TOML file with a table [addresses]. Raises DeskError."""
    try:
        data = read_toml(path)
    except BadData as error:
        raise DeskError(str(error)) from None
    table = data.get("addresses")
    found: dict[str, int] = {}
    expected = f"{path}: expected a table [addresses] and nothing else, with lines like Red = 'liz@example.org'"
    if set(data) != {"addresses"} or not isinstance(table, dict):
        raise DeskError(expected)
    for team, given in table.items():
        seat = find_team(teams, team)
        for address in given if isinstance(given, list) else [given]:
            if not isinstance(address, str) or not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", address):
                raise DeskError(expected)
            if found.setdefault(address.casefold(), seat) != seat:
                raise DeskError(f"{path}: {address} stands for two teams; give each team addresses of its own")
    return found


# --- Takes orders from emails: from a file, standard input or a folder. An unclear email changes nothing.


MOST_MAILS = 500


@dataclass(frozen=True)
class Mail:
    """An email with the name of its file."""

    name: str
    raw: bytes


@dataclass(frozen=True)
class Senders:
    """How the referee tells whose an email is.

    `table`: a file with the teams' addresses. `authserv`: the name under which the referee's mail server says in
    `Authentication-Results` who sent an email.
    """

    table: Path | None = None
    authserv: str = ""


@dataclass(frozen=True)
class _Understood:
    """The result of reading one email. If the email was not read at all, `passed_over` says why.

    `seat`: the team whose email it is; None if that is in doubt. `mark`: what identifies the email.
    """

    name: str
    letter: Letter
    reading: Reading
    seat: int | None
    mark: str
    passed_over: str = ""

    def is_in_doubt(self) -> bool:
        return not self.passed_over and not self.reading.is_clear()


def mails_at(place: Path) -> list[Mail]:
    """The email in this file, or the emails in this Maildir or folder of `.eml` files, oldest first. Raises
    DeskError.
    """
    try:
        if not place.is_dir():
            return [_read_mail(place)]
        folders = [place / name for name in ("cur", "new") if (place / name).is_dir()]
        found = [each for folder in folders or [place] for each in folder.glob("*" if folders else "*.eml")]
        # a file name in a Maildir begins with the second in which the email came
        paths = sorted((each for each in found if each.is_file() and each.name[:1] != "."), key=lambda each: each.name)
        if not paths:
            raise DeskError(f"{place}: there are no emails; expected a file, a Maildir, or a folder with .eml files")
        if len(paths) > MOST_MAILS:
            raise DeskError(f"{place} has {len(paths)} emails, more than {MOST_MAILS}; move the old ones elsewhere")
        return [_read_mail(each) for each in paths]
    except OSError as error:
        raise DeskError(f"{error.filename or place}: {error.strerror or error}") from None


def _read_mail(path: Path) -> Mail:
    with path.open("rb") as file:
        return Mail(path.name, file.read(MOST_BYTES + 1))


def take_mails(
    path: Path,
    team: str | None,
    mails: Sequence[Mail],
    turn: str | None = None,
    yes: bool = False,
    senders: Senders = Senders(),
    again: bool = False,
) -> str:
    """Seals the orders in emails (each team's last one counts) and says how each email was understood.

    `team`: whose all of the emails are; None if each says so itself. If an email is unclear, nothing is changed. If
    `yes` is true, the clear emails are used anyway. Emails that were read before are read only if `again` is true.
    Raises DeskError.
    """
    with at_work(path) as match:
        teams = match.names["teams"]
        given = None if team is None else find_team(teams, team)
        if turn is not None:
            check_turn(match, "The emails" if given is None else teams[given], turn)
        table = {} if senders.table is None else addresses_in(senders.table, teams)
        kept = _kept(path)
        found = _understood(match, mails, given, table, senders.authserv, kept, again)
        whose = "Emails" if given is None else teams[given]
        told = [line for each in found for line in _told(each, teams if given is None else ())]
        clear = [each for each in found if not each.passed_over and each.reading.is_clear()]
        orders = {each.seat: each.reading for each in clear if each.reading.order is not None and each.seat is not None}
        if any(each.is_in_doubt() for each in found) and not yes:
            more = " Add --yes to take the emails that are clear." if orders else ""
            said = f"{whose}: at least one email is unclear."
            raise DeskError("\n".join([said, *told, f"Nothing was changed.{more}"]))
        sealed = [
            line
            for seat, reading in sorted(orders.items())
            for line in sealed_now(match, seat, reading.order or [], reading.partial)
        ]
        kept.read += [each.mark for each in found if not each.passed_over and not _is_early(each, match)]
        _keep(path, kept)
        return "\n".join([*told, *(sealed or [f"{whose}: no orders to seal. Nothing was changed."])])


def _is_early(each: _Understood, match: Race) -> bool:
    """Whether an email has orders for a later turn, and so must be read again then."""
    stage, now = open_turn(match.state)
    return any((apart.turn.stage or stage, apart.turn.turn) > (stage, now) for apart in each.reading.apart)


def _understood(
    match: Race,
    mails: Sequence[Mail],
    given: int | None,
    table: Mapping[str, int],
    authserv: str,
    kept: _RaceMailbox,
    again: bool,
) -> list[_Understood]:
    """Reads every email. Skips automatic emails, and those that were read before."""
    seen = set[str]() if again else set(kept.read)
    found = []
    for mail in mails:
        letter = open_mail(mail.raw, kept.key, authserv)
        mark = _mark(letter, mail.raw)
        why = f"not written by a person ({letter.automatic})" if letter.automatic else ""
        why = why or ("this email was read before" if mark in seen else "")
        seen.add(mark)
        seat, fault = (None, "") if why else _whose(letter, match.names["teams"], given, table, kept.name)
        reading = Reading() if why or seat is None else _read(letter, match, seat)
        if fault:
            reading = replace(reading, order=None, written="", mistakes=(*reading.mistakes, Mistake(0, "", "", fault)))
        found.append(_Understood(mail.name, letter, reading, seat, mark, why))
    return found


def _mark(letter: Letter, raw: bytes) -> str:
    """What identifies an email: its author and Message-ID, so that nobody can block another's. Without a Message-ID,
    all of it.
    """
    said = f"{letter.sender}\0{letter.message_id}" if letter.message_id else sha256(raw).hexdigest()
    return sha256(said.encode(errors="replace")).hexdigest()[:32]


def _read(letter: Letter, match: Race, seat: int) -> Reading:
    observation = match.observation(seat)
    return read_letter(letter, observation, scribe_of(observation), _day(letter))


def _whose(
    letter: Letter, teams: Sequence[str], given: int | None, table: Mapping[str, int], name: str
) -> tuple[int | None, str]:
    """The team whose email this is, and why that is in doubt. None if nothing names the team.

    The referee's word, a signed address, the table and the subject may each name a team. All must name the same one.
    """
    said = dict[str, int]()
    if given is not None:
        said["the command"] = given
    if letter.ambiguous or (letter.seat and (letter.seat.match != name or letter.seat.seat >= len(teams))):
        return given, "it was sent to the signed address of another race, or of several teams"
    if letter.seat:
        said["its signed address"] = letter.seat.seat
    listed = table.get(letter.author.casefold()) if letter.author else None
    if listed is not None:
        said["the table of addresses"] = listed
    named = _named_in(letter.subject, teams)
    if len(named) == 1 and (not said or not NAMED_IN_PASSING.search(letter.subject)):
        said["its subject"] = named[0]
    if len(set(said.values())) > 1:
        told = ", ".join(f"{source} says {teams[seat]}" for source, seat in said.items())
        return given, f"it is not clear whose email this is: {told}"
    if not said:
        several = f"; its subject names {' and '.join(teams[each] for each in named)}" if named else ""
        return None, f"nothing says which team sent this email{several}. Name the team in the command"
    seat = next(iter(said.values()))
    if listed is not None and not letter.is_authentic and not {"the command", "its signed address"} & set(said):
        why = f"your mail server does not vouch that this email is from {letter.author}, the address of {teams[seat]}"
        return seat, f"{why}. Name the team in the command if you know it"
    return seat, ""


def _named_in(subject: str, teams: Sequence[str]) -> list[int]:
    """The teams that a subject names, each by its whole name."""
    words = folded(subject)
    for name in sorted(teams, key=len, reverse=True):  # Red is not named in `Red Sky`, if that is a team
        words = re.sub(rf"(?<!\w){re.escape(folded(name))}(?!\w)", f"\0{teams.index(name)}\0", words)
    return sorted({int(each) for each in re.findall(r"\0(\d+)\0", words)})


def _day(letter: Letter) -> date | None:
    """The day on which an email says that it was written. If a vacation date has no year, the year is worked out from
    this day.
    """
    try:
        return parsedate_to_datetime(letter.date).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _told(each: _Understood, teams: Sequence[str]) -> list[str]:
    """Tells the referee how an email was understood. `teams` are the teams' names if emails of several are read."""
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
    whose = f", {teams[each.seat]}" if teams and each.seat is not None else ""
    return [f"{each.name}: {'in doubt' if each.is_in_doubt() else 'understood'}{whose}", *(f"  {row}" for row in rows)]
