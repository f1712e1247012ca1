"""The pages of a season: what everybody reads, and what nobody may read while a match is played."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seasons.changed import change_season
from breakaway.club.seasons.fixtures import open_fixture
from breakaway.club.seasons.kept import kept_season
from breakaway.seasons.rounds import begun
from breakaway.seasons.terms import checked_terms
from breakaway.server.visitors import WRONG
from tests.club.starts import any_order, play_out
from tests.club.test_seasons import CUP, OTHERS, PEOPLE, OpenedSeason, league, opened
from tests.web.session import browser, post


def visitor(club: Club, name: str) -> TestClient:
    """A browser from elsewhere, with a cookie of its own."""
    return browser(club, f"a-browser-of-{name}-01", here=False)


@pytest.fixture
def made(club: Club) -> OpenedSeason:
    """A rated league of three people, with a cup for two of them."""
    return opened(club, league(PEOPLE, CUP, rated=True))[0]


def everybody(club: Club, made: OpenedSeason) -> dict[str, TestClient]:
    """The browsers of all three, who have signed up."""
    found = {}
    for entrant, (name, _team, _by) in enumerate(PEOPLE):
        found[name] = visitor(club, name.lower())
        answer = post(found[name], f"/season/join/{made.links[entrant]}")
        assert answer.url.path == f"/season/{made.id}"
        assert answer.status_code == 200
    return found


def addresses(made: OpenedSeason) -> list[str]:
    here = f"/season/{made.id}"
    players = [f"{here}/player/{n}" for n in (1, 2, 3)]
    return [here, f"{here}/round/1.1", f"{here}/round/1.1/pdf", f"{here}/ratings", *players, "/seasons"]


def test_from_the_link_to_the_result(club: Club, made: OpenedSeason) -> None:
    there = everybody(club, made)
    season = kept_season(club.database, made.id).season
    sides = season.matches["1.1.1"].sides
    home, away = (there[PEOPLE[each][0]] for each in sides)
    assert "Your next match" in home.get(f"/season/{made.id}").text
    table = post(home, f"/season/{made.id}/sit/1.1.1")
    assert re.fullmatch(r"/match/\w{8}/1", table.url.path)
    assert post(away, f"/season/{made.id}/sit/1.1.1").url.path == table.url.path.replace("/1", "/2")
    assert len(club.matches()) == 1
    club.resign(club.matches()[0].id, 0)
    club.resolve(club.matches()[0].id)
    said = visitor(club, "nobody").get(f"/season/{made.id}").text
    winner = PEOPLE[sides[1]][0]
    assert re.search(rf'<td>1</td><th scope="row" class="l">.*?<a href="[^"]*">{winner}</a>', said)
    assert f'href="/match/{club.matches()[0].id}"' in said
    assert re.search(r"\d+–\d+", said)


def test_pages_do_not_change_while_a_match_is_played_for_anybody_who_does_not_play_in_it(
    club: Club, made: OpenedSeason
) -> None:
    there = everybody(club, made)
    match = open_fixture(club, made.id, "1.1.1").match
    sides = kept_season(club.database, made.id).season.matches["1.1.1"].sides
    other = there[PEOPLE[({0, 1, 2} - set(sides)).pop()][0]]
    readers = [other, visitor(club, "nobody"), there[PEOPLE[sides[0]][0]]]

    def all_pages() -> list[bytes]:
        return [reader.get(each).content for reader in readers for each in addresses(made)]

    before = all_pages()
    assert f"/match/{match}".encode() not in b"".join(before[: 2 * len(addresses(made))])
    play_out(club, match, turns=6)
    seat = club.look(match).waiting[0]
    club.choose(match, seat, any_order(club, match, seat, 3))
    assert all_pages() == before
    club.resolve(match)
    play_out(club, match, turns=3)
    assert all_pages() == before
    club.resign(match, 0)
    club.resolve(match)
    assert all_pages() != before


def test_ratings_name_the_people_of_this_season_alone_and_come_with_the_first_record(
    club: Club, made: OpenedSeason
) -> None:
    others = opened(club, league((("Zoe", "Lightning", "human"), *PEOPLE[1:]), rated=True))[0]
    there, reader = everybody(club, made), visitor(club, "nobody")
    ratings = f"/season/{made.id}/ratings"
    assert "No rated match has a result from its record yet." in reader.get(ratings).text
    change_season(club.database, made.id, lambda it: it.enter("1.1.1", (21, 14), reason="on paper"))
    assert "No rated match has a result from its record yet." in reader.get(ratings).text
    match = open_fixture(club, made.id, "1.2.1").match
    club.resign(match, 0)
    club.resolve(match)
    sides = kept_season(club.database, made.id).season.matches["1.2.1"].sides
    for each in (reader, *there.values()):
        said = each.get(ratings).text
        names = re.findall(r'<a href="[^"]*/player/\d">(\w+)</a>', said)
        assert names == [PEOPLE[sides[1]][0], PEOPLE[sides[0]][0]]  # the winner first
        assert "provisional, 1 rated match" in said
        assert "Zoe" not in said
    assert "No rated match" in reader.get(f"/season/{others.id}/ratings").text
    unrated = opened(club)[0]
    assert "The matches of this season are not rated." in reader.get(f"/season/{unrated.id}/ratings").text
    assert f"/season/{unrated.id}/ratings" not in reader.get(f"/season/{unrated.id}").text


def test_the_round_up_is_a_pdf_for_everybody(club: Club, made: OpenedSeason) -> None:
    change_season(club.database, made.id, lambda it: it.enter("1.1.1", (21, 14), reason="on paper"))
    answer = visitor(club, "nobody").get(f"/season/{made.id}/round/1.1/pdf")
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF-")


def test_no_page_holds_a_link_or_a_hash_of_anybody(club: Club, made: OpenedSeason) -> None:
    there = everybody(club, made)
    organizer = visitor(club, "the-organizer")
    post(organizer, f"/season/chair/{made.chair}")
    assert f"/season/{made.id}/organize" in organizer.get(f"/season/{made.id}").text
    assert f"/season/{made.id}/organize" not in there["Ada"].get(f"/season/{made.id}").text
    kept = kept_season(club.database, made.id)
    secrets = [*made.links.values(), made.chair, kept.organizer, *kept.players.values()]
    for reader in (*there.values(), organizer, visitor(club, "nobody")):
        text = "".join(reader.get(each).text for each in addresses(made))
        assert not [each for each in secrets if each and each in text]


def test_a_players_name_leads_to_his_results_in_this_season_and_nowhere_else(club: Club, made: OpenedSeason) -> None:
    other = opened(club)[0]
    for season in (made, other):
        change_season(club.database, season.id, lambda it: it.enter("1.1.1", (21, 14), reason="on paper"))
    reader = visitor(club, "nobody")
    said = reader.get(f"/season/{made.id}").text
    names = {name for name, _team, _by in PEOPLE}
    links = {(where, name) for where, name in re.findall(r'<a href="([^"]*)">(\w+)</a>', said) if name in names}
    assert links == {(f"/season/{made.id}/player/{n}", name) for n, (name, _t, _b) in enumerate(PEOPLE, 1)}
    sides = kept_season(club.database, made.id).season.matches["1.1.1"].sides
    his = reader.get(f"/season/{made.id}/player/{sides[1] + 1}").text
    assert "14–21" in his  # his own score in front
    assert other.id not in his + said
    assert "1 match was played." in his


def test_what_the_organizer_decided_is_read_by_everybody_with_the_reason(club: Club, made: OpenedSeason) -> None:
    change_season(club.database, made.id, lambda it: it.enter("1.1.1", (21, 14), reason="<b>on paper</b>"))
    said = visitor(club, "nobody").get(f"/season/{made.id}").text
    assert "21–14 (&lt;b&gt;on paper&lt;/b&gt;)" in said
    assert "21–14" in visitor(club, "nobody").get(f"/season/{made.id}/round/1.1").text


@pytest.mark.parametrize("name", OTHERS)
def test_the_pages_of_every_kind_of_season_can_be_read_before_and_after_a_result(club: Club, name: str) -> None:
    game, stage = OTHERS[name]
    entrants = [{"name": name, "team": team} for name, team, _by in PEOPLE]
    terms = {"title": "Ours", "game": game, "entrants": entrants, "stages": [stage]}
    made = opened(club, begun(checked_terms(terms, "terms")))[0]
    reader = visitor(club, "nobody")
    match = kept_season(club.database, made.id).season.open_matches()[0]
    for score in (None, range(20, 20 - 2 * len(match.sides), -2)):
        if score is not None:
            change_season(club.database, made.id, lambda it, to=score: it.enter(match.id, list(to), reason="on paper"))  # type: ignore[misc]
        pages = [reader.get(each) for each in addresses(made)]
        assert {each.status_code for each in pages} == {200}
        assert all(("on paper" in each.text) == (score is not None) for each in pages[:1])


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("/season/nowhere", 404),
        ("/season/join/nonsense", 404),
        ("/season/chair/nonsense", 404),
        ("/season/{id}/round/9.9", 404),
        ("/season/{id}/round/x", 404),
        ("/season/{id}/round/9.9/pdf", 404),
        ("/season/nowhere/round/1.1/pdf", 404),
        ("/season/nowhere/ratings", 404),
        ("/season/{id}/player/4", 404),
        ("/season/{id}/player/0", 404),
        ("/season/{id}/player/99999999999999999999", 404),
        ("/season/{id}/player/x", 422),
    ],
)
def test_a_wrong_address_is_said_in_a_sentence(club: Club, made: OpenedSeason, where: str, status: int) -> None:
    answer = visitor(club, "nobody").get(where.format(id=made.id))
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert "<h1" in answer.text


def test_nobody_sits_down_in_the_match_of_others_or_without_our_form(club: Club, made: OpenedSeason) -> None:
    there = everybody(club, made)
    season = kept_season(club.database, made.id).season
    other = there[PEOPLE[({0, 1, 2} - set(season.matches["1.1.1"].sides)).pop()][0]]
    for reader in (other, visitor(club, "nobody")):
        assert post(reader, f"/season/{made.id}/sit/1.1.1").status_code == 403
    assert post(other, f"/season/{made.id}/sit/9.9.9").status_code == 403
    assert there["Ada"].post(f"/season/{made.id}/sit/1.1.1", data={}).status_code == 403
    assert there["Ada"].post(f"/season/join/{made.links[1]}", data={}).status_code == 403
    assert club.matches() == []


def test_opening_a_link_changes_nothing(club: Club, made: OpenedSeason) -> None:
    reader = visitor(club, "nobody")
    assert "You play as Ada. Your team: Lightning." in reader.get(f"/season/join/{made.links[0]}").text
    assert "Thursday League" in reader.get(f"/season/chair/{made.chair}").text
    kept = kept_season(club.database, made.id)
    assert (kept.organizer, set(kept.players.values())) == (None, {None})


def test_a_visitor_sees_the_seasons_that_are_his_and_the_owner_sees_all(club: Club, made: OpenedSeason) -> None:
    there = everybody(club, made)
    assert "You take part in no season" in visitor(club, "nobody").get("/seasons").text
    assert f"/season/{made.id}" in there["Ada"].get("/seasons").text
    assert f"/season/{made.id}" in browser(club).get("/seasons").text
    assert '<a href="/seasons">Seasons</a>' in visitor(club, "nobody").get("/").text


def test_an_address_that_tries_many_names_of_seasons_or_links_has_to_wait(club: Club, made: OpenedSeason) -> None:
    for where in ("/season/guess{n}", "/season/join/guess{n}"):
        reader = visitor(club, "nobody")
        for n in range(WRONG):
            assert reader.get(where.format(n=n)).status_code == 404
        assert reader.get(where.format(n=99)).status_code == 429
        assert reader.get(f"/season/{made.id}").status_code == 429
    reader = visitor(club, "nobody")
    for _n in range(WRONG + 5):
        assert reader.get(f"/season/{made.id}").status_code == 200
