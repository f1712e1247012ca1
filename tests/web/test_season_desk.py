"""A season in the browser from its form to its acts: what is wrong is said, and nothing is lost or half done."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from breakaway.club.seasons.removal import MOST_SEASONS
from breakaway.club.time_control import DAY
from tests.club.clocks import Wall
from tests.web.session import browser, post
from tests.web.test_seasons import visitor

GIVEN = {
    "title": "Thursday League",
    "game": "football",
    "people": "Ada, Lightning\nTom, Fire\nVera, Sharks\n\nGus, Maulers, random\n",
    "stage.1.kind": "round_robin",
    "stage.2.kind": "knockout",
    "stage.2.take": "2",
    "hours": "24",
}
ALONE = {"stage.2.kind": "", "stage.2.take": ""}  # without the cup


class AtDesk:
    """An organizer with a season of four, which he has opened from the form."""

    def __init__(self, club: Club) -> None:
        self.club, self.browser = club, visitor(club, "the-organizer")
        self.opened = post(self.browser, "/season/new", **GIVEN)
        assert self.opened.status_code == 200, self.opened.text
        (listed,) = listed_seasons(club.database)
        self.id = listed.id

    @property
    def kept(self) -> KeptSeason:
        return kept_season(self.club.database, self.id)

    def act(self, act: str, browser: TestClient | None = None, **fields: Any) -> Any:
        """Sends the form of an act, as the page has it now."""
        fields = {"lines": len(self.kept.season.lines), "reason": "everybody agreed", **fields}
        return post(browser or self.browser, f"/season/{self.id}/organize", act=act, **fields)

    def refused(self, act: str, why: str, **fields: Any) -> str:
        """An act that is refused in these words and changes nothing. Returns the page."""
        before = self.kept.season.text()
        answer = self.act(act, **fields)
        assert answer.status_code == 422
        assert why in unescape(answer.text)
        assert self.kept.season.text() == before
        return str(answer.text)


@pytest.fixture
def desk(club: Club) -> AtDesk:
    return AtDesk(club)


def test_the_form_opens_a_season_and_shows_each_link_once(club: Club, desk: AtDesk) -> None:
    links = re.findall(r'value="http://table\.example(/season/join/[\w-]+)"', desk.opened.text)
    assert len(links) == 3
    assert len(re.findall(r"/season/chair/", desk.opened.text)) == 1
    assert desk.kept.seconds == 24 * 3600
    assert [each.by for each in desk.kept.season.entrants] == ["human"] * 3 + ["random"]
    assert post(visitor(club, "ada"), links[0]).status_code == 200
    assert desk.kept.players[0] is not None
    assert "/season/join/" not in desk.browser.get(f"/season/{desk.id}/organize").text


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"title": ""}, "title"),
        ({"people": "Ada, Lightning"}, "2"),
        ({"people": "Ada, Lightning\nADA, Fire"}, "Ada"),
        ({"people": "Ada, Lightning\nTom, /etc/passwd"}, "unknown team"),
        ({"people": "Ada, Lightning\nTom, Fire, nobody"}, "has no coach 'nobody'"),
        ({"people": "Ada, Lightning\nTom, Fire, club, x"}, "expected a name, a team and a level"),
        ({"people": "\n".join(f"P{n}, Fire" for n in range(65))}, "64"),
        ({"stage.1.kind": "nonsense"}, "Choose a kind of season."),
        ({"game": "chess"}, "Choose a game."),
        ({"stage.1.kind": "races"}, "races are for games with more than two sides"),
        ({"stage.1.kind": "swiss", "stage.1.rounds": "40"}, "a Swiss stage has at most 2 rounds"),
        ({"stage.2.take": "99"}, "a whole number from 2 to 64"),
        ({"stage.2.take": "9"}, "only 4 can go on, not 9"),
        ({"hours": "x"}, "Hours for each choice: a whole number from 1 to 336"),
        ({"stage.1.first": "tomorrow"}, "a date such as 2026-10-22"),
    ],
)
def test_what_is_wrong_in_the_form_is_said_and_nothing_that_was_typed_is_lost(
    club: Club, changed: dict[str, str], why: str
) -> None:
    given = {**GIVEN, **changed}
    answer = post(visitor(club, "the-organizer"), "/season/new", **given)
    assert answer.status_code == 422
    assert why in unescape(answer.text)
    assert given["people"].strip() in unescape(answer.text)
    assert listed_seasons(club.database) == []


def test_each_act_does_what_it_says_and_everybody_reads_the_reason(club: Club, desk: AtDesk) -> None:
    said = desk.act("result", match="1.1.1", score="21-14").text
    assert "21–14 (everybody agreed)" in said
    desk.act("forfeit", match="1.1.2", entrant=desk.kept.season.matches["1.1.2"].sides[0])
    replaced = desk.act("replace", entrant=1, name="Bluebelle", by="human")
    assert replaced.text.count("/season/join/") == 1
    assert desk.kept.season.entrants[1].name == "Bluebelle"
    desk.act("leave", entrant=2)
    assert 2 in desk.kept.season.left
    assert "Taken back" in desk.act("undo").text
    assert 2 not in desk.kept.season.left
    read = visitor(club, "nobody").get(f"/season/{desk.id}").text
    for each in ("forfeit by", "Bluebelle takes over from Tom: everybody agreed", "Taken back (Vera left)"):
        assert each in read


def test_an_act_that_does_not_fit_is_refused_with_what_would_be_right(desk: AtDesk) -> None:
    desk.refused("result", "there is no match 9.9.9", match="9.9.9", score="1-0")
    page = desk.refused("result", "is not a score", match="1.1.1", score="many")
    assert 'value="many"' in page
    assert 'value="everybody agreed"' in page
    desk.refused("result", "2 scores are needed", match="1.1.1", score="1-2-3")
    desk.refused("result", "a reason is needed", match="1.1.1", score="1-2", reason="")
    desk.refused("forfeit", "only one of two opponents", match="1.1.1", entrant=_not_in(desk, "1.1.1"))
    desk.refused("replace", "takes part already", entrant=0, name="Tom")
    desk.refused("replace", "has no coach", entrant=0, name="Robot", by="nobody")
    desk.refused("leave", "no such entrant", entrant=9)
    desk.refused("link", "No person plays for this entrant.", entrant=3)
    desk.refused("nonsense", "An organizer cannot do this.")
    desk.refused("undo", "has changed since this page was made", lines=1)


def _not_in(desk: AtDesk, match: str) -> int:
    return ({0, 1, 2, 3} - set(desk.kept.season.matches[match].sides)).pop()


def test_a_second_press_of_the_same_button_changes_nothing(desk: AtDesk) -> None:
    lines = len(desk.kept.season.lines)
    desk.act("leave", entrant=0, lines=lines)
    assert desk.act("undo", lines=lines).status_code == 422
    assert 0 in desk.kept.season.left


def test_nobody_but_the_organizer_sees_the_desk_or_acts(club: Club, desk: AtDesk) -> None:
    before = desk.kept.season.text()
    for name in ("nobody", "ada"):
        other = visitor(club, name)
        assert other.get(f"/season/{desk.id}/organize").status_code == 403
        assert desk.act("leave", browser=other, entrant=0).status_code == 403
        assert desk.act("round", browser=other).status_code == 403
        assert desk.act("link", browser=other, entrant=0).status_code == 403
    assert desk.kept.season.text() == before
    assert club.matches() == []


def test_a_round_is_opened_for_those_who_play_in_it_and_a_new_link_ends_the_old_one(club: Club, desk: AtDesk) -> None:
    old = re.findall(r"(/season/join/[\w-]+)", desk.opened.text)[0]
    fresh = re.findall(r"(/season/join/[\w-]+)", desk.act("link", entrant=0).text)
    assert len(fresh) == 1
    assert visitor(club, "ada").get(old).status_code == 404
    assert post(visitor(club, "ada"), fresh[0]).status_code == 200
    assert "2 matches were opened." in desk.act("round").text
    assert "0 matches were opened." in desk.act("round").text
    assert {each.fixture for each in desk.kept.links} == {"1.1.1", "1.1.2"}


# --- the rest of the form: house rules, ratings, rosters; the quota; the next season; removal


def test_house_rules_ratings_and_a_seed_that_nobody_knows_come_from_the_form(club: Club) -> None:
    page = visitor(club, "the-organizer").get("/season/new").text
    assert "House rules: as in the book" in page
    assert 'name="house.football.flags"' in page
    assert 'name="house.fate.advanced"' in page
    given = {**GIVEN, "rated": "1", **fields(page, "football"), "house.football.flags": "1", **ALONE}
    del given["house.football.overtime"]  # a box without a tick is not sent
    assert post(visitor(club, "the-organizer"), "/season/new", **given).status_code == 200
    terms = kept_season(club.database, listed_seasons(club.database)[0].id).season.terms
    assert (terms.house, terms.rated) == ({"flags": "1", "overtime": "off"}, True)
    assert terms.seed > 2**20
    match = kept_season(club.database, listed_seasons(club.database)[0].id).season.open_matches()[0]
    assert match.result is None


def fields(page: str, game: str) -> dict[str, str]:
    """What a new form holds for the house rules of a game, as a browser sends it."""
    found = dict(
        re.findall(rf'<input type="(?:number|hidden)"[^>]* name="(house\.{game}[.\w]*)" value="([^"]*)"', page)
    )
    found |= dict(re.findall(rf'<input type="hidden" name="(house\.{game})" value="([^"]*)"', page))
    found |= dict(re.findall(rf'type="checkbox" id="[^"]*" name="(house\.{game}[.\w]*)" value="(1)" checked', page))
    for name, select in re.findall(rf'<select id="[^"]*" name="(house\.{game}[.\w]*)">(.*?)</select>', page):
        chosen = re.search(r'value="([^"]*)" selected', select)
        assert chosen, name
        found[name] = chosen[1]
    assert len(found) > 5
    return {name: unescape(value) for name, value in found.items()}


@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_the_form_as_it_is_means_the_rules_as_in_the_book(club: Club, game: str) -> None:
    page = visitor(club, "the-organizer").get("/season/new").text
    people = "Ada, Lightning\nTom, Fire"
    answer = post(
        visitor(club, "o"), "/season/new", **{**GIVEN, "game": game, "people": people, **ALONE, **fields(page, game)}
    )
    assert answer.status_code == 200, answer.text
    assert kept_season(club.database, listed_seasons(club.database)[0].id).season.terms.house == {}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"house.football": "1", "house.football.flags": "77"}, "flags"),
        ({"game": "fate", "people": "Ada, Ants, , /etc/passwd\nTom, Bees, , mudlarks"}, "there is no such roster"),
        ({"game": "fate", "people": "Ada, Ants, , mudlarks\nTom, Bees"}, "has a roster: then all entrants need one"),
        ({"people": "Ada, Lightning, , mudlarks\nTom, Fire"}, "expected a name, a team and a level"),
    ],
)
def test_what_is_wrong_in_the_folded_part_is_said_and_stays_typed(
    club: Club, changed: dict[str, str], why: str
) -> None:
    answer = post(visitor(club, "the-organizer"), "/season/new", **{**GIVEN, **ALONE, **changed})
    assert answer.status_code == 422
    assert why in unescape(answer.text)
    assert changed.get("people", GIVEN["people"]).strip() in unescape(answer.text)
    assert 'value="77"' in answer.text or "house.football.flags" not in changed
    assert listed_seasons(club.database) == []


def test_rosters_that_ship_with_fate_are_named_in_the_line_of_an_entrant(club: Club) -> None:
    given = {**GIVEN, "game": "fate", "people": "Ada, Ants, , mudlarks\nTom, , club, gadgeteers", **ALONE}
    assert post(visitor(club, "the-organizer"), "/season/new", **given).status_code == 200
    found = kept_season(club.database, listed_seasons(club.database)[0].id).season.entrants
    assert [(each.by, each.roster) for each in found] == [("human", "mudlarks"), ("club", "gadgeteers")]


def test_a_visitor_opens_only_so_many_seasons_a_month_and_the_owner_as_many_as_he_wants(club: Club) -> None:
    wall = Wall(club)
    for _n in range(MOST_SEASONS):
        assert post(visitor(club, "the-organizer"), "/season/new", **GIVEN).status_code == 200
    answer = post(visitor(club, "another-browser-of-the-same-address"), "/season/new", **GIVEN)
    assert answer.status_code == 429
    assert f"Your address has opened {MOST_SEASONS} seasons in the last 30 days" in answer.text
    assert GIVEN["people"].splitlines()[0] in answer.text, "nothing that was typed is lost"
    assert post(browser(club), "/season/new", **GIVEN).status_code == 200
    assert len(listed_seasons(club.database)) == MOST_SEASONS + 1
    wall.on(31 * DAY)
    assert post(visitor(club, "the-organizer"), "/season/new", **GIVEN).status_code == 200


def test_the_form_for_the_next_season_holds_what_the_last_one_had_for_its_organizer_alone(
    club: Club, desk: AtDesk
) -> None:
    desk.act("replace", entrant=1, name="Bluebelle", by="human")
    desk.act("leave", entrant=2)
    assert f"/season/new?from={desk.id}" in desk.browser.get(f"/season/{desk.id}/organize").text
    page = unescape(desk.browser.get(f"/season/new?from={desk.id}").text)
    assert "Ada, Lightning\nBluebelle, Fire\nGus, Maulers, random</textarea>" in page
    for each in (
        'value="Thursday League 2"',
        'name="hours" type="number" value="24"',
        'name="stage.2.take" type="number" value="2"',
        '<option value="knockout" selected>',
    ):
        assert each in page
    assert visitor(club, "nobody").get(f"/season/new?from={desk.id}").status_code == 403
    assert visitor(club, "nobody").get("/season/new?from=nowhere").status_code == 404


def test_the_file_of_a_season_is_for_its_organizer_because_its_seed_decides_lots_and_dice(
    club: Club, desk: AtDesk
) -> None:
    assert desk.browser.get(f"/season/{desk.id}/file").text == desk.kept.season.text()
    assert visitor(club, "nobody").get(f"/season/{desk.id}/file").status_code == 403


def test_a_season_is_removed_by_its_organizer_alone_and_its_matches_go_on(club: Club, desk: AtDesk) -> None:
    desk.act("round")
    matches = [each.match for each in desk.kept.links]
    assert len(matches) == 2
    desk.refused("remove", "Tick the box to remove the season.")
    desk.refused("remove", "has changed since this page was made", sure="1", lines=1)
    assert desk.act("remove", browser=visitor(club, "nobody"), sure="1").status_code == 403
    assert desk.act("remove", sure="1").url.path == "/seasons"
    assert listed_seasons(club.database) == []
    assert desk.browser.get(f"/season/{desk.id}").status_code == 404
    assert sorted(each.id for each in club.matches()) == sorted(matches)
    seats = club.listed(matches[0]).seats  # Gus is played by the computer
    club.resign(matches[0], next(each.seat for each in seats if each.is_for_people))
    club.resolve(matches[0])
    assert club.listed(matches[0]).status == "over"
