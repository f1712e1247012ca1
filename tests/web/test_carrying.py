"""All matches in one file: out of a browser that is all there is, and into a server and back (docs/site.md)."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from breakaway.club.carrying import bring, pack
from breakaway.club.club import Club
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.records.match import Match
from breakaway.records.record_file import Files, parse
from breakaway.records.replay import verify
from tests.club.starts import play_out, race
from tests.web.session import browser

HERE = "https://table.example/"
RECORD = Path("tests/records/cycling/tour-fresh-hands.jsonl")


def two_matches(club: Club) -> tuple[str, str]:
    """A race that is over, and one in progress in which seat 0 has sealed an order."""
    over, running = (
        club.create("cycling", race(), title="Äcker", here=[0]),
        club.create("cycling", race(("human", "human")), title="Hills", here=[0, 1]),
    )
    play_out(club, over.id)
    look = club.look(running.id, 0)
    order: list[int] = []
    while len(order) < look.observation.slots():
        order.append(look.observation.menu(order)[0])
    club.choose(running.id, 0, order)
    return over.id, running.id


def zipped(files: dict[str, bytes | str], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", how) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return whole.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_all_matches_go_elsewhere_and_those_in_progress_go_on_with_what_is_sealed(clubs: Callable[[], Club]) -> None:
    here, there = clubs(), clubs()
    over, running = two_matches(here)
    carried = bring(there, pack(here, HERE))
    assert [each.fault for each in carried] == ["", ""]
    ids = {each.name: each.id for each in carried}
    assert set(ids) == {f"{over}.match", f"{running}.match"}
    assert there.download(ids[f"{over}.match"]) == here.download(over)
    assert there.listed(ids[f"{over}.match"]).title == "Äcker"
    look = there.look(ids[f"{running}.match"], 0)
    assert look.sealed is not None
    assert look.waiting == [1]
    assert look.sealed.order == here.look(running, 0).sealed.order  # type: ignore[union-attr]
    play_out(there, ids[f"{running}.match"])
    back = {each.name: each for each in bring(here, pack(there, HERE))}
    assert back[f"{ids[f'{running}.match']}.match"].id == running  # it goes on where it stood
    assert f"already, as {over}" in back[f"{ids[f'{over}.match']}.match"].fault
    assert here.download(running) == there.download(ids[f"{running}.match"])
    assert here.look(running).is_over
    assert here.listed(running).status == "over"
    assert len(here.matches(archived=None)) == 2


def test_a_match_that_went_on_here_as_well_stays_as_it_is(clubs: Callable[[], Club]) -> None:
    here, there = clubs(), clubs()
    _over, running = two_matches(here)
    copy = next(each.id for each in bring(there, pack(here, HERE)) if each.name == f"{running}.match")
    play_out(there, copy, seed=2, turns=2)
    play_out(here, running, seed=3, turns=1)
    before = here.look(running).turn
    assert any(f"already, as {running}" in each.fault for each in bring(here, pack(there, HERE)))
    assert here.look(running).turn == before


def test_a_file_of_matches_is_a_folder_of_matches(clubs: Callable[[], Club], tmp_path: Path) -> None:
    """Unpacked, it is what `breakaway verify` checks and a terminal goes on with (docs/record.md)."""
    club = clubs()
    over, running = two_matches(club)
    folder = tmp_path / "matches"
    folder.mkdir()
    for name, data in unzipped(pack(club, HERE)).items():
        (folder / name).write_bytes(data)
    assert sorted(each.name for each in folder.iterdir()) == sorted(
        [f"{over}.match", f"{running}.match", f"{running}.match.sealed"]
    )
    assert verify(find("cycling"), parse((folder / f"{over}.match").read_text("utf-8"))) is None
    record, secrets = Files(folder / f"{running}.match").read()
    match = Match.load(find("cycling"), record, secrets, Files(folder / f"{running}.match"))
    assert match.missing() == [1]


def test_of_a_file_each_match_comes_in_wholly_or_not_at_all_with_the_reason(
    club: Club, clubs: Callable[[], Club]
) -> None:
    other = clubs()
    _over, running = two_matches(other)
    files = unzipped(pack(other, HERE))
    good = RECORD.read_text()
    sent = zipped(
        {
            "good.match": good,
            "changed.match": good.replace('"steps":1', '"steps":2', 1),
            "bytes.match": b"\xff\xfe",
            "unsealed.match": files[f"{running}.match"],
            "letter.txt": "Dear Ada",
        }
    )
    found = {each.name: each for each in bring(club, sent)}
    assert set(found) == {"good.match", "changed.match", "bytes.match", "unsealed.match"}
    assert found["good.match"].id
    assert "not text" in found["bytes.match"].fault
    assert found["changed.match"].fault
    assert not found["changed.match"].id
    assert ".sealed" in found["unsealed.match"].fault
    assert len(club.matches(archived=None)) == 1
    again = bring(club, sent)
    assert f"already, as {found['good.match'].id}" in next(each.fault for each in again if each.name == "good.match")
    damaged = {f"{running}.match": files[f"{running}.match"], f"{running}.match.sealed": b"["}
    assert "damaged" in bring(club, zipped(damaged))[0].fault
    assert len(club.matches(archived=None)) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no zip", "no zip file"),
        (zipped({"a.txt": "x"}), "no records"),
        (zipped({"a.match": "x", "b/a.match": "y"}), "twice"),
        (zipped({"a.match": "x"}, zipfile.ZIP_BZIP2), "no zip file"),
        (zipped({"a.match": b"0" * (257 * 2**20)}), "too large"),
    ],
    ids=["text", "no record", "twice", "another packing", "unpacks to more than there may be"],
)
def test_what_is_no_file_of_matches_is_told_and_changes_nothing(club: Club, data: bytes, said: str) -> None:
    with pytest.raises(UserError, match=said):
        bring(club, data)
    assert club.matches(archived=None) == []


def test_only_a_browser_that_is_all_there_is_downloads_the_secrets(club: Club) -> None:
    """On a server, the file would show the owner what players have sealed."""
    _over, running = two_matches(club)
    sealed = json.loads(unzipped(pack(club, HERE))[f"{running}.match.sealed"])
    owner = browser(club)
    assert owner.get("/carry").status_code == 200
    assert "/carry/matches.zip" not in owner.get("/carry").text
    answer = owner.get("/carry/matches.zip")
    assert answer.status_code == 404
    assert sealed["secret"] not in answer.text
    for where in ("/carry", "/carry/matches.zip"):
        assert browser(club, here=False).get(where).status_code == 404
