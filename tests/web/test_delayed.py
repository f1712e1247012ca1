"""Spectators who see a match some turns late see it as it was then, letter for letter, and learn of nothing since."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from sqlalchemy import insert, update

from breakaway.club.actions import rule, rulings_now
from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.match_views import SeatView, TooEarly
from breakaway.club.rematches import past, rematch
from breakaway.club.schema import CLOSE, WAIT, terms
from breakaway.club.time_control import Terms, begin_turn
from breakaway.core.language import UserError
from breakaway.core.rules import SPECTATOR
from breakaway.games.manifest import find
from breakaway.records.match import Start
from breakaway.records.play_by_play import played_in
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.depth import DEPTH
from tests.web.conftest import Serve
from tests.web.session import browser, post
from tests.web.twins import NAME, Listening, Two, bytes_of, token

TURNS = 12


def blind() -> Start:
    return race(("human", "human", "human"), profile="blind")


STARTS: list[tuple[str, Callable[[], Start]]] = [
    ("cycling", blind),
    ("football", football_match),
    ("fate", fate_match),
]


def agree(club: Club, delay: int) -> None:
    with club.database.writing() as connection:
        connection.execute(insert(terms).values(match=NAME, seconds=None, late=WAIT, delay=delay))


def turn(club: Club, rng: random.Random) -> None:
    """One turn by chance."""
    look = club.look(NAME)
    for seat in look.waiting:
        club.choose(NAME, seat, any_order(club, NAME, seat, rng.getrandbits(60)), turn=look.turn)
    club.resolve(NAME)


SAID = re.compile(
    rb'<div class="clock">\s*<p class="note">You see this match \d+ turns? late.</p>\s*</div>'
    rb'|<p class="note">Spectators see this match \d+ turns? late.</p>\s*'
)


def bare(answer: bytes) -> bytes:
    """A page but for the sentences that say how late it is, and the length and blanks that they make."""
    return re.sub(rb">\s+<", b"><", re.sub(rb"'content-length': '\d+'", b"", SAID.sub(b"", answer)))


def watched_look(club: Club) -> SeatView:
    """What a page for spectators is made from."""
    return snapshot(club, NAME, Requester((), lambda _found: SPECTATOR)).look


def watched(club: Club, *where: str) -> list[bytes]:
    """Pages as somebody sees them who has no seat."""
    client = browser(club, here=False)
    return [bare(bytes_of(client.get(f"/match/{NAME}/{each}" if each else f"/match/{NAME}"))) for each in where]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), STARTS)
@pytest.mark.parametrize("delay", [1, 5] if DEPTH == 1 else [1, 2, 5])
def test_what_a_spectator_gets_is_what_there_was_so_many_turns_ago(
    twins: Two, game: str, start: Callable[[], Start], delay: int
) -> None:
    late, plain = twins(game, start)
    agree(late, delay)
    places = ("", "watch", "watch?draft=1.2", "at/0", "at/1", "at/999", "record", "check")
    seen: dict[int, list[bytes]] = {}
    rng = random.Random(7), random.Random(7)
    compared = 0
    for _ in range(TURNS):
        if plain.look(NAME).is_over:
            break
        now = plain.look(NAME).turn
        seen[now] = watched(plain, *places)
        if max(0, now - delay) in seen:  # football begins with a turn that nobody chose
            assert watched(late, *places) == seen[max(0, now - delay)], f"after {now} turns"
            compared += 1
        turn(late, rng[0])
        turn(plain, rng[1])
    assert compared > 5, "there was little to compare"
    assert len({each[1] for each in seen.values()}) == len(seen), "each turn was to be seen"


def late_and_plain(twins: Two, game: str, start: Callable[[], Start], turns: int) -> tuple[bytes, bytes]:
    """What spectators ten turns late see after so many turns, and what there was then."""
    late, plain = twins(game, start)
    agree(late, 10)
    for club in (late, plain):
        for seat in range(len(club.listed(NAME).seats)):
            club.instruct(NAME, seat, [])  # no answers of the game's own: each turn is one question
    rng = random.Random(5), random.Random(5)
    for played in range(turns):
        if played == turns - 10:
            then = watched(plain, "watch")[0]
        turn(late, rng[0])
        turn(plain, rng[1])
    return watched(late, "watch")[0], then


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), STARTS[1:])
def test_a_box_score_of_now_beside_a_board_of_then_would_be_seen(
    twins: Two, monkeypatch: pytest.MonkeyPatch, game: str, start: Callable[[], Start]
) -> None:
    one, two = late_and_plain(twins, game, start, 30)
    assert one == two
    monkeypatch.setattr("breakaway.club.match_snapshot.played_in", lambda match, turn: played_in(match))
    one, two = late_and_plain(twins, game, start, 30)
    assert one != two


def test_who_gives_up_is_there_for_spectators_until_that_is_old(twins: Two) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 2)
    rng = random.Random(3)
    turn(late, rng)
    turn(late, rng)
    before = watched(late, "watch")
    late.resign(NAME, 2)
    late.resolve(NAME)
    assert watched(late, "watch") == before
    turn(late, rng)
    turn(late, rng)
    assert watched_look(late).gone == []
    turn(late, rng)
    assert watched_look(late).gone == [2]


def test_a_ruling_is_told_as_late_as_all_else(twins: Two) -> None:
    late, _ = twins("fate", lambda: fate_match(advanced=True))
    agree(late, 1)
    rng = random.Random(5)
    for _ in range(300):
        words = next(iter(rulings_now(late.look(NAME).observation)), "")
        if words:
            break
        turn(late, rng)
    shown = watched_look(late).turn
    turn_now = late.look(NAME).turn
    late.do(NAME, lambda table: rule(table, 0, words, turn_now))
    assert watched_look(late).turn == shown + 1
    assert b"has ruled as umpire:" not in watched(late, "watch")[0]
    late.resolve(NAME)
    turn(late, rng)
    assert b"has ruled as umpire:" in watched(late, "watch")[0]


@pytest.mark.slow
def test_who_plays_sees_all_at_his_seat_and_late_when_he_watches(twins: Two) -> None:
    late, plain = twins("cycling", blind)
    agree(late, 2)
    for club in (late, plain):
        play_out(club, NAME, turns=1)
    early = watched(plain, "watch")
    for club in (late, plain):
        play_out(club, NAME, seed=2, turns=2)
    own = [browser(club, here=False, tokens=(token(0),)) for club in (late, plain)]
    for where in ("1", "at/3", "at/2"):
        assert len({bare(bytes_of(client.get(f"/match/{NAME}/{where}"))) for client in own}) == 1, where
    assert "You see this match 2 turns late." in own[0].get(f"/match/{NAME}/watch").text
    assert "You see this match" not in own[0].get(f"/match/{NAME}/1").text
    assert [bare(bytes_of(own[0].get(f"/match/{NAME}/watch")))] == early


def test_sealing_and_asking_change_nothing_for_late_spectators(twins: Two) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 1)
    play_out(late, NAME, turns=2)
    before = watched(late, "watch", "at/9")
    for seat in (0, 1):
        late.choose(NAME, seat, any_order(late, NAME, seat, 1))
        assert watched(late, "watch", "at/9") == before
    client = browser(late, here=False)
    for action in ("go", "choose", "undo", "resign", "again", "late", "dice"):
        text = post(client, f"/match/{NAME}/watch/{action}", turn="3", order="1a").text
        assert not re.search(r'data-turn="[2-9]', text), action
    assert watched(late, "watch", "at/9") == before


def test_with_a_deadline_too_nothing_of_now_is_told(twins: Two) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 1)
    wall = Wall(late)
    with late.database.writing() as connection:
        connection.execute(update(terms).values(seconds=60, late=CLOSE))
        begin_turn(connection, NAME, wall())
    play_out(late, NAME, turns=2)
    before = watched(late, "watch")
    assert b"<time" not in before[0]
    wall.on(3600)
    assert watched(late, "watch") == before
    assert ">late<" in browser(late, here=False, tokens=(token(0),)).get(f"/match/{NAME}/1").text


@pytest.mark.slow
def test_when_the_match_is_over_everybody_sees_everything(twins: Two) -> None:
    clubs = twins("cycling", blind)
    agree(clubs[0], 5)
    for club in clubs:
        play_out(club, NAME)
    last = clubs[0].look(NAME).turn
    places = ("watch", f"at/{last}", "at/0", "record", "check")
    assert watched(clubs[0], *places) == watched(clubs[1], *places)
    assert b"You see this match" not in browser(clubs[0], here=False).get(f"/match/{NAME}/watch").content


@pytest.mark.slow
def test_a_stream_says_what_is_shown_and_only_when_that_changes(twins: Two, serve: Serve) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 1)
    play_out(late, NAME, turns=2)
    stream = Listening(f"{serve(late)}/match/{NAME}/watch/stream?seen_stamp={watched_look(late).stamp}")
    stream.start()
    assert stream.ready.wait(20)
    for seat in range(3):
        late.choose(NAME, seat, any_order(late, NAME, seat, 1))
    late.resolve(NAME)
    stream.until(1)
    stream.done.set()
    assert len(stream.events()) == 1
    assert b'data-turn="2"' in stream.data
    assert b'data-turn="3"' not in stream.data


def test_a_turn_taken_back_is_not_shown_before_it_is_old(twins: Two) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 2)
    rng = random.Random(3)
    for _ in range(4):
        turn(late, rng)
    late.undo(NAME)
    assert watched_look(late).turn == 1
    assert watched_look(late).entries == 2, "as long as the record was then"
    for _ in range(2):
        turn(late, rng)
    assert watched_look(late).turn == 3
    assert watched_look(late).entries == 4


@pytest.mark.slow
def test_positions_of_an_older_edition_are_waited_for(twins: Two) -> None:
    late, _ = twins("cycling", blind)
    agree(late, 2)
    play_out(late, NAME, turns=3)
    with late.at_work(NAME) as table:
        table.match.history.clear()  # as another edition of the rules does
    with pytest.raises(TooEarly, match="in 2 turns"):
        watched_look(late)
    with pytest.raises(TooEarly, match="in 2 turns"):
        past(late, NAME, 0, lambda _found: True)
    for where in ("watch", "at/0"):
        answer = browser(late, here=False).get(f"/match/{NAME}/{where}")
        assert answer.status_code == 409
        assert "can watch again in 2 turns" in answer.text


def test_it_is_asked_for_at_the_opening_and_kept_by_a_rematch(club: Club) -> None:
    client = browser(club)
    form = {"team": "lightning", "versus": "fire", "seat.1": "sheet"}
    from tests.web.test_killed import usual

    form = {**usual(client.get("/open/football").text), **form}
    assert (
        "Delay for spectators: choose a value from the list"
        in post(client, "/open/football", **{**form, "delay": "3"}).text
    )
    assert club.matches() == []
    assert post(client, "/open/football", **{**form, "delay": "5"}).status_code == 200
    (listed,) = club.matches()
    assert listed.terms == Terms(delay=5)
    assert "Spectators see this match 5 turns late." in client.get(f"/match/{listed.id}/1").text
    club.resign(listed.id, 0)
    assert club.listed(rematch(club, listed.id, [0]).id).terms == Terms(delay=5)
    assert find("football").name == listed.game
    with pytest.raises(UserError, match="delay for spectators must be from 0 to 10 turns"):
        club.create("football", football_match(), terms=Terms(delay=11))
