"""FATE: whoever is hurt for the season misses the rest of it (FF-129, FF-132, FF-133)."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.language import UserError
from breakaway.display.renderers import as_text
from breakaway.games.fate.files import read_roster, resolve
from breakaway.games.fate.season import INJURIES, roster_text, without
from breakaway.games.fate.text.names import POSITION_LETTERS
from breakaway.players.settings import requested
from breakaway.seasons import pages
from breakaway.seasons.season import Season
from breakaway.seasons.simulated import check_entrants, simulate, start_of
from tests.seasons.leagues import season

ADVANCED = {"advanced": "true"}


def fate_season(matches: int, **said: object) -> Season:
    """A season in which two computers meet so often."""
    entrants = [
        {"name": "Ada", "team": "Mudlarks", "by": "random", "roster": "mudlarks"},
        {"name": "Tom", "team": "Gadgeteers", "by": "random", "roster": "gadgeteers"},
    ]
    stages = [{"kind": "round_robin", "legs": 2}] * matches
    return season(2, stages, entrants=entrants, game="fate", house=ADVANCED, **said)


def test_a_roster_without_a_player_has_the_next_man_rated_one_lower() -> None:
    # FF-132: "same order of approaches, every rating -1". The roster says WR 1, 1, 3, 0, 2, 2, and Dot Dynamo is next.
    found = without(read_roster("gadgeteers"), [{"position": "WR", "name": "Zip Pendulum"}])
    assert found.position("WR").names == ["Dot Dynamo", "Max Magneto"]
    assert found.position("WR").ratings == [0, 0, 2, -1, 1, 1]
    # A second one, too: two lower in all; never below -2 (FF-G37).
    again = without(found, [{"position": "WR", "name": "Dot Dynamo"}, {"position": "WR", "name": "Max Magneto"}])
    assert again.position("WR").names == ["Reserve WR 1"]
    assert again.position("WR").ratings == [-2, -2, 0, -2, -1, -1]


def test_a_position_without_ratings_loses_one_from_its_template() -> None:
    roster = read_roster("gadgeteers")
    i = POSITION_LETTERS.index("OT")
    before = resolve({}, [roster])[0].rating[0][i * 6 : i * 6 + 6]
    after = without(roster, [{"position": "OT", "name": "Gus Girder"}])
    assert after.position("OT").ratings == [max(-2, each - 1) for each in before]
    assert after.position("OT").names == ["Ida Ironbar"]


def test_a_written_roster_is_the_same_when_it_is_read(tmp_path: Path) -> None:
    roster = read_roster("mudlarks")
    (tmp_path / "own.toml").write_text(roster_text(roster), encoding="utf-8")
    assert read_roster(str(tmp_path / "own.toml")) == roster


def test_the_next_match_begins_without_those_who_are_out(tmp_path: Path) -> None:
    out = [[], [{"position": "QB", "name": "Thaddeus Flywheel"}]]
    request = INJURIES.request(requested("fate", ADVANCED, teams="mudlarks,gadgeteers"), out, tmp_path)
    home, away = (read_roster(each) for each in request["teams"].split(","))
    assert home == read_roster("mudlarks")
    assert away.position("QB").names == ["Cora Crank"]


@pytest.mark.slow
def test_whoever_is_hurt_for_the_season_is_out_of_all_later_matches() -> None:
    for seed in range(40):
        made = fate_season(3, seed=seed)
        first = made.open_matches()[0]
        simulate(made, first)
        hurt = [(entrant, what) for entrant in (0, 1) for what in made.carried_by(entrant)]
        if hurt:
            break
    else:
        pytest.fail("nobody was hurt for the season in 40 matches")
    entrant, what = hurt[0]
    again = Season.read(made.text())
    assert again.carried_by(entrant) == [what for who, what in hurt if who == entrant]
    second = again.open_matches()[0]
    with start_of(again, second, 1) as request:
        rosters = [read_roster(each) for each in request["teams"].split(",")]
    assert what["name"] not in rosters[second.side_of(entrant)].position(what["position"]).names
    text = " ".join(as_text(pages.season_page(again), 100).split())
    assert f"{what['name']} ({what['position']}) is out for the season" in text


def test_one_roster_alone_is_refused_and_so_are_platoons() -> None:
    entrants = [{"name": "Ada", "roster": "mudlarks"}, {"name": "Tom"}]
    with pytest.raises(UserError, match="Ada has a roster: then all entrants need one"):
        season(2, entrants=entrants, game="fate")
    computers = [{"name": name, "by": "random"} for name in ("Ada", "Tom")]
    with pytest.raises(UserError, match="with these house rules, FATE Accelerated Football has 4 seats"):
        check_entrants(season(2, entrants=computers, game="fate", house={"platoons": "true"}))
