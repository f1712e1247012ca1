"""Random decisions a second, compared with other programs: `make bench ARGS=peers`. Writes bench/results.md.

Each other program runs in an environment of its own, which `uv` or, without it, `pip` makes in the cache folder and
which is kept there. What
cannot be measured is listed with the reason. A decision is one code: a call in football has two or three. All figures
are for one core, in one run. The games differ, so the figures only show orders of magnitude.
"""

from __future__ import annotations

import platform
import shutil
import statistics
import subprocess
import sys
import time
from datetime import date
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path
from rich.console import Console
from rich.markdown import Markdown

from breakaway.core.game import seats_in
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.games.cycling import files as race_cards
from breakaway.games.fate import files as fate_cards
from breakaway.games.football.files import config as football_cards
from breakaway.lab.batches import ChunkPlayer
from breakaway.lab.compiling import play_interpreted

ROUNDS, SECONDS, SAMPLE, PATIENCE = 5, 2.0, 4, 600
RESULTS = Path(__file__).with_name("results.md")

# What every peer's script begins and ends with; `play()` plays some random matches and returns their decisions.
TIMED = """
import statistics, sys, time
def measure(name, play):
    play()
    rates = []
    for _ in range({rounds}):
        start, done = time.perf_counter(), 0
        while time.perf_counter() - start < {seconds}:
            done += play()
        rates.append(done / (time.perf_counter() - start))
    print("RATE", name, statistics.median(rates), sep="\\t", flush=True)
"""

OPEN_SPIEL = """
import pyspiel, random
def matches(name):
    game, rng = pyspiel.load_game(name), random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    def length():
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                codes, weights = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(codes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                count += 1
        return count
    mean = statistics.mean(length() for _ in range(100))
    def play():
        pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.randrange(1 << 30))
        return mean
    return play
for name in ("hearts", "connect_four", "gin_rummy", "backgammon"):
    measure(name, matches(name))
"""

PETTING_ZOO = """
import random
from pettingzoo.classic import connect_four_v3, tictactoe_v3
def matches(make):
    env, rng = make(), random.Random(1)
    def play():
        env.reset(seed=rng.randrange(1 << 30))
        count = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(rng.choice([i for i, legal in enumerate(seen["action_mask"]) if legal]))
            count += 1
        return count
    return play
measure("connect_four_v3", matches(connect_four_v3.env))
measure("tictactoe_v3", matches(tictactoe_v3.env))
"""

RLCARD = """
import rlcard
from rlcard.agents import RandomAgent
def matches(name):
    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    def play():
        paths, _ = env.run(is_training=False)
        return sum(len(path) // 2 for path in paths)
    return play
for name in ("leduc-holdem", "gin-rummy", "uno"):
    measure(name, matches(name))
"""

CATANATRON = """
from catanatron import Color, Game, RandomPlayer
def play():
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
    game.play()
    state = game.state
    return len(getattr(state, "actions", None) or state.action_records)
measure("settlers, 4 players", play)
"""

PGX = """
import jax, jax.numpy as jnp, pgx
def matches(name, n=1024, steps=64):
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(env.step)
    def one(carry, _):
        state, key = carry
        key, pick, renew, dice = jax.random.split(key, 4)
        chosen = jax.random.categorical(pick, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        over = state.terminated | state.truncated
        fresh = init(jax.random.split(renew, n))
        played = step(state, chosen, jax.random.split(dice, n))
        swap = lambda a, b: jnp.where(over.reshape((n,) + (1,) * (a.ndim - 1)), a, b)
        return (jax.tree_util.tree_map(swap, fresh, played), key), None
    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    box = [(init(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2))]
    def play():
        box[0] = run(box[0])
        jax.block_until_ready(box[0])
        return n * steps
    return play
for name in ("connect_four", "backgammon"):
    measure(name, matches(name))
"""

# name, packages, the package whose version counts, script
PEERS = (
    ("OpenSpiel, random bots in C++", ("open-spiel",), "open-spiel", OPEN_SPIEL),
    ("PettingZoo classic", ("pettingzoo[classic]",), "pettingzoo", PETTING_ZOO),
    ("RLCard", ("rlcard", "pip"), "rlcard", RLCARD),  # it asks pip what is installed
    ("Catanatron", ("catanatron",), "catanatron", CATANATRON),
    ("Pgx on the processor, 1024 matches at once", ("pgx", "jax[cpu]"), "pgx", PGX),
)


def decisions(name: str, config: object) -> float:
    """The mean number of codes that random coaches give in a match, counted in some interpreted matches."""
    game = games.find(name)
    seats, total = game.seat_count(config), 0
    for seed in range(SAMPLE):
        played = play_interpreted(game, config, "random", "random", [0] * seats, seed)
        for s in (copy(game.start(config)), *played):
            total += sum(game.slots(s, config, seat) for seat in seats_in(game.choosers(s, config)))
    return total / SAMPLE


def ours() -> list[tuple[str, str, float]]:
    """Decisions a second of our games: program, game, rate."""
    rows = []
    settings = {
        "football": football_cards.resolve(sheets=())[0],
        "fate": fate_cards.resolve()[0],
        "cycling": race_cards.resolve("postal", 6)[0],
    }
    for name, config in settings.items():
        game = games.find(name)
        player = ChunkPlayer(game, config, ["random"] * game.seat_count(config))
        each, rates = decisions(name, config), []
        player.play(1, 0, 0, False)
        for round_ in range(ROUNDS):
            start, done = time.perf_counter(), 0
            while time.perf_counter() - start < SECONDS:
                player.play(1 + round_, done, 500, False)
                done += 500
            rates.append(each * done / (time.perf_counter() - start))
        rows.append(("Breakaway, with counting", game.title, statistics.median(rates)))
    return rows


def theirs(packages: tuple[str, ...], counted: str, script: str) -> tuple[str, list[tuple[str, float]], str]:
    """Version, rates by game, and why there are none, for a program in an environment of its own."""
    home = user_cache_path("breakaway") / "peers" / counted
    python, whole = home / "bin" / "python", home / "whole"
    steps = (
        *_installing(home, python, packages),
        [str(python), "-c", TIMED.format(rounds=ROUNDS, seconds=SECONDS) + script],
    )
    done = None
    try:
        for command in steps[2 if whole.is_file() and whole.read_text() == " ".join(packages) else 0 :]:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
            if done.returncode and command is not steps[-1]:
                return "", [], _last(done.stderr)
            if command is steps[1]:
                whole.write_text(" ".join(packages))
    except subprocess.TimeoutExpired:
        return "", [], f"it took longer than {PATIENCE} s"
    rates = [line.split("\t")[1:] for line in done.stdout.splitlines() if line.startswith("RATE\t")]
    asked = [str(python), "-c", f"from importlib.metadata import version; print(version({counted!r}))"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return found, [(name, float(rate)) for name, rate in rates], _last(done.stderr) if done.returncode else ""


def _installing(home: Path, python: Path, packages: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The commands that make an environment and install `packages` in it: by uv if there, else by venv and pip."""
    if shutil.which("uv"):
        return (
            ["uv", "venv", "--quiet", "--clear", "--python", sys.executable, str(home)],
            ["uv", "pip", "install", "--quiet", "--python", str(python), *packages],
        )
    return (
        [sys.executable, "-m", "venv", "--clear", str(home)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
    )


def _last(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "it failed without a message")[
        :200
    ]


def main() -> int:
    """Measures, prints the table and writes it with commands and versions."""
    says, lines = Console(stderr=True), ["| program | game | random decisions a second |", "|---|---|---|"]
    versions, missing = [f"breakaway {version('breakaway')}, numba {version('numba')}"], []
    says.print("Breakaway: compiling and measuring ...")
    lines += [f"| {who} | {what} | {rate:,.0f} |" for who, what, rate in ours()]
    for name, packages, counted, script in PEERS:
        says.print(f"{name} ...")
        found, rates, why = theirs(packages, counted, script)
        lines += [f"| {name} | {what} | {rate:,.0f} |" for what, rate in rates]
        versions += [f"{counted} {found}"] if found else []
        missing += [f"- {name}: {why}"] if why else []
    about = (__doc__ or "").split("\n\n")[1]
    where = f"on {date.today()}, with Python {platform.python_version()} on {platform.machine()}"
    head = f"# Random decisions a second\n\n`make bench ARGS=peers` wrote this page {where}. {about}\n"
    tail = "\nVersions: " + "; ".join(versions) + ". Each was installed by its name.\n"
    tail += "\nNot measured, or not all of it:\n\n" + "\n".join(missing) + "\n" if missing else ""
    text = head + "\n" + "\n".join(lines) + "\n" + tail
    RESULTS.write_text(text, encoding="utf-8")
    Console().print(Markdown(text))
    return 0
