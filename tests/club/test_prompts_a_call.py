"""FATE asks once a play, whatever a player plays with: a club's table, a browser's page, an email, the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.core.game import Order
from breakaway.core.observation import Observation
from breakaway.games.fate.rules import terms
from breakaway.games.fate.text.ahead import calling
from breakaway.games.manifest import find
from breakaway.mail.orders import PlainScribe, read_text
from breakaway.players import coaches
from breakaway.records.match import Match
from breakaway.records.record_file import Memory, parse
from tests.club.starts import fate_match
from tests.terminal.test_fate_questions import played_by

GAME = find("fate")
CALLS = ("FF-029", "FF-043", "FF-045", "FF-G49")  # calls are shown, a punt, a field goal, a kneel or a spike
MOST = 1.15


def advised(seen: Observation[Any, Any], seed: int) -> Order:
    """What `book` would choose."""
    return coaches.ask(GAME, coaches.find(GAME, "book"), seen.view, seen.config, seen.seat, seed)


def written(seen: Observation[Any, Any], seed: int) -> str:
    """What a player writes who coaches as `book` does: a whole play in one line."""
    order = advised(seen, seed)
    if seen.view.phase == terms.DECLARE and order == [terms.PLAY]:
        order += advised(calling(seen), seed)
    return seen.write(order)


def asked_and_called(club: Club, match_id: str, seed: int, turns: int = 10**9) -> tuple[int, int]:
    """Plays a match in which people have both seats: how often they were asked, and the calls they made."""
    draw, prompts = random.Random(seed), 0
    while not (look := club.look(match_id)).is_over and look.turn < turns:
        for seat in look.waiting:
            seen, prompts = club.look(match_id, seat).observation, prompts + 1
            order, _partial = read_text(seen, PlainScribe(), written(seen, draw.getrandbits(60)))
            club.choose(match_id, seat, order)
        club.resolve(match_id)
    events = [each.rule for _turn, some in club.look(match_id).log for each in some]
    calls = sum(1 + (rule == "FF-029") for rule in events if rule in CALLS)  # both sides call a play
    return prompts, calls


def test_two_people_are_asked_at_most_1_15_times_a_call_in_the_first_quarter(club: Club) -> None:
    """Before, these were 2.4 questions for each: 242 for 106 calls over a match."""
    match_id = club.create("fate", fate_match(), "A match").id
    prompts, calls = asked_and_called(club, match_id, 3, turns=90)
    assert calls > 20
    assert prompts <= MOST * calls


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_two_people_are_asked_at_most_1_15_times_a_call_over_a_match(club: Club, seed: int) -> None:
    match_id = club.create("fate", fate_match(secret=bytes([seed + 1]) * 32), "A match").id
    prompts, calls = asked_and_called(club, match_id, seed)
    assert prompts <= MOST * calls
    assert Match.load(GAME, parse(club.download(match_id)), None).is_over()


@pytest.mark.slow
def test_at_the_terminal_too(tmp_path: Path) -> None:
    person = played_by(tmp_path / "a", 3, "book", 0)
    assert person.play
    plays = sum(each.rule in CALLS for _, events in person.play.match.log for each in events)
    assert len(person.prompts) <= MOST * plays


class Kept(Memory):
    """Keeps the last secrets."""

    secrets: dict[str, Any] | None = None

    def keep_secret(self, secrets: dict[str, Any] | None) -> None:
        self.secrets = secrets


def started() -> Match[Any, Any]:
    """A match in which both seats belong to players, at the first declaration."""
    match: Match[Any, Any] = Match.new(GAME, fate_match(), Kept())
    match.people = (0, 1)
    match.resolve()
    while match.state.phase != terms.DECLARE:
        for seat in match.missing():
            word = "receive" if match.state.phase == terms.CHOICE else "kick"
            match.choose(seat, match.observation(seat).read(word)[0])
        match.resolve()
    return match


def test_a_call_made_with_its_declaration_is_sealed_until_the_defense_has_called() -> None:
    match = started()
    seat = match.missing()[0]
    seen = match.observation(seat)
    match.choose(seat, seen.read("short, time")[0])
    assert seen.write(match.sealed[seat].order) == "short, time"
    match.resolve()
    assert match.record.lines[-1]["orders"] == {str(seat): [terms.PLAY]}
    assert match.answer_instructions() == [seat]
    assert match.missing() == [1 - seat]
    assert match.observation(seat).write(match.sealed[seat].order) == "short, time"
    assert "short" not in str(match.observation(1 - seat).leaves())


def test_the_time_out_that_goes_with_a_call_is_for_that_play_alone() -> None:
    match = started()
    attack, before = match.missing()[0], list(match.state.time_outs)
    wanted = "run inside, time"
    for _turn in range(60):
        match.answer_instructions()
        for seat in match.missing():
            other = "pass" if match.state.phase == terms.CALL else "no"
            match.choose(seat, match.observation(seat).read(wanted if seat == attack else other)[0])
        match.resolve()
        if match.state.phase == terms.DECLARE:
            if wanted == "run inside":
                break
            wanted = "run inside"
    assert before[attack] - match.state.time_outs[attack] <= 1
    assert not match.ahead


def test_what_a_player_has_sealed_ahead_survives_a_restart_and_dies_with_an_undo() -> None:
    match = started()
    seat = match.missing()[0]
    match.choose(seat, match.observation(seat).read("long, time")[0])
    match.resolve()
    assert match.ahead.keys() == {seat}
    again = Match.load(GAME, match.record, match.store.secrets)
    assert again.ahead == match.ahead
    match.undo()
    assert match.ahead == {}


def test_a_player_who_clears_the_games_instruction_is_asked_early_and_stays_cleared_after_a_restart() -> None:
    match = started()
    assert match.instructions_of(0) == ["no early time outs"]
    match.instruct(0, [])
    assert match.instructions_of(0) == []
    again = Match.load(GAME, match.record, match.store.secrets)
    again.people = (0, 1)
    assert (again.instructions_of(0), again.instructions_of(1)) == ([], ["no early time outs"])


def test_an_email_lists_calls_and_kicks_as_one_choice() -> None:
    match = started()
    seen = match.observation(match.missing()[0])
    listed = PlainScribe().legal(seen)
    calls = ["run inside", "screen", "run outside", "quick", "short", "long"]
    calls += ["draw inside", "draw outside", "play action short", "play action long"]
    assert listed == [*calls, "punt"]
    assert all(seen.why_not(read_text(seen, PlainScribe(), each)[0]) is None for each in listed)
