"""All adjudication cases of football, one test each."""

from __future__ import annotations

from ..core.adjudication import carelessness, cases_of, each_of, failures_of, vectors_and_others

CASES = cases_of("football")


@each_of(CASES)
def test_the_case_is_played_as_it_is_written(case):
    assert failures_of(case) == []


def test_all_thirty_three_vectors_are_there_and_at_least_a_hundred_and_twenty_other_cases():
    vectors, others = vectors_and_others(CASES)
    assert {name.split("-")[0] for name in vectors} == {f"V{number}" for number in range(1, 34)}
    assert len(others) >= 120


def test_no_two_cases_share_an_id_and_every_case_says_why_and_expects_something():
    assert carelessness(CASES) == []
