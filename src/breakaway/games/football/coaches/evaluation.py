"""What the coaches think of a snap, for programs: the matrix of plays and calls, the mixtures, the sheets' odds."""

from __future__ import annotations

from breakaway.core.language import UserError, say
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.games.football.coaches.coaches import CHAMPION, LOOKS, ROUNDS, bring_cards_back
from breakaway.games.football.coaches.decisions import LONGEST_ORDER
from breakaway.games.football.coaches.mixes import (
    FORMATIONS,
    Mix,
    best_formation,
    expect_sheet_plays,
    find_mix,
    new_mix,
    worth_against_sheet,
)
from breakaway.games.football.coaches.play_worth import ALL, PlayWorths, new_notes, prepare, weigh_plays
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.text.names import side
from breakaway.games.football.text.orders import written_action
from breakaway.players.evaluation import Evaluation


def evaluate(observation: FootballObservation) -> Evaluation:
    """The worth of all plays in hand against all calls, for the seat that makes its call now.

    The defense sees the plays of the formation that the offense shows. Raises UserError at any other time.
    """
    view, config, seat = copy(observation.view), observation.config, observation.seat
    if view.phase not in (terms.CALL, terms.DEFENSE) or not observation.is_asked():
        raise UserError(say("there is nothing to evaluate now; ask a seat that makes its call of a play or a defense"))
    if view.phase == terms.CALL:
        bring_cards_back(view, config, seat, [0] * LONGEST_ORDER)
    notes, mix = new_notes(), new_mix()
    formation = ALL if view.phase == terms.CALL else int(view.formation[view.offense])
    weigh_plays(view, config, notes, formation)
    if formation == ALL:
        formation = best_formation(view, config, notes, CHAMPION[LOOKS], mix)
    find_mix(view, config, notes, formation, CHAMPION[ROUNDS], mix)
    plays = [
        code for code in range(terms.PLAYS) if max(notes.plays[code * terms.CALLS : (code + 1) * terms.CALLS]) >= 0
    ]
    calls = [code for code in range(terms.CALLS) if notes.plays[plays[0] * terms.CALLS + code] >= 0]
    worth = [[seen_by(view, seat, notes.plays[play * terms.CALLS + call]) for call in calls] for play in plays]
    return Evaluation(
        chance=seen_by(view, seat, mix.worth[0]),
        plays=tuple(written_action(code, 0, config, view, view.offense) for code in plays),
        calls=tuple(side(code) for code in calls),
        worth=tuple(map(tuple, worth)),
        play_mix=shares([play_share(config, mix, view, code) for code in plays]),
        call_mix=shares([mix.calls[code] for code in calls]),
        sheet=tuple(by_sheet(view, config, seat, notes, plays, calls, worth)),
    )


def seen_by(view: Football, seat: int, worth: int) -> float:
    """The chance of winning of this seat; `worth` is the offense's, in millionths."""
    return (worth if seat == view.offense else ONE - worth) / ONE


def shares(weights: list[int]) -> tuple[float, ...]:
    """The weights as shares of their sum."""
    return tuple(each / sum(weights) for each in weights)


def play_share(config: FootballConfig, mix: Mix, view: Football, code: int) -> int:
    """How often a play is called, as a weight: over all formations in which the defense may line up."""
    defense, total = other(view.offense), 0
    turns = config.audibles == 1 and config.sheet[defense] == 0
    for call in range(2 * config.defenses[defense]):
        shown = int(config.defense_formation[defense][call // 2]) if turns else 0
        total += mix.calls[call] * mix.sides[code * FORMATIONS + shown]
    return total


def by_sheet(
    view: Football,
    config: FootballConfig,
    seat: int,
    notes: PlayWorths,
    plays: list[int],
    calls: list[int],
    worth: list[list[float]],
) -> list[float]:
    """The seat's chance with each of its choices against a sheet, or an empty list if a person or coach plays."""
    if config.sheet[other(seat)] == 0:
        return []
    if seat == view.offense:
        e = copy(view)
        prepare(e, config)
        return [worth_against_sheet(e, config, notes, code) / ONE for code in plays]
    likely = [0] * terms.PLAYS
    expect_sheet_plays(view, config, likely)
    rolled = shares([likely[code] for code in plays])
    return [sum(p * row[j] for p, row in zip(rolled, worth, strict=True)) for j in range(len(calls))]
