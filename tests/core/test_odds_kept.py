"""What exact odds keep for further questions is bounded, so that a long run does not fill the memory."""

from __future__ import annotations

import pytest

from breakaway.core import odds as module
from breakaway.core.odds import Odds
from breakaway.core.state import key
from breakaway.games.fate.files import resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules import interface, terms

CONFIG = resolve()[0]


def punted(odds: Odds, ball: int) -> dict[object, object]:
    s = interface.start(CONFIG)
    s.phase, s.declared, s.ball, s.down, s.marker = terms.PUNT, terms.PUNT_IT, ball, 4, ball + 10
    return {key(end.state): end.p for end in odds.spread(s).ends}


def test_odds_keep_a_bounded_number_of_states_and_still_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [punted(Odds(GAME, CONFIG), ball) for ball in range(20, 30)]
    monkeypatch.setattr(module, "MOST_KEPT", 300)
    odds = Odds(GAME, CONFIG)
    most = 0
    for ball, found in zip(range(20, 30), wanted, strict=True):
        assert punted(odds, ball) == found
        most = max(most, odds.states)
    assert most < 300 + 200  # one question more than is kept
    assert punted(odds, 20) == wanted[0]
