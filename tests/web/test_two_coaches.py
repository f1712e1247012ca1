"""Two coaches a side at the web table (BF-001, docs/decisions/0018): links, forms, refusals, and what nobody learns."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.games.football.rules import terms
from tests.club.starts import any_order, play_out, shared_football
from tests.web.session import browser, orders, post
from tests.web.test_open_table import facts, fields_of

NAMES = ("Anna", "Ben", "Cleo", "Dan")
FOUR = {"coach.0.1": "Anna", "coach.0.2": "Ben", "coach.0.by": "ball"} | {
    "coach.1.1": "Cleo",
    "coach.1.2": "Dan",
    "coach.1.by": "drive",
}


def four(club: Club, typed: str = "Anna,Ben/Cleo,Dan") -> tuple[str, list[TestClient]]:
    """A match, and the browsers of Anna, Ben, Cleo and Dan, who have sat down by their links."""
    made = club.create("football", shared_football(typed))
    links = [made.tokens[0], made.seconds[0], made.tokens[1], made.seconds[1]]
    people = [browser(club, name * 8, here=False) for name in NAMES]
    for n, (person, link) in enumerate(zip(people, links, strict=True)):
        assert post(person, f"/seat/{link}", name="Somebody").status_code == 200
        assert person.get(where(made.id, n)).status_code == 200  # the first look at the table is noted
    return made.id, people


def where(match_id: str, person: int, more: str = "") -> str:
    return f"/match/{match_id}/{person // 2 + 1}{more}"


def until_called(club: Club, match_id: str) -> int:
    """Plays until a side calls a play. Returns its seat."""
    for _ in range(20):
        view = club.look(match_id).observation.view
        if view.phase == terms.CALL:
            return int(view.offense)
        play_out(club, match_id, turns=1)
    raise AssertionError("nobody calls a play")


def has_forms(text: str) -> bool:
    return 'id="choose"' in text or 'form="choose"' in text or bool(orders(text))


def unsigned(text: str) -> str:
    """A page without what is new in every answer."""
    return re.sub(r'name="csrf" value="[^"]*"|nonce="[^"]*"', "", text)


# --- the form


def test_only_the_form_for_football_asks_for_two_coaches_and_it_is_folded(club: Club) -> None:
    me = browser(club)
    text = me.get("/open/football?how=live").text
    assert '<details class="panel fold" id="coaches"><summary>' in text
    assert text.count('name="coach.') == 6
    for other in ("fate", "cycling"):
        assert "coach.0" not in me.get(f"/open/{other}").text
    assert me.get("/open/football").text.count('name="coach.') == 3, "the computer's team has no coaches"


def test_the_form_opens_a_table_with_a_link_for_each_of_the_other_three(club: Club) -> None:
    me = browser(club, here=False)
    form = fields_of(me.get("/open/football?how=live").text) | FOUR
    drawn = post(me, "/open/football/draft", **form).text
    assert "You get 2 links for the second coaches: Ben, Dan." in facts(drawn)
    assert ' id="coaches" open>' in drawn
    text = unescape(post(me, "/open/football", **form).text)
    (listed,) = club.matches(None)
    assert [pair.names for pair in listed.pairs.values()] == [("Anna", "Ben"), ("Cleo", "Dan")]
    header = club.look(listed.id).header["options"]["staff"]
    assert header == [{"names": ["Anna", "Ben"], "by": "ball"}, {"names": ["Cleo", "Dan"], "by": "drive"}]
    links = re.findall(r'<label for="hand\d">The link to your table for (\w+)</label>', text)
    assert sorted(links) == ["Ben", "Cleo", "Dan"]
    assert len(set(re.findall(r"/seat/([\w-]{20,})", text))) == 3
    assert "Ben has not sat down yet. Until then, Anna decides for both." in text


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"coach.0.2": ""}, "Two coaches of a team: write both names, or none."),
        ({"coach.0.2": "B,n"}, "cannot be the name of a coach"),
        ({"coach.0.2": "B" * 31}, "at most 30 characters"),
        ({"coach.1.1": "anna"}, "the same name"),
        ({"coach.0.by": "dice"}, "choose a value from the list"),
        ({"seat.1": "random"}, "The computer plays this team, so it has no two coaches."),
    ],
)
def test_a_mistake_is_named_and_nothing_is_opened_or_lost(club: Club, changed: dict[str, str], fault: str) -> None:
    me = browser(club, here=False)
    form = fields_of(me.get("/open/football?how=live").text) | FOUR | changed
    answer = post(me, "/open/football", **form)
    text = unescape(answer.text)
    assert answer.status_code == 422
    assert fault.casefold() in text.casefold()
    assert club.matches(None) == []
    assert f'name="coach.0.1" value="{form["coach.0.1"]}"' in text


# --- at the table


def test_an_invitation_says_whose_place_it_is_and_what_its_coach_decides(club: Club) -> None:
    made = club.create("football", shared_football())
    text = unescape(browser(club, here=False).get(f"/seat/{made.seconds[1]}").text)
    assert "Dan, you coach Fire together with Cleo, against Lightning." in text
    assert "You decide on defense, Cleo decides while the team has the ball or kicks." in text
    assert 'name="name"' not in text
    other = browser(club, "x" * 16, here=False, tokens=(made.tokens[0],))
    assert "You play Fire" not in other.get(f"/seat/{made.seconds[1]}").text


def test_forms_are_on_the_page_of_the_one_who_decides_only(club: Club) -> None:
    match_id, people = four(club)
    offense = until_called(club, match_id)
    caller, partner = 2 * offense, 2 * offense + 1
    texts = [unescape(people[each].get(where(match_id, each)).text) for each in range(4)]
    assert has_forms(texts[caller])
    assert not has_forms(texts[partner])
    says = f"{NAMES[caller]} decides: the team has the ball."
    assert says in texts[caller]
    assert says in texts[partner]
    assert f"Waiting for {NAMES[caller]}" in texts[partner]
    assert "data-asked" in texts[caller]
    assert "data-asked" not in texts[partner]
    for other in range(4):
        if other // 2 != offense:
            assert says not in texts[other], "the other side does not read it"
    cards = [re.findall(r'class="half-name">(.*?)</span>', text) for text in (texts[caller], texts[partner])]
    assert cards[0] == cards[1] != [], "both see the same hand"


def test_the_other_coach_is_refused_with_a_reason_and_nothing_is_lost(club: Club) -> None:
    match_id, people = four(club)
    offense = until_called(club, match_id)
    caller, partner = 2 * offense, 2 * offense + 1
    look = club.look(match_id, offense)
    order = look.observation.write(any_order(club, match_id, offense, 3))
    fields = {"turn": str(look.turn), "order": order, "link": ""}
    answer = post(people[partner], where(match_id, partner, "/choose"), **fields)
    assert answer.status_code == 409
    assert f"{NAMES[caller]} decides: the team has the ball. Nothing was changed." in unescape(answer.text)
    assert club.look(match_id, offense).sealed is None
    for act, more in (("ready", {"ready": "1"}), ("withdraw", {}), ("show", {}), ("help", {})):
        refused = post(people[partner], where(match_id, partner, f"/{act}"), turn=str(look.turn), **more)
        assert refused.status_code in (403, 409), act
    assert post(people[caller], where(match_id, caller, "/choose"), **fields).status_code == 200
    assert club.look(match_id, offense).sealed or club.look(match_id).turn > look.turn


def test_the_second_link_opens_its_own_seat_and_no_other(club: Club) -> None:
    match_id, people = four(club)
    for person in (1, 3):
        other = 3 - person
        assert people[person].get(where(match_id, person)).status_code == 200
        assert people[person].get(where(match_id, other)).status_code == 403
        assert 'id="table"' not in people[person].get(where(match_id, other, "/stream")).text
        assert people[person].get(where(match_id, other, "/seat")).status_code == 403
        code = post(people[person], where(match_id, other, "/choose"), turn="0", order="receive").status_code
        assert code == 403
    stranger = browser(club, "stranger" * 3, here=False)
    assert stranger.get(where(match_id, 1)).status_code == 403


def test_the_page_of_a_seat_shows_each_coach_the_own_devices_and_codes_only(club: Club) -> None:
    match_id, people = four(club)
    pages = [unescape(people[each].get(where(match_id, each, "/seat")).text) for each in (0, 1)]
    assert all(page.count("this one") == 1 for page in pages)
    assert all(page.count('name="device"') == 1 for page in pages)
    assert "Make a new link for Ben" in pages[0]
    assert "Make a new link" not in pages[1]
    refused = post(people[1], where(match_id, 1, "/seat/beside"))
    assert refused.status_code == 409
    assert people[1].get(where(match_id, 1)).status_code == 200
    post(people[0], where(match_id, 0, "/seat/beside"))
    assert people[1].get(where(match_id, 1)).status_code == 403, "the place belongs to whoever opens the new link"
    assert (
        "Link for Ben" in people[0].get(where(match_id, 0)).text or "for Ben" in people[0].get(where(match_id, 0)).text
    )


def test_both_have_to_want_it_before_a_team_resigns_and_nobody_else_learns_of_a_wish(club: Club) -> None:
    match_id, people = four(club)
    watch = browser(club, "watcher" * 3, here=False)
    others = [(watch, f"/match/{match_id}/watch"), (people[2], where(match_id, 2))]
    before = [unsigned(person.get(address).text) for person, address in others]
    post(people[1], where(match_id, 1, "/resign"))
    assert not club.look(match_id).is_over
    assert "Ben wants to resign. Your team resigns if you agree." in people[0].get(where(match_id, 0)).text
    after = [unsigned(person.get(address).text) for person, address in others]
    assert before == after
    post(people[0], where(match_id, 0, "/resign/no"))
    assert "wants to resign" not in people[0].get(where(match_id, 0)).text
    post(people[0], where(match_id, 0, "/resign"))
    assert not club.look(match_id).is_over
    post(people[1], where(match_id, 1, "/resign"))
    assert club.look(match_id).resigned == 0


def test_the_front_page_says_that_it_is_the_turn_of_the_one_who_decides(club: Club) -> None:
    match_id, _people = four(club)
    offense = until_called(club, match_id)
    caller, partner = 2 * offense, 2 * offense + 1
    mine = [f"the-device-of-{NAMES[each] * 8}" for each in (caller, partner)]
    turns = [next(each.my_turn for each in club.matches([secret])) for secret in mine]
    assert turns == [True, False]


def test_at_one_screen_the_hand_over_names_the_coach(club: Club) -> None:
    me = browser(club)
    made = club.create("football", shared_football(), here=[0, 1])
    club.resolve(made.id)
    offense = until_called(club, made.id)
    text = unescape(me.get(f"/match/{made.id}").text)
    asked = club.look(made.id).waiting[0]
    name = NAMES[2 * asked + (0 if asked == offense else 1)]
    assert f"{name}, come to the screen" in text
    assert has_forms(me.get(f"/match/{made.id}/{asked + 1}").text)


def test_german_pages_say_it_in_german(club: Club) -> None:
    match_id, people = four(club)
    offense = until_called(club, match_id)
    people[2 * offense + 1].headers["accept-language"] = "de"
    text = unescape(people[2 * offense + 1].get(where(match_id, 2 * offense + 1)).text)
    assert f"{NAMES[2 * offense]} entscheidet: Das Team hat den Ball." in text
    assert f"Du bist {NAMES[2 * offense + 1]}." in text


def test_the_link_of_a_second_coach_can_be_pasted_on_the_front_page(club: Club) -> None:
    made = club.create("football", shared_football("Anna,Ben/Cleo,Dan"))
    ben = browser(club, "Ben" * 8, here=False)
    page = post(ben, "/join", link=f"http://table.example/seat/{made.seconds[0]}/")
    assert page.url.path == f"/seat/{made.seconds[0]}"
    assert "Ben, you coach" in page.text
    assert "Ben, you coach" not in post(ben, "/join", link=made.tokens[1]).text, "each link says whose place it is"
