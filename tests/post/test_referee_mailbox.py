"""One mailbox for all teams: whose an email is, what is read once, and what nobody can slip in."""

from __future__ import annotations

import stat
from pathlib import Path
from zlib import crc32

from tests.post.races import LINE_UP, postal_race, short_race
from tests.post.test_referee_mails import call, sealed

OTHER = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
VOUCHED = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n"


def box(folder: Path, *mails: str) -> Path:
    """A Maildir with these emails."""
    place = folder / "mail"
    for name in ("cur", "new", "tmp"):
        (place / name).mkdir(parents=True, exist_ok=True)
    for mail in mails:
        n = len(list((place / "new").iterdir()))
        (place / "new" / f"{1700000000 + n}.M1.host").write_text(mail, encoding="utf-8")
    return place


def email(subject: str, text: str, sender: str = "liz@example.com", to: str = "tom@example.org", top: str = "") -> str:
    number = crc32(f"{subject} {text} {sender} {to} {top}".encode())
    return f"{top}From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{number}@example.com>\n\n{text}\n"


def table(folder: Path, text: str = 'Red = "liz@example.com"\nBlue = ["bob@example.com", "rob@example.com"]') -> Path:
    path = folder / "addresses.toml"
    path.write_text(f"[addresses]\n{text}\n", encoding="utf-8")
    return path


def test_blues_line_up_is_not_sealed_as_reds(tmp_path: Path) -> None:
    file = short_race(tmp_path)
    place = box(tmp_path, email("Red line-up", LINE_UP), email("Line-up of Blue", OTHER, "bob@example.com"))
    result = call("orders", file, "Red", "--mail", place)
    assert (result.exit_code, sealed(file)) == (1, {})
    assert "it is not clear whose email this is: the command says Red, its subject says Blue" in result.stderr
    assert call("orders", file, "Red", "--mail", place, "--yes").exit_code == 0
    assert list(sealed(file)) == [0]


def test_each_email_is_sealed_for_the_team_that_its_subject_names(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    place = box(tmp_path, email("Red orders", "A10 B8 C9 D6"), email("Orders of Blue", "A10 B9 C3 D5"))
    result = call("orders", file, "--mail", place)
    assert result.exit_code == 0
    assert "1700000000.M1.host: understood, Red\n  A10 B8 C9 D6\n" in result.stdout
    assert sealed(file) == {0: [10, 8, 9, 6], 1: [10, 9, 3, 5]}
    nobody = call("orders", file, "--mail", box(tmp_path, email("my orders", "A10 B8 C9 D6")))
    assert "nothing says which team sent this email" in nobody.stderr
    both = call("orders", file, "--mail", box(tmp_path, email("Red and Blue", "A10 B8 C9 D6")))
    assert "its subject names Red and Blue" in both.stderr


def test_the_table_counts_only_if_the_mail_server_vouches_for_the_sender(tmp_path: Path) -> None:
    file, addresses = postal_race(tmp_path), table(tmp_path)
    place = box(tmp_path, email("orders", "A10 B8 C9 D6"))
    words = ("orders", file, "--mail", place, "--addresses", addresses)
    assert "your mail server does not vouch that this email is from liz@example.com" in call(*words).stderr
    forged = email("orders", "A10 B8 C9 D5", top=VOUCHED.replace("mx.example.org", "mx.evil.example"))
    box(tmp_path, forged)
    assert call(*words, "--authserv-id", "mx.example.org").exit_code == 1
    assert sealed(file) == {}
    vouched = tmp_path / "good.eml"
    vouched.write_text(email("orders", "A10 B9 C9 D5", top=VOUCHED), encoding="utf-8")
    good = call("orders", file, "--mail", vouched, "--addresses", addresses, "--authserv-id", "mx.example.org")
    assert (good.exit_code, sealed(file)) == (0, {0: [10, 9, 9, 5]})


def test_where_table_and_subject_disagree_nothing_is_sealed(tmp_path: Path) -> None:
    file, addresses = postal_race(tmp_path), table(tmp_path)
    place = box(tmp_path, email("Blue orders", "A10 B8 C9 D6", top=VOUCHED))
    words = ("orders", file, "--mail", place, "--addresses", addresses, "--authserv-id", "mx.example.org")
    told = call(*words)
    assert "the table of addresses says Red, its subject says Blue" in told.stderr
    assert call(*words, "--yes").exit_code == 0
    assert sealed(file) == {}
    passing = box(tmp_path / "two", email("Re: report of turn 0: Blue leads", "A10 B8 C9 D6", top=VOUCHED))
    assert call(*words[:3], passing, *words[4:]).exit_code == 0
    assert sealed(file) == {0: [10, 8, 9, 6]}


def test_a_signed_address_names_the_team_and_another_races_does_not(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    told = dict(line.split(": ") for line in call("addresses", file, "tom@example.org").stdout.splitlines())
    assert list(told) == ["Red", "Blue", "Green"]
    assert call("addresses", file, "tom@example.org").stdout.splitlines()[0] == f"Red: {told['Red']}"
    kept = file.with_name("race.match.mail")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    place = box(tmp_path, email("hello", "A10 B8 C9 D6", "x@example.net", told["Blue"]))
    assert call("orders", file, "--mail", place).exit_code == 0
    assert sealed(file) == {1: [10, 8, 9, 6]}
    lies = box(tmp_path / "lies", email("Red orders", "A10 B8 C9 D5", "x@example.net", told["Blue"]))
    assert "its signed address says Blue, its subject says Red" in call("orders", file, "--mail", lies).stderr
    (tmp_path / "b").mkdir()
    another = call("addresses", postal_race(tmp_path / "b"), "tom@example.org").stdout.splitlines()[0].split(": ")[1]
    foreign = box(tmp_path / "foreign", email("orders", "A10 B8 C9 D5", "x@example.net", another))
    assert call("orders", file, "--mail", foreign).exit_code == 1
    assert sealed(file) == {1: [10, 8, 9, 6]}


def test_an_email_is_read_once_over_commands_and_turns(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    old, unnamed = email("Red", "A10 B9 C9 D6"), "From: a@example.com\nSubject: Blue\n\nA10 B9 C9 D6\n"
    place = box(tmp_path, old, unnamed)
    assert call("orders", file, "--mail", place).exit_code == 0
    assert call("orders", file, "Red", "--text", "A10 B8 C8 D6").exit_code == 0
    again = call("orders", file, "--mail", place)
    assert again.stdout.count("this email was read before") == 2
    assert sealed(file)[0] == [10, 8, 8, 6], "an old email does not replace newer orders"
    assert call("run", file, "--yes", "--report", "none").exit_code == 0
    assert call("orders", file, "--mail", place).stdout.count("this email was read before") == 2
    assert sealed(file) == {}
    assert "read before" not in call("orders", file, "--mail", place, "--again", "--yes").stdout


def test_an_email_in_doubt_or_for_a_later_turn_is_read_again(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    place = box(tmp_path, email("Red", "turn 2: A4 B8 C8 D5"))
    assert call("orders", file, "--mail", place).exit_code == 1
    assert call("orders", file, "--mail", place, "--yes").exit_code == 0
    assert call("orders", file, "Red", "--text", "A10 B9 C9 D6").exit_code == 0
    call("run", file, "--yes", "--report", "none")
    later = call("orders", file, "--mail", place)
    assert "read before" not in later.stdout + later.stderr


def test_nobody_blocks_anothers_email_with_its_message_id(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    theirs = email("Red", "A10 B9 C9 D6")
    evil = theirs.replace("liz@example.com", "eve@example.net").replace("A10 B9 C9 D6", "thanks")
    call("orders", file, "--mail", box(tmp_path, evil), "--yes")
    assert call("orders", file, "--mail", box(tmp_path / "two", theirs)).exit_code == 0
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_wrong_tables_are_told(tmp_path: Path) -> None:
    file, place = postal_race(tmp_path), box(tmp_path, email("Red", "A10 B9 C9 D6"))
    for text, says in {
        "Red = 7": "expected a table [addresses]",
        "Rot = 'a@example.org'": "is not a team",
        "Red = 'a@example.org'\nBlue = 'A@example.org'": "stands for two teams",
    }.items():
        assert says in call("orders", file, "--mail", place, "--addresses", table(tmp_path, text)).stderr
    assert "name the team whose orders these are" in call("orders", file, "--text", "A10 B9 C9 D6").stderr
    assert "expected an address such as" in call("addresses", file, "tom").stderr
    file.with_name("race.match.mail").write_text("{", encoding="utf-8")
    assert "is damaged; restore it from a copy" in call("orders", file, "--mail", place).stderr
