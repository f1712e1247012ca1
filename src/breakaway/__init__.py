"""Three tabletop sports games: the public Python API. docs/python.md shows how to use it.

The names in `__all__` are public and will stay; everything else may change. Each name is imported from `breakaway.api`
at its first use, so that `import breakaway` is fast.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from breakaway.api import *  # noqa: F403

__all__ = [  # noqa: F405
    "BadOrder",
    "BadOutcome",
    "Bot",
    "BotError",
    "Coach",
    "Evaluation",
    "Event",
    "Game",
    "Legal",
    "Match",
    "NeedsOutcome",
    "NotNow",
    "Observation",
    "Outcome",
    "Refused",
    "Result",
    "Rules",
    "State",
    "TooLong",
    "Trouble",
    "UserError",
    "coach",
    "compilable",
    "determinize",
    "evaluate",
    "evaluate_many",
    "game_names",
    "load",
    "play",
    "read_match",
    "read_state",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from breakaway.core.version import version

        return version()
    if name not in __all__:
        raise AttributeError(f"module 'breakaway' has no attribute {name!r}; public names: {', '.join(__all__)}")
    from breakaway import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return list(__all__)
