"""`breakaway host`: the acts of a host at the terminal, over the same matches as in the browser."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial
from io import StringIO

import pytest

from breakaway.club.closing import stop
from breakaway.club.club import Club
from breakaway.club.database import DeletedMatch
from breakaway.club.hosting import NO_SEAT, OWNER, add_chair, trail_of
from breakaway.club.schema import EMPTY
from breakaway.club.seats import new_token
from breakaway.club.time_control import DAY, Terms
from breakaway.core.language import UserError
from breakaway.terminal import hosting as terminal
from breakaway.terminal.saved_matches import list_club
from breakaway.terminal.screen import Screen
from tests.club.clocks import Wall
from tests.club.starts import answer_host, any_order, play_out, race, sit
from tests.terminal.session import call


def opened(club: Club, host: int = NO_SEAT, turns: int = 2, title: str = "Tour") -> str:
    within = add_chair(new_token()) if host == NO_SEAT else None
    start = race(("human", "human", "human"))
    made = club.create("cycling", start, title, terms=Terms(DAY), host=host, within=within)
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=turns)
    return made.id


@pytest.fixture
def host(club: Club, capsys: pytest.CaptureFixture[str]) -> partial[tuple[int, str]]:
    """Carries out an act at the terminal, and returns the exit status and what was said, on one line."""

    def act(
        act: str, *matches: str, team: str = "", step: int | None = None, ruling: str = "", **given: str
    ) -> tuple[int, str]:
        yes = bool(given.pop("yes", ""))
        capsys.readouterr()
        status = terminal.run(
            Screen(source=StringIO(), width=200), club, terminal.Typed(act, matches, given, team, step, ruling, yes)
        )
        return status, " ".join(capsys.readouterr().out.split())

    return partial(act)


def test_every_act_can_be_done_at_the_terminal(club: Club, host: partial[tuple[int, str]]) -> None:
    match_id = opened(club)
    due = club.look(match_id).due
    assert due is not None
    assert host("extend", match_id, hours="24", reason="A storm") == (0, f"{match_id} Tour: done.")
    assert club.look(match_id).due == due + timedelta(days=1)
    day = (club.database.now() + timedelta(days=9)).replace(second=0, microsecond=0)
    assert host("set", match_id, due=f"{day:%Y-%m-%d %H:%M}", reason="x")[0] == 0
    assert club.look(match_id).due == day
    assert host("pause", match_id, days="3", reason="Christmas")[0] == 0
    assert host("resume", match_id, reason="All are back")[0] == 0
    assert host("announce", match_id, text="Happy New Year")[0] == 0
    assert club.listed(match_id).notice == "Happy New Year"
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    assert host("order", match_id, team="blue", order=order, reason="By telephone")[0] == 0
    assert club.look(match_id).waiting == [0, 2]
    assert host("close", match_id, reason="Nobody answers")[0] == 0
    assert club.look(match_id).turn == 3
    assert host("back", match_id, reason="My mistake")[0] == 0
    assert club.look(match_id).turn == 2
    assert host("rule", match_id, ruling="dropped by the pack: blue b", reason="He is lost")[0] == 0
    assert host("seat", match_id, team="Green", player="random", reason="Green is ill")[0] == 0
    assert club.listed(match_id).seats[2].by == "random"
    status, said = host("seat", match_id, team="Blue", player=EMPTY, reason="Blue moves away")
    assert status == 0
    assert club.invited(said.rpartition("/seat/")[2])[1] == 1, "the link leads to the seat"
    assert host("stop", match_id, reason="The hall has burned down")[0] == 0
    assert host("archive", match_id, reason="x")[0] == 0
    assert host("restore", match_id, reason="x")[0] == 0
    assert host("open", match_id, reason="x")[0] == 0
    assert {each.by for each in trail_of(club.database, match_id)} == {OWNER}


def test_an_act_without_a_reason_or_with_a_wrong_name_is_refused_with_a_sentence(
    club: Club, host: partial[tuple[int, str]]
) -> None:
    match_id = opened(club)
    before = club.version(match_id)
    for act in ("extend", "pause", "stop", "close"):
        status, said = host(act, match_id, hours="3", days="3")
        assert status == 1
        assert "Give a reason." in said, act
    with pytest.raises(UserError, match="unknown act 'dance'"):
        host("dance", match_id)
    with pytest.raises(UserError, match="no match 'nonsense'"):
        host("extend", match_id, "nonsense", hours="3", reason="x")
    with pytest.raises(UserError, match="name a match"):
        host("extend", hours="3", reason="x")
    assert "this match has: Röd, Blue, Green" in host("order", match_id, team="Bleu", order="x", reason="x")[1]
    assert "now there are: dropped by the pack: all riders of Röd;" in host("rule", match_id, ruling="?", reason="x")[1]
    assert club.version(match_id) == before


def test_several_matches_or_all_in_progress_at_once(club: Club, host: partial[tuple[int, str]]) -> None:
    ids = [opened(club, title=f"Tour {n}") for n in range(3)]
    over = opened(club, turns=10**9, title="Over")
    before = {each: club.look(each).due for each in ids}
    stop(club.database, ids[2], "x")
    made = club.create("cycling", race(("human", "human")), "Free", terms=Terms(DAY), host=0)
    status, said = host("extend", "all", hours="24", reason="The server was away")
    assert status == 0, "all that can be done is done"
    for each in (f"{ids[2]} Tour 2", f"{made.id} Free"):
        assert f"{each}: skipped: No clock runs in this match now." in said
    assert host("extend", "all", hours="24")[0] == 1, "a reason is missing"
    assert host("extend", made.id, hours="24", reason="x")[0] == 1, "this match was named"
    for each in ids[:2]:
        was = before[each]
        assert was is not None
        assert club.look(each).due == was + timedelta(days=1)
    assert over not in said


def test_a_match_whose_host_plays_needs_everybody_and_a_played_one_is_deleted_with_consent(
    club: Club, host: partial[tuple[int, str]]
) -> None:
    match_id = opened(club, host=0)
    assert "everybody is asked to agree" in host("stop", match_id, reason="x")[1]
    shown = host("show", match_id)[1]
    assert "Asked: close the match; not answered yet: Röd, Blue, Green" in shown
    assert host("withdraw", match_id)[0] == 0
    host("stop", match_id, reason="x")
    for seat in range(3):
        answer_host(club, match_id, seat, agrees=True)
    assert club.look(match_id).is_stopped
    status, said = host("delete", match_id, reason="x")
    assert (status, "it was kept" in said.casefold()) == (1, True), "nobody typed yes"
    host("delete", match_id, reason="x", yes="1")
    for seat in range(3):
        answer_host(club, match_id, seat, agrees=True)
    with pytest.raises(DeletedMatch):
        club.look(match_id)


def test_what_the_terminal_shows_is_equal_for_any_two_sealed_orders(club: Club, host: partial[tuple[int, str]]) -> None:
    wall = Wall(club)
    match_id = opened(club)
    said = set()
    for seed in range(4):
        club.choose(match_id, 1, any_order(club, match_id, 1, seed))
        club.instruct(match_id, 2, [["lowest"], ["highest"], [], ["lowest"]][seed])
        said.add(host("show", match_id)[1])
    assert len(said) == 1
    assert "Blue: in (human)" in said.pop()
    wall.on(2 * DAY)
    assert "late: Röd, Green" in host("late")[1]


def test_times_are_in_the_zone_of_this_machine_and_in_utc(
    club: Club, host: partial[tuple[int, str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Noon in UTC on July 2 is 14:00 in Berlin, in summer time, and 00:00 of July 3 in Auckland, in winter."""
    Wall(club)
    match_id = opened(club)
    url = club.database.engine.url.render_as_string(hide_password=False)
    try:
        for zone, said in (
            ("Europe/Berlin", "2026-07-02 14:00 CEST (12:00 UTC)"),
            ("Pacific/Auckland", "2026-07-03 00:00 NZST (2026-07-02 12:00 UTC)"),
            ("UTC", "2026-07-02 12:00 UTC"),
        ):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert f"closes {said}" in host("show", match_id)[1]
            capsys.readouterr()
            list_club(Screen(), url)
            assert f"closes {said}" in " ".join(capsys.readouterr().out.split())
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_archive_has_a_list_of_its_own(
    club: Club, host: partial[tuple[int, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = opened(club, turns=10**9)
    host("archive", match_id, reason="x")
    url = club.database.engine.url.render_as_string(hide_password=False)
    for archived in (False, True):
        list_club(Screen(), url, archived)
        assert (match_id in capsys.readouterr().out) == archived


def test_the_command_needs_a_database_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "name the server's database" in call(capsys, "host", "late").stderr
    gone = call(capsys, "host", "late", "--database", "no-such-club.sqlite")
    assert (gone.returncode, "there is no database no-such-club.sqlite" in gone.stderr) == (1, True)


def test_the_whole_command_extends_a_deadline(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    match_id, url = opened(club), club.database.engine.url.render_as_string(hide_password=False)
    due = club.look(match_id).due
    assert due is not None
    folder = str(club.database.keys.folder)
    words = ("host", "extend", match_id, "--database", url, "--keys", folder, "--hours", "24", "--reason", "A storm")
    done = call(capsys, *words)
    assert (done.returncode, done.stdout.strip()) == (0, f"{match_id} Tour: done.")
    assert club.look(match_id).due == due + timedelta(days=1)


def test_the_command_changes_of_the_title_the_subtitle_and_the_day_only_what_is_given(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    match_id, url = opened(club), club.database.engine.url.render_as_string(hide_password=False)
    words = ("host", "title", match_id, "--database", url, "--keys", str(club.database.keys.folder))
    assert call(capsys, *words, "--subtitle", "Stage 1", "--day", "2026-12-27").returncode == 0
    assert call(capsys, *words, "--title", "Tour of the Vale").returncode == 0
    listed = club.listed(match_id)
    assert (listed.title, listed.subtitle, listed.day) == ("Tour of the Vale", "Stage 1", "2026-12-27")
