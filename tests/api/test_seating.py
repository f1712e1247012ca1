"""Who plays a seat: coaches, players that the rules provide, and own bots, each by its name, in every seat."""

from __future__ import annotations

import pickle
import random
import sys
from importlib.resources import files

import pytest

import breakaway
from breakaway.core.state import digest
from breakaway.games import manifest as games
from breakaway.games.manifest import find, kit_of
from breakaway.players.seated_match import Table
from breakaway.players.settings import find_setting, make_start, requested
from breakaway.records.match import Match

BOTS = """
import breakaway

RUN = []
RUN.append(1)

class First:
    made = 0

    def __init__(self):
        First.made += 1
        self.asked = 0

    def choose(self, observation, legal, rng):
        self.asked += 1
        return next(iter(legal))

class Bad:
    def choose(self, observation, legal, rng):
        raise ValueError("I am lost")

class Racer(First):
    games = "cycling"

@breakaway.compilable
def lowest(rules):
    slots, codes, refuse = rules.slots, rules.codes, rules.refuse
    def choose(view, config, seat, rng, out):
        for slot in range(slots(view, config, seat)):
            for code in range(codes(view, config)):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    break
    return choose
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    """A folder with own bots, in which the program runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(BOTS)
    return tmp_path


def watched(name, by, seed, **options):
    """The last state of the match that `breakaway watch --coaches` plays."""
    game = find(name)
    request = requested(name, seed=seed, **options)
    match = Match.new(game, make_start(request, find_setting(game).watched(request, ",".join(by))))
    table = Table(game, match)
    while not match.is_over():
        table.play_turn()
    return match.state


RULED = [(name, player) for name in games.GAMES for player in kit_of(find(name)).rules_play]


@pytest.mark.parametrize(("name", "player"), RULED)
@pytest.mark.parametrize("seats", [(0,), (1,), (0, 1)])
def test_a_player_of_the_rules_plays_any_seat_as_watch_shows_it(name, player, seats):
    by = [player if seat in seats else "random" for seat in range(2)]
    last = breakaway.play(breakaway.load(name), by, seed=5)
    assert last.is_over
    assert last.hash == digest(watched(name, by, 5))
    assert last.hash != breakaway.play(breakaway.load(name), "random", seed=5).hash


def test_football_has_such_a_player():
    """Otherwise the tests with RULED would say nothing."""
    assert ("football", "sheet") in RULED


@pytest.mark.parametrize(("name", "player"), RULED)
def test_a_bot_is_never_asked_for_a_seat_that_the_rules_play(name, player):
    class Witness:
        seats: set[int] = set()  # noqa: RUF012

        def choose(self, observation, legal, rng):
            self.seats.add(observation.seat)
            return legal.random(rng)

    breakaway.play(breakaway.load(name), [player, Witness()], seed=1)
    assert Witness.seats == {1}


@pytest.mark.parametrize(("name", "player"), RULED)
def test_a_game_can_be_loaded_with_the_rules_in_any_seat(name, player):
    by_seat = [breakaway.load(name, against={seat: player}) for seat in range(2)]
    assert by_seat[1] == breakaway.load(name, against=player) != by_seat[0]
    rng = random.Random(3)
    for seat, game in enumerate(by_seat):
        state, asked = game.new(seed=3), set()
        while not state.is_over:
            asked |= {*state.to_move}
            state = state.apply({each: state.legal(each).random(rng) for each in state.to_move})
        assert asked == {1 - seat}
    both = breakaway.load(name, against={0: player, 1: player})
    assert both.new(seed=5).hash == digest(watched(name, [player, player], 5))
    assert both.match(seed=5).is_over


@pytest.mark.parametrize(("name", "player"), RULED)
def test_a_seat_that_was_set_up_for_the_rules_stays_theirs(name, player):
    ruled, plain = breakaway.load(name, against=player), breakaway.load(name)
    wanted = breakaway.play(plain, [player, player], seed=2)
    assert breakaway.play(ruled, [player, "random"], seed=2) == wanted
    assert breakaway.play(ruled, [breakaway.coach(plain, player), player], seed=2) == wanted


@pytest.mark.parametrize(("name", "player"), RULED)
def test_a_coach_of_the_rules_says_where_it_can_play(name, player):
    game = breakaway.load(name, house={"flags": 1} if name == "football" else {})
    sheet, state = breakaway.coach(game, player), game.new(seed=1)
    seat = state.to_move[0]
    assert (sheet.name, repr(sheet)) == (player, f"<Coach {player}>")
    assert breakaway.play(game, ["random", sheet], seed=5) == breakaway.play(game, ["random", player], seed=5)
    assert pickle.loads(pickle.dumps(sheet)) == sheet
    with pytest.raises(breakaway.UserError, match=rf"not set up so that the rules play seat {seat}; name '{player}'"):
        sheet.choose(state.observe(seat), state.legal(seat), random.Random(1))
    wrapped = type("Wrapped", (), {"choose": lambda self, *asked: sheet.choose(*asked)})
    with pytest.raises(breakaway.BotError, match=r"the bot Wrapped .* not set up so that the rules play seat"):
        breakaway.play(game, wrapped, seed=1)


@pytest.mark.parametrize(
    ("against", "said"),
    [
        ({2: "sheet"}, "against: there is no seat 2; this match has seats 0 to 1"),
        ({0: "nobody"}, "against: unknown coach 'nobody'; Breakaway Football has: sheet"),
        ({0: "random"}, r"against: random is a coach; use it in play\(\)"),
        ({0: "own.py:First"}, r"against: own.py:First is a bot; use it in play\(\)"),
        ("own.py:First", r"against: own.py:First is a bot; use it in play\(\)"),
    ],
)
def test_only_the_rules_can_be_loaded_as_opponents(against, said):
    with pytest.raises(breakaway.UserError, match=said):
        breakaway.load("football", against=against)


def test_a_team_that_the_rules_cannot_play_is_refused_before_a_match(tmp_path):
    text = files("breakaway.games.football").joinpath("data/teams/fire.toml").read_text("utf-8")
    head, _, rest = text.partition("[attested]")
    (tmp_path / "bare.toml").write_text(head.replace('"Fire"', '"Bare"'), "utf-8")
    assert "[offense_sheet.plan]" in rest
    game = breakaway.load("football", team="bare", teams=str(tmp_path))
    assert breakaway.play(game, ["random", "sheet"], seed=1).is_over
    with pytest.raises(breakaway.UserError, match="the sheets cannot play as this team"):
        breakaway.play(game, ["sheet", "random"])
    with pytest.raises(breakaway.UserError, match="unknown coach 'sheet'; FATE Accelerated Football has: random"):
        breakaway.play(breakaway.load("fate"), ["random", "sheet"])


# --- own bots by name


@pytest.mark.parametrize("name", games.GAMES)
def test_the_name_of_a_bots_file_plays_as_its_class_does(bots, name):
    game = breakaway.load(name, **({"teams": 2} if name == "cycling" else {}))
    named = breakaway.play(game, ["own.py:First", "random"], seed=1)
    first = type(breakaway.coach(game, "own.py:First")._bot)
    assert named == breakaway.play(game, [first, "random"], seed=1)
    assert named == breakaway.play(game, [breakaway.coach(game, "own.py:First"), "random"], seed=1)
    compiled = breakaway.play(game, ["random", "own.py:lowest"], seed=1)
    assert compiled == breakaway.play(game, ["random", breakaway.coach(game, "own.py:lowest")], seed=1)
    assert compiled.is_over


def test_each_seat_of_each_match_gets_a_new_bot_and_the_file_runs_once(bots):
    game = breakaway.load("fate")
    bot = breakaway.coach(game, "own.py:First")
    module = sys.modules[type(bot._bot).__module__]
    module.First.made = 0
    for _ in range(3):
        breakaway.play(game, "own.py:First", seed=1)
    assert (module.First.made, module.RUN) == (6, [1])
    (bots / "own.py").write_text(BOTS.replace("return next(iter(legal))", "return legal[-1]"))
    assert breakaway.play(game, "own.py:First", seed=1) != breakaway.play(game, bot, seed=1)


def test_a_bot_that_is_found_by_name_answers_like_a_coach(bots):
    game = breakaway.load("fate")
    bot, state = breakaway.coach(game, "own.py:First"), game.new(seed=1)
    seat = state.to_move[0]
    seen, legal = state.observe(seat), state.legal(seat)
    assert bot.choose(seen, legal, random.Random(1)) == bot.answer(seen, 1) == legal[0]
    again = pickle.loads(pickle.dumps(bot))
    assert (again, repr(again), again._bot.asked) == (bot, "<Coach own.py:First>", 2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("own.py:Nobody", "own.py has no Nobody; bots in it: First, Bad, Racer, lowest"),
        ("there.py:First", "there.py:First: there is no file there.py"),
        ("own.py:", "to name a bot of your own, type path/to/bot.py:Class"),
        ("own.py:Racer", "the bot own.py:Racer cannot play fate; its `games` lists only: cycling"),
        ("cmd:python bot.py", "a bot that is a program of its own plays on the command line, as in breakaway watch"),
        ("nobody", "unknown coach 'nobody'; FATE Accelerated Football has: random"),
    ],
)
def test_a_name_that_cannot_play_says_what_would_be_right(bots, name, said):
    game = breakaway.load("fate")
    for asked in (lambda: breakaway.coach(game, name), lambda: breakaway.play(game, ["random", name])):
        with pytest.raises(breakaway.UserError, match=said):
            asked()


def test_a_bot_that_fails_is_called_by_the_name_that_was_typed(bots):
    with pytest.raises(
        breakaway.BotError,
        match=r"the bot own.py:Bad \(seat \d, \w+, turn \d\) raised ValueError: I am lost \(own.py, line 20",
    ):
        breakaway.play(breakaway.load("fate"), "own.py:Bad", seed=1)


def test_a_coach_of_another_game_is_refused():
    book = breakaway.coach(breakaway.load("fate"), "book")
    with pytest.raises(breakaway.UserError, match="the coach book is a coach of fate; it cannot play football"):
        breakaway.play(breakaway.load("football"), [book, "random"])
