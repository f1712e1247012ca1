"""Some golden record shows every way in which a match, a half, a drive and a play of football can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.game import final
from breakaway.core.rules import DECLARED
from breakaway.games.football.game import GAME
from breakaway.records.replay import load_config

from .football_play_ways import WAYS
from .football_text import Text, is_shown, progress, read_text
from .football_ways import MATCH
from .replayed import replayed

PATHS = sorted((Path(__file__).parent / "football").glob("*.jsonl"))
FULL_TIME = ("BF-101", "BF-184")
pytestmark = pytest.mark.slow  # all golden records are read
OVERTIME = ("BF-189", "BF-190", "BF-191", "BF-R31", "BF-R32")


@pytest.fixture(scope="module")
def shown():
    """Each golden record with the text of its events."""
    return [(record, read_text(record, seen)) for record, seen in map(replayed, PATHS)]


def test_there_are_golden_records_of_people_of_sheets_and_of_both():
    played = {tuple(seat["by"] for seat in replayed(path)[0].header["seats"]) for path in PATHS}
    assert played >= {("random", "random"), ("sheet", "sheet"), ("random", "sheet"), ("sheet", "random")}


def test_there_are_golden_records_with_drawn_and_with_typed_chance():
    assert {replayed(path)[0].header["chance"] for path in PATHS} == {"sampled", "typed"}


@pytest.mark.parametrize("way", WAYS)
def test_some_golden_record_shows(shown, way):
    assert any(is_shown(WAYS[way], record, text) for record, text in shown)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_golden_match_ends_in_one_of_the_known_ways_and_its_last_line_says_so(path):
    record, seen = replayed(path)
    last = seen[-1]
    config = load_config(GAME, record.header["book"])
    line = record.lines[-1]
    assert line["kind"] == "end"
    assert {name: line[name] for name in ("why", "score", "rank")} == final(GAME, last.state, config)
    text = read_text(record, seen)
    assert [way for way, pattern in MATCH.items() if is_shown(pattern, record, text)] != []
    assert f";end-{line['why']};" in text
    assert line["why"] in (FULL_TIME if last.state.quarter == 4 else OVERTIME)
    home, away = line["score"]
    assert line["rank"] == [1 + (home < away), 1 + (away < home)]
    assert (home == away) == (";level;" in text)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_the_events_of_a_golden_match_are_sentences(path):
    record, seen = replayed(path)
    for moment in seen:
        for event in moment.events:
            said = GAME.words.event(event, record.header["names"], None)
            assert said.strip(), event


def test_every_sentence_of_football_is_told_in_some_golden_record():
    told = {event.rule for path in PATHS for moment in replayed(path)[1] for event in moment.events}
    assert {rule for rule in DECLARED if rule.startswith("BF-")} - told == set()


# --- the language of the patterns


def text_from(*parts):
    return "".join(f"{part};" for part in parts)


@pytest.mark.parametrize(
    ("pattern", "shows"),
    [
        ("BF-131 BF-132", True),
        ("BF-131(0,7,3) BF-132", True),
        ("BF-131(_,7/8) BF-132", True),
        ("BF-131(_,70) BF-132", False),
        ("BF-131 BF-157", False),
        ("BF-13 BF-132", False),
        ("BF-129($a) .. BF-132($a)", True),
        ("BF-129($a) .. BF-132(!a)", False),
        ("BF-013 .. BF-132", False),
        ("BF-030|BF-225 BF-196? BF-131", True),
        ("BF-159|BF-R8* BF-131", True),
        ("BF-132 end-BF-101 winner(0)", True),
    ],
)
def test_a_pattern_is_a_row_of_events(pattern, shows):
    text = text_from(
        *("BF-013 0 5", "down", "BF-129 0 3", "BF-030 0 12", "BF-131 0 7 3", "BF-132 0", "end-BF-101", "winner 0")
    )
    assert (progress(pattern, text) == 1) == shows


def test_a_way_that_has_begun_at_the_end_of_a_text_is_shown_in_part():
    text = text_from("down", "BF-104 0", "BF-157 0 8")
    assert progress("BF-104 BF-157 BF-160 BF-013", text) == 0.5
    assert progress("BF-129 BF-132", text) == 0


def test_words_are_put_in_between_the_events():
    record, seen = replayed(PATHS[0])
    text = Text(load_config(GAME, record.header["book"]))
    assert str(text) == ""
    for moment in seen:
        text.add(moment.events)
    words = {part for part in str(text).split(";") if not part.startswith("BF-")}
    assert {"down", "run", "pass", "modifier"} <= words
