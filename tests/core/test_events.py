"""Events are declared once, by name, and read by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.language import Names, marked
from breakaway.core.rules import DECLARED, EVERYONE, ByNames, Event, Unit, banner, event, field_index, filled, tell
from breakaway.testing.cases import cited_ids, declared_events


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delitem(DECLARED, "XX-1", raising=False)
    name = event("XX-1", seat=Unit("a seat"), lines=Unit("lines of 5 yards"))
    monkeypatch.setitem(DECLARED, "XX-1", DECLARED.pop("XX-1"))  # gone again after the test
    return name


def test_the_numbers_of_an_event_are_read_by_name(moved: str) -> None:
    log: list[Event] = []
    tell(log, moved, 1, -3)
    assert log == [Event("XX-1", EVERYONE, (1, -3))]
    assert (log[0].seat, log[0].lines) == (1, -3)


def test_a_number_that_an_event_does_not_tell_is_no_attribute(moved: str) -> None:
    with pytest.raises(AttributeError, match="the event of XX-1 has no number called corner"):
        _ = Event(moved, EVERYONE, (1, -3)).corner


def test_compiled_readers_ask_for_the_place_of_a_number_by_its_name(moved: str) -> None:
    assert (field_index(moved, "seat"), field_index(moved, "lines")) == (0, 1)
    with pytest.raises(ValueError, match="corner"):
        field_index(moved, "corner")


def test_an_event_is_declared_once_and_no_number_hides_what_every_event_has(moved: str) -> None:
    with pytest.raises(ValueError, match="XX-1 is declared twice"):
        event("XX-1")
    with pytest.raises(ValueError, match="a number cannot be called audience"):
        event("XX-2", audience=Unit("seats"))


@pytest.mark.parametrize(
    ("says", "said"),
    [
        (marked("{lines} lines!"), "3 lines!"),
        (lambda e: marked("far") if e.lines > 2 else marked("near"), "far"),
        (lambda e: filled("{n} yards", n=5 * e.lines), "15 yards"),
        (ByNames(lambda e, names: names["teams"][0]), "Fire"),
        ("", ""),
    ],
)
def test_a_banner_is_a_sentence_with_the_numbers_of_its_event(says: object, said: str) -> None:
    names: Names = {"teams": ["Fire"]}
    rule = event("TEST-2", lines=Unit("lines"), says=marked("the ball moves"), banner=says)  # type: ignore[arg-type]
    try:
        assert banner(Event(rule, EVERYONE, (3,)), names) == said
    finally:
        del DECLARED[rule]


def test_the_trace_follows_the_names_of_events(tmp_path: Path) -> None:
    path = tmp_path / "kicks.py"
    path.write_text(
        'PUNTED = event("XX-1", seat=SEAT)\nLOST = event("XX-2")\n\ndef punt(s, log):\n    tell(log, PUNTED, s.seat)\n'
    )
    reader = tmp_path / "pages.py"
    reader.write_text("def page(event):\n    return event.rule == happened.PUNTED\n")
    declared = declared_events([path])
    assert list(cited_ids(reader, "XX-", declared)) == [(2, "XX-1", "name")]
    assert declared == {"PUNTED": "XX-1", "LOST": "XX-2"}
    assert sorted(cited_ids(path, "XX-", declared)) == [(1, "XX-1", "event"), (2, "XX-2", "event"), (5, "XX-1", "tell")]
