"""FATE football's coaches.

- `oracle`: plays the solved game, which `solved` reads from its file;
- `book`, `solitaire`: tables of calls for classes of situations;
- `matrix_game`: the best mixes of one down, for the solver too.
"""
