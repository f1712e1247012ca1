"""The question to a seat: its sentence, its answers and its calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from breakaway.core.game import Order
from breakaway.core.language import _, many, marked, say
from breakaway.core.rules import DECLARED, Event
from breakaway.display.match_page import Ask, Button, CallCell, CallGrid, CallRow, Dice, DiceRoll, Pick, Rung, orders
from breakaway.games.fate.display.field import ALWAYS_RUN, has_total, lit, lower_situation, situation, thrown_in
from breakaway.games.fate.display.log import table_of
from breakaway.games.fate.rules import calls, kicks, plays, terms
from breakaway.games.fate.rules import events as happened
from breakaway.games.fate.rules.contests_and_injuries import man_on_field, side_of_position
from breakaway.games.fate.rules.state import Fate, FateConfig, FateObservation
from breakaway.games.fate.text import names as called
from breakaway.games.fate.text.ahead import calling, no_time_out
from breakaway.games.fate.text.words import on_offense

# --- The question that FATE asks a seat on a page: a button for each legal answer, and the dice of each call.


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
    terms.TRY,
    terms.KICK,
    terms.TIME,
    terms.TIME_DEFENSE,
    terms.WHISTLE,
)  # questions whose first answer is what most people give
SIDELINE = marked("Head for the sideline: two yards less, and the clock stops")
TIME_OUT = marked("Call a time out after this play, if that shortens it")
DECLARED_INSTEAD = {
    terms.PUNT_IT: (marked("Punt"), "u", marked("40 yards, plus 5 for each point of the roll")),
    terms.KICK_IT: (marked("Field goal"), "f", marked("three points; {needs}")),
    terms.KNEEL: (marked("Kneel"), "k", marked("you lose a yard, and the clock runs")),
    terms.SPIKE: (marked("Spike the ball"), "x", marked("you lose a down, and the clock stops")),
}
SECRET = marked("Your choice is secret until both calls are made.")
SEAL = marked("Seal it")
FREE_OFFENSE = marked("run inside, or -..")
FREE_DEFENSE = marked("neutral, or 0.")


def ask(observation: FateObservation) -> Ask:
    """The question of this phase, with its buttons."""
    view = observation.view
    if view.phase == terms.DECLARE or (view.phase == terms.CALL and _attacks(observation)):
        return _offense(observation)
    if view.phase == terms.CALL:
        return _defense(observation)
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


def _attacks(observation: FateObservation) -> bool:
    return on_offense(observation.config, observation.view, observation.seat)


def _offense(observation: FateObservation) -> Ask:
    """The offense's call. Before it has declared a play, its kicks, kneels and spikes stand beside the calls."""
    view, config = observation.view, observation.config
    is_declared = view.phase == terms.CALL
    found = [order for order in orders(calling(observation), []) if order[3:] != [1]]
    found.sort(key=lambda order: _play_of(observation, order)[::-1])
    extras = ((Pick("sideline", _(SIDELINE)),) if config.sideline else ()) + _time_out(observation)
    buttons = tuple(_play_button(observation, order) for order in found)
    declared = () if is_declared else tuple(_declarations(observation))
    question = say("Your play. {where}.", where=situation(view, observation.names))
    act = _("Call a play")
    return Ask(
        question, buttons + declared, extras=extras, free=_(FREE_OFFENSE), note=_(SECRET), press=_(SEAL), act=act
    )


def _declarations(observation: FateObservation) -> Iterator[Button]:
    """The declarations that are allowed instead of a play. They are no secret."""
    needs = _needs(observation, kicks.distance(observation.view))
    for code in observation.menu([]):
        if code != terms.PLAY:
            label, key, says = DECLARED_INSTEAD[code]
            yield Button(observation.write([code]), _(label), key, say(says, needs=needs))


def _time_out(observation: FateObservation) -> tuple[Pick, ...]:
    """The box for a time out after the play, while this side has one."""
    view, config, seat = observation.view, observation.config, observation.seat
    return () if no_time_out(view, config, seat, terms.PLAY)[0] else (Pick("time", _(TIME_OUT)),)


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
    svg, written = thrown_in(order[:3]), calling(observation).write(order)
    return Button(written, label, key, f"{_(means)}; {odds}", kind=kind, svg=svg)


def calls_of(observation: FateObservation, asked: Ask) -> list[tuple[int, Button]]:
    """The buttons that make a call, each with the row (offense) or column (defense) of its call in the matrix."""
    view, found = observation.view, list[tuple[int, Button]]()
    if view.phase not in (terms.DECLARE, terms.CALL):
        return found
    for button in asked.buttons:
        order = observation.read(button.order)[0]
        if view.phase == terms.CALL and not _attacks(observation):
            found.append((_defense_of(observation, order), button))
        elif call := order if view.phase == terms.CALL else order[1:]:
            base, overlay = _play_of(observation, call)
            found.append((overlay or base, button))
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
    question = say("Your defense. {team:has} {where}.", team=team, where=lower_situation(view, observation.names))
    extras = _time_out(observation)
    act = _("Call a defense")
    return Ask(question, tuple(buttons), extras=extras, free=_(FREE_DEFENSE), note=_(SECRET), press=_(SEAL), act=act)


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


def _needs(observation: FateObservation, yards: int) -> str:
    config = observation.config
    band = kicks.band_of(config, yards)
    if band == kicks.NO_BAND:
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
            (_("Take the ball"), "b", _("on your 35")),
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
    terms.TRY: _try,
    terms.OPTION: _option,
    terms.HURT_WHO: _hurt,
    terms.TIME: _time,
    terms.TIME_DEFENSE: _time,
    terms.WHISTLE: _whistle,
}


# --- The matrix of calls, and beside it the last roll: its dice, what was added, and the result.


FACES = {-1: "-", 0: "0", 1: "+"}
# the rolls that a page shows
SHOWN = ("run", "pass", "yards", "screen", "pass rush", "punt", "field goal", "extra point", "kickoff")
RUSH = marked("PR: the Pass Rush")
PLUS_GOOD, MINUS_GOOD = marked("Positive numbers help you."), marked("Negative numbers help you.")


def grid(
    observation: FateObservation, shown: Fate, buttons: Sequence[tuple[int, Button]], log: Sequence[Event]
) -> CallGrid:
    """The matrix as a page shows it.

    `shown` is a state with the calls of the last play, and `buttons` are the calls that the seat can make now.

    Each button comes with the number of its row (offense) or column (defense).

    `log` contains all events that the seat may see; the matrix uses them to show how many times each play was called.
    """
    view, config = observation.view, observation.config
    attacks = bool(buttons) and _attacks(observation)
    rows, column = lit(shown)
    by_column = {} if attacks else dict(buttons)
    by_row = _by_row(buttons) if attacks else {}
    counts = Counter(_rows_of(each) for each in log if each.rule == happened.CALLS_SHOWN and each.seat == view.offense)
    reads_plus = observation.seat < 0 or on_offense(config, view, observation.seat)
    return CallGrid(
        heads=tuple(by_column.get(call, _head(call)) for call in range(terms.DEFENSES)),
        lit=column if column != terms.NONE else -1,
        rows=tuple(
            CallRow(
                label=called.printed(called.ROW_WORDS[row]),
                kind="run" if row in ALWAYS_RUN else "pass",
                cells=tuple(_cell(config, row, call, reads_plus, row in rows) for call in range(terms.DEFENSES)),
                buttons=tuple(by_row.get(row, ())),
                lit=row in rows,
                count=sum(n for some, n in counts.items() if row in some),
            )
            for row in range(terms.ROWS)
        ),
        note=" ".join((_(PLUS_GOOD if reads_plus else MINUS_GOOD), _(RUSH))),
    )


def _head(call: int) -> Button:
    return Button("", called.upper_first(called.defense(call)))


def _by_row(buttons: Sequence[tuple[int, Button]]) -> dict[int, list[Button]]:
    found: dict[int, list[Button]] = {}
    for row, button in buttons:
        found.setdefault(row, []).append(button)
    return found


def _rows_of(event: Event) -> tuple[int, ...]:
    return (event.base,) if event.overlay == terms.NEITHER else (event.overlay,)


def _cell(config: FateConfig, row: int, call: int, reads_plus: bool, is_lit: bool) -> CallCell:
    """A cell of the matrix, marked as good or bad for the viewer's side."""
    value = int(config.matrix[row][call])
    if value == terms.PASS_RUSH:
        return CallCell("PR", "rush", is_lit)
    look = "zero" if value == 0 else "good" if (value > 0) == reads_plus else "bad"
    return CallCell(called.signed(value).replace("-", "−"), look, is_lit)


# --- the last roll


def roll(observation: FateObservation, events: Sequence[Event], dice: Dice) -> DiceRoll | None:
    """The latest roll that a page shows, or None. `dice` contains the dice of the latest turns."""
    rolled = [each for each in events if DECLARED[each.rule].part in SHOWN and has_total(each)]
    if not rolled:
        return None
    event, config = rolled[-1], observation.config
    label = DECLARED[event.rule].part
    faces = _faces(dice, label)
    call = next((each for each in reversed(events) if each.rule == happened.CALLS_SHOWN), None)
    is_first = sum(DECLARED[each.rule].part == label for each in rolled) == 1
    matrix = call.modifier if call and is_first and label == changed_by_matrix(config, call) else 0
    return DiceRoll(
        title=_title(call, label, matrix) if call else called.upper_first(table_of(event.rule)),
        faces=tuple(FACES[face] for face in faces),
        pieces=tuple(_pieces(sum(faces), matrix, event.total, label) if faces else ()),
        total=called.signed(event.total).replace("-", "−"),
        says=called.upper_first(observation.game.words.event(event, observation.names, config)),
        ladder=tuple(_ladder(config, call, label, len(_of(rolled, label)) - 1, event.total)),
    )


def changed_by_matrix(config: FateConfig, call: Event) -> str:
    """The purpose of the dice to which the matrix adds. Empty if it adds to the yards or leads to the Pass Rush."""
    if call.modifier == terms.PASS_RUSH:
        return ""
    if call.base <= terms.RUN_OUTSIDE:
        return "" if config.modifier_in_yards else "run"
    return "screen" if call.base == terms.SCREEN_PASS else "pass"


def _of(rolled: Sequence[Event], label: str) -> list[Event]:
    return [each for each in rolled if DECLARED[each.rule].part == label]


def _faces(dice: Dice, label: str) -> tuple[int, ...]:
    """The faces of the latest dice that were rolled for `label`. Empty if the record does not have these faces."""
    for turn in sorted(dice, reverse=True):
        for what, faces in reversed(dice[turn]):
            if what == label:
                return faces
    return ()


def _title(call: Event, label: str, matrix: int) -> str:
    """Both calls, and what the matrix adds: `Run outside against Run: the matrix adds -1`."""
    parts = {
        "play": called.upper_first(called.play(call.base, call.overlay)),
        "defense": called.upper_first(called.defense(call.defense)),
    }
    if matrix:
        return say("{play} against {defense}: the matrix adds {n}", n=called.signed(matrix), **parts)
    return say("{play} against {defense}", **parts)


def _pieces(dice: int, matrix: int, total: int, label: str) -> Iterator[tuple[str, str]]:
    """The parts of a roll's total: the dice, the matrix, and the rest.

    The rest comes from the players or, in the Pass Rush, from the tie that led there. At -4 and +4 the rest is unknown,
    because the table ends there.
    """
    yield _("dice"), called.signed(dice).replace("-", "−")
    if matrix:
        yield _("matrix"), called.signed(matrix).replace("-", "−")
    rest = total - dice - matrix
    if rest and abs(total) < terms.ROLLS // 2:
        yield _("after a tie") if label == "pass rush" else _("players"), called.signed(rest).replace("-", "−")


def _ladder(config: FateConfig, call: Event | None, label: str, stage: int, total: int) -> Iterator[Rung]:
    """What each total from -4 to +4 would have led to on a run, a pass or a punt. Empty for all other rolls."""
    cells: Sequence[int] = ()
    if label == "run" and call and call.base <= terms.RUN_OUTSIDE and stage < 3:
        cells = [plays.yards_of(config, call.base, stage, i, call.modifier) for i in range(terms.ROLLS)]
    elif label == "yards" and call and call.base >= terms.QUICK and stage < 2:
        cells = config.pass_yards[call.base - terms.QUICK + 3 * stage]
    elif label == "punt":
        cells = config.punt_gross
    for i, value in enumerate(cells):
        far = value == terms.CHAIN or (label == "run" and stage < 2 and i - 4 >= config.chain_at)
        text = _("far") if far else str(value).replace("-", "−")
        yield Rung(called.signed(i - 4).replace("-", "−"), text, i - 4 == max(-4, min(4, total)))
