"""Help during a football match: what the coach `champion` would do, judged only from what the seat sees."""

from __future__ import annotations

from collections.abc import Iterable

from breakaway.core.language import _, decimal, many, marked, say
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.review import Suggestion
from breakaway.games.football.coaches import coaches, decisions
from breakaway.games.football.coaches.play_worth import FLAG, FORCE
from breakaway.games.football.display.question import action
from breakaway.games.football.lab.judging import (
    SELDOM,
    TENTH,
    KnownSnaps,
    WeighedCall,
    WeighedOption,
    weigh_answers,
    weigh_audible,
    weigh_call,
    weigh_defense,
)
from breakaway.games.football.rules import play, terms, win_chances
from breakaway.games.football.rules.order_of_play import RECEIVE
from breakaway.games.football.rules.play import CORNER, EVENT, FORCED
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation, other
from breakaway.games.football.text import names

FLAGS = (terms.CHALLENGE, terms.CHALLENGE_DEFENSE)


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
    found = weigh_call(view, config, seat, KnownSnaps(config))
    order = [0] * decisions.LONGEST_ORDER
    coaches.bring_cards_back(view, config, seat, order)
    kicks = list[tuple[int, Suggestion]]()
    for each in found.kicks:
        coaches.put_action(view, config, seat, each.code, at, order)
        what, says = action(observation, order[at])
        kicks.append((each.chance, Suggestion(observation.write(order[: at + 2]), what, each.chance, says)))
    plays = plays_to_call(view, config, seat, found)
    going = plays[0].chance if plays and not plays[0].weight else found.going
    better = [each for chance, each in kicks if chance > going or not plays]
    said, total = list[Suggestion](), sum(each.weight for each in plays)
    for each in plays:
        order[at : at + 2] = each.code, 0
        says = how_often(each.weight / total) if total else _("Judged against the dice of their sheet.")
        parts = [_("Only if you go for it."), says] if better else [says]
        what = names.play(observation.names, seat, each.code)
        said.append(Suggestion(observation.write(order[: at + 2]), what, each.chance, " ".join(parts)))
    if better:
        return [*better, *said]
    return [*said[:2], *(each for _chance, each in kicks), *said[2:]]


def plays_to_call(view: Football, config: FootballConfig, seat: int, found: WeighedCall) -> list[WeighedOption]:
    """The plays to call, best first.

    Leaves out plays that are illegal here, although the champion may take the penalty on purpose.
    """
    by_sheet = config.sheet[other(seat)] == 1
    least = 0 if by_sheet else sum(each.weight for each in found.plays) // SELDOM
    legal = [each for each in found.plays if not play.illegal_by(config, view.line, config.play_type[seat][each.code])]
    return best_first(each for each in legal if by_sheet or each.weight > least)


def best_first(choices: Iterable[WeighedOption]) -> list[WeighedOption]:
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
    view, config, seat = observation.view, observation.config, observation.seat
    found = weigh_defense(view, config, seat, KnownSnaps(config)).calls
    whole = sum(each.weight for each in found)
    best = best_first(each for each in found if not whole or each.weight * SELDOM >= whole)
    special, suggestions = int(coaches.uses_special_defense(view, config, seat)), list[Suggestion]()
    total = sum(each.weight for each in best)
    for each in best:
        run, passing = config.call_run[seat][each.code], config.call_pass[seat][each.code]
        parts = [say("{run} against runs, {other} against passes.", run=run, other=passing)]
        parts.append(how_often(each.weight / total) if total else _("Judged against the plays of their sheet."))
        what = names.defense_type(observation.names, config.call_type[seat][each.code])
        suggestions.append(Suggestion(observation.write([each.code, 0, special]), what, each.chance, " ".join(parts)))
    return suggestions


SAID = (marked("Leave your card as it is"), marked("Turn your card around"))


def to_turn(observation: FootballObservation) -> list[Suggestion]:
    """Both answers to the question whether to turn the card, now that the other side's formation is seen."""
    view, config, seat = observation.view, observation.config, observation.seat
    found = weigh_audible(view, config, seat, KnownSnaps(config))
    total = sum(each.weight for each in found)
    found.sort(key=lambda each: (-each.weight, -(each.chance // TENTH)))  # if they look alike, the card stays
    seen = _("Judged against the formation that you see.")
    return [
        Suggestion(
            observation.write([each.code]),
            _(SAID[each.code]),
            each.chance,
            f"{seen} {how_often(each.weight / total)}" if total else seen,
        )
        for each in found
        if not total or each.weight * SELDOM >= total
    ]


# --- Every other question.


def to_discard(observation: FootballObservation) -> list[Suggestion]:
    """The cards to give up or to take back. The chances of winning are the same whichever they are."""
    view, config, seat = observation.view, observation.config, observation.seat
    order = [0] * terms.CARDS
    decisions.choose_discards(view, config, seat, order)
    order = order[: abs(view.owed[seat])]
    cards = ", ".join(card_named(observation, card) for card in order)
    what = many("card {cards}", "cards {cards}", len(order), cards=cards)
    if view.owed[seat] > 0:
        says = _("Of your hand, this gains least on an ordinary down.")
    else:
        says = _("Of your discards, this gains most on an ordinary down.")
    chance = win_chances.chance_to_win(view, config, seat)
    return [Suggestion(observation.write(order), names.capital(what), chance, says)]


def card_named(observation: FootballObservation, card: int) -> str:
    """A card of one's own as the hand shows it, by its two plays, because not every hand shows its number."""
    if not names.is_entered(observation.names, observation.seat, card):
        return str(card + 1)
    return " / ".join(observation.names["cards"][observation.seat][card]["plays"])


def to_answer(observation: FootballObservation) -> list[Suggestion]:
    """The answers to a question with a few of them, judged as the coaches judge them."""
    view, config, seat = observation.view, observation.config, observation.seat
    found = list[Suggestion]()
    for each in weigh_answers(view, config, seat):
        what = names.capital(answer_text(view.phase, each.code))
        found.append(Suggestion(observation.write([each.code]), what, each.chance, why(view, config, each.code)))
    return sorted(found, key=lambda each: -each.chance)


def answer_text(phase: int, code: int) -> str:
    """An answer to a question with a few of them, in words."""
    return kickoff(code) if phase == terms.KICK else option(phase, code)


def kickoff(code: int) -> str:
    """The name of a kind of kickoff."""
    return _("an onside kick") if code else _("a deep kick")


def why(view: Football, config: FootballConfig, code: int) -> str:
    """What the chance of an answer rests on."""
    if view.phase in FLAGS and code == decisions.YES:
        return price(_("You may need the flag later, so it counts {points} percentage points."), FLAG)
    if view.phase == terms.DEFENSE_PICK and code == play.FORCED:
        return price(_("You can force a turnover only once, so it counts {points} percentage points."), FORCE)
    if view.phase == terms.ICE and decisions.answers_to_weigh(view, config) == 1:
        return _("Keep the time out until the half ends.")
    if view.phase in (terms.TOSS, terms.TIME, terms.OFFENSE_TIME):
        return _("The chance of winning from here.")
    return _("An average over everything that can still happen in this play.")


def price(text: str, millionths: int) -> str:
    """A sentence with a price in percentage points."""
    return text.format(points=decimal(100 * millionths / ONE))


def option(phase: int, code: int) -> str:
    """An option in words."""
    if phase == terms.TOSS:
        return _("receiving") if code == RECEIVE else _("kicking off")
    if phase in (terms.TIME, terms.OFFENSE_TIME):
        return _("a time out") if code else _("no time out")
    if phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return _("throwing the flag") if code else _("keeping the flag")
    if phase == terms.PENALTY:
        return _("accepting the penalty") if code else _("declining the penalty")
    if phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return {EVENT: _("the event"), CORNER: _("the corner"), FORCED: _("a forced turnover")}[code]
    if phase == terms.ICE:
        return _("icing the kicker") if code else _("not icing the kicker")
    return _("using the ability") if code else _("not using the ability")
