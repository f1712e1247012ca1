"""The rules of Breaking Away, one function for each, in the book's order.

`state`, `terms` and `events` say what there is. `movement`, `cards` and `finish` are chapters of the book, and
`interface` is what the game contract asks.
"""
