"""The static half of the rule trace, for `make check`: checks that ids, code, cases and named tests fit together."""

from __future__ import annotations

import sys
from pathlib import Path

from breakaway.games import manifest as games
from breakaway.testing.cases import static_gaps, unknown_in_cases

TESTS = Path(__file__).parents[1] / "tests"


def main() -> int:
    """Prints every fault. Returns 1 if there are any."""
    faults: list[str] = []
    for name in games.GAMES:
        game = games.find(name)
        faults += [f"{name}: {fault}" for fault in static_gaps(game, TESTS)]
        faults += [f"{name}: {fault}" for fault in unknown_in_cases(game, TESTS / "cases")]
    print("\n".join(faults) or f"rules: {', '.join(games.GAMES)}: every id has its code; make test plays the cases")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
