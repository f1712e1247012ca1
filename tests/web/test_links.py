"""Each seat's own side adds chance that the server cannot know: what the table takes, notes and says of it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from breakaway.club.club import Club, open_club
from breakaway.core.chance import Chain
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from tests.club.starts import any_order, fate_match, football_match, race
from tests.web.session import browser, post, turn
from tests.web.test_fate_table import usual_house
from tests.web.test_killed import usual

CHAINS = {seat: Chain(f"{seat + 1:02x}" * 32, length=300) for seat in (0, 1)}


def lines(club: Club, match_id: str) -> list[dict]:
    return parse(club.download(match_id, running=True)).lines


def written(club: Club, match_id: str, seat: int) -> str:
    look = club.look(match_id, seat)
    return look.observation.write(any_order(club, match_id, seat, look.turn))


def test_a_match_of_two_browsers_is_drawn_from_their_links_to_the_end(club: Club) -> None:
    made = club.create("fate", fate_match())
    people = {seat: browser(club, f"browser-number-{seat}-", tokens=(made.tokens[seat],)) for seat in (0, 1)}
    for seat, each in people.items():
        answer = post(each, f"/match/{made.id}/{seat + 1}/anchor", anchor=CHAINS[seat].anchor)
        assert answer.status_code == 204
    shown = {seat: CHAINS[seat].anchor for seat in (0, 1)}
    for _ in range(12):
        look = club.look(made.id)
        for seat in look.waiting:
            place = f"/match/{made.id}/{seat + 1}"
            page = people[seat].get(place).text
            assert f'data-shown="{shown[seat]}"' in page
            link = CHAINS[seat].next(shown[seat])
            order = written(club, made.id, seat)
            answer = post(people[seat], f"{place}/choose", order=order, turn=turn(page), link=link)
            assert answer.status_code == 200
            shown[seat] = link
    turns = [line for line in lines(club, made.id) if line["kind"] == "turn" and line["orders"]]
    assert all(None not in line["links"].values() for line in turns)
    record = parse(club.download(made.id, running=True))
    assert verify(find("fate"), record) is None
    assert club.look(made.id).chains == shown


def test_two_servers_of_one_club_draw_from_the_links_that_came_to_either(club: Club) -> None:
    other = open_club(club.database.engine.url.render_as_string(hide_password=False))
    made = club.create("cycling", race(("human", "human")))
    people = {
        seat: browser(at, f"browser-number-{seat}-", tokens=(made.tokens[seat],))
        for seat, at in enumerate((club, other))
    }
    for seat, each in people.items():
        post(each, f"/match/{made.id}/{seat + 1}/anchor", anchor=CHAINS[seat].anchor)
    for n in (1, 2):
        for seat, each in people.items():
            place = f"/match/{made.id}/{seat + 1}"
            order, at = written(club, made.id, seat), turn(each.get(place).text)
            assert post(each, f"{place}/choose", order=order, turn=at, link=CHAINS[seat].values[n]).status_code == 200
    record = parse(other.download(made.id, running=True))
    assert [line["links"] for line in record.lines if line["kind"] == "turn"] == [
        {"0": CHAINS[0].values[n], "1": CHAINS[1].values[n]} for n in (1, 2)
    ]
    assert verify(find("cycling"), record) is None
    other.close()


def test_a_link_that_does_not_follow_costs_nobody_his_choice_and_is_noted_as_not_given(club: Club) -> None:
    made = club.create("cycling", race())
    one = browser(club, tokens=(made.tokens[0],))
    post(one, f"/match/{made.id}/1/anchor", anchor=CHAINS[0].anchor)
    for link in ("nonsense", CHAINS[1].values[1], "00" * 32, ""):
        order, at = written(club, made.id, 0), turn(one.get(f"/match/{made.id}/1").text)
        assert post(one, f"/match/{made.id}/1/choose", order=order, turn=at, link=link).status_code == 200
        assert lines(club, made.id)[-1]["links"] == {"0": None, "1": None}


def test_nobody_anchors_for_another_seat_or_as_a_spectator(club: Club) -> None:
    made = club.create("fate", fate_match())
    one = browser(club, here=False, tokens=(made.tokens[0],))
    for place, status in (("2", 403), ("watch", 403), ("7", 404)):
        assert post(one, f"/match/{made.id}/{place}/anchor", anchor=CHAINS[0].anchor).status_code == status
    assert club.look(made.id).chains == {}


def test_a_wrong_anchor_is_a_clear_refusal_and_changes_nothing(club: Club) -> None:
    made = club.create("fate", fate_match())
    one, before = browser(club, tokens=(made.tokens[0],)), len(lines(club, made.id))
    answer = post(one, f"/match/{made.id}/1/anchor", anchor="nonsense")
    assert answer.status_code == 409
    assert "64 hexadecimal digits" in answer.text
    assert len(lines(club, made.id)) == before


def test_the_page_says_who_adds_chance_and_when_only_the_servers_word_is_there(club: Club) -> None:
    made = club.create("fate", fate_match())
    one = browser(club, tokens=(made.tokens[0],))
    assert "you have only the server's word" in unescape(one.get(f"/match/{made.id}/1").text)
    post(one, f"/match/{made.id}/1/anchor", anchor=CHAINS[0].anchor)
    page = one.get(f"/match/{made.id}/1").text
    assert "With each choice, the browsers of Mudlarks add their own random numbers" in page


@pytest.mark.slow
def test_a_sealed_link_is_on_no_page_of_the_other_seat_or_a_spectator(club: Club) -> None:
    made = club.create("fate", fate_match())
    people = [browser(club, f"browser-number-{seat}-", here=False, tokens=(made.tokens[seat],)) for seat in (0, 1)]
    for seat, each in enumerate(people):
        post(each, f"/match/{made.id}/{seat + 1}/anchor", anchor=CHAINS[seat].anchor)
    club.resolve(made.id)
    while len(club.look(made.id).waiting) < 2:  # a call, at which both sides seal an order
        (asked,) = club.look(made.id).waiting
        club.choose(made.id, asked, any_order(club, made.id, asked, 1))
        club.resolve(made.id)
    link, at = CHAINS[0].values[1], turn(people[0].get(f"/match/{made.id}/1").text)
    post(people[0], f"/match/{made.id}/1/choose", order=written(club, made.id, 0), turn=at, link=link)
    assert club.look(made.id, 0).sealed.link == link
    for where in (f"/match/{made.id}/2", f"/match/{made.id}/watch", f"/match/{made.id}/at/0"):
        assert link not in people[1].get(where).text


def test_a_match_from_a_seed_says_so_on_its_page_and_in_its_record(club: Club) -> None:
    start = football_match()
    made = club.create("football", type(start)(**{**start.__dict__, "seeded": True}))
    assert lines(club, made.id)[0]["seeded"] is True
    one = browser(club, tokens=(made.tokens[0],))
    assert (
        "The person who chose the seed can know all dice and cards in advance." in one.get(f"/match/{made.id}/1").text
    )


def test_the_page_has_no_chain_where_people_roll_their_own_dice(club: Club) -> None:
    made = club.create("fate", fate_match(chance="typed"))
    one = browser(club, tokens=(made.tokens[0],))
    assert not re.search(r"data-chain", one.get(f"/match/{made.id}/1").text)


def test_the_toss_waits_until_all_have_sat_down_and_is_drawn_from_all_their_anchors(club: Club) -> None:
    """FF begins with a toss. Drawn when the table is opened, it could be one that suits the owner of the server."""
    host, guest = (browser(club, f"browser-number-{n}-", here=False) for n in (0, 1))
    form = usual_house(host.get("/open/fate").text)
    page = post(host, "/open/fate", **{**form, "teams": "gadgeteers,mudlarks", "seat.1": "link"})
    match_id = page.url.path.split("/")[2]
    assert "The match begins when everybody has sat down." in page.text
    invitation = re.search(r'value="http://table.example(/seat/[^"]+)"', page.text)
    assert invitation
    post(host, f"/match/{match_id}/1/anchor", anchor=CHAINS[0].anchor)
    post(host, f"/match/{match_id}/1/go")
    club.resolve(match_id)
    assert [line["kind"] for line in lines(club, match_id)] == ["match", "anchor"]
    post(guest, invitation[1], name="Bob", anchor=CHAINS[1].anchor)
    record = parse(club.download(match_id, running=True))
    assert [line["kind"] for line in record.lines] == ["match", "anchor", "anchor", "turn"]
    assert record.lines[3]["draws"][0][2] == "toss"
    assert verify(find("fate"), record) is None


def test_a_guest_whose_browser_has_no_scripts_sits_down_and_the_match_begins(club: Club) -> None:
    host, guest = (browser(club, f"browser-number-{n}-", here=False) for n in (0, 1))
    page = post(host, "/open/football", **{**usual(host.get("/open/football").text), "seat.1": "link"})
    invitation = re.search(r'value="http://table.example(/seat/[^"]+)"', page.text)
    assert invitation
    post(guest, invitation[1], name="Bob", anchor="nonsense")
    match_id = page.url.path.split("/")[2]
    assert club.look(match_id).waiting
    assert "anchor" not in [line["kind"] for line in lines(club, match_id)]
