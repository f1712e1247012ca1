"""The app as it runs in a browser's worker: without threads, sockets and cryptography. Here it runs in plain Python."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

from breakaway.club.database import LOCKED, PlainKeys
from breakaway.club.kept_folder import KeptFolder
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from breakaway.site.inside import AtOnce, CookieJar

pytest.importorskip("fastapi", reason="the web extra is not installed")


def ran(code: str, game: str, folder: Path) -> str:
    """What a Python of its own prints, since `prepare` changes how all of its threads work."""
    whole = textwrap.dedent(HEAD) + textwrap.dedent(code)
    words = [sys.executable, "-c", whole, game, str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


HEAD = """
    import asyncio, os, pathlib, re, sys, threading, urllib.parse
    os.environ["BREAKAWAY_HOME"] = str(pathlib.Path(sys.argv[2]) / "home")
    from breakaway.site import inside

    def no_thread(*_given):
        raise RuntimeError("a browser has no threads")

    threading.Thread.start = no_thread
    sys.modules["cryptography"] = None  # nor cryptography

    async def ask(site, method, path, body=b"", kind="application/x-www-form-urlencoded"):
        parts, said = [], []
        headers = [("Content-Type", kind), ("Content-Length", str(len(body)))] if body else []
        url = f"/games/app{path}"
        await site.answer(method, url, headers, body, lambda *given: said.append(given), parts.append)
        (status, found), = said
        return status, dict(found), b"".join(parts).decode()

    def form(page, **fields):
        fields["csrf"] = re.search('name="csrf" value="([^"]+)"', page)[1]
        return urllib.parse.urlencode(fields).encode()

    async def play(site, name, most):
        path = f"/match/{name}/1"
        for _ in range(most):
            look = site.club.look(name, 0)
            if look.is_over:
                break
            assert look.waiting == [0], look.waiting
            order = []
            while len(order) < look.observation.slots():
                order.append(look.observation.menu(order)[0])
            _status, _headers, page = await ask(site, "GET", path)
            said = form(page, order=look.observation.write(order), turn=look.turn)
            status, _headers, page = await ask(site, "POST", f"{path}/choose", said)
            assert status == 303, (status, page[-2000:])
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_a_match_goes_on_after_its_tab_was_closed_and_ends_with_an_unsigned_record(game: str, tmp_path: Path) -> None:
    begun = r"""
        async def main():
            site = await inside.begin("http://localhost/games/app/", sys.argv[2], "de-CH,en")
            status, headers, page = await ask(site, "GET", "/")
            assert status == 200 and 'lang="de"' in page, page[:300]
            assert "frame-ancestors 'self'" in headers["content-security-policy"] and "set-cookie" not in headers
            status, headers, _page = await ask(site, "POST", f"/quick/{sys.argv[1]}", form(page, level="new"))
            assert status == 303, status
            name = re.fullmatch(r"/games/app/match/(\w+)", headers["location"])[1]
            print(name)
            await play(site, name, 3)
            # no stop: the tab is gone
        asyncio.run(main())
    """
    name = ran(begun, game, tmp_path).strip()
    ended = f"""
        async def main():
            site = await inside.begin("http://localhost/games/app/", sys.argv[2], "en")
            await play(site, "{name}", 1000)
            status, _headers, record = await ask(site, "GET", "/match/{name}/record")
            assert status == 200, status
            status, _headers, page = await ask(site, "GET", "/match/{name}/check")
            print(re.search("<h1>(.*?)</h1>", page)[1])
            assert 'app/key"' not in page and "server that you trust" not in page
            status, _headers, page = await ask(site, "GET", "/key")
            assert status == 200 and "Nothing is signed here" in page and "breakaway verify" not in page
            (pathlib.Path(sys.argv[2]) / "ended.match").write_text(record, "utf-8")
            await site.stop()
        asyncio.run(main())
    """
    assert ran(ended, game, tmp_path).strip() == "Consistent, unsigned"
    record = parse((tmp_path / "ended.match").read_text("utf-8"))
    assert record.signature is None
    assert record.lines[-1]["kind"] == "end"
    assert verify(find(game), record) is None


@pytest.mark.slow
def test_a_set_of_ones_own_cards_is_there_again_after_its_tab_was_closed(tmp_path: Path) -> None:
    """In the browser, the folder of sets is in memory: each opening of the table has an empty one."""
    code = """
        os.environ["BREAKAWAY_HOME"] = str(pathlib.Path(sys.argv[2]) / "{home}")
        async def main():
            site = await inside.begin("http://localhost/games/app/", sys.argv[2], "en")
            status, _headers, page = await ask(site, "GET", "/sets")
            if "{home}" == "first":
                for name, start in (("attic", "football/ours"), ("hills", "cycling/ours")):
                    said = form(page, name=name, start=start)
                    status, _headers, answer = await ask(site, "POST", "/sets/new", said)
                    assert status == 303, (status, answer[-2000:])
                return  # no stop: the tab is gone
            assert status == 200 and "<b>attic</b>" in page and "<b>hills</b>" in page, page[-3000:]
            status, _headers, page = await ask(site, "GET", "/sets/football/attic/form")
            print(status)
            await site.stop()
        asyncio.run(main())
    """
    ran(code.replace("{home}", "first"), "football", tmp_path)
    assert ran(code.replace("{home}", "second"), "football", tmp_path).strip() == "200"


@pytest.mark.slow
def test_pages_say_what_needs_a_server_and_offer_nothing_that_cannot_work_without_one(tmp_path: Path) -> None:
    code = """
        async def main():
            site = await inside.begin("http://localhost/games/app/", sys.argv[2], "en")
            for path in ("/", "/open/football", "/seasons", "/host", "/print", "/carry", "/seasons"):
                status, _headers, page = await ask(site, "GET", path)
                assert status == 200, (path, status)
                hints = path not in ("/open/football", "/carry")
                assert ("<code>breakaway serve</code>" in page) == hints, path
                for offer in ("?how=live", "/next", "/join", "/season/new", 'value="link"', 'value="post"', ".pdf"):
                    assert offer not in page, (path, offer)
            status, _headers, page = await ask(site, "GET", "/")
            status, headers, _page = await ask(site, "POST", "/quick/football", form(page, level="new"))
            status, headers, page = await ask(site, "GET", headers["location"].removeprefix("/games/app") + "/1")
            assert status == 200 and ".pdf" not in page and "/invite" not in page
            parts = []
            where = "/games/app/carry/matches.zip"
            await site.answer("GET", where, [], b"", lambda *said: print(said[0]), parts.append)
            (pathlib.Path(sys.argv[2]) / "all.zip").write_bytes(b"".join(parts))
            await site.stop()
        asyncio.run(main())
    """
    assert ran(code, "football", tmp_path).strip() == "200"
    with zipfile.ZipFile(tmp_path / "all.zip") as files:
        names = sorted(files.namelist())
    assert [name.partition(".")[2] for name in names] == ["match", "match.sealed"]


def test_a_cookie_stays_until_the_app_ends_it(tmp_path: Path) -> None:
    jar = CookieJar(tmp_path / "cookies.json")
    jar.take("name=Ada; Max-Age=1000; Path=/games; HttpOnly")
    jar.take("theme=dark; Path=/games")
    again = CookieJar(tmp_path / "cookies.json")
    assert again.header == "name=Ada; theme=dark"
    assert again.get("theme") == "dark"
    again.take("name=; Max-Age=0; Path=/games")
    assert CookieJar(tmp_path / "cookies.json").header == "theme=dark"


def test_a_folder_is_kept_with_what_was_written_changed_and_deleted_in_it(tmp_path: Path) -> None:
    kept, one, two = tmp_path / "sets.sqlite", tmp_path / "one", tmp_path / "two"
    files = KeptFolder(kept, one)
    (one / "my-box").mkdir(parents=True)
    (one / "my-box" / "deck.toml").write_text("draws = 1\n")
    (one / "my-box" / "old.toml").write_text("old = 1\n")
    files.keep()
    (one / "my-box" / "deck.toml").write_text("draws = 12\n")
    (one / "my-box" / "old.toml").unlink()
    files.keep()
    (one / "my-box" / "never.toml").write_text("the tab died before its answer\n")
    files.close()
    again = KeptFolder(kept, two)
    again.close()
    found = {path.relative_to(two).as_posix(): path.read_text() for path in two.rglob("*") if path.is_file()}
    assert found == {"my-box/deck.toml": "draws = 12\n"}


def test_work_without_threads_is_done_when_it_is_handed_in() -> None:
    def fails() -> None:
        raise ValueError("no")

    with AtOnce() as executor:
        assert executor.submit(int, "12").result() == 12
        assert isinstance(executor.submit(fails).exception(), ValueError)


def test_without_cryptography_texts_are_stored_as_they_are_and_nothing_is_signed(tmp_path: Path) -> None:
    keys = PlainKeys(tmp_path)
    assert keys.unlock(keys.lock("hold the ball")) == "hold the ball"
    assert keys.signing is None
    assert len(keys.reply) == 32
    assert not list(tmp_path.iterdir())
    with pytest.raises(UserError, match="encrypted by a server"):
        keys.unlock(f"{LOCKED}gAAAA")
