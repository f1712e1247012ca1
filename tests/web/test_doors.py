"""What stands before every page: tokens, limits, names, headers; and nothing that a person sends breaks the server."""

from __future__ import annotations

import re

import pytest

from breakaway.club.club import Club
from breakaway.server.visitors import THEMES
from tests.club.starts import football_match, play_out, race, sit
from tests.web.session import browser, csrf, post

SOME = "abcdefgh"


def pages(club: Club) -> list[str]:
    """An address of every kind of page there is."""
    one = club.create("football", football_match(("human", "sheet")), here=[0])
    two = club.create("cycling", race(("human", "human")), here=[0, 1])
    fresh = club.create("cycling", race(("human", "human")), here=[0, 1])
    for match in (one, fresh):
        club.resolve(match.id)
    play_out(club, two.id)
    over = two.id
    invited = club.create("football", football_match(), visibility="public")
    sit(club, invited.tokens[0])
    return [
        *(f"/seat/{token}" for token in invited.tokens.values()),
        *(f"/device/{invited.id}/1", f"/take/{invited.id}/1", f"/match/{one.id}/1/seat", "/owner/no-such-code"),
        *("/", "/open/football", "/open/fate", "/open/cycling", "/upload", "/key", "/storage"),
        *("/rules/football", "/rules/football?q=fumble", "/rules/fate/FF-004", "/rules/cycling/BA-6.9"),
        *(f"/match/{one.id}/1", f"/match/{one.id}/watch", f"/match/{one.id}/at/0", f"/match/{fresh.id}"),
        *(f"/match/{over}/1", f"/match/{over}/at/2", f"/match/{over}/check"),
        *(
            "/nothing-here",
            f"/match/{SOME}/watch",
            f"/match/{one.id}/2",
            f"/match/{one.id}/9",
            "/rules/football/BF-999",
        ),
    ]


def test_every_page_has_the_strict_policy_and_nothing_that_it_forbids(club: Club) -> None:
    client = browser(club)
    for where in pages(club):
        answer = client.get(where)
        assert answer.status_code in (200, 403, 404, 410), where
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy, where
        assert "script-src 'self'" in policy
        assert answer.headers["cache-control"] == "no-store"
        text = answer.text
        assert "<title>" in text
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", text), where
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', text), f"{where} asks somebody else"
        assert "Traceback" not in text


def test_every_form_of_every_page_carries_the_token(club: Club) -> None:
    client = browser(club)
    for where in pages(club):
        for form in re.findall(r'<form[^>]*method="post".*?</form>', client.get(where).text, re.S):
            assert 'name="csrf"' in form, (where, form[:80])


POSTS = (
    "/quick/football",
    "/open/cycling",
    "/join",
    "/theme",
    "/upload",
    "/match/{id}/1/choose",
    "/match/{id}/1/undo",
    "/match/{id}/1/go",
    "/match/{id}/1/again",
    "/match/{id}/1/again/no",
    "/match/{id}/1/seat/code",
    "/match/{id}/1/seat/phrase",
    "/match/{id}/1/seat/end",
    "/match/{id}/1/lost",
    "/match/{id}/1/here",
    "/match/{id}/1/reopen",
    "/match/{id}/branch",
    "/storage",
    "/seat/a-link-to-this-seat",
    "/take/{id}/0",
    "/device/{id}/1",
)


@pytest.mark.sample(6)
@pytest.mark.parametrize("where", POSTS)
def test_a_form_without_the_token_changes_nothing(club: Club, where: str) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    before = (club.version(made.id), len(club.matches()))
    client = browser(club)
    other = csrf(browser(club, "another-browser-of-tests").get("/").text)
    for fields in ({}, {"csrf": ""}, {"csrf": "x" * 40}, {"csrf": other}, {"csrf": "Ω"}):
        answer = client.post(where.format(id=made.id), data=fields, follow_redirects=False)
        assert answer.status_code == 403, (where, fields)
    assert (club.version(made.id), len(club.matches())) == before


def test_a_form_from_another_site_changes_nothing(club: Club) -> None:
    client = browser(club)
    token = csrf(client.get("/").text)
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        answer = client.post("/quick/football", data={"csrf": token}, headers=headers, follow_redirects=False)
        assert answer.status_code == 403
    assert not club.matches()
    assert client.post("/quick/football", data={"csrf": token}, follow_redirects=False).status_code == 303
    assert len(club.matches()) == 1


def test_more_than_a_form_can_hold_is_refused_announced_or_not(club: Club) -> None:
    client = browser(club)
    much = b"csrf=" + b"x" * 70_000

    def bit_by_bit() -> object:
        for i in range(0, len(much), 1000):
            yield much[i : i + 1000]

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/join", content=much, headers=form).status_code == 413
    assert client.post("/join", content=bit_by_bit(), headers=form).status_code == 413  # type: ignore[arg-type]
    assert client.get("/?q=" + "x" * 5000).status_code == 414
    many = "&".join(f"f{i}=1" for i in range(3000))
    assert client.post("/join", content=many, headers=form).status_code == 400


def test_at_home_the_server_answers_under_its_own_name_only(club: Club) -> None:
    client = browser(club)
    assert client.get("/", headers={"host": "localhost:8000"}).status_code == 200
    for host in ("evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"):
        assert client.get("/", headers={"host": host}).status_code == 421


def test_the_owner_s_seats_are_for_nobody_else(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    club.resolve(made.id)
    assert browser(club).get(f"/match/{made.id}/1").status_code == 200
    away = browser(club, here=False)
    assert away.get(f"/match/{made.id}/1").status_code == 403
    assert post(away, f"/match/{made.id}/1/choose", order="receive", turn=0).status_code == 403
    assert away.get(f"/match/{made.id}/watch").status_code == 200


def test_an_invitation_gives_its_seat_and_the_cookie_is_for_nobody_else(club: Club) -> None:
    made = club.create("football", football_match())
    away = browser(club, here=False)
    away.cookies.delete("device")
    answer = away.get(f"/seat/{made.tokens[1]}")
    assert "You play Fire against Lightning." in answer.text
    cookie = next(each for each in answer.headers.get_list("set-cookie") if each.startswith("device="))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert made.tokens[1] not in cookie
    assert away.get(f"/match/{made.id}/2").status_code == 403
    assert post(away, f"/seat/{made.tokens[1]}", name="Ann Example").status_code == 200
    assert away.get(f"/match/{made.id}/2").status_code == 200
    assert away.get(f"/match/{made.id}/1").status_code == 403
    assert away.get("/seat/no-such-link-that-anybody-had").status_code == 404
    assert club.seats(made.id)[1].name == "Ann Example"


def test_a_theme_goes_back_to_our_own_pages_only(club: Club) -> None:
    client = browser(club)
    for back in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1"):
        answer = post(client, "/theme", follow=False, theme="dark", back=back)
        assert answer.headers["location"] == "/"
    answer = post(client, "/theme", follow=False, theme="dark", back="/rules/football")
    assert answer.headers["location"] == "/rules/football"
    assert 'data-theme="dark"' in client.get("/").text
    post(client, "/theme", follow=False, theme='"><script>')
    assert client.cookies["theme"] == THEMES[0], "a theme that we do not have is the system's"


@pytest.mark.parametrize("cookie", ["", ".", "x" * 3000, "a.b.c", "\x01", "%00", "../../etc"])
def test_odd_cookies_are_nobody(club: Club, cookie: str) -> None:
    client = browser(club)
    for name in ("browser", "device", "owner", "seats", "invites", "theme"):
        answer = client.get("/", headers={"cookie": f"{name}={cookie}"})
        assert answer.status_code == 200


def test_static_files_are_those_of_ours_and_no_others(club: Club) -> None:
    client = browser(club)
    for name in ("page.css", "board.css", "page.js", "icon.svg", "vendor/htmx.min.js", "vendor/hx-sse.min.js"):
        assert client.get(f"/static/{name}").status_code == 200, name
    for name in ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "vendor", ""):
        assert client.get(f"/static/{name}").status_code == 404, name


def test_mistakes_of_ours_are_a_page_without_a_traceback(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError("a secret in a message")

    monkeypatch.setattr(Club, "held", broken)
    answer = browser(club).get(f"/match/{SOME}")
    assert answer.status_code == 500
    assert "a secret" not in answer.text
    assert "went wrong" in answer.text
