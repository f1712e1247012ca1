"""The public Python API that `import breakaway` provides (docs/python.md).

Only the names in `__all__` are stable; everything else in this package may change. The package contains no rules of its
own: every function calls the core, so the rules are the same as in the terminal and the browser.
"""

from breakaway.api.bots import Bot, Coach, Rules, coach, compilable, play
from breakaway.api.games import Game, Match, game_names, load, read_match, read_state
from breakaway.api.observation import Legal, Observation
from breakaway.api.plain_data import Event, Outcome, Result
from breakaway.api.state import State, determinize, evaluate, evaluate_many
from breakaway.core.chance import BadOutcome, NeedsOutcome
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow, Refused
from breakaway.core.odds import TooLong
from breakaway.players.coaches import BotError
from breakaway.players.evaluation import Evaluation

Trouble = UserError  # what version 0.7 called it: public names stay

__all__ = [
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
