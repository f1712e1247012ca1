"""Requests that no page of ours sends: huge numbers, HEAD, and records whose values have the wrong types."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.core.language import UserError
from breakaway.core.state import digest_json
from breakaway.games.manifest import NoSuchGame
from breakaway.players.coaches import NoSuchCoach
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import chain_hash
from breakaway.server.request_checks import LOCAL_NAMES
from breakaway.web.app import make_app
from tests.club.starts import any_order, football_match, play_out, race
from tests.web.session import browser, portal, post

RECORDS = [
    min(Path("tests/records", game).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    for game in ("cycling", "football", "fate")
]
ODD: tuple[Any, ...] = (
    *(None, True, 1, -1, 2**40, 1.5, "", "x", "\x00", [], {}, [1], [[]], [None], {"a": 1}, {"name": 1}, "a" * 300),
)


def test_a_choice_that_does_not_say_for_which_turn_it_is_seals_nothing(club: Club) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    club.resolve(made.id)
    begun, seat = club.look(made.id).turn, club.look(made.id).waiting[0]
    order = club.look(made.id, seat).observation.write(any_order(club, made.id, seat, 1))
    for turn in ({}, {"turn": ""}, {"turn": "x"}):
        answer = post(browser(club), f"/match/{made.id}/{seat + 1}/choose", order=order, **turn)
        assert (answer.status_code, club.look(made.id, seat).sealed) == (409, None)
        assert "This form does not say which turn your choice is for." in answer.text
    assert club.look(made.id).turn == begun


@pytest.mark.parametrize("number", ["9" * 20, "9" * 30, "9" * 5000, "99", "-1", "1e9", "x", "%00", "\u0661"])
def test_a_number_that_no_seat_has_is_a_page_that_does_not_exist(club: Club, number: str) -> None:
    made = club.create("football", football_match(), visibility="public")
    client = browser(club, here=False)
    address = f"/match/{made.id}/{number}"
    if len(number) < 4000:
        for where in (f"/take/{made.id}/{number}", f"/device/{made.id}/{number}"):
            missing = 404 if number.lstrip("-").isascii() and number.lstrip("-").isdigit() else 422
            assert client.get(where).status_code in (404, missing), where
            assert post(client, where, code="x").status_code in (403, 404, missing), where
        assert client.get(address).status_code == 404
        assert client.get(f"/match/{made.id}/at/{number}").status_code in (200, 404, 422)
    else:
        assert client.get(address).status_code == 414


def test_head_gets_the_headers_of_get_wherever_there_is_a_page(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    client = browser(club)
    for where in (
        *("/", "/upload", "/key", "/rules/fate", "/static/page.css", "/open/football", "/healthz", "/nothing/here"),
        *(f"/match/{made.id}{end}" for end in ("/watch", "/check", "/record", "/at/1", "/watch/stream")),
    ):
        asked = client.head(where)
        assert asked.content == b"", where
        if where.endswith("/stream"):
            assert (asked.status_code, asked.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            continue
        got = client.get(where)
        for name in ("content-type", "content-security-policy", "cache-control"):
            assert asked.headers.get(name) == got.headers.get(name), where
        assert asked.status_code == got.status_code, where
    assert client.head("/theme").status_code == client.get("/theme").status_code == 405


def test_head_uses_up_no_code(club: Club) -> None:
    app = make_app(club, LOCAL_NAMES)
    client = TestClient(app, base_url="http://localhost")
    client.portal = portal()
    code = app.state.owners.new_code()
    assert client.head(f"/owner/{code}", follow_redirects=False).status_code == 303
    assert "owner" not in client.cookies
    client.get(f"/owner/{code}", follow_redirects=False)
    assert client.cookies["owner"]


# --- records


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each value inside a line of a record."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value[:4]) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places_in(each, (*path, key))


def altered(text: str, rng: random.Random) -> tuple[str, str]:
    """A record with one odd value, whose seals are right, and a note of what was changed."""
    lines = [json.loads(line) for line in text.splitlines()]
    n = rng.choice([0, 0, 0, 1, len(lines) // 2, len(lines) - 1])
    path, odd = rng.choice([path for path in places_in(lines[n]) if path[-1] != "seal"]), rng.choice(ODD)
    inner = lines[n]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    for name, noted in (("book", "book_hash"), ("state", "hash")):
        if n == 0 and path[0] == name:
            lines[0][noted] = digest_json(lines[0][name])
    before = ""
    for line in lines:
        line["seal"] = before = chain_hash(before, line)
    return "".join(json.dumps(line) + "\n" for line in lines), f"line {n + 1} {path} = {odd!r}"


def every_page_of(club: Club, match_id: str) -> None:
    """Looks at all pages of a match, and at the list of matches."""
    client = browser(club)
    for where in ("/at/0", "/at/3", "/watch", "/check", "/record"):
        assert client.get(f"/match/{match_id}{where}").status_code in (200, 409, 422), where
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_a_record_with_a_value_of_the_wrong_type_is_refused_or_can_be_shown(club: Club, path: Path, count: int) -> None:
    rng, text = random.Random(count), path.read_text()
    for _ in range(count):
        changed, what = altered(text, rng)
        try:
            made = club.upload(changed)
        except (BadRecord, UserError, NoSuchGame, NoSuchCoach):
            continue
        try:
            every_page_of(club, made.id)
        except AssertionError as error:
            raise AssertionError(f"seed {count}: {what}") from error


@pytest.mark.parametrize(
    ("path", "where", "odd", "said"),
    [
        (RECORDS[0], ("names", "teams"), [[]], r"line 1: names\.teams\[0\] must be a string"),
        (RECORDS[1], ("names", "defense_formations"), 1, r"line 1: names\.defense_formations must be a list"),
        (RECORDS[1], ("names", "cards", 1, 2), "", r"line 1: names\.cards\[1\]\[2\] must be a table"),
        (RECORDS[2], ("names", "rosters", 0, "coach", "approaches", "Clever"), [None], "must be a whole number"),
        (RECORDS[2], ("names", "rosters", 0, "coach"), {}, r"name is missing from names\.rosters\[0\]\.coach"),
        (RECORDS[2], ("names", "rosters", 0, "players", "RB"), True, r"players\.RB must be a list"),
    ],
)
def test_names_of_the_wrong_type_are_refused_at_the_door(
    club: Club, path: Path, where: tuple[Any, ...], odd: Any, said: str
) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    inner = lines[0]
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = odd
    before = ""
    for line in lines:
        line["seal"] = before = chain_hash(before, line)
    with pytest.raises(BadRecord, match=said):
        club.upload("".join(json.dumps(line) + "\n" for line in lines))
    assert club.matches() == []
