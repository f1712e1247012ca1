"""Of several one gives up: for him the rules for absent players choose, and the others ride on to the end."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.club.rematches import branch
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.games.cycling.game import GAME
from breakaway.players import coaches
from breakaway.records.entries import BadRecord, Line
from breakaway.records.match import Match
from breakaway.records.record_file import Memory, Record, chained_onto, parse
from breakaway.records.replay import verify
from tests.club.starts import any_order, play_out, race
from tests.club.test_resigned import sealed_anew

RANDOM = coaches.find(GAME, "random")


def four() -> tuple[str, ...]:
    return ("human", "human", "human", "human")


def begun(club: Club, by: tuple[str, ...], turns: int = 2, **more: object) -> str:
    made = club.create("cycling", race(by, **more), here=[0, 1])
    play_out(club, made.id, turns=turns)
    return made.id


def test_his_riders_play_their_highest_cards_from_then_on_and_he_is_never_waited_for(club: Club) -> None:
    match_id = begun(club, four())
    club.resign(match_id, 1)
    look = club.look(match_id, 1)
    assert (look.gone, look.resigned, look.is_over, look.observation.is_asked()) == ([1], None, False, False)
    assert club.listed(match_id).waiting == [0, 2, 3]
    turn = look.turn
    play_out(club, match_id)
    look = club.look(match_id)
    assert look.is_over
    assert look.resigned is None, "the race has ended by its rules"
    lines = parse(club.download(match_id)).lines
    later = [line for line in lines if line["kind"] == "turn" and line["n"] > turn]
    assert later
    assert all(set(line["orders"]["1"]) == {None} for line in later)
    told = [event.args for number, events in look.log for event in events if event.rule == "BA-9.1" and number > turn]
    assert told
    assert {args[0] for args in told} == {1}
    assert club.check(match_id).details[0].endswith("finished:")


def test_a_turn_that_waited_for_him_alone_can_be_played(club: Club) -> None:
    match_id = begun(club, four())
    for seat in (0, 2, 3):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    before = club.look(match_id).turn
    assert club.resolve(match_id) == 0
    club.resign(match_id, 1)
    assert club.resolve(match_id) == 1
    assert club.look(match_id).turn == before + 1


def test_who_has_resigned_before_the_start_starts_by_the_rules_too(club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "human")), here=[0])
    club.resolve(made.id)
    club.resign(made.id, 2)
    play_out(club, made.id)
    assert club.look(made.id).is_over
    assert club.check(made.id).details[0].endswith("finished:")


def test_when_all_but_one_have_resigned_he_has_won_and_who_stayed_longer_is_before_the_others(club: Club) -> None:
    match_id = begun(club, four())
    for seat in (3, 0, 1):
        club.resign(match_id, seat)
    look = club.look(match_id, 2)
    assert (look.is_over, look.resigned, look.gone) == (True, 1, [3, 0, 1])
    *_, end = parse(club.download(match_id)).lines
    assert end["rank"] == [3, 2, 1, 4]
    assert club.check(match_id).details[0].endswith("finished:")
    with pytest.raises(NotNow, match="resigned"):
        club.undo(match_id)


def test_against_coaches_alone_the_race_is_ridden_to_its_end(club: Club) -> None:
    match_id = begun(club, ("human", "highest", "random"))
    club.resign(match_id, 0)
    assert not club.look(match_id).is_over
    assert club.resolve(match_id) > 0
    assert club.look(match_id).is_over


def test_nobody_resigns_twice_or_chooses_after_it_and_what_he_had_sealed_is_gone(club: Club) -> None:
    match_id = begun(club, four())
    order = any_order(club, match_id, 1, 1)
    club.choose(match_id, 1, order)
    kept = any_order(club, match_id, 2, 1)
    club.choose(match_id, 2, kept)
    club.resign(match_id, 1)
    assert club.look(match_id, 1).sealed is None
    sealed = club.look(match_id, 2).sealed
    assert sealed
    assert sealed.order == kept, "others have lost nothing"
    with pytest.raises(NotNow):
        club.choose(match_id, 1, order)
    with pytest.raises(NotNow, match="already"):
        club.resign(match_id, 1)


def test_a_program_that_is_started_anew_goes_on_without_him(club: Club) -> None:
    match_id = begun(club, four())
    club.resign(match_id, 1)
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    match = club.load(match_id).match  # from the database, as another program does
    assert (match.gone, match.missing(), list(match.sealed)) == ([1], [2, 3], [0])
    play_out(club, match_id, turns=1)
    match = club.load(match_id).match
    assert (match.gone, match.missing()) == ([1], [0, 2, 3])


def test_a_turn_that_is_taken_back_takes_back_who_resigned_after_it(club: Club) -> None:
    match_id = begun(club, four())
    club.resign(match_id, 3)
    play_out(club, match_id, turns=1)
    club.resign(match_id, 1)
    club.undo(match_id)
    assert club.look(match_id).gone == [3]
    assert club.load(match_id).match.gone == [3]
    club.undo(match_id)
    assert club.look(match_id).gone == []
    assert sorted(club.look(match_id).waiting) == [], "all that was sealed is sealed again"
    assert club.load(match_id).match.gone == []
    play_out(club, match_id)
    assert club.check(match_id).details[0].endswith("finished:")


@pytest.mark.slow
def test_it_becomes_a_what_if_match_from_before_and_after_it(club: Club) -> None:
    match_id = begun(club, four())
    club.resign(match_id, 1)
    play_out(club, match_id)
    last = club.look(match_id).turn
    early, late = branch(club, match_id, 1, 1, "random").id, branch(club, match_id, last - 1, 0, "random").id
    assert club.look(early).gone == []
    assert club.look(late).gone == [1]
    for each in (early, late):
        play_out(club, each)
        assert club.check(each).details[0].endswith("finished:")
    with pytest.raises(UserError, match="already resigned"):
        branch(club, match_id, last - 1, 1, "random")


def test_a_record_that_was_altered_around_it_does_not_hold(club: Club) -> None:
    match_id = begun(club, ("human", "human", "human"))
    club.resign(match_id, 1)
    play_out(club, match_id)
    lines = parse(club.download(match_id)).lines
    at = next(n for n, line in enumerate(lines) if line["kind"] == "resign")
    assert verify(GAME, sealed_anew(lines)) is None, "sealed anew it is as it was"
    after = lines[at + 1]
    ordered = {**after, "orders": {**after["orders"], "1": [0] * len(after["orders"]["1"])}}
    for altered in (
        [*lines[:at], {**lines[at], "seat": 2}, *lines[at + 1 :]],
        [*lines[:at], {**lines[at], "seat": 3}, *lines[at + 1 :]],
        [*lines[: at + 1], lines[at], *lines[at + 1 :]],
        [*lines[: at + 1], ordered, *lines[at + 2 :]],
    ):
        assert isinstance(verify(GAME, sealed_anew(json.loads(json.dumps(altered)))), BadRecord)


def test_the_last_entry_alone_says_who_has_gone_when_the_writer_was_stopped_there(club: Club) -> None:
    match_id = begun(club, ("human", "human", "human"))
    club.resign(match_id, 1)
    club.resign(match_id, 2)
    record = parse(club.download(match_id))
    assert [line["kind"] for line in record.lines[-3:]] == ["resign", "resign", "end"]
    cut = type(record)(record.lines[:-1])
    hidden = {"kind": "sealed", "lines": 0, "secret": record.lines[-1]["secret"], "orders": {}, "instructions": {}}
    match: Match[object, object] = Match.load(GAME, cut, hidden)  # type: ignore[arg-type]
    assert match.is_over()
    last = match.record.lines[-1]
    assert (last["kind"], last["rank"]) == ("end", [1, 3, 2])
    assert last["seal"] == chained_onto(match.record.lines[:-1], {k: v for k, v in last.items() if k != "seal"})["seal"]


class Remembered(Memory):
    """Keeps what is secret, as the file beside a record does."""

    hidden: Line | None = None

    def keep_secret(self, secrets: Line | None) -> None:
        self.hidden = secrets


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_resigned_played_and_taken_back_the_record_gives_the_same_match_again(seed: int) -> None:
    rng = random.Random(seed)
    start = race(("human",) * 5, secret=bytes([seed]) * 32)
    store = Remembered()
    match: Match[Any, Any] = Match.new(GAME, start, store)
    for _ in range(40):
        what = rng.choice(("turn", "turn", "turn", "resign", "undo"))
        with contextlib.suppress(NotNow):
            if what == "resign":
                match.resign(rng.randrange(5))
            elif what == "undo" and rng.random() < 0.6:
                match.undo()
            else:
                for seat in match.missing():
                    view = match.observation(seat).view
                    match.choose(seat, coaches.ask(GAME, RANDOM, view, match.config, seat, rng.getrandbits(60)))
                match.resolve()
        again: Match[Any, Any] = Match.load(GAME, Record(list(match.record.lines)), store.hidden)
        assert (again.state, again.gone, again.missing()) == (match.state, match.gone, match.missing())
        assert (len(again.log), again.is_over()) == (len(match.log), match.is_over())
        assert verify(GAME, match.record) is None
        if match.is_over():
            break
