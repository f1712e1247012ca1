"""What the champion thinks of one snap, as whole numbers: compiled code can fill in thousands of them.

`evaluation` turns a snap into chances and shares for programs; `lab/advice.py` puts it into words for people.
"""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.core.rules import rule
from breakaway.core.state import copy, number, table, zeros
from breakaway.games.football.coaches.coaches import CHAMPION, LOOKS, ROUNDS, bring_cards_back
from breakaway.games.football.coaches.decisions import LONGEST_ORDER
from breakaway.games.football.coaches.mixes import (
    FORMATIONS,
    MIX,
    Mix,
    against_sheet_plays,
    best_formation,
    expect_sheet_plays,
    find_mix,
    legal_side,
    new_mix,
    worth_against_sheet,
)
from breakaway.games.football.coaches.play_worth import (
    ALL,
    NOTES,
    UNKNOWN,
    PlayWorths,
    new_notes,
    prepare,
    sort_cards,
    weigh_plays,
)
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, other

SPARE_BITS = 11  # dropped from both factors of a play's weight, so that their product is below 2 ** 53


@dataclass(slots=True)
class Snap:
    """The worth of all plays in hand against all calls, and how often to make each.

    All chances are the offense's chances of winning, in millionths; UNKNOWN stands for what cannot be called, or what
    the mixtures say nothing about. The mixtures belong to the formation that the offense shows or, before its call, to
    the formation that is worth most.
    """

    chance: int = number()  # if both sides call by the mixtures
    formation: int = number()
    worth: list[list[int]] = table(terms.PLAYS, terms.CALLS, kind="i4")
    play_weight: list[int] = table(terms.PLAYS, kind="i8")  # how often each play comes, audibles included
    call_weight: list[int] = table(terms.CALLS, kind="i8")
    play_chance: list[int] = table(terms.PLAYS, kind="i4")  # against the mixture of calls
    call_chance: list[int] = table(terms.CALLS, kind="i4")  # against the mixture of plays
    play_by_sheet: list[int] = table(terms.PLAYS, kind="i4")  # over the dice of the defense's sheet, if it plays
    call_by_sheet: list[int] = table(terms.CALLS, kind="i4")  # over the dice of the offense's sheet, if it plays


@rule("BF-021", "BF-022", "BF-023", "BF-085", "BF-111")
def weigh_snap(view: Football, config: FootballConfig, seat: int, snap: Snap) -> None:
    """Fills in `snap` for the seat that makes its call now, from its view. Changes nothing else.

    At the call of the offense, the best discards come back for time outs first, as the coaches take them.
    """
    s = copy(view)
    if s.phase == terms.CALL:
        back = [0] * LONGEST_ORDER
        bring_cards_back(s, config, seat, back)
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation = ALL if s.phase == terms.CALL else int(s.formation[s.offense])
    weigh_plays(s, config, notes, formation)
    if formation == ALL:
        formation = best_formation(s, config, notes, CHAMPION[LOOKS], mix)
    find_mix(s, config, notes, formation, CHAMPION[ROUNDS], mix)
    snap.chance, snap.formation = mix.worth[0], formation
    for code in range(terms.PLAYS):
        snap.play_weight[code] = weight_of_play(s, config, mix, code)
        snap.play_chance[code] = against_calls(s, config, notes, mix, formation, code)
        snap.play_by_sheet[code] = UNKNOWN
        is_refused = config.illegal_call_forbidden == 1 and legal_side(s, config, code) != code
        for call in range(terms.CALLS):
            snap.worth[code][call] = UNKNOWN if is_refused else notes.plays[code * terms.CALLS + call]
    for call in range(terms.CALLS):
        snap.call_weight[call] = mix.calls[call]
        snap.call_chance[call] = against_plays(s, config, notes, mix, call)
        snap.call_by_sheet[call] = UNKNOWN
    if seat == s.offense and config.sheet[other(seat)] == 1:
        prepare(s, config)
        # as the champion begins, because what is noted first stands for all that is like it
        fresh = new_notes(zeros(NOTES))
        sort_cards(s, config, fresh)
        for code in range(terms.PLAYS):
            if notes.plays[code * terms.CALLS] >= 0:
                snap.play_by_sheet[code] = worth_against_sheet(s, config, fresh, code)
    elif seat != s.offense and config.sheet[s.offense] == 1:
        weigh_calls_by_sheet(s, config, notes, snap)


@rule("BF-085")
def shown_by(s: Football, config: FootballConfig, call: int) -> int:
    """The defense's formation with this call, or 0 if the offense cannot call an audible once it sees it."""
    defense = other(s.offense)
    if config.audibles == 1 and config.sheet[defense] == 0:
        return int(config.defense_formation[defense][call // 2])
    return 0


@rule("BF-021", "BF-085", "BF-086")
def weight_of_play(s: Football, config: FootballConfig, mix: Mix, code: int) -> int:
    """How often a play comes, as a weight: over all formations in which the defense may line up."""
    total = 0
    for call in range(2 * config.defenses[other(s.offense)]):
        side = mix.sides[code * FORMATIONS + shown_by(s, config, call)]
        total += (mix.calls[call] >> SPARE_BITS) * (side >> SPARE_BITS)
    return total


@rule("BF-021", "BF-085", "BF-086")
def against_calls(s: Football, config: FootballConfig, notes: PlayWorths, mix: Mix, formation: int, code: int) -> int:
    """The worth of a play of this formation against the mixture of calls. An audible turns it where that is better."""
    turns = config.audibles == 1 and config.sheet[other(s.offense)] == 0
    if notes.plays[code * terms.CALLS] < 0 or config.card_formation[s.offense][code // 2] != formation:
        return UNKNOWN
    stay, turn = [0] * FORMATIONS, [0] * FORMATIONS
    total = weight = 0
    for call in range(2 * config.defenses[other(s.offense)]):
        shown = shown_by(s, config, call)
        stay[shown] += mix.calls[call] * notes.plays[code * terms.CALLS + call]
        turn[shown] += mix.calls[call] * notes.plays[(code ^ 1) * terms.CALLS + call]
        weight += mix.calls[call]
    for shown in range(FORMATIONS):
        total += max(stay[shown], turn[shown]) if turns else stay[shown]
    return total // weight if weight > 0 else UNKNOWN


@rule("BF-023", "BF-085", "BF-086")
def against_plays(s: Football, config: FootballConfig, notes: PlayWorths, mix: Mix, call: int) -> int:
    """The worth to the offense of its mixture of plays against one call."""
    defense = other(s.offense)
    if call >= 2 * config.defenses[defense] or config.call_type[defense][call] == terms.NONE:
        return UNKNOWN
    total = weight = 0
    for code in range(terms.PLAYS):
        if notes.plays[code * terms.CALLS + call] >= 0:
            side = mix.sides[code * FORMATIONS + shown_by(s, config, call)]
            total += side * notes.plays[code * terms.CALLS + call]
            weight += side
    return total // weight if weight > 0 else UNKNOWN


@rule("BF-023", "BF-220")
def weigh_calls_by_sheet(s: Football, config: FootballConfig, notes: PlayWorths, snap: Snap) -> None:
    """Fills in the worth of each call against the plays that the offense's sheet may have rolled."""
    likely = [0] * terms.PLAYS
    expect_sheet_plays(s, config, likely)
    weight = 0
    for code in range(terms.PLAYS):
        weight += likely[code]
    for call in range(2 * config.defenses[other(s.offense)]):
        if config.call_type[other(s.offense)][call] == terms.NONE:
            continue
        snap.call_by_sheet[call] = against_sheet_plays(notes, likely, call) // weight if weight > 0 else UNKNOWN
