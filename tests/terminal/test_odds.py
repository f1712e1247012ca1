"""`breakaway odds`: what is printed, as text and JSON, and what is said to a wrong option."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from breakaway.core.chance import sampled, start_step
from breakaway.core.game import SEATS
from breakaway.core.state import copy
from breakaway.games import manifest as games
from breakaway.players import coaches
from tests.core.random_matches import random_config
from tests.terminal.session import call, run

Capture = pytest.CaptureFixture[str]
PAIR = ("odds", "football", "--offense", "Short 4", "--defense", "Zone 1-2")
DECK = ("--deck", "pass +1; pass -1; pass incomplete")


def test_a_play_is_told_line_by_line(capsys: Capture) -> None:
    done = call(capsys, *PAIR, *DECK, "--ball", "own 30", "--down", "3")
    assert done.returncode == 0
    assert "Short 4 against Zone 1-2: neither side's breakaway, base 2" in done.stdout
    assert "3  4th and 1 at own 45  33.3%  1/3" in done.stdout
    assert "The chances sum to exactly 1." in done.stdout
    assert "is the one that wins most often." in " ".join(done.stdout.split())  # wrapped at the terminal's width


def test_json_has_exact_fractions(capsys: Capture) -> None:
    told = json.loads(call(capsys, *PAIR, *DECK, "--json").stdout)
    assert (told["winner"], told["base"]) == ("neither", 2)
    assert [each["exact"] for each in told["outcomes"]] == ["1/3"] * 3
    assert told["mean_lines"] == {"exact": "4/3", "decimal": 4 / 3}
    assert told["left_open"]["exact"] == "0"


def test_a_field_goal_from_the_25_is_46_of_54(capsys: Capture) -> None:
    done = call(capsys, "odds", "football", "--team", "sharks", "--call", "field goal", "--ball", "opp 25", "--json")
    good = next(each for each in json.loads(done.stdout)["outcomes"] if each["result"] == "field goal good")
    assert Fraction(good["exact"]) == Fraction(46, 54)


def test_cards_of_teams_make_a_table(capsys: Capture) -> None:
    words = ("odds", "football", "--team", "fire", "--versus", "maulers", "--ball", "opp 10", "--down", "3")
    done = call(capsys, *words, "--call", "7a", "--call", "2a")
    assert done.returncode == 0
    assert "touchdown, %" in done.stdout
    assert "7a Outside Run" in done.stdout
    one = json.loads(call(capsys, *words, "--call", "7a", "--against", "1a", "--json").stdout)
    table = json.loads(call(capsys, *words, "--call", "7a", "--json").stdout)["table"]
    same = next(each for each in table if each["against"].split()[0] == "1a")
    assert same["touchdown"] == one["touchdown"]


@pytest.mark.slow
def test_the_equilibrium_is_told_by_formation(capsys: Capture) -> None:
    pytest.importorskip("scipy")
    words = ("--defense", "Zone 0-5", "--defense", "Tight Run 3-1", "--ball", "opp 10", "--equilibrium")
    done = call(capsys, "odds", "football", "--offense", "Short 3", "--offense", "Inside Run 1", *words)
    assert done.returncode == 0
    assert "the offense calls" in done.stdout
    assert "worth" in done.stdout
    told = json.loads(call(capsys, "odds", "football", "--offense", "Short 3", *words, "--json").stdout)
    assert told["equilibrium"][0]["defenses"]["Zone 0-5"] == pytest.approx(1)


def test_without_scipy_an_equilibrium_says_what_to_install(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scipy", "scipy.optimize"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("breakaway.lab.odds", "breakaway.games.football.lab.odds_command"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    done = call(capsys, *PAIR, "--equilibrium")
    assert done.returncode == 1
    assert "pip install 'breakaway[lab]'" in done.stderr


def test_what_is_not_allowed_on_a_line_is_left_out_of_a_table_and_named(capsys: Capture) -> None:
    words = ("--ball", "opp 5", "--team", "fire", "--call", "12b", "--call", "12a", "--against", "1a")
    done = call(capsys, "odds", "football", *words)
    assert "Left out, because the rules forbid them on this line: 12b Long 8 low" in done.stdout
    assert "12a Short" in done.stdout


WRONG = [
    (("--call", "99c"), "--call: expected a card and its side"),
    (("--call", "punt"), "you can punt only on fourth down; this is 1st down (BF-153)"),
    (("--call", "field goal"), "you can try a field goal only from the opponent's 45"),
    (("--call", "punt", "--down", "4", "--against", "1a"), "the defense makes no call against"),
    (("--call", "1a", "--offense", "Short 4"), "--offense and --call"),
    (("--against", "99a"), "--against: Fire has the calls"),
    (("--team", "nobody"), "unknown team 'nobody'"),
    (("--house", "nonsense=1"), "--house: unknown house rule 'nonsense'"),
    (("--ball", "opp 3"), "--ball: expected 'own 5'"),
]


@pytest.mark.parametrize(("words", "says"), WRONG)
def test_a_wrong_option_is_named_in_one_line(capsys: Capture, words: tuple[str, ...], says: str) -> None:
    done = call(capsys, "odds", "football", *words)
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_the_race_has_no_odds_and_says_why(capsys: Capture) -> None:
    done = call(capsys, "odds", "cycling")
    assert done.returncode == 1
    assert "nothing in it happens by chance" in done.stderr


def test_no_turn_of_the_race_asks_for_chance() -> None:
    game = games.find("cycling")
    for seed in range(5):
        config, chance = random_config(game, seed), sampled(seed)
        s = game.start(config)
        coach = coaches.find(game, "random")
        for _ in range(12):
            bits = game.choosers(s, config)
            if bits == 0:
                break
            orders = [[0] * game.max_slots for _ in range(SEATS)]
            for seat in range(SEATS):
                if bits >> seat & 1:
                    coach(copy(s), config, seat, sampled(seed), copy(s), orders[seat])
            start_step(chance)
            game.step(s, config, orders, chance, None)
            assert chance.asked == 0


@pytest.mark.slow
def test_odds_need_neither_numpy_nor_scipy_without_an_equilibrium(home: Path) -> None:
    done = run(home, *PAIR, *DECK)
    assert done.returncode == 0
    code = (
        "import sys\nfrom breakaway.cli.main import app\n"
        f"try: app({[*PAIR, *DECK]!r})\nexcept SystemExit: pass\n"
        "sys.exit(', '.join(sorted({'numpy', 'scipy', 'numba'} & set(sys.modules))) or 0)"
    )
    checked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_only_a_solved_game_takes_a_situation(capsys: Capture) -> None:
    done = call(capsys, "odds", "football", "--situation", "1st and 10 at own 25")
    assert done.returncode == 1
    assert "does not have this option" in done.stderr
