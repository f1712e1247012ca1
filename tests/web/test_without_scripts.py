"""Everything with plain forms: whole matches, refusals, links, hot-seat, replay, branch, records, house rules."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from breakaway.club.club import Club
from breakaway.display.endings import scene_of
from breakaway.games.manifest import Kit
from breakaway.web.match_actions import whose_turn
from tests.club.starts import any_order, football_match, play_out, race
from tests.kits import change_kit
from tests.web.session import browser, csrf, orders, post, ticks, turn


def place_of(answer: Any) -> str:
    """The seat's address, without what follows it."""
    found = re.search(r"/match/\w+/(?:\d+|watch)", str(answer.url))
    assert found, answer.url
    return found[0]


def choose(client: Any, text: str, where: str, rng: random.Random) -> Any:
    """Presses a button of the page, and ticks before it what has to be ticked."""
    found, fields = orders(text), {"turn": turn(text)}
    cards = ticks(text)
    if cards and rng.random() < 0.5:
        asked = re.search(r"(?:Give up|Take back) (\d+) (?:discarded )?card", text)
        assert asked
        picks = rng.sample(cards, min(len(cards), int(asked[1])))
        fields |= {"order": found[0], "pick": picks}
    else:
        fields["order"] = rng.choice(found[1:] if cards else found)
    token = csrf(text)
    return client.post(f"{where}/choose", data={"csrf": token, **fields})


def test_a_choice_at_a_shared_screen_leads_to_the_next_player_and_its_own_page_says_that_it_is_sealed(
    club: Club,
) -> None:
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    client, order = browser(club), any_order(club, match_id, 0, 1)
    written = club.look(match_id, 0).observation.write(order)
    answer = post(client, f"/match/{match_id}/1/choose", order=written, turn=0)
    assert answer.url.path == f"/match/{match_id}", "the page for whoever is next, not that of the first player"
    text = client.get(f"/match/{match_id}/1").text
    assert "Sealed. Waiting for Blue." in text


def test_a_question_without_choices_to_select_has_no_button_that_confirms_one(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(match_id)
    (seat,) = club.look(match_id).waiting
    look = club.look(match_id, seat)
    scene = scene_of(look.observation, look.log)
    assert scene.ask
    assert whose_turn(look, scene)["choosable"]
    bare = replace(scene, ask=replace(scene.ask, buttons=()), hand=())
    found = whose_turn(look, bare)
    assert (found["may_choose"], found["choosable"]) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_football_match_against_the_books_opponent(club: Club, seed: int) -> None:
    client, rng = browser(club), random.Random(seed)
    answer = post(client, "/quick/football")
    where, count = place_of(answer), 0
    for _ in range(500):
        if "The match is over." in answer.text:
            break
        assert answer.status_code == 200, answer.text[:2000]
        answer = choose(client, answer.text, where, rng)
        count += 1
    match_id = where.split("/")[2]
    look = club.look(match_id)
    assert look.is_over
    assert count > 60
    assert look.secret is not None
    text = client.get(where).text
    assert look.secret in text, "the secret is shown after the end"
    assert "nothing was altered" in client.get(f"/match/{match_id}/check").text
    for side in look.observation.view.score[:2]:
        assert re.search(rf"Points </span>{side}</span>", text)


@pytest.mark.slow
def test_a_game_without_a_page_of_its_own_is_played(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    change_kit(monkeypatch, "fate", page=Kit.page)
    client, rng = browser(club), random.Random(4)
    answer = post(client, "/quick/fate")
    where = place_of(answer)
    for _ in range(80):
        text = answer.text
        if "The match is over." in text:
            break
        steps = [unescape(each) for each in re.findall(r'href="([^"]*\?draft=[\d.]+)"', text)]
        if not orders(text):
            assert steps, text[:3000]
            answer = client.get(rng.choice(steps))
            continue
        answer = choose(client, text, where, rng)
        assert answer.status_code == 200, re.findall(r'class="refused".*?</p>', answer.text)
    assert club.look(where.split("/")[2]).turn > 8


def _usual(client: Any, game: str) -> dict[str, str]:
    """The form's own values for house rules and further seats."""
    text = client.get(f"/open/{game}").text
    fields = dict(re.findall(r'<input type="number" id="[^"]+" name="(house\.[^"]+)" value="([^"]*)"', text))
    for name, body in re.findall(r'<select id="[^"]+" name="([^"]+)">(.*?)</select>', text, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        assert chosen
        fields[name] = chosen[1]
    for name in re.findall(r'name="(house\.[^"]+)" value="1" checked', text):
        fields[name] = "1"
    return {key: value for key, value in fields.items() if key.startswith(("house.", "seat."))}


def test_a_refusal_names_its_rule_and_keeps_what_was_typed(club: Club) -> None:
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    client = browser(club)
    play_out(club, made.id, turns=3)
    where = f"/match/{made.id}/1"
    before = club.look(made.id).turn
    said = set()
    for text in ("99a", "no such thing", "punt", "<script>alert(1)</script>"):
        answer = post(client, f"{where}/choose", free=text, turn=before)
        if answer.status_code == 422:
            refusal = answer.text.partition('class="refused"')[2][:800]
            said |= set(re.findall(r'href="/rules/football/(BF-\w+)"', refusal))
            assert "<script>alert" not in answer.text
    assert club.look(made.id).turn == before
    for rule in said:
        assert client.get(f"/rules/football/{rule}").status_code == 200
    stale = post(client, f"{where}/choose", order="kickoff", turn=before + 7)
    assert stale.status_code in (409, 422)
    assert club.look(made.id).turn == before


@pytest.mark.slow
def test_two_at_one_machine_hand_the_screen_over_when_it_is_secret(club: Club) -> None:
    client, rng = browser(club), random.Random(3)
    answer = post(client, "/quick/football", how="here")
    handed = direct = 0
    for _ in range(40):
        if "come to the screen" in answer.text:
            handed += 1
            assert "order" not in re.findall(r'name="(\w+)"', answer.text), "this page is for everybody"
            link = re.search(r'href="(/match/\w+/\d)"', answer.text)
            assert link
            answer = client.get(link[1])
        else:
            direct += 1
        answer = choose(client, answer.text, place_of(answer), rng)
    assert handed > 5
    assert direct > 2


@pytest.mark.slow
def test_two_by_link_see_each_others_choices_and_nobody_elses_seat(club: Club) -> None:
    one, two = browser(club, "the-first-browser-of-two", here=False), browser(club, "the-second-browser-12", here=False)
    asked = {**_usual(one, "football"), "team": "maulers", "versus": "pharaohs", "seat.1": "link"}
    answer = post(one, "/open/football", **asked)
    where = place_of(answer)
    match_id = where.split("/")[2]
    link = re.search(r'value="(http://table\.example/seat/[\w-]+)"', answer.text)
    assert link, "the link for the other seat stands on the page"
    assert two.get(f"/match/{match_id}/2").status_code == 403
    assert "Sit down" in two.get(link[1]).text
    assert post(two, link[1], name="Bo Example").status_code == 200
    assert place_of(two.get(link[1])) == f"/match/{match_id}/2", "his own link leads back to his seat"
    assert "Bo Example" in one.get(where).text
    assert link[1] not in one.get(where).text, "the seat is taken: nothing is to be handed on"
    rng = random.Random(1)
    for _ in range(12):
        (seat,) = club.look(match_id).waiting
        client = (one, two)[seat]
        answer = choose(client, client.get(f"/match/{match_id}/{seat + 1}").text, f"/match/{match_id}/{seat + 1}", rng)
        assert answer.status_code == 200
    assert club.look(match_id).turn >= 12


@pytest.mark.slow
def test_a_replay_steps_through_and_a_branch_goes_on_from_there(club: Club) -> None:
    client = browser(club)
    made = club.create("football", football_match(("human", "sheet")), here=[0])
    play_out(club, made.id)
    last = club.look(made.id).turn
    for at in (0, 1, last // 2, last, last + 5):
        answer = client.get(f"/match/{made.id}/at/{at}")
        moment = f"After turn {min(at, last)} of {last}" if at else "Next: turn 1"
        assert moment in answer.text
        assert "so all hands are shown" in answer.text
    answer = post(client, f"/match/{made.id}/branch", turn=last // 2, seat=0)
    branch = place_of(answer).split("/")[2]
    assert branch != made.id
    assert club.look(branch).turn >= last // 2
    again = choose(client, client.get(f"/match/{branch}/1").text, f"/match/{branch}/1", random.Random(1))
    assert again.status_code == 200
    assert post(client, f"/match/{made.id}/branch", turn=1, seat=1).status_code == 422, "sheets play that seat"


@pytest.mark.slow
def test_a_record_is_taken_away_and_brought_back(club: Club, clubs: Any) -> None:
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    client = browser(club)
    assert client.get(f"/match/{made.id}/record").status_code == 409
    play_out(club, made.id)
    record = client.get(f"/match/{made.id}/record").content
    other = browser(clubs())
    token = csrf(other.get("/upload").text)
    answer = other.post("/upload", data={"csrf": token}, files={"record": ("a.match", record)})
    assert "/at/0" in str(answer.url)
    for data in (b"", b"\xff\xfe", b"{}\n", record[:-40], record.replace(b'"n":1', b'"n":2', 1)):
        answer = other.post("/upload", data={"csrf": token}, files={"record": ("a.match", data)})
        assert answer.status_code == 422
        assert 'class="refused"' in answer.text
    assert other.post("/upload", data={"csrf": token}).status_code == 422


def test_a_form_of_house_rules_that_cannot_be_is_shown_again_with_everything_in_it(club: Club) -> None:
    client = browser(club)
    usual = _usual(client, "football")
    for wrong in ({"house.flags": "77"}, {"house.flags": "x"}, {"team": "nobody"}, {"seat.1": "grandmaster"}):
        given = {"team": "maulers", "versus": "fire", "title": "A fine one", **usual, **wrong}
        answer = post(client, "/open/football", **given)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert 'value="A fine one"' in answer.text
    assert not club.matches()
    answer = post(client, "/open/football", team="maulers", versus="fire", **{**usual, "house.flags": "1"})
    (match,) = club.matches()
    assert match.options["flags"] == 1
    assert "Maulers" in answer.text


def test_the_cards_of_a_hail_mary_are_asked_for_zone_by_zone(club: Club) -> None:
    """BF-R35: what is wrong is named with its zone, and the numbers stay in the form."""
    client = browser(club)
    usual, name = _usual(client, "football"), "house.hail_mary_cards"
    assert [usual[f"{name}.{zone}"] for zone in (1, 2, 3, 4)] == ["1"] * 4
    teams = {"team": "maulers", "versus": "fire"}
    for wrong, said in (
        ("x", "Hail Mary cards, from the 50 to the opponent&#39;s 25: expected a whole number, not"),
        ("1/1", "expected a whole number, not"),
        ("", "expected a whole number, not"),
        ("6", "hail_mary_cards: expected a number of cards from 1 to 5"),
    ):
        answer = post(client, "/open/football", **teams, **{**usual, f"{name}.2": "4", f"{name}.3": wrong})
        assert answer.status_code == 422
        assert said in answer.text
        assert re.search(rf'name="{name}.2" value="4"', answer.text)
    post(client, "/open/football", **teams, **{**usual, f"{name}.3": "2", f"{name}.4": "3"})
    (match,) = club.matches()
    assert match.options["hail_mary_cards"] == "1/1/2/3"


@pytest.mark.parametrize(
    ("game", "switch"), [("football", "ice"), ("cycling", "level_keeps_lead"), ("fate", "sideline")]
)
def test_a_switch_of_the_house_rules_is_turned_on_and_off(club: Club, game: str, switch: str) -> None:
    client, found = browser(club), set()
    usual = _usual(client, game)
    teams = {"football": {"team": "maulers", "versus": "fire"}, "fate": {"team": "Ants", "versus": "Bees"}}
    first = teams.get(game, {"team": "Ants", "teams": "2", "profile": "postal", "track": ""})
    for on in (True, False):
        asked = {key: value for key, value in usual.items() if key != f"house.{switch}"}
        answer = post(client, f"/open/{game}", **first, **asked, **({f"house.{switch}": "1"} if on else {}))
        assert answer.status_code == 200
        made = club.listed(place_of(answer).split("/")[2])
        found.add((on, made.options[switch]))
    assert found == {(True, True), (False, False)}


@pytest.mark.slow
def test_a_rematch_and_a_choice_taken_back(club: Club) -> None:
    client = browser(club)
    made = club.create("cycling", race(("human", "random")), here=[0])
    play_out(club, made.id)
    answer = post(client, f"/match/{made.id}/1/again")
    assert place_of(answer).split("/")[2] != made.id
    running = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(running)
    undone = 0
    for number in range(20):
        (seat,) = club.look(running).waiting
        club.choose(running, seat, any_order(club, running, seat, number))
        club.resolve(running)
        before = club.look(running).turn
        answer = post(client, f"/match/{running}/{seat + 1}/undo")
        if answer.status_code == 200:
            undone += 1
            assert club.look(running).turn == before - 1
            assert post(client, f"/match/{running}/{seat + 1}/go").status_code == 200
            assert (club.look(running).turn, club.look(running).waiting) == (before - 1, [seat])
            club.choose(running, seat, any_order(club, running, seat, number))
            club.resolve(running)
        else:
            assert answer.status_code == 409
    assert undone


def test_rules_are_found_by_words(club: Club) -> None:
    client = browser(club)
    found = client.get("/rules/football?q=onside kick").text
    assert "BF-152" in found or "onside" in found.casefold()
    assert len(found) < len(client.get("/rules/football").text) / 3
    assert "No rule contains all of these words" in client.get("/rules/fate?q=zeppelin").text
    assert client.get("/rules/chess").status_code == 404
