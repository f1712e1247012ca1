"""The referee takes orders from mails: a file, standard input, a Maildir. A mail in doubt changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner, Result

from breakaway.games.cycling.referee import desk
from breakaway.games.cycling.referee.commands import referee
from breakaway.games.cycling.referee.race_files import at_work
from breakaway.records.record_file import Files
from tests.post.races import postal_race

HEAD = "From: liz@example.org\nSubject: Re: orders for turn 1\nMessage-ID: <{n}@example.org>\n\n"
QUOTED = "\n\nOn Monday, Referee wrote:\n> A1 B2 C3 D4\n"


def call(*words: object, given: str | None = None) -> Result:
    return CliRunner().invoke(referee, [str(word) for word in words], input=given)


def sealed(file: Path) -> dict[int, list[int]]:
    with at_work(file) as match:
        return {seat: each.order for seat, each in match.sealed.items()}


def maildir(folder: Path, *texts: str) -> Path:
    """A Maildir with one mail for each text, the first half already read."""
    place = folder / "mail"
    for name in ("cur", "new", "tmp"):
        (place / name).mkdir(parents=True)
    for n, text in enumerate(texts):
        part = "cur" if n < len(texts) / 2 else "new"
        (place / part / f"{1700000000 + n}.M1.host:2,S").write_text(HEAD.format(n=n) + text, encoding="utf-8")
    return place


def test_an_eml_file_gives_the_order_without_what_it_quotes_ba_8_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    mail = tmp_path / "red.eml"
    mail.write_text(HEAD.format(n=1) + "Hi Tom,\nplease A - 10, B - 9, C - 9, D - 6" + QUOTED, encoding="utf-8")
    result = call("orders", file, "Red", "--mail", mail)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "red.eml: understood\n  A10 B9 C9 D6\nRed, turn 1: sealed.\nA10 B9 C9 D6\n"
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_a_mail_on_standard_input_is_read_as_a_mail_and_text_as_text_ba_8_1(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    assert call("orders", file, "Red", given=HEAD.format(n=1) + "A10 B9 C9 D6" + QUOTED).exit_code == 0
    assert call("orders", file, "Blue", given="Hallo Tom,\nbitte A10/B8/C9/D6\nGruß Bert").exit_code == 0
    assert sealed(file) == {0: [10, 9, 9, 6], 1: [10, 8, 9, 6]}


def test_a_maildir_gives_the_last_order_and_says_what_each_mail_was_read_as(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    place = maildir(tmp_path, "A10 B8 C9 D6", "A10 B9 C9 D6", "A10 B9 C8 D5\n\nvacation 2026-08-01 to 2026-08-15")
    again = place / "new" / "1700000009.M1.host"
    again.write_text(HEAD.format(n=0) + "A10 B8 C9 D6", encoding="utf-8")
    away = place / "new" / "1700000010.M1.host"
    away.write_text("Auto-Submitted: auto-replied\nSubject: I am away\n\nA10 B8 C3 D5", encoding="utf-8")
    result = call("orders", file, "Red", "--mail", place)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "1700000000.M1.host:2,S: understood",
        "  A10 B8 C9 D6",
        "1700000001.M1.host:2,S: understood",
        "  A10 B9 C9 D6",
        "1700000002.M1.host:2,S: understood",
        "  A10 B9 C8 D5",
        "  asks for: vacation 2026-08-01 to 2026-08-15",
        "1700000009.M1.host: skipped, this email was read before",
        "1700000010.M1.host: skipped, not written by a person (automatic)",
        "Red, turn 1: sealed.",
        "A10 B9 C8 D5",
    ]
    assert sealed(file) == {0: [10, 9, 8, 5]}


def test_a_mail_in_doubt_changes_nothing_unless_the_referee_says_so_ba_8_2(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    desk.take_orders(file, "Red", "A10 B8 C3 D5")
    place = maildir(tmp_path, "A10 B9 C9 D6", "turn 2: A10 B8 C9 D6", "A10 B9 C8 D6 unless Blue attacks")
    before = file.read_bytes(), Files(file).secret_path.read_bytes()
    result = call("orders", file, "Red", "--mail", place)
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        "1700000001.M1.host:2,S: in doubt\n  not used: A10 B8 C9 D6: these orders are for turn 2, but it is now turn 1"
        in (result.stderr)
    )
    assert (
        "line 1: A10 B9 C8 D6 unless Blue attacks: an order cannot have a condition; leave out 'unless'"
        in result.stderr
    )
    assert "legal: B: 8 9" in result.stderr
    assert result.stderr.endswith("Nothing was changed. Add --yes to take the emails that are clear.\n")
    assert (file.read_bytes(), Files(file).secret_path.read_bytes()) == before
    taken = call("orders", file, "Red", "--mail", place, "--yes")
    assert taken.exit_code == 0
    assert "This replaces what was sent before." in taken.stdout
    assert sealed(file) == {0: [10, 9, 9, 6]}


def test_a_mail_shows_one_team_nothing_of_another(tmp_path: Path) -> None:
    """What is legal for Red does not depend on what Blue has sealed."""
    told = []
    for blue in ("A10 B8 C9 D6", "A10 B9 C8 D5"):
        folder = tmp_path / re.sub(r"\W", "", blue)
        folder.mkdir()
        file = postal_race(folder, profile="blind")
        desk.take_orders(file, "Blue", blue)
        told.append(call("orders", file, "Red", given=HEAD.format(n=1) + "A10 B7 C9\nif Blue A attacks A12").stderr)
    assert told[0] == told[1]
    assert "legal" in told[0]


def test_wrong_places_are_told(tmp_path: Path) -> None:
    file = postal_race(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there are no emails; expected a file, a Maildir" in call("orders", file, "Red", "--mail", empty).stderr
    missing = call("orders", file, "Red", "--mail", tmp_path / "none.eml")
    assert (missing.exit_code, missing.stderr.count("\n")) == (1, 1)
    both = call("orders", file, "Red", "--mail", empty, "--text", "A10")
    assert (both.exit_code, both.stderr) == (2, "referee: give the orders with --text or with --mail, not with both\n")
