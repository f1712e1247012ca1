"""Truncated and altered records, impossible outcomes, wrong house rules and files: always a clear error."""

from __future__ import annotations

import contextlib
import copy
import json
import random

import pytest

from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.data_files import BadData
from breakaway.core.state import digest, digest_json
from breakaway.games.football.files.cards import DATA
from breakaway.games.football.files.config import Library, check, resolve, template
from breakaway.games.football.game import GAME
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match
from breakaway.records.record_file import parse
from breakaway.records.replay import verify

from ..core.record_edits import fault_of, forgeries_are_found, get, leaves, mutated, other, put, resealed, text_of
from .matches import new_match, play

FLIP_HOME, KICKOFF_BACK_TO_25 = 0, 0  # the first card of the deck: corner 0
RULED = ("orders", "chance", "steps", "changes", "hash", "n", "why", "score", "rank")


@pytest.fixture(scope="module")
def whole():
    """The lines of a match of two sheets: first line, one turn, the end."""
    match = new_match(sheets=(0, 1))
    play(match)
    return match.record.lines


@pytest.fixture(scope="module")
def begun():
    """The first lines of a match of two people."""
    match = new_match()
    play(match, turns=30)
    return match.record.lines


@pytest.fixture(params=["whole", "begun"])
def lines(request, whole, begun):
    """Lines that may be altered."""
    return copy.deepcopy({"whole": whole, "begun": begun}[request.param])


def raised(value):
    """Every number in a table, one more."""
    return [raised(each) for each in value] if isinstance(value, list) else value + 1


# --- records


def test_the_records_of_these_tests_hold(lines):
    assert fault_of(GAME, lines) is None


@pytest.mark.slow
def test_an_altered_field_is_found_and_its_entry_named(lines):
    for number, line in enumerate(lines, 1):
        for name in list(line):
            was = line[name]
            line[name] = other(was)
            fault = fault_of(GAME, lines)
            assert fault is not None, f"{name} of line {number}"
            assert fault.line == number, f"{name} of line {number}"
            line[name] = was


@pytest.mark.slow
def test_a_number_altered_deep_within_an_entry_is_found_and_the_entry_named(lines):
    rng = random.Random(7)
    paths = [(number, path) for number, line in enumerate(lines, 1) for path in leaves(line)]
    for number, path in rng.sample(paths, 60):
        was = get(lines[number - 1], path)
        put(lines[number - 1], path, other(was))
        fault = fault_of(GAME, lines)
        assert fault is not None, (number, path)
        assert fault.line == number, (number, path)
        put(lines[number - 1], path, was)


@pytest.mark.sample(but=["begun"])
def test_a_forger_who_seals_anew_is_found_by_the_rules_at_the_entry_that_he_altered(lines):
    forgeries_are_found(GAME, lines, RULED)


@pytest.mark.parametrize("name", ["play_strength", "copies", "offense_corner", "front", "flags"])
def test_a_forged_table_of_the_book_is_found_by_its_hash_or_by_what_was_played(whole, name):
    lines = copy.deepcopy(whole)
    lines[0]["book"][name] = raised(lines[0]["book"][name])
    assert fault_of(GAME, resealed(lines)).line == 1
    lines[0]["book_hash"] = digest_json(lines[0]["book"])
    assert fault_of(GAME, resealed(lines)).line in (1, 2)


@pytest.mark.sample(1)
def test_a_removed_or_doubled_or_exchanged_entry_is_found_where_it_stood(lines):
    for i in range(len(lines) - 1):
        assert fault_of(GAME, lines[:i] + lines[i + 1 :]).line == i + 1
        assert fault_of(GAME, [*lines[: i + 1], *lines[i:]]).line == i + 2
        assert fault_of(GAME, [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]).line == i + 1


@pytest.mark.sample("whole")
def test_a_record_cut_between_entries_still_runs_and_one_cut_within_an_entry_names_it(lines):
    rng = random.Random(3)
    for n in range(1, len(lines)):
        assert fault_of(GAME, lines[:n]) is None
        torn = json.dumps(lines[n])
        fault = verify(GAME, parse(text_of(lines[:n]) + torn[: rng.randrange(1, len(torn))]))
        assert fault.line == n + 1
        assert "incomplete" in str(fault)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_record_broken_at_random_never_does_worse_than_a_bad_record(lines, seed):
    rng = random.Random(seed)
    for _ in range(30):
        altered = mutated(rng, lines)
        if all(isinstance(line.get("kind"), str) for line in altered):
            if isinstance(altered[0].get("book"), dict):
                altered[0]["book_hash"] = digest_json(altered[0]["book"])
            altered = resealed(altered)
        fault_of(GAME, altered)
        with contextlib.suppress(BadRecord):
            Match.load(GAME, parse(text_of(altered)), None)


def test_a_record_with_a_card_that_was_drawn_already_is_found(begun):
    lines = copy.deepcopy(begun)
    drawn = [(i, k) for i, line in enumerate(lines) if line["kind"] == "turn" for k in line["chance"]]
    (_, first), (second, _) = drawn[1], drawn[2]  # after the flip
    lines[second]["chance"] = [first, *lines[second]["chance"][1:]]
    fault = fault_of(GAME, resealed(lines))
    assert fault.line == second + 1
    assert "impossible outcomes" in str(fault)
    assert "Game Day card" in str(fault)


# --- typed outcomes


def typed(sheets=(), turns=()):
    """A match whose chance is typed, with the flip and the kickoff done."""
    match = new_match(sheets=sheets, chance="typed")
    for each in turns:
        match.resolve(each)
    return match


def unchanged(match, outcomes, error, message):
    """Asserts that these outcomes raise this and that nothing has changed."""
    before = digest(match.state), copy.deepcopy(match.record.lines), dict(match.sealed), match.steps, len(match.log)
    with pytest.raises(error, match=message):
        match.resolve(outcomes)
    assert (digest(match.state), match.record.lines, match.sealed, match.steps, len(match.log)) == before


@pytest.mark.parametrize("coin", [2, -1, 53, 2**31])
def test_a_coin_has_two_sides(coin):
    unchanged(typed(), [coin], BadOutcome, "'flip' cannot be")


@pytest.mark.parametrize("card", [54, -1, 1000])
def test_a_game_day_card_is_one_of_54(card):
    unchanged(typed(), [FLIP_HOME, card], BadOutcome, "'Game Day card' cannot be")


def test_a_card_that_is_drawn_already_cannot_be_drawn_again():
    match = typed(turns=[[FLIP_HOME, KICKOFF_BACK_TO_25]])
    seat = match.choosers()[0]
    match.choose(seat, [0, 0])
    match.resolve([])
    match.choose(1 - seat, [0, 0, 0])
    match.resolve([])
    while match.choosers() and match.game.slots(match.state, match.config, match.choosers()[0]) == 1:
        match.choose(match.choosers()[0], [0])
        try:
            match.resolve([])
        except NeedsOutcome:
            break
    unchanged(match, [KICKOFF_BACK_TO_25], BadOutcome, "'Game Day card' cannot be 0; .* still possible")
    match.resolve([1])
    assert match.state.deck[0] == match.state.deck[1] == 0


@pytest.mark.parametrize("die", [6, 7, -1])
def test_a_die_has_six_sides(die):
    match = typed((0, 1))
    with pytest.raises(NeedsOutcome) as asked:
        match.resolve([FLIP_HOME, KICKOFF_BACK_TO_25])
    script = [FLIP_HOME, KICKOFF_BACK_TO_25]
    while asked.value.label != "formation die":
        script.append(0)
        with pytest.raises(NeedsOutcome) as asked:
            match.resolve(script)
    assert asked.value.sides == 6
    unchanged(match, [*script, die], BadOutcome, f"'formation die' cannot be {die}; choose one from 0 to 5")


def test_an_outcome_too_few_is_asked_for_and_one_too_many_refused():
    match = typed()
    unchanged(match, [], NeedsOutcome, "the next outcome is 'flip'")
    unchanged(match, [FLIP_HOME], NeedsOutcome, "the next outcome is 'Game Day card': type a number from 0 to 53")
    unchanged(match, [FLIP_HOME, KICKOFF_BACK_TO_25, 3], BadOutcome, "3 outcomes are listed, but the rules asked for 2")
    match.resolve([FLIP_HOME, KICKOFF_BACK_TO_25])
    assert len(match.record.lines) == 2


# --- house rules, teams, files


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ({"flagz": 2}, "options: flagz: .*known: flags, "),
        ({"flags": "two"}, "options: flags: .*not 'two'"),
        ({"flags": 10}, "options: flags: .*not 10"),
        ({"overtime": "no"}, "options: overtime"),
        ({"spy_tokens": True}, "options: spy_tokens"),
        ({"regain": None}, "options: regain"),
        ({"hail_mary_cards": [1] * 18 + [9]}, "options: hail_mary_cards"),
        ({"": 1}, "options"),
    ],
)
def test_a_wrong_house_rule_is_named_with_what_would_be_right(house, message):
    with pytest.raises(BadData, match=message):
        resolve(house=house)


def test_all_wrong_house_rules_are_named_at_once():
    with pytest.raises(BadData) as error:
        resolve(house={"flags": -1, "ice": "yes", "color": 3})
    assert [line.split(":")[1].strip() for line in str(error.value).splitlines()] == ["flags", "ice", "color"]


@pytest.mark.parametrize("name", ["", "Fire", "template", "../fire", "deck", "x" * 1000])
def test_an_unknown_team_is_told_with_those_that_there_are(name):
    for home, away in ((name, "fire"), ("fire", name)):
        with pytest.raises(BadData, match=r"unknown team .*eclipse, fire, lightning"):
            resolve(home, away)


BROKEN = {
    "not TOML": b"name = [",
    "not UTF-8": b'name = "\xff\xfe"',
    "a huge number": b"name = " + b"9" * 10_000,
    "deep nesting": b"name = " + b"[" * 5_000 + b"]" * 5_000,
    "empty": b"",
    "too large": b"# " + b"x" * 1_000_001,
    "a bare word": b"offense",
    "another kind of file": b'[project]\nname = "x"\n',
    "zero bytes": b"\0\0\0",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_named(tmp_path, content):
    path = tmp_path / "comets.toml"
    path.write_bytes(content)
    found = check(path)
    assert found
    assert all("comets.toml" in line for line in found)
    with pytest.raises(BadData, match=r"comets\.toml"):
        resolve("comets", "fire", teams_dir=tmp_path)


@pytest.mark.parametrize("name", ["deck", "matchups"])
@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_deck_or_chart_is_named(tmp_path, name, content):
    (tmp_path / f"{name}.toml").write_bytes(content)
    with pytest.raises(BadData, match=rf"{name}\.toml"):
        Library(tmp_path)


@pytest.mark.slow
def test_a_file_with_any_line_left_out_is_right_or_a_named_mistake(tmp_path):
    path = tmp_path / "comets.toml"
    rows = template().splitlines()
    for i in range(len(rows)):
        path.write_text("\n".join(rows[:i] + rows[i + 1 :]), encoding="utf-8")
        for line in check(path):
            assert path.name in line, line


@pytest.mark.parametrize("kind", ["team", "deck", "matchups"])
def test_a_file_with_letters_changed_at_random_is_right_or_a_named_mistake(tmp_path, kind):
    rng = random.Random(11)
    whole = template() if kind == "team" else (DATA / f"{kind}.toml").read_text(encoding="utf-8")
    path = tmp_path / ("comets.toml" if kind == "team" else f"{kind}.toml")
    for _ in range(60):
        at = rng.randrange(len(whole))
        path.write_text(whole[:at] + rng.choice('0123456789abX"[]{},=-\n #') + whole[at + 1 :], encoding="utf-8")
        for line in check(path):
            assert path.name in line, line
