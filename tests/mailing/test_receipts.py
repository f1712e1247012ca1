"""A receipt is checked against the record: on the page, in the terminal, and never before the match is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.core.language import UserError
from breakaway.players.receipts import OrderReceipt, check_receipt, fits, read_receipt, receipt_for
from breakaway.records.record_file import parse
from breakaway.terminal.replay import verify_file
from tests.club.starts import any_order, play_out
from tests.mailing.test_receiving import ByMail
from tests.web.session import browser, post


def played(club: Club, folder: Path, game: str = "cycling") -> tuple[ByMail, str, str, str]:
    """A match that is over, an order of its first turn with its receipt, and the receipt that it replaced."""
    table = ByMail(club, folder, game)
    (seat, *others) = club.look(table.id).waiting
    earlier = table.mail(seat, table.order(seat, 7)) if others else ""
    order = table.order(seat, 1)
    last = table.mail(seat, order)
    for other in others:
        club.choose(table.id, other, any_order(club, table.id, other, 1))
    play_out(club, table.id)
    assert club.look(table.id).is_over
    return table, order, last, earlier


@pytest.mark.parametrize("game", ["cycling", pytest.param("football", marks=pytest.mark.slow)])
def test_the_record_has_the_order_of_a_receipt_but_not_the_one_that_it_replaced(
    club: Club, tmp_path: Path, game: str
) -> None:
    table, order, last, earlier = played(club, tmp_path, game)
    record = parse(club.download(table.id))
    found = check_receipt(record, read_receipt(last))
    assert found.holds
    assert found.says.endswith(f": {order}")
    if earlier:
        assert "played it (turn 1):" in found.says
        assert read_receipt(earlier) != read_receipt(last)
        assert not check_receipt(record, read_receipt(earlier)).holds
    forged = OrderReceipt(read_receipt(last).salt, "0" * 64)
    assert not check_receipt(record, forged).holds


def test_a_receipt_fits_its_order_alone_and_is_found_in_a_whole_mail() -> None:
    made = receipt_for(b"a key", "abcdefgh", 0, 3, "A12 B9")
    assert fits(made, "A12 B9")
    assert not fits(made, "A12 B10")
    text = f"Message-ID: <{'a' * 32}@example.org>\n\nSalt: {made.salt.upper()}\n> SHA-256:\n> {made.hash}\n"
    assert read_receipt(text) == made
    for wrong in ("", made.salt, made.hash, f"{made.salt}{made.hash}"):
        with pytest.raises(UserError, match="no receipt in this text"):
            read_receipt(wrong)


@pytest.mark.slow
def test_the_page_checks_receipts_after_the_match_and_tells_nothing_before(club: Club, tmp_path: Path) -> None:
    pages = []
    for seed in (1, 2):
        table = ByMail(club, tmp_path / str(seed))
        anybody = browser(club, "somebody-elsewhere-of-the-tests", here=False)
        said = table.mail(0, table.order(0, seed))
        assert f"https://play.example.org/match/{table.id}/receipt" in said
        where = f"/match/{table.id}/receipt"
        shown, refused = anybody.get(where), post(anybody, where, receipt=said)
        assert (shown.status_code, refused.status_code) == (200, 409)
        pages.append([each.text.replace(table.id, "MATCH") for each in (shown, refused)])
    assert pages[0] == pages[1], "the pages of a match in progress depend on no sealed order"
    table, order, last, _earlier = played(club, tmp_path / "over")
    where = f"/match/{table.id}/receipt"
    assert "Check this receipt" in anybody.get(where).text
    found = post(anybody, where, receipt=last)
    assert "Your order was played" in found.text
    assert order in found.text
    assert "No such order was played" in post(anybody, where, receipt=f"{'a' * 32} {'b' * 64}").text
    assert post(anybody, where, receipt="what?").status_code == 422


def test_the_terminal_checks_a_receipt_too(club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, order, last, _earlier = played(club, tmp_path)
    file = tmp_path / "over.match"
    file.write_text(club.download(table.id), "utf-8")
    given = read_receipt(last)
    assert verify_file(str(file), f"{given.salt} {given.hash}") == 0
    assert f"played it (turn 1): {order}" in capsys.readouterr().out
    assert verify_file(str(file), f"{given.salt} {'0' * 64}") == 1
    assert "No order in the record matches this receipt." in capsys.readouterr().out
