"""Several computer players of one kind: each has its own name and its own colours, and in the race its own cards."""

from __future__ import annotations

import pytest

from breakaway.core.state import copy
from breakaway.display.match_page import find_page
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import find_setting, make_start, requested


@pytest.mark.parametrize(
    ("game", "coach"),
    [("football", "champion"), ("football", "club"), ("fate", "book"), ("fate", "club"), ("cycling", "directeur")],
)
def test_they_differ_in_name_and_colour(game: str, coach: str) -> None:
    request = requested(game, (), seed=8)
    start = make_start(request, find_setting(find(game)).watched(request, coach))
    by = [each["by"] for each in start.seats]
    names = [each["name"] for each in start.seats]
    colours = [each for each in find_page(find(game)).dress(start.names, start.config) if each]
    assert set(by) == {coach}
    assert len(by) > 1
    assert len({*names}) == len(names)
    assert len({*colours}) == len(colours) == len(names)


@pytest.mark.parametrize("coach", ["directeur", "champion", "sprinter", "strong", "master"])
def test_teams_of_one_coach_never_start_a_race_with_the_same_cards(coach: str) -> None:
    game, request = find("cycling"), requested("cycling", (), seed=8)
    start = make_start(request, find_setting(game).watched(request, coach))
    state = game.start(start.config)
    seen = set()
    for seat in range(len(start.seats)):
        view = copy(state)
        game.redact(view, start.config, seat)
        seen.add(tuple(coaches.ask(game, coaches.find(game, coach), view, start.config, seat, 3)))
    assert len(seen) == len(start.seats)
