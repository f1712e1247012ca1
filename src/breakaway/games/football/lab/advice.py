"""Help during a football match: what the coach `champion` would do, judged only from what the seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from breakaway.core.language import _, many, say
from breakaway.core.odds import ONE
from breakaway.core.state import copy, zeros
from breakaway.display.review import Suggestion
from breakaway.games.football.coaches import coaches, decisions
from breakaway.games.football.coaches.mixes import FORMATIONS, MIX, find_mix, new_mix
from breakaway.games.football.coaches.play_worth import FLAG, FORCE, NOTES, UNKNOWN, new_notes, weigh_plays
from breakaway.games.football.coaches.snaps import Snap, shown_by, weigh_snap
from breakaway.games.football.display.question import action
from breakaway.games.football.lab.review import option
from breakaway.games.football.rules import calls, play, terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.text import names

SELDOM = coaches.CHAMPION[coaches.LEAST]  # the champion never makes a choice that should come up less often than this
TENTH = 1_000  # a tenth of a percentage point: choices that differ by less look alike
FLAGS = (terms.CHALLENGE, terms.CHALLENGE_DEFENSE)


@dataclass
class AdvisedChoice:
    """A play or a call: its code, its chance of winning for the seat in millionths, and how often to make it.

    `weight` is a share of the weights of all choices; without a mixture it is 0. Choices that the rules cannot tell
    apart are one choice, under its first code.
    """

    code: int
    chance: int
    weight: int = 0


def advise(observation: FootballObservation) -> list[Suggestion]:
    """Suggestions for any question to a seat, the best first: of a mixture, what it calls most often."""
    phase = observation.view.phase
    if phase == terms.CALL:
        return to_attack(observation)
    if phase == terms.DEFENSE:
        return to_defend(observation)
    if phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        return to_turn(observation)
    return to_discard(observation) if phase == terms.DISCARD else to_answer(observation)


# --- Before the snap: plays, kicks and calls.


def to_attack(observation: FootballObservation) -> list[Suggestion]:
    """The mixture of plays or, against a sheet, the plays with the best odds; and the kicks, Hail Marys and kneels."""
    view, config, seat = copy(observation.view), observation.config, observation.seat
    at = int(view.returns)
    order = [0] * decisions.LONGEST_ORDER
    coaches.bring_cards_back(view, config, seat, order)
    snap = Snap()
    weigh_snap(view, config, seat, snap)
    going, plays = best_plays(view, config, seat, snap)
    kicks = list[tuple[int, Suggestion]]()
    for code in range(win_chances.FIELD_GOAL, win_chances.KNEEL + 1):
        if decisions.may_choose(view, config, seat, code):
            chance = decisions.worth_of_action(view, config, seat, code)
            coaches.put_action(view, config, seat, code, at, order)
            what, says = action(observation, order[at])
            kicks.append((chance, Suggestion(observation.write(order[: at + 2]), what, chance, says)))
    kicks.sort(key=lambda each: -each[0])
    better = [each for chance, each in kicks if chance > going or not plays]
    found, total = list[Suggestion](), sum(each.weight for each in plays)
    for each in plays:
        order[at : at + 2] = each.code, 0
        says = how_often(each.weight / total) if total else _("Judged against the dice of their sheet.")
        parts = [_("Only if you go for it."), says] if better else [says]
        what = names.play(observation.names, seat, each.code)
        found.append(Suggestion(observation.write(order[: at + 2]), what, each.chance, " ".join(parts)))
    if better:
        return [*better, *found]
    return [*found[:2], *(each for _chance, each in kicks), *found[2:]]


def best_plays(view: Football, config: FootballConfig, seat: int, snap: Snap) -> tuple[int, list[AdvisedChoice]]:
    """The seat's chance of winning if it calls a play, and the plays to call, best first.

    Leaves out plays that are illegal here, although the champion may take the penalty on purpose.
    """
    by_sheet = config.sheet[other(seat)] == 1
    legal = [code for code in range(terms.PLAYS) if calls.refuse_action(view, config, seat, [code], 0) == 0]
    legal = [code for code in legal if not play.illegal_by(config, view.line, config.play_type[seat][code])]
    found = dict[tuple[int, ...], AdvisedChoice]()
    least = sum(snap.play_weight) // SELDOM
    for code in legal:
        weight, chance = snap.play_weight[code], snap.play_chance[code]
        if by_sheet:
            weight, chance = 0, snap.play_by_sheet[code]
        elif weight <= least:
            continue
        add(found, alike(config, seat, code), AdvisedChoice(code, chance, weight))
    plays = best_first(found.values())
    if by_sheet:
        return (plays[0].chance if plays else UNKNOWN), plays
    return int(snap.chance), plays


def alike(config: FootballConfig, seat: int, code: int) -> tuple[int, ...]:
    """Numbers that are the same for plays that are called alike.

    If an audible can turn the card, its other play counts, too.
    """
    tables = (config.play_type, config.play_strength, config.play_low, config.play_minimum)
    sides = (code, code ^ 1) if config.audibles == 1 and config.sheet[other(seat)] == 0 else (code,)
    return (config.card_formation[seat][code // 2], *(each[seat][side] for side in sides for each in tables))


def add(found: dict[tuple[int, ...], AdvisedChoice], key: tuple[int, ...], new: AdvisedChoice) -> None:
    """Adds a choice to those found, or its weight to the one that is alike."""
    first = found.setdefault(key, new)
    if first is not new:
        first.weight += new.weight


def best_first(choices: Iterable[AdvisedChoice]) -> list[AdvisedChoice]:
    """The choices that are made most often first; among those, the ones that win most often."""
    return sorted(choices, key=lambda each: (-each.weight, -each.chance))


def how_often(share: float) -> str:
    """How often the best mixture makes a choice, in words."""
    if share >= 0.95:
        return _("Do this almost every time.")
    if share < 0.075:
        return _("Do this on about 1 of 20 snaps.")
    return say("Do this on about {n} of 10 snaps.", n=max(1, min(9, round(10 * share))))


def to_defend(observation: FootballObservation) -> list[Suggestion]:
    """The mixture of calls or, against a sheet, the calls with the best odds against the plays of the formation."""
    view, config, seat = copy(observation.view), observation.config, observation.seat
    snap, found = Snap(), dict[tuple[int, ...], AdvisedChoice]()
    weigh_snap(view, config, seat, snap)
    by_sheet = config.sheet[view.offense] == 1
    for call in range(2 * config.defenses[seat]):
        worth, weight = (snap.call_by_sheet[call], 0) if by_sheet else (snap.call_chance[call], snap.call_weight[call])
        seldom = not by_sheet and weight * SELDOM < sum(snap.call_weight)
        if worth == UNKNOWN or seldom or calls.refuse_defense(view, config, seat, [call, 0, 0], 0):
            continue
        numbers = config.call_type[seat][call], config.call_run[seat][call], config.call_pass[seat][call]
        add(found, (*numbers, shown_by(view, config, call)), AdvisedChoice(call, ONE - worth, weight))
    special, suggestions = int(coaches.uses_special_defense(view, config, seat)), list[Suggestion]()
    best = best_first(found.values())
    total = sum(each.weight for each in best)
    for each in best:
        run, passing = config.call_run[seat][each.code], config.call_pass[seat][each.code]
        parts = [say("{run} against runs, {other} against passes.", run=run, other=passing)]
        parts.append(how_often(each.weight / total) if total else _("Judged against the plays of their sheet."))
        what = names.defense_type(observation.names, config.call_type[seat][each.code])
        suggestions.append(Suggestion(observation.write([each.code, 0, special]), what, each.chance, " ".join(parts)))
    return suggestions


def to_turn(observation: FootballObservation) -> list[Suggestion]:
    """Both answers to the question whether to turn the card, now that the other side's formation is seen."""
    view, config, seat = observation.view, observation.config, observation.seat
    notes, mix = new_notes(zeros(NOTES)), new_mix(zeros(MIX))
    formation, defense = int(view.formation[view.offense]), other(view.offense)
    weigh_plays(view, config, notes, formation)
    find_mix(view, config, notes, formation, coaches.CHAMPION[coaches.ROUNDS], mix)
    shown, called, found = int(view.formation[defense]), int(view.call[seat]), list[AdvisedChoice]()
    for answer in (0, 1):
        if calls.refuse_audible(view, config, seat, answer):
            continue
        code = called ^ answer
        if seat == view.offense:
            cards = config.defense_formation[defense]
            pairs = [
                (code * terms.CALLS + call, mix.calls[call]) for call in range(terms.CALLS) if cards[call // 2] == shown
            ]
            weight = mix.sides[code * FORMATIONS + shown]
        else:
            each_play = range(terms.PLAYS)
            pairs = [(each * terms.CALLS + code, mix.sides[each * FORMATIONS + shown]) for each in each_play]
            weight = 0  # the other side's audible says nothing about its play
        worth = mean([(notes.plays[at], weight) for at, weight in pairs if notes.plays[at] >= 0])
        found.append(AdvisedChoice(answer, worth if seat == view.offense else ONE - worth, weight))
    if max(each.chance for each in found) - min(each.chance for each in found) >= 2 * TENTH:
        for each in found:  # one side is clearly better, as with a card that the best mixture hardly ever calls
            each.weight = 0
    total = sum(each.weight for each in found)
    found.sort(key=lambda each: (-each.weight, -(each.chance // TENTH)))  # if they look alike, the card stays
    said = (_("Leave your card as it is"), _("Turn your card around"))
    seen = _("Judged against the formation that you see.")
    return [
        Suggestion(
            observation.write([each.code]),
            said[each.code],
            each.chance,
            f"{seen} {how_often(each.weight / total)}" if total else seen,
        )
        for each in found
        if not total or each.weight * SELDOM >= total
    ]


def mean(values: Sequence[tuple[int, int]]) -> int:
    """The mean of pairs of a worth and its weight. If all weights are 0, they count alike."""
    total = sum(weight for _worth, weight in values)
    if total == 0:
        return sum(worth for worth, _weight in values) // max(1, len(values))
    return sum(worth * weight for worth, weight in values) // total


# --- Every other question.


def to_discard(observation: FootballObservation) -> list[Suggestion]:
    """The cards to give up or to take back. The chances of winning are the same whichever they are."""
    view, config, seat = observation.view, observation.config, observation.seat
    order = [0] * terms.CARDS
    decisions.choose_discards(view, config, seat, order)
    order = order[: abs(view.owed[seat])]
    cards = ", ".join(str(card + 1) for card in order)
    what = many("card {cards}", "cards {cards}", len(order), cards=cards)
    if view.owed[seat] > 0:
        says = _("Of your hand, this gains least on an ordinary down.")
    else:
        says = _("Of your discards, this gains most on an ordinary down.")
    chance = win_chances.chance_to_win(view, config, seat)
    return [Suggestion(observation.write(order), names.capital(what), chance, says)]


def to_answer(observation: FootballObservation) -> list[Suggestion]:
    """The answers to a question with a few of them, judged as the coaches judge them."""
    view, config, seat = observation.view, observation.config, observation.seat
    found = list[Suggestion]()
    for code in range(decisions.answers_to_weigh(view, config)):
        chance = max(0, min(ONE, decisions.worth_of_answer(view, config, seat, code)))
        what = kickoff(code) if view.phase == terms.KICK else option(view.phase, code)
        found.append(Suggestion(observation.write([code]), names.capital(what), chance, why(view, config, code)))
    return sorted(found, key=lambda each: -each.chance)


def kickoff(code: int) -> str:
    """The name of a kind of kickoff."""
    return _("an onside kick") if code else _("a deep kick")


def why(view: Football, config: FootballConfig, code: int) -> str:
    """What the chance of an answer rests on."""
    if view.phase in FLAGS and code == decisions.YES:
        return price(_("You may need the flag later, so it counts {points} points."), FLAG)
    if view.phase == terms.DEFENSE_PICK and code == play.FORCED:
        return price(_("You can force a turnover only once, so it counts {points} points."), FORCE)
    if view.phase == terms.ICE and decisions.answers_to_weigh(view, config) == 1:
        return _("Keep the time out until the half ends.")
    if view.phase in (terms.TOSS, terms.TIME, terms.OFFENSE_TIME):
        return _("The chance of winning from here.")
    return _("An average over everything that can still happen in this play.")


def price(text: str, millionths: int) -> str:
    """A sentence with a price in percentage points."""
    return text.format(points=f"{100 * millionths / ONE:.1f}")
