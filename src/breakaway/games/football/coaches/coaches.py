"""The coaches `casual`, `naive`, `coordinator` and `champion`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.chance import Chance, start_step, thought
from breakaway.core.game import Game, Order
from breakaway.core.rules import rule
from breakaway.core.state import copy, zeros
from breakaway.games.football.coaches import decisions
from breakaway.games.football.coaches.mixes import (
    FORMATIONS,
    MIX,
    NOTHING,
    Mix,
    against_sheet_plays,
    best_formation,
    drawn,
    expect_sheet_plays,
    find_mix,
    new_mix,
    worth_against_sheet,
)
from breakaway.games.football.coaches.play_worth import (
    ALL,
    NOTES,
    UNKNOWN,
    PlayWorths,
    can_be_called,
    new_notes,
    prepare,
    sort_cards,
    weigh_plays,
)
from breakaway.games.football.rules import calls, cards_and_clock, play, terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.players.coaches import Coach

# --- What all of them share: an order for each question.


@rule("BF-021")
def clear_order(out: Order) -> None:
    """Fills the order with zeros."""
    for slot in range(len(out)):
        out[slot] = 0


@rule("BF-111")
def bring_cards_back(view: Football, config: FootballConfig, seat: int, out: Order) -> None:
    """Names the best discards to take back for time outs, and puts them into the hand of `view`."""
    many = int(view.returns)
    if many == 0:
        return
    quality = [0] * terms.CARDS
    decisions.rate_cards(view, config, seat, quality)
    decisions.pick_cards(view, seat, quality, many, True, out)
    view.returns = 0
    for slot in range(many):
        cards_and_clock.bring_back(view, config, out[slot], None)


@rule("BF-021", "BF-123", "BF-153")
def put_action(view: Football, config: FootballConfig, seat: int, action: int, at: int, out: Order) -> None:
    """Writes a kick, punt, kneel or Hail Mary, and the weakest card for it."""
    out[at] = terms.FIELD_GOAL_CALL + action - win_chances.FIELD_GOAL
    out[at + 1] = 0 if view.try_down == 1 else play.weakest_in_hand(view, config, seat)


@rule("BF-080", "BF-123", "BF-181", "BF-R18")
def avoid_refusal(view: Football, config: FootballConfig, seat: int, at: int, out: Order) -> None:
    """Kicks the extra point or kneels if the table refuses the play because no play of the hand is legal here."""
    if calls.refuse_action(view, config, seat, out, at) != 0:
        action = win_chances.FIELD_GOAL if view.try_down == 1 else win_chances.KNEEL
        put_action(view, config, seat, action, at, out)


# --- `casual`: a rule of thumb. The strongest play in hand, and one fixed defense for each formation.


def casual(game: Game[Any, Any]) -> Coach:
    """The `casual` coach."""
    return casual_order


@rule()
def casual_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` the strongest legal play, or the defense for the formation that it sees. Kicks on fourth down."""
    clear_order(out)
    if view.phase == terms.CALL:
        at = int(view.returns)
        bring_cards_back(view, config, seat, out)
        action = decisions.best_action(view, config, seat)
        if action != win_chances.GO and (view.down == 4 or view.try_down == 1):
            put_action(view, config, seat, action, at, out)
        else:
            out[at] = strongest_play(view, config, seat)
            avoid_refusal(view, config, seat, at, out)
    elif view.phase == terms.DEFENSE:
        out[0] = usual_call(config, seat, int(view.formation[view.offense]))
    elif view.phase == terms.DISCARD:
        decisions.choose_weakest(view, config, seat, out)
    elif view.phase not in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        decisions.answer_question(view, config, seat, out)


@rule("BF-022")
def strongest_play(view: Football, config: FootballConfig, seat: int) -> int:
    """The play with the highest printed strength that is legal here."""
    found, most = terms.NONE, -100
    for code in range(terms.PLAYS):
        if can_be_called(view, config, code // 2):
            strength = int(config.play_strength[seat][code])
            if play.illegal_by(config, view.line, config.play_type[seat][code]) != 0:
                strength -= 50
            if strength > most:
                found, most = code, strength
    return found


@rule("BF-023")
def usual_call(config: FootballConfig, seat: int, formation: int) -> int:
    """The call with the highest strength: against runs, against passes, or of both together, by the formation."""
    found, most = 0, -100
    for call in range(2 * config.defenses[seat]):
        if config.call_type[seat][call] != terms.NONE:
            run, passing = int(config.call_run[seat][call]), int(config.call_pass[seat][call])
            strength = run + passing
            if formation == terms.RUN_HEAVY:
                strength = 2 * run + passing
            elif formation == terms.PASS_HEAVY:
                strength = run + 2 * passing
            if strength > most:
                found, most = call, strength
    return found


# --- `naive`: the odds of one play, as if all calls were equally likely. The levels misjudge them.


FAR = 1 << 40  # beyond the worth of any choice, misjudged or not


def naive(game: Game[Any, Any]) -> Coach:
    """The `naive` coach."""
    return naive_order


@rule()
def naive_order(view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order) -> None:
    """Writes to `out` the choice with the highest chance of winning if the other side calls anything."""
    clear_order(out)
    if view.phase == terms.CALL:
        naive_call(view, config, seat, chance, 0, out)
    elif view.phase == terms.DEFENSE:
        notes = new_notes(zeros(NOTES))
        weigh_plays(view, config, notes, int(view.formation[view.offense]))
        out[0] = naive_defense(view, config, notes, chance, 0)
    elif view.phase == terms.AUDIBLE or view.phase == terms.AUDIBLE_DEFENSE:
        out[0] = naive_audible(view, config, seat)
    elif view.phase == terms.DISCARD:
        decisions.choose_discards(view, config, seat, out)
    else:
        decisions.answer_question(view, config, seat, out)


@rule()
def swayed(chance: Chance, most: int) -> int:
    """How far a choice is misjudged: from -most to +most, and small errors are likelier."""
    return thought(chance, most + 1) + thought(chance, most + 1) - most if most > 0 else 0


@rule("BF-021")
def naive_call(view: Football, config: FootballConfig, seat: int, chance: Chance, misjudges: int, out: Order) -> None:
    """Writes the play with the highest mean over all calls, or a kick that is better.

    Each choice may be misjudged by so many hundredths of the difference between the best and the worst play.
    """
    at = int(view.returns)
    bring_cards_back(view, config, seat, out)
    notes = new_notes(zeros(NOTES))
    weigh_plays(view, config, notes, ALL)
    worths = [0] * terms.PLAYS
    most, least = -1, FAR
    for code in range(terms.PLAYS):
        worths[code] = decisions.mean_over_calls(view, config, notes, code, terms.NONE)
        if worths[code] != UNKNOWN:
            most, least = max(most, worths[code]), min(least, worths[code])
    error = max(0, most - least) * misjudges // 100
    found, best = terms.NONE, -FAR
    for code in range(terms.PLAYS):
        if worths[code] != UNKNOWN:
            seems = worths[code] + swayed(chance, error)
            if seems > best:
                found, best = code, seems
    out[at] = found
    avoid_refusal(view, config, seat, at, out)
    action = decisions.best_action(view, config, seat)
    if action != win_chances.GO:
        worth = decisions.worth_of_action(view, config, seat, action) + swayed(chance, error)
        if worth > most + swayed(chance, error):
            put_action(view, config, seat, action, at, out)


@rule("BF-023")
def naive_defense(view: Football, config: FootballConfig, notes: PlayWorths, chance: Chance, misjudges: int) -> int:
    """The call with the lowest mean over the plays of the formation that it sees. Misjudges calls as `naive_call` does
    plays.
    """
    worths = [UNKNOWN] * terms.CALLS
    most, least = -1, FAR
    for call in range(2 * config.defenses[other(view.offense)]):
        if config.call_type[other(view.offense)][call] == terms.NONE:
            continue
        total = count = 0
        for code in range(terms.PLAYS):
            worth = notes.plays[code * terms.CALLS + call]
            if worth >= 0:
                total += worth
                count += 1
        if count > 0:
            worths[call] = total // count
            most, least = max(most, worths[call]), min(least, worths[call])
    error = max(0, most - least) * misjudges // 100
    found, best = 0, FAR
    for call in range(terms.CALLS):
        if worths[call] != UNKNOWN:
            seems = worths[call] + swayed(chance, error)
            if seems < best:
                found, best = call, seems
    return found


@rule("BF-085", "BF-087")
def naive_audible(view: Football, config: FootballConfig, seat: int) -> int:
    """1 if the other side of the card is better against the formation that it sees, and may be called."""
    if calls.refuse_audible(view, config, seat, 1) != 0:
        return 0
    notes = new_notes(zeros(NOTES))
    weigh_plays(view, config, notes, int(view.formation[view.offense]))
    called = int(view.call[seat])
    if seat == view.offense:
        shown = int(view.formation[other(seat)])
        stays = decisions.mean_over_calls(view, config, notes, called, shown)
        turns = decisions.mean_over_calls(view, config, notes, called ^ 1, shown)
        return 1 if turns > stays else 0
    stays = turns = 0
    for code in range(terms.PLAYS):
        if notes.plays[code * terms.CALLS + called] >= 0:
            stays += notes.plays[code * terms.CALLS + called]
            turns += notes.plays[code * terms.CALLS + (called ^ 1)]
    return 1 if turns < stays else 0


# --- `coordinator` and `champion`: the equilibrium of each snap. The champion's mixtures are nearer to it.

# The positions of the weights.
ROUNDS, LOOKS, LEAST = 0, 1, 2
COORDINATOR = (
    60,  # rounds of learning for the formation that it calls
    30,  # rounds for each formation, to choose one
    50,  # a choice that should come up less often than one in this many times is never made
)
CHAMPION = (160, 40, 200)


def coordinator(game: Game[Any, Any]) -> Coach:
    """The `coordinator` coach."""
    return coordinator_order


@rule()
def coordinator_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` a choice from a rough equilibrium of this snap."""
    think(view, config, seat, chance, COORDINATOR, out)


def champion(game: Game[Any, Any]) -> Coach:
    """The `champion` coach."""
    return champion_order


@rule()
def champion_order(
    view: Football, config: FootballConfig, seat: int, chance: Chance, spare: Football, out: Order
) -> None:
    """Writes to `out` a choice from a mixture that is close to the equilibrium of this snap."""
    think(view, config, seat, chance, CHAMPION, out)


@rule()
def think(
    view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int], out: Order
) -> None:
    """Writes the choice of a coach with these weights, so that tools can tune them."""
    clear_order(out)
    start_step(chance)
    if view.phase == terms.CALL:
        call_play(view, config, seat, chance, weights, out)
    elif view.phase == terms.DEFENSE:
        call_defense(view, config, seat, chance, weights, out)
    elif view.phase == terms.AUDIBLE:
        out[0] = turn_card(view, config, seat, chance, weights)
    elif view.phase == terms.DISCARD:
        decisions.choose_discards(view, config, seat, out)
    elif view.phase != terms.AUDIBLE_DEFENSE:  # the other side's audible says nothing about its play
        decisions.answer_question(view, config, seat, out)


@rule("BF-021", "BF-022", "BF-123")
def call_play(
    view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int], out: Order
) -> None:
    """Writes a play, a kick, a kneel or a Hail Mary."""
    at = int(view.returns)
    bring_cards_back(view, config, seat, out)
    if config.sheet[other(seat)] == 1:
        most = call_against_sheet(view, config, at, out)
    else:
        most = call_from_mix(view, config, seat, chance, weights, at, out)
    avoid_refusal(view, config, seat, at, out)
    action = decisions.best_action(view, config, seat)
    if action != win_chances.GO and decisions.worth_of_action(view, config, seat, action) > most:
        put_action(view, config, seat, action, at, out)


@rule("BF-021", "BF-022", "BF-085")
def call_from_mix(
    view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int], at: int, out: Order
) -> int:
    """Writes a play, drawn from the mixture of the best formation. Returns the worth of the snap.

    If audibles can be called, either side of the card is as likely to be called first: the side that counts is chosen
    once the defense's formation is seen, and an audible then tells nothing.
    """
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    weigh_plays(view, config, notes, ALL)
    best = best_formation(view, config, notes, weights[LOOKS], mix)
    find_mix(view, config, notes, best, weights[ROUNDS], mix)
    card = drawn(chance, mix.cards, weights[LEAST])
    code = 2 * card
    if config.audibles == 1 and config.sheet[other(seat)] == 0:
        code += thought(chance, 2)
    else:
        code += draw_side(mix, card, 0, chance)
    if play.illegal_by(config, view.line, config.play_type[seat][code]) != 0:
        code ^= 1
    out[at] = code
    out[at + 1] = 0
    return mix.worth[0]


@rule("BF-085", "BF-086")
def draw_side(mix: Mix, card: int, shown: int, chance: Chance) -> int:
    """0 or 1: the side of the card, drawn from the mixture against this formation of the defense."""
    one = mix.sides[2 * card * FORMATIONS + shown]
    two = mix.sides[(2 * card + 1) * FORMATIONS + shown]
    while one + two >= 1 << 30:
        one, two = one // 2, two // 2
    if one + two == 0:
        return thought(chance, 2)
    return 0 if thought(chance, one + two) < one else 1


@rule("BF-023")
def call_defense(
    view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int], out: Order
) -> None:
    """Writes a call against the formation that it sees."""
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation = int(view.formation[view.offense])
    weigh_plays(view, config, notes, formation)
    if config.sheet[view.offense] == 1:
        out[0] = answer_sheet(view, config, notes)
    else:
        find_mix(view, config, notes, formation, weights[ROUNDS], mix)
        out[0] = drawn(chance, mix.calls, weights[LEAST])
    out[2] = 1 if uses_special_defense(view, config, seat) else 0


@rule("BF-009")
def uses_special_defense(view: Football, config: FootballConfig, seat: int) -> bool:
    """Whether a call should use a special defense: on third and fourth down, and near the own goal, as sheets do."""
    strong = view.down >= 3 or view.line >= terms.GOAL - 4
    return bool(strong and play.can_use_special_defense(view, config, seat))


@rule("BF-085", "BF-086", "BF-087")
def turn_card(view: Football, config: FootballConfig, seat: int, chance: Chance, weights: Sequence[int]) -> int:
    """1 if the card should be turned, now that the defense's formation is seen."""
    if calls.refuse_audible(view, config, seat, 1) != 0:
        return 0
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation = int(view.formation[seat])
    weigh_plays(view, config, notes, formation)
    find_mix(view, config, notes, formation, weights[ROUNDS], mix)
    called = int(view.call[seat])
    side = draw_side(mix, called // 2, int(view.formation[other(seat)]), chance)
    return 1 if side != called % 2 else 0


# --- Against the sheets, whose tables are printed: the best answer to their dice.


@rule("BF-200")
def call_against_sheet(view: Football, config: FootballConfig, at: int, out: Order) -> int:
    """Writes the play with the best odds against the sheet's defense. Returns its worth."""
    notes, e = new_notes(zeros(NOTES)), copy(view)
    prepare(e, config)
    sort_cards(e, config, notes)
    found, most = terms.NONE, NOTHING
    for code in range(terms.PLAYS):
        if can_be_called(view, config, code // 2):
            odds = worth_against_sheet(e, config, notes, code)
            if odds > most:
                found, most = code, odds
    out[at] = found
    out[at + 1] = 0
    return most


@rule("BF-023", "BF-220")
def answer_sheet(view: Football, config: FootballConfig, notes: PlayWorths) -> int:
    """The call with the best odds against the plays that the sheet may have rolled."""
    likely = [0] * terms.PLAYS
    expect_sheet_plays(view, config, likely)
    found, least = 0, -1
    defense = other(view.offense)
    for call in range(2 * config.defenses[defense]):
        if config.call_type[defense][call] != terms.NONE:
            total = against_sheet_plays(notes, likely, call)
            if least < 0 or total < least:
                found, least = call, total
    return found
