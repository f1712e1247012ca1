"""The owner's own bots at the tables: visitors can play them by name, and never name code themselves."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from breakaway.api.bots import Limit
from breakaway.api.named_bots import load_bot
from breakaway.api.own_bots import offer
from breakaway.club.club import Club
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.record_file import Memory
from tests.club.starts import SECRET, race
from tests.web.session import browser, csrf, orders, post, turn
from tests.web.test_lobby import usual

BOTS = """
import time

class Calm:
    games = "fate"
    def choose(self, observation, legal, rng):
        return legal.random(rng)

class Moody:
    ill = ""
    def choose(self, observation, legal, rng):
        if Moody.ill == "raises":
            raise ValueError(f"my hand is {observation.data}")
        if Moody.ill == "hangs":
            time.sleep(3)
        return 10**6 if Moody.ill == "babbles" else legal.random(rng)
"""


def first(club: Club, match_id: str) -> str:
    """The first legal order of the first seat, as text."""
    observation, order = club.look(match_id, 0).observation, []
    while len(order) < observation.slots():
        order.append(observation.menu(order)[0])
    return str(observation.write(order))


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file with bots; the owner's bots of this test alone."""
    monkeypatch.setattr(Limit, "seconds", 20.0)
    (tmp_path / "own.py").write_text(BOTS)
    yield tmp_path / "own.py"
    coaches.OWN.clear()


def test_visitors_play_the_owners_bot_by_its_name(club: Club, bots: Path) -> None:
    offer(f"calm={bots}:Calm")
    visitor = browser(club, "v" * 24, here=False)
    assert '<option value="calm">Calm (the server owner&#39;s bot)' in visitor.get("/open/fate").text
    assert "Calm" not in visitor.get("/open/football").text  # it plays only FATE
    answer = post(visitor, "/open/fate", **{**usual(visitor.get("/open/fate").text), "seat.1": "calm"})
    assert answer.status_code == 200
    match = club.listed(answer.url.path.split("/")[2])
    assert [seat.by for seat in match.seats] == ["human", "calm"]
    for _ in range(3):
        where = str(answer.url.path)
        answer = post(visitor, f"{where}/choose", order=orders(answer.text)[0], turn=turn(answer.text))
        assert answer.status_code == 200
    assert club.look(match.id).turn >= 3
    assert str(bots) not in answer.text  # nobody learns where the owner keeps it


@pytest.mark.parametrize("code", ["own.py:Moody", "cmd:touch here", "tests.web.test_own_bots:Bot", "x=own.py:Moody"])
def test_no_form_and_no_file_of_a_visitor_names_code(club: Club, bots: Path, code: str, monkeypatch) -> None:
    """Neither a new table, nor a record, nor a what-if, nor a seat that is given away."""
    monkeypatch.chdir(bots.parent)
    before = set(bots.parent.iterdir())
    visitor = browser(club, "v" * 24, here=False)
    fields = usual(visitor.get("/open/cycling").text)
    opened = post(visitor, "/open/cycling", **{**fields, "teams": "2", "seat.1": code})
    assert opened.status_code == 422
    assert "Unknown coach" in opened.text
    match = Match.new(find("cycling"), race(("human", code)), Memory())
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in match.record.lines)
    form, files = {"csrf": csrf(visitor.get("/upload").text)}, {"record": ("a.match", text.encode())}
    assert visitor.post("/upload", data=form, files=files).status_code == 422
    hidden = {"kind": "sealed", "lines": 1, "secret": SECRET.hex(), "orders": {}, "instructions": {}}
    with pytest.raises(coaches.NoSuchCoach):
        club.upload(text, hidden)
    made = club.create("cycling", race(("human", "random")))
    with pytest.raises(coaches.NoSuchCoach):
        club.give_seat(made.id, 1, code)
    assert not coaches.OWN
    assert set(bots.parent.iterdir()) == before  # nothing was run


@pytest.mark.parametrize("ill", ["raises", "babbles", "hangs"])
def test_a_bot_that_fails_costs_nobody_a_choice_and_the_match_goes_on(club, bots, caplog, monkeypatch, ill) -> None:
    """The visitor reads that the bot has failed, and nothing of what it said: it could be its hand."""
    offer(f"moody={bots}:Moody")
    moody = coaches.OWN["moody"].sit().bot.__class__
    made = club.create("cycling", race(("human", "moody")), here=[0])
    client = browser(club)
    page = client.get(f"/match/{made.id}/1").text
    moody.ill = ill
    monkeypatch.setattr(Limit, "seconds", 0.05)
    with caplog.at_level(logging.ERROR):
        answer = post(client, f"/match/{made.id}/1/choose", order=first(club, made.id), turn=turn(page))
    assert answer.status_code == 503
    assert "The bot moody has failed. Its owner can see why." in answer.text
    assert not re.search("my hand|ValueError|1000000|Traceback", answer.text)
    assert "the bot moody (seat 1, Blue, turn 1)" in caplog.text
    with club.held(made.id) as table:
        assert 0 in table.match.sealed  # the choice is kept
    moody.ill = ""
    monkeypatch.setattr(Limit, "seconds", 20.0)
    assert "Continue the match" in client.get(f"/match/{made.id}/1").text
    assert post(client, f"/match/{made.id}/1/go").status_code == 200
    assert club.look(made.id).turn == 1


def test_a_match_waits_for_a_bot_that_the_server_no_longer_has(club: Club, bots: Path) -> None:
    offer(f"calm={bots}:Moody")
    made = club.create("cycling", race(("human", "calm")), here=[0])
    coaches.OWN.clear()
    client = browser(club)
    page = client.get(f"/match/{made.id}/1")
    assert page.status_code == 200
    answer = post(client, f"/match/{made.id}/1/choose", order=first(club, made.id), turn=turn(page.text))
    assert "The bot calm is not running. The match is waiting for the bot." in answer.text


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("own.py:Calm", "type --bot NAME=BOT"),
        ("Calm=own.py:Calm", "type --bot NAME=BOT"),
        ("human=own.py:Calm", "the name human is taken"),
        ("book=own.py:Calm", "the name book is taken"),
        ("calm=", "type --bot NAME=BOT"),
        ("calm=none.py:Calm", "there is no file none.py"),
        ("calm=cmd:no-such-program", "there is no program no-such-program"),
        ("calm=cmd:", "type a command after cmd:"),
        ("calm=cmd:'", "the command cannot be read"),
    ],
)
def test_the_server_says_what_is_wrong_with_a_bot_before_it_starts(bots: Path, named: str, said: str) -> None:
    with pytest.raises(UserError, match=re.escape(said)):
        offer(named)
    assert not coaches.OWN
    assert load_bot(f"{bots}:Calm").games == "fate"
