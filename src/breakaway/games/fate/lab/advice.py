"""Help while playing FATE football: the best calls and answers, found with exact odds from what the seat sees."""

from __future__ import annotations

from breakaway.core.game import Order
from breakaway.core.language import _, marked, say
from breakaway.display.review import Suggestion, imagined
from breakaway.games.fate.coaches.calls import put_defense, put_offense
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.lab.review import answers, can_judge, means
from breakaway.games.fate.lab.words import answer_name, call_name, defense_name
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.contract import side_of
from breakaway.games.fate.rules.state import Fate, FateObservation
from breakaway.games.fate.text.names import upper_first

REASONS = {
    (terms.DECLARE, terms.PUNT_IT): marked("A punt trades the ball for field position."),
    (terms.DECLARE, terms.KICK_IT): marked("Three points now, instead of a chance at more."),
    (terms.DECLARE, terms.KNEEL): marked("A kneel runs the clock without risk."),
    (terms.DECLARE, terms.SPIKE): marked("A spike stops the clock at the cost of a down."),
    (terms.TRY, terms.GO_FOR_TWO): marked("A second point changes how much the other side must score."),
    (terms.TRY, terms.KICK_POINT): marked("The kick is almost sure to be good."),
}


def advise(observation: FateObservation) -> list[Suggestion]:
    """Suggestions for a call, or for any other answer that the odds can judge."""
    s, outlook, seat = imagined(observation), FateOutlook(observation.config), observation.seat
    if s.phase == terms.CALL:
        plays, defenses = means(outlook, s)
        attacks = side_of(observation.config, seat) == s.offense
        return [
            Suggestion(observation.write(order), upper_first(what), chance, reason)
            for order, what, chance, reason in (
                (
                    (_order(play, True), call_name(play), chance, gained(outlook, s, play))
                    for play, chance in plays.items()
                )
                if attacks
                else (
                    (_order(call, False), defense_name(call), chance, allowed(outlook, s, call))
                    for call, chance in defenses.items()
                )
            )
        ]
    if not can_judge(s, observation.config):
        return []
    return [
        Suggestion(observation.write([code]), upper_first(answer_name(s.phase, code)), chance, reason(s, outlook, code))
        for code, chance in answers(outlook, s, seat).items()
    ]


def _order(number: int, attacks: bool) -> Order:
    out = [0, 0, 0] if attacks else [0, 0]
    (put_offense if attacks else put_defense)(number, out)
    return out


def reason(s: Fate, outlook: FateOutlook, code: int) -> str:
    """Why an answer is worth considering."""
    if s.phase == terms.DECLARE and code == terms.PLAY:
        best = max(made(outlook, s, play) for play in {play for play, _defense in outlook.grid(s)})
        return say("{n} times in 100, the best call reaches the line to gain.", n=round(100 * best))
    if (s.phase, code) in REASONS:
        return _(REASONS[s.phase, code])
    return _("An average over everything that can happen next.")


def shares(numbers: list[int]) -> list[float]:
    """Turns numbers into shares that add up to 1."""
    total = sum(numbers)
    return [each / total if total else 1 / len(numbers) for each in numbers]


def made(outlook: FateOutlook, s: Fate, play: int) -> float:
    """The chance that a play reaches the line to gain or the goal line, against the usual defenses."""
    needed = s.marker - s.ball
    mix = shares(outlook.mixes(s)[1])
    return sum(
        mix[call] * p
        for call in range(len(mix))
        for end, p in outlook.chances[play, call]
        if not end.lost and end.moved >= needed
    )


def yards(outlook: FateOutlook, play: int, call: int) -> float:
    """The yards that a play gains on average against one defense."""
    return sum(end.gain * p for end, p in outlook.chances[play, call])


def gained(outlook: FateOutlook, s: Fate, play: int) -> str:
    """What a play gains against the usual defenses, in a sentence."""
    mix = shares(outlook.mixes(s)[1])
    mean = sum(share * yards(outlook, play, call) for call, share in enumerate(mix))
    return say(
        (
            "Against the usual defenses, this play gains {yards} yards on average and reaches the line to gain "
            "{n} times in 100."
        ),
        yards=f"{mean:.1f}",
        n=round(100 * made(outlook, s, play)),
    )


def allowed(outlook: FateOutlook, s: Fate, call: int) -> str:
    """What the usual plays gain against a defense, in a sentence."""
    legal = sorted({play for play, _defense in outlook.grid(s)})
    mix = shares([outlook.mixes(s)[0][play] for play in legal])
    mean = sum(share * yards(outlook, play, call) for play, share in zip(legal, mix, strict=True))
    return say("Against this defense, the usual plays gain {yards} yards on average.", yards=f"{mean:.1f}")
