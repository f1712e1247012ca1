"""The weekly report to the owner: when it is sent, what it says, and what it never says."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select

from breakaway.club import upkeep as figures
from breakaway.club.club import Club, open_club
from breakaway.club.consent import name_of, refuse
from breakaway.club.database import Keys, Unreachable
from breakaway.club.mail_log import MailRefused, PostedMail
from breakaway.club.schema import WAIT, settings
from breakaway.club.seats import changes
from breakaway.club.storage import Storage, set_storage
from breakaway.club.time_control import DAY, HOUR, Terms
from breakaway.club.upkeep import FaultCounts, next_report, upkeep
from breakaway.core.language import UserError, spoken
from breakaway.mail.postman import MailOptions, Postman, checked_options
from breakaway.mail.weekly import WeeklyReports, weekly_report
from tests.club.clocks import Wall
from tests.club.starts import SECRET, any_order, football_match, race, sit
from tests.mailing.conftest import SENDER, subscribe, words
from tests.terminal.session import call
from tests.web.programs import Program, until

WEDNESDAY = datetime(2026, 7, 1, 12, tzinfo=UTC)  # the first of July 2026 is one


class Owner:
    """An owner who gets reports, and a mail server that sometimes does not answer."""

    def __init__(self, club: Club, language: str = "en") -> None:
        self.club, self.wall, self.sent, self.fails = club, Wall(club), list[PostedMail](), list[Exception]()
        self.language = language
        self.postman = self.another()

    def another(self) -> Postman:
        """Another server with the same database, or this one after a restart."""
        made = Postman(self.club, SENDER, self.send)
        made.reports = WeeklyReports(self.club.database, SENDER, self.send, "owner@example.org", self.language)
        return made

    def send(self, mail: PostedMail) -> str:
        if self.fails:
            raise self.fails.pop()
        self.sent.append(mail)
        return "250 taken"

    def on(self, hours: float) -> list[EmailMessage]:
        """The reports that come in the next hours. The server looks every few minutes."""
        self.sent.clear()
        until, step = self.wall.moment + timedelta(hours=hours), max(20 * 60, hours * HOUR / 48)
        while self.wall.moment < until:
            self.wall.on(step)
            self.postman.glance()
            self.another().glance()
        return self.reports()

    def reports(self) -> list[EmailMessage]:
        found = [message_from_string(each.text, policy=policy.default) for each in self.sent if each.kind == "weekly"]
        assert all(isinstance(each, EmailMessage) for each in found)
        return [each for each in found if isinstance(each, EmailMessage)]


def text_of(letter: EmailMessage) -> str:
    return " ".join(words(letter).split())


def printed(club: Club, language: str = "en") -> str:
    """All that a report says, with links."""
    from breakaway.display.renderers import as_text

    with spoken(language):
        return " ".join(as_text(weekly_report(upkeep(club.database), "https://play.example.org"), 100).split())


# --- When it is sent.


@pytest.mark.slow
def test_the_first_report_comes_at_once_and_then_one_each_monday_morning(club: Club) -> None:
    owner = Owner(club)
    (first,) = owner.on(1)
    assert first["To"] == "owner@example.org"
    assert first["Subject"] == "Weekly report: play.example.org"
    assert owner.on(4 * 24 + 16) == [], "until Monday at 5"
    (second,) = owner.on(1.5)
    assert second["Date"].datetime == datetime(2026, 7, 6, 6, tzinfo=UTC)
    assert len(owner.on(6 * 24)) == 0
    assert len(owner.on(24)) == 1
    assert len(owner.on(2 * 7 * 24)) == 2


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (datetime(2026, 7, 1, 12), datetime(2026, 7, 6, 6)),
        (datetime(2026, 7, 6, 5, 59), datetime(2026, 7, 6, 6)),
        (datetime(2026, 7, 6, 6), datetime(2026, 7, 13, 6)),
        (datetime(2026, 7, 5, 23), datetime(2026, 7, 6, 6)),
        (datetime(2026, 12, 30), datetime(2027, 1, 4, 6)),
    ],
)
def test_the_next_report_is_due_on_monday_at_6(last: datetime, expected: datetime) -> None:
    assert next_report(last.replace(tzinfo=UTC)) == expected.replace(tzinfo=UTC)


def test_a_server_that_was_away_for_a_month_sends_one_report(club: Club) -> None:
    owner = Owner(club)
    owner.on(1)
    owner.wall.on(30 * DAY)
    assert len(owner.on(2)) == 1


def test_a_report_that_cannot_be_sent_is_tried_again_after_an_hour_and_the_emails_of_players_go_on(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    owner = Owner(club)
    owner.fails = [OSError("no route to owner@example.org")] * 3
    assert owner.on(2.9) == []
    assert len(owner.on(2)) == 1
    assert "the weekly report cannot be sent, and is tried again in an hour" in caplog.text
    assert "owner@example.org" not in caplog.text
    owner.wall.on(7 * DAY)
    owner.fails = [MailRefused("550 no such user")]
    assert owner.on(23) == []
    assert len(owner.on(3)) == 1


def test_a_server_that_dies_while_it_sends_leaves_the_report_to_the_next_one(club: Club) -> None:
    owner = Owner(club)
    owner.fails = [KeyboardInterrupt()]  # type: ignore[list-item]
    with pytest.raises(KeyboardInterrupt):
        owner.on(1)
    assert owner.on(0.5) == []
    assert len(owner.on(1)) == 1


def test_a_bug_in_the_report_does_not_hold_up_other_email(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Owner(club)
    monkeypatch.setattr("breakaway.mail.weekly.upkeep", lambda database: 1 / 0)
    assert owner.on(1) == []
    assert "the weekly report could not be written" in caplog.text


def test_an_owner_who_wants_no_email_from_this_server_gets_none(club: Club) -> None:
    owner = Owner(club)
    with changes(club.database) as connection:
        keys = club.database.keys
        refuse(connection, keys, name_of(keys.reply, "owner@example.org"), club.database.now())
    assert owner.on(8 * 24) == []


# --- What it says.


def test_it_names_late_players_failed_emails_the_disk_and_versions(club: Club) -> None:
    owner = Owner(club)
    made = club.create("cycling", race(("human", "human")), "Cup & Co.", here=[0, 1], terms=Terms(12 * HOUR, WAIT))
    club.create("football", football_match(), "No clock", here=[0, 1])
    club.resolve(made.id)
    club.choose(made.id, 0, any_order(club, made.id, 0, 1))
    subscribe(club, made.id, 0)
    subscribe(club, made.id, 1)
    owner.on(1)
    owner.fails = [MailRefused("550 <player1@example.org>: no such user here")]
    owner.on(12)
    said = printed(club)
    due = "2026-07-02 00:00"
    assert f"Cup & Co.: Blue, since {due}. https://play.example.org/match/{made.id}" in said
    assert "2 in progress, 0 waiting for players, 0 over. This week: 2 new, 0 deleted." in said
    assert f"match {made.id}, seat 2: 550 <(address)>: no such user here" in said
    assert "Failed or came back this week: 1" in said
    assert re.search(r"The database: \d+ KiB Free on its disk: [\d,]+ MiB", said)
    assert re.search(r"VERSIONS -+ Breakaway \S+, Tables \d{4}, Python 3\.\d+\.\d+, SQLite 3\.\d+", said)
    assert re.search(r"ERRORS AND WARNINGS IN THE LOG -+ None\.", said)
    owner.wall.on(8 * DAY)
    assert "Failed or came back this week: 0" in printed(club), "a week later, that is old"
    assert "Cup & Co.: Blue" in printed(club), "but the player is still late"


def test_a_quiet_server_says_so_and_what_will_be_deleted_is_counted(club: Club) -> None:
    owner = Owner(club)
    assert "Nobody is late." in printed(club)
    club.create("football", football_match(), here=[0, 1])
    set_storage(club.database, Storage(unplayed=30))
    owner.wall.on(17 * DAY)
    assert "1 match will be deleted within two weeks. Which matches: https://play.example.org/storage" in printed(club)


def test_of_very_many_late_matches_the_first_are_named(club: Club) -> None:
    wall = Wall(club)
    for n in range(22):
        club.resolve(club.create("football", football_match(), f"Cup {n}", here=[0, 1], terms=Terms(HOUR, WAIT)).id)
        wall.on(1)
    wall.on(2 * HOUR)
    said = printed(club)
    assert said.count("/match/") == 20
    assert "Cup 0: " in said
    assert "And 2 more." in said


def test_it_is_german_for_an_owner_who_reads_german(club: Club) -> None:
    owner = Owner(club, "de")
    (letter,) = owner.on(1)
    assert letter["Subject"] == "Wochenbericht: play.example.org"
    for word in (
        "Niemand ist säumig.",
        "Diese Woche gesendet: 0",
        "FEHLER UND WARNUNGEN IM LOG",
        "DIE FESTPLATTE",
    ):
        assert word in text_of(letter)


# --- Errors.


@pytest.fixture
def counted(club: Club) -> Iterator[FaultCounts]:
    """Counts what the log says."""
    made = FaultCounts(club.database)
    logging.getLogger().addHandler(made)
    yield made
    logging.getLogger().removeHandler(made)


def test_errors_and_warnings_of_all_processes_are_counted_by_what_the_program_says(
    club: Club, counted: FaultCounts
) -> None:
    wall, other = Wall(club), FaultCounts(club.database)
    log = logging.getLogger("breakaway.mail.postman")
    for n in range(3):
        log.warning("no emails can be fetched: %s", f"connection {n} to secret.example.org failed")
    try:
        raise ZeroDivisionError("secret")
    except ZeroDivisionError:
        log.exception("an email could not be read")
    logging.getLogger("uvicorn.error").error("Exception in /seat/a-secret-link")
    log.info("all is well")
    other.handle(log.makeRecord(log.name, logging.WARNING, "", 0, "no emails can be fetched: %s", ("x",), None))
    counted.save()
    counted.save()
    other.save()
    said = printed(club)
    assert "4 × breakaway.mail.postman: no emails can be fetched: … " in said
    assert "1 × breakaway.mail.postman: an email could not be read: ZeroDivisionError" in said
    assert "1 × uvicorn.error" in said
    assert "secret" not in said
    wall.on(8 * DAY)
    assert "× " not in printed(club)
    wall.on(8 * DAY)
    log.warning("no emails can be fetched: %s", "x")
    counted.save()
    with club.database.reading() as connection:
        kept = connection.scalar(select(settings.c.value).where(settings.c.name == figures.FAULTS))
    assert str(kept).count("2026-") == 1, "old days are forgotten"


def test_counts_wait_for_a_database_that_does_not_answer(
    club: Club, counted: FaultCounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    logging.getLogger("breakaway.club").error("one")
    with monkeypatch.context() as patch:

        def silent(database: object) -> None:
            raise Unreachable("silent")

        patch.setattr(figures, "changes", silent)
        with pytest.raises(Unreachable):
            counted.save()
    counted.save()
    assert "1 × breakaway.club" in printed(club)


def test_many_kinds_of_errors_do_not_fill_the_database(club: Club, counted: FaultCounts) -> None:
    for n in range(200):
        logging.getLogger(f"library.{n}").error("x")
    counted.save()
    assert len(upkeep(club.database).faults) == figures.MOST_KINDS


# --- Secrets.


def test_it_holds_no_address_no_link_to_a_seat_and_no_secret(club: Club) -> None:
    owner = Owner(club)
    made = club.create("cycling", race(("human", "human")), "The Cup", here=[0], terms=Terms(DAY, WAIT))
    sit(club, made.tokens[1], "Åsa")
    club.resolve(made.id)
    subscribe(club, made.id, 0)
    (letter,) = owner.on(1)
    owner.wall.on(2 * DAY)
    whole = printed(club) + text_of(letter) + next(each.text for each in owner.sent if each.kind == "weekly")
    assert "The Cup: Röd, Åsa" in whole
    assert "player0@example.org" not in whole
    assert made.tokens[1] not in whole
    assert SECRET.hex() not in whole
    for name in ("secrets.key", "reply.key"):
        path = Keys().folder / name
        assert not path.exists() or path.read_text().strip() not in whole
    assert not re.search(r"/(seat|device|never|owner|confirm)/", whole)


def test_it_is_equal_for_any_two_sealed_orders(club: Club) -> None:
    wall, said = Wall(club), set[str]()
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(DAY, WAIT))
    club.resolve(made.id)
    for seed in (1, 7):
        club.choose(made.id, 0, any_order(club, made.id, 0, seed))
        wall.moment = WEDNESDAY + timedelta(days=2)
        said.add(re.sub(r"The database: \d+ KiB Free on its disk: [\d,]+ MiB", "", printed(club)))
        wall.moment = WEDNESDAY
    assert len(said) == 1


# --- The options and the command.


def test_the_options_of_the_server_are_checked(tmp_path: Path) -> None:
    out = f"maildir:{tmp_path / 'out'}"
    options = MailOptions(out, sender="play@example.org", report_to="ann@example.org", report_language="de")
    assert checked_options(options) == options
    for wrong, says in (
        (MailOptions(report_to="ann@example.org"), "add --mail-out"),
        (MailOptions(out, sender="play@example.org", report_to="ann"), "--report-to: expected an address"),
        (MailOptions(out, sender="a@b.c", report_to="a@b.c\nBcc: x@y.z"), "--report-to: expected an address"),
        (
            MailOptions(out, sender="a@b.c", report_to="a@b.c", report_language="xx"),
            "--report-language: expected en or de",
        ),
    ):
        with pytest.raises(UserError, match=says):
            checked_options(wrong)


@pytest.mark.slow
def test_a_real_server_sends_its_first_report(tmp_path: Path) -> None:
    options = ("--mail-out", f"maildir:{tmp_path / 'out'}", "--mail-from", "play@example.org")
    server = Program(
        str(tmp_path / "club.sqlite"), *options, "--report-to", "ann@example.org", "--report-language", "de"
    )
    try:
        until(lambda: any((tmp_path / "out" / "new").iterdir()))
        (letter,) = (tmp_path / "out" / "new").iterdir()
        assert "Subject: Wochenbericht: localhost:" in letter.read_text()
    finally:
        server.ends()


def test_the_command_prints_the_same_and_changes_nothing(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club.create("football", football_match(), "The Cup", here=[0, 1])
    club.close()
    place = tmp_path / "club.sqlite"
    before = place.read_bytes()
    done = call(capsys, "weekly", "--database", str(place))
    assert done.returncode == 0, done.stderr
    assert "1 in progress" in done.stdout
    assert place.read_bytes() == before
    assert "Niemand ist säumig." in call(capsys, "weekly", "--database", str(place), "--report-language", "de").stdout
    wrong = call(capsys, "weekly", "--database", str(tmp_path / "nothing.sqlite"))
    assert (wrong.returncode, "there is no database" in wrong.stderr) == (1, True)
    wrong = call(capsys, "weekly", "--database", str(place), "--report-language", "xx")
    assert (wrong.returncode, "--report-language" in wrong.stderr) == (1, True)
    with closing(open_club(place)) as again:
        assert len(again.matches()) == 1
