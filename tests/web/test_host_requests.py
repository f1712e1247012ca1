"""In the browser: what a host asks everybody, matches closed, archived and deleted, and several matches at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.hosting import NO_SEAT, OWNER, add_chair, take_chair, trail_of
from breakaway.club.seats import new_token
from breakaway.club.time_control import DAY, Terms
from breakaway.core.observation import NotNow
from tests.club.starts import any_order, play_out, race, sit
from tests.web.conftest import Serve
from tests.web.session import browser, post
from tests.web.twins import differing

HOST = "a-browser-of-the-host-1"


def opened(
    club: Club, host: int = NO_SEAT, people: int = 3, turns: int = 2, title: str = "Tour"
) -> tuple[str, list[str]]:
    """A race, and the invitations with which its players sat down."""
    link = new_token()
    within = add_chair(link) if host == NO_SEAT else None
    made = club.create("cycling", race(("human",) * people), title, terms=Terms(DAY), host=host, within=within)
    if host == NO_SEAT:
        take_chair(club.database, link, [f"the-device-of-{HOST}"])
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=turns)
    return made.id, list(made.tokens.values())


def host(club: Club) -> TestClient:
    return browser(club, HOST, here=False)


def player(club: Club, token: str) -> TestClient:
    return browser(club, f"a-browser-of-{token[:12]}", here=False, tokens=(token,))


def text_of(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.text).split())


def answered(client: TestClient, where: str, answer: str) -> Any:
    """Answers what this page of a player asks."""
    (mark,) = re.findall(r'name="request" value="(\w+)"', client.get(where).text)
    return post(client, where, answer=answer, request=mark)


def test_an_answer_to_another_request_than_the_one_that_was_read_changes_nothing(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    host, where = player(club, tokens[0]), f"/match/{match_id}/2/trail"
    read = player(club, tokens[1])
    post(host, f"/host/{match_id}/stop", reason="A pause")
    (mark,) = re.findall(r'name="request" value="(\w+)"', read.get(where).text)
    post(host, f"/host/{match_id}/withdraw")
    post(host, f"/host/{match_id}/stop", reason="For ever")
    for answer in ("yes", "no"):
        late = post(read, where, answer=answer, request=mark)
        assert late.status_code == 422
        assert "The host asks something else now." in late.text
        assert post(read, where, answer=answer).status_code == 422, "nor without any"
    assert "Not answered yet: Blue, Green." in text_of(read.get(where))
    assert answered(read, where, "yes").status_code == 200


def test_all_players_are_asked_at_the_table_and_on_the_front_page_and_the_last_yes_does_it(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    players = [player(club, token) for token in tokens]
    assert post(players[0], f"/host/{match_id}/back", turn=2, goal=1, reason="My <b>mistake</b>").status_code == 200
    own = text_of(players[0].get(f"/host/{match_id}"))
    assert "You ask everybody to agree roll play back to before turn 1. Not answered yet: Blue, Green." in own
    for n in (1, 2):
        assert "The host asks you to agree" in players[n].get(f"/match/{match_id}/{n + 1}").text
        page = players[n].get(f"/match/{match_id}/{n + 1}/trail")
        assert "My &lt;b&gt;mistake&lt;/b&gt;" in page.text
        assert 'value="yes"' in page.text
        assert answered(players[n], f"/match/{match_id}/{n + 1}/trail", "yes").status_code == 200
    assert club.look(match_id).turn == 1
    assert "The host rolled play back to before turn 1." in players[2].get(f"/match/{match_id}/3/trail").text
    assert 'value="yes"' not in players[2].get(f"/match/{match_id}/3/trail").text


def test_one_no_ends_it_and_a_second_answer_changes_nothing(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    post(player(club, tokens[0]), f"/host/{match_id}/stop", reason="x")
    assert answered(player(club, tokens[2]), f"/match/{match_id}/3/trail", "no").status_code == 200
    late = post(player(club, tokens[1]), f"/match/{match_id}/2/trail", answer="yes")
    assert late.status_code == 422
    assert "The host asks nothing of you now." in late.text
    assert not club.look(match_id).is_stopped
    assert "Green did not agree: close the match." in text_of(player(club, tokens[1]).get(f"/match/{match_id}/2/trail"))


def test_spectators_and_strangers_read_no_request_and_answer_none(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    nobody = browser(club, "a-browser-of-nobody-77", here=False)
    before = [nobody.get(f"/match/{match_id}/watch").content]
    post(player(club, tokens[0]), f"/host/{match_id}/stop", reason="x")
    assert nobody.get(f"/match/{match_id}/watch").content == before[0]
    assert "asks everybody to agree" not in nobody.get(f"/match/{match_id}/watch/trail").text
    for place in ("watch", "2"):
        assert post(nobody, f"/match/{match_id}/{place}/trail", answer="yes").status_code == 403
    other = player(club, tokens[1])
    assert post(other, f"/match/{match_id}/3/trail", answer="yes").status_code == 403, "nor for another seat"


@pytest.mark.parametrize("is_asked", [False, True])
def test_the_page_of_a_host_who_plays_is_equal_for_any_two_sealed_orders(club: Club, is_asked: bool) -> None:
    """Also while a request stands, which names who has not answered and nothing else."""
    match_id, tokens = opened(club, host=0)
    client = player(club, tokens[0])
    if is_asked:
        post(client, f"/host/{match_id}/back", turn=2, goal=1, reason="x")
    pages = []
    for seed in range(5):
        club.choose(match_id, 1, any_order(club, match_id, 1, seed))
        pages.append(
            {where: client.get(where).content for where in (f"/host/{match_id}", f"/match/{match_id}/1/trail")}
        )
    for each in pages[1:]:
        assert differing(pages[0], each) == []


def test_a_request_to_enter_an_order_shows_it_to_its_player_and_to_nobody_else(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    order = club.look(match_id, 1).observation.write(any_order(club, match_id, 1, 3))
    post(player(club, tokens[0]), f"/host/{match_id}/order", turn=2, seat=1, order=order, reason="By telephone")
    assert order in text_of(player(club, tokens[1]).get(f"/match/{match_id}/2/trail"))
    assert order not in text_of(player(club, tokens[2]).get(f"/match/{match_id}/3/trail"))


def test_a_closed_match_says_so_everywhere_and_offers_only_what_is_left(club: Club) -> None:
    match_id, tokens = opened(club)
    client = host(club)
    assert post(client, f"/host/{match_id}/stop", reason="The hall has burned down").status_code == 200
    page = client.get(f"/host/{match_id}").text
    acts = set(re.findall(rf'action="/host/{match_id}/(\w+)"', page))
    assert acts == {"announce", "title", "open", "archive", "delete", "link"}
    assert "You have closed this match." in page
    assert "This match is closed." in player(club, tokens[1]).get(f"/match/{match_id}/2").text
    assert "closed until it is opened again" in player(club, tokens[1]).get("/").text
    assert " closed " in text_of(client.get("/host"))
    assert " closed " in text_of(browser(club).get("/matches"))
    with pytest.raises(NotNow, match="This match is closed"):
        club.choose(match_id, 1, any_order(club, match_id, 1, 3))
    assert post(client, f"/host/{match_id}/open", reason="Built again").status_code == 200
    assert "closed until it is opened again" not in player(club, tokens[1]).get("/").text


def test_players_of_a_closed_match_are_asked_at_the_table_to_agree_to_its_deletion(club: Club) -> None:
    match_id, tokens = opened(club)
    post(host(club), f"/host/{match_id}/stop", reason="Nobody has time")
    post(host(club), f"/host/{match_id}/delete", reason="Nobody needs it")
    page = text_of(player(club, tokens[1]).get(f"/match/{match_id}/2"))
    assert "The host asks you to agree" in page
    assert "This match is closed." in page


def test_what_is_in_the_archive_is_in_no_list_and_its_pages_stay(club: Club) -> None:
    match_id, tokens = opened(club, turns=10**9)
    client, ann = host(club), player(club, tokens[0])
    record = ann.get(f"/match/{match_id}/record").content
    assert match_id in ann.get("/").text
    post(client, f"/host/{match_id}/archive", reason="The season is over")
    for page in (ann.get("/"), client.get("/host"), browser(club).get("/matches")):
        assert match_id not in page.text
    assert match_id in client.get("/host?archived=1").text
    assert match_id in browser(club).get("/matches?archived=1").text
    assert ann.get(f"/match/{match_id}/record").content == record
    assert ann.get(f"/match/{match_id}/1").status_code == 200
    post(client, f"/host/{match_id}/restore", reason="Not over yet")
    assert match_id in ann.get("/").text


def test_the_front_page_tells_of_a_request_also_where_the_match_waits_for_an_order(club: Club) -> None:
    match_id, tokens = opened(club, host=0)
    post(player(club, tokens[0]), f"/host/{match_id}/stop", reason="x")
    assert "summons" in (page := player(club, tokens[1]).get("/").text)
    assert page.count("The host asks you to agree to something.") == 1


def test_a_deletion_asked_for_in_the_archive_is_on_the_front_page_of_the_players_it_waits_for(club: Club) -> None:
    match_id, tokens = opened(club, turns=10**9)
    post(host(club), f"/host/{match_id}/archive", reason="The season is over")
    players = [player(club, token) for token in tokens]
    assert all(match_id not in each.get("/").text for each in players)
    post(host(club), f"/host/{match_id}/delete", reason="Nobody needs it")
    for each in players:
        assert "The host asks you to agree to something." in each.get("/").text
    answered(players[0], f"/match/{match_id}/1/trail", "yes")
    assert match_id not in players[0].get("/").text
    assert match_id in players[1].get("/").text
    post(host(club), f"/host/{match_id}/withdraw")
    assert match_id not in players[1].get("/").text


def test_a_deleted_match_is_gone_with_a_sentence_and_its_host_comes_back_to_the_list(club: Club) -> None:
    match_id, _tokens = opened(club, turns=0)
    client = host(club)
    page = client.get(f"/host/{match_id}").text
    assert "Nobody has chosen yet, so you delete this match alone." in page
    assert post(client, f"/host/{match_id}/delete", reason="A mistake").url.path == "/host"
    gone = client.get(f"/match/{match_id}/watch")
    assert gone.status_code == 410
    assert "The host deleted this match on" in gone.text


def test_the_last_player_who_agrees_to_the_deletion_comes_to_the_front_page(club: Club) -> None:
    match_id, tokens = opened(club, people=2, turns=10**9)
    post(host(club), f"/host/{match_id}/delete", reason="Nobody needs it")
    assert "The host asks you to agree to something." in player(club, tokens[0]).get("/").text
    for n, token in enumerate(tokens):
        done = answered(player(club, token), f"/match/{match_id}/{n + 1}/trail", "yes")
        assert done.status_code == 200
    assert done.url.path == "/"


def test_the_host_chooses_a_ruling_by_the_names_of_riders(club: Club) -> None:
    match_id, _tokens = opened(club)
    page = host(club).get(f"/host/{match_id}").text
    assert '<option value="0,1,2,3">dropped by the pack: all riders of Röd</option>' in page
    assert '<option value="5">dropped by the pack: Blue B</option>' in page
    post(host(club), f"/host/{match_id}/rule", turn=2, ruling="5", reason="He is lost")
    shown = host(club).get(f"/host/{match_id}")
    assert "The host ruled: dropped by the pack: Blue B." in shown.text
    assert ">no longer dropped: Blue B</option>" in shown.text
    for bad in ("", "x", "1,,2", "9" * 50, "5"):
        assert post(host(club), f"/host/{match_id}/rule", turn=3, ruling=bad, reason="x").status_code == 422, bad


# --- Several matches at once.


def test_the_owner_extends_several_matches_at_once_and_reads_which(club: Club) -> None:
    ids = [opened(club, title=f"Tour {n}")[0] for n in range(3)]
    before = {each: club.look(each).due for each in ids}
    owner = browser(club)
    post(owner, f"/host/{ids[0]}/stop", reason="x")
    done = post(owner, "/matches", act="extend", hours=24, reason="The server was away", match=ids[:2])
    assert done.status_code == 200
    assert "Done in 2 matches: Tour 0, Tour 1." in text_of(done)
    for each in ids[:2]:
        due, was = club.look(each).due, before[each]
        assert due is not None
        assert was is not None
        assert (due - was).days == 1
    assert club.look(ids[2]).due == before[ids[2]]
    assert trail_of(club.database, ids[0])[0].by == OWNER


def test_what_is_refused_in_one_of_several_matches_is_named_and_the_form_stays(club: Club) -> None:
    going, over = opened(club, title="Going")[0], opened(club, title="Over", turns=10**9)[0]
    answer = post(browser(club), "/matches", act="pause", days=3, reason="Christmas", match=[going, over])
    assert answer.status_code == 422
    assert "Done in 1 match: Going." in text_of(answer)
    assert "Over: No clock runs in this match now." in text_of(answer)
    assert 'value="Christmas"' in answer.text
    assert "Choose at least one match." in post(browser(club), "/matches", act="resume", reason="x").text
    assert post(browser(club), "/matches", act="pause", days=3, reason=" ", match=[going]).status_code == 422


def test_nobody_but_the_owner_and_only_these_acts_for_several(club: Club) -> None:
    match_id, tokens = opened(club)
    other, _tokens = opened(club, host=0)
    for client in (host(club), player(club, tokens[0]), browser(club, "a-browser-of-nobody-77", here=False)):
        assert post(client, "/matches", act="extend", hours=1, reason="x", match=[match_id]).status_code == 404
    for act in ("close", "delete", "order", "nonsense", ""):
        assert post(browser(club), "/matches", act=act, reason="x", match=[match_id]).status_code == 403
    hosts = post(host(club), "/host", act="announce", text="Happy New Year", match=[match_id, other])
    assert "Done in 1 match: Tour." in text_of(hosts)
    assert club.listed(match_id).notice == "Happy New Year"
    assert club.listed(other).notice == "", "a host acts only in his own matches"
    for client, where in ((host(club), "/host"), (browser(club), "/matches")):
        done = post(client, where, act="announce", text=f"Hello {where}", match=[match_id, "nonsense"])
        assert done.status_code == 422
        assert "Done in 1 match: Tour." in text_of(done)
        assert "nonsense: You host no match of this name. It was left as it is." in text_of(done)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (320, 700)])
def test_all_of_it_can_be_done_on_a_phone_and_is_accessible(
    chromium: Browser, club: Club, serve: Serve, size: tuple[int, int]
) -> None:
    going, _players = opened(club, people=6)
    over, _tokens = opened(club, turns=10**9)
    post(host(club), f"/host/{over}/delete", reason="Nobody needs it")
    address = serve(club)
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    for name, value in (("browser", HOST), ("device", f"the-device-of-{HOST}")):
        context.add_cookies([{"name": name, "value": value, "url": address}])
    owner = serve.owners[address].come(serve.owners[address].new_code())
    context.add_cookies([{"name": "owner", "value": owner, "url": address}])
    page = context.new_page()
    for where in (f"/host/{going}", f"/host/{over}", "/host", "/host?archived=1", "/matches"):
        assert page.goto(address + where).ok  # type: ignore[union-attr]
        for summary in page.locator(".act > summary").all():
            summary.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], where
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.goto(f"{address}/host/{going}")
    page.locator("#act-stop > summary").click()
    page.fill("#reason-stop", "The hall has burned down")
    page.locator("#act-stop button").click()
    page.wait_for_selector("text=You have closed this match.")
    context.close()
