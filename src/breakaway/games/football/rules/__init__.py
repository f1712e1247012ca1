"""The rules of Breakaway Football, one function for each, in the book's order.

`state`, `terms` and `events` say what there is; `event_words` has units and the sentences that depend on their
numbers. `order_of_play` goes from flip to end, `calls` says what may be called. `play`, `kicks`, `scoring` and
`cards_and_clock` are the chapters of the book. `solo`, `best_answers` and `win_chances` play the sheets. `interface` is
what the game contract asks.
"""
