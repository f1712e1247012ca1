"""Turns one rule function into a no-op before any game is imported: `--no-op NAME`.

Works as a pytest plugin (`-p tools.no_op`) for all tests. By itself (`python -m tools.no_op --no-op NAME`) it runs just
the adjudication cases, and exits with 1 if one of them notices.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from breakaway.core import rulebook as rules

NOTHING = {"int": 0, "bool": False, "tuple[int, int]": (0, 0)}  # what a no-op returns, by type; otherwise None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the `--no-op` option."""
    parser.addoption("--no-op", default="")


def _arguments() -> str:
    return sys.argv[sys.argv.index("--no-op") + 1] if "--no-op" in sys.argv else ""


def _replacing(name: str) -> Callable[..., Any]:
    register = rules.rule

    def rule(*ids: str) -> Callable[..., Any]:
        def decorate(function: Any) -> Any:
            if f"{function.__module__}.{function.__qualname__}" != name:
                return register(*ids)(function)
            nothing = NOTHING.get(str(function.__annotations__.get("return")))

            def no_op(*args: Any) -> Any:
                return nothing

            no_op.__module__, no_op.__qualname__, no_op.__name__ = (
                function.__module__,
                function.__qualname__,
                function.__name__,
            )
            return register(*ids)(no_op)

        return decorate

    return rule


if _arguments():
    # all modules with rules are imported after this plugin
    rules.rule = _replacing(_arguments())


def cases_notice() -> bool:
    """Whether an adjudication case fails, or raises an error, when the function does nothing."""
    from pathlib import Path

    from breakaway.games import manifest as games
    from breakaway.testing.cases import run_files

    try:
        outcomes = run_files(games.find, [Path(__file__).parents[1] / "tests" / "cases"])
    except Exception:
        return True
    return any(outcome.failures for outcome in outcomes)


if __name__ == "__main__":
    sys.exit(1 if cases_notice() else 0)
