"""The example of docs/record.md is what the program writes, and it holds."""

from __future__ import annotations

from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from breakaway.records.verify import verdict
from tests.core.dice import BOTH
from tests.records.make_example import PLACE, example


def test_the_example_of_the_specification_is_written_byte_for_byte_and_holds() -> None:
    text = PLACE.read_text(encoding="utf-8")
    assert text == example()
    record = parse(text)
    assert verify(BOTH, record) is None
    said = "\n".join(verdict(record).sentences)
    assert (
        "Proven: the owner of the key ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c signed exactly"
        in said
    )
    assert "- Ada added random numbers of their own for 30 of 31 choices" in said
    assert "- Bob added random numbers of their own for 30 of 31 choices" in said


def test_the_example_shows_every_way_to_draw_and_every_kind_of_line_that_it_can() -> None:
    record = parse(PLACE.read_text(encoding="utf-8"))
    assert {line["kind"] for line in record.lines} == {"match", "anchor", "turn", "undo", "decree", "end"}
    draws = [row for line in record.lines for row in line.get("draws") or []]
    assert {row[1] for row in draws} == {"even", "weighted", "fate"}
    assert any(None in line["links"].values() for line in record.lines if line["kind"] == "turn")
