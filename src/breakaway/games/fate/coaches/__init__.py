"""FATE football's coaches.

- `oracle`: plays the solved game, which `solved` reads from its file;
- `hunter`: leaves the solved game, within a bound, to answer the rival's habits;
- `book`, `solitaire`: tables of calls for classes of situations;
- `matrix_game`: the best mixes of one down, for the solver too.
"""
