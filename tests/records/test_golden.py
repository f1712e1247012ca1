"""Golden records replay for ever, interpreted and compiled: what was once played under an edition comes out the same.

They are made once and never again: a correction of the rules is a new edition, under which these records still verify.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.games import manifest as games
from breakaway.records.entries import TurnEntry
from breakaway.records.match import Match
from breakaway.records.record_file import read_record
from breakaway.records.replay import edition_of, moments

from ..lab.both_modes import play_compiled
from .difference import compiled_difference, first_difference

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RECORDS = sorted(HERE.rglob("*.jsonl"))
RACES = [path for path in RECORDS if path.parent.name == "cycling"]


def of(path):
    record = read_record(path)
    return edition_of(games.find(record.header["game"]), record), record


def test_there_is_a_golden_record_of_every_way_in_which_a_race_ends():
    ends = {record.lines[-1]["why"] for _, record in map(of, RACES) if record.lines[-1]["kind"] == "end"}
    assert {"BA-R13", "BA-V2"} <= ends
    profiles = {record.header["options"]["profile"] for _, record in map(of, RACES)}
    assert {"postal", "boxed", "pursuit", "blind", "spy"} <= profiles


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_golden_record_verifies(path):
    if told := first_difference(read_record(path), path.relative_to(ROOT).as_posix()):
        pytest.fail(told, pytrace=False)


def test_a_match_that_ended_under_an_earlier_edition_is_shown_whole_by_the_rules_of_that_edition():
    """FF-148: in edition 1 of FATE, the first answer to a kickoff out of bounds was the ball at the 35."""
    game, record = of(HERE / "fate" / "advanced-rosters-led.jsonl")
    assert (game.edition, game is games.find("fate")) == ("1", False)
    match = Match.load(games.find("fate"), record, None)
    assert match.is_over()
    assert len(match.record.lines) == len(record.lines)
    told = [event for _turn, events in match.log for event in events]
    assert told
    taken = [i for i, event in enumerate(told) if event.rule == "FF-148"]
    assert taken
    assert all(told[i - 1].rule == "FF-141" for i in taken)


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_golden_record_comes_out_the_same_compiled(path):
    game, record = of(path)
    before = None
    for moment in moments(game, record):
        if isinstance(moment.entry, TurnEntry):
            orders = [moment.orders.get(seat, []) for seat in range(12)]
            drawn = moment.entry.chance
            after, _, used = play_compiled(game, before.state, moments_config(game, record), orders, drawn)
            named = path.relative_to(ROOT).as_posix()
            if told := compiled_difference(named, moment.entry, moment.state, after, used):
                pytest.fail(told, pytrace=False)
        before = moment


def moments_config(game, record):
    from breakaway.records.replay import load_config

    return load_config(game, record.header["book"])


@pytest.mark.parametrize("path", RACES, ids=[path.stem for path in RACES])
def test_checking_a_finished_race_says_that_no_chance_was_in_it(path):
    from breakaway.records.verify import verdict

    _, record = of(path)
    assert "nothing was drawn from it, because this match had no dice or cards" in "\n".join(verdict(record).sentences)
