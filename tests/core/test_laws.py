"""The laws hold for three toys of the three kinds, and the suite catches leaks that were planted."""

from __future__ import annotations

import dataclasses

import pytest

from breakaway.core.observation import Observation
from breakaway.core.rules import tell
from breakaway.testing.laws import LawBroken

from .random_matches import play_many
from .toys import chains, drives, tugs

TOYS = {"a race": tugs.GAME, "a card game": chains.GAME, "a dice game": drives.GAME}
SEEDS = 120


def play_some(game, **options):
    return play_many(game, range(SEEDS), **options)


@pytest.mark.sample("a card game")
@pytest.mark.parametrize("kind", TOYS)
def test_every_law_holds_for_a_toy_of_each_kind(kind):
    tally = play_some(TOYS[kind])
    assert sum(tally.whys.values()) == SEEDS
    # no law passes for want of being put to the test
    assert tally.pairs > SEEDS
    assert tally.event_pairs > 20
    assert tally.odds > 40


def leaky(**parts):
    return dataclasses.replace(chains.GAME, **parts)


def hide_but_one_card(s, config, seat):
    seen = [list(hand) for hand in s.hand]
    chains.redact(s, config, seat)
    if s.phase != chains.OVER and seat >= 0 and any(seen[1 - seat]):
        value = max(v for v in range(5) if seen[1 - seat][v])
        s.hand[1 - seat][value] += 1
        s.deck[value] -= 1


def refuse_what_the_rival_holds(s, config, seat, order, slot):
    code = order[slot]
    rival = s.hand[1 - seat]
    mine = s.hand[seat]
    # only where something else is left to choose, so that no other law is broken
    if code < 5 and mine[code] and rival[code] and any(mine[v] and not rival[v] for v in range(5)):
        return chains.NOT_HELD
    return chains.refuse(s, config, seat, order, slot)


def refuse_with_a_telling_reason(s, config, seat, order, slot):
    number = chains.refuse(s, config, seat, order, slot)
    if number and order[slot] < 5 and s.hand[1 - seat][order[slot]]:
        return chains.RULES["CH-2"]
    return number


def ask_whoever_holds_a_four(s, config):
    bits = chains.choosers(s, config)
    return bits | 1 << (1 - s.active) if bits and s.hand[1 - s.active][4] else bits


def step_that_tells_the_draw(s, config, orders, chance, log):
    before = [list(hand) for hand in s.hand]
    refills = s.phase == chains.REFILL
    chains.step(s, config, orders, chance, log)
    for seat in range(2):
        for value in range(5):
            if refills and s.hand[seat][value] > before[seat][value]:
                tell(log, "CH-2", seat, value)


class PeekingPreview(Observation):
    def preview(self, slot, code):
        return [self._state.score[self.seat] + code, self._state.hand[1 - self.seat][4]]


class TellingOrder(Observation):
    def menu(self, order):
        rival = self._state.hand[1 - self.seat]
        return sorted(super().menu(order), key=lambda code: (-rival[code] if code < 5 else 0, code))


LEAKS = {
    "view": {"game": leaky(redact=hide_but_one_card)},
    "menus": {"game": leaky(refuse=refuse_what_the_rival_holds)},
    "refusals": {"game": leaky(refuse=refuse_with_a_telling_reason)},
    "whose turn": {"game": leaky(choosers=ask_whoever_holds_a_four)},
    "events": {"game": leaky(step=step_that_tells_the_draw)},
    "previews": {"game": chains.GAME, "observation": PeekingPreview},
    "ordering": {"game": chains.GAME, "observation": TellingOrder},
}


@pytest.mark.parametrize("kind", LEAKS)
def test_a_planted_leak_is_caught_and_named(kind):
    options = dict(LEAKS[kind])
    with pytest.raises(LawBroken) as caught:
        play_some(options.pop("game"), **options)
    assert caught.value.law == kind
    assert kind != "events" or "CH-2" in str(caught.value)  # the rule whose event says too much


def broken_step(s, config, orders, chance, log):
    chains.step(s, config, orders, chance, log)
    if s.phase == chains.REFILL:
        s.gone[0] += 1


def test_a_card_that_comes_from_nowhere_is_caught():
    with pytest.raises(LawBroken) as caught:
        play_some(leaky(step=broken_step))
    assert caught.value.law == "the state must satisfy its invariants"


def test_a_seat_without_a_choice_is_caught():
    with pytest.raises(LawBroken) as caught:
        play_some(leaky(refuse=lambda s, config, seat, order, slot: chains.NOT_HELD))
    assert caught.value.law == "a seat that must choose needs a legal choice"


def test_a_match_without_an_end_is_caught():
    with pytest.raises(LawBroken) as caught:
        play_some(dataclasses.replace(drives.GAME, bound=lambda config: 3))
    assert caught.value.law == "bound"


def test_an_order_that_does_not_survive_writing_is_caught():
    class Mute(type(chains.GAME.words)):
        def write(self, order, names, config, view, seat):
            return "4"

    with pytest.raises(LawBroken) as caught:
        play_some(leaky(words=Mute(chains.RULES, chains.slots, "CH-1")))
    assert caught.value.law == "a legal order must survive being written and read back"


def test_guesses_that_could_not_be_true_are_caught():
    def wild(s, config, seat, chance):
        s.deck[0] += 1

    with pytest.raises(LawBroken) as caught:
        play_some(leaky(determinize=wild))
    assert caught.value.law == "a guessed state must satisfy the invariants"


@pytest.mark.parametrize("wrong", [lambda i: max(1, i), lambda i: i + 1])
def test_a_legal_code_that_no_candidate_or_two_candidates_name_is_caught(wrong):
    with pytest.raises(LawBroken) as caught:
        play_some(
            leaky(
                candidates=lambda s, config, seat, order, slot: chains.codes(s, config),
                candidate=lambda s, config, seat, order, slot, i: wrong(i),
            )
        )
    assert caught.value.law == "each legal code must be a candidate exactly once"


def test_a_candidate_that_is_no_code_is_caught():
    with pytest.raises(LawBroken) as caught:
        play_some(
            leaky(
                candidates=lambda s, config, seat, order, slot: chains.codes(s, config) + 1,
                candidate=lambda s, config, seat, order, slot, i: i,
            )
        )
    assert caught.value.law == "each candidate must be a code of the phase"
