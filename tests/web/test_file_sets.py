"""Own tracks and rosters: typed in on pages, brought and saved as files, chosen when a table is opened; and secret."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.games.manifest import find
from breakaway.players.settings import find_setting
from breakaway.records.record_file import data_folder
from breakaway.web.open_table import usual_values
from tests.cycling.test_track_forms import PASS
from tests.web.session import browser, csrf, post
from tests.web.test_set_forms import OTHER, VISITOR, fields, send

TRACK, ROSTER = "/sets/cycling/hills/form", "/sets/fate/mine/form"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def begun(client: Any, game: str, name: str, start: str = "") -> Any:
    return post(client, "/sets/new", name=name, start=f"{game}/{start}")


def add(client: Any, where: str, name: str, template: str = "") -> Any:
    """Adds a track or a roster to a set, on the set's page."""
    page = client.get(where).text
    stamp = re.search(r'name="stamp" value="([^"]*)"', page)
    assert stamp
    data = {"csrf": csrf(page), "stamp": stamp[1], "team": name, "template": template}
    return client.post(where.removesuffix("/form") + "/team", data=data)


def hills(client: Any) -> None:
    """A set of tracks with one track in it."""
    begun(client, "cycling", "hills")
    assert add(client, TRACK, "The pass").url.path == f"{TRACK}/the-pass"
    given = {"length": "60", "sprints": "20, 45", "sprint_points": "5, 3, 2, 1", "finish_points": "10, 8, 6, 4, 2"}
    assert send(client, f"{TRACK}/the-pass", given).status_code == 200


def herons(client: Any) -> None:
    """A set of rosters with one team in it."""
    begun(client, "fate", "mine")
    add(client, ROSTER, "Herons", "mudlarks")
    assert send(client, f"{ROSTER}/herons", {"players.QB.names": "Ada Marshwader\nBo Beak"}).status_code == 200


def opens(client: Any, game: str, way: str = "", **given: str) -> Any:
    """Sends the form for a new table as it is, except for what is `given`."""
    return post(client, f"/open/{game}{way}", **{**usual_values(find_setting(find(game)).form()), **given})


@pytest.mark.parametrize("here", [True, False])
def test_a_track_is_typed_in_and_raced_on_by_its_name(club: Club, here: bool) -> None:
    client = browser(club, VISITOR, here=here)
    hills(client)
    file = client.get("/sets/cycling/hills/files/the-pass.toml").text
    assert file == PASS
    kept = data_folder() / "tracks/hills/the-pass.toml"
    assert kept.exists() is here, "a visitor's set is in the database"
    page = client.get("/open/cycling").text
    assert '<option value="hills/the-pass">The pass (hills)</option>' in page
    match = opens(client, "cycling", teams="2", track="hills/the-pass")
    assert match.status_code == 200, match.text[:2000]
    assert re.search(r"/match/", match.url.path)
    (found,) = [each.id for each in club.matches(None)]
    options = club.do(found, lambda table: dict(table.match.record.header["options"]))
    assert options["tour"]["stages"][0]["name"] == "The pass"
    assert options["tour"]["stages"][0]["length"] == 60
    assert str(kept.parent) not in str(options), "a record does not tell where a file was"


@pytest.mark.parametrize("here", [True, False])
def test_a_roster_is_typed_in_and_played_with_by_its_name(club: Club, here: bool) -> None:
    client = browser(club, VISITOR, here=here)
    herons(client)
    assert "16 of 16" in client.get(ROSTER).text
    page = unescape(client.get("/open/fate").text)
    assert '<option value="gadgeteers,mine/herons">Gadgeteers – Herons (mine)</option>' in page
    assert opens(client, "fate", teams="mine/herons,gadgeteers").status_code == 200
    (found,) = [each.id for each in club.matches(None)]
    names = club.do(found, lambda table: table.match.record.header["names"])
    assert names["teams"] == ["Herons", "Gadgeteers"]
    assert names["rosters"][0]["players"]["QB"] == ["Ada Marshwader", "Bo Beak"]


def test_a_page_with_mistakes_saves_nothing_loses_nothing_and_says_each(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    hills(client)
    wrong = {"length": "9", "sprints": "20, far", "finish_points": "2000"}
    page = send(client, f"{TRACK}/the-pass", wrong)
    assert page.status_code == 422
    assert "Nothing was saved yet." in page.text
    assert fields(page.text)["sprints"] == "20, far"
    for name in ("length", "sprints", "finish_points"):
        assert f'href="#f.{name}"' in page.text
        assert f'aria-describedby="why.{name}"' in page.text
    assert client.get("/sets/cycling/hills/files/the-pass.toml").text == PASS


def test_the_course_and_the_players_are_drawn_while_one_types(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    hills(client)
    herons(client)
    given = fields(client.get(f"{TRACK}/the-pass").text)
    seen = client.post(f"{TRACK}/the-pass/check?at=0", data=given | {"sprints": "33"}).text
    assert 'class="profile"' in seen
    assert "sprint 33" in seen
    assert "race.css" in client.get(f"{TRACK}/the-pass").text
    given = fields(client.get(f"{ROSTER}/herons").text)
    seen = client.post(f"{ROSTER}/herons/check?at=2", data=given | {"players.QB.names": "<b>Al</b>"}).text
    assert "&lt;b&gt;Al&lt;/b&gt;" in seen
    assert "<b>Al" not in seen


def test_files_of_tracks_go_out_and_come_in_again(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    hills(client)
    archive = zipfile.ZipFile(io.BytesIO(client.get("/sets/cycling/hills").content))
    assert {each: archive.read(each).decode() for each in archive.namelist()} == {"hills/the-pass.toml": PASS}
    data = {"csrf": csrf(client.get("/sets").text), "game": "cycling", "into": "again"}
    sent = [("files", ("pass.toml", PASS.encode(), "application/toml"))]
    assert client.post("/sets/import", data=data, files=sent).url.path == "/sets/cycling/again/form"
    sent = [("files", ("pass.toml", PASS.replace("60", "6").encode(), "application/toml"))]
    bad = client.post("/sets/import", data=data | {"into": "third"}, files=sent)
    assert bad.status_code == 422
    assert "pass.toml: length: expected 10 or more, not 6" in bad.text
    sent = [("files", ("pass.txt", b"x", "text/plain"))]
    bad = client.post("/sets/import", data=data | {"into": "third"}, files=sent)
    assert "a set of tracks has a file for each track or tour" in bad.text
    assert client.get("/sets/cycling/third/form").status_code == 404


def test_nobody_else_sees_a_track_or_a_roster_or_opens_a_table_with_one(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    others = browser(club, OTHER, here=False), browser(club, "the-owner-of-the-server", here=True)
    hills(client)
    herons(client)
    for other in others:
        for where in (TRACK, f"{TRACK}/the-pass", ROSTER, f"{ROSTER}/herons", "/sets/fate/mine/files/herons.toml"):
            assert other.get(where).status_code == 404, where
        for where in ("/sets", "/open/cycling", "/open/fate", "/print"):
            page = other.get(where).text
            assert not re.search("hills|The pass|Herons|Marshwader|mine/", page), where
        for game, given in (("cycling", {"track": "hills/the-pass"}), ("fate", {"teams": "mine/herons,mudlarks"})):
            for way in ("", "/draft"):
                answer = opens(other, game, way, **given)
                assert answer.status_code in (200, 422)
                assert not re.search("The pass|Marshwader", answer.text)
        assert begun(other, "cycling", "theirs", "=hills").status_code == 404
    assert club.matches(None) == []


@pytest.mark.parametrize(
    "answer", ["../tracks/hills/the-pass", "/etc/passwd", "hills/none", "none/the-pass", "hills/the-pass,postal"]
)
def test_an_answer_that_the_form_does_not_offer_opens_nothing(club: Club, answer: str) -> None:
    client = browser(club, VISITOR, here=True)
    hills(client)
    page = opens(client, "cycling", track=answer)
    assert page.status_code == 422
    assert "choose a value from the list" in page.text
    assert club.matches(None) == []


def test_a_track_is_taken_out_and_its_races_go_on(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    hills(client)
    opens(client, "cycling", teams="2", track="hills/the-pass")
    (found,) = [each.id for each in club.matches(None)]
    assert send(client, f"{TRACK}/the-pass", {}, "remove").url.path == TRACK
    assert "The pass" not in client.get("/open/cycling").text
    assert client.get(f"/match/{found}/1").status_code == 200
    assert club.do(found, lambda table: table.match.record.header["options"]["tour"]["stages"][0]["length"]) == 60


def test_a_file_that_its_owner_spoiled_is_told_and_not_offered(club: Club) -> None:
    client = browser(club, VISITOR, here=True)
    hills(client)
    (data_folder() / "tracks/hills/the-pass.toml").write_text("name = 5\n", encoding="utf-8")
    page = client.get(TRACK)
    assert page.status_code == 200
    assert "the-pass.toml: name: expected text in quotation marks, not 5" in unescape(page.text)
    assert "hills/the-pass" not in client.get("/open/cycling").text
