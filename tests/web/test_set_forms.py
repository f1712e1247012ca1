"""Whole sets typed in on pages, brought from files and saved as files: checked, kept whole, and nobody else's."""

from __future__ import annotations

import io
import random
import re
import zipfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from breakaway.club.club import Club
from breakaway.club.own_cards import MOST_SETS
from breakaway.club.schema import own_sets
from breakaway.games.football.files.own_set import read_set, set_of, shares
from breakaway.games.football.files.own_words import own_card_text
from breakaway.records.record_file import data_folder
from tests.football import box_typist
from tests.football.test_set_forms import BOX
from tests.terminal.box_owner import OPENING
from tests.web.session import browser, csrf, post
from tests.web.test_own_box import opened, play, undo

MINE = "/sets/football/my-box/form"
VISITOR, OTHER = "a-visitor-with-a-box-1", "somebody-else-of-the-tests"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def begun(client: Any, name: str = "my-box", template: str = "") -> Any:
    return post(client, "/sets/new", name=name, start=f"football/{template}")


def fields(text: str) -> dict[str, str]:
    """What stands in the fields of a page."""
    form = text[text.index('id="set-form"') : text.index("</form>", text.index('id="set-form"'))]
    found = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name, value = (re.search(rf'{each}="([^"]*)"', tag) for each in ("name", "value"))
        if name:
            found[name[1]] = unescape(value[1]) if value else ""
    for name, options in re.findall(r'<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = unescape(chosen[1]) if chosen else re.findall(r'value="([^"]*)"', options)[0]
    for name, value in re.findall(r'<textarea id="[^"]*" name="([^"]*)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL):
        found[name] = unescape(value)
    return found


def send(client: Any, where: str, given: dict[str, str], do: str = "save", seen: str = "") -> Any:
    """Fills in the page at an address and presses a button; `seen` is the page if it was opened before."""
    return client.post(where, data={**fields(seen or client.get(where).text), **given, "do": do})


def zipped(texts: dict[str, str], folder: str = "my-box/") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(folder + name, text)
    return data.getvalue()


def bring(client: Any, files: list[tuple[str, bytes]], into: str = "my-box") -> Any:
    sent = [("files", (name, data, "application/octet-stream")) for name, data in files]
    data = {"csrf": csrf(client.get("/sets").text), "game": "football", "into": into}
    return client.post("/sets/import", data=data, files=sent)


def saved(client: Any, name: str = "my-box") -> dict[str, str]:
    """The files of a set as the visitor saves them."""
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"/sets/football/{name}").content))
    return {Path(each).name: archive.read(each).decode() for each in archive.namelist()}


@pytest.mark.parametrize("here", [True, False])
def test_a_whole_box_is_typed_in_on_pages_without_scripts(club: Club, here: bool) -> None:
    client = browser(club, VISITOR, here=here)
    assert begun(client).url.path == MINE
    for n in (1, 2, 3):
        assert send(client, f"{MINE}/deck-{n}", box_typist.deck_page(n), "next").status_code == 200
    chart = client.get(f"{MINE}/matchups").text
    rows = box_typist.the_box()["chart"]
    given = {}
    for name, value in fields(chart).items():
        if re.fullmatch(r"d\d", name):
            row = rows[value]
            given |= {f"{name}.wins": ", ".join(row["wins"]), f"{name}.loses": ", ".join(row["loses"])}
            given |= {f"{name}.neither": "rest"}
    assert send(client, f"{MINE}/matchups", given, "next").url.path == f"{MINE}/spy"
    assert send(client, f"{MINE}/spy", box_typist.spy_page(), "next").url.path == MINE
    for team in ("herons", "otters"):
        page = client.get(MINE).text
        stamp = re.findall(r'name="stamp" value="([^"]*)"', page)[0]
        page = post(client, "/sets/football/my-box/team", team=team.title(), template="", stamp=stamp)
        assert page.url.path == f"{MINE}/{team}.cards"
        for kind, make in (
            ("cards", box_typist.cards_page),
            ("defense-sheet", box_typist.defense_page),
            ("offense-sheet", box_typist.offense_page),
        ):
            page = send(client, f"{MINE}/{team}.{kind}", make(team), "next")
            assert page.status_code == 200, re.findall(r'href="#f.[^<]*</a>: ([^<]*)', page.text)
    assert saved(client) == BOX
    own = set_of("", BOX)
    assert all(known == most for _what, known, most in shares(own))
    assert (data_folder() / "sets/my-box").exists() is here, "a visitor's set is in the database"
    if here:
        assert read_set(data_folder() / "sets/my-box").cards == own.cards
    else:
        with club.database.reading() as connection:
            (row,) = connection.execute(select(own_sets)).all()
        assert row.files.startswith("locked:")


def test_a_page_with_a_mistake_saves_nothing_and_loses_nothing(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    begun(client)
    given = {"c0.title": "Kite", "c0.event": "run +3", "c0.d": "5", "c1.event": "pass +2", "c17.punt": "40"}
    answer = send(client, f"{MINE}/deck-1", given)
    assert answer.status_code == 422
    text = unescape(answer.text)
    assert "Nothing was saved yet." in text
    assert '<a href="#f.c0.d">Card 1, Left corner</a>' in text
    assert "D, the defense's corner can be 0, -1, -2, turnover, not '5'" in text
    assert "Card 18, Punt" in text
    assert {name: value for name, value in fields(answer.text).items() if value}.items() >= given.items()
    assert set_of("", saved(client)).cards == []
    answer = send(client, f"{MINE}/deck-1", {"c0.d": "-1", "c17.punt": "4"}, seen=answer.text)
    assert [title for title, _card in set_of("", saved(client)).cards] == ["Kite", "Pass +2", ""]


def test_a_card_is_drawn_and_checked_while_it_is_typed(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    begun(client)
    page = fields(client.get(f"{MINE}/deck-1").text)
    given = {**page, "c2.title": "Kite", "c2.event": "run +3", "c2.fg": "2"}
    seen = client.post(f"{MINE}/deck-1/check?at=2", data=given)
    assert seen.status_code == 200
    assert "The card as you enter it: Kite, run, +3; open:" in unescape(seen.text)
    assert "can be blocked or 3 to 9, not '2'" in unescape(seen.text)
    assert "<html" not in seen.text
    other = client.post(f"{MINE}/deck-1/check?at=1", data=given)
    assert "Kite" not in other.text
    assert set_of("", saved(client)).cards == []
    assert client.post(f"{MINE}/deck-1/check?at=99", data=given).status_code == 404


def test_two_pages_at_once_do_not_overwrite_each_other(club: Club) -> None:
    for here in (True, False):
        client = browser(club, VISITOR, here=here)
        begun(client)
        late = client.get(f"{MINE}/deck-1").text
        send(client, f"{MINE}/deck-1", {"c0.event": "run +3"})
        answer = send(client, f"{MINE}/deck-1", {"c0.event": "pass +1"}, seen=late)
        assert answer.status_code == 422
        assert "changed on another page meanwhile" in answer.text
        assert fields(answer.text)["c0.event"] == "pass +1", "what was typed is still there"
        assert [own_card_text(card)[:6] for _title, card in set_of("", saved(client)).cards] == ["run +3"]
        assert send(client, f"{MINE}/deck-1", {}, seen=answer.text).status_code == 200
        assert [own_card_text(card)[:7] for _title, card in set_of("", saved(client)).cards] == ["pass +1"]


def test_files_go_out_and_come_in_again_whole_or_one_by_one(club: Club) -> None:
    client, other = browser(club, VISITOR, here=False), browser(club, OTHER, here=False)
    assert bring(client, [("box.zip", zipped(BOX))]).url.path == MINE
    assert saved(client) == BOX
    one = client.get("/sets/football/my-box/files/herons.toml")
    assert one.text == BOX["herons.toml"]
    assert 'filename="herons.toml"' in one.headers["content-disposition"]
    files = [(name, text.encode()) for name, text in saved(client).items()]
    assert bring(other, files, "copy").status_code == 200
    assert saved(other, "copy") == BOX
    changed = BOX["herons.toml"].replace('name = "Herons"', 'name = "Grey Herons"')
    bring(other, [("herons.toml", changed.encode())], "copy")
    assert saved(other, "copy") == {**BOX, "herons.toml": changed}
    assert saved(client) == BOX


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ([], "Choose the files first"),
        (
            [("deck.toml", b'cards = [\n  { title = "Kite", card = "run +33" },\n]\n')],
            "deck.toml: card 1: expected an event",
        ),
        ([("deck.toml", b"cards = [\n")], "deck.toml: not TOML: "),
        ([("deck.toml", b"cards = [\n\xff]")], "deck.toml: line 2 is not UTF-8 text"),
        ([("herons.toml", b'name = "Herons"\noffence = []\n')], "herons.toml: offence: a set has no such field"),
        ([("notes.txt", b"hello")], "notes.txt: a set has the files deck.toml"),
        ([("a b.toml", b"")], "a b.toml: a set has the files deck.toml"),
        ([("box.zip", b"PK nothing")], "box.zip is no zip file that can be read"),
        ([("box.zip", zipped({"deck.toml": "#" * 300_000}))], "at most 256 KiB"),
        ([("box.zip", zipped({f"t{n}.toml": "" for n in range(70)}))], "at most 256 KiB"),
        ([("box.zip", zipped({"../../../evil.py": "x"}, ""))], "evil.py: a set has the files deck.toml"),
    ],
)
def test_a_bad_file_is_refused_with_what_would_be_right_and_nothing_is_kept(
    club: Club, files: list[tuple[str, bytes]], says: str
) -> None:
    client = browser(club, VISITOR, here=False)
    good = [("matchups.toml", BOX["matchups.toml"].encode())] if files else []
    answer = bring(client, [*good, *files])
    assert answer.status_code == 422
    assert says in unescape(answer.text).replace("Deck.toml", "deck.toml"), unescape(answer.text)[-3000:]
    assert client.get("/sets/football/my-box").status_code == 404, "not even the file that was right"
    bring(client, [("box.zip", zipped(BOX))])
    assert bring(client, [*good, *files]).status_code == 422
    assert saved(client) == BOX


def test_a_set_can_start_from_our_cards_or_from_another_set(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    begun(client, "first", "ours")
    assert len(set_of("", saved(client, "first")).cards) == 54
    begun(client, "second", "=first")
    assert saved(client, "second") == saved(client, "first")
    begun(client, "third")
    send(client, "/sets/football/third/form/deck-1", {"c0.title": "Kite: run +3, d 0, o 1, fg 7, punt 9"}, "ours")
    cards = set_of("", saved(client, "third")).cards
    assert (len(cards), cards[0][0]) == (18, "Kite")
    assert begun(client, "third").status_code == 422
    assert begun(client, "../x").status_code == 422
    assert begun(client, "fourth", "=nobodys").status_code == 404
    for n in range(MOST_SETS - 3):
        assert begun(client, f"more-{n}").status_code == 200
    assert "has 12 sets already" in begun(client, "one-too-many").text


def test_the_owners_set_is_in_its_own_folder_wherever_the_server_was_started(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here" / "my-box").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    client = browser(club)
    begun(client)
    assert list((tmp_path / "here" / "my-box").iterdir()) == []
    assert sorted(each.name for each in (data_folder() / "sets" / "my-box").iterdir()) == ["deck.toml", "matchups.toml"]


def test_an_archive_with_another_compression_is_refused(club: Club) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("deck.toml", BOX["deck.toml"])
    answer = bring(browser(club, VISITOR, here=False), [("box.zip", data.getvalue())])
    assert answer.status_code == 422
    assert "is no zip file that can be read" in answer.text


def test_a_team_is_added_and_taken_out(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    begun(client)
    stamp = re.findall(r'name="stamp" value="([^"]*)"', client.get(MINE).text)[0]
    page = post(client, "/sets/football/my-box/team", team="Herons", template="fire", stamp=stamp)
    assert page.url.path == f"{MINE}/herons.cards"
    assert all(known == most for what, known, most in shares(set_of("", saved(client))) if "Herons" in what)
    again = post(client, "/sets/football/my-box/team", team="herons", template="", stamp=stamp)
    assert "has the team Herons already" in again.text
    answer = send(client, f"{MINE}/herons.cards", {}, "remove")
    assert answer.url.path == MINE
    assert sorted(saved(client)) == ["deck.toml", "matchups.toml"]


@pytest.mark.parametrize("here", [True, False])
def test_in_an_open_match_cards_keep_their_places_and_undo_leaves_what_the_form_changed(club: Club, here: bool) -> None:
    client = browser(club, VISITOR, here=here)
    where, page = opened(client, club)
    page = play(client, where, page, *OPENING)
    form = client.get(f"{MINE}/deck-1").text
    assert "A match with this set is open." in form
    blank = {f"c0.{name}": "" for name in ("title", "event", "d", "o", "fg", "punt")}
    refused = send(client, f"{MINE}/deck-1", blank)
    assert refused.status_code == 422
    assert "each card keeps its place in it" in refused.text
    assert "is open: finish it first" in bring(client, [("box.zip", zipped(BOX))]).text
    assert "is open: finish it first" in send(client, f"{MINE}/herons.cards", {}, "remove").text
    assert send(client, f"{MINE}/deck-1", {"c2.title": "Raft: run -1, d -1, o -1, fg 7, punt 7"}).status_code == 200
    page = client.get(f"{where}/box")
    page = undo(client, where, page)
    assert page.status_code == 200
    titles = [title for title, _card in set_of("", saved(client)).cards]
    assert titles == ["Run +4", "Stiff arm", "Raft"], "undo does not take back what was typed into the form"
    play(client, where, page, "Stiff arm")
    assert club.load(where.split("/")[2]).match.state.line == 8


ADDRESSES = (
    "",
    "/form",
    "/form/deck-1",
    "/form/matchups",
    "/form/herons.cards",
    "/files/deck.toml",
    "/files/herons.toml",
)


def test_nobody_else_sees_or_changes_a_set(club: Club) -> None:
    client, other, owner = (
        browser(club, VISITOR, here=False),
        browser(club, OTHER, here=False),
        browser(club, "the-owner-of-the-server", here=True),
    )
    bring(client, [("box.zip", zipped(BOX))])
    token = csrf(other.get("/sets").text)
    for each in (other, owner):
        for address in ADDRESSES:
            answer = each.get(f"/sets/football/my-box{address}")
            nothing = each.get(f"/sets/football/no-box{address}")
            assert answer.status_code == 404, address
            assert answer.text.replace("my-box", "no-box") == nothing.text, "not even that it exists"
            assert "Kite" not in answer.text
        assert "my-box" not in each.get("/sets").text
        assert "football.my-box" not in each.get("/print").text
    for address, given in (
        ("/form/deck-1", {"do": "save", "c0.event": "run +1"}),
        ("/form/deck-1", {"do": "ours"}),
        ("/form/herons.cards", {"do": "remove"}),
        ("/form/deck-1/check?at=0", {}),
        ("/team", {"team": "Foxes"}),
        ("/delete", {}),
    ):
        answer = other.post(f"/sets/football/my-box{address}", data={"csrf": token, **given})
        assert answer.status_code == 404, address
        assert "Kite" not in answer.text
    assert begun(other, "mine", "=my-box").status_code == 404
    assert bring(other, [("herons.toml", BOX["herons.toml"].encode())]).status_code == 200, "a set of its own"
    assert saved(client) == BOX
    assert sorted(saved(other)) == ["herons.toml"]
    no_token = client.post(f"{MINE}/deck-1", data={"c0.event": "run +1", "do": "save"})
    assert no_token.status_code == 403


def test_a_game_that_is_unknown_has_no_such_pages_and_a_set_is_one_games(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    for game in ("fate", "cycling", "chess"):
        assert client.get(f"/sets/{game}/my-box/form").status_code == 404
    assert post(client, "/sets/new", name="x", start="chess/").status_code == 404
    begun(client)
    for part in ("deck-4", "herons.cards", "x"):
        assert client.get(f"{MINE}/{part}").status_code == 404
        assert post(client, f"{MINE}/{part}", do="save").status_code == 404
    assert client.get("/sets/football/my-box/files/herons.toml").status_code == 404


def read_pdf(data: bytes) -> str:
    return "\n".join(each.extract_text() for each in PdfReader(io.BytesIO(data)).pages)


@pytest.mark.parametrize("here", [True, False])
def test_the_page_print_prints_a_set_for_its_owner_and_for_nobody_else(club: Club, here: bool) -> None:
    client, other = browser(club, VISITOR, here=here), browser(club, OTHER, here=False)
    bring(client, [("box.zip", zipped(BOX))])
    page = client.get("/print").text
    assert "Your set my-box" in page
    assert '<option value="otters">Otters</option>' in page
    made = client.get("/print/football?box=my-box&sheet=play-cards&teams=otters")
    assert made.headers["content-type"] == "application/pdf"
    text = read_pdf(made.content)
    assert "Full House" in text
    assert "Wing T" not in text, "only the team that was asked for"
    assert "Kite" in read_pdf(client.get("/print/football?box=my-box&sheet=game-day-cards").content)
    assert client.get("/print/football?box=my-box&sheet=play-cards&teams=fire").status_code == 422
    for address in ("?box=my-box&sheet=game-day-cards", "?box=../my-box&sheet=game-day-cards", "?box=/etc&sheet=rules"):
        answer = other.get(f"/print/football{address}")
        assert answer.status_code == 404, address
    assert client.get("/print/fate?box=my-box&sheet=rules").status_code == 404
    assert "football.my-box" not in other.get("/print").text


NASTY = [
    *(
        "",
        "?",
        "-",
        "x" * 121,
        "x" * 119,
        "\x00",
        "\u202e",
        "🏈",
        '"',
        "'''",
        "\\",
        "#",
        "]",
        "= 1",
        "\r\n[deck]",
        "1-6",
    ),
    *(
        "Eagle 1-9",
        "E E E E E E E",
        "2-99",
        "7+",
        "99+",
        "Dime: : 0/5",
        "Dime: Zone 0/5 / Blitz 0/5",
        "Zone 13/0",
        "Long ٣",
    ),
    *(
        "Long 8 low low",
        "drawn",
        "rest",
        ", , ,",
        "Short, short",
        "run +0",
        "run +9",
        "pass turnover at +3",
        "TD",
        "²",
        "-0",
    ),
    *(
        'name = "none"\n[[parts]]',
        "name = 1",
        "parts = [1]",
        'script = ["Long"]',
        "a: b: c",
        "{}",
        "%s",
        "{n}",
        "<b>",
        "&amp;",
    ),
]


@pytest.mark.slow
def test_whatever_is_typed_is_kept_readable_or_refused_and_the_server_does_not_fail(club: Club) -> None:
    client, rng = browser(club, VISITOR, here=False), random.Random(44)
    bring(client, [("box.zip", zipped(BOX))])
    refused = 0
    for part in ("deck-1", "matchups", "spy", "herons.cards", "herons.defense-sheet", "herons.offense-sheet"):
        page = client.get(f"{MINE}/{part}").text
        names = [name for name in fields(page) if name not in ("csrf", "stamp", "do")]
        for _round in range(8):
            given = {name: rng.choice(NASTY) for name in rng.sample(names, rng.choice((1, 1, 4)))}
            before = saved(client)
            answer = send(client, f"{MINE}/{part}", given)
            assert answer.status_code in (200, 422), given
            if answer.status_code == 422:
                refused += 1
                assert saved(client) == before, given
            set_of("", saved(client))
            at = rng.randrange(6)
            assert client.post(f"{MINE}/{part}/check?at={at}", data={**fields(page), **given}).status_code == 200
    assert refused >= 20


def test_a_match_with_a_set_that_is_typed_in_whole_asks_for_nothing_but_calls_dice_and_cards(club: Club) -> None:
    client = browser(club, VISITOR, here=False)
    bring(client, [("box.zip", zipped(BOX))])
    where, page = opened(client, club)
    # run heavy, Game State 2, die 5: Twist; its back, die 2: Tight Run 2/1. 3 - 2 = 1 (025), Saddle's run -1 makes it 0
    page = play(client, where, page, "1", "Lantern", "Wing T inside run 3 5 2 Saddle", "no")
    assert "2nd and 1" in unescape(page.text)
    assert club.load(where.split("/")[2]).match.state.down == 2
    assert saved(client) == BOX, "nothing had to be added"
