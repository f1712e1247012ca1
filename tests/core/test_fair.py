"""Outcomes come from a committed secret, the salts of all seats, and the step's number."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.chance import (
    BadOutcome,
    NeedsOutcome,
    Sampler,
    Script,
    below,
    commitment,
    fate,
    sampled,
    secret_of_seed,
    step_seed,
)


def by_hand(secret, salts, step):
    """HMAC-SHA256 from its definition (RFC 2104): two hashes with padded keys; the first eight bytes, big end first."""
    text = b""
    for salt in salts:
        raw = salt.encode("utf-8")
        text += bytes([len(raw) >> 24 & 255, len(raw) >> 16 & 255, len(raw) >> 8 & 255, len(raw) & 255]) + raw
    text += bytes(step >> shift & 255 for shift in range(56, -8, -8))
    block = (hashlib.sha256(secret).digest() if len(secret) > 64 else secret).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in block) + text).digest()
    outer = hashlib.sha256(bytes(b ^ 0x5C for b in block) + inner).digest()
    value = 0
    for byte in outer[:8]:
        value = value * 256 + byte
    return value


def test_the_commitment_is_the_secrets_sha256():
    # FIPS 180-2, appendix B.1: the hash of "abc"
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(st.binary(min_size=1, max_size=100), st.lists(st.text(max_size=8), max_size=4), st.integers(0, 2**63))
@settings(deadline=None, max_examples=100)
def test_a_step_seed_is_the_hmac_of_salts_and_step(secret, salts, step):
    assert step_seed(secret, salts, step) == by_hand(secret, salts, step)


def test_a_step_seed_agrees_with_the_standard_library():
    message = b"\0\0\0\x02ab" + b"\0\0\0\x01c" + b"\0\0\0\0\0\0\0\x07"
    digest = hmac.new(b"secret", message, hashlib.sha256).digest()
    assert step_seed(b"secret", ["ab", "c"], 7) == int.from_bytes(digest[:8], "big")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (["ab", "c"], ["a", "bc"]),
        (["ab"], ["a", "b"]),
        (["", "a"], ["a", ""]),
        ([], [""]),
        (["a"], ["a\0"]),
        (["\0\0\0\x01a"], ["", "a"]),
        (["ä"], ["a\u0308"]),
    ],
)
def test_salts_cannot_run_together(one, two):
    assert step_seed(b"secret", one, 0) != step_seed(b"secret", two, 0)


def test_every_seat_and_every_step_changes_the_seed():
    seeds = {step_seed(b"secret", ["a", "b"], step) for step in range(500)}
    seeds |= {step_seed(b"secret", ["a", f"b{i}"], 0) for i in range(500)}
    seeds |= {step_seed(b"secret%d" % i, ["a", "b"], 0) for i in range(500)}
    assert len(seeds) == 1500


def test_a_seed_by_number_is_a_secret_by_number():
    assert secret_of_seed(7) == hashlib.sha256(b"breakaway seed 7").digest()
    assert secret_of_seed(7) != secret_of_seed(8)


def test_a_sampler_gives_each_step_the_chance_of_its_number():
    chances = Sampler(b"secret", ["a"], 10)
    drawn = [below(chances(i), "die", 1000) for i in range(3)]
    expected = [below(sampled(by_hand(b"secret", ["a"], 10 + i)), "die", 1000) for i in range(3)]
    assert drawn == expected == chances.outcomes()


def test_a_sampler_keeps_all_outcomes_of_all_steps_in_order():
    chances = Sampler(b"secret", [], 0)
    told = []
    for i in range(4):
        c = chances(i)
        told += [below(c, "die", 6) for _ in range(i)]
        told.append(fate(c, "fate dice") + 4)
    assert chances.outcomes() == told


def test_a_script_goes_on_from_step_to_step():
    chances = Script([1, 2, 3, 4])
    first = chances(0)
    assert [below(first, "die", 6), below(first, "die", 6)] == [1, 2]
    chances(1)  # a step that asks for nothing
    last = chances(2)
    assert [below(last, "die", 6), below(last, "die", 6)] == [3, 4]
    with pytest.raises(NeedsOutcome):
        below(last, "die", 6)
    assert chances.outcomes() == [1, 2, 3, 4]


def test_a_script_with_more_than_was_asked_for_is_refused():
    chances = Script([1, 2, 3])
    below(chances(0), "die", 6)
    with pytest.raises(BadOutcome, match="3 outcomes are listed, but the rules asked for 1"):
        chances.outcomes()


def test_a_script_can_be_longer_than_one_step_may_be():
    chances = Script([i % 6 for i in range(200)])
    told = []
    for step in range(4):
        c = chances(step)
        told += [below(c, "die", 6) for _ in range(50)]
    assert told == [i % 6 for i in range(200)] == chances.outcomes()
