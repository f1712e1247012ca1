"""Mails of players: orders sealed, refused and replaced, and that nobody can forge, repeat or flood them."""

from __future__ import annotations

import mailbox as folders
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_string, policy
from email.message import EmailMessage
from functools import partial
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

from breakaway.club import absences, email_addresses, mail_log
from breakaway.club.absences import keep_time
from breakaway.club.club import Club
from breakaway.club.database import Keys, Unreachable, take_up_keys
from breakaway.club.mail_log import PostedMail, delivery_statuses
from breakaway.club.schema import CLOSE, outbox
from breakaway.club.time_control import DAILY, POSTAL, PRESETS, Terms
from breakaway.core.language import UserError
from breakaway.mail import transport
from breakaway.mail.letters import Sender
from breakaway.mail.postman import Postman
from breakaway.mail.replies import Receiver
from breakaway.mail.transport import IncomingMail, fetch, incoming
from breakaway.records.record_file import parse
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, football_match, play_out, race
from tests.mailing.conftest import subscribe, words


class ByMail:
    """A slow match whose players answer by mail."""

    def __init__(
        self,
        club: Club,
        folder: Path,
        game: str = "cycling",
        turns: int = 1,
        language: str = "en",
        teams: int = 2,
        zone: str = "",
        start: datetime = NOON,
        riders: dict[str, list[str]] | None = None,
        **house: str,
    ) -> None:
        self.club, self.wall, self.sent, self.count = club, Wall(club), list[PostedMail](), 0
        self.wall.moment = start
        seconds, pace = PRESETS[DAILY if zone else POSTAL]
        pace = replace(pace, zone=zone or "UTC")
        begins, late = (race(("human",) * teams, **house), CLOSE) if game == "cycling" else (football_match(), "wait")
        begins = replace(begins, names={**begins.names, "riders": riders}) if riders else begins
        folder.mkdir(exist_ok=True)
        made = club.create(game, begins, "The Cup", here=range(teams), terms=Terms(seconds, late, pace=pace))
        self.id, self.folder = made.id, folder / "in"
        play_out(club, self.id, turns=turns)
        club.resolve(self.id)
        self.box = folders.Maildir(self.folder, create=True)
        self.sender = Sender("https://play.example.org", "play@example.org", club.database.keys.reply)
        reader = partial(fetch, IncomingMail("maildir", "", 0, "", str(self.folder)), "")
        self.postman = Postman(club, self.sender, self.keep, reader, authserv="mx.example.org")
        for seat in range(teams):
            subscribe(club, self.id, seat, language)
        self.postman.glance()
        self.first = tuple(self.sent)
        self.sent.clear()

    def keep(self, mail: PostedMail) -> str:
        self.sent.append(mail)
        return "250 taken"

    def address(self, seat: int) -> str:
        box = email_addresses.mailbox(self.club.database, self.id, seat)
        assert box
        return self.sender.reply_address(box)

    def letter(self, text: str, to: str, subject: str = "my orders", **heads: str) -> bytes:
        self.count += 1
        made = EmailMessage()
        made["From"], made["To"], made["Subject"] = "somebody@example.com", to, subject
        made["Message-ID"] = heads.pop("message_id", f"<{self.count}@example.com>")
        for name, value in heads.items():
            made[name.replace("_", "-")] = value
        made.set_content(text)
        return made.as_bytes()

    def mail(self, seat: int, text: str, subject: str = "my orders", **heads: str) -> str:
        """A player's mail; gives the text of the receipt, or nothing if there is none."""
        self.box.add(self.letter(text, self.address(seat), subject, **heads))
        self.postman.glance()
        receipts = [each for each in self.sent if each.kind == "receipt"]
        self.sent.clear()
        assert len(receipts) <= 1
        assert all(each.address == f"player{seat}@example.org" for each in receipts)
        return opened(receipts[0].text) if receipts else ""

    def order(self, seat: int, seed: int = 1) -> str:
        look = self.club.look(self.id, seat)
        return look.observation.write(any_order(self.club, self.id, seat, seed)).replace("\n", "; ")

    def sealed(self, seat: int) -> str:
        look = self.club.look(self.id, seat)
        return look.observation.write(look.sealed.order).replace("\n", "; ") if look.sealed else ""


def opened(text: str) -> str:
    letter = message_from_string(text, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    return " ".join(f"{letter['Subject']}\n{words(letter)}".split())


def test_an_order_is_sealed_answered_and_replaced_and_the_last_one_counts(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    one, two = table.order(0, 1), table.order(0, 7)
    assert one != two
    said = table.mail(0, f"Hi,\n\n{one}\n\nCheers\nAnn\n\nSent from my phone")
    assert said.startswith("The Cup, turn 1: your order is sealed")
    assert f"Sealed: {one}" in said
    assert "Deadline: 2026-07-05 20:00 UTC" in said
    assert table.sealed(0) == one
    said = table.mail(0, two)
    assert f"Sealed: {two} Replaced order: {one}" in said
    assert table.sealed(0) == two
    assert club.look(table.id).turn == 1
    table.mail(1, table.order(1))
    assert club.look(table.id).turn == 2, "the turn is played when all orders are in"
    written = parse(club.download(table.id, running=True)).lines[-1]["orders"]["0"]
    assert club.look(table.id, 0).observation.write(written).replace("\n", "; ") == two


def test_an_email_that_orders_and_shows_the_cards_does_both(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path, profile="boxed")
    order = table.order(0)
    said = table.mail(0, f"{order}\n\nShow my cards")
    assert f"Sealed: {order}" in said
    assert "Everybody sees your cards now." in said
    assert table.sealed(0) == order
    hand = club.look(table.id, 1).observation.view.hand
    assert list(hand[0])[:2] != [0, 0], "the other team sees them"


def test_the_receipt_can_be_checked_by_hand(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path, "football")
    (seat, *_rest) = club.look(table.id).waiting
    order = table.order(seat)
    said = table.mail(seat, order)
    salt, digest = said.partition("Salt: ")[2].split()[0], said.partition("SHA-256: ")[2].split()[0]
    assert sha256(f"{salt} {order}".encode()).hexdigest() == digest


def test_what_is_not_clear_is_refused_with_what_can_be_chosen_and_the_earlier_order_stands(
    club: Club, tmp_path: Path
) -> None:
    table = ByMail(club, tmp_path)
    said = table.mail(0, "A99 B7 C9 D5")
    assert said.startswith("The Cup, turn 1: no order was accepted")
    assert "You have no sealed order yet." in said
    assert "What you can choose".upper() in said
    assert "()" not in said + table.mail(0, "A12 B7 C9 D5?"), "a reason without a rule has no brackets"
    order = table.order(0)
    table.mail(0, order)
    said = table.mail(0, "if Blue attacks then A10, else A2")
    assert f"Your earlier order still stands: {order}" in said
    assert "condition" in said
    assert table.sealed(0) == order


def test_an_order_is_withdrawn_until_the_turn_closes_and_leaves_no_trace_in_the_record(
    club: Club, tmp_path: Path
) -> None:
    table = ByMail(club, tmp_path)
    order, lines = table.order(0), club.download(table.id, running=True)
    assert "This seat has no sealed order" in table.mail(0, "withdraw")
    table.mail(0, order)
    said = table.mail(0, "withdraw", subject="Re: The Cup, the line-ups: your choice")
    assert "This order is for the line-ups. The match is at turn 1." in said
    assert table.sealed(0) == order
    said = table.mail(0, "Please withdraw my orders.\n\nAnn")
    assert said.startswith("The Cup, turn 1: done")
    assert f"You have withdrawn your order: {order} You have no sealed order yet." in said
    assert table.sealed(0) == ""
    assert club.look(table.id).waiting == [0, 1]
    assert club.download(table.id, running=True) == lines
    table.mail(0, order)
    table.wall.moment = club.listed(table.id).closes or table.wall.moment
    said = table.mail(0, "Ich ziehe meine Anweisung zurück")
    assert "This turn is closing, so its orders can no longer be changed." in said
    assert table.sealed(0) == order


@pytest.mark.parametrize(
    "subject",
    [
        "AW: The Cup, Zug {n}: deine Wahl",
        "Re: The Cup, turn {n}: your choice",
        "Re: The Cup, question {n}: your choice",
    ],
)
def test_a_mail_about_an_earlier_turn_is_refused_with_both_numbers(club: Club, tmp_path: Path, subject: str) -> None:
    """Mails from before the turns of a match had one numbering asked questions."""
    table = ByMail(club, tmp_path, "football", turns=2)
    (seat, *_rest) = club.look(table.id).waiting
    order, turn = table.order(seat), club.look(table.id).turn
    said = table.mail(seat, order, subject=subject.format(n=turn))
    assert f"{turn}. The match is at turn {turn + 1}." in said
    assert (table.sealed(seat), club.look(table.id).turn) == ("", turn)
    table.mail(seat, order, subject=subject.format(n=turn + 1))
    assert club.look(table.id).turn == turn + 1


@pytest.mark.parametrize("game", ["cycling", "football"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_order_with_the_number_of_the_subject_is_understood_wherever_it_stands(
    club: Club, tmp_path: Path, game: str, language: str
) -> None:
    """The race's turn 1 is the second of the record, which begins with the line-ups."""
    table, word = ByMail(club, tmp_path, game, turns=3, language=language), {"en": "turn", "de": "Zug"}[language]
    (seat, *_rest) = club.look(table.id).waiting
    order, played = table.order(seat), club.look(table.id).turn
    turn = {"cycling": played, "football": played + 1}[game]
    before = turn - 1
    assert table.mail(seat, "status").startswith(f"The Cup, {word} {turn}: ")
    for text, subject in ((f"{word} {before}: {order}", "hello"), (order, f"Re: The Cup, {word} {before}: x")):
        said = table.mail(seat, text, subject=subject)
        assert said.startswith(f"The Cup, {word} {turn}: "), said
        assert f"{word} {before}" in said.replace(text, "")
        assert (table.sealed(seat), club.look(table.id).turn) == ("", played)
    assert order in table.mail(seat, f"{word} {turn}: {order}", subject="hello")
    if game == "cycling":
        assert table.sealed(seat) == order
        assert order in table.mail(seat, f"{word} {turn}:\n\n{order}", subject="hello")
        assert order in table.mail(seat, order, subject=f"Re: The Cup, {word} {turn}: x")
    else:
        assert club.look(table.id).turn > played, "one side alone is asked"


def test_a_player_who_says_which_turn_an_order_is_for_may_answer_any_mail(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path, turns=3)
    order = table.order(0)
    table.mail(0, f"turn 3: {order}", subject="Re: The Cup, turn 2: your choice")
    assert table.sealed(0) == order
    table.mail(0, "withdraw", subject="Re: your report on turn 2")
    assert table.sealed(0) == "", "a report that the subject names in passing is no turn to play"


def test_whoever_asks_for_the_status_changes_nothing_about_the_mails_that_come(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    email_addresses.set_wishes(club.database, table.id, 0, digest=True)
    said = table.mail(0, "status")
    assert said.startswith("The Cup, turn 1: where the match stands")
    assert "You now get an email for each turn." not in said
    box = email_addresses.mailbox(club.database, table.id, 0)
    assert box is not None
    assert box.digest


def test_german_players_write_and_read_german(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path, language="de")
    order = table.order(0)
    said = table.mail(0, f"Hallo zusammen,\n\nbitte {order}\n\nViele Grüße\nAnn")
    assert said.startswith("The Cup, Zug 1: Dein Befehl ist versiegelt")
    assert table.sealed(0) == order


def test_a_mail_counts_once_however_often_it_comes(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    one, two = table.order(0, 1), table.order(0, 7)
    table.mail(0, one, message_id="<one@example.com>")
    table.mail(0, two, message_id="<two@example.com>")
    assert table.mail(0, one, message_id="<one@example.com>") == "", "it was read before"
    assert table.sealed(0) == two
    assert table.mail(0, "", message_id="<two@example.com>") == ""


def test_only_a_signed_address_is_read_and_nobody_else_gets_an_answer(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    order, signed = table.order(0), table.address(0)
    moved = signed.replace(".0.", ".1.")
    for to in ("play@example.org", moved, signed.replace(table.id, "abcdefgh"), f"{signed[:-14]}aa@example.org"):
        table.box.add(table.letter(order, to, From2="player0@example.org"))
    table.postman.glance()
    assert table.sent == []
    assert table.sealed(0) == ""
    assert {each.outcome for each in mail_log.arrivals(club.database)} == {mail_log.STRANGER}
    subscribe(club, table.id, 0)
    table.wall.on(1)
    subscribe(club, table.id, 0)
    table.box.add(table.letter(order, signed))
    table.postman.glance()
    assert table.sealed(0) == "", "the old address belonged to another mailbox"


def with_key(table: ByMail, key: str) -> None:
    """The server stops, gets another key for replies, and starts again as with --new-keys."""
    club, folder = table.club, table.club.database.keys.folder
    (folder / "reply.key").write_text(key)
    club.database.keys = Keys(folder)
    take_up_keys(club.database)
    table.sender = replace(table.sender, key=club.database.keys.reply)
    reader = partial(fetch, IncomingMail("maildir", "", 0, "", str(table.folder)), "", left=set())
    table.postman = Postman(club, table.sender, table.keep, reader)


def test_an_email_to_an_address_of_an_exchanged_key_stays_unread_until_its_key_is_back(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ByMail(club, tmp_path)
    take_up_keys(club.database)
    with club.database.writing() as connection:
        connection.execute(update(outbox).where(outbox.c.n == 1).values(reference="0" * 20))
    first, order, old = (club.database.keys.folder / "reply.key").read_text(), table.order(0), table.address(0)
    with_key(table, "0f" * 32)
    monkeypatch.setattr(transport, "MOST", 1)
    table.box.add(table.letter(order, old))
    table.box.add(table.letter("Buy my pills", "play@example.org"))
    for _ in range(3):
        table.postman.glance()
    assert [each.get_subdir() for each in table.box].count("new") == 1, "it holds up no other email"
    assert sorted(each.outcome for each in mail_log.arrivals(club.database)) == [mail_log.OLD, mail_log.STRANGER]
    assert table.sealed(0) == ""
    assert table.mail(0, order).startswith("The Cup, turn 1: your order is sealed"), "the new address works"
    table.mail(0, "withdraw")
    with_key(table, "0f" * 32)
    table.postman.glance()
    assert [each.get_subdir() for each in table.box].count("new") == 1, "nor does it vanish at the next start"
    with_key(table, first)
    table.postman.glance()
    assert table.sealed(0) == order
    assert "new" not in [each.get_subdir() for each in table.box]


def test_what_nobody_wrote_is_not_answered_and_a_flood_ends(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ByMail(club, tmp_path)
    assert table.mail(0, "I am away until Monday.", subject="Out of office", Auto_Submitted="auto-replied") == ""
    assert [each.outcome for each in mail_log.arrivals(club.database)] == [mail_log.AUTOMATIC], "the owner is told so"
    monkeypatch.setattr(mail_log, "MOST_RECEIPTS", 3)
    assert [bool(table.mail(0, "what?")) for _ in range(5)] == [True, True, True, False, False]
    table.wall.on(24 * 3600)
    assert table.mail(0, "what?")


@pytest.mark.slow
def test_our_own_mails_get_no_answer_if_they_come_to_us(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    email_addresses.set_wishes(club.database, table.id, 1, True, "UTC")
    for seat in (0, 1):
        table.box.add(table.letter(table.order(seat), table.address(seat)))
    table.wall.on(24 * 3600)
    table.postman.glance()
    sent = {each.kind: each for each in table.sent}
    assert set(sent) == {"receipt", "turn", "digest"}
    for number, each in enumerate(sent.values()):
        back = message_from_string(each.text, policy=policy.SMTP)
        back.replace_header("To", table.address(0))
        back.replace_header("Message-ID", f"<back-{number}@example.com>")
        table.box.add(back.as_bytes())
    table.sent.clear()
    table.postman.glance()
    assert table.sent == []
    outcomes = [each.outcome for each in mail_log.arrivals(club.database)]
    assert sorted(outcomes) == [mail_log.AUTOMATIC] * 3 + [mail_log.SEALED] * 2


@pytest.mark.slow
def test_players_take_vacations_ask_for_the_status_and_resign_by_mail(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    said = table.mail(0, "vacation 2026-07-03 to 2026-07-06")
    assert "You are on vacation from 2026-07-03 to 2026-07-06." in said
    assert "Deadline: 2026-07-12 20:00 UTC" in said
    assert "already on vacation" in table.mail(0, "vacation 2026-07-05 to 2026-07-07")
    assert table.mail(0, "status").startswith("The Cup, turn 1: where the match stands")
    assert "You have resigned." in table.mail(1, "I resign")
    assert club.look(table.id).is_over


def test_what_another_seat_has_sealed_changes_no_byte_of_a_receipt(club: Club, tmp_path: Path) -> None:
    found = []
    for seed in (1, 2):
        table = ByMail(club, tmp_path / str(seed))
        for _ in range(seed):
            club.choose(table.id, 1, any_order(club, table.id, 1, seed))
        monday = table.mail(0, "what can I do?").replace(table.id, "MATCH")
        found.append(monday)
    assert found[0] == found[1]


def test_a_match_goes_on_when_an_order_is_read_again_after_the_server_died(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    raw, receiver = table.letter(table.order(0), table.address(0)), Receiver(club, table.sender)
    gone_on: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(club, "resolve", gone_on.append)
        assert [receiver.take(raw).outcome for _ in range(2)] == [mail_log.SEALED, "known"]
    assert gone_on == [table.id, table.id], "nobody knows whether it went on before the server died"


def test_a_receipt_says_what_has_become_of_earlier_orders(club: Club, tmp_path: Path) -> None:
    table = ByMail(club, tmp_path)
    assert "You have no sealed order yet." in table.mail(0, "A1 B1 C1 D1")
    first, second = table.order(0, 1), table.order(0, 2)
    assert first != second
    assert "Replaced order" not in table.mail(0, first)
    said = table.mail(0, second)
    assert "Replaced order" in said
    assert "You have no sealed order yet." not in said


def test_a_server_that_dies_while_reading_reads_the_mail_again(club: Club, tmp_path: Path) -> None:
    """The order and the note that the mail was read are one transaction."""
    table = ByMail(club, tmp_path)
    order = table.order(0)
    raw = table.letter(order, table.address(0))
    receiver, real = Receiver(club, table.sender), mail_log.note_in

    def dies(*given: object) -> None:
        real(*given)  # type: ignore[arg-type]
        raise Unreachable("gone")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mail_log, "note_in", dies)
        with pytest.raises(Unreachable):
            receiver.take(raw)
    assert table.sealed(0) == ""
    assert mail_log.arrivals(club.database) == []
    assert receiver.take(raw).outcome == mail_log.SEALED
    assert receiver.take(raw).outcome == "known"
    assert table.sealed(0) == order
    assert len([each for each in delivery_statuses(club.database) if each.kind == "receipt"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("zone", "start", "by_mail"),
    [
        ("Europe/Berlin", datetime(2026, 3, 25, 12, tzinfo=UTC), range(6)),
        ("America/New_York", datetime(2026, 3, 4, 12, tzinfo=UTC), range(0, 6, 2)),
    ],
)
def test_a_race_of_six_teams_is_played_by_mail_or_mixed_to_its_end_while_summer_time_begins(
    club: Club, tmp_path: Path, zone: str, start: datetime, by_mail: range
) -> None:
    """Everybody holds the order, so each turn closes at its deadline: every evening at eight, by the clock there."""
    table = ByMail(club, tmp_path, turns=0, teams=6, zone=zone, start=start)
    closed, late = [], 3
    while not club.look(table.id).is_over:
        look = club.look(table.id)
        for seat in look.waiting:
            absences.hold(club.database, table.id, seat, look.turn, is_ready=False)
            if seat == late and look.turn % 3 == 2:
                continue  # no moves received
            if seat in by_mail:
                assert "your order is sealed" in table.mail(seat, table.order(seat, look.turn).replace("; ", "\n"))
            else:
                club.choose(table.id, seat, any_order(club, table.id, seat, look.turn))
        assert club.resolve(table.id) == 0
        assert look.closes
        table.wall.moment = look.closes
        closed.append(look.closes)
        assert keep_time(club, table.id)
    assert club.check(table.id).details[0].endswith("finished:")
    assert {each.astimezone(ZoneInfo(zone)).hour for each in closed} == {21}, "an hour of grace"
    assert len({each.hour for each in closed}) == 2, "summer time began"
    assert closed == sorted(set(closed))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("imap.example.org", "expected imaps://"),
        ("imaps://mail.example.org", "expected imaps://"),
        ("imaps://play:secret@mail.example.org", "others can see a password in this option"),
        ("imap://play@mail.example.org", "must be encrypted"),
        ("imaps://play@host:port", "expected an address such as imaps://"),
    ],
)
def test_a_wrong_address_of_the_mailbox_is_told_with_a_right_one(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        incoming(text)


def test_folders_and_users_are_read_from_the_address() -> None:
    found = incoming("imaps://play%40me@mail.example.org/The%20Games")
    assert found == IncomingMail("imaps", "mail.example.org", 993, "play@me", "The Games")
