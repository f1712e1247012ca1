"""The umpire's seat (FF-G45): rulings at the prompt, in the record, and what they put back."""

from __future__ import annotations

import random

import pytest

from breakaway.club.actions import rulings_now
from breakaway.core.chance import Script, sampled, scripted
from breakaway.core.game import blank_orders, legal, play_on
from breakaway.core.observation import Refused
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.events import UMPIRE_NOT_NOW
from breakaway.games.fate.rules.umpire_rulings import FACEMASK_DEFENSE, FOUL_BEFORE, GROUNDED, RULINGS, may_rule
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Memory

SEATS = [{"name": "Home", "by": "human"}, {"name": "Away", "by": "human"}]


def begun(seed: bytes) -> Match:
    """A match of the advanced game between two people, played up to the first run that is settled without a foul."""
    config, options = resolve({"advanced": True})
    match: Match = Match.new(GAME, Start(config, options, {"teams": ["Home", "Away"]}, SEATS, secret=seed), Memory())
    play(match, 2)
    return match


def play(match: Match, turns: int) -> None:
    """So many turns of Run Inside against Neutral."""
    for _ in range(turns):
        for seat in match.choosers():
            observation = match.observation(seat)
            slots = observation.slots()
            match.choose(seat, {3: [1, 0, 0], 2: [2, 0]}.get(slots, [0]))
        match.resolve()


def up_to_a_quiet_run(match: Match) -> None:
    while not (
        match.state.phase == terms.DECLARE and match.state.rulable and match.state.stood[0] == match.state.offense
    ):
        play(match, 1)


@pytest.mark.parametrize("answer", [0, 1])
def test_a_ruling_is_a_line_of_the_record_and_the_match_loads_again_the_same(answer: int) -> None:
    match = begun(b"umpire")
    up_to_a_quiet_run(match)
    before = match.state
    match.ruling(FACEMASK_DEFENSE)
    assert match.record.lines[-1]["kind"] == "decree"
    assert match.state.phase == terms.OPTION
    match.choose(match.choosers()[0], [answer])
    match.resolve()
    while match.state.phase != terms.DECLARE:
        play(match, 1)  # no time out
    if answer == 0:  # declined: the same down at the same clock as before the ruling
        for name in ("ball", "down", "marker", "clock", "offense", "score", "out"):
            assert getattr(match.state, name) == getattr(before, name), name
    play(match, 3)
    again = Match.load(GAME, match.record, None)
    assert again.state == match.state


def test_a_ruling_that_cannot_be_changes_nothing() -> None:
    match = begun(b"umpire")
    up_to_a_quiet_run(match)
    lines, state = len(match.record.lines), str(match.state)
    with pytest.raises(Refused, match="FF-147"):
        match.ruling(GROUNDED)
    for code in (-1, 3):
        with pytest.raises(Refused, match="FF-G45"):
            match.ruling(code)
    assert (len(match.record.lines), str(match.state)) == (lines, state)


def test_a_ruling_is_taken_back_by_undo() -> None:
    match = begun(b"umpire")
    up_to_a_quiet_run(match)
    before = match.state
    match.ruling(FACEMASK_DEFENSE)
    match.undo()
    assert match.state == before


def test_whom_the_end_of_a_series_brought_back_is_out_again_when_the_series_goes_on() -> None:
    """FF-134: over on downs ends the series, and his injury with it; a face mask of the defense puts both back."""
    config = resolve({"advanced": True})[0]
    s = GAME.start(config)
    s.phase, s.quarter, s.clock, s.offense, s.ball, s.down, s.marker = terms.SETTLE, 1, 40, 0, 40, 4, 50
    s.declared, s.result, s.holder, s.gain, s.spot, s.units = terms.PLAY, terms.RAN, 0, 3, 43, 2
    s.out[0][terms.RB] = s.men_out[0][terms.RB] = s.hurt_left[0] = 1
    s.hurt_side[0], s.hurt_position[0], s.hurt_kind[0], s.hurt_man[0] = 0, terms.RB, terms.SERIES, 0
    GAME.step(s, config, blank_orders(GAME), scripted([]), None)
    assert (s.offense, s.out[0][terms.RB], s.men_out[0][terms.RB], s.hurt_left[0]) == (1, 0, 0, 0)
    assert GAME.ruling is not None
    assert GAME.ruling(s, config, FACEMASK_DEFENSE, None) == 0
    assert (s.offense, s.ball, s.down, s.spot, s.clock) == (0, 40, 4, 43, 40)
    assert (s.out[0][terms.RB], s.men_out[0][terms.RB], s.hurt_left[0]) == (1, 1, 1)
    assert GAME.invariants(s, config) == []


def test_whom_a_kick_that_came_back_brought_back_is_out_again_after_a_ruling_and_back_when_it_is_declined() -> None:
    """FF-134, FF-G45: the ball of a punt that its receivers lost is put back as the other side's for a moment."""
    config = resolve({"advanced": True})[0]
    s = GAME.start(config)
    s.phase, s.quarter, s.clock, s.offense, s.ball, s.down, s.marker = terms.SETTLE, 1, 40, 0, 20, 4, 30
    s.declared, s.result, s.holder, s.spot, s.units = terms.PUNT_IT, terms.KICKED, 0, 60, 1
    s.out[0][terms.RB] = s.men_out[0][terms.RB] = s.hurt_left[0] = 1
    s.hurt_side[0], s.hurt_position[0], s.hurt_kind[0], s.hurt_man[0] = 0, terms.RB, terms.SERIES, 0
    for _ in range(2):
        GAME.step(s, config, blank_orders(GAME), scripted([]), None)
    assert (s.phase, s.offense, s.ball, s.out[0][terms.RB]) == (terms.DECLARE, 0, 60, 0)
    GAME.step(s, config, blank_orders(GAME), scripted([]), None)  # a play is declared; its calls are not shown yet
    assert GAME.ruling is not None
    assert GAME.ruling(s, config, FACEMASK_DEFENSE, None) == 0
    assert s.out[0][terms.RB] == 1
    GAME.step(s, config, blank_orders(GAME), scripted([]), None)  # declined
    GAME.step(s, config, blank_orders(GAME), scripted([]), None)
    assert (s.offense, s.ball, s.out[0][terms.RB]) == (0, 60, 0)


def test_a_safety_can_be_ruled_on_until_the_free_kick_is_rolled() -> None:
    """FF-G17, FF-G45: none of the free kick's own questions can be interrupted by a ruling on the play before it."""
    config = resolve({"advanced": True})[0]
    s = GAME.start(config)
    s.phase, s.quarter, s.clock, s.offense, s.ball, s.down, s.marker = terms.SETTLE, 1, 40, 0, 5, 1, 15
    s.declared, s.result, s.gain, s.spot, s.units = terms.PLAY, terms.RAN, -6, -1, 2
    GAME.step(s, config, blank_orders(GAME), scripted([]), None)
    assert (s.phase, s.declared, s.rulable) == (terms.TIME, terms.FREE_KICK, 1)
    while s.phase != terms.PUNT:
        GAME.step(s, config, blank_orders(GAME), scripted([]), None)
    GAME.step(s, config, blank_orders(GAME), scripted([4]), None)
    assert s.rulable == 0
    assert GAME.ruling is not None
    assert GAME.ruling(s, config, FACEMASK_DEFENSE, None) == UMPIRE_NOT_NOW


HOUSES = (
    {},
    {"onside": True, "kneel": True, "spike": True},
    {"two_point": False, "overtime": "college", "platoons": True},
    {"overtime": "contest"},
    {"overtime": "tie", "platoons": True, "kneel": True},
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("house", HOUSES, ids=[" ".join(house) or "plain" for house in HOUSES])
def test_nothing_is_rolled_and_no_match_ends_before_every_coach_was_asked_something(house, seed: int) -> None:
    """FF-G45: whoever answers at once, everybody has a moment in which the umpire can rule on the last play."""
    config = resolve({"advanced": True, **house})[0]
    s, rng, seats = GAME.start(config), random.Random(seed), range(GAME.seat_count(config))
    asked, open_, past = set[int](), False, 0
    if seed == 2:  # overtime
        s.quarter, s.clock = terms.QUARTERS, 1
    while not s.ended:
        orders, bits = blank_orders(GAME), GAME.choosers(s, config)
        for seat in seats:
            order: list[int] = []
            while bits >> seat & 1 and len(order) < GAME.slots(s, config, seat):
                order.append(rng.choice(legal(GAME, s, config, seat, order)))
            orders[seat][: len(order)] = order
        asked |= {seat for seat in seats if bits >> seat & 1}
        chance = sampled(rng.getrandbits(64))
        GAME.step(s, config, orders, chance, None)
        if open_ and (chance.asked or s.ended):
            assert asked == set(seats), (s.quarter, s.clock, s.phase)
            open_, past = False, past + 1
        if may_rule(s, config) and not open_:
            asked, open_ = set(), True
        elif not may_rule(s, config) and s.stood[FOUL_BEFORE] != 0:
            open_ = False
    assert past


def test_the_first_edition_rolled_the_free_kick_in_the_same_turn_as_the_safety() -> None:
    """FF-G45: its records still replay so."""
    for edition, phase, rolled in ((1, terms.DECLARE, 3), (2, terms.WHISTLE, 0)):
        config = resolve({"advanced": True})[0]
        config.edition = edition
        s = GAME.start(config)
        s.phase, s.quarter, s.clock, s.offense, s.ball, s.down, s.marker = terms.SETTLE, 1, 40, 0, 5, 1, 15
        s.declared, s.result, s.gain, s.spot, s.units = terms.PLAY, terms.SACKED, -7, -2, 1
        script = Script([4, 4, 4])
        play_on(GAME, s, config, blank_orders(GAME), script, [])
        assert (s.phase, script.used()) == (phase, rolled)


def test_whether_the_umpire_can_rule_is_public() -> None:
    """FF-G45: a spectator can tell as well as a player, whatever is sealed."""
    match = begun(b"umpire")
    up_to_a_quiet_run(match)
    play(match, 1)
    seen = rulings_now(match.observation())
    match.choose(match.choosers()[0], [1, 0, 0])
    assert rulings_now(match.observation()) == rulings_now(match.observation(0)) == rulings_now(match.observation(1))
    assert rulings_now(match.observation()) == seen == ["face mask offense", "face mask defense"]


def test_who_does_not_want_to_be_asked_plays_on_at_once() -> None:
    """FF-G45: the standing instruction answers this question and no other."""
    match = begun(b"umpire")
    match.instruct(0, ["always play on"])
    match.instruct(1, ["always play on"])
    asked = set()
    while match.state.phase != terms.WHISTLE:
        assert match.answer_instructions() == []
        asked.add(match.state.phase)
        play(match, 1)
    assert match.answer_instructions() == match.choosers() == [0, 1]


def test_rulings_are_typed_in_words_of_their_own() -> None:
    assert list(RULINGS) == ["face mask offense", "face mask defense", "grounding"]
