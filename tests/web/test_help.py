"""What a coach would do: the best choices of a seat that is asked, from what it sees and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.core.match import Start
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.session import browser


def asked(club: Club, match_id: str, until: Callable[[Any], bool] = lambda _look: True) -> int:
    """Plays by chance until a seat is asked the question, and returns that seat."""
    for n in range(60):
        for seat in club.look(match_id, 0).waiting:
            if until(club.look(match_id, seat)):
                return seat
            club.choose(match_id, seat, any_order(club, match_id, seat, n))
        club.resolve(match_id)
    raise AssertionError("the question was never asked")


STARTS: dict[str, Callable[[], Start]] = {
    "fate": fate_match,
    "football": football_match,
    "cycling": lambda: race(("human", "human")),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_a_player_gets_three_choices_that_the_game_accepts(club: Club, game: str) -> None:
    made = club.create(game, STARTS[game](), "A match")
    clients = [browser(club, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    seat = asked(club, made.id, lambda look: look.observation.slots() > 1)
    page = clients[seat].get(f"/match/{made.id}/{seat + 1}")
    assert f"/match/{made.id}/{seat + 1}/help" in page.text
    assert (
        "Each player here may ask what a coach would do." in clients[1 - seat].get(f"/match/{made.id}/{2 - seat}").text
    )
    said = clients[seat].get(f"/match/{made.id}/{seat + 1}/help")
    assert said.status_code == 200
    assert len(re.findall(r'<span class="chance">\d+\.\d %</span>', said.text)) == 3


def test_a_spectator_cannot_ask_and_who_is_not_asked_gets_nothing(club: Club) -> None:
    made = club.create("fate", fate_match(), "A match")
    clients = [browser(club, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    assert browser(club).get(f"/match/{made.id}/watch/help").status_code == 403
    seat = asked(club, made.id)
    said = clients[1 - seat].get(f"/match/{made.id}/{2 - seat}/help")
    assert "The coach has nothing to say about this question." in said.text
