"""The report in brief knows every event that has a sentence: it has a kind of line, or is left out on purpose."""

from __future__ import annotations

from breakaway.core.rules import DECLARED, DETAIL
from breakaway.games.football.rules.events import OPENS_LINE

EVENTS = {rule for rule in DECLARED if rule.startswith("BF-")}
# Ways in which something comes about, whose outcome is told anyway: calls laid down, sheets and dice read.
LEFT_OUT = {
    *("BF-021", "BF-022", "BF-023", "BF-030", "BF-039", "BF-053", "BF-204", "BF-208", "BF-209", "BF-215"),
    *("BF-218", "BF-219", "BF-220", "BF-221", "BF-222", "BF-223", "BF-225", "BF-227", "BF-236", "BF-237"),
    *("BF-R20", "BF-R38", "BF-R45"),
}


def test_every_event_has_a_part_or_is_a_detail_on_purpose() -> None:
    details = {rule for rule in EVENTS if DECLARED[rule].weight == DETAIL}
    assert details == LEFT_OUT
    assert {rule for rule in EVENTS if not DECLARED[rule].part} == details


def test_only_what_is_told_is_short_or_opens_a_line() -> None:
    short = {rule for rule in EVENTS if DECLARED[rule].short is not None}
    assert LEFT_OUT & {*OPENS_LINE, *short} == set()
