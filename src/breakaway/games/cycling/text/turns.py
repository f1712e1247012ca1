"""How the race counts its turns: stage by stage, from 1. The line-ups come before turn 1."""

from __future__ import annotations

import re

from breakaway.core.observation import NamedTurn
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import OVER
from breakaway.games.cycling.text.names import plain
from breakaway.games.cycling.text.orders import TURN, open_turn, turn_text

TURN_WORD = re.compile(r"(?<!\w)(turn|zug|stage|etappe)\s*(?:no\.?|nr\.?|number|nummer|#)\s*(?=\d)", re.IGNORECASE)
ROUND = re.compile(r"(?<!\w)(?:runde|round)(?=\s*(?:no\.?|nr\.?|#)?\s*\d)", re.IGNORECASE)
NTH = re.compile(r"(?<!\w)(\d{1,4})\.\s*(zug|runde|etappe)(?!\w)", re.IGNORECASE)


def in_our_words(row: str) -> str:
    """A row in which turns are called as we call them: `Zug 4` for `Zug Nr. 4`, `4. Zug` or `4. Runde`."""
    row = NTH.sub(r"\2 \1", ROUND.sub("turn", plain(row)))
    return TURN_WORD.sub(r"\1 ", ROUND.sub("turn", row))


def turn_in(said: re.Match[str]) -> NamedTurn:
    """The turn that a match of `TURN` names."""
    stage = said["stage"] or said["first"]
    return NamedTurn(int(stage) if stage else None, 0 if said["start"] else int(said["turn"]))


class RaceTurns:
    """Counts the turns of a race. Implements the Turns protocol."""

    def now(self, observation: RaceObservation, played: int) -> NamedTurn:
        """The open turn of the current stage."""
        return NamedTurn(*open_turn(observation.view))

    def last(self, observation: RaceObservation, played: int, ago: int = 0) -> NamedTurn | None:
        """The turn that was played last, or another one of the same stage."""
        view, config = observation.view, observation.config
        stage, turn = open_turn(view)
        turn -= ago + (view.phase != OVER)
        first = 0 if stage == 1 or config.fresh_hands else 1
        if turn < first or played <= ago or (ago < 0 and config.stages > 1):
            return None
        return NamedTurn(stage, turn)

    def text(self, observation: RaceObservation, turn: NamedTurn) -> str:
        """The turn as orders name it: `turn 9`, or `stage 2, turn 9` on a tour."""
        stage = open_turn(observation.view)[0] if turn.stage is None else turn.stage
        return turn_text(observation.config, stage, turn.turn)

    def named(self, text: str) -> NamedTurn | None:
        """The last turn that the text names."""
        found = list(TURN.finditer(in_our_words(text)))
        return turn_in(found[-1]) if found else None


TURNS = RaceTurns()
