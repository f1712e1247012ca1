"""The `why` command, which shows how the sheets made their last calls, with the chart and die of each step."""

from __future__ import annotations

from breakaway.display.document import Line, Part
from breakaway.games.football.display.page import why_called
from breakaway.games.football.display.why import paths
from breakaway.terminal.desk import Lookup


def why(look: Lookup) -> list[Part]:
    """The latest calls of the sheets: the offense's last play, its current call, and the defense's last call."""
    told = [each for _, events in look.log for each in look.observation.told(events)]
    parts: list[Part] = []
    for path in paths(told, look.observation.names):
        parts += [*([Line()] if parts else []), why_called(look.observation, path)]
    return parts or [Line("The sheets have not made a call yet. This command shows how they decide.")]
