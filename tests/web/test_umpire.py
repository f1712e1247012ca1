"""The umpire's panel, and FATE's box score on the page."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from breakaway.club.actions import rulings_now
from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.core.rules import SPECTATOR
from breakaway.games.fate.rules.terms import CALL
from breakaway.games.fate.rules.umpire_rulings import RULINGS
from breakaway.records.match import Start
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import parse
from breakaway.web.match_panels import umpire_of
from tests.club.starts import any_order, fate_match, football_match, needed, play_out, play_typed
from tests.web.session import browser, post
from tests.web.twins import NAME, Two, differing, everything


def ruled(text: str) -> list[str]:
    """What the page offers the umpire."""
    return [unescape(each) for each in re.findall(r'name="ruling" value="([^"]+)"', text)]


def advanced() -> Start:
    return fate_match(advanced=True)


def up_to_a_ruling(club: Club, match_id: str, here: Any, place: str = "1") -> str:
    """Plays on by chance to a page on which the umpire may rule."""
    for turn in range(300):
        text: str = here.get(f"/match/{match_id}/{place}").text
        if ruled(text):
            return text
        play_out(club, match_id, seed=turn, turns=1)
    raise AssertionError("the umpire never had anything to rule on")


def test_a_ruling_at_the_terminal_is_the_umpires_own_on_the_page(club: Club) -> None:
    match_id = club.create("fate", advanced(), here=[0, 1]).id
    club.resolve(match_id)
    while "face mask defense" not in rulings_now(club.look(match_id, 0).observation):
        for seat in club.look(match_id).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, 1))
        club.resolve(match_id)
    turn, seats = club.look(match_id).turn, (0, SPECTATOR)
    here, watching = (snapshot(club, match_id, Requester((), lambda _found, seat=seat: seat)) for seat in seats)
    offered = [umpire_of(each, rolls) for each, rolls in ((here, False), (here, True), (watching, False))]
    assert [bool(each.can) for each in offered if each] == [True, False, False], "not between dice, and no spectator"
    club.do(match_id, lambda table: table.match.ruling(table.match.game.rulings["face mask defense"]))
    panel = umpire_of(snapshot(club, match_id, Requester((), lambda _found: 0)), False)
    assert panel is not None
    assert panel.last == panel.made[0] == ("face mask by the defense", turn, "the umpire")


@pytest.mark.slow
def test_whoever_plays_rules_and_all_see_who_has_until_it_is_taken_back(club: Club) -> None:
    made = club.create("fate", advanced(), here=[0])
    club.resolve(made.id)
    here, there = browser(club), browser(club, "a-browser-of-the-tests-2", here=False, tokens=(made.tokens[1],))
    text = up_to_a_ruling(club, made.id, here)
    assert set(ruled(text)) <= set(RULINGS)
    before, rows = club.look(made.id), len(played_in(club.load(made.id).match))
    answer = post(there, f"/match/{made.id}/2/umpire", ruling="face mask defense", turn=before.turn)
    assert answer.status_code == 200
    name = before.seats[1].name
    for client, place in ((here, "1"), (there, "2"), (browser(club), "watch")):
        shown = client.get(f"/match/{made.id}/{place}").text
        assert f"{name} has ruled as umpire: face mask by the defense." in shown
        assert f"After turn {before.turn}, {name} ruled: face mask by the defense" in shown
        assert not ruled(shown), "one ruling a play"
        assert ("Take this ruling back" in shown) == (place != "watch")
    assert len(played_in(club.load(made.id).match)) == rows - 1
    assert parse(club.download(made.id, running=True)).lines[-1]["by"] == 1
    assert post(here, f"/match/{made.id}/1/umpire/back", turn=before.turn + 1).status_code == 200
    after = club.look(made.id)
    assert after.observation.view == before.observation.view
    assert "has ruled as umpire: " not in here.get(f"/match/{made.id}/1").text
    assert len(played_in(club.load(made.id).match)) == rows
    assert post(here, f"/match/{made.id}/1/umpire/back", turn=after.turn).status_code == 409
    post(here, f"/match/{made.id}/1/umpire", ruling="face mask defense", turn=after.turn)
    (seat,) = club.look(made.id).waiting
    club.choose(made.id, seat, any_order(club, made.id, seat, 1))
    club.resolve(made.id)
    assert post(here, f"/match/{made.id}/1/umpire/back", turn=club.look(made.id).turn).status_code == 409
    play_out(club, made.id)
    assert club.check(made.id).details[0].endswith("finished:")


@pytest.mark.slow
def test_what_is_offered_would_stand_and_all_else_is_refused_with_its_reason(club: Club) -> None:
    made = club.create("fate", advanced(), here=[0, 1])
    club.resolve(made.id)
    client, refused, stood = browser(club), 0, 0
    for turn in range(120):
        play_out(club, made.id, seed=turn, turns=1)
        look = club.look(made.id)
        offered = ruled(client.get(f"/match/{made.id}/1").text)
        for words in RULINGS:
            answer = post(client, f"/match/{made.id}/1/umpire", ruling=words, turn=look.turn)
            assert (answer.status_code == 200) == (words in offered), words
            if words in offered:
                stood += 1
                assert post(client, f"/match/{made.id}/2/umpire/back", turn=look.turn + 1).status_code == 200
            else:
                refused += 1
                assert "The umpire cannot make that ruling now" in answer.text
        assert club.look(made.id).turn == look.turn
        if refused > 9 and stood > 9:
            break
    assert min(refused, stood) > 9


def test_wrong_words_late_pages_and_who_watches_change_nothing(club: Club) -> None:
    made = club.create("fate", advanced(), here=[0, 1])
    club.resolve(made.id)
    client = browser(club)
    up_to_a_ruling(club, made.id, client)
    turn, where = club.look(made.id).turn, f"/match/{made.id}"
    for status, place, fields in (
        (422, "1", {"ruling": "<b>touchdown", "turn": turn}),
        (422, "1", {"turn": turn}),
        (422, "1", {"ruling": "face mask offense"}),
        (409, "1", {"ruling": "face mask offense", "turn": turn - 1}),
        (403, "watch", {"ruling": "face mask offense", "turn": turn}),
        (404, "9", {"ruling": "face mask offense", "turn": turn}),
    ):
        answer = post(client, f"{where}/{place}/umpire", **fields)
        assert answer.status_code == status, (place, fields)
        assert "<b>touchdown" not in answer.text
    assert client.post(f"{where}/1/umpire", data={"ruling": "face mask offense", "turn": turn}).status_code == 403
    assert club.look(made.id).turn == turn


@pytest.mark.parametrize(("game", "start"), [("fate", fate_match), ("football", football_match)])
def test_the_basic_game_and_games_without_rulings_have_no_panel(club: Club, game: str, start: Any) -> None:
    made = club.create(game, start(), here=[0, 1])
    play_out(club, made.id, turns=15)
    assert "The umpire" not in browser(club).get(f"/match/{made.id}/1").text


@pytest.mark.slow
def test_with_own_dice_there_is_no_ruling_between_them(club: Club) -> None:

    made = club.create("fate", fate_match(advanced=True, chance="typed"), here=[0, 1])
    club.resolve(made.id)
    client, offered, rolling = browser(club), 0, 0
    for number in range(400):
        look = club.look(made.id)
        shown = ruled(client.get(f"/match/{made.id}/1").text)
        if look.waiting:
            offered += bool(shown)
            seat = look.waiting[0]
            club.choose(made.id, seat, any_order(club, made.id, seat, number))
            club.resolve(made.id)
        else:
            assert not shown
            rolling += 1
            answer = post(client, f"/match/{made.id}/1/umpire", ruling="face mask offense", turn=look.turn)
            assert answer.status_code == 409
            typed: list[int] = []
            while (found := needed(club, made.id, 0, typed)) and found.label:
                typed.append(found.possible[number * 7 % len(found.possible)])
            play_typed(club, made.id, typed, look.turn)
        if offered > 3 and rolling > 9:
            return
    raise AssertionError("the umpire was never offered anything")


@pytest.mark.slow
def test_the_box_score_stands_among_the_tables_of_every_seat(club: Club) -> None:
    made = club.create("fate", advanced(), here=[0, 1])
    play_out(club, made.id, turns=60)
    client = browser(club)
    for place in ("1", "2", "watch"):
        text = client.get(f"/match/{made.id}/{place}").text
        assert "Box score" in text
        assert "Time of possession" in text


@pytest.mark.slow
def test_calls_that_are_sealed_change_no_byte_of_a_page_with_rulings_and_a_box_score(twins: Two) -> None:
    clubs = twins("fate", advanced)
    for which, club in enumerate(clubs):
        for turn in range(300):
            play_out(club, NAME, seed=turn, turns=1)
            look = club.look(NAME)
            if look.observation.view.phase == CALL and look.turn > 20:
                break
        club.choose(NAME, 0, any_order(club, NAME, 0, 100 + which))
    one, two = clubs
    assert "Box score" in browser(one, tokens=()).get(f"/match/{NAME}/watch").text
    for seat in (-1, 1):
        assert not differing(everything(one, seat), everything(two, seat)), f"seat {seat}"
    assert differing(everything(one, 0), everything(two, 0)), "the calls were to differ"
