"""Names of calls and answers of FATE football, for reviews, advice and odds."""

from __future__ import annotations

from breakaway.core.language import _
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import Fate
from breakaway.games.fate.text import names
from breakaway.games.fate.text.orders import DEFENSE

DEFENSES = [names.DEFENSE_WORDS.index(words) for words in DEFENSE]
OVERLAID = {6: (terms.RUN_INSIDE, terms.DRAW), 7: (terms.RUN_OUTSIDE, terms.DRAW)}
OVERLAID |= {8: (terms.SHORT, terms.PLAY_ACTION), 9: (terms.LONG, terms.PLAY_ACTION)}


def call_name(play: int) -> str:
    """The name of a play, by its number in the balanced coach's tables."""
    base, overlay = OVERLAID.get(play, (play, terms.NEITHER))
    return names.play(base, overlay)


def defense_name(defense: int) -> str:
    """The name of a defense, by its number in the balanced coach's tables."""
    return names.defense(DEFENSES[defense])


def defense_of(call: int) -> int:
    """The number that the balanced coach's tables give to the defense that was called."""
    return DEFENSES.index(call)


def answer_name(phase: int, code: int) -> str:
    """The name of an answer to a question."""
    if phase == terms.DECLARE:
        said = (_("going for it"), _("a punt"), _("a field goal"), _("a kneel"), _("a spike"))
        return said[code]
    if phase == terms.TRY:
        return _("a try for two") if code == terms.GO_FOR_TWO else _("the extra point")
    if phase == terms.OPTION and code == terms.TAKE_BALL:
        return _("taking the ball")
    if phase == terms.OPTION:
        return _("accepting the penalty") if code == terms.ACCEPT else _("declining the penalty")
    if phase == terms.KICK:
        return _("an onside kick") if code == terms.ONSIDE_KICK else _("a deep kick")
    if phase == terms.CHOICE:
        return _("receiving") if code == terms.RECEIVE else _("kicking off")
    return _("a time out") if code else _("no time out")


def call_of(s: Fate) -> int:
    """The number that the balanced coach's tables give to the play that was called."""
    if s.overlay == terms.DRAW:
        return 6 + s.base
    return 4 + s.base if s.overlay == terms.PLAY_ACTION else int(s.base)
