"""A host who does not play: deadlines, orders for players, turns rolled back, seats, and the trail of all that."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from breakaway.club.absences import come_back, days_left, may_reopen, reopen
from breakaway.club.club import Club
from breakaway.club.hosting import (
    ANNOUNCE,
    DEADLINE,
    NO_SEAT,
    ORDER,
    PAUSE,
    REOPEN,
    RESUME,
    ROLL_BACK,
    SUBSTITUTE,
    NoSuchChair,
    add_chair,
    announce,
    chair_of,
    close_now,
    dry_run,
    enter_order,
    extend,
    has_chair,
    hosted,
    move_deadline,
    new_link,
    pause_all,
    readable,
    reopen_seat,
    resume,
    roll_back,
    substitute,
    take_chair,
    trail_of,
    why_no_entry,
)
from breakaway.club.schema import CLOSE, COACH, EMPTY, RUNNING
from breakaway.club.seats import Sitter
from breakaway.club.take_backs import agree_back, ask_back
from breakaway.club.time_control import DAY, EVERYBODY, HOUR, Pace, Terms
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.games.fate.rules.terms import DECLARE
from breakaway.mail.host_acts import told_lines
from breakaway.mail.orders import PlainScribe, read_text
from breakaway.records.entries import TurnEntry, UndoEntry
from breakaway.records.verify import Grade
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, needed, play_out, play_typed, race, sit

LINK = "a-link-to-the-chair"
HERE = ("the-browser-of-the-host",)


def hosted_race(club: Club, seconds: int | None = DAY, people: int = 3) -> str:
    """A race of people whose host does not ride, after the line-ups."""
    start = race(("human",) * people)
    made = club.create("cycling", start, terms=Terms(seconds), host=NO_SEAT, within=add_chair(LINK))
    take_chair(club.database, LINK, HERE)
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    return made.id


def orders_of_last_turn(club: Club, match_id: str) -> dict[str, list[int | None]]:
    with club.held(match_id) as table:
        return next(each.orders for each in reversed(table.match.fold.entries) if isinstance(each, TurnEntry))


def test_a_link_puts_one_browser_into_the_chair_and_a_new_link_ends_the_old_one(club: Club) -> None:
    match_id = hosted_race(club)
    assert chair_of(club.database, LINK) == match_id
    assert [each.id for each in hosted(club.database, HERE)] == [match_id]
    assert has_chair(club.found(match_id), HERE)
    fresh = new_link(club.database, match_id)
    with pytest.raises(NoSuchChair):
        take_chair(club.database, LINK, ("another-browser",))
    take_chair(club.database, fresh, ("another-browser",))
    assert not has_chair(club.found(match_id), HERE), "the last browser that used a link has the chair"


def test_a_browser_that_plays_never_has_the_chair(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), host=NO_SEAT, within=add_chair(LINK))
    take_chair(club.database, LINK, HERE)
    sit(club, made.tokens[0])
    with pytest.raises(NoSuchChair, match="plays in the match"):
        take_chair(club.database, LINK, (f"the-device-of-{made.tokens[0]}",))
    club.sit(made.tokens[1], Sitter(HERE))
    assert not has_chair(club.found(made.id), HERE), "who has sat down no longer hosts"
    assert hosted(club.database, HERE) == []


def test_the_host_moves_one_deadline_and_a_pause_moves_it_on(club: Club) -> None:
    wall = Wall(club)
    match_id = hosted_race(club)
    due = club.look(match_id).due
    assert due is not None
    extend(club.database, match_id, 24, "A storm")
    assert club.look(match_id).due == due + timedelta(days=1)
    then = wall.moment + timedelta(hours=5)
    move_deadline(club.database, match_id, then, "Before the holiday")
    assert club.look(match_id).due == then
    pause_all(club.database, match_id, 3, "Christmas")
    assert club.look(match_id).due == then + timedelta(days=3)
    wall.on(2 * HOUR)
    resume(club.database, match_id, "All are back")
    assert club.look(match_id).due == then + timedelta(hours=2), "the clock stood still for two hours"
    acts = [each.act for each in trail_of(club.database, match_id)]
    assert acts == [RESUME, PAUSE, DEADLINE, DEADLINE]
    play_out(club, match_id, turns=1)
    assert club.look(match_id).due == wall.moment + timedelta(days=1), "the next turn has the agreed time"


def test_a_pause_of_the_host_uses_no_agreed_days_and_gives_none_back_when_a_player_ends_it(club: Club) -> None:
    wall = Wall(club)
    made = club.create("cycling", race(("human", "human")), terms=Terms(DAY, pace=Pace(pause=7)), host=NO_SEAT)
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    pause_all(club.database, made.id, 10, "Christmas")
    assert days_left(club.listed(made.id).terms, EVERYBODY) == 7
    wall.on(HOUR)
    come_back(club.database, made.id, EVERYBODY)
    assert days_left(club.listed(made.id).terms, EVERYBODY) == 7


@pytest.mark.parametrize("reason", ["", "   ", "\n\t"])
def test_nothing_changes_without_a_reason(club: Club, reason: str) -> None:
    match_id = hosted_race(club)
    before = club.version(match_id)
    with pytest.raises(UserError, match="reason"):
        extend(club.database, match_id, 24, reason)
    with pytest.raises(UserError, match="reason"):
        pause_all(club.database, match_id, 1, reason)
    with pytest.raises(UserError, match="reason"):
        substitute(club, match_id, 0, "random", reason)
    with pytest.raises(UserError, match="reason"):
        club.do(match_id, partial(roll_back, goal=0, turn=club.look(match_id).turn, reason=reason))
    assert club.version(match_id) == before
    assert trail_of(club.database, match_id) == []


def test_a_deadline_is_in_the_future_and_only_where_a_clock_runs(club: Club) -> None:
    wall = Wall(club)
    match_id = hosted_race(club)
    with pytest.raises(NotNow, match="in the future"):
        move_deadline(club.database, match_id, wall.moment - timedelta(hours=1), "Late")
    with pytest.raises(UserError, match="within a year"):
        move_deadline(club.database, match_id, wall.moment + timedelta(days=400), "Late")


def test_a_match_without_a_clock_has_no_deadline_to_move(club: Club) -> None:
    with pytest.raises(NotNow, match="No clock"):
        extend(club.database, hosted_race(club, seconds=None), 24, "More time")


def test_everybody_reads_an_announcement(club: Club) -> None:
    match_id = hosted_race(club)
    stamps = [club.look(match_id, seat).stamp for seat in range(3)]
    announce(club.database, match_id, "No turn on\nChristmas Eve.")
    assert club.listed(match_id).notice == "No turn on Christmas Eve."
    assert all(club.look(match_id, seat).stamp != stamps[seat] for seat in range(3)), "open pages are woken"
    (line,) = trail_of(club.database, match_id)
    assert (line.act, line.said, line.by) == (ANNOUNCE, "No turn on Christmas Eve.", NO_SEAT)


def test_an_order_of_the_host_is_its_players_secret_until_the_turn_is_over(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    turn, order = club.look(match_id).turn, any_order(club, match_id, 1, 3)
    club.do(match_id, partial(enter_order, seat=1, order=order, turn=turn, reason="Her email of 18:02"))
    own = club.look(match_id, 1)
    assert own.sealed is not None
    assert own.sealed.order == order
    assert club.look(match_id, 0).waiting == [0, 2]

    def read(seat: int) -> list[str]:
        with club.held(match_id) as table:
            return [each.act for each in readable(table.match, trail_of(club.database, match_id), seat)]

    assert read(1) == [ORDER], "its player reads it at once"
    assert read(0) == read(NO_SEAT) == []
    for seat in (0, 2):
        club.choose(match_id, seat, any_order(club, match_id, seat, 4))
    club.resolve(match_id)
    assert read(0) == read(NO_SEAT) == [ORDER]


def test_correcting_a_sealed_order_wakes_no_other_page(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    turn = club.look(match_id).turn
    club.choose(match_id, 1, any_order(club, match_id, 1, 3))
    stamps = [club.look(match_id, seat).stamp for seat in (0, 2, NO_SEAT)]
    order = any_order(club, match_id, 1, 9)
    club.do(match_id, partial(enter_order, seat=1, order=order, turn=turn, reason="A slip of the pen"))
    assert [club.look(match_id, seat).stamp for seat in (0, 2, NO_SEAT)] == stamps


def test_the_host_enters_no_order_where_a_refusal_would_tell_a_secret(club: Club) -> None:
    start = race(("human", "human"), house={"blind": True})
    made = club.create("cycling", start, host=NO_SEAT, within=add_chair(LINK))
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    play_out(club, made.id, turns=1)
    with club.held(made.id) as table:
        assert "hidden from you" in why_no_entry(table, 0)
    turn, order = club.look(made.id).turn, any_order(club, made.id, 0, 1)
    with pytest.raises(NotNow, match="hidden from you"):
        club.do(made.id, partial(enter_order, seat=0, order=order, turn=turn, reason="His email"))


def test_a_dry_run_is_equal_for_any_two_sealed_orders(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    found = []
    for seed in (1, 9):
        club.choose(match_id, 0, any_order(club, match_id, 0, seed))
        with club.held(match_id) as table:
            found.append(dry_run(table))
    assert found[0] == found[1]
    assert (found[0].ready, found[0].missing, found[0].rule) == ([0], [(1, 0), (2, 0)], CLOSE)


def test_the_host_closes_a_turn_with_the_rules_for_absent_players(club: Club) -> None:
    match_id = hosted_race(club, seconds=None)
    play_out(club, match_id, turns=1)
    turn = club.look(match_id).turn
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    club.do(match_id, partial(close_now, turn=turn, reason="Nobody answers"))
    assert club.look(match_id).turn == turn + 1
    with pytest.raises(NotNow, match="gone on"):
        club.do(match_id, partial(close_now, turn=turn, reason="Nobody answers"))


def test_a_rolled_back_turn_keeps_its_orders_and_stays_open_until_the_host_closes_it(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=4)
    turn, kept = club.look(match_id).turn, orders_of_last_turn(club, match_id)
    club.do(match_id, partial(roll_back, goal=turn - 1, turn=turn, reason="Violet rode 9 instead of 6"))
    club.resolve(match_id)
    look = club.look(match_id)
    assert (look.turn, look.waiting) == (turn - 1, []), "all orders are kept, and nothing is played yet"
    with club.held(match_id) as table:
        assert {str(seat): each.order for seat, each in table.match.sealed.items()} == kept
    changed = any_order(club, match_id, 0, 77)
    club.choose(match_id, 0, changed)
    club.do(match_id, partial(close_now, turn=turn - 1, reason="Corrected"))
    assert club.look(match_id).turn == turn
    assert orders_of_last_turn(club, match_id)["0"] == changed
    assert club.check(match_id).grade is not Grade.INCONSISTENT


def test_dice_are_drawn_anew_and_the_old_draw_stays_in_the_record(club: Club) -> None:
    start = football_match()
    made = club.create("football", start, host=NO_SEAT, within=add_chair(LINK))
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    play_out(club, made.id, turns=12)
    with club.held(made.id) as table:
        standing = table.match.fold.standing
        goal = max(n for n, each in enumerate(standing) if isinstance(each.entry, TurnEntry) and each.entry.chance)
        steps = table.match.steps
    turn = club.look(made.id).turn
    club.do(made.id, partial(roll_back, goal=goal, turn=turn, reason="A wrong call"))
    with club.held(made.id) as table:
        assert table.match.steps == steps, "the next draw has a step that no draw had before"
        assert sum(isinstance(each, UndoEntry) for each in table.match.fold.entries) == turn - goal
        assert sum(isinstance(each, TurnEntry) for each in table.match.fold.entries) >= turn


def test_a_turn_is_rolled_back_only_once(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=4)
    turn = club.look(match_id).turn
    club.do(match_id, partial(roll_back, goal=turn - 1, turn=turn, reason="A mistake"))
    club.do(match_id, partial(close_now, turn=turn - 1, reason="Corrected"))
    club.resolve(match_id)
    with pytest.raises(NotNow, match="everybody has to agree"):
        club.do(match_id, partial(roll_back, goal=turn - 1, turn=club.look(match_id).turn, reason="Again"))
    with pytest.raises(NotNow, match="everybody has to agree"):
        club.do(match_id, partial(roll_back, goal=turn - 3, turn=club.look(match_id).turn, reason="Again"))
    club.do(match_id, partial(close_now, turn=club.look(match_id).turn, reason="On"))
    now = club.look(match_id).turn
    club.do(match_id, partial(roll_back, goal=now - 1, turn=now, reason="Another turn may"))
    assert [
        " ".join(each.value.split()[:2]) for each in trail_of(club.database, match_id) if each.act == ROLL_BACK
    ] == [
        f"{now - 1} {now}",
        f"{turn - 1} {turn}",
    ]


def test_a_coach_takes_a_seat_and_the_host_opens_it_again(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    club.choose(match_id, 2, any_order(club, match_id, 2, 1))
    substitute(club, match_id, 2, "random", "Teal is ill")
    found = club.found(match_id)
    assert found.listed.seats[2].by == "random"
    assert not [seat for _hash, seat in found.devices if seat == 2], "the old browser no longer plays"
    play_out(club, match_id, turns=1)
    token = reopen_seat(club, match_id, 2, "Teal is well again")
    assert club.listed(match_id).seats[2].by == EMPTY
    sit(club, token, "Teal")
    assert club.look(match_id, 2).sealed is None, "a new player sees nothing that another one sealed"
    assert [each.act for each in trail_of(club.database, match_id)] == [REOPEN, SUBSTITUTE]


def test_a_coach_who_plays_a_seat_already_is_not_put_there_again(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    substitute(club, match_id, 2, "random", "Teal is ill")
    with pytest.raises(NotNow, match="plays the seat already"):
        substitute(club, match_id, 2, "random", "Teal is ill")
    assert [each.act for each in trail_of(club.database, match_id)] == [SUBSTITUTE]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("cycling", "The host rolled play back to before the line-ups."),  # a race has neither dice nor cards
        ("fate", "The host rolled play back to before turn 1. What was drawn is drawn anew."),
    ],
)
def test_only_a_game_with_dice_or_cards_says_that_they_are_drawn_anew(club: Club, game: str, said: str) -> None:
    match_id = hosted_race(club) if game == "cycling" else hosted_football(club, Terms(DAY), game)
    play_out(club, match_id, turns=1)
    turn = club.look(match_id).turn
    club.do(match_id, partial(roll_back, goal=0, turn=turn, reason="My mistake"))
    lines = trail_of(club.database, match_id)
    assert club.do(match_id, lambda table: told_lines(table, lines))[0].text == said


def hosted_football(club: Club, terms: Terms, game: str = "football", chance: str = "sampled") -> str:
    """A game of football, or FATE football, between two people whose host does not play."""
    start = fate_match(chance=chance) if game == "fate" else football_match()
    made = club.create(game, start, terms=terms, host=NO_SEAT, within=add_chair(LINK))
    take_chair(club.database, LINK, HERE)
    for token in made.tokens.values():
        sit(club, token)
    club.resolve(made.id)
    return made.id


def test_the_refusal_to_close_a_turn_does_not_tell_who_has_standing_instructions(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = hosted_football(club, Terms(DAY), "fate")
    while len(club.look(match_id).waiting) < 2:
        play_out(club, match_id, turns=1)
    look, order = club.look(match_id), any_order(club, match_id, 0, 1)
    instructions: Any = look.observation.game.instructions
    monkeypatch.setitem(instructions, "never onside", lambda _view, _config, _seat: order)
    club.instruct(match_id, 0, ["never onside"])
    names = ", ".join(seat.name for seat in look.seats)
    with pytest.raises(NotNow) as refused:
        club.do(match_id, partial(close_now, turn=look.turn, reason="Nobody answers"))
    assert str(refused.value).endswith(f"Still missing: {names}.")


def test_a_request_to_take_a_choice_back_does_not_come_back_after_a_roll_back(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=3)
    turn = club.look(match_id).turn
    club.do(match_id, partial(ask_back, seat=0))
    club.do(match_id, partial(roll_back, goal=turn - 1, turn=turn, reason="A mistake"))
    club.do(match_id, partial(close_now, turn=turn - 1, reason="Corrected"))
    assert club.look(match_id, 1).turn == turn
    assert club.look(match_id, 1).back_request is None


def test_a_turn_that_players_go_back_to_is_not_kept_open_by_the_host(club: Club) -> None:
    match_id = hosted_race(club, seconds=None)
    play_out(club, match_id, turns=4)
    turn = club.look(match_id).turn
    club.do(match_id, partial(roll_back, goal=turn - 1, turn=turn, reason="A mistake"))
    assert club.look(match_id).is_held
    club.do(match_id, partial(ask_back, seat=0))
    for seat in (1, 2):
        club.do(match_id, partial(agree_back, seat=seat))
    assert (club.look(match_id).turn, club.look(match_id).is_held) == (turn - 2, False)
    play_out(club, match_id, turns=1)
    assert club.look(match_id).turn == turn - 1, "play goes on without the host"


def test_an_order_that_the_player_replaces_is_no_longer_the_hosts(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    turn, order = club.look(match_id).turn, any_order(club, match_id, 1, 3)
    club.do(match_id, partial(enter_order, seat=1, order=order, turn=turn, reason="Her email"))
    assert club.look(match_id, 1).is_entered
    club.choose(match_id, 1, any_order(club, match_id, 1, 9))
    assert not club.look(match_id, 1).is_entered


def test_an_order_of_a_turn_that_was_rolled_back_is_not_the_hosts(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=2)
    turn, order = club.look(match_id).turn, any_order(club, match_id, 1, 3)
    club.do(match_id, partial(enter_order, seat=1, order=order, turn=turn, reason="Her email"))
    club.do(match_id, partial(roll_back, goal=turn - 1, turn=turn, reason="A mistake"))
    look = club.look(match_id, 1)
    assert look.sealed is not None
    assert not look.is_entered


def test_everybody_reads_all_of_the_trail_once_the_match_is_over(club: Club) -> None:
    match_id = hosted_football(club, Terms(), "fate")
    play_out(club, match_id, turns=3)
    (seat,) = club.look(match_id).waiting
    order = any_order(club, match_id, seat, 3)
    turn = club.look(match_id).turn
    club.do(match_id, partial(enter_order, seat=seat, order=order, turn=turn, reason="His call"))
    club.resign(match_id, 1 - seat)
    with club.held(match_id) as table:
        assert table.match.is_over()
        assert [each.act for each in readable(table.match, trail_of(club.database, match_id), NO_SEAT)] == [ORDER]


def test_nobody_gets_the_seat_of_a_player_who_has_resigned(club: Club) -> None:
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    club.resign(match_id, 2)
    with pytest.raises(NotNow, match="resigned"):
        substitute(club, match_id, 2, "random", "A new one")
    with pytest.raises(NotNow, match="resigned"):
        reopen_seat(club, match_id, 2, "A new one")
    assert club.listed(match_id).status == RUNNING


def test_nobody_gets_a_seat_that_sheets_play(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), host=NO_SEAT, within=add_chair(LINK))
    sit(club, made.tokens[0])
    club.resolve(made.id)
    with pytest.raises(NotNow, match="rules of the game play this seat"):
        substitute(club, made.id, 1, "random", "A new one")
    with pytest.raises(NotNow, match="rules of the game play this seat"):
        reopen_seat(club, made.id, 1, "A new one")
    assert club.listed(made.id).seats[1].by == "sheet"


def test_a_seat_that_is_opened_again_is_called_after_its_team(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), host=NO_SEAT, within=add_chair(LINK))
    sit(club, made.tokens[0], "Ann")
    sit(club, made.tokens[1], "Ben")
    reopen_seat(club, made.id, 1, "Ben moves away")
    assert club.listed(made.id).seats[1].name == "Blue"
    substitute(club, made.id, 0, "random", "Ann is ill")
    assert club.listed(made.id).seats[0].name == "Röd"


def test_players_with_their_own_dice_choose_again_after_a_roll_back(club: Club) -> None:
    match_id, rng = hosted_football(club, Terms(), "fate", "typed"), Random(1)

    def play() -> None:
        turn = club.look(match_id).turn
        for seat in club.look(match_id).waiting:
            club.choose(match_id, seat, any_order(club, match_id, seat, rng.getrandbits(60)))
        club.resolve(match_id)
        typed: list[int] = []
        while (wants := needed(club, match_id, 0, typed)) and wants.possible:
            typed.append(rng.choice(wants.possible))
        if club.look(match_id).turn == turn and not club.look(match_id).waiting:
            play_typed(club, match_id, typed, turn)

    while club.look(match_id).turn < 8:
        play()
    with club.held(match_id) as table:
        standing = [each.entry for each in table.match.fold.standing]
    goal = max(n for n, each in enumerate(standing) if isinstance(each, TurnEntry) and each.orders and each.chance)
    turn = club.look(match_id).turn
    club.do(match_id, partial(roll_back, goal=goal, turn=turn, reason="A die was misread"))
    look = club.look(match_id)
    assert look.waiting, "with all orders kept, only the dice could be rolled again"
    assert not look.is_held, "only the players can play the turn, so the host cannot keep it open"
    play()
    assert club.look(match_id).turn > goal


def test_a_choice_that_a_coach_made_for_a_late_player_is_not_kept_as_the_players(club: Club) -> None:
    match_id = hosted_football(club, Terms(DAY, COACH))
    play_out(club, match_id, turns=3)
    turn, late = club.look(match_id).turn, club.look(match_id).waiting
    club.do(match_id, partial(close_now, turn=turn, reason="Nobody answers"))
    club.do(match_id, partial(roll_back, goal=turn, turn=turn + 1, reason="They are back"))
    assert club.look(match_id).waiting == late


def test_a_deadline_is_never_more_than_a_year_away(club: Club) -> None:
    match_id = hosted_race(club)
    for _ in range(26):  # 26 times 14 days are 364 days
        extend(club.database, match_id, 14 * 24, "More time")
    with pytest.raises(UserError, match="within a year"):
        extend(club.database, match_id, 14 * 24, "More time")


def test_a_deadline_that_passed_long_ago_is_extended_from_now(club: Club) -> None:
    wall = Wall(club)
    match_id = hosted_football(club, Terms(DAY))
    wall.on(5 * DAY)
    extend(club.database, match_id, 24, "They are back")
    assert club.look(match_id).due == wall.moment + timedelta(days=1)


def test_the_same_form_extends_a_deadline_only_once(club: Club) -> None:
    match_id = hosted_race(club)
    was = club.look(match_id).due
    assert was is not None
    extend(club.database, match_id, 24, "A storm", was=was.isoformat())
    with pytest.raises(NotNow, match="since this page was made"):
        extend(club.database, match_id, 24, "A storm", was=was.isoformat())
    assert club.look(match_id).due == was + timedelta(days=1)


def test_a_spectator_of_a_hosted_match_reopens_no_empty_seat(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), host=NO_SEAT, within=add_chair(LINK))
    assert not may_reopen(club.listed(made.id), 0, NO_SEAT, club.database.now())
    with pytest.raises(NotNow):
        reopen(club, made.id, 0, NO_SEAT)


@pytest.mark.parametrize("player", [EMPTY, "random"])
def test_nothing_that_a_player_called_ahead_or_instructed_answers_for_who_comes_next(club: Club, player: str) -> None:
    match_id = hosted_football(club, Terms(), "fate")
    while club.look(match_id).observation.view.phase != DECLARE:
        play_out(club, match_id, turns=1)
    (seat,) = club.look(match_id).waiting
    club.instruct(match_id, seat, ["every time out"])
    order, _partial = read_text(club.look(match_id, seat).observation, PlainScribe(), "long, time")
    club.choose(match_id, seat, order)
    club.do(match_id, lambda table: table.match.resolve())
    with club.held(match_id) as table:
        assert table.match.ahead.keys() == {seat}
    if player == EMPTY:
        reopen_seat(club, match_id, seat, "He is ill")
    else:
        substitute(club, match_id, seat, player, "He is ill")
    with club.held(match_id) as table:
        assert table.match.ahead == {}
        assert table.match.instructions == {}, "a new person has what the game gives to each"
        assert table.match.reconsidering == frozenset()


def test_the_last_person_of_a_match_is_not_replaced_by_a_coach(club: Club) -> None:
    """Otherwise, one press would play the whole rest of the match at once, and for nobody."""
    match_id = hosted_race(club)
    play_out(club, match_id, turns=1)
    substitute(club, match_id, 0, "random", "He is ill")
    club.resign(match_id, 1)
    with pytest.raises(NotNow, match="the last person"):
        substitute(club, match_id, 2, "random", "He is ill")
    assert reopen_seat(club, match_id, 2, "He is ill")
