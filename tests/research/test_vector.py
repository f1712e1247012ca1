"""Thousands of matches at once: each is the interpreted match, question by question."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import breakaway
from breakaway.api.plain_data import tensor_of
from breakaway.core.chance import sampled, start_step
from breakaway.core.game import blank_orders, legal, result_of, seats_in
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.lab.batches import seeds_of
from breakaway.lab.compiling import THINKING
from breakaway.players import coaches
from breakaway.research import vector
from breakaway.research.vector import FlatMatches, ManyMatches, VectorEnv, play_many
from tests.lab.test_own_bots import BOTS

from .ways import WAYS

pytestmark = pytest.mark.slow
MATCHES = 9  # at once; three ways to play, with all seats or one that learns, make 72 matches and more of each game


def view_of(game, s, config, seat):
    view = copy(s)
    game.redact(view, config, seat)
    return view


def row_of(game, s, config, seat, width):
    """What the vector environment has to show before the first code of an order: the tensor of the public API."""
    row, seen = np.zeros(width, np.int64), tensor_of(seat, view_of(game, s, config, seat))
    row[: len(seen)] = seen
    return row


def questions(game, config, seed, learners, others, width):
    """Plays match after match in plain Python. Yields each question: its row, the legal codes, and the last end."""
    chance, thinking, ended = sampled(seed), sampled(seed ^ THINKING), None
    s = game.start(config)
    while True:
        bits, orders = game.choosers(s, config), blank_orders(game)
        if not bits and result_of(game, s, config).why:
            ended = result_of(game, s, config), row_of(game, s, config, learners[0], width)
            s = game.start(config)
            continue
        for seat in seats_in(bits):
            if seat not in learners:
                view = view_of(game, s, config, seat)
                others[seat](view, config, seat, thinking, copy(view), orders[seat])
        for seat in seats_in(bits):
            row = row_of(game, s, config, seat, width) if seat in learners else None
            for slot in range(game.slots(s, config, seat) if seat in learners else 0):
                orders[seat][slot] = yield row, legal(game, s, config, seat, orders[seat][:slot]), ended
                row[slot - game.max_slots] = orders[seat][slot] + 1  # the order stands at the end of the row
                ended = None
        start_step(chance)
        game.step(s, config, orders, chance, None)


def coach_of(game, named):
    """A coach as a function in plain Python. For a player of the rules, nothing: such a seat is never asked."""
    if isinstance(named, str):
        return coaches.find(game, named) if named in coaches.names(game) else None
    return named.coach(game)


def same_as_interpreted(name, options, learners, opponent):
    """Plays until each match has ended once, and compares every question up to then. The first of them goes on, so that
    its next matches are compared, too. Returns the ends.
    """
    many = ManyMatches(name, MATCHES, learners, opponent, "points", **options)
    many.reset(7)
    game, config, width = games.find(name), many.space.game._setup.config, many.space.width
    listed = opponent if isinstance(opponent, list) else [opponent]
    left = [seat for seat in range(many.space.seats) if seat not in many.learners]
    others = {seat: coach_of(game, listed[min(i, len(listed) - 1)]) for i, seat in enumerate(left)}
    plain = [questions(game, config, int(seed), many.learners, others, width) for seed in seeds_of(7, 0, MATCHES)]
    asked, rng, ends = {i: next(each) for i, each in enumerate(plain)}, np.random.default_rng(7), np.zeros(MATCHES, int)
    while True:
        for i, (row, codes, ended) in asked.items():
            assert np.array_equal(many.observations[i], row)
            assert np.flatnonzero(many.masks[i]).tolist() == codes
            assert many.ended[i] == (ended is not None)
            assert many.rewards[i].any() <= many.ended[i]
            if ended:
                result, last = ended
                seats, unit = many.space.seats, game.unit
                mean = sum(result.score[:seats]) / seats
                wanted = [(each - mean) / unit * seats / (seats - 1) for each in result.score[:seats]]
                assert np.allclose(many.rewards[i], wanted, rtol=0, atol=1e-12)
                assert abs(sum(many.rewards[i].tolist())) < 1e-12
                assert np.array_equal(many.last[i], last)
        ends += [i in asked and many.ended[i] for i in range(MATCHES)]
        if ends.all():
            return ends.sum()
        actions = many.sample(rng)
        many.step(actions)
        live = [i for i in range(MATCHES) if i == 0 or not ends[i]]
        asked = {i: plain[i].send(int(actions[i])) for i in live}


@pytest.mark.parametrize("name", games.GAMES)
def test_each_match_of_the_vector_is_the_interpreted_one_question_by_question(name):
    ends = 0
    for options in WAYS:
        ends += same_as_interpreted(name, options[name], None, "random")
        ends += same_as_interpreted(name, options[name], [0], "random")
        if "against" not in options[name]:  # the sheet has the other seat
            ends += same_as_interpreted(name, options[name], [1], "random")
    assert ends >= 67


@breakaway.compilable
def lowest(rules):
    """Gives the lowest legal codes."""
    slots, codes, refuse = rules.slots, rules.codes, rules.refuse

    def choose(view, config, seat, rng, out):
        for slot in range(slots(view, config, seat)):
            for code in range(codes(view, config)):
                out[slot] = code
                if refuse(view, config, seat, out, slot) == 0:
                    break

    return choose


@breakaway.compilable
def wild(rules):
    """Gives random legal codes, found in its own way."""
    slots, codes, refuse, below = rules.slots, rules.codes, rules.refuse, rules.below

    def choose(view, config, seat, rng, out):
        for slot in range(slots(view, config, seat)):
            while True:
                out[slot] = below(rng, codes(view, config))
                if refuse(view, config, seat, out, slot) == 0:
                    break

    return choose


@pytest.mark.parametrize(
    ("name", "learners", "opponent"),
    [
        ("football", [0], "sheet"),
        ("football", [1], "sheet"),
        ("football", [0], lowest),
        ("football", [1], wild),
        ("fate", [1], lowest),
        ("cycling", [2], [wild, "highest", lowest]),
    ],
    ids=["football-home", "football-away", "football-lowest", "football-wild", "fate-lowest", "cycling-three"],
)
def test_each_match_against_the_rules_or_own_bots_in_any_seat_is_the_interpreted_one(name, learners, opponent):
    assert same_as_interpreted(name, {"teams": 4} if name == "cycling" else {}, learners, opponent) >= MATCHES


def ending(game, config, seed, others):
    """The result of a match in plain Python, in which `others` play all seats that are asked."""
    s, chance, thinking = game.start(config), sampled(seed), sampled(seed ^ THINKING)
    while game.choosers(s, config) or not result_of(game, s, config).why:
        orders = blank_orders(game)
        for seat in seats_in(game.choosers(s, config)):
            view = view_of(game, s, config, seat)
            others[seat](view, config, seat, thinking, copy(view), orders[seat])
        start_step(chance)
        game.step(s, config, orders, chance, None)
    return result_of(game, s, config)


@pytest.mark.parametrize(
    ("name", "bots"),
    [
        ("football", [wild, lowest]),
        ("football", ["sheet", wild]),
        ("football", ["sheet", "sheet"]),
        ("fate", [lowest, "book"]),
        ("cycling", [wild, "highest", "random"]),
    ],
    ids=["football-own", "football-sheet", "football-sheets", "fate-book", "cycling-three"],
)
def test_whole_matches_between_bots_end_as_the_interpreted_ones(name, bots, monkeypatch):
    monkeypatch.setattr(vector, "AT_ONCE", 4)
    options = {"teams": 3} if name == "cycling" else {}
    found = play_many(name, bots, 10, seed=5, reward="points", **options)
    game = breakaway.load(name, **options)
    if "sheet" in bots:
        game = breakaway.load(name, against={i: "sheet" for i, each in enumerate(bots) if each == "sheet"})
    core, config, seats = game._setup.game, game._setup.config, len(game.seats)
    others = [coach_of(core, each) for each in bots]
    wanted = [ending(core, config, int(seed), others) for seed in seeds_of(5, 0, 10)]
    assert found.scores.tolist() == [list(each.score[:seats]) for each in wanted]
    assert found.winners.tolist() == [[rank == 1 for rank in each.rank[:seats]] for each in wanted]
    points = found.scores / core.unit
    assert np.allclose(found.rewards, (seats * points - points.sum(1, keepdims=True)) / (seats - 1))
    assert np.allclose(found.rewards.sum(1), 0)
    assert len(np.unique(found.scores, axis=0)) > 1


def test_a_bot_is_named_by_its_file_and_told_what_is_wrong_with_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fast.py").write_text(BOTS)
    for bot, said in (
        ("bad", r"the bot fast.py:bad \(seat 0\) answered \[100000, .*not a legal order.* \(in match 0\)"),
        ("divides", r"the bot fast.py:divides \(seat 0\) raised ZeroDivisionError.*\(fast.py, line 43\) \(in match 0"),
        ("python", r"the bot fast.py:python cannot be compiled \(fast.py, line 49\): .*closure.*leave out @breakaway"),
    ):
        with pytest.raises(breakaway.BotError, match=said):
            ManyMatches("cycling", 3, [1], f"fast.py:{bot}", teams=2).reset(1)
    many = ManyMatches("cycling", 3, [0], "fast.py:last", teams=2)
    many.reset(1)
    twin = pickle.loads(pickle.dumps(many))
    codes = many.masks.argmax(1)
    many.step(codes)
    twin.step(codes)
    assert np.array_equal(many.observations, twin.observations)
    race = breakaway.load("cycling", teams=2)
    coach = ManyMatches("cycling", 3, [0], breakaway.coach(race, "fast.py:last"), teams=2)
    coach.reset(1)
    coach.step(codes)
    assert np.array_equal(many.observations, coach.observations)
    for opponent, said in (
        ("fast.py:Plain", "the bot fast.py:Plain cannot be compiled: its function must be marked with @breakaway"),
        (lambda: 1, "the bot .*lambda.* cannot be compiled"),
        ("fast.py:nobody", "fast.py has no nobody"),
        (["random"] * 2, "2 bots are named, but the number of seats left for them is 1"),
    ):
        with pytest.raises(breakaway.UserError, match=said):
            ManyMatches("cycling", 3, [0], opponent, teams=2)
    with pytest.raises(breakaway.UserError, match=r"the bot fast\.py:wild cannot play fate"):
        ManyMatches("fate", 3, [0], "fast.py:wild")
    with pytest.raises(breakaway.UserError, match="at least one match"):
        play_many("fate", "random", 0)


def test_a_coach_with_rules_of_its_own_plays_where_nothing_is_compiled_yet(tmp_path):
    """Its rules are made compilable with the game's, although its module is imported only by its name."""
    code = (
        "from breakaway.research.vector import play_many; print(play_many('fate', ['book', 'random'], 2).scores.shape)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout == "(2, 2)\n", done.stderr[-2000:]


def test_an_illegal_code_is_refused_before_anything_is_played():
    many = ManyMatches("cycling", 4, teams=2)
    many.reset(3)
    before, legal = many.observations.copy(), many.sample(np.random.default_rng(3))
    for wrong, said in ((0, "match 2: the code 0 is illegal here; legal codes: 1"), (-1, "code -1"), (999, "code 999")):
        codes = legal.copy()
        codes[2] = wrong
        with pytest.raises(breakaway.UserError, match=said):
            many.step(codes)
        assert np.array_equal(many.observations, before)
    with pytest.raises(breakaway.UserError, match="4 whole numbers"):
        many.step(legal[:3])
    with pytest.raises(breakaway.UserError, match="genius"):
        ManyMatches("cycling", 4, teams=2, opponent="genius")
    with pytest.raises(breakaway.UserError, match="seats 0 to 1"):
        ManyMatches("cycling", 4, [2], teams=2)


def test_a_seat_that_is_never_asked_cannot_learn():
    with pytest.raises(breakaway.UserError, match=r"never have anything to choose.*the rules play seat 1 \(sheet\)"):
        ManyMatches("football", 1, [1], against="sheet")


def test_a_match_of_a_seed_is_the_same_however_many_are_played():
    few, many = ManyMatches("cycling", 2, [0], teams=2), ManyMatches("cycling", 5, [0], teams=2)
    few.reset(9)
    many.reset(9)
    for _ in range(200):
        assert np.array_equal(few.observations, many.observations[:2])
        codes = many.masks.argmax(1)
        many.step(codes)
        few.step(codes[:2])


def test_gymnasium_and_pufferlib_find_the_shapes_that_they_expect():
    env = gymnasium.make_vec("breakaway/Cycling-v0", 6, vectorization_mode="vector_entry_point", teams=2)
    flat = FlatMatches("cycling", 6, teams=2)
    assert isinstance(env.unwrapped, VectorEnv)
    seen, _ = env.reset(seed=1)
    flat.reset(seed=1)
    ended, rng = 0, np.random.default_rng(1)
    for _ in range(250):
        assert seen in env.observation_space
        assert flat.observations[0] in flat.single_observation_space
        codes = np.array([rng.choice(np.flatnonzero(each)) for each in seen["action_mask"]])
        seen, rewards, over, cut, infos = env.step(codes)
        assert rewards.shape == over.shape == cut.shape == (6,)
        assert not cut.any()
        assert set(np.flatnonzero(rewards)) <= set(np.flatnonzero(over))
        if over.any():
            assert np.array_equal(infos["_final_obs"], over)
            assert infos["final_obs"]["observation"].shape == (6, env.unwrapped.matches.space.width)
        ended += over.sum()
        rows, width = flat.observations, flat.matches.space.width
        flat.step(rows[:, width:].argmax(1))
        assert flat.rewards.shape == flat.terminals.shape == flat.truncations.shape == flat.masks.shape == (6,)
    assert ended >= 6
