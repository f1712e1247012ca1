"""What the coaches think of a snap, for programs: the matrix of plays and calls, the mixtures, the sheets' odds."""

from __future__ import annotations

from breakaway.core.language import UserError, say
from breakaway.core.odds import ONE
from breakaway.games.football.coaches.snaps import Snap, weigh_snap
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.text.names import side
from breakaway.games.football.text.orders import written_action
from breakaway.players.evaluation import Evaluation


def evaluate(observation: FootballObservation) -> Evaluation:
    """The worth of all plays in hand against all calls, for the seat that makes its call now.

    The defense sees the plays of the formation that the offense shows. Raises UserError at any other time.
    """
    must_call(observation)
    snap = Snap()
    weigh_snap(observation.view, observation.config, observation.seat, snap)
    return as_evaluation(observation.view, observation.config, observation.seat, snap)


def must_call(observation: FootballObservation) -> None:
    """Raises UserError unless the seat makes its call of a play or a defense now."""
    if observation.view.phase not in (terms.CALL, terms.DEFENSE) or not observation.is_asked():
        raise UserError(say("there is nothing to evaluate now; ask a seat that makes its call of a play or a defense"))


def as_evaluation(view: Football, config: FootballConfig, seat: int, snap: Snap) -> Evaluation:
    """The chances of this seat and the shares of the mixtures, as fractions."""
    plays = [code for code in range(terms.PLAYS) if max(snap.worth[code]) >= 0]
    if not plays:
        raise UserError(say("there is nothing to evaluate now; no play of the hand is legal here"))
    calls = [code for code in range(terms.CALLS) if snap.worth[plays[0]][code] >= 0]
    attacks = seat == view.offense
    by_sheet = [snap.play_by_sheet[code] for code in plays] if attacks else [snap.call_by_sheet[code] for code in calls]
    return Evaluation(
        chance=seen_by(attacks, snap.chance),
        plays=tuple(written_action(code, 0, config, view, view.offense) for code in plays),
        calls=tuple(side(code) for code in calls),
        worth=tuple(tuple(seen_by(attacks, snap.worth[play][call]) for call in calls) for play in plays),
        play_mix=shares([snap.play_weight[code] for code in plays]),
        call_mix=shares([snap.call_weight[code] for code in calls]),
        sheet=tuple(seen_by(attacks, each) for each in by_sheet) if min(by_sheet) >= 0 else (),
    )


def seen_by(attacks: bool, worth: int) -> float:
    """The chance of winning of the side that asks; `worth` is the offense's, in millionths."""
    return (worth if attacks else ONE - worth) / ONE


def shares(weights: list[int]) -> tuple[float, ...]:
    """The weights as shares of their sum."""
    total = sum(weights)
    return tuple(each / total for each in weights)
