"""The laws that every game must obey, checked by random play.

The laws are the same for all games. Each match is played with random legal orders. If the rules provide for absent
players, an order is left out now and then. The laws are checked at every turn. The first broken law raises LawBroken
with the seed and the turn, so that the match can be repeated.

Secrecy is checked with pairs of states: `determinize` makes a second state that the seat cannot tell from the true one.
Everything that can be sent to the seat must then be the same for both states, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from breakaway.core.chance import (
    BadOutcome,
    Chance,
    NeedsOutcome,
    Sampler,
    Script,
    below,
    sampled,
    secret_of_seed,
    start_step,
)
from breakaway.core.game import (
    BadOrder,
    Game,
    Order,
    blank_orders,
    candidates,
    legal,
    most_codes,
    play_on,
    result_of,
    seats_in,
    slot_codes,
)
from breakaway.core.observation import NotNow, Observation, Refused
from breakaway.core.odds import after_step
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import BadState, canonical, copy, from_json, key, to_json
from breakaway.records.match import Match, Start
from breakaway.records.replay import verify

AnyGame: TypeAlias = Game[Any, Any]
ObservationOf: TypeAlias = Callable[[AnyGame, Any, Any, int], Observation[Any, Any]]
MAX_SCRIPTS = 2000  # steps with more scripts than this are left to the lab


class LawBroken(AssertionError):
    """A law was broken. `law` names the law."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(f"{law}: {text}")
        self.law = law


@dataclass
class Tally:
    """Counts how many times each law was checked, so that a law that was never checked stands out."""

    turns: int = 0
    pairs: int = 0
    event_pairs: int = 0
    odds: int = 0
    absent: int = 0
    whys: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Adds another tally to this one."""
        self.turns += other.turns
        self.pairs += other.pairs
        self.event_pairs += other.event_pairs
        self.odds += other.odds
        self.absent += other.absent
        for why, n in other.whys.items():
            self.whys[why] = self.whys.get(why, 0) + n


def draw(chance: Chance, n: int) -> int:
    """A random number from 0 to n-1, for the laws' own use."""
    start_step(chance)
    return below(chance, "law", n)


def play_under_laws(
    game: AnyGame,
    config: Any,
    seed: int,
    secrecy: int = 1,
    absences: bool = True,
    observation: ObservationOf = Observation,
) -> Tally:
    """Plays one random match and checks every law. Raises LawBroken.

    Checks secrecy at every `secrecy`-th turn (0: never). With `absences`, some orders are left out. `observation` makes
    a seat's observation.
    """
    return _Play(game, config, seed, secrecy, absences, observation).play()


class _Play:
    def __init__(
        self, game: AnyGame, config: Any, seed: int, secrecy: int, absences: bool, observation: ObservationOf
    ) -> None:
        self.game, self.config, self.seed, self.secrecy, self.observation = game, config, seed, secrecy, observation
        self.absences = absences and game.absent is not None
        self.chance = sampled(seed)
        self.tally = Tally()
        seats = [{"name": f"Seat {i}", "by": "law"} for i in range(game.seat_count(config))]
        start = Start(config, {}, {}, seats, secret=secret_of_seed(seed))
        self.match: Match[Any, Any] = Match.new(game, start)
        self.seats = range(game.seat_count(config))

    def fail(self, law: str, text: str) -> LawBroken:
        return LawBroken(law, f"{text} (seed {self.seed}, turn {self.tally.turns})")

    def play(self) -> Tally:
        while not self.match.is_over():
            self.check_state()
            asked = self.match.choosers()
            for seat in asked:
                self.choose(seat)
            watched = self.watched()
            for seat in watched:
                self.check_secrecy(seat)
            self.turn(watched)
            self.tally.turns += 1
            if self.match.steps > self.game.bound(self.config):
                raise self.fail("bound", f"the match took more than {self.game.bound(self.config)} steps")
        self.check_end()
        return self.tally

    # --- choices

    def choose(self, seat: int) -> None:
        """Seals a random legal order. Checks that illegal codes are refused and change nothing."""
        game, state = self.game, self.match.state
        if self.absences and draw(self.chance, 12) == 0:
            self.tally.absent += 1
            return
        observation = self.observation(game, state, self.config, seat)
        order: Order = []
        for _ in range(observation.slots()):
            menu = observation.menu(order)
            if not menu:
                raise self.fail("a seat that must choose needs a legal choice", f"seat {seat}, after {order}")
            if sorted(set(menu)) != sorted(menu):
                raise self.fail("a menu must have no duplicates", f"seat {seat} has the menu {menu}")
            order.append(menu[draw(self.chance, len(menu))])
        self.check_refusals(seat, order)
        self.check_words(observation, order)
        self.match.choose(seat, order)

    def check_refusals(self, seat: int, order: Order) -> None:
        """Replaces one code of the order with illegal codes, and checks that each resulting order is refused."""
        slot = draw(self.chance, len(order))
        good = set(legal(self.game, self.match.state, self.config, seat, order[:slot]))
        before, sealed = key(self.match.state), dict(self.match.sealed)
        top = self.game.codes(self.match.state, self.config)
        if top > most_codes(self.game, self.config):
            raise self.fail("no turn may have more codes than the game declares", f"{top} codes")
        trial = [*order, *[0] * (self.game.max_slots - len(order))]
        for code in range(slot_codes(self.game)(self.match.state, self.config, seat, trial, slot), top):
            trial[slot] = code
            if self.game.refuse(self.match.state, self.config, seat, trial, slot) == 0:
                raise self.fail(
                    "a code outside the range of its slot must not be legal", f"seat {seat}, slot {slot}, code {code}"
                )
        self.check_candidates(seat, order[:slot], good, top)
        wrong = [code for code in range(top) if code not in good]
        some = [wrong[draw(self.chance, len(wrong))] for _ in range(2)] if wrong else []
        for code in (-1, top, *some):
            try:
                self.match.choose(seat, [*order[:slot], code, *order[slot + 1 :]])
            except (Refused, NotNow):
                if key(self.match.state) != before or self.match.sealed != sealed:
                    raise self.fail("a refused choice must change nothing", f"seat {seat}, code {code}") from None
                continue
            raise self.fail("every illegal code must be refused", f"seat {seat}, slot {slot}, code {code}")

    def check_candidates(self, seat: int, before: Order, good: set[int], top: int) -> None:
        """Checks that each code in `good` (those that may legally follow `before`) is a candidate exactly once.

        All candidates must be codes below `top`, because compiled code does not check where it writes.
        """
        trial = [*before, *[0] * (self.game.max_slots - len(before))]
        asked = (self.match.state, self.config, seat, trial, len(before))
        many, candidate = candidates(self.game)
        tried = [candidate(*asked, i) for i in range(many(*asked))]
        if any(tried.count(code) != 1 for code in good):
            raise self.fail(
                "each legal code must be a candidate exactly once", f"seat {seat}, order {trial}, candidates {tried}"
            )
        if not set(tried) <= set(range(top)):
            raise self.fail(
                "each candidate must be a code of the phase", f"seat {seat}, order {trial}, candidates {tried}"
            )

    def check_words(self, observation: Observation[Any, Any], order: Order) -> None:
        text, back = observation.write(order), "a legal order must survive being written and read back"
        try:
            read, _ = observation.read(text)
        except BadOrder as error:
            raise self.fail(back, f"{order} is written as {text!r}: {error}") from None
        if read != order:
            raise self.fail(back, f"{order} is written as {text!r}, but reads back as {read}")

    # --- states

    def check_state(self) -> None:
        """Checks that the state survives a round trip through JSON, fits its declaration and satisfies the invariants.

        Also checks that looking at a state changes nothing.
        """
        game, s = self.game, self.match.state
        try:
            again = from_json(game.state, to_json(s))
        except BadState:
            raise self.fail("a state must fit its declaration", str(s)) from None
        if again != s:
            raise self.fail("a state must survive a round trip through JSON unchanged", str(s))
        faults = game.invariants(s, self.config)
        if faults:
            raise self.fail("the state must satisfy its invariants", "; ".join(faults))
        before = key(s)
        why = result_of(game, s, self.config).why
        if game.ended is not None and game.ended(s) != why:
            raise self.fail("ended() must give the rule that the result names", f"{game.ended(s)}, not {why}")
        for seat in seats_in(game.choosers(s, self.config)):
            game.slots(s, self.config, seat)
        if key(s) != before:
            raise self.fail(
                "looking at a state must not change it", "choosers(), slots() or result() changed the state"
            )

    def watched(self) -> list[int]:
        """The seats for which secrecy is checked this turn: a spectator and a random seat, or none."""
        if not self.secrecy or self.tally.turns % self.secrecy:
            return []
        return [SPECTATOR, draw(self.chance, len(self.seats))]

    def turn(self, watched: list[int]) -> None:
        """Plays the turn. Checks the turn's events and, now and then, whether its odds sum to exactly 1."""
        game, before = self.game, copy(self.match.state)
        orders = blank_orders(game)
        for seat in self.match.choosers():
            sealed = self.match.sealed.get(seat)
            width = game.slots(before, self.config, seat)
            orders[seat][:width] = sealed.order if sealed else [game.absent or 0] * width
        if draw(self.chance, 4) == 0:
            self.check_odds(before, orders)
        events = self.match.close() if self.match.missing() else self.match.resolve()
        for seat in watched:
            self.check_events(before, orders, seat)
        self.tell_all(events)

    def tell_all(self, events: list[Event]) -> None:
        """Checks that every event cites a rule of this game and has a sentence."""
        for event in events:
            if event.rule not in self.game.rules.entries:
                raise self.fail("events must cite rules", f"{self.game.title} has no rule {event.rule}")
            if not self.game.words.event(event, {}, self.config).strip():
                raise self.fail("every event must have a sentence", f"{event}")

    def check_odds(self, before: Any, orders: list[Order]) -> None:
        probe = sampled(draw(self.chance, 2**31 - 1))
        self.game.step(copy(before), self.config, orders, probe, None)
        scripts = 1
        for sides in probe.sides[: probe.asked]:
            scripts *= sides
        if scripts > MAX_SCRIPTS:
            return
        spread = after_step(self.game, before, self.config, orders)
        total = sum((p for _, p in spread.values()), Fraction(0))
        if total != 1:
            raise self.fail("odds must sum to exactly 1", f"their sum is {total}")
        self.tally.odds += 1

    # --- secrets

    def check_secrecy(self, seat: int) -> None:
        """Checks that a seat gets the same bytes from two states that differ only in what stays hidden from it."""
        game, s = self.game, self.match.state
        here = self.observation(game, s, self.config, seat)
        other = self.determinized(s, seat)
        there = self.observation(game, other, self.config, seat)
        ours, theirs = here.leaves(), there.leaves()
        for kind, data in ours.items():
            if theirs.get(kind) != data:
                raise self.fail(kind, f"seat {seat} can tell apart two states that must look the same to it")
        if ours.keys() != theirs.keys():
            raise self.fail(
                "whose turn", f"two states look the same to seat {seat}, but it must choose in only one of them"
            )
        if key(other) != key(s):
            self.tally.pairs += 1

    def determinized(self, s: Any, seat: int) -> Any:
        """A copy of the true state, with new values for everything that the seat may not know."""
        other = copy(s)
        self.game.redact(other, self.config, seat)
        again = copy(other)
        self.game.redact(again, self.config, seat)
        if again != other:
            raise self.fail("redacting twice must give the same state as redacting once", f"seat {seat}")
        chance = sampled(draw(self.chance, 2**31 - 1))
        self.game.determinize(other, self.config, seat, chance)
        faults = self.game.invariants(other, self.config)
        if faults:
            raise self.fail("a guessed state must satisfy the invariants", f"seat {seat}: {'; '.join(faults)}")
        return other

    def check_events(self, before: Any, orders: list[Order], seat: int) -> None:
        """Checks that a seat gets the same events from two turns that differ only in what stays hidden from it.

        The second turn either starts from a guessed state or has one outcome changed. Both are played by a config in
        which nothing public is wiped from the state, as the start of the next stage of a tour would do.
        """
        game = self.game
        config = self.config if game.kept_in is None else game.kept_in(before, self.config)
        drawn = Sampler(draw(self.chance, 2**31 - 1).to_bytes(8, "big"), (), 0)
        one, ours = copy(before), list[Event]()
        play_on(game, one, config, orders, drawn, ours)
        if draw(self.chance, 2) and drawn.outcomes():
            found = self.played(copy(before), config, orders, self.one_changed(drawn))
        else:
            other = self.determinized(before, seat)
            found = self.played(other, config, self.legal_there(other, orders, seat), drawn.outcomes())
        if found is None or key(found[0]) == key(one):
            return
        two, theirs = found
        game.redact(one, self.config, seat)
        game.redact(two, self.config, seat)
        if key(one) != key(two):
            return
        self.tally.event_pairs += 1
        seen = [[event for event in log if event.is_for(seat)] for log in (ours, theirs)]
        if canonical([list(event) for event in seen[0]]) != canonical([list(event) for event in seen[1]]):
            differ = sorted({event.rule for event in {*seen[0]} ^ {*seen[1]}})
            what = f"events of {', '.join(differ)}" if differ else "the order or number of events"
            raise self.fail("events", f"seat {seat} learns something that it must not know from {what}")

    def played(self, s: Any, config: Any, orders: list[Order], outcomes: list[int]) -> tuple[Any, list[Event]] | None:
        """Plays the turn with these outcomes. Returns None if the outcomes are impossible."""
        events: list[Event] = []
        try:
            play_on(self.game, s, config, orders, Script(outcomes), events)
        except (BadOutcome, NeedsOutcome):
            return None
        return s, events

    def one_changed(self, drawn: Sampler) -> list[int]:
        """The drawn outcomes with one of them replaced at random."""
        outcomes = drawn.outcomes()
        sides = [n for chance in drawn.drawn for n in chance.sides[: chance.asked]]
        at = draw(self.chance, len(outcomes))
        outcomes[at] = draw(self.chance, sides[at])
        return outcomes

    def legal_there(self, other: Any, orders: list[Order], seat: int) -> list[Order]:
        """The same orders, but with the rivals' codes replaced where the cards guessed in `other` make them illegal."""
        theirs = [list(order) for order in orders]
        for each in seats_in(self.game.choosers(other, self.config)):
            if each != seat:
                theirs[each] = self.still_legal(other, each, orders[each])
        return theirs

    def still_legal(self, s: Any, seat: int, order: Order) -> Order:
        """The order, with the first legal code in place of each code that is not legal in this state."""
        kept: Order = []
        for slot in range(self.game.slots(s, self.config, seat)):
            menu = legal(self.game, s, self.config, seat, kept)
            stays = order[slot] in menu or order[slot] == self.game.absent
            kept.append(order[slot] if stays else menu[0])
        return kept + [0] * (self.game.max_slots - len(kept))

    # --- the end

    def check_end(self) -> None:
        """Checks that a rule ended the match, that the ranks are consistent, and that the record can be replayed."""
        self.check_state()
        r = result_of(self.game, self.match.state, self.config)
        if r.why not in self.game.rules.by_number:
            raise self.fail("the end of a match must cite a rule", f"no rule has the number {r.why}")
        ranks = r.rank[: len(self.seats)]
        if sorted(ranks) != [1 + sum(other < each for other in ranks) for each in sorted(ranks)]:
            text = "a seat's rank must be 1 more than the number of seats ahead of it"
            raise self.fail(text, f"{ranks} cannot be the ranks of a match")
        found = verify(self.game, self.match.record)
        if found:
            raise self.fail("a record must replay to the same states", str(found))
        why = self.game.rules.id_of(r.why)
        self.tally.whys[why] = self.tally.whys.get(why, 0) + 1
