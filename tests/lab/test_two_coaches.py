"""Two coaches in one compiled match: neither may stand in for the other."""

from __future__ import annotations

from breakaway.games import manifest as games
from breakaway.lab.compiling import asking
from breakaway.players import coaches


def test_code_for_two_coaches_never_has_one_name() -> None:
    """Numba numbers functions anew in each process, so code from two processes differs by its function's name alone."""
    game = games.find("fate")
    made = [asking(game, coaches.find(game, name), name, True) for name in ("book", "solitaire")]
    assert len({each.__qualname__ for each in made}) == 2
