"""FATE football's coaches.

- `book`, `solitaire`: tables of calls for classes of situations;
- `matrix_game`: the best mixes of one down, for the solver too.
"""
