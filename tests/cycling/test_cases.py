"""All adjudication cases of the race, one test each."""

from __future__ import annotations

from ..core.adjudication import carelessness, cases_of, each_of, failures_of, vectors_and_others

CASES = cases_of("cycling")


@each_of(CASES)
def test_the_case_is_played_as_it_is_written(case):
    assert failures_of(case) == []


def test_there_are_more_than_sixty_cases_besides_the_public_vectors():
    vectors, others = vectors_and_others(CASES)
    assert len(others) >= 60
    for number in range(1, 9):
        assert any(name.startswith(f"vector-{number}") for name in vectors), f"vector {number}"


def test_no_two_cases_share_an_id_and_every_case_says_why_and_expects_something():
    assert carelessness(CASES) == []
