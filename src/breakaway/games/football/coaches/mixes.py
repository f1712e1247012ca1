"""The best mixture of plays and of calls for one snap, and what the sheets are likely to call.

The offense shows a formation, both sides choose a card face down, the defense's formation is seen, and then each card
may be turned by an audible. So a mixture is found for each formation of the offense: over its cards, then over the two
sides of a card for each formation of the defense; and over the calls of the defense. Both learn from each other's
mixtures (regret matching) until neither gains much by another choice. All numbers are whole.
"""

from __future__ import annotations

from typing import NamedTuple

from breakaway.core.chance import Chance, thought
from breakaway.core.rules import rule
from breakaway.core.state import zeros
from breakaway.games.football.coaches.play_worth import PlayWorths, worth_of_play
from breakaway.games.football.rules import play, solo, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other

BITS = 16
WHOLE = 1 << BITS  # a probability of 1
NOTHING = -10_000_000  # the worth of a formation without a card
FORMATIONS = 10  # of a defense, at most: one for each card
SIDES = terms.PLAYS * FORMATIONS
CARDS, CALLS, WORTHS = terms.CARDS, terms.CALLS, terms.PLAYS * terms.CALLS  # the sizes of working tables
MIX = terms.CARDS + SIDES + terms.CALLS + 1


class Mix(NamedTuple):
    """The mixtures of both sides for one formation of the offense."""

    cards: list[int]  # by card: how often the offense calls it, as weights
    sides: list[int]  # by play and formation of the defense: how often the card's play is this one
    calls: list[int]  # by call: how often the defense calls it
    worth: list[int]  # one number: the worth of the snap to the offense


@rule()
def new_mix(table: list[int]) -> Mix:
    """Empty mixtures in a table of MIX zeros. Compiled code keeps the table on the caller's stack."""
    sides, calls, worth = CARDS, CARDS + SIDES, CARDS + SIDES + CALLS
    return Mix(table[:sides], table[sides:calls], table[calls:worth], table[worth:])


@rule("BF-021", "BF-023", "BF-085", "BF-086")
def find_mix(s: Football, config: FootballConfig, notes: PlayWorths, formation: int, rounds: int, mix: Mix) -> None:
    """Finds both sides' mixtures for a formation of the offense, into `mix`.

    With more rounds, the mixtures are nearer to the equilibrium. Without audibles, the offense's side of a card cannot
    depend on the defense's formation.

    Without a card of the formation, the worth is NOTHING.

    Each round, either side shifts toward the choices that it regrets not having made, expecting the last round's
    regrets once more (predictive regret matching); later rounds count more in the mixtures.
    """
    seat, defense = s.offense, other(s.offense)
    worth = zeros(WORTHS)
    for at in range(WORTHS):
        worth[at] = notes.plays[at]
    turns = config.audibles == 1 and config.sheet[defense] == 0
    held, order, shown = zeros(CARDS), zeros(CALLS), zeros(CALLS)
    card_regret, card_last, card_now = zeros(CARDS), zeros(CARDS), zeros(CARDS)
    call_regret, call_last, call_now = zeros(CALLS), zeros(CALLS), zeros(CALLS)
    side_regret, side_last, side_now = zeros(SIDES), zeros(SIDES), zeros(SIDES)
    gain, against = zeros(SIDES), zeros(CALLS)
    many = count = 0
    for card in range(terms.CARDS):
        mix.cards[card] = 0
        if worth[2 * card * terms.CALLS] >= 0 and config.card_formation[seat][card] == formation:
            held[many] = card
            many += 1
    forms = 1
    for call in range(2 * config.defenses[defense]):
        mix.calls[call] = 0
        if config.call_type[defense][call] != terms.NONE:
            order[count] = call
            count += 1
            shown[call] = int(config.defense_formation[defense][call // 2]) if turns else 0
            forms = max(forms, shown[call] + 1)
    for i in range(SIDES):
        mix.sides[i] = 0
    mix.worth[0] = NOTHING
    if many == 0 or count == 0:
        return
    total = weight = 0
    for n in range(1, rounds + 1):
        step = n * n
        share_out(card_regret, card_last, card_now, held, many)
        share_out(call_regret, call_last, call_now, order, count)
        mean = 0
        for i in range(many):
            one = 2 * held[i] * FORMATIONS
            for form in range(forms):
                gain[one + form] = 0
                gain[one + FORMATIONS + form] = 0
            at = 2 * held[i] * terms.CALLS
            for k in range(count):
                call = order[k]
                if call_now[call] > 0:
                    gain[one + shown[call]] += call_now[call] * worth[at + call]
                    gain[one + FORMATIONS + shown[call]] += call_now[call] * worth[at + terms.CALLS + call]
            here = 0
            for form in range(forms):
                here += turn_side(side_regret, side_last, side_now, gain, one + form)
            card_last[held[i]] = here
            mean += card_now[held[i]] * here
        mean >>= BITS
        for i in range(many):
            card = held[i]
            card_last[card] -= mean
            card_regret[card] = max(0, card_regret[card] + card_last[card])
            mix.cards[card] += step * card_now[card]
            for at in range(2 * card * FORMATIONS, 2 * card * FORMATIONS + forms):
                mix.sides[at] += step * (side_now[at] * card_now[card] >> BITS)
                mix.sides[at + FORMATIONS] += step * (side_now[at + FORMATIONS] * card_now[card] >> BITS)
        answer = 0
        for k in range(count):
            call = order[k]
            against[call] = 0
            for i in range(many):
                card = held[i]
                if card_now[card] > 0:
                    one = 2 * card * FORMATIONS + shown[call]
                    both = side_now[one] * worth[2 * card * terms.CALLS + call]
                    both += side_now[one + FORMATIONS] * worth[(2 * card + 1) * terms.CALLS + call]
                    against[call] += card_now[card] * (both >> BITS)
            against[call] >>= BITS
            answer += call_now[call] * against[call]
            mix.calls[call] += step * call_now[call]
        answer >>= BITS
        for k in range(count):
            call = order[k]
            call_last[call] = answer - against[call]
            call_regret[call] = max(0, call_regret[call] + call_last[call])
        total += step * mean
        weight += step
    mix.worth[0] = total // weight


@rule("BF-021")
def best_formation(s: Football, config: FootballConfig, notes: PlayWorths, rounds: int, mix: Mix) -> int:
    """The formation whose mixture is worth most to the offense after this many rounds."""
    found, most = 0, NOTHING
    for formation in range(3):
        find_mix(s, config, notes, formation, rounds, mix)
        if mix.worth[0] > most:
            found, most = formation, mix.worth[0]
    return found


@rule()
def share_out(regret: list[int], last: list[int], now: list[int], among: list[int], count: int) -> None:
    """The next mixture: in proportion to the expected regrets, or equal shares if nothing is regretted."""
    total = 0
    for i in range(count):
        total += max(0, regret[among[i]] + last[among[i]])
    for i in range(count):
        at = among[i]
        now[at] = (max(0, regret[at] + last[at]) << BITS) // total if total > 0 else WHOLE // count


@rule("BF-085", "BF-086")
def turn_side(regret: list[int], last: list[int], now: list[int], gain: list[int], one: int) -> int:
    """Shares a card between its two plays against a formation of the defense. Returns the card's gain there.

    `gain` has each play's worth, times the chance of this formation in WHOLEs.
    """
    two = one + FORMATIONS
    plus, minus = max(0, regret[one] + last[one]), max(0, regret[two] + last[two])
    part = (plus << BITS) // (plus + minus) if plus + minus > 0 else WHOLE // 2
    now[one], now[two] = part, WHOLE - part
    first, second = gain[one] >> BITS, gain[two] >> BITS
    here = (part * first + (WHOLE - part) * second) >> BITS
    last[one], last[two] = first - here, second - here
    regret[one] = max(0, regret[one] + last[one])
    regret[two] = max(0, regret[two] + last[two])
    return here


@rule()
def drawn(chance: Chance, weights: list[int], least: int) -> int:
    """An index, drawn in proportion to its weight. Weights below one in `least` of the total are never drawn.

    Returns NONE if all weights are 0.
    """
    total = 0
    for each in weights:
        total += each
    kept = 0
    for each in weights:
        if each * least >= total:
            kept += each
    if kept <= 0:
        return terms.NONE
    at = thought_below(chance, kept)
    for i in range(len(weights)):
        if weights[i] * least >= total:
            at -= weights[i]
            if at < 0:
                return i
    return terms.NONE


@rule()
def thought_below(chance: Chance, n: int) -> int:
    """A random number below `n`, which may be larger than 32 bits allow; then its last digits are always 0."""
    scale = 1
    while n // scale >= 1 << 30:
        scale *= 2
    return thought(chance, max(1, n // scale)) * scale


# --- The sheets. Their tables are printed, so a player may count on them.


@rule("BF-200", "BF-203", "BF-204", "BF-208", "BF-210", "BF-213", "BF-216")
def worth_against_sheet(e: Football, config: FootballConfig, notes: PlayWorths, code: int) -> int:
    """The worth of a play against the sheet's defense, over both of its dice. The spy may see through the play."""
    seat, sheet = e.offense, other(e.offense)
    play_type = int(config.play_type[seat][code])
    kind = int(config.type_kind[play_type])
    formation, state = int(config.card_formation[seat][code // 2]), solo.game_state(e)
    many = [0] * 3
    for die in range(6):
        many[config.front[sheet][(formation * terms.STATES + state) * 6 + die]] += 1
    spied = solo.why_spied(e, config, kind) > 0
    total = 0
    for strategy in range(3):
        if many[strategy] == 0:
            continue
        for die in range(6):
            at = (formation * 3 + strategy) * 6 + die
            defense_type = int(config.back_type[sheet][at])
            run, passing = int(config.back_run[sheet][at]), int(config.back_pass[sheet][at])
            found = solo.spy_call(e, config, strategy, kind, die, play_type) if spied else terms.NONE
            if found != terms.NONE:
                defense_type, run, passing = found, 0, 0
            total += many[strategy] * worth_of_play(e, config, notes, code, defense_type, run, passing)
    return total // 36


@rule("BF-220", "BF-221", "BF-222", "BF-223", "BF-237")
def expect_sheet_plays(s: Football, config: FootballConfig, weights: list[int]) -> None:
    """How likely each play is when the sheet's offense has shown its formation, as weights."""
    sheet = s.offense
    colour = solo.strategy(s, config)
    held = 0
    for card in range(terms.CARDS):
        held += may_be_drawn(s, config, card)
    for code in range(terms.PLAYS):
        weights[code] = 0
    for die in range(6):
        code = int(config.code_play[sheet][s.formation[sheet] * 12 + config.code_chart[sheet][colour * 6 + die]])
        if code != terms.AS_DRAWN:
            weights[legal_side(s, config, code)] += 2 * max(1, held)
        else:
            for card in range(terms.CARDS):
                if may_be_drawn(s, config, card) == 1:
                    weights[legal_side(s, config, 2 * card)] += 1
                    weights[legal_side(s, config, 2 * card + 1)] += 1


@rule("BF-023", "BF-220")
def against_sheet_plays(notes: PlayWorths, likely: list[int], call: int) -> int:
    """The worth of a call to the offense, summed over the plays that its sheet may have rolled, by their weights."""
    total = 0
    for code in range(terms.PLAYS):
        total += likely[code] * max(0, notes.plays[code * terms.CALLS + call])
    return total


@rule("BF-219")
def may_be_drawn(s: Football, config: FootballConfig, card: int) -> int:
    """1 if the sheet may have drawn this card for the formation that it shows."""
    seat = s.offense
    held = s.card[seat][card] == terms.HAND or s.card[seat][card] == terms.UNSEEN
    return 1 if held and config.card_formation[seat][card] == s.formation[seat] else 0


@rule("BF-083")
def legal_side(s: Football, config: FootballConfig, code: int) -> int:
    """The play, or the other play of its card if this one is illegal here."""
    if play.illegal_by(config, s.line, config.play_type[s.offense][code]) != 0:
        return code ^ 1
    return code
