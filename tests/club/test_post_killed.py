"""kill -9 at each commit of a server that reads mails, plays turns and sends mails; and two such servers at once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from breakaway.club import database, mail_log
from breakaway.club.club import Club, open_club
from breakaway.club.invitations import Invitation, invite
from breakaway.club.mail_log import PostedMail, delivery_statuses
from breakaway.club.schema import WAITING
from breakaway.club.time_control import DAY
from breakaway.mail.invitations import invite_letter
from breakaway.mail.replies import Receiver
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.clocks import NOON, Wall
from tests.club.conftest import run
from tests.club.post_office import drop, opened, order, postman, sender, sent, work
from tests.club.starts import race

POINTS = ("after append", "after seal", "before commit", "after commit", "before change", "after change", "after send")
CLOSES = NOON + timedelta(seconds=2 * DAY)  # when the second turn closes: it begins at noon

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no fork and no kill -9 there")]


def set_clock(folder: Path, moment: datetime) -> None:
    """Says in a folder what time it is. A program that reads it at this moment finds the old time or the new one."""
    new = folder / "clock.new"
    new.write_text(moment.isoformat())
    new.replace(folder / "clock")


def days(url: str, folder: Path, match_id: str, later: str) -> None:
    """What happens: both order, one of them twice; in the second turn only one does, and it closes at its deadline."""
    club = open_club(url)
    wall = Wall(club)
    office = postman(club, folder)
    for _ in range(2):
        work(club, office)
    drop(club, match_id, 0, later, "later", folder)
    for moment in (NOON, CLOSES, CLOSES + timedelta(hours=1)):
        wall.moment = moment
        for _ in range(2):
            work(club, office)
    club.close()


def child(work: Callable[[], None]) -> int:
    """Does the work in a process of its own; gives how it ended."""
    number = os.fork()
    if number == 0:
        try:
            work()
        except BaseException:
            os._exit(3)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


class Days:
    """The same days again and again, each time from the same beginning."""

    def __init__(self, url: str, folder: Path, address: str) -> None:
        self.url, self.folder, self.address = url, folder, address
        club = open_club(url)
        Wall(club)
        self.match = opened(club, 2)
        (folder / "first").mkdir()
        for seat, seed, name in ((0, 7, "one"), (0, 1, "two"), (1, 1, "three")):
            drop(club, self.match, seat, order(club, self.match, seat, seed), name, folder / "first")
        club.close()
        self.later = ""
        url, place = self.again("trial")
        club = open_club(url)
        Wall(club)
        work(club, postman(club, place))
        assert club.look(self.match).turn == 1
        self.later = order(club, self.match, 0)
        club.close()

    def again(self, name: str) -> tuple[str, Path]:
        """A copy of the club, and a copy of the folder."""
        place = self.folder / name
        shutil.copytree(self.folder / "first", place)
        if self.url.startswith("sqlite"):
            shutil.copy(self.url.removeprefix("sqlite:///"), place / "club.sqlite")
            return f"sqlite:///{place / 'club.sqlite'}", place
        copy = f"club_{uuid.uuid4().hex[:12]}"
        run(self.address, f"CREATE DATABASE {copy} TEMPLATE {self.url.partition('?')[0].rpartition('/')[2]}")
        return self.address % copy, place

    def drop(self, url: str) -> None:
        """Deletes a copy of the club."""
        if not url.startswith("sqlite"):
            run(self.address, f"DROP DATABASE {url.partition('?')[0].rpartition('/')[2]} WITH (FORCE)")

    def live(self, url: str, place: Path, point: str = "") -> int:
        """Lives through the days, perhaps until the process is killed at a point."""

        def through() -> None:
            database.arm(point)
            days(url, place, self.match, self.later)

        return child(through)


def kinds(club: Club) -> Counter[tuple[str, int, str]]:
    return Counter((each.kind, each.seat, each.status) for each in delivery_statuses(club.database))


def orders(club: Club, match_id: str) -> list[object]:
    return [line.get("orders") for line in parse(club.download(match_id, running=True)).lines]


@pytest.mark.parametrize("point", POINTS)
def test_kill_9_at_each_commit_of_reading_playing_and_sending_loses_nothing_and_does_nothing_twice(
    url: str, point: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    is_here = url.startswith("sqlite")
    lived = Days(url, tmp_path, "" if is_here else request.getfixturevalue("postgresql"))
    calm, place = lived.again("calm")
    assert lived.live(calm, place) == 0
    club = open_club(calm)
    all_kinds, all_orders = kinds(club), orders(club, lived.match)
    assert club.look(lived.match).turn == 2
    assert all_kinds[("receipt", 0, "sent")] == 3
    assert set(sent(place).values()) == {1}
    club.close()
    lived.drop(calm)
    count, step = 1, 1 if is_here else 9  # PostgreSQL takes longer
    while True:
        again, place = lived.again(str(count))
        ended = lived.live(again, place, f"{point}:{count}")
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
        club = open_club(again)
        unsure = {each for each in sent(place) if each in waiting(club)}
        club.close()
        assert len(unsure) <= 1
        assert lived.live(again, place) == 0
        club = open_club(again)
        assert orders(club, lived.match) == all_orders, "every order counts, and each turn is played once"
        assert kinds(club) == all_kinds, "every mail is written once and sent"
        twice = {each for each, times in sent(place).items() if times > 1}
        assert twice <= unsure, "only what the mail server had taken when the server died may come twice"
        assert point not in ("after commit", "after append", "after seal", "before commit") or not twice
        assert club.check(lived.match).grade == Grade.UNSIGNED
        club.close()
        lived.drop(again)
        shutil.rmtree(place)
        count += step
    lived.drop(again)
    assert count > step, "the point was reached"


def waiting(club: Club) -> set[str]:
    """The mails that the database still wants to send."""
    from sqlalchemy import select

    from breakaway.club.schema import outbox

    with club.database.reading() as connection:
        return set(connection.scalars(select(outbox.c.what).where(outbox.c.status == WAITING)))


@pytest.mark.parametrize("point", ["before change", "after change"])
def test_kill_9_while_somebody_joins_seats_the_player_once_and_welcomes_once(url: str, point: str) -> None:
    club = open_club(url)
    made = club.create("cycling", race(("human", "human")), here=[0])
    listed, given = club.listed(made.id), list[Invitation]()

    def letter(each: Invitation) -> PostedMail:
        given.append(each)
        return invite_letter(sender(club), each, listed, "Ann", "", club.database.now())

    invite(club.database, made.id, 1, "ann@example.org", "en", letter)
    to = sender(club).reply_address(given[0].box)
    raw = f"From: a@b.example\nTo: {to}\nMessage-ID: <1@b.example>\n\nYes\nName: Ann\n".encode()
    club.close()

    def join() -> None:
        again = open_club(url)
        database.arm(point)
        Receiver(again, sender(again)).take(raw)

    assert child(join) == -signal.SIGKILL
    club = open_club(url)
    assert (club.seats(made.id)[1].name == "Ann") == (point == "after change")
    Receiver(club, sender(club)).take(raw)
    seat = club.seats(made.id)[1]
    assert (seat.by, seat.name) == ("human", "Ann")
    assert [each.kind for each in delivery_statuses(club.database)].count("welcome") == 1
    assert [each.outcome for each in mail_log.arrivals(club.database)] == [mail_log.DONE]
    assert club.look(made.id, 1).waiting == [0, 1], "the match has begun"
    club.close()


def test_two_servers_on_one_postgresql_read_play_and_send_together(postgresql: str, tmp_path: Path) -> None:
    name = f"club_{uuid.uuid4().hex[:12]}"
    run(postgresql, f"CREATE DATABASE {name}")
    url = postgresql % name
    club = open_club(url)
    wall = Wall(club)
    set_clock(tmp_path, wall.moment)
    match_id = opened(club, 3)
    command = [sys.executable, "-m", "tests.club.post_office", url, str(tmp_path)]
    servers = [subprocess.Popen(command) for _ in range(2)]
    mailed: list[dict[str, list[int]]] = []
    try:
        for turn in range(3):
            late = turn % 3  # sends nothing
            until(lambda: turn_mails(club).total() == 3 * (turn + 1), "the mails of the turn")  # noqa: B023
            mailed.append({})
            for seat in range(3):
                if seat == late:
                    continue
                for seed in (5, 1):  # the second mail replaces the first
                    drop(club, match_id, seat, order(club, match_id, seat, seed), f"{turn}-{seat}-{seed}", tmp_path)
                    expected = sum(map(len, mailed)) * 2 + (2 if seed == 1 else 1)
                    until(lambda: receipts(club) == expected, "the receipt")  # noqa: B023
                look = club.look(match_id, seat)
                assert look.sealed
                mailed[-1][str(seat)] = look.sealed.order
            assert club.look(match_id).turn == turn
            wall.moment = club.listed(match_id).closes or wall.moment
            set_clock(tmp_path, wall.moment)
            until(lambda: club.look(match_id).turn == turn + 1, "the turn")  # noqa: B023
        until(lambda: turn_mails(club).total() == 12 and not waiting(club), "the mails")
    finally:
        (tmp_path / "stop").touch()
        for each in servers:
            each.wait(60)
    found = [line for line in parse(club.download(match_id, running=True)).lines if line["kind"] == "turn"]
    for turn, line in enumerate(found):
        assert {seat: line["orders"][seat] for seat in mailed[turn]} == mailed[turn]
        assert None in line["orders"][str(turn % 3)], "nobody has ordered for this team"
    assert len(found) == 3
    assert set(sent(tmp_path).values()) == {1}, "no mail twice"
    assert receipts(club) == 12
    assert turn_mails(club) == {0: 4, 1: 4, 2: 4}
    assert club.check(match_id).grade == Grade.UNSIGNED
    assert [each.returncode for each in servers] == [0, 0]
    club.close()
    run(postgresql, f"DROP DATABASE {name} WITH (FORCE)")


def turn_mails(club: Club) -> Counter[int]:
    return Counter(each.seat for each in delivery_statuses(club.database) if each.kind == "turn")


def receipts(club: Club) -> int:
    return sum(each.kind == "receipt" for each in delivery_statuses(club.database))


def until(is_so: Callable[[], bool], what: str) -> None:
    """Waits until something is so."""
    for _ in range(1500):
        if is_so():
            return
        time.sleep(0.04)
    raise AssertionError(f"waited in vain for {what}")
