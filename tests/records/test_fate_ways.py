"""Some golden record shows every way of `fate_ways`, in the basic and the advanced game, and every sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.game import final
from breakaway.games.fate.files import house_rules
from breakaway.games.fate.game import GAME
from breakaway.records.replay import edition_of, load_config

from .fate_ways import MATCH, WAYS, read_text
from .football_text import is_shown
from .replayed import replayed

PATHS = sorted((Path(__file__).parent / "fate").glob("*.jsonl"))


pytestmark = pytest.mark.slow  # all golden records are read


@pytest.fixture(scope="module")
def shown():
    """Each golden record with the text of its events."""
    return [(record, read_text(record, seen)) for record, seen in map(replayed, PATHS)]


@pytest.mark.parametrize("way", WAYS)
def test_some_golden_record_shows(shown, way):
    assert any(is_shown(WAYS[way], record, text) for record, text in shown)


def test_golden_records_are_of_two_coaches_and_four_with_and_without_rosters_drawn_and_typed():
    records = [replayed(path)[0] for path in PATHS]
    headers = [record.header for record in records]
    assert {len(header["seats"]) for header in headers} == {2, 4}
    assert {"rosters" in header["names"] for header in headers} == {True, False}
    assert {header["chance"] for header in headers} == {"sampled", "typed"}
    assert {line["kind"] for record in records for line in record.lines} >= {"turn", "decree", "resign", "end"}


def test_every_house_rule_stands_in_some_golden_record():
    usual = house_rules({})
    options = [replayed(path)[0].header["options"] for path in PATHS]
    played = {name for given in options for name, value in given.items() if value != usual[name]}
    assert played == set(usual)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_golden_match_ends_in_one_of_the_known_ways_and_its_last_line_says_so(shown, path):
    record, seen = replayed(path)
    line, text = record.lines[-1], dict(zip(PATHS, shown, strict=True))[path][1]
    last = seen[-1]
    assert line["kind"] == "end"
    if any(each["kind"] == "resign" for each in record.lines):
        assert f";end-{line['why']};" not in text
        return
    config = load_config(edition_of(GAME, record), record.header["book"])
    assert {each: line[each] for each in ("why", "score", "rank")} == final(GAME, last.state, config)
    assert sum(is_shown(pattern, record, text) for pattern in MATCH.values()) == 1
    assert f";end-{line['why']};" in text
