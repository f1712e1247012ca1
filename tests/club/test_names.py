"""Players name their teams and riders at the table, and a match has a title, a subtitle and a day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.hosting import HEAD, trail_of
from breakaway.club.names import head, name_team, team_at, why_no_name
from breakaway.club.rematches import rematch
from breakaway.club.time_control import DAY, Terms
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.display.review import review_of
from breakaway.mail.host_acts import carry_out, teams_of
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade
from tests.club.starts import any_order, football_match, play_out, race, sit

RIDERS = ("Éloïse O’Hara", "Percy Vere", "Zoë", "Søren")


def opened(club: Club, turns: int = 0, profile: str = "postal") -> str:
    made = club.create("cycling", race(("human", "human", "human"), profile=profile), "Tour", terms=Terms(DAY))
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=turns)
    return made.id


def name(club: Club, match_id: str, seat: int, team: str, riders: Sequence[str] = ()) -> None:
    club.do(match_id, partial(name_team, seat=seat, team=team, riders=riders))


def test_a_team_and_its_riders_are_called_as_their_player_says(club: Club) -> None:
    match_id = opened(club)
    name(club, match_id, 1, "  Spoke &  Mirrors ", RIDERS)
    assert club.look(match_id).observation.names["teams"] == ["Röd", "Spoke & Mirrors", "Green"]
    assert club.look(match_id, 2).observation.names["riders"] == {"Spoke & Mirrors": list(RIDERS)}
    assert club.listed(match_id).seats[1].name == "Spoke & Mirrors"
    with club.held(match_id) as table:
        assert team_at(table, 1) == ("Spoke & Mirrors", list(RIDERS))
        assert teams_of(table) == ["Röd", "Spoke & Mirrors", "Green"]
    play_out(club, match_id, turns=2)
    said = " ".join(
        sentence
        for _number, events in club.look(match_id).log
        for sentence in club.look(match_id).observation.sentences(events)
    )
    assert "Spoke & Mirrors A (Éloïse O’Hara)" in said


def test_the_record_keeps_the_first_names_and_holds(club: Club) -> None:
    match_id = opened(club)
    before = club.download(match_id, running=True)
    name(club, match_id, 1, "Spoke & Mirrors", RIDERS)
    assert club.download(match_id, running=True) == before
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    assert other.look(match_id).observation.names["teams"][1] == "Spoke & Mirrors", "another server, or a restart"
    other.close()
    play_out(club, match_id)
    assert club.check(match_id).grade is not Grade.INCONSISTENT


def test_two_servers_show_a_new_name_at_once(club: Club) -> None:
    match_id = opened(club)
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    before = other.look(match_id).stamp
    name(club, match_id, 0, "Ångström")
    assert other.look(match_id).observation.names["teams"][0] == "Ångström"
    assert other.look(match_id).stamp != before, "open pages are told"
    other.close()


@pytest.mark.parametrize(
    ("team", "riders", "why"),
    [
        ("Green", (), "same name|look alike"),
        ("GREEN", (), "same name|look alike"),
        ("Grеen", (), "look alike"),  # with a Cyrillic letter
        ("", (), "must begin with a letter"),
        ("<b>Blue</b>", (), "must begin with a letter"),
        ("A", (), "means something else"),
        ("x" * 41, (), "at most 40"),
        ("Blue", ("Ann",), "four riders"),
        ("Blue", ("Ann", "Ann", "Bo", "Cy"), "same name"),
        ("Blue", ("Ann", "", "Bo", "Cy"), "must begin with a letter"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(
    club: Club, team: str, riders: tuple[str, ...], why: str
) -> None:
    match_id = opened(club)
    before = club.version(match_id)
    with pytest.raises(UserError, match=why):
        name(club, match_id, 1, team, riders)
    assert club.version(match_id) == before
    assert club.look(match_id).observation.names["teams"] == ["Röd", "Blue", "Green"]


def test_a_rematch_and_a_review_call_the_team_as_its_player_does(club: Club) -> None:
    match_id = opened(club)
    name(club, match_id, 1, "Spoke & Mirrors", RIDERS)
    play_out(club, match_id)
    again = club.look(rematch(club, match_id, [0, 1, 2]).id)
    assert again.observation.names["teams"] == ["Röd", "Spoke & Mirrors", "Green"]
    assert again.observation.names["riders"] == {"Spoke & Mirrors": list(RIDERS)}
    assert [seat.name for seat in again.seats] == ["Röd", "Spoke & Mirrors", "Green"]
    found = review_of(parse(club.download(match_id)), club.listed(match_id).names)
    assert list(found.names) == ["Röd", "Spoke & Mirrors", "Green"]


def test_names_are_given_until_the_first_turn_is_played_and_only_where_a_game_allows_it(club: Club) -> None:
    match_id = opened(club, turns=1)
    name(club, match_id, 1, "Bluebelles")
    play_out(club, match_id, turns=1)
    with pytest.raises(NotNow, match="until the first turn"):
        name(club, match_id, 1, "Blue again")
    spy = opened(club, profile="spy")
    with pytest.raises(UserError, match="Spy race"):
        name(club, spy, 1, "Bluebelles")
    football = club.create("football", football_match(), here=[0, 1]).id
    with club.held(football) as table:
        assert why_no_name(table, 0)
    with pytest.raises(NotNow, match="keep their names"):
        name(club, football, 0, "Bears")


def test_a_player_who_gave_his_own_name_keeps_it(club: Club) -> None:
    match_id = opened(club)
    club.rename_seat(match_id, 1, "Ann")
    name(club, match_id, 1, "Bluebelles")
    assert club.listed(match_id).seats[1].name == "Ann"


def test_orders_are_still_read_after_a_team_is_named(club: Club) -> None:
    match_id = opened(club, turns=1)
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    name(club, match_id, 1, "Spoke & Mirrors", RIDERS)
    observation = club.look(match_id, 1).observation
    assert observation.write(observation.read(order)[0]) == order


def test_a_match_has_a_title_a_subtitle_and_a_day(club: Club) -> None:
    match_id = opened(club)
    head(club.database, match_id, "Tour of the Vale", "Over  the hills", "2026-12-27")
    listed = club.listed(match_id)
    assert (listed.title, listed.subtitle, listed.day) == ("Tour of the Vale", "Over the hills", "2026-12-27")
    line = trail_of(club.database, match_id)[0]
    assert (line.act, line.said) == (HEAD, "Tour of the Vale · Over the hills · 2026-12-27")
    for given in ({"title": " "}, {"title": "T", "day": "27.12."}, {"title": "T", "day": "2026-02-30"}):
        with pytest.raises(UserError, match="Nothing was changed"):
            carry_out(club, match_id, "title", given, 0)
    assert club.listed(match_id) == listed
