"""The rules of FATE Accelerated Football, one function for each, in the book's order.

`state`, `terms` and `events` say what there is. `calls`, `plays`, `kicks`, `penalties` and `contests_and_injuries` are
chapters of the book. `clock_and_downs` and `possession` say what comes next, `umpire_rulings` who may overrule it.
`win_chances` helps coaches, and `interface` is what the game contract asks.
"""
