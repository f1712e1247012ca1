"""Hands of the boxed game are secret until their team shows them, and what was shown stays shown (BA-V6)."""

from __future__ import annotations

import pytest

from breakaway.core.chance import sampled
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.core.state import copy
from breakaway.games.cycling.coaches.hidden import imagine_field
from breakaway.games.cycling.files import BadData, resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import ON_TRACK
from breakaway.lab.compiling import play_interpreted
from breakaway.players import coaches
from breakaway.records import replay
from breakaway.records.match import Match
from breakaway.records.public_records import Publisher, verify
from breakaway.records.record_file import Record
from tests.core.races import new_race, play_out

RED = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
BLUE = "A 1 2 12 15 B 2 10 13 C 3 6 11 D 1 1 14"
TURN = ("A10 B8 C3 D5", "A12 B10 C6 D14")


def ordered(match: Match, *texts: str) -> Match:
    for seat, text in enumerate(texts):
        match.choose(seat, match.observation(seat).read(text)[0])
    match.resolve()
    return match


def ridden(turns: int = 1) -> Match:
    """A boxed race of two teams after the line-ups and the first turn, or only after the line-ups."""
    match = ordered(new_race(profile="boxed"), RED, BLUE)
    return ordered(match, *TURN) if turns else match


def hands(match: Match, seat: int, team: int) -> list[list[int]]:
    """The cards of a team, as a seat sees them, lowest first."""
    view = match.observation(seat).view
    return [sorted(card for card in view.hand[team * 4 + grade] if card) for grade in range(4)]


def test_ba_v6_rivals_show_their_squares_and_moves_but_not_their_cards():
    # Red ends on 10, 8, 3 and 5, Blue on 12, 10, 6 and 14. Squares 13, 11, 9, 7 and 4 are empty: A, B and C draw 3.
    # Red D, on 5, has Blue C on 6 ahead: 3+1=4.
    match = ridden()
    assert hands(match, 0, 0) == [[3, 10, 10], [3, 8, 9], [3, 8, 9], [4, 5, 6]]
    assert hands(match, 1, 0) == hands(match, SPECTATOR, 0) == [[], [], [], []]
    view = match.observation(1).view
    assert list(view.square[:4]) == [10, 8, 3, 5]
    assert list(view.played[:4]) == [10, 8, 3, 5]
    assert view.drawn[0] == 3  # follows from the squares
    assert not any(any(row) for row in view.line_up[:4])
    told = [event.rule for turn, events in match.log for event in match.observation(1).told(events)]
    assert told.count("BA-3.1") == 4, "only the starting cards of its own riders"


def test_ba_v6_a_team_that_shows_its_cards_shows_them_from_then_on():
    match = ridden()
    events = match.show(0)
    assert [(event.rule, event.team) for event in events] == [("BA-V6", 0)]
    assert hands(match, 1, 0) == hands(match, SPECTATOR, 0) == hands(match, 0, 0)
    assert hands(match, 0, 1) == [[], [], [], []], "the others still hide theirs"
    ordered(match, "A10 B8 C3 D4", "A1 B2 C3 D1")
    assert hands(match, 1, 0) == hands(match, 0, 0), "the new cards as well"
    assert not match.may_show(0)
    with pytest.raises(NotNow):
        match.show(0)


def test_ba_v6_showing_is_free_at_any_time_of_a_turn_and_keeps_sealed_orders():
    match = ridden()
    match.choose(0, match.observation(0).read("A10 B8 C3 D4")[0])
    match.show(0)
    assert match.sealed[0].order[:4] == [10, 8, 3, 4]
    match.show(1)
    assert hands(match, 0, 1) == hands(match, 1, 1)


def test_ba_v6_nothing_is_shown_before_the_race_in_an_open_race_or_after_the_end():
    assert not new_race(profile="boxed").may_show(0)
    assert ridden(0).may_show(0)
    open_race = ordered(new_race(), RED, BLUE)
    assert not open_race.may_show(0)
    assert not ridden().may_show(7)
    line_ups = "A 10 9 1 B 7 7 7 C 6 6 6 D 1 1 1", "A 4 4 4 B 3 3 3 C 2 2 2 D 1 1 1"
    blind = ordered(new_race(profile="blind", house={"secret_hands": True}), *line_ups)
    assert not blind.may_show(0), "a Blind race would not let rivals see them"
    over = new_race(profile="boxed")
    play_out(over)
    assert not over.may_show(0)


def test_ba_v6_what_was_shown_is_never_undone_when_turns_are_taken_back():
    match = ridden()
    before = copy(match.state)
    match.show(0)
    ordered(match, "A10 B8 C3 D4", "A1 B2 C3 D1")
    match.undo()
    assert list(match.state.square) == list(before.square)
    assert hands(match, 1, 0) == hands(match, 0, 0)
    match.undo()  # the turn before the cards were shown
    assert match.state.turn == 1
    assert hands(match, 1, 0) == hands(match, 0, 0) == [[10, 10, 10], [8, 8, 9], [3, 8, 9], [5, 5, 6]]
    assert replay.verify(GAME, match.record) is None


def test_going_back_to_a_position_takes_back_just_the_turns_after_it():
    match = ridden()
    match.show(0)
    ordered(match, "A10 B8 C3 D4", "A1 B2 C3 D1")
    match.go_back(2)  # the line-ups and the first turn stay
    assert match.state.turn == 2
    assert hands(match, 1, 0) == hands(match, 0, 0)


def test_the_public_record_of_a_boxed_race_has_no_hidden_card_and_follows_from_the_whole_one():
    match = ridden()
    public = Publisher(GAME, match.record).lines()
    states = [line.get("changes", line.get("state")) for line in public]
    assert not any(any(row) for state in states for row in state.get("hand", []))
    match.show(1)
    ordered(match, "A10 B8 C3 D4", "A1 B2 C3 D1")
    public = Publisher(GAME, match.record).lines()
    assert any(public[-1]["changes"]["hand"][4])
    assert not any(any(row) for row in public[-1]["changes"]["hand"][:4])
    assert verify(GAME, Record(public), match.record) is None


def test_a_guess_at_hidden_hands_has_exact_totals_and_the_card_just_drawn():
    match = ridden()
    for seed in range(20):
        view = copy(match.observation(0).view)
        GAME.determinize(view, match.config, 0, sampled(seed))
        for grade, total in enumerate((30, 25, 20, 16)):
            assert sum(view.line_up[4 + grade]) == total
            assert view.drawn[4 + grade] in list(view.hand[4 + grade])
            assert list(view.hand[grade]) == list(match.state.hand[grade])


def test_the_champion_guesses_hidden_hands_with_the_new_card_and_believes_what_it_sees_ba_v6():
    match = ridden()
    for seed in range(20):
        view = copy(match.observation(0).view)
        imagine_field(view, match.config, 0, sampled(seed))
        for rider in range(4, 8):
            cards = list(view.hand[rider])
            assert cards == sorted(cards, reverse=True)
            assert cards[2] > 0
            assert view.drawn[rider] in cards, "everybody has seen him draw it"
        assert [list(row) for row in view.hand[:4]] == [list(row) for row in match.state.hand[:4]]
        assert view.square == match.state.square
    match.show(1)
    view = copy(match.observation(0).view)
    imagine_field(view, match.config, 0, sampled(3))
    assert view == match.observation(0).view, "no secrets are left"


def test_the_champion_guesses_a_new_card_above_15_as_it_was_drawn_ba_v6_ba_6_7():
    # BA-6.7 is off in the boxed game: with 14 riders in the string ahead, a rider draws 3+14=17.
    match = ordered(new_race(profile="boxed", teams=4), RED, RED, BLUE, BLUE)
    s = match.state
    s.turn = 5
    for place in range(16):
        s.queue[place], s.square[place], s.drawn[place] = place, 40 - place, 3 + place
    view = copy(match.observation(0).view)
    imagine_field(view, match.config, 0, sampled(1))
    assert view.drawn[14] == max(view.hand[14]) == 17


def test_totals_of_guessed_hands_are_nearer_the_truth_than_those_of_any_cards_that_fit_ba_v6():
    config, errors = resolve("boxed", 6)[0], [0, 0]
    for s in play_interpreted(GAME, config, "sprinter", "sprinter", [0] * 6, 1)[1:-1]:
        for i, guess in enumerate((imagine_field, GAME.determinize)):
            view = copy(s)
            GAME.redact(view, config, 0)
            guess(view, config, 0, sampled(5))
            riding = [rider for rider in range(4, 24) if s.status[rider] == ON_TRACK]
            errors[i] += sum(abs(sum(view.hand[rider]) - sum(s.hand[rider])) for rider in riding)
    assert errors[0] < 0.96 * errors[1]


@pytest.mark.parametrize("coach", ["directeur", "champion", "random", "sprinter", "highest"])
def test_every_coach_rides_a_boxed_race_to_its_end_with_secret_hands(coach):
    match = new_race(profile="boxed", teams=3)
    found = coaches.find(GAME, coach)
    while not match.is_over():
        for seat in match.choosers():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(GAME, found, view, match.config, seat, 7 + len(match.log)))
        match.resolve()
    assert GAME.rules.id_of(match.state.ended) == "BA-R13"
    assert replay.verify(GAME, match.record) is None


def test_a_default_line_up_of_a_boxed_race_has_exact_totals_ba_3_1():
    resolve("boxed", 3, {"default_line_up": BLUE})
    with pytest.raises(BadData, match="add up to exactly 16"):
        resolve("boxed", 3, {"default_line_up": RED.replace("D 5 5 6", "D 5 5 5")})


@pytest.mark.parametrize(
    ("cards", "is_legal"),
    [
        ((4, 4, 4), False),  # 12, and at most 15 more: 27
        ((4, 4, 7), True),  # 15, and 15 more: 30
        ((15, 14), True),  # and 1 more: 30
        ((15, 15), False),  # no third card is left
        ((15, 14, 1, 0), True),
        ((15, 14, 1, 1), False),  # 31
        ((10, 10, 9, 0), False),  # 29
    ],
)
def test_a_line_up_can_be_begun_only_if_its_total_can_still_be_reached_ba_3_1(cards, is_legal):
    match = new_race(profile="boxed")
    refused = [GAME.refuse(match.state, match.config, 0, [*cards[: i + 1]], i) for i in range(len(cards))]
    assert (not any(refused)) is is_legal
