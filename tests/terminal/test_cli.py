"""The command line: help, versions, and whatever can be wrong with words, options and files."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from breakaway.games.manifest import find
from tests.terminal.session import PROGRAM, call, environment, in_terminal, run

Capture = pytest.CaptureFixture[str]
COMMANDS = (
    "play",
    "watch",
    "matches",
    "replay",
    "verify",
    "review",
    "zine",
    "rules",
    "cases",
    "coaches",
    "odds",
    "simulate",
    "report",
    "teams",
    "referee",
)


def test_help_lists_every_command_and_how_to_begin(home: Path) -> None:
    done = run(home, "--help")
    assert done.returncode == 0
    assert all(f"\n  {command} " in done.stdout for command in COMMANDS)
    assert "breakaway play" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(capsys: Capture, home: Path, command: str) -> None:
    done = call(capsys, command, "--help")
    assert done.returncode == 0
    assert "Usage: breakaway" in done.stdout
    assert done.stderr == ""


def test_python_m_breakaway_is_the_same_program(home: Path) -> None:
    """Help, usage, errors and exit statuses are those of `breakaway`."""
    for words in (["--help"], ["replay"], ["verify", "nothing.match"]):
        module = [sys.executable, "-m", "breakaway", *words]
        done = subprocess.run(module, capture_output=True, text=True, env=environment(home), check=False)
        same = run(home, *words)
        assert (done.returncode, done.stdout, done.stderr) == (same.returncode, same.stdout, same.stderr), words
        assert "__main__" not in done.stdout + done.stderr


def test_help_imports_neither_the_games_nor_the_terminal(home: Path) -> None:
    code = (
        "import sys\nfrom breakaway.cli.main import app\n"
        "try: app(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'breakaway.terminal.play', 'breakaway.games.cycling.game', 'breakaway.games.football.rules'}\n"
        "heavy |= {'pydantic', 'rich', 'numpy', 'numba'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run([PROGRAM[0], "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_is_shown(home: Path) -> None:
    done = run(home, "--version")
    assert done.returncode == 0
    assert done.stdout.startswith("breakaway ")


WRONG_USE = [
    ("fly",),
    ("play", "--nonsense"),
    ("play", "--seed", "x"),
    ("replay",),
    ("verify",),
    ("rules",),
    ("cases",),
]


@pytest.mark.parametrize("words", WRONG_USE, ids=" ".join)
def test_wrong_use_exits_with_2_and_says_why(capsys: Capture, home: Path, words: tuple[str, ...]) -> None:
    done = call(capsys, *words)
    assert done.returncode == 2
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


WRONG_WORDS = [
    (("play", "chess"), "unknown game 'chess'"),
    (("watch", "chess"), "unknown game 'chess'"),
    (("rules", "chess"), "unknown game 'chess'"),
    (("coaches", "chess"), "unknown game 'chess'"),
    (("rules", "cycling", "BA-99"), "no rule 'BA-99'"),
    (("rules", "football", "umbrella", "stand"), "no rule 'umbrella stand', and no rule has these words"),
    (("play",), "play: name a game: football, fate or cycling, as in: breakaway play football"),
    (("play", "--seed", "1"), "play: name a game: football, fate or cycling"),
    (("serve", "--port", "99999"), "--port: expected a whole number from 1 to 65535, as in --port 8000, not '99999'"),
    (("serve", "--port", "abc"), "--port: expected a whole number from 1 to 65535"),
    (("serve", "--port", "-1"), "--port: expected a whole number"),
    (("serve", "--port", "0"), "--port: expected a whole number"),
    (("play", "cycling", "--against", "nobody"), "unknown coach 'nobody'; Breaking Away has: "),
    (("play", "cycling", "--against", ""), "unknown coach ''"),
    (
        ("play", "cycling", "--against", "highest,highest,highest", "--teams", "3"),
        "you named 3 players, but there are only 2 seats for them",
    ),
    (("watch", "--coaches", "human"), "only coaches can play here"),
    (("watch", "--coaches", "highest,nobody"), "unknown coach 'nobody'; Breaking Away has: "),
    (("play", "cycling", "--teams", "1"), "--teams: expected a number from 2 to 12, not '1'"),
    (("play", "cycling", "--teams", "13"), "--teams: expected a number"),
    (("watch", "--teams", "six"), "--teams: expected a number"),
    (
        ("play", "cycling", "--versus", "fire"),
        "--versus: Breaking Away does not have this option; it has: --team, --teams, --profile",
    ),
    (("watch", "--away", "fire"), "--away: Breaking Away does not have this option"),
    (("watch", "--home", "fire"), "--home: Breaking Away does not have this option"),
    (("play", "football", "--team", "ants"), "unknown team 'ants'; known: eclipse, fire"),
    (("play", "football", "--versus", "ants"), "unknown team 'ants'"),
    (("play", "football", "--team", "fire", "--team", "rhinos"), "--team: this option can be given only once"),
    (("play", "football", "--teams", "3"), "--teams: 3 is not a folder"),
    (
        ("play", "football", "--profile", "postal"),
        "--profile: Breakaway Football does not have this option; it has: --team, --versus",
    ),
    (("play", "football", "--track", "x"), "--track: Breakaway Football does not have this option"),
    (("play", "football", "--against", "nobody"), "unknown coach 'nobody'; Breakaway Football has: "),
    (("play", "football", "--against", "sheet,sheet"), "you named 2 players, but there is only 1 seat for them"),
    (("play", "football", "--house", "wings=2"), "unknown house rule 'wings'; known: flags"),
    (("play", "football", "--house", "flags=many"), "flags"),
    (("play", "football", "--house", "regain=often"), "regain"),
    (("watch", "football", "--coaches", "human"), "only coaches can play here"),
    (
        ("watch", "football", "--coaches", "sheet,random,sheet"),
        "you named 3 players, but there are only 2 seats for them",
    ),
    (("watch", "football", "--home", "nobody"), "unknown team 'nobody'"),
    (("rules", "football", "BF-999"), "no rule 'BF-999'"),
    (("teams", "check", "no-such-file"), "there is no such file"),
    (("teams", "new", "../x"), "a team's file name may contain only letters"),
    (("teams", "list", "--teams", "no-such-folder"), "no-such-folder"),
    (("play", "cycling", "--profile", "hilly"), "unknown profile 'hilly'; choose one of: postal"),
    (("play", "cycling", "--house", "wings=2"), "unknown house rule 'wings'"),
    (("play", "cycling", "--house", "cap"), "expected NAME=VALUE"),
    (("play", "cycling", "--house", "cap=-1"), "cap"),
    (("play", "cycling", "--house", "cap=many"), "cap"),
    (("play", "cycling", "--house", "cap=1,cap=2"), "cap is given twice"),
    (("play", "cycling", "--house", "spy=true"), "spy works only with blind"),
    (("play", "cycling", "--house", "default_line_up=A 15"), "default_line_up"),
    (("play", "cycling", "--house", "default_line_up=A 15 15 15 B 1 1 1 C 1 1 1 D 1 1 1"), "BA-3.1"),
    (("play", "cycling", "--track", "no-such-track"), "unknown track or file 'no-such-track'"),
    (("play", "cycling", "--team", "A"), "means something else in an order"),
    (("play", "cycling", "--team", "Red", "--team", "red", "--teams", "2"), "the same name"),
    (("play", "cycling", "--team", "Ants: Al, Bo"), "needs four riders' names"),
    (("play", "cycling", "--team", "x\x1b[2J"), "must begin with a letter"),
    (("play", "cycling", *("--team", "X") * 3, "--teams", "2"), "expected at most 2 names, not 3"),
    (("play", "--resume"), "no unfinished match"),
    (("play", "--resume", "no-such-match"), "there is no match 'no-such-match'"),
    (("replay", "no-such-file"), "no-such-file"),
    (("verify", "no-such-file"), "no-such-file"),
    (("cases", "no-such-file"), "there is no such file"),
    (("play", "cycling", "--record", "no-such-folder/x.match"), "is no folder"),
]


@pytest.mark.sample(30)
@pytest.mark.parametrize(("words", "said"), WRONG_WORDS, ids=[" ".join(words) for words, _ in WRONG_WORDS])
def test_a_wrong_word_exits_with_1_and_says_what_would_be_right(
    capsys: Capture, home: Path, words: tuple[str, ...], said: str
) -> None:
    done = call(capsys, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert said in done.stderr
    assert done.stderr.startswith("breakaway: ")
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr
    assert not list(home.glob("**/*.match")), "a match was begun all the same"


def garbage(path: Path) -> Path:
    path.write_bytes(random.Random(1).randbytes(4000))
    return path


@pytest.mark.parametrize("kind", ["folder", "garbage", "empty", "json", "deep", "not ours"])
@pytest.mark.parametrize(
    "words", [("replay",), ("verify",), ("cases",), ("play", "cycling", "--track"), ("play", "--resume", "--record")]
)
def test_a_file_of_another_kind_is_refused_in_a_few_lines(
    capsys: Capture, home: Path, tmp_path: Path, kind: str, words: tuple[str, ...]
) -> None:
    place = tmp_path / "file"
    made = {
        "folder": lambda: place.mkdir(),
        "garbage": lambda: garbage(place),
        "empty": lambda: place.write_text(""),
        "json": lambda: place.write_text("{}\n[]\n"),
        "deep": lambda: place.write_text("[" * 100_000 + "\n"),
        "not ours": lambda: place.write_text('{"kind": "match", "seal": "x", "format": 99}\n'),
    }
    made[kind]()
    done = call(capsys, *words, str(place))
    assert done.returncode == 1, done.stdout
    if words == ("cases",) and kind != "folder":  # other files' cases are run all the same
        assert done.stdout.endswith("0 of 1 cases pass.\n")
        assert done.stderr == ""
        return
    assert done.stderr.startswith("breakaway: ")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 5
    assert len(done.stderr) < 1000


def test_a_record_is_never_written_over(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "mine.match"
    place.write_text("dear diary")
    for words in (("watch", "--json"), ("play", "cycling")):
        done = call(capsys, *words, "--record", str(place))
        assert done.returncode == 1
        assert "already exists" in done.stderr
    assert place.read_text() == "dear diary"


def test_a_reader_who_leaves_early_gets_no_traceback(home: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "rules", "cycling"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(home)
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_rules_are_listed_by_chapter_with_every_id(capsys: Capture, home: Path) -> None:
    done = call(capsys, "rules", "cycling")
    game = find("cycling")
    assert done.returncode == 0
    assert all(f"{rule} " in done.stdout for rule in game.rules.entries)
    assert all(entry.chapter in done.stdout for entry in game.rules.entries.values())


@pytest.mark.parametrize("written", ["BA-6.7", "ba-6.7", "6.7"])
def test_one_rule_is_shown_with_its_option_functions_and_cases(capsys: Capture, home: Path, written: str) -> None:
    done = call(capsys, "rules", "cycling", written)
    assert done.returncode == 0
    for part in ("BA-6.7", "at most 15", "--house cap=", "cards.capped", "vector-3"):
        assert part in done.stdout


def test_words_after_rules_list_the_rules_in_which_all_of_them_stand(capsys: Capture, home: Path) -> None:
    done = call(capsys, "rules", "football", "Challenge", "flag")
    assert (done.returncode, done.stderr) == (0, "")
    config = find("football").rules
    found = [entry.id for entry in config.entries.values() if f"{entry.id} " in done.stdout]
    assert "BF-060" in found
    assert len(found) < len(config.entries) / 5
    for rule in found:
        said = f"{config.entries[rule].chapter} {config.entries[rule].says} {config.entries[rule].option}".casefold()
        assert "challenge" in said
        assert "flag" in said
    assert f"{len(found)} of {len(config.entries)} rules" in done.stdout


@pytest.mark.slow
def test_play_without_a_game_asks_which_at_a_terminal(home: Path) -> None:
    script = [("Which game? ", "chess\r"), ("Which game? ", "cyc\r"), ("line-up> ", "quit\r")]
    status, seen = in_terminal(home, ["play", "--seed", "1"], script)
    assert status == 0
    assert "1  football" in seen
    assert "There is no game 'chess'." in seen
    assert "Breaking Away: a new match" in seen


@pytest.mark.slow
def test_to_quit_where_play_asks_for_a_game_is_no_mistake(home: Path) -> None:
    status, seen = in_terminal(home, ["play"], [("Which game? ", "quit\r")])
    assert (status, "Traceback" in seen) == (0, False)


def test_coaches_are_listed_each_with_a_sentence(capsys: Capture, home: Path) -> None:
    done = call(capsys, "coaches", "cycling")
    names = [line.split()[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert names[:2] == ["random", "newcomer"]
    assert names[-1] == "champion"


GOOD_CASE = """
[[case]]
id = "level"
game = "cycling"
rule = "BA-6.5"
why = "B stands on 9, one square behind A on 10: 3 and 1 is 4."
given.turn = 5
given.riders = [
  { team = "Red", grade = "A", square = 5, hand = [5, 3, 3] },
  { team = "Blue", grade = "A", square = 5, hand = [4, 3, 3] },
]
choices = { Red = "A5", Blue = "A4" }
expect.riders = [{ team = "Blue", grade = "A", square = 9, hand = [4, 3, 3] }]
"""


def test_cases_that_hold_exit_with_0_and_those_that_do_not_with_1(capsys: Capture, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "case.toml"
    place.write_text(GOOD_CASE)
    done = call(capsys, "cases", str(place))
    assert (done.returncode, done.stdout) == (0, "1 of 1 cases pass.\n")
    place.write_text(GOOD_CASE.replace("square = 9", "square = 8"))
    done = call(capsys, "cases", str(tmp_path))
    assert done.returncode == 1
    assert "level" in done.stdout
    assert "8" in done.stdout
    assert "9" in done.stdout
    assert "0 of 1 cases pass." in done.stdout


@pytest.mark.parametrize(
    "words", [("--database", "club.sqlite"), ("status", "race", "--database=club.sqlite"), ("late", "--database", "x")]
)
def test_the_referee_of_files_says_which_command_hosts_the_races_of_a_server(
    capsys: Capture, words: tuple[str, ...]
) -> None:
    done = call(capsys, "referee", *words)
    assert done.returncode == 2
    assert "breakaway host late --database FILE" in done.stderr
