"""How long matches are kept, what is deleted and what never is, and how much a visitor may store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from breakaway.club import storage
from breakaway.club.absences import pause
from breakaway.club.club import Club
from breakaway.club.database import DeletedMatch, NoSuchMatch
from breakaway.club.schema import COACH, WAIT, matches, metadata, removed
from breakaway.club.storage import (
    AWAY,
    NOTICE,
    NoRoom,
    Storage,
    _since,
    charge,
    clean,
    leaves_at,
    leaving,
    set_storage,
    usage,
)
from breakaway.club.time_control import DAY, NONE, Pace, Terms
from breakaway.core.language import UserError
from breakaway.records.match import Start
from tests.club.clocks import Wall
from tests.club.starts import fate_match, football_match, play_out, race, sit

PEOPLE = ("human", "human")


def days(wall: Wall, club: Club, number: int) -> list[str]:
    """Lets days pass on a server that is up. Returns the matches that were deleted."""
    gone = []
    for step in [2] * (number // 2) + [1] * (number % 2):
        wall.on(step * DAY)
        gone += clean(club.database)
    return gone


@pytest.fixture
def wall(club: Club) -> Wall:
    """A clock, in a club whose server has been up for long."""
    made = Wall(club)
    assert clean(club.database) == []
    assert days(made, club, NOTICE.days) == []
    return made


def opened(club: Club, start: Start | None = None, terms: Terms = NONE) -> str:
    """A match in which nobody has chosen. Both players are at this machine."""
    made = club.create("cycling", start or race(PEOPLE), here=[0, 1], terms=terms)
    club.resolve(made.id)
    return made.id


def ended(club: Club) -> str:
    """A match that is over."""
    match_id = opened(club)
    play_out(club, match_id)
    return match_id


def rows(club: Club, match_id: str) -> dict[str, int]:
    """How many rows of each table belong to a match."""
    with club.database.reading() as connection:
        counted = {
            table.name: connection.scalar(select(func.count()).select_from(table).where(column == match_id))
            for table in metadata.sorted_tables
            for column in [table.c.get("match", table.c.get("id"))]
            if column is not None
        }
    return {name: int(n) for name, n in counted.items() if n}


TABLES = (
    *("chairs", "devices", "entries", "invitations", "mailboxes", "offers", "origins", "outbox"),
    *("sealed", "season_matches", "seats", "second_places", "standbys", "take_backs", "terms", "trail"),
)


# --- matches in which nobody has chosen


def test_a_match_without_a_choice_is_deleted_after_thirty_days_with_all_its_rows(club: Club, wall: Wall) -> None:
    made = club.create("football", football_match(), terms=Terms(delay=2))
    sit(club, made.tokens[0])
    played = opened(club)
    play_out(club, played, turns=1)
    before = rows(club, played)
    assert set(rows(club, made.id)) >= {"matches", "seats", "devices", "entries", "sealed", "terms"}
    assert {table.name for table in storage.PARTS} >= set(TABLES)
    assert days(wall, club, 29) == []
    assert days(wall, club, 1) == [made.id]
    assert rows(club, made.id) == {"removed": 1}
    assert rows(club, played) == before
    day = f"{club.database.now():%Y-%m-%d}"
    with pytest.raises(DeletedMatch, match=f"deleted on {day}, because no player had chosen for a long time"):
        club.look(made.id)
    assert issubclass(DeletedMatch, NoSuchMatch)
    assert days(wall, club, 60) == []


def test_sitting_down_counts_like_a_choice_and_starts_the_days_anew(club: Club, wall: Wall) -> None:
    made = club.create("football", football_match())
    assert days(wall, club, 29) == []
    sit(club, made.tokens[1])
    assert days(wall, club, 29) == []
    assert days(wall, club, 1) == [made.id]


def seal(club: Club, match_id: str) -> None:
    look = club.look(match_id, 0)
    club.choose(match_id, 0, look.observation.read("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6")[0])


def instruct(club: Club, match_id: str) -> None:
    club.instruct(match_id, 0, list(club.look(match_id, 0).observation.game.instructions)[:1])


def play_and_take_back(club: Club, match_id: str) -> None:
    play_out(club, match_id, turns=1)
    club.undo(match_id)


KINDS = {
    "sealed": seal,
    "taken back": play_and_take_back,
    "resigned": lambda club, match_id: club.resign(match_id, 0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_in_which_somebody_has_chosen_is_never_deleted_as_unplayed(club: Club, wall: Wall, kind: str) -> None:
    match_id = opened(club, race(("human", "human", "human"))) if kind == "resigned" else opened(club)
    KINDS[kind](club, match_id)
    assert days(wall, club, 50) == []
    assert club.look(match_id).id == match_id


def test_standing_instructions_count_like_a_choice(club: Club, wall: Wall) -> None:
    made = club.create("football", football_match(), here=[0, 1])
    club.resolve(made.id)
    club.instruct(made.id, 0, ["never ice"])
    assert days(wall, club, 60) == []


def test_what_only_coaches_have_chosen_is_no_choice(club: Club, wall: Wall) -> None:
    made = club.create("fate", fate_match(("human", "random")), here=[0])
    club.resolve(made.id)
    if club.look(made.id).turn == 0:
        pytest.fail("the coach was to choose first")
    assert days(wall, club, 30) == [made.id]


def test_a_match_whose_sealed_orders_cannot_be_read_is_kept(club: Club, wall: Wall) -> None:
    match_id = opened(club)
    with club.database.writing() as connection:
        connection.execute(text("UPDATE sealed SET secrets = 'locked:damaged'"))
    assert days(wall, club, 60) == []
    assert rows(club, match_id)["entries"] == 1


@pytest.mark.parametrize("late", [WAIT, COACH])
def test_a_match_with_an_open_deadline_is_not_deleted_before_the_deadline(club: Club, wall: Wall, late: str) -> None:
    made = club.create("football", football_match(), here=[0, 1], terms=Terms(40 * DAY, late))
    club.resolve(made.id)
    assert club.listed(made.id).due
    assert days(wall, club, 39) == []
    assert days(wall, club, 2) == [made.id]


def test_a_pause_keeps_a_match_until_it_ends(club: Club, wall: Wall) -> None:
    made = club.create("football", football_match(), here=[0, 1], terms=Terms(DAY, WAIT, pace=Pace(pause=50)))
    club.resolve(made.id)
    pause(club.database, made.id, 50)
    assert days(wall, club, 49) == []
    assert days(wall, club, 3) == [made.id]


def test_the_owner_can_keep_matches_without_a_choice_for_good(club: Club, wall: Wall) -> None:
    opened(club)
    set_storage(club.database, Storage(unplayed=0))
    assert days(wall, club, 50) == []


# --- matches that are over


def test_a_finished_match_is_kept_unless_the_owner_asks_for_its_deletion(club: Club, wall: Wall) -> None:
    match_id = ended(club)
    assert days(wall, club, 60) == []
    set_storage(club.database, Storage(finished=50))
    listed, told = club.listed(match_id), club.database.now() + NOTICE
    with club.database.reading() as connection:
        assert leaves_at(listed.updated, storage.storage_in(connection)) == told, "players are offered the record first"
    assert [(each.match.id, each.at, each.why) for each in leaving(club.database)] == [(match_id, told, "finished")]
    assert days(wall, club, NOTICE.days - 1) == []
    assert club.publish(match_id, "https://table.example/")
    assert days(wall, club, 1) == [match_id]
    with pytest.raises(DeletedMatch, match="as the owner of this server has set for finished matches"):
        club.download(match_id)
    assert leaving(club.database) == []


def test_a_match_that_ends_after_the_owner_has_asked_leaves_so_many_days_later(club: Club, wall: Wall) -> None:
    set_storage(club.database, Storage(finished=50))
    days(wall, club, 30)
    match_id = ended(club)
    assert leaving(club.database) == []
    assert days(wall, club, 36) == []
    assert [each.match.id for each in leaving(club.database)] == [match_id]
    assert days(wall, club, 14) == [match_id]


def test_a_finished_match_that_counts_elsewhere_is_kept(
    club: Club, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = ended(club), ended(club)
    monkeypatch.setattr(storage, "KEPT", [matches.c.id == kept])
    set_storage(club.database, Storage(finished=14))
    assert days(wall, club, 30) == [other]
    assert club.look(kept).is_over


def test_a_server_that_was_away_offers_the_records_anew(club: Club, wall: Wall) -> None:
    ended(club)
    opened(club)
    set_storage(club.database, Storage(finished=14))
    wall.on(60 * DAY + AWAY.total_seconds())
    assert clean(club.database) == []
    assert days(wall, club, NOTICE.days - 1) == []
    assert len(days(wall, club, 1)) == 2


def test_a_new_notice_begins_when_the_days_change_and_not_when_a_quota_does(club: Club, wall: Wall) -> None:
    match_id = ended(club)
    set_storage(club.database, Storage(finished=14))
    days(wall, club, 7)
    set_storage(club.database, Storage(finished=14, visitor=5))
    assert days(wall, club, 7) == [match_id]
    again = ended(club)
    days(wall, club, 7)
    set_storage(club.database, Storage(finished=15))
    assert days(wall, club, 13) == []
    assert days(wall, club, 1) == [again]


def test_a_match_that_ends_is_kept_for_the_whole_notice_whatever_the_owner_asks(club: Club) -> None:
    with pytest.raises(UserError, match="at least 14 days, so that players can save their records"):
        set_storage(club.database, Storage(finished=13))


def test_a_match_that_goes_on_at_the_last_moment_is_kept(
    club: Club, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = opened(club)
    found = storage.leaving

    def late(*given: object) -> list[storage.Leaving]:
        due = found(*given)  # type: ignore[arg-type]
        if due:
            play_out(club, match_id, turns=1)
        return due

    monkeypatch.setattr(storage, "leaving", late)
    assert days(wall, club, 31) == []
    assert club.look(match_id).turn == 1


def test_a_deletion_that_breaks_off_deletes_nothing(club: Club, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = opened(club)
    before = rows(club, match_id)

    def breaks(name: str) -> None:
        with club.database.reading() as connection:
            if connection.scalar(_since("round")) == club.database.now():
                raise KeyboardInterrupt

    days(wall, club, 28)
    wall.on(2 * DAY)
    with monkeypatch.context() as broken:
        broken.setattr("breakaway.club.seats.reach", breaks)
        with pytest.raises(KeyboardInterrupt):
            clean(club.database)
    assert rows(club, match_id) == before
    assert days(wall, club, 1) == [match_id]


@pytest.mark.parametrize(
    "asked", [Storage(unplayed=-1), Storage(finished=3651), Storage(visitor=2**21), Storage(total=-5)], ids=repr
)
def test_numbers_out_of_range_are_refused_and_change_nothing(club: Club, asked: Storage) -> None:
    with pytest.raises(UserError, match=r"Enter a whole number from 0 to \d+\. Nothing was changed\."):
        set_storage(club.database, asked)
    with club.database.reading() as connection:
        assert storage.storage_in(connection) == Storage()


def test_the_database_itself_deletes_no_entry_of_a_match_that_is_not_listed_as_deleted(club: Club) -> None:
    match_id, other = opened(club), opened(club)
    for statement in ("DELETE FROM entries", f"DELETE FROM entries WHERE \"match\" = '{match_id}'"):
        with pytest.raises(DBAPIError, match="an entry cannot be"), club.database.writing() as connection:
            connection.execute(text(statement))
    with club.database.writing() as connection:
        connection.execute(removed.insert().values(match=match_id, at=club.database.now(), why="unplayed"))
        connection.execute(text(f"DELETE FROM entries WHERE \"match\" = '{match_id}'"))
    with pytest.raises(DBAPIError, match="an entry cannot be"), club.database.writing() as connection:
        connection.execute(text("DELETE FROM entries"))
    with pytest.raises(DBAPIError, match="an entry cannot be"), club.database.writing() as connection:
        connection.execute(text("UPDATE entries SET line = ''"))
    assert rows(club, other)["entries"] == 1


# --- quotas


@pytest.fixture
def visitor() -> Iterator[None]:
    """In this test, a visitor opens the matches."""
    token = storage.opener.set("a-visitor")
    yield
    storage.opener.reset(token)


def test_a_visitor_may_store_so_much_in_thirty_days(club: Club, wall: Wall, visitor: None) -> None:
    set_storage(club.database, Storage(visitor=1, unplayed=0))
    made = [opened(club) for _ in range(4)]
    with pytest.raises(NoRoom, match="Your address has stored too many matches") as refused:
        opened(club)
    assert refused.value.status == 429
    assert len(club.matches()) == 4
    play_out(club, made[0])
    token = storage.opener.set("another")
    opened(club)
    storage.opener.set("")
    for _ in range(5):
        opened(club)  # whoever has no quota
    storage.opener.reset(token)
    assert days(wall, club, 29) == []
    with pytest.raises(NoRoom):
        opened(club)
    days(wall, club, 2)
    opened(club)
    with club.database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM origins")) == 1, "who opened the others is forgotten"


def test_an_upload_counts_with_its_size(club: Club, visitor: None) -> None:
    token = storage.opener.set("")
    record = club.download(ended(club))
    storage.opener.reset(token)
    club.upload(record)
    with club.database.reading() as connection:
        size = connection.scalar(text("SELECT size FROM origins"))
    assert size == len(record) - record.count("\n")
    set_storage(club.database, replace(Storage(), visitor=1))
    with pytest.raises(NoRoom), club.database.writing() as connection:
        charge(connection, club.database, "any", 2**20 - size + 1)


def test_without_room_in_all_nothing_new_is_stored_and_matches_go_on(
    club: Club, visitor: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = opened(club)
    for full in (Storage(total=1), Storage(free=1, total=0)):
        set_storage(club.database, full)
        with monkeypatch.context() as scarce:
            scarce.setattr(club.database, "free", lambda: 2**20 - 1)
            scarce.setattr(storage, "used_bytes", lambda *_given: 2**20 + 1)
            with pytest.raises(NoRoom, match="no room for more matches") as refused:
                opened(club)
            assert refused.value.status == 507
            play_out(club, match_id, turns=1)
    set_storage(club.database, Storage(total=0, free=0))
    opened(club)


def test_the_owner_sees_what_is_stored(club: Club, wall: Wall) -> None:
    ended(club)
    opened(club)
    days(wall, club, 30)
    play_out(club, opened(club), turns=1)
    found = usage(club.database)
    assert found.matches == {"over": 1, "running": 1}
    assert found.deleted == 1
    assert found.used > 100_000
    assert (found.free is None) is not club.database.is_sqlite


def test_room_on_the_disk_is_used_again(club: Club, wall: Wall) -> None:
    if not club.database.is_sqlite:
        pytest.skip("PostgreSQL does not say how much of its files it will use again")
    before = usage(club.database).used
    for _ in range(30):
        opened(club)
    most = usage(club.database).used
    assert most > before + 100_000
    days(wall, club, 30)
    assert usage(club.database).used < before + 50_000
