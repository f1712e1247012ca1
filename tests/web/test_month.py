"""A month of races, run by the documents alone: in the browser, by email and in the terminal, with every accident."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from mailbox import Maildir
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from breakaway.club.club import Club, open_club
from breakaway.club.database import DeletedMatch
from breakaway.club.hosting import NO_SEAT, OWNER, trail_of
from breakaway.club.time_control import DAY, HOUR
from breakaway.mail.host_acts import teams_of
from breakaway.mail.postman import MailOptions, make_postman
from breakaway.records.record_file import parse
from breakaway.server.request_checks import LOCAL_NAMES
from breakaway.terminal import hosting as terminal
from breakaway.web.app import make_app
from breakaway.web.match_actions import Timekeeper
from breakaway.web.serve import server_of
from tests.club.clocks import Wall
from tests.club.postgres import own_postgres
from tests.club.starts import any_order, play_out
from tests.terminal.session import call
from tests.web.screens import CHROMIUM, sit_down

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium")
HOST = "host@example.org"
WEEK = 7 * DAY


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    """A club of its own in either kind of database."""
    if request.param == "sqlite":
        club = open_club(tmp_path / "club.sqlite")
        yield club
        club.close()
        return
    with own_postgres() as postgres:
        club = open_club(postgres.url)
        yield club
        club.close()


@dataclass
class Read:
    """What somebody has read: who, in which match as which seat, the text, and what was secret from the reader then."""

    who: str
    text: str
    secrets: Sequence[str]


@dataclass
class Month:
    """A server with its clock, its post and its people. Everything that anybody is shown is kept in `read`."""

    club: Club
    folder: Path
    chromium: Browser
    capsys: pytest.CaptureFixture[str]
    pages: dict[str, Page] = field(default_factory=dict)
    mails: dict[str, list[EmailMessage]] = field(default_factory=dict)
    seats: dict[tuple[str, str], int] = field(default_factory=dict)  # by match and person
    links: dict[str, str] = field(default_factory=dict)  # the owner of each link to a seat, after sitting down
    read: list[Read] = field(default_factory=list)
    n: int = 0

    def __post_init__(self) -> None:
        self.wall = Wall(self.club)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://localhost:{self.listening.getsockname()[1]}"
        options = MailOptions(f"maildir:{self.folder}/out", f"maildir:{self.folder}/in", "play@example.org")
        for each in ("in", "out"):
            Maildir(self.folder / each, create=True)
        self.postman = make_postman(options, self.club, self.address)
        lock, glance = threading.Lock(), self.postman.glance

        def alone() -> None:
            with lock:
                glance()

        self.postman.glance = alone  # type: ignore[method-assign]
        app = make_app(self.club, LOCAL_NAMES, postman=self.postman, address=f"{self.address}/")
        self.server, self.owners = server_of(app, None), app.state.owners
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],), daemon=True)
        self.thread.start()
        self.keeper = Timekeeper(self.club, app.state.hub)

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.server.should_exit = True
        self.thread.join(20)

    # --- Time, post and pages.

    def later(self, seconds: float) -> None:
        """The clock is moved on, and the server does what is due."""
        self.wall.on(seconds)
        self.keeper.glance()
        self.post()

    def post(self) -> None:
        """The server reads what has arrived and sends what is due; people read what they get."""
        self.wall.on(60)  # people need time, too
        self.postman.glance()
        box = Maildir(self.folder / "out")
        for key in sorted(box.keys(), key=_number):
            letter = message_from_bytes(box.get_bytes(key), policy=policy.default)
            assert isinstance(letter, EmailMessage)
            box.remove(key)
            self.mails.setdefault(str(letter["To"]), []).append(letter)
            body = letter.get_body(("plain",))
            assert body is not None
            whole = " ".join(str(part.get_content()) for part in letter.walk() if part.get_content_maintype() == "text")
            self.note(str(letter["To"]), f"{letter['Subject']} {whole}")

    def note(self, who: str, text: str) -> None:
        self.read.append(Read(who, text, self.secrets_from(who)))

    def secrets_from(self, who: str) -> list[str]:
        """The orders that others have sealed in the turns that are open now, as they would be written."""
        found = []
        for match in self.club.matches():
            look = self.club.look(match.id)
            for seat in match.seats:
                mine = self.seats.get((match.id, who)) == seat.seat
                if seat.is_for_people and not mine and not look.is_over:
                    sealed = self.club.look(match.id, seat.seat).sealed
                    found += [look.observation.write(sealed.order).split("\n")[-1]] if sealed else []
        return [each for each in found if len(each) > 8]

    def page(self, who: str) -> Page:
        if who not in self.pages:
            self.pages[who] = self.chromium.new_context(locale="en").new_page()
        return self.pages[who]

    def show(self, who: str, path: str) -> str:
        """What a page shows somebody, on one line."""
        page = self.page(who)
        response = page.goto(f"{self.address}{path}")
        assert response is not None
        text = " ".join(page.inner_text("body").split())
        self.note(who, page.content())
        return text

    def host(self, match: str, act: str, who: str = HOST, **given: str) -> str:
        """The host does something on the host's page. Gives what the page says then."""
        self.show(who, f"/host/{match}")
        page = self.page(who)
        page.locator(f"#act-{act} > summary").click()
        for name, value in given.items():
            at = page.locator(f"#act-{act} [name='{name}']")
            if at.evaluate("each => each.tagName") == "SELECT":
                at.select_option(label=value) if name == "ruling" else at.select_option(value)
            else:
                at.fill(value)
        with page.expect_navigation():
            page.locator(f"#act-{act} form button").click()
        self.note(who, page.content())
        assert not page.locator(".refused").count(), page.locator(".refused").inner_text()
        return " ".join(page.inner_text("body").split())

    def types(self, *words: str) -> str:
        """`breakaway host`, typed in the terminal of the server's machine."""
        url = self.club.database.engine.url.render_as_string(hide_password=False)
        where = ("--database", url, "--keys", str(self.club.database.keys.folder))
        done = call(self.capsys, "host", *words, *where)
        assert done.returncode == 0, done.stdout + done.stderr
        self.note(HOST, done.stdout)
        return " ".join(done.stdout.split())

    def last(self, who: str, subject: str = "") -> EmailMessage:
        return [each for each in self.mails[who] if subject in str(each["Subject"])][-1]

    def reply(self, who: str, text: str, subject: str = "") -> str:
        """Somebody answers the last email (with these words in its subject). Gives the answer to that, on one line."""
        self.n += 1
        to = self.last(who, subject)
        made = EmailMessage()
        made["From"], made["To"], made["Message-ID"] = who, to["Reply-To"], f"<{self.n}@example.org>"
        made["Subject"] = f"Re: {to['Subject']}"
        made.set_content(f"{text}\n")
        Maildir(self.folder / "in").add(made.as_bytes())
        before = len(self.mails[who])
        self.post()
        body = [each.get_body(("plain",)) for each in self.mails[who][before:]]
        return " ".join(" ".join(str(each.get_content()).split()) for each in body if each)

    # --- People.

    def joins(self, who: str, match: str, link: str, seat: int, language: str = "en") -> None:
        """Somebody sits down in a browser, and confirms an address."""
        sit_down(self.page(who), self.address, link, who.partition("@")[0].title())
        self.seats[match, who] = seat
        self.links[link] = who
        self.gets_mail(who, f"/match/{match}/{seat + 1}/seat", language)

    def gets_mail(self, who: str, where: str, language: str = "en") -> None:
        page = self.page(who)
        self.show(who, where)
        page.locator("#address").fill(who)
        page.locator("#mail-language").select_option(language)
        with page.expect_navigation():
            page.get_by_role("button", name="Send me a link to confirm this address").click()
        self.confirms(who)

    def confirms(self, who: str) -> None:
        self.post()
        texts = [str(each.get_body(("plain",)).get_content()) for each in self.mails[who]]  # type: ignore[union-attr]
        found = next((link for each in reversed(texts) if (link := re.search(r"/mail/[\w-]{20,}", each))), None)
        assert found
        self.show(who, found[0])
        with self.page(who).expect_navigation():
            self.page(who).get_by_role("button", name="Yes, send me emails").click()
        self.post()

    def orders(self, match: str, *people: str, seed: int = 1) -> None:
        """These people send an order by email."""
        for who in people:
            seat = self.seats[match, who]
            look = self.club.look(match, seat)
            order = look.observation.write(any_order(self.club, match, seat, seed + 7 * seat + look.turn))
            title = self.club.listed(match).title
            said = self.reply(who, order, f"{title}, ")
            assert "Sealed" in said or "Versiegelt" in said, said

    def opens(self, who: str, title: str, hosts: bool) -> tuple[str, list[str]]:
        """Opens a postal race for three people and three coaches. Gives its name and the links to empty seats."""
        page = self.page(who)
        self.show(who, "/open/cycling?how=post")

        def drawn(change: Callable[[], object]) -> None:
            with page.expect_response("**/draft"):
                change()
            page.wait_for_function("() => !document.querySelector('.htmx-request')")

        for seat, by in ((1, "link"), (2, "link"), (3, "random"), (4, "random"), (5, "random")):
            if page.locator(f"[id='seat.{seat}']").input_value() != by:
                drawn(lambda seat=seat, by=by: page.locator(f"[id='seat.{seat}']").select_option(by))  # type: ignore[misc]
        drawn(lambda: page.locator("#setup [name='time']").select_option("postal"))
        page.locator("#rest > summary").click()
        for name, value in (("title", title), ("subtitle", "Stage 1"), ("day", "2026-07-05")):
            page.fill(f"#{name}", value)
            drawn(lambda: page.keyboard.press("Tab"))
        if hosts:
            drawn(lambda: page.check("#host"))
        with page.expect_navigation():
            page.get_by_role("button", name="Open the table").click()
        match = page.url.rpartition("/host/" if hosts else "/match/")[2].partition("/")[0]
        self.show(who, f"/match/{match}/{'watch' if hosts else '1'}")
        links = list(dict.fromkeys(re.findall(r"/seat/([\w-]{20,})", page.content())))
        listed = self.club.listed(match)
        assert (listed.title, listed.subtitle, listed.day) == (title, "Stage 1", "2026-07-05")
        return match, links


def _number(key: str) -> int:
    """How many emails this process had put into Maildirs before the one with this key."""
    found = re.search(r"Q(\d+)", key)
    return int(found[1]) if found else 0


@pytest.fixture
def month(
    club: Club,
    tmp_path: Path,
    chromium: Browser,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Month]:
    """A server whose clock the test moves, in its pages, its post and its terminal."""
    made = Month(club, tmp_path, chromium, capsys)
    opened = terminal.open_server

    def on_time(database: str, keys: str | None) -> Club:
        place = opened(database, keys)
        place.database.now = made.wall
        return place

    monkeypatch.setattr(terminal, "open_server", on_time)
    yield made
    made.close()


@pytest.mark.slow
def test_a_month_of_races_is_run_by_the_documents_alone(month: Month) -> None:
    hosted, ann, bob, cleo = hosted_race(month)
    played = played_race(month)
    ends(month, hosted, [ann, bob, cleo])
    archived_and_deleted(month, hosted, [ann, bob, cleo])
    leaks_nothing(month)
    assert parse(month.club.download(played)).lines[-1]["kind"] == "end"


def hosted_race(month: Month) -> tuple[str, str, str, str]:
    """A race whose host does not play, up to where only the end is missing."""
    club = month.club
    match, links = month.opens(HOST, "Tour of the Vale", hosts=True)
    people = ("ann@example.org", "bob@example.org", "cleo@example.org")
    assert len(links) == 3
    for seat, (who, link) in enumerate(zip(people, links, strict=True)):
        month.joins(who, match, link, seat, "de" if who.startswith("bob") else "en")
    ann, bob, cleo = people
    assert club.listed(match).host == NO_SEAT
    page = month.page(HOST)
    month.show(HOST, f"/host/{match}")
    page.locator("#act-mail > summary").click()
    page.locator("#act-mail #address").fill(HOST)
    with page.expect_navigation():
        page.locator("#act-mail form button").click()
    month.confirms(HOST)

    # Two turns as they should be: line-ups and the first turn.
    month.post()
    for _ in range(2):
        turn = club.look(match).turn
        month.orders(match, ann, bob, cleo)
        assert club.look(match).turn == turn + 1
        month.post()

    # Somebody is late: the host asks who, extends, and then the rules for absent players apply.
    month.orders(match, ann, bob)
    due = club.look(match).due
    assert due is not None
    month.later((due - month.wall.moment).total_seconds() + HOUR)
    assert "Late: Green" in month.reply(HOST, "late?", "host")
    month.reply(HOST, "extend 24 hours: A storm", "host")
    turn = club.look(match).turn
    month.later(24 * HOUR - 2 * HOUR)
    assert club.look(match).turn == turn, "the deadline was moved"
    month.later(2 * DAY)
    assert club.look(match).turn == turn + 1

    # An order by telephone, and a correction of it; its player is told, the others read of it after the turn.
    look = club.look(match, 2)
    order = look.observation.write(any_order(club, match, 2, 3))
    month.host(match, "order", seat="2", order=order, reason="By telephone")
    better = look.observation.write(any_order(club, match, 2, 4))
    month.host(match, "order", seat="2", order=better, reason="He meant this")
    assert "The host entered" in month.show(cleo, f"/match/{match}/3/trail")
    assert "By telephone" not in month.show(ann, f"/match/{match}/1/trail")
    month.orders(match, ann, bob)
    assert "By telephone" in month.show(ann, f"/match/{match}/1/trail")
    month.post()

    # A pause, its end, and an announcement, in one email each; an act that no email can do.
    month.reply(HOST, "pause 7 days: Christmas", "host")
    month.later(2 * DAY)
    said = month.reply(HOST, "resume: All are back\nannounce: No turn on Friday", "host")
    assert "Done: announce: No turn on Friday" in said, said
    assert "cannot be done by email" in month.reply(HOST, "close: now", "host")
    month.show(bob, f"/match/{match}/2")
    assert "No turn on Friday" in month.page(bob).content()

    # A dry run, and the turn closed before its time.
    turn = club.look(match).turn
    month.orders(match, ann)
    month.host(match, "close", reason="The others wrote that they cannot")
    assert club.look(match).turn == turn + 1

    # A rider is dropped in the terminal and undropped in the browser.
    named = club.do(match, teams_of)[1]
    month.types("rule", match, "--ruling", f"dropped by the pack: {named} B", "--reason", "A fall")
    month.host(match, "rule", ruling=f"no longer dropped: {named} B", reason="He is back")

    # Play is rolled back by email, and the turn closed again in the terminal. The second time needs everybody.
    turn = club.look(match).turn
    month.post()
    month.reply(HOST, "roll back: My mistake", "host")
    assert club.look(match).turn == turn - 1
    rolled_back_twice(month, match, [ann, bob, cleo])

    # A coach rides for somebody, then another person.
    month.host(match, "seat", seat="2", player="random", reason="Cleo is ill")
    said = month.types("seat", match, "--team", "Green", "--player", "empty", "--reason", "Dora takes over")
    month.seats.pop((match, cleo))
    dora = "dora@example.org"
    month.joins(dora, match, said.rpartition("/seat/")[2], 2)

    # Closed and opened again.
    month.types("stop", match, "--reason", "The server moves")
    month.show(ann, f"/match/{match}/1")
    assert "This match is closed." in month.page(ann).content()
    month.host(match, "open", reason="It has moved")
    month.types("extend", "all", "--hours", "24", "--reason", "The server was away")
    assert "Tour of the Vale" in month.types("show", match)
    month.types("set", match, "--due", f"{month.wall.moment:%Y}-12-01 20:00", "--reason", "A long break")
    return match, ann, bob, dora


def rolled_back_twice(month: Month, match: str, people: list[str]) -> None:
    """The turn that was rolled back closes again; to roll it back once more, everybody has to agree."""
    club, (ann, bob, cleo) = month.club, people
    month.types("close", match, "--reason", "Nothing has changed")
    turn = club.look(match).turn
    said = month.types("back", match, "--reason", "Once more")
    assert "everybody is asked to agree" in said
    month.post()
    assert "You agree" in month.reply(ann, "yes", "the host asks you to agree")
    assert "stimmst zu" in month.reply(bob, "Ja", "bittet um Zustimmung")
    assert "The host asks you to agree to something." in month.show(cleo, "/")
    month.show(cleo, f"/match/{match}/3/trail")
    with month.page(cleo).expect_navigation():
        month.page(cleo).get_by_role("button", name="Agree", exact=True).click()
    assert club.look(match).turn == turn - 1
    month.types("close", match, "--reason", "Now for good")


def played_race(month: Month) -> str:
    """A race whose host plays, to its end."""
    club = month.club
    ann, bob, cleo = "ann@example.org", "bob@example.org", "cleo@example.org"
    match, links = month.opens(ann, "Club Cup", hosts=False)
    month.seats[match, ann] = 0
    month.gets_mail(ann, f"/match/{match}/1/seat")
    for seat, who in ((1, bob), (2, cleo)):
        month.joins(who, match, links[seat - 1], seat)
    month.post()
    for _ in range(2):
        month.orders(match, ann, bob, cleo, seed=50)
        month.post()
    month.host(match, "extend", ann, hours="24", reason="A storm")
    assert "Done" in month.reply(ann, "announce: Good luck", "Club Cup, ")
    order = club.look(match, 1).observation.write(any_order(club, match, 1, 9))
    month.host(match, "order", ann, seat="1", order=order, reason="By telephone")
    month.post()
    assert "You agree" in month.reply(bob, "I agree", "Club Cup: the host asks")
    assert "All players have agreed" in month.reply(cleo, "yes", "Club Cup: the host asks")
    assert "The host entered" in month.show(bob, f"/match/{match}/2/trail")
    month.host(match, "stop", ann, reason="I have no time")
    month.post()
    assert "You do not agree" in month.reply(cleo, "no", "Club Cup: the host asks")
    assert not club.look(match).is_stopped
    standby_takes_over(month, match, cleo, [ann, bob])
    seat_is_reopened(month, match, bob, ann)
    play_out(club, match)
    month.post()
    assert "is over" in str(month.last(ann)["Subject"])
    return match


def closes(month: Month, match: str) -> None:
    """The clock is moved on past the deadline and the grace after it, and the turn closes."""
    look = month.club.look(match)
    assert look.closes is not None
    month.later((look.closes - month.wall.moment).total_seconds() + HOUR)
    assert month.club.look(match).turn == look.turn + 1


def all_told(month: Month, who: str, path: str) -> str:
    """What a table tells somebody who opens the line under the turn."""
    month.show(who, path)
    month.page(who).locator("#told > summary").click()
    return " ".join(month.page(who).inner_text("#told").split())


def standby_takes_over(month: Month, match: str, late: str, others: list[str]) -> None:
    """Somebody enlists as a standby player, a player misses two turns, and the standby player has the team by email."""
    stan, seat = "stan@example.org", month.seats[match, late]
    month.show(stan, f"/match/{match}/standby")
    page = month.page(stan)
    page.fill("#name", "Stan")
    page.fill("#address", stan)
    with page.expect_navigation():
        page.get_by_role("button", name="Put me on the list").click()
    month.post()
    assert "You are on the list." in month.reply(stan, "yes")
    for _ in range(2):
        assert len(month.mails[stan]) == 2, "nobody is asked before the second missed turn"
        month.orders(match, *others)
        closes(month, match)
    month.post()
    assert "has missed turns" in " ".join(str(month.last(stan).get_body(("plain",)).get_content()).split())
    month.reply(stan, "yes")
    month.seats[match, stan] = month.seats.pop((match, late))
    assert month.club.look(match).seats[seat].name == "Stan"
    assert "Stan took over a team after turn" in all_told(month, others[0], f"/match/{match}/1")
    month.show(late, f"/match/{match}/{seat + 1}")
    assert not month.page(late).locator("#choose").count(), "the browser of the player before no longer plays the seat"
    month.orders(match, stan)


def seat_is_reopened(month: Month, match: str, late: str, asker: str) -> None:
    """A player who does not come back is asked for, does not object, and another one gets the seat by a new link."""
    seat, eve = month.seats[match, late], "eve@example.org"
    closes(month, match)
    all_told(month, asker, f"/match/{match}/1")
    page = month.page(asker)
    page.locator(f"#lost{seat} > summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Ask to reopen this seat").click()
    all_told(month, late, f"/match/{match}/{seat + 1}")
    assert month.page(late).get_by_role("button", name="I am here: keep my seat").count() == 1
    month.later(8 * DAY)
    all_told(month, asker, f"/match/{match}/1")
    with page.expect_navigation():
        page.get_by_role("button", name="Reopen the seat of").click()
    (link,) = set(re.findall(r"/seat/([\w-]{20,})", page.content()))
    month.note(asker, page.content())
    month.seats.pop((match, late))
    month.joins(eve, match, link, seat)
    assert month.club.look(match).seats[seat].name == "Eve"
    month.show(late, f"/match/{match}/{seat + 1}")
    assert not month.page(late).locator("#choose").count()


def ends(month: Month, match: str, people: list[str]) -> None:
    """The rest of the race, and its zine, which tells all that the host did."""
    play_out(month.club, match)
    month.post()
    said = month.show(people[0], f"/match/{match}/zine")
    for part in ("Tour of the Vale", "Stage 1", "2026-07-05", "What the host did", "By telephone", "Dora takes over"):
        assert part in said
    assert {each.by for each in trail_of(month.club.database, match)} == {NO_SEAT, OWNER}


def archived_and_deleted(month: Month, match: str, people: list[str]) -> None:
    """The race goes into the archive. It is deleted once all have agreed, by email and in the browser."""
    month.host(match, "archive", reason="The season is over")
    month.show(people[0], "/")
    assert match not in month.page(people[0]).content()
    month.host(match, "delete", reason="Nobody needs it")
    month.post()
    assert "The host asks you to agree to something." in month.show(people[2], "/")
    month.reply(people[0], "yes", "Vale: the host asks")
    month.reply(people[1], "einverstanden", "Vale: Der Spielleiter bittet")
    month.reply(people[2], "yes", "Vale: the host asks")
    with pytest.raises(DeletedMatch):
        month.club.look(match)
    assert "The host deleted this match" in month.show(people[0], f"/match/{match}/watch")


def leaks_nothing(month: Month) -> None:
    """Nobody was sent an order that was sealed then, another person's address, or a link to another person's seat."""
    people = {who for _match, who in month.seats} | {HOST}
    assert len(month.read) > 100
    for each in month.read:
        assert not [secret for secret in each.secrets if secret in each.text], (each.who, each.text[:300])
        for other in people - {each.who}:
            assert other not in each.text, (each.who, other)
    for link, owner in month.links.items():
        later = [each for each in month.read if link in each.text and each.who not in (owner, HOST, "ann@example.org")]
        assert not later, owner
