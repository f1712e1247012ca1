"""A season in the browser from its form to its acts: what is wrong is said, and nothing is lost or half done."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.seasons.kept import KeptSeason, kept_season, listed_seasons
from tests.web.session import post
from tests.web.test_seasons import visitor

GIVEN = {
    "title": "Thursday League",
    "game": "football",
    "people": "Ada, Lightning\nTom, Fire\nVera, Sharks\n\nGus, Maulers, random\n",
    "kind": "round_robin",
    "take": "2",
    "hours": "24",
}


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
        ({"people": "Ada, Lightning"}, "entrants"),
        ({"people": "Ada, Lightning\nADA, Fire"}, "Ada"),
        ({"people": "Ada, Lightning\nTom, /etc/passwd"}, "unknown team"),
        ({"people": "Ada, Lightning\nTom, Fire, nobody"}, "has no coach 'nobody'"),
        ({"people": "Ada, Lightning\nTom, Fire, club, x"}, "expected a name, a team and a level"),
        ({"people": "\n".join(f"P{n}, Fire" for n in range(65))}, "entrants"),
        ({"kind": "nonsense"}, "Choose a game and a kind of season."),
        ({"game": "chess"}, "Choose a game and a kind of season."),
        ({"kind": "races"}, "races are for games with more than two sides"),
        ({"kind": "swiss", "rounds": "40"}, "a Swiss stage has at most 2 rounds"),
        ({"take": "99"}, "a whole number from 1 to 64"),
        ({"take": "9"}, "only 4 can go on, not 9"),
        ({"hours": "x"}, "Hours for each choice: a whole number from 1 to 336"),
        ({"first": "tomorrow"}, "a date such as 2026-10-22"),
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
