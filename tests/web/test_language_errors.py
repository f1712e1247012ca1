"""Errors, and what a record was checked for, are told in the visitor's language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.core import language
from breakaway.core.state import digest_json
from breakaway.records.record_file import Record, chained_onto, parse
from breakaway.records.verify import verdict
from tests.club.starts import play_out, race
from tests.web.foreign import TITLES, Bracketed, bracketed, faults, untranslated
from tests.web.session import browser, csrf, post

__all__ = ["bracketed"]


@pytest.mark.usefixtures("bracketed")
def test_what_stands_before_every_page_answers_in_the_visitor_s_language(club: Club) -> None:
    client = browser(club)
    form = {"content-type": "application/x-www-form-urlencoded"}
    large = b"csrf=" + b"x" * 70_000
    for answer, status in (
        (client.get("/?q=" + "x" * 5000), 414),
        (client.get("/", headers={"host": "elsewhere.example"}), 421),
        (client.post("/join", content=large, headers=form), 413),
        (client.post("/join", content=iter([large[:9], large[9:]]), headers=form), 413),
        (client.post("/join", data={}, headers={"origin": "https://elsewhere.example"}), 403),
    ):
        assert answer.status_code == status
        assert answer.text.startswith("⟦")
        assert answer.text.rstrip().endswith("⟧")


@pytest.mark.usefixtures("bracketed")
def test_errors_are_told_in_the_visitor_s_language(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(club)
    for where, status in (("/nothing", 404), ("/open/chess", 404), ("/rules/chess", 404), ("/match/zz/watch", 404)):
        assert not faults(client.get(where), status=status), where
    assert not faults(client.get("/join"), status=405)
    assert not faults(client.post("/join", data={"csrf": "x"}), status=403)
    assert not faults(post(client, "/take/zzzz/x"), status=422)
    many = "&".join(f"f{i}=1" for i in range(3000))
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert not faults(client.post("/join", content=many, headers=form), status=400)

    def broken(*_: object) -> object:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Club, "held", broken)
    assert not faults(client.get("/match/zzzz"), status=500)


@pytest.mark.parametrize(
    ("language", "where", "said"),
    [
        ("en", "/match/zzzz/watch", "There is no match called 'zzzz'"),
        ("de", "/match/zzzz/watch", "Eine Partie 'zzzz' gibt es hier nicht"),
        ("en", "/open/chess", "Unknown game 'chess'; known: "),
        ("de", "/open/chess", "Unbekanntes Spiel 'chess'; bekannt sind: "),
        ("en", "/seat/no-such-invitation", "This link does not lead to a seat: "),
    ],
)
def test_an_error_page_begins_with_a_capital_letter(club: Club, language: str, where: str, said: str) -> None:
    answer = browser(club).get(where, headers={"accept-language": language})
    assert f'<p class="lead">{said}' in unescape(answer.text)


def wrong_records(text: str) -> list[str]:
    """Records that cannot be, each in a way of its own."""
    lines = [json.loads(row) for row in text.splitlines()]
    found = ["", "{}\n", "[1]\n", "no JSON\n", text[:-40], text.replace('"n":1', '"n":2', 1)]

    def altered(at: int, **more: Any) -> str:
        made: list[Any] = []
        for number, line in enumerate(lines):
            each = {**line, **more} if number == at else line
            made.append(chained_onto(made, {name: value for name, value in each.items() if name != "seal"}))
        return "".join(json.dumps(each) + "\n" for each in made)

    header, first, last = lines[0], lines[1], len(lines) - 1
    config = {**header["book"], "teams": 40}
    for more in (
        {"kind": "turn"},
        {"format": 9},
        {"game": "chess"},
        {"game": "football"},
        {"names": 1},
        {"salts": [1]},
        {"book": {}},
        {"book": config, "book_hash": digest_json(config)},
        {"book": {"odd": 1}, "book_hash": digest_json({"odd": 1})},
        {"state": {}},
        {"state": {}, "hash": digest_json({})},
    ):
        found.append(altered(0, **more))
    for more in (
        {"kind": "magic"},
        {"n": 7},
        {"steps": 99},
        {"hash": "0"},
        {"changes": {}},
        {"changes": 1},
        {"chance": 1},
        {"chance": [1, 2, 3]},
        {"orders": {}},
        {"orders": {"x": []}},
        {"orders": {"0": ["x"], "1": [1]}},
        {"orders": {seat: [] for seat in first["orders"]}},
        {"orders": {seat: [9999] * len(order) for seat, order in first["orders"].items()}},
        {"kind": "undo"},
        {"kind": "resign", "seat": 5},
        {"kind": "decree", "code": 0},
        {"kind": "end"},
        {"kind": "edition", "edition": "0"},
    ):
        found.append(altered(1, **more))
    found += [
        altered(last, secret="xyz"),
        altered(last, secret="00"),
        altered(last, score=[9]),
    ]
    return [*found, "".join(json.dumps(each) + "\n" for each in lines[:3])]


@pytest.mark.slow
def test_records_that_do_not_hold_are_refused_in_the_visitor_s_language(
    club: Club, clubs: Callable[[], Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    wrong = wrong_records(club.download(made.id))
    monkeypatch.setattr(language, "catalog", lambda name: Bracketed())
    client = browser(clubs())
    token_ = csrf(client.get("/upload").text)

    def bring(data: bytes) -> Any:
        return client.post("/upload", data={"csrf": token_}, files={"record": ("a.match", data)})

    said = set()
    for text in wrong:
        answer = bring(text.encode())
        assert answer.status_code in (404, 422), (wrong.index(text), text[-3000:])
        assert not untranslated(answer.text, [*TITLES, "English", "Deutsch"]), text[:200]
        said.update(re.findall(r'<p class="refused" role="alert">(.*?)</p>', answer.text))
    assert len(said) > 25, sorted(said)
    for data in (b"\xff\xfe", b""):
        assert not faults(bring(data), status=422)
    assert not faults(client.post("/upload", data={"csrf": token_}), status=422)


@pytest.mark.usefixtures("bracketed")
def test_what_a_record_was_checked_for_is_said_in_the_visitor_s_language(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    whole = parse(club.download(made.id))
    header, *turns, end = whole.lines
    rolled = {**turns[0], "chance": [1, 2]}
    said = [
        verdict(Record(lines)).sentences
        for lines in (
            [header, *turns],
            whole.lines,
            [header, rolled, end],
            [header, *turns, {**end, "secret": None}],
            [{**header, "chance": "typed"}, *turns, end],
        )
    ]
    assert len({each[-1] for each in said}) == len(said)
    for each in {line for some in said for line in some}:
        assert not untranslated(each, TITLES), each
