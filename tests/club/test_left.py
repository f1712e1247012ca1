"""Somebody leaves a season while his match is played: docs/seasons.md, "Somebody who leaves"."""

from __future__ import annotations

import pytest

from breakaway.club.absences import overdue
from breakaway.club.closing import go_on, stop
from breakaway.club.club import Club
from breakaway.club.hosting import GO_ON, LEFT, STOP, SUBSTITUTE, trail_of
from breakaway.club.match_views import Listed
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import carry_on, open_fixture
from breakaway.club.seasons.kept import OpenedSeason, kept_season
from breakaway.club.seasons.people import sign_up, sit_again
from breakaway.core.observation import NotNow
from breakaway.mail.host_acts import told_lines
from breakaway.seasons.rounds import begun
from breakaway.seasons.season import FORFEIT, PLAYED, Season
from breakaway.seasons.terms import checked_terms
from tests.club.clocks import Wall
from tests.club.starts import any_order
from tests.club.test_seasons import PEOPLE, all_in, browser, first, league, opened, resign

HOUR = 3600


def leave(club: Club, made: OpenedSeason, entrant: int, why: str = "no time") -> None:
    change_season(club.database, made.id, lambda season: season.leave(entrant, why))
    carry_on(club, made.id)


def take_back(season: Season) -> None:
    season.undo("who had left stays")


def is_closed(club: Club, match: str) -> bool:
    return club.listed(match).stopped is not None


def trail(club: Club, match: str) -> list[tuple[str, int | None, str]]:
    return [(each.act, each.seat, each.value) for each in trail_of(club.database, match)]


def words(club: Club, match: str) -> list[tuple[str, str]]:
    with club.held(match) as table:
        return [(each.text, each.said) for each in told_lines(table, trail_of(club.database, match))]


def playing(club: Club, **said: object) -> tuple[OpenedSeason, str, tuple[int, int]]:
    """A league of three with six hours for each choice: its first match is played. Who sits in which seat."""
    made, kept = opened(club, league(**said), seconds=6 * HOUR)
    all_in(club, made)
    there, _kept = first(club, made)
    one, other = kept.season.matches["1.1.1"].sides
    return made, there.match, (one, other)


@pytest.mark.parametrize(("leaving", "counts"), [("forfeit", True), ("annul", False)])
def test_the_match_of_somebody_who_leaves_is_closed_and_counts_as_the_terms_say(
    club: Club, leaving: str, counts: bool
) -> None:
    wall = Wall(club)
    made, match, (one, _other) = playing(club, leaving=leaving)
    leave(club, made, one)
    assert is_closed(club, match)
    season = kept_season(club.database, made.id).season
    result = season.result_of(season.matches["1.1.1"])
    assert (result is not None and (result.how, result.rank) == (FORFEIT, (2, 1))) == counts
    assert trail(club, match) == [(STOP, 0, LEFT)]
    name = season.entrants[one].team
    assert words(club, match) == [(f"The match was closed, because {name} has left the season.", "no time")]
    with pytest.raises(NotNow, match="closed"):
        club.choose(match, 0, any_order(club, match, 0, 1))
    turn = club.look(match).turn
    wall.on(7 * HOUR)
    assert [each for each, _closes in overdue(club)] == [], "no clock runs"
    assert club.look(match).turn == turn


def test_who_takes_over_from_somebody_who_left_plays_on_with_the_whole_time(club: Club) -> None:
    wall = Wall(club)
    made, match, (one, _other) = playing(club)
    leave(club, made, one)
    wall.on(5 * HOUR)
    links = change_season(club.database, made.id, lambda it: it.replace_entrant(one, "Gus", "human", "from the club"))
    listed = club.listed(match)
    assert (listed.stopped, listed.status, listed.seats[0].name) == (None, "open", "Gus")
    sign_up(club.database, links[one], browser("Gus"))
    listed = club.listed(match)
    assert listed.status == "running"
    assert club.found(match).held(browser("Gus").secrets) == [0]
    assert listed.terms.due is not None
    assert (listed.terms.due - club.database.now()).total_seconds() >= 6 * HOUR
    assert trail(club, match) == [(GO_ON, 0, LEFT), (STOP, 0, LEFT)]
    resign(club, match, 1)
    result = kept_season(club.database, made.id).season.matches["1.1.1"].result
    assert result is not None
    assert (result.how, result.rank) == (PLAYED, (1, 2))


def test_a_coach_who_takes_over_from_somebody_who_left_plays_at_once(club: Club) -> None:
    made, match, (one, _other) = playing(club)
    leave(club, made, one)
    change_season(club.database, made.id, lambda it: it.replace_entrant(one, "Robot", "random", "nobody came"))
    carry_on(club, made.id)
    assert not is_closed(club, match)
    assert club.listed(match).seats[0].by == "random"
    assert 0 not in club.look(match).waiting


def test_a_departure_that_is_taken_back_opens_the_match_again_for_the_same_browsers(club: Club) -> None:
    made, match, (one, other) = playing(club)
    season = kept_season(club.database, made.id).season
    leave(club, made, one)
    leave(club, made, other)
    assert trail(club, match) == [(STOP, 0, LEFT)], "closed once"
    change_season(club.database, made.id, take_back)
    assert is_closed(club, match), "the first one is still gone"
    change_season(club.database, made.id, take_back)
    assert not is_closed(club, match)
    name = season.entrants[one].name
    assert club.found(match).held(browser(name).secrets) == [0]
    resign(club, match, 0)
    assert kept_season(club.database, made.id).season.matches["1.1.1"].result is not None


def test_a_match_that_its_host_had_closed_stays_closed_when_somebody_takes_over(club: Club) -> None:
    made, match, (one, _other) = playing(club)
    stop(club.database, match, "a storm")
    leave(club, made, one)
    change_season(club.database, made.id, lambda it: it.replace_entrant(one, "Gus", "human", "from the club"))
    assert is_closed(club, match)
    assert trail(club, match) == [(STOP, None, "")]


def test_who_has_left_wins_nothing_when_the_host_opens_the_match_again(club: Club) -> None:
    """docs/seasons.md, "Results": the opponents of somebody who leaves win the rest by forfeit."""
    made, match, (one, _other) = playing(club)
    leave(club, made, one)
    go_on(club.database, match, "for fun")
    resign(club, match, 1)
    kept = kept_season(club.database, made.id)
    link = kept.link_of("1.1.1")
    assert kept.season.matches["1.1.1"].result is None
    assert link is not None
    assert link.fate == "somebody who plays in it had left the season before it was over"


def test_a_departure_that_does_not_fit_closes_nothing(club: Club) -> None:
    made, match, (one, _other) = playing(club)

    def act(season: Season) -> None:
        season.leave(one, "no time")
        raise NotNow("too late")

    with pytest.raises(NotNow):
        change_season(club.database, made.id, act)
    assert not is_closed(club, match)
    assert trail(club, match) == []


# --- races


def riding(club: Club, n: int = 3) -> tuple[OpenedSeason, str]:
    """A series of two races: the first one is ridden."""
    terms = {
        "title": "Ours",
        "game": "cycling",
        "entrants": [{"name": name, "team": team} for name, team, _by in PEOPLE[:n]],
        "stages": [{"kind": "races", "rounds": 2}],
    }
    made, _kept = opened(club, begun(checked_terms(terms, "terms")), seconds=6 * HOUR)
    all_in(club, made)
    return made, open_fixture(club, made.id, "1.1.1").match


def by(listed: Listed) -> list[str]:
    return [each.by for each in listed.seats]


def test_a_coach_rides_on_for_somebody_who_leaves_a_race_and_the_result_names_the_others(club: Club) -> None:
    made, match = riding(club)
    leave(club, made, 0)
    listed = club.listed(match)
    assert (listed.stopped, listed.status) == (None, "running")
    assert by(listed)[0] not in ("human", "empty")
    assert by(listed)[1:] == ["human", "human"]
    assert trail(club, match) == [(SUBSTITUTE, 0, by(listed)[0])]
    assert club.found(match).held(browser("Ada").secrets) == []
    resign(club, match, 1)
    resign(club, match, 2)
    result = kept_season(club.database, made.id).season.matches["1.1.1"].result
    assert result is not None
    assert result.absent == (0,)
    assert result.rank == (3, 2, 1), "who resigned first is last of those who still ride"
    second = open_fixture(club, made.id, "1.2.1").match
    assert by(club.listed(second)) == by(listed), "a coach rides for him in the next race, too"


@pytest.mark.parametrize("replaced", [True, False])
def test_who_takes_over_or_comes_back_gets_the_seat_in_the_race_from_the_coach(club: Club, replaced: bool) -> None:
    made, match = riding(club)
    leave(club, made, 0)
    if replaced:
        links = change_season(club.database, made.id, lambda it: it.replace_entrant(0, "Gus", "human", "he helps"))
        sign_up(club.database, links[0], browser("Gus"))
    else:
        change_season(club.database, made.id, take_back)
        sit_again(club.database, made.id, 0, browser("Ada"))
    assert club.found(match).held(browser("Gus" if replaced else "Ada").secrets) == [0]
    assert by(club.listed(match)) == ["human"] * 3
    assert club.listed(match).seats[0].name == ("Gus" if replaced else "Ada")
    for seat in (0, 1):
        resign(club, match, seat)
    result = kept_season(club.database, made.id).season.matches["1.1.1"].result
    assert result is not None
    assert (result.absent, result.rank) == ((), (3, 2, 1))
