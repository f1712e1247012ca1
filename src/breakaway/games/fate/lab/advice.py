"""Help while playing FATE football: the best calls and answers, judged only from what the seat sees."""

from __future__ import annotations

from breakaway.core.language import _, decimal, marked, say
from breakaway.core.odds import ONE
from breakaway.display.review import Suggestion, imagined
from breakaway.games.fate.lab.judging import order_of, outlook_of, weigh_answers, weigh_calls
from breakaway.games.fate.lab.outlook import FateOutlook
from breakaway.games.fate.lab.words import answer_name, call_name, defense_name
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.interface import side_of
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
    """Suggestions for a call, or for any other answer that can be judged. Of a mix, what comes most often is first."""
    s, config, seat = imagined(observation), observation.config, observation.seat
    outlook = outlook_of(config)
    if s.phase == terms.CALL:
        attacks = side_of(config, seat) == s.offense
        name, told = (call_name, gained) if attacks else (defense_name, allowed)
        found = []
        for each in weigh_calls(s, outlook, attacks).options:
            says = " ".join(part for part in (how_often(each.share / ONE), told(outlook, s, each.code)) if part)
            text = observation.write(order_of(each.code, attacks))
            found.append(Suggestion(text, upper_first(name(each.code)), each.chance, says))
        return found
    weighed = sorted(weigh_answers(s, config, seat, outlook), key=lambda each: -each.chance)
    return [
        Suggestion(
            observation.write([each.code]),
            upper_first(answer_name(s.phase, each.code)),
            each.chance,
            reason(s, outlook, each.code),
        )
        for each in weighed
        if len(weighed) > 1
    ]


def how_often(share: float) -> str:
    """How often the best mix makes a call, in words. Empty for a call that it never makes."""
    return say("Call it on about {n} of 100 snaps.", n=max(1, round(100 * share))) if share > 0 else ""


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
        yards=decimal(mean),
        n=round(100 * made(outlook, s, play)),
    )


def allowed(outlook: FateOutlook, s: Fate, call: int) -> str:
    """What the usual plays gain against a defense, in a sentence."""
    legal = sorted({play for play, _defense in outlook.grid(s)})
    mix = shares([outlook.mixes(s)[0][play] for play in legal])
    mean = sum(share * yards(outlook, play, call) for play, share in zip(legal, mix, strict=True))
    return say("Against this defense, the usual plays gain {yards} yards on average.", yards=decimal(mean))
