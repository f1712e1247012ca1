"""Some golden record shows every way of `fate_ways`, in the basic and the advanced game, and every sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.record import read_record
from breakaway.core.replay import load_config, moments
from breakaway.core.resigned import final
from breakaway.games.fate.files.config import house_rules
from breakaway.games.fate.game import GAME

from .fate_ways import MATCH, WAYS, read_text
from .football_text import is_shown

PATHS = sorted((Path(__file__).parent / "fate").glob("*.jsonl"))
RECORDS = {path.stem: read_record(path) for path in PATHS}


@pytest.fixture(scope="module")
def shown():
    """Each golden record with the text of its events."""
    return [(record, read_text(record)) for record in RECORDS.values()]


@pytest.mark.parametrize("way", WAYS)
def test_some_golden_record_shows(shown, way):
    assert any(is_shown(WAYS[way], record, text) for record, text in shown)


def test_golden_records_are_of_two_coaches_and_four_with_and_without_rosters_drawn_and_typed():
    headers = [record.header for record in RECORDS.values()]
    assert {len(header["seats"]) for header in headers} == {2, 4}
    assert {"rosters" in header["names"] for header in headers} == {True, False}
    assert {header["chance"] for header in headers} == {"sampled", "typed"}
    assert {line["kind"] for record in RECORDS.values() for line in record.lines} >= {"turn", "decree", "resign", "end"}


def test_every_house_rule_stands_in_some_golden_record():
    usual = house_rules({})
    played = {
        name for record in RECORDS.values() for name, value in record.header["options"].items() if value != usual[name]
    }
    assert played == set(usual)


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_match_ends_in_one_of_the_known_ways_and_its_last_line_says_so(shown, name):
    record = RECORDS[name]
    line, text = record.lines[-1], dict(zip(RECORDS, shown, strict=True))[name][1]
    *_, last = moments(GAME, record)
    assert line["kind"] == "end"
    if any(each["kind"] == "resign" for each in record.lines):
        assert f";end-{line['why']};" not in text
        return
    config = load_config(GAME, record.header["book"])
    assert {each: line[each] for each in ("why", "score", "rank")} == final(GAME, last.state, config)
    assert sum(is_shown(pattern, record, text) for pattern in MATCH.values()) == 1
    assert f";end-{line['why']};" in text
