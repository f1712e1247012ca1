"""`verify.mjs`, written from docs/record.md alone, and our own code agree on vectors, on records and on form."""

from __future__ import annotations

import copy
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.chance import after, below, commitment, faces, sampled, step_seed
from breakaway.games.manifest import find
from breakaway.records.match import Match
from breakaway.records.public_records import Publisher
from breakaway.records.record_file import parse
from tests.club.starts import race
from tests.core.dice import BOTH, PASS, ROLL, new_dice
from tests.core.races import play_out
from tests.records.falsified import FORGER_KEY, reseal, text_of
from tests.records.node import needs_node, run_node

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs" / "record.md").read_text("utf-8")
EXAMPLE = ROOT / "docs" / "record-example.match"
GOLDEN = sorted(HERE.rglob("*.jsonl"))
QUICK = [
    HERE / "football/people-fair.jsonl",
    HERE / "fate/advanced-resigned.jsonl",
    HERE / "cycling/blind-three-teams.jsonl",
]
SECRET = bytes(range(32))
KEY = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c"  # that signed the example
pytestmark = needs_node


def rows(first: str) -> list[list[str]]:
    """The rows of the page's table that begins with this head, without backticks."""
    table = PAGE[PAGE.index(f"\n| {first} |") + 1 :].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


SHARES = {"none": [], "two empty strings": ["", ""], "`ab`, `c`": ["ab", "c"]}
SEEDS = [(SHARES.get(said, ["1" * 64, ""]), int(step), seed.strip("`")) for said, step, seed in rows("shares")]
NUMBERS = [(f"{int(seed.strip('`'), 16):016x}", re.findall(r"[0-9a-f]{8}", us)) for seed, us in rows("seed")]
CHAIN = [(int(times), value.strip("`")) for times, value in rows("times")]


@cache
def answers() -> dict[str, Any]:
    """What the driver computes for the vectors of the page."""
    seed = SEEDS[2][2]
    found: dict[str, Any] = run_node(
        vectors={
            "chains": [("00" * 32, times) for times, _value in CHAIN] + [(SECRET.hex(), 1)],
            "seeds": [(SECRET.hex(), shares, step) for shares, step, _seed in SEEDS],
            "numbers": [seed for seed, _numbers in NUMBERS],
            "units": [(seed, 6, 4), (seed, 81, 4)],
            "rolls": [16],
        }
    )["answers"]
    return found


def told(text: str) -> list[int]:
    """The numbers in a sentence of the page."""
    return [int(each) for each in re.findall(r"-?\d+", text)]


def test_chains_and_the_commitment_of_the_page_come_out_in_python_and_in_node():
    value, values = "00" * 32, []
    for _times, _said in CHAIN:
        value = after(value)
        values.append(value)
    committed = re.search(r"has the commitment\s+`([0-9a-f]{64})`", PAGE)
    assert committed
    assert committed[1] == commitment(SECRET)
    assert values == [said for _times, said in CHAIN]
    assert answers()["chains"] == [*values, committed[1]]


def test_seeds_and_numbers_of_the_page_come_out_in_python_and_in_node():
    assert len(SEEDS) == 4
    assert [f"{step_seed(SECRET, shares, step):016x}" for shares, step, _seed in SEEDS] == [row[2] for row in SEEDS]
    assert answers()["seeds"] == [row[2] for row in SEEDS]
    for seed, numbers in NUMBERS:
        chance = sampled(int(seed, 16))
        assert [below(chance, "die", 2**31) for _each in numbers] == [int(u, 16) >> 1 for u in numbers]
    assert answers()["numbers"] == [numbers for _seed, numbers in NUMBERS]


def test_dice_and_fate_dice_of_the_page_come_out_in_python_and_in_node():
    four, units = (
        told(re.search(r"give the outcomes ([\d, ]+)\.", PAGE)[1]),
        told(re.search(r"select the units ([\d, ]+)\.", PAGE)[1]),
    )
    chance = sampled(int(SEEDS[2][2], 16))
    assert [below(chance, "die", 6) for _each in four] == four
    chance = sampled(int(SEEDS[2][2], 16))
    assert [below(chance, "unit", 81) for _each in units] == units
    assert answers()["units"] == [four, units]
    unit, outcome, place, *shown = told(re.search(r"For Fate dice, (unit.+)\.\n", PAGE)[1])
    assert (unit, list(faces(outcome, place))) == (16, shown)
    assert answers()["rolls"] == [shown]


def holding(paths: list[Path]) -> list[dict[str, Any]]:
    """What Node says about these records, all of which hold."""
    found: list[dict[str, Any]] = run_node(rows=[{"path": str(path)} for path in paths])["results"]
    for path, each in zip(paths, found, strict=True):
        assert (each["holds"], each["fault"]) == (True, None), (path, each)
    return found


def test_the_example_and_a_golden_record_of_each_game_hold_and_say_what_they_do_not_prove():
    signed, *unsigned = holding([EXAMPLE, *QUICK])
    assert signed["signed"]["server"] == "https://table.example/"
    assert (
        "Proven: 41 outcomes, drawn again here, follow from the secret and any random numbers that the players added."
        in signed["said"]
    )
    assert (
        "Ada added random numbers of their own in 30 of 31 turns. For the other turns you have only the server's word."
        in signed["said"]
    )
    for each in unsigned:
        assert each["signed"] is None
        assert any("The record is unsigned" in said for said in each["said"])
    assert any(
        re.search(r"Not proven: \d+ outcomes. The record does not say how they were drawn", said)
        for said in unsigned[1]["said"]
    )


@pytest.mark.slow
def test_every_golden_record_holds():
    holding(GOLDEN)


def variants() -> dict[str, tuple[str, str]]:
    """By name: a record that holds, and a part of what must be said of it."""
    running = new_dice(game=BOTH, salts=())
    typed = new_dice(game=BOTH, chance="typed")
    for match, drawn in ((running, None), (typed, [1])):
        match.choose(0, [ROLL])
        match.choose(1, [PASS])
        match.resolve(drawn)
    whole = Match.new(find("cycling"), race(("human", "human"), SECRET, profile="blind"))
    play_out(whole)
    public = Publisher(find("cycling"), whole.record).lines()
    seeded = [
        {**line, "seeded": True} if line["kind"] == "match" else line for line in parse(EXAMPLE.read_text()).lines
    ]
    spaced = (
        EXAMPLE.read_text("utf-8").replace(":", " : ").replace("https : ", "https:").replace('"Ada"', '"\\u0041da"')
    )
    return {
        "running": (text_of(running.record.lines), "The match has not ended"),
        "typed": (text_of(typed.record.lines), "The players typed them in"),
        "public": (text_of(public), "public record"),
        "seeded": (text_of(reseal(copy.deepcopy(seeded))), "the person who chose the seed could predict"),
        "written otherwise": (spaced, "signed exactly this record"),
        "of bytes that sort otherwise": (
            EXAMPLE.read_text("utf-8").replace("\n", "\r\n"),
            "signed exactly this record",
        ),
    }


def test_what_a_record_does_not_prove_is_said():
    asked = variants()
    found = run_node(rows=[text for text, _part in asked.values()])["results"]
    for (name, (_text, part)), each in zip(asked.items(), found, strict=True):
        assert each["holds"], (name, each)
        assert part in "\n".join(each["said"]), (name, each)


def test_keys_are_sorted_by_code_points_and_all_characters_are_quoted_as_python_does():
    names = {
        "\uffff": 1,
        "\U0001f600": 2,
        "\ue000": 3,
        "__proto__": 4,
        "10": 5,
        "9": 6,
        'a"\\\x00\x1f\x7f\u2028/': "\n\t\b\f\r\x01",
    }
    lines = reseal([{**new_dice().record.lines[0], "names": names}])
    (found,) = run_node(rows=[text_of(lines)])["results"]
    assert found["holds"], found


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", None, "line feed"),
        ("\n", 1, "not JSON"),
        ("\ud800\n", None, "UTF-8"),
        ("[1]\n", 1, "kind and a seal"),
        ("null\n", 1, "kind and a seal"),
        ('{"kind":"match","seal":""}\n', 1, "seal is wrong"),
        ('{"a":1.5}\n', 1, "1.5 must be a whole number"),
        ('{"a":1e3}\n', 1, "1e3 must be a whole number"),
        ('{"a":9007199254740993}\n', 1, "9007199254740993 must be a whole number up to 2^53"),
        ('{"a":1,"b":[{"c":1,"c":2}]}\n', 1, 'has the key "c" twice'),
        ('{"a":"\\udc00"}\n', 1, "half a character"),
        ("[" * 50 + "1" + "]" * 50 + "\n", 1, "inside 50"),
        ("[" * 100_000 + "]" * 100_000 + "\n", 1, ""),
    ],
)
def test_what_is_no_record_gets_a_sentence_with_its_line(text, line, sentence):
    found = refused()[text]
    assert (found["holds"], found["line"]) == (False, line)
    assert sentence in found["fault"]


@cache
def refused() -> dict[str, dict[str, Any]]:
    """What Node says about each text of the test above, from one process."""
    marks = test_what_is_no_record_gets_a_sentence_with_its_line.pytestmark  # type: ignore[attr-defined]
    texts = [each[0] for mark in marks if mark.name == "parametrize" for each in mark.args[1]]
    return dict(zip(texts, run_node(rows=texts)["results"], strict=True))


@pytest.mark.slow
def test_the_command_prints_sentences_and_its_status_says_whether_all_hold(tmp_path):
    wrong = tmp_path / "wrong.match"
    wrong.write_bytes(b"\xff\n")
    pinned = tmp_path / "keys"
    pinned.write_text(f"# servers of ours\n{FORGER_KEY} https://evil.example/\n{KEY}  https://table.example/ # Ada's\n")
    big = tmp_path / "big.match"
    big.write_bytes(b"x" * (64 * 2**20 + 1))
    for files, status, part in (
        (
            [EXAMPLE],
            0,
            "record-example.match: Signed by a server you do not know.\n  Proven: the owner of the key ea4a6c63",
        ),
        ([EXAMPLE, wrong], 1, "wrong.match: Not consistent.\n"),
        ([big], 1, "larger than 64 MiB"),
        ([tmp_path / "none"], 2, "none: cannot be read"),
        ([], 2, "Name at least one file"),
        (["--key", KEY, EXAMPLE], 0, "Signed by a server you trust."),
        (["--key", pinned, EXAMPLE], 0, "Signed by a server you trust."),
        (["--key", FORGER_KEY, EXAMPLE], 1, "Signed by a server you do not know."),
        (["--key", KEY, GOLDEN[0]], 1, "Consistent, unsigned."),
        (["--key", "00" * 32, EXAMPLE], 2, "is not a key that you can trust"),
        (["--key", wrong, EXAMPLE], 2, "is not a key that you can trust"),
    ):
        command = ["node", str(ROOT / "tools/verify.mjs"), *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert part in done.stdout + done.stderr


def test_both_files_have_less_than_360_lines_of_code():
    files = (ROOT / "src/breakaway/web/static/verify.mjs", ROOT / "tools/verify.mjs")
    lines = [line.strip() for path in files for line in path.read_text("utf-8").splitlines()]
    assert sum(not line.startswith(("//", "/**", "#!")) and line != "" for line in lines) < 360
