"""Seasons in the club: the same lines as in a file, and results that are entered when a match ends."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from breakaway.club import store
from breakaway.club.club import Club
from breakaway.club.database import HEAD, database_at, downgrade_tables, open_database, version_in
from breakaway.club.hosting import has_chair
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import OpenedFixture, carry_on, open_fixture, open_round, repair
from breakaway.club.seasons.kept import (
    KeptSeason,
    NoSuchSeason,
    OpenedSeason,
    kept_season,
    listed_seasons,
    open_season,
    season_text,
)
from breakaway.club.seasons.people import NoSuchPlace, new_links, place_of, sign_up, take_organizer
from breakaway.club.seasons.removal import remove_season
from breakaway.club.seats import Sitter
from breakaway.club.storage import clean
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.records.record_file import parse
from breakaway.seasons.rounds import begun
from breakaway.seasons.season import FORFEIT, PLAYED, NotPossible, Season
from breakaway.seasons.terms import checked_terms
from tests.club.clocks import Wall
from tests.club.starts import play_out

PEOPLE = (("Ada", "Lightning", "human"), ("Tom", "Fire", "human"), ("Vera", "Sharks", "human"))
CUP = {"kind": "knockout", "take": 2}


def league(entrants: Sequence[tuple[str, str, str]] = PEOPLE, *stages: dict[str, object], **said: object) -> Season:
    """A league in football: in each of its rounds one of three rests. What is `said` goes into the terms."""
    terms = {
        "title": "Thursday League",
        "game": "football",
        "entrants": [{"name": name, "team": team, "by": by} for name, team, by in entrants],
        "stages": [{"kind": "round_robin"}, *stages],
        **said,
    }
    return begun(checked_terms(terms, "terms"))


def opened(club: Club, season: Season | None = None, seconds: int | None = None) -> tuple[OpenedSeason, KeptSeason]:
    made = open_season(club.database, season or league(), seconds)
    return made, kept_season(club.database, made.id)


def browser(name: str) -> Sitter:
    return Sitter((f"the-browser-of-{name}",))


def all_in(club: Club, made: OpenedSeason) -> None:
    """Everybody signs up, each in a browser of his own."""
    season = kept_season(club.database, made.id).season
    for entrant, link in made.links.items():
        sign_up(club.database, link, browser(season.entrants[entrant].name))


def resign(club: Club, match: str, seat: int) -> None:
    club.resign(match, seat)
    club.resolve(match)


def first(club: Club, made: OpenedSeason) -> tuple[OpenedFixture, KeptSeason]:
    """The first match of the schedule, opened for those who have signed up."""
    there = open_fixture(club, made.id, "1.1.1")
    return there, kept_season(club.database, made.id)


# --- the same lines


def test_a_season_goes_into_the_club_and_back_into_a_file_line_by_line(club: Club) -> None:
    season = league()
    season.enter("1.1.1", (21, 14), reason="on paper")
    made = open_season(club.database, season)
    assert season_text(club.database, made.id) == season.text()
    again = open_season(club.database, Season.read(season_text(club.database, made.id)))
    assert kept_season(club.database, again.id).season == season
    assert {each.id for each in listed_seasons(club.database)} == {made.id, again.id}


def test_a_change_that_does_not_fit_leaves_all_lines_as_they_were(club: Club) -> None:
    made, before = opened(club)

    def act(season: Season) -> None:
        season.enter("1.1.1", (7, 0), reason="by telephone")
        season.enter("9.9.9", (7, 0), reason="by telephone")

    with pytest.raises(NotPossible, match=r"there is no match 9\.9\.9"):
        change_season(club.database, made.id, act)
    assert kept_season(club.database, made.id).season == before.season
    with pytest.raises(NoSuchSeason, match="no season called 'nowhere'"):
        change_season(club.database, "nowhere", act)


def test_the_database_refuses_to_change_remove_or_skip_a_line_of_a_season(club: Club) -> None:
    made, _kept = opened(club)
    before = season_text(club.database, made.id)
    for statement in (
        "UPDATE season_lines SET line = '{}'",
        "DELETE FROM season_lines",
        "INSERT INTO season_lines (season, n, line) SELECT id, 99, '{}' FROM seasons",
        "INSERT INTO season_lines (season, n, line) SELECT id, 1, '{}' FROM seasons",
    ):
        with pytest.raises(DBAPIError, match="entry"), club.database.writing() as connection:
            connection.execute(text(statement))
    assert season_text(club.database, made.id) == before


def test_two_results_that_are_entered_at_once_are_both_kept(club: Club) -> None:
    four = (*PEOPLE, ("Gus", "Maulers", "human"))
    made, kept = opened(club, league(four))
    ids = [each.id for each in kept.season.open_matches()]
    assert len(ids) == 6

    def enter(fixture: str) -> None:
        change_season(club.database, made.id, lambda season: season.enter(fixture, (7, 0), reason="by telephone"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(enter, ids))
    found = kept_season(club.database, made.id).season
    assert [each.result.score for each in found.matches.values() if each.result] == [(7, 0)] * 6


# --- matches and their results


def test_a_match_that_ends_enters_its_result_with_its_record(club: Club) -> None:
    """docs/seasons.md, "Matches on a server": who resigns loses, and the score is that of the record."""
    made, _kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    assert there.tokens == {}
    assert club.listed(there.match).status == "running"
    resign(club, there.match, 1)
    kept = kept_season(club.database, made.id)
    result = kept.season.matches["1.1.1"].result
    assert result is not None
    score = club.look(there.match).observation.standing.score  # a kickoff may have been returned for a touchdown
    assert (result.rank, result.score, result.how) == ((1, 2), score, PLAYED)
    assert result.record == parse(club.download(there.match)).lines[-1]["seal"]
    link = kept.link_of("1.1.1")
    assert link is not None
    assert (link.match, link.record, link.fate) == (there.match, result.record, "")


def test_the_last_result_of_a_league_draws_the_cup_in_the_same_transaction(club: Club) -> None:
    made, _kept = opened(club, league(PEOPLE, CUP))
    all_in(club, made)
    for _round in range(3):
        for each in open_round(club, made.id):
            resign(club, each.match, 1)
    season = kept_season(club.database, made.id).season
    assert [each.id for each in season.open_matches()] == ["2.1.1"]


def test_a_result_that_is_missing_is_entered_at_the_next_start_and_only_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    with monkeypatch.context() as patch:
        patch.setattr(store, "settle", lambda *_given: None)
        resign(club, there.match, 0)
    assert kept_season(club.database, made.id).season.matches["1.1.1"].result is None
    assert repair(Club(club.database)) == [there.match]
    result = kept_season(club.database, made.id).season.matches["1.1.1"].result
    assert result is not None
    assert result.rank == (2, 1)
    assert repair(Club(club.database)) == []


def test_a_forfeit_that_the_organizer_entered_stands_when_the_match_ends_later(club: Club) -> None:
    made, _kept = opened(club)
    all_in(club, made)
    there, kept = first(club, made)
    loser = kept.season.matches["1.1.1"].sides[0]
    change_season(club.database, made.id, lambda season: season.forfeit("1.1.1", loser, "did not come"))
    resign(club, there.match, 1)
    kept = kept_season(club.database, made.id)
    result, link = kept.season.matches["1.1.1"].result, kept.link_of("1.1.1")
    assert result is not None
    assert link is not None
    assert (result.how, result.rank) == (FORFEIT, (2, 1))
    assert link.fate.startswith("this match has a result already")
    assert repair(club) == []


def test_a_match_is_opened_once_and_not_after_its_result(club: Club) -> None:
    made, _kept = opened(club)
    first(club, made)
    with pytest.raises(NotNow, match=r"1\.1\.1 is open already"):
        open_fixture(club, made.id, "1.1.1")
    change_season(club.database, made.id, lambda season: season.enter("1.2.1", (3, 0), reason="on paper"))
    with pytest.raises(NotNow, match=r"1\.2\.1 has a result already"):
        open_fixture(club, made.id, "1.2.1")
    with pytest.raises(NotNow, match=r"there is no match 7\.7\.7"):
        open_fixture(club, made.id, "7.7.7")
    assert len(club.matches()) == 1


def test_a_match_without_teams_cannot_be_opened_and_nothing_is_left_of_it(club: Club) -> None:
    made, _kept = opened(club, league([(name, "", "human") for name, _team, _by in PEOPLE]))
    with pytest.raises(NotNow, match="played elsewhere"):
        open_fixture(club, made.id, "1.1.1")
    assert open_round(club, made.id) == []
    made, _kept = opened(club, league([(name, "Nobody's", "human") for name, _team, _by in PEOPLE]))
    with pytest.raises(UserError, match="unknown team"):
        open_fixture(club, made.id, "1.1.1")
    assert club.matches() == []
    assert kept_season(club.database, made.id).links == []


def test_a_redrawn_match_is_opened_anew_and_the_old_one_counts_for_nothing(club: Club) -> None:
    made, _kept = opened(club, league(PEOPLE, CUP))
    all_in(club, made)
    for _round in range(3):
        for each in open_round(club, made.id):
            resign(club, each.match, 1)
    old, _kept = open_fixture(club, made.id, "2.1.1"), None
    link = kept_season(club.database, made.id).link_of("2.1.1")
    assert link is not None

    def redraw(season: Season) -> None:
        season.undo("wrong pair")
        third = {0, 1, 2}.difference(link.sides).pop()
        season.add({"kind": "round", "stage": 1, "number": 1, "matches": [[link.sides[0], third]]})

    change_season(club.database, made.id, redraw)
    assert kept_season(club.database, made.id).link_of("2.1.1") is None
    resign(club, old.match, 0)
    kept = kept_season(club.database, made.id)
    assert kept.season.matches["2.1.1"].result is None
    assert [each.fate for each in kept.links if each.match == old.match] == [
        "the match was drawn anew after it had been opened"
    ]
    assert open_fixture(club, made.id, "2.1.1").match != old.match


@pytest.mark.slow
def test_the_computers_matches_are_played_at_once(club: Club) -> None:
    made, _kept = opened(club, league([(name, team, "random") for name, team, _by in PEOPLE]))
    assert made.links == {}
    there, kept = first(club, made)
    assert club.listed(there.match).status == "over"
    result = kept.season.matches["1.1.1"].result
    assert result is not None
    assert result.figures


def test_a_finished_match_of_a_season_stays_and_one_without_a_choice_can_be_opened_again(club: Club) -> None:
    wall = Wall(club)
    made, _kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    resign(club, there.match, 0)
    second = open_fixture(club, made.id, "1.2.1")
    clean(club.database)
    for _half in range(40):
        wall.on(24 * 3600)
        clean(club.database)
    assert [each.id for each in club.matches()] == [there.match]
    assert open_fixture(club, made.id, "1.2.1").match != second.match


OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "races": ("cycling", {"kind": "races", "rounds": 2}),
    "fate": ("fate", {"kind": "round_robin"}),
    "swiss": ("football", {"kind": "swiss", "rounds": 2}),
    "cup": ("football", {"kind": "knockout"}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_matches_of_every_kind_and_game_are_opened_and_enter_their_results(club: Club, name: str) -> None:
    """Who resigns is last. In a race of three the first one to resign is last, the second one before him."""
    game, stage = OTHERS[name]
    terms = {
        "title": "Ours",
        "game": game,
        "entrants": [{"name": name, "team": team} for name, team, _by in PEOPLE],
        "stages": [stage],
    }
    made, kept = opened(club, begun(checked_terms(terms, "terms")), seconds=3600)
    all_in(club, made)
    match = kept.season.open_matches()[0]
    there = open_fixture(club, made.id, match.id)
    assert club.listed(there.match).terms.seconds == 3600
    for seat in range(len(match.sides) - 1):
        resign(club, there.match, seat)
    result = kept_season(club.database, made.id).season.matches[match.id].result
    assert result is not None
    assert result.rank == ((2, 1) if len(match.sides) == 2 else (3, 2, 1))


# --- people


def test_who_signs_up_sits_in_his_open_matches_and_in_those_that_are_opened_later(club: Club) -> None:
    made, kept = opened(club)
    there, _kept = first(club, made)
    one, other = kept.season.matches["1.1.1"].sides
    assert sorted(there.tokens) == [0, 1]
    sign_up(club.database, made.links[one], browser("one"))
    assert club.listed(there.match).status == "open"
    assert [each.name for each in club.listed(there.match).seats] == [
        kept.season.entrants[each].name for each in (one, other)
    ]
    sign_up(club.database, made.links[other], browser("other"))
    assert club.listed(there.match).status == "running"
    found = club.found(there.match)
    assert (found.held(browser("one").secrets), found.held(browser("other").secrets)) == ([0], [1])
    assert kept_season(club.database, made.id).entrants_of(browser("one").secrets) == [one]


def test_a_new_browser_with_the_same_link_plays_on_but_not_in_a_seat_that_somebody_else_was_given(club: Club) -> None:
    made, kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    one, other = kept.season.matches["1.1.1"].sides
    club.give_seat(there.match, 1, "random")
    sign_up(club.database, made.links[one], browser("one's new telephone"))
    sign_up(club.database, made.links[other], browser("other's new telephone"))
    found = club.found(there.match)
    assert found.held(browser("one's new telephone").secrets) == [0]
    assert found.held(browser("other's new telephone").secrets) == []


def test_one_browser_plays_for_one_entrant_only_and_a_wrong_link_leads_nowhere(club: Club) -> None:
    made, _kept = opened(club)
    sign_up(club.database, made.links[0], browser("Ada"))
    with pytest.raises(UserError, match="plays for another entrant"):
        sign_up(club.database, made.links[1], browser("Ada"))
    for wrong in ("nonsense", made.chair):
        with pytest.raises(NoSuchPlace):
            sign_up(club.database, wrong, browser("Tom"))
    with pytest.raises(NoSuchPlace):
        take_organizer(club.database, made.links[1], browser("Tom").secrets)
    assert place_of(club.database, made.links[1]) == (made.id, 1)
    fresh = new_links(club.database, made.id, 1)
    with pytest.raises(NoSuchPlace):
        place_of(club.database, made.links[1])
    assert place_of(club.database, fresh) == (made.id, 1)


def test_somebody_who_takes_over_gets_a_new_link_and_the_old_browser_loses_the_place(club: Club) -> None:
    made, _kept = opened(club)
    all_in(club, made)
    links = change_season(
        club.database, made.id, lambda season: season.replace_entrant(0, "Gus", "human", "Ada has moved away")
    )
    assert list(links) == [0]
    kept = kept_season(club.database, made.id)
    assert kept.entrants_of(browser("Ada").secrets) == []
    assert place_of(club.database, links[0]) == (made.id, 0)
    with pytest.raises(NoSuchPlace):
        place_of(club.database, made.links[0])
    assert (
        change_season(
            club.database, made.id, lambda season: season.replace_entrant(0, "Robot", "random", "nobody came")
        )
        == {}
    )
    assert sorted(kept_season(club.database, made.id).players) == [1, 2]


@pytest.mark.parametrize("by", ["human", "random"])
def test_somebody_who_is_replaced_loses_his_seat_in_an_open_match_to_the_one_who_takes_over(
    club: Club, by: str
) -> None:
    """A new person sits down with the new link; a coach plays at once. What was played stays."""
    made, kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    play_out(club, there.match, turns=3)
    one = kept.season.matches["1.1.1"].sides[0]
    old = browser(kept.season.entrants[one].name)
    links = change_season(
        club.database, made.id, lambda season: season.replace_entrant(one, "Gus", by, "he has moved away")
    )
    assert carry_on(club, made.id) == [there.match]
    found = club.found(there.match)
    assert found.held(old.secrets) == []
    assert (found.listed.seats[0].name, found.listed.turn >= 3) == ("Gus", True)
    if by == "random":
        assert 0 not in found.listed.waiting
        assert found.listed.status == "running"
        return
    assert found.listed.status == "open"
    sign_up(club.database, links[one], browser("Gus"))
    found = club.found(there.match)
    assert (found.held(browser("Gus").secrets), found.listed.status) == ([0], "running")
    resign(club, there.match, 0)
    result = kept_season(club.database, made.id).season.matches["1.1.1"].result
    assert result is not None
    assert result.rank == (2, 1)


def test_the_organizer_hosts_matches_in_which_he_does_not_play_and_has_no_chair_in_his_own(club: Club) -> None:
    made, kept = opened(club)
    first_one = open_fixture(club, made.id, "1.1.1")  # before anybody has the chair
    one, other = kept.season.matches["1.1.1"].sides
    third = ({0, 1, 2} - {one, other}).pop()
    organizer = browser("the organizer")
    take_organizer(club.database, made.chair, organizer.secrets)
    assert has_chair(club.found(first_one.match), organizer.secrets)
    sign_up(club.database, made.links[third], organizer)
    own = next(each for each in kept.season.matches.values() if third in each.sides)
    his = open_fixture(club, made.id, own.id)
    assert not has_chair(club.found(his.match), organizer.secrets)
    assert club.listed(his.match).host == own.sides.index(third)
    assert kept_season(club.database, made.id).is_organized_by(organizer.secrets)
    assert [each.id for each in listed_seasons(club.database, organizer.secrets)] == [made.id]
    assert listed_seasons(club.database, browser("somebody").secrets) == []


# --- removal


def test_a_removed_season_leaves_its_matches_and_none_of_its_lines(club: Club) -> None:
    """docs/seasons.md, "How many, and for how long"."""
    made, _kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    other, _kept = opened(club)
    with pytest.raises(NotNow, match="has changed"):
        remove_season(club.database, made.id, lines=1)
    assert remove_season(club.database, made.id) == [there.match]
    with pytest.raises(NotNow):
        remove_season(club.database, made.id)
    with pytest.raises(NoSuchSeason):
        kept_season(club.database, made.id)
    with pytest.raises(NoSuchPlace):
        place_of(club.database, made.links[0])
    assert [each.id for each in listed_seasons(club.database)] == [other.id]
    resign(club, there.match, 0)
    assert club.listed(there.match).status == "over"
    with pytest.raises(DBAPIError, match="entry"), club.database.writing() as connection:
        connection.execute(text("DELETE FROM season_lines"))


def test_upkeep_removes_only_seasons_that_nobody_has_played(club: Club) -> None:
    """After 30 days without a result, a match, a change or a new player; as matches in which nobody has chosen."""
    wall = Wall(club)
    idle, _kept = opened(club)
    played, _kept = opened(club)
    joined, _kept = opened(club)
    change_season(club.database, played.id, lambda it: it.enter("1.1.1", (7, 0), reason="on paper"))
    clean(club.database)

    def days(n: int) -> set[str]:
        for _day in range(n):
            wall.on(24 * 3600)
            clean(club.database)
        return {each.id for each in listed_seasons(club.database)}

    assert days(20) == {idle.id, played.id, joined.id}
    sign_up(club.database, joined.links[0], browser("Ada"))
    assert days(11) == {played.id, joined.id}
    assert days(20) == {played.id}
    assert days(60) == {played.id}, "a result is kept for good"


# --- migrations


def test_the_tables_of_seasons_go_and_come_back_and_the_matches_stay(club: Club) -> None:
    made, _kept = opened(club)
    all_in(club, made)
    there, _kept = first(club, made)
    resign(club, there.match, 0)
    saved, record = season_text(club.database, made.id), club.download(there.match)
    address = club.database.engine.url.render_as_string(hide_password=False)
    with closing(database_at(address)) as database, database.writing() as connection:
        downgrade_tables(connection, "0025")
        assert version_in(connection) == "0025"
    with closing(Club(open_database(address))) as later:
        with later.database.reading() as connection:
            assert version_in(connection) == HEAD
        assert later.download(there.match) == record
        assert listed_seasons(later.database) == []
        again = open_season(later.database, Season.read(saved))
        assert season_text(later.database, again.id) == saved
        with pytest.raises(DBAPIError, match="entry"), later.database.writing() as connection:
            connection.execute(text("DELETE FROM entries"))
