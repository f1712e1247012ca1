"""The question that FATE asks a seat on a page: a button for each legal answer, and the dice of each call."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.game import Order
from breakaway.core.language import _, many, marked, say
from breakaway.display.match_page import Ask, Button, Pick, orders
from breakaway.games.fate.display.faces import thrown_in
from breakaway.games.fate.display.svg import lower_situation, situation
from breakaway.games.fate.rules import calls, goal_kicks, terms
from breakaway.games.fate.rules.injuries import man_on_field, side_of_position
from breakaway.games.fate.rules.state import FateObservation
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.words import on_offense

Answer = tuple[str, str, str]  # label, key, what it means

PLAYS = (
    (marked("through the middle"), "i"),
    (marked("around the end"), "o"),
    (marked("a short throw behind the rushers"), "c"),
    (marked("the sure throw"), "q"),
    (marked("the middle distance"), "s"),
    (marked("deep downfield"), "l"),
)
OVERLAYS = {
    (terms.DRAW, terms.RUN_INSIDE): (marked("looks like a pass"), "d"),
    (terms.DRAW, terms.RUN_OUTSIDE): (marked("looks like a pass"), "w"),
    (terms.PLAY_ACTION, terms.SHORT): (marked("looks like a run"), "a"),
    (terms.PLAY_ACTION, terms.LONG): (marked("looks like a run"), "p"),
}
DEFENSE_KEYS = ("r", "n", "p", "v", "b")
USUAL = (
    terms.DECLARE,
    terms.TRY,
    terms.KICK,
    terms.TIME,
    terms.TIME_DEFENSE,
    terms.WHISTLE,
)  # questions whose first answer is what most people give
SIDELINE = marked("Head for the sideline: two yards less, and the clock stops")
SECRET = marked("Choose in secret. Nobody sees your choice until both calls are made.")
SEAL = marked("Seal it")
FREE_OFFENSE = marked("run inside, or -..")
FREE_DEFENSE = marked("neutral, or 0.")


def ask(observation: FateObservation) -> Ask:
    """The question of this phase, with its buttons."""
    view = observation.view
    if view.phase == terms.CALL:
        return (
            _offense(observation) if on_offense(observation.config, view, observation.seat) else _defense(observation)
        )
    question, answers = QUESTIONS[view.phase](observation)
    buttons = []
    for code in observation.menu([]):
        label, key, says = answers[code]
        buttons.append(
            Button(
                observation.write([code]), label, key, says, kind="main" if code == 0 and view.phase in USUAL else ""
            )
        )
    return Ask(question, tuple(buttons))


# --- calls


def _offense(observation: FateObservation) -> Ask:
    view, config = observation.view, observation.config
    found = [order for order in orders(observation, []) if order[3:] != [1]]
    found.sort(key=lambda order: _play_of(observation, order)[::-1])
    extras = (Pick("sideline", _(SIDELINE)),) if config.sideline else ()
    buttons = tuple(_play_button(observation, order) for order in found)
    question = say("Your play. {where}.", where=situation(view))
    return Ask(question, buttons, extras=extras, free=_(FREE_OFFENSE), note=_(SECRET), press=_(SEAL))


def _play_of(observation: FateObservation, order: Order) -> tuple[int, int]:
    """The base play and the overlay that the dice of an order stand for."""
    overlay = terms.NEITHER if order[2] == terms.NO_DIE else observation.config.offense_die[2][order[2] - 1]
    return calls.base_play(observation.config, order), overlay


def _play_button(observation: FateObservation, order: Order) -> Button:
    base, overlay = _play_of(observation, order)
    means, key = OVERLAYS[overlay, base] if overlay else PLAYS[base]
    cells = [calls.matrix_modifier(observation.config, base, overlay, defense) for defense in range(terms.DEFENSES)]
    odds = _extremes(cells, called.DEFENSE_WORDS, marked("{modifier} against {calls}"))
    kind = "run" if base <= terms.RUN_OUTSIDE else "pass"
    label = called.upper_first(called.play(base, overlay))
    return Button(observation.write(order), label, key, f"{_(means)}; {odds}", kind=kind, svg=thrown_in(order[:3]))


def calls_of(observation: FateObservation, asked: Ask) -> list[tuple[int, Button]]:
    """The buttons that make a call, each with the row (offense) or column (defense) of its call in the matrix."""
    view, found = observation.view, list[tuple[int, Button]]()
    if view.phase != terms.CALL:
        return found
    attacks = on_offense(observation.config, view, observation.seat)
    for button in asked.buttons:
        order = observation.read(button.order)[0]
        if attacks:
            base, overlay = _play_of(observation, order)
            found.append((overlay or base, button))
        else:
            found.append((_defense_of(observation, order), button))
    return found


def _defense(observation: FateObservation) -> Ask:
    view = observation.view
    buttons = []
    for order in sorted(orders(observation, []), key=lambda each: _defense_of(observation, each)):
        defense = _defense_of(observation, order)
        cells = [observation.config.matrix[base][defense] for base in range(len(called.BASE_WORDS))]
        says = _extremes(cells, called.BASE_WORDS, marked("{modifier} on {calls}"), best_first=False)
        drawn = thrown_in(order[:2])
        label = called.upper_first(called.defense(defense))
        buttons.append(Button(observation.write(order), label, DEFENSE_KEYS[defense], says, svg=drawn))
    team = called.team(observation.names, view.offense)
    question = say("Your defense. {team:has} {where}.", team=team, where=lower_situation(view))
    return Ask(question, tuple(buttons), free=_(FREE_DEFENSE), note=_(SECRET), press=_(SEAL))


def _defense_of(observation: FateObservation, order: Order) -> int:
    first, second = order[:2]
    dice = observation.config.defense_die
    return int(dice[0][first - 1] if first != terms.NO_DIE else dice[1][second - 1])


def _extremes(cells: list[int], names: tuple[str, ...], text: str, best_first: bool = True) -> str:
    """The most and the least that the matrix adds, with the opposing calls: `+2 against run, -2 against prevent`."""
    worth = [-9 if each == terms.PASS_RUSH else each for each in cells]
    said = list[str]()
    for most in (max(worth), min(worth)) if best_first else (min(worth), max(worth)):
        if most == 0 or (said and max(worth) == min(worth)):
            continue
        where = [called.printed(name) for name, each in zip(names, worth, strict=True) if each == most]
        said.append(
            say(text, modifier=called.cell(terms.PASS_RUSH if most == -9 else most), calls=called.listed(where))
        )
    return ", ".join(said) or _("the matrix does not change the roll")


# --- answers to the other questions


def _choice(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    if observation.view.quarter == terms.OVERTIME:
        return _("You have won the overtime toss"), (
            (_("Receive"), "r", _("have the ball first")),
            (_("Kick"), "k", _("the other side has the ball first")),
        )
    return _("You have won the toss"), (
        (_("Receive"), "r", _("have the ball first; kick off the second half")),
        (_("Kick off"), "k", _("have the ball first in the second half")),
    )


def _kick(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    return _("How do you kick off?"), (
        (_("Kick deep"), "k", _("the ball is fielded and returned")),
        (_("Onside kick"), "o", _("a kick of ten yards: on +2 or more it is your ball, otherwise theirs")),
    )


def _declare(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    needs = _needs(observation, goal_kicks.distance(observation.view))
    return say("Your ball. {where}.", where=situation(observation.view)), (
        (_("Call a play"), "p", _("then both sides call in secret, with dice")),
        (_("Punt"), "u", _("40 yards, plus 5 for each point of the roll")),
        (_("Field goal"), "f", say("three points; {needs}", needs=needs)),
        (_("Kneel"), "k", _("you lose a yard, and the clock runs")),
        (_("Spike the ball"), "s", _("you lose a down, and the clock stops")),
    )


def _needs(observation: FateObservation, yards: int) -> str:
    config = observation.config
    band = goal_kicks.band_of(config, yards)
    if band == goal_kicks.NO_BAND:
        return _("too far from here")
    need = called.signed(config.band_difficulty[band] + config.beat)
    return say("{yards}: good on {need} or more", yards=called.yards(yards), need=need)


def _try(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    need = called.signed(observation.config.band_difficulty[0] + observation.config.beat)
    return _("The try after the touchdown"), (
        (_("Kick"), "k", say("one point: good on {need} or more", need=need)),
        (_("Go for two"), "t", _("two points: one play from the 2")),
    )


def _option(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    view, names = observation.view, observation.names
    foul = called.upper_first(called.foul(view.foul))
    if view.foul == terms.OUT_OF_BOUNDS:
        return say("{foul}: what do you choose?", foul=foul), (
            (_("Decline"), "d", _("the result of the play stands")),
            (_("Make them kick again"), "k", _("from five yards farther back")),
            (_("Take the ball"), "b", _("on your own 35")),
        )
    return say("{foul} on {team}. Accept the penalty?", foul=foul, team=called.team(names, view.fouler)), (
        (_("Decline"), "d", _("the result of the play stands")),
        (_("Accept"), "a", _("the yards are marked off; near a goal line, half the distance")),
    )


def _hurt(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    view, found = observation.view, list[Answer]()
    for number, position in enumerate(observation.config.injured[view.group], 1):
        if position >= len(called.POSITION_NAMES):
            continue
        side = side_of_position(view, position)
        man = called.man(observation.names, side, position, man_on_field(view, side, position))
        whose = say("of {team}", team=called.team(observation.names, side))
        found.append((called.upper_first(man), str(number), whose))
    return _("A player is hurt. Choose which one."), tuple(found)


def _time(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    side = observation.view.offense if observation.view.phase == terms.TIME else 1 - observation.view.offense
    left = observation.view.time_outs[side]
    has = many(
        "the play takes 15 seconds; you have {n} time out", "the play takes 15 seconds; you have {n} time outs", left
    )
    time = called.time(observation.view.clock)
    return say("{time} left, and the clock is running. Call a time out?", time=time), (
        (_("Let the clock run"), "n", _("the play takes 30 seconds")),
        (_("Time out"), "t", has),
    )


def _whistle(observation: FateObservation) -> tuple[str, tuple[Answer, ...]]:
    return _("Play on? The umpire can still rule on the last play."), (
        (_("Play on"), "o", _("the play stands, and the umpire can no longer rule on it")),
    )


QUESTIONS: dict[int, Callable[[FateObservation], tuple[str, tuple[Answer, ...]]]] = {
    terms.CHOICE: _choice,
    terms.KICK: _kick,
    terms.DECLARE: _declare,
    terms.TRY: _try,
    terms.OPTION: _option,
    terms.HURT_WHO: _hurt,
    terms.TIME: _time,
    terms.TIME_DEFENSE: _time,
    terms.WHISTLE: _whistle,
}
