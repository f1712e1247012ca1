"""Resigning on the page, and how the terminal tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.club.club import Club
from breakaway.terminal.replay import replay
from tests.club.starts import football_match, play_out, race
from tests.web.sitting import browser, orders, post


def test_one_of_two_resigns_on_the_page_and_the_terminal_tells_it(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    play_out(club, made.id, turns=5)
    client = browser(club)
    text = client.get(f"/match/{made.id}/1").text
    assert "Yes, I resign" in text
    assert post(client, f"/match/{made.id}/watch/resign").status_code == 403
    assert not club.look(made.id).is_over
    answer = post(client, f"/match/{made.id}/1/resign")
    assert answer.status_code == 200
    for place in ("1", "2", "watch"):
        shown = client.get(f"/match/{made.id}/{place}").text
        assert "Lightning has resigned: Fire wins." in shown
        assert not orders(shown)
        assert "Yes, I resign" not in shown
    assert post(client, f"/match/{made.id}/2/resign").status_code == 409
    assert "The match holds" in client.get(f"/match/{made.id}/check").text
    path = tmp_path / "given up.match"
    path.write_bytes(client.get(f"/match/{made.id}/record").content)
    replay(str(path), step=False)
    assert "Lightning has resigned: Fire wins." in capsys.readouterr().out


def test_of_several_nobody_is_offered_to(club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "random")), here=[0, 1])
    club.resolve(made.id)
    client = browser(club)
    assert "Yes, I resign" not in client.get(f"/match/{made.id}/1").text
    assert post(client, f"/match/{made.id}/1/resign").status_code == 409
