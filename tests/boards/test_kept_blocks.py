"""Parts of a page that an earlier page has shown are not made again, and nobody gets those of another reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club, open_club
from breakaway.core.language import use
from breakaway.core.rules import SPECTATOR
from breakaway.display import gridiron
from breakaway.display.match_page import PlayBlock, Tab, find_page
from breakaway.records.match import Start
from tests.club.starts import fate_match, football_match, play_out

READERS = [(seat, language) for seat in (0, 1, SPECTATOR) for language in ("en", "de")]


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    gridiron._parts.clear()
    yield
    gridiron._parts.clear()
    use("en")


Parts = tuple[tuple[PlayBlock, ...], tuple[Tab, ...]]


def parts(club: Club, match_id: str, seat: int, language: str) -> Parts:
    """The plays and the tabs of a reader's page."""
    use(language)
    look = club.look(match_id, seat)
    scene = find_page(look.observation.game).scene(look.observation, look.log)
    return scene.plays, tuple(scene.tabs)


@pytest.mark.parametrize("start", [football_match, fate_match])
def test_each_reader_gets_the_plays_and_cards_in_his_language_and_from_his_side(
    tmp_path: Path, start: Callable[..., Start]
) -> None:
    club, game = open_club(tmp_path / "club.sqlite"), "football" if start is football_match else "fate"
    names = [club.create(game, start(secret=secret * 32), here=[0, 1]).id for secret in (b"1", b"2")]
    for each in names:
        club.resolve(each)
        play_out(club, each, turns=40)
    alone: dict[Any, Parts] = {}
    for each in names:
        for reader in READERS:
            gridiron._parts.clear()
            alone[each, reader] = parts(club, each, *reader)
    assert len({plays for plays, _tabs in alone.values()}) > len(READERS), "readers and matches differ"
    for _again in range(2):
        for each in names:
            for reader in READERS:
                assert parts(club, each, *reader) == alone[each, reader]
    club.close()


def test_only_plays_that_no_page_has_shown_are_made_and_the_oldest_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gridiron, "MOST_PARTS", 3)
    club = open_club(tmp_path / "club.sqlite")
    look = club.look(club.create("football", football_match(), here=[0, 1]).id, 0)
    made = list[int]()

    def block(n: int) -> PlayBlock:
        def make() -> PlayBlock:
            made.append(n)
            return PlayBlock(str(n))

        return gridiron.part_once(look.observation, ("block", n), make)

    assert [block(n).title for n in (1, 2, 1, 3, 1, 4, 1, 2)] == list("12131412")
    assert made == [1, 2, 3, 4, 2]
    club.close()
