"""What a person can choose from on a match page, as plain data: buttons, cards, parts of an order, the grid of calls.

An order reaches the server as text in the game's notation. The text begins with the value of the pressed button. Each
selected pick comes after a space, and each selected extra after a comma (`7b`, `discard 1 4`, `3a, time out after`). A
button without a value sends the choices of all rows, one after the other (`A12 B7 C9 D5`).
"""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.display.document import Why


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

    `question` is the sentence in the turn bar: the question itself, then the situation. `note` is the text below it.
    `press` is the label of the button that plays the touched half, and `made` is a sentence about what the seat has
    already sealed. `missing` is the turn bar's text while some rows lack a choice; {names} stands for the keys of those
    rows. `complete` is the turn bar's text once every row has a choice. `rows` build an order from parts, and the
    button `send` sends that order. `rows_title` is the heading of the rows if buttons also offer complete orders;
    `rows_note` then says which orders are legal. `free` is an example of what can be typed instead; it is empty if
    nothing can be typed. `steps` lists links that build a draft, each with a label and the codes so far.
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
        return any(each.order for each in self.heads) or any(row.buttons for row in self.rows)
