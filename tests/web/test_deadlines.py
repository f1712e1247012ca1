"""Time for each choice, in the browser: asked for, shown, counted, and what then can be done; it tells no secret."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import insert
from starlette.testclient import TestClient

from breakaway.club import absences
from breakaway.club.absences import keep_time
from breakaway.club.club import Club
from breakaway.club.schema import CLOSE, COACH, WAIT, terms
from breakaway.club.time_control import DAY, POSTAL, PRESETS, Pace, Terms, begin_turn
from breakaway.records.match import Start
from breakaway.server.live_pages import Hub
from breakaway.web.match_actions import Timekeeper
from breakaway.web.pages import clock, period
from breakaway.web.time_control import agreed_on
from tests.club.clocks import NOON, Wall
from tests.club.starts import any_order, football_match, race
from tests.web.conftest import Serve
from tests.web.foreign import bracketed, untranslated, without_times
from tests.web.programs import until
from tests.web.screens import press
from tests.web.session import browser, post
from tests.web.test_killed import usual
from tests.web.twins import NAME, Two, differing, everything, listen

__all__ = ["bracketed"]


CHANGE = '<button class="button quiet">Change</button>'


def timed(club: Club, game: str = "football", seconds: int = 60, late: str = WAIT, start: Start | None = None) -> str:
    begins = start or (football_match() if game == "football" else race(("human", "human", "human")))
    match_id = club.create(game, begins, here=range(3), terms=Terms(seconds, late)).id
    club.resolve(match_id)
    return match_id


def shown(text: str) -> list[tuple[str, str, str]]:
    """The times on a page: for programs, seconds left, and words."""
    return re.findall(r'<time class="left[^"]*" datetime="([^"]+)"[^>]*? data-left="(-?\d+)"[^>]*>([^<]+)</time>', text)


def strip(text: str) -> list[tuple[str, str, str]]:
    """The clocks in the score strip of a page: figure, word and hour. One that rests has no hour."""
    found = re.findall(
        r'class="clk[^>]*><b>([^<]+)</b><small>(?:<span>)?([^<]*)(?:</span><i>([^<]*)</i>)?</small>', text
    )
    return [(figure, word, hour) for figure, word, hour in found]


def deadline_of(text: str) -> str:
    """The moment to which a clock in the score strip of a page counts down."""
    return re.findall(r'<time class="clk[^"]*" datetime="([^"]+)"', text)[0]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (2 * DAY + 5 * 3600 + 59, "2 d 5 h left"),
        (2 * 3600 + 5 * 60 + 59, "2 h 5 min left"),
        (3600, "1 h 0 min left"),
        (600, "10 min 0 s left"),
        (59.1, "1 min 0 s left"),
        (9, "9 s left"),
        (0, "time is up"),
        (-70, "time is up"),
    ],
)
def test_what_is_left_is_told_in_words_and_for_programs_in_utc(seconds: float, words: str) -> None:
    found = clock(NOON + timedelta(seconds=seconds), NOON)
    assert found
    assert found.says == words
    assert found.at.startswith("2026-07-0")
    assert found.at.endswith("Z")
    assert clock(None, NOON) is None
    assert [period(each) for each in (90, 60, 180, 12 * 3600, DAY, 7 * DAY)] == [
        "90 seconds",
        "1 minute",
        "3 minutes",
        "12 hours",
        "1 day",
        "7 days",
    ]


def test_a_calendar_has_the_deadlines_of_players_and_none_for_spectators(club: Club) -> None:
    Wall(club)
    match_id, client = timed(club, "cycling", 2 * DAY), browser(club)
    texts = [client.get(f"/match/{match_id}/{place}/deadline.ics").text for place in ("1", "watch")]
    assert ["BEGIN:VCALENDAR" in each for each in texts] == [True, True]
    assert ["BEGIN:VEVENT" in each for each in texts] == [True, False]


def test_what_was_agreed_about_late_players_is_told_in_words() -> None:
    said = {late: agreed_on(Terms(60, late), "football") for late in (WAIT, COACH, CLOSE)}
    assert said[WAIT][0] == "Time for each choice: 1 minute."
    assert said[WAIT][1].startswith("The table waits for a late player. After the deadline, another player may let")
    assert said[COACH][1] == "If a player is late, a coach makes the overdue choice."
    assert said[CLOSE][1] == "If a player is late, the rules for absent players apply."
    assert agreed_on(Terms(None, COACH), "football") == []


@pytest.mark.slow
def test_match_and_front_page_say_for_whom_the_table_waits_and_how_long(club: Club) -> None:
    wall = Wall(club)
    match_id = timed(club, "cycling", 2 * DAY)
    wall.on(43 * 3600 - 5 * 60)
    for where in (f"/match/{match_id}/1", f"/match/{match_id}/watch", "/"):
        text = browser(club).get(where).text
        assert "until 2026-07-03 12:00 UTC" in text
        if where != "/":
            assert strip(text) == [("5 h", "Fri", "12:00")], where
            continue
        assert shown(text) == [("2026-07-03T12:00:00Z", str(5 * 3600 + 5 * 60), "5 h 5 min left")]
        assert re.search(r'class="for">[^<]*Röd, Blue, Green', text)
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    assert re.search(r'class="for">[^<]*Blue, Green', browser(club).get("/").text)


def test_the_most_urgent_of_my_turns_is_on_top(club: Club) -> None:
    Wall(club)
    made = [timed(club, "cycling", seconds) for seconds in (DAY, 60, 3600)]
    plain = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    text = browser(club).get("/").text
    order = [text.index(f"/match/{each}") for each in (made[1], made[2], made[0], plain)]
    assert order == sorted(order)


def test_a_match_without_a_deadline_says_nothing_of_time(club: Club) -> None:
    match_id = club.create("football", football_match(), here=[0, 1]).id
    club.resolve(match_id)
    for where in (f"/match/{match_id}/1", "/"):
        assert "<time" not in browser(club).get(where).text
        assert "Time for each choice" not in browser(club).get(where).text


@pytest.mark.slow
def test_the_form_offers_times_and_says_what_cannot_be(club: Club) -> None:
    Wall(club)
    client = browser(club)
    text = client.get("/open/football").text
    assert re.findall(r'<option value="(\d+)"', text.partition('name="time"')[2].partition("</select>")[0]) == [
        *("60", "180", "600"),
        *("43200", "86400", "172800", "259200", "604800"),
    ]
    assert 'name="late"' in text
    assert 'name="late"' not in client.get("/open/cycling").text, "the race has a rule for it"
    form = usual(text)
    for wrong, said in (
        ({"time": "60", "seat.1": "sheet"}, "match with only one player cannot have a time limit"),
        ({"time": "60", "seat.1": "here", "physical": "1"}, "own dice and cards"),
        ({"time": "61", "seat.1": "here"}, "Time for each choice: choose a value from the list"),
        ({"time": "60", "seat.1": "here", "late": "close"}, "Choose what happens when a player is late"),
    ):
        answer = post(client, "/open/football", **{**form, **wrong})
        assert answer.status_code == 422
        assert said in answer.text
        assert f'<option value="{wrong["time"]}" selected' in answer.text or wrong["time"] == "61"
    assert club.matches() == []
    answer = post(client, "/open/football", **{**form, "time": "172800", "late": "coach", "seat.1": "link"})
    assert answer.status_code == 200
    (listed,) = club.matches()
    assert (listed.terms.seconds, listed.terms.late) == (2 * DAY, COACH)
    text = client.get(f"/match/{listed.id}/1").text
    assert "Time for each choice: 2 days. If a player is late, a coach makes the overdue choice." in text
    assert shown(text) == [], "empty so far"


def test_after_the_deadline_only_the_others_get_the_choice(club: Club) -> None:
    wall = Wall(club)
    match_id = timed(club)
    (late,), turn = club.look(match_id).waiting, club.look(match_id).turn
    places = f"/match/{match_id}/{2 - late}", f"/match/{match_id}/{late + 1}", f"/match/{match_id}/watch"
    client = browser(club)
    assert [f'action="{each}/late"' in client.get(each).text for each in places] == [False, False, False]
    assert post(client, f"{places[0]}/late", turn=turn).status_code == 409
    wall.on(60)
    assert [f'action="{each}/late"' in client.get(each).text for each in places] == [True, False, False]
    assert "You can still choose" in client.get(places[1]).text
    assert post(client, f"{places[1]}/late", turn=turn).status_code == 409
    assert post(client, f"{places[2]}/late", turn=turn).status_code == 409
    assert post(client, f"{places[0]}/late").status_code == 422
    assert club.look(match_id).turn == turn
    answer = post(client, f"{places[0]}/late", turn=turn)
    assert answer.status_code == 200
    name = club.seats(match_id)[late].name
    assert f"{name} was late, so the coach Random made this choice." in client.get(places[2]).text
    assert post(client, f"{places[0]}/late", turn=turn).status_code == 409


def test_the_server_closes_turns_by_itself_and_one_that_cannot_be_played_stops_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, keeper = Wall(club), Timekeeper(club, Hub(club))
    broken, race_, waits = timed(club, late=COACH), timed(club, "cycling"), timed(club)
    before = club.look(waits).turn
    tried: list[str] = []

    def kept(club: Club, match_id: str) -> bool:
        tried.append(match_id)
        if match_id == broken:
            raise ZeroDivisionError
        return keep_time(club, match_id)

    monkeypatch.setattr("breakaway.web.match_actions.keep_time", kept)
    keeper.glance()
    assert tried == []
    wall.on(60)
    keeper.glance()
    assert sorted(tried) == sorted([broken, race_, waits])
    assert club.look(race_).turn == 1
    assert club.look(waits).turn == before
    keeper.glance()
    assert len(tried) == 3, "each deadline is looked at once"
    wall.on(60)
    Timekeeper(club, Hub(club)).glance()
    assert club.look(race_).turn == 2, "after a restart as well"


def agree(club: Club, seconds: int, late: str) -> Wall:
    """The twins' match is timed, and all of its people are there."""
    wall = Wall(club)
    with club.database.writing() as connection:
        connection.execute(insert(terms).values(match=NAME, seconds=seconds, late=late))
        begin_turn(connection, NAME, wall())
    return wall


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "late", "said"),
    [
        ("cycling", CLOSE, 'data-turn="1"'),
        ("football", COACH, "made this choice"),
        ("football", WAIT, ">late<"),
    ],
)
def test_a_running_server_does_it_and_tells_open_pages(
    twins: Two, serve: Serve, game: str, late: str, said: str
) -> None:
    club, _ = twins(game, football_match if game == "football" else lambda: race(("human", "human")))
    wall = agree(club, 60, late)
    turn = club.look(NAME).turn
    stream = listen(serve(club), club, 0)
    wall.on(60)
    until(lambda: said.encode() in stream.data)
    assert club.look(NAME).turn == turn + (late != WAIT)
    stream.done.set()


@pytest.mark.slow
def test_what_another_seat_has_sealed_changes_no_byte_of_the_time_that_is_left(twins: Two) -> None:
    one, two = twins("cycling", lambda: race(("human", "human", "human"), profile="blind"))
    for which, club in enumerate((one, two), 1):
        wall = agree(club, 3600, CLOSE)
        for _ in range(which):
            wall.on(10)
            club.choose(NAME, 1, any_order(club, NAME, 1, which))
        wall.on(600 - 10 * which)
    for seat in (-1, 0, 2):
        pages = everything(one, seat), everything(two, seat)
        assert b"<b>50:00</b>" in pages[0][f"GET /match/{NAME}/{'watch' if seat < 0 else seat + 1}"]
        assert not differing(*pages), f"seat {seat}"
    assert differing(everything(one, 1), everything(two, 1)), "the orders were to differ"


@pytest.mark.usefixtures("bracketed")
def test_all_of_it_is_translated(club: Club) -> None:
    wall = Wall(club)
    match_id = timed(club)
    client = browser(club)
    names = ["Lightning", "Fire", "random"]
    (late,) = club.look(match_id).waiting
    wall.on(60)
    for where in (f"/match/{match_id}/{2 - late}", f"/match/{match_id}/{late + 1}"):
        text = client.get(where).text
        found = re.search(r'<div class="clock">.*?</div>', text, re.S)
        assert found
        assert untranslated(found[0], names) == []
    form = re.search(r'<div class="entry"><label for="time">.*?</fieldset>', client.get("/open/football").text, re.S)
    assert form
    assert untranslated(form[0]) == []


@pytest.mark.slow
def test_a_browser_counts_down_and_stops_at_the_end(club: Club, serve: Serve, chromium: Browser) -> None:
    match_id = timed(club, seconds=3600)
    wall = Wall(club)
    wall.moment = club.listed(match_id).terms.due - timedelta(seconds=3)  # type: ignore[operator]
    page, address = chromium.new_context().new_page(), serve(club)
    page.goto(f"{address}/match/{match_id}/watch")
    for said in ("0:01hurry", "0:00late"):  # as the server says it without a grace period
        expect(page.locator("time.clk")).to_have_text(said, timeout=10_000)
    page.context.close()
    without = chromium.new_context(java_script_enabled=False).new_page()
    without.goto(f"{address}/match/{match_id}/watch")
    assert without.locator("time.clk").text_content() == "0:03hurry"
    without.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grace", "left", "words"),
    [
        (0, 2 * DAY + 5 * 3600, ("2 d", "Sat", "12:00", "2 d 5 h left")),
        (0, 3600, ("1 h", "Sat", "12:00", "1 h 0 min left")),
        (0, 3599, ("59:59", "yours", "", "59 min 59 s left")),
        (0, 20, ("0:20", "yours", "", "20 s left")),
        (3600, 19, ("0:19", "hurry", "", "19 s left")),
        (3600, 0, ("+1 h", "grace", "", "grace period: 1 h 0 min left")),
        (3600, -1, ("+59:59", "grace", "", "grace period: 59 min 59 s left")),
        (3600, -3599, ("+0:01", "grace", "", "grace period: 1 s left")),
        (3600, -3600, ("0:00", "late", "", "time is up")),
        (0, 0, ("0:00", "late", "", "time is up")),
        (0, -70, ("0:00", "late", "", "time is up")),
    ],
)
def test_server_and_script_say_the_same_and_time_is_not_up_while_orders_count(
    club: Club, serve: Serve, chromium: Browser, grace: int, left: int, words: tuple[str, str, str, str]
) -> None:
    wall = Wall(club)
    agreed = Terms(3 * DAY, WAIT, pace=Pace(grace=grace))
    match_id = club.create("football", football_match(), here=range(2), terms=agreed).id
    club.resolve(match_id)
    wall.moment = club.listed(match_id).terms.due - timedelta(seconds=left)  # type: ignore[operator]
    address, seat = serve(club), club.look(match_id).waiting[0]
    figure, word, hour, long = words
    for scripts in (False, True):
        page = chromium.new_context(java_script_enabled=scripts, timezone_id="UTC").new_page()
        if scripts:  # it stands still, however long the page takes
            page.clock.install(time=0)
            page.clock.pause_at(1)
        serve.home(club, page, address=address)
        page.goto(f"{address}/match/{match_id}/{seat + 1}")
        assert page.locator("time.clk").text_content() == f"{figure}{word}{hour}"
        page.goto(address)
        assert page.locator("time.left").first.text_content() == long
        page.context.close()


@pytest.mark.slow
def test_a_page_left_open_counts_on_through_the_grace_period_and_an_order_in_it_is_taken(
    club: Club, serve: Serve, chromium: Browser
) -> None:
    wall = Wall(club)
    agreed = Terms(12 * 3600, WAIT, pace=Pace(grace=3600))
    match_id = club.create("football", football_match(), here=range(2), terms=agreed).id
    club.resolve(match_id)
    wall.moment = club.listed(match_id).terms.due - timedelta(seconds=1)  # type: ignore[operator]
    page, address, seat = chromium.new_context().new_page(), serve(club), club.look(match_id).waiting[0]
    serve.home(club, page, address=address)
    page.goto(f"{address}/match/{match_id}/{seat + 1}")
    expect(page.locator("time.clk")).to_have_text(re.compile(r"^\+59:5\dgrace$"), timeout=10_000)
    wall.on(3)
    press(page, page.locator("#table button[data-choice]").first)
    until(lambda: seat not in club.look(match_id).waiting or club.look(match_id).turn > 0)
    page.context.close()


def opened(client: TestClient, game: str, **form: object) -> str:
    """A table opened by its form, for players at this computer."""
    text = client.get(f"/open/{game}").text
    seats = {f"seat.{seat}": "here" for seat in range(1, 2 if game != "cycling" else 6)}
    answer = post(client, f"/open/{game}", **{**usual(text), **seats, **form})
    assert answer.status_code == 200, re.findall(r'role="alert">([^<]+)', answer.text)
    found = re.search(r"/match/(\w+)", str(answer.url))
    assert found
    return found[1]


def test_the_form_offers_a_daily_and_a_postal_pace_and_its_details_change_them(club: Club) -> None:
    Wall(club)
    client = browser(club)
    postal = club.listed(opened(client, "cycling", time="postal")).terms
    assert (postal.seconds, postal.pace, postal.late) == (*PRESETS[POSTAL], CLOSE)
    more = {"zone": "Europe/Berlin", "at": "18:30", "weekday": ["0", "3"], "least": "43200", "grace": "0"}
    more["missed"] = "2"
    match_id = opened(client, "fate", time="daily", late="coach", coach="random", vacation="3", pause="0", **more)
    found = club.listed(match_id).terms
    assert (found.seconds, found.coach) == (43200, "random")
    assert found.pace == Pace("18:30", (0, 3), "Europe/Berlin", 0, 3, 0, 2)
    text = client.get(f"/match/{match_id}/1").text
    assert "Minimum time for each choice: 12 hours. Turns close at 18:30 (Europe/Berlin): Monday, Thursday." in text
    assert "After 2 missed turns in a row, a standby player may take over the team. If a player is late," in text
    assert "until 2026-07-02 16:30 UTC" in text
    assert deadline_of(text) == "2026-07-02T16:30:00Z"


def test_a_wrong_detail_comes_back_with_what_would_be_right(club: Club) -> None:
    Wall(club)
    client = browser(club)
    form = {**usual(client.get("/open/football").text), "seat.1": "here", "time": "daily"}
    for wrong, said in (
        ({"zone": "Europe/Atlantis"}, "use a name such as Europe/Berlin"),
        ({"at": "25:00"}, "Enter the time in the form 20:00"),
        ({"vacation": "many"}, "expected a whole number"),
        ({"vacation": "61"}, "from 0 to 60"),
        ({"grace": "7"}, "choose a value from the list"),
        ({"time": "weekly"}, "choose a value from the list"),
        ({"coach": "genius", "late": "coach"}, "genius"),
    ):
        answer = post(client, "/open/football", **{**form, "weekday": "2", **wrong})
        assert (answer.status_code, said in answer.text) == (422, True), wrong
        assert 'name="weekday" value="2" checked' in answer.text
    assert club.matches() == []


def test_what_counts_stands_beside_the_buttons_of_a_slow_match(club: Club) -> None:
    wall = Wall(club)
    match_id = timed(club, "cycling", 2 * DAY)
    client, mine = browser(club), f"/match/{match_id}/1"
    latest = "The turn is played as soon as everybody is ready, or when its time is up."
    text = client.get(mine).text
    assert f"An order is not played until you seal it. {latest}" in text
    ready, waits = "I am ready: do not wait for me", "Wait for the deadline: I may change my order"
    assert [each in text for each in (ready, waits)] == [False, True]
    text = post(client, f"{mine}/ready", turn=0, ready=0).text
    assert [each in text for each in (ready, waits)] == [True, False]
    for seat in range(3):
        club.choose(match_id, seat, any_order(club, match_id, seat, 1))
    club.resolve(match_id)
    text = client.get(mine).text
    assert (
        f"What you have sealed will be played. You may change your mind until then. {latest} Not ready yet: Röd."
        in text
    )
    assert "Continue the match" not in text
    watched = client.get(f"/match/{match_id}/watch").text
    assert f"{latest} Not ready yet: Röd." in watched
    assert "/ready" not in watched
    assert '<time class="clk' in watched, "the clock runs for the one who holds"
    assert post(client, f"/match/{match_id}/watch/ready", turn=0, ready=1).status_code == 403
    assert post(client, f"{mine}/ready", ready=1).status_code == 422
    assert post(client, f"{mine}/ready", turn=5, ready=0).status_code == 409
    assert club.look(match_id).turn == 0
    assert post(client, f"{mine}/ready", turn=0, ready=1).status_code == 200
    assert club.look(match_id).turn == 1
    wall.on(60)
    quick = timed(club, "cycling", 60)
    assert "An order is not played until" not in client.get(f"/match/{quick}/1").text


def test_a_sealed_order_of_a_slow_match_is_withdrawn_on_the_page_before_its_turn_is_played(club: Club) -> None:
    Wall(club)
    match_id = timed(club, "cycling", 2 * DAY)
    client, mine = browser(club), f"/match/{match_id}/1"
    assert CHANGE not in client.get(mine).text, "nothing is sealed yet"
    club.choose(match_id, 0, any_order(club, match_id, 0, 1))
    assert CHANGE in client.get(mine).text
    assert CHANGE not in client.get(f"/match/{match_id}/watch").text
    assert post(client, f"/match/{match_id}/watch/withdraw", turn=0).status_code == 403
    assert post(client, f"{mine}/withdraw").status_code == 422
    assert post(client, f"{mine}/withdraw", turn=1).status_code == 409, "a page of another turn"
    assert club.look(match_id, 0).sealed
    answer = post(client, f"{mine}/withdraw", turn=0)
    assert "An order is not played until you seal it." in answer.text
    assert club.look(match_id, 0).sealed is None
    assert 0 in club.look(match_id).waiting
    again = post(client, f"{mine}/withdraw", turn=0)
    assert (again.status_code, "this seat has no sealed order" in again.text.lower()) == (409, True)


def test_players_take_vacations_and_pauses_on_the_page_and_everybody_sees_them(club: Club) -> None:
    wall = Wall(club)
    agreed = Terms(DAY, pace=Pace(zone="Europe/Berlin", vacation=5, pause=5))
    match_id = club.create("cycling", race(("human", "human")), here=range(2), terms=agreed).id
    club.resolve(match_id)
    client, mine, watch = browser(club), f"/match/{match_id}/1", f"/match/{match_id}/watch"
    assert "You have 5 days of vacation left. The match can be paused for 5 more days." in client.get(mine).text
    post(client, f"{mine}/vacation", first="2026-07-02", last="2026-07-03")
    for where in (mine, watch):
        text = client.get(where).text
        away = "Röd is on vacation from 2026-07-01 22:00 UTC until 2026-07-03 22:00 UTC."
        assert away in without_times(text)
        assert '<time datetime="2026-07-01T22:00:00Z" data-at>' in text, "a script shows it in the reader's own zone"
        assert deadline_of(text) == "2026-07-04T22:00:00Z", "a whole day after it"
    assert "You have 3 days of vacation left." in client.get(mine).text
    post(client, f"{mine}/back", what="vacation")
    assert deadline_of(client.get(watch).text) == "2026-07-02T12:00:00Z"
    post(client, f"/match/{match_id}/2/pause", days=2)
    assert "The match is paused until 2026-07-03 12:00 UTC." in without_times(client.get(watch).text)
    wall.on(DAY)
    post(client, f"{mine}/back", what="pause")
    assert "is paused" not in client.get(watch).text
    for where, form, status, said in (
        (f"{watch}/vacation", {"first": "2026-07-02", "last": "2026-07-03"}, 403, "Only players"),
        (f"{watch}/pause", {"days": 1}, 403, "Only players"),
        (f"{mine}/vacation", {"first": "tomorrow", "last": "2026-07-03"}, 422, "in the form 2026-08-01"),
        (f"{mine}/vacation", {"first": "2026-07-02", "last": "2026-07-29"}, 422, "days off are allowed"),
        (f"{mine}/pause", {}, 422, "at least one day"),
        (f"{mine}/back", {}, 409, "no vacation or pause"),
    ):
        answer = post(client, where, **form)
        assert (answer.status_code, said in answer.text) == (status, True), where


@pytest.mark.usefixtures("bracketed")
def test_all_of_slow_play_is_translated(club: Club) -> None:
    Wall(club)
    agreed = Terms(DAY, pace=Pace("20:00", zone="Europe/Berlin", grace=3600, vacation=5, pause=5))
    match_id = club.create("cycling", race(("human", "human")), here=range(2), terms=agreed).id
    club.resolve(match_id)
    absences.take_vacation(club.database, match_id, 1, date(2026, 7, 2), date(2026, 7, 3))
    absences.pause(club.database, match_id, 1)
    text = browser(club).get(f"/match/{match_id}/1").text
    for part in (r'<div class="clock">.*?</div>', r'<details class="fold" id="days">.*?</details>'):
        found = re.search(part, text, re.S)
        assert found
        assert untranslated(found[0], ["Röd", "Blue", "Europe", "Berlin", "UTC"]) == []
    form = re.search(r'<details class="broad" id="pace">.*?</details>', browser(club).get("/open/fate").text, re.S)
    assert form
    assert untranslated(form[0]) == []


def test_who_waits_for_another_reads_that_he_is_late_and_not_that_time_is_up(club: Club) -> None:
    wall = Wall(club)
    match_id = timed(club, "football", 60)
    (asked,) = club.look(match_id).waiting
    wall.on(61)
    client = browser(club)
    for seat, whose in ((asked, "yours"), (1 - asked, "theirs")):
        text = client.get(f"/match/{match_id}/{seat + 1}").text
        clocks = re.findall(r"<time class=\"clk[^>]*data-whose=\"(\w+)\"[^>]*><b>([^<]*)</b><small><span>(\w+)<", text)
        assert clocks == [(whose, "0:00", "late")]
        assert "time is up" not in text
    assert re.findall(r"<time class=\"left[^>]*>([^<]*)</time>", client.get("/").text) == ["time is up"]
    other = browser(club, "the-browser-of-a-stranger", here=False)
    assert "time is up" not in other.get(f"/match/{match_id}/watch").text
