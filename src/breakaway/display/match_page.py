"""All that a match page shows, as data, with a default for a game that draws nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from types import MappingProxyType
from typing import Any, Protocol

from breakaway.core.chance import Thrown
from breakaway.core.game import Game, Order
from breakaway.core.language import Names, _, say
from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display import svg
from breakaway.display.document import Grid, Line, Why
from breakaway.games.manifest import kit_of, load

# --- What a person can choose from on a match page, as plain data: buttons, cards, parts of an order, the grid of
# calls.
#
# An order reaches the server as text in the game's notation. The text begins with the value of the pressed button. Each
# selected pick comes after a space, and each selected extra after a comma (`7b`, `discard 1 4`, `3a, time out after`).
# A button without a value sends the choices of all rows, one after the other (`A12 B7 C9 D5`).


@dataclass(frozen=True)
class Button:
    """A button: what it orders, its label and key, what it means, the rule that forbids it, and a small drawing.

    The drawing is only decoration, because the words say the same.
    """

    order: str
    label: str
    key: str = ""
    says: str = ""
    against: Why | None = None
    kind: str = ""  # main, run or pass: how the button looks
    svg: str = ""  # a drawing above the label
    lead: int = 0  # above 0: a lesson points here; several targets are visited in this order


@dataclass(frozen=True)
class Half(Button):
    """One half of a card: a play or a call. `order` is empty if this half cannot be chosen now.

    `label` is the text in the turn bar once the half is touched, and `says` is the sentence below that text. `name` and
    `value` are printed on the half, `mark` is a short note below the value, and `chips` are small values, each as
    (kind, value, words). `beats` and `loses` name what the half beats and what beats it.
    """

    name: str = ""
    value: str = ""
    mark: str = ""
    chips: tuple[tuple[str, str, str], ...] = ()
    beats: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pick:
    """A check box for one part of an order."""

    order: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Card:
    """A card with a button for each part to choose, from top to bottom, or one pick for the whole card.

    A card with `halves` is shown as text, with its `band` below or between the halves. Any other card is shown as a
    drawing. `state` is the CSS class of a card that is not in hand, such as `discarded`.
    """

    svg: str
    says: str
    buttons: tuple[Button, ...] = ()
    pick: Pick | None = None
    layout: str = "halves"  # halves; calls: parts below a head; wide: a picture instead of a card
    halves: tuple[Half, ...] = ()
    band: str = ""
    state: str = ""


@dataclass(frozen=True)
class CardRow:
    """Cards side by side under a title. `folded`: whether the row is shown only on demand."""

    title: str
    cards: tuple[Card, ...]
    note: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Alternative:
    """One alternative: its part of an order, its drawing, and what choosing it would lead to."""

    order: str
    label: str
    svg: str
    says: str = ""
    chosen: bool = False
    lead: int = 0  # as for a Button
    is_new: bool = False  # whether it appeared last turn; a page then animates it


@dataclass(frozen=True)
class Number:
    """A number to type. If its field is empty, the order leaves the number out."""

    label: str
    least: int
    most: int
    value: str = ""


@dataclass(frozen=True)
class OrderPart:
    """A separate part of an order: one of `options`, numbers after the word `lead`, or any of `picks`."""

    title: str
    note: str = ""
    key: str = ""
    class_: str = ""
    options: tuple[Alternative, ...] = ()
    lead: str = ""
    numbers: tuple[Number, ...] = ()
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True)
class Ask:
    """A question for a seat. People select `picks` and `extras`, then press one of the `buttons`.

    `question` is the sentence in the turn bar: the question itself, then the situation. `note` is the text below
    it. `act` says in a few words what to do, for a button elsewhere that leads here. `press` is the label of the
    button that plays the touched half, and `made` is a sentence about what the seat has already sealed. `missing`
    is the turn bar's text while some rows lack a choice; {names} stands for the keys of those rows. `complete` is
    the turn bar's text once every row has a choice. `rows` build an order from parts, and the button `send` sends
    that order. `rows_title` is the heading of the rows if buttons also offer complete orders; `rows_note` then says
    which orders are legal. `free` is an example of what can be typed instead; it is empty if nothing can be typed.
    `steps` lists links that build a draft, each with a label and the codes so far.
    """

    question: str
    buttons: tuple[Button, ...] = ()
    picks: tuple[Pick, ...] = ()
    extras: tuple[Pick, ...] = ()
    rows: tuple[OrderPart, ...] = ()
    rows_title: str = ""
    rows_note: str = ""
    send: Button | None = None
    free: str = ""
    note: str = ""
    steps: tuple[tuple[str, tuple[int, ...]], ...] = ()
    draft: str = ""
    press: str = ""
    act: str = ""
    made: str = ""
    missing: str = ""
    complete: str = ""


@dataclass(frozen=True)
class CallCell:
    """A cell of the grid of calls. `look` is the cell's CSS class: good or bad for the reader, zero, or rush.

    `lit`: whether the play in the cell's row was called.
    """

    text: str
    look: str
    lit: bool = False


@dataclass(frozen=True)
class CallRow:
    """A row of the grid of calls: a play, what each defense does to it, and the calls of this play that can be made
    now.

    `count` says how many times the side with the ball has called this play so far.
    """

    label: str
    kind: str
    cells: tuple[CallCell, ...]
    buttons: tuple[Button, ...] = ()
    lit: bool = False
    count: int = 0


@dataclass(frozen=True)
class CallGrid:
    """The grid of calls: plays in rows, defenses in columns.

    The player presses the head of a column or a button in a row. `lit` is the column of the last call.
    """

    heads: tuple[Button, ...]
    rows: tuple[CallRow, ...]
    lit: int = -1
    note: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether a call can be made now."""
        return bool(self.orders)

    def unpressed(self) -> CallGrid:
        """The same grid, in which no call can be made."""
        heads = tuple(replace(each, order="") for each in self.heads)
        rows = (replace(row, buttons=tuple(replace(each, order="") for each in row.buttons)) for row in self.rows)
        return replace(self, heads=heads, rows=tuple(rows))

    @property
    def orders(self) -> list[str]:
        """The orders of the calls that can be made now. The other buttons of a question stand above the grid."""
        made = (*self.heads, *(button for row in self.rows for button in row.buttons))
        return [each.order for each in made if each.order]


# --- A match page as plain data.
#
# A game needs only a `Page` to be played in a browser. The `Page` turns an observation and the events into a `Scene`.
# The templates can show a scene of any game. A game without its own page uses `display.match_page`. SVG in a scene is
# inserted into a page unchanged; everything else is plain text. `Ask` describes everything that people can
# choose on a page.


TurnLog = Sequence[tuple[int, Sequence[Event]]]  # for each turn, the events that this seat may see
Dice = Mapping[int, Sequence[Thrown]]  # the Fate dice of each turn, if the game rolls them openly
NO_DICE: Dice = MappingProxyType({})
Played = Callable[[], Sequence[Any]]  # gives the rows of the match so far (`records.play_by_play`), read only if needed


@dataclass(frozen=True)
class Side:
    """One side of a scoreboard. `class_` is the CSS class of its colors, and `marks` are small drawings."""

    seat: int
    name: str
    class_: str
    points: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scoreboard:
    """A scoreboard of two sides, with the state of the match between them."""

    sides: tuple[Side, Side]
    headline: str
    note: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranks:
    """A scoreboard of any number of sides, best first, under a headline that sums up the match."""

    headline: str
    note: str
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class PlayBlock:
    """One play of the log: where it began, both calls, the result, and each step with its rules.

    `kind` is run, pass or empty. `good` is 1 if the play helped the reader's side, -1 if it helped the other side.
    `turn` is the turn after which a replay shows the play, if that turn is known. `class_` is the CSS class of the team
    concerned.
    """

    title: str
    lines: tuple[Line, ...] = ()
    where: str = ""
    kind: str = ""
    gain: str = ""
    good: int = 0
    turn: int | None = None
    class_: str = ""


@dataclass(frozen=True)
class Face:
    """A card that turns over: the color (a CSS class) and the words of its back, then its front."""

    class_: str
    back: str
    title: str
    value: str = ""
    small: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Motion:
    """What the latest play looked like. A page shows the play once, in about a second.

    `play` distinguishes this play from all others in the match. `faces` turn over first, then the pieces of `sums`
    appear one by one, then `last` (the Game Day card) turns over. `dice` are the faces that the Fate dice showed (`+`,
    `-`, `0`). The ball travels from `start` to `end` (percentages of the stage's width); it flies if `flies` is
    set. `banner` is the play's result in words; `good` is as in `PlayBlock`.
    """

    play: str
    banner: str = ""
    good: int = 0
    faces: tuple[Face, ...] = ()
    sums: tuple[str, ...] = ()
    last: Face | None = None
    dice: tuple[str, ...] = ()
    start: float | None = None
    end: float | None = None
    flies: bool = False


@dataclass(frozen=True)
class Rung:
    """A total that dice can show, and what it leads to. `lit`: whether this total was rolled."""

    total: str
    text: str
    lit: bool = False


@dataclass(frozen=True)
class DiceRoll:
    """A roll of Fate dice: its purpose, the faces rolled, the parts of the total, and the result.

    `faces` are `+`, `-` and `0`, or empty if the record does not contain them. `ladder` lists a rung for each total.
    """

    title: str
    faces: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]
    total: str
    says: str
    ladder: tuple[Rung, ...] = ()


@dataclass(frozen=True)
class Tab:
    """A sheet beside the field: its name, the icon that replaces the name on a phone, and its contents."""

    name: str
    icon: str  # drive, score, matchups, cards, points or people
    grids: tuple[Grid, ...] = ()
    hands: tuple[CardRow, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Scene:
    """Everything that a match page shows to one seat.

    `headline` sums up the match in a few words. `board` is the drawing, and `rows` shows the same in a text table.
    `table` lists the cards on the table, face up or face down. `hand` is what the seat chooses from, in groups. `plays`
    describes the match play by play, with the latest play last. `tabs` are the sheets beside the field. `team` is the
    CSS class of the seat's colors. If this seat has nothing to choose, `waits` says whose turn it is, and `waits_note`
    describes the situation. `calls` and `roll` are the grid of calls and the last roll, in a game that resolves calls
    with dice.
    """

    headline: str
    stands: str
    board: str
    rows: tuple[tuple[str, str], ...]
    scoreboard: Scoreboard | None = None
    ranks: Ranks | None = None
    broad: bool = False  # whether the board takes the whole width
    kind: str = "plain"  # the CSS class of the game's own hand and board
    ask: Ask | None = None
    table: tuple[Card, ...] = ()
    hand: tuple[CardRow, ...] = ()
    plays: tuple[PlayBlock, ...] = ()
    plays_name: str = ""  # the name of the log's tab, if it is not "Plays"
    tabs: tuple[Tab, ...] = ()
    motion: Motion | None = None
    calls: CallGrid | None = None
    roll: DiceRoll | None = None
    team: str = ""
    waits: str = ""
    waits_note: str = ""
    text: str = ""  # a drawing made of characters, if there is no other

    @property
    def grids(self) -> tuple[Grid, ...]:
        """All tables, sheet by sheet."""
        return tuple(grid for tab in self.tabs for grid in tab.grids)


class Page(Protocol):
    """How one game is shown in a browser."""

    says: str  # describes the game in a sentence
    book_opponent: str  # what the front page calls a match against the usual opponent
    reads_plays: bool  # whether scenes read the rows of finished plays, which must then hold no secrets

    def picture(self) -> str:
        """A drawing for the front page."""

    def scene(
        self,
        observation: Observation[Any, Any],
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """What a seat or a spectator sees.

        `log` lists the events that this viewer may see, and `played` returns the rows of statistics about the plays
        so far. `draft` lists the codes that the seat has chosen so far, a legal beginning that is shorter than an
        order, or all codes of the order that it has sealed. `thrown` contains the Fate dice of the latest turns.
        """

    def dress(self, names: Names, config: Any) -> Sequence[str]:
        """The CSS class of each seat's colors, as they are before a match. Empty for a game without colors."""

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Whether what this seat sees and chooses now must stay hidden from everybody else."""


def find_page(game: Game[Any, Any]) -> Page:
    """The page of a game. A game without its own page gets one that shows everything as text."""
    page: Page = load(kit_of(game).page)
    return page


def why(game: Game[Any, Any], rule: str) -> Why:
    """A rule of this game with its sentence in the current language. `rule` is its id."""
    entry = game.rules.entries.get(rule)
    return Why(rule, _(entry.says) if entry else "")


# --- A page for games that have no page of their own. Shows the view as text, and choices in the game's notation.


MOST = 48  # the most orders shown as buttons; with more, people build an order code by code
PLAYS = 60  # the most plays or turns of a match on one page; a replay has the older ones
WITH_RULES = 20  # how many of the latest plays come with their rules


class PlainPage:
    """Shows any game, as text."""

    says = ""
    book_opponent = ""
    reads_plays = False

    def picture(self) -> str:
        """A drawing of three dice, because the game has no drawing of its own."""
        drawn = [svg.rect("paper", 0, 0, 300, 150, 0)]
        for i, mark in enumerate("+-+"):
            drawn.append(svg.rect("die", 45 + 75 * i, 45, 60, 60, 10))
            drawn.append(svg.text("ink", 75 + 75 * i, 89, mark, font_size=40, text_anchor="middle"))
        return svg.element(
            "svg", *drawn, xmlns="http://www.w3.org/2000/svg", class_="plain", viewBox="0 0 300 150", aria_hidden="true"
        )

    def scene(
        self,
        observation: Observation[Any, Any],
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """The whole page in words."""
        points, names = observation.standing.score, seat_names(observation)
        scores = tuple((name, observation.game.points(points[seat])) for seat, name in enumerate(names))
        standing = Grid(_("Standing"), ("", _("points")), tuple(scores), folded=False)
        return Scene(
            headline=observation.game.title,
            stands="; ".join(f"{name} {score}" for name, score in scores),
            board="",
            rows=(*scores, *view_rows(observation)),
            ask=ask(observation, draft) if observation.is_asked() else None,
            plays=tuple(blocks(observation, log)),
            tabs=(Tab(_("Score"), "score", (standing,)),) if scores else (),
        )

    def dress(self, names: Names, config: Any) -> Sequence[str]:
        """Nothing: this page has no colors for seats."""
        return ()

    def is_secret(self, observation: Observation[Any, Any]) -> bool:
        """Always true, because nothing tells this page what is secret in the game."""
        return True


def seat_names(observation: Observation[Any, Any]) -> list[str]:
    """The name of each seat, from the names of the match."""
    count = observation.game.seat_count(observation.config)
    listed = [str(each) for each in observation.names.get("seats") or observation.names.get("teams") or ()]
    return [listed[seat] if seat < len(listed) else say("Seat {n}", n=seat + 1) for seat in range(count)]


def blocks(observation: Observation[Any, Any], log: TurnLog) -> Iterator[PlayBlock]:
    """A block for each of the latest turns, oldest first."""
    for turn, events in log[-PLAYS:]:
        lines = tuple(told_line(observation, each) for each in events)
        yield PlayBlock(say("Turn {turn}", turn=turn + 1), lines, turn=turn + 1)


def told_line(observation: Observation[Any, Any], event: Event) -> Line:
    """An event in a sentence, with its rule."""
    with observation.for_reader():
        text = observation.game.words.event(event, observation.names, observation.config)
    return Line(text, whys=(why(observation.game, event.rule),))


def view_rows(observation: Observation[Any, Any]) -> list[tuple[str, str]]:
    """The view field by field: its numbers and short lists."""
    found = []
    for each in fields(observation.view):
        value = getattr(observation.view, each.name)
        if isinstance(value, list) and (len(value) > 12 or any(isinstance(one, list) for one in value)):
            continue
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        found.append((each.name.replace("_", " "), text))
    return found


# --- choosing


def ask(observation: Observation[Any, Any], draft: Sequence[int] = ()) -> Ask:
    """A button for each legal order or, if there are too many, links that add the next code to the draft."""
    order = legal_draft(observation, draft)
    found = list(islice(orders(observation, order), MOST + 1))
    if len(found) <= MOST:
        buttons = tuple(Button(observation.write(each), observation.write(each)) for each in found)
        return Ask(
            _("Your choice"), buttons, free=_example(observation), draft=_written(observation, order) if order else ""
        )
    steps = [(_label(observation, order, code), (*order, code)) for code in observation.menu(order)]
    slot = say("Choice {n} of {slots}", n=len(order) + 1, slots=observation.slots())
    return Ask(
        slot, free=_example(observation), steps=tuple(steps), draft=_written(observation, order) if order else ""
    )


def legal_draft(observation: Observation[Any, Any], draft: Sequence[int]) -> Order:
    """The longest legal beginning of the draft. A complete draft has already been sealed, so a new one begins."""
    order: Order = []
    if len(draft) >= observation.slots():
        return order
    for code in draft[: max(0, observation.slots() - 1)]:
        if code not in observation.menu(order):
            break
        order.append(code)
    return order


def orders(observation: Observation[Any, Any], begun: Order) -> Iterator[Order]:
    """Complete legal orders that begin with the codes in `begun`."""
    if len(begun) == observation.slots():
        yield list(begun)
        return
    for code in observation.menu(begun):
        yield from orders(observation, [*begun, code])


def _completed(observation: Observation[Any, Any], begun: Order) -> Order:
    return next(orders(observation, begun))


def _example(observation: Observation[Any, Any]) -> str:
    return observation.write(_completed(observation, []))


def _written(observation: Observation[Any, Any], order: Order) -> str:
    """A draft in words. Leaves out open slots if the game can write an incomplete order; otherwise fills them with an
    example.
    """
    absent = observation.game.absent
    if absent is None:
        return observation.write(_completed(observation, order))
    return observation.write([*order, *[absent] * (observation.slots() - len(order))])


def _label(observation: Observation[Any, Any], order: Order, code: int) -> str:
    """A code in words: the text that it adds to the draft."""
    absent = observation.game.absent
    if absent is None:
        return observation.write(_completed(observation, [*order, code])).replace("\n", "; ")
    before = _written(observation, order).replace(" partial", "")
    after = _written(observation, [*order, code]).replace(" partial", "")
    return after.removeprefix(before).strip().replace("\n", "; ") or str(code)


def refused(observation: Observation[Any, Any], rule: str) -> Why:
    """The rule behind a refusal."""
    return why(observation.game, rule)


PAGE = PlainPage()


# --- Dice and cards by name, for people who roll dice and draw cards themselves and enter the results.
#
# Every outcome has a name in the game's own words. A game may add what is printed on a card, so that people can find
# the card without counting.


LONGEST_SEARCH = 40  # the most characters of a search that are read
NUMBER = re.compile(r"[+-]?[0-9]+")
SIGNS = ("+", "-")
TOKEN = re.compile(r"[^\s,;:.()]+")


@dataclass(frozen=True)
class Outcome:
    """A result to tap: its number, its name, and what is printed on it.

    `typed` is what people type for the result: a card's number or the face of a die. `group` is its heading in a long
    list, or empty if there are no headings.
    """

    k: int
    label: str
    says: str = ""
    typed: str = ""
    group: str = ""


def outcome_of(observation: Observation[Any, Any], label: str, k: int) -> Outcome:
    """Outcome `k` of the die or card called `label`."""
    found: Outcome | None = None
    place = kit_of(observation.game).outcomes
    if place:
        named: Callable[[Observation[Any, Any], str, int], Outcome | None] = load(place)
        found = named(observation, label, k)
    if found is None:
        text = observation.game.words.outcome(label, k)  # may begin with the label, which the page already shows above
        found = Outcome(k, text.removeprefix(_(label)).strip(" :") or text)
    return found if found.typed else replace(found, typed=_typed(found))


def fitting(choices: Sequence[Outcome], text: str) -> list[Outcome]:
    """The choices that match the typed text: the one with this number or name or, if there is none, those that contain
    all words of the text.

    A number must match exactly: 1 does not find 10. If the text is empty, so is the result.
    """
    words = _plain(text)
    exact = [each for each in choices if words and words in (each.typed, _plain(each.label))]
    return exact if exact or NUMBER.fullmatch(words) else _with_words(choices, words)


def narrowed(choices: Sequence[Outcome], text: str) -> list[Outcome]:
    """The choices that are still possible while a text is being typed. `static/dice.js` narrows the list the same way.

    If a digit was typed, all numbers that begin with it remain. If nothing was typed, all choices remain.
    """
    words = _plain(text)
    if not words:
        return list(choices)
    if words in SIGNS:
        return [each for each in choices if each.label.startswith(words)]
    if NUMBER.fullmatch(words):
        return [each for each in choices if each.typed.startswith(words)]
    return _with_words(choices, words)


def _with_words(choices: Sequence[Outcome], words: str) -> list[Outcome]:
    """The choices whose name or printed text contains all of these words. A number must match as a whole."""
    parts = TOKEN.findall(words)
    found = []
    for each in choices if parts else ():
        printed = f"{each.label} {each.says}".casefold()
        whole = TOKEN.findall(printed)
        if all(part in (whole if NUMBER.fullmatch(part) else printed) for part in parts):
            found.append(each)
    return found


FACES = {"+": 1, "0": 0, "-": -1}  # of a Fate die
SPELLINGS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "b": "0", "B": "0", "o": "0", ".": "0", "_": "0"})


def faces_in(text: str, dice: int = 4) -> list[int] | None:
    """The faces of Fate dice in a text such as `++-0` or `+ + - b`, or None if it is anything but `dice` faces.

    A blank face is `0`, `b`, `o`, `.` or `_`.
    """
    faces = re.sub(r"[\s,;]+", "", text[:LONGEST_SEARCH]).translate(SPELLINGS)
    return [FACES[each] for each in faces] if len(faces) == dice and set(faces) <= set(FACES) else None


def _typed(outcome: Outcome) -> str:
    """What people type for an outcome: its name if that is a number or a sign, otherwise its position in the list,
    counted from 1.
    """
    words = _plain(outcome.label)
    return words if NUMBER.fullmatch(words) or words in SIGNS else str(outcome.k + 1)


def _plain(text: str) -> str:
    """The text in the form used for comparison: lower case, single spaces, `4` for `+4` and `04`."""
    words = " ".join(text.replace("\N{MINUS SIGN}", "-").split()).casefold()[:LONGEST_SEARCH]
    return str(int(words)) if NUMBER.fullmatch(words) else words
