"""Words for toys: an order is its codes with spaces between."""

from __future__ import annotations

from breakaway.core.game import BadOrder


class PlainWords:
    def __init__(self, slots, rule):
        self.slots, self.rule = slots, rule

    def read(self, text, names, book, view, seat):
        parts = text.split()
        if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
            raise BadOrder([(1, self.rule, "expected numbers")])
        if len(parts) != self.slots(view, book, seat):
            raise BadOrder([(1, self.rule, f"expected {self.slots(view, book, seat)} numbers")])
        return [int(part) for part in parts], False

    def write(self, order, names, book, view, seat):
        return " ".join(map(str, order))

    def event(self, event, names, book):
        return f"{event.rule} {event.args}"

    def refusal(self, rule, order, slot, names, book, view, seat):
        return f"{order[slot]} is forbidden by {rule}"

    def outcome(self, label, k):
        return f"{label} {k}"
