"""Opening a table by its form: presets, what the form says it will open, and the next free person."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.club.schema import PUBLIC
from breakaway.club.time_control import DAY, Terms
from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import CHOICE, find_setting
from breakaway.web.open_table import LINK, LIVE, POST, SOLO, presets, put_preset
from tests.club.starts import any_order, football_match, race
from tests.web.session import browser, post
from tests.web.test_killed import usual
from tests.web.test_lobby import me, played, sitter


def plates(text: str) -> list[tuple[str, str]]:
    """The seats of the new table, as the page draws them: the name, and who plays."""
    drawn = re.search(r'<ul class="plates.*?</ul>', text, re.S)
    assert drawn
    return [(unescape(a), unescape(b)) for a, b in re.findall(r"<b>(.*?)</b><small>(.*?)</small>", drawn[0])]


def facts(text: str) -> str:
    """What the page says about the new table."""
    found = re.search(r'<ul class="facts">(.*?)</ul>', text, re.S)
    assert found
    return unescape(re.sub("<[^>]+>", " ", found[1]))


def fields_of(text: str) -> dict[str, str]:
    """All fields of the form as a browser would send them."""
    found = usual(text)
    found |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked', text))
    found |= dict(re.findall(r'<input type="hidden" name="(was)" value="([^"]*)"', text))
    return found | dict.fromkeys(re.findall(r'name="(house\.[^"]+)" value="1" checked', text), "1")


# --- presets


def test_a_preset_changes_who_plays_and_the_time_and_nothing_else() -> None:
    known = presets("sheet", sends_mail=True)
    given = {"team": "sharks", "house.flags": "4", "title": "Mine", "seat.1": "random", "time": "", "delay": "1"}
    for name, seat, time in ((LIVE, LINK, "180"), (POST, LINK, str(DAY)), (SOLO, "sheet", "")):
        before = dict(given)
        put_preset(given, name, known[name])
        changed = {key for key in given if given[key] != before.get(key)} - {"how", "was"}
        assert changed <= {"seat.1", "time"}
        assert (given["seat.1"], given["time"], given["how"]) == (seat, time, name)


def test_a_preset_in_the_address_fills_in_the_form_and_a_chosen_one_is_applied_when_the_form_is_sent(
    club: Club,
) -> None:
    client = browser(club)
    text = client.get("/open/football?how=live").text
    assert usual(text)["seat.1"] == "link"
    assert usual(text)["time"] == "180"
    form = {**fields_of(client.get("/open/football").text), "team": "sharks", "how": "post"}  # without a script
    post(client, "/open/football", **form)
    (listed,) = club.matches()
    assert listed.terms.seconds == DAY
    assert [seat.name for seat in listed.seats] == ["Sharks", "Fire"]
    assert listed.seats[1].by == "empty"


def test_an_unknown_preset_in_the_address_is_the_usual_form(club: Club) -> None:
    client = browser(club)
    text = client.get("/open/football?how=%3Cb%3E").text
    assert '<input type="radio" name="how" value="solo" checked' in text
    assert "<b>" not in re.findall(r'name="was" value="([^"]*)"', text)


# --- what the form would open


def test_a_draft_draws_the_seats_of_this_match_and_opens_nothing(club: Club) -> None:
    client = browser(club)
    form = fields_of(client.get("/open/cycling").text)
    assert len(plates(client.get("/open/cycling").text)) == 6
    text = post(client, "/open/cycling/draft", **{**form, "teams": "3", "seat.1": "link", "team": "Ants"}).text
    assert plates(text) == [("Ants", "you"), ("Red", "an empty seat"), ("Blue", "Team director")]
    assert re.findall(r'<select id="seat\.(\d)"', text) == ["1", "2"]
    assert "You get a link to send. Whoever opens it takes the empty seat." in facts(text)
    assert not club.matches()
    form = fields_of(client.get("/open/fate").text)
    text = post(client, "/open/fate/draft", **{**form, "house.platoons": "1"}).text
    assert len(plates(text)) == 4


def test_one_choice_seats_all_rivals_of_a_race_and_each_of_them_differently_unfolds_the_rest(club: Club) -> None:
    client = browser(club)
    text = client.get("/open/cycling").text
    assert re.findall(r'<select id="(seat\.\d|others)"', text) == ["others"]
    form = {**fields_of(text), **dict(re.findall(r'type="hidden" name="((?:seat|others)[^"]*)" value="([^"]*)"', text))}
    assert (form["others"], form["others.were"], form["seat.5"]) == ("directeur", "directeur", "directeur")
    text = post(client, "/open/cycling/draft", **{**form, "others": "club"}).text
    assert [player for _name, player in plates(text)] == ["you", *["Club player"] * 5]
    form |= dict(re.findall(r'type="hidden" name="((?:seat|others)[^"]*)" value="([^"]*)"', text))
    text = post(client, "/open/cycling/draft", **{**form, "others": "each"}).text
    assert re.findall(r'<select id="seat\.(\d)"', text) == ["1", "2", "3", "4", "5"]
    form |= {**usual(text), "others.were": "each", "seat.2": "strong"}
    assert (form["others"], form["seat.1"]) == ("each", "club"), "what was chosen for all stays until one is changed"
    post(client, "/open/cycling", **form)
    (listed,) = club.matches()
    assert [seat.by for seat in listed.seats] == ["human", "club", "strong", "club", "club", "club"]


def test_without_a_script_one_choice_for_all_rivals_holds_when_the_form_is_sent(club: Club) -> None:
    client = browser(club)
    text = client.get("/open/cycling").text
    form = {**fields_of(text), **dict(re.findall(r'type="hidden" name="((?:seat|others)[^"]*)" value="([^"]*)"', text))}
    post(client, "/open/cycling", **{**form, "others": "newcomer", "teams": "3"})
    (listed,) = club.matches()
    assert [seat.by for seat in listed.seats] == ["human", "newcomer", "newcomer"]
    refused = post(client, "/open/cycling", **{**form, "others": "<b>"})
    assert refused.status_code == 422
    assert "nknown coach" in refused.text
    assert "<b>'" not in refused.text


def test_a_match_of_two_asks_once_who_plays_the_other_seat(club: Club) -> None:
    text = browser(club).get("/open/football").text
    assert re.findall(r'<select id="(seat\.\d|others)"', text) == ["seat.1"]


def test_a_draft_with_a_mistake_keeps_what_was_typed_and_opening_it_says_what_is_wrong(club: Club) -> None:
    client = browser(club)
    form = {**fields_of(client.get("/open/cycling").text), "teams": "99", "title": "Mine"}
    draft = post(client, "/open/cycling/draft", **form)
    assert draft.status_code == 200
    assert 'value="99"' in draft.text
    assert 'value="Mine"' in draft.text
    refused = post(client, "/open/cycling", **form)
    assert refused.status_code == 422
    assert "expected a number from 2 to 12" in refused.text


def test_what_the_form_says_is_what_it_opens(club: Club) -> None:
    client = browser(club)
    form = {**fields_of(client.get("/open/football?how=post").text), "team": "maulers", "house.flags": "3"}
    says = facts(post(client, "/open/football/draft", **form).text)
    assert "Time for each choice: 1 day." in says
    assert "Rules: Challenge flags: 3." in says
    post(client, "/open/football", **form)
    (listed,) = club.matches()
    assert (listed.terms.seconds, listed.options["flags"]) == (DAY, 3)


@pytest.mark.parametrize("game", list(GAMES))
def test_all_defaults_can_be_read_while_the_rest_is_folded(club: Club, game: str) -> None:
    text = browser(club).get(f"/open/{game}").text
    found = re.search(r'<details class="panel fold" id="rest"><summary>(.*?)</summary>', text, re.S)
    assert found, "folded"
    assert "House rules: as in the book" in found[1]
    assert "Spectators see the match as it happens." in found[1]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_house_rule_and_every_set_of_rules_and_team_has_a_sentence(game: str) -> None:
    form = find_setting(find(game)).form()
    for field in form.house:
        assert field.says.endswith("."), field.name
    for field in form.first:
        for value, shown in field.pictured.items():
            assert shown.says.endswith("."), (field.name, value)
            assert value in [each for each, _label in field.choices]
    if game == "cycling":
        assert any(field.kind == CHOICE and field.pictured for field in form.first)


# --- the next free person


def play_next(client: TestClient, game: str = "football") -> str:
    return str(post(client, "/next", game=game).url)


def waiting(club: Club, who: int, terms: Terms | None = None, game: str = "football") -> str:
    """A public table at which somebody waits."""
    start = football_match() if game == "football" else race(("human", "human"))
    made = club.create(game, start, visibility=PUBLIC, terms=terms or Terms(180))
    club.sit(made.tokens[0], sitter(who))
    return made.id


def test_the_next_free_person_is_the_one_who_has_been_sitting_there_for_longest(club: Club) -> None:
    gone, first, second = waiting(club, 1), waiting(club, 1), waiting(club, 2)
    slow, race_table = waiting(club, 2, Terms(DAY)), waiting(club, 2, game="cycling")
    client = browser(club, "a-stranger-of-the-tests", here=False)
    at_table = {first: {0}, second: {0}, slow: {0}, race_table: {0}}
    hub: Any = client.app.state.hub  # type: ignore[attr-defined]
    hub.presence = SimpleNamespace(of=lambda match_id: frozenset(at_table.get(match_id, ())), close=lambda: None)
    assert play_next(client).endswith(f"/take/{first}/1")
    assert play_next(client, "cycling").endswith(f"/take/{race_table}/1")
    del at_table[first]
    assert play_next(client).endswith(f"/take/{second}/1")
    assert gone not in at_table


def test_if_nobody_waits_a_public_table_with_a_clock_is_opened_and_the_next_one_finds_it(club: Club) -> None:
    client = browser(club, "a-stranger-of-the-tests", here=False)
    where = play_next(client)
    (listed,) = club.lobby()
    assert where.endswith(f"/match/{listed.id}/1")
    assert (listed.visibility, listed.terms.seconds) == (PUBLIC, 180)
    again = play_next(client)
    assert not again.endswith(f"/take/{listed.id}/1"), "nobody is led to a table of his own"


def test_an_unknown_game_is_refused(club: Club) -> None:
    assert post(browser(club), "/next", game="chess").status_code == 404
    assert not club.matches()


# --- the front page


def test_a_waiting_table_shows_what_it_asks_to_the_player_who_is_asked_only(club: Club) -> None:
    match_id = played(club, "cycling", race(("human", "human")), 1)
    text = me(club).get("/").text
    assert "1 table waits for you." in text
    assert "Your turn. Choose a card for each of your 4 riders." in text
    assert re.search(rf'<a class="button main" href="/match/{match_id}">Choose cards', text)
    assert "Choose cards" not in browser(club, "a-stranger-of-the-tests", here=False).get("/").text
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    assert "Choose cards" not in me(club).get("/").text


def test_filters_show_only_the_tables_that_fit_and_only_where_they_make_a_difference(club: Club) -> None:
    live, by_post = waiting(club, 1), waiting(club, 2, Terms(DAY))
    client = browser(club, "a-stranger-of-the-tests", here=False)
    text = client.get("/").text
    assert "time=live" in text
    assert "game=football" not in text, "there is no other game"
    shown = client.get("/?time=post").text
    assert f"/take/{by_post}/1" in shown
    assert f"/take/{live}/1" not in shown
    other = waiting(club, 1, game="cycling")
    shown = client.get("/?game=cycling").text
    assert f"/take/{other}/1" in shown
    assert f"/take/{live}/1" not in shown
    assert client.get("/?game=%3Cscript%3E&language=xx").status_code == 200


def test_a_table_says_the_language_in_which_it_was_opened_if_it_is_another(club: Club) -> None:
    german = browser(club, "a-german-of-the-tests", here=False)
    german.headers["accept-language"] = "de"
    play_next(german)
    (listed,) = club.lobby()
    assert listed.language == "de"
    english = browser(club, "a-stranger-of-the-tests", here=False)
    assert '<span lang="de">Deutsch</span>' in english.get("/").text
    other = browser(club, "another-german-of-the-tests", here=False)
    other.headers["accept-language"] = "de"
    assert '<span lang="de">' not in re.sub(r"<footer.*", "", other.get("/").text, flags=re.S)


# --- the host's name


def test_the_host_gives_a_name_that_the_browser_keeps_for_the_next_table(club: Club) -> None:
    for client in (browser(club), browser(club, "a-stranger-of-the-tests", here=False)):  # the owner, and a visitor
        form = {**fields_of(client.get("/open/football?how=live").text), "name": "  Ada \u202e Grün "}
        post(client, "/open/football", **form)
        host = club.matches()[0].seats[0].name
        assert host == "Ada Grün" == " ".join(host.split())
        page = client.get("/open/fate?how=post").text
        assert 'name="name" value="Ada Grün"' in page
        play_next(client, "cycling")
        assert club.matches()[0].seats[0].name == "Ada Grün"


def test_a_guest_finds_the_name_that_the_browser_keeps(club: Club) -> None:
    first, second = waiting(club, 1), waiting(club, 1)
    client = browser(club, "a-stranger-of-the-tests", here=False)
    assert 'name="name" value=""' in client.get(f"/take/{first}/1").text
    post(client, f"/take/{first}/1", name="Bo & Co")
    assert 'name="name" value="Bo &amp; Co"' in client.get(f"/take/{second}/1").text
    other = browser(club, "another-stranger-of-the-tests", here=False)
    assert "Bo &amp; Co" not in other.get("/open/football?how=live").text
