"""Chance that nobody can bias: each seat's hash chain, what is drawn from it, and what a forger can try."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from breakaway.core.chance import FURTHEST, Chain, after, commitment, faces, follows, step_seed
from breakaway.core.observation import NotNow
from breakaway.records.match import Match
from breakaway.records.record_file import Record, chained_onto
from breakaway.records.replay import verify
from tests.core.dice import BOTH, PASS, ROLL, new_dice

ADA, BOB = Chain("11" * 32, length=200), Chain("22" * 32, length=200)


def test_each_value_of_a_chain_is_the_sha_256_of_the_one_before_it():
    assert after("00" * 32) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert Chain("00" * 32, length=1).anchor == after("00" * 32)
    assert ADA.next(ADA.anchor) == ADA.values[1]
    assert after(ADA.values[1]) == ADA.anchor
    assert ADA.values[-1] == "11" * 32


def test_a_chain_that_is_used_up_or_another_one_has_no_next_link():
    assert ADA.next(ADA.values[-1]) == ""
    assert ADA.next(BOB.anchor) == ""


def test_a_link_may_skip_some_that_were_lost_but_not_too_many():
    assert follows(ADA.values[FURTHEST], ADA.anchor)
    assert not follows(ADA.values[FURTHEST + 1], ADA.anchor)
    assert not follows(ADA.anchor, ADA.anchor)
    assert not follows(ADA.anchor, ADA.values[1])
    assert not follows("not a link", ADA.anchor)


def with_chains():
    match = new_dice(game=BOTH, salts=())
    match.anchor(0, ADA.anchor)
    match.anchor(1, BOB.anchor)
    return match


def play(match, one=ROLL, two=ROLL, links=("", "")):
    match.choose(0, [one], link=links[0])
    match.choose(1, [two], link=links[1])
    match.resolve()


def test_a_turn_is_drawn_from_the_secret_and_the_links_of_both_seats():
    match = with_chains()
    play(match, links=(ADA.values[1], BOB.values[1]))
    entry = match.fold.last
    assert entry.links == {"0": ADA.values[1], "1": BOB.values[1]}
    # by hand: step 0 takes the order, step 1 rolls: 64 bits of HMAC-SHA-256, splitmix64's first 32 bits, times six
    state = (step_seed(match.secret, (ADA.values[1], BOB.values[1]), 1) + 0x9E3779B97F4A7C15) & (2**64 - 1)
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    assert entry.chance[0] == ((z ^ (z >> 31)) >> 32) * 6 >> 32
    assert verify(BOTH, match.record) is None


def test_another_link_gives_other_dice_so_the_server_cannot_know_them_before_the_orders_are_in():
    drawn = []
    for chain in (Chain(f"{n:064x}", length=3) for n in range(40)):
        match = new_dice(game=BOTH, salts=())
        match.anchor(0, chain.anchor)
        play(match, links=(chain.values[1], ""))
        drawn.append(match.fold.last.chance[0])
    assert set(drawn) == {0, 1, 2, 3, 4, 5}


def test_a_link_that_was_not_given_is_recorded_as_such_and_the_match_goes_on():
    match = with_chains()
    play(match, links=(ADA.values[1], ""))
    assert match.fold.last.links == {"0": ADA.values[1], "1": None}
    play(match, links=(ADA.values[2], BOB.values[1]))
    assert verify(BOTH, match.record) is None


def test_a_match_without_chains_notes_no_links():
    match = new_dice(game=BOTH, salts=())
    play(match)
    assert match.fold.last.links is None


def test_a_link_of_another_chain_is_refused_and_changes_nothing():
    match = with_chains()
    for wrong in (BOB.values[1], "nonsense", ADA.anchor):
        with pytest.raises(NotNow, match="does not continue the seat's hash chain"):
            match.choose(0, [ROLL], link=wrong)
    assert match.sealed == {}


def test_a_changed_order_keeps_the_link_that_was_given():
    match = with_chains()
    match.choose(0, [ROLL], link=ADA.values[1])
    match.choose(0, [PASS])
    assert match.sealed[0].link == ADA.values[1]


def test_links_are_sealed_with_the_orders_and_outlast_a_restart():
    match = with_chains()
    kept = []
    match.store.keep_secret = kept.append
    match.choose(0, [ROLL], link=ADA.values[1])
    again = Match.load(BOTH, Record(list(match.record.lines)), kept[-1])
    assert again.sealed[0].link == ADA.values[1]
    again.choose(1, [ROLL], link=BOB.values[1])
    again.resolve()
    assert again.fold.last.links == {"0": ADA.values[1], "1": BOB.values[1]}
    assert verify(BOTH, again.record) is None


def test_an_anchor_that_comes_in_the_middle_of_a_turn_counts_from_the_next_one():
    """Otherwise a player in league with the server could choose it once the other's link is known."""
    match = with_chains()
    play(match, links=(ADA.values[1], BOB.values[1]))
    late = Chain("33" * 32, length=10)
    match.choose(1, [ROLL], link=BOB.values[2])
    match.anchor(0, late.anchor)
    with pytest.raises(NotNow, match="does not continue"):
        match.choose(0, [ROLL], link=late.values[1])
    assert match.fold.shares == [ADA.values[1], BOB.values[1]]
    match.choose(0, [ROLL])
    match.resolve()
    play(match, links=(late.values[1], BOB.values[3]))
    assert verify(BOTH, match.record) is None


def test_a_seat_gives_at_most_one_anchor_a_turn():
    match = with_chains()
    with pytest.raises(NotNow, match="already given an anchor in this turn"):
        match.anchor(0, Chain("44" * 32, length=2).anchor)


@pytest.mark.parametrize("wrong", ["", "AB" * 32, "11" * 31, "zz" * 32])
def test_an_anchor_that_is_not_one_is_refused(wrong):
    match = new_dice(game=BOTH)
    with pytest.raises(NotNow, match="64 hexadecimal digits"):
        match.anchor(0, wrong)
    with pytest.raises(NotNow, match="64 hexadecimal digits"):
        match.anchor(5, ADA.anchor)


def test_links_stay_shown_when_a_turn_is_taken_back():
    match = with_chains()
    play(match, links=(ADA.values[1], BOB.values[1]))
    match.undo()
    assert [each.link for each in match.sealed.values()] == ["", ""]
    with pytest.raises(NotNow, match="does not continue"):
        match.choose(0, [ROLL], link=ADA.values[1])
    play(match, links=(ADA.values[2], BOB.values[2]))
    assert verify(BOTH, match.record) is None


# --- forgers


def sealed_anew(lines):
    made = []
    for line in lines:
        made.append(chained_onto(made, {name: value for name, value in line.items() if name != "seal"}))
    return Record(made)


def finished():
    match = with_chains()
    while not match.is_over():
        turn = match.fold.turns + 1
        play(match, links=(ADA.values[turn], BOB.values[turn]))
    assert verify(BOTH, match.record) is None
    return match


def altered(match, change):
    lines = [dict(line) for line in match.record.lines]
    change(lines)
    return verify(BOTH, sealed_anew(lines))


def turns_of(lines):
    return [line for line in lines if line["kind"] == "turn"]


def test_a_withheld_link_changes_every_later_die_so_that_it_is_found():
    fault = altered(finished(), lambda lines: turns_of(lines)[0].update(links={"0": None, "1": BOB.values[1]}))
    assert "these outcomes were not drawn from the secret" in fault.text


def test_a_forged_link_is_found():
    fault = altered(finished(), lambda lines: turns_of(lines)[1].update(links={"0": "77" * 32, "1": BOB.values[2]}))
    assert fault.text == "seat 0: this link does not continue the seat's hash chain"


def test_an_anchor_that_was_left_out_is_found():
    fault = altered(finished(), lambda lines: lines.pop(1))
    assert "does not continue the seat's hash chain" in fault.text


@pytest.mark.parametrize("at", range(7))
def test_how_an_outcome_was_drawn_cannot_be_altered(at):
    def change(lines):
        row = turns_of(lines)[0]["draws"][0]
        row[at] = row[at] + 1 if isinstance(row[at], int) else "coin"

    assert "were not drawn as the record describes" in altered(finished(), change).text


def test_a_record_of_an_edition_that_nobody_published_is_refused():
    """Item 6: ten zeros for outcomes and a score of 99 to 0 passed under edition "0", which was never played again."""
    match = finished()

    def change(lines):
        lines[0]["edition"] = "0"
        for line in turns_of(lines):
            line["chance"] = [0] * len(line["chance"])
        lines[-1]["score"] = [99, 0]

    fault = altered(match, change)
    assert (fault.line, fault.text) == (1, "unknown edition of the rules: '0'; known: 1")


def test_an_earlier_edition_is_played_again_by_its_own_rules():
    match = finished()
    newer = replace(BOTH, edition="2", earlier=(BOTH,), step=lambda s, config, orders, c, log: None)
    assert verify(newer, match.record) is None
    lines = [dict(line) for line in match.record.lines]
    lines[-1] = {**lines[-1], "score": [99, 0]}
    assert "score is [99, 0]; by the rules it must be" in verify(newer, sealed_anew(lines)).text


def test_a_grinding_server_cannot_choose_the_dice_of_a_seat_that_keeps_its_links():
    """Item 5: the server draws secrets until the first rolls suit it. It does so before it knows the player's links."""

    def total(secret, shares):
        return sum(step_seed(secret, shares, step) % 6 for step in range(4))

    secrets = [hashlib.sha256(b"%d" % n).digest() for n in range(2000)]
    best = max(secrets, key=lambda secret: total(secret, ("", "")))
    assert total(best, ("", "")) >= 19  # of 20: what grinding gives where the server alone decides
    ground = [total(best, (Chain(f"{n:064x}", length=2).values[1], "")) for n in range(300)]
    assert 9 < sum(ground) / 300 < 11  # 4 rolls of 0 to 5: 10 on average
    assert commitment(best)


def test_every_unit_of_a_fate_roll_is_another_arrangement_of_its_dice():
    """FF: a total of -4 to 4 can fall in 1, 4, 10, 16, 19, 16, 10, 4 and 1 ways."""
    seen = {faces(k, i) for k, ways in enumerate((1, 4, 10, 16, 19, 16, 10, 4, 1)) for i in range(ways)}
    assert len(seen) == 81
    assert all(sum(faces(k, 0)) == k - 4 for k in range(9))
    assert faces(0, 0) == (-1, -1, -1, -1)
